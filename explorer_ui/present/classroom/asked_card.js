// A question of the Challenge on another page: Python makes it from the text and the tokenizer there.

import { askedOf, rightOf } from "../../places/quiz/asked.js";
import { isRunning } from "../../browser/app_state.js";

/** @import {Posed} from "../../parts/picture/shown.js" */

const PATIENCE = 10_000; // milliseconds after which a request may have been lost, if nothing is being computed
const NONE = "This text allows no question of this kind. Choose another kind, or a longer text.";
/** What is said if a question may arrive when it is asked for again. */
const SLOW = "No question arrived. Press again.";

let asked = 0;

export class AskedCard {
  /** @param {(name: string, value: unknown) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {{name: string, tell: (card: Message.Card | null) => void} | null} */
    this.waiting = null;
  }

  /**
   * @param {string} which The kind of question, and a seed for always the same one.
   * @returns {Promise<Posed | string>}
   */
  async ask(which) {
    const answered = await this.#wish(which);
    if (!answered) return answered === null ? NONE : SLOW;
    const card = { ...answered, answer: null, figures: [], reason: [] };
    const known = { right: rightOf(answered), scene: { card: answered }, card: answered };
    return { ...askedOf(card), scene: { card }, card, known };
  }

  /**
   * @param {string} wants
   * @returns {Promise<Message.Card | null | undefined>} With its answer. Null: the text allows no such question; undefined: no
   * response.
   */
  #wish(wants) {
    return new Promise((resolve) => {
      // A busy server takes longer: it is waited for as long as it computes.
      const timer = setInterval(() => isRunning() || tell(undefined), PATIENCE);
      const tell = (/** @type {Message.Card | null | undefined} */ card) => {
        clearInterval(timer);
        resolve(card);
      };
      const name = `${Date.now()} ${++asked}`;
      this.waiting = { name, tell };
      this.send("question", { name, wants });
    });
  }

  /** @param {Message.Offer | null} offer Python's current offer. */
  heard(offer) {
    const { waiting } = this;
    const question = offer?.question;
    if (!waiting || question?.name !== waiting.name) return;
    this.waiting = null;
    waiting.tell(question.card);
  }
}
