import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import "./page.js";
import { LanguageBars } from "../../explorer_ui/places/compare/languages/language_costs.js";
import { SplitStage } from "../../explorer_ui/places/tokens/other_splits/split_stage.js";
import { Ways } from "../../explorer_ui/places/tokens/other_splits/ways.js";
import { Word, mergeWithDropout, randomFrom } from "../../explorer_ui/places/tokens/other_splits/word.js";
import { Prompt } from "../../explorer_ui/places/tokens/prompt_end/prompt.js";

// abc: bc has rank 0, ab rank 1, and abc is a with bc, rank 2.
/** @type {Record<string, number>} */
const RANKS = { "1,2,3": 0, "0,1,2": 1, "0,1,3": 2 };
const rankOf = (/** @type {number[]} */ ...span) => RANKS[span.join()];
const given = (/** @type {number[]} */ ...numbers) => {
  const rest = numbers.values();
  return () => rest.next().value ?? assert.fail("asked for more numbers than there are places");
};

test("a place that is left out makes room for a higher rank, as in the engine", () => {
  // From the left: ab is kept, bc is skipped, so ab is merged; then nothing can be, since ab and c have no
  // merge.
  assert.deepEqual(mergeWithDropout([1, 2, 3], rankOf, 0.5, given(0.9, 0.1)), [2, 3]);
  // ab is skipped, bc is merged; then a and bc are considered, and skipped.
  assert.deepEqual(mergeWithDropout([1, 2, 3], rankOf, 0.5, given(0.1, 0.9, 0.2)), [1, 3]);
});

// The library reconsiders skipped merges when it meets one that has become impossible; with these merges none
// does.
test("dropout gives the tokens of Hugging Face's library as often", () => {
  const merges = ["a b", "c ab", "cab d", "ab cabd"];
  const [word, dropout, draws] = ["abcabd", 0.4, 4000];
  const asked = JSON.stringify({ word, dropout, draws, merges });
  /** @type {Record<string, number>} */
  const theirs = JSON.parse(
    execFileSync(".venv/bin/python", ["-m", "tests.js.dropout_counts", asked], { encoding: "utf8" }),
  );
  /** @type {Record<string, number>} */
  const ours = {};
  const random = randomFrom(7);
  const units = Array.from(word, (_, index) => index + 1);
  const rank = (/** @type {number} */ start, /** @type {number} */ middle, /** @type {number} */ end) =>
    merges.indexOf(`${word.slice(start, middle)} ${word.slice(middle, end)}`);
  for (let draw = 0; draw < draws; draw++) {
    const ends = mergeWithDropout(
      units,
      (...span) => (rank(...span) < 0 ? undefined : rank(...span)),
      dropout,
      random,
    ).join();
    ours[ends] = (ours[ends] ?? 0) + 1;
  }
  assert.ok(Object.keys(ours).length > 4);
  for (const ends of Object.keys({ ...ours, ...theirs })) {
    const [one, other] = [ours[ends] ?? 0, theirs[ends] ?? 0];
    // Seven standard deviations of the difference of two counts, since theirs cannot be seeded.
    assert.ok(Math.abs(one - other) <= 7 * Math.sqrt(one + other), ends);
  }
});

test("a seed decides the numbers, and they fill the range from 0 to 1", () => {
  const [one, other] = [randomFrom(7), randomFrom(7)];
  const numbers = Array.from({ length: 5000 }, one);
  assert.deepEqual(numbers, Array.from(numbers, other));
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
  for (let tenth = 0; tenth < 10; tenth++) {
    const here = numbers.filter((number) => Math.floor(10 * number) === tenth).length;
    assert.ok(here > 400 && here < 600);
  }
});

test("draws are counted by their number of tokens", () => {
  const rules = [
    [1, 2, 3, 0],
    [0, 1, 2, 1],
    [0, 1, 3, 2],
  ];
  const cuts = { bpe: [3], fewest: [3], longest: [3] };
  const word = new Word({
    text: btoa("abc"),
    units: [1, 2, 3],
    arcs: [],
    cuts,
    ways: "4",
    shares: [0, 0.25, 0.5, 0.25],
    rules,
  });
  assert.equal(word.excess, 0);
  assert.deepEqual(word.draw(0, 10, 1), { last: [3], lengths: [0, 10, 0, 0], different: 1 });
  const drawn = word.draw(0.5, 1000, 1);
  assert.equal(
    drawn.lengths.reduce((one, other) => one + other),
    1000,
  );
  assert.equal(drawn.different, 4);
  // The probabilities of algorithm 1: whole 1/4, ab|c 1/4, a|bc 1/4, a|b|c 1/4.
  drawn.lengths.forEach((count, tokens) => assert.ok(Math.abs(count - [0, 250, 500, 250][tokens]) < 75));
});

test("the arrow keys begin at the first or the last arc, and go round", () => {
  const arcs = [1, 2, 3].map((start) => ({ start, end: start + 2 }));
  for (const [by, walked] of /** @type {[number, number[]][]} */ ([
    [1, [0, 1, 2, 0]],
    [-1, [2, 1, 0, 2]],
  ])) {
    const ways = Object.assign(Object.create(Ways.prototype), {
      words: [{ data: { arcs } }],
      shown: 0,
      chosen: -1,
    });
    ways.choose = (/** @type {number} */ at) => (ways.chosen = at);
    const found = walked.map(() => (ways.walk(by), ways.chosen));
    assert.deepEqual(found, walked);
  }
});

test("ids are looked up again until the page is left, since a message that meets another one is lost", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const getAttribute = (/** @type {string} */ name) =>
    name.includes("connection") ? "CONNECTED" : "notRunning";
  Object.assign(globalThis.document, { querySelector: () => ({ getAttribute }) });
  /** @type {any[]} */
  const sent = [];
  const ways = Object.assign(Object.create(Ways.prototype), {
    data: { ways_id: "a" },
    send: (/** @type {string} */ _, /** @type {any} */ asked) => sent.push([asked.ways_id, asked.ids]),
    ...Object.fromEntries(["link", "splits", "box"].map((part) => [part, { stop() {}, destroy() {} }])),
  });
  ways.lookUp([1, 2]);
  ways.lookUp([3]);
  context.mock.timers.tick(2000);
  ways.destroy();
  context.mock.timers.tick(2000);
  assert.deepEqual(sent, [
    ["a", [1, 2]],
    ["a", [3]],
    ["a", [3]],
    ["a", [3]],
  ]);
});

/** @type {[any, object, string, number, unknown[]][]} Whose keys, from where, how far at each press, and where that is. */
const WALKS = [
  [LanguageBars, { reason: -1, data: { reasons: ["", "", ""] } }, "reason", 1, [0, 1, 2, 2]],
  [LanguageBars, { reason: 2, data: { reasons: ["", "", ""] } }, "reason", -1, [1, 0, -1, -1]],
  [Prompt, { chosen: -1, hidden: 2, data: { rows: Array(5) } }, "chosen", -1, [4, 3, 2, 2]],
  [Prompt, { chosen: -1, hidden: 2, data: { rows: Array(5) } }, "chosen", 1, [4, 4]],
];

for (const [Picture, here, name, by, walked] of WALKS)
  test(`the arrow keys stop at the ends: ${Picture.name}, ${by}`, () => {
    const picture = Object.assign(Object.create(Picture.prototype), here, { draw() {} });
    picture.choose = (/** @type {number} */ at) => (picture.chosen = at);
    assert.deepEqual(
      walked.map(() => (picture.walk(by), picture[name])),
      walked,
    );
  });

test("a remote control goes to the next named split that is another one, and stops at the ends", () => {
  const named = [[0, 3], [0, 1, 3], [0, 1, 3], [0, 2, 3]]; // prettier-ignore
  const stage = Object.assign(Object.create(SplitStage.prototype), { named, split: named[1] });
  stage.show = (/** @type {number[]} */ split) => (stage.split = split);
  const found = [1, 1, -1, -1, -1].map((by) => (stage.choose(by), stage.split[1]));
  assert.deepEqual(found, [2, 2, 1, 3, 3]);
});
