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
function svg(tag, values = {}) {
  return attrs(document.createElementNS("http://www.w3.org/2000/svg", tag), values);
}
function button(className, name, content, act) {
  const node = attrs(el("button", className), { type: "button", "aria-label": name, title: name });
  node.append(content);
  node.addEventListener("click", act);
  return node;
}

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

// explorer_ui/components/shared/colours.js
var TINTS = 10;
var colourOf = (id) => Math.floor(id * 0.6180339887498949 % 1 * TINTS);
var tintOf = ({ id, quiet }) => quiet ? "base" : `c${colourOf(id)}`;

// explorer_ui/components/shared/direction.js
var RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
var LETTER = /\p{L}/u;
var directionOf = (text) => RIGHT_TO_LEFT.test(text.match(LETTER)?.[0] ?? "") ? "rtl" : "ltr";

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
var clamp = (x, low, high) => Math.max(low, Math.min(high, x));

// explorer_ui/components/shared/payload.js
function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// explorer_ui/components/tree/merge_tree.js
var ROW = 64;
var SPACE = 10;
var HIGHEST = 420;
var SMALLEST = 0.75;
var MergeTree = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.send = send;
    this.shown = "";
    this.nodes = [];
    this.root = el("div", "bpe merge-tree");
    this.scroller = attrs(el("div", "scroller"), { tabindex: 0, role: "group" });
    this.lines = svg("svg", { class: "lines", "aria-hidden": "true" });
    this.root.append(this.scroller);
    parent.append(this.root);
    this.width = 0;
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(this.root);
  }
  /** @param {TreeData} data */
  update(data) {
    if (this.shown === data.tree_id) return;
    this.shown = data.tree_id;
    this.scroller.setAttribute("aria-label", data.label);
    this.nodes = data.nodes.map((node) => this.node(node, data.display));
    this.scroller.replaceChildren(this.lines, ...this.nodes.map(({ box }) => box));
    this.width = 0;
    this.layOut();
  }
  /**
   * @param {TreeData["nodes"][number]} node
   * @param {TreeData["display"]} display
   * @returns {TreeNode}
   */
  node([id, left, right, bytes, more], display) {
    const pieces = piecesOf(bytesOf(bytes), display);
    const say = `${spokenText(pieces)}, id ${id}`;
    const box = button(
      "node",
      more ? `${say}; its parts are not drawn here` : say,
      chip({ id, pieces, quiet: left < 0 && !more }, 40),
      // The time makes a second click on the same part a new answer.
      () => this.send("chosen", { token_id: id, tree_id: this.shown, at: Date.now() })
    );
    box.append(el("span", "id", more ? `${id} …` : id));
    return { left, right, box, level: 0, middle: 0, size: 0 };
  }
  /** @param {TreeNode} node */
  partsOf({ left, right }) {
    return left < 0 ? [] : [this.nodes[left], this.nodes[right]];
  }
  layOut() {
    const [whole] = this.nodes;
    if (!whole || !this.root.clientWidth || this.width) return;
    this.scroller.style.zoom = "";
    for (const node of this.nodes) node.size = node.box.offsetWidth;
    this.width = this.placeFrom(whole, 0) - SPACE;
    const height = (whole.level + 1) * ROW;
    attrs(this.lines, { width: this.width, height, viewBox: `0 0 ${this.width} ${height}` });
    const top = (node) => (whole.level - node.level) * ROW;
    this.lines.replaceChildren();
    for (const node of this.nodes) {
      node.box.style.left = `${node.middle - node.size / 2}px`;
      node.box.style.top = `${top(node)}px`;
      for (const part of this.partsOf(node))
        this.lines.append(
          svg("line", { x1: node.middle, y1: top(node) + 46, x2: part.middle, y2: top(part) + 2 })
        );
    }
    this.scroller.style.height = `${Math.min(height, HIGHEST)}px`;
    this.scroller.style.zoom = String(clamp(this.root.clientWidth / this.width, SMALLEST, 1));
    this.scroller.scrollTo(whole.middle - this.scroller.clientWidth / 2, 0);
  }
  /**
   * Gives a node and all below it their level and their middle, from `x` on; returns where the next may begin.
   *
   * @param {TreeNode} node
   * @param {number} x
   * @returns {number}
   */
  placeFrom(node, x) {
    const { size } = node;
    const [left, right] = this.partsOf(node);
    if (!left) {
      node.level = 0;
      node.middle = x + size / 2;
      return x + size + SPACE;
    }
    const end = this.placeFrom(right, this.placeFrom(left, x));
    node.level = 1 + Math.max(left.level, right.level);
    node.middle = (left.middle + right.middle) / 2;
    const over = Math.max(x - (node.middle - size / 2), 0);
    this.shift(node, over);
    return Math.max(end + over, node.middle + size / 2 + SPACE);
  }
  /**
   * @param {TreeNode} node
   * @param {number} by
   */
  shift(node, by) {
    if (!by) return;
    node.middle += by;
    for (const part of this.partsOf(node)) this.shift(part, by);
  }
  destroy() {
    this.observer.disconnect();
  }
};
function mount(call) {
  return mountInstance(MergeTree, call);
}
export {
  mount as default
};
