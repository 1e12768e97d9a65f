// Presenter mode: the player alone, over the whole screen.

import { attrs } from "../shared/dom.js";

/** @import {Player} from "./player.js" */

export class Presenter {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
  }

  get on() {
    return this.player.root.classList.contains("presenting");
  }

  /**
   * Full screen where the browser grants it; where it does not, the class alone covers the page.
   *
   * @param {boolean} on
   */
  turn(on) {
    if (on === this.on) return;
    const { controls, pointer, root } = this.player;
    root.classList.toggle("presenting", on);
    attrs(controls.present, { "aria-pressed": String(on) });
    if (on) root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    pointer.hide();
    this.player.fit();
  }

  /** Hides the pairs, which leaves their room to the text, or shows them again. */
  toggleTable() {
    const { controls, root } = this.player;
    const hidden = root.classList.toggle("without-pairs");
    attrs(controls.table, { "aria-pressed": String(!hidden) });
    this.player.fit();
  }
}
