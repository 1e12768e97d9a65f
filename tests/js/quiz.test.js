// The cards of the Challenge: what they show, who answers them, and how.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { bytesOf, classed, press, says, within } from "./drawn.js";
import { any, node, rest, saidIn, texts, untyped } from "./page.js";
import mountCard from "../../explorer_ui/places/quiz/challenge_card.js";
import { askedOf, drawGaps, drawParts, rightOf, verdictOnGaps } from "../../explorer_ui/places/quiz/parts.js";

mock.timers.enable({ apis: ["setTimeout", "setInterval"] }); // Python is told nothing

test("on a card, the rank of a merge has no comma, since it is a name, and a number has one", () => {
  const { children } = drawParts(node(), [["merge", 1201, "YQ==", "Yg=="], ["words", "of"], ["number", "1,201"]]); // prettier-ignore
  assert.deepEqual(Array.from(children, ({ textContent }) => textContent), ["1201a + b", "of", "1,201"]); // prettier-ignore
});

test("tokens without a letter are read in the direction of the text that they are part of", () => {
  const token = untyped((...bytes) => ["token", 1, Buffer.from(bytes).toString("base64"), false]);
  const directionIn = (/** @type {string} */ around) => {
    const card = drawParts(node(), [token(0xd7), token(0xd7)], [token(...bytesOf(around))]);
    return card.children[0].getAttribute("dir");
  };
  assert.deepEqual(["שלום", "low"].map(directionIn), ["rtl", "ltr"]);
});

test("a class is asked for a letter, or for the boundaries in all gaps of a word", () => {
  const card = any({ question: "Which?", options: ["x", "y", "z"], units: [], answer: 2 });
  assert.deepEqual(askedOf(card), { prompt: "Which?", options: ["A", "B", "C"] });
  assert.deepEqual(rightOf(card), [2]);
  const word = any({ question: "Where?", options: [], units: ["l", "o", "w", "s"], answer: 0b110 });
  assert.deepEqual(askedOf(word), { prompt: "Where?", options: [], gaps: 3 });
  assert.deepEqual(rightOf(word), [1, 2]);
});

const gapNames = untyped((picked, answer, counts) =>
  within(drawGaps({ units: ["YQ==", "Yg==", "Yw=="], picked, answer }, null, { counts })[0])
    .flatMap(({ attributes }) => (attributes["aria-pressed"] ? [attributes["aria-label"]] : []))
    .join(", "),
);

says([
  [() => verdictOnGaps(null, 5, 3), "The token boundaries are these."],
  [() => verdictOnGaps(5, 5, 3), "Right."],
  [() => verdictOnGaps(1, 5, 3), "Not so: 1 of 3 gaps is wrong."],
  [() => verdictOnGaps(2, 5, 3), "Not so: 3 of 3 gaps are wrong."],
  [() => drawGaps({ units: ["YQ==", "Yg=="], picked: 1, answer: 1 }, null, { counts: [1200] })[0].textContent, "a1,200b"],
  [() => gapNames(1, 3), "Token boundary between a and b, Token boundary between b and c: wrong"],
  [() => gapNames(3, 3, [2, 12]), "Token boundary between a and b, placed by 2, Token boundary between b and c, placed by 12"],
]); // prettier-ignore

/** A card of the Challenge with two options, a key for it, and what Python is told. @param {object} [more] */
function challenge(more) {
  const options = [[["words", "one"]], [["words", "two"]]]; // prettier-ignore
  const plain = { card_id: "1", question: "Which?", subject: [], options, layout: "grid", picked: null, answer: null, figures: ["3 times", ""], reason: [], units: [], number: 0 }; // prettier-ignore
  let key = untyped(() => {});
  const { document } = globalThis;
  const { addEventListener } = document;
  document.addEventListener = untyped((name, act) => name === "keydown" && (key = act));
  const parentElement = Object.assign(node(), { isConnected: true });
  const sent = /** @type {string[]} */ ([]);
  const setStateValue = untyped((name, value) => sent.push(`${name} ${value.option ?? value.card_id}`));
  const update = untyped((changed) => mountCard(any({ data: { ...plain, ...changed }, parentElement, setStateValue }))); // prettier-ignore
  update(more);
  Object.assign(document, { addEventListener });
  const [root] = parentElement.children;
  const [asked] = root.children;
  const [question, , boxes, outcome] = asked.children;
  const type = untyped((letter, target = {}, also = {}) => key(press(letter, { composedPath: () => [target], ...also }))); // prettier-ignore
  return { sent, update, type, root, asked, question, options: boxes, outcome };
}

for (const [more, question, options, verdict] of /** @type {[object, ...string[]][]} */ ([
  [{}, "Which?", "Aone, Btwo", ""],
  [{ number: 3 }, "3. Which?", "Aone, Btwo", ""],
  [{ picked: 1, answer: 1 }, "Which?", "Aone3 times, Btwo✓ Right", "Right."],
  [{ picked: 0, answer: 1 }, "Which?", "Aone✗ Your answer3 times, Btwo✓ Right", "Not so: it is B."],
  [{ answer: 1 }, "Which?", "Aone3 times, Btwo✓ Right", "The answer is B."],
  [
    { picked: 1, answer: 3, units: ["YQ==", "Yg==", "Yw=="] },
    "Which?",
    "ab✗c",
    "Not so: 1 of 2 gaps is wrong.",
  ],
]))
  /* prettier-ignore */
  test(`a card of the Challenge shows its question, its answers and the verdict: ${JSON.stringify(more)}`, () => {
    const card = challenge(more);
    const shown = [saidIn(card.question), texts(card.options.children).join(", "), saidIn(card.outcome)];
    assert.deepEqual(shown, [question, options, verdict]);
  });

test("a letter answers a card once, but not where somebody types", () => {
  const { sent, type, update } = challenge();
  const field = untyped((is) => Object.assign(node(), { closest: () => is }));
  type("b", field(true));
  for (const other of [{ ctrlKey: true }, { repeat: true }]) type("b", {}, other);
  for (const letter of ["c", "1", "Backspace", ""]) type(letter);
  assert.deepEqual(sent, []);
  for (const letter of ["b", "A"]) type(letter);
  assert.deepEqual(sent, ["picked 1"]);
  update({ card_id: "2" });
  type("A", field(null));
  assert.deepEqual(sent, ["picked 1", "picked 0"]);
  update({ card_id: "3", answer: 0 });
  type("A");
  assert.equal(sent.length, 2);
});

test("a remote control reveals the answer of a card, and then goes on", () => {
  const { sent, asked, update } = challenge();
  let clicks = 0;
  Object.assign(globalThis.document, { querySelector: () => ({ click: () => clicks++ }) });
  const go = untyped((key, target = asked) => asked.hears.keydown(press(key, { target })));
  go("ArrowLeft");
  go("ArrowRight", node());
  assert.deepEqual(sent, []);
  go("ArrowRight");
  update({ answer: 1 });
  assert.deepEqual([sent, clicks], [["uncovered 1"], 0]);
  go("ArrowRight");
  assert.deepEqual([sent.length, clicks], [1, 1]);
});

test("the reason of an answer and the next question are scrolled to, but a class sees question and reason at once", () => {
  Object.assign(globalThis, { dispatchEvent: () => true }); // what is presented is measured again
  const scrolled = untyped((presenting, answer) => {
    const { update, root, question, outcome } = challenge();
    const calls = /** @type {string[]} */ ([]);
    for (const [name, part] of Object.entries({ question, outcome }))
      Object.assign(part, { scrollIntoView: () => calls.push(name) });
    Object.assign(root, { matches: () => presenting });
    update({ card_id: "2", answer, picked: answer });
    return calls.join();
  });
  const seen = [[true, 1], [true, null], [false, 1], [false, null]].map(([presenting, answer]) => scrolled(presenting, answer)); // prettier-ignore
  assert.deepEqual(seen, ["", "question", "outcome", "question"]);
});

test("a class that is asked a card's question gets its answer, or none if another card is shown", async () => {
  const { update, sent, options, type } = challenge();
  const { picture } = any(globalThis.document).bpePicture;
  const [{ ask, can }] = picture.asks;
  assert.ok(can());
  const disabled = () => options.children.map(untyped((box) => box.getAttribute("aria-disabled")));
  picture.cover("next", true);
  type("b");
  assert.deepEqual([sent, disabled()], [[], ["true", "true"]]);
  picture.cover(null, false);
  assert.deepEqual(disabled(), [null, null]);
  const { prompt, options: letters, gaps, uncovered } = ask();
  assert.deepEqual([prompt, letters, gaps], ["Which?", ["A", "B"], undefined]);
  const answers = /** @type {unknown[]} */ ([]);
  const hear = async () => answers.push((await uncovered())?.right);
  const first = hear();
  update({ number: 2 }); // still without an answer
  await rest();
  assert.deepEqual(answers, []);
  update({ answer: 1 });
  await first;
  assert.ok(!can());
  const second = hear();
  update({ card_id: "2" });
  await second;
  await hear();
  assert.deepEqual(answers, [[1], undefined, undefined]);
  assert.deepEqual(sent, ["uncovered 1", "uncovered 1"]);
});

test("the gaps that were touched are sent as a number with a bit for each", () => {
  const sent = /** @type {number[]} */ ([]);
  const open = { units: ["YQ==", "Yg==", "Yw==", "ZA=="], picked: null, answer: null };
  const [word, , check] = any(drawGaps(open, (answer) => sent.push(answer)));
  const gaps = classed(word, "gap");
  for (const touched of [[0], [2], [0, 1]]) {
    for (const gap of touched) gaps[gap].hears.click();
    check.hears.click();
  }
  assert.deepEqual(sent, [1, 5, 6]);
  assert.equal(drawGaps(open, null).length, 1); // nobody can answer here
});
