// Words whose direction differs from their paragraph's, such as a Latin word in an Arabic line.

import { mayReadFromTheRight, RIGHT_TO_LEFT } from "../../browser/direction.js";
import { MARK } from "../../browser/text_parts.js";
import { characterAt } from "../../browser/utf8.js";

/**
 * @import {Direction} from "../../browser/direction.js"
 * @import {History} from "./history.js"
 *
 * Units `from` to `to`; `turned` ones read against the direction of their paragraph.
 * @typedef {{from: number, to: number, turned: boolean}} Run
 */

const READS = /[\p{L}\p{N}]/u; // characters with a direction

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
