// The step and selection at which a visitor stopped: reported to Python, and kept if the page is left before
// that.

import { LinkToPython } from "../picture/link_to_python.js";
import { clamp } from "../../browser/numbers.js";

/**
 * @import {Shown, State} from "./state.js"
 *
 * @typedef {object} Rest
 * @property {string} history_id
 * @property {number} step
 * @property {{start: number, end: number, id: number} | null} selected
 *
 * The state of a player that was removed before Python was notified.
 * @typedef {{history_id: string, mode: string, step: number, selected: number | null}} Unheard
 */

/** @type {Unheard | null} */
let unheard = null;

export class WhereAtRest {
  /**
   * @param {State} state @param {(name: string, value: unknown) => void} send @param {Element} root
   * @param {() => boolean} moving Whether the player is playing.
   * @param {() => void} rested Called after the debounce delay.
   */
  constructor(state, send, root, moving, rested) {
    this.state = state;
    this.link = new LinkToPython(send, root, () => (moving() ? null : placeOf(state)), rested);
  }

  /** Called when the visitor has moved. */
  report() {
    this.link.report();
  }

  /**
   * Shows another history at the step that Python has; or, if the text is the same and Python does not know
   * the latest step yet, at that one.
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

  /** Called when the page is left. */
  leave() {
    const { selected, shown, step } = this.state;
    if (shown && (this.link.owes || this.link.underWay))
      unheard = { history_id: shown.data.history_id, mode: shown.data.mode, step, selected };
    this.link.stop();
  }
}

/**
 * The visitor's last step in this history, if Python was not notified.
 *
 * @param {string} historyId @param {string} mode
 */
function takeUnheard(historyId, mode) {
  if (unheard?.mode !== mode) return null;
  const found = unheard.history_id === historyId ? unheard : null;
  unheard = null;
  return found;
}

/**
 * The state to report to Python; null while there is no history, during free hand, and for the opening
 * animation, whose state is not kept.
 *
 * @param {State} state @returns {{key: string, rest: Rest} | null}
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
