// Characters with their bytes: the meaning of each bit of UTF-8.

import { attrs, closest, el, inside, isChord, moveFocus, verbatim } from "../../../browser/dom.js";
import { directionOf } from "../../../browser/direction.js";
import { drawTextParts } from "../../../parts/token_row/draw_text_parts.js";
import { Component, mounting } from "../../../browser/mount.js";
import { plural } from "../../../browser/numbers.js";
import { textParts } from "../../../browser/text_parts.js";
import { factList, TokenSheet, tellsInSheet } from "../../../parts/token_row/token_card.js";
import { codePoint, encodeUtf8, hexByte } from "../../../browser/utf8.js";
import { legendOf } from "./legend.js";

const LEADS = ["", "", "first of two bytes", "first of three bytes", "first of four bytes"];

/** @param {number} byte */
const upperHex = (byte) => hexByte(byte).toUpperCase();

/** @param {string} text One character. */
const pointOf = (text) => codePoint(text.codePointAt(0) ?? 0);

class ByteTable extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("byte-table", parent);
    /** @type {Message.BytesData | null} */
    this.data = null;
    /** @type {Message.Character[]} */
    this.characters = [];
    this.box = attrs(el("ol", "clusters"), {
      "aria-label": "Characters and their bytes",
      "data-picture": ".char",
    });
    this.told = attrs(el("p", "told"), { "aria-live": "polite" });
    const legend = legendOf([
      ["bits single", "0", "a byte that is a character by itself"],
      ["bits lead", "1110", "the first byte: as many 1s as the character has bytes"],
      ["bits continuation", "10", "a byte that continues the character"],
      ["bits payload", "0100", "the bits of the code point"],
    ]);
    this.root.append(this.box, this.told, legend);
    this.sheet = new TokenSheet(this.root);
    this.box.addEventListener("click", (event) => {
      const node = closest(event, ".char");
      if (node && tellsInSheet()) this.sheet.show(node, this.factsOf(node));
    });
    for (const name of ["pointerover", "focusin"])
      this.box.addEventListener(name, (event) => this.tell(closest(event, ".char")));
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {Message.BytesData} data */
  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.characters = data.clusters.flat();
    this.sheet.hide();
    let place = 0;
    const clusters = data.clusters.map((cluster) => {
      const item = el("li", cluster.length > 1 ? "cluster together" : "cluster");
      if (cluster.length > 1) {
        const text = cluster.map((character) => character.text).join("");
        const size = cluster.reduce((sum, { utf8 }) => sum + utf8.length, 0);
        const whole = el("div", "whole");
        whole.append(
          glyphOf(text),
          `${plural(cluster.length, "code point")}, ${plural(size, "byte")}: one visible character`,
        );
        item.append(whole);
      }
      const row = el("div", "row");
      for (const character of cluster) row.append(this.character(character, place++));
      item.append(row);
      return item;
    });
    this.box.replaceChildren(...clusters);
    this.box.dir = directionOf(this.characters.map(({ text }) => text).join(""));
    this.box.scrollTop = 0;
    const first = this.box.querySelector(".char.several") ?? this.box.querySelector(".char");
    if (first instanceof HTMLElement) this.tell(first);
  }

  /** @param {Message.Character} character @param {number} place */
  character({ text, name, utf8: bytes }, place) {
    const node = attrs(el("div", bytes.length > 1 ? "char several" : "char"), {
      tabindex: place ? -1 : 0,
      "data-place": place,
    });
    const head = el("div", "head");
    head.append(
      glyphOf(text),
      verbatim(el("span", "point", pointOf(text))),
      attrs(el("span", "name", name), { title: name, translate: "no" }),
    );
    const cells = verbatim(el("div", "bytes"));
    for (const { value, role, marker, payload } of bytes) {
      const cell = el("div", "byte");
      const bits = inside("span", "bits", el("span", role, marker), el("span", "payload", payload));
      cell.append(el("b", "", upperHex(value)), bits);
      cells.append(cell);
    }
    node.append(head, cells);
    return node;
  }

  /** @param {HTMLElement | null} node Of a character. */
  tell(node) {
    if (!node) return;
    this.box.querySelector(".char.told-of")?.classList.remove("told-of");
    node.classList.add("told-of");
    const { text, name, utf8: bytes } = this.characters[Number(node.dataset.place)];
    const subject = drawTextParts(el("bdi", "subject"), textParts(encodeUtf8(text)));
    const named = verbatim(el("span", "", `${pointOf(text)} ${name}`));
    this.told.replaceChildren(subject, " ", named, ` · ${howWritten(text, bytes)}.`);
  }

  /** @param {HTMLElement} node Of a character. */
  factsOf(node) {
    const { text, name, utf8: bytes } = this.characters[Number(node.dataset.place)];
    const written = bytes.map(({ value }) => upperHex(value)).join(" ");
    return [
      glyphOf(text),
      factList([
        ["code point", pointOf(text)],
        ["name", name],
        ["bytes", written],
        ["how", howWritten(text, bytes)],
      ]),
    ];
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    // A remote control presses keys on the whole picture.
    const here = closest(event, ".char") ?? this.box.querySelector(".char.told-of");
    if (!(here instanceof HTMLElement) || isChord(event)) return;
    const all = this.box.querySelectorAll(".char");
    const place = Number(here.dataset.place);
    const right = this.box.dir === "rtl" ? -1 : 1;
    const to = { ArrowRight: place + right, ArrowLeft: place - right, Home: 0, End: all.length - 1 }[
      event.key
    ];
    const next = to === undefined ? null : all[to];
    if (next instanceof HTMLElement) moveFocus(event, here, next);
  }
}

/** @param {string} text */
const glyphOf = (text) => drawTextParts(el("bdi", "glyph"), textParts(encodeUtf8(text)));

/**
 * @param {string} text One character.
 * @param {Message.Utf8Byte[]} bytes
 */
function howWritten(text, bytes) {
  const [first, ...others] = bytes.map(({ value }) => upperHex(value));
  if (!others.length) return `one byte, ${first}: below U+0080 the byte is the code point`;
  const bits = bytes.map(({ payload }) => payload).join(" ");
  const continues = others.length > 1 ? "continue" : "continues";
  return (
    `${first} is the ${LEADS[bytes.length]}, ${others.join(", ")} ${continues}; ` +
    `the bits ${bits} give ${pointOf(text).slice(2)}`
  );
}

export default mounting(ByteTable);
