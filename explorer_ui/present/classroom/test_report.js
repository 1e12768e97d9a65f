// What a class has learned between two tests: the sentence, the table, and the rows of a file.

import { el, inside } from "../../browser/dom.js";
import { grouped, plural } from "../../browser/numbers.js";

/**
 * A gain with its interval, and why a value is missing.
 * @typedef {{pairs: number, gain: number | null, low: number | null, high: number | null, why: string}} Gain
 *
 * How many people went from wrong to right in a question, and so on; `left` is the belief that is left.
 * @typedef {{label: string, learned: number, kept: number, lost: number, missed: number, left: string}} Moved
 *
 * `gain` and `moved` only after the lesson.
 * @typedef {{sheets: number, gain?: Gain, moved?: Moved[]}} Report
 */

/** The report as nodes: a sentence, and a row for each question. @param {Report} report @returns {HTMLElement[]} */
export function reportOf({ gain, moved = [], sheets }) {
  if (!gain) return [el("p", "", `${plural(sheets, "answer")} kept until the end of the class.`)];
  const rows = moved.map(({ label, learned, kept, lost, left }) => {
    const cells = [label, learned, kept, lost, left].map((cell) => el("td", "", String(cell)));
    return inside("tr", "", ...cells);
  });
  const names = [
    "Question",
    "wrong, then right",
    "right twice",
    "right, then wrong",
    "most frequent belief left",
  ];
  const head = inside("tr", "", ...names.map((name) => el("th", "", name)));
  return [el("p", "", wordsOf(gain)), inside("table", "report", head, ...rows)];
}

/** @param {Gain} gain */
export function wordsOf({ gain, high, low, pairs, why }) {
  const people = `${grouped(pairs)} ${pairs === 1 ? "person" : "people"}`;
  if (gain === null) return `${people} answered both tests. ${why}`;
  if (gain < 0) return `${people} gave fewer right answers than before.`;
  const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;
  const interval = low === null || high === null ? why : `95% interval: ${percent(low)} to ${percent(high)}.`;
  return `${people} learned ${percent(gain)} of what they did not know. ${interval}`;
}

/** The report as rows of the table of results. @param {Report} report @returns {[string, boolean | string, number][]} */
export function rowsOfReport({ gain, moved = [] }) {
  return [
    ...(gain ? [/** @type {[string, string, number]} */ ([wordsOf(gain), "", gain.pairs])] : []),
    ...moved.flatMap(({ label, learned, kept, lost, missed, left }) =>
      Object.entries({
        "wrong, then right": learned,
        "right twice": kept,
        "right, then wrong": lost,
        "wrong twice": missed,
      })
        .map(([what, times]) => /** @type {[string, string, number]} */ ([`${label}: ${what}`, "", times]))
        .concat([[`${label}: belief left: ${left || "none"}`, "", missed + lost]]),
    ),
  ];
}
