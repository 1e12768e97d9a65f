// A sheet at the bottom of the window that describes what was touched. It is a popover: above everything, and
// closed by Escape and by a touch outside.

import { attrs, button, calm, el, inside } from "../../browser/dom.js";

const NARROW = matchMedia("(max-width: 700px)");
const FREE = 12; // pixels between what was touched and the sheet
const SWIPE = 48; // pixels by which a swipe down closes it

/** Whether the description of a touched token does not fit next to it. */
export const tellsInSheet = () => NARROW.matches;

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
