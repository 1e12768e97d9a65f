// Which tokens are in which row: computed once for a text, a width and a depth.

import { MOST_OF_A_PARAGRAPH, Rows, breakRows, directionsOf } from "../rows.js";
import { MOST_PARTS, isOfBytes } from "./depths.js";

/**
 * @import {TextPart} from "../../../browser/text_parts.js"
 * @import {Ruler} from "../../../browser/size.js"
 * @import {Depth} from "./depths.js"
 * @import {Token, TokenizedText} from "./tokenized_text.js"
 */

export const TOKEN_GAP = 3; // pixels; also set in the style sheet
/** @type {TextPart} */
const ELLIPSIS = { kind: "text", text: "…", size: 0 };

// Scripts whose characters are all equally wide.
const SQUARES = [
  { one: "中", of: /^\p{Script=Han}$/u },
  { one: "가", of: /^[가-힣]$/ },
];

const ROW = 32; // pixels,
const ROW_WITH_ROOFS = 44; // if there are characters above the tokens
const OF_A_ROOF = 13 / 15; // the size of their letters, compared to those in tokens
const OF_BITS = 0.8; // and that of bits; all are also set in the style sheet

/** Token widths at one depth and in one font; each is measured once. */
export class Widths {
  /**
   * @param {Depth} depth @param {Ruler} ruler
   * @param {number} scale How much larger than usual the font is.
   * @param {number} room Pixels of one row: no token is wider.
   */
  constructor(depth, ruler, scale, room) {
    this.depth = depth;
    this.ruler = ruler;
    this.scale = scale;
    /** What a token takes in addition to its letters: gap, border and padding. */
    this.around = 5 + 6 * scale;
    this.most = room - this.around;
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
    const letters = this.lettersOf(token).reduce((sum, part) => sum + this.widthOf(part), 0);
    const width = {
      bits: 8 * OF_BITS * ch,
      bytes: 2 * ch,
      characters: letters,
      chunks: letters,
      tokens: letters,
      ids: Math.max(String(token.id).length * ch, letters * OF_A_ROOF),
    }[this.depth];
    return this.around + Math.min(width, this.most);
  }

  /**
   * The parts of a token that are drawn: those for which there is room in a row.
   *
   * @param {Token} token
   */
  lettersOf({ parts }) {
    let [width, most] = [0, 0];
    while (most < Math.min(parts.length, MOST_PARTS) && width <= this.most)
      width += this.widthOf(parts[most++]);
    const cut = most < parts.length || width > this.most;
    return cut && most > 1 ? [...parts.slice(0, most - 1), ELLIPSIS] : parts.slice(0, most);
  }

  /** @param {TextPart} part */
  widthOf({ kind, text }) {
    const { ch } = this.ruler;
    if (kind === "text") {
      if (/^[\x20-\x7e]$/.test(text)) return ch;
      // A text may have thousands of these, each of which would take a search for its font.
      const square = SQUARES.find((like) => like.of.test(text));
      return this.ruler.width(square?.one ?? text);
    }
    return kind === "white" ? ch : text.length * ch * 0.8 + 10;
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
    this.depth = widths.depth;
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
    const { depth, text, widths } = this;
    const roofs = depth === "ids" || isOfBytes(depth) || text.parted;
    return (roofs ? ROW_WITH_ROOFS : ROW) * widths.scale;
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
