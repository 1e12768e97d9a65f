// The branches of a split pattern with the number of chunks that each matched: pointing at one shows its chunks.

import { attrs, closest, el, inside, verbatim } from "../../../browser/dom.js";
import { grouped } from "../../../browser/numbers.js";

const TINTS = 12;

/** The class of a branch's colour. @param {number | null} branch Null: no branch matched. */
export const tintOf = (branch) => (branch === null ? "left-over" : `b${branch % TINTS}`);

export class Branches {
  /** @param {(branch: number | null) => void} light Highlights the chunks of a branch; null: of none. */
  constructor(light) {
    this.light = light;
    this.root = el("ol", "branches");
    /** The branch that stays highlighted. @type {number | null} */
    this.pinned = null;
    this.patterns = "";
    const branchOf = (/** @type {Event} */ event) => {
      const branch = closest(event, "[data-branch]")?.dataset.branch;
      return branch === undefined ? null : Number(branch);
    };
    for (const name of ["pointerover", "focusin"])
      this.root.addEventListener(name, (event) => light(branchOf(event) ?? this.pinned));
    for (const name of ["pointerleave", "focusout"])
      this.root.addEventListener(name, () => light(this.pinned));
    this.root.addEventListener("click", (event) => this.pin(branchOf(event)));
  }

  /** @param {Message.Cut["listed"]} listed */
  show(listed) {
    const patterns = listed.map(([pattern]) => pattern).join();
    if (patterns !== this.patterns) {
      this.pinned = null;
      this.light(null);
    }
    this.patterns = patterns;
    this.root.hidden = !listed.length;
    const rows = listed.map(([pattern, meaning, uses], branch) => {
      const row = attrs(el("button", uses ? "row" : "row unused"), {
        type: "button",
        "data-branch": branch,
        "aria-pressed": String(branch === this.pinned),
      });
      const code = verbatim(attrs(el("code", `branch ${tintOf(branch)}`, pattern), { dir: "ltr" }));
      row.append(
        el("span", "uses", uses ? grouped(uses) : "none"),
        inside("span", "words", code, el("span", "meaning", meaning)),
      );
      return inside("li", "", row);
    });
    this.root.replaceChildren(...rows);
  }

  /** Marks the branch of the chunk that is pointed at. @param {number | null} branch */
  point(branch) {
    for (const row of this.rows)
      row.classList.toggle("pointed", branch !== null && row.dataset.branch === String(branch));
  }

  /** @param {number | null} branch */
  pin(branch) {
    this.pinned = branch === this.pinned ? null : branch;
    for (const row of this.rows)
      attrs(row, { "aria-pressed": String(row.dataset.branch === String(this.pinned)) });
    this.light(this.pinned);
  }

  get rows() {
    return this.root.querySelectorAll("button");
  }
}
