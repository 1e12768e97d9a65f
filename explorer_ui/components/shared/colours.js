// The tints of tokens, and colours that drawing programs know.

import { hexByte } from "./utf8.js";

const TINTS = 10; // .c0 to .c9 in shared.css

/**
 * The number of the tint of an id. Steps of the golden ratio: ids that follow each other get hues far apart, and an
 * id keeps its own everywhere.
 *
 * @param {number} id
 */
const colourOf = (id) => Math.floor(((id * 0.6180339887498949) % 1) * TINTS);

/**
 * The class that tints a token.
 *
 * @param {{id: number, quiet: boolean}} token
 */
export const tintOf = ({ id, quiet }) => (quiet ? "base" : `c${colourOf(id)}`);

/** @type {CanvasRenderingContext2D | null} */
let probe = null;

/**
 * Any CSS colour as #rrggbb, or "none": drawing programs do not know color-mix() results.
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
