// The lives of tokens: how often each occurs while a tokenizer is trained, and which are no longer used.

import assert from "node:assert/strict";
import { test } from "node:test";
import { classed, drawn, says } from "./drawn.js";
import { node, part, saidIn, untyped } from "./page.js";
import { Lives, outline } from "../../explorer_ui/places/vocabulary/unused_tokens/lives.js";
import mountMade from "../../explorer_ui/places/vocabulary/unused_tokens/made.js";

const lifeSaid = untyped((counts, swallowed_at = 0, swallowed = 0.5) => {
  const band = { id: 7, spelled: "YQ==", eater: "Yg==", steps: [1200], counts, swallowed, swallowed_at };
  const lives = part(Lives, { data: { bands: [band] }, chosen: -1, mark() {} }, "touched");
  lives.choose(0);
  return lives.touched.textContent;
});

/** The sentence above the lives, and what the picture leaves out. */
const livesSaid = untyped((num_scaffolds, num_learned) => {
  const bands = [{ counts: [4, 0] }, { counts: [4, 2] }, { counts: [5] }];
  const link = { agree() {}, report() {}, unknown: () => null };
  const parts = { link, transport: { draw() {} }, drawPicture() {} };
  const lives = part(Lives, parts, "touched", "head");
  lives.update({ data_id: "1", num_scaffolds, num_learned, bands, threshold: 90 });
  return lives.head.textContent + lives.rest;
});

const madeSaid = untyped((made, left_over) =>
  classed(drawn(mountMade, { sentence: "", tokens: [{ id: 1, spelled: "YQ==", made, left_over }] }), "said").map(saidIn)); // prettier-ignore

const madeWidths = untyped((...counts) => {
  const tokens = counts.map(untyped(([made, left_over]) => ({ id: 1, spelled: "YQ==", made, left_over })));
  const bars = classed(drawn(mountMade, { sentence: "", tokens }), "track").flatMap(
    ({ children }) => children,
  );
  return bars.map(untyped(({ style }) => style.width)).join(" ");
});

says([
  [() => lifeSaid([4, 0]), "a is made by merge 1200, and occurs at most 4 times, not at all at the end. It became part of no other token."],
  [() => lifeSaid([1200, 1], 1300), "a is made by merge 1200, and occurs at most 1,200 times, 1 time at the end. Merge 1300 used 50% of those that were left, for b: no other merge used a larger share."],
  [() => livesSaid(0, 3), "None of 3 learned tokens is no longer used at the end."],
  [() => livesSaid(1, 3), "1 of 3 learned tokens is no longer used at the end."],
  [() => livesSaid(1200, 5000), "1,200 of 5,000 learned tokens are no longer used at the end. The picture shows 1 of the unused tokens, and 2 that are still used: the most frequent of each kind."],
  [() => madeSaid(1, 0), ["made 1 time, never left over"]],
  [() => madeSaid(1200, 1100), ["made 1,200 times, 1,100 left over"]],
  [() => madeWidths([4, 1], [2, 0]), "100% 25% 50% 0%"],
]); // prettier-ignore

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
  const shares = [[1, "100%"], [0.999, "99%"], [0.25, "25%"], [0.003, "under 1%"]]; // prettier-ignore
  for (const [swallowed, said] of shares)
    assert.ok(lifeSaid([400], 3, swallowed).includes(`Merge 3 used ${said} of those that were left, for `));
});
