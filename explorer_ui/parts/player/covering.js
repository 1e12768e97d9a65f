// Hides the next step everywhere in the player while somebody is to guess it: in Predict, or in a class.

import { attrs } from "../../browser/dom.js";

/**
 * @import {Asked} from "../picture/shown.js"
 * @import {State} from "./state.js"
 */

export class Covering {
  /**
   * @param {HTMLElement} root @param {State} state
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
    /** What a class is asked now or next. @type {Asked | null} */
    this.asked = null;
    this.guessed = false;
  }

  /**
   * Hides the answer of a question to the class, for the teacher and the followers.
   *
   * @param {Asked | null} what
   * @param {boolean} open Whether the question has been asked: then the step is fixed.
   */
  askFor(what, open) {
    if (this.asked === what && this.state.held === open) return;
    if (what && (open || !this.asked)) this.alone();
    this.asked = what;
    this.state.held = open;
    attrs(this.root, { "data-covers": what, "data-asked": open ? what : null });
    for (const toggle of this.toggles) attrs(toggle, { "aria-disabled": what ? "true" : null });
    this.#cover();
  }

  /** Hides the next step while Predict asks for it. @param {boolean} guessed */
  guess(guessed) {
    this.guessed = guessed;
    this.#cover();
  }

  // No mark, no sentence, no order, no count.
  #cover() {
    const covered = this.guessed || this.asked !== null;
    if (covered === this.state.covered) return;
    this.state.covered = covered;
    this.root.classList.toggle("covered", covered);
    this.changed();
  }
}
