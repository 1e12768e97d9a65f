import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft } from "../../explorer_ui/parts/text_box/draft.js";

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
