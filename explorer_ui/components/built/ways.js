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

// explorer_ui/components/shared/ruler.js
var largerType = (room) => clamp(room / 950, 1, 1.4);

// explorer_ui/components/ways/arcs_picture.js
var LINE = 36;
var NAME = 380;
var ROW = 46;
var BOX = 24;
var EDGE = 8;
function drawWord(word, cuts, room) {
  const scale = largerType(room);
  const unit = Math.max(11, Math.min(36, (room / scale - 2 * EDGE) / word.size));
  const longest = Math.max(...word.data.arcs.map(({ start, end }) => end - start));
  const heightOf = (length) => 14 + 150 * Math.sqrt((length - 1) / Math.max(longest - 1, 1));
  const base = longest > 1 ? heightOf(longest) + 12 : 10;
  const width = Math.max(Math.ceil(word.size * unit + 2 * EDGE), Math.min(room / scale, NAME));
  const height = base + LINE + cuts.length * ROW;
  const x = (place) => EDGE + place * unit;
  const picture = svg("svg", {
    width: width * scale,
    height: height * scale,
    viewBox: `0 0 ${width} ${height}`,
    role: "group"
  });
  const arcs = word.data.arcs.filter(({ start, end }) => end - start > 1);
  for (const arc of arcs.sort((one, two) => two.end - two.start - (one.end - one.start)))
    picture.append(drawArc(arc, x(arc.start) + 1.5, x(arc.end) - 1.5, base, heightOf(arc.end - arc.start)));
  drawLetters(picture, word, 0, word.size, x, base + 24, Math.min(20, unit * 1.5));
  cuts.forEach(({ name, ends }, index) => {
    const top = base + LINE + index * ROW;
    picture.append(write(name, EDGE, top + 14, "name"));
    let start = 0;
    for (const end of ends) {
      const arc = word.data.arcs.find((one) => one.start === start && one.end === end);
      const tint = tintOf({ id: arc?.id ?? 0, quiet: end - start === 1 });
      picture.append(
        svg("rect", {
          class: `box ${tint}`,
          x: x(start) + 1,
          y: top + 18,
          width: (end - start) * unit - 2,
          height: BOX
        })
      );
      drawLetters(picture, word, start, end, x, top + 35, Math.min(16, unit * 1.35));
      start = end;
    }
  });
  return picture;
}
function drawArc(arc, left, right, base, height) {
  const path = `M${left},${base}C${left},${base - height * 1.3} ${right},${base - height * 1.3} ${right},${base}`;
  const group = svg("g", { class: `arc ${arc.kind}`, "data-start": arc.start, "data-end": arc.end });
  group.append(svg("path", { class: "reach", d: path }), svg("path", { class: "seen", d: path }));
  return group;
}
function drawLetters(picture, word, from, to, x, y, size) {
  let place = from;
  for (const piece of piecesOf(word.bytes.subarray(from, to))) {
    const letter = write(piece.text, (x(place) + x(place + piece.size)) / 2, y, `letter ${piece.kind}`);
    picture.append(
      attrs(letter, {
        "text-anchor": "middle",
        "font-size": piece.kind === "hex" || piece.kind === "label" ? size * 0.66 : size
      })
    );
    place += piece.size;
  }
}
function write(text, x, y, className) {
  const node = svg("text", { x, y, class: className });
  node.textContent = text;
  return node;
}

// explorer_ui/components/ways/fate.js
function fateOf({ kind, rank, taker }, chipOf) {
  const made = rank === null ? "no rule makes" : `the rule of rank ${rank} makes`;
  if (!taker)
    return kind === "taken" ? [`: ${made} it, and it is in the cut.`] : [": no rules join these bytes to it."];
  const by = chipOf(taker);
  if (kind === "grown") return [`: ${made} it, and then rank ${taker.rank} took it into `, by, "."];
  if (rank === null)
    return [`: no rule makes it, and rank ${taker.rank} took some of its bytes into `, by, "."];
  const why = taker.rank === rank ? "the same rule acted further left" : `rank ${taker.rank} comes before rank ${rank}`;
  return [`: rank ${rank} would make it, but ${why}, and took some of its bytes into `, by, "."];
}

// explorer_ui/components/ways/histogram.js
var HEIGHT = 150;
var TOP = 18;
var BOTTOM = 34;
function drawHistogram({ shares, lengths, bpe, fewest }, width) {
  const picture = svg("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img" });
  const draws = lengths.reduce((one, other) => one + other, 0);
  const tallest = Math.max(...shares, ...lengths.map((count) => count / draws));
  const slot = Math.min(width / (shares.length - 1), 40);
  const every = [1, 2, 5].find((some) => some * slot > 20) ?? 10;
  const write2 = (text, x, y, className = "") => Object.assign(picture.appendChild(svg("text", { x, y, class: className, "text-anchor": "middle" })), {
    textContent: text
  });
  for (let tokens = 1; tokens < shares.length; tokens++) {
    const left = (tokens - 1) * slot;
    const bar = (name, share, at) => {
      const height = share && Math.max(1.5, share / tallest * (HEIGHT - TOP - BOTTOM));
      const y = HEIGHT - BOTTOM - height;
      picture.append(svg("rect", { class: name, x: left + slot * at, y, width: slot * 0.4, height }));
    };
    bar("all", shares[tokens], 0.1);
    bar("drawn", lengths[tokens] / draws, 0.5);
    if (tokens % every === 0 || tokens === 1) write2(String(tokens), left + slot / 2, HEIGHT - BOTTOM + 14);
  }
  const [low, high] = [(fewest - 0.5) * slot, (bpe - 0.5) * slot];
  if (bpe === fewest) write2("▲ BPE, fewest", Math.max(low, 38), HEIGHT - 4, "pointer");
  else {
    write2("▲ fewest", Math.max(low, 26), HEIGHT - 4, "pointer");
    write2("▲ BPE", Math.max(high, low + 52), HEIGHT - 4, "pointer");
  }
  return picture;
}

// explorer_ui/components/shared/payload.js
function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// explorer_ui/components/ways/dropout.js
function joinWithDropout(units, rankOf, dropout, random) {
  const cuts = [0, ...units];
  for (; ; ) {
    let best = Infinity;
    let place = -1;
    for (let left = 0; left + 2 < cuts.length; left++) {
      const rank = rankOf(cuts[left], cuts[left + 1], cuts[left + 2]);
      if (rank === void 0 || random() < dropout || rank >= best) continue;
      [best, place] = [rank, left + 1];
    }
    if (place < 0) return cuts.slice(1);
    cuts.splice(place, 1);
  }
}
function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

// explorer_ui/components/ways/word.js
var Word = class {
  /** @param {WordData} data */
  constructor(data) {
    this.data = data;
    this.bytes = bytesOf(data.text);
    this.size = this.bytes.length;
    this.ranks = new Map(
      data.rules.map(([start, middle, end, rank]) => [this.key(start, middle, end), rank])
    );
  }
  /**
   * @param {number} start
   * @param {number} middle
   * @param {number} end
   */
  key(start, middle, end) {
    return (start * (this.size + 1) + middle) * (this.size + 1) + end;
  }
  /**
   * @param {number} dropout
   * @param {number} draws
   * @param {number} seed
   * @returns {Draws}
   */
  draw(dropout, draws, seed) {
    const random = randomFrom(seed);
    const lengths = Array.from({ length: this.size + 1 }, () => 0);
    const seen = /* @__PURE__ */ new Set();
    let last = [];
    for (let draw = 0; draw < draws; draw++) {
      last = joinWithDropout(
        this.data.units,
        (start, middle, end) => this.ranks.get(this.key(start, middle, end)),
        dropout,
        random
      );
      lengths[last.length]++;
      seen.add(last.join());
    }
    return { last, lengths, different: seen.size };
  }
  /** By how many tokens byte-pair encoding misses the fewest. */
  get excess() {
    return this.data.cuts.bpe.length - this.data.cuts.fewest.length;
  }
  /**
   * The longest token across a cut that a rule would make, had others not taken its bytes; of equals the leftmost, or
   * none. What is lost inside a longer token that was taken is no question.
   */
  get passedOver() {
    let longest = null;
    for (const arc of this.data.arcs) {
      const length = arc.end - arc.start;
      const isCut = this.data.cuts.bpe.some((end) => arc.start < end && end < arc.end);
      if (arc.kind !== "lost" || arc.rank === null || !isCut) continue;
      if (!longest || length > longest.end - longest.start) longest = arc;
    }
    return longest;
  }
  /** What byte-pair encoding takes, beside the fewest tokens and the longest first, in words. */
  get taken() {
    const { bpe, fewest, longest } = this.data.cuts;
    if (bpe.length === 1) return "Byte-pair encoding takes the shortest: all of it is one token.";
    const best = this.excess > 0 ? `; ${plural(fewest.length, "token")} would do` : ", and fewer will not do";
    const of = this.data.ways === "1" ? "it" : "one of them";
    const other = longest.length === bpe.length ? `${longest.length} too` : String(longest.length);
    return `Byte-pair encoding takes ${of}, with ${plural(bpe.length, "token")}${best}. The longest token first, from the left, gives ${other}.`;
  }
};

// explorer_ui/components/ways/ways.js
var DRAWS = 400;
var TOUCH = `Touch an arc${orKeys()} to see what became of that token.`;
var Ways = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.data = null;
    this.words = [];
    this.shown = 0;
    this.picked = null;
    this.chosen = -1;
    this.dropout = 10;
    this.seed = 1;
    this.draws = { last: [], lengths: [], different: 0 };
    this.picker = attrs(el("div", "picker"), { role: "group", "aria-label": "The chunks of the text" });
    this.head = attrs(el("p", "head"), { "aria-live": "polite" });
    this.frame = attrs(el("div", "frame"), { tabindex: 0, role: "group" });
    this.touched = attrs(el("p", "touched", TOUCH), { "aria-live": "polite" });
    this.slider = attrs(el("input"), {
      type: "range",
      min: 0,
      max: 100,
      value: 10,
      "aria-label": "Dropout in per cent"
    });
    this.percent = el("output", "percent");
    this.drawn = attrs(el("p", "drawn"), { "aria-live": "polite" });
    this.histogram = el("div", "histogram");
    const controls = el("div", "controls");
    controls.append(
      el("span", "", "Dropout"),
      this.slider,
      this.percent,
      button("again", "Draw again", "Again", () => this.draw(this.seed + 1))
    );
    this.root = el("div", "bpe ways");
    this.root.append(this.picker, this.head, this.frame, this.touched);
    this.root.append(el("h3", "", "Leave some merges out by chance"), controls, this.drawn, this.histogram);
    parent.append(this.root);
    this.slider.addEventListener("input", () => {
      this.dropout = Number(this.slider.value);
      this.draw(this.seed);
      this.link.report();
    });
    this.link = new LinkToPython(send, () => this.whereAtRest());
    this.link.waitForPressesOutside(this.root);
    for (const name of ["pointerover", "click"])
      this.frame.addEventListener(name, (event) => this.point(event));
    this.frame.addEventListener("keydown", (event) => this.pressed(event));
    this.width = 0;
    this.observer = new ResizeObserver(() => {
      if (this.frame.clientWidth !== this.width) this.drawPicture();
    });
    this.observer.observe(this.frame);
  }
  /** @param {WaysData} data */
  update(data) {
    if (this.data?.ways_id === data.ways_id) return;
    if (!this.link.owes) this.dropout = data.dropout;
    this.slider.value = String(this.dropout);
    const chunk = this.data ? this.pickedIn(data) : data.chunk;
    this.data = data;
    this.words = data.words.map((word) => new Word(word));
    this.picker.hidden = this.words.length < 2;
    this.picker.replaceChildren(
      ...this.words.map((word, index) => {
        const pieces = piecesOf(word.bytes);
        const pick = button("pick", `The chunk ${spokenText(pieces)}`, "", () => this.pick(index));
        pick.classList.toggle("excess", word.excess > 0);
        return drawPieces(pick, pieces, 24);
      })
    );
    const order = this.words.map((word, index) => ({
      index,
      excess: word.excess,
      passed: word.passedOver ? word.passedOver.end - word.passedOver.start : 0,
      ways: BigInt(word.data.ways)
    }));
    order.sort(
      (one, two) => two.excess - one.excess || two.passed - one.passed || (one.ways < two.ways ? 1 : -1)
    );
    this.picked = chunk === null ? null : clamp(chunk, 0, this.words.length - 1);
    this.show(this.picked ?? order[0].index);
    this.link.agree(JSON.stringify([data.chunk, data.dropout]));
    this.link.report();
  }
  /**
   * Where the chunk that the visitor chose is among others; null where it is not, or none was chosen.
   *
   * @param {WaysData} data
   */
  pickedIn({ words }) {
    const text = this.picked === null ? null : this.words[this.picked].data.text;
    const index = words.findIndex((word) => word.text === text);
    return index < 0 ? null : index;
  }
  /** @param {number} index Of a chunk that the visitor chose. */
  pick(index) {
    this.picked = index;
    this.show(index);
    this.link.report();
  }
  /** @returns {{key: string, rest: {ways_id: string, chunk: number | null, dropout: number}} | null} */
  whereAtRest() {
    if (!this.data) return null;
    const { picked: chunk, dropout } = this;
    return { key: JSON.stringify([chunk, dropout]), rest: { ways_id: this.data.ways_id, chunk, dropout } };
  }
  get word() {
    return this.words[this.shown];
  }
  /** The tokens of more than one byte, from left to right. */
  get arcs() {
    const arcs = this.word.data.arcs.filter(({ start, end }) => end - start > 1);
    return arcs.sort((one, two) => one.start - two.start || one.end - two.end);
  }
  /** @param {number} index */
  show(index) {
    this.shown = index;
    this.chosen = -1;
    Array.from(this.picker.children).forEach(
      (pick, at) => attrs(pick, { "aria-pressed": String(at === index) })
    );
    const { ways } = this.word.data;
    const pieces = piecesOf(this.word.bytes);
    const number = el("b", "", new Intl.NumberFormat("en-GB").format(BigInt(ways)));
    this.head.replaceChildren(
      chip({ id: 0, pieces, quiet: true }, 60),
      " has ",
      number,
      ` ${ways === "1" ? "way" : "ways"} to be cut into tokens of ${this.data?.tokenizer}. ${this.word.taken}`
    );
    this.touched.textContent = TOUCH;
    if (this.word.passedOver) this.choose(this.arcs.indexOf(this.word.passedOver));
    this.draw(this.seed);
  }
  /** @param {number} seed */
  draw(seed) {
    this.seed = seed;
    this.draws = this.word.draw(this.dropout / 100, DRAWS, seed);
    const { lengths, different } = this.draws;
    this.percent.textContent = `${this.dropout}%`;
    const mean = lengths.reduce((sum, count, length) => sum + count * length, 0) / DRAWS;
    this.drawn.textContent = `At every step each possible merge is left out with a chance of ${this.dropout}%. ${grouped(DRAWS)} draws gave ${plural(different, "different cut")}, of ${mean.toFixed(1)} tokens on average.`;
    this.drawPicture();
  }
  drawPicture() {
    this.width = this.frame.clientWidth;
    if (!this.data || !this.width) return;
    const { bpe, fewest, longest } = this.word.data.cuts;
    const cuts = [
      { name: `Byte-pair encoding: ${bpe.length}`, ends: bpe },
      { name: `The fewest tokens: ${fewest.length}`, ends: fewest },
      { name: `The longest first, from the left: ${longest.length}`, ends: longest },
      {
        name: `Byte-pair encoding with dropout, the last draw: ${this.draws.last.length}`,
        ends: this.draws.last
      }
    ];
    const picture = drawWord(this.word, cuts, this.width);
    attrs(this.frame, { "aria-label": `${this.arcs.length} tokens of two bytes or more fit in this chunk` });
    this.frame.replaceChildren(picture);
    const counts = { shares: this.word.data.shares, lengths: this.draws.lengths };
    const histogram = drawHistogram({ ...counts, bpe: bpe.length, fewest: fewest.length }, this.width);
    const usual = counts.shares.indexOf(Math.max(...counts.shares));
    attrs(histogram, {
      "aria-label": `${this.drawn.textContent} Of all ways more have ${plural(usual, "token")} than any other number.`
    });
    this.histogram.replaceChildren(histogram, this.key());
    this.markChosen();
  }
  key() {
    const key = el("p", "key");
    key.append(
      el("i", "all"),
      `all ${this.word.data.ways === "1" ? "ways" : "the ways"}, by their number of tokens `
    );
    key.append(el("i", "drawn"), "those drawn with dropout");
    return key;
  }
  /** @param {Event} event */
  point(event) {
    const node = event.target instanceof Element ? event.target.closest(".arc") : null;
    if (!node) return;
    const [start, end] = [Number(node.getAttribute("data-start")), Number(node.getAttribute("data-end"))];
    this.choose(this.arcs.findIndex((arc) => arc.start === start && arc.end === end));
  }
  /** @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || isChord(event) || closest(event, "input")) return;
    event.preventDefault();
    const { length } = this.arcs;
    if (length) this.choose((this.chosen + by + (this.chosen < 0 && by < 0 ? 1 : 0) + length) % length);
  }
  /** @param {number} index */
  choose(index) {
    this.chosen = index;
    this.markChosen();
    const arc = this.arcs[index];
    this.touched.replaceChildren(this.chipOf(arc), ...fateOf(arc, (span) => this.chipOf(span)));
  }
  /** @param {{start: number, end: number}} span */
  chipOf({ start, end }) {
    const id = this.word.data.arcs.find((arc) => arc.start === start && arc.end === end)?.id ?? 0;
    return chip({ id, pieces: piecesOf(this.word.bytes.subarray(start, end)), quiet: false });
  }
  markChosen() {
    const arc = this.arcs[this.chosen];
    const is = (node, span) => span?.start === Number(node.getAttribute("data-start")) && span.end === Number(node.getAttribute("data-end"));
    for (const node of this.frame.querySelectorAll(".arc")) {
      node.classList.toggle("chosen", is(node, arc));
      node.classList.toggle("taker", is(node, arc?.taker));
    }
  }
  destroy() {
    this.link.stop();
    this.observer.disconnect();
  }
};
function mount(component) {
  return mountInstance(Ways, component);
}
export {
  mount as default
};
