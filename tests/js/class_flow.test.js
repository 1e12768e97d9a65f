// The beats of a question to a class, for a panel that only notes what the class is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asking } from "./class_page.js";
import { any, rest } from "./page.js";
import { ClassFlow } from "../../explorer_ui/present/classroom/class_flow.js";
import { QUESTION, share } from "../../explorer_ui/present/classroom/open_tabs.js";

function flowOf() {
  /** @type {any[]} */
  const told = [];
  const panel = {
    ...{
      offer: {},
      teaching: { key: "k" },
      tally: {},
      trouble: { textContent: "" },
      seconds: { value: "0" },
    },
    picture: { asks: [], step: () => 3 },
    tell: (/** @type {object} */ change) => told.push(change),
    tellScene: () => told.push("scene"),
    ...{ draw() {}, cover() {}, showCode() {} },
    sceneOf: (/** @type {object} */ scene) => scene,
  };
  return { flow: new ClassFlow(/** @type {any} */ (panel)), panel, told };
}

test("a question that cannot be asked leaves the one that the class still sees", async () => {
  const { flow, panel, told } = flowOf();
  await flow.ask(asking());
  await flow.uncover();
  await flow.ask({ ...asking(), ask: () => "No merge is left here." });
  assert.equal(panel.trouble.textContent, "No merge is left here.");
  assert.equal(flow.question?.prompt, "Which?");
  flow.explain();
  flow.goOn();
  assert.deepEqual(told.at(-1), { question: null });
});

test("after the best merges of a game the next question is about those of BPE", async () => {
  const { flow, told } = flowOf();
  const game = { rows: [], merges: 10, first_id: 256 };
  await flow.ask(asking({ game, next: () => told.push("BPE again") }));
  await flow.uncover();
  const another = asking();
  await flow.ask({ ...another, ask: () => (told.push("asks"), another.ask()) });
  assert.deepEqual(told.slice(2, 5), ["BPE again", "scene", "asks"]);
});

test("the key asks what is due, then goes from beat to beat, and skips nothing while it is held down", async () => {
  const { flow, panel, told } = flowOf();
  assert.equal(flow.forward(false), false);
  Object.assign(panel, { due: asking() });
  assert.equal(flow.forward(true), true);
  assert.deepEqual(told, []);
  flow.forward(false);
  await rest();
  assert.equal(flow.question?.prompt, "Which?");
  for (const next of [{ uncover: [0] }, { explain: "" }, { question: null }]) {
    const before = /** @type {number} */ (told.length);
    flow.forward(true);
    assert.equal(told.length, before);
    flow.forward(false);
    await rest();
    assert.deepEqual(told.at(-1), next);
  }
});

test("the best merges of a game are replayed before the class goes on, and once more after a way back", async () => {
  const { flow, told } = flowOf();
  const replayed = /** @type {unknown[]} */ ([]);
  const game = { rows: [], merges: 2, first_id: 256 };
  const next = () => flow.beats[flow.beat][0];
  await flow.ask(asking({ game, replay: (/** @type {unknown} */ best) => replayed.push(best) }));
  await flow.uncover();
  Object.assign(any(flow.question), { winner: [[97, 98]] });
  for (const time of ["once", "again"]) {
    told.length = replayed.length = 0;
    flow.explain();
    assert.deepEqual([told, replayed, next()], [[], [], "Replay"], time);
    flow.replay();
    assert.deepEqual([told, replayed, next()], [[{ explain: "" }], [[[97, 98]]], "Go on"], time);
    flow.back();
  }
});

test("an answer that does not arrive can be asked for again, and one that nobody knows is said to be so", async () => {
  for (const [answer, trouble, note, tells] of /** @type {any[]} */ ([
    ["No answer arrived.", "No answer arrived.", "", []],
    [undefined, "", "Only the Quiz, which asked this question, knows its answer.", [{ uncover: null }]],
  ])) {
    const { flow, panel, told } = flowOf();
    await flow.ask(asking({ known: undefined, uncovered: async () => answer }));
    told.length = 0;
    await flow.uncover();
    assert.deepEqual([panel.trouble.textContent, flow.note, told], [trouble, note, tells]);
    assert.equal(flow.beats[flow.beat][0], tells.length ? "Explain" : "Reveal");
  }
});

test("of two tabs that teach, each goes on with the question that is open", async () => {
  const [one, two] = [flowOf(), flowOf()];
  await one.flow.ask(asking({ next: () => {} }));
  const mine = one.flow.question;
  two.flow.takeOver();
  assert.equal(two.flow.question?.prompt, "Which?");
  one.flow.takeOver();
  assert.equal(one.flow.question, mine); // which still leads to the next step
  // The other tab reveals it, goes on, and asks another one.
  share(QUESTION, null);
  await two.flow.ask(asking({ prompt: "And now?", known: { right: [1] } }));
  one.flow.takeOver();
  assert.equal(one.flow.question?.prompt, "And now?");
  await one.flow.uncover();
  assert.deepEqual(one.told.at(-1), { uncover: [1] });
  two.flow.takeOver();
  assert.equal(two.flow.question, null);
});

test("a question that is removed while its answer is fetched stays away", async () => {
  const { flow, told } = flowOf();
  /** @type {(answer: object) => void} */
  let arrives = () => {};
  const uncovered = () => new Promise((resolve) => (arrives = resolve));
  await flow.ask(asking({ known: undefined, uncovered }));
  const asked = told.length;
  const uncovering = flow.uncover();
  flow.forget();
  arrives({ right: [0] });
  await uncovering;
  assert.deepEqual([flow.question, told.length], [null, asked]);
});

test("a question from before goes on where the page would ask just the same, and only there", async () => {
  const { flow, panel } = flowOf();
  await flow.ask(asking());
  const shows = async (/** @type {object} */ posed) => {
    Object.assign(panel.picture, { asks: [asking(posed)] });
    assert.ok(flow.setAside());
    await rest();
    return flow.question?.elsewhere;
  };
  assert.equal(await shows({ prompt: "Which one?" }), true);
  assert.equal(await shows({ options: ["a", "c"] }), true);
  assert.equal(await shows({}), false);
});
