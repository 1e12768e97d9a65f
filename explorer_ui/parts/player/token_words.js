// How many words a token has, as in bpe_core/superbpe/token_words.py: words are separated by spaces.

/** @import {Vocabulary} from "./vocabulary.js" */

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
