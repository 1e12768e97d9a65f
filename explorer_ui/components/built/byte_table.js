// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/dom.js
function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== void 0) node.textContent = String(text);
  return node;
}
function attrs(node, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === void 0) node.removeAttribute(name);
    else node.setAttribute(name, String(value));
  }
  return node;
}
function moveFocus(event, here, next) {
  event.preventDefault();
  here.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}
var isChord = (event) => event.ctrlKey || event.metaKey || event.altKey;

// explorer_ui/components/shared/utf8.js
var encoder = new TextEncoder();
var decoder = new TextDecoder();
var encodeUtf8 = (text) => encoder.encode(text);
var decodeUtf8 = (bytes) => decoder.decode(bytes);
var hexByte = (byte) => byte.toString(16).padStart(2, "0");
var codePoint = (point) => "U+" + point.toString(16).toUpperCase().padStart(4, "0");
function sequenceLength(byte) {
  if (byte < 128) return 1;
  if (byte >= 194 && byte < 224) return 2;
  if (byte >= 224 && byte < 240) return 3;
  return byte >= 240 && byte < 245 ? 4 : 0;
}
var isContinuation = (byte) => byte >= 128 && byte < 192;
function characterAt(bytes, at, end) {
  const size = sequenceLength(bytes[at]);
  if (!size || at + size > end) return null;
  if (size === 1) return { point: bytes[at], size };
  let point = bytes[at] & 255 >> size + 1;
  for (let i = 1; i < size; i++) {
    if (!isContinuation(bytes[at + i])) return null;
    point = point << 6 | bytes[at + i] & 63;
  }
  const surrogate = point >= 55296 && point <= 57343;
  const overlong = size === 3 && point < 2048 || size === 4 && point < 65536;
  return surrogate || overlong || point > 1114111 ? null : { point, size };
}

// explorer_ui/components/shared/pieces.js
var FAMILY = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
var UNSEEN = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]$/u;
var MARK = /^\p{M}/u;
var graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
var WHITE = /* @__PURE__ */ new Map([
  [32, { sign: "·", name: "space" }],
  [9, { sign: "⇥", name: "tab" }],
  [10, { sign: "⏎", name: "line break" }],
  [13, { sign: "␍", name: "carriage return" }]
]);
var NAME_OF_SIGN = new Map(Array.from(WHITE.values(), ({ sign, name }) => [sign, name]));
var GLYPHS = (() => {
  const printable = (byte) => byte >= 33 && byte <= 126 || byte >= 161 && byte <= 172 || byte >= 174 && byte <= 255;
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(printable(byte) ? byte : next++));
})();
var labelOf = (point) => point < 128 ? hexByte(point) : codePoint(point);
function graphemePieces(grapheme) {
  const points = Array.from(grapheme);
  const sizeOf = (text) => encodeUtf8(text).length;
  if (points.length > 1 && FAMILY.test(grapheme))
    return [{ kind: "text", text: grapheme, size: sizeOf(grapheme) }];
  const pieces = [];
  for (const char of points) {
    const point = char.codePointAt(0) ?? 0;
    const white = WHITE.get(point);
    const last = pieces.at(-1);
    if (white) pieces.push({ kind: "white", text: white.sign, size: 1 });
    else if (UNSEEN.test(char)) pieces.push({ kind: "label", text: labelOf(point), size: sizeOf(char) });
    else if (last?.kind === "text") {
      last.text += char;
      last.size += sizeOf(char);
    } else pieces.push({ kind: "text", text: (MARK.test(char) ? "◌" : "") + char, size: sizeOf(char) });
  }
  return pieces;
}
function piecesOf(bytes, display = "text") {
  if (display === "glyphs")
    return Array.from(bytes, (byte) => ({ kind: "text", text: GLYPHS[byte], size: 1 }));
  const pieces = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte > 32 && byte < 127 && !(bytes[at + 1] >= 128)) {
      pieces.push({ kind: "text", text: String.fromCharCode(byte), size: 1 });
      at++;
      continue;
    }
    let end = at;
    let found;
    while (end < bytes.length && (found = characterAt(bytes, end, bytes.length))) {
      end += found.size;
      if (found.point < 128 && !(bytes[end] >= 128)) break;
    }
    if (end === at) {
      pieces.push({ kind: "hex", text: hexByte(byte), size: 1 });
      at++;
      continue;
    }
    for (const { segment } of graphemes.segment(decodeUtf8(bytes.subarray(at, end))))
      pieces.push(...graphemePieces(segment));
    at = end;
  }
  return pieces;
}

// explorer_ui/components/shared/draw_pieces.js
function drawPieces(parent, pieces, most = Infinity) {
  let run = "";
  const flush = () => {
    if (run) parent.append(run);
    run = "";
  };
  for (const piece of pieces.slice(0, most)) {
    if (piece.kind === "text") run += piece.text;
    else {
      flush();
      parent.append(el("span", piece.kind, piece.text));
    }
  }
  if (pieces.length > most) run += "…";
  flush();
  return parent;
}

// explorer_ui/components/shared/mount.js
var mounted = /* @__PURE__ */ new WeakMap();
function mountInstance(Component, { data, parentElement, setStateValue }) {
  let entry = mounted.get(parentElement);
  if (!entry) {
    const send = (name, value) => mounted.get(parentElement)?.send(name, value);
    entry = { instance: new Component(parentElement, send), calls: 0, send: setStateValue };
    mounted.set(parentElement, entry);
  }
  const here = entry;
  const call = ++here.calls;
  here.send = setStateValue;
  here.instance.update(data);
  return () => {
    if (here.calls !== call) return;
    here.instance.destroy();
    here.instance.root.remove();
    mounted.delete(parentElement);
  };
}

// explorer_ui/components/shared/numbers.js
var figures = new Intl.NumberFormat("en-GB");
var grouped = (n) => figures.format(n);
var plural = (n, one) => `${grouped(n)} ${n === 1 ? one : `${one}s`}`;

// explorer_ui/components/bytes/legend.js
function legendOf(items) {
  const line = el("p", "legend");
  for (const [className, sign, words] of items) {
    const item = el("span", "item");
    item.append(el("span", className, sign), " " + words);
    line.append(item);
  }
  return line;
}

// explorer_ui/components/bytes/byte_table.js
var LEADS = ["", "", "first of two bytes", "first of three bytes", "first of four bytes"];
var upperHex = (byte) => hexByte(byte).toUpperCase();
var pointOf = (text) => codePoint(text.codePointAt(0) ?? 0);
var ByteTable = class {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.data = null;
    this.characters = [];
    this.root = el("div", "bpe byte-table");
    this.box = attrs(el("ol", "clusters"), { "aria-label": "Characters and their bytes" });
    this.told = attrs(el("p", "told"), { "aria-live": "polite" });
    const legend = legendOf([
      ["bits single", "0", "a byte that is a character by itself"],
      ["bits lead", "1110", "the first byte: as many 1s as the character has bytes"],
      ["bits continuation", "10", "a byte that continues the character"],
      ["bits payload", "0100", "the bits of the code point"]
    ]);
    this.root.append(legend, this.box, this.told);
    parent.append(this.root);
    for (const name of ["pointerover", "focusin"])
      this.box.addEventListener(name, (event) => this.tell(closest(event, ".char")));
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }
  /** @param {BytesData} data */
  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.characters = data.clusters.flat();
    let place = 0;
    const clusters = data.clusters.map((cluster) => {
      const item = el("li", cluster.length > 1 ? "cluster joined" : "cluster");
      if (cluster.length > 1) {
        const text = cluster.map((character) => character.text).join("");
        const size = cluster.reduce((sum, { bytes }) => sum + bytes.length, 0);
        const whole = el("div", "whole");
        whole.append(
          glyphOf(text),
          `${plural(cluster.length, "code point")}, ${plural(size, "byte")}: one character to the eye`
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
    if (first instanceof HTMLElement) this.tell(first);
  }
  /**
   * @param {CharacterOverBytes} character
   * @param {number} place
   */
  character({ text, name, bytes }, place) {
    const node = attrs(el("div", bytes.length > 1 ? "char several" : "char"), {
      tabindex: place ? -1 : 0,
      "data-place": place
    });
    const head = el("div", "head");
    head.append(
      glyphOf(text),
      el("span", "point", pointOf(text)),
      attrs(el("span", "name", name), { title: name })
    );
    const cells = el("div", "bytes");
    for (const { value, role, marker, payload } of bytes) {
      const cell = el("div", "byte");
      const bits = el("span", "bits");
      bits.append(el("span", role, marker), el("span", "payload", payload));
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
    const { text, name, bytes } = this.characters[Number(node.dataset.place)];
    const subject = drawPieces(el("bdi", "subject"), piecesOf(encodeUtf8(text)));
    this.told.replaceChildren(subject, ` ${pointOf(text)} ${name} · ${howWritten(text, bytes)}.`);
  }
  /** @param {KeyboardEvent} event */
  walk(event) {
    const here = closest(event, ".char");
    if (!here || isChord(event)) return;
    const all = this.box.querySelectorAll(".char");
    const place = Number(here.dataset.place);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === void 0 ? null : all[to];
    if (next instanceof HTMLElement) moveFocus(event, here, next);
  }
  destroy() {
  }
};
var glyphOf = (text) => drawPieces(el("bdi", "glyph"), piecesOf(encodeUtf8(text)));
function howWritten(text, bytes) {
  const [first, ...others] = bytes.map(({ value }) => upperHex(value));
  if (!others.length) return `one byte, ${first}: below U+0080 the byte is the code point`;
  const bits = bytes.map(({ payload }) => payload).join(" ");
  const continues = others.length > 1 ? "continue" : "continues";
  return `${first} is the ${LEADS[bytes.length]}, ${others.join(", ")} ${continues}; the bits ${bits} together are ${pointOf(text).slice(2)}`;
}
function mount(call) {
  return mountInstance(ByteTable, call);
}
export {
  mount as default
};
