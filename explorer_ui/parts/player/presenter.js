// Presenter mode: only the player, on the whole screen.

import { attrs } from "../../browser/dom.js";
import { present } from "../../browser/presenting.js";

/** @import {Controls} from "./controls.js" */

export class Presenter {
  /**
   * @param {HTMLElement} root @param {Controls} controls
   * @param {() => void} changed Draws the player at another size.
   */
  constructor(root, controls, changed) {
    this.root = root;
    this.controls = controls;
    this.changed = changed;
  }

  get on() {
    return this.root.classList.contains("presenting");
  }

  /** @param {boolean} on */
  turn(on) {
    if (on === this.on) return;
    present(this.root, on);
    attrs(this.controls.present, { "aria-pressed": String(on) });
    this.changed();
  }

  /** Hides the pairs, which gives their space to the text, or shows them again. */
  toggleTable() {
    const hidden = this.root.classList.toggle("without-pairs");
    attrs(this.controls.table, { "aria-pressed": String(!hidden) });
    this.changed();
  }
}
