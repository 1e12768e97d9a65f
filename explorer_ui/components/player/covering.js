// Hides the answer everywhere in the player while the next step is to be guessed, or a class is asked about
// it.

import { attrs } from "../shared/dom.js";

/**
 * @import {Asked} from "../teaching/class_asks.js"
 * @import {State} from "./state.js"
 */

export class Covering {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   * @param {{alone: () => void, changed: () => void, toggles: HTMLElement[]}} asks `alone` stops everything
   * that could
   *   reveal it, `changed` draws the step again, `toggles` are the buttons of what could reveal it.
   */
  constructor(root, state, { alone, changed, toggles }) {
    this.root = root;
    this.state = state;
    this.alone = alone;
    this.changed = changed;
    this.toggles = toggles;
  }

  /**
   * Hides the answer while a question to the class is open, for the teacher and the followers.
   *
   * @param {Asked | null} what
   */
  askFor(what) {
    if (this.root.dataset.asked === (what ?? undefined)) return;
    const asked = what !== null;
    if (asked) {
      this.alone();
      this.root.dataset.asked = what;
    } else delete this.root.dataset.asked;
    this.state.held = asked;
    for (const toggle of this.toggles) attrs(toggle, { "aria-disabled": asked ? "true" : null });
    this.cover(asked);
  }

  /**
   * Hides the next step while it is to be guessed: no mark, no sentence, no order, no count.
   *
   * @param {boolean} covered
   */
  cover(covered) {
    if (covered === this.state.covered) return;
    this.state.covered = covered;
    this.root.classList.toggle("covered", covered);
    this.changed();
  }
}
