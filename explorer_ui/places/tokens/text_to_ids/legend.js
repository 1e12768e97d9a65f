// The legend of a table.

import { el, inside, verbatim } from "../../../browser/dom.js";

/** @param {[className: string, sign: string, words: string][]} items */
export function legendOf(items) {
  const line = el("p", "legend");
  for (const [className, sign, words] of items) {
    const item = inside("span", "item", verbatim(el("span", className, sign)), " " + words);
    line.append(item);
  }
  return line;
}
