// Copies selected tokens as the text that they stand for: a space instead of its sign, a character instead of its
// bytes in several tokens.

import { WHITE } from "./text_parts.js";
import { decodeUtf8, encodeUtf8 } from "./utf8.js";

const OF_SIGN = new Map(Array.from(WHITE, ([point, { sign }]) => [sign, String.fromCodePoint(point)]));

/** @param {ClipboardEvent} event In a box of tokens. */
export function copyTokens(event) {
  const box = event.currentTarget;
  if (!(box instanceof HTMLElement)) return;
  // Chromium knows only here what is selected in a shadow root; other browsers, only in the document.
  const root = /** @type {{getSelection?: () => Selection | null}} */ (box.getRootNode());
  const selection = root.getSelection?.() ?? document.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return;
  const copied = selection.getRangeAt(0).cloneContents();
  for (const roof of copied.querySelectorAll(".roof")) roof.remove();
  const figures = box.closest("[data-view=ids], [data-view=bytes]");
  if (figures) for (const token of copied.querySelectorAll(".tok")) token.append(" ");
  const texts = document.createTreeWalker(copied, NodeFilter.SHOW_TEXT);
  /** @type {number[]} */
  const bytes = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const byte of bytesOf(node.textContent ?? "", node.parentElement?.classList)) bytes.push(byte);
  const text = decodeUtf8(Uint8Array.from(bytes));
  event.clipboardData?.setData("text/plain", figures ? text.trimEnd() : text);
  event.preventDefault();
}

/**
 * @param {string} shown
 * @param {DOMTokenList} [classes] Of its element.
 */
function bytesOf(shown, classes) {
  if (classes?.contains("hex")) return [parseInt(shown, 16)];
  if (classes?.contains("label"))
    return encodeUtf8(String.fromCodePoint(parseInt(shown.replace("U+", ""), 16)));
  if (classes?.contains("white")) return encodeUtf8(OF_SIGN.get(shown) ?? shown);
  return encodeUtf8(shown.replace(/◌(?=\p{M})/gu, ""));
}
