// What describes one token: a card next to it or, in a narrow window, a sheet.

import { attrs, button, calm, el, inside, verbatim } from "../../browser/dom.js";
import { chip } from "./draw_text_parts.js";
import { clamp } from "../../browser/numbers.js";
import { zoomOf } from "../../browser/presenting.js";

/**
 * @import {DrawnToken} from "../../browser/text_parts.js"
 *
 * A term and its description; null or an empty text omits the term.
 * @typedef {[string, string | Node | null | undefined]} Fact
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
   * Shows the card below `anchor`, above it if there is no space below, or next to it if there is none either.
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
    const fits = below + box.height <= innerHeight;
    const beside = !fits && above <= 0 && box.height < innerHeight;
    const y = beside ? innerHeight - box.height - 8 : fits || above <= 0 ? below : above;
    const right = at.right + 8 + box.width <= innerWidth ? at.right + 8 : at.left - 8 - box.width;
    const x = clamp((beside ? right : at.left) - bounds.left, 0, Math.max(0, bounds.width - box.width));
    const zoom = zoomOf(this.node); // its own, in which its place is given, too
    this.node.style.left = x / zoom + "px";
    this.node.style.top = (y - bounds.top + this.root.scrollTop * zoomOf(this.root)) / zoom + "px";
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

const FREE = 12; // pixels between what was touched and the sheet
const SWIPE = 48; // pixels by which a swipe down closes it

/** Whether the description of a touched token does not fit next to it. */
export const tellsInSheet = () => matchMedia("(max-width: 700px)").matches;

// A sheet at the bottom of the window that describes what was touched. It is a popover: above everything, and
// closed by Escape and by a touch outside.
export class TokenSheet {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.content = el("div", "sheet-content");
    const close = button("close", "Close", "×", () => this.hide());
    this.node = attrs(inside("div", "sheet", el("div", "grip"), close, this.content), {
      popover: "auto",
      role: "region", // not a dialog: the keys still belong to the page
      "aria-label": "About this token",
    });
    root.append(this.node);
    /** Where a swipe began. @type {number | null} */
    let from = null;
    const swiped = (/** @type {TouchEvent} */ { changedTouches }) =>
      from === null ? 0 : Math.max(0, changedTouches[0].clientY - from);
    this.node.addEventListener("touchstart", ({ touches }) => {
      from = this.content.scrollTop ? null : touches[0].clientY;
    });
    this.node.addEventListener("touchmove", (event) => (this.node.style.translate = `0 ${swiped(event)}px`));
    for (const name of /** @type {const} */ (["touchend", "touchcancel"]))
      this.node.addEventListener(name, (event) => {
        this.node.style.translate = "";
        if (name === "touchend" && swiped(event) > SWIPE) this.hide();
      });
  }

  get open() {
    return this.node.matches(":popover-open");
  }

  /**
   * Shows the sheet, and scrolls the page until `anchor` is above it; if the page ends before that, the sheet
   * is at the top.
   *
   * @param {Element} anchor @param {Node[]} content
   */
  show(anchor, content) {
    this.content.replaceChildren(...content);
    this.node.classList.remove("at-top");
    if (!this.open) {
      this.node.showPopover();
      if (!calm()) this.node.animate({ opacity: [0, 1] }, 120);
    }
    const top = innerHeight - this.node.offsetHeight - FREE;
    const over = anchor.getBoundingClientRect().bottom - top;
    if (over > 0) scrollerOf(anchor)?.scrollBy({ top: over, behavior: "instant" });
    this.node.classList.toggle("at-top", anchor.getBoundingClientRect().bottom > top + 1);
  }

  hide() {
    if (this.open) this.node.hidePopover();
  }
}

/**
 * The element that scrolls the page around an element, other than the box of tokens that contains it.
 *
 * @param {Element} element @returns {Element | null}
 */
function scrollerOf(element) {
  let outermost = document.scrollingElement;
  for (let node = parentOf(element); node; node = parentOf(node)) {
    const scrolls = /auto|scroll/.test(getComputedStyle(node).overflowY);
    if (scrolls && node.scrollHeight > node.clientHeight) outermost = node;
  }
  return outermost;
}

/** @param {Element} node @returns {Element | null} */
function parentOf(node) {
  if (node.parentElement) return node.parentElement;
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
