// A text at every size of one vocabulary: split at every gap whose step has not been done yet.

import { gapsByRank, spanFrom, startOf } from "../../../browser/closed_at.js";
import { lookOf } from "../../../browser/colours.js";
import { lastAtMost } from "../../../browser/numbers.js";

/** @import {TokenRow} from "../../../parts/token_row/text_line.js" */

export class GrownText {
  /**
   * @param {Uint16Array | Uint32Array} closed For every gap between two bytes, the step that closes it, or a
   * number above all steps.
   * @param {ArrayLike<number>} sizes The smallest vocabulary size in which 0, 1, 2, ... steps are done.
   * @param {number} lastSize @param {object} more
   * @param {number} [more.given] How many steps are not merges, because they are done from the start: 1 if
   * characters are never split.
   * @param {ArrayLike<number>} [more.ids] The id of the token that each step makes.
   */
  constructor(closed, sizes, lastSize, { given = 0, ids = [] } = {}) {
    this.closed = closed;
    this.sizes = sizes;
    this.lastSize = lastSize;
    this.given = given;
    this.ids = ids;
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

  /** How many steps are done in a vocabulary of `size` tokens. @param {number} size */
  stepsUnder(size) {
    return Math.max(lastAtMost(this.sizes, size), this.given);
  }

  /** @param {number} size */
  tokensUnder(size) {
    return this.counts[this.stepsUnder(size)];
  }

  /** The smallest size: that of the base units alone. */
  get leastSize() {
    return this.sizes[0];
  }

  /** How many tokens there are before any merge. */
  get most() {
    return this.counts[this.given];
  }

  /**
   * The token that contains the byte at `place` after `done` steps.
   *
   * @param {number} place @param {number} done
   */
  tokenAt(place, done) {
    return spanFrom(this.closed, startOf(this.closed, place, done), done);
  }

  /**
   * The tokens after `done` steps that overlap with a range of bytes.
   *
   * @param {number} from @param {number} to @param {number} done
   */
  tokensBetween(from, to, done) {
    const tokens = [];
    for (let place = from; place < to; place = tokens[tokens.length - 1].end)
      tokens.push(this.tokenAt(place, done));
    return tokens;
  }

  /**
   * The tokens after `done` steps, as they are drawn.
   *
   * @param {number} done @returns {TokenRow<{start: number, end: number, rank: number}>}
   */
  rowAfter(done) {
    return {
      tokensBetween: (from, to) => this.tokensBetween(from, to, done),
      lookOf: ({ rank }, tint) => {
        const quiet = rank < this.given;
        return lookOf({ quiet, newest: !quiet && rank === done - 1 }, tint);
      },
    };
  }

  /** The fraction of the tokens that doubling a size saves, from 0 to 1. @param {number} size */
  savedByDoubling(size) {
    return 1 - this.tokensUnder(2 * size) / this.tokensUnder(size);
  }

  /**
   * The smallest size from which no doubling saves this much; null if the last doubling still does, or there
   * is none.
   *
   * @param {number} part From 0 to 1.
   * @returns {number | null}
   */
  flattensFrom(part) {
    const last = Math.floor(this.lastSize / 2);
    if (last < this.leastSize) return null;
    // Between these sizes neither the tokens of a size nor those of its double change.
    const changes = new Set([this.leastSize]);
    for (const size of Array.from(this.sizes))
      for (const change of [size, Math.ceil(size / 2)])
        if (change > this.leastSize && change <= last) changes.add(change);
    let from = null;
    for (const size of [...changes].sort((one, other) => other - one)) {
      if (this.savedByDoubling(size) >= part) return from;
      from = size;
    }
    return from;
  }

  /** The first token in the text that a step made. @param {number} step */
  madeBy(step) {
    return this.tokenAt(this.gaps[this.starts[step]], step + 1);
  }
}
