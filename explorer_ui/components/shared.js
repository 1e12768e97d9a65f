// What both components need: payload decoding, token text, colours, virtual rows, the token card.
// The component's own text follows this one in the same module, so nothing here is exported.

const PALETTE_SIZE = 10;
const MAX_SCROLL_HEIGHT = 8e6; // browsers clip taller elements: beyond this the scroll position is scaled
const CARD_DELAY = 140; // milliseconds
const FAMILY = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const UNSEEN =
  /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]$/u;
const MARK = /^\p{M}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const STRONG = /\p{L}/u;
// Letters of these scripts change shape or place beside each other, so a run of them is drawn as one piece.
const SHAPED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const utf8 = { encode: new TextEncoder(), decode: new TextDecoder() };
const figures = new Intl.NumberFormat("en-GB");
const count = (n) => figures.format(n);
const plural = (n, one, many = one + "s") => `${count(n)} ${n === 1 ? one : many}`;
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
const hexByte = (byte) => byte.toString(16).padStart(2, "0");
const hexBytes = (bytes, most = 48) =>
  Array.from(bytes.subarray(0, most), hexByte).join(" ") + (bytes.length > most ? " …" : "");
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// ---------------------------------------------------------------- building elements

function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function attrs(node, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
  return node;
}

// A key moves the focus within a group of which one member at a time is reached by Tab.
function moveFocus(event, here, next) {
  event.preventDefault();
  here.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

const svg = (tag, values = {}) => attrs(document.createElementNS("http://www.w3.org/2000/svg", tag), values);

function icon(path) {
  const picture = svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  picture.append(svg("path", { d: path, fill: "currentColor" }));
  return picture;
}

function button(className, name, content, act) {
  const node = attrs(el("button", className), { type: "button", "aria-label": name, title: name });
  if (content !== undefined) node.append(content);
  node.addEventListener("click", act);
  return node;
}

// ---------------------------------------------------------------- payload

function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

function integersOf(base64, Kind) {
  const bytes = bytesOf(base64);
  const view = new DataView(bytes.buffer);
  const size = Kind.BYTES_PER_ELEMENT;
  const numbers = new Kind(bytes.length / size);
  for (let i = 0; i < numbers.length; i++)
    numbers[i] = size === 2 ? view.getUint16(2 * i, true) : view.getUint32(4 * i, true);
  return numbers;
}

// Steps of the golden ratio: ids that follow each other get hues far apart, and an id keeps its own everywhere.
const colourOf = (id) => Math.floor(((id * 0.6180339887498949) % 1) * PALETTE_SIZE);

// ---------------------------------------------------------------- token text

// GPT-2's byte-to-glyph map: printable Latin-1 stays, the 68 others take U+0100, U+0101, ...
const GLYPHS = (() => {
  const printable = (byte) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(printable(byte) ? byte : next++));
})();

const sequenceLength = (byte) =>
  byte < 0x80 ? 1 : byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
const isContinuation = (byte) => byte >= 0x80 && byte < 0xc0;

// [code point, bytes taken] of the whole character that begins at `at`, or null if none is whole there.
function characterAt(bytes, at, end) {
  const length = sequenceLength(bytes[at]);
  if (!length || at + length > end) return null;
  if (length === 1) return [bytes[at], 1];
  let point = bytes[at] & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) {
    if (!isContinuation(bytes[at + i])) return null;
    point = (point << 6) | (bytes[at + i] & 0x3f);
  }
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  const overlong = (length === 3 && point < 0x800) || (length === 4 && point < 0x10000);
  return surrogate || overlong || point > 0x10ffff ? null : [point, length];
}

const WHITE = new Map([[32, "·"], [9, "→"], [10, "⏎"], [13, "␍"]]);
const unitLabel = (point) =>
  point < 0x80 ? hexByte(point) : "U+" + point.toString(16).toUpperCase().padStart(4, "0");

// Splits one grapheme into pieces that are safe and visible. An emoji family stays one piece; a zero-width
// joiner that joins nothing we can see is shown as what it is.
function graphemePieces(grapheme) {
  const points = Array.from(grapheme);
  const size = (text) => utf8.encode.encode(text).length;
  if (points.length > 1 && FAMILY.test(grapheme)) return [{ kind: "text", text: grapheme, size: size(grapheme) }];
  const pieces = [];
  for (const char of points) {
    const point = char.codePointAt(0);
    const last = pieces[pieces.length - 1];
    if (WHITE.has(point)) pieces.push({ kind: "white", text: WHITE.get(point), size: 1, point });
    else if (UNSEEN.test(char)) pieces.push({ kind: "label", text: unitLabel(point), size: size(char) });
    else if (last?.kind === "text") {
      last.text += char;
      last.size += size(char);
    } else pieces.push({ kind: "text", text: (MARK.test(char) ? "◌" : "") + char, size: size(char) });
  }
  return pieces;
}

// The pieces of a token, in order; `size` counts bytes. Kinds: text, white (a mark that stands for white space),
// label (a character without a picture), hex (a byte of a character that is not whole here).
//   [61 20 c3] -> text "a", white "·", hex "c3"
function piecesOf(bytes, display = "text") {
  if (display === "glyphs") return Array.from(bytes, (byte) => ({ kind: "text", text: GLYPHS[byte], size: 1 }));
  const pieces = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte > 32 && byte < 127 && !(bytes[at + 1] >= 0x80)) {
      pieces.push({ kind: "text", text: String.fromCharCode(byte), size: 1 });
      at++;
      continue;
    }
    if (byte === 32 && display === "marker") {
      pieces.push({ kind: "text", text: "Ġ", size: 1 });
      at++;
      continue;
    }
    let end = at;
    let found;
    while (end < bytes.length && (found = characterAt(bytes, end, bytes.length))) {
      end += found[1];
      if (found[0] < 0x80 && !(bytes[end] >= 0x80)) break; // nothing can combine with what follows
    }
    if (end === at) {
      pieces.push({ kind: "hex", text: hexByte(byte), size: 1 });
      at++;
      continue;
    }
    for (const { segment } of graphemes.segment(utf8.decode.decode(bytes.subarray(at, end))))
      pieces.push(...graphemePieces(segment));
    at = end;
  }
  return pieces;
}

const namedPieces = (name) => [{ kind: "text", text: name, size: 0 }];
const directionOf = (text) => (RIGHT_TO_LEFT.test(text.match(STRONG)?.[0] ?? "") ? "rtl" : "ltr");
// What tells the direction of the pieces: "d9" is a byte, not a Latin letter.
const lettersOf = (pieces) => pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");

const SPOKEN = { "·": "space", "→": "tab", "⏎": "line break", "␍": "carriage return" };
const spokenText = (pieces) =>
  pieces.map((p) => (p.kind === "white" ? ` ${SPOKEN[p.text]} ` : p.kind === "hex" ? ` ${p.text} ` : p.text)).join("").trim();

// Appends the pieces to `parent`, neighbours of kind text as one run so that letters join.
function drawPieces(parent, pieces, most = Infinity) {
  let run = "";
  const flush = () => {
    if (run) parent.append(run);
    run = "";
  };
  const shown = pieces.length > most ? pieces.slice(0, most) : pieces;
  for (const piece of shown) {
    if (piece.kind === "text") run += piece.text;
    else {
      flush();
      parent.append(el("span", piece.kind, piece.text));
    }
  }
  if (shown !== pieces) run += "…";
  flush();
  return parent;
}

// A token inside a sentence, a table or a card: coloured like its box on the stage.
function chip(token, most = 24) {
  const node = el("span", `chip ${token.quiet ? "base" : "c" + colourOf(token.id)}`);
  node.dir = directionOf(lettersOf(token.pieces));
  return drawPieces(node, token.pieces, most);
}

// ---------------------------------------------------------------- rows that exist only while they are visible

// Sizes and the scroll position are remembered: asking the browser for them between two changes of the page
// would make it lay everything out twice.
class VirtualRows {
  constructor(box, draw) {
    Object.assign(this, { box, draw, total: 0, height: 30, view: box.clientHeight, scrolled: 0 });
    this.cache = new Map();
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
    if (total !== this.total || height !== this.height) this.pad.style.height = Math.min(total * height, MAX_SCROLL_HEIGHT) + "px";
    Object.assign(this, { total, height });
    this.scrolled = clamp(this.scrolled, 0, Math.max(0, Math.min(total * height, MAX_SCROLL_HEIGHT) - this.view));
    this.paint(true);
  }

  // Pixels of text per pixel of scrolling: 1, save in very long texts.
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
    const middle = Math.floor(this.view / this.height / 2); // whole rows, so that none is cut at the top
    const far = row < first - 1 || row > last + 1;
    const y = far ? (row - middle) * this.height : row < first ? row * this.height : (row + 1) * this.height - this.view;
    this.scrollTo(y, smooth && !calm() ? "smooth" : "instant");
  }

  destroy() {
    this.box.removeEventListener("scroll", this.onScroll);
    this.sizes.disconnect();
  }
}

// Index of the last element of the ascending `starts` that is <= value.
function lastAtMost(starts, value) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

// ---------------------------------------------------------------- measuring

class Ruler {
  constructor(element, size) {
    this.context = document.createElement("canvas").getContext("2d");
    this.family = getComputedStyle(element).fontFamily;
    this.size = size;
    this.context.font = `${size}px ${this.family}`;
    this.known = new Map();
    this.ch = this.width("0000000000") / 10;
  }

  width(text) {
    let width = this.known.get(text);
    if (width === undefined) this.known.set(text, (width = this.context.measureText(text).width));
    return width;
  }
}

// ---------------------------------------------------------------- the card that tells about one token

class Card {
  constructor(root) {
    this.root = root;
    this.node = attrs(el("div", "card"), { role: "tooltip" });
    this.node.hidden = true;
    root.append(this.node);
  }

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
}

function factList(facts) {
  const list = el("dl", "facts");
  for (const [term, value] of facts) {
    if (value === null || value === undefined || value === "") continue;
    const detail = el("dd");
    if (typeof value === "string") detail.textContent = value;
    else detail.append(value);
    list.append(el("dt", "", term), detail);
  }
  return list;
}

// ---------------------------------------------------------------- saving

function save(name, blob) {
  const link = el("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Any CSS colour as #rrggbb: drawing programs do not know color-mix() results.
const colourProbe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
function solid(colour) {
  colourProbe.clearRect(0, 0, 1, 1);
  colourProbe.fillStyle = colour;
  colourProbe.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = colourProbe.getImageData(0, 0, 1, 1).data;
  return a === 0 ? "none" : "#" + hexByte(r) + hexByte(g) + hexByte(b);
}

// What `node` shows, as an SVG picture: boxes, borders and text where the browser put them.
function pictureOf(node) {
  const frame = node.getBoundingClientRect();
  const style = getComputedStyle(node);
  const width = Math.ceil(frame.width);
  const height = Math.ceil(frame.height);
  const picture = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height });
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
    dash: look[`border${side}Style`] === "dashed" ? "4 3" : null,
  }));
  const [x, y, w, h] = [box.left - frame.left, box.top - frame.top, box.width, box.height];
  if (fill !== "none" && w && h) picture.append(svg("rect", { x, y, width: w, height: h, rx: Math.min(3, w / 4), fill }));
  const ends = [[x, y, x + w, y], [x + w, y, x + w, y + h], [x, y + h, x + w, y + h], [x, y, x, y + h]];
  sides.forEach((side, i) => {
    const stroke = solid(side.colour);
    if (!side.width || stroke === "none") return;
    const [x1, y1, x2, y2] = ends[i];
    picture.append(
      svg("line", { x1, y1, x2, y2, stroke, "stroke-width": side.width, "stroke-dasharray": side.dash, "stroke-linecap": "square" }),
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
    fill,
  });
  node.textContent = text.textContent;
  picture.append(node);
}

function saveSvg(name, picture) {
  save(`${name}.svg`, new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }));
}

// Twice the size on screen: sharp on a slide.
function savePng(name, picture) {
  const image = new Image();
  const source = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }),
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

// ---------------------------------------------------------------- one instance per place on the page

const instances = new WeakMap();

// Streamlit calls a component again after every rerun and theme change, and may run the clean-up of an older
// call after that: only the clean-up of the newest call ends the instance.
function mountInstance(Component, { data, parentElement, setStateValue }) {
  let instance = instances.get(parentElement);
  if (!instance) {
    instance = new Component(parentElement);
    instance.generation = 0;
    instances.set(parentElement, instance);
  }
  const generation = ++instance.generation;
  instance.setState = setStateValue;
  instance.update(data);
  return () => {
    if (instance.generation !== generation) return;
    instance.destroy();
    instance.root.remove();
    instances.delete(parentElement);
  };
}
