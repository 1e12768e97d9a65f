// One text at six depths: the pieces are those of Python, tiktoken and Hugging Face.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { casesOf } from "./cases.js";
import { DEPTHS, Depths } from "../../explorer_ui/parts/token_row/strip/depths.js";
import { factsOf } from "../../explorer_ui/parts/token_row/strip/facts.js";
import {
  readPayload,
  TokenizedText,
  tokenOf,
} from "../../explorer_ui/parts/token_row/strip/tokenized_text.js";

/**
 * @typedef {{data: any, text: string, bytes: number[], characters: number[][], chunks: number[][],
 *   tokens: number[][], ids: number[]}} Case
 */

/** @type {Case[]} */
const cases = casesOf("depths_cases");

/** @param {Depths} depths @param {import("../../explorer_ui/parts/token_row/strip/depths.js").Depth} depth */
const pieces = (depths, depth) => {
  const text = depths.at(depth);
  return Array.from({ length: text.length }, (_, at) => Array.from(text.token(at).bytes));
};

/** The pieces of chunks, which are in several if they are long, put together. @param {Depths} depths */
function chunks(depths) {
  const text = depths.at("chunks");
  /** @type {number[][]} */
  const found = [];
  let last = -1;
  for (let at = 0; at < text.length; at++) {
    const { number } = depths.chunkOf(at);
    if (number !== last) found.push([]);
    found[found.length - 1].push(...text.token(at).bytes);
    last = number;
  }
  return found;
}

test("at every depth the pieces are those of the engine", () => {
  for (const { data, text, bytes, characters, chunks: parts, tokens, ids } of cases) {
    const depths = new Depths(readPayload(data), data);
    assert.deepEqual(pieces(depths, "bits").flat(), bytes, text);
    assert.deepEqual(pieces(depths, "bytes").flat(), bytes, text);
    assert.deepEqual(pieces(depths, "characters"), characters, text);
    assert.deepEqual(chunks(depths), parts, text);
    assert.deepEqual(pieces(depths, "tokens"), tokens, text);
    assert.deepEqual(depths.at("ids").ids(), ids, text);
    const counted = DEPTHS.map((depth) => depths.count(depth).pieces);
    const { length } = bytes;
    assert.deepEqual(
      counted,
      [8 * length, length, characters.length, parts.length, ids.length, ids.length],
      text,
    );
  }
});

test("every byte of a depth has one that was typed, in the same order", () => {
  for (const { data, text, bytes } of cases) {
    const depths = new Depths(readPayload(data), data);
    for (const depth of DEPTHS) {
      const { offsets } = depths.at(depth);
      const typed = Array.from(offsets, (byte) => depths.typedByte(depth, byte));
      assert.deepEqual(
        typed,
        typed.toSorted((one, two) => one - two),
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
  for (const { data, bytes } of changed) {
    const depths = new Depths(readPayload(data), data);
    const { length } = depths.at("tokens");
    const found = Array.from({ length }, (_, at) => depths.typedFor("tokens", at));
    assert.ok(found.some(Boolean) || depths.changes.length === 0);
    const text = Buffer.from(bytes).toString();
    for (const typed of found)
      if (typed) assert.ok(text.includes(Buffer.from(typed).toString()) || !typed.length);
  }
});

test("a byte tells of its character, and a part of a visible character how many code points that has", () => {
  const known = { ranked: false, made: null, names: new Map(), branches: [] };
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { data, text } of cases.filter((each) => !each.data.original)) {
    const depths = new Depths(readPayload(data), data);
    const expected = Array.from(segments.segment(text)).flatMap(({ segment }) => {
      const { length } = Array.from(segment);
      const said = ` ${length} code points, ${Buffer.byteLength(segment)} bytes`;
      return Array(length).fill(length > 1 ? said : undefined);
    });
    expected.forEach((said, at) => {
      const facts = factsOf(depths, "characters", at, known);
      /** @type {any} */
      const found = facts.find(([name]) => name === "part of")?.[1];
      assert.equal(found?.children.at(-1), said, text);
    });
    const points = Array.from(text).flatMap((character) => {
      const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return Array(Buffer.byteLength(character)).fill(`U+${hex}`);
    });
    points.forEach((point, at) => {
      const facts = factsOf(depths, "bytes", at, known);
      assert.equal(facts.find(([name]) => name === "code point")?.[1], point, text);
    });
  }
});

test("a chunk names the branch of the pattern that matches it", () => {
  // Every fourth case is of GPT-2, whose branches JavaScript reads as they are.
  for (const { data, text } of cases.filter((_, number) => number % 4 === 0 && cases[number].text)) {
    const depths = new Depths(readPayload(data), data);
    const branches = data.cut.listed;
    const known = { ranked: false, made: null, names: new Map(), branches };
    for (let at = 0; at < depths.at("chunks").length; at++) {
      const { from, to } = depths.chunkOf(at);
      const chunk = Buffer.from(depths.at("chunks").bytes.slice(from, to)).toString();
      const said = String(factsOf(depths, "chunks", at, known).find(([name]) => name === "matched by")?.[1]);
      const [, number, all] = /^branch (\d+) of (\d+)$/.exec(said) ?? [];
      assert.equal(Number(all), branches.length);
      assert.match(chunk, new RegExp(`^(?:${branches[Number(number) - 1][0]})$`, "u"), text);
    }
  }
});

/** The depths of a text that is one chunk. @param {string} text */
function depthsOf(text) {
  const known = { id: 0, bytes: new TextEncoder().encode(text), rank: null, special: false };
  const tokens = [tokenOf(known, { display: "text", ranked: false })];
  const first = Uint32Array.of(0);
  return new Depths(new TokenizedText({ tokens, indexes: first, chunks: first, display: "text" }));
}

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
  const known = { ranked: false, made: null, names: new Map(), branches: [] };
  const flags = Array.from({ length: 100 }, (_, at) => (at % 3 ? "🇩🇪" : "🇫🇷"));
  for (const before of ["", "é"]) {
    const depths = depthsOf(before + flags.join(""));
    flags.forEach((flag, at) => {
      for (const letter of [2 * at, 2 * at + 1]) {
        const facts = factsOf(depths, "characters", before.length + letter, known);
        /** @type {any} */
        const found = facts.find(([name]) => name === "part of")?.[1];
        assert.equal(found?.textContent, `${flag} 2 code points, 8 bytes`, `letter ${letter}`);
      }
    });
  }
});

test("tokens that share a character are together, also at the beginning of a text", () => {
  const tokens = [[0xe2, 0x82], [0xac], [0x61], [0xf0], [0x9f], [0xa5, 0x96, 0x62]].map((bytes, id) =>
    tokenOf(
      { id, bytes: Uint8Array.from(bytes), rank: null, special: false },
      { display: "text", ranked: false },
    ),
  );
  const indexes = Uint32Array.from(tokens.keys());
  const text = new TokenizedText({ tokens, indexes, chunks: null, display: "text" });
  const groups = tokens.map((_, at) => text.groupOf(at));
  assert.deepEqual(groups, [[0, 2], [0, 2], [2, 3], [3, 6], [3, 6], [3, 6]]); // prettier-ignore
});

test("two texts are equal if they have the same tokens in the same chunks", () => {
  const textOf = (/** @type {number[]} */ ids, special = false, starts = [0, 0]) => {
    const bytes = Uint8Array.of(0x61);
    const tokens = ids.map((id) => tokenOf({ id, bytes, rank: null, special }, { display: "text", ranked: false })); // prettier-ignore
    const indexes = Uint32Array.from(tokens.keys());
    return new TokenizedText({ tokens, indexes, chunks: Uint32Array.from(starts), display: "text" });
  };
  const text = textOf([5, 6]);
  assert.ok(text.equals(textOf([5, 6])));
  for (const other of [textOf([5, 7]), textOf([5]), textOf([5, 6], true), textOf([5, 6], false, [0, 1])])
    assert.ok(!text.equals(other));
});

test("a piece of one character is drawn quieter than one of several", () => {
  const quiet = (/** @type {string} */ text) => depthsOf(text).at("chunks").token(0).quiet;
  assert.ok(["a", "字", "🥖"].every(quiet));
  assert.ok(!["ab", "字字", "e\u0301"].some(quiet));
});

test("characters in several tokens are found beside bytes that are in none", () => {
  const bytes = [[0x80, 0xc3], [0xa9, 0x80], [0xe2, 0x82], [0xac]]; // a stray byte, é, a stray byte, €
  const tokens = bytes.map((own, id) =>
    tokenOf(
      { id, bytes: Uint8Array.from(own), rank: null, special: false },
      { display: "text", ranked: false },
    ),
  );
  const text = new TokenizedText({
    tokens,
    indexes: Uint32Array.from(tokens.keys()),
    chunks: null,
    display: "text",
  });
  const shared = text.sharedCharacters(0, 4).map(({ from, to }) => `${from} to ${to}`);
  assert.deepEqual(shared, ["1 to 3", "4 to 7"]);
});
