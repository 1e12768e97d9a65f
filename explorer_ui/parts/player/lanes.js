// The runs of a row of the stage in one direction, the positions of units in them, and the boxes around units.

import { mayReadFromTheRight } from "../../browser/direction.js";
import { textParts } from "../../browser/text_parts.js";
import { characterAt, sequenceLength } from "../../browser/utf8.js";
import { GAP } from "./rows.js";
import { attrs, el } from "../../browser/dom.js";
import { drawTextParts } from "../token_row/draw_text_parts.js";
import { levelsOf } from "../token_row/stretches.js";

/**
 * @import {Direction} from "../../browser/direction.js"
 * @import {History} from "./history.js"
 *
 * @typedef {{start: number, end: number}} Span Units `start` to `end`, exclusive.
 *
 * One run of a row; a `turned` one reads against the direction of its paragraph, such as a Latin word in an Arabic line.
 * Positions are measured from the side on which its own text begins, so that both directions are drawn by the same code:
 * `left(unit)` is where a unit begins, `right(unit)` where the previous one ends, in pixels from `start`.
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
 * The lanes of a row with units `from` to `to`, in the order of the text: one, or one for each run of words in the other
 * direction and each number within it.
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
  const left = (/** @type {number} */ unit) => at[unit - from];
  const right = (/** @type {number} */ unit) => at[unit - from - 1] + widths[unit - 1];
  const own = ownLevels(history, from, to, direction);
  // A space in the same chunk as the following word belongs to its run.
  const levels = own.map((level, unit) =>
    spaceOfItsChunk(history, from + unit, from) ? (own[unit + 1] ?? level) : level,
  );
  /** @type {Lane[]} */
  const lanes = [];
  /**
   * Adds the lanes of units with this level, and those nested in it with a higher one. What is at x in the order of the
   * text is drawn at shift + x, or shift - x if it is turned, from the side on which the paragraph begins.
   *
   * @param {number} first @param {number} last @param {number} level @param {boolean} turned @param {number} shift
   */
  const add = (first, last, level, turned, shift) => {
    for (let unit = first; unit < last;) {
      const begin = unit++;
      const nested = levels[begin - from] > level;
      while (unit < last && (nested ? own : levels)[unit - from] > level === nested) unit++;
      if (nested) {
        const both = left(begin) + right(unit);
        add(begin, unit, level + 1, !turned, shift + (turned ? -both : both));
        continue;
      }
      const fromTheLeft = (direction === "ltr") !== turned;
      const offset = turned ? room - shift : shift;
      lanes.push({
        from: begin,
        to: unit,
        turned,
        start: fromTheLeft ? "left" : "right",
        end: fromTheLeft ? "right" : "left",
        left: (place) => offset + left(place),
        right: (place) => offset + right(place),
      });
    }
  };
  add(from, to, direction === "rtl" ? 1 : 0, false, 0);
  return lanes;
}

/**
 * Places a box over its units; where they continue in another lane, its side is open.
 *
 * @template {HTMLElement} Node @param {Node} node @param {Span} span @param {Lane} lane @returns {Node}
 */
export function placeBox(node, { start, end }, lane) {
  const from = Math.max(start, lane.from);
  const to = Math.min(end, lane.to);
  if (from > start) node.classList.add(`open-${lane.start}`);
  if (to < end) node.classList.add(`open-${lane.end}`);
  const x = lane.left(from) + (from > start ? 0 : GAP / 2);
  node.style[lane.start] = x + "px";
  node.style.width = lane.right(to) - (to < end ? 0 : GAP / 2) - x + "px";
  return node;
}

/**
 * The bidirectional level of each of the units `from` to `to` of one row.
 *
 * @param {History} history @param {number} from @param {number} to
 * @param {Direction} direction The direction of the paragraph.
 */
function ownLevels({ text }, from, to, direction) {
  if (direction === "ltr" && !mayReadFromTheRight(text.bytesBetween(from, to)))
    return new Array(to - from).fill(0);
  /** @type {string[]} */
  const characters = [];
  /** @type {number[]} */
  const sizes = [];
  for (let unit = from; unit < to; unit += sizes[characters.length - 1]) {
    const found = characterAt(text.bytes, text.byteOf(unit), text.byteOf(to));
    characters.push(found ? String.fromCodePoint(found.point) : "");
    sizes.push(text.characters || !found ? 1 : found.size);
  }
  return levelsOf(characters, direction).flatMap((level, at) => new Array(sizes[at]).fill(level));
}

/**
 * Whether the unit is a space that begins a chunk (or the row), with the next unit in the same chunk.
 *
 * @param {History} history @param {number} unit @param {number} from
 */
function spaceOfItsChunk(history, unit, from) {
  const begins = unit === from || history.isBoundary(unit - 1);
  return begins && !history.isBoundary(unit) && history.text.valueAt(unit) === 32;
}

// Characters over their bytes: while the bytes of a character are in several tokens, the row shows hex, and a
// roof above them shows which character it is.

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
