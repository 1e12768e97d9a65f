// The three beats of a step: the pairs are counted, one of them is chosen, and it is merged.

import { attrs, button } from "../../browser/dom.js";
import { forget, keep, kept } from "../../browser/tab_storage.js";

/**
 * How much of a step is shown: the result of the last merge, also the counts, or also the pair that is
 * chosen.
 *
 * @typedef {"merged" | "counted" | "chosen"} Beat
 */

/** @type {Beat[]} */
export const BEATS = ["merged", "counted", "chosen"];
const KEPT = "beats"; // the storage key while beats are on
const NAME = "Beats: count, choose and merge one after another";

export class Beats {
  /**
   * @param {() => boolean} open Whether the next merge can be shown in beats.
   * @param {() => void} changed Called when another beat is to be drawn.
   */
  constructor(open, changed) {
    this.open = open;
    this.changed = changed;
    this.on = kept(KEPT) !== null;
    this.at = 0;
    this.toggle = attrs(
      button("beats", NAME, "Beats", () => this.switch()),
      { "aria-pressed": String(this.on) },
    );
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
    this.on = !this.on;
    this.at = 0;
    attrs(this.toggle, { "aria-pressed": String(this.on) });
    if (this.on) keep(KEPT, "on");
    else forget(KEPT);
    this.changed();
  }

  /** Goes back to the first beat of the step. */
  restart() {
    this.at = 0;
    this.changed();
  }

  /** Advances by that many beats within the step; returns whether there were enough. @param {1 | -1} by */
  go(by) {
    if (!this.shown || !BEATS[this.at + by]) return false;
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
