// Presenter mode: the player alone, over the whole screen.

import { attrs } from "../shared/dom.js";

/** @import {Controls} from "./controls.js" */

export class Presenter {
  /**
   * @param {HTMLElement} root
   * @param {Controls} controls
   * @param {() => void} changed Draws the player in another size.
   */
  constructor(root, controls, changed) {
    this.root = root;
    this.controls = controls;
    this.changed = changed;
  }

  get on() {
    return this.root.classList.contains("presenting");
  }

  /**
   * Full screen where the browser grants it; where it does not, the class alone covers the page.
   *
   * @param {boolean} on
   */
  turn(on) {
    if (on === this.on) return;
    const { controls, root } = this;
    root.classList.toggle("presenting", on);
    attrs(controls.present, { "aria-pressed": String(on) });
    if (on) root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    this.changed();
  }

  /** Hides the pairs, which leaves their room to the text, or shows them again. */
  toggleTable() {
    const hidden = this.root.classList.toggle("without-pairs");
    attrs(this.controls.table, { "aria-pressed": String(!hidden) });
    this.changed();
  }
}
