// Counts pairs of adjacent tokens.

/**
 * @import {History} from "./history.js"
 * @import {Vocabulary} from "./vocabulary.js"
 *
 * Parallel arrays in order of first occurrence, with `distinct` entries; `uses` counts each id's tokens.
 * @typedef {object} PairCounts
 * @property {Int32Array} left
 * @property {Int32Array} right
 * @property {Int32Array} counts
 * @property {number} distinct
 * @property {Uint32Array} uses
 *
 * Whether pair `i` comes before pair `j` if both are equally frequent.
 * @typedef {(pairs: {left: ArrayLike<number>, right: ArrayLike<number>}, i: number, j: number) => boolean} TieRule
 */

/**
 * A hash table with open addressing from a pair to its index: with it, counting 100 KB of text takes a few
 * milliseconds; a Map with string keys takes ten times as long.
 */
class PairIndex {
  size = 1 << 12;
  slots = new Int32Array(this.size); // 1 + index of the pair; 0: free
  left = new Int32Array(this.size);
  right = new Int32Array(this.size);
  counts = new Int32Array(this.size);
  distinct = 0;

  /** @param {number} a @param {number} b */
  slotOf(a, b) {
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (this.size - 1);
    for (let i = this.slots[slot]; i; i = this.slots[slot]) {
      if (this.left[i - 1] === a && this.right[i - 1] === b) break;
      slot = (slot + 1) & (this.size - 1);
    }
    return slot;
  }

  /** @param {number} a @param {number} b @param {number} times */
  add(a, b, times) {
    const slot = this.slotOf(a, b);
    if (this.slots[slot]) {
      this.counts[this.slots[slot] - 1] += times;
      return;
    }
    this.left[this.distinct] = a;
    this.right[this.distinct] = b;
    this.counts[this.distinct] = times;
    this.slots[slot] = ++this.distinct;
    if (2 * this.distinct > this.size) this.grow();
  }

  /**
   * Removes the pairs for which `is` is false; nothing can be added afterwards.
   *
   * @param {(left: number, right: number) => boolean} is
   */
  keep(is) {
    let kept = 0;
    for (let i = 0; i < this.distinct; i++) {
      if (!is(this.left[i], this.right[i])) continue;
      this.left[kept] = this.left[i];
      this.right[kept] = this.right[i];
      this.counts[kept++] = this.counts[i];
    }
    this.distinct = kept;
  }

  grow() {
    this.size *= 2;
    const wider = (/** @type {Int32Array} */ old) => {
      const array = new Int32Array(this.size);
      array.set(old);
      return array;
    };
    [this.left, this.right, this.counts] = [wider(this.left), wider(this.right), wider(this.counts)];
    this.slots = new Int32Array(this.size);
    for (let i = 0; i < this.distinct; i++) this.slots[this.slotOf(this.left[i], this.right[i])] = i + 1;
  }
}

/**
 * Every pair of adjacent tokens at `step`, and how often each id is used. Overlapping occurrences all count
 * ("aaa" contains "aa" twice), weighted by chunk; there are no pairs across a chunk boundary, nor pairs that
 * would make a token of too many words.
 *
 * @param {History} history @param {number} step @returns {PairCounts}
 */
export function countPairs(history, step) {
  const { closed, units, text, merges, weights } = history;
  const pairs = new PairIndex();
  let most = 0;
  for (const id of text.ids) if (id > most) most = id;
  for (const { id } of merges) if (id > most) most = id;
  const uses = new Uint32Array(most + 1);
  let before = -1;
  // The loop of History.tokens, inlined: this runs over the whole text at every step.
  for (let start = 0; start < units;) {
    let rank = -1;
    let end = start + 1;
    while (end < units && closed[end - 1] < step) {
      if (closed[end - 1] > rank) rank = closed[end - 1];
      end++;
    }
    const id = rank < 0 ? text.ids[start] : merges[rank].id;
    const times = weights ? weights[start] : 1;
    uses[id] += times;
    if (before >= 0) pairs.add(before, id, times);
    before = end < units && history.stands(end - 1, step) ? -1 : id;
    start = end;
  }
  pairs.keep((left, right) => history.mayMerge(left, right, step));
  const { left, right, counts, distinct } = pairs;
  return { left, right, counts, distinct, uses };
}

/** The pair that occurs first comes first. @type {TieRule} */
export const firstSeen = (_, i, j) => i < j;

/**
 * The pair whose ids come first in `order` comes first, or the one with the lower ids if there is no order.
 *
 * @param {Map<number, number> | null} order @returns {TieRule}
 */
export function lowestPair(order) {
  const of = (/** @type {number} */ id) => order?.get(id) ?? id;
  return ({ left, right }, i, j) => {
    const [a, b] = [of(left[i]), of(left[j])];
    return a !== b ? a < b : of(right[i]) < of(right[j]);
  };
}

/**
 * The pair with the greater bytes comes first: those of the left side, then those of the right side.
 *
 * @param {Pick<Vocabulary, "bytesOf">} vocabulary @returns {TieRule}
 */
export function greatestPair(vocabulary) {
  const compare = (/** @type {number} */ a, /** @type {number} */ b) =>
    compareBytes(vocabulary.bytesOf(a), vocabulary.bytesOf(b));
  return ({ left, right }, i, j) =>
    (compare(left[i], left[j]) || compare(right[i], right[j]) || left[j] - left[i] || right[j] - right[i]) >
    0;
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function compareBytes(one, other) {
  const at = one.findIndex((byte, i) => byte !== other[i]);
  if (at < 0) return one.length - other.length;
  return at < other.length ? one[at] - other[at] : 1;
}

/**
 * The first `most` pairs by count and then by the tie-break rule, and how many pairs share the highest count.
 *
 * @param {PairCounts} table @param {TieRule} tieRule @param {number} most
 */
export function topPairs(table, tieRule, most) {
  const { left, right, counts, distinct } = table;
  const ahead = (/** @type {number} */ i, /** @type {number} */ j) =>
    counts[i] !== counts[j] ? counts[i] > counts[j] : tieRule(table, i, j);
  /** @type {number[]} */
  const top = [];
  for (let i = 0; i < distinct; i++) {
    if (top.length === most && !ahead(i, top[most - 1])) continue;
    let at = top.length;
    while (at > 0 && ahead(i, top[at - 1])) at--;
    top.splice(at, 0, i);
    if (top.length > most) top.pop();
  }
  const best = top.length ? counts[top[0]] : 0;
  let tied = 0;
  for (let i = 0; i < distinct; i++) if (counts[i] === best) tied++;
  return { rows: top.map((i) => ({ left: left[i], right: right[i], count: counts[i] })), tied };
}
