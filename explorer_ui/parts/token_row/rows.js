// Where the rows of a text begin, and how each reads: the same for tokens, for letters and for base units,
// which are called items here.

import { directionOf } from "../../browser/direction.js";
import { clamp, lastAtMost } from "../../browser/numbers.js";
import { decodeUtf8 } from "../../browser/utf8.js";

/** @import {Direction} from "../../browser/direction.js" */

export const MOST_OF_A_PARAGRAPH = 4096; // bytes in which its first letter is searched for

export class Rows {
  /**
   * @param {ArrayLike<number>} starts The first item of each row.
   * @param {number} items How many there are.
   */
  constructor(starts, items) {
    this.starts = starts;
    this.items = items;
  }

  /** How many rows there are. */
  get rows() {
    return this.starts.length;
  }

  /** @param {number} item */
  rowOf(item) {
    return lastAtMost(this.starts, item);
  }

  /** The item after the last one of a row. @param {number} row */
  end(row) {
    return row + 1 < this.rows ? this.starts[row + 1] : this.items;
  }

  /** The item in a row above or below, as far from its beginning. @param {number} item @param {number} by */
  below(item, by) {
    const row = this.rowOf(item);
    const other = clamp(row + by, 0, this.rows - 1);
    return Math.min(this.starts[other] + item - this.starts[row], this.end(other) - 1);
  }
}

/**
 * The first item of each row: a row breaks where an item does not fit, and after a line break.
 *
 * @param {number} items
 * @param {object} how
 * @param {(item: number) => number} how.widthOf
 * @param {(item: number) => number} [how.gapBefore] The space between an item and the one before in its row.
 * @param {(item: number) => boolean} how.endsLine
 * @param {(item: number, row: number, x: number) => number} [how.breakAt] Where a row that begins with `row`
 * breaks if an item that begins at `x` does not fit: there, or before.
 * @param {number} room The width of a row.
 */
export function breakRows(items, { widthOf, gapBefore = () => 0, endsLine, breakAt = (item) => item }, room) {
  const starts = [0];
  let x = 0;
  for (let item = 0; item < items; item++) {
    const row = starts[starts.length - 1];
    if (item > row) x += gapBefore(item);
    if (item > row && x + widthOf(item) > room) {
      const start = breakAt(item, row, x);
      starts.push(start);
      x = 0;
      for (let at = start; at < item; at++) x += widthOf(at) + gapBefore(at + 1);
    }
    x += widthOf(item);
    if (item + 1 < items && endsLine(item)) {
      starts.push(item + 1);
      x = 0;
    }
  }
  return Uint32Array.from(starts);
}

/**
 * The direction of the paragraph that each row belongs to: that of its first letter.
 *
 * @param {ArrayLike<number>} starts @param {(item: number) => boolean} endsLine
 * @param {(item: number) => Uint8Array} paragraphAt Its bytes, or its first ones.
 * @returns {Direction[]}
 */
export function directionsOf(starts, endsLine, paragraphAt) {
  /** @type {Direction} */
  let paragraph = "ltr";
  return Array.from(starts, (start, row) => {
    if (row === 0 || endsLine(start - 1))
      paragraph = directionOf(decodeUtf8(paragraphAt(start).subarray(0, MOST_OF_A_PARAGRAPH)));
    return paragraph;
  });
}
