// Vocabularies as core samples: a strip for each, from its first token down, each row divided by what its tokens
// consist of. Bands join equal tokens in the same order; below, the family tree, and the tokens of one row.

import { attrs, el, inside, isChord, svg, svgText } from "../../../browser/dom.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped, plural } from "../../../browser/numbers.js";
import { bytesOf, uint16sOf } from "../../../browser/payload.js";
import { zoomOf } from "../../../browser/presenting.js";
import { watchSize } from "../../../browser/size.js";
import { textParts } from "../../../browser/text_parts.js";
import { LinkToPython } from "../../../parts/picture/link_to_python.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";

const GAP = 0.24; // the width between two strips, as a share of a strip
const LETTER = 9; // pixels, of what is written in a strip
const NAMED = 80; // pixels from which its name fits above a strip
const TOP = 2; // room for the outline of the first row

class Cores extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("cores", parent);
    /** @type {Message.CoresData | null} */
    this.data = null;
    /** @type {Uint16Array[]} */
    this.rows = [];
    this.strip = 0;
    this.row = 0;
    this.names = el("div", "names");
    this.box = attrs(el("div", "samples"), {
      tabindex: 0,
      role: "group",
      "aria-label": "The vocabularies as strips; arrow keys go from place to place",
      "data-picture": ".core",
    });
    this.legend = el("p", "legend");
    this.said = attrs(el("p", "said sentence"), { "aria-live": "polite" });
    this.tokens = attrs(el("div", "tokens"), {
      tabindex: 0,
      role: "group",
      "aria-label": "The tokens there",
    });
    this.branches = attrs(el("ol", "branches"), { "aria-label": "The family tree" });
    const figure = inside("div", "", this.names, this.box, this.legend);
    this.root.append(figure, this.said, this.tokens, this.branches);
    this.box.addEventListener("pointerdown", (event) => this.touched(event));
    this.box.addEventListener("pointermove", (event) => {
      if (event.buttons) this.touched(event);
    });
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    this.link = new LinkToPython(send, this.root, () => this.whereAtRest());
    this.stop = watchSize(this.box, () => this.draw());
  }

  /** @param {Message.CoresData} data */
  update(data) {
    const known = this.data?.data_id === data.data_id;
    const unknown = this.link.unknown(data);
    this.data = data;
    if (!known) {
      this.rows = data.cores.map(({ rows }) => uint16sOf(rows));
      this.legend.replaceChildren(
        ...data.kinds.map((kind, at) => inside("span", "", el("i", `kind-${at}`), kind)),
      );
      this.branches.replaceChildren(
        ...data.branches.map(({ depth, sentence }) => {
          const node = el("li", "", sentence);
          node.style.setProperty("--depth", String(depth));
          return node;
        }),
      );
    }
    // The newest place is the visitor's, until Python knows it.
    const { strip, row } = unknown?.data_id === data.data_id ? unknown : data;
    Object.assign(this, { strip, row });
    this.link.agree(data);
    if (this.link.owes) this.link.report();
    this.draw();
    this.point();
  }

  whereAtRest() {
    const { data, strip, row } = this;
    return data && { data_id: data.data_id, strip, row };
  }

  /** The pixels of a strip, and of a token. */
  get scale() {
    const cores = this.data?.cores ?? [];
    const width = this.box.clientWidth / Math.max(1, cores.length + GAP * (cores.length - 1));
    const presented = this.root.matches(".presenting")
      ? innerHeight / zoomOf(this.root) - 122 - this.legend.offsetHeight - this.names.offsetHeight
      : 0;
    const height = presented || clamp(innerHeight - (innerHeight > 500 ? 400 : 190), 170, 720);
    return { width, height, token: height / Math.max(1, ...cores.map(({ size }) => size)) };
  }

  draw() {
    const { data, box } = this;
    if (!data || !box.clientWidth) return;
    const { width } = this.scale;
    const left = (/** @type {number} */ strip) => strip * width * (1 + GAP);
    this.names.classList.remove("tight");
    this.names.classList.toggle("narrow", width < NAMED);
    this.names.style.gridTemplateColumns = `repeat(${data.cores.length}, ${width}px)`;
    this.names.style.columnGap = `${width * GAP}px`;
    this.names.replaceChildren(
      ...data.cores.map(({ name, size }) =>
        inside("div", "", el("b", "", name), el("span", "", plural(size, "token"))),
      ),
    );
    const wide = [...this.names.querySelectorAll("b")].some((name) => name.scrollWidth > width);
    this.names.classList.toggle("tight", wide);
    const { height, token } = this.scale; // it depends on the names
    const all = { width: box.clientWidth, height: height + 2 * TOP };
    const picture = svg("svg", { ...all, viewBox: `0 ${-TOP} ${all.width} ${all.height}` });
    data.bands.forEach((stretches, strip) => {
      for (const [from, to, begin, end] of stretches) {
        const [a, b] = [left(strip) + width, left(strip + 1)];
        const [y1, y2, y3, y4] = [from, to, end, begin].map((at) => (at * token).toFixed(1));
        picture.append(svg("path", { class: "band", d: `M${a},${y1}V${y2}L${b},${y3}V${y4}Z` }));
      }
    });
    data.cores.forEach(({ size, marks }, strip) => {
      const core = svg("g", { class: "core", transform: `translate(${left(strip)} 0)` });
      const outlines = this.outlines(strip, { width, token, size });
      core.append(...outlines.map((d, kind) => svg("path", { class: `kind-${kind}`, d })));
      for (const [at, words] of marks) {
        const lines = words.length * LETTER < width ? [words] : words.split(/(?<=of) /);
        const fit = lines.every((line) => line.length * LETTER < width);
        if (fit && Math.min(at, size - at) * token > LETTER * lines.length)
          lines.forEach((line, index) => {
            const dy = `${0.35 + 1.2 * (index - (lines.length - 1) / 2)}em`;
            core.append(svgText(line, { x: width / 2, y: at * token, "text-anchor": "middle", dy }));
          });
      }
      picture.append(core);
    });
    this.mark = svg("rect", { class: "place" });
    picture.append(this.mark);
    box.replaceChildren(picture);
    this.markPlace();
  }

  /**
   * The area of each kind: in each row as wide as its share.
   *
   * @param {number} strip
   * @param {{width: number, token: number, size: number}} scale
   */
  outlines(strip, { width, token, size }) {
    const [kinds, per] = [this.data?.kinds.length ?? 1, this.data?.per_row ?? 1];
    const rows = this.rows[strip];
    const [down, up] = [Array(kinds).fill(""), Array(kinds).fill("")];
    for (let row = 0; row * kinds < rows.length; row++) {
      const counts = rows.subarray(row * kinds, (row + 1) * kinds);
      const all = counts.reduce((sum, count) => sum + count, 0);
      const [y1, y2] = [row * per, Math.min(size, (row + 1) * per)].map((at) => (at * token).toFixed(2));
      let [before, left] = [0, "0"];
      counts.forEach((count, kind) => {
        before += count;
        const right = ((width * before) / all).toFixed(1);
        down[kind] += `${row ? "L" : "M"}${left},${y1}V${y2}`;
        up[kind] = `L${right},${y2}V${y1}${up[kind]}`;
        left = right;
      });
    }
    return down.map((path, kind) => `${path}${up[kind]}Z`);
  }

  /** @param {PointerEvent} event */
  touched(event) {
    const { data } = this;
    const bounds = this.box.getBoundingClientRect();
    if (!data || !bounds.width) return;
    const { width, token } = this.scale;
    // A zoomed page has other pixels on the screen than in the picture.
    const zoom = bounds.width / this.box.clientWidth;
    const strip = Math.floor((event.clientX - bounds.left) / zoom / (width * (1 + GAP)));
    this.go(strip, Math.floor(((event.clientY - bounds.top) / zoom - TOP) / (token * data.per_row)));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by || isChord(event)) return;
    event.preventDefault();
    this.go(this.strip + by[0], this.row + by[1]);
  }

  /** @param {number} strip @param {number} row */
  go(strip, row) {
    const cores = this.data?.cores ?? [];
    this.strip = clamp(strip, 0, cores.length - 1);
    this.row = clamp(row, 0, Math.ceil(cores[this.strip].size / (this.data?.per_row ?? 1)) - 1);
    this.point();
    this.link.report();
  }

  markPlace() {
    const { width, token } = this.scale;
    const per = this.data?.per_row ?? 1;
    const height = Math.max(4, per * token);
    const y = (this.row + 0.5) * per * token - height / 2;
    if (this.mark) attrs(this.mark, { x: this.strip * width * (1 + GAP), y, width, height });
  }

  point() {
    const { data, strip, row } = this;
    if (!data) return;
    this.markPlace();
    const kinds = data.kinds.length;
    const counts = [...this.rows[strip].subarray(row * kinds, (row + 1) * kinds)];
    const all = counts.reduce((sum, count) => sum + count, 0);
    const from = row * data.per_row;
    const found = data.kinds
      .map((kind, at) => ({ kind, count: counts[at] }))
      .filter(({ count }) => count)
      .sort((one, other) => other.count - one.count)
      .map(({ kind, count }) => `${kind} ${grouped(count)}`);
    this.said.textContent =
      `${data.cores[strip].name}, tokens ${grouped(from + 1)} to ${grouped(from + all)} in the order of learning: ` +
      `${found.join(", ")}.`;
    const known = data.strip === strip && data.row === row;
    this.tokens.replaceChildren(
      ...(known ? data.tokens : []).flatMap((spelled) => {
        const token = { id: 0, parts: textParts(bytesOf(spelled)), quiet: true };
        return [chip(token), " "];
      }),
    );
    if (known && all > data.tokens.length)
      this.tokens.append(`and ${grouped(all - data.tokens.length)} more`);
  }

  destroy() {
    this.stop();
    this.link.stop();
  }
}

export default mounting(Cores);
