import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, lastAtMost, percent, plural } from "../../explorer_ui/browser/numbers.js";

test("counts are grouped, and nouns counted", () => {
  assert.equal(grouped(1234567), "1,234,567");
  assert.equal(plural(1, "merge"), "1 merge");
  assert.equal(plural(0, "merge"), "0 merges");
  assert.equal(plural(1201, "token"), "1,201 tokens");
});

test("a percentage is 0% for nothing only, and 100% for all only", () => {
  assert.deepEqual(
    [0, 0.004, 0.01, 0.125, 0.99, 0.996, 1].map((share) => percent(share)),
    [...["0%", "under 1%", "1%", "13%", "99%", "over 99%", "100%"]],
  );
  assert.deepEqual(
    [0.0004, 0.125, 0.9996, 1.5].map((share) => percent(share, 1)),
    ["under 0.1%", "12.5%", "over 99.9%", "150%"],
  );
});

test("the last start that is not above a value is that of a search one by one", () => {
  const starts = [0, 4, 9, 9.5, 30];
  for (let value = -1; value < 40; value += 0.5)
    assert.equal(
      lastAtMost(starts, value),
      Math.max(
        0,
        starts.findLastIndex((start) => start <= value),
      ),
    );
  assert.equal(lastAtMost([], 3), 0);
});
