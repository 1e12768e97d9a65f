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
