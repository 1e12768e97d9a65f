// The panel of pairs: the most frequent ones in the text, or the adjacent ones from which the next merge is
// chosen.

import { attrs, el, inside } from "../../browser/dom.js";
import { chip } from "../token_row/draw_text_parts.js";
import { NEIGHBOUR_ROWS } from "./words_of_encoding.js";

/**
 * @import {History} from "./history.js"
 * @import {PairPanel, PairRow} from "./steps.js"
 */

export class PairsPanel {
  /** @param {(pair: PairRow) => void} show Shows where a pair occurs. */
  constructor(show) {
    this.node = attrs(el("section", "panel pairs"), { "aria-label": "Pairs" });
    this.title = el("div", "title", "Pairs");
    this.note = el("span", "note");
    const head = inside("div", "head", this.title, this.note);
    this.rows = Array.from({ length: NEIGHBOUR_ROWS }, () => new Row(show));
    this.list = inside("ol", "pair-list", ...this.rows.map(({ item }) => item));
    this.node.append(head, this.list);
  }

  wait() {
    this.note.textContent = "counting…";
  }

  /** @param {History} history @param {PairPanel} panel */
  draw(history, { title, note, label, rows }) {
    this.title.textContent = title;
    this.note.textContent = note;
    attrs(this.list, { "aria-label": label });
    this.rows.forEach((row, i) => row.draw(history, rows[i] ?? null));
  }

  /** Sets the label for what a press on a row does. @param {string} words */
  act(words) {
    for (const { act } of this.rows) attrs(act, { title: words });
  }

  /**
   * Marks the button of the pair that is shown, or of none.
   *
   * @param {{left: number, right: number} | null} pair
   */
  press(pair) {
    for (const { act, pair: own } of this.rows)
      attrs(act, { "aria-pressed": own !== null && own === pair ? "true" : null });
  }
}

class Row {
  /** @param {(pair: PairRow) => void} show */
  constructor(show) {
    this.item = el("li");
    this.act = attrs(el("button", "pair"), { type: "button" });
    this.mark = el("span", "rank");
    this.sides = el("span", "sides");
    this.tie = el("span", "tie");
    this.bar = el("span", "bar-fill");
    this.figure = el("span", "count");
    const track = inside("span", "bar-track", this.bar);
    this.act.append(this.mark, this.sides, this.tie, track, this.figure);
    this.item.append(this.act);
    /** @type {PairRow | null} */
    this.pair = null;
    this.act.addEventListener("click", () => {
      if (this.pair) show(this.pair);
    });
  }

  /** @param {History} history @param {PairRow | null} pair */
  draw(history, pair) {
    this.pair = pair;
    this.item.hidden = !pair;
    if (!pair) return;
    const { left, right, next, share, count } = pair;
    this.act.classList.toggle("next", next);
    this.act.classList.toggle("no-rule", !pair.rule);
    attrs(this.act, { "data-left": left, "data-right": right, "data-count": count });
    this.mark.textContent = pair.mark;
    this.tie.textContent = pair.tie ? "tie" : "";
    const side = (/** @type {number} */ id) => [
      chip(history.vocabulary.tokenOf(id), 10),
      attrs(el("small", "", id), { "data-id": id }),
    ];
    this.sides.replaceChildren(...side(left), el("span", "plus", "+"), ...side(right));
    if (share !== null) this.bar.style.width = `${100 * share}%`;
    this.figure.textContent = pair.figure;
  }
}
