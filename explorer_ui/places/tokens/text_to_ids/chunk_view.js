// Chunks, tinted by the branch of the pattern that matched them, and the branches: pointing at one shows the
// other.

import { LETTER, directionOf } from "../../../browser/direction.js";
import { attrs, closest, el, inside, isChord } from "../../../browser/dom.js";
import { drawTextParts } from "../../../parts/token_row/draw_text_parts.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped } from "../../../browser/numbers.js";
import { textParts, spokenText } from "../../../browser/text_parts.js";
import { TokenSheet, tellsInSheet } from "../../../parts/token_row/token_card.js";
import { encodeUtf8 } from "../../../browser/utf8.js";

const TINTS = 12;
const HINT = "Touch a chunk to see its branch, or a branch to see its chunks.";

class ChunkView extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("chunk-view", parent);
    /** @type {Message.ChunkData} */
    this.data = { chunks: [], branches: [], marked: null, label: "" };
    this.pattern = attrs(el("div", "pattern"), { dir: "ltr", translate: "no" });
    this.box = attrs(el("div", "text"), { tabindex: 0, role: "listbox", "data-picture": ".chunk" });
    this.list = el("ol", "branches");
    this.told = attrs(el("p", "told"), { "aria-live": "polite" });
    const columns = el("div", "columns");
    const left = inside("div", "", this.box, this.told);
    columns.append(left, this.list);
    this.root.append(columns, this.pattern);
    /** @type {HTMLElement[]} */
    this.chunks = [];
    /** The branch that stays highlighted. @type {string | null} */
    this.pinned = null;
    this.cursor = -1;
    const branchOf = (/** @type {Event} */ event) => closest(event, "[data-branch]")?.dataset.branch ?? null;
    for (const place of [this.pattern, this.list]) {
      for (const name of ["pointerover", "focusin"])
        place.addEventListener(name, (event) => this.light(branchOf(event)));
      for (const name of ["pointerleave", "focusout"])
        place.addEventListener(name, () => this.light(this.pinned));
      place.addEventListener("click", (event) => this.pin(branchOf(event)));
    }
    this.box.addEventListener("pointerover", (event) => this.point(closest(event, ".chunk")));
    for (const name of ["pointerleave", "blur"]) this.box.addEventListener(name, () => this.point(null));
    this.box.addEventListener("keydown", (event) => this.walk(event));
    this.sheet = new TokenSheet(this.root);
    this.box.addEventListener("click", (event) => {
      const node = closest(event, ".chunk");
      if (node && tellsInSheet() && !this.data.marked) this.sheet.show(node, this.saidOf(node));
    });
  }

  /** @param {Message.ChunkData} data */
  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.sheet.hide();
    this.pinned = null;
    this.cursor = -1;
    const comparing = data.marked !== null;
    this.root.classList.toggle("comparing", comparing);
    this.pattern.hidden = this.list.hidden = this.told.hidden = comparing;
    attrs(this.box, { "aria-label": data.label });
    const marked = data.marked && new Set(data.marked);
    this.chunks = data.chunks.map(([text, branch], number) => {
      const parts = textParts(encodeUtf8(text));
      const tint = marked ? (marked.has(number) ? "differs" : "same") : tintOf(branch);
      const node = attrs(el("span", `chunk ${tint}`), {
        role: "option",
        id: `chunk-${number}`,
        "aria-selected": "false",
        "aria-label": spokenText(parts),
        "data-number": number,
        "data-branch": branch,
      });
      return drawTextParts(node, parts);
    });
    // Each line has the direction of its first letter; within it the browser orders chunks as it orders text.
    /** @type {HTMLElement[]} */
    const lines = [];
    data.chunks.forEach(([text], number) => {
      if (!number || data.chunks[number - 1][0].includes("\n"))
        lines.push(attrs(el("div"), { role: "presentation" }));
      const line = lines[lines.length - 1];
      const dir = LETTER.test(text) ? directionOf(text) : line.dir;
      line.dir ||= dir;
      if (dir !== line.dir) this.chunks[number].dir = dir; // so that a space is drawn next to its word
      line.append(this.chunks[number], "\u200b"); // lines may break between chunks
    });
    this.box.replaceChildren(...lines);
    this.drawBranches();
    this.light(null);
    this.tell(null);
  }

  drawBranches() {
    /** @type {(string | Node)[]} */
    const parts = [];
    const rows = this.data.branches.map(([pattern, meaning, uses], branch) => {
      if (branch) parts.push("|");
      const classes = `branch ${tintOf(branch)}`;
      parts.push(attrs(el("span", classes, pattern), { "data-branch": branch }));
      const row = attrs(el("button", uses ? "row" : "row unused"), {
        type: "button",
        "data-branch": branch,
        "aria-pressed": "false",
      });
      const words = el("span", "words");
      const code = attrs(el("code", classes, pattern), { dir: "ltr", translate: "no" });
      words.append(code, el("span", "meaning", meaning));
      row.append(el("span", "uses", uses ? grouped(uses) : "none"), words);
      return inside("li", "", row);
    });
    this.pattern.replaceChildren(...parts);
    this.list.replaceChildren(...rows);
  }

  /**
   * Dims everything except this branch and its chunks; null: nothing is dimmed.
   *
   * @param {string | null} branch
   */
  light(branch) {
    this.root.classList.toggle("lighting", branch !== null);
    for (const node of this.root.querySelectorAll(".lit")) node.classList.remove("lit");
    if (branch === null) return;
    for (const node of this.root.querySelectorAll(of(branch))) node.classList.add("lit");
  }

  /** @param {string | null} branch */
  pin(branch) {
    this.pinned = branch === this.pinned ? null : branch;
    for (const row of this.list.querySelectorAll("button"))
      row.setAttribute("aria-pressed", String(row.dataset.branch === this.pinned));
    this.light(this.pinned);
  }

  /** @param {HTMLElement | null} node Of a chunk. */
  point(node) {
    if (this.data.marked) return;
    for (const other of this.root.querySelectorAll(".pointed")) other.classList.remove("pointed");
    this.box.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.tell(node);
    if (!node) return;
    node.classList.add("pointed");
    node.setAttribute("aria-selected", "true");
    for (const place of [this.pattern, this.list])
      place.querySelector(of(node.dataset.branch ?? ""))?.classList.add("pointed");
  }

  /** @param {HTMLElement | null} node Of a chunk. */
  tell(node) {
    this.told.replaceChildren(...(node ? this.saidOf(node) : [HINT]));
  }

  /**
   * @param {HTMLElement} node Of a chunk.
   * @returns {Node[]}
   */
  saidOf(node) {
    const { chunks, branches } = this.data;
    const [text, branch] = chunks[Number(node.dataset.number)];
    const subject = drawTextParts(el("bdi", "subject"), textParts(encodeUtf8(text)), 60);
    const meaning = branches[branch]?.[1];
    const how =
      branch < 0
        ? "is unmatched: no branch matches it."
        : `is matched by branch ${branch + 1} of ${branches.length}${meaning ? ": " + meaning : ""}.`;
    return [subject, el("span", "", " " + how)];
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    if (isChord(event) || !this.chunks.length) return;
    const line = this.chunks[Math.max(this.cursor, 0)].parentElement ?? this.box;
    const forward = line.dir === "rtl" ? -1 : 1;
    const last = this.chunks.length - 1;
    const to = { ArrowRight: this.cursor + forward, ArrowLeft: this.cursor - forward, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    this.cursor = clamp(to, 0, last);
    const node = this.chunks[this.cursor];
    node.scrollIntoView({ block: "nearest" });
    attrs(this.box, { "aria-activedescendant": node.id });
    this.point(node);
  }
}

/** @param {number} branch */
const tintOf = (branch) => (branch < 0 ? "left-over" : `b${branch % TINTS}`);

/** A selector for a branch and its chunks. @param {string} branch */
const of = (branch) => `[data-branch="${CSS.escape(branch)}"]`;

export default mounting(ChunkView);
