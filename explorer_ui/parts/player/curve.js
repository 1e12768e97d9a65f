// The curve: how many tokens there are after each step.

import { colourOf, solid } from "../../browser/colours.js";
import { attrs, svg, svgText } from "../../browser/dom.js";
import { grouped, plural } from "../../browser/numbers.js";
import { copyOf } from "../picture/pictures.js";

/** @import {History} from "./history.js" */

const POINTS = 400;

export class Curve {
  node = svg("svg", {
    class: "curve",
    role: "img",
    "aria-label": "Number of tokens after each merge",
  });
  dot = svg("circle", { r: 4.5, class: "dot" });
  now = svg("line", { class: "now" });
  /** Around the step that is pointed at. */
  ring = svg("circle", { r: 8, class: "ring" });
  tokensAt = (/** @type {number} */ step) => step;
  x = (/** @type {number} */ step) => step;
  y = (/** @type {number} */ tokens) => tokens;
  stepAt = (/** @type {number} */ x) => x;

  /**
   * @param {History} history
   * @param {History} [compared] Another history of the same text, drawn behind it.
   */
  draw(history, compared) {
    const { node } = this;
    const { whole } = history;
    const steps = Math.max(history.steps, compared?.steps ?? 0);
    const width = Math.max(160, node.clientWidth);
    const height = Math.max(70, node.clientHeight);
    const [left, right, top, bottom] = [8 + 7 * grouped(whole).length, 10, 8, 20];
    const across = width - left - right;
    const x = (/** @type {number} */ step) => left + (steps ? step / steps : 0) * across;
    const y = (/** @type {number} */ n) =>
      height - bottom - (whole ? n / whole : 0) * (height - top - bottom);
    this.tokensAt = (/** @type {number} */ step) => history.tokensAt(step);
    Object.assign(this, { x, y, stepAt: (/** @type {number} */ at) => ((at - left) / across) * steps });
    const path = (/** @type {History} */ of) =>
      stepsDrawn(of.steps)
        .map((step, i) => `${i ? "L" : "M"}${x(step).toFixed(1)} ${y(of.tokensAt(step)).toFixed(1)}`)
        .join("");
    const line = path(history);
    const floor = y(0);
    const marked = (/** @type {number} */ at, /** @type {string} */ words) => [
      svg("line", { x1: at, x2: at, y1: top, y2: floor, class: "lifted" }),
      at < width - right - 120
        ? label(words, at + 5, top + 7, "start")
        : label(words, at - 5, top + 7, "end"),
    ];
    attrs(node, { viewBox: `0 0 ${width} ${height}` });
    attrs(this.now, { y1: top, y2: floor });
    node.replaceChildren(
      svg("path", { d: `${line}L${x(history.steps)} ${floor}L${x(0)} ${floor}Z`, class: "area" }),
      svg("line", { x1: x(0), x2: x(steps), y1: floor, y2: floor, class: "axis" }),
      ...(history.secondStage ? marked(x(history.secondStage.at), "boundaries lifted") : []),
      ...(history.earlier ? marked(x(history.earlier), "new merges") : []),
      this.now,
      ...(compared
        ? [
            svg("path", { d: path(compared), class: "compared" }),
            // After its last merge, the compared curve continues as a horizontal line.
            svg("line", {
              x1: x(compared.steps),
              x2: x(steps),
              y1: y(compared.tokensAt(compared.steps)),
              y2: y(compared.tokensAt(compared.steps)),
              class: "ended",
            }),
          ]
        : []),
      svg("path", { d: line, class: "line" }),
      this.dot,
      this.ring,
      label(grouped(whole), left - 5, top + 7, "end"),
      label("0", left - 5, floor + 4, "end"),
      label(steps ? "0" : "", x(0), height - 5, "middle"),
      label(plural(steps, "merge"), x(steps), height - 5, steps ? "end" : "start"),
    );
  }

  /** @param {number} step @param {number} tokens */
  mark(step, tokens) {
    const at = this.x(step);
    attrs(this.dot, { cx: at, cy: this.y(tokens) });
    attrs(this.now, { x1: at, x2: at });
  }

  /** @param {number | null} step The step that made what is pointed at. */
  point(step) {
    this.ring.classList.toggle("shown", step !== null);
    if (step !== null) attrs(this.ring, { cx: this.x(step), cy: this.y(this.tokensAt(step)) });
  }

  /** The curve with inlined styles, for a file. */
  picture() {
    const background = colourOf(this.node, "--bg");
    const copy = copyOf(this.node);
    copy.children[[...this.node.children].indexOf(this.ring)]?.remove();
    const { width, height } = this.node.viewBox.baseVal;
    attrs(copy, { xmlns: "http://www.w3.org/2000/svg", width, height, class: null });
    copy.prepend(svg("rect", { width, height, fill: solid(background) }));
    return copy;
  }
}

/** The steps for which a point is drawn: all, or as many as can be distinguished. @param {number} steps */
function stepsDrawn(steps) {
  const drawn = [];
  for (let step = 0; step < steps; step += Math.max(1, steps / POINTS)) drawn.push(Math.floor(step));
  return [...drawn, steps];
}

/** @type {(words: string, x: number, y: number, anchor: string) => SVGTextElement} */
const label = (words, x, y, anchor) => svgText(words, { x, y, "text-anchor": anchor });
