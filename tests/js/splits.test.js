// Other splits of a text: whatever is drawn, the ids decode to the same text; fewest and most are the engine's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf } from "./cases.js";
import { randomFrom } from "../../explorer_ui/places/tokens/other_splits/word.js";
import { Splitting } from "../../explorer_ui/places/tokens/other_splits/splitting.js";

/** @type {{whole: Message.WholeText, bytes: Record<string, number[]>, fewest: number[], foreign: number[]}[]} */
const TEXTS = casesOf("splits_cases").texts;
const CASES = TEXTS.map((one) => ({ ...one, all: new Splitting(one.whole) }));

/** @param {Splitting} all @param {number[]} split */
const idsOf = (all, split) =>
  split.slice(1).map((end, at) => all.idOf(split[at], end) ?? assert.fail(`${split}`));

/** @param {(typeof CASES)[number]} one @param {number[]} split */
function assertDecodes({ all, bytes }, split) {
  const decoded = idsOf(all, split).flatMap((id) => bytes[id]);
  assert.deepEqual(decoded, Array.from(all.bytes));
}

test("1,000 splits redrawn at random decode to the same text", () => {
  const random = randomFrom(3);
  for (let draw = 0; draw < 1000; draw++) {
    const one = CASES[draw % CASES.length];
    const { all } = one;
    let split = all.own;
    const place = () => all.places[Math.floor(random() * all.places.length)];
    for (let turn = 0; turn < 4; turn++) {
      const from = split[Math.floor(random() * split.length)];
      split = random() < 0.5 ? all.moved(split, from, place()) : all.toggled(split, place());
      assertDecodes(one, split);
      assert.ok(split.every((at, index) => !index || at > split[index - 1]));
    }
  }
});

test("fewest, most, longest first and single letters are what they are called", () => {
  let ties = 0;
  for (const one of CASES) {
    const { all, whole, fewest } = one;
    const found = all.fewest(0, all.size);
    assert.deepEqual(idsOf(all, found), fewest);
    for (const split of [all.places, all.longest(), all.letters(), all.digitsFromTheRight(), all.own]) {
      assertDecodes(one, split);
      assert.ok(fewest.length < split.length && split.length <= all.size + 1);
    }
    assert.equal(idsOf(all, all.places).length, all.size);
    let at = 0;
    for (const letter of new TextDecoder().decode(all.bytes)) {
      assert.ok(all.letters().includes(at));
      at += Buffer.byteLength(letter);
    }
    // The fewest of all are the tokenizer's own where it has as few.
    assert.equal(all.fewestOfAll().length - 1, fewest.length);
    if (whole.ids.length > fewest.length) continue;
    assert.equal(all.fewestOfAll(), all.own);
    ties += Number(String(found) !== String(all.own));
  }
  assert.ok(ties > 3);
});

test("digits are in groups of three from the right, and the first one stays with what was before it", () => {
  const seen = new Set();
  let split1234567 = 0;
  for (const { all } of CASES) {
    const split = all.digitsFromTheRight();
    const text = Array.from(all.bytes, (byte) => String.fromCharCode(byte)).join("");
    for (const { 0: run, index } of text.matchAll(/\d+/g)) {
      let start = index;
      for (const group of run.replace(/\B(?=(\d{3})+$)/g, ",").split(",")) {
        const end = start + group.length;
        assert.ok(split.includes(end), `${run} in ${text}`);
        // A group is one token where the vocabulary has it.
        const within = split.filter((place) => start < place && place < end);
        if (all.idOf(start, end) !== null) assert.deepEqual(within, [], run);
        start = end;
      }
      assert.equal(split.includes(index), all.own.includes(index), `${run} in ${text}`);
      seen.add(run);
      const [one, other] = [all.idOf(index + 1, index + 4), all.idOf(index + 4, index + 7)];
      split1234567 += Number(run === "1234567" && one !== null && other !== null);
    }
  }
  assert.ok(seen.size > 2 && split1234567 > 3);
});

test("the ids that a tokenizer would not produce are marked, and no others", () => {
  for (const { all, foreign } of CASES) {
    const split = all.fewest(0, all.size);
    const marked = split.slice(1).flatMap((end, at) => (all.isOwn(split[at], end) ? [] : [at]));
    assert.deepEqual(marked, foreign);
  }
});

test("a drag backwards restores the split, and a token is joined only if it exists", () => {
  const [{ all }] = CASES;
  for (const place of all.places.slice(1, -1)) {
    const split = all.toggled(all.own, place);
    if (all.own.includes(place)) assert.ok(split === all.own || !split.includes(place));
    else assert.ok(split.includes(place));
    assert.equal(all.moved(split, place, place).join(), split.join());
  }
  // A boundary moves neither onto the one before nor onto the one after it.
  for (const [at, from] of all.own.entries())
    for (const to of [all.own[at - 1] ?? 1, all.own[at + 1] ?? all.size])
      assert.equal(all.moved(all.own, from, to), all.own);
  assert.equal(all.toggled(all.own, all.size), all.own);
});
