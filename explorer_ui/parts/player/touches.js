// What a touch on a token or on a row of pairs does: a merge, an answer, or a selection.

/**
 * @import {FreeHand} from "./free_hand.js"
 * @import {Pair} from "./guess.js"
 * @import {Predict} from "./predict.js"
 */

export class Touches {
  /**
   * @param {FreeHand} freeHand @param {Predict} predict
   * @param {{select: (unit: number | null) => void, show: (pair: Pair) => void}} look
   */
  constructor(freeHand, predict, { select, show }) {
    this.freeHand = freeHand;
    this.predict = predict;
    this.select = select;
    this.show = show;
  }

  /** Whether a touch on a token selects it. */
  get selects() {
    return !this.freeHand.on && !this.predict.waiting;
  }

  /** What a touch on a row of pairs does. */
  get words() {
    if (this.freeHand.on) return "Merge this pair";
    return this.predict.waiting ? "Predict that this pair is next" : "Show where this pair occurs";
  }

  /** @param {number | null} unit A unit of the token; null: the previous token again. */
  token(unit) {
    if (this.freeHand.on) this.freeHand.touch(unit);
    else if (unit !== null && this.predict.waiting) this.predict.touch(unit);
    else this.select(unit);
  }

  /** @param {Pair} pair */
  pair(pair) {
    if (this.freeHand.on) this.freeHand.merge(pair);
    else if (this.predict.waiting) this.predict.guess(pair);
    else this.show(pair);
  }
}
