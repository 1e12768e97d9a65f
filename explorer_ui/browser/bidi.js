// The order in which a line of letters of both directions is drawn.
//
//     text      שלום Mixed English 123.        (a right-to-left paragraph)
//     levels      1    2      2    2  1
//     drawn     . [Mixed][ English][ 123] שלום
//
// This is the Unicode bidirectional algorithm (UAX 9) with tokens or characters as units: rules W2 to W7, N1, N2,
// and the levels of I1 and I2.

import { LETTER, RIGHT_TO_LEFT } from "./direction.js";

/** @import {Direction} from "./direction.js" */

/**
 * L, R and AL: letters, of Arabic and similar scripts AL; N: a European number; A: an Arabic one; "": what takes the
 * direction of its neighbours.
 * @typedef {"L" | "R" | "AL" | "N" | "A" | ""} Kind
 */

const EUROPEAN = /[0-9\u06f0-\u06f9０-９⁰¹²³⁴-⁹₀-₉]/;
const ARABIC = /[\u0660-\u0669]/;
const ARABIC_LETTER = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FROM_THE_LEFT = /[\p{L}\p{Nd}\p{Nl}]/u;
const SEPARATOR = /^[,.:/\u00a0]$/; // between two numbers it belongs to them
const SIGN = /^[+-]$/; // between two European numbers it does
const TERMINATOR = /^[#$%°‰\p{Sc}]+$/u; // next to a European number it belongs to it

/** @param {string} character @returns {Kind} */
export function kindOf(character) {
  if (ARABIC.test(character)) return "A";
  if (RIGHT_TO_LEFT.test(character))
    return !LETTER.test(character) ? "" : ARABIC_LETTER.test(character) ? "AL" : "R";
  if (EUROPEAN.test(character)) return "N";
  return FROM_THE_LEFT.test(character) ? "L" : "";
}

/** @param {Kind | undefined} kind */
export const isNumber = (kind) => kind === "N" || kind === "A";

/**
 * Gives units without a direction that of their neighbours, in place.
 *
 * @param {Kind[]} kinds @param {(at: number) => string} written @param {Direction} direction Of the paragraph.
 */
export function settle(kinds, written, direction) {
  const size = kinds.length;
  /** @type {Kind} */
  let letter = "";
  kinds.forEach((kind, at) => {
    if (kind === "N" && letter === "AL") kinds[at] = "A";
    else if (kind && !isNumber(kind)) letter = kind;
    if (kind === "AL") kinds[at] = "R";
  });
  for (let at = 1; at + 1 < size; at++)
    if (
      !kinds[at] &&
      isNumber(kinds[at - 1]) &&
      kinds[at - 1] === kinds[at + 1] &&
      (SEPARATOR.test(written(at)) || (kinds[at - 1] === "N" && SIGN.test(written(at))))
    )
      kinds[at] = kinds[at - 1];
  const endsNumber = (/** @type {number} */ at, /** @type {number} */ beside) =>
    !kinds[at] && kinds[beside] === "N" && TERMINATOR.test(written(at));
  for (let at = size; at--;) if (endsNumber(at, at + 1)) kinds[at] = "N";
  for (let at = 0; at < size; at++) if (endsNumber(at, at - 1)) kinds[at] = "N";
  const outer = direction === "rtl" ? "R" : "L";
  /** @type {Kind} */
  let last = outer;
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
}

/**
 * Even levels read from the left, odd ones from the right, and a higher one is nested in a lower one.
 *
 * @param {Kind} kind @param {Direction} direction Of the paragraph.
 */
export const levelOf = (kind, direction) =>
  isNumber(kind) ? 2 : kind === "R" ? 1 : direction === "rtl" ? 2 : 0;
