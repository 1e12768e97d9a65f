// @ts-nocheck
// GPT-2's glyph of each byte: 16 rows of 16. Data: cells of [glyph, kept, used in the text, sentence].

import { attrs, el, isChord, moveFocus } from "../shared/dom.js";
import { mountInstance } from "../shared/mount.js";
import { encodeUtf8 } from "../shared/utf8.js";

class GlyphTable {
  constructor(parent) {
    this.root = el("div", "bpe glyph-table");
    const search = el("label", "search", "Find a byte, a glyph, a character or a name ");
    this.input = attrs(el("input"), { type: "search", placeholder: "20, 0x0A, Ġ, é, space", maxlength: 40 });
    search.append(this.input);
    this.grid = attrs(el("div", "grid"), { role: "group", "aria-label": "The 256 byte glyphs" });
    this.told = attrs(el("ul", "told"), { "aria-live": "polite" });
    const legend = el("p", "legend");
    for (const [kind, words] of [
      ["kept", "keeps its own sign"],
      ["moved", "takes a spare sign from U+0100 on"],
      ["kept used", "underlined: occurs in your text"],
    ]) {
      const item = el("span", "item");
      item.append(el("span", `cell ${kind}`, kind === "moved" ? "Ġ" : "A"), " " + words);
      legend.append(item);
    }
    this.root.append(search, legend, this.grid, this.told);
    parent.append(this.root);
    this.input.addEventListener("input", () => this.search());
    this.grid.addEventListener("pointerover", (event) => this.tellOf(event.target.closest(".cell")));
    this.grid.addEventListener("focusin", (event) => this.tellOf(event.target.closest(".cell")));
    this.grid.addEventListener("pointerleave", () => this.search());
    this.grid.addEventListener("keydown", (event) => this.walk(event));
  }

  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.cells = data.cells.map(([glyph, kept, used, sentence], byte) => {
      const node = attrs(el("span", `cell ${kept ? "kept" : "moved"}${used ? " used" : ""}`, glyph), {
        tabindex: byte ? -1 : 0,
        "data-byte": byte,
        "aria-label": sentence,
      });
      return node;
    });
    const digits = Array.from("0123456789ABCDEF");
    const nodes = [el("span"), ...digits.map((digit) => el("span", "digit", "_" + digit))];
    digits.forEach((digit, row) =>
      nodes.push(el("span", "digit", digit + "_"), ...this.cells.slice(16 * row, 16 * row + 16)),
    );
    this.grid.replaceChildren(...nodes);
    this.search();
  }

  // Byte -> why it was found. "20" is a byte in hex, a byte in decimal, and a text of two characters.
  found(query) {
    const found = new Map();
    const add = (byte, why) => found.set(byte, [...(found.get(byte) ?? []), why]);
    const word = query.trim().toLowerCase();
    const hex = word.match(/^(?:0x)?([0-9a-f]{2})$/);
    if (hex) add(parseInt(hex[1], 16), "in hex");
    if (/^[0-9]{1,3}$/.test(word) && +word < 256) add(+word, "in decimal");
    const signs = Array.from(query);
    if (signs.length < 3) {
      for (const [byte, [glyph]] of this.data.cells.entries())
        if (signs.includes(glyph)) add(byte, "as a glyph");
      for (const byte of new Set(encodeUtf8(query))) add(byte, "in its bytes");
    }
    if (word.length > 2 && !hex)
      for (const [byte, [, , , sentence]] of this.data.cells.entries())
        if (sentence.toLowerCase().includes(word)) add(byte, "by name");
    return found;
  }

  search() {
    const query = this.input.value;
    const found = this.found(query);
    this.grid.classList.toggle("searching", query !== "");
    this.cells.forEach((cell, byte) => cell.classList.toggle("found", found.has(byte)));
    const most = 6;
    const lines = Array.from(found, ([byte, whys]) => `${this.data.cells[byte][3]} (${whys.join(", ")})`);
    if (lines.length > most) lines.splice(most, Infinity, `and ${lines.length - most} more`);
    if (!query) lines.push("Point at a cell to see which byte it is.");
    else if (!lines.length) lines.push("No byte is called that.");
    this.told.replaceChildren(...lines.map((line) => el("li", "", line)));
  }

  tellOf(cell) {
    if (cell) this.told.replaceChildren(el("li", "", this.data.cells[+cell.dataset.byte][3]));
  }

  walk(event) {
    const here = event.target.closest(".cell");
    if (!here || isChord(event)) return;
    const byte = +here.dataset.byte;
    const next =
      this.cells[
        {
          ArrowRight: byte + 1,
          ArrowLeft: byte - 1,
          ArrowDown: byte + 16,
          ArrowUp: byte - 16,
          Home: 0,
          End: 255,
        }[event.key]
      ];
    if (next) moveFocus(event, here, next);
  }

  destroy() {}
}

export default function mount(args) {
  return mountInstance(GlyphTable, args);
}
