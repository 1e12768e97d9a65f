// Which tokens are in which row: computed once for a text, a width and a view.

import { directionOf } from "../../../browser/direction.js";
import { lastAtMost } from "../../../browser/numbers.js";
import { decodeUtf8 } from "../../../browser/utf8.js";

/**
 * @import {Direction} from "../../../browser/direction.js"
 * @import {Ruler} from "../../../browser/ruler.js"
 * @import {Token, TokenizedText} from "./tokenized_text.js"
 *
 * @typedef {"tokens" | "ids" | "bytes" | "plain" | "ribbon"} View
 */

export const TOKEN_GAP = 3; // pixels; also set in the style sheet
export const MOST_PARTS = 60; // of one token, in one row: a longer token is shortened with an ellipsis

const MOST_OF_A_PARAGRAPH = 4096; // bytes in which its first letter is searched for

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

export class Layout {
  /**
   * @param {TokenizedText} text @param {Widths} widths
   * @param {number} room Pixels of one row.
   */
  constructor(text, widths, room) {
    this.text = text;
    this.widths = widths;
    this.view = widths.view;
    /** The first token of each row. */
    this.starts = this.pack(room);
    this.directions = this.rowDirections();
  }

  get rows() {
    return this.starts.length;
  }

  /** The height of one row, in pixels. */
  get height() {
    if (this.view === "ribbon") return 92;
    return (this.text.parted && this.view === "tokens" ? 44 : 32) * this.widths.scale;
  }

  /** @param {number} at */
  rowOf(at) {
    return lastAtMost(this.starts, at);
  }

  /** @param {number} row */
  end(row) {
    return row + 1 < this.rows ? this.starts[row + 1] : this.text.length;
  }

  /** @param {number} room */
  pack(room) {
    const { text } = this;
    const widths = text.tokens.map((token) => this.widths.of(token));
    const starts = [0];
    let x = 0;
    for (let at = 0; at < text.length; at++) {
      const index = text.indexes[at];
      if (x > 0 && x + widths[index] > room) {
        const start = this.breakAt(at, starts[starts.length - 1]);
        starts.push(start);
        x = 0;
        for (let i = start; i < at; i++) x += widths[text.indexes[i]];
      }
      x += widths[index];
      if (text.tokens[index].breaks && at + 1 < text.length) {
        starts.push(at + 1);
        x = 0;
      }
    }
    return Uint32Array.from(starts);
  }

  /**
   * Where to break the row if token `at` does not fit: the tokens of one character stay in one row, if they
   * are few.
   *
   * @param {number} at @param {number} rowStart
   */
  breakAt(at, rowStart) {
    const { text } = this;
    let start = at;
    while (text.parted && start > rowStart + 1 && at - start < 8 && text.sharesCharacter(start)) start--;
    return text.sharesCharacter(start) ? at : start;
  }

  /**
   * The direction of the paragraph of each row: that of its first letter, which may begin in one token and
   * end in another.
   */
  rowDirections() {
    const { text, starts } = this;
    /** @type {Direction[]} */
    const directions = new Array(this.rows).fill("ltr");
    if (!text.tokens.some((token) => token.turns)) return directions;
    /** @type {Direction} */
    let paragraph = "ltr";
    for (let row = 0; row < this.rows; row++) {
      if (row === 0 || text.token(starts[row] - 1).breaks)
        paragraph = directionOf(this.paragraphAt(starts[row]));
      directions[row] = paragraph;
    }
    return directions;
  }

  /** The beginning of a paragraph, without special tokens. @param {number} at */
  paragraphAt(at) {
    /** @type {number[]} */
    const bytes = [];
    for (let ended = false; !ended && at < this.text.length && bytes.length < MOST_OF_A_PARAGRAPH; at++) {
      const token = this.text.token(at);
      if (!token.special) bytes.push(...token.bytes.subarray(0, MOST_OF_A_PARAGRAPH));
      ended = token.breaks;
    }
    return decodeUtf8(Uint8Array.from(bytes));
  }
}
