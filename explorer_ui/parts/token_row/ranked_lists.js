// Lists of merges next to each other: each merge with its id, its two parts, and the token they become.

import { attrs, el, inside, verbatim } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";

class RankedLists extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("ranked-lists", parent);
    this.box = attrs(el("div", "lists"), { "data-picture": "li" });
    this.root.append(this.box);
    this.drawn = "";
  }

  /** @param {{lists: Message.RankedList[]}} data */
  update({ lists }) {
    const drawn = JSON.stringify(lists);
    if (drawn === this.drawn) return; // redrawing would restart the animation of the rows
    this.drawn = drawn;
    this.box.replaceChildren(
      ...lists.map(({ title, merges }) =>
        inside("section", "", el("h2", "", title), inside("ol", "", ...merges.map(rowOf))),
      ),
    );
  }
}

/** @param {Message.RankedList["merges"][number]} merge @param {number} place */
function rowOf([id, left, right, token], place) {
  const row = verbatim(inside("li", "", el("span", "", id), el("b", "", left), " + ", el("b", "", right)));
  row.append(" → ", el("b", "newest", token));
  row.style.setProperty("--row", String(place));
  return row;
}

export default mounting(RankedLists);
