// Which tokens are in which row: computed once for a text, a width and a view.

import { MOST_OF_A_PARAGRAPH, Rows, breakRows, directionsOf } from "../rows.js";

/**
 * @import {Ruler} from "../../../browser/size.js"
 * @import {Token, TokenizedText} from "./tokenized_text.js"
 *
 * @typedef {"tokens" | "ids" | "bytes" | "plain" | "ribbon"} View
 */

export const TOKEN_GAP = 3; // pixels; also set in the style sheet
export const MOST_PARTS = 60; // of one token, in one row: a longer token is shortened with an ellipsis

/** Token widths for one view and one font; each is measured once. */
export class Widths {
  /**
   * @param {View} view @param {Ruler} ruler
   * @param {number} scale How much larger than usual the font is.
   */
  constructor(view, ruler, scale) {
    this.view = view;
    this.ruler = ruler;
    this.scale = scale;
    /** Pixels for one byte in the ribbon view. */
    this.cell = Math.ceil(ruler.ch * 2 + 7);
    /** @type {Map<Token, number>} */
    this.known = new Map();
  }

  /** @param {Token} token */
  of(token) {
    let width = this.known.get(token);
    if (width === undefined) this.known.set(token, (width = this.measure(token)));
    return width;
  }

  /** @param {Token} token */
  measure(token) {
    const { ch } = this.ruler;
    if (this.view === "ids") return String(token.id).length * ch + 14;
    if (this.view === "bytes") return Math.min(token.bytes.length, MOST_PARTS) * 2.7 * ch + 10;
    if (this.view === "ribbon") return token.bytes.length * this.cell;
    let width = this.view === "plain" ? 0 : 5 + 6 * this.scale;
    for (const part of token.parts.slice(0, MOST_PARTS)) {
      if (part.kind === "text") width += /^[\x20-\x7e]$/.test(part.text) ? ch : this.ruler.width(part.text);
      else width += part.kind === "white" ? ch : part.text.length * ch * 0.8 + 10;
    }
    return width;
  }
}

export class Layout extends Rows {
  /**
   * @param {TokenizedText} text @param {Widths} widths
   * @param {number} room Pixels of one row.
   */
  constructor(text, widths, room) {
    const of = text.tokens.map((token) => widths.of(token));
    const endsLine = (/** @type {number} */ at) => text.token(at).breaks;
    const widthOf = (/** @type {number} */ at) => of[text.indexes[at]];
    const breakAt = (/** @type {number} */ at, /** @type {number} */ row) => breakBefore(text, at, row);
    super(breakRows(text.length, { widthOf, endsLine, breakAt }, room), text.length);
    this.text = text;
    this.widths = widths;
    this.view = widths.view;
    this.directions = text.tokens.some((token) => token.turns)
      ? directionsOf(this.starts, endsLine, (at) => paragraphAt(text, at))
      : directionsOf(
          this.starts,
          () => false,
          () => new Uint8Array(),
        );
  }

  /** The height of one row, in pixels. */
  get height() {
    if (this.view === "ribbon") return 92;
    return (this.text.parted && this.view === "tokens" ? 44 : 32) * this.widths.scale;
  }
}

/**
 * Where to break the row if token `at` does not fit: the tokens of one character stay in one row, if they
 * are few.
 *
 * @param {TokenizedText} text @param {number} at @param {number} rowStart
 */
function breakBefore(text, at, rowStart) {
  let start = at;
  while (text.parted && start > rowStart + 1 && at - start < 8 && text.sharesCharacter(start)) start--;
  return text.sharesCharacter(start) ? at : start;
}

/**
 * The beginning of a paragraph, without special tokens. Its first letter may begin in one token and end in
 * another.
 *
 * @param {TokenizedText} text @param {number} at
 */
function paragraphAt(text, at) {
  /** @type {number[]} */
  const bytes = [];
  for (let ended = false; !ended && at < text.length && bytes.length < MOST_OF_A_PARAGRAPH; at++) {
    const token = text.token(at);
    if (!token.special) bytes.push(...token.bytes.subarray(0, MOST_OF_A_PARAGRAPH));
    ended = token.breaks;
  }
  return Uint8Array.from(bytes);
}
