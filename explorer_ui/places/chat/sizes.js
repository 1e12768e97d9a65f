// The parts of a request as nested bars: each is as wide as its tokens, and below the part that contains it.
// Touching a bar, or moving over the bars with a finger, shows its text and dims the rest.

import { tintsOf } from "../../browser/colours.js";
import { attrs, el, inside, verbatim } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";
import { clamp, grouped, percent, plural } from "../../browser/numbers.js";
import { bytesOf } from "../../browser/payload.js";
import { textParts } from "../../browser/text_parts.js";
import { drawTextParts } from "../../parts/token_row/draw_text_parts.js";

const ROWS = 3;

export class Sizes extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("sizes", parent);
    /** @type {Message.SizesData | null} */
    this.data = null;
    /** @type {number | null} */
    this.chosen = null;
    /** @type {HTMLElement[]} */
    this.bars = [];
    this.chart = attrs(el("div", "chart"), {
      tabindex: 0,
      role: "group",
      "aria-label": "The parts of the request; arrow keys go from part to part",
      "data-picture": ".part",
    });
    this.said = attrs(el("p", "said"), { "aria-live": "polite" });
    this.text = attrs(verbatim(el("div", "text")), { dir: "auto" });
    this.root.append(this.chart, this.said, this.text);
    this.chart.addEventListener("pointerdown", (event) => this.touched(event));
    this.chart.addEventListener("pointermove", (event) => {
      if (event.buttons) this.touched(event);
    });
    this.chart.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** @param {Message.SizesData} data */
  update(data) {
    if (this.data?.sizes_id === data.sizes_id) return;
    this.data = data;
    this.bars = data.parts.map((part) => bar(part, data.tokens));
    this.chart.replaceChildren(...this.bars);
    if (data.kept !== null) this.chart.append(keptBefore(data.kept / data.tokens));
    this.choose(null);
  }

  /** @param {PointerEvent} event */
  touched(event) {
    const box = this.chart.getBoundingClientRect();
    if (!this.data || !box.width) return;
    const token = ((event.clientX - box.left) / box.width) * this.data.tokens;
    const row = clamp(Math.floor(((event.clientY - box.top) / box.height) * ROWS), 0, ROWS - 1);
    const found = this.at(token, row);
    // A second touch takes the choice back.
    this.choose(event.type === "pointerdown" && found === this.chosen ? null : found);
  }

  /**
   * The part at a place: the deepest one that is not below this row.
   *
   * @param {number} token
   * @param {number} row
   */
  at(token, row) {
    const parts = this.data?.parts ?? [];
    let found = null;
    parts.forEach((part, index) => {
      if (part.depth <= row && part.start <= token && token < part.start + part.tokens) found = index;
    });
    return found;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const parts = this.data?.parts ?? [];
    if (!event.key.startsWith("Arrow") || !parts.length) return;
    event.preventDefault();
    const here = this.chosen;
    if (here === null) return this.choose(0);
    const { depth, start, tokens } = parts[here];
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const other = this.at(start, depth + (event.key === "ArrowDown" ? 1 : -1));
      return this.choose(other ?? here);
    }
    const next = this.at(event.key === "ArrowRight" ? start + tokens : start - 1, depth);
    return this.choose(next ?? here);
  }

  /** @param {number | null} index */
  choose(index) {
    this.chosen = index;
    const part = index === null ? null : (this.data?.parts[index] ?? null);
    const from = part?.start ?? 0;
    const to = part ? from + part.tokens : 0;
    this.bars.forEach((node, at) => {
      const other = this.data?.parts[at];
      const outside = !part || !other || other.start < from || other.start >= to || other.depth < part.depth;
      node.classList.toggle("quiet", Boolean(part) && outside);
      node.classList.toggle("chosen", at === index);
    });
    this.said.replaceChildren(...(part ? [this.sentence(part)] : legendOf(this.data?.parts ?? [])));
    this.text.replaceChildren(...(part ? tokensOf(part, this.data?.display ?? "text") : []));
  }

  /** @param {Message.SizesPart} part */
  sentence(part) {
    const parts = this.data?.parts ?? [];
    const around = parts.find(
      (one) => one.depth === part.depth - 1 && one.start <= part.start && part.start < one.start + one.tokens,
    );
    const [whole, name] = around ? [around.tokens, around.name] : [this.data?.tokens ?? 1, "the request"];
    const json = part.json ? `; ${grouped(part.json)} in JSON` : "";
    const seen = part.seen ? `; ${grouped(part.seen)} repeated from earlier` : "";
    const other = part.other === null ? "" : `; ${this.data?.other}: ${grouped(part.other)}, ${times(part)}`;
    return `${part.name}: ${plural(part.tokens, "token")}, ${percent(part.tokens / whole, 1)} of ${name}${json}${seen}${other}.`;
  }
}

/**
 * @param {Message.SizesPart} part
 * @param {number} all
 */
function bar(part, all) {
  const node = verbatim(el("span", `part ${part.kind}`));
  const ratio = part.other === null ? "" : ` · ${times(part)}`;
  node.append(el("b", "", part.name), el("i", "", grouped(part.tokens) + ratio));
  node.style.left = `${(100 * part.start) / all}%`;
  node.style.width = `${(100 * part.tokens) / all}%`;
  node.style.top = `${(100 * part.depth) / ROWS}%`;
  node.style.height = `${(100 * (part.leaf ? ROWS - part.depth : 1)) / ROWS}%`;
  return node;
}

/** The colours of the smallest parts, with their tokens. @param {Message.SizesPart[]} parts */
function legendOf(parts) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { kind, leaf, tokens } of parts) if (leaf) sums.set(kind, (sums.get(kind) ?? 0) + tokens);
  return Array.from(sums, ([kind, tokens]) => {
    const name = kind === "json" ? "JSON" : kind[0].toUpperCase() + kind.slice(1);
    return inside("span", "kind", el("i", `part ${kind}`), `${name} ${grouped(tokens)}`);
  });
}

/** How many times as many tokens a part has with the other tokenizer. @param {Message.SizesPart} part */
function times({ other, tokens }) {
  return `×${((other ?? 0) / tokens).toFixed(2)}`;
}

/** A line where the beginning ends that an earlier request has too. @param {number} share */
function keptBefore(share) {
  const node = inside("span", share > 0.5 ? "kept late" : "kept", el("span", "flag", "cached up to here"));
  node.style.left = `${100 * share}%`;
  return node;
}

/**
 * The first tokens of a part.
 *
 * @param {Message.SizesPart} part
 * @param {Message.SizesData["display"]} display
 */
function tokensOf({ text, bounds, tokens }, display) {
  const bytes = bytesOf(text);
  const cells = Array.from(tintsOf(bounds), (tint, at) => {
    const parts = textParts(bytes.subarray(bounds[at], bounds[at + 1]), display);
    // Without a place to break, a line would break inside a token.
    return inside("span", "cell", el("wbr"), drawTextParts(el("span", `token tint-${tint}`), parts));
  });
  const shown = bounds.length - 1;
  return shown < tokens
    ? [...cells, el("span", "more", ` and ${plural(tokens - shown, "token")} more`)]
    : cells;
}

export default mounting(Sizes);
