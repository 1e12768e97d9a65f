// How a text is encoded, merge by merge, in the player's format: does what encoding_data in payload.py does.

import { mergeByLowestRank } from "../browser/encoder/lowest_rank.js";
import { BOUNDARY, OPEN } from "../parts/player/history.js";
import { wellFormed } from "../browser/old_browsers.js";
import { baseChunks } from "./tokenizers.js";
import { stageData } from "../parts/trainer/training.js";

/**
 * @import {Tokenizer} from "./tokenizers.js"
 *
 * A merge applied: the two ids, the new id, and the gap of the text that it closed.
 * @typedef {{left: number, right: number, id: number, gap: number}} Applied
 *
 * An encoding: the base units, the index of the first of each chunk, and for each chunk the merges applied, in
 * order.
 * @typedef {{ids: number[], starts: number[], applied: Applied[][]}} Traced
 */

/**
 * Encodes a text as ordinary text; throws an error for a character without an id.
 *
 * @param {Tokenizer} tokenizer
 * @param {string} text Unpaired surrogates become U+FFFD.
 * @returns {Traced}
 */
export function traced(tokenizer, text) {
  /** @type {Traced} */
  const found = { ids: [], starts: [], applied: [] };
  for (const chunk of baseChunks(tokenizer, wellFormed(text))) {
    const start = found.ids.length;
    /** @type {Applied[]} */
    const applied = [];
    const note = (/** @type {number[]} */ ...[left, right, id, gap]) =>
      applied.push({ left, right, id, gap: gap + start });
    for (const id of chunk) found.ids.push(id);
    found.starts.push(start);
    // In a training, a merge of a token comes after the merge that makes it. So to go once through the list of
    // merges is the same as to merge by lowest rank.
    const word = tokenizer.words?.get(chunk.join());
    if (word !== undefined) mergeWord(word, tokenizer, note);
    else if (tokenizer.words) mergeInPasses(chunk, tokenizer, note);
    else mergeByLowestRank([...chunk], tokenizer, note);
    found.applied.push(applied);
  }
  return found;
}

/**
 * Merges the parts of a learned token, each before the token that contains it.
 *
 * @param {number} word Its id.
 * @param {Tokenizer} tokenizer @param {(left: number, right: number, id: number, gap: number) => void} note
 */
function mergeWord(word, { parts }, note) {
  /** @type {(id: number, start: number) => number} Returns the end of a token. */
  const merge = (id, start) => {
    const pair = parts(id);
    if (!pair) return start + 1;
    const middle = merge(pair[0], start);
    const end = merge(pair[1], middle);
    note(...pair, id, middle - 1);
    return end;
  };
  merge(word, 0);
}

/**
 * Merges any learned pair from left to right, pass after pass, until no pair is left that was learned.
 *
 * @param {number[]} chunk @param {Tokenizer} tokenizer
 * @param {(left: number, right: number, id: number, gap: number) => void} note
 */
function mergeInPasses(chunk, { made }, note) {
  let tokens = chunk.map((id, start) => ({ id, start }));
  for (let before = 0; before !== tokens.length;) {
    before = tokens.length;
    /** @type {typeof tokens} */
    const after = [];
    for (let at = 0; at < tokens.length; at++) {
      const [left, right] = [tokens[at], tokens[at + 1]];
      const id = right ? made(left.id, right.id) : -1;
      if (id < 0) after.push(left);
      else {
        note(left.id, right.id, id, right.start - 1);
        after.push({ id, start: left.start });
        at++;
      }
    }
    tokens = after;
  }
}

/** @param {Tokenizer} tokenizer @param {string} text @returns {Message.EncodingData} */
export function encodingData(tokenizer, text) {
  const { recipe, idOfUnit, rankOf } = tokenizer;
  const found = traced(tokenizer, text);
  const steps = found.applied.flat();
  const closed = new Uint32Array(Math.max(0, found.ids.length - 1)).fill(OPEN);
  for (const start of found.starts.slice(1)) closed[start - 1] = BOUNDARY;
  const pairs = pairsMet(found.ids, closed, steps);
  steps.forEach(({ gap }, step) => (closed[gap] = step));
  return {
    ...stageData(wellFormed(text), recipe, idOfUnit, closed),
    merges: steps.flatMap(({ left, right, id }) => [left, right, id, 1, 1]),
    ending: "No more merges apply: these are the tokens.",
    mode: "encode",
    encode_order: recipe.encode_order,
    ranks: steps.map(({ id }) => rankOf(id)),
    pair_ranks: [
      pairs.map(([left, right]) => {
        const id = tokenizer.made(left, right);
        return [left, right, id < 0 ? -1 : rankOf(id)];
      }),
    ],
  };
}

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
