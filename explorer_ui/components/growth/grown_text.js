// A text under every size of one vocabulary: cut wherever the step that closed the gap has not been done yet.

import { gapsByRank, spanFrom, startOf } from "../shared/closed_at.js";
import { lastAtMost } from "../shared/numbers.js";

export class GrownText {
  /**
   * @param {Uint32Array} closed For every gap between two bytes, the step that closes it, or a number above all.
   * @param {ArrayLike<number>} sizes How many tokens the smallest vocabulary has in which 0, 1, 2, ... steps are done.
   * @param {number} lastSize
   */
  constructor(closed, sizes, lastSize) {
    this.closed = closed;
    this.sizes = sizes;
    this.lastSize = lastSize;
    this.bytes = closed.length + 1;
    const { starts, gaps } = gapsByRank(closed, this.steps);
    this.starts = starts;
    this.gaps = gaps;
    /** How many tokens there are after 0, 1, 2, ... steps. */
    this.counts = starts.map((gone) => this.bytes - gone);
  }

  get steps() {
    return this.sizes.length - 1;
  }

  /**
   * How many steps are done in a vocabulary of `size` tokens.
   *
   * @param {number} size
   */
  stepsUnder(size) {
    return lastAtMost(this.sizes, size);
  }

  /** @param {number} size */
  tokensUnder(size) {
    return this.counts[this.stepsUnder(size)];
  }

  /**
   * The token that the byte at `place` is in after `done` steps.
   *
   * @param {number} place
   * @param {number} done
   */
  tokenAt(place, done) {
    return spanFrom(this.closed, startOf(this.closed, place, done), done);
  }

  /**
   * The tokens after `done` steps that have a byte between two places.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} done
   */
  tokensBetween(from, to, done) {
    const tokens = [];
    for (let place = from; place < to; place = tokens[tokens.length - 1].end)
      tokens.push(this.tokenAt(place, done));
    return tokens;
  }

  /**
   * The first token in the text that a step made.
   *
   * @param {number} step
   */
  madeBy(step) {
    return this.tokenAt(this.gaps[this.starts[step]], step + 1);
  }
}
