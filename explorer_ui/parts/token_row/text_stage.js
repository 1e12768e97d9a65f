// A text of any length with one or several rows of tokens as boxes behind its letters; only visible lines are
// drawn.

import { directionOf } from "../../browser/direction.js";
import { attrs, el } from "../../browser/dom.js";
import { lastAtMost } from "../../browser/numbers.js";
import { zoomOf } from "../../browser/presenting.js";
import { textParts } from "../../browser/text_parts.js";
import { watchSize, Ruler } from "../../browser/size.js";
import { decodeUtf8 } from "../../browser/utf8.js";
import { VirtualRows } from "./virtual_rows.js";
import { Rows } from "./rows.js";
import { TextLine, breakLines } from "./text_line.js";

/** @import {TextPart} from "../../browser/text_parts.js" */
/** @import {TokenRow} from "./text_line.js" */

// In pixels; also set in the style sheet.
const ROW_HEIGHT = 34;
const FONT_SIZE = 17;
const NAME_SIZE = 13;
const EDGE = 10; // margin on both sides of a row
const APART = 12; // between two lines of several rows
const TYPE_SCALES = [2.4, 2.1, 1.8, 1.6, 1.4, 1.25, 1.1]; // a text of one line gets a larger font
const [MOST_ROWS, MOST_OF_SEVERAL] = [8, 12]; // visible at once

export class TextStage {
  /**
   * @param {string} label
   * @param {(place: number | null) => void} [onPoint] Called with the byte of the text under the pointer.
   */
  constructor(label, onPoint = () => {}) {
    this.box = attrs(el("div", "text-stage"), {
      tabindex: 0,
      role: "group",
      "aria-label": label,
      "data-picture": ".boxes i",
    });
    this.scale = 1;
    this.box.style.setProperty("--name-size", NAME_SIZE + "px");
    this.box.style.setProperty("--edge", EDGE + "px");
    /** @type {Map<Element, TextLine>} */
    this.lines = new Map();
    this.scroller = new VirtualRows(this.box, (/** @type {number} */ line) => this.makeLine(line));
    Object.assign(this.scroller, { onPaint: () => this.settle() });
    /** @type {TextPart[]} */
    this.parts = [];
    this.partStarts = Uint32Array.of(0);
    /** Where lines begin, in parts. */
    this.layout = new Rows([0], 0);
    this.width = 0;
    /** @type {TokenRow<any>[]} */
    this.rows = [];
    /** The byte after the seam. @type {number | null} */
    this.seam = null;
    for (const name of /** @type {const} */ (["pointermove", "pointerdown"]))
      this.box.addEventListener(name, (event) => onPoint(this.byteUnder(event)));
    // A finger that was lifted has left too, and what it touched is still meant.
    this.box.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || onPoint(null));
    this.stopWatching = watchSize(this.box, () => this.layOut());
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
   * @param {TokenRow<any>[]} rows
   * @param {number | null} [seam] The byte after the seam.
   */
  show(rows, seam = null) {
    const isNew =
      rows.length !== this.rows.length || rows.some(({ name }, at) => name !== this.rows[at].name);
    this.rows = rows;
    this.seam = seam;
    if (isNew) {
      this.width = 0;
      this.layOut();
    }
    for (const line of this.lines.values()) line.draw(rows, seam);
  }

  get lineHeight() {
    const several = this.rows.length > 1;
    return this.rows.length * ROW_HEIGHT * this.scale + (several ? APART : 0);
  }

  layOut() {
    const room = this.box.clientWidth;
    if (!room || room === this.width || !this.rows.length) return;
    this.width = room;
    const { fontFamily } = getComputedStyle(this.box);
    const nameRuler = new Ruler(getComputedStyle(this.box.parentElement ?? this.box).fontFamily, NAME_SIZE);
    const names = Math.max(...this.rows.map(({ name }) => (name ? nameRuler.width(name) + 2 * EDGE : 0)));
    const forNames = Math.min(names, room / 3);
    this.box.style.setProperty("--names", forNames.toFixed(0) + "px");
    const typeset = (/** @type {number} */ scale) => {
      const ruler = new Ruler(fontFamily, FONT_SIZE * scale);
      return breakLines(this.parts, (text) => ruler.width(text), room - forNames - 2 * EDGE);
    };
    // A text of one line begins at the same place in every font size.
    const starts = typeset(1);
    this.scale = (starts.length === 1 && TYPE_SCALES.find((scale) => typeset(scale).length === 1)) || 1;
    this.box.style.setProperty("--row", ROW_HEIGHT * this.scale + "px");
    this.box.style.setProperty("--size", FONT_SIZE * this.scale + "px");
    this.layout = new Rows(starts, this.parts.length);
    const most = Math.ceil((this.rows.length > 1 ? MOST_OF_SEVERAL : MOST_ROWS) / this.rows.length);
    this.box.style.height = `${Math.min(starts.length, most) * this.lineHeight + 2}px`;
    this.lines.clear();
    this.scroller.reset(starts.length, this.lineHeight);
    this.scroller.resize();
  }

  /** @param {number} index */
  makeLine(index) {
    const from = this.layout.starts[index];
    const names = this.rows.map(({ name }) => name);
    const line = new TextLine(this.parts.slice(from, this.layout.end(index)), this.partStarts[from], names);
    line.node.style.height = `${this.lineHeight}px`;
    this.lines.set(line.node, line);
    return line.node;
  }

  // All new lines are measured before the first of them is drawn; removed lines are dropped.
  settle() {
    const fresh = [];
    for (const [node, line] of this.lines)
      if (!node.isConnected) this.lines.delete(node);
      else if (!line.places) fresh.push(line);
    for (const line of fresh) line.measure();
    for (const line of fresh) line.draw(this.rows, this.seam);
  }

  /** @param {MouseEvent} event */
  byteUnder(event) {
    const found = this.#partUnder(event);
    return found && found.start;
  }

  /** The gap between two bytes that is nearest to a pointer. @param {MouseEvent} event */
  gapUnder(event) {
    const found = this.#partUnder(event);
    return found && found.start + Math.round(found.share * (found.end - found.start));
  }

  /** The bytes of the part under a pointer, and how much of the part is before it. @param {MouseEvent} event */
  #partUnder(event) {
    const zoom = zoomOf(this.box);
    const y = (event.clientY - this.box.getBoundingClientRect().top) / zoom + this.scroller.top;
    const index = Math.floor(y / this.lineHeight);
    const first = this.partStarts[this.layout.starts[index] ?? this.parts.length];
    const line = Array.from(this.lines.values()).find(({ firstByte }) => firstByte === first);
    if (!line?.places) return null;
    const x = (event.clientX - line.rows[0].node.getBoundingClientRect().left) / zoom;
    const at = line.places.findIndex(({ left, right }) => left <= x && x < right);
    if (at < 0) return null;
    const { left, right, rightToLeft } = line.places[at];
    const share = (x - left) / (right - left);
    return { start: line.starts[at], end: line.starts[at + 1], share: rightToLeft ? 1 - share : share };
  }

  /** Scrolls the line of a byte into view. @param {number} place */
  reveal(place) {
    this.scroller.reveal(this.layout.rowOf(lastAtMost(this.partStarts, place)));
  }

  destroy() {
    this.stopWatching();
    this.scroller.destroy();
  }
}
