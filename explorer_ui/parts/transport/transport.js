// Back, play, forward, a slider, a number and a speed: how every picture goes from one step to another.

import { attrs, button, el, focusedBeside, icon, inside, isChord, labelledRange } from "../../browser/dom.js";
import { clamp } from "../../browser/numbers.js";
import { isTaken } from "../../browser/page_keys.js";

/**
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
      go(box.value === "" ? this.at : Number(box.value)); // without a number, the step is shown again
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

/** @typedef {"back" | "forward" | "first" | "last" | "play" | "present" | "leave"} Act */

/** The keys of each action, as in events, and as the title of a button names them. @type {Record<Act,
    Record<string, string>>} */
const KEYS = {
  first: { Home: "Home" },
  back: { ArrowLeft: "←", PageUp: "Page Up" },
  play: { " ": "Space" },
  forward: { ArrowRight: "→", PageDown: "Page Down" },
  last: { End: "End" },
  present: { p: "P", P: "P" },
  leave: { Escape: "Esc" },
};
const ON_STAGE = ["PageUp", "PageDown", " ", "p", "P"]; // a stage has no use for them

/** The keys of an action, as a button's title names them: "→ or Page Down". @param {Act} act */
export const keysOf = (act) => [...new Set(Object.values(KEYS[act]))].join(" or ");

/**
 * Passes the actions of keys to a transport, whose slider would step differently. They work on the whole page, so
 * that a remote control works wherever the focus is, except where a key has another use.
 *
 * @param {Transport} transport
 * @param {HTMLElement} root The component.
 * @param {AbortSignal} signal @param {HTMLElement} [stage] A part with its own arrow keys.
 */
export function listenToKeys(transport, root, signal, stage = transport.slider) {
  const { slider } = transport;
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const { key } = event;
    if (event.defaultPrevented || isChord(event) || !root.isConnected) return;
    if (event.shiftKey && !/^[A-Z]$/.test(key)) return;
    const act = /** @type {Act[]} */ (Object.keys(KEYS)).find((name) => key in KEYS[name]);
    const presenting = root.classList.contains("presenting");
    const holds = ON_STAGE.includes(key) ? [slider, stage] : [slider];
    const place = { root, keyed: [slider, stage], holds, presenting, typing: transport.typing };
    if (!act || isTaken(event, place)) return;
    const held = act === "play" && event.repeat; // a key that is held down does not stop it again
    if (held || transport.act(act) !== false) event.preventDefault();
  };
  document.addEventListener("keydown", pressed, { signal });
}

/** Steps per second, with the label of the choice. @type {[number, string][]} */
const SPEEDS = [
  [0.5, "1 in 2 s"],
  [1, "1 a second"],
  [2, "2 a second"],
  [5, "5 a second"],
  [15, "15 a second"],
  [60, "60 a second"],
];

// Playing: steps that follow automatically, at a speed.
export class Playback {
  /**
   * @param {(steps: number) => boolean} advance Advances by that many steps, or beats; false at the last one.
   * @param {(playing: boolean) => void} changed
   * @param {() => number} [parts] The number of parts of a step, if there is enough time to show them.
   */
  constructor(advance, changed, parts = () => 1) {
    this.advance = advance;
    this.changed = changed;
    this.speed = 2;
    this.parts = parts;
    this.playing = false;
    this.frame = 0;
  }

  /** Whether steps are too short to be shown in parts. */
  get fast() {
    return this.playing && this.speed > 1;
  }

  play() {
    this.playing = true;
    this.changed(true);
    let last = performance.now();
    let owed = 1 - Math.min(1, 0.25 * this.speed); // the first step comes shortly after the press
    const tick = (/** @type {number} */ now) => {
      if (!this.playing) return;
      owed += ((now - last) / 1000) * this.speed * (this.fast ? 1 : this.parts());
      last = now;
      const whole = Math.floor(owed);
      owed -= whole;
      if (whole && !this.advance(whole)) this.pause();
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  /** Starts automatically, at a speed slow enough to read along. */
  open() {
    this.speed = SPEEDS[0][0];
    this.play();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.changed(false);
  }
}
