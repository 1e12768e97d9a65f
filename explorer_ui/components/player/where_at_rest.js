// Where a visitor stopped in the player, as Python hears of it and as it is kept when the page is left before.

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

/** @type {Unheard | null} */
let unheard = null;

/**
 * Keeps where the visitor was, if Python has not heard of it.
 *
 * @param {Player} player
 */
export function keepUnheard({ link, selected, shown, step }) {
  if (!shown || !(link.owes || link.underWay)) return;
  const { history_id, mode } = shown.data;
  unheard = { history_id, mode, step, selected };
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

/**
 * Where Python should know the visitor to be; null while there is no history, while playing, or among merges of his own;
 * and where the player opens the app, as nothing is kept there.
 *
 * @param {Player} player
 * @returns {{key: string, rest: Rest} | null}
 */
export function whereAtRest({ freeHand, playback, selected, shown, step }) {
  if (!shown || shown.data.opens || playback.playing || freeHand.on) return null;
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
