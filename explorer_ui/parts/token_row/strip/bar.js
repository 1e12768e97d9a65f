// What surrounds the boxes of the strip: the depths above them; what can be exported, and the figures, below.

import { attrs, button, el, inside } from "../../../browser/dom.js";
import { grouped, hundredths, plural } from "../../../browser/numbers.js";
import { pictureOf, savePng, saveSvg } from "../../picture/pictures.js";
import { copyIds } from "../copy_ids.js";
import { whiteToggle } from "../token_pointer.js";
import { DEPTHS, PIECES } from "./depths.js";

/** @import {Depth, Depths} from "./depths.js" */

// The depths, and how many pieces the text has at the current one.
export class DepthBar {
  /** @param {(depth: Depth) => void} choose */
  constructor(choose) {
    this.root = el("div", "depths");
    const views = attrs(el("div", "one-of"), { role: "group", "aria-label": "What the boxes show" });
    this.buttons = DEPTHS.map((depth) => {
      const node = attrs(el("button", "", depth[0].toUpperCase() + depth.slice(1)), { type: "button" });
      node.addEventListener("click", () => choose(depth));
      views.append(node);
      return { depth, node };
    });
    this.count = attrs(el("span", "note"), { "aria-live": "polite" });
    this.remark = el("span", "remark");
    this.root.append(views, this.count, this.remark);
  }

  /**
   * @param {Depth} depth @param {Depths} depths
   * @param {{note: string, chunks: boolean}} how A remark, and whether chunks can be chosen.
   */
  show(depth, depths, { note, chunks }) {
    for (const { depth: other, node } of this.buttons) {
      attrs(node, { "aria-pressed": String(other === depth) });
      node.hidden = other === "chunks" && !chunks;
    }
    const { pieces, different } = depths.count(depth);
    const told =
      plural(pieces, PIECES[depth]) + (different === null ? "" : `, ${grouped(different)} different`);
    // A translation of the page replaces a text node: another one takes its place.
    if (this.count.textContent !== told) this.count.replaceChildren(told);
    if (this.remark.textContent !== note) this.remark.replaceChildren(note);
  }
}

// What can be saved and copied.
export class Bar {
  /**
   * @param {object} to
   * @param {HTMLElement} to.root The root of the component.
   * @param {HTMLElement} to.box The content of an exported picture.
   * @param {() => Depth} to.depth @param {() => number[]} to.ids
   */
  constructor({ root, box, depth, ids }) {
    this.root = el("div", "strip-bar");
    const pictures = attrs(el("span", "saves"), { role: "group", "aria-label": "Save a picture" });
    const picture = () => ({ name: `bpe-${depth()}`, picture: pictureOf(box) });
    pictures.append(
      button("", "Save as an SVG picture", "SVG", () => saveSvg(picture())),
      button("", "Save as a PNG picture", "PNG", () => savePng(picture())),
    );
    this.root.append(whiteToggle(root), pictures, copyIds(ids, root));
  }
}

// The figures below the strip: the size of the text in different units.
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
    const perToken = tokens ? hundredths(bytes / tokens) : "–"; // without tokens there is no average
    const shown = [tokens, characters, bytes, chunks].map(grouped).concat(perToken);
    Object.values(this.values).forEach((node, i) => {
      if (node.textContent !== shown[i]) node.textContent = shown[i];
    });
  }
}
