// Merges by hand equal the textbook loop's, whichever pair is picked, and the best choice of a few merges has as
// few tokens as brute force in Python finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsCompared } from "../../explorer_ui/parts/player/free_hand.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { Neighbours } from "../../explorer_ui/parts/player/guess.js";
import { bestMerges, cutAt, goneOn, mergedNext } from "../../explorer_ui/parts/player/own_merges.js";
import { reference, trainingOf } from "./reference.js";

/** @param {History} history @param {number} step */
const idsAt = (history, step) => Array.from(history.tokens(step), ({ id }) => id);

/**
 * Merge pairs by hand from a step of a history on.
 *
 * @param {Message.TrainingData} data
 * @param {History} history
 * @param {{left: number, right: number}[]} pairs
 */
function byHand(data, history, pairs, begun = 0) {
  let own = cutAt(data, history, begun);
  pairs.forEach((pair, at) => {
    own = mergedNext(data, own, begun + at, pair) ?? assert.fail("the pair stands nowhere");
  });
  return own;
}

for (const { name, data, merges, ids } of reference.freeHands)
  test(`${name}: merges in any order`, () => {
    const pairs = merges.map(([left, right]) => ({ left, right }));
    const own = byHand(data, new History(data), pairs);
    assert.deepEqual(
      own.merges.map(({ left, right, id, counted, replaced }) => [left, right, id, counted, replaced]),
      merges,
    );
    ids.forEach((expected, step) => assert.deepEqual(idsAt(own, step), expected));
  });

for (const { name, data, merges, steps } of reference.trainings)
  test(`${name}: BPE's own choices by hand, and a training that goes on, come to BPE's history`, () => {
    const history = new History(data);
    for (const begun of [0, merges.length >> 1]) {
      const own = byHand(data, history, history.merges.slice(begun), begun);
      assert.deepEqual([own.merges, own.closed], [history.merges, history.closed]);
      assert.equal(own.tokensAt(own.steps), steps[own.steps].tokens.length);
      const on = goneOn(data, cutAt(data, history, begun), merges.length);
      assert.deepEqual(on.merges, history.merges.slice(0, on.steps));
      assert.ok(on.steps === merges.length || history.merges[on.steps].counted === 1);
    }
    assert.deepEqual(goneOn(data, history, merges.length), history);
  });

for (const { name, data, steps } of reference.counted)
  test(`${name}: words count by hand as they do for BPE`, () => {
    const history = new History(data);
    const own = byHand(data, history, history.merges);
    assert.deepEqual(own.merges, history.merges);
    assert.equal(own.tokensAt(own.steps), steps[own.steps].tokens);
  });

const published = { ...trainingOf("aaabdaaabac", "bytes").data, min_count: 2 };

test("a pair that stands nowhere is not merged, and another choice forgets what came after", () => {
  const history = new History(published);
  assert.equal(mergedNext(published, history, 0, { left: 99, right: 99 }), null);
  // After aa: a b is merged where aaa was.
  const own = byHand(published, history, [{ left: 97, right: 98 }], 1);
  assert.deepEqual(idsAt(own, 2), [256, 257, 100, 256, 257, 97, 99]);
  assert.deepEqual([own.merges.length, history.merges.length], [2, 3]);
});

test("what is said compared with BPE: the tokens after as many merges, and where BPE ended", () => {
  const history = new History(published);
  const pairs = [[97, 98], [97, 97], [256, 100], [257, 258]].map(([left, right]) => ({ left, right })); // prettier-ignore
  const own = byHand(published, history, pairs);
  const on = goneOn(published, history, 4, 1);
  for (const [hand, step, said] of /** @type {[History, number, RegExp][]} */ ([
    [own, 3, /^After 3 merges: yours 6 tokens, BPE 5\.$/],
    [own, 4, /^After 4 merges: yours 5 tokens, BPE 5: after 3 every pair left occurs once\.$/],
    [history, 2, /The same merges so far\.$/],
    [on, 3, /The same merges so far\.$/],
    [on, 4, /BPE 5: after 3 every pair left occurs once\.$/],
  ]))
    assert.match(wordsCompared(hand, history, step), said);
});

test("two neighbours are a pair in the order of the text, whichever is touched first; others begin again", () => {
  const history = new History(trainingOf("aaaa aaaaa aa", "gpt2").data);
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

test("no choice of up to three merges takes fewer tokens than the best", () => {
  let beaten = 0;
  for (const { name, data, fewest } of reference.bests) {
    const trained = new History(data);
    fewest.forEach((tokens, merges) => {
      const bpe = goneOn(data, trained, merges);
      const best = bestMerges(data, bpe, merges) ?? assert.fail();
      assert.deepEqual([best.tokens, best.proven], [tokens, true], `${name}, ${merges} merges`);
      beaten += Number(tokens < bpe.tokensAt(Math.min(merges, bpe.steps)));
      // Its merges lead to that number.
      assert.ok(best.history.steps <= merges);
      const own = byHand(data, best.history, best.history.merges);
      assert.deepEqual(own.closed, best.history.closed);
      assert.equal(own.tokensAt(own.steps), tokens);
    });
  }
  assert.ok(beaten > 5, `only ${beaten} of these texts beat BPE`);
});

test("where the rule is not the best, both are told; a search that ends early says so", () => {
  const { data } = trainingOf("aaabaab", "bytes"); // the smallest such text
  const bpe = new History(data);
  const best = bestMerges(data, bpe, 2) ?? assert.fail();
  assert.deepEqual([bpe.tokensAt(2), best.tokens, best.proven], [4, 3, true]);
  assert.deepEqual(best.history.merges.map(({ left, right }) => [left, right]), [[97, 98], [97, 256]]); // prettier-ignore
  const proven = "The best possible choice has 3: all others were tried or ruled out.";
  const same = "After 2 merges: yours 4 tokens, BPE 4. The same merges so far.";
  assert.equal(wordsCompared(bpe, bpe, 2, best), `${same} ${proven}`);
  assert.equal(
    wordsCompared(best.history, bpe, 2, best),
    "After 2 merges: yours 3 tokens, BPE 4. Fewer: the most frequent pair of each step is not always the best " +
      `in the end. ${proven}`,
  );
  const early = bestMerges(data, bpe, 2, 10) ?? assert.fail();
  assert.deepEqual([early.tokens, early.proven], [3, false]); // found, though not every choice was tried
  assert.match(wordsCompared(bpe, bpe, 2, early), /The best found has 3; the search ended before/);
  // The learner's own are better than what was found.
  const found = { ...early, tokens: 6 };
  assert.match(wordsCompared(bpe, bpe, 2, found), /The best found has 4; the search ended before/);
});

test("forty units are searched to the end, more than 100 or lifted boundaries not at all", () => {
  for (const { name, data } of reference.hardest) {
    const bpe = goneOn(data, new History(data), 3);
    const best = bestMerges(data, bpe, 3);
    if (bpe.units > 100) assert.equal(best, null, name);
    else assert.ok(bpe.units === 40 && best?.proven, name);
  }
  const { data } = reference.trainings.find((training) => training.data.second_stage) ?? assert.fail();
  assert.equal(bestMerges(data, new History(data), 1), null);
});
