// Encodes a chunk: repeatedly merges the pair of lowest rank, the leftmost if there are several.
//
// Candidates are in a heap, and the tokens in a linked list, so that a chunk of n bytes takes O(n log n)
// time:
//
//     heap      a merge is id * SPAN + place, so that the smallest is the leftmost one of lowest rank
//     stale     a merge whose two tokens have changed meanwhile is skipped

const SPAN = 2 ** 26; // more than the bytes of any chunk
const GONE = -1;

/**
 * @param {number[]} ids One for each byte of the chunk; the array is modified.
 * @param {{made: (left: number, right: number) => number}} vocabulary Returns the id that a pair makes, which
 * rises
 *   with its rank, or -1.
 * @param {(left: number, right: number, id: number, gap: number) => void} [applied] Called for each merge:
 * the two ids, the new one, and the gap that it closes.
 * @returns {number[]}
 */
export function mergeByLowestRank(ids, vocabulary, applied) {
  const size = ids.length;
  const next = ids.map((_, at) => at + 1);
  const before = ids.map((_, at) => at - 1);
  /** @type {number[]} */
  const heap = [];
  const offer = (/** @type {number} */ at) => {
    if (at < 0 || next[at] >= size) return;
    const id = vocabulary.made(ids[at], ids[next[at]]);
    if (id >= 0) push(heap, id * SPAN + at);
  };
  for (let at = 0; at + 1 < size; at++) offer(at);
  while (heap.length) {
    const merge = pop(heap);
    const at = merge % SPAN;
    const id = (merge - at) / SPAN;
    const right = next[at];
    if (ids[at] === GONE || right >= size || vocabulary.made(ids[at], ids[right]) !== id) continue;
    applied?.(ids[at], ids[right], id, right - 1);
    ids[at] = id;
    ids[right] = GONE;
    next[at] = next[right];
    if (next[at] < size) before[next[at]] = at;
    offer(at);
    offer(before[at]);
  }
  return ids.filter((id) => id !== GONE);
}

/** @param {number[]} heap @param {number} value */
function push(heap, value) {
  let at = heap.length;
  for (let up; at > 0 && heap[(up = (at - 1) >> 1)] > value; at = up) heap[at] = heap[up];
  heap[at] = value;
}

/**
 * @param {number[]} heap Not empty.
 * @returns {number} The smallest.
 */
function pop(heap) {
  const smallest = heap[0];
  const value = /** @type {number} */ (heap.pop());
  let at = 0;
  for (let down; (down = 2 * at + 1) < heap.length; at = down) {
    if (heap[down + 1] < heap[down]) down++;
    if (heap[down] >= value) break;
    heap[at] = heap[down];
  }
  if (heap.length) heap[at] = value;
  return smallest;
}
