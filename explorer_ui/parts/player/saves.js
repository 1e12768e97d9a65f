// What can be saved from the player.

import { save, savePng, saveSvg } from "../picture/pictures.js";
import { canFilm, pageOf, recordingOf } from "./lesson.js";

/**
 * @import {Curve} from "./curve.js"
 * @import {Slide} from "./lesson.js"
 * @import {Stage} from "./stage.js"
 * @import {State} from "./state.js"
 */

/**
 * File names, functions that save them (null: unavailable), and a class.
 *
 * @param {State} state @param {Stage} stage @param {Curve} curve
 * @param {() => Slide[]} slides From this step on.
 * @param {() => void} savePage Requests the player as a web page from Python.
 * @returns {[string, (() => void) | null, string?][]}
 */
export function savesOf(state, stage, curve, slides, savePage) {
  const text = () => ({ name: `bpe-text-step-${state.step}`, picture: stage.picture() });
  const drawn = () => ({ name: `bpe-curve-step-${state.step}`, picture: curve.picture() });
  const lesson = () => `bpe-lesson-step-${state.step}`;
  const film = async () => save(`${lesson()}.webm`, await recordingOf(slides(), stage.box));
  return [
    ["Text as SVG", () => saveSvg(text())],
    ["Text as PNG", () => savePng(text())],
    ["Curve as SVG", () => saveSvg(drawn())],
    ["Curve as PNG", () => savePng(drawn())],
    ["Steps from here as slides", () => save(`${lesson()}.html`, pageOf(slides(), stage.box))],
    canFilm()
      ? ["Steps from here as a film (records in real time)", film]
      : ["No film: this browser does not record WebM video", null],
    ["The player as a web page", savePage, "served"],
  ];
}
