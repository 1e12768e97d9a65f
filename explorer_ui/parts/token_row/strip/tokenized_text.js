// A tokenized text: each distinct token once, then one index per token of the text.
//
//     text     the cat the      tokens   [the, cat, ·the]      indexes  0 1 2

import { tintsOf } from "../../../browser/colours.js";
import { mayReadFromTheRight } from "../../../browser/direction.js";
import { lastAtMost } from "../../../browser/numbers.js";
import { bytesOf, uint16sOf, uint32sOf } from "../../../browser/payload.js";
import { lettersOf, textParts } from "../../../browser/text_parts.js";
import { characterAt, edges, encodeUtf8, sameBytes } from "../../../browser/utf8.js";

/**
 * @import {Encoded, Encoder} from "../../../browser/encoder/encoder.js"
 * @import {Display, DrawnToken, TextPart} from "../../../browser/text_parts.js"
 *
 * The data of a token before it is drawn; `rank` is null for a base unit and a special token.
 * @typedef {{id: number, bytes: Uint8Array, rank: number | null, special: boolean}} KnownToken
 *
 * A token in the strip: `leads` and `lacks` as in `edges`, `breaks` if it contains a line end.
 * @typedef {DrawnToken & KnownToken & {
 *   letters: string, leads: number, lacks: number, breaks: boolean, turns: boolean
 * }} Token
 *
 * Bytes `from` to `to` of the text: a character that is split between tokens.
 * @typedef {{from: number, to: number, parts: TextPart[]}} SharedCharacter
 */

/**
 * @param {KnownToken} known
 * @param {{display: Display, ranked: boolean}} how `ranked`: a token without a rank is a base unit.
 * @returns {Token}
 */
export function tokenOf(known, { display, ranked }) {
  const { bytes, rank, special } = known;
  const parts = textParts(bytes, special ? "text" : display);
  return {
    ...known,
    ...edges(bytes),
    parts,
    quiet: ranked ? rank === null && !special : bytes.length === 1,
    letters: lettersOf(parts),
    breaks: bytes.includes(10),
    turns: mayReadFromTheRight(bytes),
  };
}

export class TokenizedText {
  /**
   * @param {object} parts
   * @param {Token[]} parts.tokens The distinct tokens.
   * @param {Uint16Array | Uint32Array} parts.indexes Indices into `tokens`, one per token of the text.
   * @param {Uint32Array | null} parts.chunks For each chunk, the index of its first token.
   * @param {Display} parts.display
   */
  constructor({ tokens, indexes, chunks, display }) {
    this.tokens = tokens;
    this.indexes = indexes;
    this.chunks = chunks;
    this.display = display;
    /** Whether a character may be split between two tokens. */
    this.parted = display !== "glyphs" && tokens.some((token) => token.lacks || token.leads);
    /** @type {Uint32Array | null} */
    this.knownOffsets = null;
    /** @type {Uint8Array | null} */
    this.knownBytes = null;
    /** @type {Uint8Array | null} */
    this.knownTints = null;
  }

  get length() {
    return this.indexes.length;
  }

  /** @param {number} at */
  token(at) {
    return this.tokens[this.indexes[at]];
  }

  /** The byte offset of each token, and that of the end; computed on first use. */
  get offsets() {
    if (this.knownOffsets) return this.knownOffsets;
    const offsets = new Uint32Array(this.length + 1);
    for (let at = 0; at < this.length; at++) offsets[at + 1] = offsets[at] + this.token(at).bytes.length;
    return (this.knownOffsets = offsets);
  }

  /** The tint of each token; computed on first use. */
  get tints() {
    return (this.knownTints ??= tintsOf(this.offsets));
  }

  /** The bytes of the text. */
  get bytes() {
    if (this.knownBytes) return this.knownBytes;
    const { offsets } = this;
    const bytes = new Uint8Array(offsets[this.length]);
    for (let at = 0; at < this.length; at++) bytes.set(this.token(at).bytes, offsets[at]);
    return (this.knownBytes = bytes);
  }

  /** How often the token at `at` occurs in the text. @param {number} at */
  usesOf(at) {
    const index = this.indexes[at];
    let uses = 0;
    for (const other of this.indexes) if (other === index) uses++;
    return uses;
  }

  ids() {
    return Array.from(this.indexes, (index) => this.tokens[index].id);
  }

  /** Whether two texts have the same bytes, regardless of their tokens. @param {TokenizedText} other */
  spells(other) {
    return sameBytes(this.bytes, other.bytes);
  }

  /** Whether two texts have the same tokens in the same chunks. @param {TokenizedText} other */
  equals(other) {
    if (this.length !== other.length || this.display !== other.display) return false;
    for (let at = 0; at < this.length; at++) {
      const [mine, its] = [this.token(at), other.token(at)];
      if (mine.id !== its.id || mine.rank !== its.rank || mine.special !== its.special) return false;
      if (mine.bytes.length !== its.bytes.length) return false;
    }
    return this.spells(other) && String(this.chunks) === String(other.chunks);
  }

  /** Whether the token before `at` and this one share a character. @param {number} at */
  sharesCharacter(at) {
    return this.parted && at > 0 && at < this.length && this.token(at).leads > 0 && this.runsOn(at - 1);
  }

  /**
   * Whether a character that began in the token at `at`, or shortly before it, is incomplete at its end.
   *
   * @param {number} at
   */
  runsOn(at) {
    // A character has at most three continuation bytes.
    for (let first = at; first >= 0 && first > at - 4; first--) {
      const token = this.token(first);
      if (token.lacks) return true;
      if (token.leads !== token.bytes.length) return false;
    }
    return false;
  }

  /**
   * The tokens around `at` that share characters with it: the first, and the one after the last.
   *
   * @param {number} at @returns {[number, number]}
   */
  groupOf(at) {
    let [first, last] = [at, at + 1];
    while (this.sharesCharacter(first)) first--;
    while (this.sharesCharacter(last)) last++;
    return [first, last];
  }

  /**
   * The characters that are split between tokens in the range `first` to `last`.
   *
   * @param {number} first @param {number} last
   */
  sharedCharacters(first, last) {
    const { offsets, bytes } = this;
    const borders = new Set(offsets.subarray(first + 1, last));
    /** @type {SharedCharacter[]} */
    const shared = [];
    let from = offsets[first];
    while (from < offsets[last]) {
      const to = from + (characterAt(bytes, from, offsets[last])?.size ?? 1);
      let crosses = false;
      for (let i = from + 1; i < to; i++) crosses ||= borders.has(i);
      if (crosses) shared.push({ from, to, parts: textParts(bytes.subarray(from, to)) });
      from = to;
    }
    return shared;
  }

  /**
   * The first bytes of the chunk that contains a token, or null if the chunks are unknown.
   *
   * @param {number} at
   * @param {number} most The largest number of bytes.
   */
  chunkOf(at, most) {
    if (!this.chunks?.length) return null;
    const index = lastAtMost(this.chunks, at);
    const { offsets } = this;
    const end = index + 1 < this.chunks.length ? this.chunks[index + 1] : this.length;
    const start = offsets[this.chunks[index]];
    return this.bytes.subarray(start, Math.min(offsets[end], start + most));
  }
}

/**
 * What was encoded in the browser.
 *
 * @param {Encoder} encoder @param {Encoded} encoded
 * @param {Map<number, Token>} [known] The tokens that were made before, by their ids.
 */
export function tokenizedBy({ display, special, vocabulary }, { ids, chunks }, known = new Map()) {
  const places = new Map(Array.from(new Set(ids), (id, place) => [id, place]));
  const specials = new Map(Object.entries(special).map(([text, id]) => [id, encodeUtf8(text)]));
  const tokens = Array.from(places.keys(), (id) => {
    const bytes = specials.get(id) ?? Uint8Array.from(vocabulary.bytesOf(id));
    const rank = specials.has(id) || vocabulary.isUnit(id) ? null : vocabulary.rankOf(id);
    const token = known.get(id) ?? tokenOf({ id, bytes, rank, special: specials.has(id) }, { display, ranked: true }); // prettier-ignore
    known.set(id, token);
    return token;
  });
  const indexes = Uint32Array.from(ids, (id) => places.get(id) ?? 0);
  return new TokenizedText({ tokens, indexes, chunks: Uint32Array.from(chunks), display });
}

/** The payload of the strip; see strip_data in payload.py. @param {Message.StripData} data */
export function readPayload(data) {
  const special = new Set(data.special);
  return new TokenizedText({
    tokens: data.tokens.map(([id, base64, rank]) =>
      tokenOf({ id, bytes: bytesOf(base64), rank, special: special.has(id) }, data),
    ),
    indexes: data.index_bytes === 2 ? uint16sOf(data.indexes) : uint32sOf(data.indexes),
    chunks: data.chunks === null ? null : uint32sOf(data.chunks),
    display: data.display,
  });
}
