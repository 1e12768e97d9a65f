// How a text is encoded, merge by merge, in the player's format: does what encoding_data in payload.py does.

import { codePoint, encodeUtf8 } from "../browser/utf8.js";
import { Encoder } from "../browser/encoder/encoder.js";
import { mergeByLowestRank } from "../browser/encoder/lowest_rank.js";
import { wellFormed } from "../browser/old_browsers.js";
import { BOUNDARY, OPEN } from "../parts/player/history.js";
import { countsBytes, unitsOf } from "../parts/trainer/beginning.js";
import { joined, stageData } from "../parts/trainer/training.js";

/**
 * @import {PatternOf} from "../parts/trainer/beginning.js"
 * @import {Training} from "../parts/trainer/training.js"
 *
 * A merge applied: the two ids, the new id, and the gap of the text that it closed.
 * @typedef {{left: number, right: number, id: number, gap: number}} Applied
 */

/**
 * The encoder of a training. In a training, a merge of a token comes after the merge that makes it, so to go once
 * through the list of merges is the same as to merge by lowest rank.
 *
 * @param {Training} training @param {PatternOf} patternOf
 */
export function encoderOf({ how: { recipe }, beginning: { base }, learned: { merges } }, patternOf) {
  if (recipe.encode_order === "passes")
    throw new Error("This recipe merges in passes: only the app encodes with it.");
  const first = base.idOfUnit.size + base.special.size;
  /** @type {Map<number, Uint8Array>} */
  const bytes = new Map();
  for (const [unit, id] of base.idOfUnit)
    bytes.set(id, countsBytes(recipe) ? Uint8Array.of(unit) : encodeUtf8(String.fromCodePoint(unit)));
  const bytesOf = (/** @type {number} */ id) => bytes.get(id) ?? new Uint8Array();
  for (const { left, right, id } of merges) bytes.set(id, joined(bytesOf(left), bytesOf(right)));
  const ids = new Map(merges.map(({ left, right, id }) => [`${left} ${right}`, id]));
  const pattern = recipe.split_pattern;
  return new Encoder({
    split: (text) => (pattern === null ? [text].filter(Boolean) : patternOf(pattern).split(text)),
    vocabulary: {
      unitsOf: (text) =>
        unitsOf(text, recipe).map((unit) => base.idOfUnit.get(unit) ?? unknown(text, recipe, base)),
      made: (left, right) => ids.get(`${left} ${right}`) ?? -1,
      isUnit: (id) => id < first,
      rankOf: (id) => id - first,
      bytesOf,
    },
    display: recipe.alphabet === "byte-glyphs" ? "glyphs" : "text",
  });
}

/** @param {string} text @param {Message.Recipe} recipe @param {Training["beginning"]["base"]} base @returns {never} */
function unknown(text, recipe, { idOfUnit }) {
  const character = Array.from(text).find((one) => unitsOf(one, recipe).some((unit) => !idOfUnit.has(unit)));
  throw new Error(
    `The character '${character}' (${codePoint(character?.codePointAt(0) ?? 0)}) is not in this recipe's alphabet, ` +
      "which contains only what occurred in the training text.",
  );
}

/**
 * @param {Encoder} encoder @param {string} text Encoded as ordinary text; unpaired surrogates become U+FFFD.
 * @param {Training} [training] Whose encoder it is; otherwise it is that of a published table.
 * @returns {Message.EncodingData}
 */
export function encodingData({ split, vocabulary }, text, training) {
  const whole = wellFormed(text);
  /** @type {number[]} */
  const ids = [];
  /** @type {Applied[]} */
  const steps = [];
  const starts = [];
  for (const chunk of split(whole)) {
    const start = ids.length;
    starts.push(start);
    const units = vocabulary.unitsOf(chunk);
    for (const id of units) ids.push(id);
    mergeByLowestRank(units, vocabulary, (left, right, id, gap) =>
      steps.push({ left, right, id, gap: gap + start }),
    );
  }
  const closed = new Uint32Array(Math.max(0, ids.length - 1)).fill(OPEN);
  for (const start of starts.slice(1)) closed[start - 1] = BOUNDARY;
  const pairs = pairsMet(ids, closed, steps);
  steps.forEach(({ gap }, step) => (closed[gap] = step));
  const recipe = training?.how.recipe ?? { alphabet: "bytes", encode_order: "lowest-rank" };
  return {
    ...stageData(whole, recipe, training?.beginning.base.idOfUnit ?? bytesIn(vocabulary), closed),
    merges: steps.flatMap(({ left, right, id }) => [left, right, id, 1, 1]),
    ending: "No more merges apply: these are the tokens.",
    mode: "encode",
    encode_order: recipe.encode_order,
    ranks: steps.map(({ id }) => vocabulary.rankOf(id)),
    pair_ranks: [
      pairs.map(([left, right]) => {
        const id = vocabulary.made(left, right);
        return [left, right, id < 0 ? -1 : vocabulary.rankOf(id)];
      }),
    ],
  };
}

/** The ids of all bytes. @param {Encoder["vocabulary"]} vocabulary @returns {Map<number, number>} */
const bytesIn = ({ idOfByte = [] }) => new Map(Array.from(idOfByte, (id, byte) => [byte, id]));

/**
 * Every pair of adjacent tokens that existed at some point, in the order in which they first did.
 *
 * @param {number[]} base
 * @param {Uint32Array} closed Before the first merge.
 * @param {Applied[]} steps
 */
function pairsMet(base, closed, steps) {
  /** @type {Map<string, [number, number]>} */
  const met = new Map();
  const meet = (/** @type {number} */ left, /** @type {number} */ right) => {
    const key = `${left} ${right}`;
    if (!met.has(key)) met.set(key, [left, right]);
  };
  const isBoundary = (/** @type {number} */ gap) => closed[gap] === BOUNDARY;
  const ids = [...base];
  const ends = base.map((_, unit) => unit + 1); // of the token that begins at a unit
  const starts = base.map((_, unit) => unit); // of the token that ends with a unit
  for (let gap = 0; gap < closed.length; gap++) if (!isBoundary(gap)) meet(ids[gap], ids[gap + 1]);
  for (const { id, gap } of steps) {
    const [start, end] = [starts[gap], ends[gap + 1]];
    ids[start] = id;
    ends[start] = end;
    starts[end - 1] = start;
    if (start > 0 && !isBoundary(start - 1)) meet(ids[starts[start - 1]], id);
    if (end < base.length && !isBoundary(end - 1)) meet(id, ids[end]);
  }
  return Array.from(met.values());
}
