// What happens when the pointer or the keyboard reaches a token in a box of tokens (.tok elements).

import { attrs, closest, el } from "./dom.js";
import { spokenText } from "./text_parts.js";
import { TokenCard } from "./token_card.js";

/**
 * @import {DrawnToken} from "./text_parts.js"
 * @import {Fact} from "./token_card.js"
 *
 * @typedef {object} TokenBox
 * @property {HTMLElement} root
 * @property {HTMLElement} box
 * @property {(node: HTMLElement) => {token: DrawnToken, facts: () => Fact[]}} describe What a box represents.
 * @property {(id: number | null) => void} light Lights every token of an id, or none but what is selected.
 * @property {(node: HTMLElement) => void} choose
 */

const CARD_DELAY = 140; // milliseconds: the card waits until the pointer stays, for it covers what lies below
const MOST_SPOKEN = 60; // parts of one token

export class TokenPointer {
  /** @param {TokenBox} to */
  constructor({ root, box, describe, light, choose }) {
    this.box = box;
    this.describe = describe;
    this.light = light;
    this.card = new TokenCard(root);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    box.addEventListener("click", (event) => {
      const node = closest(event, ".tok");
      if (node) choose(node);
    });
    box.addEventListener("pointerover", (event) => {
      const node = closest(event, ".tok");
      if (node && event.pointerType !== "touch") this.point(node);
      else this.hide();
    });
    box.addEventListener("pointerleave", () => this.hide());
    box.addEventListener("scroll", () => this.card.hide(), { passive: true });
    box.addEventListener("blur", () => {
      this.mark(null);
      this.hide();
    });
  }

  /**
   * The others of its id light up at once, the card comes later.
   *
   * @param {HTMLElement} node
   */
  point(node) {
    this.hide();
    this.light(Number(node.dataset.id));
    this.waiting = setTimeout(() => {
      if (node.isConnected) this.show(node);
    }, CARD_DELAY);
  }

  /** @param {HTMLElement} node */
  show(node) {
    const { token, facts } = this.describe(node);
    this.light(token.id);
    this.card.show(node, token, facts());
  }

  hide() {
    clearTimeout(this.waiting);
    this.card.hide();
    this.light(null);
  }

  /**
   * The keyboard is at this token, or at none.
   *
   * @param {HTMLElement | null} node
   */
  mark(node) {
    this.box.querySelector(".tok.cursor")?.classList.remove("cursor");
    if (node) {
      const { token } = this.describe(node);
      attrs(node, { "aria-label": `${spokenText(token.parts.slice(0, MOST_SPOKEN))}, id ${token.id}` });
      node.classList.add("cursor");
    }
    attrs(this.box, { "aria-activedescendant": node?.id });
  }

  /**
   * Moves the keyboard to a token: marks it and shows its card.
   *
   * @param {string} selector
   */
  moveTo(selector) {
    const node = this.box.querySelector(selector);
    this.mark(node instanceof HTMLElement ? node : null);
    if (node instanceof HTMLElement) this.show(node);
  }

  destroy() {
    clearTimeout(this.waiting);
  }
}

/**
 * A button that shows and hides the signs for white space within `root`.
 *
 * @param {HTMLElement} root
 */
export function whiteToggle(root) {
  const name = "White space";
  const node = attrs(el("button", "white-toggle", name), { type: "button", "aria-label": name, title: name });
  attrs(node, { "aria-pressed": "true" });
  node.addEventListener("click", () => {
    const hidden = root.classList.toggle("no-white");
    attrs(node, { "aria-pressed": String(!hidden) });
  });
  return node;
}
