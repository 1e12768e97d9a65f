// What a class keeps: a phone its answers to a test, the teacher the results, the notes what is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { node } from "./page.js";
import { ClassResults } from "../../explorer_ui/present/classroom/class_results.js";
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

test("the notes of a lecture say that no server responds, until one does", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const scene = { at: 0, of: 2, title: "", minutes: "", notes: "", following: "", elapsed: 0 };
  const seen = { scene, tally: { followers: 0 }, question: null };
  let responds = false;
  const fetch = async () => (responds ? { ok: true, json: async () => seen } : Promise.reject(new Error()));
  const parent = node();
  Object.assign(globalThis.document, { getElementById: () => parent });
  const location = { pathname: "/class/ABCDEF/notes", hash: "#key" };
  Object.assign(globalThis, { fetch, location, history: { replaceState() {} } });
  await import("../../explorer_ui/present/lecture/notes_page.js");
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
});
