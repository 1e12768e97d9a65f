// Choosing a pair by touching two adjacent tokens, one after the other.

/**
 * @import {Pair} from "./guess.js"
 * @import {History} from "./history.js"
 */

export class Neighbours {
  constructor() {
    /** The first unit of the token that was touched first, or null. @type {number | null} */
    this.first = null;
    /** The hint that is shown until two tokens are chosen. */
    this.words = "";
  }

  /**
   * Called when a token is touched. Returns the pair if it is adjacent to the previous one and may be merged
   * with it, in the order of the text; otherwise it becomes the first of two.
   *
   * @param {History} history @param {number} step
   * @param {number} unit A unit of the token.
   * @returns {Pair | null}
   */
  touch(history, step, unit) {
    const token = history.tokenAt(unit, step);
    const other = this.first === null ? token : history.tokenAt(this.first, step);
    const [left, right] = other.start < token.start ? [other, token] : [token, other];
    const adjacent = left.end === right.start;
    if (!adjacent || history.stands(left.end - 1, step)) {
      this.first = token.start;
      this.words = adjacent
        ? "These two are in different chunks, so they cannot merge. Touch another neighbour."
        : "Now touch the token next to it.";
      return null;
    }
    this.first = null;
    return { left: left.id, right: right.id };
  }
}
