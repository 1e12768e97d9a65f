// "How many tokens will there be?": the true number among others that could be.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countOptions } from "../../explorer_ui/parts/picture/count_options.js";

const numbers = (/** @type {string[]} */ options) =>
  options.map((option) => Number(option.replace(/,/g, "")));

test("the right one is among them, all could be, and no place gives it away", () => {
  for (const now of [2, 3, 5, 27, 312, 4000])
    for (let then = 1; then < now; then += Math.ceil(now / 40)) {
      /** @type {Set<number>} */
      const places = new Set();
      for (let draw = 0; draw < 1; draw += 0.05) {
        const { options, right } = countOptions(now, then, () => draw);
        const shown = numbers(options);
        assert.equal(shown[right[0]], then);
        assert.equal(right.length, 1);
        assert.deepEqual(
          shown,
          [...new Set(shown)].sort((one, two) => one - two),
        );
        assert.ok(shown[0] > 0 && shown[shown.length - 1] < now);
        assert.equal(options.length, Math.min(4, options.length));
        places.add(right[0]);
      }
      if (now - then > 6 && then > 2 * (now - then)) assert.equal(places.size, 4);
    }
});

test("where nothing is saved, or only one number could be, there is nothing to ask", () => {
  assert.ok(countOptions(2, 1).options.length < 2);
  assert.ok(countOptions(5, 5).options.length < 2);
});
