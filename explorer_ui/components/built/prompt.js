// Made by `make bundles` from the modules named below: change those, not this file.

// explorer_ui/components/shared/dom.js
function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== void 0) node.textContent = String(text);
  return node;
}
var orKeys = () => matchMedia("(hover: none)").matches ? "" : ", or use the arrow keys in the picture,";
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

// explorer_ui/components/shared/link_to_python.js
var REST = 250;
var ELSEWHERE = 1e3;
var LinkToPython = class {
  /**
   * @param {(name: string, value: unknown) => void} send
   * @param {() => {key: string, rest: Rest} | null} where Where the visitor is, and a key that tells two such apart;
   *   null while that is nowhere yet, or not at rest.
   * @param {() => void} rested Called when the hand rests, before Python hears of it.
   */
  constructor(send, where, rested = () => {
  }) {
    this.send = send;
    this.where = where;
    this.rested = rested;
    this.heard = "";
    this.waiting = void 0;
    this.stopListening = new AbortController();
  }
  /** Python knows where the visitor is: it said so itself. */
  agree(key = this.where()?.key ?? "") {
    this.heard = key;
  }
  get owes() {
    const here = this.where();
    return here !== null && here.key !== this.heard;
  }
  report(delay = REST) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.rested();
      const here = this.where();
      if (!here || here.key === this.heard) return;
      this.heard = here.key;
      this.send("place", here.rest);
    }, delay);
  }
  /**
   * A message that meets that of a button pressed, or of a link, makes Streamlit lose the press or show an empty page.
   * So it waits.
   *
   * @param {Element} root What lies outside of it is elsewhere.
   */
  waitForPressesOutside(root) {
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (this.owes && !event.composedPath().includes(root)) this.report(ELSEWHERE);
      },
      { signal: this.stopListening.signal, capture: true }
    );
  }
  stop() {
    clearTimeout(this.waiting);
    this.stopListening.abort();
  }
};

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

// explorer_ui/components/prompt/prefixes.js
function stripesOf(rows) {
  let above = /* @__PURE__ */ new Map();
  const stripes = [];
  rows.forEach(({ tokens }, row) => {
    const here = /* @__PURE__ */ new Map();
    for (const [start, end, id] of tokens) {
      const key = `${start} ${end} ${id}`;
      const stripe = above.get(key) ?? { start, end, id, first: row, last: row };
      if (stripe.first === row) stripes.push(stripe);
      stripe.last = row;
      here.set(key, stripe);
    }
    above = here;
  });
  return stripes;
}
function cutsOf(rows) {
  let above = /* @__PURE__ */ new Map();
  const cuts = [];
  rows.forEach(({ tokens }, row) => {
    const here = /* @__PURE__ */ new Map();
    for (const [, at] of tokens.slice(0, -1)) {
      const cut = above.get(at) ?? { at, first: row, last: row, broken: false };
      if (cut.first === row) cuts.push(cut);
      cut.last = row;
      here.set(at, cut);
    }
    for (const cut of above.values()) cut.broken = cut.last < row;
    above = here;
  });
  return cuts;
}

// explorer_ui/components/prompt/triangle.js
var ROW = 24;
var FOOT = 34;
var EDGE = 6;
var NOTE = 106;
var LEAST = 11;
var MOST = 24;
var HEX_ROOM = 13;
var Columns = class _Columns {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const characters = Array.from(decodeUtf8(bytes));
    this.bytes = bytes;
    this.starts = [0];
    this.lefts = [0];
    for (const character of characters) {
      const { length } = encodeUtf8(character);
      this.starts.push((this.starts.at(-1) ?? 0) + length);
      this.lefts.push((this.lefts.at(-1) ?? 0) + Math.max(1, 0.8 * length));
    }
  }
  get length() {
    return this.starts.length - 1;
  }
  /**
   * Where a byte stands, in widths of a letter; within a character as far along as its bytes are.
   *
   * @param {number} byte
   */
  place(byte) {
    const at = clamp(byte, 0, this.bytes.length);
    const index = Math.min(lastAtMost(this.starts, at), this.length - 1);
    const [start, end] = [this.starts[index], this.starts[index + 1]];
    return this.lefts[index] + (this.lefts[index + 1] - this.lefts[index]) * (at - start) / (end - start);
  }
  /** The same without the characters before `index`. */
  from(index) {
    return new _Columns(this.bytes.subarray(this.starts[index]));
  }
};
function fitting(columns, room) {
  const widths = Math.max(room - 2 * EDGE - NOTE, LEAST) / LEAST;
  const last = columns.lefts[columns.length];
  const first = columns.lefts.findIndex((left) => last - left <= widths);
  return clamp(columns.length - first, 1, columns.length);
}
function drawTriangle(rows, columns, ending, room) {
  const unit = clamp((room - 2 * EDGE - NOTE) / columns.lefts[columns.length], LEAST, MOST);
  const width = Math.ceil(columns.lefts[columns.length] * unit + 2 * EDGE + NOTE);
  const height = rows.length * ROW + FOOT;
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group" });
  const x = (byte) => EDGE + columns.place(byte) * unit;
  for (const { start, end, id, first, last } of stripesOf(rows)) {
    const [left, right] = [x(start), x(end)];
    picture.append(
      svg("rect", {
        class: `stripe ${tintOf({ id, quiet: false })}`,
        x: left,
        y: first * ROW,
        width: right - left,
        height: (last - first + 1) * ROW
      })
    );
    drawLetters(picture, columns.bytes, Math.max(start, 0), end, x, first * ROW + 17, unit);
  }
  for (const { at, first, last, broken } of cutsOf(rows)) {
    const bottom = (last + 1) * ROW;
    const line = { x1: x(at), x2: x(at), y1: first * ROW, y2: bottom };
    picture.append(svg("line", { class: broken ? "cut broken" : "cut", ...line }));
    if (broken) picture.append(svg("path", { class: "end", d: `M${x(at) - 4},${bottom - 4}l8,8m0,-8l-8,8` }));
  }
  rows.forEach(({ tokens, taken_back, added }, row) => {
    const right = x(tokens[tokens.length - 1][1]);
    const group = svg("g", { class: "prefix", "data-row": row });
    group.append(
      svg("rect", { class: "reach", x: 1, y: row * ROW, width: width - 2, height: ROW }),
      svg("rect", { class: "frame-line", x: EDGE, y: row * ROW + 1, width: right - EDGE, height: ROW - 2 })
    );
    if (taken_back > 1 || taken_back && added > 1)
      group.append(write(`takes ${taken_back} back`, right + 8, row * ROW + 16, "note"));
    picture.append(group);
  });
  picture.append(...foot(rows[rows.length - 1], ending, x, rows.length * ROW));
  return picture;
}
function foot({ tokens }, { unsettled, at_least }, x, y) {
  const end = tokens[tokens.length - 1][1];
  const frontier = unsettled ? Math.max(tokens[Math.max(tokens.length - unsettled, 0)][0], 0) : end;
  const parts = [];
  if (frontier > 0) {
    parts.push(svg("line", { class: "stays", x1: x(0), x2: x(frontier) - 2, y1: y + 6, y2: y + 6 }));
    const name = at_least ? "settled, it seems" : "settled";
    if (x(frontier) - x(0) > 8 * name.length) parts.push(write(name, x(0), y + 24, "name"));
  }
  if (frontier < end) {
    parts.push(svg("line", { class: "may", x1: x(frontier) + 1, x2: x(end), y1: y + 6, y2: y + 6 }));
    const anchor = x(frontier) - x(0) > 120 ? "end" : "start";
    const at = anchor === "end" ? x(end) + NOTE - 8 : Math.max(x(frontier), x(0));
    parts.push(attrs(write("may still change", at, y + 24, "name may-name"), { "text-anchor": anchor }));
  }
  return parts;
}
function drawLetters(picture, bytes, from, to, x, y, unit) {
  let at = from;
  for (const piece of piecesOf(bytes.subarray(from, to))) {
    const small = piece.kind === "hex" || piece.kind === "label";
    const room = x(at + piece.size) - x(at);
    at += piece.size;
    if (small && room < HEX_ROOM) continue;
    const letter = write(piece.text, x(at) - room / 2, y, `letter ${piece.kind}`);
    const size = small ? Math.min(12, unit * 0.6) : Math.min(17, unit * 1.45);
    picture.append(attrs(letter, { "text-anchor": "middle", "font-size": size }));
  }
}
function write(text, x, y, className) {
  const node = svg("text", { x, y, class: className });
  node.textContent = text;
  return node;
}
function lastRows(rows, columns, most) {
  const skipped = rows.length - most;
  const origin = columns.starts[skipped];
  return {
    columns: columns.from(skipped),
    rows: rows.slice(skipped).map((row) => ({
      ...row,
      tokens: row.tokens.filter(([, end]) => end > origin).map(([start, end, id]) => [start - origin, end - origin, id])
    }))
  };
}

// explorer_ui/components/prompt/prompt.js
var BACK = "M11 3v10L4 8z";
var FORWARD = "M5 3l7 5-7 5z";
var TOUCH = `Touch a row${orKeys()} to read what that letter did.`;
var chipOf = ({ id, spelled }) => chip({ id, pieces: piecesOf(bytesOf(spelled)), quiet: false }, 40);
var Prompt = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.data = null;
    this.columns = new Columns(new Uint8Array());
    this.chosen = -1;
    this.hidden = 0;
    this.head = attrs(el("p", "head"), { "aria-live": "polite" });
    this.frame = attrs(el("div", "frame"), { tabindex: 0, role: "group" });
    this.touched = attrs(el("p", "touched"), { "aria-live": "polite" });
    this.key = el("p", "key");
    this.window = el("span");
    this.key.append(this.window, el("i", "runs"), "a cut that stands");
    this.key.append(el("i", "breaks"), "a cut that was taken back");
    this.healed = el("p", "healed");
    this.candidates = el("p", "candidates");
    this.root = el("div", "bpe prompt");
    this.slider = attrs(el("input"), {
      type: "range",
      min: 1,
      "aria-label": "The prompt ends after this many characters of the text"
    });
    this.ends = el("output", "ends");
    this.mover = el("div", "mover");
    this.mover.append(
      el("span", "", "The prompt ends"),
      button("back", "A row of the picture back", icon(BACK), () => this.move(-1)),
      this.slider,
      button("forward", "A row of the picture on", icon(FORWARD), () => this.move(1)),
      this.ends
    );
    this.root.append(this.head, this.mover, this.frame, this.key, this.touched);
    this.root.append(el("h3", "", "One token back: how a prompt is healed"), this.healed, this.candidates);
    parent.append(this.root);
    for (const name of ["pointerover", "click"])
      this.frame.addEventListener(name, (event) => {
        const row = closest(event, ".prefix")?.dataset.row;
        if (row !== void 0) this.choose(Number(row) + this.hidden);
      });
    this.frame.addEventListener("keydown", (event) => this.pressed(event));
    this.link = new LinkToPython(send, () => this.whereAtRest());
    this.link.waitForPressesOutside(this.root);
    this.slider.addEventListener("input", () => this.move(0));
    this.width = 0;
    this.observer = new ResizeObserver(() => {
      if (this.frame.clientWidth !== this.width) this.drawPicture();
    });
    this.observer.observe(this.frame);
  }
  /** @param {PromptData} data */
  update(data) {
    const before = this.data;
    const moving = this.link.owes && before?.length === data.length;
    this.data = data;
    attrs(this.slider, { max: data.length });
    if (!moving) this.slider.value = String(data.end);
    this.mover.hidden = data.length < 2;
    this.drawEnd();
    this.link.agree(String(data.end));
    this.link.report();
    if (before?.prompt_id === data.prompt_id) return;
    this.columns = new Columns(bytesOf(data.text));
    this.chosen = -1;
    this.touched.textContent = TOUCH;
    this.drawHead(data);
    this.drawHealed(data);
    this.drawPicture();
  }
  /** @returns {{key: string, rest: {end: number | null, length: number}} | null} */
  whereAtRest() {
    if (!this.data) return null;
    const { length } = this.data;
    const end = Number(this.slider.value);
    return { key: this.slider.value, rest: { end: end < length ? end : null, length } };
  }
  /** @param {number} by In characters. */
  move(by) {
    this.slider.value = String(Number(this.slider.value) + by);
    this.drawEnd();
    this.link.report();
  }
  drawEnd() {
    const length = this.data?.length ?? 1;
    const end = Number(this.slider.value);
    const where = end < length ? `after character ${grouped(end)} of ${grouped(length)}` : "where the text ends";
    this.ends.textContent = where;
    attrs(this.slider, { "aria-valuetext": where });
  }
  /** @param {PromptData} data */
  drawHead({ rows, unsettled, at_least, example, tokenizer }) {
    const { count } = rows[rows.length - 1];
    const least = at_least ? "at least " : "";
    const which = unsettled === 1 ? "the last one" : `the last ${grouped(unsettled)}`;
    const some = unsettled ? `${least}${which} may still change` : "none was found that may still change";
    this.head.replaceChildren(
      `The prompt has `,
      el("b", "", grouped(count)),
      ` ${count === 1 ? "token" : "tokens"} of ${tokenizer}; `
    );
    if (unsettled || at_least) this.head.append(el("b", "", some), ".");
    else this.head.append("all of them stay, whatever comes next.");
    const pieces = piecesOf(bytesOf(example));
    if (pieces.length)
      this.head.append(" For example when ", chip({ id: 0, pieces, quiet: true }), " comes next.");
    if (at_least)
      this.head.append(" It may be more: not every continuation was tried, or the cut is not a known one.");
  }
  /** @param {PromptData} data */
  drawHealed({ healed, tokenizer }) {
    const { kept, removed, candidates, num_candidates: many, inside_character } = healed;
    this.healed.replaceChildren(
      "Without its last token, ",
      chipOf(removed),
      `, the prompt has ${plural(kept, "token")}`
    );
    this.healed.append(inside_character ? " and ends inside a character. " : ". ");
    if (!many) {
      this.healed.append(
        `No longer token of ${tokenizer} begins with these bytes: nothing can be won by it.`
      );
    } else {
      const begin = many === 1 ? "begins" : "begin";
      this.healed.append(
        `${plural(many, "longer token")} of ${tokenizer} ${begin} with the same bytes. A model that goes on from there, and may choose that token or any of these, is not bound by where the typing stopped.`
      );
    }
    this.candidates.replaceChildren(...candidates.flatMap((token) => [chipOf(token), " "]));
    if (many > candidates.length) this.candidates.append(`and ${grouped(many - candidates.length)} more`);
  }
  drawPicture() {
    this.width = this.frame.clientWidth;
    if (!this.data || !this.width) return;
    const all = this.data.rows;
    const most = fitting(this.columns, this.width);
    this.hidden = all.length - most;
    const { rows, columns } = lastRows(all, this.columns, most);
    const back = rows.reduce((sum, { taken_back }) => sum + taken_back, 0);
    attrs(this.frame, {
      "aria-label": `The last ${plural(most, "character")} as they were typed, a row each. On the way ${plural(back, "token")} ${back === 1 ? "was" : "were"} taken back.`
    });
    this.window.textContent = most === 1 ? "The last character:" : `The last ${grouped(most)} characters, a row each:`;
    this.frame.replaceChildren(drawTriangle(rows, columns, this.data, this.width));
    this.frame.scrollLeft = this.frame.scrollWidth;
    this.markChosen();
  }
  /** @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || isChord(event) || !this.data) return;
    event.preventDefault();
    const last = this.data.rows.length - 1;
    this.choose(this.chosen < 0 ? last : clamp(this.chosen + by, this.hidden, last));
  }
  /** @param {number} row */
  choose(row) {
    if (!this.data || row === this.chosen) return;
    this.chosen = row;
    this.markChosen();
    const { rows } = this.data;
    const { starts, bytes } = this.columns;
    const typed = piecesOf(bytes.subarray(starts[row], starts[row + 1]));
    const { tokens, count, taken_back, added } = rows[row];
    const [start, end, id] = tokens[tokens.length - 1];
    const stood = taken_back && row ? rows[row - 1].tokens.slice(-taken_back) : [];
    const chips = (some) => some.flatMap(([from, to, of]) => [this.spanChip(from, to, of), " "]);
    this.touched.replaceChildren(
      chip({ id: 0, pieces: typed, quiet: true }),
      ` typed: ${plural(count, "token")}`,
      ...taken_back ? [
        `, ${grouped(taken_back)} taken back: `,
        ...chips(stood),
        "became ",
        ...chips(tokens.slice(-added))
      ] : ["; nothing is taken back, and at the end stands ", this.spanChip(start, end, id)]
    );
  }
  /**
   * @param {number} start
   * @param {number} end
   * @param {number} id
   */
  spanChip(start, end, id) {
    return chip({ id, pieces: piecesOf(this.columns.bytes.subarray(Math.max(start, 0), end)), quiet: false });
  }
  markChosen() {
    for (const node of this.frame.querySelectorAll(".prefix"))
      node.classList.toggle("chosen", Number(node.getAttribute("data-row")) + this.hidden === this.chosen);
  }
  destroy() {
    this.link.stop();
    this.observer.disconnect();
  }
};
function mount(component) {
  return mountInstance(Prompt, component);
}
export {
  mount as default
};
