// The description of a token on its card.

import { el, inside } from "../../../browser/dom.js";
import { chip, drawTextParts } from "../draw_text_parts.js";
import { grouped, plural } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { textParts } from "../../../browser/text_parts.js";
import { hexBytes } from "../../../browser/utf8.js";

/**
 * @import {Fact} from "../token_card.js"
 * @import {TokenizedText} from "./tokenized_text.js"
 */

const MOST_OF_A_CHUNK = 400; // bytes

/** @param {Message.Made} made @param {TokenizedText["display"]} display */
function partsOf({ left, right }, display) {
  const [one, two] = [left, right].map((bytes, side) =>
    chip({ id: 0, parts: textParts(bytesOf(bytes), display), quiet: false }, 24, side),
  );
  return inside("span", "", one, " + ", two);
}

/**
 * @param {TokenizedText} text @param {number} at @param {boolean} ranked @param {Message.Made | null} made
 * @returns {Fact[]}
 */
export function factsOf(text, at, ranked, made) {
  const token = text.token(at);
  const none = ranked && !token.special ? "none: a base unit" : null;
  return [
    ["id", String(token.id) + (token.special ? ", a special token" : "")],
    ["bytes", hexBytes(token.bytes, 24)],
    ["rank", token.rank === null ? none : String(token.rank)],
    ["made of", made?.id === token.id ? partsOf(made, text.display) : null],
    ["part of", sharedOf(text, at)],
    ["in chunk", chunkOf(text, at)],
    ["position", `${grouped(at + 1)} of ${grouped(text.length)}`],
    ["occurs here", plural(text.usesOf(at), "time")],
  ];
}

/** @param {TokenizedText} text @param {number} at */
function chunkOf(text, at) {
  const bytes = text.chunkOf(at, MOST_OF_A_CHUNK);
  return bytes && drawTextParts(el("span", "code"), textParts(bytes, text.display), 40);
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
