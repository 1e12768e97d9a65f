// One text at six depths: the same bytes, divided in different ways.
//
//     characters  a € b          bits, bytes  61 | e2 | 82 | ac | 62
//     chunks      a€ | b         characters   61 | e2 82 ac | 62
//     tokens      a e2 | 82 ac | b
//
// What divides a text is again a tokenized text, whose tokens are bytes, characters or chunks, so that everything
// that draws tokens draws these too.

import { tintsOf } from "../../../browser/colours.js";
import { lastAtMost } from "../../../browser/numbers.js";
import { graphemes } from "../../../browser/old_browsers.js";
import { bytesOf, uint32sOf } from "../../../browser/payload.js";
import { characterAt, codePoints } from "../../../browser/utf8.js";
import { TokenizedText, tokenOf } from "./tokenized_text.js";

/**
 * @import {Token} from "./tokenized_text.js"
 *
 * @typedef {"bits" | "bytes" | "characters" | "chunks" | "tokens" | "ids"} Depth
 */

/** The depths from the smallest pieces on, with what one piece is called. @type {Record<Depth, string>} */
export const PIECES = {
  bits: "bit",
  bytes: "byte",
  characters: "character",
  chunks: "chunk",
  tokens: "token",
  ids: "id",
};
export const DEPTHS = /** @type {Depth[]} */ (Object.keys(PIECES));

/** Whether the pieces are tokens. @param {Depth} depth */
export const isOfTokens = (depth) => depth === "tokens" || depth === "ids";
/** Whether the pieces are single bytes. @param {Depth} depth */
export const isOfBytes = (depth) => depth === "bits" || depth === "bytes";
/** Whether the pieces are of the typed text, not of what the tokenizer made of it. @param {Depth} depth */
const isTyped = (depth) => isOfBytes(depth) || depth === "characters";

export const MOST_PARTS = 60; // of one piece: a longer one is shortened with an ellipsis
const LONG = 16; // characters; a longer chunk is drawn in pieces, which can be in different rows
const BROKEN = 0x110000; // plus the byte: what a byte that is part of no character has instead of a code point
const UNKNOWN = 255; // a branch

/** A text at every depth; what was computed for one is kept. */
export class Depths {
  /**
   * @param {TokenizedText} tokens
   * @param {object} [known] By Python.
   * @param {Message.Original | null} [known.original]
   * @param {Message.Cut | null} [known.cut]
   */
  constructor(tokens, { original = null, cut = null } = {}) {
    this.tokens = tokens;
    this.original = original;
    this.cut = cut;
    /** The bytes that were typed. */
    this.typed = original ? bytesOf(original.text) : tokens.bytes;
    /** Four numbers for each change by the tokenizer: first and end in its bytes, first and end in the typed ones. */
    this.changes = original ? uint32sOf(original.changes) : new Uint32Array();
    this.changed = Array.from({ length: this.changes.length / 4 }, (_, at) => this.changes[4 * at]);
    /** @type {Map<Depth, TokenizedText>} */
    this.known = new Map();
    /** @type {Uint32Array} */
    this.chunkStarts = new Uint32Array();
    this.differentChunks = 0;
    /** The branch that matched each chunk. @type {Uint8Array | null} */
    this.branches = cut && bytesOf(cut.branches);
  }

  /** @param {Depth} depth @returns {TokenizedText} */
  at(depth) {
    if (isOfTokens(depth)) return this.tokens;
    const key = depth === "bits" ? "bytes" : depth;
    let text = this.known.get(key);
    if (!text) this.known.set(key, (text = this.divide(key)));
    return text;
  }

  /** @param {Depth} depth */
  divide(depth) {
    if (depth === "bytes") return divided(this.typed, Uint32Array.from(this.typed.keys()), "text");
    if (depth === "characters") return divided(this.typed, charactersOf(this.typed), "text");
    const { typed, cut, tokens } = this;
    if (cut?.starts) return this.divideChunks(typed, uint32sOf(cut.starts), "text");
    const starts = (tokens.chunks ?? new Uint32Array()).map((first) => tokens.offsets[first]);
    return this.divideChunks(tokens.bytes, starts, tokens.display);
  }

  /** @param {Uint8Array} bytes @param {Uint32Array} starts @param {TokenizedText["display"]} display */
  divideChunks(bytes, starts, display) {
    /** @type {number[]} */
    const pieces = [];
    starts.forEach((start, at) => {
      for (const piece of piecesOf(bytes.subarray(start, starts[at + 1] ?? bytes.length)))
        pieces.push(start + piece);
    });
    this.chunkStarts = starts;
    this.differentChunks = new Set(
      Array.from(starts, (start, at) => keyOf(bytes.subarray(start, starts[at + 1] ?? bytes.length))),
    ).size;
    const text = divided(bytes, Uint32Array.from(pieces), display);
    const tints = tintsOf([...starts, bytes.length]);
    text.knownTints = Uint8Array.from(pieces, (piece) => tints[lastAtMost(starts, piece)]);
    return text;
  }

  /** The chunk of a piece at depth "chunks": its number, its first byte, and the byte after it. @param {number} at */
  chunkOf(at) {
    const { bytes, offsets } = this.at("chunks");
    const number = lastAtMost(this.chunkStarts, offsets[at]);
    return { number, from: this.chunkStarts[number], to: this.chunkStarts[number + 1] ?? bytes.length };
  }

  /** Whether the same was known of other depths of the same tokens. @param {Depths} other */
  knowsNoMore({ original, cut }) {
    return (
      original?.text === this.original?.text &&
      original?.changes === this.original?.changes &&
      cut?.starts === this.cut?.starts &&
      cut?.branches === this.cut?.branches
    );
  }

  get hasChunks() {
    return Boolean(this.cut?.starts || this.tokens.chunks);
  }

  /** Whether the pieces are of what was typed. @param {Depth} depth */
  isTyped(depth) {
    return isTyped(depth) || (depth === "chunks" && Boolean(this.cut?.starts));
  }

  /** How many pieces there are, and how many of them are different. @param {Depth} depth */
  count(depth) {
    const { length, tokens } = this.at(depth);
    if (depth === "bits") return { pieces: 8 * length, different: null };
    if (depth === "chunks") return { pieces: this.chunkStarts.length, different: this.differentChunks };
    return { pieces: length, different: tokens.length };
  }

  /** The branch of the split pattern that matched a chunk; null if it is unknown. @param {number} number */
  branchOf(number) {
    const branch = this.branches?.[number];
    return branch === undefined || branch === UNKNOWN ? null : branch;
  }

  /** The branch that matched the chunk of a piece at depth "chunks". @param {number} at */
  branchAt(at) {
    return this.branchOf(this.chunkOf(at).number);
  }

  /** The piece of a typed byte. @param {Depth} depth @param {number} byte */
  pieceAt(depth, byte) {
    const { length, offsets } = this.at(depth);
    const starts = offsets.subarray(0, length);
    const isSame = !this.changed.length || this.isTyped(depth);
    return lastAtMost(isSame ? starts : starts.map((start) => this.typedByte(depth, start)), byte);
  }

  /** The byte that was typed for a byte at a depth. @param {Depth} depth @param {number} byte */
  typedByte(depth, byte) {
    if (!this.changed.length || this.isTyped(depth)) return byte;
    const change = lastAtMost(this.changed, byte);
    const [first, end, from, to] = this.changes.subarray(4 * change, 4 * change + 4);
    if (byte < first) return byte - first + from;
    return byte < end ? Math.min(to, from + byte - first) : byte - end + to;
  }

  /**
   * What was typed for a piece that the tokenizer changed; null if it changed nothing there.
   *
   * @param {Depth} depth @param {number} at
   */
  typedFor(depth, at) {
    if (!this.changed.length || this.isTyped(depth)) return null;
    const { offsets } = this.at(depth);
    const [from, to] = [offsets[at], offsets[at + 1]];
    // A change may also be that something was left out, at the end too.
    const limit = to === offsets[offsets.length - 1] ? to + 1 : to;
    const change = lastAtMost(this.changed, limit - 1);
    const [first, end] = this.changes.subarray(4 * change, 4 * change + 2);
    if (first >= limit || Math.max(end, first + 1) <= from) return null;
    return this.typed.subarray(this.typedByte(depth, from), this.typedByte(depth, to));
  }
}

/** The first byte of each character; a byte that is part of no character counts as one. @param {Uint8Array} bytes */
function charactersOf(bytes) {
  const starts = new Uint32Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length; at += characterAt(bytes, at, bytes.length)?.size ?? 1)
    starts[count++] = at;
  return starts.slice(0, count);
}

/**
 * The first byte of each piece of a chunk. A flag or a letter with its marks is in one, except an endless one.
 *
 * @param {Uint8Array} chunk
 */
function piecesOf(chunk) {
  const starts = charactersOf(chunk);
  if (starts.length <= LONG) return starts.subarray(0, 1);
  // A code point for each character, also for a byte that is part of none.
  let text = "";
  for (const start of starts)
    text += String.fromCodePoint(characterAt(chunk, start, chunk.length)?.point ?? 0xfffd);
  const pieces = [];
  let [at, room] = [0, 0];
  // Of ASCII each character is visible by itself, which saves a second for the longest text.
  for (const grapheme of chunk.every((byte) => byte < 0x80) ? text : graphemes(text))
    for (let left = codePoints(grapheme); left > 0; left -= 2 * LONG) {
      const size = Math.min(left, 2 * LONG);
      if (size > room) {
        pieces.push(starts[at]);
        room = LONG;
      }
      at += size;
      room -= size;
    }
  return pieces;
}

/**
 * A text in pieces, each distinct one once.
 *
 * @param {Uint8Array} bytes @param {Uint32Array} starts The first byte of each piece.
 * @param {import("../../../browser/text_parts.js").Display} display
 */
function divided(bytes, starts, display) {
  /** @type {Map<string | number, number>} */
  const places = new Map();
  /** @type {Token[]} */
  const tokens = [];
  const indexes = new Uint32Array(starts.length);
  starts.forEach((start, at) => {
    const piece = bytes.subarray(start, starts[at + 1] ?? bytes.length);
    const key = piece.length === 1 ? piece[0] : keyOf(piece);
    let place = places.get(key);
    if (place === undefined) {
      place = tokens.push(pieceOf(piece, tokens.length, display)) - 1;
      places.set(key, place);
    }
    indexes[at] = place;
  });
  return new TokenizedText({ tokens, indexes, chunks: null, display });
}

const latin1 = new TextDecoder("latin1"); // a distinct character for every byte

/** @param {Uint8Array} bytes */
const keyOf = (bytes) => latin1.decode(bytes);

/** @param {Uint8Array} bytes @param {number} number @param {TokenizedText["display"]} display */
function pieceOf(bytes, number, display) {
  const found = characterAt(bytes, 0, bytes.length);
  const single = bytes.length === (found?.size ?? 1);
  const id = !single ? BROKEN + 256 + number : found ? found.point : BROKEN + bytes[0];
  // Of a chunk as long as the text only the beginning is drawn.
  const known = { id, bytes: bytes.subarray(0, 16 * MOST_PARTS), rank: null, special: false };
  const drawn = tokenOf(known, { display, ranked: false });
  return { ...drawn, bytes, breaks: bytes.includes(10), quiet: single };
}
