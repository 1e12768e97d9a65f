import assert from "node:assert/strict";
import { test } from "node:test";
import { GrownCounts, cheapFrom } from "../../explorer_ui/places/vocabulary/smaller_or_larger/languages.js";
import { breakLines } from "../../explorer_ui/parts/token_row/text_line.js";
import { textParts } from "../../explorer_ui/browser/text_parts.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";

/**
 * @param {string} text
 * @param {number} room In characters.
 */
function rows(text, room) {
  const parts = textParts(encodeUtf8(text));
  const starts = breakLines(parts, ({ length }) => length, room);
  return Array.from(starts, (start, row) =>
    parts
      .slice(start, starts[row + 1])
      .map((part) => part.text)
      .join(""),
  );
}

test("rows break before a blank, after a line break, and inside a word only where it is longer than a row", () => {
  assert.deepEqual(rows("the cat sat on it", 8), ["the·cat", "·sat·on", "·it"]);
  assert.deepEqual(rows("ab\ncd\n", 8), ["ab⏎", "cd⏎"]);
  assert.deepEqual(rows("abcdefghij kl", 4), ["abcd", "efgh", "ij", "·kl"]);
  assert.deepEqual(rows("", 4), [""]);
});

test("no row is wider than there is room", () => {
  for (let room = 3; room < 30; room++)
    for (const row of rows("To be, or   not to be:\nthat is the question.", room))
      assert.ok(row.length <= room);
});

test("a text is cheap from where it stays so", () => {
  // 4 bytes, closed at 300, 400 and 500; the other 2 bytes, closed at 350: twice as many, too many, twice, once.
  const long = new GrownCounts(4, [256, 300, 400, 500], [4, 3, 2, 1]);
  const short = new GrownCounts(2, [256, 350], [2, 1]);
  assert.equal(cheapFrom(long, short, 2), 400);
  assert.equal(cheapFrom(long, short, 1), 500);
  assert.equal(cheapFrom(long, short, 4), 256);
  assert.equal(cheapFrom(long, short, 0.5), null);
});
