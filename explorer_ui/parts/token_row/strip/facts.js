// The description of a piece of the text on its card.

import { attrs, el, inside } from "../../../browser/dom.js";
import { chip, drawTextParts } from "../draw_text_parts.js";
import { grouped, plural } from "../../../browser/numbers.js";
import { graphemes } from "../../../browser/old_browsers.js";
import { bytesOf } from "../../../browser/payload.js";
import { textParts } from "../../../browser/text_parts.js";
import {
  characterAt,
  codePoint,
  codePoints,
  decodeUtf8,
  encodeUtf8,
  hexByte,
  hexBytes,
  isContinuation,
} from "../../../browser/utf8.js";
import { isOfBytes } from "./depths.js";
import { bitsOf, howStored } from "./utf8_facts.js";

/**
 * @import {Fact} from "../token_card.js"
 * @import {Depth, Depths} from "./depths.js"
 * @import {TokenizedText} from "./tokenized_text.js"
 *
 * What Python knows: whether tokens have ranks, what the selected one was merged from, the names of characters, and
 * the branches of the split pattern.
 * @typedef {{ranked: boolean, made: Message.Made | null, names: Map<string, string>,
 *   branches: Message.Cut["listed"]}} Known
 */

const MOST_OF_A_CHUNK = 400; // bytes
const AROUND = 256; // bytes before and after a character in which what belongs to it is searched for

/**
 * @param {Depths} depths @param {Depth} depth @param {number} at @param {Known} known
 * @returns {Fact[]}
 */
export function factsOf(depths, depth, at, known) {
  const text = depths.at(depth);
  const facts = isOfBytes(depth)
    ? factsOfByte(text, at, known)
    : depth === "characters"
      ? factsOfCharacter(text, text.offsets[at], known)
      : depth === "chunks"
        ? factsOfChunk(depths, at, known)
        : factsOfToken(text, at, known);
  const typed = depths.typedFor(depth, at);
  return [
    ...facts,
    ["typed as", typed && (typed.length ? drawn(typed) : "nothing")],
    ["position", depth === "chunks" ? null : `${grouped(at + 1)} of ${grouped(text.length)}`],
    ["occurs here", depth === "chunks" ? null : plural(text.usesOf(at), "time")],
  ];
}

/** @param {TokenizedText} text @param {number} at @param {Known} known @returns {Fact[]} */
function factsOfByte({ bytes }, at, known) {
  const byte = bytes[at];
  let from = at;
  while (from > 0 && from > at - 3 && isContinuation(bytes[from])) from--;
  const found = characterAt(bytes, from, bytes.length);
  const inCharacter = found && from + found.size > at;
  const bits = bitsOf(byte)
    .map(([, some]) => some)
    .join(" ");
  return [
    ["byte", `${hexByte(byte).toUpperCase()}, ${byte} in decimal`],
    ["bits", bits],
    ...(inCharacter
      ? factsOfCharacter({ bytes }, from, known)
      : /** @type {Fact[]} */ ([["character", "none"]])),
  ];
}

/**
 * @param {{bytes: Uint8Array}} text @param {number} from Its first byte.
 * @param {Known} known @returns {Fact[]}
 */
function factsOfCharacter({ bytes }, from, { names }) {
  const found = characterAt(bytes, from, bytes.length);
  if (!found) return [["byte", `${hexByte(bytes[from]).toUpperCase()}, part of no character`]];
  const own = bytes.subarray(from, from + found.size);
  return [
    ["character", drawn(own)],
    ["code point", codePoint(found.point)],
    ["name", names.get(decodeUtf8(own)) ?? null],
    ["stored as", howStored(found.point, own)],
    ["part of", visibleCharacter(bytes, from)],
  ];
}

/** Whether one of the two letters of a flag begins there. @param {Uint8Array} bytes @param {number} at */
function isFlagLetter(bytes, at) {
  const point = characterAt(bytes, at, bytes.length)?.point ?? 0;
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}

/**
 * The visible character that a character is part of, if it has several: with its accents, or a family of emoji.
 *
 * @param {Uint8Array} bytes @param {number} from
 */
function visibleCharacter(bytes, from) {
  let start = from;
  for (let before = from - 1; before >= 0 && before > from - AROUND; before--) {
    const found = characterAt(bytes, before, start);
    if (found) start = before;
    else if (!isContinuation(bytes[before]) || start - before > 3) break;
  }
  // Which letters make a flag is counted from the first of all letters in a row.
  let first = start;
  while (isFlagLetter(bytes, first - 4)) first -= 4;
  start -= (start - first) % 8;
  let end = from;
  for (let found; end < from + AROUND && (found = characterAt(bytes, end, bytes.length));) end += found.size;
  let at = start;
  for (const grapheme of graphemes(decodeUtf8(bytes.subarray(start, end)))) {
    const size = encodeUtf8(grapheme).length;
    const count = codePoints(grapheme);
    if (at <= from && from < at + size && count > 1)
      return inside("span", "", drawn(bytes.subarray(at, at + size)), ` ${count} code points, ${size} bytes`);
    at += size;
  }
  return null;
}

/** @param {Depths} depths @param {number} at @param {Known} known @returns {Fact[]} */
function factsOfChunk(depths, at, { branches }) {
  const { number, from, to } = depths.chunkOf(at);
  const branch = depths.branchOf(number);
  const how = branch === null ? null : (branches[branch] ?? null);
  return [
    ["matched by", how && `branch ${branch === null ? "" : branch + 1} of ${branches.length}`],
    ["which takes", how && how[1]],
    // As code, in which a space at the beginning stays.
    ["pattern", how && attrs(el("span", "code", how[0]), { dir: "ltr" })],
    ["matched by", branches.length && !how ? "no branch: unmatched" : null],
    ["bytes", grouped(to - from)],
    ["position", `${grouped(number + 1)} of ${grouped(depths.count("chunks").pieces)}`],
  ];
}

/** @param {TokenizedText} text @param {number} at @param {Known} known @returns {Fact[]} */
function factsOfToken(text, at, { ranked, made }) {
  const token = text.token(at);
  const none = ranked && !token.special ? "none: no merge makes it" : null;
  return [
    ["id", String(token.id) + (token.special ? ", a special token" : "")],
    ["bytes", hexBytes(token.bytes, 24)],
    ["rank", token.rank === null ? none : String(token.rank)],
    ["made of", made?.id === token.id ? partsOf(made, text.display) : null],
    ["part of", sharedOf(text, at)],
    ["in chunk", chunkOf(text, at)],
  ];
}

/** @param {Message.Made} made @param {TokenizedText["display"]} display */
function partsOf({ left, right }, display) {
  const [one, two] = [left, right].map((bytes, side) =>
    chip({ id: 0, parts: textParts(bytesOf(bytes), display), quiet: false }, 24, side),
  );
  return inside("span", "", one, " + ", two);
}

/** @param {Uint8Array} bytes @param {TokenizedText["display"]} [display] */
const drawn = (bytes, display) => drawTextParts(el("span", "code"), textParts(bytes, display), 40);

/** @param {TokenizedText} text @param {number} at */
function chunkOf(text, at) {
  const bytes = text.chunkOf(at, MOST_OF_A_CHUNK);
  return bytes && drawn(bytes, text.display);
}

/** @param {TokenizedText} text @param {number} at */
function sharedOf(text, at) {
  if (!text.parted) return null;
  const [from, to] = [text.offsets[at], text.offsets[at + 1]];
  const own = text
    .sharedCharacters(...text.groupOf(at))
    .filter((shared) => shared.from < to && shared.to > from);
  if (!own.length) return null;
  return drawTextParts(
    el("span", "code"),
    own.flatMap(({ parts }) => parts),
  );
}
