import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf } from "../../explorer_ui/present/classroom/question_card.js";

test("the board has every follower once, BPE's row always, and the fewest tokens first", () => {
  const fewest = { tokens: 18, proven: true };
  assert.deepEqual(boardOf({ tokens: [[20, 2], [25, 1]], rule: 21, fewest }), {
    options: ["18 tokens, the fewest possible", "20 tokens", "21 tokens, BPE", "25 tokens"],
    counts: [0, 2, 0, 1],
    answer: [0, 1, 2],
  }); // prettier-ignore
  /** @type {[number, number][]} */
  const many = Array.from({ length: 30 }, (_, i) => [40 + i, i + 1]);
  const { options, counts, answer } = boardOf({ tokens: many, rule: 60 });
  assert.deepEqual(options.slice(5), ["45 tokens", "60 tokens, BPE", "46 to 69 tokens"]);
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    (30 * 31) / 2,
  );
  assert.deepEqual(answer, [0, 1, 2, 3, 4, 5, 6]);
  const lastOf = (/** @type {number} */ rows) =>
    boardOf({ tokens: many.slice(0, rows), rule: 43 }).options[7];
  assert.equal(lastOf(8), "47 tokens");
  assert.equal(lastOf(9), undefined); // three share the seventh row
});
