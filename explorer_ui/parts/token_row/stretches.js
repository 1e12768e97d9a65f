// Where the bytes of a line are whose words may read in both directions.

import { kindOf, levelOf, settle } from "../../browser/bidi.js";
import { MARK } from "../../browser/text_parts.js";

/** @import {Direction} from "../../browser/direction.js" */

/** @typedef {{left: number, right: number, rightToLeft: boolean}} Place The position of one part of a line. */

/**
 * The bidirectional level of each part of a line; a part with an odd one reads from the right.
 *
 * @param {string[]} texts @param {Direction} direction Of the paragraph.
 */
export function levelsOf(texts, direction) {
  const kinds = texts.map(kindOf);
  // A mark is drawn on the letter before it.
  texts.forEach((text, at) => at && MARK.test(text) && (kinds[at] = kinds[at - 1]));
  settle(kinds, (at) => texts[at], direction);
  return kinds.map((kind) => levelOf(kind, direction));
}

/**
 * The position of a byte in a part, or of the part's end; within a character in proportion to its bytes.
 *
 * @param {Place} place @param {number} start The part's first byte, @param {number} end the one after it.
 * @param {number} byte
 */
export function edgeOf({ left, right, rightToLeft }, start, end, byte) {
  const width = (right - left) / (end - start);
  return rightToLeft ? right - (byte - start) * width : left + (byte - start) * width;
}

/**
 * The stretches of a range of bytes, from left to right: those of all parts, merged where they touch.
 *
 * @param {Place[]} places Of the parts. @param {ArrayLike<number>} starts Their first bytes, and the one after the last.
 * @param {number} from @param {number} to
 * @param {number} apart Stretches with less between them touch.
 */
export function stretchesOf(places, starts, from, to, apart) {
  /** @type {[number, number][]} */
  const pieces = [];
  places.forEach((place, at) => {
    const [start, end] = [starts[at], starts[at + 1]];
    if (end <= from || start >= to) return;
    const one = edgeOf(place, start, end, Math.max(from, start));
    const other = edgeOf(place, start, end, Math.min(to, end));
    pieces.push([Math.min(one, other), Math.max(one, other)]);
  });
  /** @type {[number, number][]} */
  const stretches = [];
  for (const [left, right] of pieces.sort(([one], [other]) => one - other)) {
    const last = stretches.at(-1);
    if (last && left - last[1] < apart) last[1] = Math.max(last[1], right);
    else stretches.push([left, right]);
  }
  return stretches;
}
