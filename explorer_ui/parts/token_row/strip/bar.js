// The row of buttons above the strip: what the boxes show, and what can be exported; and the figures.

import { attrs, button, el, inside } from "../../../browser/dom.js";
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

  /** @param {TokenizedText} text @param {boolean} figures Whether the figures say how many tokens there are. */
  count(text, figures) {
    const different = text.tokens.length;
    this.note.textContent = figures
      ? plural(different, "different token")
      : `${plural(text.length, "token")}, ${grouped(different)} different`;
  }

  destroy() {
    clearTimeout(this.copied);
  }
}

// The figures above the strip: the size of the text in different units.
export class Figures {
  constructor() {
    this.root = el("dl", "figures");
    this.root.hidden = true;
    /** @type {Record<string, HTMLElement>} */
    this.values = {};
    for (const name of ["Tokens", "Characters", "Bytes", "Chunks", "Bytes per token"]) {
      const value = attrs(el("dd"), { "data-figure": name });
      this.values[name] = value;
      const pair = inside("div", "", el("dt", "", name), value);
      this.root.append(pair);
    }
  }

  /** @param {Message.Counts | null} counts Null: no figures are shown. */
  show(counts) {
    this.root.hidden = !counts;
    if (!counts) return;
    const { tokens, characters, bytes, chunks } = counts;
    const perToken = tokens ? (bytes / tokens).toFixed(2) : "–"; // without tokens there is no average
    const shown = [tokens, characters, bytes, chunks].map(grouped).concat(perToken);
    Object.values(this.values).forEach((node, i) => {
      if (node.textContent !== shown[i]) node.textContent = shown[i];
    });
  }
}

/**
 * Copies a text to the clipboard; returns whether that worked. A page loaded over plain HTTP, as in a classroom's
 * local network, supports only the old way.
 *
 * @param {string} text
 * @param {HTMLElement} near Where a temporary element may be inserted.
 */
async function copyText(text, near) {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = el("textarea");
  area.value = text;
  area.style.cssText = "position: fixed; opacity: 0";
  near.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
