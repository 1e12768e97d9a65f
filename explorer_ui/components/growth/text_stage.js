// A text of any length whose tokens are boxes behind its letters; only the rows in view are drawn.

import { directionOf } from "../shared/direction.js";
import { attrs, el } from "../shared/dom.js";
import { lastAtMost } from "../shared/numbers.js";
import { zoomOf } from "../shared/presenting.js";
import { textParts } from "../shared/text_parts.js";
import { Ruler } from "../shared/ruler.js";
import { decodeUtf8 } from "../shared/utf8.js";
import { VirtualRows } from "../shared/virtual_rows.js";
import { TextRow, breakRows } from "./text_row.js";

/** @import {TextPart} from "../shared/text_parts.js" */
/** @import {GrownText} from "./grown_text.js" */

// In pixels; the style sheet is told them.
const ROW_HEIGHT = 34;
const FONT_SIZE = 17;
const MOST_ROWS = 8; // seen at once
const EDGE = 10; // kept free on either side of a row

export class TextStage {
  /** @param {(place: number | null) => void} onPoint Hears which byte of the text the pointer is over. */
  constructor(onPoint) {
    this.box = attrs(el("div", "stage"), {
      tabindex: 0,
      role: "group",
      "aria-label": "The text, cut into tokens",
      "data-picture": ".boxes i",
    });
    this.box.style.setProperty("--row", ROW_HEIGHT + "px");
    this.box.style.setProperty("--size", FONT_SIZE + "px");
    this.box.style.setProperty("--edge", EDGE + "px");
    /** @type {Map<Element, TextRow>} */
    this.rows = new Map();
    this.scroller = new VirtualRows(this.box, (/** @type {number} */ row) => this.makeRow(row));
    Object.assign(this.scroller, { onPaint: () => this.settle() });
    /** @type {TextPart[]} */
    this.parts = [];
    this.partStarts = Uint32Array.of(0);
    this.rowStarts = [0];
    this.done = 0;
    this.width = 0;
    /** @type {GrownText | null} */
    this.grown = null;
    for (const name of /** @type {const} */ (["pointermove", "pointerdown"]))
      this.box.addEventListener(name, (event) => onPoint(this.byteUnder(event)));
    this.box.addEventListener("pointerleave", () => onPoint(null));
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(this.box);
  }

  /** @param {Uint8Array} bytes */
  setText(bytes) {
    this.parts = textParts(bytes);
    this.partStarts = new Uint32Array(this.parts.length + 1);
    this.parts.forEach(({ size }, index) => (this.partStarts[index + 1] = this.partStarts[index] + size));
    this.box.dir = directionOf(decodeUtf8(bytes));
    this.width = 0;
    this.layOut();
  }

  /**
   * @param {GrownText} grown
   * @param {number} done
   */
  show(grown, done) {
    this.grown = grown;
    this.done = done;
    for (const row of this.rows.values()) row.draw(grown, done);
  }

  layOut() {
    const room = this.box.clientWidth;
    if (!room || room === this.width) return;
    this.width = room;
    const ruler = new Ruler(getComputedStyle(this.box).fontFamily, FONT_SIZE);
    this.rowStarts = breakRows(this.parts, (text) => ruler.width(text), room - 2 * EDGE);
    this.box.style.height = `${Math.min(this.rowStarts.length, MOST_ROWS) * ROW_HEIGHT + 2}px`;
    this.rows.clear();
    this.scroller.reset(this.rowStarts.length, ROW_HEIGHT);
  }

  /** @param {number} index */
  makeRow(index) {
    const from = this.rowStarts[index];
    const to = this.rowStarts[index + 1] ?? this.parts.length;
    const row = new TextRow(this.parts.slice(from, to), this.partStarts[from]);
    this.rows.set(row.node, row);
    return row.node;
  }

  // Rows that came into the page are measured, all before the first of them is drawn; those that left are dropped.
  settle() {
    const fresh = [];
    for (const [node, row] of this.rows)
      if (!node.isConnected) this.rows.delete(node);
      else if (!row.places) fresh.push(row);
    for (const row of fresh) row.measure();
    if (this.grown) for (const row of fresh) row.draw(this.grown, this.done);
  }

  /** @param {PointerEvent} event */
  byteUnder(event) {
    const zoom = zoomOf(this.box);
    const y = (event.clientY - this.box.getBoundingClientRect().top) / zoom + this.scroller.top;
    const index = Math.floor(y / ROW_HEIGHT);
    const first = this.partStarts[this.rowStarts[index] ?? this.parts.length];
    const row = Array.from(this.rows.values()).find(({ firstByte }) => firstByte === first);
    if (!row?.places) return null;
    const x = (event.clientX - row.node.getBoundingClientRect().left) / zoom;
    const part = row.places.findIndex(({ left, right }) => left <= x && x < right);
    return part < 0 ? null : row.starts[part];
  }

  /**
   * Brings the row of a byte into view.
   *
   * @param {number} place
   */
  reveal(place) {
    this.scroller.reveal(lastAtMost(this.rowStarts, lastAtMost(this.partStarts, place)));
  }

  destroy() {
    this.observer.disconnect();
    this.scroller.destroy();
  }
}
