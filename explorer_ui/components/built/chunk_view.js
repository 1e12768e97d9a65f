// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/direction.js
var RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
var LETTER = /\p{L}/u;
var directionOf = (text) => RIGHT_TO_LEFT.test(text.match(LETTER)?.[0] ?? "") ? "rtl" : "ltr";

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
var clamp = (x, low, high) => Math.max(low, Math.min(high, x));

// explorer_ui/components/chunks/chunk_view.js
var TINTS = 12;
var HINT = "Touch a chunk to see its branch, or a branch to see its chunks.";
var FIRST = 200;
var ChunkView = class {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.data = { chunks: [], branches: [], marked: null, label: "" };
    this.root = el("div", "bpe chunk-view");
    this.pattern = attrs(el("div", "pattern"), { dir: "ltr" });
    this.box = attrs(el("div", "text"), { tabindex: 0, role: "listbox" });
    this.list = el("ol", "branches");
    this.told = attrs(el("p", "told"), { "aria-live": "polite" });
    const beside = el("div", "beside");
    const left = el("div");
    left.append(this.box, this.told);
    beside.append(left, this.list);
    this.root.append(this.pattern, beside);
    parent.append(this.root);
    this.chunks = [];
    this.pinned = null;
    this.cursor = -1;
    const branchOf = (event) => closest(event, "[data-branch]")?.dataset.branch ?? null;
    for (const place of [this.pattern, this.list]) {
      for (const name of ["pointerover", "focusin"])
        place.addEventListener(name, (event) => this.light(branchOf(event)));
      for (const name of ["pointerleave", "focusout"])
        place.addEventListener(name, () => this.light(this.pinned));
      place.addEventListener("click", (event) => this.pin(branchOf(event)));
    }
    this.box.addEventListener("pointerover", (event) => this.point(closest(event, ".chunk")));
    for (const name of ["pointerleave", "blur"]) this.box.addEventListener(name, () => this.point(null));
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }
  /** @param {ChunkData} data */
  update(data) {
    if (this.data === data) return;
    this.data = data;
    this.pinned = null;
    this.cursor = -1;
    const comparing = data.marked !== null;
    this.root.classList.toggle("comparing", comparing);
    this.pattern.hidden = this.list.hidden = this.told.hidden = comparing;
    attrs(this.box, { "aria-label": data.label });
    const beginning = data.chunks.slice(0, FIRST).map(([text]) => text);
    this.box.dir = directionOf(beginning.join(""));
    const marked = data.marked && new Set(data.marked);
    this.chunks = data.chunks.map(([text, branch], number) => {
      const pieces = piecesOf(encodeUtf8(text));
      const tint = marked ? marked.has(number) ? "differs" : "same" : tintOf2(branch);
      const node = attrs(el("bdi", `chunk ${tint}`), {
        role: "option",
        id: `chunk-${number}`,
        "aria-selected": "false",
        "aria-label": spokenText(pieces),
        "data-number": number,
        "data-branch": branch
      });
      return drawPieces(node, pieces);
    });
    const parts = this.chunks.flatMap((node, number) => [
      node,
      data.chunks[number][0].includes("\n") ? el("br") : "​"
      // lines may break between chunks
    ]);
    this.box.replaceChildren(...parts);
    this.drawBranches();
    this.light(null);
    this.tell(null);
  }
  drawBranches() {
    const parts = [];
    const rows = this.data.branches.map(([pattern, meaning, uses], branch) => {
      if (branch) parts.push("|");
      const classes = `branch ${tintOf2(branch)}`;
      parts.push(attrs(el("span", classes, pattern), { "data-branch": branch }));
      const row = attrs(el("button", uses ? "row" : "row unused"), {
        type: "button",
        "data-branch": branch,
        "aria-pressed": "false"
      });
      const words = el("span", "words");
      words.append(attrs(el("code", classes, pattern), { dir: "ltr" }), el("span", "meaning", meaning));
      row.append(el("span", "uses", uses ? grouped(uses) : "none"), words);
      const item = el("li");
      item.append(row);
      return item;
    });
    this.pattern.replaceChildren(...parts);
    this.list.replaceChildren(...rows);
  }
  /**
   * Only this branch and its chunks keep their colour; null: all do.
   *
   * @param {string | null} branch
   */
  light(branch) {
    this.root.classList.toggle("lighting", branch !== null);
    for (const node of this.root.querySelectorAll(".lit")) node.classList.remove("lit");
    if (branch === null) return;
    for (const node of this.root.querySelectorAll(of(branch))) node.classList.add("lit");
  }
  /** @param {string | null} branch */
  pin(branch) {
    this.pinned = branch === this.pinned ? null : branch;
    for (const row of this.list.querySelectorAll("button"))
      row.setAttribute("aria-pressed", String(row.dataset.branch === this.pinned));
    this.light(this.pinned);
  }
  /** @param {HTMLElement | null} node Of a chunk. */
  point(node) {
    if (this.data.marked) return;
    for (const other of this.root.querySelectorAll(".pointed")) other.classList.remove("pointed");
    this.box.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.tell(node);
    if (!node) return;
    node.classList.add("pointed");
    node.setAttribute("aria-selected", "true");
    for (const place of [this.pattern, this.list])
      place.querySelector(of(node.dataset.branch ?? ""))?.classList.add("pointed");
  }
  /** @param {HTMLElement | null} node Of a chunk. */
  tell(node) {
    if (!node) {
      this.told.textContent = HINT;
      return;
    }
    const { chunks, branches } = this.data;
    const [text, branch] = chunks[Number(node.dataset.number)];
    const subject = drawPieces(el("bdi", "subject"), piecesOf(encodeUtf8(text)), 60);
    const meaning = branches[branch]?.[1];
    const how = branch < 0 ? "fell through: no branch takes it." : `is taken by branch ${branch + 1} of ${branches.length}${meaning ? ": " + meaning : ""}.`;
    this.told.replaceChildren(subject, " " + how);
  }
  /** @param {KeyboardEvent} event */
  walk(event) {
    if (isChord(event) || !this.chunks.length) return;
    const forward = this.box.dir === "rtl" ? -1 : 1;
    const last = this.chunks.length - 1;
    const to = { ArrowRight: this.cursor + forward, ArrowLeft: this.cursor - forward, Home: 0, End: last }[event.key];
    if (to === void 0) return;
    event.preventDefault();
    this.cursor = clamp(to, 0, last);
    const node = this.chunks[this.cursor];
    node.scrollIntoView({ block: "nearest" });
    attrs(this.box, { "aria-activedescendant": node.id });
    this.point(node);
  }
  destroy() {
  }
};
var tintOf2 = (branch) => branch < 0 ? "left-over" : `b${branch % TINTS}`;
var of = (branch) => `[data-branch="${CSS.escape(branch)}"]`;
function mount(call) {
  return mountInstance(ChunkView, call);
}
export {
  mount as default
};
