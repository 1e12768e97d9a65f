// Reacts when the pointer or the keyboard cursor reaches a token in a box of tokens (.tok elements).

import { attrs, closest, el } from "../../browser/dom.js";
import { chip } from "./draw_text_parts.js";
import { spokenText } from "../../browser/text_parts.js";
import { TokenCard, factList, TokenSheet, tellsInSheet } from "./token_card.js";

/**
 * @import {DrawnToken} from "../../browser/text_parts.js"
 * @import {Fact} from "./token_card.js"
 *
 * `more`: a longer description, if there is space for it. `spoken`: what a screen reader says after the text, if not
 * the id.
 * @typedef {{token: DrawnToken, facts: () => Fact[], more?: () => Node[], spoken?: string}} Described
 *
 * @typedef {object} TokenBox
 * @property {HTMLElement} root
 * @property {HTMLElement} box
 * @property {(node: HTMLElement) => Described} describe What an element represents.
 * @property {(id: number | null) => void} light Highlights every token of an id, or only the selected ones.
 * @property {(node: HTMLElement) => void} choose Selects a token, or deselects it.
 * @property {() => boolean} [selects] Whether a touch selects: it may be an answer instead.
 */

const CARD_DELAY = 140; // milliseconds: the card waits until the pointer stays, since it covers what is below
const MOST_SPOKEN = 60; // parts of one token

export class TokenPointer {
  /** @param {TokenBox} to */
  constructor({ root, box, describe, light, choose, selects = () => true }) {
    this.box = box;
    this.describe = describe;
    this.light = light;
    this.choose = choose;
    this.selects = selects;
    this.card = new TokenCard(root);
    this.sheet = new TokenSheet(root);
    /** The id of the token's element that the sheet or the card describes. */
    this.told = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    box.addEventListener("click", (event) => {
      const node = closest(event, ".tok");
      if (node) this.touch(node);
    });
    box.addEventListener("pointerover", (event) => {
      const node = closest(event, ".tok");
      if (node && event.pointerType !== "touch") this.point(node);
      else this.hide();
    });
    box.addEventListener("pointerleave", () => this.hide());
    box.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    box.addEventListener("scroll", () => this.card.hide(), { passive: true });
    box.addEventListener("blur", () => {
      this.mark(null);
      this.hide();
    });
  }

  /** Highlights all tokens with the same id at once, and shows the card later. @param {HTMLElement} node */
  point(node) {
    this.hide();
    this.light(Number(node.dataset.id));
    this.waiting = setTimeout(() => {
      if (node.isConnected) this.show(node);
    }, CARD_DELAY);
  }

  /** Selects a token, and makes sure that its description is visible. @param {HTMLElement} node */
  touch(node) {
    const selects = this.selects();
    const inSheet = tellsInSheet();
    const again = selects && inSheet && node.ariaSelected === "true";
    if (!again) this.choose(node); // may redraw its row
    const drawn = this.box.querySelector(`#${node.id}`);
    this.hide();
    if (!selects || !(drawn instanceof HTMLElement) || drawn.ariaSelected !== "true") return;
    this.told = node.id;
    this.tell(drawn, inSheet);
  }

  /** @param {HTMLElement} node */
  contentOf(node) {
    const { token, facts, more } = this.describe(node);
    return [chip(token, 60), factList(facts()), ...(more?.() ?? [])];
  }

  /** @param {HTMLElement} node @param {boolean} inSheet */
  tell(node, inSheet) {
    if (inSheet) this.sheet.show(node, this.contentOf(node));
    else this.show(node);
  }

  /** Called when more is known about the token that is described. */
  tellAgain() {
    const { card, sheet, told } = this;
    const node = sheet.open || !card.node.hidden ? this.box.querySelector(`#${told}`) : null;
    if (node instanceof HTMLElement) this.tell(node, sheet.open);
  }

  /** @param {HTMLElement} node */
  show(node) {
    this.told = node.id;
    const { token, facts } = this.describe(node);
    this.light(token.id);
    this.card.show(node, token, facts());
  }

  hide() {
    clearTimeout(this.waiting);
    this.card.hide();
    this.light(null);
  }

  /** Called when other tokens are drawn: the description no longer applies. */
  close() {
    this.hide();
    this.sheet.hide();
  }

  /** Sets the keyboard cursor to this token, or to none. @param {HTMLElement | null} node */
  mark(node) {
    this.box.querySelector(".tok.cursor")?.classList.remove("cursor");
    if (node) {
      const { token, spoken = `, id ${token.id}` } = this.describe(node);
      attrs(node, { "aria-label": spokenText(token.parts.slice(0, MOST_SPOKEN)) + spoken });
      node.classList.add("cursor");
    }
    attrs(this.box, { "aria-activedescendant": node?.id });
  }

  /** Moves the keyboard cursor to a token: marks it and shows its card. @param {string} selector */
  moveTo(selector) {
    const node = this.box.querySelector(selector);
    this.mark(node instanceof HTMLElement ? node : null);
    if (node instanceof HTMLElement) this.show(node);
  }

  destroy() {
    clearTimeout(this.waiting);
  }
}

/** A button that shows and hides the signs for white space within `root`. @param {HTMLElement} root */
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
