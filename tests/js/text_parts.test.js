// Which parts of a token are shown as text, a sign, a name or a byte, compared with Python's decoder and
// Unicode's tables; characters of UTF-8, compared with Node's decoder; numbers as they are written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, untyped } from "./page.js";
import { lastAtMost, percent, plural } from "../../explorer_ui/browser/numbers.js";
import { nearlyGraphemes, wellFormed } from "../../explorer_ui/browser/old_browsers.js";
import { graphemeParts, lettersOf, textParts, spokenText } from "../../explorer_ui/browser/text_parts.js";
import {
  characterAt,
  codePoints,
  edges,
  encodeUtf8,
  hexBytes,
  sameBytes,
  sequenceLength,
} from "../../explorer_ui/browser/utf8.js";
import { drawTextParts } from "../../explorer_ui/parts/token_row/draw_text_parts.js";
import { reference } from "./reference.js";

/** All texts of three units. @param {string[]} units */
const threeOf = (units) =>
  units.flatMap((one) => units.flatMap((two) => units.map((three) => one + two + three)));

/** @param {string} text */
const shown = (text) => textParts(encodeUtf8(text)).map((part) => [part.kind, part.text]);

test("each byte is of the kind that Python finds, in broken texts too", () => {
  for (const { bytes, kinds } of reference.parts) {
    const found = textParts(Uint8Array.from(bytes)).flatMap(({ kind, size }) => Array(size).fill(kind));
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

test("a visible character is one part, and what is invisible behind it is named, as in tables", () => {
  const tags = "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}"; // of Wales
  assert.deepEqual(shown("\u0301"), [["text", "◌\u0301"]]);
  const mixed = ["👩‍👩‍👧", "🇩🇪", "e\u0301"];
  assert.deepEqual(shown(mixed.join("")), mixed.map((part) => ["text", part])); // prettier-ignore
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

test("white space has a sign for the eye and a name for the ear", () => {
  const parts = textParts(encodeUtf8(" \t\n\r"));
  assert.deepEqual(parts.map(({ kind, text }) => `${kind} ${text}`), ["white ·", "white ⇥", "white ⏎", "white ␍"]); // prettier-ignore
  assert.equal(spokenText(parts), "space  tab  line break  carriage return");
});

test("texts of the same bytes are the same, others are not, whatever they share", () => {
  const [text, ...others] = [[1, 2], [1, 2], [1, 3], [3, 2], [1], [1, 2, 3], []].map((bytes) => Uint8Array.from(bytes)); // prettier-ignore
  assert.deepEqual(others.map((other) => sameBytes(text, other)), [true, ...Array(5).fill(false)]); // prettier-ignore
});

test("parts for the ear, the letters among them, and control characters by their byte or code point", () => {
  const parts = textParts(Uint8Array.of(0x20, 0x61, 0x0a, 0xd9));
  assert.equal(spokenText(parts), "space a line break  d9");
  assert.equal(lettersOf(parts), "a");
  const unseen = [["\0", "00"], ["\x7f", "7f"], ["\x85", "U+0085"], ["\xad", "U+00AD"], ["\u200b", "U+200B"]]; // prettier-ignore
  for (const [char, label] of unseen) assert.deepEqual(shown(char), [["label", label]]);
});

// A browser without Intl.Segmenter: syllables of Hangul letters and conjuncts of Indic letters aside, which its parts join
// anyway, the graphemes are those of Unicode.
test("graphemes without Intl.Segmenter are those of Unicode", () => {
  const units = "a|é|e\u0301|\u0301| |\n|ß|한|語|ש\u05c1|\u200d|🥖|👍🏽|1️⃣|🇩🇪".split("|");
  units.push("👩‍👩‍👧‍👦", "\u{1f3fd}", "\ufe0f", "नि", "\u0e01\u0e33", "e\u0301\u0323");
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const parts = (/** @type {string[]} */ graphemes) => graphemes.flatMap(graphemeParts);
  for (const text of threeOf(units)) {
    const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
    assert.deepEqual(parts(nearlyGraphemes(text)), parts(expected), JSON.stringify(text));
  }
});

test("unpaired surrogates are replaced as by the browser's own function", () => {
  for (const text of threeOf(["a", "\ud83e", "\udd56", "🥖", "\ufffd", "\n"]))
    assert.equal(wellFormed(text), text.toWellFormed());
});

test("characters are counted as a string is walked through, lone surrogates too", () => {
  for (const text of ["", "a", "é", "\uffff", "🥖", "\ud83e", "\udd56\ud83e", "a\uffff🥖\ud83eb"])
    assert.equal(codePoints(text), [...text].length, JSON.stringify(text));
});

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The complete character that Node's decoder finds at the start of some bytes. @param {Uint8Array} bytes */
function firstCharacter(bytes) {
  for (let size = 1; size <= bytes.length; size++) {
    try {
      return { point: strict.decode(bytes.subarray(0, size)).codePointAt(0), size };
    } catch {
      continue;
    }
  }
  return null;
}

test("whole characters are those that a strict decoder reads", () => {
  const some = [
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed,
  ];
  some.push(0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff);
  for (const a of some)
    for (const b of some)
      for (const c of [0x41, 0x7f, 0x80, 0xbf, 0xc0, 0xff])
        for (const d of [0x41, 0x80, 0xbf, 0xc2]) {
          const bytes = Uint8Array.of(a, b, c, d);
          for (const end of [1, 2, 3, 4]) {
            const expected = firstCharacter(bytes.subarray(0, end));
            assert.deepEqual(characterAt(bytes, 0, end), expected, String(bytes));
          }
        }
});

test("a token tells what it lacks of its characters", () => {
  for (const [leads, lacks, ...bytes] of [
    [2, 2, 0x82, 0xac, 0x20, 0xe2],
    [0, 2, 0xf0, 0x9f],
    [0, 0, 0x61],
    [0, 0],
  ])
    assert.deepEqual(edges(Uint8Array.from(bytes)), { leads, lacks });
});

test("many bytes end in an ellipsis", () => {
  assert.equal(hexBytes(Uint8Array.of(1, 2, 255), 2), "01 02 …");
  assert.equal(hexBytes(Uint8Array.of(1, 255), 2), "01 ff");
});

test("counts are grouped, and nouns counted", () => {
  const counted = [0, 1, 1201].map((count) => plural(count, "token"));
  assert.deepEqual(counted, ["0 tokens", "1 token", "1,201 tokens"]);
});

test("a percentage is 0% for nothing only, and 100% for all only", () => {
  assert.deepEqual(
    [0, 0.004, 0.01, 0.125, 0.99, 0.996, 1].map((share) => percent(share)),
    ["0%", "under 1%", "1%", "13%", "99%", "over 99%", "100%"],
  );
  assert.deepEqual(
    [0.0004, 0.125, 0.9996, 1.5].map((share) => percent(share, 1)),
    ["under 0.1%", "12.5%", "over 99.9%", "150%"],
  );
});

test("the last start that is not above a value is that of a search one by one", () => {
  const starts = [0, 4, 9, 9.5, 30];
  for (let value = -1; value < 40; value += 0.5) {
    const found = starts.findLastIndex((start) => start <= value);
    assert.equal(lastAtMost(starts, value), Math.max(0, found));
  }
  assert.equal(lastAtMost([], 3), 0);
});

test("a byte begins a character of as many bytes as the browser's decoder takes", () => {
  for (let byte = 0; byte < 256; byte++) {
    const found = [0x80, 0x90, 0xa0].map((second) => firstCharacter(Uint8Array.of(byte, second, 0x80, 0x80)));
    assert.equal(sequenceLength(byte), found.find(Boolean)?.size ?? 0, byte.toString(16));
  }
});

test("letters in a row are drawn as one text, other parts each as their own, and an ellipsis for the rest", () => {
  const parts = textParts(Uint8Array.of(97, 98, 32, 99, 0xff, 100));
  for (const [most, ...expected] of any([
    [6, "ab", "white ·", "c", "hex ff", "d"],
    [5, "ab", "white ·", "c", "hex ff", "…"],
    [2, "ab…"],
  ])) {
    const { children } = any(drawTextParts(node(), parts, most));
    const drawn = untyped((one) => (typeof one === "string" ? one : `${one.className} ${one.textContent}`));
    assert.deepEqual(children.map(drawn), expected);
  }
});
