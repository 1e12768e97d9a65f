// Three aligned rows: the characters, their bytes, and the tokens of the bytes.

import { attrs, el } from "../../../browser/dom.js";
import { drawTextParts } from "../draw_text_parts.js";
import { textParts } from "../../../browser/text_parts.js";
import { characterAt, hexByte, isContinuation } from "../../../browser/utf8.js";
import { drawToken } from "./draw_token.js";

/**
 * @import {Marks} from "./draw_token.js"
 * @import {Layout} from "./layout.js"
 */

/**
 * @param {HTMLElement} line @param {Layout} layout
 * @param {number} first Its first token.
 * @param {number} last The token after its last one.
 * @param {Marks} marks
 */
export function drawRibbon(line, layout, first, last, marks) {
  attrs(line, { dir: "ltr", translate: "no" }); // bytes are in memory order
  const { offsets, bytes } = layout.text;
  const { cell } = layout.widths;
  const [from, to] = [offsets[first], offsets[last]];
  const place = (/** @type {HTMLElement} */ node, /** @type {number} */ start, /** @type {number} */ end) => {
    node.style.left = (start - from) * cell + "px";
    node.style.width = (end - start) * cell - 3 + "px";
    line.append(node);
  };
  let at = from;
  while (at < to && at > from - 4 && isContinuation(bytes[at]) && at > 0) at--; // a character that began in the row above
  for (at = Math.min(at, from); at < to;) {
    const found = characterAt(bytes, at, bytes.length);
    const size = found ? found.size : 1;
    const node = attrs(el("span", `glyph ${found ? "" : "broken"}`), { "aria-hidden": "true" });
    if (found) drawTextParts(node, textParts(bytes.subarray(at, at + size)));
    else node.textContent = "–";
    place(node, Math.max(at, from), Math.min(at + size, to));
    at += size;
  }
  for (let byte = from; byte < to; byte++)
    place(attrs(el("span", "byte", hexByte(bytes[byte])), { "aria-hidden": "true" }), byte, byte + 1);
  for (let i = first; i < last; i++) place(drawToken(layout, i, "ltr", marks), offsets[i], offsets[i + 1]);
}
