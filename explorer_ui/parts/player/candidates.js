// Which options a question about the next merge offers, and which of them are right.

/** @import {PairRow} from "./steps.js" */

/** @typedef {{options: [number, number][], right: number[]}} Candidates */

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
