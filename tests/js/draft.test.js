import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft } from "../../explorer_ui/parts/text_box/draft.js";
import { firstWrong } from "../../explorer_ui/parts/text_box/files.js";

/**
 * @param {number} revision
 * @param {number} heard
 * @param {string} text
 */
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

test("the first byte that is no UTF-8 is where TextDecoder stops", () => {
  const whole = new TextEncoder().encode("aé你🙂");
  assert.equal(firstWrong(whole), whole.length);
  assert.equal(firstWrong(whole.subarray(0, whole.length - 1)), whole.length - 4);
  for (let lead = 0; lead < 256; lead++)
    for (const second of [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0])
      for (const more of [[], [0x80], [0x80, 0x80]]) {
        const bytes = Uint8Array.from([lead, second, ...more]);
        let fine = true;
        try {
          new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        } catch {
          fine = false;
        }
        assert.equal(firstWrong(bytes) === bytes.length, fine, [...bytes].join(" "));
      }
});
