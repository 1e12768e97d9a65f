// The triangle of prefixes: stripes, boundaries that stay or end, and what fits.

import assert from "node:assert/strict";
import test from "node:test";
import { part } from "./page.js";
import { Prompt } from "../../explorer_ui/places/tokens/prompt_end/prompt.js";
import {
  Columns,
  cutsOf,
  fitting,
  lastRows,
  stripesOf,
} from "../../explorer_ui/places/tokens/prompt_end/triangle.js";

/** @param {[number, number, number][]} tokens @returns {Message.PromptRow} */
const row = (...tokens) => ({ tokens, count: tokens.length, taken_back: 0, added: 1 });

// "low", "low|e", "lower", "lower| ": the ids are irrelevant here.
const ROWS = [row([0, 3, 1]), row([0, 3, 1], [3, 4, 2]), row([0, 5, 3]), row([0, 5, 3], [5, 6, 4])];

test("a token that stays is one stripe, one that comes again is another; two that meet differ in tint", () => {
  const places = (/** @type {ReturnType<typeof stripesOf>} */ stripes) =>
    stripes.map(({ start, end, id, first, last }) => [start, end, id, first, last].join(" "));
  const stripes = stripesOf(ROWS);
  assert.deepEqual(places(stripes), ["0 3 1 0 1", "3 4 2 1 1", "0 5 3 2 3", "5 6 4 3 3"]);
  const again = stripesOf([row([0, 1, 1]), row([0, 2, 2]), row([0, 1, 1], [1, 3, 3])]);
  assert.deepEqual(places(again), ["0 1 1 0 0", "0 2 2 1 1", "0 1 1 2 2", "1 3 3 2 2"]);
  for (const one of stripes)
    for (const two of stripes)
      if (one.end === two.start && one.first <= two.last && two.first <= one.last)
        assert.notEqual(one.tint, two.tint);
});

test("where a prompt ends can be chosen if it has two characters", () => {
  const quiet = { unknown: () => undefined, agree() {}, report() {} };
  for (const length of [1, 2]) {
    const data = { prompt_id: "1", length, end: length };
    const transport = { node: {}, setRange() {} };
    const prompt = part(Prompt, { data, link: quiet, transport, drawEnd() {} });
    prompt.update({ ...data });
    assert.equal(prompt.transport.node.hidden, length < 2);
  }
});

test("a cut is broken where the row below lacks it, and one in the last row stands", () => {
  assert.deepEqual(cutsOf(ROWS), [
    { at: 3, first: 1, last: 1, broken: true },
    { at: 5, first: 3, last: 3, broken: false },
  ]);
  const stays = row([0, 3, 1], [3, 6, 9]);
  assert.deepEqual(cutsOf([...ROWS.slice(0, 2), stays]), [{ at: 3, first: 1, last: 2, broken: false }]);
});

test("at its end, the end of a prompt is that of the text, even if the text grows", () => {
  for (const [at, end] of [
    [5, 5],
    [8, 8],
    [9, null],
  ]) {
    const prompt = part(Prompt, { data: { prompt_id: "1", length: 9 }, transport: { at } });
    assert.equal(prompt.whereAtRest().rest.end, end);
  }
});

test("a byte within a character stands within its width", () => {
  const columns = new Columns(new TextEncoder().encode("a🥖b"));
  assert.equal(columns.length, 3);
  const places = [0, 1, 3, 5, 6].map((byte) => columns.place(byte).toFixed(1));
  assert.deepEqual(places, ["0.0", "1.0", "2.6", "4.2", "5.2"]);
  assert.equal(columns.place(-3), 0);
});

test("the last rows that fit are drawn as if nothing stood before them", () => {
  const columns = new Columns(new TextEncoder().encode("abcd"));
  assert.equal(fitting(columns, 1000), 4);
  assert.equal(fitting(columns, 1), 1);
  const above = [row([0, 1, 1]), row([0, 2, 2])];
  const rows = [...above, row([0, 2, 2], [2, 3, 3]), row([0, 1, 1], [1, 3, 5], [3, 4, 4])];
  const last = lastRows(rows, columns, 2);
  assert.equal(last.columns.length, 2);
  assert.deepEqual(
    last.rows.map(({ tokens }) => tokens.join(" ")),
    ["0,1,3", "-1,1,5 1,2,4"],
  );
});

test("without its last token, the prompt is said to have so many tokens, and so many longer ones to begin so", () => {
  /** @param {number} many @param {number} shown */
  const said = (many, shown) => {
    const prompt = part(Prompt, {}, "healed", "candidates");
    const token = { id: 7, spelled: "YQ==" };
    const candidates = Array(shown).fill(token);
    const healed = { kept: 1, removed: token, candidates, num_candidates: many, inside_character: many > 1 };
    prompt.drawHealed({ tokenizer: "it", healed });
    return [prompt.healed.textContent, prompt.candidates.textContent];
  };
  assert.match(said(0, 0)[0], /has 1 token\. No other token of it begins with these bytes/u);
  assert.match(said(1, 1)[0], /1 longer token of it begins with the same bytes/u);
  const inside = "has 1 token and ends inside a character. 2 longer tokens of it begin with the same";
  assert.ok(said(2, 1)[0].includes(inside));
  assert.match(said(12, 3)[1], /and 9 more$/u);
  assert.doesNotMatch(said(3, 3)[1], /more/u);
});

/** What is written above the rows, and what a screen reader is told of them. */
const rowsOf = (/** @type {number} */ letters, /** @type {number} */ back) => {
  const plain = row([0, letters, 1]);
  const rows = [...Array(letters - 1).fill(plain), { ...plain, taken_back: back }];
  const box = { measure: () => 2000, node: { scrollTo() {} }, show: (/** @type {unknown} */ _, /** @type {string} */ label) => (box.label = label), label: "" }; // prettier-ignore
  const data = { rows, unsettled: 1, at_least: false };
  const columns = new Columns(new TextEncoder().encode("a".repeat(letters)));
  const prompt = part(Prompt, { data, columns, box, markChosen() {} }, "window");
  prompt.drawPicture();
  return `${prompt.window.textContent} ${box.label}`;
};

test("a prompt of one character is one row", () => {
  assert.equal(
    rowsOf(1, 0),
    "The last character: The last character, in one row. 0 tokens were replaced along the way.",
  );
});
