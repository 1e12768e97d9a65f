// Made by `make bundles` from the modules named below: change those, not this file.

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
function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}
var isChord = (event) => event.ctrlKey || event.metaKey || event.altKey;

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
  const pieces2 = [];
  for (const char of points) {
    const point = char.codePointAt(0) ?? 0;
    const white = WHITE.get(point);
    const last = pieces2.at(-1);
    if (white) pieces2.push({ kind: "white", text: white.sign, size: 1 });
    else if (UNSEEN.test(char)) pieces2.push({ kind: "label", text: labelOf(point), size: sizeOf(char) });
    else if (last?.kind === "text") {
      last.text += char;
      last.size += sizeOf(char);
    } else pieces2.push({ kind: "text", text: (MARK.test(char) ? "◌" : "") + char, size: sizeOf(char) });
  }
  return pieces2;
}
function piecesOf(bytes, display = "text") {
  if (display === "glyphs")
    return Array.from(bytes, (byte) => ({ kind: "text", text: GLYPHS[byte], size: 1 }));
  const pieces2 = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte > 32 && byte < 127 && !(bytes[at + 1] >= 128)) {
      pieces2.push({ kind: "text", text: String.fromCharCode(byte), size: 1 });
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
      pieces2.push({ kind: "hex", text: hexByte(byte), size: 1 });
      at++;
      continue;
    }
    for (const { segment } of graphemes.segment(decodeUtf8(bytes.subarray(at, end))))
      pieces2.push(...graphemePieces(segment));
    at = end;
  }
  return pieces2;
}
var lettersOf = (pieces2) => pieces2.map((piece) => piece.kind === "text" ? piece.text : "").join("");

// explorer_ui/components/shared/draw_pieces.js
function drawPieces(parent, pieces2, most = Infinity) {
  let run = "";
  const flush = () => {
    if (run) parent.append(run);
    run = "";
  };
  for (const piece of pieces2.slice(0, most)) {
    if (piece.kind === "text") run += piece.text;
    else {
      flush();
      parent.append(el("span", piece.kind, piece.text));
    }
  }
  if (pieces2.length > most) run += "…";
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

// explorer_ui/components/shared/payload.js
function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// explorer_ui/components/lives/band.js
function outline({ steps, counts }, { last, most, x, middle, height }) {
  const half = (count) => Math.sqrt(count / most) * height / 2;
  let above = "";
  let below = "";
  counts.forEach((count, index) => {
    const [left, right] = [x(steps[index]).toFixed(1), x(steps[index + 1] ?? last).toFixed(1)];
    const [top, bottom] = [(middle - half(count)).toFixed(1), (middle + half(count)).toFixed(1)];
    above += `${index ? "L" : "M"}${left},${top}H${right}`;
    below = `L${right},${bottom}H${left}${below}`;
  });
  return `${above}${below}Z`;
}

// explorer_ui/components/lives/lives.js
var ROW = 22;
var BAND = 19;
var AXIS = 24;
var EDGE = 8;
var LEAST = 50;
var LETTERS = 12;
var TOUCH = `Touch a band${orKeys()} to read its life.`;
var pieces = (spelled) => piecesOf(bytesOf(spelled));
var Lives = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.data = null;
    this.chosen = -1;
    this.head = el("p", "head");
    this.slider = attrs(el("input"), {
      type: "range",
      min: LEAST,
      max: 100,
      value: 90,
      "aria-label": "Threshold in per cent"
    });
    this.percent = el("output", "percent");
    this.dropped = attrs(el("p", "dropped"), { "aria-live": "polite" });
    const controls = el("div", "controls");
    controls.append(el("span", "", "Drop what one merge took to at least"), this.slider, this.percent);
    this.frame = attrs(el("div", "frame"), { tabindex: 0, role: "group" });
    this.touched = attrs(el("p", "touched", TOUCH), { "aria-live": "polite" });
    this.root = el("div", "bpe lives");
    this.root.append(this.head, controls, this.dropped, this.touched, this.frame);
    parent.append(this.root);
    this.link = new LinkToPython(send, () => this.whereAtRest());
    this.link.waitForPressesOutside(this.root);
    this.slider.addEventListener("input", () => {
      this.mark();
      this.link.report();
    });
    for (const name of ["pointerover", "click"])
      this.frame.addEventListener(name, (event) => {
        const band = closest(event, ".life")?.dataset.band;
        if (band !== void 0) this.choose(Number(band));
      });
    this.frame.addEventListener("keydown", (event) => this.pressed(event));
    this.width = 0;
    this.observer = new ResizeObserver(() => {
      if (this.frame.clientWidth !== this.width) this.drawPicture();
    });
    this.observer.observe(this.frame);
  }
  /** @param {LivesData} data */
  update(data) {
    if (this.data?.lives_id === data.lives_id) return;
    if (!this.link.owes) this.slider.value = String(data.threshold);
    this.data = data;
    this.link.agree(String(data.threshold));
    this.link.report();
    this.chosen = -1;
    this.touched.textContent = TOUCH;
    const { num_learned, num_scaffolds, bands } = data;
    this.head.replaceChildren(
      `${plural(num_learned, "token")} learned; `,
      el("b", "", num_scaffolds ? grouped(num_scaffolds) : "none")
    );
    this.head.append(` of them ${num_scaffolds > 1 ? "stand" : "stands"} nowhere in the end.`);
    const ended = bands.filter(({ counts }) => !counts[counts.length - 1]).length;
    if (bands.length < num_learned)
      this.head.append(
        ` Drawn are ${grouped(ended)} of those, and ${grouped(bands.length - ended)} that stand: of each kind those that stood most often.`
      );
    this.drawPicture();
  }
  /** @returns {{key: string, rest: {lives_id: string, threshold: number}} | null} */
  whereAtRest() {
    const { data, slider } = this;
    return data && { key: slider.value, rest: { lives_id: data.lives_id, threshold: Number(slider.value) } };
  }
  drawPicture() {
    const { data, frame } = this;
    this.width = frame.clientWidth;
    if (!data || !this.width) return;
    const { bands, num_merges } = data;
    const last = num_merges + 1;
    const label = this.width < 600 ? 96 : 130;
    const x = (step) => label + step / last * (this.width - label - EDGE);
    const most = Math.max(...bands.flatMap(({ counts }) => counts));
    const height = bands.length * ROW + AXIS;
    const picture = svg("svg", { width: this.width, height, viewBox: `0 0 ${this.width} ${height}` });
    bands.forEach((band, row) => {
      const middle = (row + 0.5) * ROW;
      const life = svg("g", { class: "life", "data-band": row });
      const shape = { last, most, x, middle, height: BAND };
      const text = svg("text", { class: "spelled", x: label - 8, y: middle + 5, "text-anchor": "end" });
      const shown = pieces(band.spelled);
      text.textContent = shown.slice(0, LETTERS).map((piece) => piece.text).join("") + (shown.length > LETTERS ? "…" : "");
      life.append(
        svg("rect", { class: "reach", x: 1, y: row * ROW, width: this.width - 2, height: ROW }),
        svg("line", { class: "span", x1: x(band.steps[0]), x2: x(last), y1: middle, y2: middle }),
        svg("path", { class: `band ${tintOf({ id: band.id, quiet: false })}`, d: outline(band, shape) }),
        text
      );
      const tint = tintOf({ id: band.id, quiet: false });
      if (!band.counts[band.counts.length - 1])
        life.append(
          svg("circle", {
            class: `end ${tint}`,
            cx: x(band.steps[band.steps.length - 1]),
            cy: middle,
            r: 4.5
          })
        );
      picture.append(life);
    });
    for (const share of [0, 0.5, 1]) {
      const step = Math.round(num_merges * share);
      const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";
      const tick = svg("text", {
        class: "tick",
        x: x(share === 1 ? last : step),
        y: height - 6,
        "text-anchor": anchor
      });
      tick.textContent = share === 1 ? `${grouped(step)} merges` : grouped(step);
      picture.append(tick);
    }
    attrs(frame, {
      "aria-label": `The lives of ${plural(bands.length, "token")} over ${plural(num_merges, "merge")}`
    });
    frame.replaceChildren(picture);
    this.mark();
  }
  mark() {
    const { data } = this;
    if (!data) return;
    const percent = Number(this.slider.value);
    const many = data.dropped[percent - LEAST];
    this.percent.textContent = `${percent}%`;
    this.dropped.textContent = many ? `Picky BPE would drop ${grouped(many)} of the ${grouped(data.num_learned)} at this threshold: one merge took at least such a part of their places. They are coloured; the others are grey.` : "Picky BPE would drop none of them at this threshold: no merge took such a part of a token's places.";
    for (const node of this.frame.querySelectorAll(".life")) {
      const index = Number(node.getAttribute("data-band"));
      node.classList.toggle("drops", data.bands[index].swallowed >= percent / 100);
      node.classList.toggle("chosen", index === this.chosen);
    }
  }
  /** @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || isChord(event) || !this.data) return;
    event.preventDefault();
    this.choose(clamp(this.chosen + by, 0, this.data.bands.length - 1));
  }
  /** @param {number} index */
  choose(index) {
    if (!this.data || index === this.chosen) return;
    this.chosen = index;
    this.mark();
    const { id, spelled, steps, counts, swallowed, swallowed_at, eater } = this.data.bands[index];
    const last = counts[counts.length - 1];
    const end = last ? `${plural(last, "time")} in the end` : "nowhere in the end";
    this.touched.replaceChildren(
      chip({ id, pieces: pieces(spelled), quiet: false }),
      ` is born at merge ${grouped(steps[0])}, stands ${plural(Math.max(...counts), "time")} at most and ${end}. `
    );
    if (!swallowed_at) this.touched.append("No longer token was made of it.");
    else
      this.touched.append(
        `Merge ${grouped(swallowed_at)} took most at once: ${Math.floor(100 * swallowed)}% of its places, for `,
        chip({ id: 0, pieces: pieces(eater), quiet: true }),
        "."
      );
  }
  destroy() {
    this.link.stop();
    this.observer.disconnect();
  }
};
function mount(component) {
  return mountInstance(Lives, component);
}
export {
  mount as default
};
