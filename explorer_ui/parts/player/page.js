// The layout of the player's parts.

import { key } from "../../browser/colours.js";
import { CORNERS, attrs, button, el, icon, inside } from "../../browser/dom.js";
import { grouped, plural } from "../../browser/numbers.js";
import { chip } from "../token_row/draw_text_parts.js";
import { present } from "../../browser/presenting.js";
import { keysOf } from "../transport/transport.js";

/**
 * @import {History} from "./history.js"
 *
 * The elements of the parts; `asks`: a prompt, above the sentence; `hand`: the result of merges by hand, below the text.
 * @typedef {object} Parts
 * @property {HTMLElement} asks
 * @property {HTMLElement} hand
 * @property {HTMLElement} sentence
 * @property {HTMLElement} stage
 * @property {HTMLElement} controls
 * @property {SVGElement} curve
 * @property {HTMLElement} pairs
 * @property {HTMLElement[]} vocabulary
 */

const SHELF_SHOWN = ".opening, .presenting"; // also in the style sheet
const MOST = 40; // the newest tokens that fit on it

export class Page {
  /** @param {HTMLElement} root @param {Parts} parts */
  constructor(root, { asks, hand, sentence, stage, controls, curve, pairs, vocabulary }) {
    this.legend = attrs(el("p", "keys legend"), { "aria-hidden": "true" });
    this.curveNote = el("span", "note");
    this.live = attrs(el("div", "unseen"), { role: "status", "aria-live": "polite" });

    this.root = root;
    this.shelf = new Shelf();
    const stageBox = inside("div", "stage-box", stage, hand, controls, this.legend);
    const curveHead = inside("div", "head", el("div", "title", "Tokens"), this.curveNote);
    const curvePanel = inside("section", "panel curve-panel", curveHead, curve);
    attrs(curvePanel, { "aria-label": "Number of tokens" });
    const lower = attrs(inside("section", "panel lower", ...vocabulary), { "aria-label": "Vocabulary" });
    const left = inside("div", "left", stageBox, curvePanel);
    const right = inside("div", "right", pairs, lower);
    root.append(asks, sentence, inside("div", "main", left, right), this.shelf.node, this.live);
  }

  /**
   * @param {History} history @param {number} step
   * @param {string | null} note What is shown instead of the count.
   */
  drawCount(history, step, note) {
    if (this.root.matches(SHELF_SHOWN)) this.shelf.draw(history, step);
    this.curveNote.textContent = `${note ?? grouped(history.tokensAt(step))} after ${plural(step, "merge")}`;
  }

  /** @param {History} history */
  drawLegend(history) {
    this.legend.replaceChildren(
      key("key-newest newest", "made by the last merge"),
      key("key-next", "merges next"),
    );
    if (history.merges.some(({ counted, replaced }) => counted !== replaced))
      this.legend.append(key("key-overlap", "counted, but overlaps"));
    const merges = history.secondStage ? "merged only where the boundary is lifted" : "never merged";
    if (history.hasBoundaries) this.legend.append(key("key-boundary", `chunk boundary: ${merges}`));
    if (history.special.size) this.legend.append(key("key-special", "special token: never merged"));
    if (history.weights) this.legend.append(key("key-times", "count of the word"));
    this.legend.append(el("span", "keyboard", "← and → step, the space bar plays"));
  }
}

/** Where there is no space for a list: the number of tokens in large type, and the learned tokens. */
class Shelf {
  count = el("strong");
  words = el("span");
  learned = el("div", "learned");
  node = inside("div", "shelf", inside("p", "tally", this.count, this.words), this.learned);

  /** @param {History} history @param {number} step */
  draw(history, step) {
    const tokens = history.tokensAt(step);
    this.count.textContent = grouped(tokens);
    this.words.textContent = tokens === 1 ? " token" : " tokens";
    const newest = history.merges.slice(Math.max(0, step - MOST), step).reverse();
    this.learned.replaceChildren(
      ...newest.map(({ id }, i) => chip({ ...history.vocabulary.tokenOf(id), newest: i === 0 })),
    );
  }
}

// Presenter mode: only the player, on the whole screen.
export class Presenter {
  /**
   * @param {HTMLElement} root
   * @param {() => void} changed Draws the player at another size.
   */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    const name = `Presenter mode (${keysOf("present")})`;
    this.toggle = button("present", name, icon(CORNERS), () => this.turn(!this.on));
    /** Hides the pairs, which gives their space to the text, or shows them again. */
    this.table = button("with-table", "Pairs", "Pairs", () => {
      const hidden = this.root.classList.toggle("without-pairs");
      attrs(this.table, { "aria-pressed": String(!hidden) });
      this.changed();
    });
    attrs(this.toggle, { "aria-pressed": "false" });
    attrs(this.table, { "aria-pressed": "true" });
  }

  get on() {
    return this.root.classList.contains("presenting");
  }

  /** @param {boolean} on */
  turn(on) {
    if (on === this.on) return;
    present(this.root, on);
    attrs(this.toggle, { "aria-pressed": String(on) });
    this.changed();
  }
}
