// Presenter mode: the player alone, over the whole screen.

import { attrs } from "../shared/dom.js";
import { present } from "../shared/presenting.js";

/** @import {Player} from "./player.js" */

export class Presenter {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
  }

  get on() {
    return this.player.root.classList.contains("presenting");
  }

  /** @param {boolean} on */
  turn(on) {
    if (on === this.on) return;
    const { controls, pointer, root } = this.player;
    present(root, on);
    attrs(controls.present, { "aria-pressed": String(on) });
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
