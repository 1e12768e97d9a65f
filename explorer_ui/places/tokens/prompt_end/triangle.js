// The prefixes of a text as rows of a triangle, in which stable tokens are vertical stripes.

import { boundsOf, lookOf, tintsOf } from "../../../browser/colours.js";
import { directionOf } from "../../../browser/direction.js";
import { attrs, svg, svgText } from "../../../browser/dom.js";
import { clamp, lastAtMost } from "../../../browser/numbers.js";
import { textParts } from "../../../browser/text_parts.js";
import { decodeUtf8, encodeUtf8 } from "../../../browser/utf8.js";

const ROW = 24; // height
const FOOT = 34; // below the last row, for the label of its stable part
const EDGE = 6;
const NOTE = 106; // next to a row: what it replaced
const LEAST = 11; // minimum width of a letter
const MOST = 24;
const HEX_ROOM = 13; // for the two digits of a byte

/** The characters of a text next to each other, each as wide as its bytes need. */
export class Columns {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const characters = Array.from(decodeUtf8(bytes));
    this.bytes = bytes;
    this.direction = directionOf(characters.join(""));
    this.starts = [0]; // the byte at which each character begins, and the end
    this.lefts = [0]; // in widths of a letter
    for (const character of characters) {
      const { length } = encodeUtf8(character);
      this.starts.push((this.starts.at(-1) ?? 0) + length);
      this.lefts.push((this.lefts.at(-1) ?? 0) + Math.max(1, 0.8 * length));
    }
  }

  get length() {
    return this.starts.length - 1;
  }

  /**
   * The position of a byte, in widths of a letter; within a character in proportion to its bytes.
   *
   * @param {number} byte
   */
  place(byte) {
    const at = clamp(byte, 0, this.bytes.length);
    const index = Math.min(lastAtMost(this.starts, at), this.length - 1);
    const [start, end] = [this.starts[index], this.starts[index + 1]];
    return this.lefts[index] + ((this.lefts[index + 1] - this.lefts[index]) * (at - start)) / (end - start);
  }

  /** The same characters without those before `index`. */
  from(/** @type {number} */ index) {
    return new Columns(this.bytes.subarray(this.starts[index]));
  }
}

/**
 * How many of the last rows fit side by side with legible letters.
 *
 * @param {Columns} columns
 * @param {number} room In pixels.
 */
export function fitting(columns, room) {
  const widths = Math.max(room - 2 * EDGE - NOTE, LEAST) / LEAST;
  const last = columns.lefts[columns.length];
  const first = columns.lefts.findIndex((left) => last - left <= widths);
  return clamp(columns.length - first, 1, columns.length);
}

/**
 * @param {Message.PromptRow[]} rows One for each column.
 * @param {Columns} columns
 * @param {{unsettled: number, at_least: boolean}} ending How many tokens at the end of the last row may still change.
 * @param {number} room In pixels.
 */
export function drawTriangle(rows, columns, ending, room) {
  const unit = clamp((room - 2 * EDGE - NOTE) / columns.lefts[columns.length], LEAST, MOST);
  const width = Math.ceil(columns.lefts[columns.length] * unit + 2 * EDGE + NOTE);
  const height = rows.length * ROW + FOOT;
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group" });
  // A text that reads from the right has its first letter there.
  const onward = columns.direction === "rtl" ? -1 : 1;
  const origin = onward < 0 ? width - EDGE : EDGE;
  const x = (/** @type {number} */ byte) => origin + onward * columns.place(byte) * unit;

  for (const { start, end, tint, first, last } of stripesOf(rows)) {
    picture.append(
      svg("rect", {
        class: `stripe ${lookOf({ quiet: false }, tint)}`,
        x: Math.min(x(start), x(end)),
        y: first * ROW,
        width: Math.abs(x(end) - x(start)),
        height: (last - first + 1) * ROW,
      }),
    );
    drawLetters(picture, columns.bytes, Math.max(start, 0), end, x, first * ROW + 17, unit);
  }
  for (const { at, first, last, broken } of cutsOf(rows)) {
    const bottom = (last + 1) * ROW;
    const line = { x1: x(at), x2: x(at), y1: first * ROW, y2: bottom };
    picture.append(svg("line", { class: broken ? "cut broken" : "cut", ...line }));
    if (broken) picture.append(svg("path", { class: "end", d: `M${x(at) - 4},${bottom - 4}l8,8m0,-8l-8,8` }));
  }
  rows.forEach(({ tokens, taken_back, added }, row) => {
    const end = x(tokens[tokens.length - 1][1]);
    const group = svg("g", { class: "prefix", "data-row": row });
    group.append(
      svg("rect", { class: "hit-area", x: 1, y: row * ROW, width: width - 2, height: ROW }),
      svg("rect", {
        class: "outline",
        x: Math.min(origin, end),
        y: row * ROW + 1,
        width: Math.abs(end - origin),
        height: ROW - 2,
      }),
    );
    // In most rows the last token grows by a letter (one token for one), which needs no note.
    if (taken_back > 1 || (taken_back && added > 1))
      group.append(write(`replaces ${taken_back}`, end + 8 * onward, row * ROW + 16, "note", onward));
    picture.append(group);
  });
  picture.append(...foot(rows[rows.length - 1], ending, x, rows.length * ROW, onward));
  return picture;
}

/**
 * Below the last row: a line under what is stable whatever follows, and one under what may change.
 *
 * @param {Message.PromptRow} row @param {{unsettled: number, at_least: boolean}} ending
 * @param {(byte: number) => number} x @param {number} y
 * @param {number} onward 1 if the text reads to the right, -1 if to the left.
 */
function foot({ tokens }, { unsettled, at_least }, x, y, onward) {
  const end = tokens[tokens.length - 1][1];
  const frontier = unsettled ? Math.max(tokens[Math.max(tokens.length - unsettled, 0)][0], 0) : end;
  const parts = [];
  if (frontier > 0) {
    parts.push(svg("line", { class: "stays", x1: x(0), x2: x(frontier) - 2 * onward, y1: y + 6, y2: y + 6 }));
    const name = at_least ? "probably final" : "settled";
    if (Math.abs(x(frontier) - x(0)) > 8 * name.length) parts.push(write(name, x(0), y + 24, "name", onward));
  }
  if (frontier < end) {
    parts.push(svg("line", { class: "may", x1: x(frontier) + onward, x2: x(end), y1: y + 6, y2: y + 6 }));
    const ends = Math.abs(x(frontier) - x(0)) > 120;
    const at = ends ? x(end) + (NOTE - 8) * onward : x(Math.max(frontier, 0));
    parts.push(write("can still change", at, y + 24, "name may-name", ends ? -onward : onward));
  }
  return parts;
}

/**
 * @param {SVGSVGElement} picture @param {Uint8Array} bytes @param {number} from @param {number} to
 * @param {(byte: number) => number} x @param {number} y @param {number} unit
 */
function drawLetters(picture, bytes, from, to, x, y, unit) {
  let at = from;
  for (const part of textParts(bytes.subarray(from, to))) {
    const small = part.kind === "hex" || part.kind === "label";
    const [start, end] = [x(at), x(at + part.size)];
    at += part.size;
    // Two digits that would overlap the next ones are left out; the row's sentence has them.
    if (small && Math.abs(end - start) < HEX_ROOM) continue;
    const letter = write(part.text, (start + end) / 2, y, `letter ${part.kind}`);
    const size = small ? Math.min(12, unit * 0.6) : Math.min(17, unit * 1.45);
    picture.append(attrs(letter, { "text-anchor": "middle", "font-size": size }));
  }
}

/**
 * `onward` is the direction from `x` in which the words are written.
 *
 * @type {(text: string, x: number, y: number, className: string, onward?: number) => SVGTextElement}
 */
const write = (text, x, y, className, onward = 1) =>
  svgText(text, { x, y, class: className, "text-anchor": onward < 0 ? "end" : "start" });

/**
 * The last rows as if there were no others before them.
 *
 * @param {Message.PromptRow[]} rows @param {Columns} columns @param {number} most
 * @returns {{rows: Message.PromptRow[], columns: Columns}}
 */
export function lastRows(rows, columns, most) {
  const skipped = rows.length - most;
  const origin = columns.starts[skipped];
  return {
    columns: columns.from(skipped),
    rows: rows.slice(skipped).map((row) => ({
      ...row,
      tokens: row.tokens
        .filter(([, end]) => end > origin)
        .map(([start, end, id]) => [start - origin, end - origin, id]),
    })),
  };
}

/**
 * A token that is unchanged in the rows from `first` to `last`.
 *
 * @typedef {{start: number, end: number, id: number, tint: number, first: number, last: number}} Stripe
 *
 * A token boundary after byte `at` in the rows from `first` to `last`; `broken` if the row below does not
 * have it.
 * @typedef {{at: number, first: number, last: number, broken: boolean}} Cut
 */

/** @param {Message.PromptRow[]} rows @returns {Stripe[]} */
export function stripesOf(rows) {
  /** @type {Map<string, Stripe>} */
  let above = new Map();
  /** @type {Stripe[]} */
  const stripes = [];
  rows.forEach(({ tokens }, row) => {
    /** @type {typeof above} */
    const here = new Map();
    const tints = tintsOf(boundsOf(tokens.map(([start, end]) => ({ start, end }))));
    for (const [at, [start, end, id]] of tokens.entries()) {
      const key = `${start} ${end} ${id}`;
      const stripe = above.get(key) ?? { start, end, id, tint: tints[at], first: row, last: row };
      if (stripe.first === row) stripes.push(stripe);
      stripe.last = row;
      here.set(key, stripe);
    }
    above = here;
  });
  return stripes;
}

/**
 * The token boundaries within the rows; the end of a row is not one of them.
 *
 * In `low`, `low|e`, `lower` there is one: after the third byte, only in the second row, broken.
 *
 * @param {Message.PromptRow[]} rows @returns {Cut[]}
 */
export function cutsOf(rows) {
  /** @type {Map<number, Cut>} */
  let above = new Map();
  /** @type {Cut[]} */
  const cuts = [];
  rows.forEach(({ tokens }, row) => {
    /** @type {typeof above} */
    const here = new Map();
    for (const [, at] of tokens.slice(0, -1)) {
      const cut = above.get(at) ?? { at, first: row, last: row, broken: false };
      if (cut.first === row) cuts.push(cut);
      cut.last = row;
      here.set(at, cut);
    }
    for (const cut of above.values()) cut.broken = cut.last < row;
    above = here;
  });
  return cuts;
}
