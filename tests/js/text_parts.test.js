// Which parts of a token are shown as text, a sign, a name or a byte, compared with Python's decoder and
// Unicode's tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nearlyGraphemes, wellFormed } from "../../explorer_ui/browser/old_browsers.js";
import { graphemeParts, lettersOf, textParts, spokenText } from "../../explorer_ui/browser/text_parts.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";
import { reference } from "./reference.js";

/** @param {string} text */
const shown = (text) => textParts(encodeUtf8(text)).map((part) => [part.kind, part.text]);

test("each byte is of the kind that Python finds, in broken texts too", () => {
  for (const { bytes, kinds } of reference.parts) {
    const found = textParts(Uint8Array.from(bytes)).flatMap(({ kind, size }) =>
      Array.from({ length: size }, () => kind),
    );
    assert.deepEqual(found, kinds, bytes.join(" "));
  }
});

test("GPT-2's glyphs are the engine's", () => {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  assert.deepEqual(
    textParts(every, "glyphs").map(({ text }) => text),
    reference.glyphs,
  );
});

test("an emoji family, a flag and a letter with its mark are one part each", () => {
  assert.deepEqual(shown("👩‍👩‍👧🇩🇪e\u0301"), [
    ["text", "👩‍👩‍👧"],
    ["text", "🇩🇪"],
    ["text", "e\u0301"],
  ]);
  assert.deepEqual(shown("\u0301"), [["text", "◌\u0301"]]);
  assert.deepEqual(shown("e\u0301"), [["text", "e\u0301"]]);
});

test("what is invisible behind an emoji is named, as in tables", () => {
  const tags = "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}"; // of Wales
  for (const emoji of ["❤️", "👍🏽", "👩‍❤️‍💋‍👨", "👩🏽‍🚀", "1️⃣", "🇩🇪", "🏴‍☠️", "🏴" + tags]) {
    assert.deepEqual(shown(emoji), [["text", emoji]]);
    assert.deepEqual(shown(emoji + "\u{e0100}\u200d"), [["text", emoji], ["label", "U+E0100"], ["label", "U+200D"]]); // prettier-ignore
  }
  const named = Array.from(tags, (tag) => ["label", `U+${tag.codePointAt(0)?.toString(16).toUpperCase()}`]);
  assert.deepEqual(shown("👍" + tags), [["text", "👍"], ...named]);
  for (const [text, readable] of reference.readable) {
    const drawn = textParts(encodeUtf8(text)).map((part) => part.text.replace("◌", ""));
    assert.equal(drawn.join(""), readable, JSON.stringify(text));
  }
});

test("parts for the ear, and the letters among them", () => {
  const parts = textParts(Uint8Array.of(0x20, 0x61, 0x0a, 0xd9));
  assert.equal(spokenText(parts), "space a line break  d9");
  assert.equal(lettersOf(parts), "a");
});

// A browser without Intl.Segmenter: syllables of Hangul letters and conjuncts of Indic letters aside, which its parts join
// anyway, the graphemes are those of Unicode.
test("graphemes without Intl.Segmenter are those of Unicode", () => {
  const units = "a|é|e\u0301|\u0301| |\n|ß|한|語|ש\u05c1|\u200d|🥖|👍🏽|1️⃣|🇩🇪".split("|");
  units.push("👩‍👩‍👧‍👦", "\u{1f3fd}", "\ufe0f", "नि", "\u0e01\u0e33", "e\u0301\u0323");
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const parts = (/** @type {string[]} */ graphemes) => graphemes.flatMap(graphemeParts);
  for (const one of units)
    for (const two of units)
      for (const three of units) {
        const text = one + two + three;
        const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
        assert.deepEqual(parts(nearlyGraphemes(text)), parts(expected), JSON.stringify(text));
      }
});

test("unpaired surrogates are replaced as by the browser's own function", () => {
  const units = ["a", "\ud83e", "\udd56", "🥖", "\ufffd", "\n"];
  for (const one of units)
    for (const two of units)
      for (const three of units)
        assert.equal(wellFormed(one + two + three), (one + two + three).toWellFormed());
});

test("a control character of ASCII is shown by its byte, another one by its code point", () => {
  assert.deepEqual(shown("\0\u200b"), [
    ["label", "00"],
    ["label", "U+200B"],
  ]);
});
