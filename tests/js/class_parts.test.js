// The parts of a class: the test on a phone, the teacher's results, the card of a question, the code to join.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CARD, CHOICE } from "./class_page.js";
import { any, rest, texts } from "./page.js";
import { AnotherQuestion, AskedCard } from "../../explorer_ui/present/classroom/asked_card.js";
import { codeOf } from "../../explorer_ui/present/classroom/class_code.js";
import { ClassResults } from "../../explorer_ui/present/classroom/class_results.js";
import { boardOf, QuestionCard } from "../../explorer_ui/present/classroom/question_card.js";
import { TestSheet } from "../../explorer_ui/present/classroom/test_sheet.js";

test("a phone that is loaded again goes on with its test", () => {
  const cards = /** @type {any[]} */ ([1, 2].map((card_id) => ({ ...CARD, options: [[], [], []], card_id })));
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

test("the board has every follower once, BPE's row always, and the fewest tokens first", () => {
  const fewest = { tokens: 18, proven: true };
  const tokens = any([[20, 2], [25, 1]]); // prettier-ignore
  assert.deepEqual(boardOf({ tokens, rule: 21, fewest }), {
    options: ["18 tokens, the fewest possible", "20 tokens", "21 tokens, BPE", "25 tokens"],
    counts: [0, 2, 0, 1],
    answer: [0, 1, 2],
  });
  /** @type {[number, number][]} */
  const many = Array.from({ length: 30 }, (_, i) => [40 + i, i + 1]);
  const { options, counts, answer } = boardOf({ tokens: many, rule: 60 });
  assert.deepEqual(options.slice(5), ["45 tokens", "60 tokens, BPE", "46 to 69 tokens"]);
  const everybody = counts.reduce((sum, count) => sum + count);
  assert.equal(everybody, (30 * 31) / 2);
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
  const question = { name: wishes[1].name, cards: [], card: { ...CARD, answer: 1 } };
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
  globalThis.document.querySelector = any(() => ({ getAttribute: () => state }));
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

test("a question shows its options and, once it is revealed, how many chose each and what is right", () => {
  const told = { ...CHOICE, answer: [1], counts: [1, 2], present: 4 };
  const none = { ...told, present: 0, counts: [0, 0] };
  const game = { ...CHOICE, tokens: [[20, 1]], answer: [21], present: 2 };
  const tokenOf = (/** @type {number} */ id) => ({ id, parts: [{ text: String.fromCodePoint(id) }] });
  const pair = { ...CHOICE, options: [[97, 98]] };
  const [one, two] = ["A one: 1 answer, 25%", "B two: right2 answers, 50% is-right"];
  const options = [[["words", "x"]], [["words", "y"]]];
  for (const [asked, how, rows, turnout] of /** @type {any[]} */ ([
    [CHOICE, {}, ["A one: ", "B two: "], ""],
    [CHOICE, { card: { ...CARD, options, figures: ["", "7%"] } }, ["- Ax: ", "- By7%: "], ""],
    [told, {}, [one, two], "3 of 4 answered"],
    [told, { chosen: 0 }, ["A one: your answer1 answer, 25% chosen", two], "3 of 4 answered"],
    [
      told,
      { chosen: 1 },
      [one, "B two: right, your answer2 answers, 50% is-right chosen"],
      "3 of 4 answered",
    ],
    [none, {}, ["A one: 0 answers, 0%", "B two: right0 answers, 0% is-right"], "0 of 0 answered"],
    [game, {}, ["- 20 tokens: 1 phone, 50% is-right", "- 21 tokens, BPE: 0 phones, 0% is-right"], ""],
    [pair, { vocabulary: { tokenOf } }, ["A a+b: "], ""],
  ])) {
    const card = new QuestionCard(null);
    card.show(asked, { vocabulary: undefined, ...how });
    const drawn = any(card.options).children.map((/** @type {any} */ row) => {
      const [what, ...more] = row.children;
      const words = `${what.dataset.letter ?? "-"} ${what.textContent}: ${texts(more).join("")}`;
      return [words, ...row.classList].join(" ");
    });
    assert.deepEqual([drawn, card.turnout.textContent], [rows, turnout]);
  }
});

const withGaps = (/** @type {string[]} */ ...units) => ({
  vocabulary: undefined,
  card: any({ ...CARD, units }),
});

test("what a question is about and why its answer is right are those of its own card", () => {
  const shown = new QuestionCard(null);
  const { subject, reason } = shown;
  const about = (/** @type {string} */ words) =>
    any({ ...CARD, subject: [["words", words]], reason: [[["words", "So."]]] });
  const low = about("low");
  for (const [card, said, why] of [
    [low, "low", "So."],
    [about("lower"), "lower", "So."],
    [low, "low", "So."],
    [null, "", ""],
  ]) {
    shown.show(CHOICE, { vocabulary: undefined, card });
    assert.deepEqual([subject.textContent, reason.textContent, subject.hidden], [said, why, !said]);
  }
});

test("of a word with gaps it is said how many have all of them right", () => {
  for (const [found, said] of /** @type {[number[], string][]} */ ([
    [[1, 0, 2], "3 of 5 answered; 2 have every gap right, on average 1.3 of 2."],
    [[0, 1, 1], "2 of 5 answered; 1 has every gap right, on average 1.5 of 2."],
    [[0, 0, 0], "0 of 5 answered; 0 have every gap right."],
  ])) {
    const card = new QuestionCard(null);
    const asked = { ...CHOICE, options: [], gaps: 2, answer: [1], present: 5, counts: [1, 2], found };
    card.show(asked, withGaps("YQ==", "Yg==", "Yw=="));
    assert.equal(card.turnout.textContent, said);
  }
});

test("of a test it is said how many sent their answers, and of boundaries whose places are not known how many placed them", () => {
  for (const [asked, said] of /** @type {any[]} */ ([
    [{ report: { sheets: 5 }, counts: [], present: 6 }, "5 of 6 answered"],
    // Some of those who answered have left, and others came.
    [{ report: { sheets: 7 }, counts: [], present: 6 }, "7 of 7 answered"],
    [{ report: { sheets: 5 }, present: 6 }, "5 of 6 answered"], // on a phone
    [{ gaps: 2, counts: [3, 4], people: 4, present: 5 }, "4 of 5 answered"],
    [{ gaps: 2 }, ""], // the counts are on their way
  ])) {
    const card = new QuestionCard(null);
    card.show({ ...CHOICE, options: [], answer: [], ...asked }, withGaps("YQ==", "Yg==", "Yw=="));
    assert.equal(card.turnout.textContent, said);
  }
});

test("a boundary that was placed is called wrong only where the right ones are known", () => {
  for (const found of [undefined, [0, 1, 0]]) {
    const card = new QuestionCard(null);
    const asked = { ...CHOICE, options: [], gaps: 2, answer: [1], found };
    card.show(asked, { ...withGaps("YQ==", "Yg==", "Yw=="), chosen: 3 });
    const [, first, , second] = any(card.options).children[0].children;
    const wrong = [first, second].map(({ classList }) => classList.has("wrong"));
    assert.deepEqual(wrong, [found !== undefined, false]);
  }
});

test("boundaries that were placed stay while the followers are counted, and go with the question", () => {
  const card = new QuestionCard(() => {});
  const pressed = [7, 7, 8].map((number, present) => {
    card.show({ ...CHOICE, options: [], gaps: 1, number, present }, withGaps("YQ==", "Yg=="));
    const gap = any(card.options).children[0].children[1];
    const before = gap.getAttribute("aria-pressed");
    gap.hears.click();
    return before;
  });
  assert.deepEqual(pressed, ["false", "true", "false"]);
});

test("a test shows what was learned, in a sentence and for each of its questions", () => {
  const card = new QuestionCard(null);
  const drawn = (/** @type {object} */ report, /** @type {string} */ reason) => {
    card.show(any({ ...CHOICE, answer: [], counts: [], report, reason }), { vocabulary: undefined });
    assert.deepEqual([card.because.textContent, any(card.root).classList.has("explained")], [reason ?? "", reason !== undefined]); // prettier-ignore
    return any(card.options).children;
  };
  const kept = "kept until the end of the class.";
  assert.deepEqual(texts(drawn({ sheets: 1 }, "So.")), [`1 answer ${kept}`]);
  assert.deepEqual(texts(drawn({ sheets: 0 }, any(undefined))), [`0 answers ${kept}`]);
  const gain = { pairs: 2, gain: 0.5, low: null, high: null, why: "Too few." };
  const moved = [{ label: "Q1", learned: 2, kept: 3, lost: 1, missed: 5, left: "words", held: 4 }];
  const [said, table] = drawn({ sheets: 1, gain, moved }, "");
  assert.equal(said.textContent, "2 people learned 50% of what they did not know. Too few.");
  assert.deepEqual(
    table.children.map((/** @type {any} */ { children }) => texts(children)),
    [
      ["Question", "wrong, then right", "right twice", "right, then wrong", "wrong twice", "most frequent belief left"], // prettier-ignore
      ["Q1", "2", "3", "1", "5", "words (4 people)"],
    ],
  );
});

test("an address that only this computer can open is said to be one", () => {
  const warning = "Phones cannot open this address: only this computer can. Start the app with ";
  for (const [host, warned] of /** @type {[string, boolean][]} */ ([
    ["localhost", true],
    ["127.0.0.1:8501", true],
    ["[::1]:8501", true],
    ["192.168.0.7:8501", false],
    ["localhost.example.org", false],
  ])) {
    const name = { address: `http://${host}/class`, code: "ABCDEF", ticket: "", qr: { path: "M0", side: 9 } };
    const said = String(codeOf(name)[1].textContent);
    assert.equal(
      said.startsWith(`${warning}bpe-explorer app --class, or make run CLASS=1: then `),
      warned,
      host,
    );
    assert.ok(said.endsWith(`Scan the code with your phone, or open${host}/classand typeABCDEF`), said);
  }
});
