// A conversation as a model sees it: the tokens of each message as bars, or the messages reconstructed from
// them.

import { attrs, el, verbatim } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";
import { grouped } from "../../browser/numbers.js";

/** @typedef {"template" | "definition" | "content" | "injected"} Kind */

/** @type {Kind[]} */
const KINDS = ["template", "definition", "content", "injected"];

/** Kinds that have a column only if there are such tokens. */
const RARE = ["definition", "injected"];

export class Chat extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("chat", parent);
  }

  /** @param {Message.ChatCounts} data */
  update({ all, counts, seen, more }) {
    this.root.replaceChildren(...seen.map(seenMessage));
    if (all) this.root.append(attrs(barOf(all, tokensOf(all)), { "aria-hidden": "true" }));
    if (counts.length) this.root.append(countTable(counts));
    if (more) this.root.append(el("p", "more", `And ${grouped(more)} more.`));
  }

  destroy() {
    this.root.replaceChildren();
  }
}

/** @param {Message.SeenRow} row */
function seenMessage({ role, content, injected }) {
  const node = el("div", injected ? "seen forged" : "seen");
  const head = el("p", "role", role);
  if (injected) head.append(" ", el("span", "from", "from the text of a message"));
  const body = verbatim(el("p", "content", content));
  body.dir = "auto";
  node.append(head, body);
  return node;
}

/** @param {Message.CountRow[]} rows */
function countTable(rows) {
  const kinds = KINDS.filter((kind) => !RARE.includes(kind) || rows.some((row) => row[kind]));
  const most = Math.max(...rows.map(tokensOf), 1);
  const table = el("table", "counts");
  const head = table.createTHead().insertRow();
  for (const name of ["message", ...kinds])
    head.append(attrs(el("th", name, name[0].toUpperCase() + name.slice(1)), { scope: "col" }));
  head.append(el("td"));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.append(attrs(el("th", "", row.name), { scope: "row" }));
    for (const kind of kinds) line.append(el("td", "", grouped(row[kind])));
    const cell = attrs(el("td", "bar"), { "aria-hidden": "true" });
    cell.append(barOf(row, most));
    line.append(cell);
  }
  return table;
}

/**
 * The tokens of a row by kind, next to each other.
 *
 * @param {Message.CountRow} row
 * @param {number} most The number of tokens that fills the width.
 */
function barOf(row, most) {
  const bar = el("div", "parts");
  for (const kind of KINDS) {
    if (!row[kind]) continue;
    const part = el("span", kind);
    part.style.width = `${(100 * row[kind]) / most}%`;
    bar.append(part);
  }
  return bar;
}

/** @param {Message.CountRow} row */
function tokensOf(row) {
  return KINDS.reduce((sum, kind) => sum + row[kind], 0);
}

export default mounting(Chat);
