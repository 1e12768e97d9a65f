// The cost and the benefit of a vocabulary size, in words.

import { grouped, hundredths, percent, plural } from "../../../browser/numbers.js";
import { countOptions } from "../../../parts/picture/count_options.js";

/**
 * @import {Posed} from "../../../parts/picture/shown.js"
 * @import {GrownText} from "./grown_text.js"
 * @import {Growth} from "./growth.js"
 */

export const FLAT = 0.05; // of the tokens: a doubling that saves less is invisible in a curve

/**
 * @param {number} tokens The number of tokens of a text.
 * @param {number} bytes
 */
export function wordsOfCost(tokens, bytes) {
  if (tokens === 1) return `1 token of ${plural(bytes, "byte")}`;
  return `${plural(tokens, "token")}, ${hundredths(bytes / tokens)} bytes per token`;
}

/** What is below the limit of a flat curve is rounded down, so that it does not seem to reach it. @param {number} share */
const percentSaved = (share) => {
  const shown = share < FLAT ? Math.floor(1000 * share + 1e-9) / 1000 || 1e-9 : share;
  return share ? percent(shown, 1) : "none";
};

/**
 * @param {GrownText} text
 * @param {string} name The name of the vocabulary.
 * @param {number} size
 * @param {number | null} flat The size from which no doubling saves as much as `FLAT`.
 */
export function wordsOnDoubling(text, name, size, flat) {
  const last = Math.floor(text.lastSize / 2);
  // A text has all its bytes, however small the vocabulary.
  const from = Math.max(size, text.leastSize);
  const doubling =
    from > last
      ? `The effect of doubling is unknown: ${name} has only ${plural(text.lastSize, "token")}.`
      : `Doubled to ${grouped(2 * from)} tokens, ${name} saves ` +
        `${percentSaved(text.savedByDoubling(from))} of the tokens of this text.`;
  if (flat !== null)
    return `${doubling} From ${plural(flat, "token")} on the curve is flat: no doubling saves ${100 * FLAT}% or more.`;
  if (last < text.leastSize) return doubling;
  return `${doubling} The curve is not flat at its end: the last doubling still saves ${percentSaved(text.savedByDoubling(last))}.`;
}

// The question how many tokens the text takes with a larger vocabulary.

const TIMES = 16; // how many times larger the vocabulary in the question is

/** Whether a larger vocabulary changes the text. @param {Pick<Growth, "slider" | "text">} growth */
export const canAskCount = ({ slider, text }) => text !== undefined && slider.size < text.lastSize;

/** @param {Growth} growth @returns {Posed | string} */
export function askCount({ name, slider, text }) {
  slider.pause();
  const size = Math.max(slider.size, text.leastSize);
  const larger = Math.min(TIMES * size, text.lastSize);
  const now = text.tokensUnder(size);
  const { options, ...known } = countOptions(now, text.tokensUnder(larger));
  if (options.length < 2)
    return "The number of tokens changes too little from here to ask about it. Choose a smaller vocabulary.";
  const prompt =
    `With the first ${grouped(size)} tokens of ${name} this text takes ${plural(now, "token")}. ` +
    `How many with the first ${grouped(larger)}?`;
  return { prompt, options, known, next: () => slider.byHand(larger) };
}
