// The prefixes of a text as rows of a triangle, in which stable tokens are vertical stripes.

import { boundsOf, lookOf, tintsOf } from "../../../browser/colours.js";
import { directionOf } from "../../../browser/direction.js";
import { attrs, svg, svgText } from "../../../browser/dom.js";
import { clamp, lastAtMost } from "../../../browser/numbers.js";
import { textParts } from "../../../browser/text_parts.js";
import { decodeUtf8, encodeUtf8 } from "../../../browser/utf8.js";
import { edgeOf, levelsOf, stretchesOf } from "../../../parts/token_row/stretches.js";

/** @import {Place} from "../../../parts/token_row/stretches.js" */

/** The pixels of some bytes of a row. @typedef {(from: number, to: number) => number[][]} Spans */

const ROW = 24; // height
const FOOT = 34; // below the last row, for the label of its stable part
const EDGE = 6;
const NOTE = 106; // next to a row: what it replaced
const LEAST = 11; // minimum width of a letter
const MOST = 24;
const HEX_ROOM = 13; // for the two digits of a byte

/** The characters of a text next to each other, each as wide as its bytes need, in the order in which they are read. */
export class Columns {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const characters = Array.from(decodeUtf8(bytes));
    this.bytes = bytes;
    this.direction = directionOf(characters.join(""));
    this.starts = [0]; // the byte at which each character begins, and the end
    this.widths = [0]; // of the characters before each one, and of all, in widths of a letter
    for (const character of characters) {
      const { length } = encodeUtf8(character);
      this.starts.push((this.starts.at(-1) ?? 0) + length);
      this.widths.push((this.widths.at(-1) ?? 0) + Math.max(1, 0.8 * length));
    }
    /** @type {Place[]} */
    this.places = [];
    const levels = levelsOf(characters, this.direction);
    let left = 0;
    for (const at of visualOrder(levels)) {
      const right = left + this.widths[at + 1] - this.widths[at];
      this.places[at] = { left, right, rightToLeft: levels[at] % 2 > 0 };
      left = right;
    }
  }

  /** The width of all, in widths of a letter. */
  get width() {
    return this.widths[this.length];
  }

  get length() {
    return this.starts.length - 1;
  }

  /**
   * Where a token ends, in widths of a letter from the left; within a character in proportion to its bytes.
   *
   * @param {number} byte The one after it.
   */
  endOf(byte) {
    const at = lastAtMost(this.starts, byte - 1);
    return edgeOf(this.places[at], this.starts[at], this.starts[at + 1], byte);
  }

  /**
   * Where some bytes are, in widths of a letter from the left, merged where they touch.
   *
   * @param {number} from @param {number} to
   */
  stretches(from, to) {
    return stretchesOf(this.places, this.starts, from, to, 0.01);
  }

  /** The same characters without those before `index`. */
  from(/** @type {number} */ index) {
    return new Columns(this.bytes.subarray(this.starts[index]));
  }
}

/** The indices of characters in the order in which they are drawn, from the left (UAX 9, L2). @param {number[]} levels */
function visualOrder(levels) {
  const order = levels.map((_, at) => at);
  for (let level = Math.max(0, ...levels); level > 0; level--)
    for (let at = 0; at < order.length;) {
      let end = at;
      while (end < order.length && levels[order[end]] >= level) end++;
      order.splice(at, end - at, ...order.slice(at, end).reverse());
      at = end + 1;
    }
  return order;
}

/**
 * How many of the last rows fit side by side with legible letters.
 *
 * @param {Columns} columns
 * @param {number} room In pixels.
 */
export function fitting(columns, room) {
  const widths = Math.max(room - 2 * EDGE - NOTE, LEAST) / LEAST;
  const first = columns.widths.findIndex((before) => columns.width - before <= widths);
  return clamp(columns.length - first, 1, columns.length);
}

/**
 * @param {Message.PromptRow[]} rows One for each column.
 * @param {Columns} columns
 * @param {{unsettled: number, at_least: boolean}} ending How many tokens at the end of the last row may still change.
 * @param {number} room In pixels.
 */
export function drawTriangle(rows, columns, ending, room) {
  const unit = clamp((room - 2 * EDGE - NOTE) / columns.width, LEAST, MOST);
  const width = Math.ceil(columns.width * unit + 2 * EDGE + NOTE);
  const height = rows.length * ROW + FOOT;
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group" });
  // A text that reads from the right has its first letter there.
  const onward = columns.direction === "rtl" ? -1 : 1;
  const left = onward < 0 ? width - EDGE - columns.width * unit : EDGE;
  const x = (/** @type {number} */ place) => left + place * unit;
  const spans = (/** @type {number} */ from, /** @type {number} */ to) =>
    columns.stretches(from, to).map((stretch) => stretch.map(x));

  for (const { start, end, tint, first, last } of stripesOf(rows)) {
    const size = { y: first * ROW, height: (last - first + 1) * ROW };
    for (const [x1, x2] of spans(start, end))
      picture.append(
        svg("rect", { class: `stripe ${lookOf({ quiet: false }, tint)}`, x: x1, width: x2 - x1, ...size }),
      );
    drawLetters(picture, columns.bytes, Math.max(start, 0), end, spans, first * ROW + 17, unit);
  }
  for (const { at, first, last, broken } of cutsOf(rows)) {
    const bottom = (last + 1) * ROW;
    const edge = x(columns.endOf(at));
    const line = { x1: edge, x2: edge, y1: first * ROW, y2: bottom };
    picture.append(svg("line", { class: broken ? "cut broken" : "cut", ...line }));
    if (broken) picture.append(svg("path", { class: "end", d: `M${edge - 4},${bottom - 4}l8,8m0,-8l-8,8` }));
  }
  rows.forEach(({ tokens, taken_back, added }, row) => {
    const prefix = spans(0, tokens[tokens.length - 1][1]);
    const group = svg("g", { class: "prefix", "data-row": row });
    group.append(
      svg("rect", { class: "hit-area", x: 1, y: row * ROW, width: width - 2, height: ROW }),
      ...prefix.map(([x1, x2]) =>
        svg("rect", { class: "outline", x: x1, y: row * ROW + 1, width: x2 - x1, height: ROW - 2 }),
      ),
    );
    // In most rows the last token grows by a letter (one token for one), which needs no note.
    if (taken_back > 1 || (taken_back && added > 1))
      group.append(
        write(
          `replaces ${taken_back}`,
          farthest(prefix, onward) + 8 * onward,
          row * ROW + 16,
          "note",
          onward,
        ),
      );
    picture.append(group);
  });
  picture.append(...foot(rows[rows.length - 1], ending, spans, rows.length * ROW, onward));
  return picture;
}

/**
 * Below the last row: a line under what is stable whatever follows, and one under what may change.
 *
 * @param {Message.PromptRow} row @param {{unsettled: number, at_least: boolean}} ending
 * @param {Spans} spans @param {number} y
 * @param {number} onward 1 if the text reads to the right, -1 if to the left.
 */
function foot({ tokens }, { unsettled, at_least }, spans, y, onward) {
  const end = tokens[tokens.length - 1][1];
  const frontier = unsettled ? Math.max(tokens[Math.max(tokens.length - unsettled, 0)][0], 0) : end;
  const parts = [];
  // What stays ends a little before the end of its letters.
  const line = (/** @type {string} */ name, /** @type {number[]} */ [x1, x2], apart = 0) =>
    svg("line", {
      class: name,
      x1: onward < 0 ? x1 + apart : x1,
      x2: onward < 0 ? x2 : x2 - apart,
      y1: y + 6,
      y2: y + 6,
    });
  const stays = frontier > 0 ? spans(0, frontier) : [];
  const room = stays.reduce((sum, [x1, x2]) => sum + x2 - x1, 0);
  if (stays.length) {
    parts.push(...stays.map((stretch) => line("stays", stretch, 3)));
    const name = at_least ? "probably final" : "settled";
    if (room > 8 * name.length) parts.push(write(name, farthest(stays, -onward), y + 24, "name", onward));
  }
  if (frontier < end) {
    const may = spans(frontier, end);
    parts.push(...may.map((stretch) => line("may", stretch)));
    const last = farthest(may, onward);
    const ends = room > 120 && last === farthest([...stays, ...may], onward);
    const at = ends ? last + (NOTE - 8) * onward : farthest(may, -onward);
    parts.push(write("can still change", at, y + 24, "name may-name", ends ? -onward : onward));
  }
  return parts;
}

/** How far some stretches reach to the right (1) or to the left (-1). @param {number[][]} spans @param {number} onward */
const farthest = (spans, onward) => onward * Math.max(...spans.flat().map((x) => onward * x));

/**
 * @param {SVGSVGElement} picture @param {Uint8Array} bytes @param {number} from @param {number} to
 * @param {Spans} spans @param {number} y @param {number} unit
 */
function drawLetters(picture, bytes, from, to, spans, y, unit) {
  let at = from;
  for (const part of textParts(bytes.subarray(from, to))) {
    const small = part.kind === "hex" || part.kind === "label";
    const [[x1, x2]] = spans(at, at + part.size);
    at += part.size;
    // Two digits that would overlap the next ones are left out; the row's sentence has them.
    if (small && x2 - x1 < HEX_ROOM) continue;
    const letter = write(part.text, (x1 + x2) / 2, y, `letter ${part.kind}`);
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
