// What can be saved from the player.

import { ARROW, attrs, el, icon } from "../../browser/dom.js";
import { imageOf, save, savePng, saveSvg } from "../picture/pictures.js";
import { colourOf, solid } from "../../browser/colours.js";
import { BEATS } from "./navigation.js";

/**
 * @import {Beat} from "./navigation.js"
 * @import {Curve} from "./curve.js"
 * @import {Save} from "../picture/pictures.js"
 * @import {Sentence} from "./sentence.js"
 * @import {Stage} from "./stage.js"
 * @import {State} from "./state.js"
 */

const NAME = "Save a picture";

/** The menu of what can be saved, where the page has none. @param {Save[]} saves */
export function saveMenu(saves) {
  const menu = el("details", "save");
  const open = attrs(el("summary"), { "aria-label": NAME, title: NAME });
  open.append(icon(ARROW));
  const list = el("div", "menu");
  for (const [name, act, says] of saves) {
    const node = attrs(el("button", "", name), { type: "button", title: says, disabled: act ? null : "" });
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
 * @param {State} state @param {Stage} stage @param {Curve} curve
 * @param {() => Slide[]} slides From this step on.
 * @returns {Save[]}
 */
export function savesOf(state, stage, curve, slides) {
  const text = () => ({ name: `bpe-text-step-${state.step}`, picture: stage.picture() });
  const drawn = () => ({ name: `bpe-curve-step-${state.step}`, picture: curve.picture() });
  const film = async () => save(`bpe-lesson-step-${state.step}.webm`, await recordingOf(slides(), stage.box));
  return [
    ["Text as PNG", () => savePng(text())],
    ["Text as SVG", () => saveSvg(text())],
    ["Curve as PNG", () => savePng(drawn())],
    ["Curve as SVG", () => saveSvg(drawn())],
    canFilm()
      ? ["Steps from here as a film", film, "Records in real time"]
      : ["Steps from here as a film", null, "This browser does not record WebM video"],
  ];
}

// A lesson to export: what the player shows from this step on, as a short video.

/**
 * A picture, and the sentence above it.
 * @typedef {{told: string, picture: SVGSVGElement}} Slide
 */

const MOST = 40; // steps
const SHOWN = 700; // milliseconds for which the video shows a picture
const EMPTY = 1000; // bytes: a file without a picture is smaller
const CAPTION = 56; // pixels above the picture in the video

const canFilm = () => typeof MediaRecorder === "function" && MediaRecorder.isTypeSupported("video/webm");

/**
 * The slides from this step to the last, one for each step, or for each beat. The player has to be painted
 * again afterwards.
 *
 * @param {State} state @param {{root: HTMLElement, sentence: Sentence, stage: Stage, beats: boolean}} parts
 * @returns {Slide[]}
 */
export function slidesOf({ covered, held, own, shown, step: first }, { root, sentence, stage, beats }) {
  if (!shown) return [];
  const { history, telling } = shown;
  const secret = covered || held; // the next merge is the question right now
  const last = secret ? first : Math.min(history.steps, first + MOST - 1);
  const { top } = stage.rows;
  const slides = [];
  for (let step = first; step <= last; step++) {
    /** @type {(Beat | null)[]} */
    const shows = beats && !secret && !own && history.merges[step] ? BEATS : [null];
    for (const beat of shows) {
      attrs(root, { "data-beat": beat });
      stage.paint({ step, selected: null, film: null, covered });
      if (!covered) stage.bring(history.gapsOf(step), "instant");
      sentence.draw(history, telling, step, { covered, beat });
      slides.push({ told: sentence.past.textContent ?? "", picture: stage.picture() });
    }
  }
  stage.rows.scrollTo(top);
  return slides;
}

/**
 * The slides as a video; recording takes as long as playing it.
 *
 * @param {Slide[]} slides
 * @param {HTMLElement} around The element from which the video gets its colours.
 */
async function recordingOf(slides, around) {
  const { background, text } = coloursOf(around);
  const canvas = el("canvas");
  const pen = canvas.getContext("2d");
  const [{ picture }] = slides;
  canvas.width = Number(picture.getAttribute("width"));
  canvas.height = Number(picture.getAttribute("height")) + CAPTION;
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm" });
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => (recorder.onstop = resolve));
  /** @param {Slide} slide */
  const film = async ({ told, picture: shown }) => {
    const image = await imageOf(shown);
    if (!pen) return;
    Object.assign(pen, { fillStyle: background, font: "20px system-ui, sans-serif" });
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, CAPTION);
    pen.fillStyle = text;
    pen.fillText(told, 12, CAPTION / 2 + 7, canvas.width - 24);
    if (recorder.state === "inactive") recorder.start();
    await new Promise((resolve) => setTimeout(resolve, SHOWN));
    recorder.requestData();
  };
  for (const slide of slides) await film(slide);
  // A busy machine records late, and might have recorded nothing yet.
  for (let more = 0; more < MOST && new Blob(parts).size < EMPTY; more++)
    await film(slides[slides.length - 1]);
  recorder.stop();
  await ended;
  return new Blob(parts, { type: "video/webm" });
}

/** @param {HTMLElement} node */
function coloursOf(node) {
  return { background: solid(colourOf(node, "--bg")), text: solid(getComputedStyle(node).color) };
}
