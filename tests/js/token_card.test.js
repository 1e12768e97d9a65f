// What the card of a piece of a text says, and where it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, texts } from "./page.js";
import { base64, ofBytes, ofTexts, textOf } from "./texts.js";
import { encodeUtf8 } from "../../explorer_ui/browser/utf8.js";
import { Depths } from "../../explorer_ui/parts/token_row/strip/depths.js";
import { factsOf } from "../../explorer_ui/parts/token_row/strip/facts.js";
import { TokenCard, factList } from "../../explorer_ui/parts/token_row/token_card.js";

/** What the card of a piece says, by name. @param {Depths} depths @param {any} depth @param {number} at @param {object} [more] */
function card(depths, depth, at, more) {
  const known = { ranked: true, made: null, names: new Map([["é", "E WITH ACUTE"]]), branches: [], ...more };
  const facts = factsOf(depths, depth, at, known).filter(([, value]) => value);
  return Object.fromEntries(facts.map(([name, value]) => [name, any(value).textContent ?? value]));
}

const STORED = [
  "one byte, 61: below U+0080 the byte is the code point",
  "C3 is the first of two bytes, A9 continues; the bits 00011 101001 give 00E9",
  "E2 is the first of three bytes, 82, AC continue; the bits 0010 000010 101100 give 20AC",
  "F0 is the first of four bytes, 9F, 98, 80 continue; the bits 000 011111 011000 000000 give 1F600",
];

test("a card says of each byte and character how it is stored", () => {
  // a é € 😀, and two bytes that are part of no character
  const depths = new Depths(textOf(ofBytes([...encodeUtf8("aé€😀"), 0x81, 0xff])));
  const once = { "occurs here": "1 time" };
  const a = { character: "a", "code point": "U+0061", "stored as": STORED[0] };
  const e = { character: "é", "code point": "U+00E9", "stored as": STORED[1], name: "E WITH ACUTE" };
  for (const [depth, at, expected] of any([
    ["bytes", 0, { byte: "61, 97 in decimal", bits: "0 1100001", ...a, position: "1 of 12" }],
    ["bits", 2, { byte: "A9, 169 in decimal", bits: "10 101001", ...e, position: "3 of 12" }],
    ["bytes", 10, { byte: "81, 129 in decimal", bits: "10 000001", character: "none", position: "11 of 12" }],
    ["bytes", 11, { byte: "FF, 255 in decimal", bits: "11111111", character: "none", position: "12 of 12" }],
    ["characters", 1, { ...e, position: "2 of 6" }],
    ["characters", 5, { byte: "FF, part of no character", position: "6 of 6" }],
  ]))
    assert.deepEqual(card(depths, depth, at), { ...expected, ...once });
  STORED.forEach((said, at) => assert.equal(card(depths, "characters", at)["stored as"], said));
});

test("a letter with its accent is told beside bytes that are part of no character", () => {
  const depths = new Depths(textOf(ofBytes([0x65, 0xff, ...encodeUtf8("e\u0301")])));
  const said = [0, 1, 2, 3].map((at) => card(depths, "characters", at)["part of"]);
  assert.deepEqual(said, [undefined, undefined, ...Array(2).fill("e\u0301 2 code points, 3 bytes")]);
});

test("a card says of a token its id, its rank, what it is made of and part of", () => {
  const known = [
    { id: 7, special: true, ...ofTexts("<s>")[0] },
    { id: 300, rank: 44, ...ofTexts("ab")[0] },
    { id: 99, ...ofBytes([0xe2])[0] },
    { id: 98, ...ofBytes([0x82, 0xac, 0xc3])[0] },
    { id: 97, ...ofBytes([0xa9])[0] },
  ];
  const depths = new Depths(textOf(known, [0, 1, 2]));
  const made = { id: 300, left: base64(0x61), right: base64(0x62) };
  const cards = known.map((_, at) => card(depths, "tokens", at, { made }));
  const none = "none: no merge makes it";
  const more = (/** @type {number} */ at) => ({ position: `${at} of 5`, "occurs here": "1 time" });
  assert.deepEqual(cards, [
    { id: "7, a special token", bytes: "3c 73 3e", "in chunk": "<s>", ...more(1) },
    { id: "300", bytes: "61 62", rank: "44", "made of": "a + b", "in chunk": "ab", ...more(2) },
    { id: "99", bytes: "e2", rank: none, "part of": "€", "in chunk": "€é", ...more(3) },
    { id: "98", bytes: "82 ac c3", rank: none, "part of": "€é", "in chunk": "€é", ...more(4) },
    { id: "97", bytes: "a9", rank: none, "part of": "é", "in chunk": "€é", ...more(5) },
  ]);
  // In a vocabulary without ranks, no token has one.
  assert.equal(card(depths, "tokens", 2, { ranked: false }).rank, undefined);
});

test("a card says of a chunk which branch matches it, or that none does", () => {
  const cut = any({ starts: null, branches: base64(0, 255, 1) });
  const depths = new Depths(textOf(ofTexts("ab", "-", "12"), [0, 1, 2]), { cut });
  const branches = [["a+", "letters", 1], ["\\d", "digits", 2]]; // prettier-ignore
  assert.deepEqual([0, 1, 2].map((at) => card(depths, "chunks", at, { branches })), [
    { "matched by": "branch 1 of 2", "which takes": "letters", pattern: "a+", bytes: "2", position: "1 of 3" },
    { "matched by": "no branch: unmatched", bytes: "1", position: "2 of 3" },
    { "matched by": "branch 2 of 2", "which takes": "digits", pattern: "\\d", bytes: "2", position: "3 of 3" },
  ]); // prettier-ignore
  assert.deepEqual(card(depths, "chunks", 1), { bytes: "1", position: "2 of 3" });
  // A space at the beginning of a pattern is seen, as in code.
  const known = { ranked: true, made: null, names: new Map(), branches: any([[" ?a+", "letters", 1]]) };
  const pattern = any(factsOf(depths, "chunks", 0, known).find(([name]) => name === "pattern")?.[1]);
  assert.deepEqual([pattern.textContent, pattern.className], [" ?a+", "code"]);
});

test("what a tokenizer changed is told where it is, also at the end, and its bytes are found again", () => {
  /** @param {string} typed @param {string[]} tokens @param {number[]} changes Each below 256. */
  const changed = (typed, tokens, ...changes) => {
    const four = changes.flatMap((one) => [one, 0, 0, 0]);
    const original = any({ text: base64(...encodeUtf8(typed)), changes: base64(...four) });
    return new Depths(textOf(ofTexts(...tokens)), { original });
  };
  const typedFor = (/** @type {Depths} */ depths) =>
    Array.from(depths.tokens.indexes, (at) => card(depths, "tokens", at)["typed as"] ?? "the same");
  // X and ! are left out.
  const left = changed("aXb!", ["a", "b"], 1, 1, 1, 2, 2, 2, 3, 4);
  assert.deepEqual(typedFor(left), ["the same", "b!"]);
  assert.deepEqual([0, 1, 2, 3].map((byte) => left.pieceAt("tokens", byte)), [0, 0, 1, 1]); // prettier-ignore
  // A space is added before the text, and a letter is made small.
  const low = changed("Low", ["_", "lo", "w"], 0, 1, 0, 0, 1, 2, 0, 1);
  assert.deepEqual(typedFor(low), ["nothing", "Lo", "the same"]);
});

test("a fact without a value is left out", () => {
  const list = factList([["id", "0"], ["name", null], ["rank", undefined], ["part of", ""], ["bytes", "61"]]); // prettier-ignore
  assert.deepEqual(texts(list.children), ["id", "0", "bytes", "61"]);
});

test("a card is below its token, above it without space there, and else beside it, within the picture", () => {
  Object.assign(globalThis, { innerWidth: 1000 }); // by 720
  for (const [left, top, bottom, high, x, y] of [
    [100, 100, 130, 100, 100, 138],
    [100, 580, 612, 100, 100, 620], // just fits
    [100, 580, 613, 100, 100, 472],
    [950, 100, 130, 100, 800, 138],
    [100, 300, 350, 400, 148, 312], // 40 pixels wide: to the right of it
    [752, 300, 350, 400, 800, 312],
    [753, 300, 350, 400, 545, 312], // and to the left
    [100, 300, 350, 800, 100, 358], // higher than the window
  ]) {
    const root = any({ append() {}, scrollTop: 0, offsetWidth: 1000 });
    root.getBoundingClientRect = () => ({ left: 0, top: 0, width: 1000 });
    const shown = new TokenCard(root);
    Object.assign(shown.node, {
      offsetWidth: 200,
      getBoundingClientRect: () => ({ width: 200, height: high }),
    });
    const anchor = { getBoundingClientRect: () => ({ left, top, right: left + 40, bottom }) };
    shown.show(any(anchor), { id: 1, parts: [], quiet: false }, []);
    assert.deepEqual([shown.node.style.left, shown.node.style.top], [`${x}px`, `${y}px`]);
  }
});
