// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/exported.js
function drawExported(mount2) {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
  const parentElement = document.getElementById("component");
  if (!parentElement) throw new Error("the page has no element for the component");
  const draw = () => mount2({ data, parentElement, setStateValue: () => {
  } });
  draw();
  addEventListener("beforeprint", () => {
    parentElement.classList.add("on-paper");
    draw();
  });
  addEventListener("afterprint", () => {
    parentElement.classList.remove("on-paper");
    draw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

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
function focusedBeside(node) {
  const root = node.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}
var calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
var isChord = (event) => event.ctrlKey || event.metaKey || event.altKey;

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

// explorer_ui/components/shared/ruler.js
var largerType = (room) => clamp(room / 950, 1, 1.4);
var Ruler = class {
  /**
   * @param {string} family As in a style sheet.
   * @param {number} size Of the font, in pixels.
   */
  constructor(family, size) {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("this browser has no canvas to measure text on");
    this.context = context;
    this.context.font = `${size}px ${family}`;
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

// explorer_ui/components/shared/utf8.js
var encoder = new TextEncoder();
var decoder = new TextDecoder();
var encodeUtf8 = (text) => encoder.encode(text);
var decodeUtf8 = (bytes) => decoder.decode(bytes);
function codePoints(text) {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 65535 ? 2 : 1;
  return count;
}
var hexByte = (byte) => byte.toString(16).padStart(2, "0");
var codePoint = (point) => "U+" + point.toString(16).toUpperCase().padStart(4, "0");
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
var lettersOf = (pieces) => pieces.map((piece) => piece.kind === "text" ? piece.text : "").join("");
function spokenText(pieces) {
  const spoken = pieces.map(({ kind, text }) => {
    if (kind === "white") return ` ${NAME_OF_SIGN.get(text)} `;
    return kind === "hex" ? ` ${text} ` : text;
  });
  return spoken.join("").trim();
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

// explorer_ui/components/strip/tokenized_text.js
function tokenOf(known, { display, ranked }) {
  const { bytes, rank, special } = known;
  const pieces = piecesOf(bytes, special ? "text" : display);
  return {
    ...known,
    ...edges(bytes),
    pieces,
    quiet: ranked ? rank === null && !special : bytes.length === 1,
    letters: lettersOf(pieces),
    breaks: bytes.includes(10),
    turns: mayReadFromTheRight(bytes)
  };
}
var TokenizedText = class {
  /**
   * @param {object} parts
   * @param {Token[]} parts.tokens Each distinct one.
   * @param {Uint16Array | Uint32Array} parts.indexes Into `tokens`, one per token of the text.
   * @param {Uint32Array | null} parts.chunks For each chunk, the index of its first token.
   * @param {Display} parts.display
   */
  constructor({ tokens, indexes, chunks, display }) {
    this.tokens = tokens;
    this.indexes = indexes;
    this.chunks = chunks;
    this.display = display;
    this.parted = display !== "glyphs" && tokens.some((token) => token.lacks || token.leads);
    this.knownOffsets = null;
    this.knownBytes = null;
  }
  get length() {
    return this.indexes.length;
  }
  /** @param {number} at */
  token(at) {
    return this.tokens[this.indexes[at]];
  }
  /** The byte offset of each token, and that of the end; made when first asked for. */
  get offsets() {
    if (this.knownOffsets) return this.knownOffsets;
    const offsets = new Uint32Array(this.length + 1);
    for (let at = 0; at < this.length; at++) offsets[at + 1] = offsets[at] + this.token(at).bytes.length;
    return this.knownOffsets = offsets;
  }
  /** The bytes of the text. */
  get bytes() {
    if (this.knownBytes) return this.knownBytes;
    const { offsets } = this;
    const bytes = new Uint8Array(offsets[this.length]);
    for (let at = 0; at < this.length; at++) bytes.set(this.token(at).bytes, offsets[at]);
    return this.knownBytes = bytes;
  }
  /**
   * How often the token at `at` stands in the text.
   *
   * @param {number} at
   */
  usesOf(at) {
    const index = this.indexes[at];
    let uses = 0;
    for (const other of this.indexes) if (other === index) uses++;
    return uses;
  }
  ids() {
    return Array.from(this.indexes, (index) => this.tokens[index].id);
  }
  /**
   * Whether two texts are the same bytes, in whatever tokens.
   *
   * @param {TokenizedText} other
   */
  spells(other) {
    return this.bytes.length === other.bytes.length && this.bytes.every((byte, i) => byte === other.bytes[i]);
  }
  /**
   * Whether two texts are the same tokens in the same chunks.
   *
   * @param {TokenizedText} other
   */
  equals(other) {
    if (this.length !== other.length || this.display !== other.display) return false;
    for (let at = 0; at < this.length; at++) {
      const [mine, its] = [this.token(at), other.token(at)];
      if (mine.id !== its.id || mine.rank !== its.rank || mine.special !== its.special) return false;
      if (mine.bytes.length !== its.bytes.length) return false;
    }
    return this.spells(other) && String(this.chunks) === String(other.chunks);
  }
  /**
   * Whether a character runs on from the token before `at` into this one.
   *
   * @param {number} at
   */
  joined(at) {
    return this.parted && at > 0 && at < this.length && this.token(at).leads > 0 && this.runsOn(at - 1);
  }
  /**
   * Whether a character that began in the token at `at`, or shortly before it, is not whole at its end.
   *
   * @param {number} at
   */
  runsOn(at) {
    for (let first = at; first >= 0 && first > at - 4; first--) {
      const token = this.token(first);
      if (token.lacks) return true;
      if (token.leads !== token.bytes.length) return false;
    }
    return false;
  }
  /**
   * The tokens around `at` that share characters with it: from the first to the last, exclusive.
   *
   * @param {number} at
   * @returns {[number, number]}
   */
  groupOf(at) {
    let [first, last] = [at, at + 1];
    while (this.joined(first)) first--;
    while (this.joined(last)) last++;
    return [first, last];
  }
  /**
   * The characters that run across the borders of tokens `first` to `last`.
   *
   * @param {number} first
   * @param {number} last
   */
  sharedCharacters(first, last) {
    const { offsets, bytes } = this;
    const borders = new Set(offsets.subarray(first + 1, last));
    const shared = [];
    let from = offsets[first];
    while (from < offsets[last]) {
      const to = from + (characterAt(bytes, from, offsets[last])?.size ?? 1);
      let crosses = false;
      for (let i = from + 1; i < to; i++) crosses ||= borders.has(i);
      if (crosses) shared.push({ from, to, pieces: piecesOf(bytes.subarray(from, to)) });
      from = to;
    }
    return shared;
  }
  /**
   * The first bytes of the chunk that a token lies in, or null where the chunks are not known.
   *
   * @param {number} at
   * @param {number} most How many bytes.
   */
  chunkOf(at, most) {
    if (!this.chunks?.length) return null;
    const index = lastAtMost(this.chunks, at);
    const { offsets } = this;
    const end = index + 1 < this.chunks.length ? this.chunks[index + 1] : this.length;
    const start = offsets[this.chunks[index]];
    return this.bytes.subarray(start, Math.min(offsets[end], start + most));
  }
};

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

// explorer_ui/components/live/cutter.js
var DEAD = 0;
var Cutter = class {
  /**
   * @param {Automaton} automaton
   * @param {Uint8Array} classes Of every code point; it is kept and changed.
   */
  constructor({ near, moves, width }, classes) {
    this.moves = moves;
    this.width = width;
    this.classes = classes;
    this.classes.set(near);
  }
  /**
   * The chunks of a text without lone surrogates.
   *
   * @param {string} text
   * @returns {string[]}
   */
  cut(text) {
    const { moves, width, classes } = this;
    const chunks = [];
    for (let start = 0; start < text.length; ) {
      let end = start;
      let here = start;
      let row = width;
      while (row !== DEAD) {
        const point = text.codePointAt(here);
        const move = moves[row + (point === void 0 ? width - 1 : classes[point])];
        if (move & 1) end = here;
        if (point === void 0) break;
        row = move >> 1;
        here += point > 65535 ? 2 : 1;
      }
      if (end === start) throw new Error("no pattern leaves a character over");
      chunks.push(text.slice(start, end));
      start = end;
    }
    return chunks;
  }
};

// explorer_ui/components/live/lowest_rank.js
var SPAN = 2 ** 26;
var GONE = -1;
function mergeByLowestRank(ids, vocabulary) {
  const size = ids.length;
  const next = ids.map((_, at) => at + 1);
  const before = ids.map((_, at) => at - 1);
  const heap = [];
  const offer = (at) => {
    if (at < 0 || next[at] >= size) return;
    const id = vocabulary.made(ids[at], ids[next[at]]);
    if (id >= 0) push(heap, id * SPAN + at);
  };
  for (let at = 0; at + 1 < size; at++) offer(at);
  while (heap.length) {
    const join = pop(heap);
    const at = join % SPAN;
    const id = (join - at) / SPAN;
    const right = next[at];
    if (ids[at] === GONE || right >= size || vocabulary.made(ids[at], ids[right]) !== id) continue;
    ids[at] = id;
    ids[right] = GONE;
    next[at] = next[right];
    if (next[at] < size) before[next[at]] = at;
    offer(at);
    offer(before[at]);
  }
  return ids.filter((id) => id !== GONE);
}
function push(heap, value) {
  let at = heap.length;
  for (let up; at > 0 && heap[up = at - 1 >> 1] > value; at = up) heap[at] = heap[up];
  heap[at] = value;
}
function pop(heap) {
  const smallest = heap[0];
  const value = (
    /** @type {number} */
    heap.pop()
  );
  let at = 0;
  for (let down; (down = 2 * at + 1) < heap.length; at = down) {
    if (heap[down + 1] < heap[down]) down++;
    if (heap[down] >= value) break;
    heap[at] = heap[down];
  }
  if (heap.length) heap[at] = value;
  return smallest;
}

// explorer_ui/components/live/special.js
function cutAtSpecial(text, special) {
  const tokens = Object.keys(special).sort((a, b) => b.length - a.length);
  const found = tokens.map((token) => text.indexOf(token));
  const parts = [];
  for (let done = 0; ; ) {
    tokens.forEach((token, i) => {
      if (found[i] >= 0 && found[i] < done) found[i] = text.indexOf(token, done);
    });
    let first = -1;
    for (let i = 0; i < tokens.length; i++)
      if (found[i] >= 0 && (first < 0 || found[i] < found[first])) first = i;
    const end = first < 0 ? text.length : found[first];
    if (end > done) parts.push({ text: text.slice(done, end), id: null });
    if (first < 0) return parts;
    parts.push({ text: tokens[first], id: special[tokens[first]] });
    done = end + tokens[first].length;
  }
}
var spellsSpecial = (text, special) => Object.keys(special).some((token) => text.includes(token));

// explorer_ui/components/live/vocabulary.js
var NONE = -1;
var BYTES = 256;
var Vocabulary = class {
  /**
   * @param {object} parts
   * @param {Uint8Array[]} parts.planes Files, each of six planes: the low, middle and high byte of each left id, then of
   *   each right id.
   * @param {Uint8Array} parts.byteOrder The 256 bytes in the order of their ids.
   * @param {Record<string, number>} parts.special
   */
  constructor({ planes, byteOrder, special }) {
    this.left = joined(planes.map((file) => idsOf(file, 0)));
    this.right = joined(planes.map((file) => idsOf(file, 3)));
    const size = this.left.length;
    this.ids = new Uint32Array(BYTES + size);
    const taken = new Set(Object.values(special));
    for (let at = 0, id = 0; at < this.ids.length; id++) if (!taken.has(id)) this.ids[at++] = id;
    this.indexes = new Map(Array.from(this.ids, (id, at) => [id, at]));
    this.byteOrder = byteOrder;
    this.idOfByte = new Uint32Array(BYTES);
    byteOrder.forEach((byte, at) => this.idOfByte[byte] = this.ids[at]);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 2))).fill(NONE);
    for (let rank = 0; rank < size; rank++) this.slots[this.slotOf(this.left[rank], this.right[rank])] = rank;
  }
  /**
   * The slot of a pair, or the free one where it would be.
   *
   * @param {number} left
   * @param {number} right
   */
  slotOf(left, right) {
    const mask = this.slots.length - 1;
    const mixed = Math.imul(left, 2654435761) ^ Math.imul(right, 2246822507);
    let slot = (mixed ^ mixed >>> 15) & mask;
    for (let rank; (rank = this.slots[slot]) !== NONE; slot = slot + 1 & mask)
      if (this.left[rank] === left && this.right[rank] === right) break;
    return slot;
  }
  /**
   * The id that a pair makes, which rises with its rank; -1 where nothing joins it.
   *
   * @param {number} left
   * @param {number} right
   */
  made(left, right) {
    const rank = this.slots[this.slotOf(left, right)];
    return rank === NONE ? NONE : this.ids[BYTES + rank];
  }
  /** Whether an id is that of a single byte.
   *
   * @param {number} id
   */
  isByte(id) {
    return (this.indexes.get(id) ?? BYTES) < BYTES;
  }
  /**
   * The bytes of an id that is not a special token's.
   *
   * @param {number} id
   * @returns {number[]}
   */
  bytesOf(id) {
    const at = this.indexes.get(id) ?? 0;
    if (at < BYTES) return [this.byteOrder[at]];
    return [...this.bytesOf(this.left[at - BYTES]), ...this.bytesOf(this.right[at - BYTES])];
  }
};
function idsOf(planes, first) {
  const size = planes.length / 6;
  const [low, middle, high] = [0, 1, 2].map((plane) => planes.subarray((first + plane) * size));
  return Uint32Array.from({ length: size }, (_, at) => low[at] | middle[at] << 8 | high[at] << 16);
}
function joined(arrays) {
  const whole = new Uint32Array(arrays.reduce((size, array) => size + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

// explorer_ui/components/live/encoder.js
var CATEGORY = 31;
var MOST_KEPT = 5e4;
var Encoder = class {
  /** @param {Ingredients} parts */
  constructor(parts) {
    const classes = parts.categories.map((bits) => parts.classes[bits & CATEGORY]);
    this.cutter = new Cutter(parts, classes);
    this.vocabulary = new Vocabulary(parts);
    this.special = parts.special;
    this.kept = /* @__PURE__ */ new Map();
  }
  /**
   * @param {string} text
   * @param {Policy} policy
   * @returns {Encoded | null} Null where the text is refused.
   */
  encode(text, policy) {
    if (policy === "refuse" && spellsSpecial(text, this.special)) return null;
    const whole = text.toWellFormed();
    const parts = policy === "special" ? cutAtSpecial(whole, this.special) : [{ text: whole, id: null }];
    const encoded = { ids: [], chunks: [] };
    const add = (ids) => {
      encoded.chunks.push(encoded.ids.length);
      for (const id of ids) encoded.ids.push(id);
    };
    for (const part of parts) {
      if (part.id !== null) add([part.id]);
      else for (const chunk of this.cutter.cut(part.text)) add(this.idsOf(chunk));
    }
    return encoded;
  }
  /** @param {string} chunk */
  idsOf(chunk) {
    let ids = this.kept.get(chunk);
    if (!ids) {
      const { vocabulary } = this;
      const units = [];
      for (const byte of encodeUtf8(chunk)) units.push(vocabulary.idOfByte[byte]);
      ids = mergeByLowestRank(units, vocabulary);
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      this.kept.set(chunk, ids);
    }
    return ids;
  }
};

// explorer_ui/components/live/load.js
var encoders = /* @__PURE__ */ new Map();
var CODE_POINTS = 1114112;
function loadEncoder(data) {
  let encoder2 = encoders.get(data.parts);
  if (!encoder2) {
    encoder2 = makeEncoder(data);
    encoders.set(data.parts, encoder2);
    encoder2.catch(() => encoders.delete(data.parts));
  }
  return encoder2;
}
async function makeEncoder(data) {
  const [answer, categories, ...planes] = await Promise.all([
    asked(data.parts),
    ...[data.categories, ...data.merges].map(unpacked)
  ]);
  const parts = await answer.json();
  return new Encoder({
    near: bytesOf(parts.near),
    moves: uint16sOf(parts.moves),
    width: parts.width,
    classes: parts.classes,
    byteOrder: bytesOf(parts.byteOrder),
    special: parts.special,
    // A second table follows it in the file, of which an encoder makes no use.
    categories: categories.subarray(0, CODE_POINTS),
    planes
  });
}
async function asked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
async function unpacked(address) {
  const packed = await (await asked(address)).blob();
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// explorer_ui/components/live/live_text.js
var MOST = 5e4;
var LiveText = class {
  /** @param {() => void} changed Called when `tokens` may have changed. */
  constructor(changed) {
    this.changed = changed;
    this.typed = null;
    this.data = null;
    this.encoder = null;
    this.known = /* @__PURE__ */ new Map();
    this.text = null;
    this.hear = (event) => {
      this.typed = /** @type {CustomEvent<{text: string | null}>} */
      event.detail.text;
      if (this.encoder) this.encode();
    };
    window.addEventListener("bpe-text", this.hear);
  }
  /**
   * The tokens of what was typed last; null where nothing was typed, and where only Python can encode it.
   */
  tokens() {
    return this.text;
  }
  /** @returns {Counts | null} */
  counts() {
    const { text, typed } = this;
    if (!text || typed === null) return null;
    return {
      tokens: text.length,
      characters: codePoints(typed),
      bytes: text.bytes.length,
      chunks: text.chunks?.length ?? 0
    };
  }
  /** @param {EncoderData | null} data */
  use(data) {
    const [before, policy] = [this.data?.parts, this.data?.policy];
    this.data = data;
    if (data?.parts === before) {
      if (data?.policy !== policy) this.encode();
      return;
    }
    this.encoder = this.text = null;
    this.known.clear();
    if (!data) return;
    loadEncoder(data).then(
      (encoder2) => {
        if (this.data?.parts !== data.parts) return;
        this.encoder = encoder2;
        this.encode();
      },
      () => {
      }
      // without it Python encodes when the hand rests
    );
  }
  encode() {
    const { encoder: encoder2, typed, data } = this;
    this.text = null;
    if (encoder2 && data && typed !== null && typed.length <= MOST) {
      const encoded = encoder2.encode(typed, data.policy);
      if (encoded) this.text = this.tokenized(encoder2, encoded);
    }
    this.changed();
  }
  /**
   * @param {Encoder} encoder
   * @param {import("./encoder.js").Encoded} encoded
   */
  tokenized(encoder2, { ids, chunks }) {
    const places = /* @__PURE__ */ new Map();
    const tokens = [];
    const indexes = new Uint32Array(ids.length);
    ids.forEach((id, at) => {
      let place = places.get(id);
      if (place === void 0) {
        place = tokens.push(this.tokenOf(encoder2, id)) - 1;
        places.set(id, place);
      }
      indexes[at] = place;
    });
    return new TokenizedText({ tokens, indexes, chunks: Uint32Array.from(chunks), display: "text" });
  }
  /**
   * @param {Encoder} encoder
   * @param {number} id
   */
  tokenOf(encoder2, id) {
    let token = this.known.get(id);
    if (!token) {
      const special = Object.entries(encoder2.special).find(([, its]) => its === id)?.[0];
      const bytes = special === void 0 ? encoder2.vocabulary.bytesOf(id) : encodeUtf8(special);
      const rank = special !== void 0 || encoder2.vocabulary.isByte(id) ? null : id;
      const known = { id, bytes: Uint8Array.from(bytes), rank, special: special !== void 0 };
      token = tokenOf(known, { display: "text", ranked: true });
      this.known.set(id, token);
    }
    return token;
  }
  destroy() {
    window.removeEventListener("bpe-text", this.hear);
  }
};

// explorer_ui/components/shared/clipboard.js
async function copyText(text, near) {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false
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

// explorer_ui/components/strip/bar.js
var VIEWS = {
  tokens: "Tokens",
  ids: "Ids",
  bytes: "Bytes",
  plain: "Plain",
  ribbon: "Characters over bytes"
};
var COPIED = 1500;
var Bar = class {
  /**
   * @param {object} to
   * @param {HTMLElement} to.root Of the component.
   * @param {HTMLElement} to.box What a picture shows.
   * @param {(view: View) => void} to.show
   * @param {() => number[]} to.ids
   */
  constructor({ root, box, show, ids }) {
    this.root = el("div", "strip-bar");
    this.view = "tokens";
    const views = attrs(el("div", "views"), { role: "group", "aria-label": "What the boxes show" });
    this.views = Object.entries(VIEWS).map(([key, name]) => {
      const view = (
        /** @type {View} */
        key
      );
      const node = attrs(el("button", "", name), { type: "button" });
      node.addEventListener("click", () => show(view));
      views.append(node);
      return { view, node };
    });
    const pictures = attrs(el("span", "saves"), { role: "group", "aria-label": "Save a picture" });
    const picture = () => ({ name: `bpe-${this.view}`, picture: pictureOf(box) });
    pictures.append(
      button("", "Save as an SVG picture", "SVG", () => saveSvg(picture())),
      button("", "Save as a PNG picture", "PNG", () => savePng(picture()))
    );
    const copy = button("copy-ids", "Copy the ids as JSON", "Copy ids", async () => {
      const done = await copyText(JSON.stringify(ids()), root);
      copy.firstChild?.replaceWith(done ? "Copied" : "Not copied");
      clearTimeout(this.copied);
      this.copied = setTimeout(() => copy.firstChild?.replaceWith("Copy ids"), COPIED);
    });
    attrs(copy, { "aria-live": "polite" });
    this.copied = void 0;
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
};

// explorer_ui/components/strip/layout.js
var TOKEN_GAP = 3;
var MOST_PIECES = 60;
var MOST_OF_A_PARAGRAPH = 4096;
var Widths = class {
  /**
   * @param {View} view
   * @param {Ruler} ruler
   * @param {number} scale How much larger than usual the type is.
   */
  constructor(view, ruler, scale) {
    this.view = view;
    this.ruler = ruler;
    this.scale = scale;
    this.cell = Math.ceil(ruler.ch * 2 + 7);
    this.known = /* @__PURE__ */ new Map();
  }
  /** @param {Token} token */
  of(token) {
    let width = this.known.get(token);
    if (width === void 0) this.known.set(token, width = this.measure(token));
    return width;
  }
  /** @param {Token} token */
  measure(token) {
    const { ch } = this.ruler;
    if (this.view === "ids") return String(token.id).length * ch + 14;
    if (this.view === "bytes") return Math.min(token.bytes.length, MOST_PIECES) * 2.7 * ch + 10;
    if (this.view === "ribbon") return token.bytes.length * this.cell;
    let width = this.view === "plain" ? 0 : 5 + 6 * this.scale;
    for (const piece of token.pieces.slice(0, MOST_PIECES)) {
      if (piece.kind === "text")
        width += /^[\x20-\x7e]$/.test(piece.text) ? ch : this.ruler.width(piece.text);
      else width += piece.kind === "white" ? ch : piece.text.length * ch * 0.8 + 10;
    }
    return width;
  }
};
var Layout = class {
  /**
   * @param {TokenizedText} text
   * @param {Widths} widths
   * @param {number} room Pixels of one row.
   */
  constructor(text, widths, room) {
    this.text = text;
    this.widths = widths;
    this.view = widths.view;
    this.starts = this.pack(room);
    this.directions = this.rowDirections();
  }
  get rows() {
    return this.starts.length;
  }
  /** Of one row, in pixels. */
  get height() {
    if (this.view === "ribbon") return 92;
    return (this.text.parted && this.view === "tokens" ? 44 : 32) * this.widths.scale;
  }
  /** @param {number} at */
  rowOf(at) {
    return lastAtMost(this.starts, at);
  }
  /** @param {number} row */
  end(row) {
    return row + 1 < this.rows ? this.starts[row + 1] : this.text.length;
  }
  /** @param {number} room */
  pack(room) {
    const { text } = this;
    const widths = text.tokens.map((token) => this.widths.of(token));
    const starts = [0];
    let x = 0;
    for (let at = 0; at < text.length; at++) {
      const index = text.indexes[at];
      if (x > 0 && x + widths[index] > room) {
        const start = this.breakAt(at, starts[starts.length - 1]);
        starts.push(start);
        x = 0;
        for (let i = start; i < at; i++) x += widths[text.indexes[i]];
      }
      x += widths[index];
      if (text.tokens[index].breaks && at + 1 < text.length) {
        starts.push(at + 1);
        x = 0;
      }
    }
    return Uint32Array.from(starts);
  }
  /**
   * Where the row ends that token `at` does not fit on: the tokens of one character stay on one row, if they are few.
   *
   * @param {number} at
   * @param {number} rowStart
   */
  breakAt(at, rowStart) {
    const { text } = this;
    let start = at;
    while (text.parted && start > rowStart + 1 && at - start < 8 && text.joined(start)) start--;
    return text.joined(start) ? at : start;
  }
  /**
   * The direction of the paragraph that each row belongs to: that of its first letter, which may begin in one token
   * and end in another.
   */
  rowDirections() {
    const { text, starts } = this;
    const directions = new Array(this.rows).fill("ltr");
    if (!text.tokens.some((token) => token.turns)) return directions;
    let paragraph = "ltr";
    for (let row = 0; row < this.rows; row++) {
      if (row === 0 || text.token(starts[row] - 1).breaks)
        paragraph = directionOf(this.paragraphAt(starts[row]));
      directions[row] = paragraph;
    }
    return directions;
  }
  /**
   * The beginning of a paragraph, without special tokens.
   *
   * @param {number} at
   */
  paragraphAt(at) {
    const bytes = [];
    for (let ended = false; !ended && at < this.text.length && bytes.length < MOST_OF_A_PARAGRAPH; at++) {
      const token = this.text.token(at);
      if (!token.special) bytes.push(...token.bytes.subarray(0, MOST_OF_A_PARAGRAPH));
      ended = token.breaks;
    }
    return decodeUtf8(Uint8Array.from(bytes));
  }
};

// explorer_ui/components/strip/draw_token.js
function drawToken({ text, view }, at, around, { uid, selected, cursor, lit, kinds }) {
  const token = text.token(at);
  const node = attrs(el("span", `tok ${tintOf(token)}`), {
    role: "option",
    id: `${uid}-${at}`,
    "aria-selected": String(at === selected),
    "aria-posinset": at + 1,
    "aria-setsize": text.length
  });
  node.dataset.at = String(at);
  node.dataset.id = String(token.id);
  node.classList.toggle("special", token.special);
  node.classList.toggle("same", token.id === lit);
  const kind = kinds.get(at);
  if (kind) node.classList.add(kind);
  node.classList.toggle("cursor", at === cursor);
  node.dir = "ltr";
  if (view === "ids" || view === "ribbon") node.textContent = String(token.id);
  else if (view === "bytes") node.textContent = hexBytes(token.bytes, MOST_PIECES);
  else {
    node.dir = LETTER.test(token.letters) ? directionOf(token.letters) : around;
    drawPieces(node, token.pieces, MOST_PIECES);
  }
  return node;
}

// explorer_ui/components/strip/reading_order.js
var EUROPEAN = /[0-9\u06f0-\u06f9０-９⁰¹²³⁴-⁹₀-₉]/;
var ARABIC = /[\u0660-\u0669]/;
var FROM_THE_LEFT = /[\p{L}\p{Nd}\p{Nl}]/u;
var SEPARATOR = /^[+\-,.:/\u00a0]$/;
var TERMINATOR = /^[#$%°‰\p{Sc}]+$/u;
function placesOf(text, from, to, direction2) {
  const base = direction2 === "rtl" ? 1 : 0;
  const size = to - from;
  let mixed = base === 1;
  for (let at = from; at < to && !mixed; at++) mixed = text.token(at).turns;
  if (!mixed) return new Array(size).fill({ level: 0, apart: false });
  const kinds = kindsOf(text, from, to);
  const written = (at) => decodeUtf8(text.token(from + at).bytes);
  for (let at = 1; at + 1 < size; at++)
    if (!kinds[at] && isNumber(kinds[at - 1]) && kinds[at - 1] === kinds[at + 1] && SEPARATOR.test(written(at)))
      kinds[at] = kinds[at - 1];
  for (let at = 0; at < size; at++)
    if (!kinds[at] && (kinds[at - 1] === "N" || kinds[at + 1] === "N") && TERMINATOR.test(written(at)))
      kinds[at] = "N";
  const outer = base ? "R" : "L";
  let last = (
    /** @type {Kind} */
    outer
  );
  for (let at = 0; at < size; at++) {
    if (kinds[at] === "N" && last === "L") kinds[at] = "L";
    else if (kinds[at] === "L" || kinds[at] === "R") last = kinds[at];
  }
  for (let at = 0; at < size; ) {
    let end = at;
    while (end < size && !kinds[end]) end++;
    const [before, after] = [kinds[at - 1], kinds[end]].map((kind) => isNumber(kind) ? "R" : kind || outer);
    if (end > at) kinds.fill(before === after ? before : outer, at, end);
    at = end + 1;
  }
  const places = [];
  kinds.forEach((kind, at) => {
    const level = isNumber(kind) ? 2 : kind === "R" ? 1 : base ? 2 : 0;
    const apart = (isNumber(kind) || isNumber(kinds[at - 1])) && /^\s/.test(written(at));
    places.push(at && text.joined(from + at) ? { ...places[at - 1], apart: false } : { level, apart });
  });
  return places;
}
var isNumber = (kind) => kind === "N" || kind === "A";
function kindsOf(text, from, to) {
  const { bytes, offsets } = text;
  const kinds = new Array(to - from).fill("");
  let at = from;
  for (let byte = offsets[from]; byte < offsets[to]; ) {
    const found = characterAt(bytes, byte, bytes.length);
    const end = byte + (found?.size ?? 1);
    const kind = found ? kindOf(String.fromCodePoint(found.point)) : "";
    while (at + 1 < to && offsets[at + 1] <= byte) at++;
    for (let token = at; kind && token < to && offsets[token] < end; token++)
      if (!text.token(token).special && (!kinds[token - from] || isNumber(kinds[token - from]) && !isNumber(kind)))
        kinds[token - from] = kind;
    byte = end;
  }
  return kinds;
}
function kindOf(character) {
  if (ARABIC.test(character)) return "A";
  if (RIGHT_TO_LEFT.test(character)) return LETTER.test(character) ? "R" : "";
  if (EUROPEAN.test(character)) return "N";
  return FROM_THE_LEFT.test(character) ? "L" : "";
}

// explorer_ui/components/strip/ribbon.js
function drawRibbon(line, layout, first, last, marks) {
  line.dir = "ltr";
  const { offsets, bytes } = layout.text;
  const { cell } = layout.widths;
  const [from, to] = [offsets[first], offsets[last]];
  const place = (node, start, end) => {
    node.style.left = (start - from) * cell + "px";
    node.style.width = (end - start) * cell - 3 + "px";
    line.append(node);
  };
  let at = from;
  while (at < to && at > from - 4 && isContinuation(bytes[at]) && at > 0) at--;
  for (at = Math.min(at, from); at < to; ) {
    const found = characterAt(bytes, at, bytes.length);
    const size = found ? found.size : 1;
    const node = attrs(el("span", `glyph ${found ? "" : "broken"}`), { "aria-hidden": "true" });
    if (found) drawPieces(node, piecesOf(bytes.subarray(at, at + size)));
    else node.textContent = "–";
    place(node, Math.max(at, from), Math.min(at + size, to));
    at += size;
  }
  for (let byte = from; byte < to; byte++)
    place(attrs(el("span", "byte", hexByte(bytes[byte])), { "aria-hidden": "true" }), byte, byte + 1);
  for (let i = first; i < last; i++) place(drawToken(layout, i, "ltr", marks), offsets[i], offsets[i + 1]);
}

// explorer_ui/components/strip/draw_row.js
function drawRow(layout, row, marks) {
  const line = attrs(el("div", "line"), { role: "presentation" });
  const [from, to] = [layout.starts[row], layout.end(row)];
  line.style.height = layout.height + "px";
  line.dir = layout.directions[row];
  if (layout.view === "ribbon") drawRibbon(line, layout, from, to, marks);
  else if (layout.view === "plain") drawPlain(line, layout, from, to);
  else if (to > from)
    drawRuns(line, layout, from, placesOf(layout.text, from, to, layout.directions[row]), marks);
  return line;
}
function drawPlain(line, { text }, from, to) {
  const bytes = text.bytes.subarray(text.offsets[from], text.offsets[to]);
  const node = drawPieces(el("span", "plain-text"), piecesOf(bytes));
  node.dir = line.dir;
  line.append(node);
}
function drawRuns(parent, layout, from, places, marks, level = parent.dir === "rtl" ? 1 : 0) {
  for (let at = 0; at < places.length; ) {
    if (places[at].level <= level) {
      at = drawGroup(parent, layout, from + at, from + places.length, marks) - from;
      continue;
    }
    const start = at;
    do
      at++;
    while (at < places.length && places[at].level > level && !(level === 1 && places[at].apart));
    const run = attrs(el("span", "run"), { role: "presentation" });
    run.dir = level % 2 ? "ltr" : "rtl";
    drawRuns(run, layout, from + start, places.slice(start, at), marks, level + 1);
    parent.append(run);
  }
}
function drawGroup(parent, layout, at, end, marks) {
  const { text } = layout;
  let last = at + 1;
  if (layout.view === "tokens") while (last < end && text.joined(last)) last++;
  if (last === at + 1) {
    parent.append(drawToken(layout, at, direction(parent), marks));
    return last;
  }
  const group = attrs(el("span", "shared"), { role: "presentation" });
  const starts = text.offsets.subarray(at, last + 1);
  const lefts = [0];
  for (let i = at; i < last; i++) {
    const node = drawToken(layout, i, direction(parent), marks);
    const width = Math.ceil(layout.widths.of(text.token(i))) - TOKEN_GAP;
    node.style.width = width + "px";
    lefts.push(lefts[i - at] + width + TOKEN_GAP);
    group.append(node);
  }
  const pixelOf = (byte) => {
    const i = Math.min(lastAtMost(starts, byte), last - at - 1);
    const share = (byte - starts[i]) / (starts[i + 1] - starts[i]);
    return lefts[i] + (lefts[i + 1] - lefts[i] - TOKEN_GAP) * share;
  };
  for (const { from, to, pieces } of text.sharedCharacters(at, last)) {
    const roof = attrs(el("span", "roof"), { "aria-hidden": "true" });
    const start = pixelOf(from) + 1;
    roof.style.insetInlineStart = start + "px";
    roof.style.width = pixelOf(to) - start - 1 + "px";
    group.append(drawPieces(roof, pieces));
  }
  parent.append(group);
  return last;
}
var direction = (node) => node.dir === "rtl" ? "rtl" : "ltr";

// explorer_ui/components/strip/facts.js
var MOST_OF_A_CHUNK = 400;
function factsOf(text, at, ranked) {
  const token = text.token(at);
  const none = ranked && !token.special ? "none: a base unit" : null;
  return [
    ["id", String(token.id) + (token.special ? ", a special token" : "")],
    ["bytes", hexBytes(token.bytes, 24)],
    ["rank", token.rank === null ? none : String(token.rank)],
    ["part of", sharedOf(text, at)],
    ["in chunk", chunkOf(text, at)],
    ["position", `${grouped(at + 1)} of ${grouped(text.length)}`],
    ["occurs here", plural(text.usesOf(at), "time")]
  ];
}
function chunkOf(text, at) {
  const bytes = text.chunkOf(at, MOST_OF_A_CHUNK);
  return bytes && drawPieces(el("span", "code"), piecesOf(bytes, text.display), 40);
}
function sharedOf(text, at) {
  if (!text.parted) return null;
  const [from, to] = [text.offsets[at], text.offsets[at + 1]];
  const own = text.sharedCharacters(...text.groupOf(at)).filter((shared) => shared.from < to && shared.to > from);
  if (!own.length) return null;
  return drawPieces(
    el("span", "code"),
    own.flatMap(({ pieces }) => pieces)
  );
}

// explorer_ui/components/strip/figures.js
var Figures = class {
  constructor() {
    this.root = el("dl", "figures");
    this.root.hidden = true;
    this.values = {};
    for (const name of ["Tokens", "Characters", "Bytes", "Chunks", "Bytes per token"]) {
      const value = attrs(el("dd"), { "data-figure": name });
      this.values[name] = value;
      const pair = el("div");
      pair.append(el("dt", "", name), value);
      this.root.append(pair);
    }
  }
  /** @param {Counts | null} counts None: no figures are shown. */
  show(counts) {
    this.root.hidden = !counts;
    if (!counts) return;
    const { tokens, characters, bytes, chunks } = counts;
    const perToken = tokens ? (bytes / tokens).toFixed(2) : "–";
    const shown = [tokens, characters, bytes, chunks].map(grouped).concat(perToken);
    Object.values(this.values).forEach((node, i) => {
      if (node.textContent !== shown[i]) node.textContent = shown[i];
    });
  }
};

// explorer_ui/components/strip/payload.js
function readPayload(data) {
  const special = new Set(data.special);
  return new TokenizedText({
    tokens: data.tokens.map(
      ([id, base64, rank]) => tokenOf({ id, bytes: bytesOf(base64), rank, special: special.has(id) }, data)
    ),
    indexes: data.index_bytes === 2 ? uint16sOf(data.indexes) : uint32sOf(data.indexes),
    chunks: data.chunks === null ? null : uint32sOf(data.chunks),
    display: data.display
  });
}

// explorer_ui/components/strip/room.js
function watchRoom(box, changed) {
  let width = 0;
  let frame = 0;
  const sizes = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (box.clientWidth === width) return;
      width = box.clientWidth;
      changed();
    });
  });
  sizes.observe(box);
  document.fonts.addEventListener("loadingdone", changed);
  return () => {
    cancelAnimationFrame(frame);
    document.fonts.removeEventListener("loadingdone", changed);
    sizes.disconnect();
  };
}

// explorer_ui/components/strip/selection.js
var REST = 150;
var anchorOf = (text, at) => ({
  selected: at,
  token: text.token(at).id,
  after: text.length - 1 - at
});
function foundAgain(text, anchor) {
  if (!anchor) return null;
  const places = [anchor.selected, text.length - 1 - anchor.after];
  return places.find((at) => at >= 0 && at < text.length && text.token(at).id === anchor.token) ?? null;
}
var Selection = class {
  /** @param {(anchor: Anchor | null) => void} send */
  constructor(send) {
    this.send = send;
    this.anchor = null;
    this.told = "null";
    this.resting = 0;
    this.at = null;
  }
  /**
   * Finds the token in another text; one that is gone may come back while somebody types.
   *
   * @param {TokenizedText} text
   */
  findIn(text) {
    this.at = foundAgain(text, this.anchor);
    if (this.at !== null) this.anchor = anchorOf(text, this.at);
  }
  /**
   * Selects a token; a second time, none.
   *
   * @param {TokenizedText} text
   * @param {number} at
   */
  toggle(text, at) {
    this.at = at === this.at ? null : at;
    this.anchor = this.at === null ? null : anchorOf(text, at);
  }
  /** Tells Python when the hand rests. */
  tell() {
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      if (this.at === null) this.anchor = null;
      const place = JSON.stringify(this.anchor);
      if (place !== this.told) this.send(this.anchor);
      this.told = place;
    }, REST);
  }
  wait() {
    clearTimeout(this.resting);
  }
};

// explorer_ui/components/strip/walk.js
function walked(key, at, layout, page) {
  const row = layout.rowOf(at);
  const beside = (other) => {
    const goal = clamp(other, 0, layout.rows - 1);
    return Math.min(layout.starts[goal] + at - layout.starts[row], layout.end(goal) - 1);
  };
  const goals = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: beside(row + 1),
    ArrowUp: beside(row - 1),
    PageDown: beside(row + page),
    PageUp: beside(row - page),
    Home: 0,
    End: layout.text.length - 1
  };
  const to = goals[key];
  return to === void 0 ? null : clamp(to, 0, layout.text.length - 1);
}

// explorer_ui/components/strip/token_strip.js
var PADDING = 26;
var TYPE = 15;
var AROUND = 14;
var TYPE_SCALES = [2.6, 1.9, 1.5, 1.2];
var BLACKBOARD = 1e3;
var strips = 0;
var Strip = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.data = null;
    this.answer = null;
    this.text = null;
    this.layout = null;
    this.widths = /* @__PURE__ */ new Map();
    this.view = "tokens";
    this.room = 0;
    this.uid = `strip${++strips}`;
    this.selection = new Selection((anchor) => send("place", anchor));
    this.cursor = null;
    this.lit = null;
    this.kinds = /* @__PURE__ */ new Map();
    this.settled = false;
    this.root = attrs(el("div", "bpe bpe-strip"), { role: "group" });
    parent.append(this.root);
    this.box = attrs(el("div", "box"), { tabindex: 0 });
    this.box.style.setProperty("--gap", TOKEN_GAP + "px");
    this.figures = new Figures();
    this.bar = new Bar({
      root: this.root,
      box: this.box,
      show: (view) => this.see(view),
      ids: () => this.text?.ids() ?? []
    });
    this.hint = attrs(el("p", "hint"), { role: "presentation" });
    this.root.append(this.figures.root, this.bar.root, this.box);
    this.box.append(this.hint);
    this.rows = new VirtualRows(
      this.box,
      (row) => this.layout ? drawRow(this.layout, row, this.marks()) : el("div")
    );
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
    this.live = new LiveText(() => this.live.tokens() && this.follow());
    this.unwatch = watchRoom(this.box, () => this.fit());
    this.box.addEventListener("keydown", (event) => this.press(event));
    this.box.addEventListener("focus", () => {
      const top = this.layout?.starts[this.rows.visible[0]] ?? 0;
      if (this.box.matches(":focus-visible")) this.moveCursor(this.cursor ?? this.selection.at ?? top);
    });
  }
  /** @param {StripData} data */
  update(data) {
    const before = this.data;
    this.data = data;
    if (data !== before) {
      this.bar.root.hidden = !data.controls;
      if (data.controls) this.box.style.height = data.height + "px";
      this.hint.textContent = data.hint;
      attrs(this.root, { "aria-label": data.label });
      attrs(this.box, {
        "aria-label": `${data.label}. Arrow keys walk through the tokens, Enter selects one.`
      });
      if (data.strip_id !== before?.strip_id) this.answer = readPayload(data);
      this.kinds = new Map([
        ...data.framing.map((at) => (
          /** @type {const} */
          [at, "framing"]
        )),
        ...data.injected.map((at) => (
          /** @type {const} */
          [at, "injected"]
        ))
      ]);
      this.live.use(data.live);
      this.follow();
    } else this.fit();
  }
  /** Shows what was typed, where it is encoded here and Python has not answered to it yet; else the answer. */
  follow() {
    const { answer, data } = this;
    if (!answer || !data) return;
    const typed = this.live.tokens();
    const answered = !typed || typed.spells(answer);
    const text = answered ? answer : typed;
    this.figures.show(answered ? data.counts : this.live.counts());
    this.settled = answered;
    if (!this.text?.equals(text)) this.show(text);
    if (answered) this.selection.tell();
    else this.selection.wait();
  }
  /** @param {TokenizedText} text */
  show(text) {
    const { layout, rows } = this;
    const atEnd = layout && rows.visible[1] >= layout.rows - 1;
    this.text = text;
    this.selection.findIn(text);
    this.cursor = null;
    this.pointer.hide();
    this.bar.count(text);
    this.hint.hidden = text.length > 0;
    if (!this.lay()) return;
    const grown = (this.layout?.rows ?? 0) - (layout?.rows ?? 0);
    if (atEnd && grown > 0 && grown <= 2) this.reveal(text.length - 1);
  }
  /** Packs the rows anew; false where there is no room to do so yet. */
  lay() {
    const { box, data, room, text } = this;
    if (!text || !room || !data) return this.fit();
    const high = data.height - AROUND;
    const fits = ({ rows: rows2, height: height2 }) => rows2 * height2 <= high;
    let layout = null;
    if (!data.controls) layout = this.typeset(text, largerType(room));
    else if (text.length <= BLACKBOARD && this.view !== "ribbon")
      for (const scale of TYPE_SCALES) {
        const larger = this.typeset(text, scale);
        if (!fits(larger)) continue;
        layout = larger;
        break;
      }
    this.layout = layout ?? this.typeset(text, 1);
    const { rows, height, widths } = this.layout;
    box.style.setProperty("--scale", String(widths.scale));
    if (!data.controls) box.style.height = Math.min(rows * height, high * widths.scale) + AROUND + "px";
    this.rows.reset(rows, height);
    this.root.dataset.rows = String(rows);
    return true;
  }
  /**
   * @param {TokenizedText} text
   * @param {number} scale
   */
  typeset(text, scale) {
    let widths = this.widths.get(scale);
    if (!widths)
      this.widths.set(
        scale,
        widths = new Widths(
          this.view,
          new Ruler(getComputedStyle(this.box).fontFamily, TYPE * scale),
          scale
        )
      );
    return new Layout(text, widths, this.room);
  }
  /** Measures the room and the font, and packs the rows; the row on top stays there. */
  fit() {
    const { box, layout } = this;
    if (!this.text || !box.clientWidth) return false;
    const top = layout ? layout.starts[Math.min(layout.rows - 1, Math.round(this.rows.top / this.rows.height))] : 0;
    this.room = box.clientWidth - PADDING;
    this.widths.clear();
    this.root.dataset.view = this.view;
    this.bar.press(this.view);
    const plain = this.view === "plain";
    attrs(box, { role: plain ? "group" : "listbox", "aria-orientation": plain ? null : "horizontal" });
    this.lay();
    if (layout && this.layout) this.rows.scrollTo(this.layout.rowOf(top) * this.rows.height);
    return true;
  }
  /** @param {View} view */
  see(view) {
    this.view = view;
    this.pointer.hide();
    this.fit();
  }
  /** @param {number} at */
  reveal(at) {
    if (this.layout) this.rows.reveal(this.layout.rowOf(at));
  }
  marks() {
    const { uid, lit, selection } = this;
    const cursor = focusedBeside(this.box) === this.box ? this.cursor : null;
    return { uid, lit, cursor, selected: selection.at, kinds: this.kinds };
  }
  /** @param {number} at */
  describe(at) {
    const text = (
      /** @type {TokenizedText} */
      this.text
    );
    return { token: text.token(at), facts: () => factsOf(text, at, this.data?.ranked ?? false) };
  }
  /** @param {number | null} id */
  light(id) {
    if (this.lit === id) return;
    this.lit = id;
    for (const row of this.rows.cache.values())
      for (const node of row.querySelectorAll(".tok"))
        node.classList.toggle(
          "same",
          /** @type {HTMLElement} */
          node.dataset.id === String(id)
        );
  }
  /** @param {number} at */
  select(at) {
    if (!this.text) return;
    this.selection.toggle(this.text, at);
    this.rows.paint(true);
    if (this.settled) this.selection.tell();
  }
  /** @param {KeyboardEvent} event */
  press(event) {
    if (isChord(event) || !this.layout || !this.text?.length || this.view === "plain") return;
    const at = this.cursor ?? 0;
    const page = Math.max(1, Math.floor(this.rows.view / this.rows.height) - 1);
    const to = walked(event.key, at, this.layout, page);
    if (to !== null) this.moveCursor(to);
    else if (event.key === "Enter" || event.key === " ") this.select(at);
    else if (event.key === "Escape") this.pointer.hide();
    else return;
    event.preventDefault();
  }
  /** @param {number} to */
  moveCursor(to) {
    if (!this.text?.length || this.view === "plain") return;
    this.cursor = clamp(to, 0, this.text.length - 1);
    this.reveal(this.cursor);
    this.pointer.moveTo(`.tok[data-at="${this.cursor}"]`);
  }
  destroy() {
    this.selection.wait();
    this.live.destroy();
    this.bar.destroy();
    this.pointer.destroy();
    this.unwatch();
    this.rows.destroy();
  }
};
function mount(args) {
  return mountInstance(Strip, args);
}

// explorer_ui/components/strip/exported_strip.js
drawExported(mount);
