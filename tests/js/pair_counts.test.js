// Pairs are counted and sorted as by the textbook loop in Python.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../explorer_ui/parts/player/history.js";
import { countPairs, firstSeen, topPairs } from "../../explorer_ui/parts/player/pair_counts.js";
import { tieRuleOf } from "../../explorer_ui/parts/player/words_of_steps.js";
import { reference } from "./reference.js";

/** @param {[number, number, number][]} pairs */
const tiedForFirst = (pairs) => pairs.filter(([, , count]) => count === pairs[0][2]).length;

for (const { name, data, steps } of reference.trainings)
  test(`${name}: the pairs of every step, in the order of the rule`, () => {
    const history = new History(data);
    const rule = tieRuleOf(data, history);
    steps.forEach(({ tokens, pairs }, step) => {
      const counts = countPairs(history, step);
      for (const most of [1, 3, Infinity]) {
        const top = topPairs(counts, rule, most);
        assert.deepEqual(
          top.rows.map(({ left, right, count }) => [left, right, count]),
          pairs.slice(0, most),
        );
        assert.equal(top.tied, tiedForFirst(pairs));
      }
      for (const [, id] of tokens)
        assert.equal(counts.uses[id], tokens.filter(([, other]) => other === id).length);
    });
  });

for (const { name, data, steps } of reference.counted)
  test(`${name}: words count as often as they are said to`, () => {
    const history = new History(data);
    steps.forEach(({ tokens, pairs }, step) => {
      assert.equal(history.tokensAt(step), tokens);
      const counts = countPairs(history, step);
      assert.deepEqual(
        topPairs(counts, firstSeen, Infinity).rows.map(({ left, right, count }) => [left, right, count]),
        pairs,
      );
      assert.equal(
        counts.uses.reduce((sum, uses) => sum + uses, 0),
        tokens,
      );
    });
  });

test("as many pairs as make the table grow are all found again", () => {
  // Every pair of 80 characters, some of them twice: more than half of the 4096 slots that it begins with.
  const characters = Array.from({ length: 80 }, (_, i) => String.fromCodePoint(0x4e00 + i));
  const text = characters.flatMap((one) => characters.map((other) => one + other)).join("");
  const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  /** @type {Map<string, number>} */
  const expected = new Map();
  for (let i = 0; i + 1 < points.length; i++) {
    const pair = `${points[i]},${points[i + 1]}`;
    expected.set(pair, (expected.get(pair) ?? 0) + 1);
  }
  const history = new History({
    history_id: "",
    text: Buffer.from(text).toString("base64"),
    units: "characters",
    base_ids: null,
    closed_at: Buffer.alloc(2 * (points.length - 1), 0xff).toString("base64"),
    weights: null,
    merges: [],
    display: "text",
    ending: "",
    second_stage: null,
  });
  const { left, right, counts, distinct } = countPairs(history, 0);
  assert.ok(distinct > 4096);
  const found = Array.from({ length: distinct }, (_, i) => [`${left[i]},${right[i]}`, counts[i]]);
  assert.deepEqual(found, Array.from(expected));
});
