// A conversation as a model sees it: the tokens of each message as bars, or the messages that are read off them.

import { attrs, el } from "../shared/dom.js";
import { Component, mounting } from "../shared/mount.js";
import { grouped } from "../shared/numbers.js";

/**
 * The tokens of one message, or of what the template adds around them all.
 *
 * @typedef {object} CountRow
 * @property {string} name
 * @property {number} template
 * @property {number} content
 * @property {number} injected
 */

/**
 * @typedef {object} SeenRow
 * @property {string} role
 * @property {string} content
 * @property {boolean} injected Whether nobody sent it: it came out of a message's text.
 */

/**
 * @typedef {object} ChatCounts
 * @property {CountRow[]} counts
 * @property {SeenRow[]} seen
 * @property {number} more For how many messages there is no room.
 */

/** @type {("template" | "content" | "injected")[]} */
const KINDS = ["template", "content", "injected"];

class Chat extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("chat", parent);
  }

  /** @param {ChatCounts} data */
  update({ counts, seen, more }) {
    this.root.replaceChildren(...seen.map(seenMessage));
    if (counts.length) this.root.append(countTable(counts));
    if (more) this.root.append(el("p", "more", `And ${grouped(more)} more.`));
  }

  destroy() {
    this.root.replaceChildren();
  }
}

/** @param {SeenRow} row */
function seenMessage({ role, content, injected }) {
  const node = el("div", injected ? "seen forged" : "seen");
  const head = el("p", "role", role);
  if (injected) head.append(" ", el("span", "from", "from the text of a message"));
  const body = el("p", "content", content);
  body.dir = "auto";
  node.append(head, body);
  return node;
}

/** @param {CountRow[]} rows */
function countTable(rows) {
  const kinds = KINDS.filter((kind) => kind !== "injected" || rows.some((row) => row.injected));
  const most = Math.max(...rows.map(({ template, content, injected }) => template + content + injected), 1);
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
    const bar = el("div");
    for (const kind of kinds) {
      if (!row[kind]) continue;
      const part = el("span", kind);
      part.style.width = `${(100 * row[kind]) / most}%`;
      bar.append(part);
    }
    cell.append(bar);
    line.append(cell);
  }
  return table;
}

export default mounting(Chat);
