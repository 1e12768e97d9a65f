// The same paragraph in many languages under one vocabulary: the bars show the numbers of tokens, the
// longest first.

import { attrs, el } from "../../../browser/dom.js";
import { grouped, lastAtMost } from "../../../browser/numbers.js";

/** How many tokens a text takes at every size of one vocabulary. */
export class GrownCounts {
  /**
   * @param {number} bytes
   * @param {number[]} sizes The smallest vocabulary size in which 0, 1, 2, ... steps are done.
   * @param {number[]} counts How many tokens there are after as many steps.
   */
  constructor(bytes, sizes, counts) {
    this.bytes = bytes;
    this.sizes = sizes;
    this.counts = counts;
  }

  /** @param {number} size */
  tokensUnder(size) {
    return this.counts[lastAtMost(this.sizes, size)];
  }
}

/**
 * The size from which a text never takes more than `times` as many tokens as another; null if there is none.
 *
 * @param {GrownCounts} text @param {GrownCounts} other @param {number} times @returns {number | null}
 */
export function cheapFrom(text, other, times) {
  const changes = [...text.sizes, ...other.sizes].sort((one, two) => two - one);
  let from = null;
  for (const size of changes) {
    if (text.tokensUnder(size) > times * other.tokensUnder(size)) return from;
    from = size;
  }
  return from;
}

/** @typedef {{name: string, text: GrownCounts}} Language */

export class Languages {
  node = el("div", "languages");
  body = el("tbody");
  /** @type {{row: HTMLElement, language: Language, bar: HTMLElement, tokens: HTMLElement, times: HTMLElement}[]} */
  rows = [];
  /** @type {GrownCounts | null} */
  english = null;

  /**
   * @param {Language[]} languages
   * @param {string} first The language that all others are compared with.
   */
  show(languages, first) {
    this.english = languages.find(({ name }) => name === first)?.text ?? null;
    const longest = Math.max(...languages.map(({ text }) => text.bytes));
    const table = attrs(el("table"), { "aria-label": "Tokens of the same paragraph, by language" });
    const head = table.appendChild(el("thead")).appendChild(el("tr"));
    for (const [name, what] of [
      ["", "Language"],
      ["length", "Tokens (grey: bytes)"],
      ["number", "Tokens"],
      ["number", `Times ${first}`],
      ["number cheap", "At most twice, from"],
    ])
      head.append(attrs(el("th", name, what), { scope: "col" }));
    this.rows = Array.from(languages)
      .sort((one, two) => two.text.bytes - one.text.bytes)
      .map((language) => {
        const row = el("tr", language.text === this.english ? "first" : "");
        row.append(attrs(el("th", "", language.name), { scope: "row" }));
        const cell = row.appendChild(el("td", "length"));
        const whole = cell.appendChild(el("div", "whole"));
        whole.style.width = `${(100 * language.text.bytes) / longest}%`;
        const bar = whole.appendChild(el("div", "bar"));
        const tokens = row.appendChild(el("td", "number"));
        const times = row.appendChild(el("td", "number"));
        row.append(el("td", "number cheap", this.cheap(language.text)));
        return { row, language, bar, tokens, times };
      });
    this.body = table.appendChild(el("tbody"));
    this.node.replaceChildren(table);
  }

  /**
   * The size from which a text never takes more than twice the tokens, in words; "–" if there is nothing
   * to compare it with.
   *
   * @param {GrownCounts} text
   */
  cheap(text) {
    if (!this.english) return "–";
    const from = cheapFrom(text, this.english, 2);
    if (from === null) return "never";
    return from <= this.english.sizes[0] ? "always" : grouped(from);
  }

  /** @param {number} size */
  go(size) {
    const english = this.english?.tokensUnder(size);
    const order = Array.from(this.rows)
      .sort((one, two) => two.language.text.tokensUnder(size) - one.language.text.tokensUnder(size))
      .map(({ row }) => row);
    if (order.some((row, at) => row !== this.body.children[at])) this.body.replaceChildren(...order);
    for (const { language, bar, tokens, times } of this.rows) {
      const now = language.text.tokensUnder(size);
      bar.style.width = `${(100 * now) / language.text.bytes}%`;
      tokens.textContent = grouped(now);
      times.textContent = english ? (now / english).toFixed(1) : "–";
    }
  }
}
