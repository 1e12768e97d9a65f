// What stands next to the text and waits for its pairs to be counted: the pairs, the tokens made so far, and in their
// stead the token that is selected.

import { coveredPanel } from "./covered.js";
import { MadePanel } from "./made_panel.js";
import { countPairs } from "./pair_counts.js";
import { PairsPanel } from "./pairs_panel.js";
import { factsOf, TokenPanel } from "./token_panel.js";

/**
 * @import {Player} from "./player.js"
 * @import {PairRow} from "./steps.js"
 */

const QUICK_UNITS = 250000; // up to here the pairs are counted within the step
const REST = 60; // milliseconds without another step until those of a longer text are

export class Panels {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** How often each id occurs in the text at a step. @type {{step: number, uses: Uint32Array} | null} */
    this.counted = null;
    /** The rows of the panel of pairs, as the rule orders them. @type {PairRow[]} */
    this.rows = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    const go = (/** @type {number} */ rank) => player.goByHand(rank);
    this.pairs = new PairsPanel((pair) => this.showPair(pair));
    this.made = new MadePanel(go);
    this.tokenPanel = new TokenPanel(go, () => player.select(null));
  }

  /** Another history. */
  begin() {
    this.counted = null;
  }

  /** Another step. */
  follow() {
    const { root, shown } = this.player;
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

  /** Counts the pairs, and draws what follows from the counts. */
  count() {
    const { covered, freeHand, root, sentence, shown, step } = this.player;
    if (!shown) return;
    const began = performance.now();
    const { history, telling } = shown;
    const counts = countPairs(history, step);
    this.counted = { step, uses: counts.uses };
    root.classList.remove("counting");
    const panel = telling.pairs(step, counts);
    this.rows = panel.rows;
    this.pairs.draw(history, covered ? coveredPanel(panel) : panel);
    this.pairs.act(
      freeHand.on
        ? "Merge this pair"
        : covered
          ? "Say that this pair is next"
          : "Show where this pair stands",
    );
    sentence.add(panel.remark);
    this.made.draw(history, telling, step, counts.uses, covered);
    this.drawSelected();
    Object.assign(root.dataset, { counted: step, countMs: (performance.now() - began).toFixed(1) });
  }

  /**
   * Shows where a pair stands; a second time, where the next one does. While the next is covered, it is a guess.
   *
   * @param {PairRow} pair
   */
  showPair(pair) {
    const { freeHand, predict, stage, step } = this.player;
    if (freeHand.on) {
      freeHand.merge(pair);
      return;
    }
    if (predict.waiting) {
      predict.guess(pair);
      return;
    }
    const { scene } = stage;
    if (!scene) return;
    const same = scene.acting?.left === pair.left && scene.acting.right === pair.right;
    const acting = same ? null : pair;
    this.pairs.press(acting);
    stage.paint({ acting });
    if (acting) stage.bring(scene.history.gapsBetween(acting, step));
  }

  /**
   * The token that holds a unit, and what is said of it.
   *
   * @param {number} unit
   */
  describe(unit) {
    const { shown, step } = this.player;
    if (!shown) throw new Error("a token is described before there is a text");
    const { history, telling } = shown;
    const token = history.tokenAt(unit, step);
    const uses = this.counted?.step === step ? this.counted.uses[token.id] : null;
    const more = () => this.tokenPanel.origin(history, token);
    return { token: history.drawn(token), facts: () => factsOf(history, telling, token, uses), more };
  }

  drawSelected() {
    const { root, selected, shown, step } = this.player;
    const open = selected !== null;
    root.classList.toggle("with-token", open);
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
