// Back, play, forward, a slider, a number and a speed: how every picture goes from one step to another.

import { attrs, button, el, focusedBeside, icon, inside, labelledRange } from "../../browser/dom.js";
import { clamp } from "../../browser/numbers.js";
import { keysOf, listenToKeys } from "./keys.js";
import { SPEEDS } from "./playback.js";

/**
 * @import {Act} from "./keys.js"
 * @import {Playback} from "./playback.js"
 *
 * @typedef {object} Options
 * @property {string} name The name of the slider, for screen readers.
 * @property {(at: number) => void} go Goes to a step; called many times in a row while the slider is dragged.
 * @property {[Act, string][]} [buttons] What they do, and their names.
 * @property {(act: Act) => void | false} [act] What buttons and keys do, if not only `go` to another number;
 * false: a key has no use here.
 * @property {{name: string, go: (at: number) => void}} [number] A box in which the number can be typed.
 * @property {(Node | string)[]} [before] The words before the slider,
 * @property {Node[]} [above] what is drawn above it, in its width,
 * @property {Node[]} [below] below it,
 * @property {Node[]} [after] and after everything.
 */

/** @type {Record<string, string>} */
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  forward: "M5 3l7 5-7 5z",
  last: "M11 3h2v10h-2zM3 3l7 5-7 5z",
};
const PAUSE = "M4 3h3v10H4zM9 3h3v10H9z";

export class Transport {
  /** @param {Options} options */
  constructor({ name, go, act, number, buttons = [], before = [], above = [], below = [], after = [] }) {
    this.go = go;
    this.act = act ?? ((/** @type {Act} */ what) => this.step(what));
    /** Whether a number is being typed. */
    this.typing = false;
    this.buttons = new Map(
      buttons.map(([what, words]) => [what, button(what, words, icon(ICONS[what]), () => this.act(what))]),
    );
    this.steps = inside("div", "steps", ...this.buttons.values());
    this.steps.hidden = !this.steps.hasChildNodes();
    attrs(this.steps, { role: "group", "aria-label": "Steps" });
    this.slider = attrs(labelledRange(name, { min: 0, max: 0 }), { class: "seek" });
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    /** Is read out, unless a box has the number. */
    this.output = number ? el("span", "total") : el("output", "where");
    /** @type {HTMLInputElement | null} */
    this.number = number ? this.numberBox(number) : null;
    const where = this.number ? inside("label", "where", this.number, this.output) : this.output;
    const track = inside("div", "seek-box", ...above, this.slider, ...below);
    this.node = inside("div", "transport", ...before, this.steps, track, where, ...after);
  }

  /** @param {{name: string, go: (at: number) => void}} number */
  numberBox({ name, go }) {
    const box = attrs(el("input", "number"), { type: "number", min: 0, "aria-label": name });
    box.addEventListener("input", () => (this.typing = true));
    box.addEventListener("focusout", () => (this.typing = false));
    box.addEventListener("change", () => {
      this.typing = false;
      go(Number(box.value));
    });
    box.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") box.blur(); // accepts the number, and restores the keyboard shortcuts
    });
    return box;
  }

  /**
   * Works with the keys of the page, too.
   *
   * @param {HTMLElement} root @param {AbortSignal} signal
   * @param {HTMLElement} [stage] A part of the component with its own arrow keys.
   */
  listen(root, signal, stage) {
    for (const [what, node] of this.buttons) node.title = `${node.ariaLabel} (${keysOf(what)})`;
    listenToKeys(this, root, signal, stage);
  }

  /** @param {number} least @param {number} most */
  setRange(least, most) {
    for (const node of [this.slider, this.number]) if (node) attrs(node, { min: least, max: most });
    if (this.number) this.number.style.width = `${Math.max(3, String(most).length) + 2}ch`;
  }

  get at() {
    return Number(this.slider.value);
  }

  /**
   * @param {number} at
   * @param {string} words Where that is, for screen readers,
   * @param {string} [shown] and for everybody.
   */
  draw(at, words, shown = words) {
    this.slider.value = String(at);
    attrs(this.slider, { "aria-valuetext": words });
    this.output.textContent = shown;
    if (this.number && (this.number !== focusedBeside(this.node) || !this.typing))
      this.number.value = String(at);
  }

  /** @param {boolean} held Whether the step is fixed. @param {Act[]} [off] What cannot be done besides. */
  hold(held, off = []) {
    for (const [what, node] of this.buttons)
      attrs(node, { "aria-disabled": held || off.includes(what) ? "true" : null });
    for (const node of [this.slider, this.number]) if (node) node.disabled = held;
  }

  /** @param {boolean} playing */
  drawPlaying(playing) {
    const play = this.buttons.get("play");
    const name = playing ? "Pause" : "Play";
    if (!play) return;
    play.replaceChildren(icon(playing ? PAUSE : ICONS.play));
    attrs(play, { "aria-label": name, title: play.title.replace(/^\w+/, name) });
  }

  /** Goes one step, or to an end; false: there is nothing to play. @param {Act} what */
  step(what) {
    const [least, most] = [Number(this.slider.min), Number(this.slider.max)];
    /** @type {Partial<Record<Act, number>>} */
    const goals = { first: least, back: this.at - 1, forward: this.at + 1, last: most };
    const to = goals[what];
    if (to === undefined) return false;
    this.go(clamp(to, least, most));
  }
}

/** The choice of how fast something is played. @param {Playback} playback */
export function speedsOf(playback) {
  const name = "Speed of playing";
  const node = attrs(el("select", "speed"), { "aria-label": name, title: name });
  for (const [value, words] of SPEEDS) node.append(attrs(el("option", "", words), { value }));
  node.value = String(playback.speed);
  node.addEventListener("change", () => (playback.speed = Number(node.value)));
  return node;
}
