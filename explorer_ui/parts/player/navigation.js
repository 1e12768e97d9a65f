// How the player goes from step to step, and from beat to beat.

import { clamp } from "../../browser/numbers.js";
import { attrs, button } from "../../browser/dom.js";
import { keep, kept } from "../../browser/tab_storage.js";
import { filmOf } from "./film.js";
import { Playback } from "../transport/transport.js";

/**
 * @import {Film} from "./film.js"
 * @import {State} from "./state.js"
 *
 * How a step was reached: its animation, and whether by hand.
 * @typedef {{film: Film | null, hand: boolean}} Move
 *
 * The listeners.
 * @typedef {object} Following
 * @property {(move: Move) => void} moved Called for another step.
 * @property {() => void} stayed Called when a step was requested that cannot be reached.
 * @property {() => void} beat Called for another beat of the step.
 * @property {(playing: boolean) => void} playing
 */

export class Navigation {
  /** @param {State} state @param {Following} hears @param {() => boolean} presenting */
  constructor(state, { moved, stayed, beat, playing }, presenting) {
    this.state = state;
    this.playback = new Playback(
      (steps) => this.beats.go(1) || this.go(state.step + steps, { hand: false }),
      playing,
      () => this.beats.parts,
    );
    this.beats = new Beats(() => this.showsBeats, beat, presenting);
    this.moved = moved;
    this.stayed = stayed;
    this.movedAt = 0; // when the step last changed
  }

  get showsBeats() {
    const { covered, own, shown, step } = this.state;
    return !covered && !own && !this.playback.fast && Boolean(shown?.history.merges[step]);
  }

  /**
   * Goes to a step by hand, and stops playing.
   *
   * @param {number} step @param {{led?: boolean, backwards?: boolean}} [how]
   */
  goByHand(step, how) {
    this.playback.pause();
    this.go(step, how);
  }

  /**
   * Goes to a step, or to the nearest one that exists; returns whether there are more after it.
   *
   * @param {number} wanted
   * @param {{hand?: boolean, led?: boolean, backwards?: boolean}} [how] `led`: the teacher goes there,
   *   which works even while a question is open; `backwards`: the last beat of the step is shown first.
   */
  go(wanted, { hand = true, led = false, backwards = false } = {}) {
    const { held, limit, shown, step: from } = this.state;
    if (!shown) return false;
    const steps = Math.min(shown.history.steps, limit);
    const step = held && !led ? from : clamp(Math.round(wanted) || 0, 0, steps);
    const now = performance.now();
    const pace = hand ? now - this.movedAt : 1000 / this.playback.speed;
    this.movedAt = now;
    if (step === from) this.stayed();
    else {
      this.state.step = step;
      this.beats.begin({ backwards });
      this.moved({ film: filmOf({ from, to: step, pace }), hand });
    }
    return step < steps;
  }

  first() {
    this.goByHand(0);
    if (this.beats.within) this.beats.restart();
  }

  back() {
    if (!this.beats.go(-1)) this.goByHand(this.state.step - 1, { backwards: true });
  }

  /** Advances by a beat, or by a step. */
  forward() {
    if (!this.beats.go(1)) this.goByHand(this.state.step + 1);
  }

  last() {
    this.goByHand(this.state.shown?.history.steps ?? 0);
  }

  play() {
    const { playback, state } = this;
    const steps = state.shown?.history.steps;
    if (playback.playing) playback.pause();
    else if (steps && !state.held) {
      if (state.step === steps) this.go(0);
      playback.play();
    }
  }
}

/**
 * The three beats of a step, or how much of it is shown: the result of the last merge, also the counts of pairs, or
 * also the pair that is chosen.
 * @typedef {"merged" | "counted" | "chosen"} Beat
 */

/** @type {Beat[]} */
export const BEATS = ["merged", "counted", "chosen"];
const KEPT = "beats"; // the storage key while beats are on
const NAME = "Beats: count, choose and merge one after another";

class Beats {
  /**
   * @param {() => boolean} open Whether the next merge can be shown in beats.
   * @param {() => void} changed Called when another beat is to be drawn.
   * @param {() => boolean} presenting Whether a lecture hall watches: then the first merges are shown in beats.
   */
  constructor(open, changed, presenting) {
    this.open = open;
    this.changed = changed;
    this.presenting = presenting;
    /** What was chosen: "on" or "off"; null: nothing yet. */
    this.chosen = kept(KEPT);
    this.at = 0;
    this.toggle = attrs(
      button("beats", NAME, "Beats", () => this.switch()),
      { "aria-pressed": String(this.chosen === "on") },
    );
  }

  get on() {
    return this.chosen ? this.chosen === "on" : this.presenting();
  }

  /** The current beat, or null if all of the step is shown. */
  get shown() {
    return this.on && this.open() ? BEATS[this.at] : null;
  }

  /** Whether a beat has been entered: then one step back goes back one beat. */
  get within() {
    return this.shown !== null && this.at > 0;
  }

  /** The number of parts in which a step is shown. */
  get parts() {
    return this.on ? BEATS.length : 1;
  }

  switch() {
    this.chosen = this.on ? "off" : "on";
    this.at = 0;
    keep(KEPT, this.chosen);
    this.changed();
  }

  /** Goes back to the first beat of the step. */
  restart() {
    this.at = 0;
    this.changed();
  }

  /** @param {number} by */
  has(by) {
    return Boolean(this.shown && BEATS[this.at + by]);
  }

  /** Advances by that many beats within the step; returns whether there were enough. @param {1 | -1} by */
  go(by) {
    if (!this.has(by)) return false;
    this.at += by;
    this.changed();
    return true;
  }

  /**
   * Begins another step, with its last beat if it was reached from the step after it.
   *
   * @param {{backwards: boolean}} how
   */
  begin({ backwards }) {
    this.at = backwards ? BEATS.length - 1 : 0;
  }
}
