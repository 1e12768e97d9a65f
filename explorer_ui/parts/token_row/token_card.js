// The card that describes one token.

import { attrs, el, inside, verbatim } from "../../browser/dom.js";
import { chip } from "./draw_text_parts.js";
import { clamp } from "../../browser/numbers.js";
import { zoomOf } from "../../browser/presenting.js";

/**
 * A term and its description; null or an empty text omits the term.
 * @typedef {[string, string | Node | null | undefined]} Fact
 * @import {DrawnToken} from "../../browser/text_parts.js"
 */

export class TokenCard {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.node = attrs(el("div", "card"), { role: "tooltip" });
    this.node.hidden = true;
    root.append(this.node);
  }

  /**
   * Shows the card below `anchor`, or above it if there is no space below.
   *
   * @param {Element} anchor @param {DrawnToken} token @param {Fact[]} facts
   */
  show(anchor, token, facts) {
    this.node.replaceChildren(chip(token, 60), factList(facts));
    this.node.hidden = false;
    const at = anchor.getBoundingClientRect();
    const bounds = this.root.getBoundingClientRect();
    const box = this.node.getBoundingClientRect();
    const below = at.bottom + 8;
    const above = at.top - box.height - 8;
    const y = below + box.height > innerHeight && above > 0 ? above : below;
    const x = clamp(at.left - bounds.left, 0, Math.max(0, bounds.width - box.width));
    const zoom = zoomOf(this.root);
    this.node.style.left = x / zoom + "px";
    this.node.style.top = (y - bounds.top + this.root.scrollTop * zoom) / zoom + "px";
  }

  hide() {
    this.node.hidden = true;
  }
}

/** @param {Fact[]} facts */
export function factList(facts) {
  const list = el("dl", "facts");
  for (const [term, value] of facts) {
    if (value === null || value === undefined || value === "") continue;
    list.append(el("dt", "", term), verbatim(inside("dd", "", value)));
  }
  return list;
}
