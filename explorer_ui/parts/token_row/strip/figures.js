// The figures above the strip: the size of the text in different units.

import { attrs, el, inside } from "../../../browser/dom.js";
import { grouped } from "../../../browser/numbers.js";

export class Figures {
  constructor() {
    this.root = el("dl", "figures");
    this.root.hidden = true;
    /** @type {Record<string, HTMLElement>} */
    this.values = {};
    for (const name of ["Tokens", "Characters", "Bytes", "Chunks", "Bytes per token"]) {
      const value = attrs(el("dd"), { "data-figure": name });
      this.values[name] = value;
      const pair = inside("div", "", el("dt", "", name), value);
      this.root.append(pair);
    }
  }

  /** @param {Message.Counts | null} counts Null: no figures are shown. */
  show(counts) {
    this.root.hidden = !counts;
    if (!counts) return;
    const { tokens, characters, bytes, chunks } = counts;
    const perToken = tokens ? (bytes / tokens).toFixed(2) : "–"; // without tokens there is no average
    const shown = [tokens, characters, bytes, chunks].map(grouped).concat(perToken);
    Object.values(this.values).forEach((node, i) => {
      if (node.textContent !== shown[i]) node.textContent = shown[i];
    });
  }
}
