// The ways to split a chunk into tokens: dropout, what is said of a chunk, and its pictures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf } from "./cases.js";
import { base64, bytesOf, classed, says, within } from "./drawn.js";
import { any, node, part, saidIn, untyped } from "./page.js";
import { LanguageBars } from "../../explorer_ui/places/compare/languages/language_costs.js";
import { drawHistogram, drawWord } from "../../explorer_ui/places/tokens/other_splits/arcs_picture.js";
import { Ways, fateOf } from "../../explorer_ui/places/tokens/other_splits/ways.js";
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
    data: { data_id: "a" },
    send: (/** @type {string} */ _, /** @type {any} */ asked) => sent.push([asked.data_id, ...asked.ids]),
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

const wordOf = untyped((text, { ways = "9", bpe, fewest = bpe, longest = bpe, arcs = [] }) => {
  const units = Array.from(text, (_, at) => at + 1);
  const cuts = { bpe, fewest, longest };
  return new Word({ text: base64(text), units, arcs, cuts, ways, shares: [], rules: [[0, 1, 2, 0]] });
});

const waysOf = untyped((how) => {
  const data = { tokenizer: "it" };
  const ways = part(Ways, { data, words: [wordOf("abc", how)], draw() {} }, "head", "touched");
  ways.show(0);
  return ways.head.textContent;
});

/** What is said of draws without dropout, and of all ways. */
const drawnAtRandom = untyped((ways, shares) => {
  const word = wordOf("ab", { ways, bpe: [2], arcs: [{ start: 0, end: 2 }] });
  word.data.shares = shares;
  const box = { measure: () => 600, node: node(), show: untyped((_, label) => (box.label = label)), label: "" }; // prettier-ignore
  const parts = { words: [word], shown: 0, data: {}, dropout: 0, box, transport: { draw() {} } };
  const picture = part(Ways, { ...parts, chosen: -1 }, "drawn", "histogram", "keyOfArcs");
  picture.draw(3);
  const [histogram, key] = picture.histogram.children;
  return [histogram.attributes["aria-label"], key.textContent, box.label];
});

const taker = (/** @type {number} */ rank) => ({ rank, start: 0, end: 2 });
const fate = untyped((arc) => fateOf(arc, () => any("ab")).join(""));

const SKIPS = "At every step each possible merge is skipped with a probability of 0%. 400 draws gave 1 different tokenization, of 1.0 tokens on average."; // prettier-ignore

says([
  [() => waysOf({ ways: "1", bpe: [3] }), "abc can be split into tokens of it in 1 way. Byte-pair encoding uses the shortest: all of it is one token."],
  [() => waysOf({ ways: "1", bpe: [1, 3] }), "abc can be split into tokens of it in 1 way. Byte-pair encoding uses it, with 2 tokens, and no tokenization has fewer. Longest match from the left gives 2 too."],
  [() => waysOf({ ways: "12345678901234567890", bpe: [1, 2, 3], fewest: [1, 3], longest: [2, 3] }), "abc can be split into tokens of it in 12,345,678,901,234,567,890 ways. Byte-pair encoding uses one of them, with 3 tokens (the fewest possible: 2). Longest match from the left gives 2."],
  [() => drawnAtRandom("2", [0, 0.25, 0.75]), [`${SKIPS} The most common length of all ways is 2 tokens.`, "all the ways, by their number of tokens those drawn with dropout", "Tokens of two bytes or more that fit in this chunk: 1"]],
  [() => drawnAtRandom("1", [0, 1, 0])[0], `${SKIPS} The most common length of all ways is 1 token.`],
  [() => drawnAtRandom("1", [0, 1, 0])[1], "all ways, by their number of tokens those drawn with dropout"],
  [() => fate({ kind: "taken", rank: 3 }), ": the merge of rank 3 makes it, and it is one of the tokens."],
  [() => fate({ kind: "taken", rank: null }), ": no merge makes it, and it is one of the tokens."],
  [() => fate({ kind: "lost", rank: null }), ": no merges make it from these bytes."],
  [() => fate({ kind: "grown", rank: 3, taker: taker(5) }), ": the merge of rank 3 makes it, and then rank 5 merged it into ab."],
  [() => fate({ kind: "grown", rank: null, taker: taker(5) }), ": no merge makes it, and then rank 5 merged it into ab."],
  [() => fate({ kind: "lost", rank: null, taker: taker(5) }), ": no merge makes it, and rank 5 merged some of its bytes into ab."],
  [() => fate({ kind: "lost", rank: 3, taker: taker(3) }), ": rank 3 would make it, but the same merge was applied further left, and merged some of its bytes into ab."],
  [() => fate({ kind: "lost", rank: 5, taker: taker(3) }), ": rank 5 would make it, but rank 3 comes first, and merged some of its bytes into ab."],
]); // prettier-ignore

test("the first chunk shown has too many tokens, or passes a long one over, or has the most ways", () => {
  const lost = untyped((end) => ({ start: 0, end, kind: "lost", rank: 3 }));
  const chunk = untyped((text, ways, bpe, fewest, arcs = []) => ({ text: base64(text), ways, units: [], arcs, rules: [], cuts: { bpe, fewest, longest: bpe } })); // prettier-ignore
  const [plain, many] = [chunk("a", "9", [1], [1]), chunk("b", "10", [1], [1])];
  const passed = chunk("abc", "3", [1, 3], [1, 3], [lost(2)]);
  const longer = chunk("abcd", "2", [1, 4], [1, 4], [lost(3)]);
  const excess = chunk("ab", "2", [1, 2], [2]);
  const first = untyped((words, picked = null, more = {}) => {
    const link = { unknown: () => null, agree() {}, report() {} };
    const ways = part(Ways, { link, chunk: {}, splits: { update() {} }, ...more });
    ways.show = untyped((index) => (ways.shown = index));
    ways.update({ data_id: "1", chunk: picked, dropout: 10, words });
    return ways.shown;
  });
  assert.equal(first([plain, many, passed, longer, excess]), 4);
  assert.equal(first([plain, many, passed, longer]), 3);
  assert.equal(first([plain, many]), 1);
  assert.equal(first([plain, many, excess], 1), 1);
  assert.equal(first([plain, many], 7), 1);
  // The visitor's chunk stays when the text changes, unless it is gone.
  const before = { data: { data_id: "0" }, picked: 0, words: [{ data: plain }] };
  assert.equal(first([excess, many, plain], null, before), 2);
  assert.equal(first([many, excess], null, before), 1);
});

test("a touch of the text shows the longest chunk that is there", () => {
  const words = ["ab", "abc", "d"].map((text) => ({ bytes: bytesOf(text) }));
  const chunkAt = untyped((place, shown) => {
    const splits = { all: { bytes: bytesOf("ab abc--") } };
    const ways = part(Ways, { words, shown, splits, link: { report() {} } });
    ways.show = untyped((index) => (ways.shown = index));
    ways.pointed(place);
    return [ways.shown, ways.picked];
  });
  for (const place of [0, 2]) assert.deepEqual(chunkAt(place, 2), [0, 0]);
  for (const place of [3, 5, 6]) assert.deepEqual(chunkAt(place, 2), [1, 1]);
  for (const place of [7, 8]) assert.deepEqual(chunkAt(place, 2), [2, undefined]);
  assert.deepEqual(chunkAt(4, 1), [1, undefined]);
});

test("the bars of all ways and of the draws share a scale, and their numbers do not overlap", () => {
  const picture = drawHistogram(
    { shares: [0, 0.25, 0.001, 0], lengths: [0, 1, 0, 3], bpe: 2, fewest: 2 },
    90,
  );
  // Two beside each other for each number of tokens, in percent of the highest one; what is not nothing is seen.
  const bars = untyped((name) => classed(picture, name).map(untyped(({ attributes: { x, y, height } }) => {
    assert.equal(Number(y) + Number(height), 116); // on the axis
    return `${x / 30} ${Math.round(height / 0.98)}%`;
  }))); // prettier-ignore
  assert.deepEqual(bars("all"), ["0.1 33%", "1.1 2%", "2.1 0%"]);
  assert.deepEqual(bars("drawn"), ["0.5 33%", "1.5 0%", "2.5 100%"]);
  const labels = untyped((width, bpe) => {
    const shares = Array(13).fill(0.1);
    const all = within(drawHistogram({ shares, lengths: shares, bpe, fewest: 2 }, width));
    return all.slice(1).map(saidIn).filter(Boolean).join(" "); // prettier-ignore
  });
  assert.equal(labels(480, 2), "1 2 3 4 5 6 7 8 9 10 11 12 ▲ BPE, fewest");
  assert.equal(labels(240, 3), "1 2 4 6 8 10 12 ▲ fewest ▲ BPE");
  assert.equal(labels(120, 3), "1 5 10 ▲ fewest ▲ BPE");
  assert.equal(labels(36, 3), "1 10 ▲ fewest ▲ BPE");
  const pointers = untyped((width, bpe) => {
    const scaled = drawHistogram({ shares: Array(13).fill(0.1), lengths: [1], bpe, fewest: 2 }, width);
    return classed(scaled, "pointer").map(({ attributes }) => Number(attributes.x));
  });
  assert.deepEqual(pointers(480, 9), [60, 340]); // in the middle of the bars 2 and 9, of 40 pixels each
  const [[low, high], [edge, next], [both]] = [[480, 3], [36, 3], [36, 2]].map((at) => pointers(...at)); // prettier-ignore
  assert.deepEqual([low, high - low, edge >= 26, next > edge, both >= 38], [60, 52, true, true, true]);
});

test("a word is drawn from the side on which its text begins, with a box for each token", () => {
  const boxes = untyped((text) => {
    const bytes = bytesOf(text);
    const arcs = [[2, "lost"], [4, "taken"], [1, "lost"]].map(([end, kind]) => ({ start: 0, end, kind }));
    const word = Object.assign(wordOf("a", { bpe: [1], arcs }), { bytes, size: 4 });
    const all = within(drawWord(word, [{ name: "it", ends: [1, 4] }], 400)).map(({ attributes }) => attributes);
    const of = untyped((name) => all.filter((attributes) => attributes.class?.startsWith(name)));
    const left = Math.min(...of("box").map(untyped(({ x }) => x)));
    const bytesFrom = untyped((x) => Math.round((x - left) / 36)); // 36 pixels for a byte
    const places = of("box").map(untyped(({ class: look, x, width }) => `${look.split("-")[0]} ${bytesFrom(x)}-${bytesFrom(Number(x) + Number(width))}`));
    return [...places, ...of("arc").map(untyped(({ class: look }) => look))];
  });
  assert.deepEqual(boxes("abcd"), ["box base 0-1", "box tint 1-4", "arc taken", "arc lost"]);
  assert.deepEqual(boxes("אב"), ["box base 3-4", "box tint 0-3", "arc taken", "arc lost"]);
}); // prettier-ignore
