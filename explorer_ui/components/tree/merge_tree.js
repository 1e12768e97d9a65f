// @ts-nocheck
// The merge tree: base units in one row at the bottom, and above each two the token that a merge made of them.

import { attrs, button, el, svg } from "../shared/dom.js";
import { chip } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { bytesOf } from "../shared/payload.js";
import { piecesOf, spokenText } from "../shared/pieces.js";

const ROW = 64; // pixels from one row of tokens to the next
const SPACE = 10; // pixels between two neighbours

class MergeTree {
  constructor(parent, send) {
    this.send = send;
    this.root = el("div", "bpe merge-tree");
    this.scroller = attrs(el("div", "scroller"), { tabindex: 0, role: "group" });
    this.root.append(this.scroller);
    parent.append(this.root);
    // Hidden at first (in a tab that is not open) nothing has a width, so it is laid out when it gets one.
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(this.root);
  }

  update(data) {
    const same = this.data?.tree_id === data.tree_id;
    this.data = data;
    if (same) return;
    this.scroller.setAttribute("aria-label", data.label);
    this.lines = attrs(svg("svg", { class: "lines", "aria-hidden": "true" }), {});
    this.nodes = data.nodes.map(([id, left, right, bytes, more]) =>
      this.node({ id, left, right, bytes: bytesOf(bytes), more }),
    );
    this.scroller.replaceChildren(this.lines, ...this.nodes.map((node) => node.box));
    this.width = 0;
    this.layOut();
  }

  node(token) {
    token.pieces = piecesOf(token.bytes, this.data.display);
    token.quiet = token.left < 0 && !token.more;
    const say = `${spokenText(token.pieces)}, id ${token.id}`;
    const box = button(
      "node",
      token.more ? `${say}; its parts are not drawn here` : say,
      chip(token, 40),
      () =>
        // The time makes a second click on the same part a new answer.
        this.send("chosen", { token_id: token.id, tree_id: this.data.tree_id, at: Date.now() }),
    );
    box.append(el("span", "id", token.more ? `${token.id} …` : token.id));
    return Object.assign(token, { box });
  }

  layOut() {
    if (!this.nodes || !this.root.clientWidth || this.width) return;
    this.scroller.style.zoom = "";
    const sizes = this.nodes.map((node) => node.box.offsetWidth);
    let x = 0;
    const place = (index) => {
      const node = this.nodes[index];
      const begin = x;
      node.level = 0;
      if (node.left >= 0) {
        place(node.left);
        place(node.right);
        const [left, right] = [this.nodes[node.left], this.nodes[node.right]];
        node.level = 1 + Math.max(left.level, right.level);
        node.middle = (left.middle + right.middle) / 2;
        // A token wider than its parts together: they move to the middle below it.
        const over = begin - (node.middle - sizes[index] / 2);
        if (over > 0) this.shift(index, over);
        x = Math.max(x + Math.max(over, 0), node.middle + sizes[index] / 2 + SPACE);
      } else {
        node.middle = x + sizes[index] / 2;
        x += sizes[index] + SPACE;
      }
    };
    place(0);
    this.width = x - SPACE;
    const height = (this.nodes[0].level + 1) * ROW;
    attrs(this.lines, { width: this.width, height, viewBox: `0 0 ${this.width} ${height}` });
    const top = (node) => (this.nodes[0].level - node.level) * ROW;
    this.lines.replaceChildren();
    this.nodes.forEach((node, index) => {
      node.box.style.left = `${node.middle - sizes[index] / 2}px`;
      node.box.style.top = `${top(node)}px`;
      for (const part of node.left < 0 ? [] : [this.nodes[node.left], this.nodes[node.right]])
        this.lines.append(
          svg("line", { x1: node.middle, y1: top(node) + 46, x2: part.middle, y2: top(part) + 2 }),
        );
    });
    this.scroller.style.height = `${Math.min(height, this.data.height)}px`;
    // A little too wide, it is drawn smaller; only what would be too small to read is scrolled.
    this.scroller.style.zoom = Math.max(0.75, Math.min(1, this.root.clientWidth / this.width));
    this.scroller.scrollTo(this.nodes[0].middle - this.scroller.clientWidth / 2, 0);
  }

  shift(index, by) {
    const node = this.nodes[index];
    node.middle += by;
    if (node.left >= 0) {
      this.shift(node.left, by);
      this.shift(node.right, by);
    }
  }

  destroy() {
    this.observer.disconnect();
  }
}

export default function mount(component) {
  return mountInstance(MergeTree, component);
}
