// The slider for the vocabulary size: a logarithmic scale, marks where the text changes, buttons and keys
// that go to the previous or next change, and play.

import { attrs, button, calm, el, icon, inside, labelledRange } from "../../../browser/dom.js";
import { clamp, grouped } from "../../../browser/numbers.js";
import { SizeScale } from "./size_scale.js";

/** @import {GrownText} from "./grown_text.js" */

const PLAY_SECONDS = 14; // from one end to the other
const NOTCHES = 10000;
const PLAY = "M4 2.5v11L13 8z";
const PAUSE = "M4 3h3v10H4zM9 3h3v10H9z";
const BACK = "M11 3v10L4 8z";
const FORWARD = "M5 3l7 5-7 5z";

export class SizeSlider {
  /** @param {(size: number, byStep: boolean) => void} onSize Called with every size, and whether the text
      changes there. */
  constructor(onSize) {
    this.onSize = onSize;
    this.scale = new SizeScale(256, 257);
    this.size = 256;
    /** @type {GrownText | null} */
    this.text = null;
    /** @type {number | null} */
    this.frame = null;
    this.player = button("play", "Play", icon(PLAY), () =>
      this.frame === null ? this.play() : this.pause(),
    );
    this.marks = el("canvas", "marks");
    this.slider = labelledRange("Vocabulary size", { min: 0, max: NOTCHES });
    /** Whether a class is asked about this size: it is fixed until the question is over. */
    this.held = false;
    /** The largest size that can be reached: the teacher's, where what comes next is hidden from the class. */
    this.limit = Infinity;
    this.slider.addEventListener("input", () =>
      this.byHand(this.scale.sizeAt(Number(this.slider.value) / NOTCHES)),
    );
    this.ends = el("div", "ends");
    this.output = el("output", "size");
    const track = inside("div", "track", this.marks, this.slider, this.ends);
    this.node = el("div", "controls");
    this.buttons = [
      button("back", "Previous change", icon(BACK), () => this.byStep(-1)),
      this.player,
      button("forward", "Next change", icon(FORWARD), () => this.byStep(1)),
    ];
    this.node.append(...this.buttons, track, this.output);
    this.observer = new ResizeObserver(() => this.drawMarks());
    this.observer.observe(this.marks);
  }

  /** @param {SizeScale} scale */
  setScale(scale) {
    this.scale = scale;
    this.ends.replaceChildren(el("span", "", grouped(scale.least)), el("span", "", grouped(scale.most)));
  }

  /** @param {GrownText} text */
  setText(text) {
    this.text = text;
    this.drawMarks();
  }

  /**
   * @param {number} size
   * @param {{byStep?: boolean, led?: boolean}} [how] `led`: the teacher sets it, even while a question is
   * open.
   */
  go(size, { byStep = false, led = false } = {}) {
    const most = Math.min(this.scale.most, this.limit);
    if (!this.held || led) this.size = clamp(Math.round(size), this.scale.least, most);
    this.slider.value = String(Math.round(this.scale.placeOf(this.size) * NOTCHES));
    this.output.replaceChildren(el("span", "", "vocabulary of "), grouped(this.size));
    attrs(this.slider, { "aria-valuetext": `${grouped(this.size)} tokens` });
    this.onSize(this.size, byStep);
  }

  /** @param {number} size @param {{byStep?: boolean, led?: boolean}} [how] */
  byHand(size, how) {
    this.pause();
    this.go(size, how);
  }

  /** To the next size at which the text changes, or the one before. @param {number} by */
  byStep(by) {
    if (!this.text) return;
    const { sizes } = this.text;
    const done = this.text.stepsUnder(this.size);
    const before = this.size > sizes[done] ? done : done - 1;
    this.byHand(sizes[clamp(by > 0 ? done + 1 : before, 0, sizes.length - 1)], { byStep: true });
  }

  /** Marks where the text changes: the higher the mark, the more places change. */
  drawMarks() {
    const { text, marks, scale } = this;
    const context = marks.getContext("2d");
    if (!text || !context || !marks.clientWidth) return;
    const wide = (marks.width = Math.round(marks.clientWidth * devicePixelRatio));
    const high = (marks.height = Math.round(marks.clientHeight * devicePixelRatio));
    const saved = new Float64Array(wide);
    for (let step = text.given + 1; step < text.sizes.length; step++) {
      const x = Math.min(Math.floor(scale.placeOf(text.sizes[step]) * wide), wide - 1);
      saved[x] += text.counts[step - 1] - text.counts[step];
    }
    const most = saved.reduce((one, other) => Math.max(one, other), 1);
    context.fillStyle = getComputedStyle(marks).color;
    saved.forEach((places, x) => {
      const height = places && Math.max(0.3, Math.sqrt(places / most)) * high;
      context.fillRect(x, high - height, 1, height);
    });
  }

  play() {
    if (!this.text || this.held) return;
    const last = this.scale.placeOf(this.text.lastSize);
    let place = this.scale.placeOf(this.size);
    if (place >= last) place = 0;
    let before = performance.now();
    const step = (/** @type {number} */ now) => {
      place += (now - before) / 1000 / PLAY_SECONDS;
      before = now;
      // With reduced motion it advances by whole doublings.
      const shown = calm() ? Math.floor(place * this.scale.doublings) / this.scale.doublings : place;
      this.go(this.scale.sizeAt(Math.min(shown, last)));
      if (place < last) this.frame = requestAnimationFrame(step);
      else this.pause();
    };
    this.frame = requestAnimationFrame(step);
    this.drawPlaying();
  }

  pause() {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
    this.drawPlaying();
  }

  /** @param {boolean} held */
  hold(held) {
    if (held === this.held) return;
    if (held) this.pause();
    this.held = this.slider.disabled = held;
    for (const node of this.buttons) attrs(node, { "aria-disabled": held ? "true" : null });
  }

  drawPlaying() {
    const [name, picture] = this.frame === null ? ["Play", PLAY] : ["Pause", PAUSE];
    attrs(this.player, { "aria-label": name, title: name });
    this.player.replaceChildren(icon(picture));
  }

  /**
   * The action of a key, wherever the focus is; outside the slider, up and down scroll the page.
   *
   * @param {KeyboardEvent} event
   */
  actOf(event) {
    const forward = () => this.byStep(1);
    const back = () => this.byStep(-1);
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowRight: forward,
      PageDown: forward,
      ArrowLeft: back,
      PageUp: back,
      Home: () => this.byHand(this.scale.least),
      End: () => this.byHand(this.text?.lastSize ?? this.scale.most),
      " ": () => this.player.click(),
    };
    if (event.composedPath()[0] === this.slider) {
      acts.ArrowUp = () => this.byHand(2 * this.size);
      acts.ArrowDown = () => this.byHand(this.size / 2);
    }
    return acts[event.key];
  }

  destroy() {
    this.pause();
    this.observer.disconnect();
  }
}
