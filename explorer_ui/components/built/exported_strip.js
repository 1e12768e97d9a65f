// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/exported.js
function drawExported(mount2) {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
  const parentElement = document.getElementById("component");
  if (!parentElement) throw new Error("the page has no element for the component");
  const draw = () => mount2({ data, parentElement, setStateValue: () => {
  } });
  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

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
function edges(bytes) {
  let leads = 0;
  while (leads < bytes.length && leads < 3 && isContinuation(bytes[leads])) leads++;
  let tail = bytes.length - 1;
  while (tail > bytes.length - 4 && tail > 0 && isContinuation(bytes[tail])) tail--;
  const length = tail >= 0 ? sequenceLength(bytes[tail]) : 0;
  return { leads, lacks: Math.max(0, tail + length - bytes.length) };
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
function button(className, name, content, act) {
  const node = attrs(el("button", className), { type: "button", "aria-label": name, title: name });
  node.append(content);
  node.addEventListener("click", act);
  return node;
}
function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
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
function uint32sOf(base64) {
  const view = new DataView(bytesOf(base64).buffer);
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
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
      if (child instanceof HTMLElement) {
        if (child.tagName !== "CANVAS") walk(child);
      } else if (child instanceof Text && child.data.trim()) drawText(picture, child, frame, look);
    }
  };
  walk(node);
  return picture;
}
function drawBox(picture, box, frame, look) {
  const fill = solid(look.backgroundColor);
  const sides = ["top", "right", "bottom", "left"].map((side) => {
    const [style, width, colour] = ["style", "width", "color"].map(
      (what) => look.getPropertyValue(`border-${side}-${what}`)
    );
    return {
      width: style === "none" ? 0 : parseFloat(width),
      colour,
      dash: style === "dashed" ? "4 3" : null
    };
  });
  const [x, y, w, h] = [box.left - frame.left, box.top - frame.top, box.width, box.height];
  if (fill !== "none" && w && h)
    picture.append(
      svg("rect", {
        x,
        y,
        width: w,
        height: h,
        rx: Math.min(parseFloat(look.borderTopLeftRadius) || 0, w / 4),
        fill
      })
    );
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
var fileOf = (picture) => new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });
function saveSvg({ name, picture }) {
  save(`${name}.svg`, fileOf(picture));
}
function savePng({ name, picture }) {
  const image = new Image();
  const source = URL.createObjectURL(fileOf(picture));
  image.onload = () => {
    const canvas = el("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(source);
    canvas.toBlob((blob) => blob && save(`${name}.png`, blob), "image/png");
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

// explorer_ui/components/shared/token_pointer.js
var CARD_DELAY = 140;
var MOST_SPOKEN = 60;
var TokenPointer = class {
  /** @param {TokenBox} to */
  constructor({ root, box, describe, light, choose }) {
    this.box = box;
    this.describe = describe;
    this.light = light;
    this.card = new TokenCard(root);
    this.waiting = void 0;
    box.addEventListener("click", (event) => {
      const node = closest(event, ".tok");
      if (node) choose(node);
    });
    box.addEventListener("pointerover", (event) => {
      const node = closest(event, ".tok");
      if (node && event.pointerType !== "touch") this.point(node);
      else this.hide();
    });
    box.addEventListener("pointerleave", () => this.hide());
    box.addEventListener("scroll", () => this.card.hide(), { passive: true });
    box.addEventListener("blur", () => {
      this.mark(null);
      this.hide();
    });
  }
  /**
   * The others of its id light up at once, the card comes later.
   *
   * @param {HTMLElement} node
   */
  point(node) {
    this.hide();
    this.light(Number(node.dataset.id));
    this.waiting = setTimeout(() => {
      if (node.isConnected) this.show(node);
    }, CARD_DELAY);
  }
  /** @param {HTMLElement} node */
  show(node) {
    const { token, facts } = this.describe(node);
    this.light(token.id);
    this.card.show(node, token, facts());
  }
  hide() {
    clearTimeout(this.waiting);
    this.card.hide();
    this.light(null);
  }
  /**
   * The keyboard is at this token, or at none.
   *
   * @param {HTMLElement | null} node
   */
  mark(node) {
    this.box.querySelector(".tok.cursor")?.classList.remove("cursor");
    if (node) {
      const { token } = this.describe(node);
      attrs(node, { "aria-label": `${spokenText(token.pieces.slice(0, MOST_SPOKEN))}, id ${token.id}` });
      node.classList.add("cursor");
    }
    attrs(this.box, { "aria-activedescendant": node?.id });
  }
  /**
   * Moves the keyboard to a token: marks it and shows its card.
   *
   * @param {string} selector
   */
  moveTo(selector) {
    const node = this.box.querySelector(selector);
    this.mark(node instanceof HTMLElement ? node : null);
    if (node instanceof HTMLElement) this.show(node);
  }
  destroy() {
    clearTimeout(this.waiting);
  }
};
function whiteToggle(root) {
  const name = "White space";
  const node = attrs(el("button", "white-toggle", name), { type: "button", "aria-label": name, title: name });
  attrs(node, { "aria-pressed": "true" });
  node.addEventListener("click", () => {
    const hidden = root.classList.toggle("no-white");
    attrs(node, { "aria-pressed": String(!hidden) });
  });
  return node;
}

// explorer_ui/components/shared/virtual_rows.js
var MAX_SCROLL_HEIGHT = 8e6;
var VirtualRows = class {
  /**
   * @param {HTMLElement} box
   * @param {(row: number) => HTMLElement} draw
   */
  constructor(box, draw) {
    this.box = box;
    this.draw = draw;
    this.total = 0;
    this.height = 30;
    this.view = box.clientHeight;
    this.scrolled = 0;
    this.cache = /* @__PURE__ */ new Map();
    this.onPaint = void 0;
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
  /**
   * @param {number} total
   * @param {number} height
   */
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
  /**
   * First and last row that are wholly in view.
   *
   * @returns {[number, number]}
   */
  get visible() {
    const first = Math.ceil(this.top / this.height - 0.01);
    return [first, Math.max(first, Math.floor((this.top + this.view) / this.height + 0.01) - 1)];
  }
  /** @param {boolean} [fresh] Whether what was drawn before is drawn anew. */
  paint(fresh = false) {
    if (fresh) this.cache.clear();
    const over = 2;
    const first = Math.max(0, Math.floor(this.top / this.height) - over);
    const last = Math.min(this.total, Math.ceil((this.top + this.view) / this.height) + over);
    const rows = [];
    for (let row = first; row < last; row++) {
      const line = this.cache.get(row) ?? this.draw(row);
      this.cache.set(row, line);
      rows.push(line);
    }
    for (const row of this.cache.keys()) if (row < first || row >= last) this.cache.delete(row);
    this.window.style.transform = `translateY(${this.scrolled + first * this.height - this.top}px)`;
    const same = this.window.children.length === rows.length && rows.every((row, i) => row === this.window.children[i]);
    if (!same) this.window.replaceChildren(...rows);
    this.onPaint?.();
  }
  /**
   * Scrolls so that the text's pixel `y` is on top.
   *
   * @param {number} y
   * @param {ScrollBehavior} [behavior]
   */
  scrollTo(y, behavior = "instant") {
    const top = clamp(y, 0, Math.max(0, this.total * this.height - this.view)) / this.scale;
    this.box.scrollTo({ top, behavior });
    if (behavior === "smooth") return;
    this.scrolled = this.box.scrollTop;
    this.paint();
  }
  /**
   * Brings a row into view: to the middle if it was far, else just inside.
   *
   * @param {number} row
   * @param {boolean} [smooth]
   */
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

// explorer_ui/components/strip/token_strip.js
var VIEWS = {
  tokens: "Tokens",
  ids: "Ids",
  bytes: "Bytes",
  plain: "Plain",
  ribbon: "Characters over bytes"
};
var TOKEN_GAP = 3;
var MOST_PIECES = 60;
var strips = 0;
var Strip = class {
  constructor(parent, send) {
    this.send = send;
    Object.assign(this, {
      uid: `strip${++strips}`,
      view: "tokens",
      selected: null,
      cursor: null,
      hovered: null
    });
    this.root = attrs(el("div", "bpe bpe-strip"), { role: "group" });
    parent.append(this.root);
    this.build();
    this.rows = new VirtualRows(this.box, (row) => this.drawRow(row));
    this.pointer = new TokenPointer({
      root: this.root,
      box: this.box,
      describe: (node) => this.describe(Number(node.dataset.at)),
      light: (id) => this.light(id),
      choose: (node) => {
        this.cursor = Number(node.dataset.at);
        this.select(this.cursor);
      }
    });
    this.listen();
  }
  build() {
    const bar = this.bar = el("div", "strip-bar");
    const views = attrs(el("div", "views"), { role: "group", "aria-label": "What the boxes show" });
    this.viewButtons = Object.entries(VIEWS).map(([view, name]) => {
      const node = attrs(el("button", "", name), { type: "button" });
      node.dataset.view = view;
      node.addEventListener("click", () => this.show(view));
      views.append(node);
      return node;
    });
    this.note = el("span", "note");
    bar.append(views, whiteToggle(this.root), this.buildSave(), this.note);
    this.box = attrs(el("div", "box"), { tabindex: 0 });
    this.root.append(bar, this.box);
  }
  buildSave() {
    const group = attrs(el("span", "saves"), { role: "group", "aria-label": "Save a picture" });
    const picture = () => ({ name: `bpe-${this.view}`, picture: pictureOf(this.box) });
    group.append(
      button("", "Save as an SVG picture", "SVG", () => saveSvg(picture())),
      button("", "Save as a PNG picture", "PNG", () => savePng(picture()))
    );
    return group;
  }
  // ------------------------------------------------ data
  update(data) {
    if (data !== this.data) {
      const fresh = this.data?.strip_id !== data.strip_id;
      this.data = data;
      this.bar.hidden = !data.controls;
      this.box.style.height = data.height + "px";
      attrs(this.box, {
        "aria-label": `${data.label}. Arrow keys walk through the tokens, Enter selects one.`
      });
      attrs(this.root, { "aria-label": data.label });
      if (!fresh) return;
      this.read(data);
      this.view = VIEWS[data.view] ? data.view : "tokens";
      this.selected = data.selected ?? null;
      this.cursor = this.hovered = null;
    }
    this.fit();
    if (this.selected !== null) this.rows.reveal(this.rowOf(this.selected));
  }
  read(data) {
    const special = new Set(data.special);
    this.tokens = data.tokens.map(([id, base64, rank]) => {
      const bytes = bytesOf(base64);
      const isSpecial = special.has(id);
      const pieces = piecesOf(bytes, isSpecial ? "text" : data.display);
      const quiet = data.ranked ? rank === null && !isSpecial : bytes.length === 1;
      return {
        id,
        bytes,
        rank,
        pieces,
        quiet,
        special: isSpecial,
        letters: lettersOf(pieces),
        ...edges(bytes)
      };
    });
    this.indexes = data.index_bytes === 2 ? uint16sOf(data.indexes) : uint32sOf(data.indexes);
    this.chunks = data.chunks === null ? null : uint32sOf(data.chunks);
    this.uses = new Uint32Array(this.tokens.length);
    for (const index of this.indexes) this.uses[index]++;
    this.parted = data.display !== "glyphs" && this.tokens.some((token) => token.lacks || token.leads);
    this.offsets = null;
    const n = this.indexes.length;
    this.note.textContent = `${plural(n, "token")}, ${grouped(this.tokens.length)} different`;
  }
  get length() {
    return this.indexes.length;
  }
  token(at) {
    return this.tokens[this.indexes[at]];
  }
  // Byte offset of each token; only the ribbon and characters across tokens need it.
  byteOffsets() {
    if (this.offsets) return this.offsets;
    this.offsets = new Uint32Array(this.length + 1);
    for (let at = 0; at < this.length; at++)
      this.offsets[at + 1] = this.offsets[at] + this.token(at).bytes.length;
    this.bytes = new Uint8Array(this.offsets[this.length]);
    for (let at = 0; at < this.length; at++) this.bytes.set(this.token(at).bytes, this.offsets[at]);
    return this.offsets;
  }
  // ------------------------------------------------ layout
  fit() {
    if (!this.data || !this.box.clientWidth) return;
    const keep = this.starts ? this.starts[Math.min(this.starts.length - 1, Math.round(this.rows.top / this.rows.height))] : 0;
    const size = parseFloat(getComputedStyle(this.box).fontSize);
    this.ruler = new Ruler(this.box, size);
    const room = this.box.clientWidth - 26;
    for (const node of this.viewButtons)
      attrs(node, { "aria-pressed": String(node.dataset.view === this.view) });
    this.root.dataset.view = this.view;
    const plain = this.view === "plain";
    attrs(this.box, { role: plain ? "group" : "listbox", "aria-orientation": plain ? null : "horizontal" });
    let height = this.parted && this.view === "tokens" ? 44 : 32;
    if (this.view === "ribbon") {
      this.byteOffsets();
      this.cell = Math.ceil(this.ruler.ch * 2 + 7);
      height = 92;
    }
    this.starts = this.pack(room);
    this.directions = this.rowDirections();
    this.rows.reset(this.starts.length, height);
    this.rows.scrollTo(lastAtMost(this.starts, keep) * height);
    this.root.dataset.rows = this.starts.length;
  }
  widthOf(token) {
    const { ch } = this.ruler;
    if (this.view === "ids") return String(token.id).length * ch + 14;
    if (this.view === "bytes") return Math.min(token.bytes.length, MOST_PIECES) * 2.7 * ch + 10;
    if (this.view === "ribbon") return token.bytes.length * this.cell;
    const edge = this.view === "plain" ? 0 : 11;
    let width = edge;
    for (const piece of token.pieces.slice(0, MOST_PIECES)) {
      if (piece.kind === "text")
        width += /^[\x20-\x7e]$/.test(piece.text) ? ch : this.ruler.width(piece.text);
      else width += piece.kind === "white" ? ch : piece.text.length * ch * 0.8 + 10;
    }
    return width;
  }
  pack(room) {
    const widths = this.tokens.map((token) => this.widthOf(token));
    const breaks = this.tokens.map((token) => token.bytes.includes(10));
    const starts = [0];
    let x = 0;
    for (let at = 0; at < this.length; at++) {
      const index = this.indexes[at];
      if (x > 0 && x + widths[index] > room) {
        let start = at;
        while (this.parted && start > starts[starts.length - 1] + 1 && at - start < 8 && this.joined(start))
          start--;
        if (this.joined(start)) start = at;
        starts.push(start);
        x = 0;
        for (let i = start; i < at; i++) x += widths[this.indexes[i]];
      }
      x += widths[index];
      if (breaks[index] && at + 1 < this.length) {
        starts.push(at + 1);
        x = 0;
      }
    }
    return Uint32Array.from(starts);
  }
  // The direction of the paragraph that each row belongs to: that of its first letter, which may begin in one
  // token and end in another.
  rowDirections() {
    const directions = new Array(this.starts.length).fill("ltr");
    if (!this.tokens.some((token) => mayReadFromTheRight(token.bytes))) return directions;
    let paragraph = "ltr";
    for (let row = 0; row < this.starts.length; row++) {
      const fresh = row === 0 || this.token(this.starts[row] - 1).bytes.includes(10);
      if (fresh) paragraph = directionOf(this.paragraphFrom(this.starts[row]));
      directions[row] = paragraph;
    }
    return directions;
  }
  paragraphFrom(at) {
    const bytes = [];
    for (let ended = false; !ended && at < this.length && bytes.length < 4096; at++) {
      const token = this.token(at);
      if (!token.special) bytes.push(...token.bytes.subarray(0, 4096));
      ended = token.bytes.includes(10);
    }
    return decodeUtf8(Uint8Array.from(bytes));
  }
  // Whether a character runs on from the token before `at` into this one.
  joined(at) {
    return this.parted && at > 0 && at < this.length && this.token(at).leads > 0 && this.runsOn(at - 1);
  }
  runsOn(at) {
    const token = this.token(at);
    if (token.lacks) return true;
    return token.leads === token.bytes.length && at > 0 && this.runsOn(at - 1);
  }
  rowOf(at) {
    return lastAtMost(this.starts, at);
  }
  end(row) {
    return row + 1 < this.starts.length ? this.starts[row + 1] : this.length;
  }
  // ------------------------------------------------ drawing
  drawRow(row) {
    const line = attrs(el("div", "line"), { role: "presentation" });
    line.style.height = this.rows.height + "px";
    line.dir = this.directions[row];
    if (this.view === "ribbon") this.drawRibbon(line, row);
    else if (this.view === "plain") this.drawPlain(line, row);
    else if (this.length)
      for (let at = this.starts[row]; at < this.end(row); at = this.drawGroup(line, at, this.end(row))) ;
    return line;
  }
  // The text itself: letters join over the borders of tokens.
  drawPlain(line, row) {
    const offsets = this.byteOffsets();
    const text = drawPieces(
      el("span", "plain-text"),
      piecesOf(this.bytes.subarray(offsets[this.starts[row]], offsets[this.end(row)]))
    );
    text.dir = line.dir;
    line.append(text);
  }
  // One token; or the tokens that share a character, under that character.
  drawGroup(line, at, end) {
    let last = at + 1;
    if (this.view === "tokens") while (last < end && this.joined(last)) last++;
    if (last === at + 1) {
      line.append(this.drawToken(at, line.dir));
      return last;
    }
    const group = attrs(el("span", "shared"), { role: "presentation" });
    const offsets = this.byteOffsets();
    const places = [];
    let x = 0;
    for (let i = at; i < last; i++) {
      const node = this.drawToken(i, line.dir);
      const width = Math.ceil(this.widthOf(this.token(i))) - TOKEN_GAP;
      node.style.width = width + "px";
      places.push({ x, width, from: offsets[i], size: offsets[i + 1] - offsets[i] });
      x += width + TOKEN_GAP;
      group.append(node);
    }
    const placeOf = (byte) => {
      const place = places[lastAtMost(
        places.map(({ from }) => from),
        byte
      )];
      return place.x + place.width * (byte - place.from) / place.size;
    };
    for (const { from, to, pieces } of this.sharedCharacters(at, last)) {
      const roof = attrs(el("span", "roof"), { "aria-hidden": "true" });
      const start = placeOf(from) + 1;
      roof.style.insetInlineStart = start + "px";
      const final = places.at(-1);
      roof.style.width = (to < final.from + final.size ? placeOf(to) : x - TOKEN_GAP) - start - 1 + "px";
      group.append(drawPieces(roof, pieces));
    }
    line.append(group);
    return last;
  }
  // The characters that run across the borders of tokens `at` to `last`.
  sharedCharacters(at, last) {
    const offsets = this.byteOffsets();
    const borders = new Set(offsets.subarray(at + 1, last));
    const shared = [];
    let from = offsets[at];
    while (from < offsets[last]) {
      const found = characterAt(this.bytes, from, offsets[last]);
      const size = found ? found.size : 1;
      let crosses = false;
      for (let i = from + 1; i < from + size; i++) crosses ||= borders.has(i);
      const to = from + size;
      if (crosses) shared.push({ from, to, pieces: piecesOf(this.bytes.subarray(from, to)) });
      from = to;
    }
    return shared;
  }
  drawToken(at, lineDirection) {
    const token = this.token(at);
    const node = el("span", `tok ${token.quiet ? "base" : "c" + colourOf(token.id)}`);
    if (token.special) node.classList.add("special");
    if (this.hovered === token.id) node.classList.add("same");
    node.dataset.at = at;
    node.dataset.id = token.id;
    attrs(node, {
      role: "option",
      id: `${this.uid}-${at}`,
      "aria-selected": String(at === this.selected),
      "aria-posinset": at + 1,
      "aria-setsize": this.length
    });
    if (at === this.cursor && this.root.getRootNode().activeElement === this.box)
      node.classList.add("cursor");
    node.dir = "ltr";
    if (this.view === "ids") node.textContent = token.id;
    else if (this.view === "bytes") node.textContent = hexBytes(token.bytes, MOST_PIECES);
    else {
      node.dir = LETTER.test(token.letters) ? directionOf(token.letters) : lineDirection;
      drawPieces(node, token.pieces, MOST_PIECES);
    }
    return node;
  }
  // Three aligned rows: the characters, their bytes, and the tokens that hold the bytes.
  drawRibbon(line, row) {
    line.dir = "ltr";
    const offsets = this.byteOffsets();
    const [from, to] = [offsets[this.starts[row]], offsets[this.end(row)]];
    const place = (node, start, end) => {
      node.style.left = (start - from) * this.cell + "px";
      node.style.width = (end - start) * this.cell - 3 + "px";
      line.append(node);
    };
    let at = from;
    while (at < to && at > from - 4 && isContinuation(this.bytes[at]) && at > 0) at--;
    for (at = Math.min(at, from); at < to; ) {
      const found = characterAt(this.bytes, at, this.bytes.length);
      const size = found ? found.size : 1;
      const pieces = piecesOf(this.bytes.subarray(at, at + size), "text");
      const node = attrs(el("span", `glyph ${found ? "" : "broken"}`), { "aria-hidden": "true" });
      if (found) drawPieces(node, pieces);
      else node.textContent = "–";
      place(node, Math.max(at, from), Math.min(at + size, to));
      at += size;
    }
    for (let i = from; i < to; i++) {
      place(attrs(el("span", "byte", hexByte(this.bytes[i])), { "aria-hidden": "true" }), i, i + 1);
    }
    for (let i = this.starts[row]; i < this.end(row); i++) {
      const node = this.drawToken(i, line.dir);
      node.textContent = this.token(i).id;
      place(node, offsets[i], offsets[i + 1]);
    }
  }
  // ------------------------------------------------ one token
  chunkOf(at) {
    if (!this.chunks?.length) return null;
    const index = lastAtMost(this.chunks, at);
    const node = el("span", "code");
    const end = index + 1 < this.chunks.length ? this.chunks[index + 1] : this.length;
    const bytes = [];
    for (let i = this.chunks[index]; i < end && bytes.length < 400; i++) bytes.push(...this.token(i).bytes);
    return drawPieces(node, piecesOf(Uint8Array.from(bytes), this.data.display), 40);
  }
  sharedOf(at) {
    if (!this.parted) return null;
    let [first, last] = [at, at + 1];
    while (this.joined(first)) first--;
    while (this.joined(last)) last++;
    const [from, to] = [this.byteOffsets()[at], this.byteOffsets()[at + 1]];
    const own = this.sharedCharacters(first, last).filter((shared) => shared.from < to && shared.to > from);
    return own.length ? drawPieces(
      el("span", "code"),
      own.flatMap(({ pieces }) => pieces)
    ) : null;
  }
  describe(at) {
    const token = this.token(at);
    const facts = () => [
      ["id", String(token.id) + (token.special ? ", a special token" : "")],
      ["bytes", hexBytes(token.bytes, 24)],
      [
        "rank",
        token.rank === null ? this.data.ranked && !token.special ? "none: a base unit" : null : String(token.rank)
      ],
      ["part of", this.sharedOf(at)],
      ["in chunk", this.chunkOf(at)],
      ["position", `${grouped(at + 1)} of ${grouped(this.length)}`],
      ["occurs here", plural(this.uses[this.indexes[at]], "time")]
    ];
    return { token, facts };
  }
  light(id) {
    if (this.hovered === id) return;
    this.hovered = id;
    for (const node of this.box.querySelectorAll(".tok"))
      node.classList.toggle("same", +node.dataset.id === id);
    for (const row of this.rows.cache.values())
      if (!row.isConnected)
        for (const node of row.querySelectorAll(".tok"))
          node.classList.toggle("same", +node.dataset.id === id);
  }
  select(at) {
    this.selected = at === this.selected ? null : at;
    this.rows.paint(true);
    clearTimeout(this.resting);
    this.resting = setTimeout(
      () => this.send("place", { strip_id: this.data.strip_id, selected: this.selected }),
      150
    );
  }
  // ------------------------------------------------ switches and keys
  show(view) {
    this.view = view;
    this.pointer.hide();
    this.fit();
  }
  listen() {
    const { box } = this;
    this.sizes = new ResizeObserver(() => {
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(
        () => this.width !== box.clientWidth && (this.width = box.clientWidth, this.fit())
      );
    });
    this.sizes.observe(box);
    this.onFonts = () => this.fit();
    document.fonts.addEventListener("loadingdone", this.onFonts);
    box.addEventListener("keydown", (event) => this.walk(event));
    box.addEventListener("focus", () => {
      if (box.matches(":focus-visible"))
        this.moveCursor(this.cursor ?? this.selected ?? this.starts[this.rows.visible[0]] ?? 0);
    });
  }
  walk(event) {
    if (isChord(event) || !this.length || this.view === "plain") return;
    const at = this.cursor ?? 0;
    const row = this.rowOf(at);
    const beside = (other) => {
      const goal = clamp(other, 0, this.starts.length - 1);
      return Math.min(this.starts[goal] + at - this.starts[row], this.end(goal) - 1);
    };
    const page = Math.max(1, Math.floor(this.rows.view / this.rows.height) - 1);
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: beside(row + 1),
      ArrowUp: beside(row - 1),
      PageDown: beside(row + page),
      PageUp: beside(row - page),
      Home: 0,
      End: this.length - 1
    }[event.key];
    if (to !== void 0) this.moveCursor(to);
    else if (event.key === "Enter" || event.key === " ") this.select(at);
    else if (event.key === "Escape") this.pointer.hide();
    else return;
    event.preventDefault();
  }
  moveCursor(to) {
    if (!this.length || this.view === "plain") return;
    this.cursor = clamp(to, 0, this.length - 1);
    this.rows.reveal(this.rowOf(this.cursor));
    this.pointer.moveTo(`.tok[data-at="${this.cursor}"]`);
  }
  destroy() {
    clearTimeout(this.resting);
    this.pointer.destroy();
    cancelAnimationFrame(this.resizing);
    document.fonts.removeEventListener("loadingdone", this.onFonts);
    this.sizes.disconnect();
    this.rows.destroy();
  }
};
function mount(args) {
  return mountInstance(Strip, args);
}

// explorer_ui/components/strip/exported_strip.js
drawExported(mount);
