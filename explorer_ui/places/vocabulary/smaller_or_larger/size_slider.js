// The vocabulary size: a slider with a logarithmic scale, and marks where the text changes. Buttons and keys
// go to the previous or next change.

import { calm, el, isChord } from "../../../browser/dom.js";
import { clamp, grouped } from "../../../browser/numbers.js";
import { Transport, Playback } from "../../../parts/transport/transport.js";

/**
 * @import {Act} from "../../../parts/transport/transport.js"
 * @import {GrownText} from "./grown_text.js"
 */

const PLAY_SECONDS = 14; // from one end to the other
const NOTCHES = 10000;

export class SizeSlider {
  /** @param {(size: number, byStep: boolean) => void} onSize Called with every size, and whether the text
      changes there. */
  constructor(onSize) {
    this.onSize = onSize;
    this.scale = new SizeScale(256, 257);
    this.size = 256;
    /** @type {GrownText | null} */
    this.text = null;
    this.place = 0; // on the scale, while it plays: sizes are too coarse for it
    /** Whether a class is asked about this size: it is fixed until the question is over. */
    this.held = false;
    /** The largest size that can be reached: the teacher's, where what comes next is hidden from the class. */
    this.limit = Infinity;
    this.playback = new Playback(
      (notches) => this.advance(notches),
      (playing) => this.transport.drawPlaying(playing),
    );
    this.playback.speed = NOTCHES / PLAY_SECONDS;
    this.marks = el("canvas", "marks");
    this.ends = el("div", "ends");
    this.transport = new Transport({
      name: "Vocabulary size",
      buttons: [
        ["back", "Previous change"],
        ["play", "Play"],
        ["forward", "Next change"],
      ],
      go: (notch) => this.byHand(this.scale.sizeAt(notch / NOTCHES)),
      act: (what) => this.act(what),
      above: [this.marks],
      below: [this.ends],
    });
    this.transport.setRange(0, NOTCHES);
    this.node = this.transport.node;
    this.transport.slider.addEventListener("keydown", (event) => {
      const times = { ArrowUp: 2, ArrowDown: 0.5 }[event.key];
      if (!times || isChord(event) || event.shiftKey) return;
      event.preventDefault();
      this.byHand(times * this.size);
    });
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
    const notch = Math.round(this.scale.placeOf(this.size) * NOTCHES);
    this.transport.draw(notch, `${grouped(this.size)} tokens`, "");
    this.transport.output.append(el("span", "", "vocabulary of "), grouped(this.size));
    this.onSize(this.size, byStep);
  }

  /** @param {number} size @param {{byStep?: boolean, led?: boolean}} [how] */
  byHand(size, how) {
    this.pause();
    this.go(size, how);
  }

  /** @param {Act} what */
  act(what) {
    const { scale, text } = this;
    if (what === "play") this.play();
    else if (what === "back" || what === "forward") {
      // A lecture hall sees ten doublings, not a hundred changes.
      if (this.node.closest(".presenting")) this.byHand(this.size * (what === "back" ? 0.5 : 2));
      else this.byStep(what === "back" ? -1 : 1);
    } else if (what === "first") this.byHand(scale.least);
    else if (what === "last") this.byHand(text?.lastSize ?? scale.most);
    else return false;
  }

  /** To the next size at which the text changes, or the one before. @param {number} by */
  byStep(by) {
    if (!this.text) return;
    const { sizes } = this.text;
    const done = this.text.stepsUnder(this.size);
    const before = this.size > sizes[done] ? done : done - 1;
    const to = sizes[clamp(by > 0 ? done + 1 : before, 0, sizes.length - 1)];
    // Past the last change and before the first there is none in that direction.
    if (by > 0 ? to > this.size : to < this.size) this.byHand(to, { byStep: true });
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
    const { playback, scale, size, text } = this;
    if (playback.playing) playback.pause();
    else if (text && !this.held) {
      this.place = size < text.lastSize ? scale.placeOf(size) : 0;
      playback.play();
    }
  }

  /** @param {number} notches */
  advance(notches) {
    const { doublings } = this.scale;
    const last = this.scale.placeOf(this.text?.lastSize ?? 0);
    this.place += notches / NOTCHES;
    // With reduced motion it advances by whole doublings.
    const shown = calm() ? Math.floor(this.place * doublings) / doublings : this.place;
    this.go(this.scale.sizeAt(Math.min(shown, last)));
    return this.place < last;
  }

  pause() {
    this.playback.pause();
  }

  /** @param {boolean} held */
  hold(held) {
    if (held) this.pause();
    this.held = held;
    this.transport.hold(held);
  }

  destroy() {
    this.pause();
    this.observer.disconnect();
  }
}

// Sizes of a vocabulary on a logarithmic axis.
export class SizeScale {
  /** @param {number} least @param {number} most */
  constructor(least, most) {
    this.least = least;
    this.most = Math.max(most, least + 1);
    this.doublings = Math.log2(this.most / this.least);
  }

  /** The position of a size, from 0 to 1. @param {number} size */
  placeOf(size) {
    return clamp(Math.log2(size / this.least) / this.doublings, 0, 1);
  }

  /** The integer size at a position from 0 to 1. @param {number} place */
  sizeAt(place) {
    return Math.round(this.least * 2 ** (clamp(place, 0, 1) * this.doublings));
  }

  /** The labels of the axis: the ends, and 1, 2 and 5 times the powers of ten that do not overlap with them.
   */
  ticks() {
    const ticks = [];
    for (let ten = 100; ten <= this.most; ten *= 10)
      for (const size of [ten, 2 * ten, 5 * ten])
        if (this.placeOf(size) > 0.04 && this.placeOf(size) < 0.96) ticks.push(size);
    return [this.least, ...ticks, this.most];
  }
}
