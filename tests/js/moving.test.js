// Boxes and letters that move to where they belong when the same bytes are divided in another way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, untyped } from "./page.js";
import { Movement } from "../../explorer_ui/parts/token_row/moving.js";

/** A movement, at a share of its time; what it draws on is left out. @param {object} before @param {object} after */
function movement(before, after, t = 0) {
  const nothing = { boxes: [], letters: [], figures: [] };
  const context = new Proxy({}, { get: () => () => ({}), set: () => true });
  const { document } = any(globalThis);
  const { createElement } = document;
  document.createElement = () => Object.assign(node(), { getContext: () => context });
  const getComputedStyle = () => ({});
  Object.assign(globalThis, { requestAnimationFrame() {}, getComputedStyle, devicePixelRatio: 1 });
  const box = Object.assign(node(), { after() {} });
  const moving = new Movement(box, node(), any({ ...nothing, ...before }), any({ ...nothing, ...after }));
  document.createElement = createElement;
  moving.t = t;
  return any(moving);
}
const at = untyped((x, width) => ({ x, y: 0, width, height: 10 }));
const placesOf = untyped((some) =>
  some.map(untyped(({ from, to, place }) => [from, to, place.x, place.width])),
);

test("a box that is divided goes with its bytes to where their boxes are, and slows down", () => {
  const box = untyped((from, to, place, rtl = false) => ({ from, to, place, rtl, look: {} }));
  const parts = [box(0, 1, at(0, 30)), box(1, 4, at(40, 60))];
  const whole = box(0, 4, at(0, 80));
  for (const [before, after, t, ...expected] of any([
    [[whole], parts, 0, [0, 1, 0, 20], [1, 4, 20, 60]],
    [[whole], parts, 0.5, [0, 1, 0, 28.75], [1, 4, 37.5, 60]],
    [parts, [whole], 1, [0, 1, 0, 20], [1, 4, 20, 60]],
    // From the right, the first byte is the last on the screen.
    [[{ ...whole, rtl: true }], parts, 0, [0, 1, 60, 20], [1, 4, 0, 60]],
    // What is in only one of them is where it is there.
    [[whole], [box(6, 7, at(9, 9))], 0.5, [0, 4, 0, 80], [6, 7, 9, 9]],
  ]))
    assert.deepEqual(placesOf(movement({ boxes: before }, { boxes: after }, t).scene.boxes), expected);
  const edges = untyped((rtl) => {
    const { pieces } = movement({ boxes: [{ ...whole, rtl }] }, { boxes: parts });
    return pieces.map(untyped(({ opens, closes }) => [opens, closes]));
  });
  assert.deepEqual(edges(false), [[[1, 1], [0, 1]], [[0, 1], [1, 1]]]); // prettier-ignore
  assert.deepEqual(edges(true), [[[0, 1], [1, 1]], [[1, 1], [0, 1]]]); // prettier-ignore
});

test("letters travel with their bytes, those that join as one, and parts come from the whole", () => {
  const letter = untyped((from, to, x, text, run) => ({ from, to, place: at(x, 10), text, size: 9, run }));
  const moved = untyped(
    (before, after, t) => movement({ letters: before }, { letters: after }, t).scene.letters,
  );
  const [family, two] = [letter(0, 8, 5), [letter(0, 4, 50), letter(4, 8, 70)]];
  for (const [before, after, t, ...expected] of any([
    [[family], two, 0, [0, 8, 5, 10], [0, 4, 5, 10], [4, 8, 5, 10]],
    [[family], two, 1, [0, 8, 5, 10], [0, 4, 50, 10], [4, 8, 70, 10]],
    [two, [family], 1, [0, 4, 5, 10], [4, 8, 5, 10], [0, 8, 5, 10]],
  ]))
    assert.deepEqual(placesOf(moved(before, after, t)), expected);
  const arabic = untyped((x, first, second) => [
    letter(0, 2, x + 10, "م", first),
    letter(2, 4, x, "ل", second),
  ]);
  for (const [now, after, ...expected] of any([
    ["one", "now", "مل 50 20"],
    ["one", "then", "م 60 10", "ل 50 10"],
    ["two", "now", "م 60 10", "ل 50 10"],
  ])) {
    const seen = moved(arabic(0, "one", now), arabic(50, "now", after), 1);
    assert.deepEqual(seen.map(untyped(({ text, place }) => `${text} ${place.x} ${place.width}`)), expected); // prettier-ignore
  }
  const [old, young] = ["old", "new"].map((text) => ({ figures: [{ text, place: at(0, 9), size: 9 }] }));
  const texts = [0.2, 0.21].map((t) => movement(old, young, t).scene.figures[0].text);
  assert.deepEqual(texts, ["old", "new"]);
});
