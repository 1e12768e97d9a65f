// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/utf8.js
var encoder = new TextEncoder();
var decoder = new TextDecoder();
var encodeUtf8 = (text) => encoder.encode(text);
var decodeUtf8 = (bytes) => decoder.decode(bytes);
var hexByte = (byte) => byte.toString(16).padStart(2, "0");
var hexBytes = (bytes, most) => Array.from(bytes.subarray(0, most), hexByte).join(" ") + (bytes.length > most ? " …" : "");
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

// explorer_ui/components/shared/colours.js
var TINTS = 10;
var colourOf = (id) => Math.floor(id * 0.6180339887498949 % 1 * TINTS);
var tintOf = ({ id, quiet }) => quiet ? "base" : `c${colourOf(id)}`;
var probe = null;
function solid(colour) {
  probe ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!probe) return "none";
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
  return a === 0 ? "none" : "#" + hexByte(r) + hexByte(g) + hexByte(b);
}

// explorer_ui/components/shared/direction.js
var RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
var SHAPED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
var LETTER = /\p{L}/u;
var directionOf = (text) => RIGHT_TO_LEFT.test(text.match(LETTER)?.[0] ?? "") ? "rtl" : "ltr";
var mayReadFromTheRight = (bytes) => bytes.some((byte) => byte >= 214);

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
function svg(tag, values = {}) {
  return attrs(document.createElementNS("http://www.w3.org/2000/svg", tag), values);
}
function icon(path) {
  const picture = svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  picture.append(svg("path", { d: path, fill: "currentColor" }));
  return picture;
}
function button(className, name, content, act) {
  const node = attrs(el("button", className), { type: "button", "aria-label": name, title: name });
  node.append(content);
  node.addEventListener("click", act);
  return node;
}
var calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
var isChord = (event) => event.ctrlKey || event.metaKey || event.altKey;

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
var labelOf = (point) => point < 128 ? hexByte(point) : "U+" + point.toString(16).toUpperCase().padStart(4, "0");
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
var lettersOf = (pieces) => pieces.map((piece) => piece.kind === "text" ? piece.text : "").join("");
function spokenText(pieces) {
  const spoken = pieces.map(({ kind, text }) => {
    if (kind === "white") return ` ${NAME_OF_SIGN.get(text)} `;
    return kind === "hex" ? ` ${text} ` : text;
  });
  return spoken.join("").trim();
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
function chip(token, most = 24) {
  const node = el("span", `chip ${tintOf(token)}`);
  node.dir = directionOf(lettersOf(token.pieces));
  return drawPieces(node, token.pieces, most);
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
var clamp = (x, low, high) => Math.max(low, Math.min(high, x));
function lastAtMost(starts, value) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = low + high + 1 >> 1;
    if (starts[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

// explorer_ui/components/shared/payload.js
function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}
function uint16sOf(base64) {
  const view = new DataView(bytesOf(base64).buffer);
  return Uint16Array.from({ length: view.byteLength / 2 }, (_, i) => view.getUint16(2 * i, true));
}

// explorer_ui/components/shared/pictures.js
function save(name, blob) {
  const link = el("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1e4);
}
function pictureOf(node) {
  const frame = node.getBoundingClientRect();
  const style = getComputedStyle(node);
  const width = Math.ceil(frame.width);
  const height = Math.ceil(frame.height);
  const picture = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height
  });
  picture.append(svg("rect", { width, height, fill: solid(style.getPropertyValue("--bg") || "#fff") }));
  const walk = (element) => {
    const look = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (look.display === "none" || box.bottom < frame.top || box.top > frame.bottom) return;
    if (element !== node) drawBox(picture, box, frame, look);
    for (const child of element.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) {
        if (!(child instanceof SVGElement) && child.tagName !== "CANVAS") walk(child);
      } else if (child.textContent.trim()) drawText(picture, child, frame, look);
    }
  };
  walk(node);
  return picture;
}
function drawBox(picture, box, frame, look) {
  const fill = solid(look.backgroundColor);
  const sides = ["Top", "Right", "Bottom", "Left"].map((side) => ({
    width: look[`border${side}Style`] === "none" ? 0 : parseFloat(look[`border${side}Width`]),
    colour: look[`border${side}Color`],
    dash: look[`border${side}Style`] === "dashed" ? "4 3" : null
  }));
  const [x, y, w, h] = [box.left - frame.left, box.top - frame.top, box.width, box.height];
  if (fill !== "none" && w && h)
    picture.append(svg("rect", { x, y, width: w, height: h, rx: Math.min(3, w / 4), fill }));
  const ends = [
    [x, y, x + w, y],
    [x + w, y, x + w, y + h],
    [x, y + h, x + w, y + h],
    [x, y, x, y + h]
  ];
  sides.forEach((side, i) => {
    const stroke = solid(side.colour);
    if (!side.width || stroke === "none") return;
    const [x1, y1, x2, y2] = ends[i];
    picture.append(
      svg("line", {
        x1,
        y1,
        x2,
        y2,
        stroke,
        "stroke-width": side.width,
        "stroke-dasharray": side.dash,
        "stroke-linecap": "square"
      })
    );
  });
}
function drawText(picture, text, frame, look) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  const fill = solid(look.color);
  if (!box.width || fill === "none") return;
  const node = svg("text", {
    x: box.left - frame.left,
    y: box.top - frame.top + box.height * 0.77,
    "font-family": look.fontFamily,
    "font-size": look.fontSize,
    "font-weight": look.fontWeight,
    "letter-spacing": look.letterSpacing === "normal" ? null : look.letterSpacing,
    "xml:space": "preserve",
    fill
  });
  node.textContent = text.textContent;
  picture.append(node);
}
function saveSvg(name, picture) {
  save(`${name}.svg`, new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }));
}
function savePng(name, picture) {
  const image = new Image();
  const source = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" })
  );
  image.onload = () => {
    const canvas = el("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(source);
    canvas.toBlob((blob) => save(`${name}.png`, blob), "image/png");
  };
  image.src = source;
}

// explorer_ui/components/shared/ruler.js
var Ruler = class {
  /**
   * @param {Element} element
   * @param {number} size Of the font, in pixels.
   */
  constructor(element, size) {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("this browser has no canvas to measure text on");
    this.context = context;
    this.context.font = `${size}px ${getComputedStyle(element).fontFamily}`;
    this.known = /* @__PURE__ */ new Map();
    this.ch = this.width("0000000000") / 10;
  }
  /** @param {string} text */
  width(text) {
    let width = this.known.get(text);
    if (width === void 0) {
      width = this.context.measureText(text).width;
      this.known.set(text, width);
    }
    return width;
  }
};

// explorer_ui/components/shared/token_card.js
var CARD_DELAY = 140;
var TokenCard = class {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.node = attrs(el("div", "card"), { role: "tooltip" });
    this.node.hidden = true;
    root.append(this.node);
  }
  /**
   * Shows the card below `anchor`, or above it where there is no room below.
   *
   * @param {Element} anchor
   * @param {DrawnToken} token
   * @param {Fact[]} facts
   */
  show(anchor, token, facts) {
    this.node.replaceChildren(chip(token, 60), factList(facts));
    this.node.hidden = false;
    const at = anchor.getBoundingClientRect();
    const frame = this.root.getBoundingClientRect();
    const box = this.node.getBoundingClientRect();
    const below = at.bottom + 8;
    const above = at.top - box.height - 8;
    const y = below + box.height > innerHeight && above > 0 ? above : below;
    this.node.style.left = clamp(at.left - frame.left, 0, Math.max(0, frame.width - box.width)) + "px";
    this.node.style.top = y - frame.top + "px";
  }
  hide() {
    this.node.hidden = true;
  }
};
function factList(facts) {
  const list = el("dl", "facts");
  for (const [term, value] of facts) {
    if (value === null || value === void 0 || value === "") continue;
    const detail = el("dd");
    detail.append(value);
    list.append(el("dt", "", term), detail);
  }
  return list;
}

// explorer_ui/components/shared/virtual_rows.js
var MAX_SCROLL_HEIGHT = 8e6;
var VirtualRows = class {
  constructor(box, draw) {
    Object.assign(this, { box, draw, total: 0, height: 30, view: box.clientHeight, scrolled: 0 });
    this.cache = /* @__PURE__ */ new Map();
    this.pad = attrs(el("div", "pad"), { "aria-hidden": "true" });
    this.window = attrs(el("div", "window"), { role: "presentation" });
    box.append(this.pad, this.window);
    this.onScroll = () => {
      this.scrolled = box.scrollTop;
      this.paint();
    };
    box.addEventListener("scroll", this.onScroll, { passive: true });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(box);
  }
  resize() {
    if (this.view === this.box.clientHeight) return;
    this.view = this.box.clientHeight;
    this.paint();
  }
  reset(total, height) {
    if (total !== this.total || height !== this.height)
      this.pad.style.height = Math.min(total * height, MAX_SCROLL_HEIGHT) + "px";
    Object.assign(this, { total, height });
    this.scrolled = clamp(
      this.scrolled,
      0,
      Math.max(0, Math.min(total * height, MAX_SCROLL_HEIGHT) - this.view)
    );
    this.paint(true);
  }
  // Pixels of text per pixel of scrolling: 1, except in very long texts.
  get scale() {
    const full = this.total * this.height;
    return full <= MAX_SCROLL_HEIGHT ? 1 : (full - this.view) / (MAX_SCROLL_HEIGHT - this.view);
  }
  get top() {
    return this.scrolled * this.scale;
  }
  // First and last row that are wholly in view.
  get visible() {
    const first = Math.ceil(this.top / this.height - 0.01);
    return [first, Math.max(first, Math.floor((this.top + this.view) / this.height + 0.01) - 1)];
  }
  paint(fresh = false) {
    if (fresh) this.cache.clear();
    const over = 2;
    const first = Math.max(0, Math.floor(this.top / this.height) - over);
    const last = Math.min(this.total, Math.ceil((this.top + this.view) / this.height) + over);
    const rows = [];
    for (let row = first; row < last; row++) {
      if (!this.cache.has(row)) this.cache.set(row, this.draw(row));
      rows.push(this.cache.get(row));
    }
    for (const row of this.cache.keys()) if (row < first || row >= last) this.cache.delete(row);
    this.window.style.transform = `translateY(${this.scrolled + first * this.height - this.top}px)`;
    const same = this.window.children.length === rows.length && rows.every((row, i) => row === this.window.children[i]);
    if (!same) this.window.replaceChildren(...rows);
    this.onPaint?.();
  }
  // Scrolls so that the text's pixel `y` is on top.
  scrollTo(y, behavior = "instant") {
    const top = clamp(y, 0, Math.max(0, this.total * this.height - this.view)) / this.scale;
    this.box.scrollTo({ top, behavior });
    if (behavior === "smooth") return;
    this.scrolled = this.box.scrollTop;
    this.paint();
  }
  // Brings a row into view: to the middle if it was far, else just inside.
  reveal(row, smooth = false) {
    const [first, last] = this.visible;
    if (row >= first && row <= last) return;
    const middle = Math.floor(this.view / this.height / 2);
    const far = row < first - 1 || row > last + 1;
    const y = far ? (row - middle) * this.height : row < first ? row * this.height : (row + 1) * this.height - this.view;
    this.scrollTo(y, smooth && !calm() ? "smooth" : "instant");
  }
  destroy() {
    this.box.removeEventListener("scroll", this.onScroll);
    this.sizes.disconnect();
  }
};

// explorer_ui/components/player/merge_player.js
var WALL = 65534;
var READS = /[\p{L}\p{N}]/u;
var GAP = 3;
var BRACKET = 2;
var WALL_GAP = 5;
var QUICK_UNITS = 25e4;
var REST = 250;
var ELSEWHERE = 1e3;
var TABLE_ROWS = 8;
var NEIGHBOUR_ROWS = 40;
var TYPE_SCALES = [1.9, 1.5, 1.2, 1];
var SPEEDS = [
  [0.5, "1 in 2 s"],
  [1, "1 a second"],
  [2, "2 a second"],
  [5, "5 a second"],
  [15, "15 a second"],
  [60, "60 a second"]
];
var ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3l7 5-7 5z",
  last: "M11 3h2v10h-2zM3 3l7 5-7 5z",
  large: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
  save: "M7 2h2v6h3l-4 4-4-4h3zM2 13h12v1.5H2z"
};
var History = class {
  constructor(data) {
    this.bytes = bytesOf(data.text);
    this.byUnit = data.units === "characters";
    this.display = data.display;
    this.closed = uint16sOf(data.closed_at);
    this.byteAt = this.byUnit ? characterStarts(this.bytes) : null;
    this.units = this.byUnit ? this.byteAt.length - 1 : this.bytes.length;
    this.merges = Array.from({ length: data.merges.length / 5 }, (_, rank) => {
      const [left, right, id, counted, replaced] = data.merges.slice(5 * rank, 5 * rank + 5);
      return { rank, left, right, id, counted, replaced };
    });
    this.steps = this.merges.length;
    this.firstSeen = data.tie_break === "first-seen";
    this.order = data.tie_order && new Map(data.tie_order);
    this.ending = data.ending;
    this.encoding = data.mode === "encode";
    this.encodeOrder = data.encode_order;
    this.ranks = data.ranks ?? null;
    this.pairRanks = new Map(
      (data.pair_ranks ?? []).map(([left, right, rank]) => [`${left} ${right}`, rank])
    );
    this.readBase(data.base_ids);
    this.mostId = this.merges.reduce(
      (most, merge) => Math.max(most, merge.id),
      this.base.reduce((a, b) => Math.max(a, b), 0)
    );
    this.sortGaps();
    this.madeBy = /* @__PURE__ */ new Map();
    for (const merge of this.merges) if (!this.madeBy.has(merge.id)) this.madeBy.set(merge.id, merge);
    this.texts = /* @__PURE__ */ new Map();
  }
  readBase(pairs) {
    const ids = pairs && new Map(pairs);
    this.base = new Uint32Array(this.units);
    this.baseBytes = /* @__PURE__ */ new Map();
    for (let unit = 0; unit < this.units; unit++) {
      const [from, to] = this.byteRange(unit, unit + 1);
      const value = this.byUnit ? characterAt(this.bytes, from, to).point : this.bytes[from];
      const id = ids?.get(value) ?? value;
      this.base[unit] = id;
      if (!this.baseBytes.has(id)) this.baseBytes.set(id, this.bytes.subarray(from, to));
    }
  }
  // Gaps by the merge that closed them: `gapsOf(rank)` is a slice, and starts[k] gaps are closed at step k.
  sortGaps() {
    this.starts = new Uint32Array(this.steps + 1);
    for (const rank of this.closed) if (rank < this.steps) this.starts[rank + 1]++;
    for (let rank = 0; rank < this.steps; rank++) this.starts[rank + 1] += this.starts[rank];
    this.gaps = new Uint32Array(this.starts[this.steps]);
    const next = this.starts.slice();
    this.closed.forEach((rank, gap) => {
      if (rank < this.steps) this.gaps[next[rank]++] = gap;
    });
  }
  gapsOf(rank) {
    return rank < this.steps ? this.gaps.subarray(this.starts[rank], this.starts[rank + 1]) : this.gaps.subarray(0, 0);
  }
  tokensAt(step) {
    return this.units - this.starts[step];
  }
  byteRange(from, to) {
    return this.byUnit ? [this.byteAt[from], this.byteAt[to]] : [from, to];
  }
  bytesBetween(from, to) {
    return this.bytes.subarray(...this.byteRange(from, to));
  }
  startOf(unit, step) {
    while (unit > 0 && this.closed[unit - 1] < step) unit--;
    return unit;
  }
  // The token that begins at unit `start`: {start, end, id, rank}; rank -1 is a base unit.
  tokenFrom(start, step) {
    let rank = -1;
    let end = start + 1;
    while (end < this.units && this.closed[end - 1] < step) {
      if (this.closed[end - 1] > rank) rank = this.closed[end - 1];
      end++;
    }
    return { start, end, rank, id: rank < 0 ? this.base[start] : this.merges[rank].id };
  }
  tokenAt(unit, step) {
    return this.tokenFrom(this.startOf(unit, step), step);
  }
  bytesOfId(id) {
    let bytes = this.texts.get(id);
    if (bytes) return bytes;
    const merge = this.madeBy.get(id);
    if (!merge) bytes = this.baseBytes.get(id) ?? new Uint8Array(0);
    else {
      const sides = [this.bytesOfId(merge.left), this.bytesOfId(merge.right)];
      bytes = new Uint8Array(sides[0].length + sides[1].length);
      bytes.set(sides[0]);
      bytes.set(sides[1], sides[0].length);
    }
    this.texts.set(id, bytes);
    return bytes;
  }
  // What chip() draws.
  tokenOfId(id) {
    return { id, pieces: piecesOf(this.bytesOfId(id), this.display), quiet: !this.madeBy.has(id) };
  }
  chunkOf(unit) {
    let from = unit;
    let to = unit + 1;
    while (from > 0 && this.closed[from - 1] !== WALL) from--;
    while (to < this.units && this.closed[to - 1] !== WALL) to++;
    return from === 0 && to === this.units ? null : [from, to];
  }
};
function characterStarts(bytes) {
  const starts = new Uint32Array(bytes.length + 1);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) if (!isContinuation(bytes[i])) starts[n++] = i;
  starts[n++] = bytes.length;
  return starts.slice(0, n);
}
function countPairs(history, step) {
  const { closed, units, base, merges } = history;
  const uses = new Uint32Array(history.mostId + 1);
  let size = 1 << 12;
  let slots = new Int32Array(size);
  let left = new Int32Array(size);
  let right = new Int32Array(size);
  let counts = new Int32Array(size);
  let distinct = 0;
  const slotOf = (a, b) => {
    let slot = (Math.imul(a, 2654435761) ^ Math.imul(b, 2246822507)) >>> 0;
    slot = (slot ^ slot >>> 15) & size - 1;
    while (slots[slot] && (left[slots[slot] - 1] !== a || right[slots[slot] - 1] !== b))
      slot = slot + 1 & size - 1;
    return slot;
  };
  const grow = () => {
    size *= 2;
    const wider = (old) => {
      const array = new Int32Array(size);
      array.set(old);
      return array;
    };
    [left, right, counts] = [wider(left), wider(right), wider(counts)];
    slots = new Int32Array(size);
    for (let i = 0; i < distinct; i++) slots[slotOf(left[i], right[i])] = i + 1;
  };
  let before = -1;
  for (let start = 0; start < units; ) {
    let rank = -1;
    let end = start + 1;
    while (end < units && closed[end - 1] < step) {
      if (closed[end - 1] > rank) rank = closed[end - 1];
      end++;
    }
    const id = rank < 0 ? base[start] : merges[rank].id;
    uses[id]++;
    if (before >= 0) {
      const slot = slotOf(before, id);
      if (slots[slot]) counts[slots[slot] - 1]++;
      else {
        left[distinct] = before;
        right[distinct] = id;
        counts[distinct] = 1;
        slots[slot] = ++distinct;
        if (2 * distinct > size) grow();
      }
    }
    before = end < units && closed[end - 1] === WALL ? -1 : id;
    start = end;
  }
  return { left, right, counts, distinct, uses };
}
function topPairs(history, table, most) {
  const order = (id) => history.order?.get(id) ?? id;
  const ahead = (i, j) => {
    if (table.counts[i] !== table.counts[j]) return table.counts[i] > table.counts[j];
    if (history.firstSeen) return i < j;
    const [a, b] = [order(table.left[i]), order(table.left[j])];
    return a !== b ? a < b : order(table.right[i]) < order(table.right[j]);
  };
  const top = [];
  for (let i = 0; i < table.distinct; i++) {
    if (top.length === most && !ahead(i, top[most - 1])) continue;
    let place = top.length;
    while (place > 0 && ahead(i, top[place - 1])) place--;
    top.splice(place, 0, i);
    if (top.length > most) top.pop();
  }
  const best = top.length ? table.counts[top[0]] : 0;
  let tied = 0;
  for (let i = 0; i < table.distinct; i++) if (table.counts[i] === best) tied++;
  return {
    rows: top.map((i) => ({ left: table.left[i], right: table.right[i], count: table.counts[i] })),
    tied
  };
}
function cellWidths(history, ruler, one) {
  const byte = Math.ceil(ruler.ch * 1.36) + GAP + 2;
  const widths = new Uint8Array(history.units);
  const known = /* @__PURE__ */ new Map();
  const ofCharacter = (point) => {
    if (point > 32 && point < 127) return one;
    const pieces = graphemePieces(String.fromCodePoint(point));
    const small = pieces[0].kind === "label";
    const width = small ? ruler.width(pieces[0].text) * 0.62 + 5 : ruler.width(pieces[0].text);
    return clamp(Math.ceil(width) + GAP + 1, one, 255);
  };
  for (let unit = 0; unit < history.units; unit++) {
    const [from, to] = history.byteRange(unit, unit + 1);
    if (!history.byUnit) {
      const value = history.bytes[from];
      const plain = history.display === "glyphs" || value > 31 && value < 127 || WHITE.has(value);
      widths[unit] = plain ? one : byte;
      continue;
    }
    const point = characterAt(history.bytes, from, to).point;
    if (!known.has(point)) known.set(point, ofCharacter(point));
    widths[unit] = known.get(point);
  }
  return widths;
}
function breakRows(history, widths, room) {
  const { closed, units } = history;
  const starts = [0];
  const walls = closed.includes(WALL);
  let x = 0;
  let good = 0;
  let goodX = 0;
  for (let unit = 0; unit < units; unit++) {
    const [from] = history.byteRange(unit, unit + 1);
    const before = unit ? history.bytes[from - 1] : 0;
    const row = starts[starts.length - 1];
    const wall = unit > row && closed[unit - 1] === WALL;
    if (wall) x += WALL_GAP;
    if (unit > row && before === 10) {
      starts.push(unit);
      [x, good] = [0, 0];
    } else {
      if (unit > row && (walls ? wall : before === 32 || before === 9)) [good, goodX] = [unit, x];
      if (x + widths[unit] > room && unit > row) {
        let at = goodX > room * 0.6 && good > row ? good : unit;
        while (at > row + 1 && isContinuation(history.bytes[history.byteRange(at, at + 1)[0]])) at--;
        starts.push(at);
        x = 0;
        for (let i = at; i < unit; i++) x += widths[i] + (i > at && closed[i - 1] === WALL ? WALL_GAP : 0);
        if (unit > at && closed[unit - 1] === WALL) x += WALL_GAP;
        good = 0;
      }
    }
    x += widths[unit];
  }
  return Uint32Array.from(starts);
}
function rowDirections(history, starts) {
  const directions = new Uint8Array(starts.length);
  if (!mayReadFromTheRight(history.bytes)) return directions;
  let paragraph = 0;
  for (let row = 0; row < starts.length; row++) {
    const [from] = history.byteRange(starts[row], starts[row] + 1);
    const fresh = row === 0 || history.bytes[from - 1] === 10;
    if (fresh) {
      const end = history.bytes.indexOf(10, from);
      const text = decodeUtf8(history.bytes.subarray(from, Math.min(from + 4096, end < 0 ? Infinity : end)));
      paragraph = directionOf(text) === "rtl" ? 1 : 0;
    }
    directions[row] = paragraph;
  }
  return directions;
}
function turnedRuns(history, from, to, rightToLeft) {
  const bytes = history.bytesBetween(from, to);
  if (to <= from) return [];
  if (!rightToLeft && !mayReadFromTheRight(bytes)) return [[from, to, false]];
  const runs = [];
  let first = -1;
  let last = -1;
  const close = () => {
    if (first < 0) return;
    const spaced = first > from && history.closed[first - 1] !== WALL && (first - 1 === from || history.closed[first - 2] === WALL);
    if (spaced && history.bytes[history.byteRange(first - 1, first)[0]] === 32) first--;
    const before = runs.length ? runs[runs.length - 1][1] : from;
    if (first > before) runs.push([before, first, false]);
    runs.push([Math.max(first, before), last, true]);
    first = -1;
  };
  for (let unit = from; unit < to; ) {
    const [start, end] = [history.byteRange(unit, unit + 1)[0], history.byteRange(to - 1, to)[1]];
    const found = characterAt(history.bytes, start, end);
    const next = unit + (history.byUnit || !found ? 1 : found.size);
    const char = found ? String.fromCodePoint(found.point) : "";
    const reads = RIGHT_TO_LEFT.test(char) ? true : READS.test(char) ? false : null;
    if (reads === rightToLeft) close();
    else if (reads !== null) {
      if (first < 0) first = unit;
      last = next;
    } else if (MARK.test(char) && last === unit) last = next;
    unit = next;
  }
  close();
  const done = runs.length ? runs[runs.length - 1][1] : from;
  if (done < to) runs.push([done, to, false]);
  return runs;
}
var Stage = class {
  constructor(player, box, rail) {
    Object.assign(this, { player, box, rail, hovered: null, acting: null, roomy: false });
    this.rows = new VirtualRows(box, (row) => this.drawRow(row));
    this.rows.onPaint = () => this.drawRail();
    this.bringTimer = 0;
  }
  // Lays the text out anew: after a new text, a new width, or a late font. A text for the blackboard takes the
  // largest type in which it still fits.
  layout() {
    const { box, rows } = this;
    const keep = this.starts ? this.starts[Math.round(rows.top / rows.height)] : 0;
    box.style.fontSize = "";
    const usual = parseFloat(getComputedStyle(box).fontSize);
    for (const scale of this.player.history.units > 600 ? [1] : TYPE_SCALES) {
      this.typeset(usual * scale);
      if (this.starts.length * this.rowHeight + 8 <= box.clientHeight) break;
    }
    box.style.fontSize = this.size + "px";
    box.style.setProperty("--box", this.boxHeight + "px");
    box.style.setProperty("--spread", this.spread + "px");
    box.style.setProperty("--lead", this.spread / 2 - GAP / 2 - 1 + "px");
    this.directions = rowDirections(this.player.history, this.starts);
    rows.view = box.clientHeight;
    this.measureRail();
    rows.reset(this.starts.length, this.rowHeight);
    if (keep) rows.scrollTo(lastAtMost(this.starts, keep) * rows.height);
  }
  typeset(size) {
    const { history } = this.player;
    const ruler = new Ruler(this.box, size);
    this.size = size;
    this.one = Math.ceil(ruler.ch) + GAP + 1;
    this.spread = this.one - ruler.ch;
    this.widths = cellWidths(history, ruler, this.one);
    this.room = Math.max(60, this.box.clientWidth - 20);
    this.starts = breakRows(history, this.widths, this.room);
    this.boxHeight = Math.round(size * 1.5);
    this.rowHeight = this.boxHeight + Math.max(11, Math.round(size * 0.62));
  }
  rowOf(unit) {
    return lastAtMost(this.starts, unit);
  }
  paint(closing) {
    this.closing = closing;
    this.rows.paint(true);
    this.closing = null;
  }
  // The tokens that touch a row, and one neighbour at each side: brackets may reach over the row's ends.
  tokensOfRow(from, to, step) {
    const { history } = this.player;
    const tokens = [];
    let start = history.startOf(from ? from - 1 : 0, step);
    while (start < history.units && start <= to) {
      const token = history.tokenFrom(start, step);
      tokens.push(token);
      start = token.end;
    }
    return tokens;
  }
  drawRow(row) {
    const { history, step } = this.player;
    const from = this.starts[row];
    const to = row + 1 < this.starts.length ? this.starts[row + 1] : history.units;
    const line = attrs(el("div", "row"), { role: "presentation" });
    if (this.directions[row]) line.dir = "rtl";
    line.style.height = this.rows.height + "px";
    const places = this.placesOfRow(row, from, to);
    const next = history.merges[step];
    const tokens = this.tokensOfRow(from, to, step);
    const marks = tokens.map(() => "");
    const joints = [];
    for (let i = 1; i < tokens.length; i++) {
      const [one, two] = [tokens[i - 1], tokens[i]];
      const gap = history.closed[one.end - 1];
      if (gap === WALL) {
        const place = places.find(({ from: first, to: last }) => two.start > first && two.start < last);
        if (place) line.append(this.drawWall(place, two.start));
      }
      const acts = this.acting && gap !== WALL && one.id === this.acting.left && two.id === this.acting.right;
      if (acts) joints.push([one, two, "acts"]);
      if (!next || gap === WALL) continue;
      if (gap === step) {
        marks[i - 1] = marks[i] = "next";
        joints.push([one, two, "joint"]);
      } else if (!history.encoding && one.id === next.left && two.id === next.right)
        joints.push([one, two, "overlap"]);
    }
    for (const place of places) {
      tokens.forEach((token, i) => {
        if (token.end > place.from && token.start < place.to)
          line.append(this.drawToken(token, place, marks[i]));
      });
      for (const [one, two, kind] of joints) {
        const mark = this.drawJoint(one, two, kind, place);
        if (mark) line.append(mark);
      }
    }
    return line;
  }
  // Where the units of a row stand: one place, or one for each run of words that read the other way. A place
  // measures from the side where its own text begins, so that all that is drawn in it is drawn alike.
  placesOfRow(row, from, to) {
    const { history } = this.player;
    const at = new Uint16Array(to - from + 1);
    for (let unit = from; unit < to; unit++) {
      if (unit > from && history.closed[unit - 1] === WALL) at[unit - from] += WALL_GAP;
      at[unit - from + 1] = at[unit - from] + this.widths[unit];
    }
    const sides = this.directions[row] ? ["right", "left"] : ["left", "right"];
    return turnedRuns(history, from, to, this.directions[row] === 1).map(([first, last, turned]) => {
      const end = at[last - from - 1] + this.widths[last - 1];
      const shift = turned ? this.room - end - at[first - from] : 0;
      return {
        from: first,
        to: last,
        turned,
        start: sides[turned ? 1 : 0],
        end: sides[turned ? 0 : 1],
        left: (unit) => shift + at[unit - from],
        right: (unit) => shift + at[unit - from - 1] + this.widths[unit - 1]
      };
    });
  }
  drawWall(place, unit) {
    const tick = attrs(el("span", "wall"), { "aria-hidden": "true" });
    tick.style[place.start] = place.left(unit) - WALL_GAP / 2 - 0.5 + "px";
    return tick;
  }
  drawJoint(one, two, kind, place) {
    const first = Math.max(one.start, place.from);
    const last = Math.min(two.end, place.to);
    if (first >= last) return null;
    const x = place.left(first);
    const end = place.right(last);
    const seam = two.start > place.from && two.start < place.to ? place.left(two.start) : null;
    const mark = attrs(el("span", kind), { "aria-hidden": "true" });
    if (one.start < place.from || one.end <= place.from) mark.classList.add(`open-${place.start}`);
    if (two.end > place.to || two.start >= place.to) mark.classList.add(`open-${place.end}`);
    mark.style[place.start] = x + GAP / 2 + "px";
    mark.style.width = end - x - GAP + "px";
    if (kind === "joint" && seam !== null) {
      const weld = el("span", "weld");
      weld.style[place.start] = seam - x - GAP - BRACKET + "px";
      mark.append(weld);
    }
    return mark;
  }
  drawToken(token, place, mark) {
    const { selected } = this.player;
    const from = Math.max(token.start, place.from);
    const to = Math.min(token.end, place.to);
    const quiet = token.rank < 0;
    const node = el("span", `tok ${quiet ? "base" : "c" + colourOf(token.id)} ${mark}`);
    if (from > token.start) node.classList.add(`open-${place.start}`);
    if (to < token.end) node.classList.add(`open-${place.end}`);
    const chosen = selected !== null && selected >= token.start && selected < token.end;
    const x = place.left(from) + (from > token.start ? 0 : GAP / 2);
    const end = place.right(to) - (to < token.end ? 0 : GAP / 2);
    node.style[place.start] = x + "px";
    node.style.width = end - x + "px";
    Object.assign(node.dataset, { start: token.start, end: token.end, id: token.id });
    if (this.hovered === token.id) node.classList.add("same");
    node.id = `${this.player.uid}-${from}`;
    node.role = "option";
    node.ariaSelected = String(chosen);
    if (this.closing !== null && this.closing === token.rank) this.drawClosing(node, token, place, x);
    this.drawCells(node, from, to, place);
    return node;
  }
  // The two boxes as they were, over the box that they have become: they close up and fade.
  drawClosing(node, token, place, x) {
    const { history } = this.player;
    const merge = history.merges[token.rank];
    for (let gap = token.start; gap + 1 < token.end; gap++) {
      if (history.closed[gap] !== token.rank || gap + 1 <= place.from || gap + 1 >= place.to) continue;
      const ghosts = [
        [merge.left, token.start, gap + 1],
        [merge.right, gap + 1, token.end]
      ];
      for (const [id, start, end] of ghosts) {
        const ghost = el("span", `ghost ${history.madeBy.has(id) ? "c" + colourOf(id) : "base"}`);
        const a = place.left(Math.max(start, place.from)) + (start < place.from ? 0 : GAP / 2);
        const b = place.right(Math.min(end, place.to)) - (end > place.to ? 0 : GAP / 2);
        ghost.style[place.start] = a - x - 1 + "px";
        ghost.style.width = b - a + "px";
        node.append(ghost);
      }
      const seam = el("span", "seam");
      seam.style[place.start] = place.left(gap + 1) - GAP / 2 - x - 1 + "px";
      node.append(seam);
    }
    node.classList.add("fresh");
  }
  // The text of a token over its cells. Plain letters are spread by letter-spacing; all else gets a cell of
  // its own; letters that shape each other share one cell as wide as all of theirs.
  drawCells(node, from, to, place) {
    const { history } = this.player;
    const bytes = history.bytesBetween(from, to);
    const pieces = piecesOf(bytes, history.display);
    if (place.start === "right" || place.turned || bytes.some((byte) => byte > 127)) {
      const letters2 = lettersOf(pieces);
      node.dir = LETTER.test(letters2) ? directionOf(letters2) : place.start === "right" ? "rtl" : "ltr";
    }
    let unit = from;
    let shared = null;
    let letters = "";
    const flush = () => {
      if (letters) node.append(letters);
      letters = "";
    };
    for (const piece of pieces) {
      const units = history.byUnit ? unitsIn(piece, history, unit) : piece.size;
      const width = place.right(unit + units) - place.left(unit);
      unit += units;
      const plain = width === this.one && place.start === "left";
      if (plain && piece.kind === "text" && piece.text <= "~") {
        letters += piece.text;
        shared = null;
        continue;
      }
      flush();
      const shaped = piece.kind === "text" && SHAPED.test(piece.text);
      if (plain && piece.text === "·") node.append(el("span", "white", "·"));
      else if (shaped && shared) {
        shared.node.textContent += piece.text;
        shared.node.style.width = (shared.width += width) + "px";
        continue;
      } else {
        const cell = el("span", `cell ${piece.kind}`, piece.text);
        cell.style.width = width + "px";
        node.append(cell);
        if (shaped) shared = { node: cell, width };
      }
      if (!shaped) shared = null;
    }
    flush();
  }
  measureRail() {
    const { rail } = this;
    const look = getComputedStyle(rail);
    const ratio = devicePixelRatio || 1;
    this.railLook = {
      width: rail.clientWidth,
      height: rail.clientHeight,
      view: look.getPropertyValue("--rail-view"),
      mark: look.getPropertyValue("--rail-mark")
    };
    rail.width = this.railLook.width * ratio;
    rail.height = this.railLook.height * ratio;
    rail.getContext("2d").scale(ratio, ratio);
  }
  // Where in the whole text the pair stands, as a slim picture beside the stage.
  drawRail() {
    if (!this.railLook?.width) return;
    const { history, step } = this.player;
    const { width, height, view, mark } = this.railLook;
    const { top, height: rowHeight, view: seen } = this.rows;
    const pen = this.rail.getContext("2d");
    const rows = this.starts.length;
    this.railScale = Math.min(height, rows * 7) / rows;
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = view;
    const length = Math.max(10, seen / rowHeight * this.railScale);
    pen.fillRect(
      0,
      clamp(top / rowHeight * this.railScale, 0, height - length),
      width,
      Math.min(length, height)
    );
    pen.fillStyle = mark;
    let drawn = -9;
    let row = 0;
    for (const gap of history.gapsOf(step)) {
      if (row + 1 < rows && this.starts[row + 1] <= gap) row = this.rowOf(gap);
      const y = Math.round(row * this.railScale);
      if (y === drawn) continue;
      drawn = y;
      pen.fillRect(3, y, width - 6, clamp(this.railScale - 1, 2, 4));
    }
  }
  // After a step by hand: if the next pair stands nowhere in view, the nearest place comes into view.
  bringNext(delay) {
    clearTimeout(this.bringTimer);
    this.bringTimer = setTimeout(() => {
      const { history, step } = this.player;
      this.bring(history.gapsOf(step));
    }, delay);
  }
  bring(gaps) {
    if (!gaps.length) return;
    const [first, last] = this.rows.visible;
    const middle = this.starts[clamp(first + last >> 1, 0, this.starts.length - 1)];
    const after = lastAtMost(gaps, middle);
    let nearest = null;
    for (const gap of [gaps[after], gaps[Math.min(after + 1, gaps.length - 1)]]) {
      const row = this.rowOf(gap);
      if (row >= first && row <= last) return;
      const away = Math.abs(row - (first + last) / 2);
      if (!nearest || away < nearest.away) nearest = { row, away };
    }
    this.rows.reveal(nearest.row, true);
  }
  light(id) {
    if (this.hovered === id) return;
    this.hovered = id;
    for (const node of this.box.querySelectorAll(".tok"))
      node.classList.toggle("same", +node.dataset.id === id);
  }
  destroy() {
    clearTimeout(this.bringTimer);
    this.rows.destroy();
  }
};
function unitsIn(piece, history, unit) {
  const end = history.byteAt[unit] + piece.size;
  let units = 0;
  while (history.byteAt[unit + units] < end) units++;
  return units;
}
function mergeTree(history, from, to) {
  if (to - from === 1) return { from, to, id: history.base[from], depth: 1, parts: [] };
  let split = from;
  for (let gap = from; gap + 1 < to; gap++) if (history.closed[gap] > history.closed[split]) split = gap;
  const parts = [mergeTree(history, from, split + 1), mergeTree(history, split + 1, to)];
  const merge = history.merges[history.closed[split]];
  return { from, to, id: merge.id, merge, depth: 1 + Math.max(parts[0].depth, parts[1].depth), parts };
}
var players = 0;
var unheard = null;
var Player = class {
  constructor(parent, send) {
    this.send = send;
    Object.assign(this, {
      uid: `bpe${++players}`,
      step: 0,
      selected: null,
      cursor: null,
      speed: 2,
      playing: false
    });
    this.root = attrs(el("div", "bpe bpe-player"), { role: "group", "aria-label": "Merge player" });
    parent.append(this.root);
    this.build();
    this.stage = new Stage(this, this.box, this.rail);
    this.vocab = new VirtualRows(this.vocabBox, (row) => this.drawWord(row));
    this.card = new TokenCard(this.root);
    this.listen();
  }
  // ------------------------------------------------ building, once
  build() {
    const { root } = this;
    root.append(this.buildControls(), this.buildSentence());
    const main = el("div", "main");
    const [left, right] = [el("div", "left"), el("div", "right")];
    left.append(this.buildStage(), this.buildCurve());
    right.append(this.buildPairs(), this.buildVocabulary());
    main.append(left, right);
    this.live = attrs(el("div", "unseen"), { role: "status", "aria-live": "polite" });
    root.append(main, this.live);
  }
  buildControls() {
    const bar = attrs(el("div", "bar"), { role: "group", "aria-label": "Steps" });
    const press = (kind, name, key, act) => this[kind + "Button"] = attrs(button(kind, name, icon(ICONS[kind]), act), {
      title: `${name} (${key})`
    });
    const steps = el("div", "steps");
    steps.append(
      press("first", "First step", "Home", () => this.byHand(0)),
      press("back", "One step back", "← or Page Up", () => this.byHand(this.step - 1)),
      press("play", "Play", "Space", () => this.toggle()),
      press("forward", "One step forward", "→ or Page Down", () => this.byHand(this.step + 1)),
      press("last", "Last step", "End", () => this.byHand(this.history.steps))
    );
    this.seek = attrs(el("input", "seek"), { type: "range", min: 0, "aria-label": "Step" });
    this.seek.addEventListener("input", () => this.go(+this.seek.value));
    const where = el("label", "where");
    this.number = attrs(el("input", "number"), { type: "number", min: 0, "aria-label": "Step number" });
    this.number.addEventListener("change", () => {
      this.typing = false;
      this.byHand(+this.number.value);
    });
    this.total = el("span", "total");
    where.append(el("span", "unseen", "Step"), this.number, this.total);
    this.speedBox = attrs(el("select", "speed"), {
      "aria-label": "Speed of playing",
      title: "Speed of playing"
    });
    for (const [value, name] of SPEEDS) this.speedBox.append(attrs(el("option", "", name), { value }));
    this.speedBox.value = this.speed;
    this.speedBox.addEventListener("change", () => this.speed = +this.speedBox.value);
    const more = el("div", "more-controls");
    this.whiteButton = attrs(
      button("white-toggle", "White space", "White space", () => this.toggleWhite()),
      { "aria-pressed": "true" }
    );
    this.largeButton = attrs(
      button("large", "Presenter mode (P)", icon(ICONS.large), () => this.present(!this.presenting)),
      { "aria-pressed": "false" }
    );
    this.tableButton = attrs(
      button("with-table", "Pairs", "Pairs", () => this.toggleTable()),
      { "aria-pressed": "false" }
    );
    more.append(this.speedBox, this.whiteButton, this.buildSave(), this.tableButton, this.largeButton);
    bar.append(steps, this.seek, where, more);
    return bar;
  }
  buildSave() {
    const menu = el("details", "save");
    const open = attrs(el("summary"), { "aria-label": "Save a picture", title: "Save a picture" });
    open.append(icon(ICONS.save));
    const list = el("div", "menu");
    const item = (name2, act) => {
      const node = attrs(el("button", "", name2), { type: "button" });
      node.addEventListener("click", () => {
        menu.open = false;
        act();
      });
      return node;
    };
    const name = (what) => `bpe-${what}-step-${this.step}`;
    list.append(
      item("Text as SVG", () => saveSvg(name("text"), pictureOf(this.box))),
      item("Text as PNG", () => savePng(name("text"), pictureOf(this.box))),
      item("Curve as SVG", () => saveSvg(name("curve"), this.curvePicture())),
      item("Curve as PNG", () => savePng(name("curve"), this.curvePicture()))
    );
    menu.append(open, list);
    return menu;
  }
  buildSentence() {
    const say = el("div", "say");
    this.kicker = el("span");
    this.detail = attrs(el("span", "detail"), { title: "Ranks count from 0, merges from 1." });
    const kicker = el("p", "kicker");
    kicker.append(this.kicker, this.detail);
    this.headline = el("p", "headline");
    this.remark = el("p", "remark");
    say.append(kicker, this.headline, this.remark);
    return say;
  }
  buildStage() {
    const frame = el("div", "stage-frame");
    this.box = attrs(el("div", "stage"), {
      role: "listbox",
      tabindex: 0,
      "aria-orientation": "horizontal",
      "aria-label": "The text as tokens. Arrow keys walk through the tokens, Enter selects one."
    });
    this.rail = attrs(el("canvas", "rail"), { "aria-hidden": "true" });
    this.legend = attrs(el("p", "legend"), { "aria-hidden": "true" });
    const stage = el("div", "stage-row");
    stage.append(this.box, this.rail);
    frame.append(stage, this.legend);
    return frame;
  }
  buildPairs() {
    const panel = attrs(el("section", "panel pairs"), { "aria-label": "Pairs" });
    this.pairsTitle = el("div", "title", "Pairs");
    this.pairsNote = el("span", "note");
    const head = el("div", "head");
    head.append(this.pairsTitle, this.pairsNote);
    this.pairRows = Array.from({ length: NEIGHBOUR_ROWS }, () => this.buildPairRow());
    this.pairList = el("ol", "pair-list");
    this.pairList.append(...this.pairRows.map((row) => row.item));
    panel.append(head, this.pairList);
    return panel;
  }
  buildPairRow() {
    const item = el("li");
    const act = attrs(el("button", "pair"), { type: "button", title: "Show where this pair stands" });
    const row = {
      item,
      act,
      rank: el("span", "rank"),
      pair: el("span", "sides"),
      bar: el("span", "bar-fill"),
      count: el("span", "count"),
      tie: el("span", "tie")
    };
    const track = el("span", "bar-track");
    track.append(row.bar);
    act.append(row.rank, row.pair, row.tie, track, row.count);
    act.addEventListener("click", () => this.showPair(row.value));
    item.append(act);
    return row;
  }
  buildCurve() {
    const panel = attrs(el("section", "panel curve-panel"), { "aria-label": "Number of tokens" });
    const head = el("div", "head");
    this.curveNote = el("span", "note");
    head.append(el("div", "title", "Tokens"), this.curveNote);
    this.curve = svg("svg", {
      class: "curve",
      role: "img",
      "aria-label": "Number of tokens after each merge"
    });
    panel.append(head, this.curve);
    return panel;
  }
  buildVocabulary() {
    const panel = attrs(el("section", "panel lower"), { "aria-label": "Vocabulary" });
    this.lower = panel;
    const head = el("div", "head");
    this.vocabNote = el("span", "note");
    this.vocabTitle = el("div", "title");
    head.append(this.vocabTitle, this.vocabNote);
    this.vocabBox = attrs(el("div", "vocab"), {
      tabindex: 0,
      role: "group",
      "aria-label": "Learned tokens, newest first"
    });
    this.wordsPart = el("div", "words-part");
    this.usesTitle = el("div", "uses-title", "in the text now");
    this.wordsPart.append(head, this.usesTitle, this.vocabBox);
    this.tokenPart = el("div", "token-part");
    this.tokenPart.hidden = true;
    panel.append(this.wordsPart, this.tokenPart);
    return panel;
  }
  // ------------------------------------------------ data
  update(data) {
    if (data !== this.data) {
      const fresh = this.data?.history_id !== data.history_id;
      const seek = data.seek && data.seek.nonce !== this.nonce ? data.seek : null;
      this.data = data;
      if (fresh) this.begin(data);
      if (seek) {
        this.pause();
        this.nonce = seek.nonce;
        this.step = clamp(seek.step, 0, this.history.steps);
        this.report();
      }
      if (!fresh && !seek) return;
    }
    this.fit();
  }
  begin(data) {
    this.pause();
    this.history = new History(data);
    this.root.classList.toggle("encoding", this.history.encoding);
    this.vocabTitle.textContent = this.history.encoding ? "Joined so far" : "Learned tokens";
    this.step = clamp(data.step ?? 0, 0, this.history.steps);
    this.selected = data.selected !== null && data.selected < this.history.units ? data.selected : null;
    this.table = this.stage.acting = this.stage.hovered = this.cursor = null;
    this.sent = this.place;
    if (unheard?.encoding !== this.history.encoding) return;
    if (unheard.history_id === data.history_id) {
      Object.assign(this, { step: unheard.step, selected: unheard.selected });
      this.report();
    }
    unheard = null;
  }
  // Everything that depends on sizes.
  fit() {
    if (!this.history || !this.box.clientWidth) return;
    const { steps } = this.history;
    this.stage.layout();
    this.seek.max = this.number.max = steps;
    this.total.textContent = `/ ${steps}`;
    this.number.style.width = `${Math.max(3, String(steps).length) + 2}ch`;
    this.drawLegend();
    this.drawCurve();
    this.drawControls();
    this.paint();
    if (this.step < steps) this.stage.bringNext(0);
  }
  drawLegend() {
    const { history } = this;
    const key = (className, text) => {
      const node = el("span", "key");
      node.append(el("span", className), text);
      return node;
    };
    const parts = [key("key-next", "joins next")];
    if (history.merges.some((merge) => merge.counted !== merge.replaced))
      parts.push(key("key-overlap", "counted, but overlaps"));
    if (history.closed.includes(WALL)) parts.push(key("key-wall", "chunk boundary: never joins"));
    this.legend.replaceChildren(...parts);
  }
  // ------------------------------------------------ moving
  go(step, { hand = true } = {}) {
    step = clamp(Math.round(step) || 0, 0, this.history.steps);
    const now = performance.now();
    const slow = hand ? now - (this.moved ?? 0) > 120 : this.speed <= 5;
    this.moved = now;
    const closing = step === this.step + 1 && slow && !calm() ? this.step : null;
    if (step === this.step) {
      this.number.value = step;
      return;
    }
    this.step = step;
    this.stage.acting = null;
    this.drawControls();
    this.pendingClosing = closing;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.paint(this.pendingClosing);
    });
    if (hand || this.speed <= 2) this.stage.bringNext(closing === null ? 80 : 300);
    this.report();
  }
  byHand(step) {
    this.pause();
    this.go(step);
  }
  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }
  play() {
    if (!this.history.steps) return;
    if (this.step === this.history.steps) this.go(0);
    this.playing = true;
    this.drawPlaying();
    let last = performance.now();
    let owed = 1 - Math.min(1, 0.25 * this.speed);
    const tick = (now) => {
      if (!this.playing) return;
      owed += (now - last) / 1e3 * this.speed;
      last = now;
      const whole = Math.floor(owed);
      if (whole) {
        owed -= whole;
        this.go(this.step + whole, { hand: false });
        if (this.step === this.history.steps) this.pause();
      }
      this.ticking = requestAnimationFrame(tick);
    };
    this.ticking = requestAnimationFrame(tick);
  }
  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.ticking);
    this.drawPlaying();
    this.report();
  }
  drawPlaying() {
    const name = this.playing ? "Pause" : "Play";
    this.playButton.replaceChildren(icon(this.playing ? ICONS.pause : ICONS.play));
    attrs(this.playButton, { "aria-label": name, title: `${name} (Space)` });
  }
  // Python hears of the place once the hand rests: each message reruns the page.
  report(delay = REST) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.speak();
      const { step, selected, nonce, place } = this;
      if (this.playing || place === this.sent) return;
      this.sent = place;
      const token = selected === null ? null : this.history.tokenAt(selected, step);
      this.send("place", {
        history_id: this.data.history_id,
        step,
        selected: token && { start: token.start, end: token.end, id: token.id },
        nonce: nonce ?? null
      });
    }, delay);
  }
  get place() {
    return JSON.stringify([this.step, this.selected, this.nonce]);
  }
  speak() {
    const text = [this.kicker, this.headline, this.remark].map((node) => node.textContent).join(" ");
    if (this.live.textContent !== text) this.live.textContent = text;
  }
  // ------------------------------------------------ painting a step
  paint(closing = null) {
    const began = performance.now();
    const { history, step } = this;
    this.hideCard();
    this.stage.paint(closing);
    this.drawSentence();
    this.drawMark();
    if (history.units <= QUICK_UNITS) this.count();
    else {
      this.pairsNote.textContent = "counting…";
      this.root.classList.add("counting");
      clearTimeout(this.counting);
      this.counting = setTimeout(() => this.count(), 60);
    }
    this.root.dataset.painted = step;
    this.root.dataset.paintMs = (performance.now() - began).toFixed(1);
  }
  drawControls() {
    const { step, history } = this;
    this.seek.value = step;
    attrs(this.seek, { "aria-valuetext": `step ${step} of ${history.steps}` });
    this.seek.style.setProperty("--done", history.steps ? step / history.steps : 0);
    if (this.number !== this.root.getRootNode().activeElement || !this.typing) this.number.value = step;
    for (const node of [this.firstButton, this.backButton])
      attrs(node, { "aria-disabled": step === 0 ? "true" : null });
    for (const node of [this.forwardButton, this.lastButton])
      attrs(node, { "aria-disabled": step === history.steps ? "true" : null });
  }
  drawSentence() {
    const { history, step } = this;
    const unit = this.data.units === "characters" ? "character" : "byte";
    const now = history.tokensAt(step);
    this.kicker.textContent = step === 0 ? `The text as ${plural(now, unit)}: each is a token of its own.` : `After ${grouped(step)} of ${plural(history.steps, history.encoding ? "join" : "merge")}: ${plural(now, "token")}.`;
    const merge = history.merges[step];
    if (merge && history.encoding) return this.drawJoin(merge, now);
    this.detail.textContent = merge ? `Merge ${step + 1} has rank ${step}: pair (${merge.left}, ${merge.right})` : "";
    if (!merge) {
      this.headline.textContent = history.ending;
      const before = history.units;
      this.remark.textContent = step && now ? `${plural(before, unit)} have become ${plural(now, "token")}: ${(before / now).toFixed(2)} ${unit}s per token.` : "";
      return;
    }
    const side = (id) => chip(history.tokenOfId(id));
    this.headline.replaceChildren(
      el("strong", "", `Merge ${step + 1}: `),
      side(merge.left),
      " + ",
      side(merge.right),
      " → ",
      side(merge.id),
      ` (id ${merge.id}). `,
      `It occurs ${plural(merge.counted, "time")}; ${plural(now, "token")} become ${grouped(now - merge.replaced)}.`
    );
    this.drawRemark(merge);
  }
  drawJoin(merge, now) {
    const { history, step } = this;
    const side = (id) => chip(history.tokenOfId(id));
    this.detail.textContent = `The rule for the pair (${merge.left}, ${merge.right}) has rank ${history.ranks[step]}.`;
    this.headline.replaceChildren(
      el("strong", "", `Join ${step + 1}: `),
      side(merge.left),
      " + ",
      side(merge.right),
      " → ",
      side(merge.id),
      ` (id ${merge.id}). `,
      `Rank ${history.ranks[step]}; ${plural(now, "token")} become ${grouped(now - 1)}.`
    );
    this.remark.textContent = {
      "lowest-rank": "In its chunk no pair has a rule of lower rank. Of equal ranks the leftmost goes first.",
      "merge-list": "The rules are tried once each, in the order of their ranks, wherever they fit.",
      passes: "Passes go from left to right and join any pair that was learned, whatever its rank. A word that is a token is taken whole."
    }[history.encodeOrder];
  }
  drawRemark(merge) {
    const parts = [];
    if (merge.counted !== merge.replaced)
      parts.push(
        `Counted ${plural(merge.counted, "time")}, replaced ${grouped(merge.replaced)}: where occurrences overlap (a a a holds a a twice), a token can join only once.`
      );
    const tied = this.table?.step === this.step ? this.table.tied - 1 : 0;
    if (tied > 0)
      parts.push(
        `Tied with ${plural(tied, "other pair")} at ${grouped(merge.counted)}; the rule takes ` + (this.history.firstSeen ? "the one seen first in the text." : "the one with the lowest ids.")
      );
    this.remark.textContent = parts.join(" ");
  }
  // ------------------------------------------------ the pair table and the vocabulary
  count() {
    const began = performance.now();
    const { history, step } = this;
    const table = countPairs(history, step);
    this.table = {
      step,
      ...topPairs(history, table, TABLE_ROWS),
      distinct: table.distinct,
      uses: table.uses
    };
    this.root.classList.remove("counting");
    const merge = history.merges[step];
    if (history.encoding) this.drawNeighbours();
    else this.drawPairs();
    if (merge && !history.encoding) this.drawRemark(merge);
    this.drawVocabulary();
    this.drawSelected();
    this.root.dataset.countMs = (performance.now() - began).toFixed(1);
    this.root.dataset.counted = step;
  }
  // Every pair of neighbours in the chunk that the next join acts in, in the order of the text.
  drawNeighbours() {
    const { history, step } = this;
    const [gap] = history.gapsOf(step);
    const rows = [];
    if (gap !== void 0) {
      const [from, to] = history.chunkOf(gap) ?? [0, history.units];
      let one = history.tokenFrom(from, step);
      while (one.end < to) {
        const two = history.tokenFrom(one.end, step);
        const rank = history.pairRanks.get(`${one.id} ${two.id}`) ?? -1;
        rows.push({ left: one.id, right: two.id, rank, next: one.end - 1 === gap });
        one = two;
      }
    }
    const at = Math.max(0, rows.findIndex((row) => row.next) - NEIGHBOUR_ROWS / 2);
    const shown = rows.slice(at, at + NEIGHBOUR_ROWS);
    this.pairsTitle.textContent = "Neighbours in this chunk";
    this.pairsNote.textContent = rows.length ? plural(rows.length, "pair") : "done";
    attrs(this.pairList, { "aria-label": "Neighbours in this chunk, in the order of the text" });
    this.pairRows.forEach((parts, i) => {
      const row = shown[i];
      parts.item.hidden = !row;
      parts.value = row;
      if (!row) return;
      parts.act.classList.toggle("next", row.next);
      parts.act.classList.toggle("no-rule", row.rank < 0);
      parts.rank.textContent = row.next ? "next" : "";
      const side = (id) => [chip(history.tokenOfId(id), 10), el("small", "", id)];
      parts.pair.replaceChildren(...side(row.left), el("span", "plus", "+"), ...side(row.right));
      parts.count.textContent = row.rank < 0 ? "no rule" : `rank ${row.rank}`;
    });
  }
  drawPairs() {
    const { history, step, table } = this;
    attrs(this.pairList, { "aria-label": "Most frequent pairs" });
    this.pairsTitle.textContent = "Pairs";
    this.pairsNote.textContent = plural(table.distinct, "different pair");
    const most = table.rows[0]?.count ?? 1;
    const tied = (row, i) => i < table.tied && table.tied > 1 && row.count === most;
    this.pairRows.forEach((parts, i) => {
      const row = table.rows[i];
      parts.item.hidden = !row;
      parts.value = row;
      if (!row) return;
      const next = i === 0 && step < history.steps;
      parts.act.classList.toggle("next", next);
      parts.act.classList.toggle("tied", tied(row, i));
      parts.rank.textContent = next ? "next" : i + 1;
      parts.tie.textContent = tied(row, i) ? "tie" : "";
      const side = (id) => [chip(history.tokenOfId(id), 10), el("small", "", id)];
      parts.pair.replaceChildren(...side(row.left), el("span", "plus", "+"), ...side(row.right));
      parts.bar.style.width = `${100 * row.count / most}%`;
      parts.count.textContent = grouped(row.count);
      Object.assign(parts.act.dataset, row);
    });
  }
  drawVocabulary() {
    const { step } = this;
    this.vocabNote.textContent = step ? `${grouped(step)}, newest first` : "none yet";
    this.usesTitle.classList.toggle("idle", !step);
    const { total } = this.vocab;
    if (total !== step && this.vocab.scrolled) this.vocab.scrollTo(0);
    this.vocab.reset(step, 26);
  }
  drawWord(row) {
    const { history, table, step } = this;
    const merge = history.merges[step - 1 - row];
    const line = attrs(el("button", "word"), {
      type: "button",
      title: `Go to ${history.encoding ? "join" : "merge"} ${merge.rank + 1}, which makes it`
    });
    const uses = table?.uses[merge.id] ?? 0;
    line.append(
      chip(history.tokenOfId(merge.id), 22),
      el("small", "", `id ${merge.id}`),
      el("span", "uses", `${grouped(uses)}×`)
    );
    line.addEventListener("click", () => this.byHand(merge.rank));
    return line;
  }
  showPair(row) {
    const { stage, history } = this;
    const same = stage.acting && row && stage.acting.left === row.left && stage.acting.right === row.right;
    stage.acting = same ? null : row;
    for (const parts of this.pairRows)
      attrs(parts.act, { "aria-pressed": parts.value && parts.value === stage.acting ? "true" : null });
    stage.paint(null);
    if (!stage.acting) return;
    const gaps = [];
    let before = null;
    for (let start = 0; start < history.units; ) {
      const token = history.tokenFrom(start, this.step);
      if (before && before.id === row.left && token.id === row.right && history.closed[start - 1] !== WALL)
        gaps.push(start - 1);
      before = token;
      start = token.end;
    }
    stage.bring(gaps);
  }
  // ------------------------------------------------ one token
  facts(token) {
    const { history, step } = this;
    const bytes = history.bytesBetween(token.start, token.end);
    const chunk = history.chunkOf(token.start);
    const lies = chunk && el("span", "code");
    if (chunk) drawPieces(lies, piecesOf(history.bytesBetween(...chunk), history.display), 40);
    const uses = this.table?.step === step ? this.table.uses[token.id] : void 0;
    return [
      ["id", String(token.id)],
      ["bytes", hexBytes(bytes, 24)],
      ["made by", this.maker(token)],
      ["in chunk", lies],
      ["occurs here", uses === void 0 ? null : plural(uses, "time")]
    ];
  }
  maker(token) {
    if (token.rank < 0) return "nothing: a base unit";
    const { ranks } = this.history;
    return ranks ? `join ${token.rank + 1} (rule of rank ${ranks[token.rank]})` : `merge ${token.rank + 1} (rank ${token.rank})`;
  }
  pictureToken(token) {
    return {
      id: token.id,
      quiet: token.rank < 0,
      pieces: piecesOf(this.history.bytesBetween(token.start, token.end), this.history.display)
    };
  }
  // The others light up at once; the card waits until the pointer stays, for it covers what lies below.
  point(node) {
    this.hideCard();
    this.stage.light(+node.dataset.id);
    this.pointing = setTimeout(() => node.isConnected && this.showCard(node), CARD_DELAY);
  }
  showCard(node) {
    const token = this.history.tokenAt(+node.dataset.start, this.step);
    this.stage.light(token.id);
    this.card.show(node, this.pictureToken(token), this.facts(token));
  }
  hideCard() {
    clearTimeout(this.pointing);
    this.card.hide();
    this.stage.light(null);
  }
  select(unit) {
    this.selected = unit;
    this.stage.paint(null);
    this.drawSelected();
    this.report();
  }
  drawSelected() {
    const open = this.selected !== null;
    this.root.classList.toggle("with-token", open);
    this.wordsPart.hidden = open;
    this.tokenPart.hidden = !open;
    if (!open) return;
    const { history, step } = this;
    const token = history.tokenAt(this.selected, step);
    const head = el("div", "head");
    head.append(
      el("div", "title", "Selected token"),
      button("close", "Close", "×", () => this.select(null))
    );
    const name = el("div", "token-name");
    name.append(chip(this.pictureToken(token), 40));
    if (token.rank >= 0) {
      const go = attrs(
        el(
          "button",
          "plain-button",
          `Go to ${history.encoding ? "join" : "merge"} ${token.rank + 1}, which made it`
        ),
        { type: "button" }
      );
      go.addEventListener("click", () => this.byHand(token.rank));
      name.append(go);
    }
    this.tokenPart.replaceChildren(head, name, factList(this.facts(token)));
    if (token.rank >= 0) this.tokenPart.append(this.drawTree(token));
  }
  // Nested boxes: the token on top, what it was made of below, down to the base units.
  drawTree(token) {
    const { history } = this;
    const most = 64;
    if (token.end - token.start > most)
      return el(
        "p",
        "note",
        `Made of ${plural(token.end - token.start, "base unit")}: too long to draw as a tree.`
      );
    const holder = attrs(el("div", "tree"), {
      tabindex: 0,
      role: "group",
      "aria-label": "Merge tree of the token"
    });
    const tree = mergeTree(history, token.start, token.end);
    const inside = el("div", "tree-inside");
    const cell = 26;
    inside.style.width = (token.end - token.start) * cell + "px";
    inside.style.height = tree.depth * 24 + "px";
    const draw = (part, level) => {
      const look = this.pictureToken({
        start: part.from,
        end: part.to,
        id: part.id,
        rank: part.merge ? part.merge.rank : -1
      });
      const node = part.merge ? attrs(el("button", `node c${colourOf(part.id)}`), {
        type: "button",
        title: `Merge ${part.merge.rank + 1}: id ${part.id}`
      }) : el("span", "node base");
      drawPieces(node, look.pieces, 2 * (part.to - part.from) + 1);
      node.style.left = (part.from - token.start) * cell + "px";
      node.style.width = (part.to - part.from) * cell - 2 + "px";
      node.style.top = level * 24 + "px";
      if (part.merge) node.addEventListener("click", () => this.byHand(part.merge.rank));
      inside.append(node);
      for (const below of part.parts) draw(below, level + 1);
    };
    draw(tree, 0);
    holder.append(inside);
    return holder;
  }
  // ------------------------------------------------ the curve
  drawCurve() {
    const { history, curve } = this;
    const width = Math.max(160, curve.clientWidth);
    const height = Math.max(70, curve.clientHeight);
    const [left, right, top, bottom] = [8 + 7 * grouped(history.units).length, 10, 8, 20];
    this.plot = {
      x: (step) => left + (history.steps ? step / history.steps : 0) * (width - left - right),
      y: (tokens) => height - bottom - (history.units ? tokens / history.units : 0) * (height - top - bottom),
      step: (x2) => (x2 - left) / (width - left - right) * history.steps
    };
    const { x, y } = this.plot;
    attrs(curve, { viewBox: `0 0 ${width} ${height}` });
    const points = [];
    const stride = Math.max(1, history.steps / 400);
    for (let step = 0; step < history.steps; step += stride) points.push(Math.floor(step));
    points.push(history.steps);
    const path = points.map((step, i) => `${i ? "L" : "M"}${x(step).toFixed(1)} ${y(history.tokensAt(step)).toFixed(1)}`).join("");
    const text = (value, at, anchor) => {
      const node = svg("text", { ...at, "text-anchor": anchor });
      node.textContent = value;
      return node;
    };
    const floor = y(0);
    this.curveDot = svg("circle", { r: 4.5, class: "dot" });
    this.curveLine = svg("line", { y1: top, y2: floor, class: "now" });
    curve.replaceChildren(
      svg("path", { d: `${path}L${x(history.steps)} ${floor}L${x(0)} ${floor}Z`, class: "area" }),
      svg("line", { x1: x(0), x2: x(history.steps), y1: floor, y2: floor, class: "axis" }),
      this.curveLine,
      svg("path", { d: path, class: "line" }),
      this.curveDot,
      text(grouped(history.units), { x: left - 5, y: top + 7 }, "end"),
      text("0", { x: left - 5, y: floor + 4 }, "end"),
      text(history.steps ? "0" : "", { x: x(0), y: height - 5 }, "middle"),
      text(
        plural(history.steps, history.encoding ? "join" : "merge"),
        { x: x(history.steps), y: height - 5 },
        history.steps ? "end" : "start"
      )
    );
  }
  drawMark() {
    const { history, step } = this;
    const tokens = history.tokensAt(step);
    const at = this.plot.x(step);
    attrs(this.curveDot, { cx: at, cy: this.plot.y(tokens) });
    attrs(this.curveLine, { x1: at, x2: at });
    this.curveNote.textContent = `${grouped(tokens)} after ${plural(step, this.history.encoding ? "join" : "merge")}`;
  }
  // The curve with its looks written into it, for a file.
  curvePicture() {
    const copy = this.curve.cloneNode(true);
    const originals = this.curve.children;
    [...copy.children].forEach((node, i) => {
      const look = getComputedStyle(originals[i]);
      attrs(node, {
        fill: look.fill === "none" ? "none" : solid(look.fill),
        "fill-opacity": look.fillOpacity,
        stroke: look.stroke === "none" ? "none" : solid(look.stroke),
        "stroke-width": look.strokeWidth,
        "font-family": look.fontFamily,
        "font-size": look.fontSize,
        class: null
      });
    });
    const box = this.curve.viewBox.baseVal;
    attrs(copy, { xmlns: "http://www.w3.org/2000/svg", width: box.width, height: box.height, class: null });
    copy.prepend(
      svg("rect", {
        width: box.width,
        height: box.height,
        fill: solid(getComputedStyle(this.root).getPropertyValue("--bg"))
      })
    );
    return copy;
  }
  // ------------------------------------------------ switches
  toggleWhite() {
    const hidden = this.root.classList.toggle("no-white");
    attrs(this.whiteButton, { "aria-pressed": String(!hidden) });
  }
  toggleTable() {
    const shown = this.root.classList.toggle("pairs-too");
    attrs(this.tableButton, { "aria-pressed": String(shown) });
    this.fit();
  }
  get presenting() {
    return this.root.classList.contains("presenting");
  }
  // Full screen where the browser grants it; where it does not, the class alone covers the page.
  present(on) {
    if (on === this.presenting) return;
    this.root.classList.toggle("presenting", on);
    attrs(this.largeButton, { "aria-pressed": String(on) });
    if (on) this.root.requestFullscreen?.().catch(() => {
    });
    else if (document.fullscreenElement) document.exitFullscreen();
    this.hideCard();
    this.fit();
  }
  // ------------------------------------------------ events
  listen() {
    const { box, rail, curve, root } = this;
    this.onKey = (event) => this.pressed(event);
    document.addEventListener("keydown", this.onKey);
    this.onLeave = (event) => {
      if (this.history && this.place !== this.sent && !event.composedPath().includes(root))
        this.report(ELSEWHERE);
    };
    document.addEventListener("pointerdown", this.onLeave, true);
    this.onFullscreen = () => {
      if (!document.fullscreenElement && this.presenting) this.present(false);
    };
    document.addEventListener("fullscreenchange", this.onFullscreen);
    this.sizes = new ResizeObserver(() => {
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(() => this.fit());
    });
    this.sizes.observe(box);
    this.onFonts = () => this.fit();
    document.fonts.addEventListener("loadingdone", this.onFonts);
    const token = (event) => event.target.closest?.(".tok");
    for (const node of [box, this.playButton.parentElement])
      node.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        for (const place of [root.getRootNode(), document]) place.activeElement?.blur();
      });
    box.addEventListener("click", (event) => {
      const node = token(event);
      if (node) this.select(node.getAttribute("aria-selected") === "true" ? null : +node.dataset.start);
    });
    box.addEventListener("pointerover", (event) => {
      const node = token(event);
      if (node && event.pointerType !== "touch") this.point(node);
      else this.hideCard();
    });
    box.addEventListener("pointerleave", () => this.hideCard());
    box.addEventListener("scroll", () => this.card.hide(), { passive: true });
    box.addEventListener("keydown", (event) => this.walk(event));
    box.addEventListener(
      "focus",
      () => this.moveCursor(this.cursor ?? this.selected ?? this.stage.starts[this.stage.rows.visible[0]] ?? 0)
    );
    box.addEventListener("blur", () => {
      this.markCursor(null);
      this.hideCard();
    });
    this.dragging(rail, (x, y) => {
      const { rows, railScale } = this.stage;
      rows.scrollTo(y / railScale * rows.height - rows.view / 2);
    });
    this.dragging(curve, (x) => this.byHand(this.plot.step(x)));
    root.addEventListener("focusout", () => {
      this.typing = false;
    });
    this.number.addEventListener("input", () => this.typing = true);
    this.number.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.number.blur();
    });
  }
  dragging(node, act) {
    const move = (event) => {
      const frame = node.getBoundingClientRect();
      act(event.clientX - frame.left, event.clientY - frame.top);
    };
    node.addEventListener("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      event.preventDefault();
      move(event);
    });
    node.addEventListener("pointermove", (event) => {
      if (node.hasPointerCapture(event.pointerId)) move(event);
    });
  }
  // Keys for the whole page, so that a clicker works wherever the focus is, save where a key has another use.
  pressed(event) {
    if (event.defaultPrevented || isChord(event) || !this.history) return;
    if (!this.root.isConnected || keyIsTaken(event, this)) return;
    const { step, history } = this;
    const act = {
      ArrowRight: () => this.byHand(step + 1),
      PageDown: () => this.byHand(step + 1),
      ArrowLeft: () => this.byHand(step - 1),
      PageUp: () => this.byHand(step - 1),
      Home: () => this.byHand(0),
      End: () => this.byHand(history.steps),
      " ": () => !event.repeat && this.toggle(),
      p: () => this.present(!this.presenting),
      P: () => this.present(!this.presenting),
      Escape: this.presenting ? () => this.present(false) : void 0
    }[event.key];
    if (!act || event.shiftKey && event.key !== "P") return;
    event.preventDefault();
    act();
  }
  // Keys while the stage has the focus: from token to token.
  walk(event) {
    const { history, step, cursor } = this;
    if (cursor === null || isChord(event)) return;
    const here = history.tokenAt(cursor, step);
    const beside = (unit) => history.startOf(clamp(unit, 0, history.units - 1), step);
    const { starts } = this.stage;
    const row = this.stage.rowOf(cursor);
    const below = (by) => {
      const other = clamp(row + by, 0, starts.length - 1);
      return beside(Math.min(starts[other] + cursor - starts[row], (starts[other + 1] ?? history.units) - 1));
    };
    const to = {
      ArrowRight: () => beside(here.end),
      ArrowLeft: () => beside(here.start - 1),
      ArrowDown: () => below(1),
      ArrowUp: () => below(-1),
      Home: () => beside(starts[row]),
      End: () => beside((starts[row + 1] ?? history.units) - 1)
    }[event.key];
    if (to) this.moveCursor(to());
    else if (event.key === "Enter") this.select(this.selected === here.start ? null : here.start);
    else if (event.key === "Escape" && !this.presenting) this.box.blur();
    else return;
    event.preventDefault();
  }
  moveCursor(unit) {
    if (!this.history?.units) return;
    this.cursor = this.history.startOf(unit, this.step);
    this.stage.rows.reveal(this.stage.rowOf(this.cursor));
    const node = this.box.querySelector(`.tok[data-start="${this.cursor}"]`);
    this.markCursor(node);
    if (node) this.showCard(node);
  }
  markCursor(node) {
    this.box.querySelector(".tok.cursor")?.classList.remove("cursor");
    if (node) {
      const token = this.history.tokenAt(+node.dataset.start, this.step);
      attrs(node, { "aria-label": `${spokenText(this.pictureToken(token).pieces)}, id ${token.id}` });
      node.classList.add("cursor");
    }
    attrs(this.box, { "aria-activedescendant": node?.id });
  }
  destroy() {
    this.pause();
    if (this.history && this.place !== this.sent) {
      unheard = {
        history_id: this.data.history_id,
        encoding: this.history.encoding,
        step: this.step,
        selected: this.selected
      };
    }
    for (const timer of [this.resting, this.counting, this.pointing]) clearTimeout(timer);
    for (const frame of [this.frame, this.resizing]) cancelAnimationFrame(frame);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("pointerdown", this.onLeave, true);
    document.removeEventListener("fullscreenchange", this.onFullscreen);
    document.fonts.removeEventListener("loadingdone", this.onFonts);
    this.sizes.disconnect();
    this.stage.destroy();
    this.vocab.destroy();
  }
};
var FIELD = "textarea, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=file], [type=color])";
var PAGELESS = "[type=number], [role=combobox][aria-expanded=false]";
var SCROLLERS = "[role=listbox], [role=grid], [role=menu], [role=tree], canvas, audio, video";
var STEPPERS = "select, [type=range], [type=radio], [type=color], [role=slider], [role=radio], [role=radiogroup], [role=tab], [role=combobox], [role=spinbutton]";
var PRESSABLE = "button, summary, a[href], input, [role=button], [role=checkbox], [role=switch]";
var IN_FRONT = "dialog[open], [role=dialog], [data-testid=stPopoverBody], [data-baseweb=popover] [role=listbox]";
function keyIsTaken(event, player) {
  const path = event.composedPath().filter((node) => node instanceof Element);
  const own = path.includes(player.root);
  if (!own && path.some((node) => node.classList.contains("bpe-player"))) return true;
  if (player.presenting) {
    if (!own && document.fullscreenElement) return false;
  } else if (document.querySelector(IN_FRONT)) return true;
  const target = path[0];
  if (!target) return false;
  if (target === player.seek)
    return ![
      "ArrowLeft",
      "ArrowRight",
      "Home",
      "End",
      "PageUp",
      "PageDown",
      " ",
      "p",
      "P",
      "Escape"
    ].includes(event.key);
  if (target === player.box) return !["PageUp", "PageDown", " ", "p", "P"].includes(event.key);
  const within = (kind) => path.some((node) => node.matches(kind));
  if (within(SCROLLERS)) return true;
  if (event.key === "PageUp" || event.key === "PageDown") {
    if (player.typing || within(FIELD) && !within(PAGELESS)) return true;
  } else if (within(FIELD) || within(STEPPERS)) return true;
  if (event.key === " " && within(PRESSABLE)) return true;
  if (own) return false;
  const frame = player.root.getBoundingClientRect();
  return frame.bottom < 40 || frame.top > innerHeight - 40 || !frame.width;
}
function mount(args) {
  return mountInstance(Player, args);
}
export {
  mount as default
};
