// Presenter mode: only the player, on the whole screen.

import { attrs, button, icon } from "../../browser/dom.js";
import { present } from "../../browser/presenting.js";
import { keysOf } from "../transport/keys.js";

const CORNERS = "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z";

export class Presenter {
  /**
   * @param {HTMLElement} root
   * @param {() => void} changed Draws the player at another size.
   */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    const name = `Presenter mode (${keysOf("present")})`;
    this.toggle = button("present", name, icon(CORNERS), () => this.turn(!this.on));
    /** Hides the pairs, which gives their space to the text, or shows them again. */
    this.table = button("with-table", "Pairs", "Pairs", () => {
      const hidden = this.root.classList.toggle("without-pairs");
      attrs(this.table, { "aria-pressed": String(!hidden) });
      this.changed();
    });
    attrs(this.toggle, { "aria-pressed": "false" });
    attrs(this.table, { "aria-pressed": "true" });
  }

  get on() {
    return this.root.classList.contains("presenting");
  }

  /** @param {boolean} on */
  turn(on) {
    if (on === this.on) return;
    present(this.root, on);
    attrs(this.toggle, { "aria-pressed": String(on) });
    this.changed();
  }
}
