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

// explorer_ui/components/cuts/aligned_cuts.js
var LINE_BREAK = 10;
var MOST_PIECES = 80;
var [BESIDE, LEAST] = [24, 48];
var AlignedCuts = class {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.data = null;
    this.bytes = new Uint8Array();
    this.columns = null;
    this.width = 0;
    this.root = el("div", "bpe aligned-cuts");
    this.frame = attrs(el("div", "frame"), { tabindex: 0, role: "group" });
    this.root.append(this.frame);
    parent.append(this.root);
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(this.root);
  }
  /** @param {CutsData} data */
  update(data) {
    if (this.data?.cuts_id === data.cuts_id) return;
    this.data = data;
    this.bytes = bytesOf(data.text);
    this.columns = null;
    this.width = 0;
    attrs(this.frame, { "aria-label": data.label });
    this.frame.dir = directionOf(decodeUtf8(this.bytes));
    this.layOut();
  }
  /**
   * @param {CutsData} data
   * @param {number} index
   * @returns {Column}
   */
  column({ starts, alike, rows }, index) {
    const [start, end] = [starts[index], starts[index + 1] ?? this.bytes.length];
    const node = el("div", alike[index] ? "column" : "column differs");
    for (const row of rows) {
      const cell = node.appendChild(el("div", "cell"));
      let next = row.cuts.length ? lastAtMost([0, ...row.cuts], start) : 0;
      for (let from = start; from < end; next++) {
        const to = Math.min(row.cuts[next] ?? end, end);
        const piece = cell.appendChild(el("span", row.unknown.includes(from) ? "piece unknown" : "piece"));
        piece.dir = this.frame.dir;
        drawPieces(piece, piecesOf(this.bytes.subarray(from, to)), MOST_PIECES);
        from = to;
      }
    }
    return { node, breaks: this.bytes.subarray(start, end).includes(LINE_BREAK) };
  }
  /** @param {CutsData} data */
  labels({ rows }) {
    const labels = el("div", "labels");
    for (const row of rows) labels.append(el("div", "cell", row.name));
    return labels;
  }
  layOut() {
    const { data, frame } = this;
    const room = frame.clientWidth;
    if (!data || !room || room === this.width) return;
    this.width = room;
    const columns = this.columns ??= data.starts.map((_, index) => this.column(data, index));
    const measure = el("div", "measure");
    const labels = this.labels(data);
    measure.append(labels, ...columns.map(({ node }) => node));
    frame.replaceChildren(measure);
    const most = room - labels.offsetWidth - BESIDE;
    frame.style.setProperty("--most", `${Math.max(most, LEAST)}px`);
    frame.style.setProperty("--rows", String(data.rows.length));
    const widths = columns.map(({ node }) => node.offsetWidth);
    columns.forEach(({ node }, index) => node.classList.toggle("wrapped", widths[index] >= most));
    const lines = [];
    let left = 0;
    columns.forEach(({ node }, index) => {
      if (!index || widths[index] > left || columns[index - 1].breaks) {
        const line = el("div", "line");
        line.append(this.labels(data));
        lines.push(line);
        left = most;
      }
      lines[lines.length - 1].append(node);
      left -= widths[index];
    });
    frame.replaceChildren(...lines);
  }
  destroy() {
    this.observer.disconnect();
  }
};
function mount(call) {
  return mountInstance(AlignedCuts, call);
}
export {
  mount as default
};
