// Characters over their bytes: while the bytes of a character are in several tokens, the row shows hex, and a
// roof above them shows which character it is.

import { attrs, el } from "../../browser/dom.js";
import { drawTextParts } from "../token_row/draw_text_parts.js";
import { textParts } from "../../browser/text_parts.js";
import { characterAt, sequenceLength } from "../../browser/utf8.js";
import { GAP } from "./rows.js";

/**
 * @import {History} from "./history.js"
 * @import {Lane} from "./lanes.js"
 */

/**
 * Whether any character of the text can be in several tokens: then rows have space for roofs at every step,
 * so that no step moves the text.
 *
 * @param {History} history
 */
export const mayNeedRoofs = (history) =>
  !history.text.characters && history.text.bytes.some((byte) => sequenceLength(byte) > 1);

/**
 * Draws the roofs of the characters of a lane into `line`.
 *
 * @param {HTMLElement} line @param {History} history @param {number} step @param {Lane} lane
 */
export function drawRoofs(line, history, step, lane) {
  const { closed, text } = history;
  const { bytes } = text;
  for (let unit = lane.from; unit < lane.to; unit++) {
    const found = sequenceLength(bytes[unit]) > 1 && characterAt(bytes, unit, lane.to);
    if (!found) continue;
    const end = unit + found.size;
    let parted = false;
    for (let gap = unit; gap < end - 1; gap++) parted ||= closed[gap] >= step;
    if (parted) {
      const roof = attrs(el("span", "roof"), { "aria-hidden": "true" });
      roof.style[lane.start] = lane.left(unit) + GAP / 2 + "px";
      roof.style.width = lane.right(end) - lane.left(unit) - GAP + "px";
      line.append(drawTextParts(roof, textParts(bytes.subarray(unit, end), "text")));
    }
    unit = end - 1;
  }
}
