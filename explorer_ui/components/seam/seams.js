// A text split at a seam, and what that changes, as Python sends it; see seam.py.

/** @import {Offer} from "../teaching/payload.js" */

/**
 * A range in which the halves have other tokens than the whole.
 *
 * @typedef {object} DifferingStretch
 * @property {number} start In bytes.
 * @property {number} end
 * @property {number[]} boundaries The token boundaries of the halves inside it, including the seam.
 * @property {number[]} ids The ids of the halves' tokens; empty if they are not aligned with the text one by
 * one.
 */

/**
 * What a seam changes.
 *
 * @typedef {object} SeamRow
 * @property {number} left How many tokens the first half has.
 * @property {number} right How many tokens the second half has.
 * @property {DifferingStretch[]} stretches Empty if the tokens add up.
 * @property {[number, number, number | null, number | null, number | null][]} closed Gaps that only the
 * halves (0) or only the whole (1) close: the byte after the gap, 0 or 1, the rank of the merge that closes
 * it, and how
 *   many bytes its two parts have.
 * @property {number} num_closed How many such gaps there are.
 */

/**
 * @typedef {object} SeamData
 * @property {string} seam_id The same for the same text and tokenizer: then the seam stays where the visitor put it.
 * @property {string} tokenizer Its name.
 * @property {string} text Base64 of UTF-8.
 * @property {number} count How many tokens the whole text has.
 * @property {number[]} boundaries The bytes of its token boundaries, ascending.
 * @property {number[]} ids The ids of its tokens; empty if they are not aligned with the text one by one.
 * @property {SeamRow[]} seams The seam before the second character of the text, before the third, ...
 * @property {Offer | null} [classroom] Null or missing: classes are not available.
 * @property {number} at The character before which the seam is initially.
 */

/**
 * The boundaries of the two halves: those of the whole, except where they differ, and the seam.
 *
 * boundariesApart([3], [{start: 3, end: 7, boundaries: [4], ids: []}], 4) is [3, 4].
 *
 * @param {number[]} together The boundaries of the whole text.
 * @param {DifferingStretch[]} stretches
 * @param {number} seam The byte after the seam.
 */
export function boundariesApart(together, stretches, seam) {
  const alike = together.filter((at) => !stretches.some(({ start, end }) => start < at && at < end));
  const apart = new Set([...alike, ...stretches.flatMap(({ boundaries }) => boundaries), seam]);
  return [...apart].sort((one, other) => one - other);
}

/**
 * The runs of seams that change tokens, each as its first index and the index after its last.
 *
 * @param {SeamRow[]} seams
 */
export function changingRuns(seams) {
  /** @type {[number, number][]} */
  const runs = [];
  seams.forEach(({ stretches }, index) => {
    const last = runs.at(-1);
    if (!stretches.length) return;
    if (last?.[1] === index) last[1]++;
    else runs.push([index, index + 1]);
  });
  return runs;
}

/**
 * How many seams of a kind there are, and how many of them change tokens.
 *
 * @param {SeamData["seams"]} seams
 * @param {(index: number) => boolean} isOfKind
 */
export function tally(seams, isOfKind) {
  const all = seams.filter((_, index) => isOfKind(index));
  return { all: all.length, change: all.filter(({ stretches }) => stretches.length).length };
}
