// The tokens of a history, independent of the text: base units, and the tokens that merges make.

import { textParts } from "../../browser/text_parts.js";

/**
 * @import {Display, DrawnToken} from "../../browser/text_parts.js"
 *
 * A learned merge, or, while encoding, one merge applied: `counted` occurrences of the pair, `replaced` of
 * them merged.
 * @typedef {{rank: number, left: number, right: number, id: number, counted: number, replaced: number}} Merge
 */

export class Vocabulary {
  /**
   * @param {Merge[]} merges
   * @param {Map<number, Uint8Array>} base The bytes of each base unit.
   * @param {Display} display
   */
  constructor(merges, base, display) {
    this.base = base;
    this.display = display;
    /** The merge that first makes an id. @type {Map<number, Merge>} */
    this.madeBy = new Map();
    for (const merge of merges) if (!this.madeBy.has(merge.id)) this.madeBy.set(merge.id, merge);
    /** @type {Map<number, Uint8Array>} */
    this.known = new Map();
  }

  /** The bytes of a token. No recursion: a token can be thousands of merges deep. @param {number} id */
  bytesOf(id) {
    const found = this.known.get(id);
    if (found) return found;
    /** @type {number[]} */
    const bytes = [];
    const left = [id]; // ids still to be expanded, the next one last
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const merge = this.madeBy.get(next);
      const whole = this.known.get(next) ?? (merge ? undefined : this.base.get(next));
      if (whole) for (const byte of whole) bytes.push(byte);
      else if (merge) left.push(merge.right, merge.left);
    }
    const made = Uint8Array.from(bytes);
    this.known.set(id, made);
    return made;
  }

  /** @param {number} id @returns {DrawnToken} */
  tokenOf(id) {
    return { id, parts: textParts(this.bytesOf(id), this.display), quiet: !this.madeBy.has(id) };
  }
}
