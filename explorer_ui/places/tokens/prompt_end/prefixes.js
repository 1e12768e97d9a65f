// The prefixes of a text below each other: which tokens stay from row to row, and which boundaries disappear.

import { boundsOf, tintsOf } from "../../../browser/colours.js";

/**
 * A token that is unchanged in the rows from `first` to `last`.
 *
 * @typedef {{start: number, end: number, id: number, tint: number, first: number, last: number}} Stripe
 *
 * A token boundary after byte `at` in the rows from `first` to `last`; `broken` if the row below does not
 * have it.
 * @typedef {{at: number, first: number, last: number, broken: boolean}} Cut
 */

/** @param {Message.PromptRow[]} rows @returns {Stripe[]} */
export function stripesOf(rows) {
  /** @type {Map<string, Stripe>} */
  let above = new Map();
  /** @type {Stripe[]} */
  const stripes = [];
  rows.forEach(({ tokens }, row) => {
    /** @type {typeof above} */
    const here = new Map();
    const tints = tintsOf(boundsOf(tokens.map(([start, end]) => ({ start, end }))));
    for (const [at, [start, end, id]] of tokens.entries()) {
      const key = `${start} ${end} ${id}`;
      const stripe = above.get(key) ?? { start, end, id, tint: tints[at], first: row, last: row };
      if (stripe.first === row) stripes.push(stripe);
      stripe.last = row;
      here.set(key, stripe);
    }
    above = here;
  });
  return stripes;
}

/**
 * The token boundaries within the rows; the end of a row is not one of them.
 *
 * In `low`, `low|e`, `lower` there is one: after the third byte, only in the second row, broken.
 *
 * @param {Message.PromptRow[]} rows @returns {Cut[]}
 */
export function cutsOf(rows) {
  /** @type {Map<number, Cut>} */
  let above = new Map();
  /** @type {Cut[]} */
  const cuts = [];
  rows.forEach(({ tokens }, row) => {
    /** @type {typeof above} */
    const here = new Map();
    for (const [, at] of tokens.slice(0, -1)) {
      const cut = above.get(at) ?? { at, first: row, last: row, broken: false };
      if (cut.first === row) cuts.push(cut);
      cut.last = row;
      here.set(at, cut);
    }
    for (const cut of above.values()) cut.broken = cut.last < row;
    above = here;
  });
  return cuts;
}
