// The box around the units of a token, or around those of them that are in one lane.

import { GAP } from "./rows.js";

/**
 * @import {Lane} from "./lanes.js"
 *
 * @typedef {{start: number, end: number}} Span Units `start` to `end`, exclusive.
 */

/**
 * Places a box over its units; where they continue in another lane, its side is open.
 *
 * @template {HTMLElement} Node @param {Node} node @param {Span} span @param {Lane} lane @returns {Node}
 */
export function placeBox(node, { start, end }, lane) {
  const from = Math.max(start, lane.from);
  const to = Math.min(end, lane.to);
  if (from > start) node.classList.add(`open-${lane.start}`);
  if (to < end) node.classList.add(`open-${lane.end}`);
  const x = lane.left(from) + (from > start ? 0 : GAP / 2);
  node.style[lane.start] = x + "px";
  node.style.width = lane.right(to) - (to < end ? 0 : GAP / 2) - x + "px";
  return node;
}
