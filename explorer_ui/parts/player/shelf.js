// The shelf, where there is no space for a list: the number of tokens in large type, and the learned tokens.

import { el, inside } from "../../browser/dom.js";
import { chip } from "../token_row/draw_text_parts.js";
import { grouped } from "../../browser/numbers.js";

/** @import {History} from "./history.js" */

const MOST = 40; // the newest tokens that fit

export class Shelf {
  constructor() {
    this.count = el("strong");
    this.words = el("span");
    this.learned = el("div", "learned");
    this.node = inside("div", "shelf", inside("p", "tally", this.count, this.words), this.learned);
  }

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
