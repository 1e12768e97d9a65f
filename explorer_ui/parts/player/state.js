// The state of the player.

import { LinkToPython } from "../picture/link_to_python.js";
import { clamp } from "../../browser/numbers.js";

/**
 * @import {Beat} from "./navigation.js"
 * @import {History} from "./history.js"
 * @import {PairCounts} from "./pair_counts.js"
 * @import {Merge} from "./vocabulary.js"
 *
 * A game of a class: how many merges can be made in all, what is called after each, and whose they are.
 * @typedef {{most: number, merged: (pairs: [number, number][]) => void, whose: string}} Play
 *
 * @typedef {(Message.TrainingData | Message.EncodingData) & Message.Start} PlayerData
 * @typedef {{data: PlayerData, history: History, telling: Telling}} Shown
 */

export class State {
  /** @type {Shown | null} */
  shown = null;
  step = 0;
  /** A unit of the selected token. @type {number | null} */
  selected = null;
  /** Whether the merges are the learner's own (free hand). */
  own = false;
  /** The game of a class that is played here with free hand, or was. @type {Play | null} */
  game = null;
  /** Whether the next step is hidden because somebody is to guess it. */
  covered = false;
  /** Whether a class is asked about this step: it is fixed until the question is over. */
  held = false;
  /** The last step that can be reached: the teacher's, where what comes next is hidden from the class. */
  limit = Infinity;
}

/**
 * One row of the panel of pairs. `share` fills the bar, from 0 to 1; null: no bar.
 * @typedef {object} PairRow
 * @property {number} left
 * @property {number} right
 * @property {string} mark The text before the pair: "next", or its order.
 * @property {boolean} next Whether the next step merges it.
 * @property {boolean} tie
 * @property {boolean} rule Whether it has a merge, or may still get one.
 * @property {number | null} share
 * @property {string} figure
 * @property {number | null} count
 *
 * @typedef {{title: string, note: string, label: string, rows: PairRow[], remark: string}} PairPanel
 *
 * What the player says differently for a training and for an encoding.
 * @typedef {object} Telling
 * @property {(step: number) => Partial<Record<Beat, string>>} beats What comes next at each beat before a pair is
 * chosen.
 * @property {(step: number) => number} predictableFrom The first step from this one on whose merge can be told from
 * the text.
 * @property {string} question The question while the next step is hidden.
 * @property {string} rule Which of several most frequent pairs is merged, or why a pair is merged next while encoding.
 * @property {string} made The title of the list of tokens made so far.
 * @property {boolean} everywhere Whether a step applies to all occurrences of its pair, or to one gap only.
 * @property {(merge: Merge) => string} detail Which merge it was, in numbers.
 * @property {(merge: Merge) => string} did How often a merge applied, or its rank: it follows the pair in the
 * past tense.
 * @property {(merge: Merge) => string} will The same for a future merge.
 * @property {(merge: Merge) => string} remark A further remark on a future merge.
 * @property {(step: number) => string} event A further sentence about a step, if any.
 * @property {(rank: number) => string} maker What made a token.
 * @property {(step: number, counts: PairCounts) => PairPanel} pairs
 */

/**
 * @typedef {object} Rest
 * @property {string} data_id
 * @property {number} step
 * @property {{start: number, end: number, id: number} | null} selected
 */

// The step and selection at which a visitor stopped: reported to Python, and kept if the page is left before
// that.
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
   * Shows another history at the step that Python has; or, if its text is the same or an edited one and Python does
   * not know the latest step yet, at that one. A step that was sent for the earlier history, and met the edited text
   * on the way, is not known either: Python ignores it.
   *
   * @param {Shown} shown
   */
  begin(shown) {
    const { link, state } = this;
    const { data, history } = shown;
    const before = state.shown?.data;
    const edited = data.revision !== undefined && data.revision === before?.revision;
    const continues = edited || data.text === before?.text;
    const outdated =
      continues && link.outdated.some((key) => clamp(JSON.parse(key)[0], 0, history.steps) === data.step);
    const from = outdated ? state.step : data.step;
    Object.assign(state, { shown, own: false, step: clamp(data.step, 0, history.steps) });
    state.selected = data.selected !== null && data.selected < history.units ? data.selected : null;
    link.agree();
    const kept = data.by_hand ? null : link.unknown({ data_id: data.data_id });
    if (kept) [state.step, state.selected] = [kept.step, kept.selected?.start ?? null];
    else state.step = from;
    state.step = clamp(state.step, 0, history.steps);
    if (link.owes) link.report();
  }

  /** Called when the page is left. */
  leave() {
    this.link.stop();
  }
}

/**
 * The state to report to Python; null while there is no history, during free hand, and for the opening
 * animation, whose state is not kept.
 *
 * @param {State} state @returns {Rest | null}
 */
function placeOf({ own, selected, shown, step }) {
  if (!shown || own || shown.data.opens) return null;
  const { data, history } = shown;
  const token = selected === null ? null : history.tokenAt(selected, step);
  return {
    data_id: data.data_id,
    step,
    selected: token && { start: token.start, end: token.end, id: token.id },
  };
}
