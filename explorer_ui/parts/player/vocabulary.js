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

// How many words a token has, as in bpe_core/superbpe/token_words.py: words are separated by spaces.

const SPACE = 32;

export class TokenWords {
  /** @param {Vocabulary} vocabulary */
  constructor(vocabulary) {
    this.vocabulary = vocabulary;
    /**
     * For each known id: the number of its words, and whether it begins and ends with one.
     *
     * @type {Map<number, {words: number, begins: boolean, ends: boolean}>}
     */
    this.known = new Map();
  }

  /** @param {number} id */
  of(id) {
    let shape = this.known.get(id);
    if (!shape) {
      const bytes = this.vocabulary.bytesOf(id);
      let words = 0;
      bytes.forEach((byte, i) => {
        if (byte !== SPACE && (i === 0 || bytes[i - 1] === SPACE)) words++;
      });
      shape = { words, begins: bytes[0] !== SPACE, ends: bytes[bytes.length - 1] !== SPACE };
      this.known.set(id, shape);
    }
    return shape;
  }

  /**
   * How many words two tokens have together: adjacent words become one.
   *
   * @param {number} left @param {number} right
   */
  ofPair(left, right) {
    const [one, two] = [this.of(left), this.of(right)];
    return one.words + two.words - Number(one.ends && two.begins);
  }
}
