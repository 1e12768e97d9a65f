// How many tokens fit into a limit: whole characters, unless they may be split.

import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";
import { TokenizedText, tokenOf } from "../../explorer_ui/parts/token_row/strip/tokenized_text.js";

const TEXT = "aé你🥖b";
const BYTES = encodeUtf8(TEXT);
const text = new TokenizedText({
  tokens: [...BYTES].map((byte, id) =>
    tokenOf(
      { id, bytes: Uint8Array.of(byte), rank: null, special: false },
      { ranked: false, display: "text" },
    ),
  ),
  indexes: Uint16Array.from(BYTES.keys()),
  chunks: null,
  display: "text",
});

test("what fits ends where a character does", () => {
  const ends = [0];
  for (const character of TEXT) ends.push(ends[ends.length - 1] + encodeUtf8(character).length);
  for (let tokens = 0; tokens <= BYTES.length; tokens++) {
    const whole = Math.max(...ends.filter((end) => end <= tokens));
    assert.equal(text.fitting({ tokens, split_characters: false }), whole);
    assert.equal(text.fitting({ tokens, split_characters: true }), tokens);
  }
});

test("a limit beyond the end, and none", () => {
  assert.equal(text.fitting({ tokens: 99, split_characters: false }), 99);
  assert.equal(text.fitting(null), Infinity);
});
