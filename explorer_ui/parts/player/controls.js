// The controls below the text.

import { attrs, button, el, focusedBeside, icon, inside } from "../../browser/dom.js";
import { whiteToggle } from "../token_row/token_pointer.js";
import { SPEEDS } from "./playback.js";
import { keysOf } from "./shortcuts.js";

/**
 * @import {Act} from "./shortcuts.js"
 *
 * The actions of the controls.
 * @typedef {object} Orders
 * @property {(act: Act) => void} act
 * @property {(step: number) => void} go Goes to a step; called many times in a row while the slider is dragged.
 * @property {(step: number) => void} goByHand Goes to a step, and stops playing.
 * @property {(speed: number) => void} setSpeed
 * @property {() => void} toggleTable Shows or hides the pairs in presenter mode.
 * @property {HTMLElement[]} more Buttons of other parts of the player.
 * @property {[string, (() => void) | null, string?][]} saves File names, functions that save them (null:
 * unavailable), and a class.
 */

const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3l7 5-7 5z",
  last: "M11 3h2v10h-2zM3 3l7 5-7 5z",
  present: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
  save: "M7 2h2v6h3l-4 4-4-4h3zM2 13h12v1.5H2z",
};

export class Controls {
  /**
   * @param {HTMLElement} root The player's root element.
   * @param {number} speed The initial speed.
   * @param {Orders} orders
   */
  constructor(root, speed, orders) {
    const press = (/** @type {Exclude<Act, "leave">} */ act, /** @type {string} */ name) =>
      attrs(
        button(act, name, icon(ICONS[act]), () => orders.act(act)),
        { title: `${name} (${keysOf(act)})` },
      );
    this.first = press("first", "First step");
    this.back = press("back", "One step back");
    this.play = press("play", "Play");
    this.forward = press("forward", "One step forward");
    this.last = press("last", "Last step");
    this.steps = inside("div", "steps", this.first, this.back, this.play, this.forward, this.last);

    this.slider = attrs(el("input", "seek"), { type: "range", min: 0, "aria-label": "Step" });
    /** Where new merges begin, if training continued from a vocabulary. */
    this.mark = el("span", "earlier");
    this.slider.addEventListener("input", () => orders.go(Number(this.slider.value)));

    /** Whether a number is being typed. */
    this.typing = false;
    this.number = attrs(el("input", "number"), { type: "number", min: 0, "aria-label": "Step number" });
    this.number.addEventListener("input", () => (this.typing = true));
    this.number.addEventListener("change", () => {
      this.typing = false;
      orders.goByHand(Number(this.number.value));
    });
    this.number.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.number.blur(); // accepts the number, and restores the keyboard shortcuts
    });
    root.addEventListener("focusout", () => (this.typing = false));
    this.total = el("span", "total");
    const where = inside("label", "where", el("span", "unseen", "Step"), this.number, this.total);

    const name = "Speed of playing";
    const speeds = attrs(el("select", "speed"), { "aria-label": name, title: name });
    for (const [value, words] of SPEEDS) speeds.append(attrs(el("option", "", words), { value }));
    speeds.value = String(speed);
    speeds.addEventListener("change", () => orders.setSpeed(Number(speeds.value)));

    this.present = press("present", "Presenter mode");
    attrs(this.present, { "aria-label": this.present.title, "aria-pressed": "false" });
    this.table = button("with-table", "Pairs", "Pairs", () => orders.toggleTable());
    attrs(this.table, { "aria-pressed": "true" });
    const more = el("div", "more-controls");
    more.append(speeds, whiteToggle(root), saveMenu(orders.saves), ...orders.more, this.table, this.present);

    this.node = attrs(el("div", "bar"), { role: "group", "aria-label": "Steps" });
    this.node.append(this.steps, inside("span", "seek-box", this.slider, this.mark), where, more);
  }

  /**
   * Called for a new history.
   *
   * @param {number} steps
   * @param {number} earlier How many of these merges are those of the vocabulary that training continued from.
   */
  setSteps(steps, earlier) {
    this.mark.hidden = !earlier;
    this.mark.style.setProperty("--earlier", String(earlier / steps));
    this.slider.max = this.number.max = String(steps);
    this.total.textContent = `/ ${steps}`; // formatted like the box next to it
    this.number.style.width = `${Math.max(3, String(steps).length) + 2}ch`;
  }

  /**
   * @param {number} step @param {number} steps
   * @param {{held: boolean, within: boolean, limit: number}} how Whether the step is fixed, whether there is
   * a beat to go back to, and the last step that can be reached.
   */
  draw(step, steps, { held, within, limit }) {
    this.slider.value = String(step);
    attrs(this.slider, { "aria-valuetext": `step ${step} of ${steps}` });
    if (this.number !== focusedBeside(this.node) || !this.typing) this.number.value = String(step);
    const disable = (/** @type {HTMLElement[]} */ nodes, /** @type {boolean} */ disabled) => {
      for (const node of nodes) attrs(node, { "aria-disabled": disabled ? "true" : null });
    };
    disable([this.first, this.back], held || (step === 0 && !within));
    disable([this.forward, this.last], held || step >= Math.min(steps, limit));
    disable([this.play], held);
    this.slider.disabled = this.number.disabled = held;
  }

  /** @param {boolean} playing */
  drawPlaying(playing) {
    const name = playing ? "Pause" : "Play";
    this.play.replaceChildren(icon(playing ? ICONS.pause : ICONS.play));
    attrs(this.play, { "aria-label": name, title: `${name} (${keysOf("play")})` });
  }
}

const SAVE = "Save a picture or a page";

/** @param {Orders["saves"]} saves */
function saveMenu(saves) {
  const menu = el("details", "save");
  const open = attrs(el("summary"), { "aria-label": SAVE, title: SAVE });
  open.append(icon(ICONS.save));
  const list = el("div", "menu");
  for (const [name, save, kind = ""] of saves) {
    const node = attrs(el("button", kind, name), { type: "button", disabled: save ? null : "" });
    node.addEventListener("click", () => {
      menu.open = false;
      save?.();
    });
    list.append(node);
  }
  menu.append(open, list);
  return menu;
}
