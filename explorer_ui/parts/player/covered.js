// The panel of pairs while the next one is to be guessed.

/** @import {PairPanel} from "./steps.js" */

/**
 * The same rows without their figures, in the order of their ids, which gives nothing away; those of an
 * encoding stay in the order of the text.
 *
 * @param {PairPanel} panel @returns {PairPanel}
 */
export function coveredPanel(panel) {
  const rows = panel.rows.map((row) => ({
    ...row,
    count: null,
    mark: "",
    next: false,
    tie: false,
    rule: true,
    share: row.share === null ? null : 0,
    figure: "?",
  }));
  const counted = panel.rows.some(({ count }) => count !== null);
  if (counted) rows.sort((one, two) => one.left - two.left || one.right - two.right);
  return { ...panel, label: counted ? "Frequent pairs, by their ids" : panel.label, remark: "", rows };
}
