// A picture that is left hands what it shows on to the next one, which may show the same text: in another place of the
// app, drawn by another component, a moment later.

import { zoomOf } from "../../browser/presenting.js";
import { sameBytes } from "../../browser/utf8.js";
import { Movement, joined, mayMove } from "./moving.js";

/** @import {Place, Scene} from "./moving.js" */

const KEPT = 3000; // milliseconds

/** @type {{bytes: Uint8Array, scene: Scene, left: number, top: number, within: Place, movement: Movement, timer: number} | null} */
let handed = null;

/**
 * Keeps what a box shows on the screen until another one takes it over, but not for long.
 *
 * @param {HTMLElement} box @param {HTMLElement} covered @param {Uint8Array} bytes The text. @param {() => Scene} sceneNow
 */
export function handOn(box, covered, bytes, sceneNow) {
  if (!mayMove() || !box.isConnected || !bytes.length) return;
  drop();
  const { left, top } = box.getBoundingClientRect();
  const scene = sceneNow();
  const movement = new Movement(box, covered, scene, scene, insideOf(box));
  cancelAnimationFrame(movement.frame);
  handed = { bytes, scene, left, top, within: insideOf(box), movement, timer: window.setTimeout(drop, KEPT) };
}

/**
 * Moves what another picture of the same text has handed on to where it is in a box; returns the movement.
 *
 * @param {HTMLElement} box @param {HTMLElement} covered @param {Uint8Array} bytes @param {() => Scene} sceneNow
 */
export function takeOver(box, covered, bytes, sceneNow) {
  const before = handed;
  if (!before) return null;
  drop();
  if (!sameBytes(before.bytes, bytes)) return null;
  const zoom = zoomOf(box);
  const now = box.getBoundingClientRect();
  const [x, y] = [(before.left - now.left) / zoom, (before.top - now.top) / zoom];
  const { width, height } = before.within;
  const within = joined({ x, y, width, height }, insideOf(box));
  return new Movement(box, covered, shifted(before.scene, x, y), sceneNow(), within);
}

/** A box in its own pixels. @param {HTMLElement} box @returns {Place} */
const insideOf = ({ offsetWidth, offsetHeight }) => ({
  x: 0,
  y: 0,
  width: offsetWidth,
  height: offsetHeight,
});

function drop() {
  if (!handed) return;
  clearTimeout(handed.timer);
  handed.movement.end();
  handed = null;
}

/** @param {Scene} scene @param {number} x @param {number} y @returns {Scene} */
function shifted({ boxes, letters, figures }, x, y) {
  /** @template {{place: Place}} One @param {One} one @returns {One} */
  const shift = (one) => ({ ...one, place: { ...one.place, x: one.place.x + x, y: one.place.y + y } });
  return { boxes: boxes.map(shift), letters: letters.map(shift), figures: figures.map(shift) };
}
