// The row of buttons above the strip: what the boxes show, and what can be exported.

import { attrs, button, el } from "../../../browser/dom.js";
import { copyText } from "../../../browser/clipboard.js";
import { grouped, plural } from "../../../browser/numbers.js";
import { pictureOf, savePng, saveSvg } from "../../picture/pictures.js";
import { whiteToggle } from "../token_pointer.js";

/**
 * @import {View} from "./layout.js"
 * @import {TokenizedText} from "./tokenized_text.js"
 */

/** @type {Record<View, string>} */
const VIEWS = {
  tokens: "Tokens",
  ids: "Ids",
  bytes: "Bytes",
  plain: "Plain",
  ribbon: "Characters over bytes",
};

const COPIED = 1500; // milliseconds for which the confirmation is shown

export class Bar {
  /**
   * @param {object} to
   * @param {HTMLElement} to.root The root of the component.
   * @param {HTMLElement} to.box The content of an exported picture.
   * @param {(view: View) => void} to.show @param {() => number[]} to.ids
   */
  constructor({ root, box, show, ids }) {
    this.root = el("div", "strip-bar");
    /** @type {View} */
    this.view = "tokens";
    const views = attrs(el("div", "views"), { role: "group", "aria-label": "What the boxes show" });
    this.views = Object.entries(VIEWS).map(([key, name]) => {
      const view = /** @type {View} */ (key);
      const node = attrs(el("button", "", name), { type: "button" });
      node.addEventListener("click", () => show(view));
      views.append(node);
      return { view, node };
    });
    const pictures = attrs(el("span", "saves"), { role: "group", "aria-label": "Save a picture" });
    const picture = () => ({ name: `bpe-${this.view}`, picture: pictureOf(box) });
    pictures.append(
      button("", "Save as an SVG picture", "SVG", () => saveSvg(picture())),
      button("", "Save as a PNG picture", "PNG", () => savePng(picture())),
    );
    const copy = button("copy-ids", "Copy the ids as JSON", "Copy ids", async () => {
      const done = await copyText(JSON.stringify(ids()), root);
      copy.firstChild?.replaceWith(done ? "Copied" : "Not copied");
      clearTimeout(this.copied);
      this.copied = setTimeout(() => copy.firstChild?.replaceWith("Copy ids"), COPIED);
    });
    attrs(copy, { "aria-live": "polite", "aria-label": null }); // its name is what it reads
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.copied = undefined;
    this.note = el("span", "note");
    this.root.append(views, whiteToggle(root), pictures, copy, this.note);
  }

  /** @param {View} view */
  press(view) {
    this.view = view;
    for (const other of this.views) attrs(other.node, { "aria-pressed": String(other.view === view) });
  }

  /** @param {TokenizedText} text */
  count(text) {
    this.note.textContent = `${plural(text.length, "token")}, ${grouped(text.tokens.length)} different`;
  }

  destroy() {
    clearTimeout(this.copied);
  }
}
