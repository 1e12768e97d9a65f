// Which rows of a long text are drawn, where they break, and where boxes and what is pointed at are in them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, part, untyped } from "./page.js";
import { BoundaryRow, TextLine, breakLines } from "../../explorer_ui/parts/token_row/text_line.js";
import { TextStage } from "../../explorer_ui/parts/token_row/text_stage.js";
import { VirtualRows } from "../../explorer_ui/parts/token_row/virtual_rows.js";
import { textParts } from "../../explorer_ui/browser/text_parts.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";

/** A box of ten rows of 20 pixels, of so many. @param {number} all */
function tenOf(all) {
  const box = Object.assign(node(), { clientHeight: 200, scrollTop: 0 });
  box.scrollTo = (/** @type {{top: number}} */ { top }) => (box.scrollTop = top);
  const rows = new VirtualRows(box, (row) => Object.assign(node(), { row }));
  rows.reset(all, 20);
  return rows;
}

test("a far row is shown in the middle, a near one just inside, and a visible one where it is", () => {
  const rows = tenOf(1000);
  assert.equal(String(rows.visible), "0,9");
  for (const [row, visible] of [
    [500, [495, 504]], // far below
    [497, [495, 504]], // visible
    [505, [496, 505]], // the next one
    [495, [495, 504]], // the one before
    [200, [195, 204]], // far above
    [2, [0, 9]], // near the beginning there is no middle
    [999, [990, 999]],
  ]) {
    rows.reveal(Number(row));
    assert.equal(String(rows.visible), String(visible), `after row ${row}`);
  }
});

test("what was touched stays pointed at when the finger is lifted, unlike what a mouse has left", (context) => {
  /** @type {Record<string, (event: object) => void>} */
  const heard = {};
  const hear = (/** @type {string} */ name, /** @type {(event: object) => void} */ act) =>
    (heard[name] = act);
  context.mock.method(Object.getPrototypeOf(node()), "addEventListener", hear);
  /** @type {(number | null)[]} */
  const pointed = [];
  new TextStage("A text", (place) => pointed.push(place)).byteUnder = () => 3;
  const touch = { pointerType: "touch" };
  heard.pointerdown(touch);
  heard.pointerleave(touch);
  assert.deepEqual(pointed, [3]);
  heard.pointerleave({ pointerType: "mouse" });
  assert.deepEqual(pointed, [3, null]);
});

test("of a part that reads from right to left, the gap nearest to a pointer is counted from the right", () => {
  for (const [rightToLeft, x, gap] of /** @type {const} */ ([
    [false, 11, 5],
    [true, 11, 7],
    [true, 1, 8],
    [false, 41, null],
  ])) {
    const row = { node: { getBoundingClientRect: () => ({ left: 0 }) } };
    const line = { firstByte: 4, places: [{ left: 0, right: 40, rightToLeft }], starts: [4, 8], rows: [row] };
    const stage = new TextStage("A text", () => {});
    stage.box.getBoundingClientRect = any(() => ({ top: 0 }));
    const places = { layout: { starts: [0] }, lines: new Map([[1, line]]), partStarts: [4] };
    Object.assign(stage, { ...places, scroller: { top: 0 } });
    Object.defineProperty(stage, "lineHeight", { value: 20 });
    assert.equal(stage.gapUnder(any({ clientX: x, clientY: 5 })), gap);
  }
});

test("rows break before a blank, after a line break, and inside a word only where it is longer than a row", () => {
  const rows = (/** @type {string} */ text, /** @type {number} */ room) => {
    const parts = textParts(encodeUtf8(text));
    const starts = Array.from(breakLines(parts, ({ length }) => length, room));
    const words = parts.map(({ text: word }) => word);
    return starts.map((start, row) => words.slice(start, starts[row + 1]).join(""));
  };
  assert.deepEqual(rows("the cat sat on it", 8), ["the·cat", "·sat·on", "·it"]);
  assert.deepEqual(rows("ab\ncd\n", 8), ["ab⏎", "cd⏎"]);
  assert.deepEqual(rows("abcdefghij kl", 4), ["abcd", "efgh", "ij", "·kl"]);
  assert.deepEqual(rows("", 4), [""]);
  // No row is wider than there is room.
  for (let room = 3; room < 30; room++)
    for (const row of rows("To be, or   not to be:\nthat is the question.", room))
      assert.ok(row.length <= room);
});

test("a text higher than a browser can scroll is reached to its last row", () => {
  const rows = tenOf(1_000_000);
  assert.equal(rows.pad.style.height, "8000000px");
  for (const [row, visible] of [
    [999_999, [999_990, 999_999]],
    [500_000, [499_995, 500_004]],
    [0, [0, 9]],
  ]) {
    rows.reveal(Number(row));
    assert.equal(String(rows.visible), String(visible));
  }
  // Of a shorter text the last rows are seen, and two more are drawn on each side, if there are any.
  rows.reveal(999_999);
  rows.reset(100, 20);
  assert.equal(String(rows.visible), "90,99");
  const drawn = () => any(rows.window).children.map(untyped(({ row }) => row));
  assert.deepEqual([drawn()[0], drawn().at(-1)], [88, 99]);
});

test("a row has its boxes where the letters of its bytes are, in both directions", () => {
  // A letter of one byte, and one of three.
  const starts = [5, 6, 9];
  const place = untyped((left, right, rightToLeft) => ({ left, right, rightToLeft }));
  // prettier-ignore
  for (const [places, from, to, expected] of any([
    [[place(0, 10), place(10, 40)], 0, 99, [[0, 40]]],
    [[place(0, 10), place(50, 80)], 5, 6, [[0, 10]]],
    [[place(0, 10), place(10, 40)], 7, 9, [[20, 40]]],
    [[place(30, 40, true), place(0, 30, true)], 5, 7, [[20, 40]]],
    [[place(30, 40, true), place(0, 30, true)], 8, 9, [[0, 10]]],
    [[place(0, 10), place(50, 80)], 5, 8, [[0, 10], [50, 70]]],
    [[place(50, 60), place(0, 30)], 5, 9, [[0, 30], [50, 60]]],
  ]))
    assert.deepEqual(part(TextLine, { starts, places }).stretches(from, to), expected);
  // A token of a space and a word of the other direction: the last letter joins what is apart until then.
  const places = [place(30, 40), place(0, 10), place(10, 20), place(20, 30)];
  assert.deepEqual(part(TextLine, { starts: [0, 1, 2, 3, 4], places }).stretches(0, 4), [[0, 40]]);
});

test("a row of boundaries has the tokens that overlap with a stretch, and colours those that differ", () => {
  const row = new BoundaryRow([2, 5], 9, { differing: [[2, 9]], unknown: [0, 5] });
  for (const [from, to, tokens] of any([
    [0, 2, "0-2"],
    [1, 3, "0-2 2-5"],
    [5, 6, "5-9"],
    [3, 9, "2-5 5-9"],
  ])) {
    const found = row.tokensBetween(from, to).map(({ start, end }) => `${start}-${end}`);
    assert.equal(found.join(" "), tokens);
  }
  const looks = [[0, 2], [2, 5], [5, 9]].map(([start, end]) => row.lookOf({ start, end }, 0)); // prettier-ignore
  assert.deepEqual(looks, ["base unknown", "differs", "differs unknown"]);
  const lookOf = untyped(({ start }, tint) => `${start} ${tint}`);
  assert.equal(new BoundaryRow([], 3, { lookOf }).lookOf({ start: 0, end: 3 }, 1), "0 1");
});
