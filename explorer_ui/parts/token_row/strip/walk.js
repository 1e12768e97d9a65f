// The keyboard in the strip: arrows move through the tokens, Enter selects one.

import { clamp } from "../../../browser/numbers.js";

/** @import {Layout} from "./layout.js" */

/**
 * The token to which a key moves, or null if the key has no effect.
 *
 * @param {string} key @param {number} at @param {Layout} layout
 * @param {number} page The number of visible rows.
 */
export function walked(key, at, layout, page) {
  const row = layout.rowOf(at);
  const inRow = (/** @type {number} */ other) => {
    const goal = clamp(other, 0, layout.rows - 1);
    return Math.min(layout.starts[goal] + at - layout.starts[row], layout.end(goal) - 1);
  };
  /** @type {Record<string, number>} */
  const goals = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: inRow(row + 1),
    ArrowUp: inRow(row - 1),
    PageDown: inRow(row + page),
    PageUp: inRow(row - page),
    Home: 0,
    End: layout.text.length - 1,
  };
  const to = goals[key];
  return to === undefined ? null : clamp(to, 0, layout.text.length - 1);
}
