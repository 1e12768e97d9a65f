// The layout of the stage, computed once per text and width: how wide each unit is, and where rows break. It
// never depends on the step: boxes fuse in place.

import { mayReadFromTheRight } from "../../browser/direction.js";
import { clamp, grouped } from "../../browser/numbers.js";
import { graphemeParts, WHITE } from "../../browser/text_parts.js";
import { decodeUtf8, isContinuation, sequenceLength } from "../../browser/utf8.js";
import { breakRows, directionsOf } from "../token_row/rows.js";

/** @import {History} from "./history.js" */

export const GAP = 3; // pixels between two boxes
export const BOUNDARY_GAP = 5; // additional pixels at chunk boundaries
const TIMES_SIZE = 0.7; // relative to the font size; also in the style sheet
const [LINE_BREAK, TAB, SPACE] = [10, 9, 32];

/**
 * Cell widths in whole pixels, one per unit. A byte of a longer character gets room for two small hex digits.
 *
 * @param {History} history @param {{ch: number, width: (text: string) => number}} ruler
 * @param {number} one The width of the cell of a plain letter.
 */
export function cellWidths(history, ruler, one) {
  const ofByte = Math.max(Math.ceil(ruler.ch * 1.36) + GAP + 2, one);
  const units = history.text;
  const widths = new Uint16Array(history.units);
  /** @type {Map<number, number>} */
  const known = new Map();
  const ofCharacter = (/** @type {number} */ point) => {
    if (point > 32 && point < 127) return one;
    const [{ kind, text }] = graphemeParts(String.fromCodePoint(point));
    const width = kind === "label" ? ruler.width(text) * 0.62 + 5 : ruler.width(text);
    return clamp(Math.ceil(width) + GAP + 1, one, 255);
  };
  for (let unit = 0; unit < history.units; unit++) {
    const value = units.valueAt(unit);
    if (!units.characters) {
      const plain = history.display === "glyphs" || (value > 31 && value < 127) || WHITE.has(value);
      widths[unit] = plain ? one : ofByte;
      continue;
    }
    const bytes = units.bytesBetween(unit, unit + 1);
    if (bytes.length > sequenceLength(bytes[0])) {
      // Several characters are one unit: a special token, [UNK].
      for (const char of decodeUtf8(bytes)) widths[unit] += ofCharacter(char.codePointAt(0) ?? 0);
      continue;
    }
    let width = known.get(value);
    if (width === undefined) {
      width = ofCharacter(value);
      known.set(value, width);
    }
    widths[unit] = width;
  }
  return widths;
}

/**
 * The space between two chunks: for the mark of the boundary, and for the count of the first one, if it is
 * shown.
 *
 * @param {History} history @param {{ch: number}} ruler
 */
export function boundaryGapOf({ weights }, ruler) {
  if (!weights) return BOUNDARY_GAP;
  const most = weights.reduce((one, other) => Math.max(one, other), 0);
  return Math.ceil(timesOf(most).length * ruler.ch * TIMES_SIZE) + 3 * BOUNDARY_GAP;
}

/** @param {number} weight */
export const timesOf = (weight) => "×" + grouped(weight);

/**
 * The first unit of each row. Rows break after a line break; otherwise at a chunk boundary or, in a text
 * without any, after white space; otherwise between two characters.
 *
 * @param {History} history @param {ArrayLike<number>} widths @param {number} room
 * @param {number} [boundaryGap]
 */
export function breakUnits(history, widths, room, boundaryGap = BOUNDARY_GAP) {
  const { bytes } = history.text;
  const byteBefore = byteBeforeIn(history);
  const isBoundary = (/** @type {number} */ unit) => history.isBoundary(unit - 1);
  const gapBefore = (/** @type {number} */ unit) => (isBoundary(unit) ? boundaryGap : 0);
  const isGood = (/** @type {number} */ unit) =>
    history.hasBoundaries ? isBoundary(unit) : byteBefore(unit) === SPACE || byteBefore(unit) === TAB;
  const breakAt = (/** @type {number} */ unit, /** @type {number} */ row, /** @type {number} */ x) => {
    let good = unit;
    let left = x;
    while (good > row && left > room * 0.6 && !isGood(good)) left -= gapBefore(good) + widths[--good];
    let at = good > row && left > room * 0.6 ? good : unit;
    while (at > row + 1 && isContinuation(bytes[history.text.byteOf(at)])) at--;
    return at;
  };
  const endsLine = (/** @type {number} */ unit) => byteBefore(unit + 1) === LINE_BREAK;
  return breakRows(history.units, { widthOf: (unit) => widths[unit], gapBefore, endsLine, breakAt }, room);
}

/** The byte before a unit. @param {History} history @returns {(unit: number) => number} */
const byteBeforeIn =
  ({ text }) =>
  (unit) =>
    text.bytes[text.byteOf(unit) - 1];

/** Whether a row begins inside a chunk. @param {History} history @param {Uint32Array} starts */
export const brokenChunk = (history, starts) =>
  history.hasBoundaries &&
  starts.some(
    (start) => start > 0 && !history.isBoundary(start - 1) && byteBeforeIn(history)(start) !== LINE_BREAK,
  );

/**
 * The direction of the paragraph that each row belongs to.
 *
 * @param {History} history @param {ArrayLike<number>} starts
 */
export function rowDirections(history, starts) {
  const { bytes } = history.text;
  const turned = mayReadFromTheRight(bytes);
  const byteBefore = byteBeforeIn(history);
  return directionsOf(
    starts,
    (unit) => turned && byteBefore(unit + 1) === LINE_BREAK,
    (unit) => {
      const from = history.text.byteOf(unit);
      const end = turned ? bytes.indexOf(LINE_BREAK, from) : from;
      return bytes.subarray(from, end < 0 ? bytes.length : end);
    },
  );
}
