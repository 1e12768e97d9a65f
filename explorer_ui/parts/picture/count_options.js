// The options for "how many tokens will there be?": the right number among others at equal distances.

import { grouped } from "../../browser/numbers.js";

const MOST = 4;
const STEP = 0.3; // between two options, relative to the right one or to what is saved: all are plausible numbers

/**
 * The options, in increasing order; the right one is equally likely at each position.
 *
 * @param {number} now
 * @param {number} then The right one; if it is not less than `now`, there is nothing to ask.
 * @param {() => number} random From 0 up to 1.
 * @returns {{options: string[], right: number[], because: string}} With fewer than two options there is
 * nothing to ask; `because` says where the right one comes from.
 */
export function countOptions(now, then, random = Math.random) {
  if (then >= now) return { options: [], right: [], because: "" };
  const step = Math.max(1, Math.floor(STEP * Math.min(then, now - then)));
  const below = Math.min(MOST - 1, Math.floor((then - 1) / step));
  const above = Math.min(MOST - 1, Math.floor((now - 1 - then) / step));
  const many = Math.min(MOST, below + above + 1);
  // How many options may be below the right one, so that all fit on both sides.
  const [least, most] = [Math.max(0, many - 1 - above), Math.min(below, many - 1)];
  const right = least + Math.floor(random() * (most - least + 1));
  const options = Array.from({ length: many }, (_, i) => grouped(then + (i - right) * step));
  const fewer = `${grouped(now)} − ${grouped(now - then)} = ${grouped(then)}`;
  return { options, right: [right], because: `Each merged pair is one token fewer: ${fewer}.` };
}
