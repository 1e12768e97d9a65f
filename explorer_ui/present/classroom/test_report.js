// What a class has learned between two tests: the sentence, the table, and the rows of a file.

import { el, inside } from "../../browser/dom.js";
import { grouped, plural } from "../../browser/numbers.js";

/**
 * A gain with its interval, and why a value is missing.
 * @typedef {{pairs: number, gain: number | null, low: number | null, high: number | null, why: string}} Gain
 *
 * How many people went from wrong to right in a question, and so on; `left` is the belief that is left most often,
 * which `held` people hold.
 * @typedef {{label: string, learned: number, kept: number, lost: number, missed: number, left: string, held: number}}
 * Moved
 *
 * `gain` and `moved` only after the lesson.
 * @typedef {{sheets: number, gain?: Gain, moved?: Moved[]}} Report
 */

const BELIEF = "most frequent belief left";

/** How many people moved in each way, in words as the table and the file have them. @param {Moved} moved */
const waysOf = ({ kept, learned, lost, missed }) => ({
  "wrong, then right": learned,
  "right twice": kept,
  "right, then wrong": lost,
  "wrong twice": missed,
});

/** @param {number} many */
const people = (many) => `${grouped(many)} ${many === 1 ? "person" : "people"}`;

/** The report as nodes: a sentence, and a row for each question. @param {Report} report @returns {HTMLElement[]} */
export function reportOf({ gain, moved = [], sheets }) {
  if (!gain) return [el("p", "", `${plural(sheets, "answer")} kept until the end of the class.`)];
  const rows = moved.map((one) => {
    const belief = one.left ? `${one.left} (${people(one.held)})` : "none";
    const cells = [one.label, ...Object.values(waysOf(one)), belief];
    return inside("tr", "", ...cells.map((cell) => el("td", "", String(cell))));
  });
  const ways = moved.length ? Object.keys(waysOf(moved[0])) : [];
  const names = ["Question", ...ways, BELIEF];
  const head = inside("tr", "", ...names.map((name) => el("th", "", name)));
  return [el("p", "", wordsOf(gain)), inside("table", "report", head, ...rows)];
}

/** @param {Gain} gain */
export function wordsOf({ gain, high, low, pairs, why }) {
  const both = people(pairs);
  if (gain === null) return `${both} answered both tests. ${why}`;
  if (gain < 0) return `${both} gave fewer right answers than before.`;
  const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;
  const interval = low === null || high === null ? why : `95% interval: ${percent(low)} to ${percent(high)}.`;
  return `${both} learned ${percent(gain)} of what they did not know. ${interval}`;
}

/** The report as rows of the table of results. @param {Report} report @returns {[string, boolean | string, number][]} */
export function rowsOfReport({ gain, moved = [] }) {
  return [
    ...(gain ? [/** @type {[string, string, number]} */ ([wordsOf(gain), "", gain.pairs])] : []),
    ...moved.flatMap((one) =>
      Object.entries({ ...waysOf(one), [`${BELIEF}: ${one.left || "none"}`]: one.held }).map(
        ([what, times]) => /** @type {[string, string, number]} */ ([`${one.label}: ${what}`, "", times]),
      ),
    ),
  ];
}
