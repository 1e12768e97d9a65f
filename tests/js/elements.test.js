// The two elements for any page: what they train and encode, and what they tell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, untyped } from "./page.js";
import { defineElements } from "../../explorer_ui/elements/elements.js";

/** @type {Record<string, any>} */
const kinds = {};
Object.assign(globalThis, {
  customElements: { get: () => undefined, define: untyped((name, { kind }) => (kinds[name] = kind)) },
  CSSStyleSheet: class {
    replaceSync() {}
  },
});
const plain = { split_pattern: null, special_tokens: [], specials_first: false, encode_order: "lowest-rank" };
const usual = { recipe: "bytes", ties: ["first-seen", "lowest-pair"], merges: 3, minCount: 2 };
const limits = { encode: 5, text: 20, merges: 4, learned: 1000 };
const alphabets = { bytes: "bytes", letters: "characters", glyphs: "byte-glyphs" };
const recipes = Object.fromEntries(
  Object.entries(alphabets).map(([name, alphabet]) => [name, { ...plain, alphabet }]),
);
const endings = { "merges-reached": "", "no-pair-left": "", "pairs-too-rare": "" };
defineElements(any({ ...usual, limits, recipes, endings, classes: "", patterns: {}, strip: {} }), {});

/** An element of a page, and what it tells. @param {string} name @param {Record<string, string>} attributes */
function elementWith(name, attributes) {
  const told = any([]);
  const element = Object.assign(node(), {
    ...{ attributes, toggleAttribute() {}, notice: { before() {} } },
    ...{ hasAttribute: untyped((one) => one in attributes), tell: untyped((...what) => told.push(what)) },
  });
  return { source: kinds[name].source(element), told, attributes };
}

test("an element trains as its attributes say, within the limits, and as usual where they say nothing", async () => {
  for (const [attributes, expected] of any([
    [{}, {}],
    [{ merges: "0" }, { merges: 0 }],
    [{ merges: "99" }, { merges: 4 }],
    [{ merges: "1e9", step: "-1", ties: "none" }, {}],
    [{ merges: "1234567890", step: "123456789" }, { step: 123_456_789 }],
    [{ ties: "lowest-pair", step: "2" }, { tie_break: "lowest-pair", step: 2 }], // prettier-ignore
    [{ "min-count": "4" }, { merges: 2 }],
    [{ "min-count": "0", text: "ab" }, { merges: 1 }],
    [{ encode: "low" }, { mode: "encode", merges: 2 }],
    [{ text: "🥖".repeat(20) }, {}],
  ])) {
    const data = await elementWith("bpe-player", { text: "low low low lower", ...attributes }).source.made();
    const { merges, tie_break, step, mode } = data;
    const found = { merges: merges.length / 5, tie_break: tie_break ?? "first-seen", step, mode };
    assert.deepEqual(
      found,
      { merges: 3, tie_break: "first-seen", step: 0, mode: "train", ...expected },
      JSON.stringify(attributes),
    );
  }
  assert.equal(await elementWith("bpe-player", {}).source.made(), null);
});

test("an element refuses what is too long, and what cannot be encoded", async () => {
  const notThere =
    "is not in this recipe's alphabet, which contains only what occurred in the training text.";
  for (const [attributes, said] of any([
    [{ text: "🥖".repeat(21) }, "The text has 21 characters; at most 20 are shown here."],
    [{ text: "low", encode: "lowlow" }, "The text has 6 characters; at most 5 are shown here."],
    [{ text: "low", encode: "l🥖ó", recipe: "letters" }, `The character '🥖' (U+1F956) ${notThere}`],
    [{ text: "lè", encode: "lé", recipe: "glyphs" }, `The character 'é' (U+00E9) ${notThere}`], // its first byte is
    [{ text: "low", recipe: "toString" }, "There is no recipe “toString”."],
    [{ text: "low", vocabulary: "../gpt2" }, "There is no vocabulary “../gpt2”."],
  ]))
    await assert.rejects(elementWith("bpe-player", attributes).source.made(), { message: said });
});

test("an element shows a picture of its own kind only", async () => {
  const { document } = any(globalThis);
  for (const [name, data, shown] of any([
    ["bpe-player", { mode: "train", merges: [] }, true],
    ["bpe-player", { mode: "encode", merges: [] }, true],
    ["bpe-player", { tokens: [] }, false],
    ["bpe-tokens", { tokens: [] }, true],
    ["bpe-tokens", { mode: "train", merges: [] }, false],
  ])) {
    document.getElementById = untyped((id) => ({ textContent: id === "here" ? JSON.stringify(data) : "" }));
    const made = elementWith(name, { src: "#here" }).source.made();
    if (shown) assert.partialDeepStrictEqual(await made, data);
    else await assert.rejects(made, { constructor: TypeError });
  }
});

test("a player tells its page each step and each selection once", () => {
  const { source, told } = elementWith("bpe-player", {});
  const places = any([[0, null], [0, null], [1, null], [1, { id: 5 }], [1, null]]); // prettier-ignore
  for (const [step, selected] of places) source.hear("place", { step, selected });
  source.hear("place", null);
  source.hear("speed", { step: 9, selected: null });
  assert.deepEqual(told, [
    ["step", { step: 0 }],
    ["step", { step: 1 }],
    ["select", { id: 5 }],
    ["select", null],
  ]);
});

test("tokens have the depth of their page, tell what is selected, and count their text", async () => {
  const page = { text: "low low é", merges: "1", depth: "ids" };
  const { source, told, attributes } = elementWith("bpe-tokens", page);
  const { depth, counts } = await source.made();
  assert.deepEqual(counts, { tokens: 8, characters: 9, bytes: 10, chunks: 1 });
  assert.equal(depth, "ids");
  source.hear("depth", { depth: "bytes" });
  assert.equal((await source.made()).depth, "bytes");
  attributes.depth = "none";
  assert.equal((await source.made()).depth, "tokens");
  source.hear("place", { selected: 3, token: 108, after: 0 });
  source.hear("place", null);
  assert.deepEqual(told, [["select", { index: 3, id: 108 }], ["select", null]]); // prettier-ignore
});
