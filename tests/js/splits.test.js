// Other splits of a text: whatever is drawn, the ids decode to the same text; fewest and most are the engine's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf } from "./cases.js";
import { randomFrom } from "../../explorer_ui/places/tokens/other_splits/word.js";
import { Splitting } from "../../explorer_ui/places/tokens/other_splits/splitting.js";

/** @type {{whole: Message.WholeText, bytes: Record<string, number[]>, fewest: number[], foreign: number[]}[]} */
const CASES = casesOf("splits_cases");

/** @param {Splitting} all @param {number[]} split */
const idsOf = (all, split) =>
  split.slice(1).map((end, at) => all.idOf(split[at], end) ?? assert.fail(`${split}`));

test("1,000 splits redrawn at random decode to the same text", () => {
  const random = randomFrom(3);
  for (let draw = 0; draw < 1000; draw++) {
    const { whole, bytes } = CASES[draw % CASES.length];
    const all = new Splitting(whole);
    let split = all.own;
    const place = () => all.places[Math.floor(random() * all.places.length)];
    for (let turn = 0; turn < 4; turn++) {
      const from = split[Math.floor(random() * split.length)];
      split = random() < 0.5 ? all.moved(split, from, place()) : all.toggled(split, place());
      const decoded = idsOf(all, split).flatMap((id) => bytes[id]);
      assert.deepEqual(decoded, Array.from(all.bytes));
      assert.ok(split.every((at, index) => !index || at > split[index - 1]));
    }
  }
});

test("fewest, most, longest first and single letters are what they are called", () => {
  for (const { whole, fewest, bytes } of CASES) {
    const all = new Splitting(whole);
    assert.deepEqual(idsOf(all, all.fewest(0, all.size)), fewest);
    for (const split of [all.places, all.longest(), all.letters(), all.digitsFromTheRight(), all.own]) {
      const ids = idsOf(all, split);
      assert.deepEqual(
        ids.flatMap((id) => bytes[id]),
        Array.from(all.bytes),
      );
      assert.ok(fewest.length <= ids.length && ids.length <= all.size);
    }
    assert.equal(idsOf(all, all.places).length, all.size);
    const text = new TextDecoder().decode(all.bytes);
    let at = 0;
    for (const letter of text) {
      assert.ok(all.letters().includes(at));
      at += new TextEncoder().encode(letter).length;
    }
  }
});

test("digits are in groups of three from the right, and the first one stays with what was before it", () => {
  const seen = new Set();
  for (const { whole } of CASES) {
    const all = new Splitting(whole);
    const split = all.digitsFromTheRight();
    const text = Array.from(all.bytes, (byte) => String.fromCharCode(byte)).join("");
    for (const { 0: run, index } of text.matchAll(/\d+/g)) {
      const [first, ...rest] = run.replace(/\B(?=(\d{3})+$)/g, ",").split(",");
      const ends = rest.reduce(
        (before, group) => [...before, before[before.length - 1] + group.length],
        [index + first.length],
      );
      for (const [at, end] of ends.entries()) {
        assert.ok(split.includes(end), `${run} in ${text}`);
        const start = at ? ends[at - 1] : index;
        const within = split.filter((place) => start < place && place < end);
        if (all.idOf(start, end) !== null) assert.deepEqual(within, [], run);
      }
      assert.equal(split.includes(index), all.own.includes(index), `${run} in ${text}`);
      seen.add(run);
    }
  }
  assert.ok(seen.size > 2);
});

test("the fewest of all are the tokenizer's own where it has as few", () => {
  let ties = 0;
  for (const { whole, fewest } of CASES) {
    const all = new Splitting(whole);
    const found = all.fewestOfAll();
    assert.equal(found.length - 1, fewest.length);
    if (whole.ids.length > fewest.length) continue;
    assert.equal(found, all.own);
    ties += Number(String(all.fewest(0, all.size)) !== String(found));
  }
  assert.ok(ties > 3);
});

test("the ids that a tokenizer would not produce are marked, and no others", () => {
  for (const { whole, foreign } of CASES) {
    const all = new Splitting(whole);
    const split = all.fewest(0, all.size);
    const marked = split.slice(1).flatMap((end, at) => (all.isOwn(split[at], end) ? [] : [at]));
    assert.deepEqual(marked, foreign);
  }
});

test("digits are grouped from the right where the vocabulary has the groups", () => {
  const found = CASES.filter(({ whole }) => atob(whole.text).includes("1234567"));
  let checked = 0;
  for (const { whole } of found) {
    const all = new Splitting(whole);
    const text = atob(whole.text);
    const at = text.indexOf("1234567");
    if (/[0-9]/.test(text[at - 1] ?? "") || /[0-9]/.test(text[at + 7] ?? "")) continue;
    if (all.idOf(at + 1, at + 4) === null || all.idOf(at + 4, at + 7) === null) continue;
    checked++;
    const inside = all.digitsFromTheRight().filter((place) => at < place && place <= at + 7);
    assert.deepEqual(
      inside,
      [1, 4, 7].map((digits) => at + digits),
    );
  }
  assert.ok(checked > 3);
});

test("a drag backwards restores the split, and a token is joined only if it exists", () => {
  const [{ whole }] = CASES;
  const all = new Splitting(whole);
  for (const place of all.places.slice(1, -1)) {
    const split = all.toggled(all.own, place);
    if (all.own.includes(place)) assert.ok(split === all.own || !split.includes(place));
    else assert.ok(split.includes(place));
    assert.equal(all.moved(split, place, place).join(), split.join());
  }
  assert.equal(all.moved(all.own, 0, 1), all.own);
  assert.equal(all.toggled(all.own, all.size), all.own);
});
