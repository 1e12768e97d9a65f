// The best choice of a few merges has as few tokens as brute force in Python finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsCompared } from "../../explorer_ui/parts/player/free_hand.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { cutAt, goneOn, mergedNext, bestMerges } from "../../explorer_ui/parts/player/own_merges.js";
import { reference } from "./reference.js";

test("no choice of up to three merges takes fewer tokens", () => {
  let beaten = 0;
  for (const { name, data, fewest } of reference.bests) {
    const trained = new History(data);
    fewest.forEach((tokens, merges) => {
      const bpe = goneOn(data, trained, merges);
      const best = bestMerges(data, bpe, merges) ?? assert.fail();
      assert.deepEqual([best.tokens, best.proven], [tokens, true], `${name}, ${merges} merges`);
      beaten += Number(tokens < bpe.tokensAt(Math.min(merges, bpe.steps)));
      // Its merges lead to that number.
      let own = cutAt(data, best.history, 0);
      assert.ok(best.history.steps <= merges);
      for (const merge of best.history.merges) own = mergedNext(data, own, own.steps, merge) ?? assert.fail();
      assert.deepEqual(own.closed, best.history.closed);
      assert.equal(own.tokensAt(own.steps), tokens);
    });
  }
  assert.ok(beaten > 5, `only ${beaten} of these texts beat BPE`);
});

const smallest = reference.trainings.find(({ name }) => name.startsWith("'aaabaab'")) ?? assert.fail();

test("the smallest text on which the rule is not the best", () => {
  const { data } = smallest;
  const bpe = new History(data);
  const best = bestMerges(data, bpe, 2) ?? assert.fail();
  assert.deepEqual([bpe.tokensAt(2), best.tokens, best.proven], [4, 3, true]);
  assert.deepEqual(best.history.merges.map(({ left, right }) => [left, right]), [[97, 98], [97, 256]]); // prettier-ignore
  assert.equal(
    wordsCompared(bpe, bpe, 2, best),
    "After 2 merges: yours 4 tokens, BPE 4. The same merges so far. " +
      "The best possible choice has 3: all others were tried or ruled out.",
  );
  assert.equal(
    wordsCompared(best.history, bpe, 2, best),
    "After 2 merges: yours 3 tokens, BPE 4. Fewer: the most frequent pair of each step is not always the best " +
      "in the end. The best possible choice has 3: all others were tried or ruled out.",
  );
});

test("a search that ends early says so, and is no worse than the rule", () => {
  const { data } = smallest;
  const bpe = new History(data);
  const best = bestMerges(data, bpe, 2, 10) ?? assert.fail();
  assert.deepEqual([best.tokens, best.proven], [3, false]); // found, though not every choice was tried
  assert.match(wordsCompared(bpe, bpe, 2, best), /The best found has 3; the search ended before/);
});

test("forty units and three merges are searched to the end; a text of more than 100 units is not searched", () => {
  for (const { name, data } of reference.hardest) {
    const bpe = goneOn(data, new History(data), 3);
    const best = bestMerges(data, bpe, 3);
    if (bpe.units > 100) assert.equal(best, null, name);
    else assert.ok(bpe.units === 40 && best?.proven, name);
  }
});

test("nothing is searched where chunk boundaries are lifted", () => {
  const { data } = reference.trainings.find((training) => training.data.second_stage) ?? assert.fail();
  assert.equal(bestMerges(data, new History(data), 1), null);
});
