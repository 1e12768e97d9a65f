// A text split at a seam, and what that changes, as Python sends it; see seam.py.

/** @typedef {Message.SeamData & {at: number}} SeamData */

/**
 * The boundaries of the two halves: those of the whole, except where they differ, and the seam.
 *
 * boundariesApart([3], [{start: 3, end: 7, boundaries: [4], ids: []}], 4) is [3, 4].
 *
 * @param {number[]} together The boundaries of the whole text.
 * @param {Message.DifferingStretch[]} stretches
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
 * @param {Message.SeamRow[]} seams
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
 * @param {SeamData["seams"]} seams @param {(index: number) => boolean} isOfKind
 */
export function tally(seams, isOfKind) {
  const all = seams.filter((_, index) => isOfKind(index));
  return { all: all.length, change: all.filter(({ stretches }) => stretches.length).length };
}
