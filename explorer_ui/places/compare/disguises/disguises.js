// One text in disguises: a row for each, a column for each tokenizer, the tokens as boxes behind the letters. The
// letters are as wide as they look, so a text that looks the same is as long, and its boxes are narrower.

import { lookOf } from "../../../browser/colours.js";
import { directionOf } from "../../../browser/direction.js";
import { attrs, el, inside } from "../../../browser/dom.js";
import { Component, mounting } from "../../../browser/mount.js";
import { grouped } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { Ruler, watchRoom } from "../../../browser/size.js";
import { textParts } from "../../../browser/text_parts.js";
import { decodeUtf8 } from "../../../browser/utf8.js";
import { BoundaryRow, TextLine, breakLines } from "../../../parts/token_row/text_line.js";

/** @import {TextPart} from "../../../browser/text_parts.js" */

const FONT_SIZE = 15; // pixels; also set in the style sheet
const INVISIBLE = "▯";

/** @type {(token: unknown, tint: number) => string} */
const tinted = (_, tint) => lookOf({ quiet: false }, tint);

/** @typedef {{box: HTMLElement, parts: TextPart[], row: BoundaryRow}} Cell */

class Disguises extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("disguises", parent);
    this.id = "";
    this.said = el("p", "said sentence");
    this.box = attrs(el("div", "disguised"), { tabindex: 0, role: "group", "data-picture": ".boxes i" });
    this.legend = el("p", "legend", `${INVISIBLE} is a character that cannot be seen.`);
    this.root.append(this.said, this.box, this.legend);
    /** @type {Cell[]} */
    this.cells = [];
    this.stop = watchRoom(this.box, () => this.layOut());
  }

  /** @param {Message.DisguisesData} data */
  update({ disguises_id, names, sentence, rows }) {
    if (this.id === disguises_id) return;
    this.id = disguises_id;
    this.said.textContent = sentence;
    attrs(this.box, { "aria-label": "The text in each disguise, with each tokenizer" });
    this.cells = [];
    const table = el("table");
    table.style.setProperty("--columns", String(names.length));
    table.append(
      inside("tr", "", el("td"), ...names.map((name) => attrs(el("th", "", name), { scope: "col" }))),
    );
    for (const { name, note, text, cells } of rows) {
      const head = inside("th", "", name, el("small", "", note));
      const line = inside("tr", "", attrs(head, { scope: "row" }));
      const bytes = bytesOf(text);
      const parts = textParts(bytes).map((part) =>
        part.kind === "label" ? { ...part, text: INVISIBLE } : part,
      );
      const dir = directionOf(decodeUtf8(bytes));
      cells.forEach(({ count, boundaries }, at) => {
        const box = attrs(el("div", "text-stage"), { dir });
        const plain = rows[0].cells[at].count;
        const times = count && plain ? (count / plain).toFixed(1) : "";
        const more = ["", "1.0"].includes(times) ? "" : ` ×${times}`;
        const figures = inside(
          "p",
          "",
          el("i", "", `${names[at]}: `),
          el("b", "", grouped(count ?? 0)),
          more,
        );
        line.append(inside("td", "", count === null ? "cannot be encoded" : figures, box));
        if (count)
          this.cells.push({ box, parts, row: new BoundaryRow(boundaries, bytes.length, { lookOf: tinted }) });
      });
      table.append(line);
    }
    this.box.replaceChildren(table);
    this.layOut();
  }

  layOut() {
    const [first] = this.cells;
    if (!first?.box.clientWidth) return;
    const ruler = new Ruler(getComputedStyle(first.box).fontFamily, FONT_SIZE);
    const drawn = this.cells.map(({ box, parts, row }) => {
      const starts = breakLines(parts, (text) => ruler.width(text), first.box.clientWidth - 2);
      let byte = 0;
      const lines = Array.from(starts, (start, at) => {
        const line = new TextLine(parts.slice(start, starts[at + 1]), byte, [undefined]);
        byte = line.endByte;
        return line;
      });
      box.replaceChildren(...lines.map(({ node }) => node));
      return { lines, row };
    });
    // All lines are measured before the first of them is drawn.
    for (const { lines } of drawn) for (const line of lines) line.measure();
    for (const { lines, row } of drawn) for (const line of lines) line.draw([row], null);
  }

  destroy() {
    this.stop();
  }
}

export default mounting(Disguises);
