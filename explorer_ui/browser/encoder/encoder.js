// Text to ids in the browser, the same ids as the engine's: split, then merge each distinct chunk once.

import { wellFormed } from "../old_browsers.js";
import { encodeUtf8 } from "../utf8.js";
import { PreTokenizer } from "./pre_tokenizer.js";
import { mergeByLowestRank } from "./lowest_rank.js";
import { cutAtSpecial, spellsSpecial } from "./special.js";
import { Vocabulary } from "./vocabulary.js";

/**
 * How special tokens in a text are treated.
 * @typedef {"refuse" | "ordinary" | "special"} Policy
 *
 * The data of an encoder. `categories` is the engine's table, with the category of each code point in its low
 * five bits; `classes` the class of each category; `planes` the merges, file by file.
 * @typedef {object} Ingredients
 * @property {Uint8Array} near
 * @property {Uint16Array} moves
 * @property {number} width
 * @property {number[]} classes
 * @property {Uint8Array} byteOrder
 * @property {Uint8Array} categories
 * @property {Uint8Array[]} planes
 * @property {Record<string, number>} special
 *
 * `chunks`: for each chunk, the index of its first id.
 * @typedef {{ids: number[], chunks: number[]}} Encoded
 */

const CATEGORY = 31;
const CODE_POINTS = 0x110000;
const MOST_KEPT = 50_000; // chunks

/**
 * The class of each code point.
 *
 * @param {Uint8Array} categories The engine's table.
 * @param {number[]} classes The class of each category.
 */
export const classesOf = (categories, classes) =>
  // The file continues with a second table.
  categories.subarray(0, CODE_POINTS).map((bits) => classes[bits & CATEGORY]);

export class Encoder {
  /** @param {Ingredients} parts */
  constructor(parts) {
    this.preTokenizer = new PreTokenizer(parts, classesOf(parts.categories, parts.classes));
    this.vocabulary = new Vocabulary(parts);
    this.special = parts.special;
    /** @type {Map<string, number[]>} */
    this.kept = new Map();
  }

  /**
   * @param {string} text @param {Policy} policy
   * @returns {Encoded | null} Null if the text is rejected.
   */
  encode(text, policy) {
    if (policy === "refuse" && spellsSpecial(text, this.special)) return null;
    const whole = wellFormed(text); // an unpaired surrogate becomes U+FFFD, as in the engine
    const parts = policy === "special" ? cutAtSpecial(whole, this.special) : [{ text: whole, id: null }];
    /** @type {Encoded} */
    const encoded = { ids: [], chunks: [] };
    const add = (/** @type {number[]} */ ids) => {
      encoded.chunks.push(encoded.ids.length);
      for (const id of ids) encoded.ids.push(id);
    };
    for (const part of parts) {
      if (part.id !== null) add([part.id]);
      else for (const chunk of this.preTokenizer.split(part.text)) add(this.idsOf(chunk));
    }
    return encoded;
  }

  /** @param {string} chunk */
  idsOf(chunk) {
    let ids = this.kept.get(chunk);
    if (!ids) {
      const { vocabulary } = this;
      const units = [];
      for (const byte of encodeUtf8(chunk)) units.push(vocabulary.idOfByte[byte]);
      ids = mergeByLowestRank(units, vocabulary);
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      this.kept.set(chunk, ids);
    }
    return ids;
  }
}
