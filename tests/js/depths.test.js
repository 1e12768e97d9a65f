// One text at six depths: the pieces are those of Python, tiktoken and Hugging Face.

import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf } from "./cases.js";
import { factOf } from "./facts.js";
import { ofBytes, ofTexts, textOf } from "./texts.js";
import { DEPTHS, Depths } from "../../explorer_ui/parts/token_row/strip/depths.js";
import { readPayload, tokenOf } from "../../explorer_ui/parts/token_row/strip/tokenized_text.js";

/**
 * @typedef {{data: any, text: string, bytes: number[], characters: number[][], chunks: number[][],
 *   tokens: number[][], ids: number[]}} Case
 */

/** @type {Case[]} */
const read = casesOf("depths_cases");
const cases = read.map((one) => ({ ...one, depths: new Depths(readPayload(one.data), one.data) }));

/** The depths of a text that is one chunk. @param {string} text */
const depthsOf = (text) => new Depths(textOf(ofTexts(text), [0]));

/** @param {Depths} depths @param {import("../../explorer_ui/parts/token_row/strip/depths.js").Depth} depth */
const pieces = (depths, depth) => {
  const text = depths.at(depth);
  return Array.from({ length: text.length }, (_, at) => Array.from(text.token(at).bytes));
};

/** The pieces of chunks, which are in several if they are long, put together. @param {Depths} depths */
function wholeChunks(depths) {
  /** @type {number[][]} */
  const found = [];
  pieces(depths, "chunks").forEach((piece, at) => {
    const { number } = depths.chunkOf(at);
    (found[number] ??= []).push(...piece);
  });
  return found;
}

test("at every depth the pieces are those of the engine", () => {
  for (const { depths, text, bytes, characters, chunks, tokens, ids } of cases) {
    assert.deepEqual(pieces(depths, "bits").flat(), bytes, text);
    assert.deepEqual(pieces(depths, "bytes").flat(), bytes, text);
    assert.deepEqual(pieces(depths, "characters"), characters, text);
    assert.deepEqual(wholeChunks(depths), chunks, text);
    assert.deepEqual(pieces(depths, "tokens"), tokens, text);
    assert.deepEqual(depths.at("ids").ids(), ids, text);
    const expected = [8 * bytes.length, ...[bytes, characters, chunks, ids, ids].map(({ length }) => length)];
    assert.deepEqual(
      DEPTHS.map((depth) => depths.count(depth).pieces),
      expected,
      text,
    );
  }
});

test("every byte of a depth has one that was typed, in the same order", () => {
  for (const { depths, text, bytes } of cases) {
    for (const depth of DEPTHS) {
      const { offsets } = depths.at(depth);
      const typed = Array.from(offsets, (byte) => depths.typedByte(depth, byte));
      assert.ok(
        typed.every((byte, at) => !at || typed[at - 1] <= byte),
        text,
      );
      assert.equal(typed.at(-1) ?? 0, bytes.length, text);
      // What is unchanged is the same byte.
      const of = depths.at(depth).bytes;
      offsets.forEach((byte, at) => {
        if (at + 1 < offsets.length && depths.typedFor(depth, at) === null)
          assert.equal(of[byte], bytes[depths.typedByte(depth, byte)], text);
      });
    }
  }
});

test("a piece that was changed says what was typed", () => {
  const changed = cases.filter(({ data }) => data.original);
  assert.ok(changed.length > 20);
  for (const { depths, bytes } of changed) {
    const { length } = depths.at("tokens");
    const found = Array.from({ length }, (_, at) => depths.typedFor("tokens", at));
    assert.ok(found.some(Boolean) || depths.changes.length === 0);
    for (const typed of found) assert.ok(!typed || Buffer.from(bytes).includes(typed));
  }
});

test("a byte tells of its character, and a part of a visible character how many code points that has", () => {
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { depths, text } of cases.filter((each) => !each.data.original)) {
    const expected = Array.from(segments.segment(text)).flatMap(({ segment }) => {
      const { length } = Array.from(segment);
      const said = ` ${length} code points, ${Buffer.byteLength(segment)} bytes`;
      return Array(length).fill(length > 1 ? said : undefined);
    });
    expected.forEach((said, at) => {
      assert.equal(factOf(depths, "characters", at, "part of")?.children.at(-1), said, text);
    });
    const points = Array.from(text).flatMap((character) => {
      const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return Array(Buffer.byteLength(character)).fill(`U+${hex}`);
    });
    points.forEach((point, at) => assert.equal(factOf(depths, "bytes", at, "code point"), point, text));
  }
});

test("a chunk names the branch of the pattern that matches it", () => {
  // Every fourth case is of GPT-2, whose branches JavaScript reads as they are.
  for (const { data, depths, text } of cases.filter((one, number) => number % 4 === 0 && one.text)) {
    const branches = data.cut.listed;
    for (let at = 0; at < depths.at("chunks").length; at++) {
      const { from, to } = depths.chunkOf(at);
      const chunk = Buffer.from(depths.at("chunks").bytes.slice(from, to)).toString();
      const said = factOf(depths, "chunks", at, "matched by", branches);
      const [, number, all] = /^branch (\d+) of (\d+)$/.exec(said) ?? [];
      assert.equal(Number(all), branches.length);
      assert.match(chunk, new RegExp(`^(?:${branches[Number(number) - 1][0]})$`, "u"), text);
    }
  }
});

test("a long chunk is drawn in pieces that end where a visible character does", () => {
  const [family, flags] = ["👨‍👩‍👧‍👦", "🇩🇪🇫🇷🇮🇹🇪🇸🇵🇹🇳🇱🇧🇪🇦🇹🇨🇭🇸🇪🇳🇴🇩🇰🇫🇮🇵🇱"];
  const endless = "a" + "\u0301".repeat(100);
  for (const [text, ...expected] of [
    ["x".repeat(17), "x".repeat(16), "x"],
    ["Flags: " + flags, "Flags: 🇩🇪🇫🇷🇮🇹🇪🇸", "🇵🇹🇳🇱🇧🇪🇦🇹🇨🇭🇸🇪🇳🇴🇩🇰", "🇫🇮🇵🇱"],
    [" തിരുവനന്തപുരത്തേക്കാണ്", " തിരുവനന്തപുര", "ത്തേക്കാണ്"],
    ["é" + family.repeat(3), "é" + family.repeat(2), family],
    ["x" + endless, "x", ...(endless.match(/.{1,32}/gu) ?? [])],
  ]) {
    const found = pieces(depthsOf(text), "chunks").map((bytes) => Buffer.from(bytes).toString());
    assert.deepEqual(found, expected);
  }
});

test("the flag of a letter is found in a long row of flags", () => {
  const flags = Array.from({ length: 100 }, (_, at) => (at % 3 ? "🇩🇪" : "🇫🇷"));
  for (const before of ["", "é"]) {
    const depths = depthsOf(before + flags.join(""));
    flags.forEach((flag, at) => {
      for (const letter of [2 * at, 2 * at + 1]) {
        const found = factOf(depths, "characters", before.length + letter, "part of");
        assert.equal(found.textContent, `${flag} 2 code points, 8 bytes`, `letter ${letter}`);
      }
    });
  }
});

test("tokens that share a character are together, also at the beginning of a text", () => {
  const text = textOf(ofBytes([0xe2, 0x82], [0xac], [0x61], [0xf0], [0x9f], [0xa5, 0x96, 0x62]));
  const groups = Array.from({ length: text.length }, (_, at) => text.groupOf(at));
  assert.deepEqual(groups, [[0, 2], [0, 2], [2, 3], [3, 6], [3, 6], [3, 6]]); // prettier-ignore
});

test("characters in several tokens are found beside bytes that are in none", () => {
  // A stray byte, é, a stray byte, €.
  const text = textOf(ofBytes([0x80, 0xc3], [0xa9, 0x80], [0xe2, 0x82], [0xac]));
  const shared = text.sharedCharacters(0, 4).map(({ from, to }) => `${from} to ${to}`);
  assert.deepEqual(shared, ["1 to 3", "4 to 7"]);
});

test("two texts are equal if they have the same tokens in the same chunks", () => {
  const bytes = Uint8Array.of(0x61);
  const ofIds = (/** @type {number[]} */ ids, special = false, chunks = [0, 0]) =>
    textOf(
      ids.map((id) => ({ id, bytes, special })),
      chunks,
    );
  const text = ofIds([5, 6]);
  assert.ok(text.equals(ofIds([5, 6])));
  for (const other of [ofIds([5, 7]), ofIds([5]), ofIds([5, 6], true), ofIds([5, 6], false, [0, 1])])
    assert.ok(!text.equals(other));
  assert.ok(!text.equals(Object.assign(ofIds([5, 6]), { display: "glyphs" })));
});

test("a piece of one character is drawn quieter than one of several", () => {
  const quiet = (/** @type {string} */ text) => depthsOf(text).at("chunks").token(0).quiet;
  assert.ok(["a", "字", "🥖"].every(quiet));
  assert.ok(!["ab", "字字", "e\u0301"].some(quiet));
});

test("a token that no merge made is drawn quieter, but no special token", () => {
  const quiet = (/** @type {number | null} */ rank, special = false, ranked = true) =>
    tokenOf({ id: 5, bytes: Uint8Array.of(0x61), rank, special }, { display: "text", ranked }).quiet;
  assert.deepEqual([quiet(null), quiet(3), quiet(null, true)], [true, false, false]);
  assert.deepEqual([quiet(null, false, false), quiet(3, true, false)], [true, true]);
});
