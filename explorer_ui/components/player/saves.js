// What can be saved of the player.

import { savePng, saveSvg } from "../shared/pictures.js";

/**
 * @import {Curve} from "./curve.js"
 * @import {Stage} from "./stage.js"
 * @import {State} from "./state.js"
 */

/**
 * Names of files, what saves them, and a class.
 *
 * @param {State} state
 * @param {Stage} stage
 * @param {Curve} curve
 * @param {() => void} savePage Asks Python for the player as a web page.
 * @returns {[string, () => void, string?][]}
 */
export function savesOf(state, stage, curve, savePage) {
  const text = () => ({ name: `bpe-text-step-${state.step}`, picture: stage.picture() });
  const drawn = () => ({ name: `bpe-curve-step-${state.step}`, picture: curve.picture() });
  return [
    ["Text as SVG", () => saveSvg(text())],
    ["Text as PNG", () => savePng(text())],
    ["Curve as SVG", () => saveSvg(drawn())],
    ["Curve as PNG", () => savePng(drawn())],
    ["The player as a web page", savePage, "served"],
  ];
}
