// Learns merges: counts the pairs once, then updates only what each merge changes.
//
// The units of all distinct chunks lie end to end; each chunk is a linked list through them. A merge writes
// the new id to its left side and takes its right side out of the list:
//
//     slot       0    1    2  |  3    4    5        chunks "aab" and " ab", the second of weight 2
//     symbols    97   97   98 |  32   97   98
//     after the merge of 97 and 98:
//     symbols    97   256  -1 |  32   256  -1
//
// For each pair there is its exact count, and the slots of its left sides, some of which may be stale.

/**
 * @import {TieRule} from "../player/pair_counts.js"
 * @import {Merge} from "../player/vocabulary.js"
 *
 * The distinct chunks of a text in order of first occurrence: ids, the first unit of each, how often each
 * occurs.
 * @typedef {{ids: number[], starts: number[], weights: number[]}} Chunks
 */

const GONE = -1;
const NONE = -1;
const SPAN = 2 ** 20; // more than the ids of any training

export class Trainer {
  /**
   * @param {Chunks} chunks
   * @param {TieRule | null} tieRule Null: the pair that occurs first is merged first.
   */
  constructor({ ids, starts, weights }, tieRule) {
    const size = ids.length;
    this.tieRule = tieRule;
    this.symbols = Int32Array.from(ids);
    this.following = Int32Array.from(ids, (_, slot) => slot + 1);
    this.preceding = Int32Array.from(ids, (_, slot) => slot - 1);
    this.weights = new Float64Array(size);
    starts.forEach((start, chunk) => {
      const end = starts[chunk + 1] ?? size;
      this.weights.fill(weights[chunk], start, end);
      this.preceding[start] = this.following[end - 1] = NONE;
    });
    /** The rank of the merge that closed the gap to the left of each slot, or -1. */
    this.closed = new Int32Array(size).fill(NONE);
    /** @type {Map<number, number>} The index of each pair in the arrays below. */
    this.indexes = new Map();
    /** @type {number[]} */
    this.left = [];
    /** @type {number[]} */
    this.right = [];
    /** @type {number[]} */
    this.counts = [];
    /** In increasing order: a pair of a new token occurs nowhere before that token is made. @type {number[][]} */
    this.places = [];
    for (let slot = 0; slot < size; slot++)
      if (this.following[slot] !== NONE) this.add(this.symbols[slot], this.symbols[slot + 1], slot);
  }

  /** The pair to merge next, and how often it occurs: 0 if no pair is left. */
  best() {
    const { counts } = this;
    let pair = NONE;
    let count = 0;
    for (let i = 0; i < counts.length; i++) {
      if (counts[i] < count || !counts[i]) continue;
      if (counts[i] > count || this.winsTie(i, pair)) pair = i;
      count = counts[i];
    }
    return { pair, count };
  }

  /** Whether a pair is merged before another of the same count. @param {number} pair @param {number} other */
  winsTie(pair, other) {
    if (this.tieRule) return this.tieRule(this, pair, other);
    return this.firstPlace(pair) < this.firstPlace(other);
  }

  /**
   * Merges a pair wherever it occurs, from left to right without overlaps.
   *
   * @param {number} pair
   * @param {number} id Of the new token.
   * @param {number} rank @returns {Merge}
   */
  merge(pair, id, rank) {
    const { symbols, following, preceding, weights } = this;
    const [left, right, counted] = [this.left[pair], this.right[pair], this.counts[pair]];
    let replaced = 0;
    for (const slot of this.places[pair]) {
      if (!this.standsAt(pair, slot)) continue;
      const partner = following[slot];
      const [before, after] = [preceding[slot], following[partner]];
      if (before !== NONE) {
        this.lose(symbols[before], left, before);
        this.add(symbols[before], id, before);
      }
      if (after !== NONE) {
        this.lose(right, symbols[after], slot);
        this.add(id, symbols[after], slot);
        preceding[after] = slot;
      }
      symbols[slot] = id;
      symbols[partner] = GONE;
      following[slot] = after;
      this.closed[partner] = rank;
      replaced += weights[slot];
    }
    this.counts[pair] = 0; // where it overlapped itself, occurrences were left
    this.places[pair] = [];
    return { rank, left, right, id, counted, replaced };
  }

  /** @param {number} left @param {number} right @param {number} slot */
  add(left, right, slot) {
    const key = left * SPAN + right;
    let pair = this.indexes.get(key);
    if (pair === undefined) {
      pair = this.left.push(left) - 1;
      this.indexes.set(key, pair);
      this.right.push(right);
      this.counts.push(0);
      this.places.push([]);
    }
    this.places[pair].push(slot);
    this.counts[pair] += this.weights[slot];
  }

  /**
   * @param {number} left @param {number} right
   * @param {number} slot Of the same chunk.
   */
  lose(left, right, slot) {
    const pair = this.indexes.get(left * SPAN + right);
    if (pair !== undefined) this.counts[pair] -= this.weights[slot];
  }

  /** @param {number} pair @param {number} slot */
  standsAt(pair, slot) {
    const next = this.following[slot];
    return this.symbols[slot] === this.left[pair] && next !== NONE && this.symbols[next] === this.right[pair];
  }

  /** The slot at which a pair that still occurs does so first. @param {number} pair */
  firstPlace(pair) {
    const places = this.places[pair];
    const stale = places.findIndex((slot) => this.standsAt(pair, slot));
    if (stale > 0) places.splice(0, stale);
    return places[0];
  }
}
