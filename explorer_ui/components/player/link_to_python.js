// What Python hears: where the visitor stopped. Each message runs the page again.

/**
 * @import {Player} from "./player.js"
 *
 * @typedef {object} Rest
 * @property {string} history_id
 * @property {number} step
 * @property {{start: number, end: number, id: number} | null} selected
 *
 * Where a player was that went before Python heard of it.
 * @typedef {{history_id: string, mode: string, step: number, selected: number | null}} Unheard
 */

const REST = 250; // milliseconds without a move until Python hears of it
const ELSEWHERE = 1000; // milliseconds after a press outside the player

/** @type {Unheard | null} */
let unheard = null;

export class LinkToPython {
  /**
   * @param {(name: string, value: unknown) => void} send
   * @param {() => {key: string, rest: Rest} | null} where Where the visitor is, and a key that tells two such apart;
   *   null while that is nowhere yet, or not at rest.
   * @param {() => void} rested Called when the hand rests, before Python hears of it.
   */
  constructor(send, where, rested) {
    this.send = send;
    this.where = where;
    this.rested = rested;
    /** The key of what Python knows. */
    this.heard = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
  }

  /** Python knows where the visitor is: it said so itself. */
  agree() {
    this.heard = this.where()?.key ?? "";
  }

  get owes() {
    const here = this.where();
    return here !== null && here.key !== this.heard;
  }

  report(delay = REST) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.rested();
      const here = this.where();
      if (!here || here.key === this.heard) return;
      this.heard = here.key;
      this.send("place", here.rest);
    }, delay);
  }

  /**
   * A message that meets that of a button pressed, or of a link, makes Streamlit lose the press or show an empty page.
   * So it waits; if the page is left meanwhile, `leave` keeps what it would have said.
   */
  pressedElsewhere() {
    if (this.owes) this.report(ELSEWHERE);
  }

  /** @param {Unheard} place */
  leave(place) {
    if (this.owes) unheard = place;
    clearTimeout(this.waiting);
  }
}

/**
 * Where Python should know the visitor to be; null while there is no history, while playing, or among merges of his own.
 *
 * @param {Player} player
 * @returns {{key: string, rest: Rest} | null}
 */
export function whereAtRest({ freeHand, playback, selected, shown, step }) {
  if (!shown || playback.playing || freeHand.on) return null;
  const { data, history } = shown;
  const token = selected === null ? null : history.tokenAt(selected, step);
  return {
    key: JSON.stringify([step, selected]),
    rest: {
      history_id: data.history_id,
      step,
      selected: token && { start: token.start, end: token.end, id: token.id },
    },
  };
}

/**
 * Where the visitor was in this history, if Python has not heard of it.
 *
 * @param {string} historyId
 * @param {string} mode
 */
export function takeUnheard(historyId, mode) {
  if (unheard?.mode !== mode) return null;
  const found = unheard.history_id === historyId ? unheard : null;
  unheard = null;
  return found;
}
