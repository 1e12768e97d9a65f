// The panel of pairs while the next one is to be guessed.

/** @import {PairPanel} from "./steps.js" */

/**
 * The same rows in an order that tells nothing, that of their ids, and without their figures; those of an encoding
 * stay in the order of the text.
 *
 * @param {PairPanel} panel
 * @returns {PairPanel}
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
