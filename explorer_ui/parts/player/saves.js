// What can be saved from the player.

import { attrs, el, icon } from "../../browser/dom.js";
import { save, savePng, saveSvg } from "../picture/pictures.js";
import { canFilm, pageOf, recordingOf } from "./lesson.js";

/**
 * @import {Curve} from "./curve.js"
 * @import {Slide} from "./lesson.js"
 * @import {Stage} from "./stage.js"
 * @import {State} from "./state.js"
 */

const NAME = "Save a picture or a page";
const ARROW = "M7 2h2v6h3l-4 4-4-4h3zM2 13h12v1.5H2z";

/**
 * The menu of what can be saved.
 *
 * @param {ReturnType<typeof savesOf>} saves
 */
export function saveMenu(saves) {
  const menu = el("details", "save");
  const open = attrs(el("summary"), { "aria-label": NAME, title: NAME });
  open.append(icon(ARROW));
  const list = el("div", "menu");
  for (const [name, act, kind = ""] of saves) {
    const node = attrs(el("button", kind, name), { type: "button", disabled: act ? null : "" });
    node.addEventListener("click", () => {
      menu.open = false;
      act?.();
    });
    list.append(node);
  }
  menu.append(open, list);
  return menu;
}

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
