// Merges by hand equal the textbook loop's, whichever pair is picked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsCompared } from "../../explorer_ui/parts/player/free_hand.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { Neighbours } from "../../explorer_ui/parts/player/guess.js";
import { cutAt, goneOn, mergedNext } from "../../explorer_ui/parts/player/own_merges.js";
import { reference } from "./reference.js";

/**
 * @param {History} history
 * @param {number} step
 */
const idsAt = (history, step) => Array.from(history.tokens(step), ({ id }) => id);

for (const { name, data, merges, ids } of reference.freeHands)
  test(`${name}: merges in any order`, () => {
    let own = cutAt(data, new History(data), 0);
    merges.forEach(([left, right], step) => {
      own = mergedNext(data, own, step, { left, right }) ?? assert.fail("the pair stands nowhere");
    });
    assert.deepEqual(
      own.merges.map(({ left, right, id, counted, replaced }) => [left, right, id, counted, replaced]),
      merges,
    );
    ids.forEach((expected, step) => assert.deepEqual(idsAt(own, step), expected));
  });

for (const { name, data, merges, steps } of reference.trainings)
  test(`${name}: BPE's own choices by hand come to BPE's history, from wherever one begins`, () => {
    const history = new History(data);
    for (const begun of [0, merges.length >> 1]) {
      let own = cutAt(data, history, begun);
      for (let step = begun; step < merges.length; step++)
        own = mergedNext(data, own, step, history.merges[step]) ?? assert.fail();
      assert.deepEqual(own.merges, history.merges);
      assert.deepEqual(own.closed, history.closed);
      assert.equal(own.tokensAt(own.steps), steps[own.steps].tokens.length);
    }
  });

for (const { name, data, merges } of reference.trainings)
  test(`${name}: a training goes on as it would have gone`, () => {
    const history = new History(data);
    for (const begun of [0, merges.length >> 1]) {
      const on = goneOn(data, cutAt(data, history, begun), merges.length);
      assert.deepEqual(on.merges, history.merges.slice(0, on.steps));
      assert.ok(on.steps === merges.length || history.merges[on.steps].counted === 1);
      assert.deepEqual(goneOn(data, history, merges.length), history);
    }
  });

for (const { name, data, steps } of reference.counted)
  test(`${name}: words count by hand as they do for BPE`, () => {
    const history = new History(data);
    let own = cutAt(data, history, 0);
    for (const merge of history.merges) own = mergedNext(data, own, own.steps, merge) ?? assert.fail();
    assert.deepEqual(own.merges, history.merges);
    assert.equal(own.tokensAt(own.steps), steps[own.steps].tokens);
  });

const published = reference.trainings.find(({ name }) => name.startsWith("'aaabdaaabac'")) ?? assert.fail();

test("a pair that stands nowhere is not merged, and another choice forgets what came after", () => {
  const history = new History(published.data);
  assert.equal(mergedNext(published.data, history, 0, { left: 99, right: 99 }), null);
  // After aa: a b is merged where aaa was.
  const own = mergedNext(published.data, history, 1, { left: 97, right: 98 }) ?? assert.fail();
  assert.deepEqual(idsAt(own, 2), [256, 257, 100, 256, 257, 97, 99]);
  assert.deepEqual([own.merges.length, history.merges.length], [2, 3]);
});

test("what is said compared with BPE: the tokens after as many merges, and where BPE ended", () => {
  const { data } = published;
  const history = new History(data);
  const pairs = [[97, 98], [97, 97], [256, 100], [257, 258]].map(([left, right]) => ({ left, right })); // prettier-ignore
  let own = cutAt(data, history, 0);
  pairs.forEach((pair, step) => (own = mergedNext(data, own, step, pair) ?? assert.fail()));
  assert.match(wordsCompared(own, history, 0), /^Your own merges/);
  assert.equal(wordsCompared(own, history, 1), "After 1 merge: yours 9 tokens, BPE 9.");
  assert.equal(wordsCompared(own, history, 3), "After 3 merges: yours 6 tokens, BPE 5.");
  assert.equal(
    wordsCompared(own, history, 4),
    "After 4 merges: yours 5 tokens, BPE 5: after 3 every pair left occurs once.",
  );
  assert.match(wordsCompared(history, history, 2), /The same merges so far\.$/);
  const on = goneOn(data, history, 4, 1);
  assert.match(wordsCompared(on, history, 3), /The same merges so far\.$/);
  assert.match(wordsCompared(on, history, 4), /BPE 5: after 3 every pair left occurs once\.$/);
});

test("two neighbours are a pair in the order of the text, whichever is touched first; others begin again", () => {
  const chunked = reference.trainings.find(({ name }) => name.startsWith("'aaaa aaaaa aa'")) ?? assert.fail();
  const history = new History(chunked.data);
  const neighbours = new Neighbours();
  const touch = (/** @type {number} */ unit) => neighbours.touch(history, 0, unit);
  assert.equal(touch(5), null);
  assert.deepEqual(touch(4), { left: 32, right: 97 });
  assert.equal(touch(0), null);
  assert.equal(touch(2), null); // not next to it
  assert.deepEqual(touch(3), { left: 97, right: 97 });
  assert.equal(touch(3), null);
  assert.match(neighbours.words, /^Now touch/);
  assert.equal(touch(4), null);
  assert.match(neighbours.words, /^These two are in different chunks/);
  assert.equal(neighbours.first, 4);
});
