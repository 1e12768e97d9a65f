/* The C twin of bpe_core: cut, merge and train, exactly as the plain Python beside it, faster.

   It is optional: `native.py` loads it where it was built, and without it everything is the same but slower. It
   knows nothing of Python, and needs no header of it: Python hands it arrays, which it checked and which it keeps
   alive, and calls the functions whose names begin with `bpe_`, without its lock. Split patterns and character
   classes come as tables (`automaton.py`), vocabularies as pairs of ids, texts as UTF-8. There is no global state.

   What keeps it safe, since it reads strangers' texts and tables:
   - the comment at each function that Python calls says what Python has checked (see the file it is named for);
   - what indexes an array was checked there, or the comment beside it says why it cannot lie outside;
   - what may fail for want of memory is done before anything is changed, and tells it: -1, 0 or NULL.

   Contents: memory; hashing; automaton.py; split.py; encode.py; incremental.py. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const int32_t bpe_interface = 3;   /* raised with every change that native.py must know of */

#define NONE UINT32_MAX            /* no rank, no token, no pair */
#define MOST_UNITS (INT32_MAX - 2) /* slots, offsets and ids fit into 31 bits */
#define OUT_OF_MEMORY (-1)

/* ---- memory */

#ifdef FAIL_ALLOCATIONS
/* Only in the build that tests what happens when memory runs out: the n-th allocation from now fails. */
int64_t bpe_allocations_left = -1;
#define FAILS_NOW (bpe_allocations_left >= 0 && bpe_allocations_left-- == 0)
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

/* ---- hashing. The seed is the process's own, so that nobody can write a text or a table that collides. */

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

/* The hash of 1 byte or more. */
static uint64_t hash_of(const uint8_t *p, int64_t size, uint64_t seed)
{
    uint64_t hash = seed ^ (uint64_t)size;
    for (; size > 8; p += 8, size -= 8) hash = mix(hash ^ word_of(p, 8));
    return mix(hash ^ word_of(p, size)) >> 1; /* so that none is FREE */
}

/* Keys to values. A key lies in the first free slot from where its hash sends it; never more than half of the
   slots are taken, so that every search ends. */
typedef struct {
    uint64_t key, value; /* side by side, so that a search waits for memory once */
} Entry;

typedef struct {
    Entry *entries;
    uint64_t mask, seed; /* seed 0: the keys are hashes themselves */
} Table;

#define FREE UINT64_MAX
#define PAIR(left, right) ((uint64_t)(left) << 32 | (uint32_t)(right)) /* no pair is FREE: ids have 31 bits */

static inline Entry *entry_of(const Table *table, uint64_t key)
{
    uint64_t slot = (table->seed ? mix(key ^ table->seed) : key) & table->mask;
    while (table->entries[slot].key != key && table->entries[slot].key != FREE) slot = (slot + 1) & table->mask;
    return &table->entries[slot];
}

static inline uint32_t get(const Table *table, uint64_t key)
{
    const Entry *entry = entry_of(table, key);
    return entry->key == key ? (uint32_t)entry->value : NONE;
}

/* There is room for it. */
static void put(Table *table, uint64_t key, uint32_t value)
{
    *entry_of(table, key) = (Entry){key, value};
}

/* Make room for so many keys; false, and nothing changed, when out of memory. */
static int reserve_table(Table *table, int64_t count)
{
    Table larger = {NULL, 15, table->seed};
    if (table->entries && 2 * (uint64_t)count <= table->mask + 1) return 1;
    while (larger.mask + 1 < 2 * (uint64_t)count) larger.mask = 2 * larger.mask + 1;
    larger.entries = resize(NULL, (int64_t)larger.mask + 1, sizeof *larger.entries);
    if (!larger.entries) return 0;
    memset(larger.entries, 0xFF, (larger.mask + 1) * sizeof *larger.entries);
    for (uint64_t slot = 0; table->entries && slot <= table->mask; slot++)
        if (table->entries[slot].key != FREE) *entry_of(&larger, table->entries[slot].key) = table->entries[slot];
    free(table->entries);
    *table = larger;
    return 1;
}

/* Strings by number, and the number of a string. Two strings of one hash: the later one goes by the next hash. */
typedef struct {
    const uint8_t *bytes;
    uint32_t *spans; /* where each begins and ends, two for each */
    Table number;
} Strings;

/* The number of a string, or NONE; in `hash`, at first that of the string, is what it goes by. */
static inline uint32_t find(const Strings *of, const uint8_t *p, int64_t size, uint64_t *hash)
{
    for (;; *hash = mix(*hash + 1) >> 1) {
        uint32_t number = get(&of->number, *hash);
        if (number == NONE) return NONE;
        const uint32_t *span = of->spans + 2 * (int64_t)number;
        if (span[1] - span[0] == size && !memcmp(of->bytes + span[0], p, (size_t)size)) return number;
    }
}

/* ---- automaton.py: where a chunk ends

   A split pattern is an automaton over classes of characters. `moves` has a row for each state, and a column
   for each class, the last for the end of the text. A move is where the next row begins, times two, plus one if
   a chunk can end before this character; of the places where it can, the last one counts. ` ?[a-z]+|\d` reads
   " ab1":

       row     read      move           ends
       start   blank     word           -
       word    a         word           -         row 0 is dead: nothing longer can come
       word    b         word, plus 1   (after a)
       word    1         0, plus 1      (after b): the chunk is " ab"                                     */

typedef struct {
    const uint8_t *near;    /* the class of each character below NEAR */
    const uint8_t *classes; /* of every character; below NEAR it is not asked */
    const uint16_t *moves;  /* every move leads to a whole row of them */
    uint64_t width;         /* of a row; every class is below width - 1 */
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
    int64_t here, next = at, best = 0;
    uint64_t row = cutter->width; /* the second one, the start */
    do {
        here = next;
        uint64_t column = here < end ? class_at(cutter, p, here, end, &next) : cutter->width - 1;
        uint16_t move = cutter->moves[row + column];
        if (move & 1) best = here;
        row = move >> 1;
    } while (row && here < end);
    if (best <= at) class_at(cutter, p, at, end, &best); /* no published pattern leaves a character over */
    return best;
}

/* ---- split.py: the chunks of a text, each different one once, in the order in which they first appear

       text      no no yes no          numbers   0 1 2 1
       chunks    no| no| yes| no       spans     (0, 2) (2, 5) (5, 9)                                    */

/* Number the chunks of p[0] to p[end]; return how many there are, and in `distinct` how many differ, or
   OUT_OF_MEMORY. `numbers` has room for `end` items, and `spans` for two times as many: no chunk is empty. */
int64_t bpe_distinct(const Cutter *cutter, const uint8_t *p, int64_t end, uint64_t seed, uint32_t *numbers,
                     uint32_t *spans, int64_t *distinct)
{
    Strings known = {p, spans, {NULL, 0, 0}};
    int64_t chunks = 0, count = 0;
    for (int64_t at = 0, next; at < end; at = next) {
        next = cut(cutter, p, at, end);
        if (!reserve_table(&known.number, count + 1)) {
            chunks = OUT_OF_MEMORY;
            break;
        }
        uint64_t hash = hash_of(p + at, next - at, seed);
        uint32_t number = find(&known, p + at, next - at, &hash);
        if (number == NONE) {
            number = (uint32_t)count++;
            spans[2 * (int64_t)number] = (uint32_t)at;
            spans[2 * (int64_t)number + 1] = (uint32_t)next;
            put(&known.number, hash, number);
        }
        numbers[chunks++] = number;
    }
    free(known.number.entries);
    *distinct = count;
    return chunks;
}

/* ---- encode.py: chunks to ids by the merge of lowest rank, the leftmost of equals */

#define SHORT 64    /* bytes; longer chunks are merged with a heap */
#define KNOWN 16384 /* chunks that are remembered, a power of two */

/* A short chunk met before: a newer one that falls into its place takes it. 128 bytes. */
typedef struct {
    uint8_t size, count, bytes[46];
    uint32_t ids[20];
} Known;

const int64_t bpe_size_of_known = KNOWN * sizeof(Known);

typedef struct {
    const uint32_t *byte_id, *made; /* the ids of the 256 bytes, and the one that each rank makes */
    int64_t count;                  /* of the ranks */
    Table ranks;                    /* (left id, right id) -> rank */
    Strings tokens;                 /* the 256 bytes, then what each rank makes; the numbers of the latter */
} Encoder;

/* A row of units, linked both ways. */
typedef struct {
    uint32_t id, before, after;
} Unit;

/* What one call needs to merge long chunks. */
typedef struct {
    const Encoder *encoder;
    Known *known; /* or NULL */
    Unit *units;
    uint64_t *heap;
    int64_t room_of_units, room_of_heap, waiting;
} Work;

static void free_work(Work *work)
{
    free(work->units);
    free(work->heap);
}

static uint32_t rank_of(const Encoder *encoder, uint32_t left, uint32_t right)
{
    return get(&encoder->ranks, PAIR(left, right));
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

/* Put (rank, unit of the left side) on the heap, the least first, if it and the unit after it have a rank. */
static void push_rank(Work *work, uint32_t left)
{
    uint64_t *heap = work->heap;
    uint32_t rank = rank_of(work->encoder, work->units[left].id, work->units[work->units[left].after].id);
    if (rank == NONE) return;
    int64_t at = work->waiting++;
    for (int64_t up; at && heap[up = (at - 1) / 2] > PAIR(rank, left); at = up) heap[at] = heap[up];
    heap[at] = PAIR(rank, left);
}

static uint64_t pop_rank(Work *work)
{
    uint64_t *heap = work->heap, top = heap[0], last = heap[--work->waiting];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < work->waiting; at = child) {
        child += child + 1 < work->waiting && heap[child + 1] < heap[child];
        if (heap[child] >= last) break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return top;
}

/* Merge a chunk of any length in n log n: a heap of ranks over the linked list. A unit that was merged into the
   one before it has the id NONE. What is on the heap may be stale: it counts if the two neighbours that stand
   there now have that rank. Returns the number of ids.

       unit     0    1    2    3    4          heap
       id       l    o    w    e    r          (1, 3) (3, 0) (5, 1)
       id       l    o    w    er   NONE       (3, 0) (5, 1) (7, 2)                                      */
static int64_t merge_long(Work *work, const uint8_t *p, int64_t size, uint32_t *ids)
{
    const Encoder *encoder = work->encoder;
    if (!RESERVE(work->units, work->room_of_units, size)) return OUT_OF_MEMORY;
    /* one entry for each gap, and at most two more for each of fewer than `size` merges */
    if (!RESERVE(work->heap, work->room_of_heap, 3 * size)) return OUT_OF_MEMORY;
    Unit *units = work->units;
    int64_t left = 0;
    for (int64_t k = 0; k < size; k++) /* before the first there is NONE, after the last one `size` */
        units[k] = (Unit){encoder->byte_id[p[k]], (uint32_t)k - 1, (uint32_t)k + 1};
    for (int64_t k = 0; k + 1 < size; k++) push_rank(work, (uint32_t)k);
    while (work->waiting) {
        uint64_t top = pop_rank(work);
        uint32_t rank = (uint32_t)(top >> 32), at = (uint32_t)top, other = units[at].after;
        if (units[at].id == NONE || other == size || rank_of(encoder, units[at].id, units[other].id) != rank) continue;
        units[at].id = encoder->made[rank];
        units[other].id = NONE;
        units[at].after = units[other].after;
        if (units[at].after < size) {
            units[units[at].after].before = at;
            push_rank(work, at);
        }
        if (units[at].before != NONE) push_rank(work, units[at].before);
    }
    for (int64_t k = 0; k < size; k = units[k].after) ids[left++] = units[k].id;
    return left;
}

static int64_t merge_bytes(Work *work, const uint8_t *p, int64_t size, uint32_t *ids)
{
    return size > SHORT ? merge_long(work, p, size, ids) : merge_short(work->encoder, p, size, ids);
}

/* Write the ids of a chunk of 1 byte or more, no more than it has bytes; return their number. */
static int64_t encode_chunk(Work *work, const uint8_t *p, int64_t size, uint32_t *ids)
{
    const Encoder *encoder = work->encoder;
    if (size == 1) return ids[0] = encoder->byte_id[p[0]], 1;
    uint64_t hash = hash_of(p, size, encoder->ranks.seed), goes_by = hash;
    uint32_t token = encoder->tokens.number.entries ? find(&encoder->tokens, p, size, &goes_by) : NONE;
    if (token != NONE) return ids[0] = encoder->made[token - 256], 1;
    Known *known = work->known ? work->known + (hash >> 32) % KNOWN : NULL;
    if (known && known->size == size && !memcmp(known->bytes, p, (size_t)size)) {
        memcpy(ids, known->ids, known->count * sizeof *ids);
        return known->count;
    }
    int64_t count = merge_bytes(work, p, size, ids);
    if (known && size <= (int64_t)sizeof known->bytes && count <= (int64_t)(sizeof known->ids / sizeof *known->ids)) {
        known->size = (uint8_t)size;
        known->count = (uint8_t)count;
        memcpy(known->bytes, p, (size_t)size);
        memcpy(known->ids, ids, (size_t)count * sizeof *ids);
    }
    return count;
}

/* Write the ids of the chunks from p[*at] on, until p[stop] is reached, behind the `num_ids` that are there, and
   leave in `at` where they ended; return how many ids there are now, or OUT_OF_MEMORY. The text ends at p[end].
   `ids` has room for `end` items: no chunk has more ids than bytes. Without a cutter the chunks end at `ends`,
   which rise to `end`. `by_chunk`, if it is asked for, is at first filled with 0, a byte for each of the text: 1
   is put where a chunk begins among the ids. `known` are filled with 0 at first, and no other thread uses them. */
int64_t bpe_encode(const Encoder *encoder, Known *known, const Cutter *cutter, const uint32_t *ends, const uint8_t *p,
                   int64_t end, int64_t stop, int64_t *at, int64_t num_ids, uint32_t *ids, uint8_t *by_chunk)
{
    Work work = {.encoder = encoder, .known = known};
    while (*at < stop && num_ids >= 0) {
        int64_t next = cutter ? cut(cutter, p, *at, end) : *ends++;
        int64_t count = encode_chunk(&work, p + *at, next - *at, ids + num_ids);
        if (by_chunk && count > 0) by_chunk[num_ids] = 1;
        num_ids = count < 0 ? OUT_OF_MEMORY : num_ids + count;
        *at = next;
    }
    free_work(&work);
    return num_ids;
}

/* Put the rank of each pair into the table, which has room for it; of equal pairs the first one counts. */
void bpe_fill_ranks(Encoder *encoder, const uint32_t *pairs)
{
    for (int64_t rank = 0; rank < encoder->count; rank++)
        if (rank_of(encoder, pairs[2 * rank], pairs[2 * rank + 1]) == NONE)
            put(&encoder->ranks, PAIR(pairs[2 * rank], pairs[2 * rank + 1]), (uint32_t)rank);
}

/* Write the tokens: the 256 bytes, and for each rank the token of its left side, then that of its right one.
   Returns how many bytes they have; 0 if that is more than `room`, or one is made of what no earlier rank makes.
   `unit_of` has an item, NONE, for each id. */
int64_t bpe_spell(const Encoder *encoder, const uint32_t *pairs, uint32_t *unit_of, uint8_t *bytes, int64_t room)
{
    uint32_t *spans = encoder->tokens.spans, used = 0;
    for (; used < 256; used++) {
        bytes[used] = (uint8_t)used;
        spans[2 * used] = used;
        spans[2 * used + 1] = used + 1;
        unit_of[encoder->byte_id[used]] = used;
    }
    for (int64_t rank = 0; rank < encoder->count; rank++) {
        spans[2 * (256 + rank)] = used;
        for (int side = 0; side < 2; side++) {
            uint32_t unit = unit_of[pairs[2 * rank + side]];
            if (unit == NONE || spans[2 * unit + 1] - spans[2 * unit] > room - used) return 0;
            memcpy(bytes + used, bytes + spans[2 * unit], spans[2 * unit + 1] - spans[2 * unit]);
            used += spans[2 * unit + 1] - spans[2 * unit];
        }
        spans[2 * (256 + rank) + 1] = used;
        unit_of[encoder->made[rank]] = (uint32_t)(256 + rank);
    }
    return used;
}

/* Put the number of each token that a rank makes into the table, which has room for it. */
void bpe_fill_tokens(Encoder *encoder)
{
    for (int64_t unit = 256; unit < 256 + encoder->count; unit++) {
        const uint32_t *span = encoder->tokens.spans + 2 * unit;
        const uint8_t *p = encoder->tokens.bytes + span[0];
        uint64_t hash = hash_of(p, span[1] - span[0], encoder->ranks.seed);
        if (find(&encoder->tokens, p, span[1] - span[0], &hash) == NONE)
            put(&encoder->tokens.number, hash, (uint32_t)unit);
    }
}

/* Find the pair that makes each token of a table of ranks: what is left of its bytes after all lower ranks. Puts
   it into the table too, which has room for it. `ids` has room for as many as the longest token has bytes.

   A token of which more is left keeps the pair that it came with, NONE twice, and is met as a whole chunk alone.
   But where merges of higher rank leave two of it, tiktoken, which goes by the bytes, would join these: then it
   returns 0, else 1, or OUT_OF_MEMORY. */
int64_t bpe_recover(Encoder *encoder, uint32_t *pairs, uint32_t *ids)
{
    Work work = {.encoder = encoder};
    int64_t result = 1;
    for (int64_t k = 0; k < 2 * encoder->count && result > 0; k++) {
        int64_t rank = k % encoder->count; /* each of them twice */
        const uint32_t *span = encoder->tokens.spans + 2 * (256 + rank);
        if (k >= encoder->count && pairs[2 * rank] != NONE) continue;
        int64_t left = merge_bytes(&work, encoder->tokens.bytes + span[0], span[1] - span[0], ids);
        if (left < 0) result = OUT_OF_MEMORY;
        else if (k >= encoder->count) result = left > 2;
        else if (left == 2) {
            memcpy(pairs + 2 * rank, ids, 2 * sizeof *ids);
            put(&encoder->ranks, PAIR(ids[0], ids[1]), (uint32_t)rank);
        }
    }
    free_work(&work);
    return result;
}

/* ---- incremental.py: one merge after another, at the cost of the places it touches

   The distinct chunks lie in one row of slots, each a list linked both ways, all ended by the slot `end`:

       slot         0    1    2    3    4    5    6 = end         the chunks `aab` and ` ab`
       symbol       a    a    b    _    a    b   -1
       following    1    2    6    4    5    6
       preceding    6    0    1    6    3    4

   A slot that is merged into the one before it holds -2 - rank from then on. A pair has its exact count and its
   places, the slots of its left side, rising, in one stretch of `places`; some may be stale: it stands there no
   more. All its places come up in one merge, since the new id is in it, so the stretch never grows. The heap has
   an item for each pair, never worse than the truth, put right when it comes to the top. */

typedef struct {
    int32_t symbol;
    uint32_t preceding, following, chunk;
} Slot;

typedef struct {
    uint32_t left, right;
    int64_t count;         /* 0 when merged, or when it stands nowhere any more */
    int64_t start, length; /* its stretch of `places` */
} Pair;

typedef struct {
    int64_t count;
    uint64_t tie; /* the first place, or the order of the ids: the least first */
    uint32_t pair;
} Item;

typedef struct {
    uint32_t pair, place;
} Event; /* a pair that came up at a place */

typedef struct {
    const int64_t *weights;   /* of each chunk */
    const int32_t *tie_order; /* of base ids; NULL: a tie is settled by place */
    int64_t num_base, num_ids;
    Slot *slots;
    Table number; /* of each pair, in `pairs` */
    Pair *pairs;
    uint32_t *places;
    Item *heap;
    Event *events;
    int64_t num_pairs, num_places, num_events, waiting;
    int64_t room_of_pairs, room_of_places, room_of_heap, room_of_events;
} Trainer;

static int comes_first(const Item *a, const Item *b)
{
    return a->count > b->count || (a->count == b->count && a->tie < b->tie);
}

/* Put an item on the heap; there is room for it. */
static void push_item(Trainer *self, Item item)
{
    int64_t at = self->waiting++;
    for (int64_t up; at && comes_first(&item, &self->heap[up = (at - 1) / 2]); at = up)
        self->heap[at] = self->heap[up];
    self->heap[at] = item;
}

/* Put an item in place of the first one, which came before it. */
static void sink_item(Trainer *self, Item item)
{
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < self->waiting; at = child) {
        child += child + 1 < self->waiting && comes_first(&self->heap[child + 1], &self->heap[child]);
        if (!comes_first(&self->heap[child], &item)) break;
        self->heap[at] = self->heap[child];
    }
    self->heap[at] = item;
}

static uint64_t order_of(const Trainer *self, uint32_t id)
{
    return id < self->num_base ? (uint64_t)self->tie_order[id] : id;
}

static Item item_of(const Trainer *self, uint32_t number)
{
    const Pair *pair = &self->pairs[number];
    uint64_t tie = self->tie_order ? order_of(self, pair->left) << 32 | order_of(self, pair->right)
                                   : self->places[pair->start];
    return (Item){pair->count, tie, number};
}

static int stands_at(const Trainer *self, const Pair *pair, uint32_t place)
{
    const Slot *slot = &self->slots[place];
    return slot->symbol == (int32_t)pair->left && self->slots[slot->following].symbol == (int32_t)pair->right;
}

/* The pair to merge next, whose item is then at the top of the heap; NULL if none is left. */
static Pair *best_pair(Trainer *self)
{
    while (self->waiting) {
        Item top = self->heap[0];
        Pair *pair = &self->pairs[top.pair];
        if (pair->count == top.count)
            while (pair->length && !stands_at(self, pair, self->places[pair->start])) pair->start++, pair->length--;
        if (pair->count > 0 && pair->length) {
            Item now = item_of(self, top.pair);
            if (now.count == top.count && now.tie == top.tie) return pair;
            sink_item(self, now);
        } else sink_item(self, self->heap[--self->waiting]);
    }
    return NULL;
}

/* Make room for pairs that come up, `kinds` of them at `places` places; false: out of memory. */
static int reserve_gains(Trainer *self, int64_t kinds, int64_t places)
{
    int64_t num_pairs = self->num_pairs + kinds, num_places = self->num_places + places;
    return num_pairs < MOST_UNITS && RESERVE(self->pairs, self->room_of_pairs, num_pairs)
        && RESERVE(self->heap, self->room_of_heap, num_pairs) && reserve_table(&self->number, num_pairs)
        && RESERVE(self->places, self->room_of_places, num_places) && RESERVE(self->events, self->room_of_events, places);
}

/* A pair comes up at a place; there is room for it. */
static void gain(Trainer *self, int32_t left, int32_t right, uint32_t place, int64_t weight)
{
    uint64_t key = PAIR(left, right);
    Entry *entry = entry_of(&self->number, key);
    if (entry->key != key) {
        *entry = (Entry){key, (uint64_t)self->num_pairs};
        self->pairs[self->num_pairs++] = (Pair){(uint32_t)left, (uint32_t)right, 0, 0, 0};
    }
    self->pairs[entry->value].count += weight;
    self->pairs[entry->value].length++;
    self->events[self->num_events++] = (Event){(uint32_t)entry->value, place};
}

static void lose(Trainer *self, int32_t left, int32_t right, int64_t weight)
{
    uint32_t number = get(&self->number, PAIR(left, right));
    if (number != NONE) self->pairs[number].count -= weight;
}

/* Give each pair from `first` on its stretch of `places`, in order, and put it on the heap. */
static void lay_out(Trainer *self, int64_t first)
{
    for (int64_t k = first; k < self->num_pairs; k++) {
        self->pairs[k].start = self->num_places;
        self->num_places += self->pairs[k].length;
        self->pairs[k].length = 0;
    }
    for (int64_t k = 0; k < self->num_events; k++) {
        Pair *pair = &self->pairs[self->events[k].pair];
        self->places[pair->start + pair->length++] = self->events[k].place;
    }
    self->num_events = 0;
    for (int64_t k = first; k < self->num_pairs; k++) push_item(self, item_of(self, (uint32_t)k));
}

/* Merge the best pair wherever it stands, from left to right; return the weight of the places replaced, or
   OUT_OF_MEMORY, and nothing changed. */
static int64_t merge(Trainer *self, Pair pair)
{
    const int32_t left = (int32_t)pair.left, right = (int32_t)pair.right, new_id = (int32_t)self->num_ids;
    /* Each place gains two pairs, and there are no more new pairs than ids to stand on either side. */
    int64_t places = 2 * pair.length, kinds = 2 * (self->num_ids + 1), first = self->num_pairs, replaced = 0;
    if (!reserve_gains(self, places < kinds ? places : kinds, places)) return OUT_OF_MEMORY;
    Slot *slots = self->slots;
    for (int64_t k = pair.start; k < pair.start + pair.length; k++) {
        uint32_t at = self->places[k];
        if (!stands_at(self, &pair, at)) continue;
        uint32_t before = slots[at].preceding, other = slots[at].following, after = slots[other].following;
        int64_t weight = self->weights[slots[at].chunk];
        if (slots[before].symbol >= 0) {
            lose(self, slots[before].symbol, left, weight);
            gain(self, slots[before].symbol, new_id, before, weight);
        }
        if (slots[after].symbol >= 0) {
            lose(self, right, slots[after].symbol, weight);
            gain(self, new_id, slots[after].symbol, at, weight);
        }
        slots[at].symbol = new_id;
        slots[other].symbol = (int32_t)(-2 - (self->num_ids - self->num_base));
        slots[at].following = after;
        slots[after].preceding = at;
        replaced += weight;
    }
    /* Not sooner: where a pair overlaps itself it loses as any other does. */
    self->pairs[get(&self->number, PAIR(left, right))].count = 0;
    sink_item(self, self->heap[--self->waiting]);
    lay_out(self, first);
    self->num_ids++;
    return replaced;
}

void bpe_free_trainer(Trainer *self)
{
    free(self->slots);
    free(self->number.entries);
    free(self->pairs);
    free(self->places);
    free(self->heap);
    free(self->events);
    free(self);
}

/* Make a trainer of `end` base ids below num_base, in chunks that begin at `starts`, rising from 0, and occur
   `weights` times each, which together, for each unit, are below 2^62. The weights and the order stay its
   caller's, and must live as long. NULL: out of memory. */
Trainer *bpe_new_trainer(const int32_t *base_ids, int64_t end, const uint32_t *starts, const int64_t *weights,
                         int64_t chunks, const int32_t *tie_order, int64_t num_base, uint64_t seed)
{
    Trainer *self = resize(NULL, 1, sizeof *self);
    if (!self) return NULL;
    *self = (Trainer){.weights = weights, .tie_order = tie_order, .num_base = num_base, .num_ids = num_base,
                      .number.seed = seed};
    int enough = (self->slots = resize(NULL, end + 1, sizeof *self->slots)) && reserve_gains(self, 1, end);
    if (enough) self->slots[end] = (Slot){-1, (uint32_t)end, (uint32_t)end, 0};
    for (int64_t k = 0; k < chunks && enough; k++) {
        int64_t start = starts[k], stop = k + 1 < chunks ? starts[k + 1] : end;
        for (int64_t at = start; at < stop; at++)
            self->slots[at] = (Slot){base_ids[at], (uint32_t)(at == start ? end : at - 1),
                                     (uint32_t)(at + 1 == stop ? end : at + 1), (uint32_t)k};
        for (int64_t at = start; at + 1 < stop && enough; at++) {
            enough = reserve_gains(self, 1, 0);
            if (enough) gain(self, base_ids[at], base_ids[at + 1], (uint32_t)at, weights[k]);
        }
    }
    if (!enough) return bpe_free_trainer(self), NULL;
    lay_out(self, 0);
    return self;
}

/* Learn merges until there are `most`, or the next pair occurs less than min_count times, or `budget` places were
   looked at. Writes four numbers for each, left, right, count, replaced, and in `next_count` how often the next
   pair occurs, 0 for none; returns how many there are, or OUT_OF_MEMORY. No id is above most_ids - 1. */
int64_t bpe_learn(Trainer *self, int64_t most, int64_t most_ids, int64_t budget, int64_t min_count, int64_t *learned,
                  int64_t *next_count)
{
    Pair *best;
    int64_t num_learned = 0;
    while ((best = best_pair(self)) && num_learned < most && budget > 0 && self->num_ids < most_ids
           && best->count >= min_count) {
        int64_t *row = learned + 4 * num_learned;
        row[0] = best->left;
        row[1] = best->right;
        row[2] = best->count;
        budget -= best->length + 16;
        row[3] = merge(self, *best);
        if (row[3] == OUT_OF_MEMORY) return num_learned ? num_learned : OUT_OF_MEMORY;
        num_learned++;
    }
    *next_count = best ? best->count : 0;
    return num_learned;
}

/* Write the symbol of each slot. */
void bpe_symbols(const Trainer *self, int64_t end, int32_t *symbols)
{
    for (int64_t at = 0; at < end; at++) symbols[at] = self->slots[at].symbol;
}
