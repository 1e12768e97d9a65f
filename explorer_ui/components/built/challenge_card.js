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

// explorer_ui/components/shared/payload.js
function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// explorer_ui/components/card/challenge_card.js
var LETTERS = "ABCD";
var FIELDS = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";
function drawPart(part) {
  switch (part[0]) {
    case "token":
      return chip({ id: part[1], pieces: piecesOf(bytesOf(part[2])), quiet: !part[3] });
    case "chunk":
      return drawChunk(part);
    case "code":
      return el("code", "pattern", part[1]);
    case "mark":
      return attrs(el("span", "at", LETTERS[part[1]]), { title: `Candidate ${LETTERS[part[1]]}` });
    case "passage":
      return attrs(el("span", "passage", part[1]), { dir: "auto" });
    default:
      return el("span", part[0], part[1]);
  }
}
function drawChunk([, before, chunk, after]) {
  const line = el("span", "line");
  for (const [name, bytes] of [
    ["around", before],
    ["marked", chunk],
    ["around", after]
  ])
    line.append(drawPieces(el("span", name), piecesOf(bytesOf(bytes))));
  line.dir = directionOf(line.textContent);
  return line;
}
function drawParts(node, parts) {
  let run = [];
  const flush = () => {
    if (!run.length) return;
    const bytes = Uint8Array.from(run.flatMap((part) => part[0] === "token" ? [...bytesOf(part[2])] : []));
    const tokens = attrs(el("span", "tokens"), { dir: directionOf(decodeUtf8(bytes)) });
    tokens.append(...run.map(drawPart));
    node.append(tokens);
    run = [];
  };
  for (const part of parts) {
    if (part[0] === "token" || part[0] === "mark") run.push(part);
    else {
      flush();
      node.append(drawPart(part));
    }
  }
  flush();
  return node;
}
var ChallengeCard = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.send = send;
    this.card = null;
    this.drawn = "";
    this.sent = "";
    this.boxes = [];
    this.root = el("div", "bpe challenge-card");
    this.question = el("h3", "question");
    this.subject = attrs(el("div", "subject"), {
      tabindex: 0,
      role: "group",
      "aria-label": "What the question is about"
    });
    this.options = attrs(el("div", "options"), { role: "group", "aria-label": "Answers" });
    this.outcome = attrs(el("div", "outcome"), { "aria-live": "polite" });
    this.root.append(this.question, this.subject, this.options, this.outcome);
    parent.append(this.root);
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    document.addEventListener("keydown", (event) => this.press(event), { signal, capture: true });
  }
  /** @param {Card} card */
  update(card) {
    if (this.drawn === JSON.stringify(card)) return;
    this.drawn = JSON.stringify(card);
    const before = this.card;
    this.card = card;
    this.question.textContent = card.question;
    this.subject.hidden = !card.subject.length;
    this.subject.replaceChildren();
    drawParts(this.subject, card.subject);
    this.options.className = `options ${card.layout}`;
    this.boxes = card.options.map((_, option) => this.option(card, option));
    this.options.replaceChildren(...this.boxes);
    this.outcome.replaceChildren();
    if (card.picked !== null && card.answer !== null) this.tell(card, card.answer);
    if (before) (card.picked === null ? this.question : this.outcome).scrollIntoView({ block: "nearest" });
  }
  /**
   * @param {Card} card
   * @param {number} option
   */
  option({ options, picked, answer, figures }, option) {
    const box = attrs(el("button", "option"), { type: "button" });
    const content = drawParts(el("span", "content"), options[option]);
    box.append(el("span", "letter", LETTERS[option]), content);
    if (picked === null) {
      box.addEventListener("click", () => this.pick(option));
      return box;
    }
    box.setAttribute("aria-disabled", "true");
    const right = option === answer;
    const role = right ? "Right" : option === picked ? "Your answer" : "";
    if (role) {
      box.classList.add(right ? "right" : "wrong");
      content.append(el("span", "mark", (right ? "✓ " : "✗ ") + role));
    }
    if (figures[option]) content.append(el("span", "figure", figures[option]));
    return box;
  }
  /**
   * @param {Card} card
   * @param {number} answer
   */
  tell({ picked, reason }, answer) {
    const verdict = picked === answer ? "Right." : `Not so: it is ${LETTERS[answer]}.`;
    this.outcome.append(el("p", "verdict", verdict));
    for (const parts of reason) this.outcome.append(drawParts(el("p", "reason"), parts));
  }
  /** @param {number} option */
  pick(option) {
    const { card } = this;
    if (!card || card.picked !== null || this.sent === card.card_id) return;
    this.sent = card.card_id;
    this.boxes[option].classList.add("sent");
    this.send("picked", { card_id: card.card_id, option });
  }
  /** @param {KeyboardEvent} event */
  press(event) {
    const [target] = event.composedPath();
    const typing = target instanceof Element && target.closest(FIELDS);
    if (typing || isChord(event) || event.repeat) return;
    const option = event.key.length === 1 ? LETTERS.indexOf(event.key.toUpperCase()) : -1;
    if (option < 0 || option >= this.boxes.length || this.card?.picked !== null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.pick(option);
  }
  destroy() {
    this.stopListening.abort();
  }
};
function mount(call) {
  return mountInstance(ChallengeCard, call);
}
export {
  mount as default
};
