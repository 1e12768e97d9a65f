// A word and all tokens that fit in it, as Python sends them.

import { plural } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";

/**
 * @typedef {object} Draws Results of byte-pair encoding with dropout.
 * @property {number[]} last Where the tokens of the last draw end.
 * @property {number[]} lengths How many draws had 0, 1, 2, ... tokens.
 * @property {number} different How many different segmentations there were.
 */

export class Word {
  /** @param {Message.WordData} data */
  constructor(data) {
    this.data = data;
    this.bytes = bytesOf(data.text);
    this.size = this.bytes.length;
    /** @type {Map<number, number>} */
    this.ranks = new Map(
      data.rules.map(([start, middle, end, rank]) => [this.key(start, middle, end), rank]),
    );
  }

  /** @param {number} start @param {number} middle @param {number} end */
  key(start, middle, end) {
    return (start * (this.size + 1) + middle) * (this.size + 1) + end;
  }

  /** @param {number} dropout @param {number} draws @param {number} seed @returns {Draws} */
  draw(dropout, draws, seed) {
    const random = randomFrom(seed);
    const lengths = Array.from({ length: this.size + 1 }, () => 0);
    const seen = new Set();
    /** @type {number[]} */
    let last = [];
    for (let draw = 0; draw < draws; draw++) {
      last = mergeWithDropout(
        this.data.units,
        (start, middle, end) => this.ranks.get(this.key(start, middle, end)),
        dropout,
        random,
      );
      lengths[last.length]++;
      seen.add(last.join());
    }
    return { last, lengths, different: seen.size };
  }

  /** How many more tokens byte-pair encoding uses than necessary. */
  get excess() {
    return this.data.cuts.bpe.length - this.data.cuts.fewest.length;
  }

  /**
   * The longest token across a token boundary that a merge would make if others had not used its bytes; the
   * leftmost if several are equally long; null if there is none. A token inside a longer one that is used
   * does not count.
   */
  get passedOver() {
    /** @type {Message.Arc | null} */
    let longest = null;
    for (const arc of this.data.arcs) {
      const length = arc.end - arc.start;
      const isCut = this.data.cuts.bpe.some((end) => arc.start < end && end < arc.end);
      if (arc.kind !== "lost" || arc.rank === null || !isCut) continue;
      if (!longest || length > longest.end - longest.start) longest = arc;
    }
    return longest;
  }

  /** Describes the result of byte-pair encoding, compared with the fewest tokens and with the longest
   * first. */
  get taken() {
    const { bpe, fewest, longest } = this.data.cuts;
    if (bpe.length === 1) return "Byte-pair encoding uses the shortest: all of it is one token.";
    const best =
      this.excess > 0 ? ` (the fewest possible: ${fewest.length})` : ", and no tokenization has fewer";
    const of = this.data.ways === "1" ? "it" : "one of them";
    const other = longest.length === bpe.length ? `${longest.length} too` : String(longest.length);
    return (
      `Byte-pair encoding uses ${of}, with ${plural(bpe.length, "token")}${best}. ` +
      `Longest match from the left gives ${other}.`
    );
  }
}

// Byte-pair encoding with dropout: Provilkov, Emelianenko and Voita, BPE-Dropout, 2020, algorithm 1.

/**
 * The rank of the merge of the tokens from `start` to `middle` and from there to `end`; undefined if there is
 * none.
 *
 * @callback RankOf
 * @param {number} start
 * @param {number} middle
 * @param {number} end
 * @returns {number | undefined}
 */

/**
 * Merges by lowest rank, but at every step each possible merge is skipped with a given probability; ends when
 * all are skipped. Returns where the tokens end.
 *
 * @param {number[]} units Where the base units end.
 * @param {RankOf} rankOf
 * @param {number} dropout From 0 to 1.
 * @param {() => number} random Returns a number from 0 to 1 (exclusive); called at each step for each
 * possible merge, from the left.
 */
export function mergeWithDropout(units, rankOf, dropout, random) {
  const cuts = [0, ...units];
  for (;;) {
    let best = Infinity;
    let place = -1;
    for (let left = 0; left + 2 < cuts.length; left++) {
      const rank = rankOf(cuts[left], cuts[left + 1], cuts[left + 2]);
      if (rank === undefined || random() < dropout || rank >= best) continue;
      [best, place] = [rank, left + 1];
    }
    if (place < 0) return cuts.slice(1);
    cuts.splice(place, 1);
  }
}

/**
 * Numbers from 0 to 1 (exclusive), determined by a seed: Marsaglia's xorshift of 32 bits (2003).
 *
 * @param {number} seed An integer other than 0.
 */
export function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
