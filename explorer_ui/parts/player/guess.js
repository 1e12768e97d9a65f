// Guessing the next step: how a pair is chosen, and the verdict in words.

import { grouped, plural } from "../../browser/numbers.js";

/**
 * @import {History} from "./history.js"
 * @import {PairCounts} from "./pair_counts.js"
 * @import {PairPanel, PairRow} from "./state.js"
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
export const tiedAt = ({ counts, distinct }, best) =>
  counts.subarray(0, distinct).filter((n) => n === best).length;

/** @param {number} count */
export const mostFrequent = (count) => `it occurs ${plural(count, "time")}, more often than any other pair.`;

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

/**
 * The panel of pairs while the next one is to be guessed: the same rows without their figures, in the order of
 * their ids, which gives nothing away; those of an encoding stay in the order of the text.
 *
 * @param {PairPanel} panel @returns {PairPanel}
 */
export function coveredPanel(panel) {
  const rows = panel.rows.map((row) => ({
    ...row,
    count: null,
    mark: "",
    next: false,
    tie: false,
    rule: true,
    share: row.share === null ? null : 0,
    figure: "?",
  }));
  const counted = panel.rows.some(({ count }) => count !== null);
  if (counted) rows.sort((one, two) => one.left - two.left || one.right - two.right);
  return { ...panel, label: counted ? "Frequent pairs, by their ids" : panel.label, remark: "", rows };
}

// Choosing a pair by touching two adjacent tokens, one after the other.
export class Neighbours {
  /** The first unit of the token that was touched first, or null. @type {number | null} */
  first = null;
  /** The hint that is shown until two tokens are chosen. */
  words = "";

  /**
   * Called when a token is touched. Returns the pair if it is adjacent to the previous one and may be merged
   * with it, in the order of the text; otherwise it becomes the first of two.
   *
   * @param {History} history @param {number} step
   * @param {number} unit A unit of the token.
   * @returns {Pair | null}
   */
  touch(history, step, unit) {
    const token = history.tokenAt(unit, step);
    const other = this.first === null ? token : history.tokenAt(this.first, step);
    const [left, right] = other.start < token.start ? [other, token] : [token, other];
    const adjacent = left.end === right.start;
    if (!adjacent || history.stands(left.end - 1, step)) {
      this.first = token.start;
      this.words = adjacent
        ? "These two are in different chunks, so they cannot merge. Touch another neighbour."
        : "Now touch the token next to it.";
      return null;
    }
    this.first = null;
    return { left: left.id, right: right.id };
  }
}
