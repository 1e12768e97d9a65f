// What is typed: what of it the server has heard, and what an undo takes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft } from "../../explorer_ui/parts/text_box/draft.js";
import { UndoGroups } from "../../explorer_ui/parts/text_box/undo_groups.js";

/** @param {number} revision @param {number} heard @param {string} text */
const server = (revision, heard, text) => ({ revision, heard, text });

test("an answer that comes late does not overwrite what was typed since", () => {
  const draft = new Draft(0);
  assert.equal(draft.hear(server(0, 0, "")), "");
  draft.type("Hel");
  assert.equal(draft.say("type").text, "Hel");
  draft.type("Hello");
  assert.equal(draft.hear(server(0, 1, "Hel")), null);
  assert.equal(draft.text, "Hello");
  assert.equal(draft.say("type").text, "Hello");
});

test("another text takes the place of what was heard, and not of what was typed since", () => {
  const draft = new Draft(0);
  draft.hear(server(0, 0, "old"));
  assert.equal(draft.hear(server(1, 0, "sample")), "sample");
  draft.type("sample!");
  assert.equal(draft.hear(server(2, 0, "another")), null);
  assert.deepEqual(draft.say("type"), { serial: 1, revision: 2, act: "type", text: "sample!" });
});

test("what was typed goes with the next act, and a message stays until it is heard", () => {
  const draft = new Draft(0);
  draft.hear(server(0, 0, ""));
  draft.type("mine");
  draft.say("type");
  const lost = draft.say("sample", { name: "prose" });
  assert.equal(lost.text, "mine");
  draft.hear(server(0, 0, ""));
  assert.equal(draft.waiting, lost);
  draft.hear(server(1, 2, "prose"));
  assert.equal(draft.waiting, null);
});

test("what was typed is not sent again for a text that took its place", () => {
  const draft = new Draft(0);
  draft.hear(server(0, 0, ""));
  draft.type("mine");
  draft.say("type");
  draft.hear(server(1, 0, "sample"));
  assert.equal(draft.say("undo").text, undefined);
});

/** A box in which one types at a given speed. */
class Box {
  groups = new UndoGroups();
  state = { value: "", start: 0, end: 0 };
  time = 0;

  /** @param {string} inputType @param {string} added @param {{rest?: number, at?: [number, number]}} [how] */
  edit(inputType, added, { rest = 100, at = [this.state.start, this.state.end] } = {}) {
    const before = { value: this.state.value, start: at[0], end: at[1] };
    const from = inputType === "deleteContentBackward" && at[0] === at[1] ? at[0] - 1 : at[0];
    const value = before.value.slice(0, from) + added + before.value.slice(at[1]);
    this.state = { value, start: from + added.length, end: from + added.length };
    const event = { inputType, timeStamp: (this.time += rest) };
    this.groups.record(before, this.state, /** @type {InputEvent} */ (event));
  }

  /** @param {string} letters */
  type(letters) {
    for (const letter of letters) this.edit(letter === "\n" ? "insertLineBreak" : "insertText", letter);
  }

  /** @param {boolean} [again] */
  all(again = false) {
    const seen = [];
    for (let state; (state = this.groups.step(this.state, again)); seen.push(state.value)) this.state = state;
    return seen;
  }
}

test("a sentence is undone by words and redone by words", () => {
  const box = new Box();
  box.type("The baker bakes  bread");
  const words = ["The baker bakes  ", "The baker ", "The ", ""];
  assert.deepEqual(box.all(), words);
  assert.deepEqual(box.all(true), [...words.slice(0, 3).reverse(), "The baker bakes  bread"]);
  assert.equal(box.state.start, 22);
});

test("what is typed right after an undo and a redo is undone alone", () => {
  const box = new Box();
  box.type("ab");
  box.all();
  box.all(true);
  box.type("c");
  assert.deepEqual(box.all(), ["ab", ""]);
});

test("a pause, a line, another place, a selection, a deletion and a paste each begin a group", () => {
  const box = new Box();
  box.type("a");
  box.edit("insertText", "b", { rest: 1499 });
  box.edit("insertText", "c", { rest: 1500 });
  box.type("\nd");
  box.edit("insertText", "x", { at: [0, 0] });
  box.type("y");
  box.edit("insertText", "z", { at: [0, 2] });
  box.edit("insertText", "w", { at: [1, 2] }); // from the caret on
  box.edit("deleteContentBackward", "");
  box.edit("insertFromPaste", "long word");
  box.edit("insertFromPaste", "!");
  const selected = ["zlong wordbc\nd", "zbc\nd", "zwbc\nd", "zabc\nd", "xyabc\nd"];
  const typed = [...selected, "abc\nd", "abc\n", "abc", "ab", ""];
  assert.deepEqual(box.all(), typed);
});

test("letters that are deleted one after the other come back together, and typing ends the redo", () => {
  const box = new Box();
  box.type("low");
  for (let times = 0; times < 3; times++) box.edit("deleteContentBackward", "");
  assert.equal(box.groups.step(box.state, false)?.value, "low");
  box.type("n");
  assert.deepEqual(box.all(true), []);
});

test("a word of an input method is one group", () => {
  const box = new Box();
  for (const [length, word] of ["k", "ka", "か"].entries())
    box.edit("insertCompositionText", word, { at: [0, Math.min(length, 2)] });
  assert.deepEqual(box.all().at(-1), "");
});

test("the texts that are stored are bounded, however long and however many edits", () => {
  const box = new Box();
  const text = "x".repeat(900_000);
  for (let times = 0; times < 50; times++)
    box.edit("insertFromPaste", text, { at: [0, times ? 900_000 - 1 : 0] });
  assert.ok(box.groups.past.length > 1);
  assert.ok(box.groups.past.reduce((sum, { value }) => sum + value.length, 0) <= 4_000_000);
});
