import assert from "node:assert/strict";
import { test } from "node:test";
import { node } from "./page.js";
import { breakLines } from "../../explorer_ui/parts/token_row/text_line.js";
import { TextStage } from "../../explorer_ui/parts/token_row/text_stage.js";
import { VirtualRows } from "../../explorer_ui/parts/token_row/virtual_rows.js";
import { textParts } from "../../explorer_ui/browser/text_parts.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";

/** A box of ten rows of 20 pixels over a thousand. */
function tenOfAThousand() {
  const box = Object.assign(node(), { clientHeight: 200, scrollTop: 0 });
  box.scrollTo = (/** @type {{top: number}} */ { top }) => (box.scrollTop = top);
  const rows = new VirtualRows(box, () => node());
  rows.reset(1000, 20);
  return rows;
}

test("a far row is shown in the middle, a near one just inside, and a visible one where it is", () => {
  const rows = tenOfAThousand();
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

test("rows break before a blank, after a line break, and inside a word only where it is longer than a row", () => {
  const rows = (/** @type {string} */ text, /** @type {number} */ room) => {
    const parts = textParts(encodeUtf8(text));
    const starts = Array.from(breakLines(parts, ({ length }) => length, room));
    const words = parts.map((part) => part.text);
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
