// The pictures of Compare: disguises of a text, vocabularies as core samples, and the costs of languages.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { classed, drawn, press, says } from "./drawn.js";
import { any, node, texts, untyped } from "./page.js";
import mountDisguises from "../../explorer_ui/places/compare/disguises/disguises.js";
import mountCores from "../../explorer_ui/places/compare/family_tree/cores.js";
import { LanguageBars } from "../../explorer_ui/places/compare/languages/language_costs.js";

mock.timers.enable({ apis: ["setTimeout", "setInterval"] }); // Python is told nothing

test("a disguise that a tokenizer cannot encode has no figures", () => {
  const row = untyped((name, ...counts) => ({ name, note: "n", text: "YQ==", cells: counts.map((count) => ({ count, boundaries: [] })) })); // prettier-ignore
  const rows = [row("plain", 2, null, 40), row("hidden", null, 3, 41), row("long", 1200, 0, 20)];
  const [, box, legend] = drawn(mountDisguises, { disguises_id: "1", names: ["x", "y", "z"], sentence: "", rows }).children; // prettier-ignore
  assert.deepEqual(box.children[0].children.map(untyped(({ children }) => texts(children))), [
    ["", "x", "y", "z"],
    ["plainn", "x: 2", "cannot be encoded", "z: 40"],
    ["hiddenn", "cannot be encoded", "y: 3", "z: 41"],
    ["longn", "x: 1,200 ×600.0", "y: 0", "z: 20 ×0.5"],
  ]);
  assert.equal(legend.textContent, "▯ is a character that cannot be seen.");
});

/** The last row of a core sample: its sentence, and its tokens. @param {number} shown @param {number} all */
function rowOfCore(shown, all) {
  const cores = [{ name: "It", rows: btoa(String.fromCharCode(all, 0)), size: all }];
  const tokens = Array(shown).fill("YQ==");
  const place = { data_id: "1", kinds: ["letters"], branches: [], strip: 0, row: 0, per_row: all + 1 };
  const [, said, drawnTokens] = drawn(mountCores, { ...place, cores, tokens }).children;
  return [said.textContent, drawnTokens.textContent];
}

says([
  [() => rowOfCore(3, 3)[1], "a a a "],
  [() => rowOfCore(3, 12), ["It, tokens 1 to 12 in the order of learning: letters 12.", "a a a and 9 more"]],
]); // prettier-ignore

/** Two vocabularies as core samples, of 10 and 7 tokens, four in a row. */
const coreSamples = () => {
  const rowsOfCore = untyped((...counts) => Buffer.from(Uint16Array.from(counts).buffer).toString("base64"));
  const place = { per_row: 4, strip: 0, row: 0, tokens: [] };
  const cores = [
    { name: "One", size: 10, rows: rowsOfCore(1, 3, 4, 0, 0, 2), marks: [] },
    { name: "Two", size: 7, rows: rowsOfCore(2, 2, 1, 2), marks: [] },
  ];
  const data = { data_id: "1", kinds: ["letters", "digits"], branches: [], cores, bands: [[[0, 4, 1, 5]]] }; // prettier-ignore
  return drawn(mountCores, { ...data, ...place });
};

test("the arrow keys go through the core samples, and stop at the end of each", () => {
  const [figure, said] = coreSamples().children;
  const after = untyped((key, more) => {
    figure.children[1].hears.keydown(press(`Arrow${key}`, more));
    return said.textContent;
  });
  const [first, second] = ["1 to 4 in the order of learning: digits 3, letters 1", "5 to 8 in the order of learning: letters 4"]; // prettier-ignore
  const [last, short] = ["9 to 10 in the order of learning: digits 2", "5 to 7 in the order of learning: digits 2, letters 1"]; // prettier-ignore
  const places = [`One, ${first}`, `One, ${second}`, `One, ${last}`, `One, ${last}`, `Two, ${short}`, `Two, ${short}`, `One, ${second}`]; // prettier-ignore
  const sentences = places.map((place) => `${place.replace(",", ", tokens")}.`);
  const keys = ["Up", "Down", "Down", "Down", "Right", "Right", "Left"];
  assert.deepEqual(keys.map((key) => after(key)), sentences); // prettier-ignore
  assert.equal(after("Down", { altKey: true }), sentences[1]);
});

test("a core sample is as wide in each row as its kinds have shares, and bands join equal tokens", () => {
  const { createElement, createElementNS } = globalThis.document;
  const wide = untyped(() => Object.assign(node(), { clientWidth: 224 }));
  Object.assign(globalThis.document, { createElement: wide, createElementNS: wide });
  const picture = coreSamples();
  Object.assign(globalThis.document, { createElement, createElementNS });
  const scaled = untyped((text) =>
    text.replace(
      /([MLHV,])([\d.]+)/g,
      untyped((_, side, at) => side + Number((at / ("ML".includes(side) ? 100 : 32)).toFixed(2))),
    ),
  );
  const paths = untyped((name) => classed(picture, name).map(({ attributes }) => scaled(attributes.d ?? ""))); // prettier-ignore
  // In strips, with 0.24 between them, from left to right, and in tokens from top to bottom.
  assert.deepEqual(paths("band"), ["M1,0V4L1.24,5V1Z"]);
  assert.deepEqual(paths("kind-0").filter(Boolean), [
    "M0,0V4L0,4V8L0,8V10L0,10V8L1,8V4L0.25,4V0Z",
    "M0,0V4L0,4V7L0.33,7V4L0.5,4V0Z",
  ]);
  const [{ attributes: mark }] = classed(picture, "place");
  assert.equal(scaled(`M${mark.x},${mark.y}L${mark.width},${mark.height}`), "M0,0L1,4");
});

test("the reason that is emphasized is named, and its tokens are compared with those of English", () => {
  const bars = any(new LanguageBars(node()));
  const reasons = [["r-0", "words"], ["r-1", "single bytes"]]; // prettier-ignore
  const tokens = [["", [["e2", 1]]], ["ก", [["e0", 1], ["b8", 1]]]]; // prettier-ignore
  const languages = [["English", [10, 0]], ["Thai", [15, 1200]]]; // prettier-ignore
  bars.update({ reasons, languages, chosen: "Thai", said: "", tokens });
  const { node: list } = bars.bars;
  const shown = () => [bars.told.textContent, ...texts(list.children)].join(" | ");
  const looks = () => list.children[1].children[1].children.map(untyped(({ className }) => className));
  assert.equal(shown(), " | English101.0 × | Thai1,215121.5 ×");
  assert.deepEqual(looks(), ["r-0", "r-1"]);
  assert.deepEqual(list.children.map(untyped((row) => row.getAttribute("aria-current"))), [null, "true"]); // prettier-ignore
  list.hears.keydown({ key: "ArrowRight" });
  assert.equal(shown(), "Only this reason: words | English101.0 × | Thai151.5 ×");
  assert.deepEqual(looks(), ["r-0", "r-1 pale"]);
  list.hears.keydown({ key: "ArrowRight" });
  assert.equal(shown(), "Only this reason: single bytes | English0 | Thai1,200");
  for (const key of ["a", "ArrowLeft"]) list.hears.keydown({ key });
  assert.equal(bars.told.textContent, "Only this reason: words");
  assert.deepEqual(texts(bars.tokens.children), ["e2", "e0b8ก"]);
});
