// A training that continues from a vocabulary: its merges come first, in the order of their ranks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../explorer_ui/parts/player/history.js";
import { countPairs } from "../../explorer_ui/parts/player/pair_counts.js";
import { wordsOfTraining } from "../../explorer_ui/parts/player/words_of_steps.js";
import { reference } from "./reference.js";

for (const { name, data, earlier, steps } of reference.continued) {
  const history = new History(data);
  const telling = wordsOfTraining(data, history);
  const panelAt = (/** @type {number} */ step) => telling.pairs(step, countPairs(history, step));

  test(`${name}: the next pair comes first on both sides, with its count`, () => {
    assert.equal(history.earlier, earlier);
    assert.equal(history.steps, steps.length - 1);
    history.merges.forEach(({ left, right, counted }, step) => {
      const { rows } = panelAt(step);
      assert.deepEqual([rows[0].left, rows[0].right, rows[0].count], [left, right, counted]);
      assert.deepEqual(
        rows.map(({ next }) => next),
        rows.map((_, i) => i === 0),
      );
      // Python counts the same, and after the transition its first pair is the next one.
      const { pairs, tokens } = steps[step];
      assert.equal(history.tokensAt(step), tokens);
      assert.ok(pairs.some((pair) => String(pair) === String([left, right, counted])));
      // All others follow, each once.
      const shown = new Set(rows.map((row) => `${row.left} ${row.right}`));
      assert.deepEqual([shown.size, rows.length], Array(2).fill(Math.min(8, pairs.length)));
      if (step >= earlier) assert.deepEqual(pairs[0], [left, right, counted]);
    });
  });

  test(`${name}: before the transition nothing is said to be the most frequent, or tied`, () => {
    history.merges.forEach((merge, step) => {
      const { label, remark, rows } = panelAt(step);
      const byRank = step < earlier;
      assert.equal(label.startsWith("The next pair"), byRank);
      assert.equal(/lowest rank/.test(remark), byRank);
      assert.equal(/lowest rank/.test(telling.remark(merge)), byRank);
      assert.equal(/lowest rank/.test(telling.beats(step).counted ?? ""), byRank);
      if (byRank) assert.ok(!/[Tt]ie/.test(remark) && rows.every(({ tie, mark }) => !tie && mark !== "1"));
      assert.equal(/end here/.test(telling.event(step)), step === earlier && earlier > 0);
      assert.equal(telling.predictableFrom(step), Math.max(step, earlier));
      const rank = data.continued?.ranks[step] ?? step;
      assert.equal(telling.maker(step), `merge ${step + 1} (rank ${rank})`);
    });
  });
}
