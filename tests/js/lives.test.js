// The outline of a band.

import assert from "node:assert/strict";
import test from "node:test";
import { node, part } from "./page.js";
import { Lives, outline } from "../../explorer_ui/places/vocabulary/unused_tokens/lives.js";

test("a band is as high as the square root of its count, from its birth to the last step", () => {
  const scale = { last: 4, most: 4, x: (/** @type {number} */ step) => 10 * step, middle: 10, height: 20 };
  assert.equal(
    outline({ steps: [1, 3], counts: [4, 1] }, scale),
    "M10.0,0.0H30.0L30.0,5.0H40.0L40.0,15.0H30.0L30.0,20.0H10.0Z",
  );
});

test("a token is coloured from the share on that it lost to one merge", () => {
  const marks = [1, 0.9, 0.89].map((swallowed, row) =>
    Object.assign(node(), { swallowed, getAttribute: () => String(row) }),
  );
  for (const [percent, coloured, said] of /** @type {[number, number, string][]} */ ([
    [100, 1, "drop 1 of the 3 at this threshold: it lost at least this share of its"],
    [90, 2, "drop 2 of the 3 at this threshold: they lost at least this share of their"],
    [89, 3, "drop 3 of the 3 at this threshold: they lost"],
  ])) {
    const lives = part(Lives, {
      data: { dropped: Array(51).fill(coloured), num_learned: 3, bands: marks },
      transport: { draw() {} },
      dropped: {},
      box: { node: { querySelectorAll: () => marks } },
    });
    lives.mark(percent);
    assert.match(lives.dropped.textContent, RegExp(said));
    assert.equal(marks.filter(({ classList }) => classList.has("drops")).length, coloured);
  }
});

test("a share that one merge used is never nothing, and never all but for all", () => {
  for (const [swallowed, said] of [
    [1, "100%"],
    [0.999, "99%"],
    [0.25, "25%"],
    [0.003, "under 1%"],
  ]) {
    const spelled = { spelled: "YQ==", eater: "YQ==" };
    const band = { id: 7, ...spelled, steps: [1], counts: [400], swallowed, swallowed_at: 3 };
    const lives = part(Lives, { data: { bands: [band] }, chosen: -1, mark() {} }, "touched");
    lives.choose(0);
    assert.ok(lives.touched.textContent.includes(`Merge 3 used ${said} of those that were left, for `));
  }
});
