// Where the rows of the stage break, how wide its cells are, and in which direction they and their words are read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, part } from "./page.js";
import { Cursor } from "../../explorer_ui/parts/player/hands.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import {
  breakUnits,
  brokenChunk,
  cellWidths,
  rowDirections,
  BOUNDARY_GAP,
} from "../../explorer_ui/parts/player/rows.js";
import { drawRow } from "../../explorer_ui/parts/player/draw_row.js";
import { Widths } from "../../explorer_ui/parts/token_row/strip/layout.js";
import { lanesOf } from "../../explorer_ui/parts/player/lanes.js";
import { Stage } from "../../explorer_ui/parts/player/stage.js";
import { TextUnits } from "../../explorer_ui/parts/player/text_units.js";
import { directionOf, mayReadFromTheRight } from "../../explorer_ui/browser/direction.js";
import { encodeUtf8, isContinuation } from "../../explorer_ui/browser/utf8.js";
import { reference, trainingOf } from "./reference.js";

const ONE = 12;
const ruler = { ch: 8, width: (/** @type {string} */ text) => 8 * text.length };

const DIRECTIONS = /** @type {const} */ (["ltr", "rtl"]);

const historyOf = (/** @type {string} */ text, /** @type {string} */ recipe) =>
  new History(trainingOf(text, recipe).data);

/** @param {History} history @param {number} cells How many plain letters a row has room for. */
function rowsOf(history, cells) {
  const starts = breakUnits(history, cellWidths(history, ruler, ONE), cells * ONE);
  return Array.from(starts, (from, row) =>
    new TextDecoder().decode(history.text.bytesBetween(from, starts[row + 1] ?? history.units)),
  );
}

test("a token of the strip that has too many letters, or too wide ones, ends in an ellipsis", () => {
  for (const [letters, room, shown] of [
    [60, 700, 60],
    [80, 700, 59], // more than sixty
    [12, 11 + 12 * 8, 12],
    [12, 10 + 12 * 8, 11], // the last is one pixel too wide
    [1, 12, 1], // something is shown of any token
  ]) {
    const parts = Array(letters).fill({ kind: "text", text: "-" });
    const drawn = new Widths("tokens", any(ruler), 1, room).lettersOf(any({ parts }));
    assert.equal(drawn.map(({ text }) => text).join(""), "-".repeat(shown) + (shown < letters ? "…" : ""));
  }
});

test("a special token is one unit, as wide as all of its letters", () => {
  const ids = [0, 9, 8, 7];
  const bytes = ["h", "<|endoftext|>", "[UNK]", "é"].map((unit) => new TextEncoder().encode(unit));
  const text = new TextUnits({
    text: Buffer.concat(bytes).toString("base64"),
    units: "characters",
    base_ids: null,
    base_units: ids.flatMap((id, at) => [id, bytes[at].length]),
  });
  const history = Object.assign(historyOf("low lower", "bytes"), { text, units: 4 });
  assert.deepEqual([...cellWidths(history, ruler, ONE)], [ONE, 13 * ONE, 5 * ONE, ONE]);
});

test("a row breaks after a space or a line break, with chunk boundaries at one, and each takes room", () => {
  const plain = ["low lower ", "lowest, newer ", "newest\n", "the lowest of ", "the low"];
  assert.deepEqual(rowsOf(historyOf("low lower", "bytes"), 14), plain);
  const history = historyOf("low lower", "gpt2");
  // " newer" would leave two fifths of the row empty, so a word is split there.
  const rows = ["low lower", " lowest,", " newer newe", "st\n", "the lowest", " of the low"];
  assert.deepEqual(rowsOf(history, 12), rows);
  // One boundary is in "low lower".
  const widths = cellWidths(history, ruler, ONE);
  assert.equal(breakUnits(history, widths, 9 * ONE + BOUNDARY_GAP)[1], 9);
  assert.equal(breakUnits(history, widths, 9 * ONE + BOUNDARY_GAP - 1)[1], 8);
});

test("a word longer than a row is cut between two characters, never inside one", () => {
  assert.deepEqual(rowsOf(historyOf("aaabdaaabac", "bytes"), 4), ["aaab", "daaa", "bac"]);
  for (const { data } of reference.trainings) {
    const history = new History(data);
    const widths = cellWidths(history, ruler, ONE);
    for (const room of [70, 100, 333]) {
      const starts = breakUnits(history, widths, room);
      assert.equal(starts[0], 0);
      starts.forEach((from, row) => {
        const to = starts[row + 1] ?? history.units;
        if (row) assert.ok(from > starts[row - 1] && from < history.units);
        const bytes = history.text.bytesBetween(from, to);
        assert.ok(!isContinuation(bytes[0]));
        assert.ok(!bytes.subarray(0, -1).includes(10)); // a line break ends its row
        let width = 0;
        for (let unit = from; unit < to; unit++)
          width += widths[unit] + (unit > from && history.isBoundary(unit - 1) ? BOUNDARY_GAP : 0);
        assert.ok(width <= room);
      });
    }
  }
});

test("the work of breaking rows grows with the text, not with its square", () => {
  for (const kind of ["bytes", "gpt2"]) {
    const history = historyOf("low lower", kind);
    let looked = 0;
    const { includes } = history.closed;
    history.closed.includes = (...sought) => (looked++, includes.apply(history.closed, sought));
    const starts = breakUnits(history, cellWidths(history, ruler, ONE), 6 * ONE);
    brokenChunk(history, starts);
    assert.ok(starts.length > 5 && looked <= 2, `${kind}: the whole text was looked at ${looked} times`);
  }
});

test("a byte of a longer character has room for two hex digits, a wide character for itself", () => {
  const bytes = cellWidths(historyOf("👩", "bytes"), ruler, ONE);
  assert.equal(bytes[0], 16); // 8 * 1.36 rounded up, and the gap, and 2
  const characters = cellWidths(historyOf("👩", "characters"), ruler, ONE);
  assert.equal(characters[0], 20); // two UTF-16 units of this ruler, and the gap, and 1
  assert.deepEqual(new Set(cellWidths(historyOf("👩", "hf-course"), ruler, ONE)), new Set([ONE]));
});

test("a middle dot is drawn as itself, not as the sign of a space", () => {
  for (const [recipe, ...spaces] of [["characters", "white"], ["hf-course"]]) {
    const history = historyOf("l·l", recipe);
    const lanes = lanesOf(history, cellWidths(history, ruler, ONE), 0, history.units, "ltr", 1000, 0);
    const line = node();
    const nothing = { selected: null, lit: null, acting: null, film: null };
    const scene = { history, step: 0, ...nothing, one: ONE, uid: "" };
    const shown = { ...scene, covered: false, everywhere: true, roofed: false };
    drawRow(line, shown, lanes, [...history.tokens(0)]);
    /** @type {any[]} */
    const cells = line.children.flatMap((/** @type {any} */ token) => token.children);
    const dots = cells.filter(({ textContent }) => textContent === "·").map(({ className }) => className);
    assert.deepEqual(dots, ["cell text", ...spaces, "cell text"]);
  }
});

test("a row reads as its paragraph does, whose first letter says it", () => {
  const history = historyOf("שלום low", "bytes");
  const widths = cellWidths(history, ruler, ONE);
  // שלום low עולם / low שלום low / سَلام 12 سَلام
  assert.deepEqual(rowDirections(history, breakUnits(history, widths, 1000)), ["rtl", "ltr", "rtl"]);
  const narrow = breakUnits(history, widths, 10 * ONE);
  const directions = rowDirections(history, narrow);
  narrow.forEach((from, row) => {
    const second = from >= 22 && from < 39; // the bytes of the second line
    assert.equal(directions[row], second ? "ltr" : "rtl");
  });
});

test("the keys on the stage go from token to token, and to the ends of a line", () => {
  // Two lines of four units, in tokens of two; the last two are tokens of one.
  const startOf = (/** @type {number} */ unit) => (unit > 5 ? unit : unit - (unit % 2));
  const tokenAt = (/** @type {number} */ unit) => ({
    start: startOf(unit),
    end: startOf(unit) + (unit > 5 ? 1 : 2),
  });
  const lines = {
    starts: [0, 4],
    rowOf: (/** @type {number} */ unit) => Number(unit >= 4),
    end: (/** @type {number} */ row) => [4, 8][row],
  };
  const scene = { history: { units: 8, startOf, tokenAt }, step: 1, selected: null };
  const stage = { box: { addEventListener() {} }, lines, rows: { reveal() {} }, scene };
  const cursor = new Cursor(any(stage), any({ moveTo() {} }), () => {});
  for (const [key, ...places] of /** @type {[string, ...number[]][]} */ ([
    ["End", 2, 2, 7, 7, 7],
    ["Home", 0, 0, 4, 4, 4],
    ["ArrowRight", 2, 4, 6, 7, 7],
    ["ArrowLeft", 0, 0, 2, 4, 6],
  ]))
    places.forEach((to, token) => {
      const from = [0, 2, 4, 6, 7][token];
      cursor.unit = from;
      cursor.pressed(any({ key, preventDefault() {} }));
      assert.equal(cursor.unit, to, `${key} from ${from}`);
    });
});

for (const direction of DIRECTIONS)
  test(`letters that read ${direction}`, () => {
    for (const point of reference.letters[direction]) {
      const letter = String.fromCodePoint(point);
      const others = direction === "ltr" ? "שلא" : "abc";
      assert.equal(directionOf(letter), direction, `U+${point.toString(16)}`);
      assert.equal(directionOf(` 12, ${letter}${others}`), direction);
      assert.equal(mayReadFromTheRight(encodeUtf8(letter)) || direction === "ltr", true);
    }
  });

test("a text without letters reads from the left", () => {
  for (const text of ["", " ", "12 + 3", "🙂"]) assert.equal(directionOf(text), "ltr");
  assert.ok(!mayReadFromTheRight(encodeUtf8("naïve Ωмега")));
});

/** @param {History} history @param {number} to @param {(typeof DIRECTIONS)[number]} direction */
const lanes = (history, to, direction) =>
  lanesOf(history, cellWidths(history, ruler, ONE), 0, to, direction, 1000, 0);

test("runs cover their units, and each letter is in one that reads as the letter does", () => {
  for (const { name, data, directions } of reference.trainings) {
    const history = new History(data);
    assert.equal(directions.length, history.units);
    for (const direction of DIRECTIONS) {
      const runs = lanes(history, history.units, direction);
      let at = 0;
      for (const { from, to, turned } of runs) {
        assert.equal(from, at);
        assert.ok(to > from);
        at = to;
        const wrong = turned === (direction === "ltr") ? "l" : "r";
        assert.ok(!directions.slice(from, to).includes(wrong), `${name}, ${direction}: ${from} to ${to}`);
      }
      assert.equal(at, history.units);
    }
  }
});

/** @param {string} recipe @param {(typeof DIRECTIONS)[number]} direction */
function runsOfTheFirstLine(recipe, direction) {
  const history = historyOf("שלום low", recipe);
  const { bytes, characters } = history.text;
  const line = bytes.indexOf(10);
  const end = characters ? characters.indexOf(line) : line;
  return lanes(history, end, direction).map(({ from, to, turned }) => [
    new TextDecoder().decode(history.text.bytesBetween(from, to)),
    turned,
  ]);
}

test("a Latin word in a Hebrew line is turned; a space in the chunk of the word that follows goes with it", () => {
  const apart = [["שלום ", false], ["low", true], [" עולם", false]]; // prettier-ignore
  for (const recipe of ["bytes", "characters"]) assert.deepEqual(runsOfTheFirstLine(recipe, "rtl"), apart);
  for (const direction of DIRECTIONS) {
    const latin = direction === "rtl";
    const expected = [["שלום", !latin], [" low", latin], [" עולם", !latin]]; // prettier-ignore
    assert.deepEqual(runsOfTheFirstLine("gpt2", direction), expected);
  }
});

test("a press in the rail brings the row there into the middle of what is seen", () => {
  /** @type {number[]} */
  const tops = [];
  const rows = { height: 8000, view: 400, scrollTo: (/** @type {number} */ top) => tops.push(top) };
  const stage = part(Stage, { rail: { scale: 200 }, rows });
  for (const y of [0, 100, 199]) stage.scrollToRail(y);
  assert.deepEqual(tops, [-200, 3800, 7760]);
});
