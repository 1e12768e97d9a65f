/* The C twin of bpe_core.fast: cut, encode and train, exactly as the plain Python beside it, faster.

   It is optional: `native.py` loads it where it was built, and without it everything is the same but slower.
   What it knows it is told by Python: character classes and split patterns as tables (`automaton.py`),
   vocabularies as pairs of ids, texts as UTF-8. It has no global state and reads no file.

   Rules that keep it safe, since it reads strangers' texts and tables:
   - every size that comes from Python is checked once, where it comes in; what indexes an array is checked
     there too, or the comment beside it says why it cannot lie outside;
   - tables are copied, so that nobody can change them later; texts are `bytes`, which nobody can change;
   - what may fail for want of memory is done before anything is changed, and raises MemoryError;
   - long work runs without the interpreter lock, in slices, and between them Ctrl-C is heard.

   Contents: memory, hashing, tables; Cutter; Encoder; distinct; Trainer; the module. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define INTERFACE 2             /* raised with every change that native.py must know of */
#define NONE UINT32_MAX         /* no rank, no token, no pair */
#define MOST_UNITS (INT32_MAX - 2) /* slots, offsets and ids fit into 31 bits */

/* ---- memory, hashing, tables */

#ifdef FAIL_ALLOCATIONS
/* Only in the build that tests what happens when memory runs out: the n-th allocation from now fails. */
static long allocations_left = -1;
#define FAILS_NOW (allocations_left >= 0 && allocations_left-- == 0)
#else
#define FAILS_NOW 0
#endif

static void *resize(void *old, int64_t count, size_t size)
{
    if (FAILS_NOW || count < 0 || (uint64_t)count > (uint64_t)PTRDIFF_MAX / size) return NULL;
    return realloc(old, count ? (size_t)count * size : 1);
}

/* Make `array` hold `count` items at least, twice as many as before if it must grow; false: out of memory. */
#define RESERVE(array, room, count) \
    ((count) <= (room) ? 1 : reserve((void **)&(array), &(room), (count), sizeof *(array)))

static int reserve(void **array, int64_t *room, int64_t count, size_t size)
{
    int64_t wanted = count > 2 * *room ? count : 2 * *room;
    void *larger = resize(*array, wanted, size);
    if (!larger) return 0;
    *array = larger;
    *room = wanted;
    return 1;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

/* Up to 8 bytes as a number, another one for any other bytes of the same length: abcde -> abcd bcde. */
static uint64_t word_of(const uint8_t *p, int64_t size)
{
    uint32_t first, last;
    uint64_t word;
    if (size >= 8) return memcpy(&word, p, 8), word;
    if (size < 4) return (uint64_t)p[0] << 16 | (uint64_t)p[size / 2] << 8 | p[size - 1];
    memcpy(&first, p, 4);
    memcpy(&last, p + size - 4, 4);
    return (uint64_t)first << 32 | last;
}

/* The hash of 1 byte or more. The seed is the process's own, so that nobody can write a text that collides. */
static uint64_t hash_of(const uint8_t *p, int64_t size, uint64_t seed)
{
    uint64_t hash = seed ^ (uint64_t)size;
    for (; size > 8; p += 8, size -= 8) hash = mix(hash ^ word_of(p, 8));
    return mix(hash ^ word_of(p, size));
}

/* Integers to integers: a key lies in the first free slot from where its hash sends it. Never more than half
   full, so that every search ends at a free slot. */
typedef struct {
    uint64_t *keys;
    uint32_t *values;
    uint64_t mask, seed;
} Table;

#define FREE UINT64_MAX
#define PAIR(left, right) ((uint64_t)(left) << 32 | (uint32_t)(right)) /* no pair is FREE: ids have 31 bits */

static uint64_t slot_of(const Table *table, uint64_t key)
{
    uint64_t slot = mix(key ^ table->seed) & table->mask;
    while (table->keys[slot] != key && table->keys[slot] != FREE) slot = (slot + 1) & table->mask;
    return slot;
}

static uint32_t value_of(const Table *table, uint64_t key)
{
    uint64_t slot = slot_of(table, key);
    return table->keys[slot] == key ? table->values[slot] : NONE;
}

static void put(Table *table, uint64_t key, uint32_t value)
{
    uint64_t slot = slot_of(table, key);
    table->keys[slot] = key;
    table->values[slot] = value;
}

static void free_table(Table *table)
{
    free(table->keys);
    free(table->values);
    table->keys = NULL;
    table->values = NULL;
}

/* Make room for so many keys; false, and nothing changed, when out of memory. */
static int reserve_table(Table *table, int64_t count)
{
    Table larger = {NULL, NULL, 15, table->seed};
    while (larger.mask + 1 < 2 * (uint64_t)count) larger.mask = 2 * larger.mask + 1;
    if (table->keys && larger.mask <= table->mask) return 1;
    larger.keys = resize(NULL, (int64_t)larger.mask + 1, sizeof *larger.keys);
    larger.values = resize(NULL, (int64_t)larger.mask + 1, sizeof *larger.values);
    if (!larger.keys || !larger.values) return free_table(&larger), 0;
    memset(larger.keys, 0xFF, (larger.mask + 1) * sizeof *larger.keys);
    for (uint64_t slot = 0; table->keys && slot <= table->mask; slot++)
        if (table->keys[slot] != FREE) put(&larger, table->keys[slot], table->values[slot]);
    free_table(table);
    *table = larger;
    return 1;
}

/* Copy a buffer of Python's into memory of our own; NULL, with an exception, for a size that cannot be. */
static void *copy_of(const Py_buffer *buffer, size_t size, int64_t *count)
{
    if (buffer->len % (Py_ssize_t)size || (uint64_t)buffer->len / size > MOST_UNITS) {
        PyErr_SetString(PyExc_ValueError, "a table has a size that cannot be");
        return NULL;
    }
    *count = buffer->len / (Py_ssize_t)size;
    void *copy = resize(NULL, *count, size);
    if (!copy) PyErr_NoMemory();
    else if (buffer->len) memcpy(copy, buffer->buf, (size_t)buffer->len);
    return copy;
}

/* What the module knows its own objects by; nobody can make a subclass of them. */
typedef struct {
    PyTypeObject *cutter, *encoder, *trainer;
} Types;

static PyObject *new_object(PyTypeObject *type)
{
    return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0); /* filled with zeros */
}

static void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* ---- Cutter: where the chunks of a text end

   A split pattern comes as an automaton over character classes (see automaton.py). `moves` has a row for each
   state and a column for each class, the last for the end of the text. A move is the next state, times two,
   plus one if a chunk can end before this character. Of the places where it can, the last one counts. The
   pattern ` ?[a-z]+|\d` on " ab1":

       state   read      move           ends
       start   blank     word           -
       word    a         word           -         state 0 is dead: nothing longer can come
       word    b         word           2*word+1  (after a)
       word    1         0              1         (after b): the chunk is " ab"                            */

typedef struct {
    PyObject_HEAD
    uint8_t *near;    /* the class of each character below NEAR */
    uint8_t *classes; /* of every character; below NEAR it is not asked */
    uint16_t *moves;
    int64_t width;
} Cutter;

#define NEAR 0x200
#define CODE_POINTS 0x110000

/* The class of the character at p[at], at < end, and where the next one begins. Bytes that are no UTF-8 give
   some class or other: nothing outside of p is read, and `next` is at most `end`. */
static uint8_t class_at(const Cutter *cutter, const uint8_t *p, int64_t at, int64_t end, int64_t *next)
{
    uint32_t byte = p[at], size, code;
    *next = at + 1;
    if (byte < 0x80) return cutter->near[byte];
    size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    if (end - at < size) return cutter->near[0];
    *next = at + size;
    code = byte & (0x7Fu >> size);
    for (uint32_t k = 1; k < size; k++) code = code << 6 | (p[at + k] & 0x3Fu);
    if (code < NEAR) return cutter->near[code];
    return code < CODE_POINTS ? cutter->classes[code] : cutter->near[0];
}

/* Where the chunk ends that begins at p[at], at < end: at least one character further. */
static int64_t cut(const Cutter *cutter, const uint8_t *p, int64_t at, int64_t end)
{
    int64_t here = at, next, best = 0;
    uint32_t state = 1, move;
    do { /* states and classes lie inside `moves`: checked when the cutter was made */
        uint32_t kind = here < end ? class_at(cutter, p, here, end, &next) : (uint32_t)cutter->width - 1;
        move = cutter->moves[state * cutter->width + kind];
        if (move & 1) best = here;
        state = move >> 1;
        if (here == end) break;
        here = next;
    } while (state);
    if (best <= at) class_at(cutter, p, at, end, &best); /* no published pattern leaves a character over */
    return best;
}

static PyObject *cutter_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(options))
{
    Py_buffer near, classes, moves;
    int64_t count = 0, size;
    Py_ssize_t width;
    if (!PyArg_ParseTuple(args, "y*y*y*n", &near, &classes, &moves, &width)) return NULL;
    Cutter *self = (Cutter *)new_object(type);
    int fits = 0;
    if (self && (self->near = copy_of(&near, 1, &size)) && (self->classes = copy_of(&classes, 1, &size))
        && (self->moves = copy_of(&moves, sizeof(uint16_t), &count))) {
        self->width = width;
        fits = near.len == NEAR && classes.len == CODE_POINTS && width > 1 && count > width && !(count % width);
        for (int64_t k = 0; fits && k < count; k++) fits = (self->moves[k] >> 1) * width < count;
        for (int64_t k = 0; fits && k < NEAR; k++) fits = self->near[k] < width;
        for (int64_t k = 0; fits && k < CODE_POINTS; k++) fits = self->classes[k] < width;
        if (!fits) PyErr_SetString(PyExc_ValueError, "the tables of a cutter do not fit together");
    }
    PyBuffer_Release(&near);
    PyBuffer_Release(&classes);
    PyBuffer_Release(&moves);
    if (!fits) Py_CLEAR(self);
    return (PyObject *)self;
}

static void cutter_dealloc(PyObject *object)
{
    Cutter *self = (Cutter *)object;
    free(self->near);
    free(self->classes);
    free(self->moves);
    free_object(object);
}

/* How a text is cut: by a cutter, or at ends that Python found, uint32, rising to the end of the text. */
typedef struct {
    const Cutter *cutter;
    Py_buffer buffer;
    uint32_t *ends;
    int64_t count, done;
} Cuts;

static int open_cuts(Cuts *cuts, PyObject *how, PyObject *module, int64_t size)
{
    memset(cuts, 0, sizeof *cuts);
    if (size > MOST_UNITS) return PyErr_SetString(PyExc_OverflowError, "the text is too long"), 0;
    if (Py_TYPE(how) == ((Types *)PyModule_GetState(module))->cutter) return cuts->cutter = (const Cutter *)how, 1;
    if (PyObject_GetBuffer(how, &cuts->buffer, PyBUF_SIMPLE)) return 0;
    cuts->ends = copy_of(&cuts->buffer, sizeof *cuts->ends, &cuts->count);
    PyBuffer_Release(&cuts->buffer);
    if (!cuts->ends) return 0;
    uint32_t last = 0;
    int rising = 1;
    for (int64_t k = 0; k < cuts->count; last = cuts->ends[k++]) rising &= cuts->ends[k] > last;
    if (rising && last == size) return 1;
    free(cuts->ends);
    return PyErr_SetString(PyExc_ValueError, "the ends of the chunks do not rise to the end of the text"), 0;
}

/* The end of the chunk at p[at], at < end. Given ends are enough: they rise, and the last one is `end`. */
static int64_t next_cut(Cuts *cuts, const uint8_t *p, int64_t at, int64_t end)
{
    return cuts->cutter ? cut(cuts->cutter, p, at, end) : cuts->ends[cuts->done++];
}

/* ---- Encoder: chunks to ids by the merge of lowest rank, the leftmost of equals */

#define MOST_SPELLED (1 << 26) /* bytes of all tokens: each may be twice as long as the one before */
#define SHORT 64        /* bytes; longer chunks are merged with a heap */
#define KNOWN 16384     /* chunks that are remembered, a power of two */
#define SLICE (1 << 20) /* bytes between two looks for Ctrl-C */

/* A short chunk met before: a newer one that falls into its slot takes its place. 128 bytes. */
typedef struct {
    uint8_t size, count, bytes[46];
    uint32_t ids[20];
} Known;

typedef struct {
    PyObject_HEAD
    uint32_t byte_id[256];
    Table ranks;     /* left id << 32 | right id -> rank */
    uint32_t *made;  /* the id that each rank makes */
    int64_t count;   /* of the ranks */
    uint8_t *spelled; /* the bytes that each rank makes, end to end; NULL where no chunk is looked up whole */
    uint32_t *starts; /* where they begin, and where the last ends: count + 1 */
    uint32_t *whole; /* hash of bytes -> rank: free slots are NONE, half of them at least */
    uint64_t whole_mask;
    Known *known;
    PyThread_type_lock lock; /* of `known`: whoever finds it taken goes without */
} Encoder;

/* What one call needs to merge long chunks, one item for each unit, the heap 3: see merge_long. */
typedef struct {
    uint32_t *id, *before, *after;
    uint64_t *heap;
    int64_t room;
} Work;

static void free_work(Work *work)
{
    free(work->id);
    free(work->before);
    free(work->after);
    free(work->heap);
}

static uint32_t rank_of(const Encoder *encoder, uint32_t left, uint32_t right)
{
    return value_of(&encoder->ranks, PAIR(left, right));
}

/* The rank whose token the chunk is, or NONE. */
static uint32_t find_whole(const Encoder *encoder, const uint8_t *p, int64_t size, uint64_t hash)
{
    uint64_t slot = hash & encoder->whole_mask;
    for (uint32_t rank; (rank = encoder->whole[slot]) != NONE; slot = (slot + 1) & encoder->whole_mask) {
        uint32_t start = encoder->starts[rank];
        if (encoder->starts[rank + 1] - start == size && !memcmp(encoder->spelled + start, p, (size_t)size))
            return rank;
    }
    return NONE;
}

/* Merge 1 to SHORT bytes: n merges look at n ranks each, which for so few is the quickest way.

       ids     l   o   w   e   r          ranks[k] is that of ids[k] and ids[k + 1]
       ranks     3   5   -   1
       ids     l   o   w   er             after the lowest, 1: its two neighbours are looked up anew
       ranks     3   5   7                                                                               */
static int64_t merge_short(const Encoder *encoder, const uint8_t *p, int64_t size, uint32_t *ids)
{
    uint32_t ranks[SHORT];
    int64_t left = size;
    for (int64_t k = 0; k < size; k++) ids[k] = encoder->byte_id[p[k]];
    for (int64_t k = 0; k + 1 < size; k++) ranks[k] = rank_of(encoder, ids[k], ids[k + 1]);
    while (left > 1) {
        int64_t at = 0;
        for (int64_t k = 1; k + 1 < left; k++)
            if (ranks[k] < ranks[at]) at = k;
        if (ranks[at] == NONE) break;
        ids[at] = encoder->made[ranks[at]];
        left--;
        memmove(ids + at + 1, ids + at + 2, (size_t)(left - at - 1) * sizeof *ids);
        memmove(ranks + at, ranks + at + 1, (size_t)(left - at - 1) * sizeof *ranks);
        if (at + 1 < left) ranks[at] = rank_of(encoder, ids[at], ids[at + 1]);
        if (at) ranks[at - 1] = rank_of(encoder, ids[at - 1], ids[at]);
    }
    return left;
}

/* A heap of numbers, the least first; the caller has made room. */
static void push(uint64_t *heap, int64_t *count, uint64_t item)
{
    int64_t at = (*count)++;
    for (int64_t up; at && heap[up = (at - 1) / 2] > item; at = up) heap[at] = heap[up];
    heap[at] = item;
}

static uint64_t pop(uint64_t *heap, int64_t *count)
{
    uint64_t top = heap[0], item = heap[--*count];
    int64_t at = 0, child;
    while ((child = 2 * at + 1) < *count) {
        child += child + 1 < *count && heap[child + 1] < heap[child];
        if (heap[child] >= item) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = item;
    return top;
}

/* Merge a chunk of any length in n log n: a heap of (rank, slot of the left side) over a linked list. A slot
   that was merged into the one before it is NONE. An entry may be stale: it counts if the two neighbours that
   stand there now have that rank. -1: out of memory.

       slot     0    1    2    3    4          heap
       id       l    o    w    e    r          (1, 3) (3, 0) (5, 1)
       id       l    o    w    er   NONE       (3, 0) (5, 1) (7, 2)                                      */
static int64_t merge_long(const Encoder *encoder, Work *work, const uint8_t *p, int64_t size, uint32_t *ids)
{
    if (size > work->room) {
        free_work(work);
        work->room = 0;
        work->id = resize(NULL, size, sizeof *work->id);
        work->before = resize(NULL, size, sizeof *work->before);
        work->after = resize(NULL, size, sizeof *work->after);
        /* one entry for each gap, and at most two more for each of fewer than `size` merges */
        work->heap = resize(NULL, 3 * size, sizeof *work->heap);
        if (!work->id || !work->before || !work->after || !work->heap) return -1;
        work->room = size;
    }
    uint32_t *id = work->id, *before = work->before, *after = work->after;
    int64_t waiting = 0, left = 0;
    for (int64_t k = 0; k < size; k++) {
        id[k] = encoder->byte_id[p[k]];
        before[k] = (uint32_t)k - 1; /* of the first slot NONE */
        after[k] = (uint32_t)k + 1;  /* of the last one `size` */
    }
    for (int64_t k = 0; k + 1 < size; k++) {
        uint32_t rank = rank_of(encoder, id[k], id[k + 1]);
        if (rank != NONE) push(work->heap, &waiting, PAIR(rank, k));
    }
    while (waiting) {
        uint64_t entry = pop(work->heap, &waiting);
        uint32_t rank = (uint32_t)(entry >> 32), at = (uint32_t)entry, other = after[at];
        if (id[at] == NONE || other == size || rank_of(encoder, id[at], id[other]) != rank) continue;
        id[at] = encoder->made[rank];
        id[other] = NONE;
        after[at] = after[other];
        if (after[at] < size) {
            before[after[at]] = at;
            rank = rank_of(encoder, id[at], id[after[at]]);
            if (rank != NONE) push(work->heap, &waiting, PAIR(rank, at));
        }
        if (before[at] != NONE) {
            rank = rank_of(encoder, id[before[at]], id[at]);
            if (rank != NONE) push(work->heap, &waiting, PAIR(rank, before[at]));
        }
    }
    for (int64_t k = 0; k < size; k = after[k]) ids[left++] = id[k];
    return left;
}

/* Write the ids of a chunk of 1 byte or more, no more than it has bytes; return their number, or -1. */
static int64_t encode_chunk(Encoder *encoder, Work *work, Known *known, const uint8_t *p, int64_t size, uint32_t *ids)
{
    if (size == 1) return ids[0] = encoder->byte_id[p[0]], 1;
    uint64_t hash = hash_of(p, size, encoder->ranks.seed);
    if (encoder->whole) {
        uint32_t rank = find_whole(encoder, p, size, hash);
        if (rank != NONE) return ids[0] = encoder->made[rank], 1;
    }
    if (size > SHORT) return merge_long(encoder, work, p, size, ids);
    Known *slot = known && size <= (int64_t)sizeof known->bytes ? known + (hash >> 40) % KNOWN : NULL;
    if (slot && slot->size == size && !memcmp(slot->bytes, p, (size_t)size)) {
        memcpy(ids, slot->ids, slot->count * sizeof *ids);
        return slot->count;
    }
    int64_t count = merge_short(encoder, p, size, ids);
    if (slot && count <= (int64_t)(sizeof slot->ids / sizeof *slot->ids)) {
        slot->size = (uint8_t)size;
        slot->count = (uint8_t)count;
        memcpy(slot->bytes, p, (size_t)size);
        memcpy(slot->ids, ids, (size_t)count * sizeof *ids);
    }
    return count;
}

/* A list of the ids as Python's integers. */
static PyObject *list_of(const uint32_t *ids, int64_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (int64_t k = 0; list && k < count; k++) {
        PyObject *id = PyLong_FromUnsignedLong(ids[k]);
        if (!id || PyList_SetItem(list, (Py_ssize_t)k, id)) Py_CLEAR(list);
    }
    return list;
}

/* encode(text, cuts) or encode_chunks(text, cuts): `counts` is asked for by the latter, an id list each. */
static PyObject *encode(Encoder *self, PyObject *args, int by_chunk)
{
    PyObject *text, *how, *result = NULL;
    Cuts cuts;
    if (!PyArg_ParseTuple(args, "SO", &text, &how)) return NULL;
    PyObject *module = PyType_GetModule(Py_TYPE((PyObject *)self));
    const uint8_t *p = (const uint8_t *)PyBytes_AsString(text);
    int64_t end = PyBytes_Size(text), at = 0, done = 0, chunks = 0;
    if (!module || !open_cuts(&cuts, how, module, end)) return NULL;
    /* No chunk has more ids than bytes, and none is empty: neither array can be too short. */
    uint32_t *ids = resize(NULL, end, sizeof *ids), *counts = resize(NULL, by_chunk ? end : 0, sizeof *counts);
    Work work = {NULL, NULL, NULL, NULL, 0};
    int failed = !ids || !counts;
    while (!failed && at < end) {
        int64_t stop = end - at > SLICE ? at + SLICE : end;
        Py_BEGIN_ALLOW_THREADS
        int have = PyThread_acquire_lock(self->lock, NOWAIT_LOCK);
        while (!failed && at < stop) {
            int64_t next = next_cut(&cuts, p, at, end);
            int64_t count = encode_chunk(self, &work, have ? self->known : NULL, p + at, next - at, ids + done);
            failed = count < 0;
            if (by_chunk && !failed) counts[chunks++] = (uint32_t)count;
            done += count;
            at = next;
        }
        if (have) PyThread_release_lock(self->lock);
        Py_END_ALLOW_THREADS
        if (!failed && PyErr_CheckSignals()) goto finish;
    }
    if (failed) PyErr_NoMemory();
    else if (!by_chunk) result = list_of(ids, done);
    else if ((result = PyList_New((Py_ssize_t)chunks))) {
        for (int64_t k = 0, from = 0; result && k < chunks; from += counts[k++]) {
            PyObject *list = list_of(ids + from, counts[k]);
            if (!list || PyList_SetItem(result, (Py_ssize_t)k, list)) Py_CLEAR(result);
        }
    }
finish:
    free_work(&work);
    free(cuts.ends);
    free(counts);
    free(ids);
    return result;
}

static PyObject *encoder_encode(PyObject *self, PyObject *args)
{
    return encode((Encoder *)self, args, 0);
}

static PyObject *encoder_encode_chunks(PyObject *self, PyObject *args)
{
    return encode((Encoder *)self, args, 1);
}

static PyObject *encoder_forget(PyObject *object, PyObject *Py_UNUSED(none))
{
    Encoder *self = (Encoder *)object;
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(self->lock, WAIT_LOCK);
    memset(self->known, 0, KNOWN * sizeof *self->known);
    PyThread_release_lock(self->lock);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

/* The pair of each rank: two uint32, both NONE for a token that no pair makes. */
static PyObject *encoder_pairs(PyObject *object, PyObject *Py_UNUSED(none))
{
    Encoder *self = (Encoder *)object;
    PyObject *found = PyBytes_FromStringAndSize(NULL, self->count * 2 * (int64_t)sizeof(uint32_t));
    if (!found) return NULL;
    uint32_t *pairs = (uint32_t *)PyBytes_AsString(found);
    memset(pairs, 0xFF, (size_t)self->count * 2 * sizeof *pairs);
    for (uint64_t slot = 0; slot <= self->ranks.mask; slot++) {
        if (self->ranks.keys[slot] == FREE) continue;
        uint32_t *pair = pairs + 2 * (int64_t)self->ranks.values[slot];
        pair[0] = (uint32_t)(self->ranks.keys[slot] >> 32);
        pair[1] = (uint32_t)self->ranks.keys[slot];
    }
    return found;
}

/* How the making of an encoder ended. */
typedef enum { DONE, NO_MEMORY, NOT_MERGES } Ended;

/* Spell the token of each rank: that of its left side, then that of its right one. */
static Ended spell(Encoder *self, const uint32_t *pairs)
{
    Table rank_of_id = {NULL, NULL, 0, self->ranks.seed};
    uint8_t bytes[256];
    int64_t room = 0, used = 0;
    Ended ended = NO_MEMORY;
    if (!(self->starts = resize(NULL, self->count + 1, sizeof *self->starts))) return NO_MEMORY;
    if (!reserve_table(&rank_of_id, self->count + 256)) return NO_MEMORY;
    for (uint32_t byte = 0; byte < 256; byte++) {
        bytes[byte] = (uint8_t)byte;
        put(&rank_of_id, self->byte_id[byte], (uint32_t)self->count + byte);
    }
    for (int64_t rank = 0; rank < self->count; rank++) {
        self->starts[rank] = (uint32_t)used;
        for (int side = 0; side < 2; side++) {
            uint32_t part = value_of(&rank_of_id, pairs[2 * rank + side]);
            ended = NOT_MERGES;
            if (part == NONE) goto finish; /* made of what no earlier rank makes */
            int is_byte = part >= self->count;
            int64_t size = is_byte ? 1 : (int64_t)self->starts[part + 1] - self->starts[part];
            if (used + size > MOST_SPELLED) goto finish;
            ended = NO_MEMORY;
            if (!RESERVE(self->spelled, room, used + size)) goto finish;
            memcpy(self->spelled + used, is_byte ? bytes + (part - self->count) : self->spelled + self->starts[part],
                   (size_t)size);
            used += size;
        }
        /* The next start is written now: a later rank may ask where this one ends. */
        self->starts[rank + 1] = (uint32_t)used;
        put(&rank_of_id, self->made[rank], (uint32_t)rank);
    }
    self->starts[self->count] = (uint32_t)used;
    ended = DONE;
finish:
    free_table(&rank_of_id);
    return ended;
}

/* Merge the bytes of the token of one rank; the number of ids that are left, or -1. */
static int64_t merge_token(Encoder *self, Work *work, int64_t rank, uint32_t *ids)
{
    const uint8_t *p = self->spelled + self->starts[rank];
    int64_t size = (int64_t)self->starts[rank + 1] - self->starts[rank];
    return size > SHORT ? merge_long(self, work, p, size, ids) : merge_short(self, p, size, ids);
}

/* Find the pair that makes each token of a table of ranks: what is left of its bytes after all lower ranks.

   A token of which more is left has no pair, and is met as a whole chunk alone. But where merges of higher rank
   leave two of it, tiktoken, which goes by the bytes, would join these; that is left to Python (NOT_MERGES). */
static Ended recover_pairs(Encoder *self)
{
    Work work = {NULL, NULL, NULL, NULL, 0};
    uint32_t *ids = NULL;
    uint8_t *without = resize(NULL, self->count, 1);
    int64_t longest = 1;
    Ended ended = DONE;
    for (int64_t rank = 0; rank < self->count; rank++)
        if (self->starts[rank + 1] - self->starts[rank] > longest) longest = self->starts[rank + 1] - self->starts[rank];
    ids = resize(NULL, longest, sizeof *ids);
    if (!ids || !without) ended = NO_MEMORY;
    for (int64_t rank = 0; rank < self->count && ended == DONE; rank++) {
        int64_t left = merge_token(self, &work, rank, ids);
        if (left < 0) ended = NO_MEMORY;
        else if (!(without[rank] = left != 2)) put(&self->ranks, PAIR(ids[0], ids[1]), (uint32_t)rank);
    }
    for (int64_t rank = 0; rank < self->count && ended == DONE; rank++) {
        int64_t left = without[rank] ? merge_token(self, &work, rank, ids) : 3;
        if (left < 3) ended = left < 0 ? NO_MEMORY : NOT_MERGES;
    }
    free_work(&work);
    free(ids);
    free(without);
    return ended;
}

static Ended fill(Encoder *self, const uint32_t *pairs, int look_up_whole)
{
    Ended ended = DONE;
    if (!reserve_table(&self->ranks, self->count)) return NO_MEMORY;
    for (int64_t rank = 0; pairs && rank < self->count; rank++) {
        uint64_t pair = PAIR(pairs[2 * rank], pairs[2 * rank + 1]);
        if (value_of(&self->ranks, pair) == NONE) put(&self->ranks, pair, (uint32_t)rank); /* the first counts */
    }
    if (!pairs) ended = recover_pairs(self);
    else if (look_up_whole) ended = spell(self, pairs);
    if (ended != DONE || !look_up_whole) return ended;
    self->whole_mask = self->ranks.mask;
    if (!(self->whole = resize(NULL, (int64_t)self->whole_mask + 1, sizeof *self->whole))) return NO_MEMORY;
    memset(self->whole, 0xFF, (self->whole_mask + 1) * sizeof *self->whole);
    for (int64_t rank = 0; rank < self->count; rank++) {
        const uint8_t *p = self->spelled + self->starts[rank];
        int64_t size = (int64_t)self->starts[rank + 1] - self->starts[rank];
        uint64_t slot = hash_of(p, size, self->ranks.seed) & self->whole_mask;
        while (self->whole[slot] != NONE) slot = (slot + 1) & self->whole_mask;
        self->whole[slot] = (uint32_t)rank;
    }
    return DONE;
}

/* Encoder(byte_ids, made_ids, pairs or None, tokens or None, starts or None, whole, seed): the arrays uint32;
   `pairs` two ids for each rank, or `tokens`, the bytes that each makes end to end, and where they begin. */
static PyObject *encoder_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(options))
{
    Py_buffer byte_ids, made, of_pairs, tokens, starts;
    int whole;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y*y*z*z*z*pK", &byte_ids, &made, &of_pairs, &tokens, &starts, &whole, &seed))
        return NULL;
    Encoder *self = (Encoder *)new_object(type);
    uint32_t *pairs = NULL;
    int64_t num_pairs = 0, num_starts = 0, num_bytes = 0;
    int fits = 0;
    if (!self || !(self->made = copy_of(&made, sizeof *self->made, &self->count))) goto finish;
    self->ranks.seed = seed;
    if (of_pairs.buf && !(pairs = copy_of(&of_pairs, sizeof *pairs, &num_pairs))) goto finish;
    if (tokens.buf && !(self->spelled = copy_of(&tokens, 1, &num_bytes))) goto finish;
    if (starts.buf && !(self->starts = copy_of(&starts, sizeof *self->starts, &num_starts))) goto finish;
    self->known = resize(NULL, KNOWN, sizeof *self->known);
    self->lock = PyThread_allocate_lock();
    if (!self->known || !self->lock) {
        PyErr_NoMemory();
        goto finish;
    }
    memset(self->known, 0, KNOWN * sizeof *self->known);

    fits = byte_ids.len == sizeof self->byte_id && !pairs != !self->spelled && !self->spelled == !self->starts;
    if (fits) memcpy(self->byte_id, byte_ids.buf, sizeof self->byte_id);
    for (int64_t k = 0; fits && k < 256; k++) fits = self->byte_id[k] <= MOST_UNITS;
    for (int64_t k = 0; fits && k < self->count; k++) fits = self->made[k] <= MOST_UNITS;
    if (fits && pairs) fits = num_pairs == 2 * self->count;
    for (int64_t k = 0; fits && k < num_pairs; k++) fits = pairs[k] <= MOST_UNITS;
    if (fits && !pairs) {
        fits = whole && num_starts == self->count + 1 && !self->starts[0] && self->starts[self->count] == num_bytes;
        for (int64_t k = 0; fits && k < self->count; k++) fits = self->starts[k + 1] >= self->starts[k] + 2;
    }
    Ended ended = NOT_MERGES;
    if (fits) {
        Py_BEGIN_ALLOW_THREADS
        ended = fill(self, pairs, whole);
        Py_END_ALLOW_THREADS
    }
    if (ended == NO_MEMORY) PyErr_NoMemory();
    if (ended == NOT_MERGES) PyErr_SetString(PyExc_ValueError, "the tokens are not made by merges of two");
    fits = ended == DONE;
finish:
    PyBuffer_Release(&byte_ids);
    PyBuffer_Release(&made);
    PyBuffer_Release(&of_pairs);
    PyBuffer_Release(&tokens);
    PyBuffer_Release(&starts);
    free(pairs);
    if (!fits) Py_CLEAR(self);
    return (PyObject *)self;
}

static void encoder_dealloc(PyObject *object)
{
    Encoder *self = (Encoder *)object;
    free_table(&self->ranks);
    free(self->made);
    free(self->spelled);
    free(self->starts);
    free(self->whole);
    free(self->known);
    if (self->lock) PyThread_free_lock(self->lock);
    free_object(object);
}

/* ---- distinct: the chunks of a text, each different one once, in the order in which they first appear

       text      no no yes no          numbers   0 1 2 1
       chunks    no| no| yes| no       spans     (0, 2) (2, 5) (5, 9)                                    */

typedef struct {
    uint32_t *numbers, *spans, *slots; /* slots: hash -> number, at most half full */
    uint64_t *hashes;                  /* of the distinct chunks */
    int64_t chunks, room, distinct, room_of_spans, room_of_hashes;
    uint64_t mask;
} Distinct;

static int number_chunk(Distinct *found, const uint8_t *p, int64_t at, int64_t next, uint64_t seed)
{
    if (2 * (uint64_t)found->distinct + 2 > found->mask + 1) { /* twice the slots, filled from the hashes */
        uint64_t mask = found->slots ? 2 * found->mask + 1 : 1023;
        uint32_t *slots = resize(NULL, (int64_t)mask + 1, sizeof *slots);
        if (!slots) return 0;
        memset(slots, 0xFF, (mask + 1) * sizeof *slots);
        for (int64_t k = 0; k < found->distinct; k++) {
            uint64_t slot = found->hashes[k] & mask;
            while (slots[slot] != NONE) slot = (slot + 1) & mask;
            slots[slot] = (uint32_t)k;
        }
        free(found->slots);
        found->slots = slots;
        found->mask = mask;
    }
    if (!RESERVE(found->numbers, found->room, found->chunks + 1)) return 0;
    uint64_t hash = hash_of(p + at, next - at, seed), slot = hash & found->mask;
    uint32_t number;
    for (; (number = found->slots[slot]) != NONE; slot = (slot + 1) & found->mask) {
        uint32_t start = found->spans[2 * number], size = found->spans[2 * number + 1] - start;
        if (found->hashes[number] == hash && size == next - at && !memcmp(p + start, p + at, size)) break;
    }
    if (number == NONE) {
        if (!RESERVE(found->spans, found->room_of_spans, 2 * found->distinct + 2)) return 0;
        if (!RESERVE(found->hashes, found->room_of_hashes, found->distinct + 1)) return 0;
        number = (uint32_t)found->distinct++;
        found->slots[slot] = number;
        found->hashes[number] = hash;
        found->spans[2 * number] = (uint32_t)at;
        found->spans[2 * number + 1] = (uint32_t)next;
    }
    found->numbers[found->chunks++] = number;
    return 1;
}

static PyObject *distinct(PyObject *module, PyObject *args)
{
    PyObject *text, *how, *result = NULL;
    unsigned long long seed;
    Cuts cuts;
    Distinct found = {0};
    if (!PyArg_ParseTuple(args, "SOK", &text, &how, &seed)) return NULL;
    const uint8_t *p = (const uint8_t *)PyBytes_AsString(text);
    int64_t end = PyBytes_Size(text), at = 0;
    if (!open_cuts(&cuts, how, module, end)) return NULL;
    int failed = 0;
    while (!failed && at < end) {
        int64_t stop = end - at > SLICE ? at + SLICE : end;
        Py_BEGIN_ALLOW_THREADS
        while (!failed && at < stop) {
            int64_t next = next_cut(&cuts, p, at, end);
            failed = !number_chunk(&found, p, at, next, seed);
            at = next;
        }
        Py_END_ALLOW_THREADS
        if (!failed && PyErr_CheckSignals()) goto finish;
    }
    if (failed) PyErr_NoMemory();
    else
        result = Py_BuildValue("(y#y#)", found.chunks ? (char *)found.numbers : "", (Py_ssize_t)(found.chunks * 4),
                               found.chunks ? (char *)found.spans : "", (Py_ssize_t)(found.distinct * 8));
finish:
    free(found.numbers);
    free(found.spans);
    free(found.slots);
    free(found.hashes);
    free(cuts.ends);
    return result;
}

/* ---- Trainer: one merge after another, at the cost of the places it touches (see incremental.py)

   The distinct chunks lie in one row of slots, each a list linked both ways, all ended by the slot `end`:

       slot         0    1    2    3    4    5    6 = end         the chunks `aab` and ` ab`
       symbol       a    a    b    _    a    b   -1
       after        1    2    6    4    5    6
       before       6    0    1    6    3    4

   A slot that is merged into the one before it holds -2 - rank from then on. A pair has its exact count and
   its places, the slots of its left side, rising, in one stretch of `places`; some may be stale: it stands
   there no more. All its places come up in one merge, since the new id is in it, so the stretch never grows.
   The heap has an entry for each pair, never worse than the truth, put right when it comes to the top. */

typedef struct {
    uint64_t key;          /* left << 32 | right */
    int64_t count;         /* 0 when merged, or when it stands nowhere any more */
    int64_t start, length; /* its stretch of `places` */
} Pair;

typedef struct {
    int64_t count;
    uint64_t tie; /* the first place, or the order of the ids: the least first */
    uint32_t pair;
} Entry;

typedef struct {
    int32_t left, right;
    int64_t count, replaced;
} Learned;

typedef struct {
    uint32_t pair, place;
} Event; /* a pair that came up at a place */

typedef struct {
    PyObject_HEAD
    int64_t end, num_ids, most_ids, min_count;
    int32_t *symbol;
    uint32_t *before, *after;
    int64_t *weight;
    int32_t *tie_order; /* of base ids; NULL: a tie is settled by place */
    int64_t num_base;
    Table number; /* of each pair, in `pairs` */
    Pair *pairs;
    uint32_t *places;
    Entry *heap;
    Event *events;
    Learned *learned;
    int64_t num_pairs, num_places, waiting, num_learned, rank;
    int64_t room_of_pairs, room_of_places, room_of_heap, room_of_events, room_of_learned;
    int busy;
} Trainer;

static int comes_first(const Entry *a, const Entry *b)
{
    return a->count > b->count || (a->count == b->count && a->tie < b->tie);
}

static void sink(Trainer *self, int64_t at)
{
    Entry item = self->heap[at];
    for (int64_t child; (child = 2 * at + 1) < self->waiting; at = child) {
        child += child + 1 < self->waiting && comes_first(&self->heap[child + 1], &self->heap[child]);
        if (!comes_first(&self->heap[child], &item)) break;
        self->heap[at] = self->heap[child];
    }
    self->heap[at] = item;
}

static void rise(Trainer *self, int64_t at)
{
    Entry item = self->heap[at];
    for (int64_t up; at && comes_first(&item, &self->heap[up = (at - 1) / 2]); at = up)
        self->heap[at] = self->heap[up];
    self->heap[at] = item;
}

static int32_t order_of(const Trainer *self, uint32_t id)
{
    return id < self->num_base ? self->tie_order[id] : (int32_t)id;
}

static Entry entry_of(const Trainer *self, uint32_t pair)
{
    const Pair *of = &self->pairs[pair];
    uint32_t left = (uint32_t)(of->key >> 32), right = (uint32_t)of->key;
    Entry entry = {of->count, self->places[of->start], pair};
    if (self->tie_order) entry.tie = PAIR(order_of(self, left), order_of(self, right));
    return entry;
}

static int stands_at(const Trainer *self, uint64_t key, uint64_t place)
{
    return self->symbol[place] == (int32_t)(key >> 32) && self->symbol[self->after[place]] == (int32_t)(uint32_t)key;
}

/* The pair to merge next, whose entry is then at the top of the heap; NONE if none is left. */
static uint32_t best_pair(Trainer *self)
{
    while (self->waiting) {
        Entry *top = self->heap;
        Pair *pair = &self->pairs[top->pair];
        if (pair->count > 0 && pair->count == top->count && !self->tie_order && !stands_at(self, pair->key, top->tie))
            while (pair->length && !stands_at(self, pair->key, self->places[pair->start]))
                pair->start++, pair->length--;
        else if (pair->count > 0 && pair->count == top->count) return top->pair;
        if (pair->count > 0 && pair->length) *top = entry_of(self, top->pair);
        else *top = self->heap[--self->waiting];
        sink(self, 0);
    }
    return NONE;
}

/* The number of a pair, a new one if it has none; there is room for it. */
static uint32_t number_of(Trainer *self, uint64_t key)
{
    uint64_t slot = slot_of(&self->number, key);
    if (self->number.keys[slot] == key) return self->number.values[slot];
    self->number.keys[slot] = key;
    self->number.values[slot] = (uint32_t)self->num_pairs;
    self->pairs[self->num_pairs] = (Pair){key, 0, 0, 0};
    return (uint32_t)self->num_pairs++;
}

static int reserve_pairs(Trainer *self, int64_t more)
{
    int64_t count = self->num_pairs + more;
    return count < MOST_UNITS && RESERVE(self->pairs, self->room_of_pairs, count)
        && reserve_table(&self->number, count) && RESERVE(self->heap, self->room_of_heap, count);
}

/* Give the pairs from `first` on their stretches of `places`: of the events, those that are theirs, in order. */
static void lay_out(Trainer *self, int64_t first, int64_t num_events)
{
    for (int64_t k = first; k < self->num_pairs; k++) {
        self->pairs[k].start = self->num_places;
        self->num_places += self->pairs[k].length;
        self->pairs[k].length = 0;
    }
    for (int64_t k = 0; k < num_events; k++) {
        Pair *pair = &self->pairs[self->events[k].pair];
        self->places[pair->start + pair->length++] = self->events[k].place;
    }
}

static void gain(Trainer *self, int64_t *num_events, uint64_t key, uint32_t place, int64_t weight)
{
    uint32_t number = number_of(self, key);
    self->pairs[number].count += weight;
    self->pairs[number].length++;
    self->events[(*num_events)++] = (Event){number, place};
}

static void lose(Trainer *self, uint64_t key, int64_t weight)
{
    uint32_t number = value_of(&self->number, key);
    if (number != NONE) self->pairs[number].count -= weight;
}

/* Merge the best pair wherever it stands, from left to right; false, and nothing changed: out of memory. */
static int merge(Trainer *self, uint32_t best)
{
    const Pair pair = self->pairs[best];
    const int32_t left = (int32_t)(pair.key >> 32), right = (int32_t)(uint32_t)pair.key;
    const int32_t new_id = (int32_t)self->num_ids;
    /* Each place gains two pairs, and there are no more new pairs than ids to stand on either side. */
    int64_t gained = 2 * pair.length, kinds = 2 * (self->num_ids + 1), num_events = 0, first = self->num_pairs;
    if (!RESERVE(self->events, self->room_of_events, gained)) return 0;
    if (!RESERVE(self->places, self->room_of_places, self->num_places + gained)) return 0;
    if (!reserve_pairs(self, gained < kinds ? gained : kinds)) return 0;
    if (!RESERVE(self->learned, self->room_of_learned, self->num_learned + 1)) return 0;

    Learned learned = {left, right, pair.count, 0};
    for (int64_t k = pair.start; k < pair.start + pair.length; k++) {
        uint32_t slot = self->places[k];
        if (!stands_at(self, pair.key, slot)) continue;
        uint32_t other = self->after[slot], before = self->before[slot], after = self->after[other];
        int64_t weight = self->weight[slot];
        if (self->symbol[before] >= 0) {
            lose(self, PAIR(self->symbol[before], left), weight);
            gain(self, &num_events, PAIR(self->symbol[before], new_id), before, weight);
        }
        if (self->symbol[after] >= 0) {
            lose(self, PAIR(right, self->symbol[after]), weight);
            gain(self, &num_events, PAIR(new_id, self->symbol[after]), slot, weight);
        }
        self->symbol[slot] = new_id;
        self->symbol[other] = (int32_t)(-2 - self->rank);
        self->after[slot] = after;
        self->before[after] = slot;
        learned.replaced += weight;
    }
    self->pairs[best].count = 0; /* not sooner: where a pair overlaps itself it loses as any other does */
    lay_out(self, first, num_events);
    self->heap[0] = self->heap[--self->waiting];
    if (self->waiting) sink(self, 0);
    for (int64_t k = first; k < self->num_pairs; k++)
        if (self->pairs[k].count > 0) {
            self->heap[self->waiting] = entry_of(self, (uint32_t)k);
            rise(self, self->waiting++);
        }
    self->learned[self->num_learned++] = learned;
    self->num_ids++;
    self->rank++;
    return 1;
}

/* Fill the tables from the slots; false: out of memory. */
static int count_pairs(Trainer *self)
{
    int64_t num_events = 0;
    if (!RESERVE(self->events, self->room_of_events, self->end)) return 0;
    if (!RESERVE(self->places, self->room_of_places, self->end)) return 0;
    for (int64_t slot = 0; slot < self->end; slot++) {
        int32_t right = self->symbol[self->after[slot]];
        if (right < 0) continue;
        if (!reserve_pairs(self, 1)) return 0;
        gain(self, &num_events, PAIR(self->symbol[slot], right), (uint32_t)slot, self->weight[slot]);
    }
    lay_out(self, 0, num_events);
    for (int64_t k = 0; k < self->num_pairs; k++) self->heap[k] = entry_of(self, (uint32_t)k);
    self->waiting = self->num_pairs;
    for (int64_t k = self->waiting / 2 - 1; k >= 0; k--) sink(self, k);
    return 1;
}

/* Write `before`, `after`, `weight` and the end; false where chunks or weights cannot be. */
static int link_slots(Trainer *self, const uint32_t *starts, int64_t chunks, const int64_t *weights)
{
    int64_t total = 0;
    if (chunks ? starts[0] != 0 : self->end != 0) return 0;
    self->symbol[self->end] = -1;
    self->before[self->end] = self->after[self->end] = (uint32_t)self->end;
    self->weight[self->end] = 0;
    for (int64_t k = 0; k < chunks; k++) {
        int64_t start = starts[k], stop = k + 1 < chunks ? starts[k + 1] : self->end;
        /* the sum of all weights, which no count exceeds, stays below 2^62 */
        if (start >= stop || stop > self->end || weights[k] < 0) return 0;
        if (weights[k] > (INT64_MAX / 2 - total) / (stop - start)) return 0;
        total += weights[k] * (stop - start);
        for (int64_t slot = start; slot < stop; slot++) {
            if (self->symbol[slot] < 0 || self->symbol[slot] >= self->num_base) return 0;
            self->before[slot] = (uint32_t)(slot == start ? self->end : slot - 1);
            self->after[slot] = (uint32_t)(slot + 1 == stop ? self->end : slot + 1);
            self->weight[slot] = weights[k];
        }
    }
    return 1;
}

/* Trainer(base_ids, chunk_starts, weights, tie_order or None, first_new_id, most_ids, min_count, seed): int32,
   uint32, int64; the tie order int32 for each base id. There may be `most_ids` ids, base ids among them. */
static PyObject *trainer_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(options))
{
    Py_buffer ids, of_starts, of_weights, order;
    long long first_new_id, most_ids, min_count;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y*y*y*z*LLLK", &ids, &of_starts, &of_weights, &order, &first_new_id, &most_ids,
                          &min_count, &seed))
        return NULL;
    Trainer *self = (Trainer *)new_object(type);
    uint32_t *starts = NULL;
    int64_t *weights = NULL, chunks = 0, num_weights = 0, num_order = 0;
    int fits = 0;
    if (!self || !(self->symbol = copy_of(&ids, sizeof *self->symbol, &self->end))) goto finish;
    if (!(starts = copy_of(&of_starts, sizeof *starts, &chunks))) goto finish;
    if (!(weights = copy_of(&of_weights, sizeof *weights, &num_weights))) goto finish;
    if (order.buf && !(self->tie_order = copy_of(&order, sizeof *self->tie_order, &num_order))) goto finish;
    self->num_base = self->num_ids = first_new_id;
    self->most_ids = most_ids;
    self->min_count = min_count > 1 ? min_count : 1;
    self->number.seed = seed;
    fits = num_weights == chunks && first_new_id >= 0 && first_new_id <= most_ids && most_ids <= MOST_UNITS
        && (!self->tie_order || num_order == first_new_id);
    for (int64_t k = 0; fits && k < num_order; k++) fits = self->tie_order[k] >= 0;
    if (!fits) PyErr_SetString(PyExc_ValueError, "the tables of a trainer do not fit together");
    if (!fits) goto finish;
    int enough = 1;
    Py_BEGIN_ALLOW_THREADS
    int64_t slots = self->end + 1;
    int32_t *symbol = resize(self->symbol, slots, sizeof *symbol);
    if (symbol) self->symbol = symbol;
    self->before = resize(NULL, slots, sizeof *self->before);
    self->after = resize(NULL, slots, sizeof *self->after);
    self->weight = resize(NULL, slots, sizeof *self->weight);
    enough = symbol && self->before && self->after && self->weight;
    fits = enough && link_slots(self, starts, chunks, weights);
    if (fits) enough = count_pairs(self);
    Py_END_ALLOW_THREADS
    if (!enough) PyErr_NoMemory();
    else if (!fits) PyErr_SetString(PyExc_ValueError, "the chunks of a trainer do not fit together");
    fits = fits && enough;
finish:
    PyBuffer_Release(&ids);
    PyBuffer_Release(&of_starts);
    PyBuffer_Release(&of_weights);
    PyBuffer_Release(&order);
    free(starts);
    free(weights);
    if (!fits) Py_CLEAR(self);
    return (PyObject *)self;
}

static void trainer_dealloc(PyObject *object)
{
    Trainer *self = (Trainer *)object;
    free(self->symbol);
    free(self->before);
    free(self->after);
    free(self->weight);
    free(self->tie_order);
    free_table(&self->number);
    free(self->pairs);
    free(self->places);
    free(self->heap);
    free(self->events);
    free(self->learned);
    free_object(object);
}

static int is_free(Trainer *self)
{
    if (self->busy) PyErr_SetString(PyExc_RuntimeError, "another thread is training with this trainer");
    return !self->busy;
}

/* learn(most, budget): learn merges until there are `most`, or none is left, or so many places were looked at;
   a list of (left, right, count, replaced), empty when no pair is left that may be merged. */
static PyObject *trainer_learn(PyObject *object, PyObject *args)
{
    Trainer *self = (Trainer *)object;
    Py_ssize_t most;
    long long budget;
    int enough = 1;
    if (!PyArg_ParseTuple(args, "nL", &most, &budget) || !is_free(self)) return NULL;
    self->busy = 1;
    self->num_learned = 0;
    Py_BEGIN_ALLOW_THREADS
    while (enough && self->num_learned < most && budget > 0 && self->num_ids < self->most_ids) {
        uint32_t pair = best_pair(self);
        if (pair == NONE || self->pairs[pair].count < self->min_count) break;
        budget -= self->pairs[pair].length + 16;
        enough = merge(self, pair);
    }
    Py_END_ALLOW_THREADS
    self->busy = 0;
    if (!enough && !self->num_learned) return PyErr_NoMemory();
    PyObject *list = PyList_New((Py_ssize_t)self->num_learned);
    for (int64_t k = 0; list && k < self->num_learned; k++) {
        const Learned *one = &self->learned[k];
        PyObject *row = Py_BuildValue("(iiLL)", one->left, one->right, (long long)one->count, (long long)one->replaced);
        if (!row || PyList_SetItem(list, (Py_ssize_t)k, row)) Py_CLEAR(list);
    }
    return list;
}

/* best_count(): how often the next pair to be merged occurs; 0 when no pair is left. */
static PyObject *trainer_best_count(PyObject *object, PyObject *Py_UNUSED(none))
{
    Trainer *self = (Trainer *)object;
    if (!is_free(self)) return NULL;
    uint32_t pair = best_pair(self);
    return PyLong_FromLongLong(pair == NONE ? 0 : self->pairs[pair].count);
}

/* symbols(): int32, one for each slot; -2 - rank where a slot was merged into the one before it. */
static PyObject *trainer_symbols(PyObject *object, PyObject *Py_UNUSED(none))
{
    Trainer *self = (Trainer *)object;
    if (!is_free(self)) return NULL;
    return PyBytes_FromStringAndSize((const char *)self->symbol, (Py_ssize_t)(self->end * 4));
}

/* ---- the module */

#ifdef FAIL_ALLOCATIONS
static PyObject *fail_after(PyObject *Py_UNUSED(module), PyObject *args)
{
    if (!PyArg_ParseTuple(args, "l", &allocations_left)) return NULL;
    Py_RETURN_NONE;
}
#endif

#define SLOTS(name, doc, methods)                                                                                \
    {{Py_tp_doc, doc}, {Py_tp_new, name##_new}, {Py_tp_dealloc, name##_dealloc}, {Py_tp_methods, methods}, {0}}

static PyMethodDef no_methods[] = {{NULL, NULL, 0, NULL}};
static PyMethodDef encoder_methods[] = {
    {"encode", encoder_encode, METH_VARARGS, "encode(text, cuts): the ids of a text, UTF-8."},
    {"encode_chunks", encoder_encode_chunks, METH_VARARGS, "encode_chunks(text, cuts): those of each chunk."},
    {"pairs", encoder_pairs, METH_NOARGS, "pairs(): the two ids that make each rank; none: 2**32 - 1."},
    {"forget", encoder_forget, METH_NOARGS, "forget(): drop what is kept of the chunks met so far."},
    {NULL, NULL, 0, NULL}};
static PyMethodDef trainer_methods[] = {
    {"learn", trainer_learn, METH_VARARGS, "learn(most, budget): the next merges, a list of tuples."},
    {"best_count", trainer_best_count, METH_NOARGS, "best_count(): how often the next pair occurs."},
    {"symbols", trainer_symbols, METH_NOARGS, "symbols(): int32, one for each slot."},
    {NULL, NULL, 0, NULL}};
static PyMethodDef functions[] = {
    {"distinct", distinct, METH_VARARGS, "distinct(text, cuts, seed): numbers of all chunks, spans of the distinct."},
#ifdef FAIL_ALLOCATIONS
    {"fail_after", fail_after, METH_VARARGS, "fail_after(n): the n-th allocation from now fails; -1: none."},
#endif
    {NULL, NULL, 0, NULL}};

static PyType_Slot cutter_slots[] = SLOTS(cutter, "Cutter(near, classes, moves, width)", no_methods);
static PyType_Slot encoder_slots[] =
    SLOTS(encoder, "Encoder(byte_ids, made_ids, pairs, tokens, starts, whole, seed)", encoder_methods);
static PyType_Slot trainer_slots[] =
    SLOTS(trainer, "Trainer(base_ids, starts, weights, tie_order, first_new_id, most_ids, min_count, seed)",
          trainer_methods);
#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec cutter_spec = {"bpe_core.fast._native.Cutter", sizeof(Cutter), 0, FLAGS, cutter_slots};
static PyType_Spec encoder_spec = {"bpe_core.fast._native.Encoder", sizeof(Encoder), 0, FLAGS, encoder_slots};
static PyType_Spec trainer_spec = {"bpe_core.fast._native.Trainer", sizeof(Trainer), 0, FLAGS, trainer_slots};

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type)
{
    *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *type ? PyModule_AddType(module, *type) : -1;
}

static int fill_module(PyObject *module)
{
    Types *types = PyModule_GetState(module);
    return add_type(module, &cutter_spec, &types->cutter) || add_type(module, &encoder_spec, &types->encoder)
        || add_type(module, &trainer_spec, &types->trainer) || PyModule_AddIntConstant(module, "INTERFACE", INTERFACE)
        ? -1 : 0;
}

static int visit_module(PyObject *module, visitproc visit, void *arg)
{
    Types *types = PyModule_GetState(module);
    Py_VISIT(types->cutter);
    Py_VISIT(types->encoder);
    Py_VISIT(types->trainer);
    return 0;
}

static int clear_module(PyObject *module)
{
    Types *types = PyModule_GetState(module);
    Py_CLEAR(types->cutter);
    Py_CLEAR(types->encoder);
    Py_CLEAR(types->trainer);
    return 0;
}

static void free_module(void *module)
{
    clear_module(module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};
static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_native",
    .m_doc = "The C twin of bpe_core.fast.",
    .m_size = sizeof(Types),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = visit_module,
    .m_clear = clear_module,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
