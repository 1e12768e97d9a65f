// The tokens of a text, with a numbered bar below those of each piece. The bars of two pieces in a row are in two lines,
// so that one sees which tokens are in both.

import { key, tintsOf } from "../../../browser/colours.js";
import { directionOf } from "../../../browser/direction.js";
import { attrs, el, inside } from "../../../browser/dom.js";
import { Component, mounting } from "../../../browser/mount.js";
import { grouped } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { textParts } from "../../../browser/text_parts.js";
import { drawTextParts } from "../../../parts/token_row/draw_text_parts.js";

const LINE_BREAK = 10;

class Pieces extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("pieces", parent);
    this.id = "";
    this.box = attrs(el("div", "text"), {
      tabindex: 0,
      role: "group",
      "aria-label": "The tokens of the text, and its pieces",
      "data-picture": ".token",
    });
    const legend = [key("key-piece", "a piece"), key("key-repeated", "tokens in two pieces")];
    this.root.append(this.box, inside("p", "keys", ...legend));
  }

  /** @param {Message.PiecesData} data */
  update({ pieces_id, text, bounds, pieces, display }) {
    if (this.id === pieces_id) return;
    this.id = pieces_id;
    const bytes = bytesOf(text);
    const cells = Array.from(tintsOf(bounds), (tint, at) => {
      const parts = textParts(bytes.subarray(bounds[at], bounds[at + 1]), display);
      return inside("span", "cell", drawTextParts(el("span", `token tint-${tint}`), parts));
    });
    pieces.forEach(([start, end], index) => {
      const lane = index % 2 ? "lower" : "upper";
      for (const cell of cells.slice(start, end)) cell.classList.add(lane);
      cells[start].prepend(el("b", `at ${lane}`, grouped(index + 1)));
    });
    /** @type {HTMLElement[]} */
    const lines = [];
    cells.forEach((cell, at) => {
      if (!at || bytes.subarray(bounds[at - 1], bounds[at]).includes(LINE_BREAK))
        lines.push(el("div", "line"));
      // Without a place to break, a line would break inside a token.
      lines[lines.length - 1].append(el("wbr"), cell);
    });
    for (const line of lines) line.dir = directionOf(line.textContent);
    this.box.replaceChildren(...lines);
  }
}

export default mounting(Pieces);
