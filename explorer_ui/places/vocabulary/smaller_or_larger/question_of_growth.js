// The question how many tokens the text takes with a larger vocabulary.

import { grouped, plural } from "../../../browser/numbers.js";
import { countOptions } from "../../../parts/picture/count_options.js";

/**
 * @import {Growth} from "./growth.js"
 * @import {Posed} from "../../../parts/picture/shown.js"
 */

const TIMES = 16; // how many times larger the vocabulary in the question is

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
