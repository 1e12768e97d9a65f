// One row of a text whose letters never move: only the boxes behind them change with the vocabulary.
//
// The letters are one line, set by the browser in whatever script. Where each of them stands is asked once; a cut
// inside a character is drawn inside it, as far along as its bytes are.

import { boundsOf, lookOf, tintsOf } from "../shared/colours.js";
import { attrs, el } from "../shared/dom.js";
import { zoomOf } from "../shared/presenting.js";

/** @import {TextPart} from "../shared/text_parts.js" */
/** @import {GrownText} from "./grown_text.js" */

/** @typedef {{left: number, right: number, rightToLeft: boolean}} Place Of one part, in pixels within its row. */

export class TextRow {
  /**
   * @param {TextPart[]} parts
   * @param {number} firstByte Of the row, in the text.
   */
  constructor(parts, firstByte) {
    this.parts = parts;
    this.starts = [firstByte];
    for (const { size } of parts) this.starts.push(this.starts[this.starts.length - 1] + size);
    this.node = el("div", "row");
    this.boxes = attrs(el("div", "boxes"), { "aria-hidden": "true" });
    this.letters = el("div", "letters");
    for (const { kind, text } of parts) this.letters.append(kind === "text" ? text : el("span", kind, text));
    this.node.append(this.boxes, this.letters);
    /** @type {Place[] | null} */
    this.places = null;
  }

  get firstByte() {
    return this.starts[0];
  }

  get endByte() {
    return this.starts[this.starts.length - 1];
  }

  /** Asks the browser where the parts stand; the row must be in the page. */
  measure() {
    const { left } = this.node.getBoundingClientRect();
    const zoom = zoomOf(this.node);
    const rightToLeft = getComputedStyle(this.node).direction === "rtl";
    const range = document.createRange();
    this.places = Array.from(this.letters.childNodes, (child) => {
      range.selectNodeContents(child);
      const box = range.getBoundingClientRect();
      return { left: (box.left - left) / zoom, right: (box.right - left) / zoom, rightToLeft };
    });
  }

  /**
   * The pixels from one byte of the row to another: those of every part between them, joined where they touch.
   *
   * @param {number} from
   * @param {number} to
   */
  stretches(from, to) {
    /** @type {[number, number][]} */
    const stretches = [];
    this.places?.forEach(({ left, right, rightToLeft }, index) => {
      const [start, end] = [this.starts[index], this.starts[index + 1]];
      if (end <= from || start >= to) return;
      const width = (right - left) / (end - start);
      const [before, after] = [(Math.max(from, start) - start) * width, (end - Math.min(to, end)) * width];
      const stretch = rightToLeft ? [left + after, right - before] : [left + before, right - after];
      const touching = stretches.find(
        (one) => Math.abs(one[1] - stretch[0]) < 1 || Math.abs(one[0] - stretch[1]) < 1,
      );
      if (!touching) stretches.push([stretch[0], stretch[1]]);
      else {
        touching[0] = Math.min(touching[0], stretch[0]);
        touching[1] = Math.max(touching[1], stretch[1]);
      }
    });
    return stretches;
  }

  /**
   * Draws the boxes of the tokens after `done` steps.
   *
   * @param {GrownText} grown
   * @param {number} done
   */
  draw(grown, done) {
    if (!this.places) return;
    let used = 0;
    const tokens = grown.tokensBetween(this.firstByte, this.endByte, done);
    const tints = tintsOf(boundsOf(tokens), {
      startBefore: (start) => (start ? grown.tokenAt(start - 1, done).start : null),
    });
    tokens.forEach(({ start, end, rank }, at) => {
      const [from, to] = [Math.max(start, this.firstByte), Math.min(end, this.endByte)];
      const quiet = rank < grown.given;
      const look = lookOf({ quiet, newest: !quiet && rank === done - 1 }, tints[at]);
      const open = (from > start ? " opens" : "") + (to < end ? " goes-on" : "");
      for (const [left, right] of this.stretches(from, to)) {
        const drawn = /** @type {HTMLElement | undefined} */ (this.boxes.children[used++]);
        const box = drawn ?? this.boxes.appendChild(el("i"));
        box.className = look + open;
        // Not the attribute: the policies of a page that is saved and of a follower forbid it.
        box.style.cssText = `left:${left.toFixed(1)}px;width:${Math.max(right - left, 1).toFixed(1)}px`;
      }
    });
    while (this.boxes.children.length > used) this.boxes.lastChild?.remove();
  }
}

/**
 * Where rows begin, as numbers of parts: after a line break, or before the blank that has no more room behind it.
 *
 * @param {TextPart[]} parts
 * @param {(text: string) => number} widthOf
 * @param {number} room
 */
export function breakRows(parts, widthOf, room) {
  const starts = [0];
  let used = 0;
  let word = 0; // the part that the word under way begins with, most often a blank, and how wide it is so far
  let wordWidth = 0;
  parts.forEach(({ kind, text }, index) => {
    const width = widthOf(text);
    const row = starts[starts.length - 1];
    if (kind === "white") [word, wordWidth] = [index, 0];
    if (used + width > room && index > row) {
      starts.push(word > row ? word : index);
      used = word > row ? wordWidth : 0;
    }
    used += width;
    wordWidth += width;
    if (text === "⏎" && kind === "white" && index + 1 < parts.length) {
      starts.push(index + 1);
      [word, wordWidth, used] = [index + 1, 0, 0];
    }
  });
  return starts;
}
