// Every state that the browser derives from closed_at, compared with the textbook loop in Python.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../explorer_ui/parts/player/history.js";
import { partsOf } from "../../explorer_ui/parts/player/token_panel.js";
import { reference } from "./reference.js";

/** @import {Part} from "../../explorer_ui/parts/player/token_panel.js" */

/**
 * @param {History} history
 * @param {number} step
 */
const tokensAt = (history, step) =>
  Array.from(history.tokens(step), ({ start, end, id }) => [end - start, id]);

for (const { name, data, merges, steps } of reference.trainings)
  test(`${name}: every step is the textbook's`, () => {
    const history = new History(data);
    assert.deepEqual(
      history.merges.map(({ left, right, id }) => [left, right, id]),
      merges,
    );
    steps.forEach(({ tokens, gaps }, step) => {
      assert.deepEqual(tokensAt(history, step), tokens);
      assert.equal(history.tokensAt(step), tokens.length);
      const merge = history.merges[step];
      if (!merge) {
        assert.equal(history.gapsOf(step).length, 0);
        return;
      }
      assert.deepEqual(history.gapsBetween(merge, step), gaps);
      assert.equal(gaps.length, merge.counted);
      const closed = Array.from(history.gapsOf(step));
      assert.equal(closed.length, merge.replaced);
      assert.deepEqual(
        closed.filter((gap) => !gaps.includes(gap)),
        [],
      );
    });
  });

for (const { name, data, across } of reference.trainings)
  test(`${name}: the tokens that reach across a lifted boundary are told`, () => {
    const history = new History(data);
    assert.deepEqual(
      history.acrossBoundaries.map(({ rank }) => rank),
      across,
    );
  });

for (const { name, data, ids } of reference.encodings)
  test(`${name}: the merges of an encoding end at its ids`, () => {
    const history = new History(data);
    for (let step = 0; step <= history.steps; step++)
      assert.equal(tokensAt(history, step).length, history.units - step);
    assert.deepEqual(
      tokensAt(history, history.steps).map(([, id]) => id),
      ids,
    );
  });

test("boundaries can be lifted after any number of steps", () => {
  const { data, ids } = reference.lateLift;
  const history = new History(data);
  assert.ok((data.second_stage?.at ?? 0) > 32_768);
  assert.equal(history.lifted?.filter(Boolean).length, 1_000);
  for (const step of [0, 32_768, data.second_stage?.at ?? 0, history.steps])
    assert.equal(tokensAt(history, step).length, history.units - step);
  assert.deepEqual(
    tokensAt(history, history.steps).map(([, id]) => id),
    ids,
  );
});

test("a token is found from each unit in it, and its bytes are those of the text", () => {
  for (const { data } of reference.trainings) {
    const history = new History(data);
    for (let step = 0; step <= history.steps; step++)
      for (const token of history.tokens(step)) {
        for (let unit = token.start; unit < token.end; unit++)
          assert.deepEqual(history.tokenAt(unit, step), token);
        const bytes = history.text.bytesBetween(token.start, token.end);
        assert.deepEqual(Array.from(history.vocabulary.bytesOf(token.id)), Array.from(bytes));
      }
  }
});

/**
 * The parts of a tree: each is one merge of its two parts, and deeper parts have earlier merges.
 *
 * @param {History} history
 * @param {Part} part
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

test("the tree of a token is made of the merges that made it", () => {
  for (const { data } of reference.trainings) {
    const history = new History(data);
    for (const { start, end, id } of history.tokens(history.steps)) {
      const tree = partsOf(history, start, end);
      assert.equal(tree.id, id);
      checkTree(history, tree);
    }
  }
});

test("no chunk reaches across a boundary, and a text without any is no chunk", () => {
  const [chunked, whole] = ["by gpt2", "by bytes"].map((kind) => {
    const found = reference.trainings.find(
      ({ name }) => name.startsWith("'low lower") && name.includes(kind),
    );
    return new History(found?.data ?? assert.fail());
  });
  // low| lower| lowest|,
  assert.deepEqual(chunked.chunkOf(0), [0, 3]);
  assert.deepEqual(chunked.chunkOf(5), [3, 9]);
  assert.ok(chunked.isBoundary(2) && !chunked.isBoundary(3));
  assert.equal(whole.chunkOf(5), null);
  assert.ok(!whole.hasBoundaries);
});
