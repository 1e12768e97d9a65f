// The box of one token.

import { lookOf } from "../../../browser/colours.js";
import { LETTER, directionOf } from "../../../browser/direction.js";
import { attrs, el } from "../../../browser/dom.js";
import { drawTextParts } from "../draw_text_parts.js";
import { hexBytes } from "../../../browser/utf8.js";
import { MOST_PARTS } from "./layout.js";

/**
 * @import {Direction} from "../../../browser/direction.js"
 * @import {Layout} from "./layout.js"
 *
 * What is marked: indices of tokens, and the id whose tokens are highlighted. `uid` is the prefix of the
 * elements' ids. `kinds` has the tokens that the chat template added, or that the text injected. `limit` is the
 * index of the first token that does not fit.
 * @typedef {{uid: string, selected: number | null, cursor: number | null, lit: number | null,
 *   kinds: Map<number, "template" | "injected">, limit: number}} Marks
 */

/**
 * @param {Layout} layout @param {number} at
 * @param {Direction} around The direction of a token without letters.
 * @param {Marks} marks
 */
export function drawToken({ text, view }, at, around, { uid, selected, cursor, lit, kinds, limit }) {
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
  const kind = kinds.get(at);
  if (kind) node.classList.add(kind);
  node.classList.toggle("cursor", at === cursor);
  node.classList.toggle("beyond", at >= limit);
  node.classList.toggle("limit", at === limit);
  node.dir = "ltr"; // for ids and bytes
  if (view === "ids" || view === "ribbon") node.textContent = String(token.id);
  else if (view === "bytes") node.textContent = hexBytes(token.bytes, MOST_PARTS);
  else {
    node.dir = LETTER.test(token.letters) ? directionOf(token.letters) : around;
    drawTextParts(node, token.parts, MOST_PARTS);
  }
  return node;
}
