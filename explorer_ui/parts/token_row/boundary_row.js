// A row of tokens, given by the bytes at which they begin; only those that differ from another row's are
// coloured.

import { lastAtMost } from "../../browser/numbers.js";

/** @typedef {[number, number]} Stretch A range of bytes. */

/** @implements {TokenRow<Span>} */
export class BoundaryRow {
  /**
   * @param {number[]} boundaries The bytes at which a token begins, except the first, ascending.
   * @param {number} size The size of the text in bytes.
   * @param {object} [of] @param {string} [of.name]
   * @param {Stretch[]} [of.differing] The ranges in which another row has other tokens, ascending.
   * @param {number[]} [of.unknown] The first bytes of tokens to be struck out.
   */
  constructor(boundaries, size, { name, differing = [], unknown = [] } = {}) {
    this.bounds = [0, ...boundaries, size];
    this.name = name;
    this.differing = differing;
    this.unknown = new Set(unknown);
  }

  /** @param {number} from @param {number} to */
  tokensBetween(from, to) {
    const tokens = [];
    for (let at = lastAtMost(this.bounds, from); at + 1 < this.bounds.length && this.bounds[at] < to; at++)
      tokens.push({ start: this.bounds[at], end: this.bounds[at + 1] });
    return tokens;
  }

  /** @param {Span} token */
  lookOf({ start, end }) {
    const differs = this.differing.some(([from, to]) => from <= start && end <= to);
    return (differs ? "differs" : "base") + (this.unknown.has(start) ? " unknown" : "");
  }
}

/** @import {Span, TokenRow} from "./text_line.js" */
