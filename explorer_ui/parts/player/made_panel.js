// The tokens made so far, newest first.

import { attrs, el, inside } from "../../browser/dom.js";
import { chip } from "../token_row/draw_text_parts.js";
import { grouped } from "../../browser/numbers.js";
import { VirtualRows } from "../token_row/virtual_rows.js";

/**
 * @import {History} from "./history.js"
 * @import {Telling} from "./steps.js"
 * @import {Merge} from "./vocabulary.js"
 */

// The height of a row in pixels, also set in the style sheet. A finger needs more than a pointer.
const ROW_HEIGHT = matchMedia("(pointer: coarse)").matches ? 40 : 26;

export class MadePanel {
  /** @param {(rank: number) => void} go Goes to the step that makes a token. */
  constructor(go) {
    this.go = go;
    this.title = el("div", "title");
    this.note = el("span", "note");
    const head = el("div", "head");
    /** Whether the list has only the tokens that cross lifted boundaries, including those of later steps. */
    this.acrossAlone = false;
    this.toggle = attrs(el("button", "across", "across boundaries"), {
      type: "button",
      title: "Only tokens that cross a lifted chunk boundary, including later ones; oldest first",
    });
    this.toggle.addEventListener("click", () => {
      this.acrossAlone = !this.acrossAlone;
      if (this.shown)
        this.draw(this.shown.history, this.shown.telling, this.shown.step, this.shown.uses, false);
    });
    head.append(this.title, this.toggle, this.note);
    this.usesTitle = el("div", "uses-title", "in the text now");
    const box = attrs(el("div", "vocab"), {
      tabindex: 0,
      role: "group",
      "aria-label": "Learned tokens, newest first",
    });
    box.style.setProperty("--row", ROW_HEIGHT + "px");
    this.node = inside("div", "words-part", head, this.usesTitle, box);
    this.rows = new VirtualRows(box, (row) => this.drawRow(row));
    /** @type {{history: History, telling: Telling, step: number, uses: Uint32Array, merges: Merge[]} | null} */
    this.shown = null;
    /** The merges across lifted boundaries, cached per history. @type {{history: History, merges: Merge[]} |
        null} */
    this.known = null;
  }

  /**
   * @param {History} history @param {Telling} telling @param {number} step
   * @param {Uint32Array} uses How often each id occurs in the text.
   * @param {boolean} covered Whether tokens of later steps are hidden.
   */
  draw(history, telling, step, uses, covered) {
    const across = this.acrossAlone && history.secondStage !== null && !covered;
    const merges = across ? this.mergesAcross(history) : history.merges.slice(0, step).reverse();
    this.shown = { history, telling, step, uses, merges };
    this.title.textContent = telling.made;
    this.toggle.hidden = history.secondStage === null || covered;
    attrs(this.toggle, { "aria-pressed": String(across) });
    const order = across ? "oldest first" : "newest first";
    this.note.textContent = merges.length
      ? `${grouped(merges.length)}, ${order}`
      : across
        ? "none"
        : "none yet";
    this.usesTitle.classList.toggle("idle", !merges.length);
    if (this.rows.total !== merges.length && this.rows.scrolled) this.rows.scrollTo(0);
    this.rows.reset(merges.length, ROW_HEIGHT);
  }

  /** @param {History} history */
  mergesAcross(history) {
    if (this.known?.history !== history) this.known = { history, merges: history.acrossBoundaries };
    return this.known.merges;
  }

  /** @param {number} row */
  drawRow(row) {
    if (!this.shown) return el("button", "word");
    const { history, merges, step, uses } = this.shown;
    const merge = merges[row];
    const line = attrs(el("button", merge.rank === step - 1 ? "word newest" : "word"), {
      type: "button",
      title: `Go to merge ${merge.rank + 1}, which makes it`,
      "data-id": merge.id,
    });
    line.append(
      chip({ ...history.vocabulary.tokenOf(merge.id), newest: merge.rank === step - 1 }, 22),
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
