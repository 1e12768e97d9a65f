// The panels next to the text that depend on counting pairs: the pairs, the tokens made so far, and, in their
// place, the selected token.

import { coveredPanel } from "./covered.js";
import { MadePanel } from "./made_panel.js";
import { countPairs } from "./pair_counts.js";
import { PairsPanel } from "./pairs_panel.js";
import { factsOf, TokenPanel } from "./token_panel.js";

/**
 * @import {State} from "./state.js"
 * @import {PairPanel, PairRow} from "./steps.js"
 *
 * What the panels need from the player.
 * @typedef {object} Looking
 * @property {(rank: number) => void} go Goes to the step that makes a token.
 * @property {(pair: PairRow) => void} touch Called when a row of pairs is touched.
 * @property {() => string} words What such a touch does.
 * @property {() => void} close Clears the selection.
 * @property {(panel: PairPanel) => void} counted Called with the results of counting.
 */

const QUICK_UNITS = 250000; // up to this size the pairs are counted within the step
const REST = 60; // milliseconds without another step after which the pairs of a longer text are counted

export class Panels {
  /** @param {HTMLElement} root @param {State} state @param {Looking} asks */
  constructor(root, state, { go, touch, words, close, counted }) {
    this.root = root;
    this.state = state;
    this.words = words;
    this.heard = counted;
    /** How often each id occurs in the text at a step. @type {{step: number, uses: Uint32Array} | null} */
    this.counted = null;
    /** The rows of the panel of pairs, sorted by the merge rule. @type {PairRow[]} */
    this.rows = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.pairs = new PairsPanel(touch);
    this.made = new MadePanel(go);
    this.tokenPanel = new TokenPanel(go, close);
  }

  /** Called for another history. */
  begin() {
    this.counted = null;
  }

  /** Called for another step. */
  follow() {
    const { root } = this;
    const { shown } = this.state;
    if (!shown) return;
    if (shown.history.units <= QUICK_UNITS) {
      this.count();
      return;
    }
    this.pairs.wait();
    root.classList.add("counting");
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.count(), REST);
  }

  /** Counts the pairs, and draws everything that depends on the counts. */
  count() {
    const { covered, shown, step } = this.state;
    if (!shown) return;
    const began = performance.now();
    const { history, telling } = shown;
    const counts = countPairs(history, step);
    this.counted = { step, uses: counts.uses };
    this.root.classList.remove("counting");
    const panel = telling.pairs(step, counts);
    this.rows = panel.rows;
    this.pairs.draw(history, covered ? coveredPanel(panel) : panel);
    this.pairs.act(this.words());
    this.heard(panel);
    this.made.draw(history, telling, step, counts.uses, covered);
    this.drawSelected();
    Object.assign(this.root.dataset, { counted: step, countMs: (performance.now() - began).toFixed(1) });
  }

  /** The token that contains a unit, and its description. @param {number} unit */
  describe(unit) {
    const { shown, step } = this.state;
    if (!shown) throw new Error("a token is described before there is a text");
    const { history, telling } = shown;
    const token = history.tokenAt(unit, step);
    const uses = this.counted?.step === step ? this.counted.uses[token.id] : null;
    const more = () => this.tokenPanel.origin(history, token);
    return { token: history.drawn(token), facts: () => factsOf(history, telling, token, uses), more };
  }

  drawSelected() {
    const { selected, shown, step } = this.state;
    const open = selected !== null;
    this.root.classList.toggle("with-token", open);
    this.made.node.hidden = open;
    this.tokenPanel.node.hidden = !open;
    if (!open || !shown) return;
    const { history } = shown;
    this.tokenPanel.draw(history, history.tokenAt(selected, step), this.describe(selected).facts());
  }

  destroy() {
    clearTimeout(this.waiting);
    this.made.destroy();
  }
}
