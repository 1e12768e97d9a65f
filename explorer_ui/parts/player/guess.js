// Evaluates a guess of the next step, and words the verdict.

import { grouped, plural } from "../../browser/numbers.js";

/**
 * @import {PairCounts} from "./pair_counts.js"
 * @import {PairRow} from "./steps.js"
 *
 * @typedef {{left: number, right: number}} Pair
 *
 * A verdict: `words` has texts, and the pairs that are drawn between them.
 * @typedef {{right: boolean, words: (string | Pair)[]}} Verdict
 */

/** @param {Pair} one @param {Pair} two */
const same = (one, two) => one.left === two.left && one.right === two.right;

/** How often a pair occurs in the text. @param {PairCounts} counts @param {Pair} pair */
export function countOf({ left, right, counts, distinct }, pair) {
  for (let i = 0; i < distinct; i++) if (left[i] === pair.left && right[i] === pair.right) return counts[i];
  return 0;
}

/**
 * @param {PairCounts} counts
 * @param {number} best The highest count.
 */
const tiedAt = ({ counts, distinct }, best) => counts.subarray(0, distinct).filter((n) => n === best).length;

/** @param {number} count */
const mostFrequent = (count) => `it occurs ${plural(count, "time")}, more often than any other pair.`;

/**
 * Why a pair is merged next while training.
 *
 * @param {Pair} next @param {PairCounts} counts @param {string} rule
 */
export function reasonOfMerge(next, counts, rule) {
  const best = countOf(counts, next);
  const tied = tiedAt(counts, best);
  if (tied === 1) return `I${mostFrequent(best).slice(1)}`;
  return `${grouped(tied)} pairs occur ${plural(best, "time")}. The tie-break rule picks ${rule}.`;
}

/**
 * Why a pair is merged next while encoding.
 *
 * @param {PairRow[]} rows The neighbours in the chunk.
 */
export function reasonOfAppliedMerge(rows) {
  const next = rows.find((row) => row.next);
  return next ? `R${next.figure.slice(1)}: no other pair in this chunk has a lower rank.` : "";
}

/**
 * While training: every pair with the highest count is right; at a tie the tie-break rule decides which is
 * merged.
 *
 * @param {Pair} guess
 * @param {Pair} next The pair that is merged.
 * @param {PairCounts} counts
 * @param {string} rule Which pair the tie-break rule picks: "the pair that occurs first in the text".
 * @returns {Verdict}
 */
export function judgeMerge(guess, next, counts, rule) {
  const [mine, best] = [countOf(counts, guess), countOf(counts, next)];
  if (mine < best)
    return {
      right: false,
      words: [guess, ` occurs ${plural(mine, "time")}; `, next, ` occurs ${grouped(best)}.`],
    };
  const tied = tiedAt(counts, best);
  if (tied === 1) return { right: true, words: [`Right: ${mostFrequent(best)}`] };
  const among = `Right: ${grouped(tied)} pairs occur ${plural(best, "time")}. The tie-break rule picks `;
  return {
    right: true,
    words: same(guess, next) ? [among, "this one: ", rule, "."] : [among, next, ": ", rule, "."],
  };
}

/**
 * While encoding: the pair that is merged next is right, wherever it was touched.
 *
 * @param {Pair} guess
 * @param {PairRow[]} rows The neighbours in the chunk.
 * @returns {Verdict}
 */
export function judgeAppliedMerge(guess, rows) {
  const next = rows.find((row) => row.next);
  if (!next) return { right: false, words: ["Nothing is merged here."] };
  const mine = rows.find((row) => same(row, guess));
  if (mine && same(next, guess)) return { right: true, words: ["Right: ", next.figure, " applies first."] };
  /** @type {(string | Pair)[]} */
  const said = mine ? [guess, `: ${mine.figure}; `] : [guess, " is in another chunk, or is not merged now; "];
  return { right: false, words: [...said, next, `: ${next.figure}.`] };
}
