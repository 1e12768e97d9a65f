// One line of a text, once for each row of tokens: letters that never move, with boxes behind them that
// change.
//
// The letters are one run of text, laid out by the browser in any script, the same in all rows. Their
// positions are read once; a boundary inside a character is drawn inside it, in proportion to its bytes.

import { boundsOf, tintsOf } from "../../browser/colours.js";
import { attrs, el, verbatim } from "../../browser/dom.js";
import { zoomOf } from "../../browser/presenting.js";
import { breakRows } from "./rows.js";
import { levelsOf, stretchesOf } from "./stretches.js";
import { lastAtMost } from "../../browser/numbers.js";

/**
 * @import {TextPart} from "../../browser/text_parts.js"
 * @import {Place} from "./stretches.js"
 */

/** @typedef {{start: number, end: number}} Span Of bytes. */

/**
 * A row of tokens over a text.
 *
 * @template {Span} Token
 * @typedef {object} TokenRow
 * @property {string} [name]
 * @property {(from: number, to: number) => Token[]} tokensBetween The tokens that overlap with a range of
 * bytes.
 * @property {(token: Token, tint: number) => string} lookOf The class of a token's box.
 */

export class TextLine {
  /**
   * @param {TextPart[]} parts
   * @param {number} firstByte The index of the line's first byte in the text.
   * @param {(string | undefined)[]} names The names of the rows.
   */
  constructor(parts, firstByte, names) {
    this.starts = [firstByte];
    for (const { size } of parts) this.starts.push(this.starts[this.starts.length - 1] + size);
    this.node = el("div", "line");
    this.rows = names.map((name, index) => {
      const row = this.node.appendChild(el("div", "row"));
      const boxes = attrs(el("div", "boxes"), { "aria-hidden": "true" });
      const letters = verbatim(attrs(el("div", "letters"), { "aria-hidden": index ? "true" : null }));
      for (const { kind, text } of parts) letters.append(kind === "text" ? text : el("span", kind, text));
      if (name) row.append(el("span", "row-name", name));
      row.append(boxes, letters);
      return { node: row, boxes, letters };
    });
    this.seam = attrs(el("i", "seam"), { "aria-hidden": "true" });
    /** @type {Place[] | null} */
    this.places = null;
  }

  get firstByte() {
    return this.starts[0];
  }

  get endByte() {
    return this.starts[this.starts.length - 1];
  }

  /** Reads the positions of the parts from the browser; the line must be in the page. */
  measure() {
    const [{ node, letters }] = this.rows;
    const { left } = node.getBoundingClientRect();
    const zoom = zoomOf(node);
    const direction = getComputedStyle(node).direction === "rtl" ? "rtl" : "ltr";
    const texts = Array.from(letters.childNodes, ({ textContent }) => textContent ?? "");
    const levels = levelsOf(texts, direction);
    const range = document.createRange();
    this.places = Array.from(letters.childNodes, (child, at) => {
      range.selectNodeContents(child);
      const box = range.getBoundingClientRect();
      const rightToLeft = levels[at] % 2 > 0;
      return { left: (box.left - left) / zoom, right: (box.right - left) / zoom, rightToLeft };
    });
  }

  /**
   * The ranges of pixels for a range of bytes in the line: those of all parts, merged where they touch.
   *
   * @param {number} from @param {number} to
   */
  stretches(from, to) {
    return stretchesOf(this.places ?? [], this.starts, from, to, 1);
  }

  /**
   * Draws the boxes of the tokens, and the seam if it is in this line.
   *
   * @param {TokenRow<any>[]} rows
   * @param {number | null} seam The byte after the seam.
   */
  draw(rows, seam) {
    if (!this.places) return;
    rows.forEach((row, index) => this.#drawRow(row, this.rows[index].boxes));
    const here = seam !== null && this.firstByte <= seam && seam < this.endByte;
    this.seam.remove();
    if (!here) return;
    const place = this.places[this.starts.findIndex((start) => start > seam) - 1];
    const [[left, right]] = this.stretches(seam, seam + 1);
    this.seam.style.cssText = `left:${(place.rightToLeft ? right : left).toFixed(1)}px`;
    this.rows[0].node.append(this.seam);
  }

  /** @param {TokenRow<Span>} row @param {HTMLElement} boxes */
  #drawRow(row, boxes) {
    let used = 0;
    const tokens = row.tokensBetween(this.firstByte, this.endByte);
    const tints = tintsOf(boundsOf(tokens), {
      startBefore: (start) => (start ? row.tokensBetween(start - 1, start)[0].start : null),
    });
    tokens.forEach((token, at) => {
      const { start, end } = token;
      const [from, to] = [Math.max(start, this.firstByte), Math.min(end, this.endByte)];
      const [opens, ends] = [!this.starts.includes(start), !this.starts.includes(end)];
      let look = row.lookOf(token, tints[at]);
      if (opens) look += " opens-within";
      if (ends) look += " ends-within";
      // The side on which a character is split is its own, not that of the line.
      const character = this.places?.[lastAtMost(this.starts, opens ? from : to - 1)];
      const direction = (opens || ends) && character?.rightToLeft ? "rtl" : "ltr";
      for (const [left, right] of this.stretches(from, to)) {
        const drawn = /** @type {HTMLElement | undefined} */ (boxes.children[used++]);
        const box = drawn ?? boxes.appendChild(el("i"));
        box.className = look;
        // Set by script, since the content security policies of saved and followers' pages forbid a style attribute.
        box.style.cssText = `left:${left.toFixed(1)}px;width:${Math.max(right - left, 1).toFixed(1)}px;direction:${direction}`;
      }
    });
    while (boxes.children.length > used) boxes.lastChild?.remove();
  }
}

/**
 * The indices of the parts at which lines begin: after a line break, or before a blank whose word does not
 * fit.
 *
 * @param {TextPart[]} parts @param {(text: string) => number} widthOf @param {number} room
 */
export function breakLines(parts, widthOf, room) {
  const isWhite = (/** @type {number} */ at) => parts[at].kind === "white";
  const breakAt = (/** @type {number} */ at, /** @type {number} */ line) => {
    let word = at;
    while (word > line && !isWhite(word)) word--;
    return word > line ? word : at;
  };
  const endsLine = (/** @type {number} */ at) => isWhite(at) && parts[at].text === "⏎";
  return breakRows(parts.length, { widthOf: (at) => widthOf(parts[at].text), endsLine, breakAt }, room);
}

/** @typedef {[number, number]} Stretch A range of bytes. */

// A row of tokens, given by the bytes at which they begin; only those that differ from another row's are
// coloured.
/** @implements {TokenRow<Span>} */
export class BoundaryRow {
  /**
   * @param {number[]} boundaries The bytes at which a token begins, except the first, ascending.
   * @param {number} size The size of the text in bytes.
   * @param {object} [of] @param {string} [of.name]
   * @param {Stretch[]} [of.differing] The ranges in which another row has other tokens, ascending.
   * @param {number[]} [of.unknown] The first bytes of tokens to be struck out.
   * @param {(token: Span, tint: number) => string} [of.lookOf] Colours the tokens in another way.
   */
  constructor(boundaries, size, { name, differing = [], unknown = [], lookOf } = {}) {
    this.bounds = [0, ...boundaries, size];
    this.name = name;
    this.differing = differing;
    this.unknown = new Set(unknown);
    this.colour = lookOf;
  }

  /** @param {number} from @param {number} to */
  tokensBetween(from, to) {
    const tokens = [];
    for (let at = lastAtMost(this.bounds, from); at + 1 < this.bounds.length && this.bounds[at] < to; at++)
      tokens.push({ start: this.bounds[at], end: this.bounds[at + 1] });
    return tokens;
  }

  /** @param {Span} token @param {number} tint */
  lookOf({ start, end }, tint) {
    if (this.colour) return this.colour({ start, end }, tint);
    const differs = this.differing.some(([from, to]) => from <= start && end <= to);
    return (differs ? "differs" : "base") + (this.unknown.has(start) ? " unknown" : "");
  }
}
