// GPT-2's glyph of each byte, 16 rows of 16, with a search.

import { attrs, closest, el, isChord, moveFocus, verbatim } from "../../../browser/dom.js";
import { Component, mounting } from "../../../browser/mount.js";
import { encodeUtf8 } from "../../../browser/utf8.js";
import { legendOf } from "./legend.js";

const MOST_FOUND = 6;

export class GlyphTable extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("glyph-table", parent);
    /** @type {Message.GlyphsData} */
    this.data = { cells: [] };
    /** @type {HTMLElement[]} */
    this.cells = [];
    const search = el("label", "search", "Find a byte, a glyph, a character or a name ");
    this.input = attrs(el("input"), {
      type: "search",
      placeholder: "20, 0x0A, Ġ, é, space",
      maxlength: 40,
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
    });
    search.append(this.input);
    this.grid = verbatim(attrs(el("div", "grid"), { role: "group", "aria-label": "The 256 byte glyphs" }));
    this.told = attrs(el("ul", "told"), { "aria-live": "polite" });
    const legend = legendOf([
      ["cell kept", "A", "keeps its own character"],
      ["cell moved", "Ġ", "gets a character from U+0100 on"],
      ["cell kept used", "A", "underlined: occurs in your text"],
    ]);
    this.root.append(search, legend, this.grid, this.told);
    this.input.addEventListener("input", () => this.search());
    for (const name of ["pointerover", "focusin"])
      this.grid.addEventListener(name, (event) => this.tellOf(closest(event, ".cell")));
    this.grid.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || this.search());
    this.grid.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {Message.GlyphsData} data */
  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.cells = data.cells.map(({ glyph, kept, used, sentence }, byte) =>
      attrs(el("span", `cell ${kept ? "kept" : "moved"}${used ? " used" : ""}`, glyph), {
        tabindex: byte ? -1 : 0,
        "data-byte": byte,
        "aria-label": sentence,
      }),
    );
    const digits = Array.from("0123456789ABCDEF");
    const nodes = [el("span"), ...digits.map((digit) => el("span", "digit", "_" + digit))];
    digits.forEach((digit, row) =>
      nodes.push(el("span", "digit", digit + "_"), ...this.cells.slice(16 * row, 16 * row + 16)),
    );
    this.grid.replaceChildren(...nodes);
    this.search();
  }

  /**
   * The bytes that match a query, and why each was found: "20" is a byte in hex, a byte in decimal, and a
   * text of two characters.
   *
   * @param {string} query @returns {Map<number, string[]>}
   */
  found(query) {
    /** @type {Map<number, string[]>} */
    const found = new Map();
    const add = (/** @type {number} */ byte, /** @type {string} */ why) =>
      found.set(byte, [...(found.get(byte) ?? []), why]);
    const word = query.trim().toLowerCase();
    const hex = word.match(/^(?:0x)?([0-9a-f]{2})$/);
    if (hex) add(parseInt(hex[1], 16), "in hex");
    if (/^[0-9]{1,3}$/.test(word) && Number(word) < 256) add(Number(word), "in decimal");
    const signs = Array.from(query);
    if (signs.length < 3) {
      for (const [byte, { glyph }] of this.data.cells.entries())
        if (signs.includes(glyph)) add(byte, "as a glyph");
      for (const byte of new Set(encodeUtf8(query))) add(byte, "in its bytes");
    }
    if (word.length > 2 && !hex)
      for (const [byte, { sentence }] of this.data.cells.entries())
        if (sentence.toLowerCase().includes(word)) add(byte, "by name");
    return found;
  }

  search() {
    const query = this.input.value;
    const found = this.found(query);
    this.grid.classList.toggle("searching", query !== "");
    this.cells.forEach((cell, byte) => cell.classList.toggle("found", found.has(byte)));
    const lines = Array.from(found, ([byte, whys]) => `${this.sentenceOf(byte)} (${whys.join(", ")})`);
    if (lines.length > MOST_FOUND)
      lines.splice(MOST_FOUND, Infinity, `and ${lines.length - MOST_FOUND} more`);
    if (!query) lines.push("Touch a cell to see which byte it is.");
    else if (!lines.length) lines.push("No byte matches.");
    this.told.replaceChildren(...lines.map((line) => el("li", "", line)));
  }

  /** @param {HTMLElement | null} cell */
  tellOf(cell) {
    if (cell) this.told.replaceChildren(el("li", "", this.sentenceOf(Number(cell.dataset.byte))));
  }

  /** @param {number} byte */
  sentenceOf(byte) {
    return this.data.cells[byte].sentence;
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const here = closest(event, ".cell");
    if (!here || isChord(event)) return;
    const byte = Number(here.dataset.byte);
    const to = {
      ArrowRight: byte + 1,
      ArrowLeft: byte - 1,
      ArrowDown: byte + 16,
      ArrowUp: byte - 16,
      Home: 0,
      End: 255,
    }[event.key];
    const next = to === undefined ? null : this.cells[to];
    if (next) moveFocus(event, here, next);
  }
}

export default mounting(GlyphTable);
