// Where the chunks of a text end, by the engine's own table of moves; see automaton.py and its C twin.
//
// A move is where the row of the next state begins, times two, plus one if a chunk can end before the character that
// is read; of those places the last one counts. Classes of characters come from the engine too: those of Unicode 16, whatever
// version this browser knows.

/**
 * @typedef {object} Automaton
 * @property {Uint8Array} near The class of each character below `near.length`.
 * @property {Uint16Array} moves A row for each state, a column for each class, the last for the end of the text.
 * @property {number} width Columns.
 */

const DEAD = 0;

export class PreTokenizer {
  /**
   * @param {Automaton} automaton
   * @param {Uint8Array} classes Of every code point; it is kept and changed.
   */
  constructor({ near, moves, width }, classes) {
    this.moves = moves;
    this.width = width;
    this.classes = classes;
    this.classes.set(near);
  }

  /**
   * The chunks of a text without lone surrogates.
   *
   * @param {string} text
   * @returns {string[]}
   */
  cut(text) {
    const { moves, width, classes } = this;
    const chunks = [];
    for (let start = 0; start < text.length;) {
      let end = start;
      let here = start;
      let row = width; // the second one, the start
      while (row !== DEAD) {
        const point = text.codePointAt(here);
        const move = moves[row + (point === undefined ? width - 1 : classes[point])];
        if (move & 1) end = here;
        if (point === undefined) break;
        row = move >> 1;
        here += point > 0xffff ? 2 : 1;
      }
      if (end === start) throw new Error("no pattern leaves a character over");
      chunks.push(text.slice(start, end));
      start = end;
    }
    return chunks;
  }
}
