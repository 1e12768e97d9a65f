/* The C implementation of bpe_core: splits, encodes and trains exactly as the plain Python next to it, but faster.

   It is optional: `native.py` loads it if it was built, and everything works without it, only slower. It does not
   use the Python C API. Python calls the functions whose names begin with `bpe_`, without holding the interpreter's
   lock; it passes arrays, which it has checked before and keeps alive. Split patterns and character classes are
   passed as tables (`automaton.py`), vocabularies as pairs of ids, texts as UTF-8. There is no global state.

   Why it is safe, although it reads texts and tables from strangers:
   - the comment on each function that Python calls says what Python has checked (in the file that its section is
     named after);
   - every array index was checked there, or the comment next to it says why it cannot be out of range;
   - memory is allocated before anything is changed, and a failure is reported: -1, 0 or NULL.

   Contents: memory; hashing; automaton.py; split.py; encode.py; incremental.py. */

#ifdef __linux__
#define _DEFAULT_SOURCE /* for madvise */
#include <sys/mman.h>
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A Windows library exports only functions that are marked; Microsoft's compiler has no prefetch instruction. */
#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC
#endif
#ifdef _MSC_VER
#define __builtin_prefetch(address) ((void)0)
#endif

PUBLIC const int32_t bpe_interface = 11; /* incremented with every change that concerns native.py */

#define NONE UINT32_MAX            /* no unit */
#define MOST_UNITS (INT32_MAX - 2) /* slots, offsets and ids fit into 31 bits */
#define OUT_OF_MEMORY (-1)

/* ---- memory */

static void *resize(void *old, int64_t count, size_t size)
{
    if (count < 0 || (uint64_t)count > (uint64_t)PTRDIFF_MAX / size) return NULL;
    return realloc(old, count ? (size_t)count * size : 1);
}

#define UNSET 256 /* no byte */

/* Memory for random access, with every byte set to the same value, unless that is UNSET. From 2 MB on, pages of 2 MB
   are requested: with small pages, half of the time is spent on address translation. */
static void *scattered(int64_t count, size_t size, int filled)
{
    const size_t large = 1 << 21, page = (size_t)count < large / size ? 64 : large;
    const size_t whole = ((size_t)count * size + page - 1) / page * page;
    if ((uint64_t)count > ((uint64_t)PTRDIFF_MAX - large) / size) return NULL;
#ifdef _WIN32
    void *room = malloc(whole); /* Windows has no aligned_alloc, and free() accepts no substitute */
#else
    void *room = aligned_alloc(page, whole);
#endif
#ifdef MADV_HUGEPAGE
    if (room && page == large) madvise(room, whole, MADV_HUGEPAGE);
#endif
    return room && filled != UNSET ? memset(room, filled, whole) : room;
}

/* Make room for at least `count` items in `array`; if it grows, to twice its size or more. False: out of memory. */
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

/* ---- hashing. The seed is different in every process, so that nobody can prepare a text or a table whose hashes
   collide. */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

/* A hash table with open addressing. An entry is stored in the first slot, from the one that its hash selects, that
   was free; at most half of the slots are used, so that every search ends. */
typedef struct {
    uint64_t key, value; /* adjacent, so that a search waits for memory only once */
} Entry;

typedef struct {
    Entry *entries;
    uint64_t mask, seed;
} Table;

#define FREE UINT64_MAX
#define PAIR(left, right) ((uint64_t)(left) << 32 | (uint32_t)(right)) /* no pair equals FREE: ids have 31 bits */

/* The entry of a key, or the free entry where it belongs. */
static inline Entry *entry_of(const Table *table, uint64_t key)
{
    uint64_t slot = mix(key ^ table->seed) & table->mask;
    while (table->entries[slot].key != key && table->entries[slot].key != FREE) slot = (slot + 1) & table->mask;
    return &table->entries[slot];
}

/* Make room for `count` keys; false, with nothing changed, when out of memory. */
static int reserve_table(Table *table, int64_t count)
{
    Table larger = {NULL, 15, table->seed};
    if (table->entries && 2 * (uint64_t)count <= table->mask + 1) return 1;
    while (larger.mask + 1 < 2 * (uint64_t)count) larger.mask = 2 * larger.mask + 1;
    larger.entries = scattered((int64_t)larger.mask + 1, sizeof *larger.entries, 0xFF);
    if (!larger.entries) return 0;
    for (uint64_t old = 0; table->entries && old <= table->mask; old++) {
        if (table->entries[old].key == FREE) continue;
        uint64_t slot = mix(table->entries[old].key ^ table->seed) & larger.mask;
        while (larger.entries[slot].key != FREE) slot = (slot + 1) & larger.mask;
        larger.entries[slot] = table->entries[old];
    }
    free(table->entries);
    *table = larger;
    return 1;
}

/* The key of a string of 1 byte or more: up to 7 bytes are their own, unique key; the key of a longer string is a
   hash, which other strings can share. */
static uint64_t key_of(const uint8_t *p, int64_t size, uint64_t seed)
{
    uint32_t first;
    uint64_t word, hash = seed ^ (uint64_t)size, length = (uint64_t)size << 56;
    if (size < 4) return length | (uint64_t)p[0] << 16 | (uint64_t)p[size / 2] << 8 | p[size - 1];
    memcpy(&first, p, 4);
    if (size < 8)
        return length | (uint64_t)first << 24 | (uint64_t)p[size - 3] << 16 | (uint64_t)p[size - 2] << 8 | p[size - 1];
    for (; size > 8; p += 8, size -= 8) {
        memcpy(&word, p, 8);
        hash = mix(hash ^ word);
    }
    memcpy(&word, p + size - 8, 8); /* the last 8 bytes, some of which may be hashed twice */
    return mix(hash ^ word) >> 2 | (uint64_t)1 << 63;
}

/* Strings by number, and a table from strings to their numbers. */
typedef struct {
    const uint8_t *bytes;   /* the strings end to end */
    const uint32_t *starts; /* the offset of each one, and the end of the last one */
    Table numbers;
} Strings;

/* The entry of a string with this key, or the free entry where it belongs. */
static inline Entry *find(const Strings *of, uint64_t key, const uint8_t *p, int64_t size)
{
    for (uint64_t slot = mix(key ^ of->numbers.seed);; slot++) {
        Entry *entry = &of->numbers.entries[slot & of->numbers.mask];
        if (entry->key == FREE || (entry->key == key && size < 8)) return entry;
        if (entry->key != key) continue;
        const uint32_t *start = of->starts + entry->value;
        if (start[1] - start[0] == size && !memcmp(of->bytes + start[0], p, (size_t)size)) return entry;
    }
}

/* ---- automaton.py: where a chunk ends

   A split pattern is an automaton over classes of characters. `moves` has a row for each state and a column for each
   class, the last for the end of the text. A move is the index of the next row times two, plus one if a chunk can
   end before this character; the chunk ends at the last such place. For example, ` ?[a-z]+|\d` reads " ab1":

       row     read      move           ends
       start   blank     word           -
       word    a         word           -         row 0 is dead: no longer match is possible
       word    b         word, plus 1   (after a)
       word    1         0, plus 1      (after b): the chunk is " ab"                                     */

typedef struct {
    const uint8_t *classes; /* the class of each character */
    const uint16_t *moves;  /* every move leads to the start of a row */
    uint64_t width;         /* of a row; every class is below width - 1 */
} PreTokenizer;

#define CODE_POINTS 0x110000

/* The class of the character at p[at], at < end, and where the next character begins. Invalid UTF-8 gets some class;
   nothing outside of p is read, and `next` is at most `end`. */
static uint8_t class_at(const PreTokenizer *pre_tokenizer, const uint8_t *p, int64_t at, int64_t end, int64_t *next)
{
    uint32_t byte = p[at], size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    *next = at + 1;
    if (size == 1 || end - at < size) return pre_tokenizer->classes[byte];
    *next = at + size;
    uint32_t code = byte & (0x7Fu >> size);
    for (uint32_t k = 1; k < size; k++) code = code << 6 | (p[at + k] & 0x3Fu);
    return pre_tokenizer->classes[code < CODE_POINTS ? code : 0];
}

/* Where the chunk that begins at p[at] ends, at < end: at least one character further. */
static int64_t cut(const PreTokenizer *pre_tokenizer, const uint8_t *p, int64_t at, int64_t end)
{
    const uint8_t *classes = pre_tokenizer->classes;
    const uint16_t *moves = pre_tokenizer->moves;
    int64_t here, next = at, best = 0;
    uint64_t row = pre_tokenizer->width, column; /* row 1, the start state */
    do {
        here = next;
        if (here == end) column = pre_tokenizer->width - 1;
        else if (p[here] < 0x80) column = classes[p[next++]];
        else column = class_at(pre_tokenizer, p, here, end, &next);
        uint16_t move = moves[row + column];
        if (move & 1) best = here;
        /* Most characters leave the state as it is, such as the letters of a word: these need not wait for each other. */
        if (move >> 1 == row)
            for (; next < end && p[next] < 0x80 && moves[row + classes[p[next]]] == move; next++)
                if (move & 1) best = next;
        row = move >> 1;
    } while (row && here < end);
    if (best <= at) class_at(pre_tokenizer, p, at, end, &best); /* published patterns match every character */
    return best;
}

/* ---- split.py: the chunks of texts, each distinct one once, in order of first appearance

       texts     no no| yes no         numbers   0 1 2 1
       joined    no no yes             starts    0 2 5 9                                             */

#define AHEAD 32 /* chunks split before the first of them is looked up, so that their memory can be prefetched together */

typedef struct {
    int64_t end;
    uint64_t key, hash;
} Chunk;

/* Split off at most AHEAD chunks from p[at] on, at < end; returns how many. Without a pre_tokenizer, the chunks end at
   `ends`. */
static int64_t cut_ahead(const PreTokenizer *pre_tokenizer, const uint32_t *ends, const uint8_t *p, int64_t at, int64_t end,
                         uint64_t seed, Chunk *chunks)
{
    int64_t count = 0;
    for (int64_t next; count < AHEAD && at < end; at = next) {
        next = pre_tokenizer ? cut(pre_tokenizer, p, at, end) : ends[count];
        uint64_t key = key_of(p + at, next - at, seed);
        chunks[count++] = (Chunk){next, key, mix(key ^ seed)};
    }
    return count;
}

/* Number the chunks of `texts` texts, which are end to end in p; `ends` has the end of each text, in increasing
   order. Returns the number of chunks, or OUT_OF_MEMORY; `distinct` then has the number of distinct chunks, and
   `ends` the number of chunks up to the end of each text. `numbers` and `joined` have room for as many items as p has
   bytes, and `starts` for one more, which is enough since no chunk is empty. */
PUBLIC int64_t bpe_distinct(const PreTokenizer *pre_tokenizer, const uint8_t *p, uint32_t *ends, int64_t texts, uint64_t seed,
                            uint32_t *numbers, uint8_t *joined, uint32_t *starts, int64_t *distinct)
{
    Chunk ahead[AHEAD];
    Strings known = {joined, starts, {.seed = seed}};
    int64_t chunks = 0, count = 0, at = 0, num_ahead, enough = 1;
    starts[0] = 0;
    for (int64_t text = 0; text < texts && enough; ends[text++] = (uint32_t)chunks) {
        while (at < ends[text] && (enough = reserve_table(&known.numbers, count + AHEAD))) {
            num_ahead = cut_ahead(pre_tokenizer, NULL, p, at, ends[text], seed, ahead);
            for (int64_t k = 0; k < num_ahead; k++)
                __builtin_prefetch(&known.numbers.entries[ahead[k].hash & known.numbers.mask]);
            for (int64_t k = 0; k < num_ahead; at = ahead[k++].end) {
                int64_t size = ahead[k].end - at;
                Entry *entry = find(&known, ahead[k].key, p + at, size);
                if (entry->key == FREE) {
                    *entry = (Entry){ahead[k].key, (uint64_t)count};
                    memcpy(joined + starts[count], p + at, (size_t)size);
                    starts[count + 1] = starts[count] + (uint32_t)size;
                    count++;
                }
                numbers[chunks++] = (uint32_t)entry->value;
            }
        }
    }
    free(known.numbers.entries);
    *distinct = count;
    return enough ? chunks : OUT_OF_MEMORY;
}

/* ---- encode.py: chunks to ids by the merge of lowest rank, the leftmost if there are several */

#define SHORT 128           /* bytes; longer chunks use runs and a heap */
#define MOST_RECENT 65536   /* ranks whose newest run is known, a power of two */
#define LEAST_KNOWN 32768   /* chunks in a new cache, a power of two */
#define MOST_KNOWN 262144

/* A short chunk in a cache. Its size is 64 bytes, a cache line. */
typedef struct {
    uint8_t size, count, bytes[22]; /* size 0: the slot is free */
    uint32_t ids[10];
} Known;

/* Chunks whose ids are known. A newer chunk with the same slot replaces an older one; if that is frequent, the cache
   grows. Only one thread at a time uses a cache. */
typedef struct {
    Known *known;
    uint64_t mask, replaced, seed;
} Cache;

typedef struct {
    uint32_t byte_id[256];
    Table ranks;    /* (left id, right id) -> rank << 32 | id that the pair makes */
    Strings tokens; /* tokens that no pair makes, which are found only as whole chunks */
    const uint32_t *made; /* the id of each of those */
    uint64_t rank_of_bytes[65536]; /* of the pair of two bytes: a chunk begins with these, and this table is small */
} Encoder;

#define NO_RANK UINT64_MAX /* the value of a free entry; compares above every rank */

static inline uint64_t rank_of(const Encoder *encoder, uint32_t left, uint32_t right)
{
    return entry_of(&encoder->ranks, PAIR(left, right))->value;
}

/* Merge 1 to SHORT ids in place, given the ranks of their pairs: each of up to n merges scans n ranks, which is the fastest way for so few ids.

       ids     l   o   w   e   r          ranks[k] is that of ids[k] and ids[k + 1]
       ranks     3   5   -   1
       ids     l   o   w   er             after the merge of rank 1: the ranks next to it are looked up again
       ranks     3   5   7                                                                               */
static int64_t merge_short(const Encoder *encoder, uint32_t *ids, uint64_t *ranks, int64_t left)
{
    while (left > 1) {
        int64_t at = 0;
        for (int64_t k = 1; k + 1 < left; k++)
            if (ranks[k] < ranks[at]) at = k;
        if (ranks[at] == NO_RANK) break;
        ids[at] = (uint32_t)ranks[at];
        left--;
        memmove(ids + at + 1, ids + at + 2, (size_t)(left - at - 1) * sizeof *ids);
        memmove(ranks + at, ranks + at + 1, (size_t)(left - at - 1) * sizeof *ranks);
        if (at + 1 < left) ranks[at] = rank_of(encoder, ids[at], ids[at + 1]);
        if (at) ranks[at - 1] = rank_of(encoder, ids[at - 1], ids[at]);
    }
    return left;
}

/* A unit of a long chunk: an item of the list of units, and, if its pair with the next unit has a rank, of a run. */
typedef struct {
    uint32_t id, before, after, run, sooner, later;
} Unit;

/* Units whose pairs have the same rank, from left to right. If all of them have left, `first` is NONE, and `last` the
   one that left last; when such a run reaches the top of the heap, it gets NO_RANK and is used no more. */
typedef struct {
    uint64_t rank; /* rank << 32 | id that the pair makes */
    uint32_t first, last;
} Run;

/* A long chunk, its runs, and a heap of them: (rank, first unit) -> run, smallest first. */
typedef struct {
    const Encoder *encoder;
    Unit *units;
    Run *runs;
    Entry *heap;
    int64_t num_runs, waiting, room_of_runs, room_of_heap;
    uint32_t *newest;        /* a run for each rank, or for several */
    uint64_t newest_mask;
    uint64_t pair, rank;     /* the pair that was looked up last, for runs of equal letters */
} LongChunk;

/* Put a unit at the end of the newest run of its rank, or if it is not beyond that, into a new run. Returns whether
   there was memory. */
static int enter_run(LongChunk *chunk, uint32_t at)
{
    Unit *units = chunk->units;
    uint64_t pair = PAIR(units[at].id, units[units[at].after].id), rank = chunk->rank;
    if (pair != chunk->pair) rank = chunk->rank = entry_of(&chunk->encoder->ranks, chunk->pair = pair)->value;
    if (rank == NO_RANK) return 1;
    uint32_t *newest = &chunk->newest[rank >> 32 & chunk->newest_mask];
    Run *run = &chunk->runs[*newest];
    units[at].later = NONE;
    if (*newest < chunk->num_runs && run->rank == rank && run->last < at) {
        units[at].sooner = run->first == NONE ? NONE : run->last;
        *(run->first == NONE ? &run->first : &units[run->last].later) = at;
        run->last = at;
    } else {
        if (chunk->num_runs == NONE || !RESERVE(chunk->runs, chunk->room_of_runs, chunk->num_runs + 1)
            || !RESERVE(chunk->heap, chunk->room_of_heap, chunk->waiting + 1))
            return 0;
        units[at].sooner = NONE;
        chunk->runs[*newest = (uint32_t)chunk->num_runs] = (Run){rank, at, at};
        uint64_t key = PAIR(rank >> 32, at);
        int64_t slot = chunk->waiting++;
        for (int64_t up; slot && chunk->heap[up = (slot - 1) / 2].key > key; slot = up)
            chunk->heap[slot] = chunk->heap[up];
        chunk->heap[slot] = (Entry){key, (uint64_t)chunk->num_runs++};
    }
    units[at].run = *newest;
    return 1;
}

/* Take a unit out of its run, if it is in one. */
static void leave_run(LongChunk *chunk, uint32_t at)
{
    Unit *unit = &chunk->units[at];
    if (unit->run == NONE) return;
    Run *run = &chunk->runs[unit->run];
    *(unit->sooner == NONE ? &run->first : &chunk->units[unit->sooner].later) = unit->later;
    if (unit->later != NONE) chunk->units[unit->later].sooner = unit->sooner;
    else if (unit->sooner != NONE) run->last = unit->sooner;
    unit->run = NONE;
}

/* The unit to merge next, or NONE. The first unit of a run only moves to the right, so its heap item never
   overestimates it, and is corrected, or dropped, when it reaches the top. */
static uint32_t next_unit(LongChunk *chunk)
{
    Entry *heap = chunk->heap;
    while (chunk->waiting) {
        Run *run = &chunk->runs[heap[0].value];
        Entry item = {PAIR(run->rank >> 32, run->first), heap[0].value};
        if (item.key == heap[0].key) return run->first;
        if (run->first == NONE) run->rank = NO_RANK, item = heap[--chunk->waiting];
        int64_t at = 0;
        for (int64_t child; (child = 2 * at + 1) < chunk->waiting; at = child) {
            child += child + 1 < chunk->waiting && heap[child + 1].key < heap[child].key;
            if (heap[child].key >= item.key) break;
            heap[at] = heap[child];
        }
        heap[at] = item;
    }
    return NONE;
}

/* Merge any number of ids in place, in O(n log n), and in O(n) if the pairs of each rank arise from left to right, as
   in a repeated letter: the runs are then few. Returns the number of ids, or OUT_OF_MEMORY.

       unit     0    1    2    3    4          runs, by rank
       id       a    a    a    a    b          aa: 0 1 2     ab: 3
       id       aa        a    a    b          aa: 2         ab: 3     (unit 0 is merged, unit 1 has left its run)
       id       aa        aa        b          aaaa: 0                 (unit 2 is merged, unit 3 has left its run) */
static int64_t merge_long(const Encoder *encoder, uint32_t *ids, int64_t size)
{
    LongChunk chunk = {.encoder = encoder, .units = scattered(size, sizeof *chunk.units, UNSET), .pair = FREE};
    while (chunk.newest_mask + 1 < MOST_RECENT && (int64_t)chunk.newest_mask < size / 2)
        chunk.newest_mask = 2 * chunk.newest_mask + 1;
    chunk.newest = scattered((int64_t)chunk.newest_mask + 1, sizeof *chunk.newest, 0);
    Unit *units = chunk.units;
    int64_t left = units && chunk.newest ? 0 : OUT_OF_MEMORY;
    for (int64_t k = 0; k < size && !left; k++) /* NONE before the first unit, `size` after the last */
        units[k] = (Unit){ids[k], (uint32_t)k - 1, (uint32_t)k + 1, NONE, NONE, NONE};
    for (int64_t k = 0; k + 1 < size && !left; k++) left = enter_run(&chunk, (uint32_t)k) - 1;
    for (uint32_t at; !left && (at = next_unit(&chunk)) != NONE;) {
        uint32_t before = units[at].before, other = units[at].after, after = units[other].after;
        units[at].id = (uint32_t)chunk.runs[units[at].run].rank;
        if (before != NONE) leave_run(&chunk, before);
        leave_run(&chunk, at);
        leave_run(&chunk, other);
        units[at].after = after;
        if (after < size) units[after].before = at;
        if (before != NONE) left = enter_run(&chunk, before) - 1;
        if (after < size && !left) left = enter_run(&chunk, at) - 1;
    }
    for (int64_t k = 0; k < size && left >= 0; k = units[k].after) ids[left++] = units[k].id;
    free(units);
    free(chunk.newest);
    free(chunk.runs);
    free(chunk.heap);
    return left;
}

/* Merge the ids of one chunk in place; returns how many are left, or OUT_OF_MEMORY. They may be any ids. */
PUBLIC int64_t bpe_merge(const Encoder *encoder, uint32_t *ids, int64_t size)
{
    uint64_t ranks[SHORT];
    if (size > SHORT) return merge_long(encoder, ids, size);
    for (int64_t k = 0; k + 1 < size; k++) ranks[k] = rank_of(encoder, ids[k], ids[k + 1]);
    return merge_short(encoder, ids, ranks, size);
}

static int64_t merge_bytes(const Encoder *encoder, const uint8_t *p, int64_t size, uint32_t *ids)
{
    uint64_t ranks[SHORT];
    for (int64_t k = 0; k < size; k++) ids[k] = encoder->byte_id[p[k]];
    if (size > SHORT) return merge_long(encoder, ids, size);
    for (int64_t k = 0; k + 1 < size; k++) ranks[k] = encoder->rank_of_bytes[p[k] << 8 | p[k + 1]];
    return merge_short(encoder, ids, ranks, size);
}

/* Write the ids of a chunk of 1 byte or more, which are at most as many as its bytes; returns their number, or
   OUT_OF_MEMORY. */
static int64_t encode_chunk(const Encoder *encoder, Cache *cache, const Chunk *chunk, const uint8_t *p, int64_t size,
                            uint32_t *ids)
{
    if (size == 1) return ids[0] = encoder->byte_id[p[0]], 1;
    Known *known = cache && size <= (int64_t)sizeof known->bytes ? &cache->known[chunk->hash & cache->mask] : NULL;
    if (known && known->size == size && !memcmp(known->bytes, p, (size_t)size)) {
        memcpy(ids, known->ids, known->count * sizeof *ids);
        return known->count;
    }
    const Entry *token = find(&encoder->tokens, chunk->key, p, size);
    int64_t count = 1;
    if (token->key == FREE) count = merge_bytes(encoder, p, size, ids);
    else ids[0] = encoder->made[token->value];
    if (known && count <= (int64_t)(sizeof known->ids / sizeof *ids)) {
        cache->replaced += known->size > 0;
        known->size = (uint8_t)size;
        known->count = (uint8_t)count;
        memcpy(known->bytes, p, (size_t)size);
        memcpy(known->ids, ids, (size_t)count * sizeof *ids);
    }
    return count;
}

/* Make a cache twice as large; without memory for that, it stays as it is. */
static void grow(Cache *cache)
{
    uint64_t mask = 2 * cache->mask + 1;
    Known *larger = scattered((int64_t)mask + 1, sizeof *larger, 0);
    cache->replaced = 0;
    if (!larger) return;
    for (const Known *old = cache->known; old <= cache->known + cache->mask; old++)
        if (old->size) larger[mix(key_of(old->bytes, old->size, cache->seed) ^ cache->seed) & mask] = *old;
    free(cache->known);
    cache->known = larger;
    cache->mask = mask;
}

/* Write the ids of the chunks from p[0] to p[end]; returns how many, or OUT_OF_MEMORY. `ids` has room for `end` ids,
   which is enough since no chunk has more ids than bytes. Without a pre_tokenizer, the chunks end at `ends`, which
   increase up to `end`. `begins`, unless it is NULL, has as many zero bytes as the text has bytes; the byte at the
   index of each id that begins a chunk becomes 1. No other thread uses the cache, which may be NULL. */
PUBLIC int64_t bpe_encode(const Encoder *encoder, Cache *cache, const PreTokenizer *pre_tokenizer, const uint32_t *ends,
                          const uint8_t *p, int64_t end, uint32_t *ids, uint8_t *begins)
{
    Chunk ahead[AHEAD];
    int64_t num_ids = 0, num_ahead;
    for (int64_t at = 0; at < end;) {
        num_ahead = cut_ahead(pre_tokenizer, ends, p, at, end, encoder->ranks.seed, ahead);
        if (!pre_tokenizer) ends += num_ahead;
        for (int64_t k = 0; cache && k < num_ahead; k++) __builtin_prefetch(&cache->known[ahead[k].hash & cache->mask]);
        for (int64_t k = 0; k < num_ahead; at = ahead[k++].end) {
            int64_t count = encode_chunk(encoder, cache, &ahead[k], p + at, ahead[k].end - at, ids + num_ids);
            if (count < 0) return OUT_OF_MEMORY;
            if (begins) begins[num_ids] = 1;
            num_ids += count;
        }
        if (cache && cache->replaced > cache->mask / 2 && cache->mask + 1 < MOST_KNOWN) grow(cache);
    }
    return num_ids;
}

PUBLIC void bpe_free_cache(Cache *cache)
{
    free(cache->known);
    free(cache);
}

/* Make a cache for an encoder, with no more chunks than the encoder has entries of ranks. NULL: out of memory. */
PUBLIC Cache *bpe_new_cache(const Encoder *encoder)
{
    Cache *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->seed = encoder->ranks.seed;
    self->mask = encoder->ranks.mask < LEAST_KNOWN ? encoder->ranks.mask : LEAST_KNOWN - 1;
    self->known = scattered((int64_t)self->mask + 1, sizeof *self->known, 0);
    if (!self->known) return bpe_free_cache(self), NULL;
    return self;
}

PUBLIC void bpe_free_encoder(Encoder *encoder)
{
    free(encoder->ranks.entries);
    free(encoder->tokens.numbers.entries);
    free(encoder);
}

/* Make an encoder from the ids of the 256 bytes, `count` pairs in the order of their ranks, and the ids that they
   make. If pairs are equal, the first one counts; the pair NONE, NONE is skipped. NULL: out of memory. */
PUBLIC Encoder *bpe_new_encoder(const uint32_t *byte_ids, const uint32_t *pairs, const uint32_t *made, int64_t count,
                                uint64_t seed)
{
    Encoder *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    memcpy(self->byte_id, byte_ids, sizeof self->byte_id);
    self->ranks.seed = self->tokens.numbers.seed = seed;
    if (!reserve_table(&self->ranks, count) || !reserve_table(&self->tokens.numbers, 0))
        return bpe_free_encoder(self), NULL;
    for (int64_t rank = 0; rank < count; rank++) {
        uint64_t key = PAIR(pairs[2 * rank], pairs[2 * rank + 1]);
        Entry *entry = entry_of(&self->ranks, key);
        if (key != FREE && entry->key == FREE) *entry = (Entry){key, PAIR(rank, made[rank])};
    }
    for (int64_t k = 0; k < 65536; k++) self->rank_of_bytes[k] = rank_of(self, byte_ids[k >> 8], byte_ids[k & 255]);
    return self;
}

/* Recover the pairs that make the tokens of a rank table, for an encoder that has room for `count` pairs but none
   yet. The pair of a token is what its bytes merge to by the merges that make shorter tokens, so the tokens are done
   from short to long: `order` has their ranks in this order. `ids` has room for as many ids as the longest token has
   bytes; the tokens and their ids must live as long as the encoder.

   If the bytes of a token merge to more than two tokens, its pair stays NONE, NONE, and it is found only as a whole
   chunk. Returns 1, or OUT_OF_MEMORY. */
PUBLIC int64_t bpe_recover(Encoder *encoder, const uint8_t *bytes, const uint32_t *starts, const uint32_t *made,
                           const uint32_t *order, int64_t count, uint32_t *pairs, uint32_t *ids)
{
    int64_t unmade = 0;
    encoder->made = made;
    encoder->tokens.bytes = bytes;
    encoder->tokens.starts = starts;
    for (int64_t k = 0; k < count; k++) {
        uint32_t rank = order[k];
        const uint8_t *p = bytes + starts[rank];
        int64_t size = starts[rank + 1] - starts[rank], left = merge_bytes(encoder, p, size, ids);
        if (left < 0) return OUT_OF_MEMORY;
        if (left == 2) {
            memcpy(pairs + 2 * rank, ids, 2 * sizeof *ids);
            *entry_of(&encoder->ranks, PAIR(ids[0], ids[1])) = (Entry){PAIR(ids[0], ids[1]), PAIR(rank, made[rank])};
            if (size == 2) encoder->rank_of_bytes[p[0] << 8 | p[1]] = PAIR(rank, made[rank]);
            continue;
        }
        if (!reserve_table(&encoder->tokens.numbers, ++unmade)) return OUT_OF_MEMORY;
        uint64_t key = key_of(p, size, encoder->ranks.seed);
        Entry *entry = find(&encoder->tokens, key, p, size);
        if (entry->key == FREE) *entry = (Entry){key, rank};
    }
    return 1;
}

/* ---- incremental.py: one merge after another, at a cost proportional to the positions it touches

   The distinct chunks are in one array of slots. Each chunk is a doubly linked list that ends, on both sides, in the
   slot `end`. The positions of each pair are a linked list too: the slots of its left side, in increasing order. The
   count of a pair is the sum of their weights:

       slot         0    1    2    3    4    5    6 = end         the chunks `aab` and ` ab`
       symbol       a    a    b    _    a    b   -1
       following    1    2    6    4    5    6
       preceding    6    0    1    6    3    4
       pair         1    2    0    3    2    0    0               1 is (a, a), 2 (a, b), 3 (_, a), 0 none
       later        6    4    .    6    6    .                    (a, b) is at 1 and at 4
       sooner       6    6    .    6    1    .

   A slot that was merged into the slot before it holds -2 - rank from then on. One merge creates all positions of a
   new pair, from left to right, since the pair contains the new id. Later its count only falls, and its first position
   only moves to the right. So its heap item never underestimates it, and is corrected when it reaches the top. */

typedef struct {
    int32_t symbol;
    uint32_t chunk, preceding, following, pair, sooner, later;
} Slot;

typedef struct {
    uint32_t left, right, first, last;
    int64_t count;
} Pair;

typedef struct {
    int64_t count;
    uint64_t tie; /* the first position, or the order of the ids, smallest first; ignored if bytes are compared */
    uint32_t pair;
} Item;

typedef struct {
    const int64_t *weights;   /* of each chunk */
    const int32_t *tie_order; /* of base ids; NULL: ties are broken by position, or by bytes */
    const uint8_t *bytes;     /* of the base ids, end to end; NULL: ties are not broken by bytes */
    const uint32_t *starts;   /* where the bytes of each slot begin, and where those of the last slot end */
    uint32_t *spans;          /* two for each id: where its bytes begin, and where they end */
    int64_t num_base, num_ids, most_ids;
    int32_t *shapes; /* of each id, as in superbpe/token_words.py; NULL if words are not limited */
    int64_t max_words;
    uint32_t end;
    Slot *slots;
    Pair *pairs;      /* number 0 means no pair */
    uint32_t *newest; /* two for each id: the newest pair with it as the left side, and as the right side */
    Item *heap;
    int64_t least; /* only pairs with at least this count are on the heap */
    int64_t num_pairs, num_replaced, waiting, room_of_pairs, room_of_heap;
} Trainer;

static int compare_tokens(const Trainer *self, uint32_t a, uint32_t b)
{
    const uint32_t *one = self->spans + 2 * (int64_t)a, *other = self->spans + 2 * (int64_t)b;
    uint32_t size = one[1] - one[0], size_of_other = other[1] - other[0];
    int order = memcmp(self->bytes + one[0], self->bytes + other[0], size < size_of_other ? size : size_of_other);
    return order ? order : (size > size_of_other) - (size < size_of_other);
}

/* Whether the bytes of a's left side are greater than b's, or equal and those of its right side are greater. */
static int is_greater(const Trainer *self, const Pair *a, const Pair *b)
{
    int order = compare_tokens(self, a->left, b->left);
    if (!order) order = compare_tokens(self, a->right, b->right);
    return order ? order > 0 : PAIR(a->left, a->right) < PAIR(b->left, b->right);
}

static int comes_first(const Trainer *self, const Item *a, const Item *b)
{
    if (a->count != b->count) return a->count > b->count;
    return self->bytes ? is_greater(self, &self->pairs[a->pair], &self->pairs[b->pair]) : a->tie < b->tie;
}

/* Replace the top item of the heap, and restore the heap order. */
static void sink_item(Trainer *self, Item item)
{
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < self->waiting; at = child) {
        child += child + 1 < self->waiting && comes_first(self, &self->heap[child + 1], &self->heap[child]);
        if (!comes_first(self, &self->heap[child], &item)) break;
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
    uint64_t tie = self->tie_order ? order_of(self, pair->left) << 32 | order_of(self, pair->right) : pair->first;
    return (Item){pair->count, tie, number};
}

/* The shape of the token that a pair makes: words that meet become one. */
static int32_t joined_shape(const Trainer *self, const Pair *pair)
{
    int32_t left = self->shapes[pair->left], right = self->shapes[pair->right];
    return (left & ~3) + (right & ~3) - ((left & right >> 1 & 1) << 2) + (left & 2) + (right & 1);
}

/* Push the pairs from number `first` on that occur often enough; there is room for them. Pairs that would make a token
   of too many words are skipped, and never merged. */
static void push_pairs(Trainer *self, int64_t first)
{
    for (int64_t k = first; k < self->num_pairs; k++) {
        Item item = item_of(self, (uint32_t)k);
        if (item.count < self->least) continue;
        if (self->shapes && joined_shape(self, &self->pairs[k]) >> 2 > self->max_words) continue;
        int64_t at = self->waiting++;
        for (int64_t up; at && comes_first(self, &item, &self->heap[up = (at - 1) / 2]); at = up)
            self->heap[at] = self->heap[up];
        self->heap[at] = item;
    }
}

/* The pair to merge next, whose item is then at the top of the heap; 0 if none is left. Most pairs are rare and never
   looked at; only when the heap is empty, the limit falls to an eighth, and the pairs that now reach it are added. */
static uint32_t best_pair(Trainer *self)
{
    for (;;) {
        while (self->waiting) {
            Item top = self->heap[0], now = item_of(self, top.pair);
            if (now.count < self->least) sink_item(self, self->heap[--self->waiting]);
            else if (comes_first(self, &top, &now)) sink_item(self, now);
            else return top.pair;
        }
        if (self->least == 1) return 0;
        self->least = (self->least + 7) / 8;
        push_pairs(self, 1);
    }
}

static int reserve_pairs(Trainer *self, int64_t further)
{
    int64_t count = self->num_pairs + further;
    return count < MOST_UNITS && RESERVE(self->pairs, self->room_of_pairs, count)
        && RESERVE(self->heap, self->room_of_heap, count);
}

/* Append a slot to the positions of a pair, which is new if it has the next number; there is room for it. */
static void enter(Trainer *self, uint32_t number, int32_t left, int32_t right, uint32_t at)
{
    const uint32_t end = self->end;
    if (number == self->num_pairs)
        self->pairs[self->num_pairs++] = (Pair){(uint32_t)left, (uint32_t)right, end, end, 0};
    Pair *pair = &self->pairs[number];
    Slot *slot = &self->slots[at];
    slot->pair = number;
    slot->sooner = pair->last;
    slot->later = end;
    *(pair->last == end ? &pair->first : &self->slots[pair->last].later) = at;
    pair->last = at;
    pair->count += self->weights[slot->chunk];
}

/* Remove a slot from the positions of its pair, if it has one. */
static void leave(Trainer *self, uint32_t at)
{
    Slot *slot = &self->slots[at];
    Pair *pair = &self->pairs[slot->pair];
    if (!slot->pair) return;
    *(slot->sooner == self->end ? &pair->first : &self->slots[slot->sooner].later) = slot->later;
    *(slot->later == self->end ? &pair->last : &self->slots[slot->later].sooner) = slot->sooner;
    pair->count -= self->weights[slot->chunk];
    slot->pair = 0;
}

/* The newest pair with `id` on the given side, if this merge, whose pairs have numbers from `first` on, created it;
   otherwise the number of the next new pair. */
static uint32_t newest_or_next(Trainer *self, int32_t id, int side, int64_t first)
{
    uint32_t *newest = &self->newest[2 * (int64_t)id + side];
    if (*newest < first) *newest = (uint32_t)self->num_pairs;
    return *newest;
}

/* Merge the best pair wherever it occurs, from left to right; returns the weight of the positions replaced, or
   OUT_OF_MEMORY with nothing changed. */
static int64_t merge(Trainer *self, uint32_t number)
{
    const int64_t new_id = self->num_ids, first = self->num_pairs;
    /* On each side there is at most one new pair per id; each position, of weight 1 or more, adds at most two pairs. */
    int64_t kinds = 2 * (new_id + 1), replaced = 0, most = self->pairs[number].count;
    if (!reserve_pairs(self, most < kinds / 2 ? 2 * most : kinds)) return OUT_OF_MEMORY;
    if (self->shapes) self->shapes[new_id] = joined_shape(self, &self->pairs[number]);
    Slot *slots = self->slots;
    if (self->bytes) {
        const uint32_t *left = self->spans + 2 * (int64_t)self->pairs[number].left;
        const uint32_t *right = self->spans + 2 * (int64_t)self->pairs[number].right;
        uint32_t begin = self->starts[self->pairs[number].first];
        self->spans[2 * new_id] = begin;
        self->spans[2 * new_id + 1] = begin + left[1] - left[0] + right[1] - right[0];
    }
    for (uint32_t at; (at = self->pairs[number].first) != self->end;) {
        uint32_t before = slots[at].preceding, other = slots[at].following, after = slots[other].following;
        leave(self, before);
        leave(self, at);
        leave(self, other);
        slots[at].symbol = (int32_t)new_id;
        slots[other].symbol = (int32_t)(-2 - (new_id - self->num_base));
        slots[at].following = after;
        slots[after].preceding = at;
        int32_t left = slots[before].symbol, right = slots[after].symbol;
        if (left >= 0) enter(self, newest_or_next(self, left, 0, first), left, (int32_t)new_id, before);
        if (right >= 0) enter(self, newest_or_next(self, right, 1, first), (int32_t)new_id, right, at);
        replaced += self->weights[slots[at].chunk];
        self->num_replaced++;
    }
    sink_item(self, self->heap[--self->waiting]);
    push_pairs(self, first);
    self->num_ids++;
    return replaced;
}

PUBLIC void bpe_free_trainer(Trainer *self)
{
    free(self->slots);
    free(self->pairs);
    free(self->newest);
    free(self->shapes);
    free(self->spans);
    free(self->heap);
    free(self);
}

/* Make a trainer for `end` base ids below num_base. Their chunks begin at `starts`, which increase from 0, and occur
   `weights` times, at least once each; the sum of the weights of all units is below 2^62. No id will be above
   most_ids - 1. If `shapes` (of the base ids) is given, no merge makes a token of more than `max_words` words. If
   `bytes` is given, greater bytes win ties; the bytes of slot k are from byte_starts[k] to byte_starts[k + 1], and are
   equal for equal ids. The weights, the order, the bytes and their starts belong to the caller, and must live as long
   as the trainer. NULL: out of memory. */
PUBLIC Trainer *bpe_new_trainer(const int32_t *base_ids, int64_t end, const uint32_t *starts, const int64_t *weights,
                                int64_t chunks, const int32_t *tie_order, int64_t num_base, int64_t most_ids,
                                const int32_t *shapes, int64_t max_words, const uint8_t *bytes,
                                const uint32_t *byte_starts, uint64_t seed)
{
    Trainer *self = calloc(1, sizeof *self);
    Table numbers = {.seed = seed}; /* from a pair to its number */
    if (!self) return NULL;
    *self = (Trainer){.weights = weights, .tie_order = tie_order, .num_base = num_base, .num_ids = num_base,
                      .most_ids = most_ids, .max_words = max_words, .bytes = bytes, .starts = byte_starts,
                      .end = (uint32_t)end};
    self->slots = scattered(end + 1, sizeof *self->slots, 0);
    self->newest = calloc(2 * (size_t)most_ids, sizeof *self->newest);
    if (shapes) self->shapes = calloc((size_t)most_ids, sizeof *self->shapes);
    if (bytes) self->spans = calloc(2 * (size_t)most_ids, sizeof *self->spans);
    int enough = self->slots && self->newest && (!shapes || self->shapes) && (!bytes || self->spans)
        && reserve_pairs(self, 1);
    for (int64_t at = 0; bytes && enough && at < end; at++)
        memcpy(self->spans + 2 * (int64_t)base_ids[at], byte_starts + at, 2 * sizeof *byte_starts);
    for (int64_t id = 0; shapes && enough && id < num_base; id++) self->shapes[id] = shapes[id];
    if (enough) {
        self->slots[end] = (Slot){-1, 0, (uint32_t)end, (uint32_t)end, 0, 0, 0};
        self->pairs[self->num_pairs++] = (Pair){0};
    }
    for (int64_t k = 0; k < chunks && enough; k++) {
        int64_t start = starts[k], stop = k + 1 < chunks ? starts[k + 1] : end;
        for (int64_t at = start; at < stop && enough; at++) {
            uint32_t before = (uint32_t)(at == start ? end : at - 1), after = (uint32_t)(at + 1 == stop ? end : at + 1);
            self->slots[at] = (Slot){base_ids[at], (uint32_t)k, before, after, 0, 0, 0};
            if (after == end) break;
            enough = reserve_pairs(self, 1) && reserve_table(&numbers, self->num_pairs);
            if (!enough) break;
            Entry *entry = entry_of(&numbers, PAIR(base_ids[at], base_ids[at + 1]));
            if (entry->key == FREE) *entry = (Entry){PAIR(base_ids[at], base_ids[at + 1]), (uint64_t)self->num_pairs};
            enter(self, (uint32_t)entry->value, base_ids[at], base_ids[at + 1], (uint32_t)at);
        }
    }
    free(numbers.entries);
    if (!enough) return bpe_free_trainer(self), NULL;
    for (int64_t k = self->least = 1; k < self->num_pairs; k++)
        if (self->pairs[k].count > self->least) self->least = self->pairs[k].count;
    push_pairs(self, 1);
    return self;
}

/* Learn merges until there are `most`, the next pair occurs less than min_count times, `budget` positions were
   replaced, or no id is left. Writes four numbers for each merge (left, right, count, replaced), and in `next_count`
   how often the next pair occurs, or 0. Returns the number of merges, or OUT_OF_MEMORY. */
PUBLIC int64_t bpe_learn(Trainer *self, int64_t most, int64_t budget, int64_t min_count, int64_t *learned,
                         int64_t *next_count)
{
    uint32_t best;
    int64_t num_learned = 0, stop = self->num_replaced + budget;
    while ((best = best_pair(self)) && num_learned < most && self->num_replaced < stop
           && self->num_ids < self->most_ids && self->pairs[best].count >= min_count) {
        int64_t *row = learned + 4 * num_learned;
        row[0] = self->pairs[best].left;
        row[1] = self->pairs[best].right;
        row[2] = self->pairs[best].count;
        row[3] = merge(self, best);
        if (row[3] == OUT_OF_MEMORY) return num_learned ? num_learned : OUT_OF_MEMORY;
        num_learned++;
    }
    *next_count = best ? self->pairs[best].count : 0;
    return num_learned;
}

/* Write the symbol of each slot. */
PUBLIC void bpe_symbols(const Trainer *self, int64_t end, int32_t *symbols)
{
    for (int64_t at = 0; at < end; at++) symbols[at] = self->slots[at].symbol;
}
