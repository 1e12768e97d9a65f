// What the player says differently of a training and of an encoding is gathered in one object of each.

/**
 * @import {Beat} from "./beats.js"
 * @import {Merge} from "./vocabulary.js"
 * @import {PairCounts} from "./pair_counts.js"
 *
 * One row of the panel of pairs. `share` fills the bar, from 0 to 1; null: no bar.
 * @typedef {object} PairRow
 * @property {number} left
 * @property {number} right
 * @property {string} mark What stands before the pair: "next", or its order.
 * @property {boolean} next Whether the next step merges it.
 * @property {boolean} tie
 * @property {boolean} rule Whether there is a rule for it, or may yet be one.
 * @property {number | null} share
 * @property {string} figure
 * @property {number | null} count
 *
 * @typedef {{title: string, note: string, label: string, rows: PairRow[], remark: string}} PairPanel
 *
 * @typedef {object} Telling
 * @property {Partial<Record<Beat, string>>} beats What comes next at each beat before a pair is chosen.
 * @property {string} question What is asked while the next step is covered.
 * @property {string} rule Which of several pairs that are as frequent is merged.
 * @property {string} made The title of the list of tokens made so far.
 * @property {boolean} everywhere Whether a step acts wherever its pair stands, or at one gap only.
 * @property {(merge: Merge) => string} detail Which merge it was, in numbers.
 * @property {(merge: Merge) => string} did How often a merge acted, or by which rank: it follows the pair in the past tense.
 * @property {(merge: Merge) => string} will The same of a merge that is still to come.
 * @property {(merge: Merge) => string} remark What else is worth saying of a merge that is still to come.
 * @property {(step: number) => string} event What is said besides where the step is no other.
 * @property {(rank: number) => string} maker What made a token.
 * @property {(step: number, counts: PairCounts) => PairPanel} pairs
 */

export {};
