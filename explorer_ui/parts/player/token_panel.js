// The selected token: what it is, and what it was merged from.

import { lookOf } from "../../browser/colours.js";
import { attrs, button, el, inside } from "../../browser/dom.js";
import { chip, drawTextParts } from "../token_row/draw_text_parts.js";
import { plural } from "../../browser/numbers.js";
import { factList } from "../token_row/token_card.js";
import { hexBytes } from "../../browser/utf8.js";

/**
 * @import {Fact} from "../token_row/token_card.js"
 * @import {History, Token} from "./history.js"
 * @import {Telling} from "./state.js"
 * @import {Merge} from "./vocabulary.js"
 */

const MOST_UNITS = 64; // the largest token that is drawn as a tree
const [CELL, LEVEL] = [26, 24]; // pixels per unit, and from one level of the tree to the next

/**
 * The description of a token.
 *
 * @param {History} history @param {Telling} telling @param {Token} token
 * @param {number | null} uses How often its id occurs in the text, if that has been counted.
 * @returns {Fact[]}
 */
export function factsOf(history, telling, token, uses) {
  const chunk = history.chunkOf(token.start, token.rank);
  const inChunk = chunk && history.partsBetween(...chunk);
  return [
    ["id", String(token.id)],
    ["bytes", hexBytes(history.text.bytesBetween(token.start, token.end), 24)],
    ["made by", token.rank < 0 ? "nothing: a base unit" : telling.maker(token.rank)],
    ["in chunk", inChunk && drawTextParts(el("span", "code"), inChunk, 40)],
    ["chunk counts", history.weights && plural(history.weights[token.start], "time")],
    ["occurs here", uses === null ? null : plural(uses, "time")],
  ];
}

export class TokenPanel {
  /**
   * @param {(rank: number) => void} go Goes to the step that makes a token.
   * @param {() => void} close
   */
  constructor(go, close) {
    this.go = go;
    this.close = close;
    this.node = el("div", "token-part");
    this.node.hidden = true;
  }

  /** @param {History} history @param {Token} token @param {Fact[]} facts */
  draw(history, token, facts) {
    const head = el("div", "head");
    head.append(el("div", "title", "Selected token"), button("close", "Close", "×", this.close));
    const name = inside("div", "token-name", chip(history.drawn(token), 40));
    this.node.replaceChildren(head, name, factList(facts), ...this.origin(history, token));
  }

  /**
   * The link to the merge that made a token, and the tree of its parts.
   *
   * @param {History} history @param {Token} token @returns {Node[]}
   */
  origin(history, token) {
    if (token.rank < 0) return [];
    const words = `Go to merge ${token.rank + 1}, which made it`;
    const go = attrs(el("button", "plain-button", words), { type: "button" });
    go.addEventListener("click", () => this.go(token.rank));
    return [this.drawTree(history, token), go];
  }

  /**
   * Nested boxes: the token on top, its parts below, down to the base units.
   *
   * @param {History} history @param {Token} token
   */
  drawTree(history, { start, end }) {
    const units = end - start;
    if (units > MOST_UNITS)
      return el("p", "note", `Made of ${plural(units, "base unit")}: too long to draw as a tree.`);
    const tree = partsOf(history, start, end);
    const drawn = el("div", "tree-inside");
    drawn.style.width = units * CELL + "px";
    drawn.style.height = tree.depth * LEVEL + "px";
    const draw = (/** @type {Part} */ part, level = 0, side = 0) => {
      const node = this.drawPart(history, part, side);
      node.style.left = (part.from - start) * CELL + "px";
      node.style.top = level * LEVEL + "px";
      drawn.append(node);
      part.parts.forEach((below, which) => draw(below, level + 1, which));
    };
    draw(tree);
    const label = "Merge tree of the token";
    const holder = attrs(el("div", "tree"), { tabindex: 0, role: "group", "aria-label": label });
    holder.append(drawn);
    return holder;
  }

  /** @param {History} history @param {Part} part @param {number} tint */
  drawPart(history, { from, to, id, merge }, tint) {
    const look = `node ${lookOf({ quiet: !merge }, tint)}`;
    const node = merge
      ? attrs(el("button", look), { type: "button", title: `Merge ${merge.rank + 1}: id ${id}` })
      : el("span", look);
    if (merge) node.addEventListener("click", () => this.go(merge.rank));
    node.dataset.id = String(id);
    node.style.width = (to - from) * CELL - 2 + "px";
    return drawTextParts(node, history.partsBetween(from, to), 2 * (to - from) + 1);
  }
}

/**
 * A base unit has no parts, a merge has two.
 * @typedef {{from: number, to: number, id: number, merge: Merge | null, depth: number, parts: Part[]}} Part
 */

/**
 * The parts of units `from` to `to`: the Cartesian tree of closed_at inside them. The recursion can be as
 * deep as the token has units, so it is not for long tokens.
 *
 * @param {History} history @param {number} from @param {number} to @returns {Part}
 */
export function partsOf(history, from, to) {
  const { closed, merges, text } = history;
  if (to - from === 1) return { from, to, id: text.ids[from], merge: null, depth: 1, parts: [] };
  let split = from;
  for (let gap = from; gap + 1 < to; gap++) if (closed[gap] > closed[split]) split = gap;
  const parts = [partsOf(history, from, split + 1), partsOf(history, split + 1, to)];
  const merge = merges[closed[split]];
  return { from, to, id: merge.id, merge, depth: 1 + Math.max(parts[0].depth, parts[1].depth), parts };
}
