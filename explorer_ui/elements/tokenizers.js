// A tokenizer in the browser: your own training, or a published rank table.

import { MARKER_POINT, countsBytes, unitsOf, written } from "../parts/trainer/beginning.js";
import { joined } from "../parts/trainer/training.js";
import { encodeUtf8 } from "../browser/utf8.js";

/**
 * @import {Encoder} from "../browser/encoder/encoder.js"
 * @import {Merge} from "../parts/player/vocabulary.js"
 * @import {PatternOf} from "../parts/trainer/beginning.js"
 * @import {Training} from "../parts/trainer/training.js"
 *
 * @typedef {object} Tokenizer
 * @property {Message.Recipe} recipe
 * @property {Map<number, number>} idOfUnit
 * @property {(left: number, right: number) => number} made The id that a pair makes, which rises with its
 * rank; -1: no merge.
 * @property {(id: number) => number} rankOf The rank of the merge that makes an id.
 * @property {(id: number) => [number, number] | null} parts The pair that makes an id, if a word may be looked up; null
 * for a base unit.
 * @property {(id: number) => boolean} isUnit Whether an id is that of a base unit.
 * @property {(id: number) => Uint8Array} bytesOf What an id is decoded to.
 * @property {Map<string, number> | null} words The id of each learned token by its base units, joined, if a
 * recipe looks a word up before it merges.
 * @property {(text: string) => string[]} cut Splits a text, as it is written.
 *
 * A chunk: the ids of its base units.
 * @typedef {number[]} Chunk
 */

/** What a recipe with a word marker encodes at a time: a word with its marker, and each line break. */
const MARKED_WORDS = /[\r\n]|Ġ?[^Ġ\r\n ]+|Ġ| /gu;

/** The published tables merge bytes by lowest rank. @type {Message.Recipe} */
const OF_TABLES = {
  name: "",
  title: "",
  source: "",
  alphabet: "bytes",
  split_pattern: null,
  special_tokens: [],
  specials_first: false,
  same_string_same_token: false,
  encode_order: "lowest-rank",
  tie_break: "first-seen",
  second_stage: null,
  steps: null,
};

/** @param {Training} training @param {PatternOf} patternOf @returns {Tokenizer} */
export function trainedTokenizer({ how: { recipe }, beginning: { base }, learned: { merges } }, patternOf) {
  const first = base.idOfUnit.size + base.special.size;
  const parts = (/** @type {number} */ id) => pairOf(merges[id - first]);
  /** @type {Map<number, Uint8Array>} */
  const bytes = new Map();
  for (const [unit, id] of base.idOfUnit) bytes.set(id, decoded(unit, recipe));
  const bytesOf = (/** @type {number} */ id) => bytes.get(id) ?? new Uint8Array();
  for (const { left, right, id } of merges) bytes.set(id, joined(bytesOf(left), bytesOf(right)));
  const ids = new Map(merges.map(({ left, right, id }) => [`${left} ${right}`, id]));
  return {
    recipe,
    idOfUnit: base.idOfUnit,
    made: (left, right) => ids.get(`${left} ${right}`) ?? -1,
    rankOf: (id) => id - first,
    isUnit: (id) => id < first,
    bytesOf,
    parts,
    words: recipe.encode_order === "passes" ? wordsOf(merges, parts) : null,
    cut: (text) => cutBy(recipe, text, patternOf),
  };
}

/** What a base unit stands for in the text. @param {number} unit @param {Message.Recipe} recipe */
function decoded(unit, recipe) {
  if (countsBytes(recipe)) return Uint8Array.of(unit);
  const marks = recipe.alphabet === "word-marker" && unit === MARKER_POINT;
  return marks ? Uint8Array.of(0x20) : encodeUtf8(String.fromCodePoint(unit));
}

/** @param {Merge | undefined} merge @returns {[number, number] | null} */
const pairOf = (merge) => (merge ? [merge.left, merge.right] : null);

/** @param {Merge[]} merges @param {Tokenizer["parts"]} parts */
function wordsOf(merges, parts) {
  /** @type {(id: number) => number[]} */
  const units = (id) => parts(id)?.flatMap(units) ?? [id];
  return new Map(merges.map(({ id }) => [units(id).join(), id]));
}

/**
 * @param {Message.Recipe} recipe
 * @param {string} text As it is written.
 * @param {PatternOf} patternOf
 */
function cutBy({ alphabet, split_pattern: pattern }, text, patternOf) {
  if (alphabet === "word-marker") return text.match(MARKED_WORDS) ?? [];
  return pattern === null ? [text].filter(Boolean) : patternOf(pattern).split(text);
}

/** @param {Encoder} encoder @returns {Tokenizer} */
export function publishedTokenizer({ preTokenizer, vocabulary }) {
  return {
    recipe: OF_TABLES,
    idOfUnit: new Map(Array.from(vocabulary.idOfByte, (id, byte) => [byte, id])),
    made: (left, right) => vocabulary.made(left, right),
    rankOf: (id) => id,
    isUnit: (id) => vocabulary.isByte(id),
    bytesOf: (id) => Uint8Array.from(vocabulary.bytesOf(id)),
    parts: () => null,
    words: null,
    cut: (text) => preTokenizer.split(text),
  };
}

/**
 * The chunks of a text as base units; throws an error for a character without an id.
 *
 * @param {Tokenizer} tokenizer
 * @param {string} text Without unpaired surrogates.
 * @returns {Chunk[]}
 */
export function baseChunks({ recipe, idOfUnit, cut }, text) {
  const whole = written(text, recipe);
  const idsOf = (/** @type {string} */ part) => unitsOf(part, recipe).map((unit) => idOfUnit.get(unit) ?? -1);
  const unknown = Array.from(whole).findIndex((character) => idsOf(character).includes(-1));
  if (unknown >= 0) {
    const character = Array.from(whole)[unknown];
    const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    throw new Error(
      `The character '${character}' (U+${point}) at position ${unknown} is not in this recipe's alphabet, ` +
        "which contains only what occurred in the training text.",
    );
  }
  return cut(whole).map(idsOf);
}
