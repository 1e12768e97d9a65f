// The state of the player.

/**
 * @import {History} from "./history.js"
 * @import {Telling} from "./steps.js"
 *
 * A game of a class: how many merges can be made in all, what is called after each, and whose they are.
 * @typedef {{most: number, merged: (pairs: [number, number][]) => void, whose: string}} Play
 *
 * @typedef {(Message.TrainingData | Message.EncodingData) & Message.Start} PlayerData
 * @typedef {{data: PlayerData, history: History, telling: Telling}} Shown
 */

export class State {
  constructor() {
    /** @type {Shown | null} */
    this.shown = null;
    this.step = 0;
    /** A unit of the selected token. @type {number | null} */
    this.selected = null;
    /** Whether the merges are the learner's own (free hand). */
    this.own = false;
    /** The game of a class that is played here with free hand, or was. @type {Play | null} */
    this.game = null;
    /** Whether the next step is hidden because somebody is to guess it. */
    this.covered = false;
    /** Whether a class is asked about this step: it is fixed until the question is over. */
    this.held = false;
    /** The last step that can be reached: the teacher's, where what comes next is hidden from the class. */
    this.limit = Infinity;
  }
}
