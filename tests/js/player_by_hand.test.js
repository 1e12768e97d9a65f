// Merges by hand: what free hand says and does, and what a touch means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, saidIn } from "./page.js";
import { FreeHand } from "../../explorer_ui/parts/player/free_hand.js";
import { Touches } from "../../explorer_ui/parts/player/hands.js";
import { State } from "../../explorer_ui/parts/player/state.js";
// prettier-ignore
import {
  A_A, A_B, atOnce, boundaries, continued, published, spelled, table, trained, worked,
} from "./player_examples.js";

/** Free hand on a text, at the first step. @param {any} shown */
function handOn(shown) {
  const state = Object.assign(new State(), { shown });
  const hand = new FreeHand(state, {
    ...{ alone() {}, turned() {}, grown() {}, mark() {} },
    go: (step) => {
      state.step = step;
      hand.draw();
    },
  });
  hand.begin();
  return { hand, state, said: () => saidIn(hand.words), ending: () => state.shown?.history.ending };
}

const CHOOSE =
  "Touch two neighbouring tokens in the text, or a row of the table: the pair is merged everywhere.";

test("in a game free hand makes as many merges as are asked for, and says how many are left", () => {
  const { hand, said, state } = handOn(trained("aaabdaaabac"));
  const made = /** @type {unknown[]} */ ([]);
  state.step = 2;
  hand.play({ most: 2, merged: (pairs) => made.push(pairs), whose: "yours" });
  assert.deepEqual([state.step, said(), hand.note], [0, "2 merges left. ", "yours 11, BPE 11"]);
  hand.merge(A_B);
  assert.equal(said(), "1 merge left. After 1 merge: yours 9 tokens, BPE 9.");
  hand.switch(false); // it goes on
  assert.ok(hand.on);
  hand.merge(A_A);
  hand.merge({ left: 256, right: 100 });
  assert.deepEqual(made, [[[97, 98]], [[97, 98], [97, 97]]]); // prettier-ignore
  assert.deepEqual([said(), state.step], ["0 merges left. After 2 merges: yours 7 tokens, BPE 7.", 2]);
  assert.ok(!hand.undo.hidden && hand.reveal.hidden);
  hand.stop();
  assert.deepEqual([said(), hand.undo.hidden], ["After 2 merges: yours 7 tokens, BPE 7.", true]);
  hand.play(null);
  assert.deepEqual([hand.on, state.step, hand.note, hand.root.hidden], [false, 0, null, true]);
});

test("the best merges of a class are replayed from the base units on", () => {
  const { ending, hand, said, state } = handOn(trained("aaabaab"));
  hand.replay([[97, 98], [97, 256]]); // prettier-ignore
  const whose = "the best of the class";
  assert.equal(ending(), "These are the best merges of the class.");
  assert.deepEqual(
    [said(), hand.note],
    ["The best merges of the class, compared with the same number of BPE merges.", `${whose} 7, BPE 7`],
  );
  state.step = 2;
  hand.draw();
  const fewest = " Fewer: the most frequent pair of each step is not always the best in the end.";
  assert.equal(said(), `After 2 merges: ${whose} 3 tokens, BPE 4.${fewest}`);
  hand.merge(A_A); // is not their merge
  assert.deepEqual([state.step, state.shown?.history.steps], [2, 2]);
  hand.play(null);
  assert.equal(ending(), published.ending);
});

test("free hand says when no pair is left, for BPE too, and offers better merges only where there are any", () => {
  const { ending, hand, said } = handOn(trained("abababab", 9, { closed_at: boundaries(2, 4) }));
  const begun = "Your own merges, compared with as many BPE merges and with the best possible ones.";
  const ended = "After 3 merges: yours 2 tokens, BPE 2: after 2 it had no pair left to merge. The best";
  hand.switch(true);
  // prettier-ignore
  for (const [left, right, begins, ends, undoes, better] of table([
    [1, 2, begun, CHOOSE, "true", false], // occurs nowhere
    [98, 97, "After 1 merge: yours 6 tokens, BPE 4.", CHOOSE, null, true],
    [97, 256, "After 2 merges: yours 4 tokens, BPE 2.", CHOOSE, null, true],
    [257, 98, ended, "No pair is left to merge.", null, false],
  ])) {
    hand.merge({ left, right });
    assert.ok(said().startsWith(begins), said());
    assert.deepEqual([ending(), hand.undo.getAttribute("aria-disabled"), !hand.reveal.hidden], [ends, undoes, better]);
  }
});

test("the best possible merges are shown where they are asked for, and forgotten with their text", () => {
  const { hand, said, state } = handOn(trained("aaabaab"));
  hand.switch(true);
  hand.merge(A_A);
  hand.merge({ left: 256, right: 97 });
  assert.ok(!hand.reveal.hidden);
  hand.showBest();
  assert.ok(hand.reveal.hidden);
  assert.equal(state.shown?.history.tokensAt(2), 3);
  assert.ok(!said().includes("same merges"));

  // Of another text nothing is known yet.
  Object.assign(state, { shown: trained("abab"), step: 0, own: false });
  hand.begin();
  assert.deepEqual([hand.note, hand.root.hidden], [null, true]);
  hand.switch(true);
  hand.merge(A_B);
  assert.equal(hand.bestAt(1)?.tokens, 2);
});

test("merges by hand come back with their text, also after a reload, and only there", () => {
  const data = { data_id: "one", by_hand: true };
  for (const [data_id, made] of table([
    ["one", 1],
    ["two", 0],
    ["one", 0], // they were given up for the text between
  ])) {
    if (made) {
      const left = handOn(trained("aaabaab", 9, data));
      left.hand.enter();
      left.hand.merge(A_B); // the page is reloaded: nothing else is called
    }
    const { hand, state } = handOn(trained("aaabaab", 9, { ...data, data_id }));
    hand.enter();
    assert.deepEqual([state.shown?.history.steps, state.step], [made, made]);
  }
});

test("BPE goes on by the rule of the training to as many merges, also when merges by hand come back", () => {
  // As `train("aaabaab", "bytes", num_merges=3, min_count=1)` in Python: 7, 5, 4, 3 tokens; otherwise it ends at 5.
  for (const [min_count, bpe, ended] of table([
    [1, 3, ""],
    [2, 5, ": after 1 every pair left occurs once"],
    [3, 5, ": after 1 no pair left occurs 3 times"],
  ])) {
    const shown = () => trained("aaabaab", 1, { data_id: `${min_count}`, by_hand: true, min_count });
    for (const isBack of [false, true]) {
      const { hand, said } = handOn(shown());
      hand.enter();
      for (const pair of isBack ? [] : [A_B, { left: 97, right: 256 }, { left: 97, right: 257 }])
        hand.merge(pair);
      assert.equal(said().split(".")[0], `After 3 merges: yours 2 tokens, BPE ${bpe}${ended}`);
    }
  }
});

test("only merges in their own view are kept, and not those of a game", () => {
  const { hand } = handOn(trained("aaabaab", 9, { data_id: "one" }));
  hand.switch(true);
  hand.merge(A_B);
  const game = handOn(trained("aaabaab", 9, { data_id: "one", by_hand: true })).hand;
  game.play({ most: 2, merged() {}, whose: "yours" });
  game.merge(A_B);
  const { hand: later, state } = handOn(trained("aaabaab", 9, { data_id: "one", by_hand: true }));
  later.enter();
  assert.equal(state.shown?.history.steps, 0);
});

test("free hand is not for an encoding, a continued training, or while a class is asked", () => {
  for (const [shown, more, works] of table([
    [worked, {}, true],
    [worked, { held: true }, false],
    [spelled, {}, false],
    [continued, {}, false],
  ])) {
    const { hand, state } = handOn(shown);
    Object.assign(state, more);
    hand.switch(true);
    assert.equal(hand.on, works);
    assert.equal(hand.toggle.hidden, shown !== worked);
  }
  assert.ok(handOn(trained("aaaa", 9, { by_hand: true })).hand.toggle.hidden); // it is always on there
});

test("while merges are made by hand, the table marks the next of them, and no ties", () => {
  const { hand, state } = handOn(worked);
  hand.switch(true);
  hand.merge(A_B);
  const { telling } = state.shown ?? assert.fail();
  const { rows, remark } = atOnce(state.shown, 0);
  assert.deepEqual([telling.made, remark], ["Your tokens", ""]);
  assert.deepEqual(
    rows.slice(0, 3).map(({ mark, next, tie }) => [mark, next, tie]),
    [["1", false, false], ["next", true, false], ["3", false, false]],
  ); // prettier-ignore
  assert.deepEqual(new Set(atOnce(state.shown, 1).rows.map(({ next }) => next)), new Set([false]));
});

test("a touch merges in free hand, answers in Predict, and otherwise shows what is touched", () => {
  for (const [on, waiting, means, ...acts] of table([
    [true, false, "Merge this pair", "hand 1", "hand again", "merge"],
    [true, true, "Merge this pair", "hand 1", "hand again", "merge"],
    [false, true, "Predict that this pair is next", "answer 1", "select again", "guess"],
    [false, false, "Show where this pair occurs", "select 1", "select again", "show"],
  ])) {
    const did = /** @type {string[]} */ ([]);
    const tell = (/** @type {string} */ what) => (/** @type {unknown} */ unit) =>
      did.push(`${what} ${unit ?? "again"}`);
    const touches = new Touches(
      any({ on, touch: tell("hand"), merge: () => did.push("merge") }),
      any({ waiting, touch: tell("answer"), guess: () => did.push("guess") }),
      { select: tell("select"), show: () => did.push("show") },
    );
    touches.token(1);
    touches.token(null);
    touches.pair(A_A);
    assert.deepEqual([touches.words, touches.selects, did], [means, !on && !waiting, acts]);
  }
});
