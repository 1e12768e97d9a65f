// The lives of tokens: a band for each over the steps of a training, and which of them Picky BPE would drop.

import { attrs, el, inside, orKeys, svg, svgText } from "../../../browser/dom.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";
import { LinkToPython } from "../../../parts/picture/link_to_python.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped, percent as asPercent, plural } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { Ruler } from "../../../browser/size.js";
import { PictureBox } from "../../../parts/picture/picture_box.js";
import { textParts } from "../../../browser/text_parts.js";
import { Transport } from "../../../parts/transport/transport.js";

/** @typedef {Message.LivesData & {threshold: number}} LivesData */

const ROW = 22;
const BAND = 19; // the height for the most frequent token
const AXIS = 24;
const EDGE = 8;
const LEAST = 50; // per cent
const LETTERS = 12; // of a token's name, next to its band
const TOUCH = `Touch a band${orKeys()} to read about its token.`;

/** @param {string} spelled */
const parts = (spelled) => textParts(bytesOf(spelled));

export class Lives extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("lives", parent);
    /** @type {LivesData | null} */
    this.data = null;
    this.chosen = -1;
    this.rest = ""; // which tokens the picture shows, if not all
    this.head = el("p", "head sentence");
    const asks = el("span", "", "Highlight tokens that lost at least this share to one merge");
    this.transport = new Transport({
      name: "Threshold in per cent",
      go: (percent) => {
        this.mark(percent);
        this.link.report();
      },
      before: [asks],
    });
    this.transport.setRange(LEAST, 100);
    this.dropped = attrs(el("p", "dropped"), { "aria-live": "polite" });
    this.box = new PictureBox({
      marks: ".life",
      keys: ["ArrowDown", "ArrowUp"],
      draw: () => this.drawPicture(),
      touch: (life) => this.choose(Number(life.dataset.band)),
      walk: (by) => {
        this.choose(clamp(this.chosen + by, 0, (this.data?.bands.length ?? 1) - 1));
        this.box.node.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
      },
    });
    this.touched = attrs(el("p", "touched", TOUCH), { "aria-live": "polite" });
    const below = inside("div", "below told", this.touched, this.transport.node, this.dropped);
    this.root.append(this.head, this.box.node, below);
    this.link = new LinkToPython(send, this.root, () => this.whereAtRest());
  }

  /** @param {LivesData} data */
  update(data) {
    if (this.data?.data_id === data.data_id) return;
    // A position that Python does not know yet takes precedence over Python's.
    const { threshold } = this.link.unknown(data) ?? data;
    this.data = data;
    this.transport.draw(threshold, `${threshold}%`);
    this.link.agree(data);
    this.link.report();
    this.chosen = -1;
    this.touched.textContent = TOUCH;
    const { num_learned, num_scaffolds, bands } = data;
    this.head.replaceChildren(
      el("b", "", num_scaffolds ? grouped(num_scaffolds) : "None"),
      ` of ${plural(num_learned, "learned token")} ${num_scaffolds > 1 ? "are" : "is"} no longer used at the end.`,
    );
    const ended = bands.filter(({ counts }) => !counts[counts.length - 1]).length;
    this.rest =
      bands.length < num_learned
        ? ` The picture shows ${grouped(ended)} of the unused tokens, and ${grouped(bands.length - ended)} that are ` +
          "still used: the most frequent of each kind."
        : "";
    this.drawPicture();
  }

  whereAtRest() {
    const { data, transport } = this;
    return data && { data_id: data.data_id, threshold: transport.at };
  }

  drawPicture() {
    const { data } = this;
    const width = this.box.measure();
    if (!data || !width) return;
    const { bands, num_merges } = data;
    const last = num_merges + 1; // the state after the last merge needs width too
    const label = width < 600 ? 96 : 130;
    const x = (/** @type {number} */ step) => label + (step / last) * (width - label - EDGE);
    const most = Math.max(...bands.flatMap(({ counts }) => counts));
    const height = bands.length * ROW + AXIS;
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
    const ruler = this.ruler();
    bands.forEach((band, row) => {
      const middle = (row + 0.5) * ROW;
      const life = svg("g", { class: "life", "data-band": row });
      const shape = { last, most, x, middle, height: BAND };
      const letters = parts(band.spelled).map(({ text }) => text);
      const shown = letters.slice(0, LETTERS).join("") + (letters.length > LETTERS ? "…" : "");
      const wide = ruler.width(shown) + 8;
      const left = label - 8 - wide;
      life.append(
        svg("rect", { class: "hit-area", x: 1, y: row * ROW, width: width - 2, height: ROW }),
        svg("line", { class: "span", x1: x(band.steps[0]), x2: x(last), y1: middle, y2: middle }),
        svg("path", { class: "band", d: outline(band, shape) }),
        svg("rect", { class: "box", x: left, y: middle - BAND / 2, width: wide, height: BAND, rx: 4 }),
        svgText(shown, { class: "spelled", x: label - 12, y: middle + 5, "text-anchor": "end" }),
      );
      // A life of one merge is too short to be visible: its end is marked.
      const end = x(band.steps[band.steps.length - 1]);
      if (!band.counts[band.counts.length - 1])
        life.append(svg("circle", { class: "end", cx: end, cy: middle, r: 4.5 }));
      picture.append(life);
    });
    for (const share of [0, 0.5, 1]) {
      const step = Math.round(num_merges * share);
      const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";
      const at = { class: "tick", x: x(share === 1 ? last : step), y: height - 6, "text-anchor": anchor };
      picture.append(svgText(share === 1 ? plural(step, "merge") : grouped(step), at));
    }
    this.box.show(
      picture,
      `The lives of ${plural(bands.length, "token")} over ${plural(num_merges, "merge")}`,
    );
    this.mark();
  }

  ruler() {
    const look = getComputedStyle(this.box.node);
    return new Ruler(look.getPropertyValue("--code"), parseFloat(look.fontSize));
  }

  mark(percent = this.transport.at) {
    const { data } = this;
    if (!data) return;
    const many = data.dropped[percent - LEAST];
    this.transport.draw(percent, `${percent}%`);
    const told = many
      ? `Picky BPE would drop ${grouped(many)} of the ${grouped(data.num_learned)} at this threshold: ` +
        (many === 1
          ? "it lost at least this share of its occurrences to one merge. It is coloured; the others are grey."
          : "they lost at least this share of their occurrences to one merge. They are coloured; the others are grey.")
      : "Picky BPE would drop none of them at this threshold: no token lost this share to one merge.";
    this.dropped.textContent = told + this.rest;
    for (const node of this.box.node.querySelectorAll(".life")) {
      const index = Number(node.getAttribute("data-band"));
      node.classList.toggle("drops", data.bands[index].swallowed >= percent / 100);
      node.classList.toggle("chosen", index === this.chosen);
    }
  }

  /** @param {number} index */
  choose(index) {
    if (!this.data || index === this.chosen) return;
    this.chosen = index;
    this.mark();
    const { id, spelled, steps, counts, swallowed, swallowed_at, eater } = this.data.bands[index];
    const last = counts[counts.length - 1];
    const end = last ? `${plural(last, "time")} at the end` : "not at all at the end";
    this.touched.replaceChildren(
      chip({ id, parts: parts(spelled), quiet: false }),
      ` is made by merge ${steps[0]}, and occurs at most ${plural(Math.max(...counts), "time")}, ${end}. `,
    );
    if (!swallowed_at) this.touched.append("It became part of no other token.");
    else
      this.touched.append(
        `Merge ${swallowed_at} used ${asPercent(Math.floor(100 * swallowed + 1e-9) / 100 || swallowed)} of those that were left, for `,
        chip({ id: 0, parts: parts(eater), quiet: true }),
        ": no other merge used a larger share.",
      );
  }

  destroy() {
    this.link.stop();
    this.box.destroy();
  }
}

/**
 * The outline of a token's life as a band around a middle line. The height is proportional to the square root of
 * the count, so that a token that occurs once is visible next to one that occurs a thousand times.
 *
 * @param {{steps: number[], counts: number[]}} life @param {object} scale
 * @param {number} scale.last The last step.
 * @param {number} scale.most The count for the full height of the row.
 * @param {(step: number) => number} scale.x @param {number} scale.middle @param {number} scale.height
 */
export function outline({ steps, counts }, { last, most, x, middle, height }) {
  const half = (/** @type {number} */ count) => (Math.sqrt(count / most) * height) / 2;
  let above = "";
  let below = "";
  counts.forEach((count, index) => {
    const [left, right] = [x(steps[index]).toFixed(1), x(steps[index + 1] ?? last).toFixed(1)];
    const [top, bottom] = [(middle - half(count)).toFixed(1), (middle + half(count)).toFixed(1)];
    above += `${index ? "L" : "M"}${left},${top}H${right}`;
    below = `L${right},${bottom}H${left}${below}`;
  });
  return `${above}${below}Z`;
}

export default mounting(Lives);
