// The results of Python's reference.

import { casesOf } from "./cases.js";

/**
 * A state of the text: its tokens as [units, id], its pairs as [left, right, count] in the order of the rule,
 * and the gaps at which the next pair to merge occurs.
 * @typedef {{tokens: [number, number][], pairs: [number, number, number][], gaps: number[]}} Step
 *
 * `merges` are [left, right, new id]; `directions` has a letter for each base unit.
 * @typedef {object} Training
 * @property {string} name
 * @property {Message.TrainingData} data
 * @property {[number, number, number][]} merges
 * @property {number[]} across The ranks of the merges that make a token across a lifted boundary, for the first time.
 * @property {string} directions
 * @property {Step[]} steps
 *
 * `merges` are [left, right, new id, times counted, times replaced] in the order in which they were picked;
 * `ids` are those of the text before the first and after each.
 * @typedef {object} FreeHand
 * @property {string} name
 * @property {Message.TrainingData} data
 * @property {[number, number, number, number, number][]} merges
 * @property {number[][]} ids
 *
 * Words that count more than once: how many tokens there are at each step, and the pairs in the order of the rule.
 * @typedef {object} Counted
 * @property {string} name
 * @property {Message.TrainingData} data
 * @property {{tokens: number, pairs: [number, number, number][]}[]} steps
 *
 * The fewest tokens that any choice of 0, 1, 2, ... merges leaves.
 * @typedef {{name: string, data: Message.TrainingData, fewest: number[]}} Fewest
 *
 * A training whose first `earlier` steps are merges of the vocabulary that it continues from.
 * @typedef {Counted & {earlier: number}} Continued
 *
 * @typedef {object} Reference
 * @property {Training[]} trainings
 * @property {FreeHand[]} freeHands
 * @property {Fewest[]} bests
 * @property {{name: string, data: Message.TrainingData}[]} hardest
 * @property {Counted[]} counted
 * @property {Continued[]} continued
 * @property {{name: string, data: Message.EncodingData, ids: number[]}[]} encodings
 * @property {{name: string, data: Message.EncodingData, ids: number[]}} lateLift
 * @property {{bytes: number[], kinds: string[]}[]} parts
 * @property {[string, string][]} readable A text, and how Python shows it.
 * @property {string[]} glyphs
 * @property {{ltr: number[], rtl: number[]}} letters
 */

/** @type {Reference} */
export const reference = casesOf("reference_cases");
