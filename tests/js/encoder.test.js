// The parts of the browser's encoder, each compared with a loop that is obviously right.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PreTokenizer } from "../../explorer_ui/browser/encoder/pre_tokenizer.js";
import { mergeByLowestRank } from "../../explorer_ui/browser/encoder/lowest_rank.js";
import { randomFrom } from "../../explorer_ui/places/tokens/other_splits/word.js";
import { cutAtSpecial, Vocabulary } from "../../explorer_ui/browser/encoder/encoder.js";

/** A vocabulary of some pairs. @param {[number, number][]} pairs @param {Record<string, number>} [special] */
function vocabularyOf(pairs, special = {}) {
  const planes = [0, 1].flatMap((side) =>
    [0, 8, 16].flatMap((shift) => pairs.map((pair) => (pair[side] >> shift) & 255)),
  );
  return new Vocabulary({
    planes: [Uint8Array.from(planes)],
    byteOrder: Uint8Array.from(Array(256).keys()),
    special,
  });
}

test("merging by a heap is merging the leftmost of lowest rank, over and over", () => {
  const random = randomFrom(17);
  const below = (/** @type {number} */ most) => Math.floor(random() * most);
  for (let round = 0; round < 300; round++) {
    /** @type {Map<string, [number, number]>} */
    const known = new Map();
    while (known.size < 16) {
      const pick = () => (below(3) && known.size ? 256 + below(known.size) : below(3));
      const [left, right] = [pick(), pick()];
      known.set(`${left} ${right}`, [left, right]);
    }
    const pairs = [...known.values()];
    const vocabulary = vocabularyOf(pairs);
    const ids = Array.from({ length: below(40) }, () => below(3));
    const expected = ids.slice();
    for (;;) {
      let [best, at] = [Infinity, -1];
      for (let i = 0; i + 1 < expected.length; i++) {
        const rank = pairs.findIndex(([left, right]) => left === expected[i] && right === expected[i + 1]);
        if (rank >= 0 && rank < best) [best, at] = [rank, i];
      }
      if (at < 0) break;
      expected.splice(at, 2, 256 + best);
    }
    assert.deepEqual(mergeByLowestRank(ids, vocabulary), expected);
  }
});

test("the ids of special tokens are given to nothing else", () => {
  const vocabulary = vocabularyOf([[98, 99], [97, 258]], { "<s>": 0, "<e>": 257 }); // prettier-ignore
  assert.equal(vocabulary.idOfByte[97], 98);
  assert.equal(vocabulary.made(98, 99), 258);
  assert.equal(vocabulary.made(97, 258), 259);
  assert.equal(vocabulary.made(1, 2), -1);
  assert.deepEqual(vocabulary.bytesOf(259), [96, 97, 98]);
});

test("a text is cut at special tokens, the longest of those that begin alike first", () => {
  const special = { "<a>": 1, "<a><b>": 2, "b>": 3 };
  assert.deepEqual(
    cutAtSpecial("x<a><b><a>b><ay", special).map(({ text, id }) => [text, id]),
    [["x", null], ["<a><b>", 2], ["<a>", 1], ["b>", 3], ["<ay", null]], // prettier-ignore
  );
  assert.deepEqual(cutAtSpecial("", special), []);
});

test("a chunk ends at the last place where it can", () => {
  // ` ?[a-z]+|.` over the classes letter, blank, other; the last column is the end of the text.
  const ends = 1;
  const width = 4;
  const [dead, word, one, blank] = [0, 2, 3, 4].map((state) => (state * width) << 1);
  const moves = Uint16Array.from([
    ...[0, 0, 0, 0], // dead
    ...[word, blank, one, dead], // start
    ...[word | ends, dead | ends, dead | ends, dead | ends],
    ...[dead | ends, dead | ends, dead | ends, dead | ends],
    ...[word | ends, dead | ends, dead | ends, dead | ends], // a blank: a word may follow
  ]);
  const classes = new Uint8Array(0x110000).fill(2);
  const near = Uint8Array.from({ length: 128 }, (_, code) =>
    code === 32 ? 1 : code > 96 && code < 123 ? 0 : 2,
  );
  const text = "ab  cd🙂! e";
  assert.deepEqual(new PreTokenizer({ near, moves, width }, classes).split(text), text.match(/ ?[a-z]+|./gu));
});
