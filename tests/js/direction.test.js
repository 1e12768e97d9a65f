// The direction of a text, and of words that differ from their paragraph, compared with Unicode's tables in
// Python.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../explorer_ui/parts/player/history.js";
import { turnedRuns } from "../../explorer_ui/parts/player/lanes.js";
import { directionOf, mayReadFromTheRight } from "../../explorer_ui/browser/direction.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";
import { reference } from "./reference.js";

/** @import {Direction} from "../../explorer_ui/browser/direction.js" */

/** @type {Direction[]} */
const DIRECTIONS = ["ltr", "rtl"];

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

test("runs cover their units, and each letter is in one that reads as the letter does", () => {
  for (const { name, data, directions } of reference.trainings) {
    const history = new History(data);
    assert.equal(directions.length, history.units);
    for (const direction of DIRECTIONS) {
      const runs = turnedRuns(history, 0, history.units, direction);
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

/**
 * @param {string} text How the name begins.
 * @param {string} recipe
 * @param {Direction} direction
 */
function runsOf(text, recipe, direction) {
  const found = reference.trainings.find(
    ({ name }) => name.startsWith(`'${text}`) && name.includes(`by ${recipe},`),
  );
  const history = new History(found?.data ?? assert.fail(`no training on ${text} by ${recipe}`));
  const { bytes, characters } = history.text;
  const line = bytes.indexOf(10);
  const end = characters ? characters.indexOf(line) : line;
  return turnedRuns(history, 0, end, direction).map(({ from, to, turned }) => [
    new TextDecoder().decode(history.text.bytesBetween(from, to)),
    turned,
  ]);
}

test("a Latin word in a Hebrew line is turned, in bytes and in characters", () => {
  const expected = [
    ["שלום ", false],
    ["low", true],
    [" עולם", false],
  ];
  assert.deepEqual(runsOf("שלום low", "bytes", "rtl"), expected);
  assert.deepEqual(runsOf("שלום low", "characters", "rtl"), expected);
});

test("a space in the chunk of the word that follows goes with it", () => {
  assert.deepEqual(runsOf("שלום low", "gpt2", "rtl"), [
    ["שלום", false],
    [" low", true],
    [" עולם", false],
  ]);
  assert.deepEqual(runsOf("שלום low", "gpt2", "ltr"), [
    ["שלום", true],
    [" low", false],
    [" עולם", true],
  ]);
});
