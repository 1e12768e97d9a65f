// Growth as a class follows it: the text under a vocabulary, and the size under the teacher's hand.

/**
 * @import {Offer} from "../player/payload.js"
 * @import {ClassAnswer, ClassQuestion, Taught} from "../classroom/class_panel.js"
 * @import {Growth} from "./growth.js"
 */

/** @implements {Taught} */
export class TaughtGrowth {
  /** @param {Growth} growth */
  constructor(growth) {
    this.growth = growth;
    this.askWords = "Ask";
    this.canAsk = false;
    this.showsQuestion = false;
  }

  get step() {
    return this.growth.slider.size;
  }

  // The seventeen languages stay on the teacher's screen: they would take ten times what the text takes.
  /** @param {Offer} offer */
  scene({ page, link }) {
    const { data, shown } = this.growth;
    if (!data) return null;
    const vocabularies = data.vocabularies.map((vocabulary) => ({ ...vocabulary, languages: [] }));
    return { growth: { ...data, vocabularies, shown, classroom: null }, page, link };
  }

  /** @returns {ClassQuestion | string} */
  ask() {
    return "The questions are asked on Train, Encode and Challenge.";
  }

  /** @returns {Promise<ClassAnswer>} */
  async answer() {
    return { right: [] };
  }

  cover() {}

  next() {}
}
