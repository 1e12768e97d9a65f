// The keyboard in the strip: arrows walk through the tokens, Enter selects one.

import { clamp } from "../shared/numbers.js";

/** @import {Layout} from "./layout.js" */

/**
 * Where a key leads from a token, or null where it leads nowhere.
 *
 * @param {string} key
 * @param {number} at
 * @param {Layout} layout
 * @param {number} page Rows that are seen at once.
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
