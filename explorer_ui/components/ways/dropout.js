// Byte-pair encoding with dropout: Provilkov, Emelianenko and Voita, BPE-Dropout, 2020, algorithm 1.

/**
 * The rank of the merge of the tokens from `start` to `middle` and from there to `end`; undefined for none.
 *
 * @callback RankOf
 * @param {number} start
 * @param {number} middle
 * @param {number} end
 * @returns {number | undefined}
 */

/**
 * Merges by lowest rank, but at every step each place that could be merged is left out with a probability; when all
 * are left out, it ends. Returns where the tokens end.
 *
 * @param {number[]} units Where the base units end.
 * @param {RankOf} rankOf
 * @param {number} dropout From 0 to 1.
 * @param {() => number} random From 0 up to 1, asked once for each place from the left at each step.
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
 * Numbers from 0 up to 1 that a seed decides: Marsaglia's xorshift of 32 bits (2003).
 *
 * @param {number} seed A whole number other than 0.
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
