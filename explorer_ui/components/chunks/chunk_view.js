// @ts-nocheck
// Chunks in the tint of the branch of the pattern that took each. Data: chunks of [text, branch], branches of
// [pattern, meaning, count], label, and null or the numbers of the chunks to mark instead.

import { directionOf } from "../shared/direction.js";
import { attrs, el, isChord } from "../shared/dom.js";
import { drawPieces } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { clamp, grouped } from "../shared/numbers.js";
import { piecesOf, spokenText } from "../shared/pieces.js";
import { encodeUtf8 } from "../shared/utf8.js";

const TINTS = 12;

class ChunkView {
  constructor(parent) {
    this.root = el("div", "bpe chunk-view");
    this.pattern = attrs(el("div", "pattern"), { dir: "ltr" });
    this.box = attrs(el("div", "text"), { tabindex: 0, role: "listbox" });
    this.list = el("ol", "branches");
    this.told = attrs(el("p", "told"), { "aria-live": "polite" });
    const beside = el("div", "beside");
    const left = el("div");
    left.append(this.box, this.told);
    beside.append(left, this.list);
    this.root.append(this.pattern, beside);
    parent.append(this.root);
    this.pinned = null;
    this.cursor = -1;
    const branchOf = (event) => event.target.closest("[data-branch]");
    for (const place of [this.pattern, this.list]) {
      place.addEventListener("pointerover", (event) => this.light(branchOf(event)?.dataset.branch ?? null));
      place.addEventListener("pointerleave", () => this.light(this.pinned));
      place.addEventListener("focusin", (event) => this.light(branchOf(event)?.dataset.branch ?? null));
      place.addEventListener("focusout", () => this.light(this.pinned));
      place.addEventListener("click", (event) => this.pin(branchOf(event)?.dataset.branch ?? null));
    }
    this.box.addEventListener("pointerover", (event) => this.point(event.target.closest(".chunk")));
    this.box.addEventListener("pointerleave", () => this.point(null));
    this.box.addEventListener("blur", () => this.point(null));
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }

  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.pinned = null;
    this.cursor = -1;
    const marked = data.marked && new Set(data.marked);
    this.root.classList.toggle("comparing", !!marked);
    this.pattern.hidden = this.list.hidden = this.told.hidden = !!marked;
    attrs(this.box, { "aria-label": data.label });
    this.box.dir = directionOf(
      data.chunks
        .slice(0, 200)
        .map(([text]) => text)
        .join(""),
    );
    const parts = [];
    this.chunks = data.chunks.map(([text, branch], number) => {
      const pieces = piecesOf(encodeUtf8(text));
      const tint = marked
        ? marked.has(number)
          ? "differs"
          : "same"
        : branch < 0
          ? "left-over"
          : `b${branch % TINTS}`;
      const node = attrs(el("bdi", `chunk ${tint}`), {
        role: "option",
        id: `chunk-${number}`,
        "aria-selected": "false",
        "aria-label": spokenText(pieces),
        "data-number": number,
        "data-branch": branch,
      });
      parts.push(drawPieces(node, pieces));
      if (text.includes("\n")) parts.push(el("br"));
      else parts.push("\u200b"); // lines may break between chunks
      return node;
    });
    this.box.replaceChildren(...parts);
    this.drawBranches();
    this.light(null);
    this.tell(null);
  }

  drawBranches() {
    const { branches } = this.data;
    const parts = [];
    const rows = branches.map(([pattern, meaning, uses], branch) => {
      if (branch) parts.push("|");
      parts.push(attrs(el("span", `branch b${branch % TINTS}`, pattern), { "data-branch": branch }));
      const row = attrs(el("button", uses ? "row" : "row unused"), {
        type: "button",
        "data-branch": branch,
        "aria-pressed": "false",
      });
      const words = el("span", "words");
      words.append(
        attrs(el("code", `branch b${branch % TINTS}`, pattern), { dir: "ltr" }),
        el("span", "meaning", meaning),
      );
      row.append(el("span", "uses", uses ? grouped(uses) : "none"), words);
      const item = el("li");
      item.append(row);
      return item;
    });
    this.pattern.replaceChildren(...parts);
    this.list.replaceChildren(...rows);
  }

  // Only this branch and its chunks keep their colour; null: all do.
  light(branch) {
    this.root.classList.toggle("lighting", branch !== null);
    for (const node of this.root.querySelectorAll(".lit")) node.classList.remove("lit");
    if (branch === null) return;
    for (const node of this.root.querySelectorAll(`[data-branch="${CSS.escape(branch)}"]`))
      node.classList.add("lit");
  }

  pin(branch) {
    this.pinned = branch === this.pinned ? null : branch;
    for (const row of this.list.querySelectorAll("button"))
      row.setAttribute("aria-pressed", String(row.dataset.branch === this.pinned));
    this.light(this.pinned);
  }

  point(node) {
    if (this.data.marked) return;
    for (const other of this.root.querySelectorAll(".pointed")) other.classList.remove("pointed");
    this.box.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.tell(node);
    if (!node) return;
    node.classList.add("pointed");
    node.setAttribute("aria-selected", "true");
    for (const place of [this.pattern, this.list])
      place.querySelector(`[data-branch="${CSS.escape(node.dataset.branch)}"]`)?.classList.add("pointed");
  }

  tell(node) {
    if (!node) {
      this.told.textContent = "Point at a chunk to see its branch, at a branch to see its chunks.";
      return;
    }
    const [text, branch] = this.data.chunks[+node.dataset.number];
    const subject = el("bdi", "subject");
    drawPieces(subject, piecesOf(encodeUtf8(text)), 60);
    const meaning = this.data.branches[branch]?.[1];
    const how =
      branch < 0
        ? "fell through: no branch takes it."
        : `is taken by branch ${branch + 1} of ${this.data.branches.length}${meaning ? ": " + meaning : ""}.`;
    this.told.replaceChildren(subject, " " + how);
  }

  walk(event) {
    if (isChord(event) || !this.chunks.length) return;
    const forward = this.box.dir === "rtl" ? -1 : 1;
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

  destroy() {}
}

export default function mount(args) {
  return mountInstance(ChunkView, args);
}
