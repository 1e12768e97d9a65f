// One row of the strip as elements: its pieces in reading order, and above numbers their characters.

import { lookOf } from "../../../browser/colours.js";
import { isNumber, kindOf, levelOf, settle } from "../../../browser/bidi.js";
import { directionOf, LETTER } from "../../../browser/direction.js";
import { attrs, el } from "../../../browser/dom.js";
import { drawTextParts } from "../draw_text_parts.js";
import { showsLetters } from "../moving.js";
import { lastAtMost } from "../../../browser/numbers.js";
import { characterAt, decodeUtf8, hexByte } from "../../../browser/utf8.js";
import { isOfBytes } from "./depths.js";
import { TOKEN_GAP } from "./layout.js";
import { bitsOf } from "./utf8_facts.js";

/**
 * @import {Kind} from "../../../browser/bidi.js"
 * @import {Direction} from "../../../browser/direction.js"
 * @import {TextPart} from "../../../browser/text_parts.js"
 * @import {Layout} from "./layout.js"
 * @import {SharedCharacter, TokenizedText} from "./tokenized_text.js"
 *
 * What is marked: indices of pieces, and the id whose pieces are highlighted. `uid` is the prefix of the
 * elements' ids. `classOf` returns further classes of a piece.
 * @typedef {{uid: string, selected: number | null, cursor: number | null, lit: number | null,
 *   classOf: (at: number) => string[]}} Marks
 */

/** @param {Layout} layout @param {number} row @param {Marks} marks */
export function drawRow(layout, row, marks) {
  const line = attrs(el("div", "line"), { role: "presentation" });
  const [from, to] = [layout.starts[row], layout.end(row)];
  line.style.height = layout.height + "px";
  line.dir = layout.directions[row];
  if (to > from) drawRuns(line, layout, from, placesOf(layout.text, from, to, layout.directions[row]), marks);
  return line;
}

/**
 * Tokens from `from` on, one for each of `places`; a range with a higher level than `level` is a separate run
 * in the opposite direction.
 *
 * @param {HTMLElement} parent @param {Layout} layout @param {number} from @param {Place[]} places
 * @param {Marks} marks @param {number} [level]
 */
function drawRuns(parent, layout, from, places, marks, level = parent.dir === "rtl" ? 1 : 0) {
  for (let at = 0; at < places.length;) {
    if (places[at].level <= level) {
      at = drawGroup(parent, layout, from + at, from + places.length, marks) - from;
      continue;
    }
    const start = at;
    do at++;
    while (at < places.length && places[at].level > level && !(level === 1 && places[at].apart));
    const run = attrs(el("span", "run"), { role: "presentation" });
    run.dir = level % 2 ? "ltr" : "rtl";
    drawRuns(run, layout, from + start, places.slice(start, at), marks, level + 1);
    parent.append(run);
  }
}

/**
 * One piece; or the pieces that share a character, below that character. Returns the piece after them.
 *
 * @param {HTMLElement} parent @param {Layout} layout @param {number} at @param {number} end
 * @param {Marks} marks
 */
function drawGroup(parent, layout, at, end, marks) {
  const { text } = layout;
  let last = at + 1;
  while (last < end && text.sharesCharacter(last)) last++;
  const roofs = roofsOf(layout, at, last);
  if (!roofs.length) {
    parent.append(drawToken(layout, at, directionOfLine(parent), marks));
    return last;
  }
  const group = attrs(el("span", "shared"), { role: "presentation" });
  const starts = text.offsets.subarray(at, last + 1);
  const lefts = [0]; // position in pixels of each piece
  for (let i = at; i < last; i++) {
    const node = drawToken(layout, i, directionOfLine(parent), marks);
    const width = Math.ceil(layout.widths.of(text.token(i))) - TOKEN_GAP;
    node.style.width = width + "px";
    lefts.push(lefts[i - at] + width + TOKEN_GAP);
    group.append(node);
  }
  const pixelOf = (/** @type {number} */ byte) => {
    const i = Math.min(lastAtMost(starts, byte), last - at - 1);
    const share = (byte - starts[i]) / (starts[i + 1] - starts[i]);
    return lefts[i] + (lefts[i + 1] - lefts[i] - TOKEN_GAP) * share;
  };
  for (const { from, to, parts } of roofs) {
    const roof = attrs(el("span", last > at + 1 ? "roof" : "roof single"), { "aria-hidden": "true" });
    const start = pixelOf(from) + 1;
    roof.style.insetInlineStart = start + "px";
    roof.style.width = pixelOf(to) - start - 1 + "px";
    group.append(drawLetters(roof, from, parts));
  }
  parent.append(group);
  return last;
}

/**
 * The characters that are above pieces `at` to `last`: those that several tokens share, and all of them if the
 * pieces are bytes or numbers.
 *
 * @param {Layout} layout @param {number} at @param {number} last @returns {SharedCharacter[]}
 */
function roofsOf({ text, depth, widths }, at, last) {
  const shared = last > at + 1 ? text.sharedCharacters(at, last) : [];
  if (depth !== "ids" && !isOfBytes(depth)) return shared;
  if (isOfBytes(depth) && shared.length) return shared;
  for (let i = at; i < last; i++) {
    let from = text.offsets[i];
    /** @type {TextPart[]} */
    let run = [];
    for (const part of [...widths.lettersOf(text.token(i)), null]) {
      if (part && part.kind !== "hex") run.push(part);
      else {
        const to = from + run.reduce((sum, { size }) => sum + size, 0);
        if (run.length) shared.push({ from, to, parts: run });
        from = to + (part?.size ?? 0);
        run = [];
      }
    }
  }
  return shared;
}

/** @template {HTMLElement} Node @param {Node} node @param {number} from @param {TextPart[]} parts */
function drawLetters(node, from, parts) {
  showsLetters(node, from, parts);
  return drawTextParts(node, parts);
}

/** @param {HTMLElement} node @returns {Direction} */
const directionOfLine = (node) => (node.dir === "rtl" ? "rtl" : "ltr");

/**
 * @param {Layout} layout @param {number} at
 * @param {Direction} around The direction of a token without letters.
 * @param {Marks} marks
 */
function drawToken({ text, depth, widths }, at, around, { uid, selected, cursor, lit, classOf }) {
  const token = text.token(at);
  const node = attrs(el("span", `tok ${lookOf(token, text.tints[at])}`), {
    translate: "no",
    role: "option",
    id: `${uid}-${at}`,
    "aria-selected": String(at === selected),
    "aria-posinset": at + 1,
    "aria-setsize": text.length,
  });
  node.dataset.at = String(at);
  node.dataset.id = String(token.id);
  node.classList.toggle("special", token.special);
  node.classList.toggle("same", token.id === lit);
  node.classList.add(...classOf(at));
  node.classList.toggle("cursor", at === cursor);
  node.dir = "ltr"; // for numbers
  if (depth === "ids") node.textContent = String(token.id);
  else if (depth === "bytes") node.textContent = hexByte(token.bytes[0]);
  else if (depth === "bits")
    node.append(...bitsOf(token.bytes[0]).map(([role, bits]) => el("span", role, bits)));
  else {
    node.dir = LETTER.test(token.letters) ? directionOf(token.letters) : around;
    drawLetters(node, text.offsets[at], widths.lettersOf(token));
  }
  return node;
}

// The reading order of the tokens in a line: a Latin word in a Hebrew line goes from left to right. The kind of a token is
// that of its first letter, otherwise of its first digit.

/**
 * The level of a token in its line; `apart`: a run of level 2 ends before this token, because a space comes between.
 * @typedef {{level: number, apart: boolean}} Place
 */

/**
 * The place of each token from `from` to `to`.
 *
 * @param {TokenizedText} text @param {number} from @param {number} to
 * @param {Direction} direction Of the paragraph.
 * @returns {Place[]}
 */
function placesOf(text, from, to, direction) {
  const size = to - from;
  let mixed = direction === "rtl";
  for (let at = from; at < to && !mixed; at++) mixed = text.token(at).turns;
  if (!mixed) return new Array(size).fill({ level: 0, apart: false });
  const kinds = kindsOf(text, from, to);
  const written = (/** @type {number} */ at) => decodeUtf8(text.token(from + at).bytes);
  settle(kinds, written, direction);
  /** @type {Place[]} */
  const places = [];
  kinds.forEach((kind, at) => {
    const level = levelOf(kind, direction);
    const apart = (isNumber(kind) || isNumber(kinds[at - 1])) && /^\s/.test(written(at));
    places.push(
      at && text.sharesCharacter(from + at) ? { ...places[at - 1], apart: false } : { level, apart },
    );
  });
  return places;
}

/**
 * A character that is split between two tokens counts for both.
 *
 * @param {TokenizedText} text @param {number} from @param {number} to
 */
function kindsOf(text, from, to) {
  const { bytes, offsets } = text;
  /** @type {Kind[]} */
  const kinds = new Array(to - from).fill("");
  let at = from;
  for (let byte = offsets[from]; byte < offsets[to];) {
    const found = characterAt(bytes, byte, bytes.length);
    const end = byte + (found?.size ?? 1);
    const kind = found ? kindOf(String.fromCodePoint(found.point)) : "";
    while (at + 1 < to && offsets[at + 1] <= byte) at++;
    for (let token = at; kind && token < to && offsets[token] < end; token++)
      if (
        !text.token(token).special &&
        (!kinds[token - from] || (isNumber(kinds[token - from]) && !isNumber(kind)))
      )
        kinds[token - from] = kind;
    byte = end;
  }
  return kinds;
}
