// Other splits of a text, also by hand: whatever is drawn, the ids decode to the same text; fewest and most are the engine's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf } from "./cases.js";
import { base64, bytesOf, classed, press, says, uint32s } from "./drawn.js";
import { part, saidIn, untyped } from "./page.js";
import { SplitStage } from "../../explorer_ui/places/tokens/other_splits/split_stage.js";
import { Splitting } from "../../explorer_ui/places/tokens/other_splits/splitting.js";
import { randomFrom } from "../../explorer_ui/places/tokens/other_splits/word.js";

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

test("of several splits with the fewest tokens, the one with the longest first token is shown", () => {
  const arcs = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 0, 2, 5, 1, 4, 6, 0, 3, 7, 2, 4, 8];
  const units = [1, 2, 3, 4];
  const splitting = new Splitting({ text: base64("abcd"), units, arcs: uint32s(...arcs), own: units, ids: units, parts: 0 }); // prettier-ignore
  assert.deepEqual(splitting.fewest(0, 4), [0, 3, 4]);
  assert.deepEqual(splitting.fewest(1, 3), [1, 2, 3]);
  assert.deepEqual(splitting.longest(), [0, 3, 4]);
  // A token after which nothing fits is in no split; those of the tokenizer itself come last.
  const ends = { text: base64("abcd"), units, own: [2, 4], ids: [5, 8], parts: 0 };
  const few = new Splitting({ ...ends, arcs: uint32s(0, 1, 1, 0, 3, 7, 1, 4, 6) });
  assert.deepEqual([few.fewest(0, 4), few.idOf(0, 2), few.idOf(0, 4)], [[0, 2, 4], 5, null]);
  const tied = new Splitting({ ...ends, arcs: uint32s(0, 3, 7, 3, 4, 4) });
  assert.deepEqual(tied.fewest(0, 4), [0, 3, 4]);
});

/** What is shown of “abcd”, whose own tokens are ab and cd. */
const splitSaid = untyped((tokens, split, parts = 1200) => {
  const spans = tokens.flatMap(untyped((token, at) => ["abcd".indexOf(token), "abcd".indexOf(token) + token.length, at]));
  const whole = { text: base64("abcd"), units: [1, 2, 3, 4], arcs: uint32s(...spans), own: [2, 4], ids: [70, 71], parts };
  const stage = part(SplitStage, { pointed() {}, stage: { setText() {}, show() {} } }, "presets", "said", "ids", "look");
  stage.update(whole, "it", true);
  stage.show(split, 0);
  return [stage.said.textContent, stage.ids.textContent, classed(stage.ids, "other").map(saidIn).join()];
}); // prettier-ignore

/** The ids of a split of a text into single bytes. @param {number} all */
function idsOfSplit(all) {
  const own = Array.from({ length: all + 1 }, (_, byte) => byte);
  const splitting = { own, size: all, isOwn: () => true, idOf: () => 7 };
  const parts = { splitting, name: "it", named: [], stage: { show() {} }, note: "" };
  const stage = part(SplitStage, parts, "presets", "said", "ids");
  stage.show(own, 0);
  return stage.ids.textContent.replace("7 ".repeat(Math.min(all, 400)), "400 ids ");
}

const LETTERS = ["a", "b", "c", "d"];
const NOTE =
  "1,200 of the tokens that it learned are not text on their own: they begin or end inside a character. " +
  "In the boxes they are dashed.";

says([
  [() => splitSaid(LETTERS, [0, 2, 4]), ["2 tokens: what it itself produces, and no split has fewer. Drag a boundary, or choose another split.", `70 71 ${NOTE}`, ""]],
  [() => splitSaid(LETTERS, [0, 2, 4], 0)[1], "70 71 All tokens that it learned are text on their own."],
  [() => splitSaid(LETTERS, [0, 1, 2, 4]), ["3 tokens instead of 2, and the same text. it would never produce 2 of these ids here.", `0 1 71 ${NOTE}`, "0,1"]],
  [() => splitSaid([...LETTERS, "abcd"], [0, 2, 4])[0], "2 tokens: what it itself produces. Drag a boundary, or choose another split."],
  [() => splitSaid([...LETTERS, "abcd"], [0, 4])[0], "1 token instead of 2, and the same text. it would never produce 1 of these ids here."],
  [() => splitSaid([...LETTERS, "abc"], [0, 3, 4])[0], "2 tokens instead of 2, and the same text. it would never produce 2 of these ids here."],
  [() => idsOfSplit(400), "400 ids "],
  [() => idsOfSplit(1403), "400 ids and 1,003 more"],
]); // prettier-ignore

/** A stage of splits of a text whose characters take 1, 3, 2, 4 bytes. @param {number[]} split @returns {any} */
function splitStage(split) {
  const units = [1, 4, 6, 10];
  const arcs = [0, ...units].flatMap((start) => units.flatMap((end) => (end > start ? [start, end, 7] : [])));
  const splitting = new Splitting({ text: base64("a".repeat(10)), units, arcs: uint32s(...arcs), own: [4, 10], ids: [7, 7], parts: 0 }); // prettier-ignore
  const stage = { box: { setPointerCapture() {} }, gapUnder: untyped(({ byte }) => byte), reveal() {}, show: untyped((_, mark) => (stage.mark = mark)), mark: 0 }; // prettier-ignore
  const parts = { splitting, split, stage, at: 4, named: [], name: "it", drag: null, pointed() {} };
  return part(SplitStage, parts, "presets", "said", "ids");
}

test("a touch takes the nearest place where a token can end, and the left one of two", () => {
  const stage = splitStage([0, 4, 10]);
  const bytes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null];
  assert.deepEqual(bytes.map((byte) => stage.nearest(byte)), [0, 1, 1, 4, 4, 4, 6, 6, 6, 10, 10, null]); // prettier-ignore
  // A mouse takes the boundary that it is on, and a finger also one beside it.
  const taken = untyped((pointerType, byte) => (stage.grab({ pointerType, byte }), stage.drag?.from));
  assert.deepEqual([4, 6].map((byte) => taken("mouse", byte)), [4, undefined]); // prettier-ignore
  assert.deepEqual([6, 1, 10, null].map((byte) => taken("touch", byte)), [4, undefined, undefined, undefined]); // prettier-ignore
});

test("a boundary is dragged between its neighbours, and a touch that does not drag splits or joins", () => {
  const stage = splitStage([0, 1, 4, 10]);
  const after = untyped((what, byte, buttons = 1) => {
    stage[what]({ pointerType: "mouse", byte, buttons });
    return `${stage.split.slice(1, -1)}, at ${stage.stage.mark}`;
  });
  stage.grab({ pointerType: "mouse", byte: 4 });
  assert.equal(after("pull", 6, 0), "1,4, at 0"); // no button is pressed
  assert.equal(after("pull", 6), "1,6, at 6");
  assert.equal(after("pull", 10), "1,4, at null"); // the end of the text is no gap
  assert.equal(after("pull", 6), "1,6, at 6");
  assert.equal(after("touch", 6), "1,6, at 6");
  assert.equal(after("touch", 4), "1,4,6, at 4");
  assert.equal(after("touch", 4), "1,6, at 4");
  assert.equal(after("touch", 0), "1,6, at null");
});

test("the keys go from place to place, move a boundary with Shift, and split or join with Enter", () => {
  const stage = splitStage([0, 4, 10]);
  const after = untyped((name) => {
    const [, shiftKey, ctrlKey, key] = name.match(/^(Shift )?(Ctrl )?(.*)$/);
    stage.pressed(press(key, { shiftKey, ctrlKey }));
    return `${stage.at}: ${stage.split.slice(1, -1)}`;
  });
  assert.deepEqual(["Shift ArrowRight", "ArrowRight", "ArrowRight"].map(after), ["6: 6", "10: 6", "10: 6"]);
  assert.deepEqual(["Shift ArrowLeft", "ArrowLeft", "ArrowLeft"].map(after), ["10: 6", "6: 6", "4: 6"]);
  assert.deepEqual(["Enter", "Enter", "Ctrl Enter"].map(after), ["4: 4,6", "4: 6", "4: 6"]);
});

test("a token in the boxes is the tokenizer's own or another one, and may end inside a character", () => {
  const isOwn = untyped((start, end) => start === 0 && end === 1);
  const stage = part(SplitStage, { splitting: { bytes: bytesOf("aé"), isOwn } });
  const looks = [[0, 1], [1, 3], [0, 2]].map(([start, end]) => stage.lookOf({ start, end })); // prettier-ignore
  assert.deepEqual(looks, ["base", "differs", "differs part"]);
});

test("a remote control goes to the next named split that is another one, and stops at the ends", () => {
  const named = [[0, 3], [0, 1, 3], [0, 1, 3], [0, 2, 3]]; // prettier-ignore
  const stage = part(SplitStage, { named, split: named[1] });
  stage.show = (/** @type {number[]} */ split) => (stage.split = split);
  const found = [1, 1, -1, -1, -1].map((by) => (stage.choose(by), stage.split[1]));
  assert.deepEqual(found, [2, 2, 1, 3, 3]);
});
