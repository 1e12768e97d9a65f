// What a class keeps: a phone its answers to a test, the teacher the results, the notes what is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, rest } from "./page.js";
import { ofTab } from "../../explorer_ui/browser/tab_storage.js";
import { AnotherQuestion, AskedCard } from "../../explorer_ui/present/classroom/asked_card.js";
import { ClassResults } from "../../explorer_ui/present/classroom/class_results.js";
import { boardOf, QuestionCard } from "../../explorer_ui/present/classroom/question_card.js";
import { TestSheet } from "../../explorer_ui/present/classroom/test_sheet.js";

test("a phone that is loaded again goes on with its test", () => {
  const parts = { figures: [], units: [], subject: [], reason: [], options: [[], [], []], question: "" };
  const cards = /** @type {any[]} */ ([1, 2].map((card_id) => ({ ...parts, card_id })));
  /** @type {object[]} */
  const sent = [];
  const loaded = () => {
    const sheet = new TestSheet((answer) => sent.push(answer));
    sheet.begin("test of a class", cards);
    return sheet;
  };
  const sheet = loaded();
  sheet.word = "lower";
  sheet.choose(2);
  const again = loaded();
  assert.equal(again.count.textContent, "Question 2 of 2");
  again.choose(0);
  assert.deepEqual(sent, [{ word: "lower", answers: [2, 0] }]);
});

test("of very many results the newest are kept, also after a reload", () => {
  const results = new ClassResults();
  for (const options of [999, 3].map((many) => Array(many).fill("an option"))) {
    const question = { number: 0, prompt: "", options, answer: [0] };
    // The second time its counts are the newer ones.
    for (const votes of [0, 1])
      results.take(question, { counts: options.map(() => votes), present: 1 }, undefined);
  }
  for (const { rows } of [results, new ClassResults()]) {
    assert.equal(rows.length, 1000);
    assert.equal(rows.filter(([asked]) => asked === 2).length, 3);
    assert.ok(rows.every(([, , , , votes]) => votes === 1));
  }
});

test("in the results of a game, as few tokens as BPE leaves are right", () => {
  const results = new ClassResults();
  results.forget();
  const game = { number: 0, prompt: "", options: [], answer: [21] };
  results.take(game, { tokens: [[20, 2], [21, 3], [22, 1]], present: 7 }, undefined); // prettier-ignore
  assert.deepEqual(results.rows, [
    [1, "", "20 tokens", "yes", 2, 7],
    [1, "", "21 tokens", "yes", 3, 7],
    [1, "", "22 tokens", "", 1, 7],
  ]);
});

test("nobody can choose any more when the time is up", () => {
  const card = new QuestionCard(() => {});
  for (const left of [null, 1, 0]) {
    card.show({ number: 0, prompt: "", options: ["one"] }, { vocabulary: undefined, left });
    const [option] = /** @type {any} */ (card.options).children;
    assert.equal(option.getAttribute("aria-disabled"), left === 0 ? "true" : null);
  }
});

test("the notes of a lecture say that no server responds, until one does", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const scene = { at: 0, of: 2, title: "", minutes: "", notes: "", following: "", elapsed: 0 };
  /** @type {any} */
  const seen = { scene, tally: { followers: 0 }, question: null };
  let responds = false;
  const fetch = async () => (responds ? { ok: true, json: async () => seen } : Promise.reject(new Error()));
  const parent = node();
  Object.assign(globalThis.document, { getElementById: () => parent });
  const location = { pathname: "/class/ABCDEF/notes", hash: "#key" };
  Object.assign(globalThis, { fetch, location, history: { replaceState() {} } });
  // The key of an earlier lecture that was taught in this tab.
  ofTab.setItem("bpe-notes-key", "earlier");
  await import("../../explorer_ui/present/lecture/notes_page.js");
  assert.equal(ofTab.getItem("bpe-notes-key"), "key");
  /** @type {boolean[]} */
  const troubles = [];
  for (const now of [false, true, false, true]) {
    responds = now;
    context.mock.timers.tick(1000);
    await new Promise(setImmediate);
    const [, trouble] = parent.children[0].children;
    troubles.push(/^The server does not respond/.test(trouble.textContent));
  }
  assert.deepEqual(troubles, [true, false, true, false]);
  // A question says how long it is open, to its last second.
  for (const [left, said] of [
    [1, "1 of 2 have answered, 1 s left"],
    [0, "1 of 2 have answered, 0 s left"],
    [undefined, "1 of 2 have answered"],
  ]) {
    Object.assign(seen, { tally: { followers: 2, answered: 1, left }, question: { prompt: "?" } });
    context.mock.timers.tick(1000);
    await new Promise(setImmediate);
    assert.ok(parent.children[0].textContent.includes(said), parent.children[0].textContent);
    assert.equal(parent.children[0].textContent.includes("s left"), left !== undefined);
  }
});

test("the board has every follower once, BPE's row always, and the fewest tokens first", () => {
  const fewest = { tokens: 18, proven: true };
  assert.deepEqual(boardOf({ tokens: [[20, 2], [25, 1]], rule: 21, fewest }), {
    options: ["18 tokens, the fewest possible", "20 tokens", "21 tokens, BPE", "25 tokens"],
    counts: [0, 2, 0, 1],
    answer: [0, 1, 2],
  }); // prettier-ignore
  /** @type {[number, number][]} */
  const many = Array.from({ length: 30 }, (_, i) => [40 + i, i + 1]);
  const { options, counts, answer } = boardOf({ tokens: many, rule: 60 });
  assert.deepEqual(options.slice(5), ["45 tokens", "60 tokens, BPE", "46 to 69 tokens"]);
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    (30 * 31) / 2,
  );
  assert.deepEqual(answer, [0, 1, 2, 3, 4, 5, 6]);
  const lastOf = (/** @type {number} */ rows) =>
    boardOf({ tokens: many.slice(0, rows), rule: 43 }).options[7];
  assert.equal(lastOf(8), "47 tokens");
  assert.equal(lastOf(9), undefined); // three share the seventh row
});

test("of two previews in quick succession the second one is shown, and stays", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  globalThis.document.querySelector = () => null;
  const wishes = /** @type {any[]} */ ([]);
  const another = new AnotherQuestion(any({ flow: {} }), (_, wish) => wishes.push(wish));
  another.make();
  another.make();
  const card = { card_id: 1, question: "Which?", options: ["a", "b"], units: [], answer: 1 };
  const drawn = { figures: [], subject: [], reason: [] };
  const question = { name: wishes[1].name, cards: [], card: { ...card, ...drawn } };
  another.fromChallenge.heard(any({ question }));
  await rest();
  assert.equal(another.previewed?.prompt, "Which?");
  context.mock.timers.tick(60_000);
  await rest();
  assert.equal(another.previewed?.prompt, "Which?");
  assert.equal(another.trouble.textContent, "");
});

test("a question is waited for as long as the server computes", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  let state = "running";
  Object.assign(globalThis, { document: { querySelector: () => ({ getAttribute: () => state }) } });
  const asked = new AskedCard(() => {}).ask("hand 1");
  let said;
  asked.then((answer) => (said = answer));
  context.mock.timers.tick(60_000);
  await new Promise(setImmediate);
  assert.equal(said, undefined);
  state = "notRunning";
  context.mock.timers.tick(10_000);
  assert.equal(await asked, "No question arrived. Press again.");
});
