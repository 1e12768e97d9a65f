// The three beats of a step: the pairs are counted, one of them is chosen, and it is merged.

import { attrs, button } from "../shared/dom.js";
import { forget, keep, kept } from "../shared/tab_storage.js";

/**
 * What is shown of a step: what the last one merged, the counts too, or also the pair that is chosen.
 *
 * @typedef {"merged" | "counted" | "chosen"} Beat
 */

/** @type {Beat[]} */
export const BEATS = ["merged", "counted", "chosen"];
const KEPT = "beats"; // under this name while they are on
const NAME = "Beats: count, choose and merge one after another";

export class Beats {
  /**
   * @param {() => boolean} open Whether the next merge can be shown in beats.
   * @param {() => void} changed Draws another beat.
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

  /** The beat that is shown, or null: all of the step is. */
  get shown() {
    return this.on && this.open() ? BEATS[this.at] : null;
  }

  /** Whether a beat was gone into: then one step back is a beat back. */
  get within() {
    return this.shown !== null && this.at > 0;
  }

  /** In how many parts a step is shown. */
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

  /**
   * Goes on by so many beats within the step; returns whether there were as many.
   *
   * @param {1 | -1} by
   */
  go(by) {
    if (!this.shown || !BEATS[this.at + by]) return false;
    this.at += by;
    this.changed();
    return true;
  }

  /**
   * Another step begins; its last beat comes first where it was reached from the step after it.
   *
   * @param {{backwards: boolean}} how
   */
  begin({ backwards }) {
    this.at = backwards ? BEATS.length - 1 : 0;
  }
}
