// What the line to paste shows on another page: the element itself, in the dialog.

import { attrs } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";
import { defineElements } from "../../elements/elements.js";

/** @typedef {{attributes: Record<string, string>, parts: Message.ElementParts, css: Record<string, string>}} Previewed */

class Preview extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("preview", parent);
    /** @type {HTMLElement | null} */
    this.shown = null;
  }

  /** @param {Previewed} data */
  update({ attributes, parts, css }) {
    defineElements(parts, css);
    this.shown ??= this.root.appendChild(document.createElement("bpe-player"));
    attrs(this.shown, attributes);
  }
}

export default mounting(Preview);
