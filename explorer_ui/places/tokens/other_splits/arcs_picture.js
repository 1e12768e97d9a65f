// The bytes of a word as a line, each token that fits as an arc above it, and several ways to split it below.

import { attrs, svg, svgText } from "../../../browser/dom.js";
import { lookOf, tintsOf } from "../../../browser/colours.js";
import { directionOf } from "../../../browser/direction.js";
import { textParts } from "../../../browser/text_parts.js";
import { largerType } from "../../../browser/size.js";
import { decodeUtf8 } from "../../../browser/utf8.js";

/** @import {Word} from "./word.js" */

const LINE = 36; // height of the line of letters
const NAME = 380; // room for the longest name of a segmentation
const ROW = 46; // of a segmentation below it: its name, and its boxes
const BOX = 24;
const EDGE = 8;

/** @typedef {{name: string, ends: number[]}} Cut */

/**
 * Draws a word so that it fits into the given width in pixels, if the letters stay legible.
 *
 * @param {Word} word @param {Cut[]} cuts @param {number} room
 */
export function drawWord(word, cuts, room) {
  const scale = largerType(room);
  const unit = Math.max(11, Math.min(36, (room / scale - 2 * EDGE) / word.size));
  const longest = Math.max(...word.data.arcs.map(({ start, end }) => end - start));
  const heightOf = (/** @type {number} */ length) =>
    14 + 150 * Math.sqrt((length - 1) / Math.max(longest - 1, 1));
  const base = longest > 1 ? heightOf(longest) + 12 : 10;
  const width = Math.max(Math.ceil(word.size * unit + 2 * EDGE), Math.min(room / scale, NAME));
  const height = base + LINE + cuts.length * ROW;
  const fromTheRight = directionOf(decodeUtf8(word.bytes)) === "rtl";
  const x = (/** @type {number} */ place) =>
    fromTheRight ? width - EDGE - place * unit : EDGE + place * unit;
  const picture = svg("svg", {
    width: width * scale,
    height: height * scale,
    viewBox: `0 0 ${width} ${height}`,
    role: "group",
  });

  // The longest arcs first, so that the shorter ones are on top and can be touched.
  const arcs = word.data.arcs.filter(({ start, end }) => end - start > 1);
  for (const arc of arcs.sort((one, two) => two.end - two.start - (one.end - one.start)))
    picture.append(drawArc(arc, x, base, heightOf(arc.end - arc.start)));

  drawLetters(picture, word, 0, word.size, x, base + 24, Math.min(20, unit * 1.5));
  cuts.forEach(({ name, ends }, index) => {
    const top = base + LINE + index * ROW;
    const row = picture.appendChild(svg("g", { class: "cut" }));
    row.append(attrs(write(name, x(0), top + 14, "name"), { "text-anchor": fromTheRight ? "end" : "start" }));
    let start = 0;
    const tints = tintsOf([0, ...ends]);
    ends.forEach((end, at) => {
      row.append(
        svg("rect", {
          class: `box ${lookOf({ quiet: end - start === 1 }, tints[at])}`,
          x: Math.min(x(start), x(end)) + 1,
          y: top + 18,
          width: (end - start) * unit - 2,
          height: BOX,
        }),
      );
      drawLetters(row, word, start, end, x, top + 35, Math.min(16, unit * 1.35));
      start = end;
    });
  });
  return picture;
}

/**
 * @param {Message.Arc} arc @param {(place: number) => number} x @param {number} base @param {number} height
 */
function drawArc(arc, x, base, height) {
  const left = Math.min(x(arc.start), x(arc.end)) + 1.5;
  const right = Math.max(x(arc.start), x(arc.end)) - 1.5;
  const path = `M${left},${base}C${left},${base - height * 1.3} ${right},${base - height * 1.3} ${right},${base}`;
  const group = svg("g", { class: `arc ${arc.kind}`, "data-start": arc.start, "data-end": arc.end });
  // The target for touches is wider than the visible arc.
  group.append(svg("path", { class: "hit-area", d: path }), svg("path", { class: "seen", d: path }));
  return group;
}

/**
 * @param {SVGElement} picture @param {Word} word @param {number} from @param {number} to
 * @param {(place: number) => number} x @param {number} y @param {number} size
 */
function drawLetters(picture, word, from, to, x, y, size) {
  let place = from;
  for (const part of textParts(word.bytes.subarray(from, to))) {
    const letter = write(part.text, (x(place) + x(place + part.size)) / 2, y, `letter ${part.kind}`);
    picture.append(
      attrs(letter, {
        "text-anchor": "middle",
        "font-size": part.kind === "hex" || part.kind === "label" ? size * 0.66 : size,
      }),
    );
    place += part.size;
  }
}

/** @type {(text: string, x: number, y: number, className: string) => SVGTextElement} */
const write = (text, x, y, className) => svgText(text, { x, y, class: className });

const HEIGHT = 150;
const TOP = 18;
const BOTTOM = 34;

/**
 * How many of all segmentations, and of those drawn with dropout, have each number of tokens.
 *
 * @param {{shares: number[], lengths: number[], bpe: number, fewest: number}} counts Two bars for each number of tokens:
 * the share of all segmentations, and the draws. `bpe` and `fewest` are numbers of tokens that are marked.
 * @param {number} width
 */
export function drawHistogram({ shares, lengths, bpe, fewest }, width) {
  const picture = svg("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img" });
  const draws = lengths.reduce((one, other) => one + other, 0);
  const tallest = Math.max(...shares, ...lengths.map((count) => count / draws));
  const slot = Math.min(width / (shares.length - 1), 40);
  const every = [1, 2, 5].find((some) => some * slot > 20) ?? 10; // so that two digits fit
  /** @type {(text: string, x: number, y: number, className?: string) => SVGTextElement} */
  const label = (text, x, y, className = "") =>
    picture.appendChild(svgText(text, { x, y, class: className, "text-anchor": "middle" }));
  for (let tokens = 1; tokens < shares.length; tokens++) {
    const left = (tokens - 1) * slot;
    const bar = (/** @type {string} */ name, /** @type {number} */ share, /** @type {number} */ at) => {
      const height = share && Math.max(1.5, (share / tallest) * (HEIGHT - TOP - BOTTOM));
      const y = HEIGHT - BOTTOM - height;
      picture.append(svg("rect", { class: name, x: left + slot * at, y, width: slot * 0.4, height }));
    };
    bar("all", shares[tokens], 0.1);
    bar("drawn", lengths[tokens] / draws, 0.5);
    if (tokens % every === 0 || tokens === 1) label(String(tokens), left + slot / 2, HEIGHT - BOTTOM + 14);
  }
  const [low, high] = [(fewest - 0.5) * slot, (bpe - 0.5) * slot];
  if (bpe === fewest) label("▲ BPE, fewest", Math.max(low, 38), HEIGHT - 4, "pointer");
  else {
    label("▲ fewest", Math.max(low, 26), HEIGHT - 4, "pointer");
    label("▲ BPE", Math.max(high, low + 52), HEIGHT - 4, "pointer");
  }
  return picture;
}
