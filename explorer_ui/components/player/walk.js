// Keys while the stage has the focus: from token to token.

import { isChord } from "../shared/dom.js";
import { clamp } from "../shared/numbers.js";

/** @import {Stage} from "./stage.js" */

/**
 * The unit that a key leads to from the token that holds `unit`, or null if the key leads nowhere.
 *
 * @param {KeyboardEvent} event
 * @param {Stage} stage
 * @param {number} unit
 */
export function walked(event, stage, unit) {
  if (!stage.scene || isChord(event)) return null;
  const { history, step } = stage.scene;
  const here = history.tokenAt(unit, step);
  const row = stage.rowOf(unit);
  const below = (/** @type {number} */ by) => {
    const other = clamp(row + by, 0, stage.starts.length - 1);
    return Math.min(stage.starts[other] + unit - stage.starts[row], stage.endOf(other) - 1);
  };
  /** @type {Record<string, () => number>} */
  const ways = {
    ArrowRight: () => here.end,
    ArrowLeft: () => here.start - 1,
    ArrowDown: () => below(1),
    ArrowUp: () => below(-1),
    Home: () => stage.starts[row],
    End: () => stage.endOf(row) - 1,
  };
  const way = ways[event.key];
  return way ? history.startOf(clamp(way(), 0, history.units - 1), step) : null;
}
