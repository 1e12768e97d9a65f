// Several tokenizers on one text, one below the other. The text is divided where all of them cut; each such
// stretch is a column with a row for each tokenizer, so what one cuts and another does not is aligned.

import { directionOf } from "../shared/direction.js";
import { attrs, el, inside } from "../shared/dom.js";
import { drawTextParts } from "../shared/draw_text_parts.js";
import { Component, mounting } from "../shared/mount.js";
import { lastAtMost } from "../shared/numbers.js";
import { bytesOf } from "../shared/payload.js";
import { textParts } from "../shared/text_parts.js";
import { decodeUtf8 } from "../shared/utf8.js";

/**
 * @typedef {object} AlignedRow
 * @property {string} name
 * @property {number[]} boundaries The bytes of the row's token boundaries, ascending.
 * @property {number[]} unknown The first bytes of tokens to be struck out.
 */

/**
 * @typedef {object} AlignedData
 * @property {string} aligned_id The same for the same text and boundaries.
 * @property {string} text Base64 of UTF-8.
 * @property {number} size How many bytes those are.
 * @property {number[]} starts The first byte of each column.
 * @property {boolean[]} alike Whether all rows cut a column in the same way.
 * @property {AlignedRow[]} rows
 * @property {string} label
 */

/** @typedef {{node: HTMLElement, breaks: boolean}} Column `breaks`: a line break is in it. */

const LINE_BREAK = 10;
const MOST_PARTS = 80; // of one token
const [AROUND, LEAST] = [24, 48]; // pixels: what else is in a line than labels and columns; the least for a column

class AlignedTokens extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("aligned-tokens", parent);
    /** @type {AlignedData | null} */
    this.data = null;
    this.bytes = new Uint8Array();
    /** Made when there is a width to lay them out in. @type {Column[] | null} */
    this.columns = null;
    this.width = 0;
    this.box = attrs(el("div", "picture-box"), { tabindex: 0, role: "group", "data-picture": ".token" });
    this.root.append(this.box);
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(this.root);
  }

  /** @param {AlignedData} data */
  update(data) {
    if (this.data?.aligned_id === data.aligned_id) return;
    this.data = data;
    this.bytes = bytesOf(data.text);
    this.columns = null;
    this.width = 0;
    attrs(this.box, { "aria-label": data.label });
    this.box.dir = directionOf(decodeUtf8(this.bytes));
    this.layOut();
  }

  /**
   * @param {AlignedData} data
   * @param {number} index
   * @returns {Column}
   */
  column({ starts, alike, rows }, index) {
    const [start, end] = [starts[index], starts[index + 1] ?? this.bytes.length];
    const node = el("div", alike[index] ? "column" : "column differs");
    for (const row of rows) {
      const cell = node.appendChild(el("div", "cell"));
      let next = row.boundaries.length ? lastAtMost([0, ...row.boundaries], start) : 0; // the boundary at which the token ends
      for (let from = start; from < end; next++) {
        const to = Math.min(row.boundaries[next] ?? end, end);
        const token = cell.appendChild(el("span", row.unknown.includes(from) ? "token unknown" : "token"));
        token.dir = this.box.dir; // the order of the bytes within a token is that of the tokens
        drawTextParts(token, textParts(this.bytes.subarray(from, to)), MOST_PARTS);
        from = to;
      }
    }
    return { node, breaks: this.bytes.subarray(start, end).includes(LINE_BREAK) };
  }

  /** @param {AlignedData} data */
  labels({ rows }) {
    const labels = el("div", "labels");
    for (const row of rows) labels.append(el("div", "cell", row.name));
    return labels;
  }

  layOut() {
    const { data, box } = this;
    const room = box.clientWidth;
    if (!data || !room || room === this.width) return;
    this.width = room;
    const columns = (this.columns ??= data.starts.map((_, index) => this.column(data, index)));
    const measure = el("div", "measure");
    const labels = this.labels(data);
    measure.append(labels, ...columns.map(({ node }) => node));
    box.replaceChildren(measure);
    const most = room - labels.offsetWidth - AROUND;
    box.style.setProperty("--most", `${Math.max(most, LEAST)}px`);
    box.style.setProperty("--rows", String(data.rows.length));
    const widths = columns.map(({ node }) => node.offsetWidth);
    columns.forEach(({ node }, index) => node.classList.toggle("wrapped", widths[index] >= most));
    /** @type {HTMLElement[]} */
    const lines = [];
    let left = 0;
    columns.forEach(({ node }, index) => {
      if (!index || widths[index] > left || columns[index - 1].breaks) {
        const line = inside("div", "line", this.labels(data));
        lines.push(line);
        left = most;
      }
      lines[lines.length - 1].append(node);
      left -= widths[index];
    });
    box.replaceChildren(...lines);
  }

  destroy() {
    this.observer.disconnect();
  }
}

export default mounting(AlignedTokens);
