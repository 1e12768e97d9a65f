// Where a visitor stopped in the player, as Python hears of it and as it is kept when the page is left before.

import { LinkToPython } from "../shared/link_to_python.js";
import { clamp } from "../shared/numbers.js";

/**
 * @import {Shown, State} from "./state.js"
 *
 * @typedef {object} Rest
 * @property {string} history_id
 * @property {number} step
 * @property {{start: number, end: number, id: number} | null} selected
 *
 * Where a player was that went before Python heard of it.
 * @typedef {{history_id: string, mode: string, step: number, selected: number | null}} Unheard
 */

/** @type {Unheard | null} */
let unheard = null;

export class WhereAtRest {
  /**
   * @param {State} state
   * @param {(name: string, value: unknown) => void} send
   * @param {() => boolean} moving Whether it plays.
   * @param {() => void} rested Called when the hand rests.
   */
  constructor(state, send, moving, rested) {
    this.state = state;
    this.link = new LinkToPython(send, () => (moving() ? null : placeOf(state)), rested);
  }

  /** The visitor has moved. */
  report() {
    this.link.report();
  }

  /**
   * Shows another history from where Python has the visitor; if it is of the same text, and Python has not heard yet
   * where the hand is, from there.
   *
   * @param {Shown} shown
   */
  begin(shown) {
    const { link, state } = this;
    const { data, history } = shown;
    const same = data.text === state.shown?.data.text;
    const from = same && link.owes && JSON.parse(link.heard)[0] === data.step ? state.step : data.step;
    Object.assign(state, { shown, own: false, step: clamp(data.step, 0, history.steps) });
    state.selected = data.selected !== null && data.selected < history.units ? data.selected : null;
    link.agree();
    const kept = takeUnheard(data.history_id, data.mode);
    state.step = clamp(kept?.step ?? from, 0, history.steps);
    if (kept) state.selected = kept.selected;
    if (link.owes) link.report();
  }

  /** The page is left. */
  leave() {
    const { selected, shown, step } = this.state;
    if (shown && (this.link.owes || this.link.underWay))
      unheard = { history_id: shown.data.history_id, mode: shown.data.mode, step, selected };
    this.link.stop();
  }
}

/**
 * Where the visitor was in this history, if Python has not heard of it.
 *
 * @param {string} historyId
 * @param {string} mode
 */
function takeUnheard(historyId, mode) {
  if (unheard?.mode !== mode) return null;
  const found = unheard.history_id === historyId ? unheard : null;
  unheard = null;
  return found;
}

/**
 * Where Python should know the visitor to be; null while there is no history, among merges of the visitor's own, and
 * where the player opens the app, as nothing is kept there.
 *
 * @param {State} state
 * @returns {{key: string, rest: Rest} | null}
 */
function placeOf({ own, selected, shown, step }) {
  if (!shown || own || shown.data.opens) return null;
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
