// The player as a class follows it: its text, its steps, and what is next.

import { frequentPairs, neighbouringPairs } from "./candidates.js";

/**
 * @import {Offer} from "../player/payload.js"
 * @import {Player} from "../player/player.js"
 * @import {ClassAnswer, ClassQuestion, Taught} from "./class_panel.js"
 */

const CANDIDATES = 4;

/** @implements {Taught} */
export class TaughtPlayer {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.askWords = "Ask what is next";
    this.showsQuestion = false;
    /** @type {number[]} The options that are right. */
    this.right = [];
  }

  get step() {
    return this.player.step;
  }

  get vocabulary() {
    return this.player.shown?.history.vocabulary;
  }

  get canAsk() {
    return this.step < (this.player.shown?.history.steps ?? 0);
  }

  /** @param {Offer} offer */
  scene({ page, link }) {
    this.player.freeHand.switch(false); // the class sees BPE's merges
    const { shown } = this.player;
    return shown && { player: { ...shown.data, selected: null, classroom: null }, page, link };
  }

  // The next pair among others that are frequent; in the order of their ids, which tells nothing.
  /** @returns {ClassQuestion | string} */
  ask() {
    const { player } = this;
    player.freeHand.switch(false);
    player.playback.pause();
    if (!player.shown) return "There is no text here.";
    const { question: prompt, everywhere } = player.shown.telling;
    const { options, right } = (everywhere ? frequentPairs : neighbouringPairs)(
      player.panels.rows,
      CANDIDATES,
    );
    this.right = right;
    return options.length < 2 ? "One pair alone is left here: nothing to ask." : { prompt, options };
  }

  /** @returns {Promise<ClassAnswer>} */
  async answer() {
    return { right: this.right };
  }

  /** @param {boolean} covered */
  cover(covered) {
    this.player.cover(covered);
  }

  next() {
    this.player.goByHand(this.player.step + 1);
  }
}
