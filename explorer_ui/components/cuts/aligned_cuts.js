// @ts-nocheck
// Several tokenizers on one text, one below the other. The text is divided where all of them cut; each such
// stretch is a column with a row for each tokenizer, so what one cuts and another does not stands in line.

import { directionOf } from "../shared/direction.js";
import { attrs, el } from "../shared/dom.js";
import { drawPieces } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { lastAtMost } from "../shared/numbers.js";
import { bytesOf } from "../shared/payload.js";
import { piecesOf } from "../shared/pieces.js";
import { decodeUtf8 } from "../shared/utf8.js";

class AlignedCuts {
  constructor(parent) {
    this.root = el("div", "bpe aligned-cuts");
    this.frame = attrs(el("div", "frame"), { tabindex: 0, role: "group" });
    this.root.append(this.frame);
    parent.append(this.root);
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(this.root);
  }

  update(data) {
    if (this.data?.cuts_id === data.cuts_id) return;
    this.data = data;
    this.bytes = bytesOf(data.text);
    this.columns = null;
    this.width = 0;
    attrs(this.frame, { "aria-label": data.label });
    this.frame.style.maxHeight = `${data.height}px`;
    this.frame.dir = directionOf(decodeUtf8(this.bytes));
    this.layOut();
  }

  column(index) {
    const { starts, alike, rows } = this.data;
    const [start, end] = [starts[index], starts[index + 1] ?? this.bytes.length];
    const column = el("div", alike[index] ? "column" : "column differs");
    for (const row of rows) {
      const cell = column.appendChild(el("div", "cell"));
      let place = row.cuts.length ? lastAtMost([0, ...row.cuts], start) : 0;
      for (let from = start; from < end; place++) {
        const to = Math.min(row.cuts[place] ?? end, end);
        const pieces = piecesOf(this.bytes.subarray(from, to));
        const piece = cell.appendChild(el("span", row.unknown.includes(from) ? "piece unknown" : "piece"));
        piece.dir = this.frame.dir; // the order of the bytes within a piece is that of the pieces
        drawPieces(piece, pieces, 80);
        from = to;
      }
    }
    column.breaks = this.bytes.subarray(start, end).includes(10);
    return column;
  }

  labels() {
    const labels = el("div", "labels");
    for (const row of this.data.rows) labels.append(el("div", "cell", row.name));
    return labels;
  }

  layOut() {
    const room = this.frame.clientWidth;
    if (!this.data || !room || room === this.width) return;
    this.width = room;
    this.columns ??= this.data.starts.map((_, index) => this.column(index));
    const measure = el("div", "measure");
    measure.append(this.labels(), ...this.columns);
    this.frame.replaceChildren(measure);
    const most = room - measure.firstChild.offsetWidth - 24;
    this.frame.style.setProperty("--most", `${Math.max(most, 48)}px`);
    this.frame.style.setProperty("--rows", this.data.rows.length);
    const widths = this.columns.map((column) => column.offsetWidth);
    this.columns.forEach((column, index) => column.classList.toggle("wrapped", widths[index] >= most));
    const lines = [];
    let left = 0;
    this.columns.forEach((column, index) => {
      if (!lines.length || widths[index] > left || this.columns[index - 1].breaks) {
        lines.push(el("div", "line"));
        lines.at(-1).append(this.labels());
        left = most;
      }
      lines.at(-1).append(column);
      left -= widths[index];
    });
    this.frame.replaceChildren(...lines);
  }

  destroy() {
    this.observer.disconnect();
  }
}

export default function mount(component) {
  return mountInstance(AlignedCuts, component);
}
