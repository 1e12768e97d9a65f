// Growth as a class follows it: the text under a vocabulary, and the teacher's size.

import { countOptions } from "./count_options.js";
import { grouped, plural } from "../../browser/numbers.js";

/**
 * @import {Asked, Asking, ClassQuestion, Taught} from "./class_asks.js"
 * @import {Growth} from "../../places/vocabulary/smaller_or_larger/growth.js"
 */

const TIMES = 16; // how many times larger the vocabulary in the question to a class is

/** @implements {Taught} */
export class TaughtGrowth {
  /** @param {Growth} growth */
  constructor(growth) {
    this.growth = growth;
    const can = () => growth.text !== undefined && this.step < growth.text.lastSize;
    /** @type {Asking[]} */
    this.asks = [
      { id: "count", words: "Ask how many tokens", covers: "count", can, ask: () => this.askCount() },
    ];
  }

  get step() {
    return this.growth.slider.size;
  }

  // The seventeen languages are shown only to the teacher: they would take ten times as much data as the
  // text.
  /** @param {Message.Offer} offer */
  scene({ page, link }) {
    const { data, shown } = this.growth;
    if (!data) return null;
    const vocabularies = data.vocabularies.map((vocabulary) => ({ ...vocabulary, languages: [] }));
    return { growth: { ...data, vocabularies, shown, classroom: null }, page, link };
  }

  /** @returns {ClassQuestion | string} */
  askCount() {
    const { name, slider, text } = this.growth;
    slider.pause();
    const size = Math.max(this.step, text.leastSize);
    const larger = Math.min(TIMES * size, text.lastSize);
    const now = text.tokensUnder(size);
    const { options, ...answer } = countOptions(now, text.tokensUnder(larger));
    if (options.length < 2)
      return "The number of tokens changes too little from here to ask about it. Choose a smaller vocabulary.";
    const prompt =
      `With the first ${grouped(size)} tokens of ${name} this text takes ${plural(now, "token")}. ` +
      `How many with the first ${grouped(larger)}?`;
    return {
      prompt,
      options,
      known: answer,
      next: () => slider.byHand(larger),
    };
  }

  /** @param {number} step */
  go(step) {
    this.growth.slider.byHand(step);
  }

  get covered() {
    return "covers" in this.growth.root.dataset;
  }

  /** @param {Asked | null} what @param {boolean} open */
  cover(what, open) {
    this.growth.cover(what, open);
  }
}
