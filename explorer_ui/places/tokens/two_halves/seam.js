// A text with a movable seam: the tokens of its two halves encoded separately, above those of the whole.

import { key } from "../../../browser/colours.js";
import { attrs, el, inside, isChord, svg } from "../../../browser/dom.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";
import { LinkToPython } from "../../../parts/picture/link_to_python.js";
import { announce, withdraw } from "../../../parts/picture/shown.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped, lastAtMost, plural } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { textParts } from "../../../browser/text_parts.js";
import { BoundaryRow } from "../../../parts/token_row/text_line.js";
import { TextStage } from "../../../parts/token_row/text_stage.js";
import { Transport } from "../../../parts/transport/transport.js";

/** @import {Picture} from "../../../parts/picture/shown.js" */

const SPACE = 32;
const [MOST_TOKENS, MOST_STRETCHES] = [12, 4]; // named in words

export class SeamPicture extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("seam", parent);
    /** @type {SeamData | null} */
    this.data = null;
    this.bytes = new Uint8Array();
    /** The first byte of each character. @type {number[]} */
    this.characters = [];
    this.at = 1;
    /** Whether a question is open: then the seam stays. */
    this.held = false;
    /** @type {Picture} */
    this.presented = {
      root: this.root,
      scene: () => this.data && { seam: this.data },
      step: () => this.at,
      go: (step) => this.move(step),
      // The answer to any question about the seam is on the screen, so only the Challenge has questions about it.
      asks: [],
      cover: (_, held) => this.hold(held),
    };
    this.stage = new TextStage("The tokens of the two halves, and of the whole text");
    this.band = attrs(svg("svg", { class: "band", preserveAspectRatio: "none" }), { role: "img" });
    this.changes = this.band.appendChild(svg("path", {}));
    this.transport = new Transport({
      name: "The seam is after this many characters of the text",
      buttons: [
        ["back", "Move the seam one character back"],
        ["forward", "Move the seam one character forward"],
      ],
      go: (at) => this.move(at),
      above: [this.band],
    });
    this.head = attrs(el("p", "head sentence"), { "aria-live": "polite" });
    this.reasons = el("div", "reasons");
    this.sums = el("p", "sums");
    const legend = inside(
      "p",
      "keys",
      key("key-seam", "the seam"),
      key("key-differs", "tokens that differ"),
      key("key-band", "a seam here changes tokens"),
    );
    const below = inside("div", "below", legend);
    this.root.append(this.stage.box, this.transport.node, below, this.head, this.reasons, this.sums);
    this.stage.box.addEventListener("click", (event) => {
      const byte = this.stage.byteUnder(event);
      if (byte !== null) this.move(lastAtMost(this.characters, byte));
    });
    this.stage.box.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by || isChord(event)) return;
      event.preventDefault();
      this.move(this.at + by);
    });
    this.link = new LinkToPython(send, this.root, () => this.whereAtRest());
  }

  /** @param {SeamData} data */
  update(data) {
    if (this.data?.data_id === data.data_id) return;
    // A position that Python does not know yet takes precedence over Python's.
    const { at } = this.link.unknown(data) ?? data;
    this.data = data;
    this.bytes = bytesOf(data.text);
    this.characters = [];
    this.bytes.forEach((byte, place) => (byte & 0xc0) !== 0x80 && this.characters.push(place));
    this.transport.setRange(1, data.seams.length);
    this.drawBand(data);
    this.stage.setText(this.bytes);
    this.move(at);
    this.link.agree(data);
    this.link.report();
    announce(this.presented, "scene");
  }

  whereAtRest() {
    const { at, data } = this;
    return data && { data_id: data.data_id, at };
  }

  /** @param {number} at The character before which to place the seam. */
  move(at) {
    const { data } = this;
    if (!data) return;
    if (!this.held) this.at = clamp(at, 1, data.seams.length);
    announce(this.presented, "step");
    if (this.held) return;
    const seam = this.characters[this.at];
    const row = data.seams[this.at - 1];
    const size = this.bytes.length;
    const differing = row.stretches.map(({ start, end }) => /** @type {[number, number]} */ ([start, end]));
    this.stage.show(
      [
        new BoundaryRow(boundariesApart(data.boundaries, row.stretches, seam), size, {
          name: "apart",
          differing,
        }),
        new BoundaryRow(data.boundaries, size, { name: "together", differing }),
      ],
      seam,
    );
    this.stage.reveal(seam);
    this.transport.draw(this.at, `after character ${grouped(this.at)} of ${grouped(data.seams.length + 1)}`);
    this.drawHead(data, row);
    this.reasons.replaceChildren(...this.reasonsOf(data, row));
    this.link.report();
  }

  /** @param {boolean} held */
  hold(held) {
    this.held = held;
    this.transport.hold(held);
  }

  /** @param {SeamData} data @param {Message.SeamRow} row */
  drawHead({ count, tokenizer }, { left, right, stretches }) {
    const apart = left + right;
    const more = plural(Math.abs(apart - count), "token");
    const verdict = !stretches.length
      ? "Splitting here changes nothing."
      : apart > count
        ? `Splitting here costs ${more}.`
        : apart < count
          ? `Splitting here saves ${more}.`
          : "The same number of tokens, but different ones.";
    this.head.replaceChildren(
      `${tokenizer}, encoded apart: `,
      el("b", "", `${grouped(left)} + ${grouped(right)}`),
      ` = ${plural(apart, "token")}; together: `,
      el("b", "", grouped(count)),
      ". ",
      el("b", "", verdict),
    );
  }

  /** Describes what differs, and why. @param {SeamData} data @param {Message.SeamRow} row */
  reasonsOf(data, { stretches, closed, num_closed }) {
    const lines = stretches.slice(0, MOST_STRETCHES).map((stretch) => {
      const { start, end, boundaries, ids } = stretch;
      const inner = data.boundaries.filter((at) => start < at && at < end);
      const first = data.boundaries.filter((at) => at <= start).length;
      const wholeIds = data.ids.slice(first, first + inner.length + 1);
      if (String(inner) === String(boundaries) && !(ids.length && wholeIds.length))
        return inside(
          "p",
          "stretch",
          ...this.chips(start, end, inner, []),
          " has other ids apart than together.",
        );
      return inside(
        "p",
        "stretch",
        "apart ",
        ...this.chips(start, end, boundaries, ids),
        " → together ",
        ...this.chips(start, end, inner, wholeIds),
      );
    });
    const merges = closed.map(([at, by, rank, left, right]) => this.reasonOf(at, by, rank, left, right));
    if (num_closed > closed.length)
      merges.push(inside("li", "", `and ${plural(num_closed - closed.length, "more gap")}`));
    return merges.length ? [...lines, inside("ul", "gaps", ...merges)] : lines;
  }

  /**
   * @param {number} at @param {number} by @param {number | null} rank @param {number | null} left
   * @param {number | null} right
   */
  reasonOf(at, by, rank, left, right) {
    const where = by ? "together" : "apart";
    // The same merge may apply in one row here, and in the other elsewhere.
    const gap = `Only ${where}, the gap after byte ${grouped(at)} is closed: `;
    if (rank === null) return inside("li", "", gap, "by a merge in the normalized text.");
    if (left === null || right === null)
      return inside(
        "li",
        "",
        `Only ${where}, a whole chunk is in the vocabulary: it is the token of rank ${rank}.`,
      );
    return inside(
      "li",
      "",
      `${gap}by the merge of rank ${rank}, `,
      this.chip(at - left, at),
      " + ",
      this.chip(at, at + right),
      ".",
    );
  }

  /** @param {number} start @param {number} end @param {number[]} boundaries @param {number[]} ids */
  chips(start, end, boundaries, ids) {
    const bounds = [start, ...boundaries, end];
    const nodes = bounds.slice(0, -1).map((from, index) => {
      const token = inside("span", "token", this.chip(from, bounds[index + 1]));
      if (ids.length) token.append(el("small", "", ids[index]));
      return token;
    });
    return nodes.length > MOST_TOKENS ? [...nodes.slice(0, MOST_TOKENS), " …"] : nodes;
  }

  /** @param {number} start @param {number} end */
  chip(start, end) {
    return chip({ id: 0, parts: textParts(this.bytes.subarray(start, end)), quiet: false });
  }

  /** @param {SeamData} data */
  drawBand({ seams }) {
    const { characters, bytes } = this;
    attrs(this.band, { viewBox: `0.5 0 ${seams.length} 1` });
    const runs = changingRuns(seams).map(([from, to]) => `M${from + 0.5},0H${to + 0.5}V1H${from + 0.5}z`);
    attrs(this.changes, { d: runs.join("") });
    const said = (/** @type {{change: number, all: number}} */ { change, all }) =>
      `${grouped(change)} of ${grouped(all)}`;
    const sum = `Splitting changes tokens at ${said(tally(seams, () => true))} positions of this text`;
    const before = tally(seams, (index) => bytes[characters[index + 1]] === SPACE);
    const after = tally(seams, (index) => bytes[characters[index]] === SPACE);
    this.sums.textContent = before.all
      ? `${sum}: before a space at ${said(before)}, after a space at ${said(after)}.`
      : `${sum}.`;
    attrs(this.band, { "aria-label": this.sums.textContent });
  }

  destroy() {
    withdraw(this.presented);
    this.link.stop();
    this.stage.destroy();
  }
}

/** @typedef {Message.SeamData & {at: number}} SeamData A split text, as Python sends it; see seam.py. */

/**
 * The boundaries of the two halves: those of the whole, except where they differ, and the seam.
 *
 * boundariesApart([3], [{start: 3, end: 7, boundaries: [4], ids: []}], 4) is [3, 4].
 *
 * @param {number[]} together The boundaries of the whole text.
 * @param {Message.DifferingStretch[]} stretches
 * @param {number} seam The byte after the seam.
 */
function boundariesApart(together, stretches, seam) {
  const alike = together.filter((at) => !stretches.some(({ start, end }) => start < at && at < end));
  const apart = new Set([...alike, ...stretches.flatMap(({ boundaries }) => boundaries), seam]);
  return [...apart].sort((one, other) => one - other);
}

/**
 * The runs of seams that change tokens, each as its first index and the index after its last.
 *
 * @param {Message.SeamRow[]} seams
 */
function changingRuns(seams) {
  /** @type {[number, number][]} */
  const runs = [];
  seams.forEach(({ stretches }, index) => {
    const last = runs.at(-1);
    if (!stretches.length) return;
    if (last?.[1] === index) last[1]++;
    else runs.push([index, index + 1]);
  });
  return runs;
}

/**
 * How many seams of a kind there are, and how many of them change tokens.
 *
 * @param {SeamData["seams"]} seams @param {(index: number) => boolean} isOfKind
 */
function tally(seams, isOfKind) {
  const all = seams.filter((_, index) => isOfKind(index));
  return { all: all.length, change: all.filter(({ stretches }) => stretches.length).length };
}

export default mounting(SeamPicture);
