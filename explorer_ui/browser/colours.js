// The meaning of a token's colour, and conversion of colours for drawing programs.

import { el, inside } from "./dom.js";
import { hexByte } from "./utf8.js";

/**
 * The tints of consecutive tokens: 0, 1 or 2, never the same for two neighbours. A tint depends only on the
 * positions of the token and of those near it, so that a merge changes only tints nearby, and the same tokens
 * have the same tints at every scroll position and in every picture.
 *
 * The positions are put into a pseudo-random order. A token whose position comes before those of both its
 * neighbours has tint 0; after it, 1 and 2 alternate until the next such token.
 *
 * @param {ArrayLike<number>} bounds The start of each token, and the end of the last one.
 * @param {object} [from]
 * @param {(start: number) => number | null} [from.startBefore] The start of the token that ends at `start`;
 * null at the
 *   beginning of the text, where `bounds` begins if this is left out.
 * @param {(bound: number) => number} [from.byteOf] The byte of a bound, if bounds are not bytes.
 */
export function tintsOf(bounds, { startBefore = () => null, byteOf = (bound) => bound } = {}) {
  const placeOf = (/** @type {number} */ bound) => shuffled(byteOf(bound));
  /** @type {(start: number, end: number) => number} */
  const tintAt = (start, end) => {
    const before = startBefore(start);
    const place = placeOf(start);
    if (place < placeOf(end) && (before === null || place < placeOf(before))) return 0;
    return before === null ? 1 : tintAfter(tintAt(before, start));
  };
  const tints = new Uint8Array(Math.max(0, bounds.length - 1));
  if (tints.length) tints[0] = tintAt(bounds[0], bounds[1]);
  for (let at = 1; at < tints.length; at++) {
    const [before, place, next] = [at - 1, at, at + 1].map((index) => placeOf(bounds[index]));
    tints[at] = place < before && place < next ? 0 : tintAfter(tints[at - 1]);
  }
  return tints;
}

const tintAfter = (/** @type {number} */ tint) => (tint === 1 ? 2 : 1);

/**
 * A distinct pseudo-random number below 2 ** 32 for each value: the last steps of the hash function
 * MurmurHash3.
 *
 * @param {number} value
 */
function shuffled(value) {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** @param {{start: number, end: number}[]} tokens In order. */
export const boundsOf = (tokens) => [
  ...tokens.map(({ start }) => start),
  ...tokens.slice(-1).map(({ end }) => end),
];

/**
 * The class that colours a token: base units have no tint, and the newest token is highlighted.
 *
 * @param {{quiet: boolean, newest?: boolean}} token @param {number} [tint]
 */
export const lookOf = ({ quiet, newest = false }, tint = 0) =>
  newest ? "newest" : quiet ? "base" : `tint-${tint}`;

/**
 * An entry of a legend, which stays in one line: a sign, drawn by the style sheet, and its meaning.
 *
 * @param {string} sign @param {string} words
 */
export function key(sign, words) {
  return inside("span", "key", el("span", sign), words);
}

/**
 * The colour that a variable of the style sheet has at a node: where the theme is the browser's, its value is a choice
 * between two colours.
 *
 * @param {Element} node @param {string} name
 */
export function colourOf(node, name) {
  const shown = node.appendChild(el("i"));
  shown.style.color = `var(${name})`;
  const { color } = getComputedStyle(shown);
  shown.remove();
  return color;
}

/** @type {CanvasRenderingContext2D | null} */
let probe = null;

/**
 * Any CSS colour as #rrggbb, or "none": drawing programs do not support the results of color-mix().
 *
 * @param {string} colour
 */
export function solid(colour) {
  probe ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!probe) return "none";
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
  return a === 0 ? "none" : "#" + hexByte(r) + hexByte(g) + hexByte(b);
}
