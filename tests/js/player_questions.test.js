// What the player asks: questions to a class, its game against BPE, and Predict.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { any, node, saidIn } from "./page.js";
import { Predict } from "../../explorer_ui/parts/player/predict.js";
import { PresentedPlayer } from "../../explorer_ui/parts/player/presented.js";
import { State } from "../../explorer_ui/parts/player/state.js";
// prettier-ignore
import {
  A_A, A_B, atOnce, boundaries, caseOf, continued, published, shownOf, spelled, table, trained, unmerged, worked,
} from "./player_examples.js";
import { reference } from "./reference.js";

/** @param {any} shown @param {number} step @param {boolean} [free] */
function presented(shown, step, free = true) {
  const went = /** @type {unknown[]} */ ([]);
  const leads = {
    ...{ trained() {}, pause() {}, free: () => free, over: () => went.push("over") },
    go: (/** @type {number} */ to) => went.push(to),
    rows: () => atOnce(shown, step).rows,
  };
  return { player: new PresentedPlayer(node(), any({ shown, step }), any(leads)), went };
}

/** What is asked, why that is right, and where the player goes then. @param {any} shown @param {number} step */
function asks(
  shown,
  step,
  what = /** @type {"askNext" | "askCount" | "askGame"} */ ("askNext"),
  free = true,
) {
  const { player, went } = presented(shown, step, free);
  const asked = player[what]();
  if (typeof asked === "string") return [asked, ...went];
  asked.next?.();
  return [asked.prompt, asked.known?.because, ...went];
}

const NO_TEXT = "There is no text to ask about.";
const ONE_PAIR = "Only one pair is left here, so there is nothing to ask.";
const TOO_FEW = "Too few merges are left to ask about the number of tokens.";
const NOT_TRAINED =
  "The game needs a tokenizer that is trained on this text from the first merge: the page Train trains one.";
const NOT_PLAIN =
  "The game needs chunk boundaries that stay, and a recipe in which every merge makes a new token.";
const fewer = (/** @type {string} */ how) => `Each merged pair is one token fewer: ${how}.`;
const lower = "no other pair in this chunk has a lower rank";
const game = (/** @type {string} */ leaves) =>
  `10 merges by hand: can you leave fewer tokens than BPE? BPE leaves ${leaves}.`;
const leaves = (/** @type {string} */ tokens) =>
  `BPE always merges the most frequent pair and leaves ${tokens}.`;
const hard = "abaaaaaaaabbbbbababbaaaababaababaababaab";

test("a class is asked for the next pair, or told why it cannot be", () => {
  // prettier-ignore
  const cases = table([
    [null, 0, NO_TEXT],
    [worked, 0, "Which pair is merged first?", "It occurs 4 times, more often than any other pair.", 1],
    [worked, 1, "After 1 merge: which pair is merged next?", "2 pairs occur 2 times. The tie-break rule picks the pair that occurs first in the text.", 2],
    [worked, 2, "After 2 merges: which pair is merged next?", "It occurs 2 times, more often than any other pair.", 3],
    [worked, 3, "No merge is left here to ask about. Go back a few steps."],
    [trained("a"), 0, "No merge is left here to ask about."],
    [trained("aaaa"), 0, ONE_PAIR],
    [trained("ababab"), 1, `${ONE_PAIR} Go back a few steps.`],
    [spelled, 0, ONE_PAIR],
    [spelled, 1, "After 1 merge: which two are merged next?", `Rank 3: ${lower}.`, 2],
    [caseOf(reference.encodings, "'low lower lowest, ne' by bytes"), 0, "Which two are merged first?", `Rank 0: ${lower}.`, 1],
    [continued, 6, "The ranks of the vocabulary decide which merge is next, and the text does not show them. Go to step 7."],
  ]);
  for (const [shown, step, ...expected] of cases) assert.deepEqual(asks(shown, step), expected);
  // Each of those that are tied is right.
  const tied = any(presented(caseOf(reference.continued, "'xyz xyz' by bytes"), 0).player.askNext());
  assert.deepEqual(tied.options, [[32, 120], [120, 121], [121, 122], [122, 32]]); // prettier-ignore
  assert.deepEqual(tied.known.right, [1, 2]);
  assert.equal(any(presented(worked, 0).player.askNext()).options.length, 4);
  for (const [shown, step, ...can] of table([
    [null, 0, false, false, true],
    [worked, 2, true, true, true],
    [worked, 3, false, false, true],
  ]))
    assert.deepEqual(presented(shown, step).player.asks.map((each) => each.can()), can); // prettier-ignore
});

test("a class is asked how many tokens are left after at most ten merges", () => {
  const long = trained("abcdefghijklm".repeat(2)); // twelve merges, of two occurrences each
  // prettier-ignore
  const cases = table([
    [null, 0, NO_TEXT],
    [worked, 0, "The text is 11 tokens. How many after 3 merges?", fewer("11 − 6 = 5"), 3],
    [worked, 1, "The text is 9 tokens after 1 merge. How many after 2 more merges?", fewer("9 − 4 = 5"), 3],
    [worked, 2, "The text is 7 tokens after 2 merges. How many after 1 more merge?", fewer("7 − 2 = 5"), 3],
    [worked, 3, `${TOO_FEW} Go back a few steps.`],
    [trained("a"), 0, TOO_FEW],
    [trained("aaaa"), 0, "The text is 4 tokens. How many after 1 merge?", fewer("4 − 2 = 2"), 1],
    [long, 0, "The text is 26 tokens. How many after 10 merges?", fewer("26 − 20 = 6"), 10],
    [long, 1, "The text is 24 tokens after 1 merge. How many after 10 more merges?", fewer("24 − 20 = 4"), 11],
    [spelled, 0, "The text is 4 tokens. How many when no more merges apply?", fewer("4 − 3 = 1"), 3],
  ]);
  for (const [shown, step, ...expected] of cases) assert.deepEqual(asks(shown, step, "askCount"), expected);
});

test("a class plays against BPE from the base units on, or is told why it cannot", () => {
  const chunks = { ...unmerged("ab ".repeat(400)), closed_at: boundaries(400, 3) };
  const found = trained(hard);
  // prettier-ignore
  const cases = table([
    [null, true, NOT_TRAINED],
    [spelled, true, NOT_TRAINED],
    [worked, false, NOT_TRAINED],
    [{ ...worked, data: { ...published, second_stage: {} } }, true, NOT_PLAIN],
    [{ ...worked, data: { ...published, same_string_same_token: true } }, true, NOT_PLAIN],
    [trained("a".repeat(1001)), true, "This text is too long for the game (at most 1,000 base units). Use a shorter one."],
    // Too long to search for better merges.
    [trained("a".repeat(1000)), true, game("5 of 1,000"), leaves("5 tokens"), 0, "over"],
    // The same chunk 400 times is as long as one; it is one token after two merges.
    [shownOf(chunks), true, game("400 of 1,200"), leaves("400 tokens"), 0, "over"],
    [trained("aaabaab"), true, game("1 of 7"), `${leaves("1 token")} The best possible choice has 1.`, 0, "over"],
    // Not proven: told only if it is better.
    [found, true, game("10 of 40"), `${leaves("10 tokens")} The best that a search found has 9.`, 0, "over"],
    [worked, true, game("1 of 11"), leaves("1 token"), 0, "over"],
  ]);
  for (const [shown, free, ...expected] of cases) assert.deepEqual(asks(shown, 2, "askGame", free), expected);
  const asked = any(presented(found, 0).player.askGame());
  assert.deepEqual(asked.game, {
    rows: [[1, [...Buffer.from(hard)]]],
    merges: 10,
    first_id: 256,
  });
  assert.deepEqual([asked.fewest, asked.known.right], [{ tokens: 9, proven: false }, [10]]);
});

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** @param {any} shown @param {number} step */
function predicting(shown, step) {
  const state = Object.assign(new State(), { shown, step });
  const went = /** @type {number[]} */ ([]);
  const painted = /** @type {object[]} */ ([]);
  const predict = new Predict(state, {
    ...{ alone() {}, enlarge() {} },
    cover: (covered) => (state.covered = covered),
    paint: (changes) => painted.push(changes),
    rows: () => atOnce(shown, state.step).rows,
    go: (to) => went.push(to),
  });
  const look = () => [saidIn(predict.words), saidIn(predict.score), !predict.next.hidden, state.covered];
  return { look, painted, predict, state, went };
}

const TOUCH = "Touch two neighbouring tokens in the text, or a row of the table.";

test("Predict hides the next step where the text shows which it is, and says where it does", () => {
  // prettier-ignore
  const cases = table([
    [worked, 0, TOUCH, false, true],
    [worked, 2, TOUCH, false, true],
    [worked, 3, "There is no next merge.", false, false],
    [spelled, 1, TOUCH, false, true],
    [continued, 0, "Until merge 7, the ranks of the vocabulary decide, and the text does not show them.", true, false],
    [continued, 7, TOUCH, false, true],
  ]);
  for (const [shown, step, said, next, covered] of cases) {
    const { look, predict, went } = predicting(shown, step);
    predict.begin(); // not yet
    assert.ok(!predict.waiting && predict.root.hidden);
    predict.switch(true);
    assert.deepEqual(look(), [said, "", next, covered]);
    assert.equal(predict.toggle.getAttribute("aria-pressed"), "true");
    assert.equal(predict.waiting, covered);
    predict.goOn();
    assert.deepEqual(went, [Math.max(step + 1, shown === continued ? 7 : 0)]);
    predict.switch(false);
    assert.equal(look()[3], false);
  }
});

test("a right guess goes on by itself, a wrong one waits, and the score counts both", () => {
  const { look, painted, predict, state, went } = predicting(worked, 0);
  predict.switch(true);
  predict.guess(A_B);
  assert.deepEqual(look(), ["a + b occurs 2 times; a + a occurs 4.", "0 of 1 right", true, false]);
  assert.deepEqual([predict.root.classList.contains("wrong"), painted], [true, [{ acting: A_B }]]);
  mock.timers.tick(60_000);
  assert.deepEqual(went, []);
  state.step = 1;
  predict.begin();
  assert.deepEqual(look(), [TOUCH, "0 of 1 right", false, true]);
  assert.ok(!predict.root.classList.contains("wrong"));
  predict.touch(0);
  assert.deepEqual([look()[0], painted.at(-1)], ["Now touch the token next to it.", { selected: 0 }]);
  predict.touch(2);
  const tied =
    "Right: 2 pairs occur 2 times. The tie-break rule picks this one: the pair that occurs first in the text.";
  assert.deepEqual(look(), [tied, "1 of 2 right", false, false]);
  assert.ok(!predict.root.classList.contains("wrong"));
  mock.timers.tick(1600);
  assert.deepEqual(went, [2]);
  predict.begin();
  predict.guess(A_B); // the other one, which does not go on once Predict is off
  predict.switch(false);
  mock.timers.tick(60_000);
  assert.deepEqual(went, [2]);
  predict.switch(true);
  assert.equal(look()[1], ""); // counts from the start again
});

test("while a class is asked, or plays, nobody predicts", () => {
  const { predict, state } = predicting(worked, 0);
  for (const [more, on] of table([
    [{ held: true }, false],
    [{ held: false, game: {} }, false],
    [{ game: null }, true],
  ])) {
    Object.assign(state, more);
    predict.switch(true);
    assert.deepEqual([predict.on, state.covered], [on, on]);
  }
  state.held = true; // the question ends it
  predict.switch(false);
  assert.ok(!predict.on && !state.covered);
});

test("a right guess about an encoding is told its rank", () => {
  const { look, predict } = predicting(spelled, 1);
  predict.switch(true);
  predict.guess(A_A);
  assert.equal(look()[0], "Right: rank 3 applies first.");
});
