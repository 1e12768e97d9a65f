// The split patterns of the recipes: the engine's automata over the engine's table of characters.

import { PreTokenizer } from "../../browser/encoder/pre_tokenizer.js";
import { classesOf } from "../../browser/encoder/encoder.js";
import { bytesOf, uint16sOf } from "../../browser/payload.js";

/** @import {PatternOf} from "./beginning.js" */

/**
 * Returns each pattern by its name; it is unpacked when it is first used.
 *
 * @param {Record<string, Message.PatternParts>} packed
 * @param {Uint8Array} categories Of every code point.
 * @returns {PatternOf}
 */
export function patternsOf(packed, categories) {
  /** @type {Map<string, PreTokenizer>} */
  const made = new Map();
  return (name) => {
    const pattern = made.get(name) ?? unpacked(packed[name], categories);
    made.set(name, pattern);
    return pattern;
  };
}

/** @param {Message.PatternParts} packed @param {Uint8Array} categories */
function unpacked({ near, moves, width, classes }, categories) {
  const automaton = { near: bytesOf(near), moves: uint16sOf(moves), width };
  return new PreTokenizer(automaton, classesOf(categories, classes));
}
