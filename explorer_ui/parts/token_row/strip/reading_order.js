// The reading order of the tokens in a line: a Latin word in a Hebrew line goes from left to right.
//
//     text      שלום Mixed English 123.        (a right-to-left paragraph)
//     levels      1    2      2    2  1
//     drawn     . [Mixed][ English][ 123] שלום
//
// This is the Unicode bidirectional algorithm (UAX 9) with tokens instead of characters: rules W4 to W7, N1,
// N2 and the levels of I1 and I2. The kind of a token is that of its first letter, otherwise of its first
// digit.

import { RIGHT_TO_LEFT, LETTER } from "../../../browser/direction.js";
import { characterAt, decodeUtf8 } from "../../../browser/utf8.js";

/**
 * @import {Direction} from "../../../browser/direction.js"
 * @import {TokenizedText} from "./tokenized_text.js"
 *
 * L and R: letters; N: a European number; A: an Arabic one; "": what takes the direction of its neighbours.
 * @typedef {"L" | "R" | "N" | "A" | ""} Kind
 *
 * Even levels read from the left, odd ones from the right, and a higher one is nested in a lower one.
 * `apart`: a run of level 2 ends before this token, because a space comes between.
 * @typedef {{level: number, apart: boolean}} Place
 */

const EUROPEAN = /[0-9\u06f0-\u06f9０-９⁰¹²³⁴-⁹₀-₉]/;
const ARABIC = /[\u0660-\u0669]/;
const FROM_THE_LEFT = /[\p{L}\p{Nd}\p{Nl}]/u;
const SEPARATOR = /^[+\-,.:/\u00a0]$/; // between two numbers it belongs to them
const TERMINATOR = /^[#$%°‰\p{Sc}]+$/u; // next to a number it belongs to it

/**
 * The place of each token from `from` to `to`.
 *
 * @param {TokenizedText} text @param {number} from @param {number} to
 * @param {Direction} direction Of the paragraph.
 * @returns {Place[]}
 */
export function placesOf(text, from, to, direction) {
  const base = direction === "rtl" ? 1 : 0;
  const size = to - from;
  let mixed = base === 1;
  for (let at = from; at < to && !mixed; at++) mixed = text.token(at).turns;
  if (!mixed) return new Array(size).fill({ level: 0, apart: false });
  const kinds = kindsOf(text, from, to);
  const written = (/** @type {number} */ at) => decodeUtf8(text.token(from + at).bytes);
  for (let at = 1; at + 1 < size; at++)
    if (
      !kinds[at] &&
      isNumber(kinds[at - 1]) &&
      kinds[at - 1] === kinds[at + 1] &&
      SEPARATOR.test(written(at))
    )
      kinds[at] = kinds[at - 1];
  for (let at = 0; at < size; at++)
    if (!kinds[at] && (kinds[at - 1] === "N" || kinds[at + 1] === "N") && TERMINATOR.test(written(at)))
      kinds[at] = "N";
  /** @type {Kind} */
  const outer = base ? "R" : "L";
  let last = /** @type {Kind} */ (outer);
  for (let at = 0; at < size; at++) {
    if (kinds[at] === "N" && last === "L") kinds[at] = "L";
    else if (kinds[at] === "L" || kinds[at] === "R") last = kinds[at];
  }
  for (let at = 0; at < size;) {
    let end = at;
    while (end < size && !kinds[end]) end++;
    const [before, after] = [kinds[at - 1], kinds[end]].map((kind) => (isNumber(kind) ? "R" : kind || outer));
    if (end > at) kinds.fill(before === after ? before : outer, at, end);
    at = end + 1;
  }
  /** @type {Place[]} */
  const places = [];
  kinds.forEach((kind, at) => {
    const level = isNumber(kind) ? 2 : kind === "R" ? 1 : base ? 2 : 0;
    const apart = (isNumber(kind) || isNumber(kinds[at - 1])) && /^\s/.test(written(at));
    places.push(
      at && text.sharesCharacter(from + at) ? { ...places[at - 1], apart: false } : { level, apart },
    );
  });
  return places;
}

/** @param {Kind} kind */
const isNumber = (kind) => kind === "N" || kind === "A";

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

/** @param {string} character @returns {Kind} */
function kindOf(character) {
  if (ARABIC.test(character)) return "A";
  if (RIGHT_TO_LEFT.test(character)) return LETTER.test(character) ? "R" : "";
  if (EUROPEAN.test(character)) return "N";
  return FROM_THE_LEFT.test(character) ? "L" : "";
}
