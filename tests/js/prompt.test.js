// The triangle of prefixes: stripes, boundaries that stay or end, and what fits.

import assert from "node:assert/strict";
import test from "node:test";
import { base64, bytesOf, classed, says } from "./drawn.js";
import { part, untyped } from "./page.js";
import { Prompt } from "../../explorer_ui/places/tokens/prompt_end/prompt.js";
import {
  Columns,
  cutsOf,
  drawTriangle,
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

test("where the prompt ended is told with the prompt that it belongs to", () => {
  const at = untyped((/** @type {object | null} */ data) => part(Prompt, { data, transport: { at: 3 } }).whereAtRest());
  assert.deepEqual([at({ data_id: "1" }), at(null)], [{ data_id: "1", end: 3 }, null]);
}); // prettier-ignore

test("a cut is broken where the row below lacks it, and one in the last row stands", () => {
  assert.deepEqual(cutsOf(ROWS), [
    { at: 3, first: 1, last: 1, broken: true },
    { at: 5, first: 3, last: 3, broken: false },
  ]);
  const stays = row([0, 3, 1], [3, 6, 9]);
  assert.deepEqual(cutsOf([...ROWS.slice(0, 2), stays]), [{ at: 3, first: 1, last: 2, broken: false }]);
});

test("a byte within a character stands within its width", () => {
  const columns = new Columns(new TextEncoder().encode("a🥖b"));
  assert.equal(columns.length, 3);
  const places = [1, 3, 5, 6].map((byte) => columns.endOf(byte).toFixed(1));
  assert.deepEqual(places, ["1.0", "2.6", "4.2", "5.2"]);
  assert.deepEqual(columns.stretches(-3, 1), [[0, 1]]);
  assert.deepEqual(columns.stretches(3, 6), [[2.6, 5.2]]);
});

const tenths = (/** @type {number[]} */ numbers) => numbers.map((one) => one.toFixed(1)).join("-");

test("words and numbers of the other direction are read in theirs", () => {
  for (const [text, read] of [
    ["abc", "abc"],
    ["אבג", "גבא"],
    ["אב abc 12", "abc 12 בא"],
    ["אב 1,234 ג", "ג 1,234 בא"],
    ["ab אבג cd", "ab גבא cd"],
    ["ab אב 12 cd", "ab 12 בא cd"],
    ["ab ש\u05c1 cd", "ab \u05c1ש cd"],
  ]) {
    const characters = [...text];
    const { places, starts } = new Columns(bytesOf(text));
    const drawn = characters.map((_, at) => at).sort((one, other) => places[one].left - places[other].left);
    assert.equal(drawn.map((at) => characters[at]).join(""), read);
    for (const { left, right } of places) assert.ok(right > left);
    assert.equal(starts.length, characters.length + 1);
  }
  // Bytes: two for each Hebrew letter, which are 1.6 letters wide, one for a space and a Latin letter.
  const mixed = new Columns(bytesOf("א ab"));
  assert.deepEqual(mixed.stretches(0, 4).map(tenths), ["0.0-1.0", "2.0-4.6"]);
  assert.equal(tenths([1, 2, 4].map((byte) => mixed.endOf(byte))), "3.8-3.0-1.0");
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

const promptSaid = untyped((count, unsettled, at_least, example = "") => {
  const prompt = part(Prompt, {}, "head");
  const data = { rows: [{ count: 9 }, { count }], unsettled, at_least, tokenizer: "it" };
  prompt.drawHead({ ...data, example: base64(example) });
  return prompt.head.textContent;
});

const healed = untyped((kept, many, shown, inside_character = false) => {
  const prompt = part(Prompt, {}, "healed", "candidates");
  const token = { id: 7, spelled: base64("a") };
  const told = { kept, removed: token, candidates: Array(shown).fill(token), num_candidates: many };
  prompt.drawHealed({ tokenizer: "it", healed: { ...told, inside_character } });
  return `${prompt.healed.textContent} ${prompt.candidates.textContent}`;
});

/** What one of two letters did, `a` and then `b`. */
const typed = untyped((letter, taken_back, added) => {
  const columns = new Columns(bytesOf("ab"));
  const rows = [
    { tokens: [[-1, 0, 5], [0, 1, 6]], count: 2 },
    { tokens: [[-1, 1, 7], [1, 2, 8]].slice(2 - added), count: added },
  ]; // prettier-ignore
  const data = { rows: rows.map((one) => ({ ...one, taken_back, added })) };
  const prompt = part(Prompt, { data, columns, hidden: 0, chosen: -1, markChosen() {} }, "touched");
  prompt.choose(letter);
  return prompt.touched.textContent;
});

const endsAt = untyped((end) => {
  const prompt = part(Prompt, { data: { length: 1200 } });
  prompt.transport = { draw: untyped((_, words) => (prompt.words = words)) };
  prompt.drawEnd(end);
  return prompt.words;
});

/** What is written above the rows, and what a screen reader is told of them. */
const rowsOf = untyped((letters, back) => {
  const plain = row([0, letters, 1]);
  const rows = [...Array(letters - 1).fill(plain), { ...plain, taken_back: back }];
  const box = { measure: () => 2000, node: { scrollTo() {} }, show: untyped((_, label) => (box.label = label)), label: "" }; // prettier-ignore
  const data = { rows, unsettled: 1, at_least: false };
  const columns = new Columns(bytesOf("a".repeat(letters)));
  const prompt = part(Prompt, { data, columns, box, markChosen() {} }, "window");
  prompt.drawPicture();
  return `${prompt.window.textContent} ${box.label}`;
});

const FURTHER = " There may be more: not every continuation was tried, or the split pattern is unfamiliar.";
const MAY =
  "With token healing the model may choose the removed token or any of these, so it does not matter where the typing stopped.";

says([
  [() => promptSaid(1, 1, false), "The prompt has 1 token of it; the last one can still change."],
  [() => promptSaid(1200, 3, true, "e"), `The prompt has 1,200 tokens of it; at least the last 3 can still change, for example if e comes next.${FURTHER}`],
  [() => promptSaid(2, 0, true), `The prompt has 2 tokens of it; no token was found that can still change.${FURTHER}`],
  [() => promptSaid(2, 0, false), "The prompt has 2 tokens of it; whatever comes next, none of them changes."],
  [() => healed(2, 0, 0), "Without its last token, a, the prompt has 2 tokens. No other token of it begins with these bytes, so token healing has no effect. "],
  [() => healed(1, 1, 1), `Without its last token, a, the prompt has 1 token. 1 longer token of it begins with the same bytes. ${MAY} a `],
  [() => healed(1, 12, 2, true), `Without its last token, a, the prompt has 1 token and ends inside a character. 12 longer tokens of it begin with the same bytes. ${MAY} a a and 10 more`],
  [() => typed(1, 0, 1), "b typed: 1 token; none is replaced, and the last one is b"],
  [() => typed(1, 1, 2), "b typed: 2 tokens, 1 replaced: a became a b "],
  [() => typed(0, 1, 1), "a typed: 2 tokens, 1 replaced: became a "], // no row of the picture has what stood there
  [() => endsAt(1199), "after character 1,199 of 1,200"],
  [() => endsAt(1200), "where the text ends"],
  [() => rowsOf(1, 0), "The last character: The last character, in one row. 0 tokens were replaced along the way."],
  [() => rowsOf(20, 1), "The last 20 characters, one row each: The last 20 characters as they were typed, one row each. 1 token was replaced along the way."],
  [() => rowsOf(21, 2), "The last 20 characters, one row each: The last 20 characters as they were typed, one row each. 2 tokens were replaced along the way."],
]); // prettier-ignore

test("where a prompt ends is what Python does not know yet, if the text is as long; two characters have a choice", () => {
  const endOf = untyped((unknown, length = 9, last = 4) => {
    const link = { unknown: () => unknown, agree() {}, report() {} };
    const data = { data_id: "nine", prompt_id: "1", length, end: last };
    const prompt = part(Prompt, {
      data,
      link,
      transport: { node: {}, setRange: untyped((...range) => (prompt.range = range)) },
    });
    prompt.drawEnd = untyped((end) => (prompt.end = end));
    prompt.update({ ...data });
    assert.deepEqual(prompt.range, [1, length]);
    assert.equal(prompt.transport.node.hidden, length < 2);
    return prompt.end;
  });
  const at = untyped((data_id, end) => ({ data_id, end }));
  const unknown = [null, at("nine", 2), at("nine", 9), at("eight", 2)];
  assert.deepEqual(unknown.map((one) => endOf(one)), [4, 2, 9, 4]); // prettier-ignore
  assert.deepEqual([endOf(null, 1, 1), endOf(null, 2, 2)], [1, 2]);
});

/** A triangle with 24 pixels for a letter, from 6 on. @param {string} letters @param {any[]} rows @param {number} unsettled @param {boolean} [at_least] */
const triangle = (letters, rows, unsettled, at_least = false) =>
  drawTriangle(rows, new Columns(bytesOf(letters)), { unsettled, at_least }, 2000);

test("a row of the triangle tells how many tokens it replaces, if it did not only grow by a letter", () => {
  for (const [letter, anchor, x] of /** @type {[string, string, number][]} */ ([["a", "start", 38], ["א", "end", 257.6]])) {
    const tokens = [[0, bytesOf(letter).length, 1]];
    const rows = [[0, 1], [1, 1], [2, 1], [1, 2], [0, 2]].map(([taken_back, added]) => ({ tokens, taken_back, added }));
    const notes = classed(triangle(letter.repeat(5), rows, 1), "note");
    assert.deepEqual(notes.map(({ textContent }) => textContent), ["replaces 2", "replaces 1"]);
    assert.equal(notes[0].attributes["text-anchor"], anchor);
    assert.equal(Number(notes[0].attributes.x).toFixed(1), x.toFixed(1)); // 8 pixels beside the first letter
  }
}); // prettier-ignore

test("below the triangle is what is settled, what is probably final and what can still change", () => {
  const foot = untyped((...ending) => {
    const last = row([-2, 0, 1], [0, 12, 2], [12, 20, 3]);
    const picture = triangle("a".repeat(20), [last], ending[0], ending[1]);
    const lines = ["stays", "may"].flatMap((name) => classed(picture, name));
    const told = lines.map(
      ({ attributes: { class: name, x1, x2 } }) =>
        `${name} ${[x1, x2].map((x) => Math.round((Number(x) - 6) / 24)).join("-")}`,
    );
    return [...told, ...classed(picture, "name").map(({ textContent }) => textContent)].join(", ");
  });
  const [settled, may] = ["stays 0-12", "may 12-20"];
  assert.equal(foot(0), "stays 0-20, settled");
  assert.equal(foot(1), `${settled}, ${may}, settled, can still change`);
  assert.equal(foot(1, true), `${settled}, ${may}, probably final, can still change`);
  for (const all of [2, 3, 4]) assert.equal(foot(all), "may 0-20, can still change");
});

test("the digits of bytes are left out of the triangle where they would overlap", () => {
  const columns = new Columns(Uint8Array.of(0xf0, 0x9f, 0xa5, 0x96));
  const rows = [row([0, 2, 2], [2, 4, 3])];
  const hex = untyped((room) => classed(drawTriangle(rows, columns, { unsettled: 0, at_least: false }, room), "hex").length); // prettier-ignore
  assert.deepEqual([1, 2000].map(hex), [0, 4]);
});
