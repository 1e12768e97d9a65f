// Text to ids in the browser, the same ids as the engine's: split, then merge each distinct chunk once.

import { lastAtMost } from "../numbers.js";
import { wellFormed } from "../old_browsers.js";
import { encodeUtf8 } from "../utf8.js";
import { PreTokenizer } from "./pre_tokenizer.js";
import { mergeByLowestRank } from "./lowest_rank.js";
import { bytesOf } from "../payload.js";

/**
 * How special tokens in a text are treated.
 * @typedef {"refuse" | "ordinary" | "special"} Policy
 *
 * What an encoder knows of its merges. All ids rise with the ranks of their merges.
 * @typedef {object} Merges
 * @property {(text: string) => number[]} unitsOf The ids of the base units of a text.
 * @property {(left: number, right: number) => number} made The id that a pair makes; -1: there is no such merge.
 * @property {(id: number) => boolean} isUnit Whether an id is that of a base unit,
 * @property {(id: number) => number} rankOf and otherwise the rank of its merge.
 * @property {(id: number) => ArrayLike<number>} bytesOf What an id is decoded to.
 * @property {ArrayLike<number>} [idOfByte] The ids of the bytes, if they are the base units and all have one.
 *
 * `chunks`: for each chunk, the index of its first id.
 * @typedef {{ids: number[], chunks: number[]}} Encoded
 */

const MOST_KEPT = 50_000; // chunks

export class Encoder {
  /**
   * @param {object} parts
   * @param {(text: string) => string[]} parts.split The chunks of a text without unpaired surrogates.
   * @param {Merges} parts.vocabulary
   * @param {Record<string, number>} [parts.special]
   * @param {"text" | "glyphs"} [parts.display] How bytes are shown.
   */
  constructor({ split, vocabulary, special = {}, display = "text" }) {
    this.split = split;
    this.vocabulary = vocabulary;
    this.special = special;
    this.display = display;
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
      else for (const chunk of this.split(part.text)) add(this.idsOf(chunk));
    }
    return encoded;
  }

  /** @param {string} chunk */
  idsOf(chunk) {
    let ids = this.kept.get(chunk);
    if (!ids) {
      ids = mergeByLowestRank(this.vocabulary.unitsOf(chunk), this.vocabulary);
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      this.kept.set(chunk, ids);
    }
    return ids;
  }
}

/**
 * The parts of a text in order: ordinary text, and special tokens with their ids. The longest match wins if several
 * begin at the same place.
 *
 * @param {string} text @param {Record<string, number>} special @returns {{text: string, id: number | null}[]}
 */
export function cutAtSpecial(text, special) {
  const tokens = Object.keys(special).sort((a, b) => b.length - a.length);
  const found = tokens.map((token) => text.indexOf(token));
  const parts = [];
  for (let done = 0; ;) {
    // Searched again only after the match has been passed, so that each token searches every part of the text
    // once.
    tokens.forEach((token, i) => {
      if (found[i] >= 0 && found[i] < done) found[i] = text.indexOf(token, done);
    });
    let first = -1;
    for (let i = 0; i < tokens.length; i++)
      if (found[i] >= 0 && (first < 0 || found[i] < found[first])) first = i;
    const end = first < 0 ? text.length : found[first];
    if (end > done) parts.push({ text: text.slice(done, end), id: null });
    if (first < 0) return parts;
    parts.push({ text: tokens[first], id: special[tokens[first]] });
    done = end + tokens[first].length;
  }
}

/** Whether a text contains any of them. @param {string} text @param {Record<string, number>} special */
const spellsSpecial = (text, special) => Object.keys(special).some((token) => text.includes(token));

// A vocabulary of bytes and merges, in the format of the project's merge files; see bpe_core/tables.
//
// Ids are assigned in order, first to the 256 bytes, then to the token of each pair; those of special tokens
// are skipped:
//
//     id        0   1   2  ...  255  | 256      257      258
//     token     !   "   #       0xAD | Ġ t      Ġ a      h e         (GPT-2)

const NONE = -1;
const BYTES = 256;

export class Vocabulary {
  /**
   * @param {object} parts
   * @param {Uint8Array[]} parts.planes Files, each of six planes: the low, middle and high byte of each left id, then of
   *   each right id.
   * @param {Uint8Array} parts.byteOrder The 256 bytes in the order of their ids.
   * @param {Record<string, number>} parts.special
   */
  constructor({ planes, byteOrder, special }) {
    this.left = idsOf(planes, 0);
    this.right = idsOf(planes, 3);
    const size = this.left.length;
    /** The id of each byte in `byteOrder`, then of the token that each pair makes: rising. */
    this.ids = new Uint32Array(BYTES + size);
    const taken = new Set(Object.values(special));
    for (let at = 0, id = 0; at < this.ids.length; id++) if (!taken.has(id)) this.ids[at++] = id;
    this.byteOrder = byteOrder;
    this.idOfByte = new Uint32Array(BYTES);
    byteOrder.forEach((byte, at) => (this.idOfByte[byte] = this.ids[at]));
    // A hash table with open addressing, less than half full: the rank of the pair in each slot.
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 2))).fill(NONE);
    for (let rank = 0; rank < size; rank++) this.slots[this.slotOf(this.left[rank], this.right[rank])] = rank;
  }

  /** The slot of a pair, or the free one where it belongs. @param {number} left @param {number} right */
  slotOf(left, right) {
    const mask = this.slots.length - 1;
    const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let rank; (rank = this.slots[slot]) !== NONE; slot = (slot + 1) & mask)
      if (this.left[rank] === left && this.right[rank] === right) break;
    return slot;
  }

  /**
   * The id that a pair makes, which rises with its rank; -1 if there is no such merge.
   *
   * @param {number} left @param {number} right
   */
  made(left, right) {
    const rank = this.slots[this.slotOf(left, right)];
    return rank === NONE ? NONE : this.ids[BYTES + rank];
  }

  /** @param {string} text @returns {number[]} */
  unitsOf(text) {
    return Array.from(encodeUtf8(text), (byte) => this.idOfByte[byte]);
  }

  /** @param {number} id */
  rankOf(id) {
    return id;
  }

  /** The index of an id that is not a special token in `ids`. @param {number} id */
  indexOf(id) {
    return lastAtMost(this.ids, id);
  }

  /** Whether an id is that of a single byte. @param {number} id */
  isUnit(id) {
    return this.indexOf(id) < BYTES;
  }

  /** The bytes of an id that is not a special token. @param {number} id @returns {number[]} */
  bytesOf(id) {
    const at = this.indexOf(id);
    if (at < BYTES) return [this.byteOrder[at]];
    return [...this.bytesOf(this.left[at - BYTES]), ...this.bytesOf(this.right[at - BYTES])];
  }
}

/** The ids in three planes of files, beginning with one of them. @param {Uint8Array[]} files @param {number} first */
function idsOf(files, first) {
  const ids = new Uint32Array(files.reduce((sum, { length }) => sum + length / 6, 0));
  let at = 0;
  for (const file of files) {
    const size = file.length / 6;
    for (let low = first * size; low < (first + 1) * size; low++)
      ids[at++] = file[low] | (file[low + size] << 8) | (file[low + 2 * size] << 16);
  }
  return ids;
}

/** @type {Map<string, Promise<Encoder>>} */
const encoders = new Map();

/**
 * The encoder of a tokenizer, from the server's files: fetched once, then cached by the browser, since the
 * addresses never change. The promise rejects if a file cannot be loaded.
 *
 * @param {Message.EncoderData} data @returns {Promise<Encoder>}
 */
export function loadEncoder(data) {
  let encoder = encoders.get(data.parts);
  if (!encoder) {
    encoder = makeEncoder(data);
    encoders.set(data.parts, encoder);
    encoder.catch(() => encoders.delete(data.parts)); // so that it is tried again
  }
  return encoder;
}

/** @param {Message.EncoderData} data */
async function makeEncoder(data) {
  const [answer, ...packed] = await Promise.all([data.parts, data.categories, ...data.merges].map(asked));
  // Not as blobs: Chromium fails to read a preloaded file so while it still arrives.
  const inflating = packed.map(async (file) => inflated(await file.arrayBuffer()));
  const [categories, ...planes] = await Promise.all(inflating);
  return encoderFrom(await answer.json(), categories, planes);
}

/**
 * @param {Message.EncoderParts} parts
 * @param {Uint8Array} categories The engine's table.
 * @param {Uint8Array[]} planes The files of merges.
 */
export function encoderFrom({ byteOrder, special, ...automaton }, categories, planes) {
  const preTokenizer = new PreTokenizer(automaton, categories);
  const vocabulary = new Vocabulary({ planes, byteOrder: bytesOf(byteOrder), special });
  return new Encoder({ split: (text) => preTokenizer.split(text), vocabulary, special });
}

/** @param {string} address */
async function asked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** @param {BlobPart} packed */
export async function inflated(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
