// The panels next to the text that depend on counting pairs: the pairs, the tokens made so far, and, in their
// place, the selected token.

import { attrs, el, inside, isChord, moveFocus } from "../../browser/dom.js";
import { chip } from "../token_row/draw_text_parts.js";
import { clamp, grouped } from "../../browser/numbers.js";
import { VirtualRows } from "../token_row/virtual_rows.js";
import { coveredPanel } from "./guess.js";
import { countPairs } from "./pair_counts.js";
import { NEIGHBOUR_ROWS } from "./words_of_steps.js";
import { factsOf, TokenPanel } from "./token_panel.js";

/**
 * @import {History} from "./history.js"
 * @import {State, PairPanel, PairRow, Telling} from "./state.js"
 * @import {Merge} from "./vocabulary.js"
 *
 * What the panels need from the player.
 * @typedef {object} Looking
 * @property {(rank: number) => void} go Goes to the step that makes a token.
 * @property {(pair: PairRow) => void} touch Called when a row of pairs is touched.
 * @property {() => {left: number, right: number} | null} acting The pair whose places are shown.
 * @property {() => string} words What such a touch does.
 * @property {() => void} close Clears the selection.
 * @property {(panel: PairPanel) => void} counted Called with the results of counting.
 */

const QUICK_UNITS = 250000; // up to this size the pairs are counted within the step
const REST = 60; // milliseconds without another step after which the pairs of a longer text are counted

export class Panels {
  /** @param {HTMLElement} root @param {State} state @param {Looking} asks */
  constructor(root, state, { go, touch, acting, words, close, counted }) {
    this.root = root;
    this.state = state;
    this.acting = acting;
    this.words = words;
    this.heard = counted;
    /** How often each id occurs in the text at a step. @type {{step: number, uses: Uint32Array} | null} */
    this.counted = null;
    /** The rows of the panel of pairs, sorted by the merge rule. @type {PairRow[]} */
    this.rows = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.pairs = new PairsPanel(touch);
    this.made = new MadePanel(go);
    this.tokenPanel = new TokenPanel(go, close);
  }

  /** Called for another history. */
  begin() {
    this.counted = null;
  }

  /** Called for another step. */
  follow() {
    const { root } = this;
    const { shown } = this.state;
    if (!shown) return;
    if (shown.history.units <= QUICK_UNITS) {
      this.count();
      return;
    }
    this.pairs.wait();
    root.classList.add("counting");
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.count(), REST);
  }

  /** Counts the pairs, and draws everything that depends on the counts. */
  count() {
    const { covered, shown, step } = this.state;
    if (!shown) return;
    const began = performance.now();
    const { history, telling } = shown;
    const counts = countPairs(history, step);
    this.counted = { step, uses: counts.uses };
    this.root.classList.remove("counting");
    const panel = telling.pairs(step, counts);
    this.rows = panel.rows;
    this.pairs.draw(history, covered ? coveredPanel(panel) : panel);
    this.pairs.press(this.acting());
    this.pairs.act(this.words());
    this.heard(panel);
    this.made.draw(history, telling, step, counts.uses, covered);
    this.drawSelected();
    Object.assign(this.root.dataset, { counted: step, countMs: (performance.now() - began).toFixed(1) });
  }

  /** The token that contains a unit, and its description. @param {number} unit */
  describe(unit) {
    const { shown, step } = this.state;
    if (!shown) throw new Error("a token is described before there is a text");
    const { history, telling } = shown;
    const token = history.tokenAt(unit, step);
    const uses = this.counted?.step === step ? this.counted.uses[token.id] : null;
    const more = () => this.tokenPanel.origin(history, token);
    return { token: history.drawn(token), facts: () => factsOf(history, telling, token, uses), more };
  }

  drawSelected() {
    const { selected, shown, step } = this.state;
    const open = selected !== null;
    this.root.classList.toggle("with-token", open);
    this.made.node.hidden = open;
    this.tokenPanel.node.hidden = !open;
    if (!open || !shown) return;
    const { history } = shown;
    this.tokenPanel.draw(history, history.tokenAt(selected, step), this.describe(selected).facts());
  }

  destroy() {
    clearTimeout(this.waiting);
    this.made.destroy();
  }
}

// The panel of pairs: the most frequent ones in the text, or the adjacent ones from which the next merge is
// chosen.
class PairsPanel {
  /** @param {(pair: PairRow) => void} show Shows where a pair occurs. */
  constructor(show) {
    this.node = attrs(el("section", "panel pairs"), { "aria-label": "Pairs" });
    this.title = el("div", "title", "Pairs");
    this.note = el("span", "note");
    const head = inside("div", "head", this.title, this.note);
    this.rows = Array.from({ length: NEIGHBOUR_ROWS }, () => new Row(show));
    this.list = inside("ol", "pair-list", ...this.rows.map(({ item }) => item));
    this.list.addEventListener("keydown", (event) => this.go(event));
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
    const reached = this.rows.find(({ act, item }) => !act.tabIndex && !item.hidden) ?? this.rows[0];
    for (const row of this.rows) row.act.tabIndex = row === reached ? 0 : -1;
    const next = this.rows[rows.findIndex((row) => row.next)];
    if (next) this.#scrollTo(next.item);
  }

  /** Scrolls the list alone, not the page, until a row of it is in view. @param {HTMLElement} row */
  #scrollTo(row) {
    const { list } = this;
    const top = row.offsetTop - list.offsetTop;
    list.scrollTop = clamp(list.scrollTop, top + row.offsetHeight - list.clientHeight, top);
  }

  /** Moves the focus from row to row: Tab reaches one of them. @param {KeyboardEvent} event */
  go(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = this.rows.findIndex(({ act }) => act === event.target);
    const next = by && !isChord(event) && this.rows[at + by];
    if (next && !next.item.hidden) moveFocus(event, this.rows[at].act, next.act);
  }

  /** @param {boolean} held Whether rows cannot be pressed, as in the opening film. */
  hold(held) {
    for (const { act } of this.rows) act.disabled = held;
  }

  /** Sets the label for what a press on a row does. @param {string} words */
  act(words) {
    for (const { act } of this.rows) attrs(act, { title: words });
  }

  /**
   * Marks the buttons of the pair that is shown, or none.
   *
   * @param {{left: number, right: number} | null} pair
   */
  press(pair) {
    for (const { act, pair: own } of this.rows) {
      const shown = own !== null && own.left === pair?.left && own.right === pair.right;
      attrs(act, { "aria-pressed": shown ? "true" : null });
    }
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

// The height of a row in pixels, also set in the style sheet. A finger needs more than a pointer.
const ROW_HEIGHT = matchMedia("(pointer: coarse)").matches ? 40 : 26;

// The tokens made so far, newest first.
class MadePanel {
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
