// What is taken for a special token, how much is encoded, and how an encoder is loaded; its ids are compared with the
// engine's in test_live_encoding.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, untyped } from "./page.js";
import { Encoder, cutAtSpecial, loadEncoder } from "../../explorer_ui/browser/encoder/encoder.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";
import { LiveText } from "../../explorer_ui/parts/token_row/strip/live_text.js";

test("a text is cut at special tokens, the longest of those that begin alike first", () => {
  const special = { "<a>": 1, "<a><b>": 2, "b>": 3 };
  assert.deepEqual(
    cutAtSpecial("x<a><b><a>b><ay", special).map(({ text, id }) => [text, id]),
    [["x", null], ["<a><b>", 2], ["<a>", 1], ["b>", 3], ["<ay", null]], // prettier-ignore
  );
  const cut = cutAtSpecial("b><a>x<a><b>", special).map(({ id }) => id);
  assert.deepEqual(cut, [3, 1, null, 2]); // in the order of the text
  assert.deepEqual(cutAtSpecial("", special), []);
});

test("what is typed is encoded here up to 50,000 units, and a special token only as the policy says", async () => {
  const vocabulary = {
    ...{ unitsOf: untyped((text) => Array.from(encodeUtf8(text))), bytesOf: untyped((id) => [id]) },
    ...{ made: () => -1, isUnit: () => true, rankOf: () => 0 },
  };
  const split = (/** @type {string} */ text) => text.match(/\w+|\W/g) ?? [];
  const live = new LiveText(() => {});
  const type = (/** @type {string | null} */ text) => {
    live.hear(any({ detail: { text } }));
    return live.counts();
  };
  const data = any({ parts: "a vocabulary", policy: "refuse" });
  live.data = data;
  assert.equal(type("no encoder yet"), null);
  live.encoder = new Encoder(any({ split, vocabulary, special: { "<s>": 300 } }));
  assert.deepEqual(type("né a"), { tokens: 5, characters: 4, bytes: 5, chunks: 4 });
  assert.equal(type(null), null);
  assert.equal(type("a".repeat(50_000))?.tokens, 50_000);
  assert.equal(type("a".repeat(50_001)), null);
  assert.equal(type("a<s>"), null);
  for (const [policy, tokens] of Object.entries({ special: 2, ordinary: 4 })) {
    live.use({ ...data, policy });
    assert.equal(live.counts()?.tokens, tokens);
  }
  live.use(null);
  assert.equal(live.tokens(), null);
});

test("an encoder is asked for once, and again after a failure", async (context) => {
  const asked = any([]);
  const fetched = async (/** @type {string} */ url) => (asked.push(url), { status: 503 });
  context.mock.method(globalThis, "fetch", fetched);
  const data = any({ parts: "p", categories: "c", merges: ["m"] });
  for (const times of [1, 2]) {
    const answers = [loadEncoder(data), loadEncoder(data)];
    for (const answer of answers) await assert.rejects(answer, { message: "p: 503" });
    assert.equal(asked.join(" "), "p c m ".repeat(times).trim());
  }
});
