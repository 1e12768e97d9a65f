// @ts-nocheck
// Characters over their bytes. Data: clusters of [text, name, [[value, role, marker, payload], ...]].

import { attrs, el, isChord, moveFocus } from "../shared/dom.js";
import { drawPieces } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { plural } from "../shared/numbers.js";
import { piecesOf } from "../shared/pieces.js";
import { encodeUtf8, hexByte } from "../shared/utf8.js";

const upperHex = (byte) => hexByte(byte).toUpperCase();
const codePoint = (text) => "U+" + text.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
const LEADS = ["", "", "first of two bytes", "first of three bytes", "first of four bytes"];

class ByteTable {
  constructor(parent) {
    this.root = el("div", "bpe byte-table");
    this.box = attrs(el("ol", "clusters"), { "aria-label": "Characters and their bytes" });
    this.told = attrs(el("p", "told"), { "aria-live": "polite" });
    this.root.append(this.legend(), this.box, this.told);
    parent.append(this.root);
    this.box.addEventListener("pointerover", (event) => this.tell(event.target.closest(".char")));
    this.box.addEventListener("focusin", (event) => this.tell(event.target.closest(".char")));
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }

  legend() {
    const line = el("p", "legend");
    for (const [kind, marker, words] of [
      ["single", "0", "a byte that is a character by itself"],
      ["lead", "1110", "the first byte: as many 1s as the character has bytes"],
      ["continuation", "10", "a byte that continues the character"],
      ["payload", "0100", "the bits of the code point"],
    ]) {
      const item = el("span", "item");
      item.append(el("span", `bits ${kind}`, marker), " " + words);
      line.append(item);
    }
    return line;
  }

  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.characters = data.clusters.flat();
    let place = 0;
    const clusters = data.clusters.map((cluster) => {
      const item = el("li", cluster.length > 1 ? "cluster joined" : "cluster");
      if (cluster.length > 1) {
        const text = cluster.map(([part]) => part).join("");
        const size = cluster.reduce((sum, [, , bytes]) => sum + bytes.length, 0);
        const whole = el("div", "whole");
        whole.append(
          this.glyph(text),
          `${plural(cluster.length, "code point")}, ${plural(size, "byte")}: one character to the eye`,
        );
        item.append(whole);
      }
      const row = el("div", "row");
      for (const character of cluster) row.append(this.character(character, place++));
      item.append(row);
      return item;
    });
    this.box.replaceChildren(...clusters);
    this.box.scrollTop = 0;
    const first = this.box.querySelector(".char.several") ?? this.box.querySelector(".char");
    if (first) this.tell(first);
  }

  glyph(text) {
    const node = el("bdi", "glyph");
    return drawPieces(node, piecesOf(encodeUtf8(text)));
  }

  character([text, name, bytes], place) {
    const node = attrs(el("div", bytes.length > 1 ? "char several" : "char"), {
      tabindex: place ? -1 : 0,
      "data-place": place,
    });
    const head = el("div", "head");
    head.append(
      this.glyph(text),
      el("span", "point", codePoint(text)),
      attrs(el("span", "name", name), { title: name }),
    );
    const cells = el("div", "bytes");
    for (const [value, role, marker, payload] of bytes) {
      const cell = el("div", "byte");
      const bits = el("span", "bits");
      bits.append(el("span", role, marker), el("span", "payload", payload));
      cell.append(el("b", "", upperHex(value)), bits);
      cells.append(cell);
    }
    node.append(head, cells);
    return node;
  }

  tell(node) {
    if (!node) return;
    this.box.querySelector(".char.told-of")?.classList.remove("told-of");
    node.classList.add("told-of");
    const [text, name, bytes] = this.characters[+node.dataset.place];
    const subject = el("bdi", "subject");
    drawPieces(subject, piecesOf(encodeUtf8(text)));
    const bits = bytes.map(([, , , payload]) => payload).join(" ");
    const how =
      bytes.length === 1
        ? `one byte, ${upperHex(bytes[0][0])}: below U+0080 the byte is the code point`
        : `${upperHex(bytes[0][0])} is the ${LEADS[bytes.length]}, ${bytes
            .slice(1)
            .map(([value]) => upperHex(value))
            .join(", ")} ` +
          `${bytes.length > 2 ? "continue" : "continues"}; the bits ${bits} together are ${codePoint(text).slice(2)}`;
    this.told.replaceChildren(subject, ` ${codePoint(text)} ${name} · ${how}.`);
  }

  walk(event) {
    const here = event.target.closest(".char");
    if (!here || isChord(event)) return;
    const all = this.box.querySelectorAll(".char");
    const place = +here.dataset.place;
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = all[to];
    if (next) moveFocus(event, here, next);
  }

  destroy() {}
}

export default function mount(args) {
  return mountInstance(ByteTable, args);
}
