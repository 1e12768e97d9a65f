// A text under every size of one vocabulary: cut wherever the step that closed the gap has not been done yet.

import { lastAtMost } from "../shared/numbers.js";

/** In `closed`, from here on: a gap that no step closes. */
export const NEVER = 0xfffffffe;

/**
 * @typedef {object} Token Bytes of the text from `start` up to `end`, and the step that made it, -1 for one byte.
 * @property {number} start
 * @property {number} end
 * @property {number} step
 */

export class GrownText {
  /**
   * @param {Uint32Array} closed For every gap between two bytes, the step that closed it.
   * @param {ArrayLike<number>} sizes How many tokens the smallest vocabulary has in which 0, 1, 2, ... steps are done.
   * @param {number} lastSize
   */
  constructor(closed, sizes, lastSize) {
    this.closed = closed;
    this.sizes = sizes;
    this.lastSize = lastSize;
    this.bytes = closed.length + 1;
    const places = new Uint32Array(sizes.length - 1);
    for (const step of closed) if (step < NEVER) places[step]++;
    this.counts = new Uint32Array(sizes.length);
    this.counts[0] = this.bytes;
    places.forEach((here, step) => (this.counts[step + 1] = this.counts[step] - here));
    /** @type {Uint32Array | null} */
    this.firstGaps = null;
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
   * @returns {Token}
   */
  tokenAt(place, done) {
    let start = place;
    let end = place + 1;
    let step = -1;
    while (start > 0 && this.closed[start - 1] < done) step = Math.max(step, this.closed[--start]);
    while (end < this.bytes && this.closed[end - 1] < done) step = Math.max(step, this.closed[end++ - 1]);
    return { start, end, step };
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
    this.firstGaps ??= firstGaps(this.closed, this.steps);
    return this.tokenAt(this.firstGaps[step], step + 1);
  }
}

/**
 * @param {Uint32Array} closed
 * @param {number} steps
 */
function firstGaps(closed, steps) {
  const gaps = new Uint32Array(steps);
  for (let gap = closed.length - 1; gap >= 0; gap--) if (closed[gap] < NEVER) gaps[closed[gap]] = gap;
  return gaps;
}
