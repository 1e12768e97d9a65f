// The interface for everything that the player says differently for a training and for an encoding.

/**
 * @import {Beat} from "./beats.js"
 * @import {Merge} from "./vocabulary.js"
 * @import {PairCounts} from "./pair_counts.js"
 *
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
 * @typedef {object} Telling
 * @property {(step: number) => Partial<Record<Beat, string>>} beats What comes next at each beat before a pair is
 * chosen.
 * @property {(step: number) => number} predictableFrom The first step from this one on whose merge can be told from
 * the text.
 * @property {string} question The question while the next step is hidden.
 * @property {string} rule Which of several most frequent pairs is merged.
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

export {};
