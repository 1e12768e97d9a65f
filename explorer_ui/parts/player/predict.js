// Predict: the next step is hidden, and the learner touches two adjacent tokens or a row of the table to
// guess it.

import { attrs, button, el } from "../../browser/dom.js";
import { chip } from "../token_row/draw_text_parts.js";
import { countPairs } from "./pair_counts.js";
import { judgeAppliedMerge, judgeMerge, Neighbours } from "./guess.js";

/**
 * @import {Asked} from "../picture/shown.js"
 * @import {Scene} from "./draw_row.js"
 * @import {Pair, Verdict} from "./guess.js"
 * @import {PairRow, State} from "./state.js"
 *
 * What predict needs from the player.
 * @typedef {object} Predicting
 * @property {() => void} alone Stops all other modes.
 * @property {(choosing: boolean) => void} enlarge Makes tokens larger on a touch screen.
 * @property {(covered: boolean) => void} cover Hides the next step, or shows it again.
 * @property {(changes: Partial<Scene>) => void} paint Draws the text again.
 * @property {() => PairRow[]} rows The pairs, sorted by the merge rule.
 * @property {(step: number) => void} go
 */

const LOOK = 1600; // milliseconds for reading the verdict before the merge is played

export class Predict {
  /** @param {State} state @param {Predicting} asks */
  constructor(state, asks) {
    this.state = state;
    this.asks = asks;
    this.on = false;
    this.guesses = 0;
    this.right = 0;
    this.neighbours = new Neighbours();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.merging = undefined;
    this.toggle = attrs(
      button("predict", "Predict the next step before you see it", "Predict", () => this.switch(!this.on)),
      {
        "aria-pressed": "false",
      },
    );
    this.words = attrs(el("p", "verdict"), { role: "status" });
    this.score = el("span", "score");
    this.next = button("plain-button", "Go on", "Go on", () => this.goOn());
    this.next.hidden = true;
    this.root = attrs(el("section", "predict-panel"), { "aria-label": "Predict" });
    this.root.append(this.words, this.next, this.score);
    this.root.hidden = true;
  }

  /** Whether a touch is a guess. */
  get waiting() {
    return this.on && this.state.covered;
  }

  /** @param {boolean} on */
  switch(on) {
    if (on === this.on || (on && (this.state.held || this.state.game))) return;
    this.asks.alone();
    this.on = on;
    this.guesses = this.right = 0;
    attrs(this.toggle, { "aria-pressed": String(on) });
    this.root.hidden = !on;
    this.asks.enlarge(on);
    if (on) this.begin();
    else {
      clearTimeout(this.merging);
      this.asks.cover(false);
    }
  }

  /** Called for another step, or another text: the next step is hidden again. */
  begin() {
    if (!this.on) return;
    clearTimeout(this.merging);
    const { shown, step } = this.state;
    const left = Boolean(shown && step < shown.history.steps);
    const known = !left || this.from === step;
    this.neighbours.first = null;
    this.next.hidden = known;
    this.say([
      !known
        ? `Until merge ${this.from}, the ranks of the vocabulary decide, and the text does not show them.`
        : left
          ? "Touch two neighbouring tokens in the text, or a row of the table."
          : "There is no next merge.",
    ]);
    this.asks.cover(left && known);
  }

  /** The first step whose merge can be predicted. */
  get from() {
    const { shown, step } = this.state;
    return shown?.telling.predictableFrom(step) ?? step;
  }

  /** Called when a token is touched: the first of two, or the second. @param {number} unit Its first. */
  touch(unit) {
    const { shown, step } = this.state;
    if (!shown) return;
    const pair = this.neighbours.touch(shown.history, step, unit);
    if (pair) this.guess(pair);
    else this.say([this.neighbours.words]);
    this.asks.paint({ selected: this.neighbours.first });
  }

  /** @param {Pair} pair */
  guess(pair) {
    const { shown, step } = this.state;
    const merge = shown?.history.merges[step];
    if (!shown || !merge) return;
    const { history, telling } = shown;
    const verdict = telling.everywhere
      ? judgeMerge(pair, merge, countPairs(history, step), telling.rule)
      : judgeAppliedMerge(pair, this.asks.rows());
    this.guesses++;
    if (verdict.right) this.right++;
    this.asks.cover(false);
    this.say(verdict.words);
    this.root.classList.toggle("wrong", !verdict.right);
    if (verdict.right) this.merging = setTimeout(() => this.goOn(), LOOK);
    else {
      this.next.hidden = false;
      this.asks.paint({ acting: pair }); // shows where both occur
    }
  }

  goOn() {
    clearTimeout(this.merging);
    this.asks.go(Math.max(this.state.step + 1, this.from));
  }

  /** @param {Verdict["words"]} words */
  say(words) {
    const history = this.state.shown?.history;
    this.root.classList.remove("wrong");
    this.words.replaceChildren(
      ...words.flatMap((word) =>
        typeof word === "string" || !history
          ? [String(word)]
          : [
              chip(history.vocabulary.tokenOf(word.left)),
              " + ",
              chip(history.vocabulary.tokenOf(word.right)),
            ],
      ),
    );
    this.score.textContent = this.guesses ? `${this.right} of ${this.guesses} right` : "";
  }

  destroy() {
    clearTimeout(this.merging);
  }
}

// Hides the next step everywhere in the player while somebody is to guess it: in Predict, or in a class.
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
