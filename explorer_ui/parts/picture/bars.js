// A bar for each language.

import { attrs, el, inside } from "../../browser/dom.js";

/**
 * A language: the class, the length and the tooltip of each part of its bar, a figure, that as a multiple of another
 * language's ("" if there it is 0), and whether the bar is marked.
 *
 * @typedef {object} Bar
 * @property {string} name
 * @property {[string, number, string][]} parts
 * @property {string} figure
 * @property {string} times
 * @property {boolean} current
 * @property {number} [ghost] Where a line is drawn across the bar.
 */

export class Bars {
  /** @param {string} label For screen readers. */
  constructor(label) {
    this.node = attrs(el("ol", "bars"), { "data-picture": ".track", "aria-label": label });
  }

  /**
   * @param {Bar[]} bars
   * @param {number} most The length of the longest bar.
   */
  draw(bars, most) {
    const percent = (/** @type {number} */ length) => `${(100 * length) / most}%`;
    this.node.replaceChildren(
      ...bars.map(({ name, parts, figure, times, current, ghost }) => {
        const track = el("span", "track");
        for (const [className, length, title] of parts) {
          const part = attrs(el("i", className), { title });
          part.style.width = percent(length);
          track.append(part);
        }
        if (ghost !== undefined) track.appendChild(el("u")).style.insetInlineStart = percent(ghost);
        const row = inside("li", "", el("b", "", name), track, el("span", "", figure));
        row.append(el("small", "", times && `${times} ×`));
        return attrs(row, { "aria-current": current ? "true" : null });
      }),
    );
  }
}
