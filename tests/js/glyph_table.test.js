// The table of bytes: what a search finds, and where the keys go; and the pieces of a text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base64, drawn, press, says } from "./drawn.js";
import { any, node, texts, untyped } from "./page.js";
import mountGlyphs, { GlyphTable } from "../../explorer_ui/places/tokens/text_to_ids/glyph_table.js";
import mountPieces from "../../explorer_ui/places/tokens/pieces/pieces.js";

/** The bytes that a query finds, and why; two of them have a name. */
const foundBy = untyped((query) => {
  const cells = Array.from({ length: 256 }, (_, byte) => ({
    glyph: byte === 32 ? "Ġ" : String.fromCodePoint(byte),
    sentence: { 10: "Byte 0x0A", 32: "The Space" }[byte] ?? "",
  }));
  const found = GlyphTable.prototype.found.call(any({ data: { cells } }), query);
  return Array.from(found, ([byte, whys]) => `${byte} ${whys.join(", ")}`).join("; ");
});

/**
 * What a search for a name tells, with so many glyphs of that name.
 *
 * @param {number} all @param {string} [name]
 */
function glyphs(all, name = "name") {
  const named = (/** @type {number} */ byte) => ({ glyph: "", sentence: byte < all ? name : "" });
  const cells = Array.from(Array(256).keys(), named);
  const call = { parentElement: node(), setStateValue: () => {} };
  mountGlyphs(any({ ...call, data: { cells: [] } }));
  const [search, , , found] = call.parentElement.children[0].children;
  search.children.at(-1).value = name;
  mountGlyphs(any({ ...call, data: { cells } }));
  return `${found.children.length} lines, ${found.children.at(-1).textContent}`;
}

says([
  [() => foundBy("20"), "32 in hex; 20 in decimal; 48 as a glyph, in its bytes; 50 as a glyph, in its bytes"],
  [() => foundBy("255"), "255 in decimal"],
  [() => foundBy("256"), ""],
  [() => foundBy("0x0A"), "10 in hex"],
  [() => foundBy("Ġ"), "32 as a glyph; 196 in its bytes; 160 in its bytes"],
  [() => foundBy("🥖"), "240 in its bytes; 159 in its bytes; 165 in its bytes; 150 in its bytes"],
  [() => foundBy(" SPACE "), "32 by name"],
  // A name has three letters or more: two are a byte in hex, or the bytes of two characters.
  [() => glyphs(1, "no"), "2 lines,  (in its bytes)"],
  [() => glyphs(1, "not"), "1 lines, not (by name)"],
  [() => glyphs(6), "6 lines, name (by name)"],
  [() => glyphs(8), "7 lines, and 2 more"],
]); // prettier-ignore

test("a search for a byte marks what it finds, and tells that nothing matches or what to do", () => {
  const names = ["cell moved", "cell kept", "cell kept used"];
  const cells = Array.from({ length: 256 }, (_, byte) => ({ glyph: "", kept: byte > 32, used: byte === 40, sentence: `it is ${byte}` })); // prettier-ignore
  const table = any(new GlyphTable(node()));
  const told = () => texts(table.told.children).join(", ");
  table.update({ cells });
  assert.equal(told(), "Touch a cell to see which byte it is.");
  const type = untyped((query) => ((table.input.value = query), table.input.hears.input()));
  type("0xQQ");
  assert.equal(told(), "No byte matches.");
  type("28");
  assert.equal(told(), "it is 40 (in hex), it is 28 (in decimal), it is 50 (in its bytes), it is 56 (in its bytes)"); // prettier-ignore
  // What is pointed at is told until the pointer leaves; a finger leaves at once.
  const target = Object.assign(node(), { closest: () => target, dataset: { byte: 65 } });
  const { focusin, pointerleave } = table.grid.hears;
  for (const act of [() => focusin({ target }), () => pointerleave({ pointerType: "touch" })]) {
    act();
    assert.equal(told(), "it is 65");
  }
  pointerleave({ pointerType: "mouse" });
  assert.match(told(), /^it is 40 /);
  const isFound = untyped(({ classList }) => classList.has("found"));
  assert.deepEqual(table.cells.filter(isFound), [28, 40, 50, 56].map((byte) => table.cells[byte])); // prettier-ignore
  assert.deepEqual([32, 33, 40].map((byte) => table.cells[byte].className), names); // prettier-ignore
  // Each row of 17 begins with its first digit.
  const [digit, cell] = table.grid.children.slice(17 * 4);
  assert.deepEqual([digit.textContent, cell], ["3_", table.cells[48]]);
});

test("the keys go through the table of bytes, and stop at its edges", () => {
  const cells = Array.from({ length: 256 }, node);
  const table = new GlyphTable(node());
  const walked = untyped((byte, key) => {
    const target = Object.assign(cells[byte], { closest: () => target, dataset: { byte } });
    let to = byte;
    cells.forEach((cell, at) => (cell.focus = () => (to = at)));
    Object.assign(any(table), { cells }).grid.hears.keydown(press(key, { target }));
    return to;
  });
  const from = untyped((byte) => ["Right", "Left", "Down", "Up"].map((way) => walked(byte, `Arrow${way}`)));
  assert.deepEqual([17, 0, 255].map(from), [[18, 16, 33, 1], [1, 0, 16, 0], [255, 254, 255, 239]]); // prettier-ignore
  assert.deepEqual(["Home", "End", "a"].map((key) => walked(40, key)), [0, 255, 40]); // prettier-ignore
});

test("the pieces of a text have numbers, and a line ends after a token with a line break", () => {
  const text = { text: base64("ab\n\ncd"), bounds: [0, 1, 3, 4, 5, 6] };
  const [box] = drawn(mountPieces, { pieces_id: "1", ...text, pieces: [[0, 2], [1, 4], [4, 5]] }).children; // prettier-ignore
  const cells = box.children.map(untyped((line) => line.children.filter(untyped(({ className }) => className === "cell")))); // prettier-ignore
  assert.deepEqual(
    cells.map(untyped((line) => line.map(untyped(({ textContent, classList }) => [textContent, ...classList].join(" "))))),
    [["1a upper", "2b⏎ upper lower"], ["⏎ lower"], ["c lower", "3d upper"]],
  ); // prettier-ignore
});
