// Texts of a few tokens, as the strip draws them.

import { any } from "./page.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";
import { TokenizedText, tokenOf } from "../../explorer_ui/parts/token_row/strip/tokenized_text.js";

export const base64 = (/** @type {number[]} */ ...bytes) => btoa(String.fromCharCode(...bytes));

/** Tokens of these bytes. @param {number[][]} tokens */
export const ofBytes = (...tokens) => tokens.map((bytes) => ({ bytes: Uint8Array.from(bytes) }));

/** Tokens of these texts. @param {string[]} tokens */
export const ofTexts = (...tokens) => tokens.map((token) => ({ bytes: encodeUtf8(token) }));

/** A text of some tokens. @param {object[]} known @param {number[]} [chunks] Where they begin, if that is known. */
export function textOf(known, chunks) {
  const plain = { id: 0, rank: null, special: false };
  const tokens = known.map((one) => tokenOf(any({ ...plain, ...one }), { display: "text", ranked: true }));
  const indexes = Uint32Array.from(tokens.keys());
  const starts = chunks ? Uint32Array.from(chunks) : null;
  return new TokenizedText({ tokens, indexes, chunks: starts, display: "text" });
}
