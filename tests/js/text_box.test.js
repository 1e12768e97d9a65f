// The box for the text: what it says, refuses and sends, and the last tokens below it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, part, untyped } from "./page.js";
import { textOf } from "./texts.js";
import { kept } from "../../explorer_ui/browser/tab_storage.js";
import { LiveRow } from "../../explorer_ui/parts/text_box/live_row.js";
import mountGuard from "../../explorer_ui/parts/text_box/paste_guard.js";
import { TextBox } from "../../explorer_ui/parts/text_box/text_box.js";

/** A box for the text. @param {object} parts */
function boxWith(parts) {
  const names = ["root", "caption", "line", "edit", "clear", "undo", "count", "refused"];
  return part(TextBox, { folded: true, ...parts }, ...names);
}

test("the box says what it has, what its buttons do, and how long the text is", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { dispatchEvent: () => true });
  const empty = { text: "", beginning: "", length: 0, name: "", undo: "", caption: "The first text" };
  const file = { name: "a.txt", undo: "“a.txt”", beginning: " a\n\n b ", length: 120_000 };
  const long = { ...empty, ...file, text: null };
  const said = untyped((typed, data, folded, expected) => {
    const box = boxWith({ data, folded, area: { value: typed } });
    if (typed) box.typed();
    box.draw();
    const { line, edit, clear, undo, count } = box;
    const found = [line.textContent, edit.title, edit.textContent, count.textContent];
    if (clear.disabled) found.push("nothing to clear");
    if (!undo.hidden) found.push(undo.textContent, undo.title);
    assert.deepEqual(found, expected);
    assert.equal(box.caption.textContent, "The first text");
    const open = !folded && data !== long;
    assert.equal(edit.attributes["aria-expanded"], String(open));
    assert.equal(box.root.classList.contains("folded"), !open);
    // An open box has its row of the page to itself.
    assert.equal(globalThis.document.documentElement.classList.contains("bpe-text-open"), open);
  });
  const undone = ["Undo “a.txt”", "Undo “a.txt”: restores your previous text and settings"];
  const redone = ["Redo", "Redo: brings back what “Undo” replaced"];
  for (const [typed, data, folded, ...expected] of any([
    ["", empty, true, "No text yet", "Edit the text", "Edit", "0 characters", "nothing to clear"],
    ["", empty, false, "", "Fold the text", "Fold", "0 characters", "nothing to clear"],
    ["", { ...empty, length: 1 }, false, "", "Fold the text", "Fold", "1 character", "nothing to clear"],
    [
      "",
      long,
      false,
      "a b",
      ...Array(2).fill("Edit all of the text"),
      "a.txt · 120,000 characters",
      ...undone,
    ],
    ["", { ...empty, undo: "“Undo”" }, true, "No text yet", "Edit the text", "Edit", "0 characters", "nothing to clear", ...redone], // prettier-ignore
    ["a\n🥖", { ...empty, name: "a.txt" }, true, "a 🥖", "Edit the text", "Edit", "3 characters"],
    ["a\n🥖", { ...empty, name: "a.txt" }, false, "", "Fold the text", "Fold", "3 characters"],
  ]))
    said(typed, data, folded, expected);
});

test("an undo goes back through what was typed, then to the text before, and a redo the other way", () => {
  const state = { value: "before", start: 1, end: 2 };
  for (const [step, undo, again, composing, expected] of any([
    [state, "“a.txt”", false, false, "before 1 2"],
    [state, "“a.txt”", false, true, "now"],
    [undefined, "“a.txt”", false, false, "now undo"],
    [undefined, "“a.txt”", true, false, "now"],
    [undefined, "“Undo”", true, false, "now undo"],
    [undefined, "“Undo”", false, false, "now"],
    [undefined, "", false, false, "now"],
    [undefined, "", true, false, "now"],
  ])) {
    const did = any([]);
    const acts = { typed() {}, say: untyped((act) => did.push(act)), groups: { step: () => step } };
    const area = { value: "now", setSelectionRange: untyped((...range) => did.push(...range)) };
    boxWith({ ...acts, area, composing, data: { undo } }).goBack({ preventDefault() {} }, again);
    assert.equal([area.value, ...did].join(" "), expected);
  }
});

test("what was refused is told until something else is done than typing", () => {
  const box = boxWith({ send() {} });
  for (const [act, left] of Object.entries({ type: "Too long.", clear: "" })) {
    box.refused.textContent = "Too long.";
    box.say(act);
    assert.equal(box.refused.textContent, left);
  }
});

test("what does not fit in place of the selection is refused with both lengths", () => {
  const data = { mostUnits: 1000 };
  for (const [put, selected, had] of any([
    [10, 10, ""],
    [11, 10, "1,001"],
    [1010, 10, "2,000"],
    [0, 10, ""],
    [1000, 1000, ""],
    [1001, 1000, "1,001"],
  ])) {
    const area = { value: "b".repeat(1000), selectionStart: 0, selectionEnd: selected };
    const box = boxWith({ area, data, takesWhole: () => false });
    let prevented = false;
    box.refuse(any({ data: "a".repeat(put), preventDefault: () => (prevented = true) }));
    const limit = "the limit of the box is 1,000. Your text was left unchanged.";
    assert.equal(box.refused.textContent, had && `The text would then have ${had} characters; ${limit}`);
    assert.equal(prevented, had !== "");
    box.take({ problem: "a.txt is UTF-32.", choices: [] });
    assert.equal(box.refused.textContent, "a.txt is UTF-32. Your text was left unchanged.");
  }
});

test("a long request that replaces everything is taken like a file, and nothing else is", () => {
  for (const [put, selected, taken] of any([
    ["[" + "x".repeat(99_999), 3, false],
    ["[" + "x".repeat(100_000), 3, true],
    [" \n{" + "x".repeat(100_000), 3, true],
    ["x".repeat(100_001), 3, false],
    ["[" + "x".repeat(100_000), 2, false],
    ["[" + "x".repeat(200_000), 3, false],
  ])) {
    const said = any([]);
    const box = boxWith({
      area: { value: "old", selectionStart: 0, selectionEnd: selected },
      data: { mostUnits: 200_000, mostCharacters: 200_000 },
      say: (/** @type {unknown[]} */ ...what) => said.push(what),
    });
    assert.equal(box.takesWhole(any({ preventDefault() {} }), put), taken);
    const file = { name: "a pasted request", text: put, encoding: "UTF-8", mark: false, cut: false };
    assert.deepEqual(said, taken ? [["upload", { file }]] : []);
  }
});

test("half of a pair that is typed is replaced, and that is told once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const sent = any([]);
  const area = { value: "a\ud83e", selectionStart: 2, selectionEnd: 2, setSelectionRange() {} };
  const send = untyped((...[, what]) => sent.push(what));
  const box = boxWith({ area, data: null, send, composing: true });
  box.typed();
  assert.equal(area.value, "a\ud83e"); // nothing is written while a word is composed
  box.composing = false;
  box.typed();
  assert.deepEqual([area.value, kept("text")], ["a\ufffd", "a\ufffd"]);
  context.mock.timers.tick(299);
  assert.equal(sent.length, 0);
  context.mock.timers.tick(1);
  area.value = "b";
  box.typed();
  box.rested();
  box.rested();
  const told = sent.map(untyped(({ act, text, half }) => [act, text, half]));
  assert.deepEqual(told, [["type", "a\ufffd", true], ["type", "b", undefined]]); // prettier-ignore
});

test("a text in any field is refused above its limit, and half of a pair is replaced", () => {
  const hears = any({});
  const { document } = any(globalThis);
  const { addEventListener } = document;
  document.addEventListener = untyped((name, hear) => (hears[name] = hear));
  const said = any([]);
  mountGuard({ data: 10, parentElement: node(), setStateValue: (...what) => said.push(what) });
  document.addEventListener = addEventListener;
  for (const [value, told] of [
    ["a".repeat(10), []],
    ["a".repeat(11), ["too_long", 11]],
    ["🥖", []],
    ["a\ud83e", ["replaced", true]],
  ]) {
    hears.input({ target: Object.assign(node(), { value }) });
    assert.deepEqual(said.splice(0).flat(), told);
  }
  hears.input({ target: { value: "a".repeat(11) } });
  assert.deepEqual(said, []);
});

test("below the box are the last twelve tokens, and how many there are", () => {
  for (const [tokens, said, ...ids] of any([
    [14, "it: 14 tokens", "2", "13", "12"],
    [1, "it: 1 token", "0", "0", "1"],
    [null, "it", undefined, undefined, "0"],
  ])) {
    const known = Array.from(Array(tokens ?? 0).keys(), (id) => ({ id, bytes: Uint8Array.of(97) }));
    const live = { tokens: () => tokens && textOf(known) };
    const row = part(LiveRow, { live, data: { name: "it" }, keepInSight() {} }, "count", "last");
    row.draw();
    const shown = row.last.children.map(untyped((one) => one.children[1].textContent));
    assert.deepEqual([row.count.textContent, shown[0], shown.at(-1), String(shown.length)], [said, ...ids]);
  }
});
