// What the line to paste shows on another page: the element itself, in the dialog.

import { attrs } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";

class Preview extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("preview", parent);
    /** @type {Promise<unknown> | null} */
    this.loaded = null;
    this.shown = this.root.appendChild(document.createElement("bpe-player"));
  }

  /** @param {{attributes: Record<string, string>, file: string}} data `file`: the address of the elements. */
  update({ attributes, file }) {
    this.loaded ??= import(location.origin + file);
    attrs(this.shown, attributes);
  }
}

export default mounting(Preview);
