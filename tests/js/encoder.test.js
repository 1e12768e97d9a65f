// What is taken for a special token; all else of the encoder is compared with the engine in test_live_encoding.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAtSpecial } from "../../explorer_ui/browser/encoder/encoder.js";

test("a text is cut at special tokens, the longest of those that begin alike first", () => {
  const special = { "<a>": 1, "<a><b>": 2, "b>": 3 };
  assert.deepEqual(
    cutAtSpecial("x<a><b><a>b><ay", special).map(({ text, id }) => [text, id]),
    [["x", null], ["<a><b>", 2], ["<a>", 1], ["b>", 3], ["<ay", null]], // prettier-ignore
  );
  assert.deepEqual(cutAtSpecial("", special), []);
});
