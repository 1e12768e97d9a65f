// The parts from which a token was merged, down to the base units.

/**
 * @import {History} from "./history.js"
 * @import {Merge} from "./vocabulary.js"
 *
 * A base unit has no parts, a merge has two.
 * @typedef {{from: number, to: number, id: number, merge: Merge | null, depth: number, parts: Part[]}} Part
 */

/**
 * The parts of units `from` to `to`: the Cartesian tree of closed_at inside them. The recursion can be as
 * deep as the token has units, so it is not for long tokens.
 *
 * @param {History} history @param {number} from @param {number} to @returns {Part}
 */
export function partsOf(history, from, to) {
  const { closed, merges, text } = history;
  if (to - from === 1) return { from, to, id: text.ids[from], merge: null, depth: 1, parts: [] };
  let split = from;
  for (let gap = from; gap + 1 < to; gap++) if (closed[gap] > closed[split]) split = gap;
  const parts = [partsOf(history, from, split + 1), partsOf(history, split + 1, to)];
  const merge = merges[closed[split]];
  return { from, to, id: merge.id, merge, depth: 1 + Math.max(parts[0].depth, parts[1].depth), parts };
}
