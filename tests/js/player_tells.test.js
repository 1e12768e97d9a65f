// What the player tells: its sentences, tables, facts of a token, legend and counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, part, saidIn } from "./page.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { cutAt, goneOn } from "../../explorer_ui/parts/player/own_merges.js";
import { Page } from "../../explorer_ui/parts/player/page.js";
import { Panels } from "../../explorer_ui/parts/player/panels.js";
import { Sentence } from "../../explorer_ui/parts/player/sentence.js";
import { State } from "../../explorer_ui/parts/player/state.js";
import { factsOf, TokenPanel } from "../../explorer_ui/parts/player/token_panel.js";
import { wordsOfEncoding } from "../../explorer_ui/parts/player/words_of_steps.js";
// prettier-ignore
import {
  atOnce, caseOf, continued, published, shownOf, spelled, staged, table, trained, unmerged, words, worked,
} from "./player_examples.js";
import { reference, trainingOf } from "./reference.js";

const COUNT = "Next: count every pair of neighbouring tokens.";
const OVERLAP =
  "Of these, 2 can merge: where occurrences overlap (a a a contains a a twice), a token merges only once.";
const ONCE = "Each merge is tried once, in the order of ranks, wherever its pair occurs.";
const inPasses =
  "Each pass goes from left to right and merges every learned pair, whatever its rank. A word that is a token is kept whole.";
const listed = caseOf(reference.encodings, "'aaaa' by hf-course");
const passes = caseOf(reference.encodings, "'aaaa' by word-marker");
const BEGUN = "The text begins as 11 bytes, each a token of its own.";

test("what is told of the last step and of the next, and what is kept back", () => {
  // prettier-ignore
  const cases = table([
    [worked, 0, {}, BEGUN, "Next: a + a, 4 times.", OVERLAP],
    [worked, 0, { covered: true }, BEGUN, "Which pair is merged next?", ""],
    [worked, 0, { beat: "merged" }, BEGUN, COUNT, ""],
    [worked, 0, { beat: "counted" }, BEGUN, "Next: choose the most frequent pair.", ""],
    [worked, 0, { beat: "chosen" }, BEGUN, "Next: a + a, 4 times.", OVERLAP],
    [worked, 1, {}, "Merged a + a → aa (id 256), 2 of 4 times, the others overlapped: 11 tokens became 9.", "Next: aa + a, 2 times.", "", "Merge 1 of 3, rank 0: pair (97, 97)"],
    [worked, 3, { beat: "merged" }, "Merged aaa + b → aaab (id 258), 2 times: 7 tokens became 5.", published.ending, "11 bytes have become 5 tokens: 2.20 bytes per token.", "Merge 3 of 3, rank 2: pair (257, 98)"],
    [trained("a"), 0, {}, "The text begins as 1 byte, a token of its own.", published.ending, ""],
    [words, 0, {}, "The words, each repeated by its count, begin as 113 characters, each a token of its own.", "Next: u + g, 20 times.", ""],
    [words, 5, {}, "Merged p + ug → pug (id 11), 5 times: 50 tokens became 45.", words.data.ending, "113 characters have become 45 tokens: 2.51 characters per token.", "Merge 5 of 5, rank 4: pair (4, 7)"],
    [spelled, 0, { covered: true }, "The text begins as 4 bytes, each a token of its own.", "Which two are merged next?", ""],
    [spelled, 0, { beat: "merged" }, "The text begins as 4 bytes, each a token of its own.", "Next: find the merges that apply.", ""],
    [spelled, 1, { beat: "counted" }, "Merged a + a → aa (id 259), rank 3: 4 tokens became 3.", "Next: choose the merge with the lowest rank.", "", "Merge 1 of 3: pair (97, 97)"],
    [spelled, 1, {}, "Merged a + a → aa (id 259), rank 3: 4 tokens became 3.", "Next: a + a, rank 3.", "The lowest rank in its chunk, leftmost first.", "Merge 1 of 3: pair (97, 97)"],
    [continued, 0, { beat: "counted" }, "The text begins as 26 base units, each a token of its own.", "Next: choose the merge with the lowest rank.", ""],
  ]);
  for (const [shown, step, how, past, upcoming, remark, detail = ""] of cases) {
    const sentence = new Sentence();
    sentence.draw(shown.history, shown.telling, step, any({ covered: false, beat: null, ...how }));
    const said = [sentence.past, sentence.upcoming, sentence.remark, sentence.detail].map(saidIn);
    assert.deepEqual(said, [past, upcoming, remark, detail]);
    assert.equal(sentence.spoken, `${past} ${upcoming} ${remark}`);
    sentence.add("more");
    assert.equal(sentence.remark.textContent, upcoming.includes(" + ") ? "more" : remark);
  }
  for (const [shown, choice, remark] of table([
    [listed, "choose the first merge of the list that applies.", ONCE],
    [passes, "choose the next learned pair, in passes from left to right.", inPasses],
  ])) {
    assert.equal(shown.telling.beats(0).counted, choice);
    assert.deepEqual([atOnce(shown, 0).remark, atOnce(shown, shown.history.steps).remark], [remark, ""]);
  }
});

/**
 * The rows of a table: what is before each pair, the pair, its figure, and what else it has.
 *
 * @param {ReturnType<typeof atOnce>} panel
 */
const rowsIn = ({ rows }) =>
  rows.map(({ mark, left, right, figure, tie, next, rule, share }) =>
    [mark, `${left} ${right}`, figure, tie && "tie", next && "next", rule || "no rule", share]
      .filter((each) => each !== false && each !== true && each !== null && each !== "")
      .join(", "),
  );

test("the table of a training has the next pair first, ties by the rule, and nothing next at the end", () => {
  const first = atOnce(worked, 0);
  assert.partialDeepStrictEqual(first, {
    note: "6 different pairs",
    label: "Most frequent pairs",
    remark: OVERLAP,
  });
  assert.deepEqual(rowsIn(first).slice(0, 3), [
    "next, 97 97, 4, next, 1", "2, 97 98, 2, 0.5", "3, 98 100, 1, 0.25",
  ]); // prettier-ignore
  const tied = atOnce(worked, 1);
  assert.equal(
    tied.remark,
    "Tied with 1 other pair at 2; the tie-break rule picks the pair that occurs first in the text.",
  );
  assert.deepEqual(rowsIn(tied).slice(0, 3), [
    "next, 256 97, 2, tie, next, 1", "2, 97 98, 2, tie, 1", "3, 98 100, 1, 0.5",
  ]); // prettier-ignore
  const last = atOnce(worked, 3);
  assert.equal(last.remark, "");
  assert.deepEqual(rowsIn(last), [
    "1, 258 100, 1, 1", "2, 100 258, 1, 1", "3, 258 97, 1, 1", "4, 97 99, 1, 1",
  ]); // prettier-ignore
  const two = trained("aabb aabb"); // three pairs occur twice
  assert.match(atOnce(two, 0).remark, /^Tied with 2 other pairs at 2; /);
  const one = trained("aa");
  assert.deepEqual([atOnce(one, 0).note, atOnce(one, 0).remark], ["1 different pair", ""]);
  assert.deepEqual([atOnce(trained("a"), 0).note, atOnce(trained("a"), 0).rows], ["0 different pairs", []]);
});

test("the table of an encoding has the neighbours in the chunk of the next merge, of a long one those near it", () => {
  const second = atOnce(spelled, 1);
  assert.deepEqual(
    [second.note, second.label],
    ["2 pairs", "Neighbours in this chunk, in the order of the text"],
  );
  assert.deepEqual(rowsIn(second), ["259 97, no merge, no rule", "next, 97 97, rank 3, next"]);
  // The same two elsewhere are not next.
  assert.deepEqual(rowsIn(atOnce(spelled, 0)), [
    "next, 97 97, rank 3, next",
    "97 97, rank 3",
    "97 97, rank 3",
  ]);
  // Nor are those of another chunk.
  const chunked = caseOf(reference.encodings, "'low lower lowest, ne' by gpt2");
  assert.deepEqual(rowsIn(atOnce(chunked, 3)), [
    "32 256, no merge, no rule", "next, 256 119, rank 1, next", "119 101, no merge, no rule", "101 114, no merge, no rule",
  ]); // prettier-ignore
  const last = atOnce(spelled, 3);
  assert.deepEqual([last.note, last.rows], ["done", []]);
  const data = { ranks: [7], pair_ranks: [[]], encode_order: "lowest-rank" };
  for (const [units, gap, from, rows] of [
    [41, 0, 0, 40],
    [42, 0, 0, 40],
    [100, 20, 0, 40],
    [100, 21, 1, 40],
    [100, 98, 78, 21],
  ]) {
    const tokenFrom = (/** @type {number} */ at) => ({ id: at, end: at + 1 });
    const whole = { chunkOf: () => null, inSecondStage: () => false, tokenFrom };
    const history = { steps: 1, units, gapsOf: () => [gap], ...whole };
    const panel = wordsOfEncoding(any(data), any(history)).pairs(0, any(null));
    const place = panel.rows.findIndex(({ next }) => next);
    assert.deepEqual(
      [panel.note, panel.rows[0].left, panel.rows.length, place],
      [`${units - 1} pairs`, from, rows, gap - from],
    );
  }
});

test("the step from which chunk boundaries are lifted is told once", () => {
  const history = { steps: 3, secondStage: { at: 2 } };
  const data = { ranks: [], pair_ranks: [], encode_order: "lowest-rank" };
  const { event } = wordsOfEncoding(any(data), any(history));
  const lifted =
    "Chunk boundaries are lifted here: from now on the merges of the second stage apply, across them.";
  assert.deepEqual([1, 2, 3].map(event), ["", lifted, ""]);
});

/** Of the token that contains a unit, each fact that is known. @param {any} shown @param {number} step */
function factsAt(shown, step, unit = 0, uses = /** @type {number | null} */ (null)) {
  const { history, telling } = shown;
  return factsOf(history, telling, history.tokenAt(unit, step), uses)
    .filter(([, fact]) => fact !== null)
    .map(([name, fact]) => `${name}: ${any(fact).textContent ?? fact}`);
}

test("what is known of a token of the player", () => {
  const chunked = shownOf(trainingOf("low lower", "gpt2").data);
  assert.deepEqual(factsAt(worked, 3, 1, 2), [
    "id: 258", "bytes: 61 61 61 62", "made by: merge 3 (rank 2)", "occurs here: 2 times",
  ]); // prettier-ignore
  assert.deepEqual(factsAt(worked, 3, 10, 1), [
    "id: 99", "bytes: 63", "made by: nothing: a base unit", "occurs here: 1 time",
  ]); // prettier-ignore
  assert.deepEqual(factsAt(chunked, 0, 4), [
    "id: 108", "bytes: 6c", "made by: nothing: a base unit", "in chunk: ·lower",
  ]); // prettier-ignore
  assert.deepEqual(factsAt(words, 0, 0, 10), [
    "id: 2", "bytes: 68", "made by: nothing: a base unit", "in chunk: hug", "chunk counts: 10 times", "occurs here: 10 times",
  ]); // prettier-ignore
  assert.equal(factsAt(spelled, 1)[2], "made by: merge 1 (rank 3)");
});

test("a token of up to 64 base units is drawn as a tree, with a link to each merge", () => {
  const went = /** @type {number[]} */ ([]);
  const panel = new TokenPanel((rank) => went.push(rank), () => {}); // prettier-ignore
  const origin = (/** @type {any} */ { history }) =>
    any(panel.origin(history, history.tokenAt(0, history.steps)));
  for (const [units, said] of /** @type {const} */ ([
    [64, "a".repeat(64 * 7)], // each of seven rows of parts has all letters
    [65, "Made of 65 base units: too long to draw as a tree."],
  ])) {
    const letters = "a".repeat(units);
    const [tree, go] = origin(trained(`${letters}b${letters}`));
    assert.equal(tree.textContent, said);
    assert.equal(go.textContent, `Go to merge ${units - 58}, which made it`);
  }
  assert.deepEqual(panel.origin(worked.history, worked.history.tokenAt(4, 3)), []);
  assert.equal(origin(trained("aaaa"))[1].textContent, "Go to merge 1, which made it");
  const [tree] = origin(worked);
  const parts = tree.children[0].children.map((/** @type {any} */ { attributes, style, textContent }) =>
    [textContent, attributes.title ?? "", style.left, style.top].join(" "),
  );
  assert.deepEqual(parts, [
    "aaab Merge 3: id 258 0px 0px",
    "aaa Merge 2: id 257 0px 24px",
    "aa Merge 1: id 256 0px 48px",
    "a  0px 72px",
    "a  26px 72px",
    "a  52px 48px",
    "b  78px 24px",
  ]);
});

const [NEWEST, NEXT] = ["made by the last merge", "merges next"];
const KEYS = "← and → step, the space bar plays";

test("the legend names what the picture of a text can have, and no more", () => {
  const boundary = "chunk boundary: never merged";
  for (const [data, ...keys] of table([
    [published, "counted, but overlaps"],
    [trainingOf("abcabdcdab dcba", "bytes").data],
    [words.data, boundary, "count of the word"],
    [continued.data, boundary, "special token: never merged"],
    [staged.data, "chunk boundary: merged only where the boundary is lifted"],
  ])) {
    const page = part(Page, {}, "legend");
    page.drawLegend(new History(data));
    const shown = page.legend.children.map(saidIn);
    assert.deepEqual(shown, [NEWEST, NEXT, ...keys, KEYS]);
  }
});

test("the curve and the shelf say how many tokens there are after a step", () => {
  // prettier-ignore
  for (const [step, note, said, shelf, learned] of table([
    [0, null, "26 after 0 merges", "26 tokens", ""],
    [1, null, "24 after 1 merge", "24 tokens", "ab"],
    [12, "yours 2, BPE 1", "yours 2, BPE 1 after 12 merges", "2 tokens", "abcdefghijklm abcdefghijkl abcdefghijk"],
    [13, null, "1 after 13 merges", "1 token", "abcdefghijklmabcdefghijk… abcdefghijklm abcdefghijkl"],
  ])) {
    const data = unmerged("abcdefghijklm".repeat(2));
    const history = goneOn(data, new History(data), 13, 1);
    const page = new Page(Object.assign(node(), { matches: () => true }), any({ vocabulary: [] }));
    page.drawCount(history, step, note);
    assert.equal(page.curveNote.textContent, said);
    const [tally, drawn] = page.shelf.node.children;
    assert.equal(tally.textContent, shelf);
    assert.equal([...drawn.children].slice(0, 3).map(saidIn).join(" "), learned);
    assert.deepEqual(
      [...drawn.children].map(({ className }) => className.includes("newest")),
      Array.from({ length: step }, (_, at) => at === 0),
    );
  }
});

test("the list of tokens says how many there are, and in which order", () => {
  const { data } =
    reference.trainings.find((each) => each.data.second_stage && each.across.length > 1) ?? assert.fail();
  const shown = shownOf(data);
  const across = reference.trainings.find((each) => each.data === data)?.across.length;
  const { made } = new Panels(node(), new State(), any({}));
  const rows = /** @type {number[]} */ ([]);
  made.rows = any({ total: 0, scrolled: false, reset: (/** @type {number} */ total) => rows.push(total) });
  const tell = (/** @type {any} */ { history, telling }, /** @type {number} */ step, covered = false) => {
    made.draw(history, telling, step, any([]), covered);
    return [made.title, made.note]
      .map(saidIn)
      .concat(made.toggle.hidden ? "" : (made.toggle.textContent ?? ""));
  };
  assert.deepEqual(tell(worked, 0), ["Learned tokens", "none yet", ""]);
  assert.deepEqual(tell(worked, 3), ["Learned tokens", "3, newest first", ""]);
  assert.deepEqual(tell(spelled, 1), ["Made so far", "1, newest first", ""]);
  assert.deepEqual(tell(continued, 1), ["Made so far", "1, newest first", ""]);
  assert.deepEqual(tell(shown, 2), ["Learned tokens", "2, newest first", "across boundaries"]);
  made.acrossAlone = true; // also those of later steps, but not while the next is a question
  assert.deepEqual(tell(shown, 0), ["Learned tokens", `${across}, oldest first`, "across boundaries"]);
  assert.deepEqual(tell(shown, 2, true), ["Learned tokens", "2, newest first", ""]);
  const nothing = shownOf(data, cutAt(data, shown.history, 0));
  assert.deepEqual(tell(nothing, 0), ["Learned tokens", "none", "across boundaries"]);
  assert.deepEqual(rows, [0, 3, 1, 1, 2, across, 2, 0]);
  assert.deepEqual(tell(worked, 2), ["Learned tokens", "2, newest first", ""]);
  made.shown = any({ ...made.shown, uses: { 256: 1200 } });
  const lines = [0, 1].map((row) => any(made.drawRow(row)));
  assert.deepEqual(
    lines.map(({ attributes, className, textContent }) => [
      className.includes("newest"),
      textContent,
      attributes.title,
    ]),
    [
      [true, "aaaid 2570×", "Go to merge 2, which makes it"],
      [false, "aaid 2561,200×", "Go to merge 1, which makes it"],
    ],
  );
});
