// The merge tree: base units in one row at the bottom, and above any two the token that a merge made from
// them.

import { attrs, button, el, svg } from "../../../browser/dom.js";
import { chip } from "../draw_text_parts.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { watchSize } from "../../../browser/size.js";
import { textParts, spokenText } from "../../../browser/text_parts.js";

/**
 * `level` is the height of the subtree in merges; `middle` is the position of the node and `size` its width,
 * in pixels.
 * @typedef {{left: number, right: number, box: HTMLElement, level: number, middle: number, size: number}} TreeNode
 */

const ROW = { low: 50, usual: 64 }; // pixels from one row of tokens to the next, in a low window and otherwise
const SPACE = 10; // pixels between two neighbours
const HIGHEST = 420; // pixels on the screen: a higher tree is scrolled
const SMALLEST = 0.75; // relative scale: a tree that would need to be smaller is scrolled

class MergeTree extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("merge-tree", parent);
    this.send = send;
    this.shown = "";
    /** @type {TreeNode[]} */
    this.nodes = [];
    this.scroller = attrs(el("div", "scroller"), { tabindex: 0, role: "group", "data-picture": ".node" });
    this.lines = svg("svg", { class: "lines", "aria-hidden": "true" });
    this.root.append(this.scroller);
    this.row = 0; // pixels from one row to the next; 0: not laid out yet
    // While it is hidden (in a closed tab) nothing has a width, so the layout is computed when it gets one.
    this.stopWatching = watchSize(this.root, () => this.layOut());
  }

  /** @param {Message.TreeData} data */
  update(data) {
    if (this.shown === data.tree_id) return;
    this.shown = data.tree_id;
    this.scroller.setAttribute("aria-label", data.label);
    this.nodes = data.nodes.map((node) => this.node(node, data.display));
    this.scroller.replaceChildren(this.lines, ...this.nodes.map(({ box }) => box));
    this.row = 0;
    this.layOut();
  }

  /**
   * @param {Message.TreeData["nodes"][number]} node @param {Message.TreeData["display"]} display
   * @returns {TreeNode}
   */
  node([id, left, right, bytes, more], display) {
    const parts = textParts(bytesOf(bytes), display);
    const say = `${spokenText(parts)}, id ${id}`;
    const box = button(
      "node",
      more ? `${say}; its parts are not shown` : say,
      chip({ id, parts, quiet: left < 0 && !more }, 40),
      // The time stamp makes a second click on the same part a new value.
      () => this.send("chosen", { token_id: id, tree_id: this.shown, at: Date.now() }),
    );
    box.append(el("span", "id", more ? `${id} …` : id));
    return { left, right, box, level: 0, middle: 0, size: 0 };
  }

  /** @param {TreeNode} node */
  partsOf({ left, right }) {
    return left < 0 ? [] : [this.nodes[left], this.nodes[right]];
  }

  layOut() {
    const [whole] = this.nodes;
    const row = innerHeight > 500 ? ROW.usual : ROW.low;
    if (!whole || !this.root.clientWidth || this.row === row) return;
    this.row = row;
    this.scroller.style.zoom = "";
    for (const node of this.nodes) node.size = node.box.offsetWidth;
    const width = this.placeFrom(whole, 0) - SPACE;
    const height = (whole.level + 1) * row;
    attrs(this.lines, { width, height, viewBox: `0 0 ${width} ${height}` });
    const top = (/** @type {TreeNode} */ node) => (whole.level - node.level) * row;
    this.lines.replaceChildren();
    for (const node of this.nodes) {
      node.box.style.left = `${node.middle - node.size / 2}px`;
      node.box.style.top = `${top(node)}px`;
      for (const part of this.partsOf(node))
        this.lines.append(
          svg("line", { x1: node.middle, y1: top(node) + 46, x2: part.middle, y2: top(part) + 2 }),
        );
    }
    const zoom = clamp(this.root.clientWidth / width, SMALLEST, 1);
    this.scroller.style.height = `${Math.min(height, HIGHEST / zoom)}px`;
    this.scroller.style.zoom = String(zoom);
    this.scroller.scrollTo(whole.middle - this.scroller.clientWidth / 2, 0);
  }

  /**
   * Sets the level and position of a node and its subtree, from `x` on; returns where the next one may begin.
   *
   * @param {TreeNode} node @param {number} x @returns {number}
   */
  placeFrom(node, x) {
    const { size } = node;
    const [left, right] = this.partsOf(node);
    if (!left) {
      node.level = 0;
      node.middle = x + size / 2;
      return x + size + SPACE;
    }
    const end = this.placeFrom(right, this.placeFrom(left, x));
    node.level = 1 + Math.max(left.level, right.level);
    node.middle = (left.middle + right.middle) / 2;
    // If a token is wider than its parts together, they are centred below it.
    const over = Math.max(x - (node.middle - size / 2), 0);
    this.shift(node, over);
    return Math.max(end + over, node.middle + size / 2 + SPACE);
  }

  /** @param {TreeNode} node @param {number} by */
  shift(node, by) {
    if (!by) return;
    node.middle += by;
    for (const part of this.partsOf(node)) this.shift(part, by);
  }

  destroy() {
    this.stopWatching();
  }
}

export default mounting(MergeTree);
