// A question of the Challenge as it is shown to a class.

import { askedOf, rightOf } from "../../places/quiz/asked.js";

const NEXT = ".st-key-next_question button"; // of the page

/** @import {Asked, Asking, ClassAnswer, ClassQuestion, Taught} from "./class_asks.js" */

const next = () => /** @type {HTMLElement | null} */ (document.querySelector(NEXT))?.click();

/** @implements {Taught} */
export class TaughtCard {
  /** @param {{card: Message.Card | null, send: (name: string, value: unknown) => void, lock: (locked: boolean) => void}} page */
  constructor(page) {
    this.page = page;
    this.step = 0;
    /** @type {Asking[]} */
    this.asks = [
      {
        id: "this",
        words: "Ask the class this question",
        covers: "next",
        can: () => page.card?.answer === null,
        ask: (offer) => this.ask(offer),
      },
    ];
    /** @type {{id: string, tell: (card: Message.Card) => void} | null} */
    this.waiting = null;
  }

  // A class sees a question only when it is asked; until then it is told to wait, not what it saw before.
  /** @param {Message.Offer} offer */
  scene({ page, link }) {
    return { elsewhere: "Challenge", page, link };
  }

  /** @param {Message.Offer} offer @returns {ClassQuestion | string} */
  ask({ link }) {
    const { card } = this.page;
    if (!card) return "There is no question here.";
    const scene = { card, page: "challenge", link };
    return { ...askedOf(card), scene, card, uncovered: (offer) => this.answer(offer), next };
  }

  // The payload does not contain the answer before it is revealed, so it is requested from Python here.
  /** @param {Message.Offer} offer @returns {Promise<ClassAnswer>} */
  answer({ link }) {
    return new Promise((resolve) => {
      const { card } = this.page;
      if (!card) return;
      this.waiting = {
        id: card.card_id,
        tell: (told) => {
          const scene = { card: told, page: "challenge", link };
          resolve({ right: rightOf(told), scene, card: told });
        },
      };
      this.page.send("uncovered", { card_id: card.card_id });
    });
  }

  /** Called for another card, or the same one with its answer. @param {Message.Card} card */
  carded(card) {
    if (this.waiting?.id === card.card_id && card.answer !== null) this.waiting.tell(card);
    if (card.answer !== null || this.waiting?.id !== card.card_id) this.waiting = null;
  }

  get covered() {
    return false;
  }

  go() {}

  /** @param {Asked | null} _what @param {boolean} open */
  cover(_what, open) {
    this.page.lock(open);
  }
}
