// The answers to "how many tokens will there be?": the number that is true among others as far from each other.

import { grouped } from "../shared/numbers.js";

const MOST = 4;
const STEP = 0.3; // between two of them, in parts of the right one or of what is saved: all are numbers that could be

/**
 * The options, from the smallest; each place is as likely to hold the right one.
 *
 * @param {number} now
 * @param {number} then The right one; where it is not fewer than now there is nothing to ask.
 * @param {() => number} random From 0 up to 1.
 * @returns {{options: string[], right: number[]}} Fewer than two options: nothing to ask.
 */
export function countOptions(now, then, random = Math.random) {
  if (then >= now) return { options: [], right: [] };
  const step = Math.max(1, Math.floor(STEP * Math.min(then, now - then)));
  const below = Math.min(MOST - 1, Math.floor((then - 1) / step));
  const above = Math.min(MOST - 1, Math.floor((now - 1 - then) / step));
  const many = Math.min(MOST, below + above + 1);
  // As many of them below the right one as there is room for on both sides.
  const [least, most] = [Math.max(0, many - 1 - above), Math.min(below, many - 1)];
  const right = least + Math.floor(random() * (most - least + 1));
  const options = Array.from({ length: many }, (_, i) => grouped(then + (i - right) * step));
  return { options, right: [right] };
}
