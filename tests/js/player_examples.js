// Worked examples of the player, and texts that are trained here.

import assert from "node:assert/strict";
import "./page.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { goneOn } from "../../explorer_ui/parts/player/own_merges.js";
import { countPairs } from "../../explorer_ui/parts/player/pair_counts.js";
import { wordsOfEncoding, wordsOfTraining } from "../../explorer_ui/parts/player/words_of_steps.js";
import { reference, trainingOf } from "./reference.js";

/** @import {PairPanel} from "../../explorer_ui/parts/player/state.js" */

export const published = trainingOf("aaabdaaabac", "bytes").data;

/** A text of which nothing is merged yet, one byte for each letter. @param {string} text @returns {any} */
export const unmerged = (text, more = {}) => ({
  ...published,
  text: Buffer.from(text).toString("base64"),
  closed_at: Buffer.alloc(2 * text.length - 2, 0xff).toString("base64"),
  merges: [],
  min_count: 2,
  ...more,
});

/** @param {any} data @returns {any} */
export function shownOf(data, history = new History(data)) {
  const words = data.mode === "encode" ? wordsOfEncoding : wordsOfTraining;
  return { data, history, telling: words(data, history) };
}

/** The same, of a text that is trained here. @param {string} text @param {number} [steps] */
export function trained(text, steps = 99, more = {}) {
  const data = unmerged(text, more);
  return shownOf(data, goneOn(data, new History(data), steps));
}

/** @param {readonly {name: string, data: any}[]} cases @param {string} name */
export const caseOf = (cases, name) =>
  shownOf(cases.find((each) => each.name.startsWith(name))?.data ?? assert.fail());

/** @param {any[][]} rows */
export const table = (rows) => rows;

export const worked = shownOf(published); // aa, aaa, aaab
export const spelled = caseOf(reference.encodings, "'aaaa' by bytes");
export const continued = caseOf(reference.continued, "'<e>lower");
export const staged = shownOf(reference.trainings.find(({ data }) => data.second_stage)?.data);
export const words = caseOf(reference.counted, "['hug', 'pug', 'pun', 'bun', 'hugs'] by characters");

/** The table at a step. @param {any} shown @param {number} step @returns {PairPanel} */
export const atOnce = ({ history, telling }, step) => telling.pairs(step, countPairs(history, step));

/** Chunk boundaries after every so many units, and open gaps. @param {number} chunks @param {number} length */
export function boundaries(chunks, length) {
  const gaps = Array.from({ length: chunks * length - 1 }, (_, gap) => ((gap + 1) % length ? 65535 : 65534));
  return Buffer.from(Uint16Array.from(gaps).buffer).toString("base64");
}

export const [A_A, A_B] = [[97, 97], [97, 98]].map(([left, right]) => ({ left, right })); // prettier-ignore
