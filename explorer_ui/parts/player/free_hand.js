// Free hand: the learner picks which pairs to merge, in any order, and compares the result with BPE after as
// many merges, and with the best possible choice if the text is short.

import { attrs, button, el } from "../../browser/dom.js";
import { grouped, plural } from "../../browser/numbers.js";
import { keep, kept } from "../../browser/tab_storage.js";
import { OPEN } from "./history.js";
import { Neighbours } from "./guess.js";
import { cutAt, goneOn, mergedNext, bestMerges } from "./own_merges.js";
import { countPairs } from "./pair_counts.js";
import { wordsOfTraining } from "./words_of_steps.js";

/**
 * @import {Best} from "./own_merges.js"
 * @import {Pair} from "./guess.js"
 * @import {History} from "./history.js"
 * @import {Play, State, Telling} from "./state.js"
 *
 * What free hand needs from the player.
 * @typedef {object} Freeing
 * @property {() => void} alone Stops all other modes.
 * @property {() => void} turned Draws another history.
 * @property {(own: History) => void} grown Draws the history after a merge was added.
 * @property {(unit: number | null) => void} mark Marks the token that was touched first.
 * @property {(step: number) => void} go
 */

const CHOOSE =
  "Touch two neighbouring tokens in the text, or a row of the table: the pair is merged everywhere.";
const NOTHING = "No pair is left to merge.";

/** The storage key of the merges in the view for them, which come back after another page or a reload. */
const MADE = "by-hand";

export class FreeHand {
  /** @param {State} state @param {Freeing} asks */
  constructor(state, asks) {
    this.state = state;
    this.asks = asks;
    /** BPE's own merges and the step shown before free hand; null while it is off. @type {{history: History,
        telling: Telling, step: number} | null} */
    this.trained = null;
    /** The history to compare with: BPE's, continued if the learner has more merges. @type {History | null}
     */
    this.compared = null;
    /** The best choice of 0, 1, 2, ... merges, each searched once. @type {(Best | null)[]} */
    this.bests = [];
    this.neighbours = new Neighbours();
    const name = "Free hand: make your own merges, next to BPE's";
    this.toggle = attrs(
      button("free-hand", name, "Free hand", () => this.switch(!this.on)),
      { "aria-pressed": "false" },
    );
    this.words = attrs(el("p"), { role: "status" });
    this.undo = button("plain-button", "Undo the last merge", "Undo", () => asks.go(state.step - 1));
    this.over = button("plain-button", "Start over from the base units", "Start over", () => asks.go(0));
    this.reveal = button(
      "plain-button",
      "Show better merges: they give fewer tokens",
      "Show better merges",
      () => this.showBest(),
    );
    this.root = attrs(el("section", "predict-panel"), { "aria-label": "Free hand" });
    this.root.append(this.words, this.undo, this.over, this.reveal);
    this.root.hidden = true;
  }

  get on() {
    return this.state.own;
  }

  /** Called when BPE's history of another text arrives. */
  begin() {
    this.trained = this.compared = null;
    this.bests = [];
    this.state.game = null;
    this.toggle.hidden = !this.works || this.state.shown?.data.by_hand !== undefined;
    this.draw();
  }

  /** Begins without BPE's merges, in a view for merges by hand: with those of the last visit, if the history is the same. */
  enter() {
    const made = JSON.parse(kept(MADE) ?? "null");
    this.switch(true);
    const { shown } = this.state;
    if (!this.on || shown?.data.mode !== "train" || made?.data_id !== shown.data.data_id) return;
    this.make(shown.data, shown.history, made.pairs);
    this.state.step = made.step;
    this.turned();
  }

  /** Whether there is a training whose whole vocabulary is here: two tokens of the same bytes have one id. */
  get works() {
    const data = this.state.shown?.data;
    return data?.mode === "train" && !data.continued;
  }

  /** @param {boolean} on */
  switch(on) {
    const { state, trained } = this;
    if (on === this.on || state.game || (on && state.held) || !this.works) return;
    if (state.shown?.data.mode !== "train") return;
    const { data, history, telling } = state.shown;
    this.asks.alone();
    if (trained) {
      this.trained = this.compared = null;
      state.shown = { data, history: trained.history, telling: trained.telling };
      state.step = trained.step;
    } else {
      this.trained = { history, telling, step: state.step };
      this.compared = history;
      this.take(data, cutAt(data, history, state.step));
    }
    state.own = on;
    state.selected = null;
    this.turned();
  }

  /**
   * Plays a game of a class from the base units on; null: ends it, and goes back to BPE's merges.
   *
   * @param {Play | null} game
   */
  play(game) {
    const { state } = this;
    if (!game && !state.game) return;
    state.game = null;
    this.switch(false);
    if (!game) return;
    state.step = 0;
    this.switch(true);
    state.game = game;
    const { trained } = this;
    // In a game BPE makes as many merges as the followers may, even of pairs that occur once.
    if (trained && state.shown?.data.mode === "train")
      this.compared = goneOn(state.shown.data, trained.history, game.most, 1);
    this.draw();
  }

  /** Ends the game, and keeps the learner's merges on the screen. */
  stop() {
    if (this.state.game) this.state.game = { ...this.state.game, most: 0 };
    this.draw();
  }

  /**
   * Shows merges of somebody else from the base units on, which step like any others.
   *
   * @param {[number, number][]} pairs
   */
  replay(pairs) {
    this.play({ most: pairs.length, merged() {}, whose: "the best of the class" });
    this.stop();
    const { shown } = this.state;
    if (!this.on || shown?.data.mode !== "train") return;
    this.make(shown.data, shown.history, pairs).ending = "These are the best merges of the class.";
    this.turned();
  }

  /**
   * Makes merges after those of a history; returns the history with them.
   *
   * @param {Message.TrainingData & Message.Start} data @param {History} history @param {[number, number][]} pairs
   */
  make(data, history, pairs) {
    let own = history;
    for (const [left, right] of pairs) own = mergedNext(data, own, own.steps, { left, right }) ?? own;
    this.take(data, own);
    return own;
  }

  turned() {
    this.asks.turned();
    this.draw();
  }

  /** Shows the learner's merges; BPE goes on to as many. @param {Message.TrainingData & Message.Start} data @param {History} own */
  take(data, own) {
    own.ending = own.closed.includes(OPEN) ? CHOOSE : NOTHING;
    this.state.shown = { data, history: own, telling: wordsOfOwn(data, own) };
    if (this.compared) this.compared = goneOn(data, this.compared, own.steps);
  }

  /**
   * Called when a token is touched: the first of two, or the second; null: the first one again.
   *
   * @param {number | null} unit
   */
  touch(unit) {
    const { shown, step } = this.state;
    if (!shown) return;
    const pair = unit === null ? null : this.neighbours.touch(shown.history, step, unit);
    if (unit === null) this.neighbours.first = null;
    else if (pair) this.merge(pair);
    else this.words.textContent = this.neighbours.words;
    this.asks.mark(this.neighbours.first);
  }

  /**
   * Merges a pair wherever it occurs, and discards the learner's merges after this step.
   *
   * @param {Pair} pair
   */
  merge(pair) {
    const { shown, step } = this.state;
    if (shown?.data.mode !== "train") return;
    const { data } = shown;
    const { game } = this.state;
    const own = step < (game?.most ?? Infinity) && mergedNext(data, shown.history, step, pair);
    if (!own) {
      this.draw();
      return;
    }
    this.take(data, own);
    this.asks.grown(own);
    this.asks.go(step + 1);
    game?.merged(pairsOf(own));
  }

  /** Replaces the learner's merges with the best ones that were found. */
  showBest() {
    const { state } = this;
    const best = this.bestAt(state.step);
    if (state.shown?.data.mode !== "train" || !best) return;
    this.take(state.shown.data, best.history);
    state.step = best.history.steps;
    state.selected = null;
    this.turned();
  }

  /** The best choice of this many merges; null if the text is too long to search. @param {number} step */
  bestAt(step) {
    const { compared, state } = this;
    if (!compared || state.shown?.data.mode !== "train") return null;
    return (this.bests[step] ??= bestMerges(state.shown.data, compared, step));
  }

  /** Draws the result so far, compared with BPE's. */
  draw() {
    const { shown, step } = this.state;
    const { compared, trained } = this;
    attrs(this.toggle, { "aria-pressed": String(this.on) });
    this.root.hidden = !trained;
    if (!compared || !shown) return;
    this.neighbours.first = null;
    attrs(this.undo, { "aria-disabled": step ? null : "true" });
    attrs(this.over, { "aria-disabled": step ? null : "true" });
    const { game } = this.state;
    if (this.on && shown.data.by_hand && !game)
      keep(MADE, JSON.stringify({ data_id: shown.data.data_id, pairs: pairsOf(shown.history), step }));
    const best = game ? null : this.bestAt(step);
    this.undo.hidden = this.over.hidden = game?.most === 0;
    this.reveal.hidden = !best || best.tokens >= shown.history.tokensAt(step);
    const left = game?.most ? `${plural(Math.max(0, game.most - step), "merge")} left. ` : "";
    this.words.textContent =
      left + (left && !step ? "" : wordsCompared(shown.history, compared, step, best, game?.whose));
  }

  /** The text above the curve, null while free hand is off. */
  get note() {
    const { shown, step } = this.state;
    if (!this.compared || !shown) return null;
    return `${this.state.game?.whose ?? "yours"} ${grouped(shown.history.tokensAt(step))}, BPE ${grouped(tokensOf(this.compared, step))}`;
  }
}

/** @param {History} history @returns {[number, number][]} */
const pairsOf = ({ merges }) => merges.map((merge) => [merge.left, merge.right]);

/** @param {Message.TrainingData} data @param {History} own @returns {Telling} */
function wordsOfOwn(data, own) {
  const telling = wordsOfTraining(data, own);
  return {
    ...telling,
    made: "Your tokens",
    pairs: (step, counts) => {
      const merge = own.merges[step];
      const panel = telling.pairs(step, counts);
      const rows = panel.rows.map((row, i) => {
        const next = row.left === merge?.left && row.right === merge.right;
        return { ...row, next, tie: false, mark: next ? "next" : String(i + 1) };
      });
      return { ...panel, rows, remark: merge ? telling.remark(merge) : "" };
    },
  };
}

/**
 * @param {History} own @param {History} bpe @param {number} step
 * @param {Best | null} [best] Null if the text is too long to search.
 * @param {string} [whose] Whose merges they are.
 */
export function wordsCompared(own, bpe, step, best = null, whose = "yours") {
  if (!step && best)
    return "Your own merges, compared with as many BPE merges and with the best possible ones.";
  if (!step && whose !== "yours")
    return "The best merges of the class, compared with the same number of BPE merges.";
  if (!step) return "Your own merges, compared with the same number of BPE merges.";
  const mine = own.tokensAt(step);
  const rule = tokensOf(bpe, step);
  const ended = step > bpe.steps ? `: after ${grouped(bpe.steps)} ${wordsAtEnd(bpe)}` : "";
  const said = `After ${plural(step, "merge")}: ${whose} ${plural(mine, "token")}, BPE ${grouped(rule)}${ended}.`;
  let same = 0;
  while (same < Math.min(step, bpe.steps) && alike(own, bpe, same)) same++;
  const compared =
    same === step
      ? " The same merges so far."
      : mine < rule && !ended
        ? " Fewer: the most frequent pair of each step is not always the best in the end."
        : "";
  return `${said}${compared}${wordsOfBest(best, mine)}`;
}

/** @param {Best | null} best @param {number} mine */
function wordsOfBest(best, mine) {
  if (!best) return "";
  const tokens = grouped(Math.min(best.tokens, mine));
  return best.proven
    ? ` The best possible choice has ${tokens}: all others were tried or ruled out.`
    : ` The best found has ${tokens}; the search ended before it had tried all choices.`;
}

/**
 * How many tokens BPE has after the same number of merges, or after its last.
 *
 * @param {History} best @param {number} step
 */
const tokensOf = (best, step) => best.tokensAt(Math.min(step, best.steps));

/** Why BPE merges nothing more. @param {History} best */
function wordsAtEnd(best) {
  if (!countPairs(best, best.steps).distinct) return "it had no pair left to merge";
  return best.minCount === 2
    ? "every pair left occurs once"
    : `no pair left occurs ${plural(best.minCount, "time")}`;
}

/** @param {History} one @param {History} two @param {number} rank */
function alike({ merges: one }, { merges: two }, rank) {
  return one[rank].left === two[rank].left && one[rank].right === two[rank].right;
}
