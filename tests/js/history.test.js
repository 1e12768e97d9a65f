// Every state that the browser derives from closed_at, compared with the textbook loop in Python.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../explorer_ui/parts/player/history.js";
import { countPairs, firstSeen, topPairs } from "../../explorer_ui/parts/player/pair_counts.js";
import { partsOf } from "../../explorer_ui/parts/player/token_panel.js";
import { tieRuleOf, wordsOfTraining } from "../../explorer_ui/parts/player/words_of_steps.js";
import { reference, trainingOf } from "./reference.js";

/** @param {History} history @param {number} step */
const tokensAt = (history, step) =>
  Array.from(history.tokens(step), ({ start, end, id }) => [end - start, id]);

/** @param {History} history @param {number} step */
const idsAt = (history, step) => Array.from(history.tokens(step), ({ id }) => id);

/** @param {{left: number, right: number, count: number | null}} pair */
const threeOf = ({ left, right, count }) => [left, right, count];

for (const { name, data, merges, across, steps } of reference.trainings)
  test(`${name}: every step is the textbook's, with its pairs in the order of the rule`, () => {
    const history = new History(data);
    const rule = tieRuleOf(data, history);
    assert.deepEqual(
      history.merges.map(({ left, right, id }) => [left, right, id]),
      merges,
    );
    assert.deepEqual(
      history.acrossBoundaries.map(({ rank }) => rank),
      across,
    );
    steps.forEach(({ tokens, gaps, pairs }, step) => {
      assert.deepEqual(tokensAt(history, step), tokens);
      assert.equal(history.tokensAt(step), tokens.length);
      const counts = countPairs(history, step);
      for (const most of [1, 3, Infinity]) {
        const { rows, tied } = topPairs(counts, rule, most);
        assert.deepEqual(rows.map(threeOf), pairs.slice(0, most));
        assert.equal(tied, pairs.filter(([, , count]) => count === pairs[0][2]).length);
      }
      for (const [, id] of tokens)
        assert.equal(counts.uses[id], tokens.filter(([, other]) => other === id).length);
      const merge = history.merges[step];
      const closed = Array.from(history.gapsOf(step));
      assert.equal(closed.length, merge?.replaced ?? 0);
      if (!merge) return;
      assert.deepEqual(history.gapsBetween(merge, step), gaps);
      assert.equal(gaps.length, merge.counted);
      assert.ok(closed.every((gap) => gaps.includes(gap)));
    });
  });

for (const { name, data } of reference.trainings)
  test(`${name}: each unit leads to its token, each token to its bytes and the merges that made it`, () => {
    const history = new History(data);
    for (let step = 0; step <= history.steps; step++)
      for (const token of history.tokens(step)) {
        for (let unit = token.start; unit < token.end; unit++)
          assert.deepEqual(history.tokenAt(unit, step), token);
        assert.deepEqual(
          Array.from(history.vocabulary.bytesOf(token.id)),
          Array.from(history.text.bytesBetween(token.start, token.end)),
        );
      }
    for (const { start, end, id } of history.tokens(history.steps)) {
      const tree = partsOf(history, start, end);
      assert.equal(tree.id, id);
      checkTree(history, tree);
    }
  });

/**
 * The parts of a tree: each is one merge of its two parts, and deeper parts have earlier merges.
 *
 * @param {History} history
 * @param {import("../../explorer_ui/parts/player/token_panel.js").Part} part
 */
function checkTree(history, part) {
  if (!part.merge) {
    assert.deepEqual([part.to - part.from, part.id], [1, history.text.ids[part.from]]);
    return;
  }
  const [left, right] = part.parts;
  assert.deepEqual([part.merge.left, part.merge.right, part.merge.id], [left.id, right.id, part.id]);
  assert.deepEqual([left.from, left.to, right.to], [part.from, right.from, part.to]);
  assert.equal(part.depth, 1 + Math.max(left.depth, right.depth));
  for (const lower of part.parts) {
    assert.ok((lower.merge?.rank ?? -1) < part.merge.rank);
    checkTree(history, lower);
  }
}

for (const { name, data, ids } of reference.encodings)
  test(`${name}: the merges of an encoding end at its ids`, () => {
    const history = new History(data);
    for (let step = 0; step <= history.steps; step++)
      assert.equal(idsAt(history, step).length, history.units - step);
    assert.deepEqual(idsAt(history, history.steps), ids);
  });

test("boundaries can be lifted after any number of steps", () => {
  const { data, ids } = reference.lateLift;
  const history = new History(data);
  const at = data.second_stage?.at ?? 0;
  assert.ok(at > 32_768);
  assert.equal(history.lifted?.filter(Boolean).length, 1_000);
  for (const step of [0, 32_768, at, history.steps])
    assert.equal(idsAt(history, step).length, history.units - step);
  assert.deepEqual(idsAt(history, history.steps), ids);
});

test("no chunk reaches across a boundary, and a text without any is no chunk", () => {
  const [chunked, whole] = ["gpt2", "bytes"].map(
    (recipe) => new History(trainingOf("low lower", recipe).data),
  );
  // low| lower| lowest|,
  assert.deepEqual([chunked.chunkOf(0), chunked.chunkOf(5)], [[0, 3], [3, 9]]); // prettier-ignore
  assert.ok(chunked.isBoundary(2) && !chunked.isBoundary(3));
  assert.equal(whole.chunkOf(5), null);
  assert.ok(!whole.hasBoundaries);
});

for (const { name, data, steps } of reference.counted)
  test(`${name}: words count as often as they are said to`, () => {
    const history = new History(data);
    steps.forEach(({ tokens, pairs }, step) => {
      assert.equal(history.tokensAt(step), tokens);
      const counts = countPairs(history, step);
      assert.deepEqual(topPairs(counts, firstSeen, Infinity).rows.map(threeOf), pairs);
      assert.equal(
        counts.uses.reduce((sum, uses) => sum + uses, 0),
        tokens,
      );
    });
  });

test("as many pairs as make the table grow are all found again", () => {
  // Every pair of 80 characters, some of them twice: more than half of the 4096 slots that it begins with.
  const every = Array.from({ length: 80 }, (_, at) => 0x4e00 + at);
  const points = every.flatMap((one) => every.flatMap((other) => [one, other]));
  const found = Map.groupBy(
    points.slice(1).map((right, at) => `${points[at]},${right}`),
    String,
  );
  const expected = Array.from(found, ([pair, all]) => [pair, all.length]);
  const history = new History({
    ...trainingOf("aaabdaaabac", "bytes").data,
    text: Buffer.from(String.fromCodePoint(...points)).toString("base64"),
    units: "characters",
    closed_at: Buffer.alloc(2 * (points.length - 1), 0xff).toString("base64"),
    merges: [],
  });
  const { left, right, counts, distinct } = countPairs(history, 0);
  assert.ok(distinct > 4096);
  assert.deepEqual(
    Array.from({ length: distinct }, (_, at) => [`${left[at]},${right[at]}`, counts[at]]),
    expected,
  );
});

for (const { name, data, earlier, steps } of reference.continued)
  test(`${name}: the merges that a training continues from come first, by their ranks`, () => {
    const history = new History(data);
    const telling = wordsOfTraining(data, history);
    assert.deepEqual([history.earlier, history.steps], [earlier, steps.length - 1]);
    history.merges.forEach((merge, step) => {
      const byRank = step < earlier;
      const { label, remark, rows } = telling.pairs(step, countPairs(history, step));
      const { pairs, tokens } = steps[step];
      assert.equal(history.tokensAt(step), tokens);
      // The next pair is the first row; all others follow, each once.
      const expected = [merge.left, merge.right, merge.counted];
      assert.deepEqual(threeOf(rows[0]), expected);
      assert.ok(rows.every(({ next }, at) => next === (at === 0)));
      const shown = new Set(rows.map(({ left, right }) => `${left} ${right}`));
      assert.deepEqual([shown.size, rows.length], Array(2).fill(Math.min(8, pairs.length)));
      // Python counts the same, and after the transition its first pair is the next one.
      const place = pairs.findIndex((pair) => String(pair) === String(expected));
      assert.ok(byRank ? place >= 0 : place === 0);
      // Before it nothing is said to be the most frequent, or tied.
      assert.equal(label, byRank ? "The next pair, then the most frequent ones" : "Most frequent pairs");
      for (const said of [remark, telling.remark(merge), telling.beats(step).counted ?? ""])
        assert.equal(/lowest rank/.test(said), byRank);
      if (byRank)
        assert.ok(
          !/[Tt]ie/.test(remark) &&
            rows.every(({ tie, mark, next }) => !tie && mark === (next ? "next" : "")),
        );
      assert.equal(/end here/.test(telling.event(step)), step === earlier && earlier > 0);
      assert.equal(telling.predictableFrom(step), Math.max(step, earlier));
      const rank = data.continued?.ranks[step] ?? step;
      assert.equal(telling.maker(step), `merge ${step + 1} (rank ${rank})`);
    });
  });
