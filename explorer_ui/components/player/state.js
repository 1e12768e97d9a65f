// What the player shows.

/**
 * @import {History} from "./history.js"
 * @import {PlayerData} from "./payload.js"
 * @import {Telling} from "./steps.js"
 *
 * @typedef {{data: PlayerData, history: History, telling: Telling}} Shown
 */

export class State {
  constructor() {
    /** @type {Shown | null} */
    this.shown = null;
    this.step = 0;
    /** A unit of the selected token. @type {number | null} */
    this.selected = null;
    /** Whether the merges are the visitor's own. */
    this.own = false;
    /** Whether nothing shows what comes next: somebody is to say it. */
    this.covered = false;
    /** Whether a class is asked about this step: nothing leads away from it until the question is over. */
    this.held = false;
  }
}
