// The tokens made so far, newest first.

import { attrs, el } from "../shared/dom.js";
import { chip } from "../shared/draw_pieces.js";
import { grouped } from "../shared/numbers.js";
import { VirtualRows } from "../shared/virtual_rows.js";

/**
 * @import {History} from "./history.js"
 * @import {Telling} from "./steps.js"
 */

const ROW_HEIGHT = 26; // pixels; the style sheet is told it

export class MadePanel {
  /** @param {(rank: number) => void} go Goes to the step that makes a token. */
  constructor(go) {
    this.go = go;
    this.title = el("div", "title");
    this.note = el("span", "note");
    const head = el("div", "head");
    head.append(this.title, this.note);
    this.usesTitle = el("div", "uses-title", "in the text now");
    const box = attrs(el("div", "vocab"), {
      tabindex: 0,
      role: "group",
      "aria-label": "Learned tokens, newest first",
    });
    box.style.setProperty("--row", ROW_HEIGHT + "px");
    this.node = el("div", "words-part");
    this.node.append(head, this.usesTitle, box);
    this.rows = new VirtualRows(box, (row) => this.drawRow(row));
    /** @type {{history: History, telling: Telling, step: number, uses: Uint32Array} | null} */
    this.shown = null;
  }

  /**
   * @param {History} history
   * @param {Telling} telling
   * @param {number} step
   * @param {Uint32Array} uses How often each id stands in the text.
   */
  draw(history, telling, step, uses) {
    this.shown = { history, telling, step, uses };
    this.title.textContent = telling.made;
    this.note.textContent = step ? `${grouped(step)}, newest first` : "none yet";
    this.usesTitle.classList.toggle("idle", !step);
    if (this.rows.total !== step && this.rows.scrolled) this.rows.scrollTo(0);
    this.rows.reset(step, ROW_HEIGHT);
  }

  /** @param {number} row */
  drawRow(row) {
    if (!this.shown) return el("button", "word");
    const { history, telling, step, uses } = this.shown;
    const merge = history.merges[step - 1 - row];
    const line = attrs(el("button", "word"), {
      type: "button",
      title: `Go to ${telling.step} ${merge.rank + 1}, which makes it`,
    });
    line.append(
      chip(history.vocabulary.tokenOf(merge.id), 22),
      el("small", "", `id ${merge.id}`),
      el("span", "uses", `${grouped(uses[merge.id] ?? 0)}×`),
    );
    line.addEventListener("click", () => this.go(merge.rank));
    return line;
  }

  destroy() {
    this.rows.destroy();
  }
}
