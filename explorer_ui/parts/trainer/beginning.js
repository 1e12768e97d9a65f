// What a training begins with: a text split into chunks, each distinct one once, and the ids of its base units.

import { cutAtSpecial } from "../../browser/encoder/encoder.js";
import { GLYPHS } from "../../browser/text_parts.js";
import { encodeUtf8 } from "../../browser/utf8.js";
import { PreTokenizer } from "../../browser/encoder/pre_tokenizer.js";

/**
 * @import {Chunks} from "./trainer.js"
 *
 * The base units of a recipe, bytes or code points, with their ids; those of its special tokens.
 * @typedef {{idOfUnit: Map<number, number>, special: Map<string, number>}} Base
 *
 * The chunks of the whole text in order, as indexes of distinct chunks; a special token is a chunk of one unit,
 * and `special` has for each the number of units that it is written with.
 * @typedef {{chunks: Chunks, order: number[], special: Map<number, number>, base: Base}} Beginning
 *
 * @typedef {(pattern: string) => PreTokenizer} PatternOf
 */

const MARKER = "Ġ";

/** The code point of the word marker. */
export const MARKER_POINT = 0x120;

/** The bytes in the order of their glyphs. */
export const BYTES_BY_GLYPH = Array.from(GLYPHS.keys()).sort((a, b) => (GLYPHS[a] < GLYPHS[b] ? -1 : 1));

/** @param {Pick<Message.Recipe, "alphabet">} recipe */
export const countsBytes = ({ alphabet }) => alphabet === "bytes" || alphabet === "byte-glyphs";

/**
 * A text as an alphabet writes it: with a word marker, every space except a leading one becomes Ġ.
 *
 * @param {string} text @param {Pick<Message.Recipe, "alphabet">} recipe
 */
export function shown(text, { alphabet }) {
  return alphabet === "word-marker" ? text.slice(0, 1) + text.slice(1).replaceAll(" ", MARKER) : text;
}

/**
 * The same; throws an error for a text that contains the marker itself, which could not be told from a space.
 *
 * @param {string} text @param {Message.Recipe} recipe
 */
export function written(text, recipe) {
  const at = recipe.alphabet === "word-marker" ? text.indexOf(MARKER) : -1;
  if (at >= 0)
    throw new Error(
      `The character '${MARKER}' (U+0120) at position ${Array.from(text.slice(0, at)).length} marks a space ` +
        "in this recipe, so a text that contains it could not be decoded.",
    );
  return shown(text, recipe);
}

/** The base units of a text: bytes or code points. @param {string} text @param {Message.Recipe} recipe */
export function unitsOf(text, recipe) {
  if (countsBytes(recipe)) return Array.from(encodeUtf8(text));
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/**
 * @param {string} text Without unpaired surrogates.
 * @param {Message.Recipe} recipe @param {PatternOf} patternOf @returns {Beginning}
 */
export function beginningOf(text, recipe, patternOf) {
  const names = Object.fromEntries(recipe.special_tokens.map((token, place) => [token, place]));
  const preTokenizer = recipe.split_pattern === null ? null : patternOf(recipe.split_pattern);
  /** @type {Map<string, number>} */
  const numbers = new Map(); // a letter before each tells special tokens from chunks
  /** @type {Map<number, number>} */
  const special = new Map();
  /** @type {number[]} */
  const order = [];
  /** @type {string[]} */
  const rows = [];
  const put = (/** @type {string} */ key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    order.push(number);
    return number;
  };
  for (const part of cutAtSpecial(text, names)) {
    if (part.id !== null) {
      special.set(put("s" + part.text), unitsOf(part.text, recipe).length);
      continue;
    }
    const whole = written(part.text, recipe);
    // A leading space is a chunk by itself, so that no merge crosses it.
    const apart = recipe.alphabet === "word-marker" && whole[0] === " " ? [" ", whole.slice(1)] : [whole];
    for (const row of apart.filter(Boolean)) {
      rows.push(row);
      for (const chunk of preTokenizer ? preTokenizer.split(row) : [row]) put("c" + chunk);
    }
  }
  const base = baseOf(recipe, rows);
  const weights = new Array(numbers.size).fill(0);
  for (const number of order) weights[number]++;
  /** @type {Chunks} */
  const chunks = { ids: [], starts: [], weights };
  for (const [key, number] of numbers) {
    chunks.starts.push(chunks.ids.length);
    if (special.has(number)) chunks.ids.push(base.special.get(key.slice(1)) ?? 0);
    else for (const unit of unitsOf(key.slice(1), recipe)) chunks.ids.push(base.idOfUnit.get(unit) ?? 0);
  }
  return { chunks, order, special, base };
}

/**
 * @param {Message.Recipe} recipe
 * @param {string[]} rows The texts as written.
 * @returns {Base}
 */
function baseOf(recipe, rows) {
  const units = unitsInOrder(recipe, rows);
  const { special_tokens: tokens, specials_first: first } = recipe;
  const [firstUnit, firstSpecial] = first ? [tokens.length, 0] : [0, units.length];
  return {
    idOfUnit: new Map(units.map((unit, place) => [unit, firstUnit + place])),
    special: new Map(tokens.map((token, place) => [token, firstSpecial + place])),
  };
}

/** @param {Message.Recipe} recipe @param {string[]} rows */
function unitsInOrder(recipe, rows) {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  if (recipe.alphabet === "bytes") return bytes;
  const seen = new Set(rows.flatMap((row) => Array.from(new Set(unitsOf(row, recipe)))));
  if (recipe.alphabet === "byte-glyphs") return BYTES_BY_GLYPH.filter((byte) => seen.has(byte));
  const rising = Array.from(seen).sort((a, b) => a - b);
  if (recipe.alphabet === "characters") return rising;
  const further = rising.filter((point) => point > 255);
  return [...bytes, ...further, ...(seen.has(MARKER_POINT) ? [] : [MARKER_POINT])];
}

/**
 * The split patterns of the recipes by their names: the engine's automata over the engine's table of characters. Each is
 * unpacked when it is first used.
 *
 * @param {Record<string, Message.PatternParts>} packed
 * @param {Uint8Array} categories Of every code point.
 * @returns {PatternOf}
 */
export function patternsOf(packed, categories) {
  /** @type {Map<string, PreTokenizer>} */
  const made = new Map();
  return (name) => {
    const pattern = made.get(name) ?? new PreTokenizer(packed[name], categories);
    made.set(name, pattern);
    return pattern;
  };
}

/** The class of each code point, from runs: "a3b" is a, a, a, b. @param {string} runs */
export function unpackedClasses(runs) {
  const table = new Uint8Array(0x110000);
  let at = 0;
  for (const [, kind, size] of runs.matchAll(/([a-z])(\d*)/g))
    table.fill(kind.charCodeAt(0) - 97, at, (at += Number(size || 1)));
  return table;
}
