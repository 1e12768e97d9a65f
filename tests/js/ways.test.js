import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf } from "./cases.js";
import { part } from "./page.js";
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
  /** @type {{word: string, merges: string[], dropout: number, draws: number, theirs: Record<string, number>}} */
  const { word, merges, dropout, draws, theirs } = casesOf("splits_cases").dropout;
  /** @type {Record<string, number>} */
  const ours = {};
  const random = randomFrom(7);
  const units = Array.from(word, (_, index) => index + 1);
  const rank = (/** @type {number[]} */ ...[start, middle, end]) => {
    const found = merges.indexOf(`${word.slice(start, middle)} ${word.slice(middle, end)}`);
    return found < 0 ? undefined : found;
  };
  for (let draw = 0; draw < draws; draw++) {
    const ends = mergeWithDropout(units, rank, dropout, random).join();
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

test("of the merges that lost, the longest one across a token boundary is named", () => {
  const lost = { kind: "lost", rank: 5 };
  const arcs = [
    { start: 0, end: 3, kind: "used", rank: 1 },
    { start: 2, end: 4, ...lost },
    { start: 2, end: 5, ...lost },
    { start: 1, end: 4, ...lost },
    { start: 3, end: 9, ...lost }, // inside a token that is used
    { start: 0, end: 7, kind: "lost", rank: null },
    { start: 0, end: 8, kind: "unseen", rank: 5 },
  ];
  const passedOver = (/** @type {object[]} */ some) =>
    part(Word, { data: { arcs: some, cuts: { bpe: [3, 9] } } }).passedOver;
  assert.equal(passedOver(arcs), arcs[2]);
  assert.equal(passedOver([arcs[0], arcs[4]]), null);
});

test("draws are counted by their number of tokens", () => {
  const rules = Object.entries(RANKS).map(([span, rank]) => [...span.split(",").map(Number), rank]);
  const word = new Word({
    text: btoa("abc"),
    units: [1, 2, 3],
    arcs: [],
    cuts: { bpe: [3], fewest: [3], longest: [3] },
    ways: "4",
    shares: [0, 0.25, 0.5, 0.25],
    rules,
  });
  assert.equal(word.excess, 0);
  assert.deepEqual(word.draw(0, 10, 1), { last: [3], lengths: [0, 10, 0, 0], different: 1 });
  const { lengths, different } = word.draw(0.5, 1000, 1);
  assert.equal(
    lengths.reduce((one, other) => one + other),
    1000,
  );
  assert.equal(different, 4);
  // The probabilities of algorithm 1: whole 1/4, ab|c 1/4, a|bc 1/4, a|b|c 1/4.
  lengths.forEach((count, tokens) => assert.ok(Math.abs(count - [0, 250, 500, 250][tokens]) < 75));
});

test("ids are looked up again until the page is left, since a message that meets another one is lost", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const getAttribute = (/** @type {string} */ name) =>
    name.includes("connection") ? "CONNECTED" : "notRunning";
  Object.assign(globalThis.document, { querySelector: () => ({ getAttribute }) });
  /** @type {any[]} */
  const sent = [];
  const ways = part(Ways, {
    data: { ways_id: "a" },
    send: (/** @type {string} */ _, /** @type {any} */ asked) => sent.push([asked.ways_id, ...asked.ids]),
    ...Object.fromEntries(["link", "splits", "box"].map((name) => [name, { stop() {}, destroy() {} }])),
  });
  ways.lookUp([1, 2]);
  ways.lookUp([3]);
  context.mock.timers.tick(2000);
  ways.destroy();
  context.mock.timers.tick(2000);
  assert.deepEqual(sent, [["a", 1, 2], ["a", 3], ["a", 3], ["a", 3]]); // prettier-ignore
});

const ARCS = [1, 2, 3].map((start) => ({ start, end: start + 2 }));
const WORD = { words: [{ data: { arcs: ARCS } }], shown: 0, chosen: -1 };
const REASONS = { reasons: ["", "", ""] };
const PREFIXES = { chosen: -1, hidden: 2, data: { rows: Array(5) } };

/** Whose keys, from where, how far at each press, and to where. @type {[string, any, object, string, number, number[]][]} */
const WALKS = [
  ["go round", Ways, WORD, "chosen", 1, [0, 1, 2, 0]],
  ["go round", Ways, WORD, "chosen", -1, [2, 1, 0, 2]],
  ["stop at the ends", LanguageBars, { reason: -1, data: REASONS }, "reason", 1, [0, 1, 2, 2]],
  ["stop at the ends", LanguageBars, { reason: 2, data: REASONS }, "reason", -1, [1, 0, -1, -1]],
  ["stop at the ends", Prompt, PREFIXES, "chosen", -1, [4, 3, 2, 2]],
  ["stop at the ends", Prompt, PREFIXES, "chosen", 1, [4, 4]],
];

for (const [what, Picture, here, name, by, walked] of WALKS)
  test(`the arrow keys ${what}: ${Picture.name}, ${by}`, () => {
    const picture = part(Picture, { ...here, draw() {} });
    picture.choose = (/** @type {number} */ at) => (picture.chosen = at);
    assert.deepEqual(
      walked.map(() => (picture.walk(by), picture[name])),
      walked,
    );
  });

test("a remote control goes to the next named split that is another one, and stops at the ends", () => {
  const named = [[0, 3], [0, 1, 3], [0, 1, 3], [0, 2, 3]]; // prettier-ignore
  const stage = part(SplitStage, { named, split: named[1] });
  stage.show = (/** @type {number[]} */ split) => (stage.split = split);
  const found = [1, 1, -1, -1, -1].map((by) => (stage.choose(by), stage.split[1]));
  assert.deepEqual(found, [2, 2, 1, 3, 3]);
});
