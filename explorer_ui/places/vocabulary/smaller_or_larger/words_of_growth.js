// The cost and the benefit of a vocabulary size, in words.

import { grouped, plural } from "../../../browser/numbers.js";

/** @import {GrownText} from "./grown_text.js" */

export const FLAT = 0.05; // of the tokens: a doubling that saves less is invisible in a curve

/**
 * @param {number} tokens The number of tokens of a text.
 * @param {number} bytes
 */
export function wordsOfCost(tokens, bytes) {
  if (tokens === 1) return `1 token of ${plural(bytes, "byte")}`;
  return `${plural(tokens, "token")}, ${(bytes / tokens).toFixed(2)} bytes per token`;
}

/** @param {number} part */
const percent = (part) => (part ? `${(100 * part).toFixed(1)}%` : "none");

/**
 * @param {GrownText} text
 * @param {string} name The name of the vocabulary.
 * @param {number} size
 * @param {number | null} flat The size from which no doubling saves as much as `FLAT`.
 */
export function wordsOnDoubling(text, name, size, flat) {
  const last = Math.floor(text.lastSize / 2);
  const doubling =
    size > last
      ? `The effect of doubling is unknown: ${name} has only ${plural(text.lastSize, "token")}.`
      : `Doubled to ${grouped(2 * size)} tokens, ${name} saves ` +
        `${percent(text.savedByDoubling(Math.max(size, text.leastSize)))} of the tokens of this text.`;
  if (flat !== null)
    return `${doubling} From ${plural(flat, "token")} on the curve is flat: no doubling saves ${100 * FLAT}% or more.`;
  if (last < text.leastSize) return doubling;
  return `${doubling} The curve is not flat at its end: the last doubling still saves ${percent(text.savedByDoubling(last))}.`;
}
