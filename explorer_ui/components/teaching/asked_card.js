// A question of the Challenge on another page: Python makes it from the text and the tokenizer there.

import { LETTERS } from "../question/parts.js";

/**
 * @import {Card} from "../question/parts.js"
 * @import {Offer} from "./payload.js"
 * @import {Asking, ClassAnswer, ClassQuestion} from "./class_asks.js"
 */

const PATIENCE = 10_000; // milliseconds for Python to make a question
const NONE = "This text is too short for a Challenge question. Use a longer one.";
const SLOW = "No question arrived. Press again.";

let asked = 0;

/** @implements {Asking} */
export class AskedCard {
  /** @param {(name: string, value: unknown) => void} send */
  constructor(send) {
    this.send = send;
    this.words = "Ask a Challenge question";
    /** @type {import("./class_asks.js").Asked} */
    this.covers = "next";
    /** @type {{name: string, answered: boolean, tell: (card: Card | null) => void} | null} */
    this.waiting = null;
  }

  can() {
    return true;
  }

  /**
   * @param {Offer} offer
   * @returns {Promise<ClassQuestion | string>}
   */
  async ask(offer) {
    const name = `${Date.now()} ${++asked}`;
    const card = await this.#wish(name, false);
    if (!card) return card === null ? NONE : SLOW;
    const scene = { card, page: "challenge", link: offer.link };
    const options = Array.from(LETTERS.slice(0, card.options.length));
    return { prompt: card.question, options, scene, card, uncovered: ({ link }) => this.#answer(name, link) };
  }

  /**
   * Requests the answer, which the browser does not get earlier.
   *
   * @param {string} name
   * @param {string | null} link
   * @returns {Promise<ClassAnswer | string>}
   */
  async #answer(name, link) {
    const card = await this.#wish(name, true);
    if (!card) return SLOW;
    return { right: [card.answer ?? 0], scene: { card, page: "challenge", link }, card };
  }

  /**
   * @param {string} name
   * @param {boolean} answered
   * @returns {Promise<Card | null | undefined>} Null: there is no such question; undefined: no response.
   */
  #wish(name, answered) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), PATIENCE);
      const tell = (/** @type {Card | null} */ card) => {
        clearTimeout(timer);
        resolve(card);
      };
      this.waiting = { name, answered, tell };
      this.send("question", { name, wants: answered ? "answer" : "question" });
    });
  }

  /** @param {Offer | null | undefined} offer Python's current offer. */
  heard(offer) {
    const { waiting } = this;
    const question = offer?.question;
    if (!waiting || question?.name !== waiting.name) return;
    if (question.card && (question.card.answer !== null) !== waiting.answered) return;
    this.waiting = null;
    waiting.tell(question.card);
  }
}
