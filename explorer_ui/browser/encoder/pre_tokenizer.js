// Where the chunks of a text end, by the engine's own transition table; see automaton.py and its
// implementation in C.
//
// A transition is the index of the next state's row, times two, plus one if a chunk can end before the
// character that is read; the chunk ends at the last such place. The classes of characters come from the
// engine too: those of Unicode 16, whatever version this browser has.

import { bytesOf, uint16sOf } from "../payload.js";

const DEAD = 0;
const CATEGORY = 31; // the bits of a category in the table; the others are not of use here

export class PreTokenizer {
  /** @param {Message.PatternParts} automaton @param {Uint8Array} categories Of each code point: the engine's table. */
  constructor({ near, moves, width, classes }, categories) {
    this.near = bytesOf(near); // the class of each character below its length
    this.moves = uint16sOf(moves); // a row for each state, a column for each class, the last for the end of the text
    this.width = width;
    this.classes = classes; // of each category
    this.categories = categories;
  }

  /** The class of a character. @param {number} point */
  classOf(point) {
    const { near, classes, categories } = this;
    return point < near.length ? near[point] : classes[categories[point] & CATEGORY];
  }

  /** The chunks of a text without unpaired surrogates. @param {string} text @returns {string[]} */
  split(text) {
    const { moves, width } = this;
    const chunks = [];
    for (let start = 0; start < text.length;) {
      let end = start;
      let here = start;
      let row = width; // row 1, the start state
      while (row !== DEAD) {
        const point = text.codePointAt(here);
        const move = moves[row + (point === undefined ? width - 1 : this.classOf(point))];
        if (move & 1) end = here;
        if (point === undefined) break;
        row = move >> 1;
        here += point > 0xffff ? 2 : 1;
      }
      if (end === start) throw new RangeError("no pattern leaves a character over");
      chunks.push(text.slice(start, end));
      start = end;
    }
    return chunks;
  }
}
