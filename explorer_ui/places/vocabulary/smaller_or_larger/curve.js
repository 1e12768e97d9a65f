// Tokens of the text against the vocabulary size, one line for each vocabulary, sizes on a logarithmic axis.

import { attrs, el, svg, svgText } from "../../../browser/dom.js";
import { clamp, grouped } from "../../../browser/numbers.js";
import { zoomOf } from "../../../browser/presenting.js";
import { watchSize } from "../../../browser/size.js";

/** @import {GrownText} from "./grown_text.js" */
/** @import {SizeScale} from "./size_slider.js" */

const HEIGHT = 220;
const LEFT = 52; // room for the numbers of tokens
const RIGHT = 46; // and for the bytes per token
const TOP = 22;
const BOTTOM = 26;

/** Distinguishes lines by colour and, for colour-blind readers, by dashes. */
export const LINES = [
  { hue: "hue-0", dashes: null },
  { hue: "hue-1", dashes: "7 4" },
  { hue: "hue-2", dashes: "2 3" },
  { hue: "hue-3", dashes: "9 3 2 3" },
];

export class Curve {
  /** @param {(size: number) => void} onSize Called with a size that was clicked or dragged to. */
  constructor(onSize) {
    this.node = el("div", "curve");
    this.picture = attrs(svg("svg", { height: HEIGHT }), { role: "img" });
    this.node.append(this.picture);
    this.mark = svg("g", { class: "mark" });
    /** @type {GrownText[]} */
    this.texts = [];
    this.size = 0;
    this.bytes = 1;
    this.most = 1; // tokens at the top of the picture
    /** @type {number | null} */
    this.flat = null;
    /** @type {SizeScale | null} */
    this.scale = null;
    this.width = 0;
    const choose = (/** @type {MouseEvent} */ event) => {
      const x = (event.clientX - this.picture.getBoundingClientRect().left) / zoomOf(this.node);
      if (this.scale) onSize(this.scale.sizeAt((x - LEFT) / this.room));
    };
    this.picture.addEventListener("pointerdown", (event) => {
      this.picture.setPointerCapture(event.pointerId);
      // A finger may be about to scroll the page: it chooses when it moves sideways, or by a tap.
      if (event.pointerType === "mouse") choose(event);
    });
    this.picture.addEventListener("pointermove", (event) => {
      if (event.buttons) choose(event);
    });
    this.picture.addEventListener("click", choose);
    this.stopWatching = watchSize(this.node, () => {
      if (this.node.clientWidth !== this.width) this.draw();
    });
  }

  get room() {
    return Math.max(this.width - LEFT - RIGHT, 40);
  }

  /**
   * @param {GrownText[]} texts @param {SizeScale} scale
   * @param {number} bytes The length of the text in bytes.
   * @param {string} label For screen readers.
   */
  show(texts, scale, bytes, label) {
    this.texts = texts;
    this.scale = scale;
    this.bytes = bytes;
    attrs(this.picture, { "aria-label": label });
    this.draw();
  }

  draw() {
    const { scale, texts } = this;
    this.width = this.node.clientWidth;
    if (!scale || !this.width || !texts.length) return;
    attrs(this.picture, { width: this.width, viewBox: `0 0 ${this.width} ${HEIGHT}` });
    const most = (this.most = Math.max(...texts.map((text) => text.most)));
    const x = (/** @type {number} */ size) => LEFT + scale.placeOf(size) * this.room;
    const y = (/** @type {number} */ tokens) => TOP + (1 - tokens / most) * (HEIGHT - TOP - BOTTOM);
    /** @type {SVGElement[]} */
    const parts = [];
    /** @type {(text: string, at: number, height: number, anchor?: string) => unknown} */
    const write = (text, at, height, anchor = "end") =>
      parts.push(svgText(text, { x: at, y: height, "text-anchor": anchor }));
    for (const share of [0, 1, 2, 3, 4]) {
      const tokens = Math.round((most * share) / 4);
      parts.push(
        svg("line", { class: "grid", x1: LEFT, x2: LEFT + this.room, y1: y(tokens), y2: y(tokens) }),
      );
      write(grouped(tokens), LEFT - 6, y(tokens) + 4);
      if (tokens) write((this.bytes / tokens).toFixed(1), LEFT + this.room + 6, y(tokens) + 4, "start");
    }
    write("tokens", LEFT - 6, 10);
    write("bytes per token", this.width, 10);
    let clear = -Infinity;
    for (const size of scale.ticks()) {
      const label = size >= 10000 ? `${Math.round(size / 1000)}k` : grouped(size);
      if (x(size) - clear < 14 + 6 * label.length) continue;
      clear = x(size);
      parts.push(
        svg("line", {
          class: "tick",
          x1: x(size),
          x2: x(size),
          y1: HEIGHT - BOTTOM,
          y2: HEIGHT - BOTTOM + 4,
        }),
      );
      write(label, x(size), HEIGHT - 8, "middle");
    }
    texts.forEach((text, index) => {
      const points = [`M${x(text.leastSize)},${y(text.most)}`];
      let drawn = -1;
      for (let step = text.given + 1; step < text.sizes.length; step++) {
        const at = x(text.sizes[step]);
        if (at - drawn < 0.7 && step < text.steps) continue;
        drawn = at;
        points.push(`H${at.toFixed(1)}V${y(text.counts[step]).toFixed(1)}`);
      }
      points.push(`H${x(text.lastSize).toFixed(1)}`);
      const { hue, dashes } = LINES[index];
      parts.push(svg("path", { class: `line ${hue}`, d: points.join(""), "stroke-dasharray": dashes }));
    });
    this.picture.replaceChildren(...parts, this.mark);
    this.go(this.size);
  }

  /** Marks where the line of the current vocabulary becomes flat. @param {number | null} size */
  flattens(size) {
    this.flat = size;
    this.go(this.size);
  }

  /** @param {number} size */
  go(size) {
    this.size = size;
    const { scale } = this;
    if (!scale || !this.width) return;
    const placeOf = (/** @type {number} */ at) => LEFT + scale.placeOf(at) * this.room;
    const x = placeOf(size);
    this.mark.replaceChildren(
      svg("line", { x1: x, x2: x, y1: TOP - 6, y2: HEIGHT - BOTTOM }),
      ...(this.flat === null ? [] : this.drawFlat(placeOf(this.flat))),
      ...this.texts.map((text, index) =>
        svg("circle", {
          class: `dot ${LINES[index].hue}`,
          cx: placeOf(clamp(size, text.leastSize, text.lastSize)),
          cy: TOP + (1 - text.tokensUnder(size) / this.most) * (HEIGHT - TOP - BOTTOM),
          r: 4,
        }),
      ),
    );
  }

  /** @param {number} x */
  drawFlat(x) {
    const early = x < LEFT + this.room / 2;
    const at = { x: x + (early ? 5 : -5), y: TOP + 10, "text-anchor": early ? "start" : "end" };
    const words = svgText("flat from here", at);
    return [svg("line", { class: "flat", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }), words];
  }

  destroy() {
    this.stopWatching();
  }
}
