// The runs of a row of the stage in one direction, the positions of units in them, and the boxes around units.

import { mayReadFromTheRight, RIGHT_TO_LEFT } from "../../browser/direction.js";
import { MARK, textParts } from "../../browser/text_parts.js";
import { characterAt, sequenceLength } from "../../browser/utf8.js";
import { GAP } from "./rows.js";
import { attrs, el } from "../../browser/dom.js";
import { drawTextParts } from "../token_row/draw_text_parts.js";

/**
 * @import {Direction} from "../../browser/direction.js"
 * @import {History} from "./history.js"
 *
 * Units `from` to `to`; `turned` ones read against the direction of their paragraph, such as a Latin word in
 * an Arabic line.
 * @typedef {{from: number, to: number, turned: boolean}} Run
 *
 * @typedef {{start: number, end: number}} Span Units `start` to `end`, exclusive.
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

const READS = /[\p{L}\p{N}]/u; // characters with a direction

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
 * The units `from` to `to` of one row, split into runs. A space in the same chunk as the following word
 * belongs to its run.
 *
 * @param {History} history @param {number} from @param {number} to
 * @param {Direction} direction The direction of the paragraph.
 * @returns {Run[]}
 */
export function turnedRuns(history, from, to, direction) {
  if (to <= from) return [];
  const { text } = history;
  const rightToLeft = direction === "rtl";
  if (!rightToLeft && !mayReadFromTheRight(text.bytesBetween(from, to))) return [{ from, to, turned: false }];
  /** @type {Run[]} */
  const runs = [];
  let first = -1; // the start of the current run, and
  let last = -1; // the end of its last letter
  const doneTo = () => runs.at(-1)?.to ?? from;
  const close = () => {
    if (first < 0) return;
    if (first > from && spaceOfItsChunk(history, first - 1, from)) first--;
    const before = doneTo();
    if (first > before) runs.push({ from: before, to: first, turned: false });
    runs.push({ from: Math.max(first, before), to: last, turned: true });
    first = -1;
  };
  for (let unit = from; unit < to;) {
    const found = characterAt(text.bytes, text.byteOf(unit), text.byteOf(to));
    const next = unit + (text.characters || !found ? 1 : found.size);
    const char = found ? String.fromCodePoint(found.point) : "";
    const turned = RIGHT_TO_LEFT.test(char) ? !rightToLeft : READS.test(char) ? rightToLeft : null;
    if (turned === false) close();
    else if (turned) {
      if (first < 0) first = unit;
      last = next;
    } else if (MARK.test(char) && last === unit) last = next;
    unit = next;
  }
  close();
  if (doneTo() < to) runs.push({ from: doneTo(), to, turned: false });
  return runs;
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
