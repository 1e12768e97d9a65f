// The player as a class follows it: its text, its steps, what is next and how many tokens there will be.

import { plural } from "../shared/numbers.js";
import { frequentPairs, neighbouringPairs } from "./candidates.js";
import { countOptions } from "../teaching/count_options.js";
import { coverPlayer } from "./covering.js";

/**
 * @import {Offer} from "../teaching/payload.js"
 * @import {Player} from "./player.js"
 * @import {Asked, Asking, ClassQuestion, Taught} from "../teaching/class_asks.js"
 */

const CANDIDATES = 4;
const MERGES = 10; // after which a class is asked how many tokens there are

/** @implements {Taught} */
export class TaughtPlayer {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.showsQuestion = false;
    const can = () => this.step < (player.shown?.history.steps ?? 0);
    /** @type {Asking[]} */
    this.asks = [
      { words: "Ask what is next", can, ask: () => this.askNext() },
      { words: "Ask how many tokens", can, ask: () => this.askCount() },
    ];
  }

  get step() {
    return this.player.step;
  }

  get vocabulary() {
    return this.player.shown?.history.vocabulary;
  }

  /** @param {Offer} offer */
  scene({ page, link }) {
    this.player.freeHand.switch(false); // the class sees BPE's merges
    const { shown } = this.player;
    return shown && { player: { ...shown.data, selected: null, classroom: null }, page, link };
  }

  // The next pair among others that are frequent; in the order of their ids, which tells nothing.
  /** @returns {ClassQuestion | string} */
  askNext() {
    const { shown } = this.#stopped();
    if (!shown) return "There is no text here.";
    const { question, everywhere } = shown.telling;
    const { options, right } = (everywhere ? frequentPairs : neighbouringPairs)(
      this.player.panels.rows,
      CANDIDATES,
    );
    if (options.length < 2) return "One pair alone is left here: nothing to ask.";
    // It stays on the screen after the merge was played: so it says when that is.
    const prompt = this.step
      ? `After ${plural(this.step, "merge")}: ${question[0].toLowerCase()}${question.slice(1)}`
      : question.replace("next", "first");
    return {
      prompt,
      options,
      covers: "next",
      uncovered: () => ({ right }),
      next: () => this.#goTo(this.step + 1),
    };
  }

  // How many tokens there are after some more merges, or when no more merges apply.
  /** @returns {ClassQuestion | string} */
  askCount() {
    const { shown, step } = this.#stopped();
    if (!shown) return "There is no text here.";
    const { history, telling } = shown;
    const last = telling.everywhere ? Math.min(history.steps, step + MERGES) : history.steps;
    const now = history.tokensAt(step);
    const { options, right } = countOptions(now, history.tokensAt(last));
    if (options.length < 2) return "Too little is left to ask how many tokens there will be.";
    const been = step ? ` after ${plural(step, "merge")}` : "";
    const then = telling.everywhere
      ? `after ${plural(last - step, `${step ? "more " : ""}merge`)}`
      : "when no more merges apply";
    const prompt = `The text is ${plural(now, "token")}${been}. How many ${then}?`;
    return { prompt, options, covers: "count", uncovered: () => ({ right }), next: () => this.#goTo(last) };
  }

  /** @param {Asked | null} what */
  cover(what) {
    coverPlayer(this.player, what);
  }

  #stopped() {
    this.player.freeHand.switch(false);
    this.player.playback.pause();
    return this.player;
  }

  /** @param {number} step */
  #goTo(step) {
    this.player.goByHand(step);
  }
}
