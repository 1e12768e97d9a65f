// Where the chunks of a text end, by the engine's own transition table; see automaton.py and its
// implementation in C.
//
// A transition is the index of the next state's row, times two, plus one if a chunk can end before the
// character that is read; the chunk ends at the last such place. The classes of characters come from the
// engine too: those of Unicode 16, whatever version this browser has.

/**
 * @typedef {object} Automaton
 * @property {Uint8Array} near The class of each character below `near.length`.
 * @property {Uint16Array} moves A row for each state, a column for each class, the last for the end of the
 * text.
 * @property {number} width The number of columns.
 */

const DEAD = 0;

export class PreTokenizer {
  /**
   * @param {Automaton} automaton
   * @param {Uint8Array} classes Of every code point; the array is kept and modified.
   */
  constructor({ near, moves, width }, classes) {
    this.moves = moves;
    this.width = width;
    this.classes = classes;
    this.classes.set(near);
  }

  /** The chunks of a text without unpaired surrogates. @param {string} text @returns {string[]} */
  split(text) {
    const { moves, width, classes } = this;
    const chunks = [];
    for (let start = 0; start < text.length;) {
      let end = start;
      let here = start;
      let row = width; // row 1, the start state
      while (row !== DEAD) {
        const point = text.codePointAt(here);
        const move = moves[row + (point === undefined ? width - 1 : classes[point])];
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
