// Sentences for cases that a random text hardly meets, written out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, part } from "./page.js";
import mountDisguises from "../../explorer_ui/places/compare/disguises/disguises.js";
import { Sizes } from "../../explorer_ui/places/chat/sizes.js";
import mountCores from "../../explorer_ui/places/compare/family_tree/cores.js";
import { SplitStage } from "../../explorer_ui/places/tokens/other_splits/split_stage.js";
import { fateOf } from "../../explorer_ui/places/tokens/other_splits/ways.js";
import mountGlyphs from "../../explorer_ui/places/tokens/text_to_ids/glyph_table.js";
import { SeamPicture } from "../../explorer_ui/places/tokens/two_halves/seam.js";
import { written } from "../../explorer_ui/parts/trainer/beginning.js";
import { wordsOfTraining } from "../../explorer_ui/parts/player/words_of_steps.js";
import { factsOf } from "../../explorer_ui/parts/token_row/strip/facts.js";
import { Strip } from "../../explorer_ui/parts/token_row/strip/token_strip.js";
import { rowsOfReport, wordsOf } from "../../explorer_ui/present/classroom/test_report.js";
import { Growth } from "../../explorer_ui/places/vocabulary/smaller_or_larger/growth.js";
import {
  askCount,
  canAskCount,
  wordsOfCost,
  wordsOnDoubling,
} from "../../explorer_ui/places/vocabulary/smaller_or_larger/words_of_growth.js";

const { reasonsOf } = SeamPicture.prototype;

/** @param {number} leastSize @param {number} lastSize @returns {any} */
const text = (leastSize, lastSize) => ({ leastSize, lastSize, savedByDoubling: () => 0.5 });

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

/** How many more gaps there are than those that are told. @param {number} shown @param {number} all */
function moreGaps(shown, all) {
  const row = { stretches: [], closed: Array(shown).fill([0, 1, 0, 1, 1]), num_closed: all };
  const [list] = reasonsOf.call(any({ reasonOf: () => node() }), any({}), any(row));
  return any(list).children.at(-1).textContent;
}

/** The ids of a stretch from byte 3 to 7, apart and together: the tokens of the whole end at the bytes 3 and 7. */
function idsOfAStretch() {
  const seen = /** @type {unknown[]} */ ([]);
  const chips = (/** @type {unknown[]} */ ...[, , , ids]) => (seen.push(ids), []);
  const stretches = [{ start: 3, end: 7, boundaries: [5], ids: [8, 9] }];
  const row = { stretches, closed: [], num_closed: 0 };
  reasonsOf.call(any({ chips }), any({ boundaries: [3, 7], ids: [11, 12, 13] }), any(row));
  return JSON.stringify(seen);
}

/** What the card says of the rank of a token that is in no merge. @param {boolean} special */
function rankOf(special) {
  const token = { id: 7, rank: null, special, bytes: new Uint8Array([97]) };
  const tokens = { token: () => token, offsets: [0, 1], chunkOf: () => null, usesOf: () => 1, length: 1 };
  const depths = any({ at: () => tokens, typedFor: () => null });
  const known = { ranked: true, made: null, names: new Map(), branches: [] };
  return String(factsOf(depths, "tokens", 0, known).find(([name]) => name === "rank")?.[1]);
}

/** What a component draws: the text of each of its parts. @param {any} mount @param {object} data */
function drawn(mount, data) {
  const parentElement = node();
  mount({ data, parentElement, setStateValue: () => {} });
  return parentElement.children[0].children;
}

/** The last row of a core sample: its sentence, and its tokens. @param {number} shown @param {number} all */
function rowOfCore(shown, all) {
  const cores = [{ name: "It", rows: btoa(String.fromCharCode(all, 0)), size: all }];
  const tokens = Array(shown).fill("YQ==");
  const place = { cores_id: "1", kinds: ["letters"], branches: [], strip: 0, row: 0, per_row: all + 1 };
  const [, said, drawnTokens] = drawn(mountCores, { ...place, cores, tokens });
  return [said.textContent, drawnTokens.textContent];
}

/** What is shown of a split of a text into single bytes. @param {number} all @param {number[][]} named */
function splitOf(all, named = []) {
  const own = named[1] ?? Array.from({ length: all + 1 }, (_, byte) => byte);
  const splitting = { own, size: all, isOwn: () => true, idOf: () => 7 };
  const parts = { splitting, name: "it", named, stage: { show() {} }, note: "" };
  const stage = part(SplitStage, parts, "presets", "said", "ids");
  stage.show(own, 0);
  return { said: stage.said.textContent, ids: stage.ids.textContent };
}

/** The ids of a split of a text into single bytes. @param {number} all */
const idsOfSplit = (all) => splitOf(all).ids.replace("7 ".repeat(Math.min(all, 400)), "400 ids ");

/**
 * What a search for a name tells, with so many glyphs of that name.
 *
 * @param {number} all @param {string} [name]
 */
function glyphs(all, name = "name") {
  const named = (/** @type {number} */ byte) => ({ glyph: "", sentence: byte < all ? name : "" });
  const cells = Array.from(Array(256).keys(), named);
  const call = { parentElement: node(), setStateValue: () => {} };
  mountGlyphs(any({ ...call, data: { cells: [] } }));
  const [search, , , found] = call.parentElement.children[0].children;
  search.children.at(-1).value = name;
  mountGlyphs(any({ ...call, data: { cells } }));
  return `${found.children.length} lines, ${found.children.at(-1).textContent}`;
}

/** The figures of two tokenizers for a text and a disguise of it. @param {number[][]} counts */
function disguises(counts) {
  const plain = { name: "", note: "", text: "YQ==" };
  const rows = counts.map((row) => ({ ...plain, cells: row.map((count) => ({ count, boundaries: [] })) }));
  const data = { disguises_id: "1", names: ["one", "two"], sentence: "", rows };
  const [table] = drawn(mountDisguises, data)[1].children;
  return table.children[2].textContent;
}

/** What is said of a part of a request that is below two others. @param {number} [start] */
function smallestPart(start = 26) {
  const parts = [
    { name: "Messages", depth: 0, start: 0, tokens: 40 },
    { name: "1 user", depth: 1, start: 0, tokens: 24 },
    { name: "2 assistant", depth: 1, start: 24, tokens: 16 },
    { name: "Call", depth: 2, start, tokens: 2, json: 1, seen: 1, other: null },
  ];
  return Sizes.prototype.sentence.call(any({ data: { parts, tokens: 50 } }), any(parts[3]));
}

/** Of a report of a test. @param {object} report */
const reported = (report) => wordsOf(any({ low: null, high: null, why: "", ...report }));

const ITS_OWN = "2 tokens: what it itself produces";
const flatFrom = (/** @type {number} */ size) =>
  `From ${size} tokens on the curve is flat: no doubling saves 5% or more.`;
const NOT_FLAT =
  "Doubled to 512 tokens, it saves 50% of the tokens of this text. " +
  "The curve is not flat at its end: the last doubling still saves 50%.";

/** @type {[string, string][]} What is said, and what has to be said. */
const SAID = [
  [moreGaps(8, 11), "and 3 more gaps"],
  [moreGaps(8, 9), "and 1 more gap"],
  [idsOfAStretch(), "[[8,9],[12]]"],
  [overlapped(2, 1), "1 of 2 times, the other overlapped"],
  [overlapped(3, 2), "2 of 3 times, the other overlapped"],
  [overlapped(3, 1), "1 of 3 times, the others overlapped"],
  // A base unit, or a token that was added by hand and is not a special one.
  [rankOf(false), "none: no merge makes it"],
  [rankOf(true), "null"],
  [rowOfCore(3, 3)[1], "a a a "],
  [rowOfCore(3, 12)[1], "a a a and 9 more"],
  [rowOfCore(3, 12)[0], "It, tokens 1 to 12 in the order of learning: letters 12."],
  [
    splitOf(2, [[], [0, 1, 2]]).said,
    `${ITS_OWN}, and no split has fewer. Drag a boundary, or choose another split.`,
  ],
  [splitOf(2).said, `${ITS_OWN}. Drag a boundary, or choose another split.`],
  [idsOfSplit(400), "400 ids "],
  [idsOfSplit(1403), "400 ids and 1,003 more"],
  [glyphs(6), "6 lines, name (by name)"],
  [glyphs(8), "7 lines, and 2 more"],
  [disguises([[2, 5], [6, 5]]), "one: 6 ×3.0two: 5"], // prettier-ignore
  // At the first token of a message, where the message before it has ended.
  [smallestPart(24), "Call: 2 tokens, 12.5% of 2 assistant; 1 in JSON; 1 repeated from earlier."],
  [smallestPart(), "Call: 2 tokens, 12.5% of 2 assistant; 1 in JSON; 1 repeated from earlier."],
  [reported({ pairs: 5, gain: -0.43, low: -1, high: 0.1 }), "5 people gave fewer right answers than before."],
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
  [wordsOnDoubling(text(256, 512), "it", 256, null), NOT_FLAT],
  [wordsOnDoubling(text(256, 512), "it", 100, null), NOT_FLAT],
  [
    wordsOnDoubling({ ...text(256, 512), savedByDoubling: () => 1 / 3 }, "it", 256, 300),
    `Doubled to 512 tokens, it saves 33.3% of the tokens of this text. ${flatFrom(300)}`,
  ],
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

// A name has three letters or more: two are a byte in hex, or the bytes of two characters.
SAID.push([glyphs(1, "no"), "2 lines,  (in its bytes)"], [glyphs(1, "not"), "1 lines, not (by name)"]);
const taker = (/** @type {number} */ rank) => ({ rank, start: 0, end: 2 });
for (const [
  arc,
  fate,
] of /** @type {[object, string][]} */ ([
  [{ kind: "taken", rank: 3 }, ": the merge of rank 3 makes it, and it is one of the tokens."],
  [{ kind: "taken", rank: null }, ": no merge makes it, and it is one of the tokens."],
  [{ kind: "lost", rank: null }, ": no merges make it from these bytes."],
  [{ kind: "grown", rank: 3, taker: taker(5) }, ": the merge of rank 3 makes it, and then rank 5 merged it into ab."],
  [{ kind: "grown", rank: null, taker: taker(5) }, ": no merge makes it, and then rank 5 merged it into ab."],
  [{ kind: "lost", rank: null, taker: taker(5) }, ": no merge makes it, and rank 5 merged some of its bytes into ab."],
  [{ kind: "lost", rank: 3, taker: taker(3) }, ": rank 3 would make it, but the same merge was applied further left, and merged some of its bytes into ab."],
  [{ kind: "lost", rank: 5, taker: taker(3) }, ": rank 5 would make it, but rank 3 comes first, and merged some of its bytes into ab."],
]) /* prettier-ignore */)
  SAID.push([fateOf(any(arc), () => any("ab")).join(""), fate]);
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

test("twelve tokens of a stretch are drawn, and of more that there are more", () => {
  const { chips } = SeamPicture.prototype;
  for (const [tokens, last] of [
    [12, 12],
    [13, " …"],
  ]) {
    const boundaries = Array.from({ length: Number(tokens) - 1 }, (_, at) => at + 1);
    const shown = chips.call(any({ chip: () => "a" }), 0, Number(tokens), boundaries, [...boundaries, 12]);
    assert.equal(shown.length, tokens);
    const end = shown.at(-1);
    assert.equal(typeof end === "string" ? end : Number(end?.children[1].textContent), last);
  }
});

test("the band has one stretch for seams in a row that change tokens", () => {
  const seams = [1, 1, 1, 0, 1].map((number) => ({ stretches: Array(number) }));
  const places = { characters: [0, 1, 2, 3, 4, 5], bytes: new Uint8Array(6) };
  const seam = part(SeamPicture, places, "band", "changes", "sums");
  seam.drawBand({ seams });
  assert.equal(seam.changes.attributes.d, "M0.5,0H3.5V1H0.5zM4.5,0H5.5V1H4.5z");
});

test("a screen reader is told the sentence that is shown, with the token in words", () => {
  const first = "With 300 tokens this text takes 1 token of 2 bytes.";
  const growth = part(Growth, {
    texts: [{ counts: [2, 1], given: 0, ids: [7], sizes: [0, 300], madeBy: () => ({ start: 0, end: 2 }) }],
    ...{ shown: 0, data: { num_bytes: 2 }, bytes: new Uint8Array([97, 98]), first: () => "300 tokens" },
    sentence: node(),
  });
  growth.drawSentence(300, 1);
  const learned = " Token number 300, id 7, was the last to change it: ";
  assert.equal(growth.sentence.dataset.spoken, first + learned + "ab, in 1 place.");
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
  for (const [left, named] of [
    ["words", "words"],
    ["", "none"],
  ])
    assert.deepEqual(rowsOfReport(any({ sheets: 11, moved: [{ ...moved, left }] })), [
      ["Q1: wrong, then right", "", 2],
      ["Q1: right twice", "", 3],
      ["Q1: right, then wrong", "", 1],
      ["Q1: wrong twice", "", 5],
      [`Q1: belief left: ${named}`, "", 6],
    ]);
});

test("the arrow keys stay on the parts of a request", () => {
  const parts = [
    { depth: 0, start: 0, tokens: 4 },
    { depth: 1, start: 0, tokens: 3 },
    { depth: 1, start: 3, tokens: 1 },
    { depth: 0, start: 4, tokens: 2 },
  ];
  const sizes = part(Sizes, {
    data: { parts },
    chosen: null,
    choose: (/** @type {number} */ at) => (sizes.chosen = at),
  });
  const after = (/** @type {string} */ key) => {
    sizes.pressed(any({ key: `Arrow${key}`, preventDefault() {} }));
    return sizes.chosen;
  };
  const keys = ["Left", "Left", "Down", "Right", "Right", "Up", "Right", "Right", "Down"];
  assert.deepEqual(keys.map(after), [0, 0, 1, 2, 3, 3, 3, 3, 3]);
});
