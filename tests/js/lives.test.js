// The outline of a band.

import assert from "node:assert/strict";
import test from "node:test";
import "./page.js";
import { outline } from "../../explorer_ui/places/vocabulary/unused_tokens/lives.js";

test("a band is as high as the square root of its count, from its birth to the last step", () => {
  const scale = { last: 4, most: 4, x: (/** @type {number} */ step) => 10 * step, middle: 10, height: 20 };
  assert.equal(
    outline({ steps: [1, 3], counts: [4, 1] }, scale),
    "M10.0,0.0H30.0L30.0,5.0H40.0L40.0,15.0H30.0L30.0,20.0H10.0Z",
  );
});
