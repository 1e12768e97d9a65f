// Sentences for cases that a random text hardly meets, written out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, part, texts } from "./page.js";
import { written } from "../../explorer_ui/parts/trainer/beginning.js";
import { wordsOfTraining } from "../../explorer_ui/parts/player/words_of_steps.js";
import { Strip } from "../../explorer_ui/parts/token_row/strip/token_strip.js";
import { reportOf, rowsOfReport, wordsOf } from "../../explorer_ui/present/classroom/test_report.js";
import {
  askCount,
  canAskCount,
  wordsOfCost,
  wordsOnDoubling,
} from "../../explorer_ui/places/vocabulary/smaller_or_larger/words_of_growth.js";

/** @param {number} leastSize @param {number} lastSize @returns {any} */
const text = (leastSize, lastSize) => ({ leastSize, lastSize, savedByDoubling: () => 0.5 });

/** What a doubling saves of the tokens of a text. @param {number} share */
const doubled = (share) =>
  wordsOnDoubling({ ...text(256, 512), savedByDoubling: () => share }, "it", 256, 300);

/** What is told of a training of nine steps. @param {object} [second_stage] */
const told = (second_stage) =>
  wordsOfTraining(any({ tie_break: "first-seen", second_stage }), any({ earlier: 0, steps: 9, merges: [] }));

/** What the second stage of a training begins with. @param {object} stage */
function begins(stage) {
  const { event } = told({ at: 3, ...stage });
  assert.equal(event(2), "");
  return event(3);
}

/** What a merge did, of whose occurrences not all can merge. @param {number} counted @param {number} replaced */
const overlapped = (counted, replaced) => told().did(any({ counted, replaced }));

/** Of a report of a test. @param {object} report */
const reported = (report) => wordsOf(any({ low: null, high: null, why: "", ...report }));

const flatFrom = (/** @type {number} */ size) =>
  `From ${size} tokens on the curve is flat: no doubling saves 5% or more.`;
const NOT_FLAT =
  "Doubled to 512 tokens, it saves 50% of the tokens of this text. " +
  "The curve is not flat at its end: the last doubling still saves 50%.";

/** @type {[string, string][]} What is said, and what has to be said. */
const SAID = [
  [overlapped(2, 1), "1 of 2 times, the other overlapped"],
  [overlapped(3, 2), "2 of 3 times, the other overlapped"],
  [overlapped(3, 1), "1 of 3 times, the others overlapped"],
  [reported({ pairs: 5, gain: -0.43, low: -1, high: 0.1 }), "5 people gave fewer right answers than before."],
  [reported({ pairs: 5, gain: 0, why: "So." }), "5 people learned 0% of what they did not know. So."],
  [
    reported({ pairs: 1, gain: 0.5, low: 0.404, high: 0.6 }),
    "1 person learned 50% of what they did not know. 95% interval: 40% to 60%.",
  ],
  [
    reported({ pairs: 9, gain: 0.2, low: 0, high: 0.5 }),
    "9 people learned 20% of what they did not know. 95% interval: 0% to 50%.",
  ],
  [
    reported({ pairs: 9, gain: 0.5, why: "Too few for an interval." }),
    "9 people learned 50% of what they did not know. Too few for an interval.",
  ],
  [wordsOfCost(1, 12), "1 token of 12 bytes"],
  [wordsOfCost(1, 1), "1 token of 1 byte"],
  [wordsOfCost(4, 10), "4 tokens, 2.50 bytes per token"],
  [wordsOfCost(7, 30_000), "7 tokens, 4,285.71 bytes per token"],
  [wordsOnDoubling(text(256, 512), "it", 256, null), NOT_FLAT],
  [wordsOnDoubling(text(256, 512), "it", 100, null), NOT_FLAT],
  [doubled(1 / 6), `Doubled to 512 tokens, it saves 16.7% of the tokens of this text. ${flatFrom(300)}`],
  [doubled(0.04999), `Doubled to 512 tokens, it saves 4.9% of the tokens of this text. ${flatFrom(300)}`],
  [doubled(1 / 3), `Doubled to 512 tokens, it saves 33.3% of the tokens of this text. ${flatFrom(300)}`],
  [
    doubled(0.0004),
    `Doubled to 512 tokens, it saves under 0.1% of the tokens of this text. ${flatFrom(300)}`,
  ],
  [doubled(0), `Doubled to 512 tokens, it saves none of the tokens of this text. ${flatFrom(300)}`],
  [
    wordsOnDoubling(text(256, 511), "it", 256, null),
    "The effect of doubling is unknown: it has only 511 tokens.",
  ],
  [
    wordsOnDoubling(text(256, 2000), "it", 1001, 800),
    `The effect of doubling is unknown: it has only 2,000 tokens. ${flatFrom(800)}`,
  ],
  [
    begins({ lifts: "blanks", keeps_colons: true, max_words: 2 }),
    "From here on, chunk boundaries at spaces are lifted: a merge may cross from word to word. " +
      "Boundaries between a colon and a space are kept. " +
      "A pair that would make a token of more than 2 words is not counted.",
  ],
  [
    begins({ lifts: "punctuation", keeps_colons: true, max_words: null }),
    "From here on, chunk boundaries at punctuation are lifted: " +
      "a merge may combine a word with the punctuation next to it.",
  ],
  [
    begins({ lifts: "all", keeps_colons: false, max_words: 1 }),
    "From here on, all chunk boundaries are lifted: any two neighbouring tokens may merge. " +
      "A pair that would make a token of more than 1 word is not counted.",
  ],
];

const PICKED = {
  "first-seen": "the pair that occurs first in the text",
  "highest-bytes": "the pair with the greatest bytes",
  "lowest-pair": "the pair with the lowest ids",
  "lowest-glyphs": "the pair with the lowest glyphs",
};
for (const [tie_break, picked] of Object.entries(PICKED)) {
  const tie_order = tie_break === "lowest-glyphs" ? [[1, 2]] : null;
  SAID.push([wordsOfTraining(any({ tie_break, tie_order }), any({})).rule, picked]);
}

for (const [at, [said, expected]] of SAID.entries())
  test(`${at} ${expected}`, () => assert.equal(said, expected));

test("a space's mark in a text is named by its place among the characters", () => {
  assert.throws(() => written("🥖éĠ", any({ alphabet: "word-marker" })), /at position 2 marks a space/);
});

test("how many tokens is asked only where larger vocabularies change it", () => {
  /** @param {number} before @param {number} last @returns {any} */
  function asked(before, last) {
    const slider = { size: 300, pause() {}, byHand: (/** @type {number} */ size) => size };
    const tokensUnder = (/** @type {number} */ size) => (size < 2000 ? before : last);
    return askCount(any({ name: "it", slider, text: { ...text(256, 2000), tokensUnder } }));
  }
  for (const size of [1999, 2000]) {
    const can = canAskCount(any({ slider: { size }, text: text(256, 2000) }));
    assert.equal(can, size < 2000);
  }
  assert.ok(!canAskCount(any({ slider: { size: 300 }, text: undefined })));
  for (const before of [1, 2]) assert.match(asked(before, 1), /^The number of tokens changes too little/);
  const { prompt, next } = asked(900, 100);
  assert.equal(
    prompt,
    "With the first 300 tokens of it this text takes 900 tokens. How many with the first 2,000?",
  );
  assert.equal(next(), 2000);
});

test("while somebody types there are figures only where the tokenizer has tokens", () => {
  const typed = { tokens: 3, characters: 3, bytes: 3, chunks: 1 };
  for (const counts of [null, typed]) {
    const shown = /** @type {unknown[]} */ ([]);
    const strip = part(Strip, {
      answer: {},
      data: { counts },
      text: { equals: () => true },
      live: { tokens: () => ({ spells: () => false, bytes: new Uint8Array() }), counts: () => typed },
      figures: { show: (/** @type {unknown} */ some) => shown.push(some) },
      learn() {},
      tellSelection() {},
    });
    strip.follow();
    assert.deepEqual(shown, [counts]);
  }
});

test("the results of a test have a row for each way that an answer moved, and one for the belief that is left", () => {
  const moved = { kind: "", label: "Q1", learned: 2, kept: 3, lost: 1, missed: 5 };
  for (const [left, held, named] of /** @type {[string, number, string][]} */ ([
    ["words", 4, "words"],
    ["", 0, "none"],
  ])) {
    const report = any({ sheets: 11, gain: { pairs: 11 }, moved: [{ ...moved, left, held }] });
    const [, ...rows] = rowsOfReport(report);
    assert.deepEqual(rows, [
      ["Q1: wrong, then right", "", 2],
      ["Q1: right twice", "", 3],
      ["Q1: right, then wrong", "", 1],
      ["Q1: wrong twice", "", 5],
      [`Q1: most frequent belief left: ${named}`, "", held],
    ]);
    // The table on the page says the same.
    const cells = any(reportOf(report)[1]).children[1].children;
    assert.deepEqual(texts(cells), ["Q1", "2", "3", "1", "5", held ? `${named} (${held} people)` : named]);
  }
});
