// The results of Python's reference.

import assert from "node:assert/strict";
import { casesOf } from "./cases.js";

/**
 * @typedef {[number, number, number]} Three Of a pair: left, right, and its count or the id that replaces it.
 * @typedef {{name: string, data: Message.TrainingData}} Trained
 *
 * A state of the text: its tokens as [units, id], its pairs in the order of the rule, and the gaps at which the
 * next pair to merge occurs.
 * @typedef {{tokens: [number, number][], pairs: Three[], gaps: number[]}} Step
 *
 * `across` are the ranks of the merges that make a token across a lifted boundary, for the first time;
 * `directions` has a letter for each base unit.
 * @typedef {Trained & {merges: Three[], across: number[], directions: string, steps: Step[]}} Training
 *
 * `merges` are [left, right, new id, times counted, times replaced] in the order in which they were picked;
 * `ids` are those of the text before the first and after each.
 * @typedef {Trained & {merges: [number, number, number, number, number][], ids: number[][]}} FreeHand
 *
 * Words that count more than once: how many tokens there are at each step, and the pairs in the order of the rule.
 * @typedef {Trained & {steps: {tokens: number, pairs: Three[]}[]}} Counted
 *
 * @typedef {{name: string, data: Message.EncodingData, ids: number[]}} Encoded
 *
 * @typedef {object} Reference
 * @property {Training[]} trainings
 * @property {FreeHand[]} freeHands
 * @property {(Trained & {fewest: number[]})[]} bests The fewest tokens that 0, 1, 2, ... merges can leave.
 * @property {Trained[]} hardest
 * @property {Counted[]} counted
 * @property {(Counted & {earlier: number})[]} continued `earlier` steps are of another vocabulary.
 * @property {Encoded[]} encodings
 * @property {Encoded} lateLift
 * @property {{bytes: number[], kinds: string[]}[]} parts
 * @property {[string, string][]} readable A text, and how Python shows it.
 * @property {string[]} glyphs
 * @property {{ltr: number[], rtl: number[]}} letters
 */

/** @type {Reference} */
export const reference = casesOf("reference_cases");

/** @param {string} text How the text of a training begins. @param {string} recipe */
export const trainingOf = (text, recipe) =>
  reference.trainings.find(({ name }) => name.startsWith(`'${text}`) && name.includes(`by ${recipe},`)) ??
  assert.fail(`no training on ${text} by ${recipe}`);
