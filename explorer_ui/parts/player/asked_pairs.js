// Which pairs a question offers, and why one of them is next.

import { grouped, plural } from "../../browser/numbers.js";
import { countOf, mostFrequent, tiedAt } from "./guess.js";

/**
 * @import {Pair} from "./guess.js"
 * @import {PairCounts} from "./pair_counts.js"
 * @import {PairRow} from "./state.js"
 *
 * Which pairs a question offers, and which of them are right.
 * @typedef {{options: [number, number][], right: number[]}} Candidates
 */

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
 * @param {string} rule
 */
export function reasonOfAppliedMerge(rows, rule) {
  const next = rows.find((row) => row.next);
  return next ? `R${next.figure.slice(1)}: ${rule}.` : "";
}

/**
 * While training: the next pair, others that are less frequent, and ties (each of them is right). In the
 * order of their ids, which gives nothing away.
 *
 * @param {PairRow[]} rows The most frequent pairs, sorted by the merge rule.
 * @param {number} most @returns {Candidates}
 */
export function frequentPairs(rows, most) {
  const best = rows[0]?.count ?? 0;
  const leaders = rows.filter((row) => row.count === best);
  const others = rows.filter((row) => row.count !== best).slice(0, most - 1);
  const offered = [...leaders.slice(0, most - others.length), ...others];
  return inOrder(offered.map(({ left, right, count }) => ({ pair: [left, right], isRight: count === best })));
}

/**
 * While encoding: the pair that is merged next, and others in the same chunk, those with a merge first.
 *
 * @param {PairRow[]} rows In the order of the text.
 * @param {number} most @returns {Candidates}
 */
export function neighbouringPairs(rows, most) {
  const next = rows.find((row) => row.next);
  if (!next) return { options: [], right: [] };
  /** @type {Map<string, PairRow>} */
  const others = new Map();
  for (const row of rows)
    if (row.left !== next.left || row.right !== next.right) others.set(`${row.left} ${row.right}`, row);
  const likely = [...others.values()].sort((one, two) => Number(two.rule) - Number(one.rule));
  return inOrder(
    [next, ...likely.slice(0, most - 1)].map((row) => ({
      pair: [row.left, row.right],
      isRight: row === next,
    })),
  );
}

/** @param {{pair: [number, number], isRight: boolean}[]} offered @returns {Candidates} */
function inOrder(offered) {
  offered.sort((one, two) => one.pair[0] - two.pair[0] || one.pair[1] - two.pair[1]);
  return {
    options: offered.map(({ pair }) => pair),
    right: offered.flatMap(({ isRight }, index) => (isRight ? [index] : [])),
  };
}
