/* Put before the C file of the engine by the build that tests what happens when memory runs out: where
   `bpe_allocations_left` is n, 0 or more, the n-th allocation from now fails. */
#include <stdint.h>
#define _DEFAULT_SOURCE
#include <stdlib.h>

int64_t bpe_allocations_left = -1;

#define FAILS_NOW (bpe_allocations_left >= 0 && bpe_allocations_left-- == 0)
#define realloc(old, size) (FAILS_NOW ? NULL : realloc(old, size))
#define calloc(count, size) (FAILS_NOW ? NULL : calloc(count, size))
#define aligned_alloc(page, size) (FAILS_NOW ? NULL : aligned_alloc(page, size))
