// "How many tokens will there be?": the true number among others that could be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countOptions } from "../../explorer_ui/parts/picture/count_options.js";

test("the right one is among them, all could be, and no place gives it away", () => {
  for (const now of [2, 3, 5, 27, 312, 4000])
    for (let then = 1; then < now; then += Math.ceil(now / 40)) {
      const places = new Set();
      for (let draw = 0; draw < 1; draw += 0.05) {
        const { options, right } = countOptions(now, then, () => draw);
        const shown = options.map((option) => Number(option.replace(/,/g, "")));
        assert.equal(shown[right[0]], then);
        assert.equal(right.length, 1);
        assert.ok(shown.every((option, at) => option > (shown[at - 1] ?? 0) && option < now));
        assert.ok(options.length <= 4);
        places.add(right[0]);
      }
      if (now - then > 6 && then > 2 * (now - then)) assert.equal(places.size, 4);
    }
});

test("where nothing is saved, or only one number could be, there is nothing to ask", () => {
  assert.ok(countOptions(2, 1).options.length < 2);
  assert.ok(countOptions(5, 5).options.length < 2);
});
