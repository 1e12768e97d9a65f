// Which answers a question about the next merge offers, and which of them are right.

/** @import {PairRow} from "./steps.js" */

/** @typedef {{options: [number, number][], right: number[]}} Candidates */

/**
 * While training: the pair that is next, others that occur less often, and others as often (at a tie every leader
 * is right). In the order of their ids, which tells nothing.
 *
 * @param {PairRow[]} rows The most frequent pairs, in the order of the rule.
 * @param {number} most
 * @returns {Candidates}
 */
export function frequentPairs(rows, most) {
  const best = rows[0]?.count ?? 0;
  const leaders = rows.filter((row) => row.count === best);
  const others = rows.filter((row) => row.count !== best).slice(0, most - 1);
  const offered = [...leaders.slice(0, most - others.length), ...others];
  return inOrder(offered.map(({ left, right, count }) => ({ pair: [left, right], isRight: count === best })));
}

/**
 * While encoding: two neighbours that are merged next, and others in the same chunk, those with rules first.
 *
 * @param {PairRow[]} rows In the order of the text.
 * @param {number} most
 * @returns {Candidates}
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

/**
 * @param {{pair: [number, number], isRight: boolean}[]} offered
 * @returns {Candidates}
 */
function inOrder(offered) {
  offered.sort((one, two) => one.pair[0] - two.pair[0] || one.pair[1] - two.pair[1]);
  return {
    options: offered.map(({ pair }) => pair),
    right: offered.flatMap(({ isRight }, index) => (isRight ? [index] : [])),
  };
}
