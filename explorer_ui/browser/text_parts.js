// The parts of a token: what can be shown as text, and what is shown as a sign, a name or a byte.

import { graphemes } from "./old_browsers.js";
import { characterAt, codePoint, decodeUtf8, encodeUtf8, hexByte } from "./utf8.js";

/**
 * `size` counts bytes. Kinds: text, white (a sign for white space), label (a character without a glyph), hex
 * (a byte of a character that is not complete here).
 *
 * @typedef {{kind: "text" | "white" | "label" | "hex", text: string, size: number}} TextPart
 *
 * How a tokenizer's bytes are shown: as text, or as GPT-2's byte glyphs.
 * @typedef {"text" | "glyphs"} Display
 *
 * A token as it is drawn anywhere: `quiet` is a base unit, which has no tint, `newest` one that the last
 * merge made.
 * @typedef {{id: number, parts: TextPart[], quiet: boolean, newest?: boolean}} DrawnToken
 */

const PICTURE = "\\p{ExtPict}\\ufe0f?\\p{EMod}?";
const inTags = (/** @type {string} */ letters) =>
  Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
// A code point or an emoji of several. Elsewhere those are invisible, and can hide a message. The oldest browsers have no
// \p{RGI_Emoji}. The same is in words.py.
const UNITS = new RegExp(
  [
    "\\p{RI}{2}", // the flag of a country
    `\u{1f3f4}(?:${["gbeng", "gbsct", "gbwls"].map(inTags).join("|")})\\u{e007f}`, // of a part of one
    "[#*0-9]\\ufe0f?\\u20e3", // a keycap
    `${PICTURE}(?:\\u200d${PICTURE})*`, // a family
    ".",
  ].join("|"),
  "gsu",
);
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]$/u;
export const MARK = /^\p{M}/u;

/** White space by its code point: the sign that is drawn for it, and its name for screen readers. */
export const WHITE = new Map([
  [32, { sign: "·", name: "space" }],
  [9, { sign: "⇥", name: "tab" }],
  [10, { sign: "⏎", name: "line break" }],
  [13, { sign: "␍", name: "carriage return" }],
]);
const NAME_OF_SIGN = new Map(Array.from(WHITE.values(), ({ sign, name }) => [sign, name]));

// GPT-2's byte-to-glyph map: printable Latin-1 stays, the 68 others take U+0100, U+0101, ...
export const GLYPHS = (() => {
  /** @param {number} byte */
  const printable = (byte) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(printable(byte) ? byte : next++));
})();

/** @param {number} point */
const labelOf = (point) => (point < 0x80 ? hexByte(point) : codePoint(point));

/**
 * Splits one grapheme into parts that are safe and visible. An emoji family stays one part; a zero-width
 * joiner without visible effect is shown by name.
 *
 * @param {string} grapheme @returns {TextPart[]}
 */
export function graphemeParts(grapheme) {
  /** @param {string} text */
  const sizeOf = (text) => encodeUtf8(text).length;
  /** @type {TextPart[]} */
  const parts = [];
  for (const char of grapheme.match(UNITS) ?? []) {
    const point = char.codePointAt(0) ?? 0;
    const white = WHITE.get(point);
    const last = parts.at(-1);
    if (white) parts.push({ kind: "white", text: white.sign, size: 1 });
    else if (UNSEEN.test(char)) parts.push({ kind: "label", text: labelOf(point), size: sizeOf(char) });
    else if (last?.kind === "text") {
      last.text += char;
      last.size += sizeOf(char);
    } else parts.push({ kind: "text", text: (MARK.test(char) ? "◌" : "") + char, size: sizeOf(char) });
  }
  return parts;
}

/**
 * The parts of a token, in order.
 *
 * textParts([61 20 c3]) is text "a", white "·", hex "c3".
 *
 * @param {Uint8Array} bytes @param {Display} [display] @returns {TextPart[]}
 */
export function textParts(bytes, display = "text") {
  if (display === "glyphs")
    return Array.from(bytes, (byte) => ({ kind: "text", text: GLYPHS[byte], size: 1 }));
  // One character needs no search for what belongs together, which takes a while.
  if (characterAt(bytes, 0, bytes.length)?.size === bytes.length) return graphemeParts(decodeUtf8(bytes));
  /** @type {TextPart[]} */
  const parts = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte > 32 && byte < 127 && !(bytes[at + 1] >= 0x80)) {
      parts.push({ kind: "text", text: String.fromCharCode(byte), size: 1 });
      at++;
      continue;
    }
    let end = at;
    let found;
    while (end < bytes.length && (found = characterAt(bytes, end, bytes.length))) {
      end += found.size;
      if (found.point < 0x80 && !(bytes[end] >= 0x80)) break; // nothing can combine with what follows
    }
    if (end === at) {
      parts.push({ kind: "hex", text: hexByte(byte), size: 1 });
      at++;
      continue;
    }
    for (const grapheme of graphemes(decodeUtf8(bytes.subarray(at, end))))
      parts.push(...graphemeParts(grapheme));
    at = end;
  }
  return parts;
}

/**
 * The text that determines the direction of the parts: "d9" is a byte, not a Latin letter.
 *
 * @param {TextPart[]} parts
 */
export const lettersOf = (parts) => parts.map((part) => (part.kind === "text" ? part.text : "")).join("");

/** The parts for a screen reader: "·the" is "space the". @param {TextPart[]} parts */
export function spokenText(parts) {
  const spoken = parts.map(({ kind, text }) => {
    if (kind === "white") return ` ${NAME_OF_SIGN.get(text)} `;
    return kind === "hex" ? ` ${text} ` : text;
  });
  return spoken.join("").trim();
}
