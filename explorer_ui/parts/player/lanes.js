// The positions of units in a row of the stage.

import { turnedRuns } from "./turned_runs.js";

/**
 * @import {Direction} from "../../browser/direction.js"
 * @import {History} from "./history.js"
 *
 * One run of a row. Positions are measured from the side on which its own text begins, so that both
 * directions are drawn by the same code: `left(unit)` is where a unit begins, `right(unit)` where the
 * previous one ends, in pixels from `start`.
 * @typedef {object} Lane
 * @property {number} from
 * @property {number} to
 * @property {boolean} turned
 * @property {"left" | "right"} start
 * @property {"left" | "right"} end
 * @property {(unit: number) => number} left
 * @property {(unit: number) => number} right
 */

/**
 * The lanes of a row with units `from` to `to`: one, or one for each run of words in the other direction.
 *
 * @param {History} history @param {ArrayLike<number>} widths @param {number} from @param {number} to
 * @param {Direction} direction
 * @param {number} room The width of the row.
 * @param {number} boundaryGap @returns {Lane[]}
 */
export function lanesOf(history, widths, from, to, direction, room, boundaryGap) {
  const at = new Uint16Array(to - from + 1);
  for (let unit = from; unit < to; unit++) {
    if (unit > from && history.isBoundary(unit - 1)) at[unit - from] += boundaryGap;
    at[unit - from + 1] = at[unit - from] + widths[unit];
  }
  return turnedRuns(history, from, to, direction).map((run) => {
    const end = at[run.to - from - 1] + widths[run.to - 1];
    const shift = run.turned ? room - end - at[run.from - from] : 0;
    const fromTheLeft = (direction === "ltr") !== run.turned;
    return {
      ...run,
      start: fromTheLeft ? "left" : "right",
      end: fromTheLeft ? "right" : "left",
      left: (unit) => shift + at[unit - from],
      right: (unit) => shift + at[unit - from - 1] + widths[unit - 1],
    };
  });
}
