// The messages that a model can recognize in the tokens of a conversation.

import { el, verbatim } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";
import { grouped } from "../../browser/numbers.js";

class SeenMessages extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("chat", parent);
  }

  /** @param {Message.SeenRows} data */
  update({ seen, more }) {
    this.root.replaceChildren(...seen.map(seenMessage));
    if (more) this.root.append(el("p", "more", `And ${grouped(more)} more.`));
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

export default mounting(SeenMessages);
