// Rows that exist only while they are visible.

import { WHITE } from "../../browser/text_parts.js";
import { decodeUtf8, encodeUtf8 } from "../../browser/utf8.js";
import { attrs, calm, el } from "../../browser/dom.js";
import { clamp } from "../../browser/numbers.js";

const MAX_SCROLL_HEIGHT = 8e6; // browsers clip taller elements: beyond this the scroll position is scaled

// Sizes and the scroll position are cached: reading them from the browser between two changes of the page
// would force an additional layout.
export class VirtualRows {
  /** @param {HTMLElement} box @param {(row: number) => HTMLElement} draw */
  constructor(box, draw) {
    this.box = box;
    this.draw = draw;
    this.total = 0; // rows
    this.height = 30; // of one row, in pixels
    this.view = box.clientHeight;
    this.scrolled = 0;
    /** @type {Map<number, HTMLElement>} */
    this.cache = new Map();
    /** @type {(() => void) | undefined} */
    this.onPaint = undefined;
    this.pad = attrs(el("div", "pad"), { "aria-hidden": "true" });
    this.window = attrs(el("div", "window"), { role: "presentation" });
    box.append(this.pad, this.window);
    this.onScroll = () => {
      this.scrolled = box.scrollTop;
      this.paint();
    };
    box.addEventListener("scroll", this.onScroll, { passive: true });
    box.addEventListener("copy", copyTokens);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(box);
  }

  resize() {
    if (this.view === this.box.clientHeight) return;
    this.view = this.box.clientHeight;
    this.paint();
  }

  /** @param {number} total @param {number} height */
  reset(total, height) {
    if (total !== this.total || height !== this.height)
      this.pad.style.height = Math.min(total * height, MAX_SCROLL_HEIGHT) + "px";
    Object.assign(this, { total, height });
    this.scrolled = clamp(
      this.scrolled,
      0,
      Math.max(0, Math.min(total * height, MAX_SCROLL_HEIGHT) - this.view),
    );
    this.paint(true);
  }

  // Pixels of text per pixel of scrolling: 1, except in very long texts.
  get scale() {
    const full = this.total * this.height;
    return full <= MAX_SCROLL_HEIGHT ? 1 : (full - this.view) / (MAX_SCROLL_HEIGHT - this.view);
  }

  get top() {
    return this.scrolled * this.scale;
  }

  /** First and last row that are entirely in view. @returns {[number, number]} */
  get visible() {
    const first = Math.ceil(this.top / this.height - 0.01);
    return [first, Math.max(first, Math.floor((this.top + this.view) / this.height + 0.01) - 1)];
  }

  /** @param {boolean} [fresh] Whether rows that were drawn before are drawn again. */
  paint(fresh = false) {
    if (fresh) this.cache.clear();
    const over = 2;
    const first = Math.max(0, Math.floor(this.top / this.height) - over);
    const last = Math.min(this.total, Math.ceil((this.top + this.view) / this.height) + over);
    const rows = [];
    for (let row = first; row < last; row++) {
      const line = this.cache.get(row) ?? this.draw(row);
      this.cache.set(row, line);
      rows.push(line);
    }
    for (const row of this.cache.keys()) if (row < first || row >= last) this.cache.delete(row);
    this.window.style.transform = `translateY(${this.scrolled + first * this.height - this.top}px)`;
    const same =
      this.window.children.length === rows.length && rows.every((row, i) => row === this.window.children[i]);
    if (!same) this.window.replaceChildren(...rows);
    this.onPaint?.();
  }

  /**
   * Scrolls so that the text's pixel `y` is at the top.
   *
   * @param {number} y @param {ScrollBehavior} [behavior]
   */
  scrollTo(y, behavior = "instant") {
    const top = clamp(y, 0, Math.max(0, this.total * this.height - this.view)) / this.scale;
    this.box.scrollTo({ top, behavior });
    if (behavior === "smooth") return;
    this.scrolled = this.box.scrollTop;
    this.paint();
  }

  /**
   * Scrolls a row into view: to the middle if it was far away, otherwise just inside.
   *
   * @param {number} row @param {boolean} [smooth]
   */
  reveal(row, smooth = false) {
    const [first, last] = this.visible;
    if (row >= first && row <= last) return;
    const middle = Math.floor(this.view / this.height / 2); // whole rows, so that none is cut off at the top
    const far = row < first - 1 || row > last + 1;
    const y = far
      ? (row - middle) * this.height
      : row < first
        ? row * this.height
        : (row + 1) * this.height - this.view;
    this.scrollTo(y, smooth && !calm() ? "smooth" : "instant");
  }

  destroy() {
    this.box.removeEventListener("scroll", this.onScroll);
    this.sizes.disconnect();
  }
}

// Copies selected tokens as the text that they stand for: a space instead of its sign, a character instead of its
// bytes in several tokens.

const OF_SIGN = new Map(Array.from(WHITE, ([point, { sign }]) => [sign, String.fromCodePoint(point)]));

/** @param {ClipboardEvent} event In a box of tokens. */
function copyTokens(event) {
  const box = event.currentTarget;
  if (!(box instanceof HTMLElement)) return;
  // Chromium knows only here what is selected in a shadow root; other browsers, only in the document.
  const root = /** @type {{getSelection?: () => Selection | null}} */ (box.getRootNode());
  const selection = root.getSelection?.() ?? document.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return;
  const copied = selection.getRangeAt(0).cloneContents();
  for (const roof of copied.querySelectorAll(".roof")) roof.remove();
  const figures = box.closest("[data-depth=ids], [data-depth=bytes], [data-depth=bits]");
  if (figures) for (const token of copied.querySelectorAll(".tok")) token.append(" ");
  const texts = document.createTreeWalker(copied, NodeFilter.SHOW_TEXT);
  /** @type {number[]} */
  const bytes = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const byte of bytesOf(node.textContent ?? "", node.parentElement?.classList)) bytes.push(byte);
  const text = decodeUtf8(Uint8Array.from(bytes));
  event.clipboardData?.setData("text/plain", figures ? text.trimEnd() : text);
  event.preventDefault();
}

/**
 * @param {string} shown
 * @param {DOMTokenList} [classes] Of its element.
 */
function bytesOf(shown, classes) {
  if (classes?.contains("hex")) return [parseInt(shown, 16)];
  if (classes?.contains("label"))
    return encodeUtf8(String.fromCodePoint(parseInt(shown.replace("U+", ""), 16)));
  if (classes?.contains("white")) return encodeUtf8(OF_SIGN.get(shown) ?? shown);
  return encodeUtf8(shown.replace(/◌(?=\p{M})/gu, ""));
}
