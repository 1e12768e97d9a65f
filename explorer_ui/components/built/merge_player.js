// Made by `make bundles` from the modules named below: change those, not this file.

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
function icon(path) {
  const picture = svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" });
  picture.append(svg("path", { d: path, fill: "currentColor" }));
  return picture;
}
function button(className, name, content, act2) {
  const node = attrs(el("button", className), { type: "button", "aria-label": name, title: name });
  node.append(content);
  node.addEventListener("click", act2);
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
  agree(key2 = this.where()?.key ?? "") {
    this.heard = key2;
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

// explorer_ui/components/shared/utf8.js
var encoder = new TextEncoder();
var decoder = new TextDecoder();
var encodeUtf8 = (text) => encoder.encode(text);
var decodeUtf8 = (bytes) => decoder.decode(bytes);
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
var SHAPED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
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

// explorer_ui/components/card/parts.js
var LETTERS = "ABCD";
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

// explorer_ui/components/classroom/asked_card.js
var PATIENCE = 1e4;
var NONE = "This text has no question of the Challenge in it. A longer one has.";
var SLOW = "No question came. Press again.";
var asked = 0;
var AskedCard = class {
  /** @param {(name: string, value: unknown) => void} send */
  constructor(send) {
    this.send = send;
    this.words = "Ask a Challenge question";
    this.waiting = null;
  }
  can() {
    return true;
  }
  /**
   * @param {Offer} offer
   * @returns {Promise<ClassQuestion | string>}
   */
  async ask(offer) {
    const name = `${Date.now()} ${++asked}`;
    const card = await this.#wish(name, false);
    if (!card) return card === null ? NONE : SLOW;
    const scene = { card, page: "challenge", link: offer.link };
    const options = Array.from(LETTERS.slice(0, card.options.length));
    return { prompt: card.question, options, scene, card, uncovered: ({ link }) => this.#answer(name, link) };
  }
  /**
   * Nothing of an answer comes here before it is asked for.
   *
   * @param {string} name
   * @param {string | null} link
   * @returns {Promise<ClassAnswer | string>}
   */
  async #answer(name, link) {
    const card = await this.#wish(name, true);
    if (!card) return SLOW;
    return { right: [card.answer ?? 0], scene: { card, page: "challenge", link }, card };
  }
  /**
   * @param {string} name
   * @param {boolean} answered
   * @returns {Promise<Card | null | undefined>} Null: there is no such question; undefined: nothing came.
   */
  #wish(name, answered) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(void 0), PATIENCE);
      const tell = (card) => {
        clearTimeout(timer);
        resolve(card);
      };
      this.waiting = { name, answered, tell };
      this.send("question", { name, wants: answered ? "answer" : "question" });
    });
  }
  /** @param {Offer | null | undefined} offer What Python says now. */
  heard(offer) {
    const { waiting } = this;
    const question = offer?.question;
    if (!waiting || question?.name !== waiting.name) return;
    if (question.card && question.card.answer !== null !== waiting.answered) return;
    this.waiting = null;
    waiting.tell(question.card);
  }
};

// explorer_ui/components/classroom/class_code.js
var THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];
var ONLY_HERE = "Phones cannot open this address: it leads to this computer alone. Start the app with STREAMLIT_SERVER_ADDRESS=0.0.0.0 make run, or bpe-explorer app --address 0.0.0.0, and open it here at this computer's address in the network.";
function codeOf({ code, qr: { path, side } }, address) {
  const picture = svg("svg", {
    viewBox: `0 0 ${side} ${side}`,
    class: "qr",
    role: "img",
    "aria-label": "QR code of the class"
  });
  picture.append(
    svg("rect", { width: side, height: side, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" })
  );
  const words = el("div", "class-words");
  if (THIS_MACHINE.includes(location.hostname)) words.append(el("p", "warning", ONLY_HERE));
  words.append(el("p", "", "Scan the code with your phone, or open"), el("p", "address", address));
  words.append(el("p", "", "and type"), el("p", "code", code));
  return [picture, words];
}

// explorer_ui/components/classroom/question_card.js
var QuestionCard = class {
  /** @param {((option: number) => void) | null} choose What a touch does; null where nobody can choose. */
  constructor(choose) {
    this.root = attrs(el("section", "question-card card-parts"), { "aria-label": "Question" });
    this.root.hidden = true;
    this.choose = choose;
    this.prompt = el("h2", "prompt");
    this.subject = attrs(el("div", "subject"), {
      tabindex: 0,
      role: "group",
      "aria-label": "What the question is about"
    });
    this.subject.hidden = true;
    this.options = el("div", "options");
    this.reason = el("div", "reasons");
    this.note = attrs(el("p", "note"), { role: "status" });
    this.root.append(this.prompt, this.subject, this.options, this.reason, this.note);
    this.drawn = null;
  }
  /**
   * @param {Question | null} question
   * @param {object} how
   * @param {Vocabulary | undefined} how.vocabulary Of the pairs among the options, if there are any.
   * @param {Card | null} [how.card] What a question of the Challenge is about, its options in full, and its reason.
   * @param {number | null} [how.chosen] The option that was chosen here.
   * @param {string} [how.note]
   */
  show(question, { vocabulary, card = null, chosen = null, note = "" }) {
    this.root.hidden = !question;
    if (!question) return;
    this.#drawAround(card);
    const { options, counts, answer } = question;
    this.prompt.textContent = question.prompt;
    const most = Math.max(1, ...counts ?? []);
    const open = this.choose && !answer && chosen === null;
    const rows = options.map((option, index) => {
      const row = attrs(el("button", "option"), { type: "button", "aria-disabled": open ? null : "true" });
      row.classList.toggle("is-right", answer?.includes(index) ?? false);
      row.classList.toggle("chosen", chosen === index);
      const words = el("span", "what");
      if (card) this.#drawOption(words, card, index);
      else if (typeof option === "string") attrs(words, { dir: "auto" }).textContent = option;
      else if (vocabulary) {
        const [left, right] = option.map((id) => chip(vocabulary.tokenOf(id)));
        words.append(left, el("span", "plus", "+"), right);
      }
      row.append(words);
      const said = [answer?.includes(index) && "right", chosen === index && "your answer"].filter(Boolean);
      row.append(el("span", "said", said.join(", ")));
      if (counts) {
        const bar = el("span", "bar-fill");
        bar.style.inlineSize = `${100 * counts[index] / most}%`;
        const track = el("span", "bar-track");
        track.append(bar);
        row.append(track, el("span", "count", plural(counts[index], "answer")));
      }
      if (open) row.addEventListener("click", () => this.choose?.(index));
      return row;
    });
    this.options.replaceChildren(...rows);
    this.note.textContent = note;
  }
  /** @param {Card | null} card */
  #drawAround(card) {
    if (card === this.drawn) return;
    this.drawn = card;
    this.subject.hidden = !card?.subject.length;
    this.subject.replaceChildren();
    this.reason.replaceChildren();
    if (!card) return;
    drawParts(this.subject, card.subject);
    for (const parts of card.reason) this.reason.append(drawParts(el("p", "reason"), parts));
  }
  /**
   * @param {HTMLElement} words
   * @param {Card} card
   * @param {number} index
   */
  #drawOption(words, { figures: figures2, options }, index) {
    const content = drawParts(el("span", "content"), options[index] ?? []);
    if (figures2[index]) content.append(el("span", "figure", figures2[index]));
    words.append(el("span", "letter", LETTERS[index]), content);
  }
};

// explorer_ui/components/classroom/requests.js
var Refusal = class extends Error {
  /**
   * @param {number} status 0 where no server answered.
   * @param {string} sentence
   */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
};
async function ask(address, { key: key2, message } = {}) {
  const request = { cache: "default", credentials: "omit", headers: {} };
  if (message) Object.assign(request, { method: "POST", body: JSON.stringify(message) });
  if (key2) request.headers = { Authorization: `Bearer ${key2}` };
  let answer;
  try {
    answer = await fetch(address, request);
  } catch {
    throw new Refusal(0, "The server does not answer.");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, told.error ?? `The server answered ${answer.status}.`);
  return told;
}

// explorer_ui/components/classroom/teaching.js
var KEPT = "bpe-class";
var SEEN = "bpe-class-seen";
var TWO_HOURS = 72e5;
var QUIET = 5e3;
var ASKING = 1e3;
var RETRY = 1500;
var Teaching = class _Teaching {
  /**
   * @param {string} base Where the classes are: a path that ends in "/class".
   * @param {object} hears
   * @param {(tally: Tally) => void} hears.tally
   * @param {(sentence: string) => void} hears.trouble An empty sentence: no more trouble.
   * @param {() => void} hears.ended Another page of this browser has ended the class, or opened another.
   */
  constructor(base, hears) {
    this.base = base;
    this.hears = hears;
    this.name = null;
    this.key = "";
    this.page = `${Date.now()} ${Math.random()}`;
    this.told = {};
    this.pending = {};
    this.sending = false;
    this.timer = 0;
    this.stopListening = new AbortController();
    addEventListener("storage", () => this.#endIfEnded(), { signal: this.stopListening.signal });
  }
  /** The key of a class that this browser has opened, if it may still be open. */
  static kept() {
    try {
      const { key: key2, at } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      return typeof key2 === "string" && Date.now() - at < TWO_HOURS ? key2 : null;
    } catch {
      return null;
    }
  }
  /**
   * @param {string | null} key Of a class that was opened before; null opens a new one.
   * @throws {Refusal}
   */
  async open(key2) {
    this.key = key2 ?? newKey();
    const message = { address: location.origin + this.base };
    const name = await ask(this.base, { key: this.key, message });
    await ask(`${this.base}/${name.code}/open`, { key: this.key, message: {} });
    this.name = name;
    this.#keep();
    this.#beat();
  }
  /** Whether the class sees what this page told last, and no other page of this browser has told more. */
  get isSeen() {
    return localStorage.getItem(SEEN) === this.page;
  }
  // A page that went on alone would open the class again for all who have left it.
  #endIfEnded() {
    if (!this.name || _Teaching.kept() === this.key) return false;
    this.stop();
    this.hears.ended();
    return true;
  }
  /** @param {Record<string, unknown>} change Any of scene, step, question and uncover. */
  tell(change) {
    if ("question" in change) delete this.pending.uncover;
    localStorage.setItem(SEEN, this.page);
    Object.assign(this.pending, change);
    if (!this.sending && this.name) this.#send();
  }
  async close() {
    const { name } = this;
    this.stop();
    localStorage.removeItem(KEPT);
    localStorage.removeItem(SEEN);
    if (name) await ask(`${this.base}/${name.code}/close`, { key: this.key, message: {} }).catch(() => {
    });
  }
  stop() {
    clearTimeout(this.timer);
    this.stopListening.abort();
    this.name = null;
  }
  // While one message is on its way, later steps replace each other: the class is told the last.
  async #send() {
    this.sending = true;
    while (this.name && Object.keys(this.pending).length) {
      const message = this.pending;
      this.pending = {};
      if ("question" in message && "uncover" in message) {
        this.pending = { uncover: message.uncover };
        delete message.uncover;
      }
      this.told = { ...this.told, ...message };
      if ("question" in message) delete this.told.uncover;
      await this.#request("tell", message);
      if (message.question && this.name) this.#beat();
    }
    this.sending = false;
  }
  /**
   * @param {string} what
   * @param {object} message
   */
  async #request(what, message) {
    const { name } = this;
    if (!name || this.#endIfEnded()) return;
    try {
      this.hears.tally(await ask(`${this.base}/${name.code}/${what}`, { key: this.key, message }));
      this.hears.trouble("");
      this.#keep();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 422 || error.status === 400) this.hears.trouble(error.message);
      else await this.#recover(error);
    }
  }
  // A server that has started again knows no class: it is opened under the same code and told everything.
  /** @param {Refusal} refusal */
  async #recover(refusal) {
    this.hears.trouble("The class is not reached. It is tried again.");
    if (refusal.status !== 404) await new Promise((resolve) => setTimeout(resolve, RETRY));
    if (!this.name) return;
    try {
      await ask(`${this.base}/${this.name.code}/open`, { key: this.key, message: {} });
      this.pending = { ...this.told, ...this.pending };
      this.hears.trouble("");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
  #beat() {
    clearTimeout(this.timer);
    const wait = this.told.question && !this.told.uncover ? ASKING : QUIET;
    this.timer = window.setTimeout(async () => {
      if (!this.name) return;
      if (!this.sending) {
        await this.#request("tally", {});
        if (Object.keys(this.pending).length && !this.sending) await this.#send();
      }
      this.#beat();
    }, wait);
  }
  #keep() {
    localStorage.setItem(KEPT, JSON.stringify({ key: this.key, at: Date.now() }));
  }
};
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, hexByte).join("");
}

// explorer_ui/components/classroom/class_panel.js
var PEOPLE = "M5 3.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM1 14c0-3 2-4.5 4-4.5s4 1.5 4 4.5zM11.5 5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM10.6 14h4.6c0-2.6-1.6-4-3.7-4c-.7 0-1.3.1-1.8.4c.6.9.9 2.1.9 3.6z";
var UNTIL_MERGE = 1800;
var TO_BE_SURE = 4e3;
var END = "End the class";
var WAITS = "This question is open. Uncover it or put it away, then go on.";
var ClassPanel = class {
  /**
   * @param {Taught} taught
   * @param {(name: string, value: unknown) => void} [send] What Python hears; where it makes questions of the Challenge.
   */
  constructor(taught, send) {
    this.taught = taught;
    this.fromChallenge = send ? new AskedCard(send) : null;
    this.offer = null;
    this.teaching = null;
    this.question = null;
    this.askedAt = 0;
    this.followers = 0;
    this.answered = 0;
    this.merging = 0;
    this.ending = 0;
    this.leading = false;
    this.preparing = false;
    this.note = "";
    this.opener = button(
      "open-class",
      "Open a class: telephones follow",
      icon(PEOPLE),
      () => this.open(Teaching.kept(), true)
    );
    this.opener.append(el("span", "", "Open a class"));
    this.opener.hidden = true;
    this.root = attrs(el("section", "class-panel"), { "aria-label": "Class" });
    this.root.hidden = true;
    this.code = el("span", "code");
    this.count = attrs(el("span", "count"), { role: "status" });
    const pressed2 = (name2, act2, kind = "") => {
      const press = () => node.hasAttribute("aria-disabled") || act2();
      const node = button(`plain-button ${kind}`, name2, name2, press);
      return node;
    };
    this.codeButton = pressed2("Hide the code", () => this.showCode(Boolean(this.large.hidden)));
    this.asks = [...taught.asks, ...this.fromChallenge ? [this.fromChallenge] : []].map((asking) => ({
      asking,
      press: pressed2(asking.words, () => this.ask(asking))
    }));
    this.uncoverButton = pressed2("Uncover", () => this.uncover(), "first");
    this.awayButton = pressed2("Put the question away", () => this.putAway());
    this.endButton = pressed2(END, () => this.end());
    const strip = el("div", "class-strip");
    const name = el("span", "class-name", "Class ");
    name.append(this.code);
    const acts = el("div", "class-acts");
    acts.append(...this.asks.map(({ press }) => press), this.uncoverButton, this.awayButton, this.endButton);
    strip.append(name, this.codeButton, this.count, acts);
    this.trouble = attrs(el("p", "trouble"), { role: "alert" });
    this.large = el("div", "class-large");
    this.card = new QuestionCard(null);
    this.root.append(strip, this.trouble, this.large, this.card.root);
    this.stopListening = new AbortController();
    const seen = () => this.shows && this.teaching?.name && !this.teaching.isSeen && this.tellScene();
    document.addEventListener("visibilitychange", seen, { signal: this.stopListening.signal });
  }
  // ------------------------------------------------ what the page says
  /** @param {Offer | null | undefined} offer With something else to show. */
  offered(offer) {
    this.heard(offer);
    this.drawOpener();
    const key2 = offer && !this.teaching ? Teaching.kept() : null;
    if (key2) this.open(key2);
    else if (this.teaching) this.tellScene();
  }
  /** @param {Offer | null | undefined} offer As it is now. */
  heard(offer) {
    this.offer = offer ?? null;
    this.fromChallenge?.heard(offer);
  }
  /** @param {number} step */
  stepped(step) {
    const { askedAt, question } = this;
    if (question && !question.answer) {
      this.note = WAITS;
      this.draw();
      return;
    }
    if (this.teaching && this.shows) this.teaching.tell({ step });
    if (question && askedAt !== step && !this.leading) this.putAway();
    this.draw();
  }
  // Of several pages of one teacher, the class follows the one that is looked at.
  get shows() {
    return !document.hidden;
  }
  // ------------------------------------------------ opening and ending
  /**
   * @param {string | null} key Of a class that was opened before; null opens a new one.
   * @param {boolean} [byHand]
   */
  async open(key2, byHand = false) {
    if (this.teaching || !this.offer) return;
    const teaching = new Teaching(this.offer.base, {
      tally: (tally) => {
        this.followers = tally.followers;
        this.answered = tally.answered;
        if (this.question?.answer && tally.counts) this.question.counts = tally.counts;
        this.draw();
      },
      trouble: (sentence) => {
        this.trouble.textContent = sentence;
      },
      ended: () => this.leave()
    });
    this.teaching = teaching;
    this.drawOpener();
    try {
      await teaching.open(key2);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      teaching.stop();
      this.teaching = null;
      this.drawOpener();
      this.root.hidden = false;
      this.showStrip(false);
      this.trouble.textContent = error.message;
      return;
    }
    this.root.hidden = false;
    this.showStrip(true);
    this.drawCode();
    this.showCode(byHand);
    this.tellScene();
    this.draw();
  }
  tellScene() {
    if (!this.offer || !this.shows) return;
    const scene = this.taught.scene(this.offer);
    this.teaching?.tell({ ...scene && { scene, step: this.taught.step }, question: null });
    this.forget();
  }
  // One press too many would send three hundred home: so there are two.
  end() {
    const sure = this.endButton.textContent !== END;
    clearTimeout(this.ending);
    nameButton(this.endButton, sure ? END : "Press again: it ends for all");
    if (sure) {
      this.teaching?.close();
      this.leave();
    } else this.ending = window.setTimeout(() => nameButton(this.endButton, END), TO_BE_SURE);
  }
  leave() {
    this.teaching = null;
    this.forget();
    this.root.hidden = true;
    this.drawOpener();
  }
  destroy() {
    this.forget();
    clearTimeout(this.ending);
    this.stopListening.abort();
    this.teaching?.stop();
  }
  // ------------------------------------------------ a question
  /** @param {Asking} asking */
  async ask(asking) {
    const { offer, taught, teaching } = this;
    if (!offer || !teaching || this.preparing) return;
    this.forget();
    this.trouble.textContent = "";
    this.preparing = true;
    const asked2 = await asking.ask(offer);
    this.preparing = false;
    if (this.teaching !== teaching) return;
    this.trouble.textContent = typeof asked2 === "string" ? asked2 : "";
    if (typeof asked2 === "string") return;
    const { prompt, options, scene } = asked2;
    this.question = { ...asked2, number: 0 };
    this.askedAt = taught.step;
    this.answered = 0;
    this.showCode(false);
    taught.cover(asked2.covers ?? "next");
    teaching.tell({ ...scene && { scene, step: 0 }, question: { prompt, options } });
    this.draw();
  }
  async uncover() {
    const { offer, question, taught, teaching } = this;
    if (!offer || !question || !teaching) return;
    const answer = await question.uncovered(offer);
    if (this.question !== question) return;
    if (typeof answer === "string") {
      this.trouble.textContent = answer;
      return;
    }
    const { card = question.card, right, scene } = answer;
    teaching.tell({ ...scene && { scene }, uncover: right });
    this.question = { ...question, answer: right, card };
    this.note = "";
    taught.cover(null);
    this.draw();
    this.merging = window.setTimeout(() => this.goOn(question), UNTIL_MERGE);
  }
  /** @param {ClassQuestion} question */
  goOn({ next }) {
    if (this.taught.step !== this.askedAt) return;
    this.leading = true;
    next?.();
    this.leading = false;
    this.askedAt = this.taught.step;
  }
  putAway() {
    if (this.question?.card) this.tellScene();
    else this.teaching?.tell({ question: null });
    this.forget();
    this.draw();
  }
  forget() {
    clearTimeout(this.merging);
    if (this.question && !this.question.answer) this.taught.cover(null);
    this.question = null;
    this.note = "";
  }
  // ------------------------------------------------ drawing
  drawOpener() {
    this.opener.hidden = !this.offer;
    this.opener.classList.toggle("keeps-place", Boolean(this.teaching));
  }
  /** @param {boolean} shown */
  showStrip(shown) {
    for (const part of [this.root.firstElementChild, this.large, this.card.root])
      if (part instanceof HTMLElement) part.hidden = !shown;
  }
  /** @param {boolean} shown */
  showCode(shown) {
    this.large.hidden = !shown;
    nameButton(this.codeButton, shown ? "Hide the code" : "Show the code");
  }
  drawCode() {
    const name = this.teaching?.name;
    if (!name) return;
    this.code.textContent = name.code;
    this.large.replaceChildren(...codeOf(name, `${location.host}${this.offer?.base}`));
  }
  draw() {
    if (!this.teaching?.name) return;
    const { question, taught } = this;
    const open = question && !question.answer;
    this.count.textContent = open ? `${this.answered} of ${this.followers} have answered` : `${plural(this.followers, "follower")}`;
    for (const { asking, press } of this.asks) enable(press, !open && asking.can());
    enable(this.uncoverButton, Boolean(open));
    enable(this.awayButton, Boolean(question));
    const answers = question?.answer ? { ...question, prompt: "How the class answered" } : null;
    const { vocabulary } = taught;
    this.card.show(taught.showsQuestion ? answers : question, {
      vocabulary,
      card: question?.card,
      note: this.note
    });
  }
};
function enable(node, enabled) {
  attrs(node, { "aria-disabled": enabled ? null : "true" });
}
function nameButton(node, name) {
  node.textContent = name;
  attrs(node, { "aria-label": name, title: null });
}

// explorer_ui/components/classroom/candidates.js
function frequentPairs(rows, most) {
  const best = rows[0]?.count ?? 0;
  const leaders = rows.filter((row) => row.count === best);
  const others = rows.filter((row) => row.count !== best).slice(0, most - 1);
  const offered = [...leaders.slice(0, most - others.length), ...others];
  return inOrder(offered.map(({ left, right, count }) => ({ pair: [left, right], isRight: count === best })));
}
function neighbouringPairs(rows, most) {
  const next = rows.find((row) => row.next);
  if (!next) return { options: [], right: [] };
  const others = /* @__PURE__ */ new Map();
  for (const row of rows)
    if (row.left !== next.left || row.right !== next.right) others.set(`${row.left} ${row.right}`, row);
  const likely = [...others.values()].sort((one, two) => Number(two.rule) - Number(one.rule));
  return inOrder(
    [next, ...likely.slice(0, most - 1)].map((row) => ({
      pair: [row.left, row.right],
      isRight: row === next
    }))
  );
}
function inOrder(offered) {
  offered.sort((one, two) => one.pair[0] - two.pair[0] || one.pair[1] - two.pair[1]);
  return {
    options: offered.map(({ pair }) => pair),
    right: offered.flatMap(({ isRight }, index) => isRight ? [index] : [])
  };
}

// explorer_ui/components/classroom/count_options.js
var MOST = 4;
var STEP = 0.3;
function countOptions(now, then, random = Math.random) {
  if (then >= now) return { options: [], right: [] };
  const step = Math.max(1, Math.floor(STEP * Math.min(then, now - then)));
  const below = Math.min(MOST - 1, Math.floor((then - 1) / step));
  const above = Math.min(MOST - 1, Math.floor((now - 1 - then) / step));
  const many = Math.min(MOST, below + above + 1);
  const [least, most] = [Math.max(0, many - 1 - above), Math.min(below, many - 1)];
  const right = least + Math.floor(random() * (most - least + 1));
  const options = Array.from({ length: many }, (_, i) => grouped(then + (i - right) * step));
  return { options, right: [right] };
}

// explorer_ui/components/classroom/covering.js
function coverPlayer(player, what) {
  if (player.root.dataset.asked === (what ?? void 0)) return;
  const asked2 = what !== null;
  if (asked2) {
    player.predict.switch(false);
    player.freeHand.switch(false);
    player.playback.pause();
    player.root.dataset.asked = what;
  } else delete player.root.dataset.asked;
  player.held = asked2;
  for (const toggle of [player.predict.toggle, player.freeHand.toggle])
    attrs(toggle, { "aria-disabled": asked2 ? "true" : null });
  player.cover(asked2);
}

// explorer_ui/components/classroom/taught_player.js
var CANDIDATES = 4;
var MERGES = 10;
var TaughtPlayer = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.showsQuestion = false;
    const can = () => this.step < (player.shown?.history.steps ?? 0);
    this.asks = [
      { words: "Ask what is next", can, ask: () => this.askNext() },
      { words: "Ask how many tokens", can, ask: () => this.askCount() }
    ];
  }
  get step() {
    return this.player.step;
  }
  get vocabulary() {
    return this.player.shown?.history.vocabulary;
  }
  /** @param {Offer} offer */
  scene({ page, link }) {
    this.player.freeHand.switch(false);
    const { shown } = this.player;
    return shown && { player: { ...shown.data, selected: null, classroom: null }, page, link };
  }
  // The next pair among others that are frequent; in the order of their ids, which tells nothing.
  /** @returns {ClassQuestion | string} */
  askNext() {
    const { shown } = this.#stopped();
    if (!shown) return "There is no text here.";
    const { question, everywhere, step: name } = shown.telling;
    const { options, right } = (everywhere ? frequentPairs : neighbouringPairs)(
      this.player.panels.rows,
      CANDIDATES
    );
    if (options.length < 2) return "One pair alone is left here: nothing to ask.";
    const prompt = this.step ? `After ${plural(this.step, name)}: ${question[0].toLowerCase()}${question.slice(1)}` : question.replace("next", "first");
    return {
      prompt,
      options,
      covers: "next",
      uncovered: () => ({ right }),
      next: () => this.#goTo(this.step + 1)
    };
  }
  // How many tokens there are after some more merges, or when nothing more joins.
  /** @returns {ClassQuestion | string} */
  askCount() {
    const { shown, step } = this.#stopped();
    if (!shown) return "There is no text here.";
    const { history, telling } = shown;
    const last = telling.everywhere ? Math.min(history.steps, step + MERGES) : history.steps;
    const now = history.tokensAt(step);
    const { options, right } = countOptions(now, history.tokensAt(last));
    if (options.length < 2) return "Too little is left to ask how many tokens there will be.";
    const been = step ? ` after ${plural(step, telling.step)}` : "";
    const then = telling.everywhere ? `after ${plural(last - step, `${step ? "more " : ""}${telling.step}`)}` : "when nothing more joins";
    const prompt = `The text is ${plural(now, "token")}${been}. How many ${then}?`;
    return { prompt, options, covers: "count", uncovered: () => ({ right }), next: () => this.#goTo(last) };
  }
  /** @param {Asked | null} what */
  cover(what) {
    coverPlayer(this.player, what);
  }
  #stopped() {
    this.player.freeHand.switch(false);
    this.player.playback.pause();
    return this.player;
  }
  /** @param {number} step */
  #goTo(step) {
    this.player.goByHand(step);
  }
};

// explorer_ui/components/player/playback.js
var SPEEDS = [
  [0.5, "1 in 2 s"],
  [1, "1 a second"],
  [2, "2 a second"],
  [5, "5 a second"],
  [15, "15 a second"],
  [60, "60 a second"]
];
var Playback = class {
  /**
   * @param {(steps: number) => boolean} advance Goes on by so many steps; false when the last one is reached.
   * @param {(playing: boolean) => void} changed
   */
  constructor(advance, changed) {
    this.advance = advance;
    this.changed = changed;
    this.speed = 2;
    this.playing = false;
    this.frame = 0;
  }
  play() {
    this.playing = true;
    this.changed(true);
    let last = performance.now();
    let owed = 1 - Math.min(1, 0.25 * this.speed);
    const tick = (now) => {
      if (!this.playing) return;
      owed += (now - last) / 1e3 * this.speed;
      last = now;
      const whole = Math.floor(owed);
      owed -= whole;
      if (whole && !this.advance(whole)) this.pause();
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }
  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.changed(false);
  }
};

// explorer_ui/components/player/shortcuts.js
var SHORTCUTS = [
  { act: "first", keys: ["Home"], title: "Home", holds: ["slider"] },
  { act: "back", keys: ["ArrowLeft"], title: "←", holds: ["slider"] },
  { act: "back", keys: ["PageUp"], title: "Page Up", holds: ["slider", "stage"] },
  { act: "play", keys: [" "], title: "Space", holds: ["slider", "stage"], once: true },
  { act: "forward", keys: ["ArrowRight"], title: "→", holds: ["slider"] },
  { act: "forward", keys: ["PageDown"], title: "Page Down", holds: ["slider", "stage"] },
  { act: "last", keys: ["End"], title: "End", holds: ["slider"] },
  { act: "present", keys: ["p", "P"], title: "P", holds: ["slider", "stage"] },
  { act: "leave", keys: ["Escape"], title: "Esc", holds: ["slider"] }
];
var keysOf = (act2) => SHORTCUTS.filter((shortcut) => shortcut.act === act2).map(({ title }) => title).join(" or ");
function actOf(event, place) {
  if (event.defaultPrevented || isChord(event)) return null;
  if (event.shiftKey && !/^[A-Z]$/.test(event.key)) return null;
  const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
  if (!shortcut || shortcut.act === "leave" && !place.presenting) return null;
  return isTaken(event, shortcut, place) ? null : shortcut.act;
}
var actsOnce = (act2) => SHORTCUTS.some((shortcut) => shortcut.act === act2 && shortcut.once);
var FIELD = "textarea, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=file], [type=color])";
var PAGELESS = "[type=number], [role=combobox][aria-expanded=false]";
var SCROLLERS = "[role=listbox], [role=grid], [role=menu], [role=tree], canvas, audio, video";
var STEPPERS = "select, [type=range], [type=radio], [type=color], [role=slider], [role=radio], [role=radiogroup], [role=tab], [role=combobox], [role=spinbutton]";
var PRESSABLE = "button, summary, a[href], input, [role=button], [role=checkbox], [role=switch]";
var IN_FRONT = "dialog[open], [role=dialog], [data-testid=stPopoverBody], [data-baseweb=popover] [role=listbox]";
function isTaken(event, { holds }, { root, slider, stage, presenting, typing }) {
  const path = event.composedPath().filter((node) => node instanceof Element);
  const own = path.includes(root);
  if (!own && path.some((node) => node.classList.contains("bpe-player"))) return true;
  if (presenting) {
    if (!own && document.fullscreenElement) return false;
  } else if (document.querySelector(IN_FRONT)) return true;
  const target = path[0];
  if (!target) return false;
  if (target === slider) return !holds.includes("slider");
  if (target === stage) return !holds.includes("stage");
  const within = (kind) => path.some((node) => node.matches(kind));
  if (within(SCROLLERS)) return true;
  if (event.key === "PageUp" || event.key === "PageDown") {
    if (typing || within(FIELD) && !within(PAGELESS)) return true;
  } else if (within(FIELD) || within(STEPPERS)) return true;
  if (event.key === " " && within(PRESSABLE)) return true;
  if (own) return false;
  const frame = root.getBoundingClientRect();
  return frame.bottom < 40 || frame.top > innerHeight - 40 || !frame.width;
}

// explorer_ui/components/player/controls.js
var ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3l7 5-7 5z",
  last: "M11 3h2v10h-2zM3 3l7 5-7 5z",
  present: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
  save: "M7 2h2v6h3l-4 4-4-4h3zM2 13h12v1.5H2z"
};
var Controls = class {
  /**
   * @param {HTMLElement} root Of the player.
   * @param {Orders} orders
   * @param {number} speed At first.
   */
  constructor(root, orders, speed) {
    const press = (act2, name2) => attrs(
      button(act2, name2, icon(ICONS[act2]), () => orders.act(act2)),
      { title: `${name2} (${keysOf(act2)})` }
    );
    this.first = press("first", "First step");
    this.back = press("back", "One step back");
    this.play = press("play", "Play");
    this.forward = press("forward", "One step forward");
    this.last = press("last", "Last step");
    this.steps = el("div", "steps");
    this.steps.append(this.first, this.back, this.play, this.forward, this.last);
    this.slider = attrs(el("input", "seek"), { type: "range", min: 0, "aria-label": "Step" });
    this.slider.addEventListener("input", () => orders.go(Number(this.slider.value)));
    this.typing = false;
    this.number = attrs(el("input", "number"), { type: "number", min: 0, "aria-label": "Step number" });
    this.number.addEventListener("input", () => this.typing = true);
    this.number.addEventListener("change", () => {
      this.typing = false;
      orders.goByHand(Number(this.number.value));
    });
    this.number.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.number.blur();
    });
    root.addEventListener("focusout", () => this.typing = false);
    this.total = el("span", "total");
    const where = el("label", "where");
    where.append(el("span", "unseen", "Step"), this.number, this.total);
    const name = "Speed of playing";
    const speeds = attrs(el("select", "speed"), { "aria-label": name, title: name });
    for (const [value, words] of SPEEDS) speeds.append(attrs(el("option", "", words), { value }));
    speeds.value = String(speed);
    speeds.addEventListener("change", () => orders.setSpeed(Number(speeds.value)));
    this.present = press("present", "Presenter mode");
    attrs(this.present, { "aria-label": this.present.title, "aria-pressed": "false" });
    this.table = button("with-table", "Pairs", "Pairs", () => orders.toggleTable());
    attrs(this.table, { "aria-pressed": "false" });
    const more = el("div", "more-controls");
    more.append(speeds, whiteToggle(root), saveMenu(orders.saves), ...orders.more, this.table, this.present);
    this.node = attrs(el("div", "bar"), { role: "group", "aria-label": "Steps" });
    this.node.append(this.steps, this.slider, where, more);
  }
  /**
   * A new history.
   *
   * @param {number} steps
   */
  setSteps(steps) {
    this.slider.max = this.number.max = String(steps);
    this.total.textContent = `/ ${steps}`;
    this.number.style.width = `${Math.max(3, String(steps).length) + 2}ch`;
  }
  /**
   * @param {number} step
   * @param {number} steps
   * @param {boolean} held Whether the step stays as it is.
   */
  draw(step, steps, held) {
    this.slider.value = String(step);
    attrs(this.slider, { "aria-valuetext": `step ${step} of ${steps}` });
    if (this.number !== focusedBeside(this.node) || !this.typing) this.number.value = String(step);
    const disable = (nodes, disabled) => {
      for (const node of nodes) attrs(node, { "aria-disabled": disabled ? "true" : null });
    };
    disable([this.first, this.back], held || step === 0);
    disable([this.forward, this.last], held || step === steps);
    disable([this.play], held);
    this.slider.disabled = this.number.disabled = held;
  }
  /** @param {boolean} playing */
  drawPlaying(playing) {
    const name = playing ? "Pause" : "Play";
    this.play.replaceChildren(icon(playing ? ICONS.pause : ICONS.play));
    attrs(this.play, { "aria-label": name, title: `${name} (${keysOf("play")})` });
  }
};
var SAVE = "Save a picture or a page";
function saveMenu(saves) {
  const menu = el("details", "save");
  const open = attrs(el("summary"), { "aria-label": SAVE, title: SAVE });
  open.append(icon(ICONS.save));
  const list = el("div", "menu");
  for (const [name, save2, kind = ""] of saves) {
    const node = attrs(el("button", kind, name), { type: "button" });
    node.addEventListener("click", () => {
      menu.open = false;
      save2();
    });
    list.append(node);
  }
  menu.append(open, list);
  return menu;
}

// explorer_ui/components/player/cursor.js
var Cursor = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.unit = null;
    const { box } = player;
    box.addEventListener("keydown", (event) => this.pressed(event));
    box.addEventListener("focus", () => {
      const { starts, rows } = player.stage;
      this.moveTo(this.unit ?? player.selected ?? starts[rows.visible[0]] ?? 0);
    });
  }
  /** Another history. */
  begin() {
    this.unit = null;
  }
  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { player, unit } = this;
    if (unit === null || !player.shown) return;
    const to = walked(event, player.stage, unit);
    const here = player.shown.history.startOf(unit, player.step);
    if (to !== null) this.moveTo(to);
    else if (event.key === "Enter") player.select(player.selected === here ? null : here);
    else if (event.key === "Escape" && !player.presenter.on) player.box.blur();
    else return;
    event.preventDefault();
  }
  /** @param {number} unit */
  moveTo(unit) {
    const { pointer, shown, stage, step } = this.player;
    if (!shown?.history.units) return;
    this.unit = shown.history.startOf(unit, step);
    stage.rows.reveal(stage.rowOf(this.unit));
    pointer.moveTo(`.tok[data-start="${this.unit}"]`);
  }
};
function walked(event, stage, unit) {
  if (!stage.scene || isChord(event)) return null;
  const { history, step } = stage.scene;
  const here = history.tokenAt(unit, step);
  const row = stage.rowOf(unit);
  const below = (by) => {
    const other = clamp(row + by, 0, stage.starts.length - 1);
    return Math.min(stage.starts[other] + unit - stage.starts[row], stage.endOf(other) - 1);
  };
  const ways = {
    ArrowRight: () => here.end,
    ArrowLeft: () => here.start - 1,
    ArrowDown: () => below(1),
    ArrowUp: () => below(-1),
    Home: () => stage.starts[row],
    End: () => stage.endOf(row) - 1
  };
  const way = ways[event.key];
  return way ? history.startOf(clamp(way(), 0, history.units - 1), step) : null;
}

// explorer_ui/components/player/curve.js
var POINTS = 400;
var Curve = class {
  constructor() {
    this.node = svg("svg", {
      class: "curve",
      role: "img",
      "aria-label": "Number of tokens after each merge"
    });
    this.dot = svg("circle", { r: 4.5, class: "dot" });
    this.now = svg("line", { class: "now" });
    this.x = (step) => step;
    this.y = (tokens) => tokens;
    this.stepAt = (x) => x;
  }
  /**
   * @param {History} history
   * @param {string} stepName "merge" or "join"
   * @param {History} [beside] Another history of the same text, drawn behind it.
   */
  draw(history, stepName, beside) {
    const { node } = this;
    const { whole } = history;
    const steps = Math.max(history.steps, beside?.steps ?? 0);
    const width = Math.max(160, node.clientWidth);
    const height = Math.max(70, node.clientHeight);
    const [left, right, top, bottom] = [8 + 7 * grouped(whole).length, 10, 8, 20];
    const across = width - left - right;
    const x = (step) => left + (steps ? step / steps : 0) * across;
    const y = (n) => height - bottom - (whole ? n / whole : 0) * (height - top - bottom);
    Object.assign(this, { x, y, stepAt: (at) => (at - left) / across * steps });
    const path = (of) => stepsDrawn(of.steps).map((step, i) => `${i ? "L" : "M"}${x(step).toFixed(1)} ${y(of.tokensAt(step)).toFixed(1)}`).join("");
    const line = path(history);
    const floor = y(0);
    attrs(node, { viewBox: `0 0 ${width} ${height}` });
    attrs(this.now, { y1: top, y2: floor });
    node.replaceChildren(
      svg("path", { d: `${line}L${x(history.steps)} ${floor}L${x(0)} ${floor}Z`, class: "area" }),
      svg("line", { x1: x(0), x2: x(steps), y1: floor, y2: floor, class: "axis" }),
      ...history.fellAt === null ? [] : wallsFall(x(history.fellAt), top, floor),
      this.now,
      ...beside ? [
        svg("path", { d: path(beside), class: "beside" }),
        // What has ended stays where it is.
        svg("line", {
          x1: x(beside.steps),
          x2: x(steps),
          y1: y(beside.tokensAt(beside.steps)),
          y2: y(beside.tokensAt(beside.steps)),
          class: "ended"
        })
      ] : [],
      svg("path", { d: line, class: "line" }),
      this.dot,
      label(grouped(whole), left - 5, top + 7, "end"),
      label("0", left - 5, floor + 4, "end"),
      label(steps ? "0" : "", x(0), height - 5, "middle"),
      label(plural(steps, stepName), x(steps), height - 5, steps ? "end" : "start")
    );
  }
  /**
   * @param {number} step
   * @param {number} tokens
   */
  mark(step, tokens) {
    const at = this.x(step);
    attrs(this.dot, { cx: at, cy: this.y(tokens) });
    attrs(this.now, { x1: at, x2: at });
  }
  /**
   * The curve with its looks written into it, for a file.
   *
   * @param {string} background
   */
  picture(background) {
    const copy = (
      /** @type {SVGSVGElement} */
      this.node.cloneNode(true)
    );
    const originals = this.node.children;
    [...copy.children].forEach((node, i) => {
      const look = getComputedStyle(originals[i]);
      attrs(node, {
        fill: look.fill === "none" ? "none" : solid(look.fill),
        "fill-opacity": look.fillOpacity,
        stroke: look.stroke === "none" ? "none" : solid(look.stroke),
        "stroke-width": look.strokeWidth,
        "font-family": look.fontFamily,
        "font-size": look.fontSize,
        class: null
      });
    });
    const { width, height } = this.node.viewBox.baseVal;
    attrs(copy, { xmlns: "http://www.w3.org/2000/svg", width, height, class: null });
    copy.prepend(svg("rect", { width, height, fill: solid(background) }));
    return copy;
  }
};
function stepsDrawn(steps) {
  const drawn = [];
  for (let step = 0; step < steps; step += Math.max(1, steps / POINTS)) drawn.push(Math.floor(step));
  return [...drawn, steps];
}
function wallsFall(x, top, floor) {
  return [
    svg("line", { x1: x, x2: x, y1: top, y2: floor, class: "fall" }),
    label("walls fall", x + 5, top + 7, "start")
  ];
}
function label(words, x, y, anchor) {
  const node = svg("text", { x, y, "text-anchor": anchor });
  node.textContent = words;
  return node;
}

// explorer_ui/components/shared/closed_at.js
function startOf(closed, unit, step) {
  let start = unit;
  while (start > 0 && closed[start - 1] < step) start--;
  return start;
}
function spanFrom(closed, start, step) {
  let rank = -1;
  let end = start + 1;
  while (end <= closed.length && closed[end - 1] < step) {
    if (closed[end - 1] > rank) rank = closed[end - 1];
    end++;
  }
  return { start, end, rank };
}
function gapsByRank(closed, steps) {
  const starts = new Uint32Array(steps + 1);
  for (const rank of closed) if (rank < steps) starts[rank + 1]++;
  for (let rank = 0; rank < steps; rank++) starts[rank + 1] += starts[rank];
  const gaps = new Uint32Array(starts[steps]);
  const next = starts.slice();
  closed.forEach((rank, gap) => {
    if (rank < steps) gaps[next[rank]++] = gap;
  });
  return { starts, gaps };
}

// explorer_ui/components/player/text_units.js
var TextUnits = class {
  /** @param {Pick<StageData, "text" | "units" | "base_ids" | "base_units">} data */
  constructor({ text, units, base_ids, base_units }) {
    this.bytes = bytesOf(text);
    this.called = units === "bytes" ? "byte" : base_units ? "base unit" : "character";
    const starts = () => base_units ? unitStarts(base_units) : characterStarts(this.bytes);
    this.characters = units === "characters" ? starts() : null;
    this.length = this.characters ? this.characters.length - 1 : this.bytes.length;
    this.ids = new Uint32Array(this.length);
    this.bytesOfId = /* @__PURE__ */ new Map();
    const idOf2 = base_ids && new Map(base_ids);
    for (let unit = 0; unit < this.length; unit++) {
      const value = this.valueAt(unit);
      const id = base_units ? base_units[2 * unit] : idOf2?.get(value) ?? value;
      this.ids[unit] = id;
      if (!this.bytesOfId.has(id)) this.bytesOfId.set(id, this.bytesBetween(unit, unit + 1));
    }
  }
  /**
   * The byte or the code point of a unit.
   *
   * @param {number} unit
   */
  valueAt(unit) {
    if (!this.characters) return this.bytes[unit];
    return characterAt(this.bytes, this.characters[unit], this.characters[unit + 1])?.point ?? 65533;
  }
  /**
   * The first byte of a unit; of the unit after the last, where the text ends.
   *
   * @param {number} unit
   */
  byteOf(unit) {
    return this.characters ? this.characters[unit] : unit;
  }
  /**
   * @param {number} from
   * @param {number} to
   */
  bytesBetween(from, to) {
    return this.bytes.subarray(this.byteOf(from), this.byteOf(to));
  }
};
function unitStarts(units) {
  const starts = new Uint32Array(units.length / 2 + 1);
  for (let unit = 0; 2 * unit < units.length; unit++) starts[unit + 1] = starts[unit] + units[2 * unit + 1];
  return starts;
}
function characterStarts(bytes) {
  const starts = new Uint32Array(bytes.length + 1);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) if (!isContinuation(bytes[i])) starts[n++] = i;
  starts[n++] = bytes.length;
  return starts.slice(0, n);
}

// explorer_ui/components/player/token_words.js
var SPACE = 32;
var TokenWords = class {
  /** @param {Vocabulary} vocabulary */
  constructor(vocabulary) {
    this.vocabulary = vocabulary;
    this.known = /* @__PURE__ */ new Map();
  }
  /** @param {number} id */
  of(id) {
    let shape = this.known.get(id);
    if (!shape) {
      const bytes = this.vocabulary.bytesOf(id);
      let words = 0;
      bytes.forEach((byte, i) => {
        if (byte !== SPACE && (i === 0 || bytes[i - 1] === SPACE)) words++;
      });
      shape = { words, begins: bytes[0] !== SPACE, ends: bytes[bytes.length - 1] !== SPACE };
      this.known.set(id, shape);
    }
    return shape;
  }
  /**
   * How many words two tokens have together: words that touch are one.
   *
   * @param {number} left
   * @param {number} right
   */
  ofPair(left, right) {
    const [one, two] = [this.of(left), this.of(right)];
    return one.words + two.words - Number(one.ends && two.begins);
  }
};

// explorer_ui/components/player/vocabulary.js
var Vocabulary = class {
  /**
   * @param {Merge[]} merges
   * @param {Map<number, Uint8Array>} base The bytes of each base unit.
   * @param {Display} display
   */
  constructor(merges, base, display) {
    this.base = base;
    this.display = display;
    this.madeBy = /* @__PURE__ */ new Map();
    for (const merge of merges) if (!this.madeBy.has(merge.id)) this.madeBy.set(merge.id, merge);
    this.known = /* @__PURE__ */ new Map();
  }
  /**
   * The bytes of a token. No recursion: a token can be thousands of merges deep.
   *
   * @param {number} id
   */
  bytesOf(id) {
    const found = this.known.get(id);
    if (found) return found;
    const bytes = [];
    const left = [id];
    for (let next = left.pop(); next !== void 0; next = left.pop()) {
      const merge = this.madeBy.get(next);
      const whole = this.known.get(next) ?? (merge ? void 0 : this.base.get(next));
      if (whole) for (const byte of whole) bytes.push(byte);
      else if (merge) left.push(merge.right, merge.left);
    }
    const made = Uint8Array.from(bytes);
    this.known.set(id, made);
    return made;
  }
  /**
   * @param {number} id
   * @returns {DrawnToken}
   */
  tokenOf(id) {
    return { id, pieces: piecesOf(this.bytesOf(id), this.display), quiet: !this.madeBy.has(id) };
  }
};

// explorer_ui/components/player/history.js
var WALL = 65534;
var OPEN = 65535;
var OPEN_FELL = 65533;
var FELL = 32768;
var History = class {
  /**
   * @param {StageData} data
   * @param {Unpacked} [unpacked] What happened to the text where it was not as the data says.
   */
  constructor(data, { text, closed, fell, merges } = unpack(data)) {
    this.text = text;
    this.units = text.length;
    this.display = data.display;
    this.ending = data.ending;
    this.closed = closed;
    this.fell = fell;
    this.fellAt = data.walls_fell === null ? null : data.walls_fell_at;
    this.mostWords = this.fellAt !== null && "most_words" in data && Number(data.most_words) || Infinity;
    this.merges = merges;
    this.weights = data.weights && this.weightsOfUnits(data.weights);
    this.whole = this.weights ? this.weights.reduce((sum, weight) => sum + weight, 0) : this.units;
    this.steps = this.merges.length;
    this.vocabulary = new Vocabulary(this.merges, this.text.bytesOfId, this.display);
    this.words = new TokenWords(this.vocabulary);
    const { starts, gaps } = gapsByRank(this.closed, this.steps);
    this.starts = starts;
    this.gaps = gaps;
    this.joined = new Float64Array(this.steps + 1);
    this.merges.forEach(({ replaced }, rank) => this.joined[rank + 1] = this.joined[rank] + replaced);
  }
  /** @param {number[]} weights How often each chunk counts, in their order. */
  weightsOfUnits(weights) {
    let chunk = 0;
    return Float64Array.from({ length: this.units }, (_, unit) => {
      if (unit && this.isWall(unit - 1)) chunk++;
      return weights[chunk];
    });
  }
  /**
   * The gaps that the merge of this rank closes, ascending.
   *
   * @param {number} rank
   */
  gapsOf(rank) {
    return rank < this.steps ? this.gaps.subarray(this.starts[rank], this.starts[rank + 1]) : new Uint32Array(0);
  }
  /**
   * How many tokens there are at a step, those of a chunk as often as it counts.
   *
   * @param {number} step
   */
  tokensAt(step) {
    return this.whole - this.joined[step];
  }
  /**
   * Whether a chunk ended here before the first step; the layout keeps room for a wall that fell.
   *
   * @param {number} gap
   */
  isWall(gap) {
    return this.closed[gap] === WALL || this.fell?.[gap] === 1;
  }
  /**
   * Whether nothing can join across a gap at a step.
   *
   * @param {number} gap
   * @param {number} step
   */
  stands(gap, step) {
    return this.closed[gap] === WALL || this.fell?.[gap] === 1 && step < Number(this.fellAt);
  }
  /** The merges that make a token which reaches across a wall that fell, for the first time. */
  get acrossWalls() {
    const first = new Set(this.closed.filter((_, gap) => this.fell?.[gap]));
    const across = /* @__PURE__ */ new Set();
    return this.merges.filter(({ id, left, right, rank }) => {
      const isNew = !across.has(id) && (first.has(rank) || across.has(left) || across.has(right));
      if (isNew) across.add(id);
      return isNew;
    });
  }
  get hasWalls() {
    return this.closed.includes(WALL) || Boolean(this.fell?.includes(1));
  }
  /**
   * The first unit of the token that holds `unit`.
   *
   * @param {number} unit
   * @param {number} step
   */
  startOf(unit, step) {
    return startOf(this.closed, unit, step);
  }
  /**
   * The token that begins at unit `start`.
   *
   * @param {number} start
   * @param {number} step
   * @returns {Token}
   */
  tokenFrom(start, step) {
    const { end, rank } = spanFrom(this.closed, start, step);
    return { start, end, rank, id: rank < 0 ? this.text.ids[start] : this.merges[rank].id };
  }
  /**
   * The token that holds `unit`.
   *
   * @param {number} unit
   * @param {number} step
   */
  tokenAt(unit, step) {
    return this.tokenFrom(this.startOf(unit, step), step);
  }
  /**
   * Every token from the one that begins at `from` to the end of the text.
   *
   * @param {number} step
   * @param {number} [from]
   */
  *tokens(step, from = 0) {
    for (let start = from; start < this.units; ) {
      const token = this.tokenFrom(start, step);
      yield token;
      start = token.end;
    }
  }
  /**
   * The gaps at which `left` and `right` stand side by side at a step, whether or not they are joined next.
   *
   * @param {{left: number, right: number}} pair
   * @param {number} step
   */
  gapsBetween({ left, right }, step) {
    const gaps = [];
    let before = null;
    for (const token of this.tokens(step)) {
      if (before?.id === left && token.id === right && !this.stands(token.start - 1, step))
        gaps.push(token.start - 1);
      before = token;
    }
    return this.mayMerge(left, right, step) ? gaps : [];
  }
  /**
   * Whether what two tokens make has no more words than it may have at a step.
   *
   * @param {number} left
   * @param {number} right
   * @param {number} step
   */
  mayMerge(left, right, step) {
    if (this.mostWords === Infinity || step < Number(this.fellAt)) return true;
    return this.words.ofPair(left, right) <= this.mostWords;
  }
  /**
   * @param {number} from
   * @param {number} to
   */
  piecesBetween(from, to) {
    return piecesOf(this.text.bytesBetween(from, to), this.display);
  }
  /**
   * A token as it stands in the text: bytes that an id stands for may differ from its own (an unknown character).
   *
   * @param {Token} token
   * @returns {DrawnToken}
   */
  drawn({ start, end, id, rank }) {
    return { id, pieces: this.piecesBetween(start, end), quiet: rank < 0 };
  }
  /**
   * The units of the chunk that holds `unit` at a step, or null if the whole text is one.
   *
   * @param {number} unit
   * @param {number} [step]
   * @returns {[number, number] | null}
   */
  chunkOf(unit, step = 0) {
    let from = unit;
    let to = unit + 1;
    while (from > 0 && !this.stands(from - 1, step)) from--;
    while (to < this.units && !this.stands(to - 1, step)) to++;
    return from === 0 && to === this.units ? null : [from, to];
  }
};
function unpack(data) {
  const merges = Array.from({ length: data.merges.length / 5 }, (_, rank) => {
    const [left, right, id, counted, replaced] = data.merges.slice(5 * rank, 5 * rank + 5);
    return { rank, left, right, id, counted, replaced };
  });
  const closed = uint16sOf(data.closed_at);
  if (data.walls_fell === null) return { text: new TextUnits(data), closed, fell: null, merges };
  const fell = Uint8Array.from(closed, (rank) => Number(rank >= FELL && rank <= OPEN_FELL));
  fell.forEach((was, gap) => {
    if (was) closed[gap] = closed[gap] === OPEN_FELL ? OPEN : closed[gap] - FELL;
  });
  return { text: new TextUnits(data), closed, fell, merges };
}

// explorer_ui/components/player/neighbours.js
var Neighbours = class {
  constructor() {
    this.first = null;
    this.words = "";
  }
  /**
   * A token is touched. Returns the pair if it stands beside the one before it and may be joined with it, in the
   * order of the text; else it is the first of two.
   *
   * @param {History} history
   * @param {number} step
   * @param {number} unit Of the token.
   * @returns {Pair | null}
   */
  touch(history, step, unit) {
    const token = history.tokenAt(unit, step);
    const other = this.first === null ? token : history.tokenAt(this.first, step);
    const [left, right] = other.start < token.start ? [other, token] : [token, other];
    const beside = left.end === right.start;
    if (!beside || history.stands(left.end - 1, step)) {
      this.first = token.start;
      this.words = beside ? "A chunk boundary lies between these two: they do not join. Touch another neighbour." : "Now touch the token beside it.";
      return null;
    }
    this.first = null;
    return { left: left.id, right: right.id };
  }
};

// explorer_ui/components/player/pair_counts.js
var PairIndex = class {
  constructor() {
    this.size = 1 << 12;
    this.slots = new Int32Array(this.size);
    this.left = new Int32Array(this.size);
    this.right = new Int32Array(this.size);
    this.counts = new Int32Array(this.size);
    this.distinct = 0;
  }
  /**
   * @param {number} a
   * @param {number} b
   */
  slotOf(a, b) {
    let slot = (Math.imul(a, 2654435761) ^ Math.imul(b, 2246822507)) >>> 0;
    slot = (slot ^ slot >>> 15) & this.size - 1;
    for (let i = this.slots[slot]; i; i = this.slots[slot]) {
      if (this.left[i - 1] === a && this.right[i - 1] === b) break;
      slot = slot + 1 & this.size - 1;
    }
    return slot;
  }
  /**
   * @param {number} a
   * @param {number} b
   * @param {number} times
   */
  add(a, b, times) {
    const slot = this.slotOf(a, b);
    if (this.slots[slot]) {
      this.counts[this.slots[slot] - 1] += times;
      return;
    }
    this.left[this.distinct] = a;
    this.right[this.distinct] = b;
    this.counts[this.distinct] = times;
    this.slots[slot] = ++this.distinct;
    if (2 * this.distinct > this.size) this.grow();
  }
  /**
   * Forget the pairs that are none; nothing can be added afterwards.
   *
   * @param {(left: number, right: number) => boolean} is
   */
  keep(is) {
    let kept = 0;
    for (let i = 0; i < this.distinct; i++) {
      if (!is(this.left[i], this.right[i])) continue;
      this.left[kept] = this.left[i];
      this.right[kept] = this.right[i];
      this.counts[kept++] = this.counts[i];
    }
    this.distinct = kept;
  }
  grow() {
    this.size *= 2;
    const wider = (old) => {
      const array = new Int32Array(this.size);
      array.set(old);
      return array;
    };
    [this.left, this.right, this.counts] = [wider(this.left), wider(this.right), wider(this.counts)];
    this.slots = new Int32Array(this.size);
    for (let i = 0; i < this.distinct; i++) this.slots[this.slotOf(this.left[i], this.right[i])] = i + 1;
  }
};
function countPairs(history, step) {
  const { closed, units, text, merges, weights } = history;
  const pairs = new PairIndex();
  let most = 0;
  for (const id of text.ids) if (id > most) most = id;
  for (const { id } of merges) if (id > most) most = id;
  const uses = new Uint32Array(most + 1);
  let before = -1;
  for (let start = 0; start < units; ) {
    let rank = -1;
    let end = start + 1;
    while (end < units && closed[end - 1] < step) {
      if (closed[end - 1] > rank) rank = closed[end - 1];
      end++;
    }
    const id = rank < 0 ? text.ids[start] : merges[rank].id;
    const times = weights ? weights[start] : 1;
    uses[id] += times;
    if (before >= 0) pairs.add(before, id, times);
    before = end < units && history.stands(end - 1, step) ? -1 : id;
    start = end;
  }
  pairs.keep((left2, right2) => history.mayMerge(left2, right2, step));
  const { left, right, counts, distinct } = pairs;
  return { left, right, counts, distinct, uses };
}
var firstSeen = (_, i, j) => i < j;
function lowestPair(order) {
  const of = (id) => order?.get(id) ?? id;
  return ({ left, right }, i, j) => {
    const [a, b] = [of(left[i]), of(left[j])];
    return a !== b ? a < b : of(right[i]) < of(right[j]);
  };
}
function topPairs(table, tieRule, most) {
  const { left, right, counts, distinct } = table;
  const ahead = (i, j) => counts[i] !== counts[j] ? counts[i] > counts[j] : tieRule(table, i, j);
  const top = [];
  for (let i = 0; i < distinct; i++) {
    if (top.length === most && !ahead(i, top[most - 1])) continue;
    let at = top.length;
    while (at > 0 && ahead(i, top[at - 1])) at--;
    top.splice(at, 0, i);
    if (top.length > most) top.pop();
  }
  const best = top.length ? counts[top[0]] : 0;
  let tied = 0;
  for (let i = 0; i < distinct; i++) if (counts[i] === best) tied++;
  return { rows: top.map((i) => ({ left: left[i], right: right[i], count: counts[i] })), tied };
}

// explorer_ui/components/player/words_of_training.js
var ROWS = 8;
var FALLS = {
  blanks: "From here the walls at blanks are gone: a merge may join words.",
  punctuation: "From here the walls at punctuation are gone: a merge may join a word and the sign beside it.",
  all: "From here all walls are gone: a merge may join whatever stands side by side."
};
function tieRuleOf(data) {
  return data.tie_break === "first-seen" ? firstSeen : lowestPair(data.tie_order && new Map(data.tie_order));
}
function wordsOfTraining(data, history) {
  const tieRule = tieRuleOf(data);
  const rule = data.tie_break === "first-seen" ? "the one seen first in the text." : `the one with the lowest ${data.tie_order ? "glyphs" : "ids"}.`;
  const event = (step) => data.walls_fell && step === history.fellAt ? [FALLS[data.walls_fell], ...limits(data)].join(" ") : "";
  return {
    step: "merge",
    rule: rule.replace(/\.$/, ""),
    question: "Which pair is merged next?",
    made: "Learned tokens",
    everywhere: true,
    detail: ({ rank, left, right }) => `Rank ${rank} (ranks count from 0): pair (${left}, ${right})`,
    outcome: ({ counted, replaced }, tokens) => `It occurs ${plural(counted, "time")}; ${plural(tokens, "token")} become ${grouped(tokens - replaced)}.`,
    remark: overlaps,
    event,
    maker: (rank) => `merge ${rank + 1} (rank ${rank})`,
    pairs: (step, counts) => {
      const { rows, tied } = topPairs(counts, tieRule, ROWS);
      const most = rows[0]?.count ?? 1;
      const merge = history.merges[step];
      const others = merge && tied > 1 ? `Tied with ${plural(tied - 1, "other pair")} at ${grouped(merge.counted)}; the rule takes ${rule}` : "";
      return {
        title: "Pairs",
        note: plural(counts.distinct, "different pair"),
        label: "Most frequent pairs",
        remark: merge ? [event(step), overlaps(merge), others].filter(Boolean).join(" ") : "",
        rows: rows.map(({ left, right, count }, i) => {
          const next = i === 0 && step < history.steps;
          return {
            left,
            right,
            count,
            next,
            mark: next ? "next" : String(i + 1),
            tie: Boolean(merge) && tied > 1 && count === most,
            rule: true,
            share: count / most,
            figure: grouped(count)
          };
        })
      };
    }
  };
}
function limits({ walls_fell, keeps_colon_walls, most_words }) {
  const said = [];
  if (keeps_colon_walls && walls_fell !== "punctuation")
    said.push("The walls between a colon and a space stay.");
  if (most_words)
    said.push(`A pair that would make a token of more than ${plural(most_words, "word")} is no pair.`);
  return said;
}
function overlaps({ counted, replaced }) {
  if (counted === replaced) return "";
  return `Counted ${plural(counted, "time")}, replaced ${grouped(replaced)}: where occurrences overlap (a a a holds a a twice), a token can join only once.`;
}

// explorer_ui/components/player/own_merges.js
function cutAt(data, { closed, fell, merges, text }, step) {
  return new History(data, {
    text,
    fell,
    closed: closed.map((rank) => rank >= step && rank < WALL ? OPEN : rank),
    merges: merges.slice(0, step)
  });
}
function mergedNext(data, history, step, { left, right }) {
  const { closed, fell, merges, text } = cutAt(data, history, step);
  const gaps = history.gapsBetween({ left, right }, step);
  if (!gaps.length) return null;
  const times = (gap) => history.weights ? history.weights[gap] : 1;
  let counted = 0;
  let replaced = 0;
  let last = -1;
  for (const gap of gaps) {
    counted += times(gap);
    if (last >= 0 && history.startOf(gap, step) === last + 1) continue;
    closed[gap] = step;
    last = gap;
    replaced += times(gap);
  }
  const id = idOf({ left, right }, data, history, merges);
  merges.push({ rank: step, left, right, id, counted, replaced });
  return new History(data, { text, closed, fell, merges });
}
function goneOn(data, history, steps) {
  const tieRule = tieRuleOf(data);
  let on = history;
  while (on.steps < steps) {
    const [best] = topPairs(countPairs(on, on.steps), tieRule, 1).rows;
    const next = best && best.count > 1 && mergedNext(data, on, on.steps, best);
    if (!next) break;
    on = next;
  }
  return on;
}
function idOf({ left, right }, data, { vocabulary }, merges) {
  const again = merges.find((merge) => merge.left === left && merge.right === right);
  if (again) return again.id;
  const bytes = [...vocabulary.bytesOf(left), ...vocabulary.bytesOf(right)];
  const same2 = (other) => other.length === bytes.length && other.every((byte, i) => byte === bytes[i]);
  const spelled = data.same_string_same_token && merges.find(({ id }) => same2(vocabulary.bytesOf(id)));
  return spelled ? spelled.id : Math.max(data.first_new_id, ...merges.map(({ id }) => id + 1));
}

// explorer_ui/components/player/free_hand.js
var CHOOSE = "Touch two neighbours in the text, or a row of the table: they are merged everywhere.";
var NOTHING = "No two neighbours are left that could join.";
var FreeHand = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.trained = null;
    this.beside = null;
    this.neighbours = new Neighbours();
    const name = "Make your own merges, beside BPE's";
    this.toggle = attrs(
      button("free-hand", name, "Free hand", () => this.switch(!this.on)),
      { "aria-pressed": "false" }
    );
    this.words = attrs(el("p"), { role: "status" });
    const go = (by) => player.goByHand(by);
    this.undo = button("plain-button", "Undo the last merge", "Undo", () => go(player.step - 1));
    this.over = button("plain-button", "Start over from the base units", "Start over", () => go(0));
    this.root = attrs(el("section", "predict-panel"), { "aria-label": "Free hand" });
    this.root.append(this.words, this.undo, this.over);
    this.root.hidden = true;
  }
  get on() {
    return this.trained !== null;
  }
  /** Another history: BPE's, and only of a training can another be made. */
  begin() {
    this.trained = this.beside = null;
    this.toggle.hidden = this.player.shown?.data.mode !== "train";
    this.draw();
  }
  /** @param {boolean} on */
  switch(on) {
    const { player, trained } = this;
    if (on === this.on || on && player.held || player.shown?.data.mode !== "train") return;
    const { data, history, telling } = player.shown;
    player.predict.switch(false);
    player.playback.pause();
    if (trained) {
      this.trained = this.beside = null;
      player.shown = { data, history: trained.history, telling: trained.telling };
      player.step = trained.step;
    } else {
      this.trained = { history, telling, step: player.step };
      this.beside = history;
      this.take(data, cutAt(data, history, player.step));
    }
    player.selected = null;
    if (player.shown) player.stage.begin(player.shown.history, player.shown.telling);
    player.panels.begin();
    player.choose(this.on);
    player.fit();
    player.link.report();
    this.draw();
  }
  /**
   * Gives the player the learner's merges.
   *
   * @param {TrainingData & Start} data
   * @param {History} own
   */
  take(data, own) {
    own.ending = own.closed.includes(OPEN) ? CHOOSE : NOTHING;
    this.player.shown = { data, history: own, telling: wordsOfOwn(data, own) };
  }
  /**
   * A token was touched: the first of two, or the second; null: the first once more.
   *
   * @param {number | null} unit
   */
  touch(unit) {
    const { shown, stage, step } = this.player;
    if (!shown) return;
    const pair = unit === null ? null : this.neighbours.touch(shown.history, step, unit);
    if (unit === null) this.neighbours.first = null;
    else if (pair) this.merge(pair);
    else this.words.textContent = this.neighbours.words;
    stage.paint({ selected: this.neighbours.first });
  }
  /**
   * Merges a pair wherever it stands, and forgets what was merged after this step before.
   *
   * @param {Pair} pair
   */
  merge(pair) {
    const { player } = this;
    const { shown, stage, step } = player;
    if (shown?.data.mode !== "train" || !stage.scene) return;
    const { data } = shown;
    const own = mergedNext(data, shown.history, step, pair);
    if (!own) return;
    this.take(data, own);
    if (this.beside) this.beside = goneOn(data, this.beside, own.steps);
    stage.scene.history = own;
    player.controls.setSteps(own.steps);
    player.drawCurve();
    player.goByHand(step + 1);
  }
  /** What the step comes to, beside BPE's. */
  draw() {
    const { shown, step } = this.player;
    const { beside, trained } = this;
    attrs(this.toggle, { "aria-pressed": String(this.on) });
    this.root.hidden = !trained;
    if (!beside || !shown) return;
    this.neighbours.first = null;
    attrs(this.undo, { "aria-disabled": step ? null : "true" });
    attrs(this.over, { "aria-disabled": step ? null : "true" });
    this.words.textContent = wordsBeside(shown.history, beside, step);
  }
  /** What stands over the curve, null while the hand is not free. */
  get note() {
    const { shown, step } = this.player;
    if (!this.beside || !shown) return null;
    return `yours ${grouped(shown.history.tokensAt(step))}, BPE ${grouped(tokensOf(this.beside, step))}`;
  }
};
function wordsOfOwn(data, own) {
  const telling = wordsOfTraining(data, own);
  return {
    ...telling,
    made: "Your tokens",
    pairs: (step, counts) => {
      const merge = own.merges[step];
      const panel = telling.pairs(step, counts);
      const rows = panel.rows.map((row, i) => {
        const next = row.left === merge?.left && row.right === merge.right;
        return { ...row, next, tie: false, mark: next ? "next" : String(i + 1) };
      });
      return { ...panel, rows, remark: merge ? telling.remark(merge) : "" };
    }
  };
}
function wordsBeside(own, best, step) {
  if (!step) return "Your own merges, beside what BPE reaches after as many.";
  const mine = own.tokensAt(step);
  const merges = plural(step, "merge");
  if (step > best.steps)
    return `After ${merges}: yours ${plural(mine, "token")}, BPE ${grouped(tokensOf(best, step))}: after ${grouped(best.steps)} ${wordsAtEnd(best)}.`;
  let same2 = 0;
  while (same2 < step && alike(own, best, same2)) same2++;
  const bpe = best.tokensAt(step);
  const said = `After ${merges}: yours ${plural(mine, "token")}, BPE ${grouped(bpe)}.`;
  if (same2 === step) return `${said} The same merges so far.`;
  if (mine >= bpe) return said;
  return `${said} Fewer: the most frequent pair of each step is not always the best in the end.`;
}
var tokensOf = (best, step) => best.tokensAt(Math.min(step, best.steps));
function wordsAtEnd(best) {
  return countPairs(best, best.steps).distinct ? "every pair left occurs once" : "it had nothing left to merge";
}
function alike({ merges: one }, { merges: two }, rank) {
  return one[rank].left === two[rank].left && one[rank].right === two[rank].right;
}

// explorer_ui/components/player/dragged.js
function dragged(node, act2) {
  const move = (event) => {
    const frame = node.getBoundingClientRect();
    act2(event.clientX - frame.left, event.clientY - frame.top);
  };
  node.addEventListener("pointerdown", (event) => {
    if (!(event instanceof PointerEvent)) return;
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
    move(event);
  });
  node.addEventListener("pointermove", (event) => {
    if (event instanceof PointerEvent && node.hasPointerCapture(event.pointerId)) move(event);
  });
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

// explorer_ui/components/player/orders.js
function act(player, what) {
  const { presenter, shown, step } = player;
  if (!shown) return;
  if (what === "back") player.goByHand(step - 1);
  else if (what === "forward") player.goByHand(step + 1);
  else if (what === "first") player.goByHand(0);
  else if (what === "last") player.goByHand(shown.history.steps);
  else if (what === "play") togglePlaying(player, shown.history.steps);
  else if (what === "present") presenter.turn(!presenter.on);
  else if (what === "leave") presenter.turn(false);
}
function togglePlaying(player, steps) {
  const { playback } = player;
  if (playback.playing) playback.pause();
  else if (steps && !player.held) {
    if (player.step === steps) player.go(0);
    playback.play();
  }
}
function ordersTo(player) {
  const text = () => ({ name: `bpe-text-step-${player.step}`, picture: pictureOf(player.box) });
  const background = () => getComputedStyle(player.root).getPropertyValue("--bg");
  const curve = () => ({
    name: `bpe-curve-step-${player.step}`,
    picture: player.curve.picture(background())
  });
  return {
    act: (what) => act(player, what),
    go: (step) => player.go(step),
    goByHand: (step) => player.goByHand(step),
    setSpeed: (speed) => player.playback.speed = speed,
    toggleTable: () => player.presenter.toggleTable(),
    more: [player.predict.toggle, player.freeHand.toggle, player.classPanel.opener],
    saves: [
      ["Text as SVG", () => saveSvg(text())],
      ["Text as PNG", () => savePng(text())],
      ["Curve as SVG", () => saveSvg(curve())],
      ["Curve as PNG", () => savePng(curve())],
      ["The player as a web page", () => player.link.send("saving", performance.now()), "served"]
    ]
  };
}

// explorer_ui/components/player/hands.js
function listen(player, signal) {
  const { box, controls, curve, link, page, presenter, root, stage } = player;
  document.addEventListener("keydown", (event) => pressed(event, player), { signal });
  link.waitForPressesOutside(root);
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? presenter.turn(false), {
    signal
  });
  document.fonts.addEventListener("loadingdone", () => player.fit(), { signal });
  for (const node of [box, controls.steps])
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      for (const focused of [focusedBeside(root), document.activeElement])
        if (focused instanceof HTMLElement) focused.blur();
    });
  dragged(page.rail, (_, y) => stage.scrollToRail(y));
  dragged(curve.node, (x) => player.goByHand(curve.stepAt(x)));
}
function pressed(event, player) {
  const { box: stage, controls, presenter, root, shown } = player;
  if (!shown || !root.isConnected) return;
  const { slider, typing } = controls;
  const what = actOf(event, { root, slider, stage, presenting: presenter.on, typing });
  if (!what) return;
  event.preventDefault();
  if (!(event.repeat && actsOnce(what))) act(player, what);
}

// explorer_ui/components/player/page.js
var Page = class {
  /**
   * @param {HTMLElement} root
   * @param {Parts} parts
   */
  constructor(root, { controls, classPanel, predict, freeHand, sentence, curve, panels }) {
    this.box = attrs(el("div", "stage"), {
      role: "listbox",
      tabindex: 0,
      "aria-orientation": "horizontal",
      "aria-label": "The text as tokens. Arrow keys walk through the tokens, Enter selects one."
    });
    this.rail = attrs(el("canvas", "rail"), { "aria-hidden": "true" });
    this.legend = attrs(el("p", "legend"), { "aria-hidden": "true" });
    this.curveNote = el("span", "note");
    this.live = attrs(el("div", "unseen"), { role: "status", "aria-live": "polite" });
    const stageFrame = inside(
      "div",
      "stage-frame",
      inside("div", "stage-row", this.box, this.rail),
      this.legend
    );
    const curveHead = inside("div", "head", el("div", "title", "Tokens"), this.curveNote);
    const curvePanel = inside("section", "panel curve-panel", curveHead, curve.node);
    attrs(curvePanel, { "aria-label": "Number of tokens" });
    const lower = attrs(inside("section", "panel lower", panels.made.node, panels.tokenPanel.node), {
      "aria-label": "Vocabulary"
    });
    const left = inside("div", "left", stageFrame, curvePanel);
    const right = inside("div", "right", panels.pairs.node, lower);
    root.append(
      controls.node,
      classPanel.root,
      predict.root,
      freeHand.root,
      sentence.node,
      inside("div", "main", left, right),
      this.live
    );
  }
  /** @param {History} history */
  drawLegend(history) {
    this.legend.replaceChildren(key("key-next", "joins next"));
    if (history.merges.some(({ counted, replaced }) => counted !== replaced))
      this.legend.append(key("key-overlap", "counted, but overlaps"));
    const joins = history.fellAt === null ? "never joins" : "joins only where it has fallen";
    if (history.hasWalls) this.legend.append(key("key-wall", `chunk boundary: ${joins}`));
    if (history.weights) this.legend.append(key("key-times", "how often the word counts"));
    this.legend.append(el("span", "keyboard", "← and → step, the space bar plays"));
  }
};
function inside(tag, className, ...parts) {
  const node = el(tag, className);
  node.append(...parts);
  return node;
}
function key(sign, words) {
  const node = el("span", "key");
  node.append(el("span", sign), words);
  return node;
}

// explorer_ui/components/player/covered.js
function coveredPanel(panel) {
  const rows = panel.rows.map((row) => ({
    ...row,
    count: null,
    mark: "",
    next: false,
    tie: false,
    rule: true,
    share: row.share === null ? null : 0,
    figure: "?"
  }));
  const counted = panel.rows.some(({ count }) => count !== null);
  if (counted) rows.sort((one, two) => one.left - two.left || one.right - two.right);
  return { ...panel, label: counted ? "Frequent pairs, by their ids" : panel.label, remark: "", rows };
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
    const same2 = this.window.children.length === rows.length && rows.every((row, i) => row === this.window.children[i]);
    if (!same2) this.window.replaceChildren(...rows);
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

// explorer_ui/components/player/made_panel.js
var ROW_HEIGHT = matchMedia("(pointer: coarse)").matches ? 40 : 26;
var MadePanel = class {
  /** @param {(rank: number) => void} go Goes to the step that makes a token. */
  constructor(go) {
    this.go = go;
    this.title = el("div", "title");
    this.note = el("span", "note");
    const head = el("div", "head");
    this.acrossAlone = false;
    this.toggle = attrs(el("button", "across", "across walls"), {
      type: "button",
      title: "Only tokens that reach across a wall that fell, those to come too; oldest first"
    });
    this.toggle.addEventListener("click", () => {
      this.acrossAlone = !this.acrossAlone;
      if (this.shown)
        this.draw(this.shown.history, this.shown.telling, this.shown.step, this.shown.uses, false);
    });
    head.append(this.title, this.toggle, this.note);
    this.usesTitle = el("div", "uses-title", "in the text now");
    const box = attrs(el("div", "vocab"), {
      tabindex: 0,
      role: "group",
      "aria-label": "Learned tokens, newest first"
    });
    box.style.setProperty("--row", ROW_HEIGHT + "px");
    this.node = el("div", "words-part");
    this.node.append(head, this.usesTitle, box);
    this.rows = new VirtualRows(box, (row) => this.drawRow(row));
    this.shown = null;
    this.known = null;
  }
  /**
   * @param {History} history
   * @param {Telling} telling
   * @param {number} step
   * @param {Uint32Array} uses How often each id stands in the text.
   * @param {boolean} covered Whether no token is shown that is yet to come.
   */
  draw(history, telling, step, uses, covered) {
    const across = this.acrossAlone && history.fellAt !== null && !covered;
    const merges = across ? this.mergesAcross(history) : history.merges.slice(0, step).reverse();
    this.shown = { history, telling, step, uses, merges };
    this.title.textContent = telling.made;
    this.toggle.hidden = history.fellAt === null || covered;
    attrs(this.toggle, { "aria-pressed": String(across) });
    const order = across ? "oldest first" : "newest first";
    this.note.textContent = merges.length ? `${grouped(merges.length)}, ${order}` : across ? "none" : "none yet";
    this.usesTitle.classList.toggle("idle", !merges.length);
    if (this.rows.total !== merges.length && this.rows.scrolled) this.rows.scrollTo(0);
    this.rows.reset(merges.length, ROW_HEIGHT);
  }
  /** @param {History} history */
  mergesAcross(history) {
    if (this.known?.history !== history) this.known = { history, merges: history.acrossWalls };
    return this.known.merges;
  }
  /** @param {number} row */
  drawRow(row) {
    if (!this.shown) return el("button", "word");
    const { history, merges, telling, uses } = this.shown;
    const merge = merges[row];
    const line = attrs(el("button", "word"), {
      type: "button",
      title: `Go to ${telling.step} ${merge.rank + 1}, which makes it`
    });
    line.append(
      chip(history.vocabulary.tokenOf(merge.id), 22),
      el("small", "", `id ${merge.id}`),
      el("span", "uses", `${grouped(uses[merge.id] ?? 0)}×`)
    );
    line.addEventListener("click", () => this.go(merge.rank));
    return line;
  }
  destroy() {
    this.rows.destroy();
  }
};

// explorer_ui/components/player/words_of_encoding.js
var NEIGHBOUR_ROWS = 40;
var REMARKS = {
  "lowest-rank": "In its chunk no pair has a rule of lower rank. Of equal ranks the leftmost goes first.",
  "merge-list": "The rules are tried once each, in the order of their ranks, wherever they fit.",
  passes: "Passes go from left to right and join any pair that was learned, whatever its rank. A word that is a token is taken whole."
};
function wordsOfEncoding(data, history) {
  const { ranks } = data;
  const [within, across] = [data.pair_ranks, data.pair_ranks_across].map(
    (pairs) => new Map(pairs.map(([left, right, rank]) => [`${left} ${right}`, rank]))
  );
  const hasFallen = (step) => history.fellAt !== null && step >= history.fellAt;
  const event = (step) => step === history.fellAt ? "The walls fall here: from now on the rules act that were learned after they fell, across them." : "";
  return {
    step: "join",
    rule: "",
    question: "Which two are joined next?",
    made: "Joined so far",
    everywhere: false,
    detail: ({ rank, left, right }) => `The rule for the pair (${left}, ${right}) has rank ${ranks[rank]}.`,
    outcome: ({ rank }, tokens) => `Rank ${ranks[rank]}; ${plural(tokens, "token")} become ${grouped(tokens - 1)}.`,
    remark: () => REMARKS[data.encode_order],
    event,
    maker: (rank) => `join ${rank + 1} (rule of rank ${ranks[rank]})`,
    pairs: (step) => {
      const rows = neighbours(history, step, hasFallen(step) ? across : within);
      const at = Math.max(0, rows.findIndex((row) => row.next) - NEIGHBOUR_ROWS / 2);
      return {
        title: "Neighbours in this chunk",
        note: rows.length ? plural(rows.length, "pair") : "done",
        label: "Neighbours in this chunk, in the order of the text",
        remark: step < history.steps ? [event(step), REMARKS[data.encode_order]].filter(Boolean).join(" ") : "",
        rows: rows.slice(at, at + NEIGHBOUR_ROWS)
      };
    }
  };
}
function neighbours(history, step, rankOfPair) {
  const [gap] = history.gapsOf(step);
  const rows = [];
  if (gap === void 0) return rows;
  const [from, to] = history.chunkOf(gap) ?? [0, history.units];
  let one = history.tokenFrom(from, step);
  while (one.end < to) {
    const two = history.tokenFrom(one.end, step);
    const rank = rankOfPair.get(`${one.id} ${two.id}`) ?? -1;
    const next = one.end - 1 === gap;
    rows.push({
      left: one.id,
      right: two.id,
      count: null,
      next,
      mark: next ? "next" : "",
      tie: false,
      rule: rank >= 0,
      share: null,
      figure: rank < 0 ? "no rule" : `rank ${rank}`
    });
    one = two;
  }
  return rows;
}

// explorer_ui/components/player/pairs_panel.js
var PairsPanel = class {
  /** @param {(pair: PairRow) => void} show Shows where a pair stands. */
  constructor(show) {
    this.node = attrs(el("section", "panel pairs"), { "aria-label": "Pairs" });
    this.title = el("div", "title", "Pairs");
    this.note = el("span", "note");
    const head = el("div", "head");
    head.append(this.title, this.note);
    this.rows = Array.from({ length: NEIGHBOUR_ROWS }, () => new Row(show));
    this.list = el("ol", "pair-list");
    this.list.append(...this.rows.map(({ item }) => item));
    this.node.append(head, this.list);
  }
  wait() {
    this.note.textContent = "counting…";
  }
  /**
   * @param {History} history
   * @param {PairPanel} panel
   */
  draw(history, { title, note, label: label2, rows }) {
    this.title.textContent = title;
    this.note.textContent = note;
    attrs(this.list, { "aria-label": label2 });
    this.rows.forEach((row, i) => row.draw(history, rows[i] ?? null));
  }
  /**
   * Says what a press on a row does.
   *
   * @param {string} words
   */
  act(words) {
    for (const { act: act2 } of this.rows) attrs(act2, { title: words });
  }
  /**
   * Marks the button of the pair that is shown, or of none.
   *
   * @param {{left: number, right: number} | null} pair
   */
  press(pair) {
    for (const { act: act2, pair: own } of this.rows)
      attrs(act2, { "aria-pressed": own !== null && own === pair ? "true" : null });
  }
};
var Row = class {
  /** @param {(pair: PairRow) => void} show */
  constructor(show) {
    this.item = el("li");
    this.act = attrs(el("button", "pair"), { type: "button" });
    this.mark = el("span", "rank");
    this.sides = el("span", "sides");
    this.tie = el("span", "tie");
    this.bar = el("span", "bar-fill");
    this.figure = el("span", "count");
    const track = el("span", "bar-track");
    track.append(this.bar);
    this.act.append(this.mark, this.sides, this.tie, track, this.figure);
    this.item.append(this.act);
    this.pair = null;
    this.act.addEventListener("click", () => {
      if (this.pair) show(this.pair);
    });
  }
  /**
   * @param {History} history
   * @param {PairRow | null} pair
   */
  draw(history, pair) {
    this.pair = pair;
    this.item.hidden = !pair;
    if (!pair) return;
    const { left, right, next, share, count } = pair;
    this.act.classList.toggle("next", next);
    this.act.classList.toggle("no-rule", !pair.rule);
    attrs(this.act, { "data-left": left, "data-right": right, "data-count": count });
    this.mark.textContent = pair.mark;
    this.tie.textContent = pair.tie ? "tie" : "";
    const side = (id) => [
      chip(history.vocabulary.tokenOf(id), 10),
      el("small", "", id)
    ];
    this.sides.replaceChildren(...side(left), el("span", "plus", "+"), ...side(right));
    if (share !== null) this.bar.style.width = `${100 * share}%`;
    this.figure.textContent = pair.figure;
  }
};

// explorer_ui/components/player/parts.js
function partsOf(history, from, to) {
  const { closed, merges, text } = history;
  if (to - from === 1) return { from, to, id: text.ids[from], merge: null, depth: 1, parts: [] };
  let split = from;
  for (let gap = from; gap + 1 < to; gap++) if (closed[gap] > closed[split]) split = gap;
  const parts = [partsOf(history, from, split + 1), partsOf(history, split + 1, to)];
  const merge = merges[closed[split]];
  return { from, to, id: merge.id, merge, depth: 1 + Math.max(parts[0].depth, parts[1].depth), parts };
}

// explorer_ui/components/player/token_panel.js
var MOST_UNITS = 64;
var [CELL, LEVEL] = [26, 24];
function factsOf(history, telling, token, uses) {
  const chunk = history.chunkOf(token.start, token.rank);
  const inChunk = chunk && history.piecesBetween(...chunk);
  return [
    ["id", String(token.id)],
    ["bytes", hexBytes(history.text.bytesBetween(token.start, token.end), 24)],
    ["made by", token.rank < 0 ? "nothing: a base unit" : telling.maker(token.rank)],
    ["in chunk", inChunk && drawPieces(el("span", "code"), inChunk, 40)],
    ["chunk counts", history.weights && plural(history.weights[token.start], "time")],
    ["occurs here", uses === null ? null : plural(uses, "time")]
  ];
}
var TokenPanel = class {
  /**
   * @param {(rank: number) => void} go Goes to the step that makes a token.
   * @param {() => void} close
   */
  constructor(go, close) {
    this.go = go;
    this.close = close;
    this.node = el("div", "token-part");
    this.node.hidden = true;
  }
  /**
   * @param {History} history
   * @param {Telling} telling
   * @param {Token} token
   * @param {Fact[]} facts
   */
  draw(history, telling, token, facts) {
    const head = el("div", "head");
    head.append(el("div", "title", "Selected token"), button("close", "Close", "×", this.close));
    const name = el("div", "token-name");
    name.append(chip(history.drawn(token), 40));
    this.node.replaceChildren(head, name, factList(facts));
    if (token.rank < 0) return;
    const words = `Go to ${telling.step} ${token.rank + 1}, which made it`;
    const go = attrs(el("button", "plain-button", words), { type: "button" });
    go.addEventListener("click", () => this.go(token.rank));
    name.append(go);
    this.node.append(this.drawTree(history, token));
  }
  /**
   * Nested boxes: the token on top, what it was made of below, down to the base units.
   *
   * @param {History} history
   * @param {Token} token
   */
  drawTree(history, { start, end }) {
    const units = end - start;
    if (units > MOST_UNITS)
      return el("p", "note", `Made of ${plural(units, "base unit")}: too long to draw as a tree.`);
    const tree = partsOf(history, start, end);
    const inside2 = el("div", "tree-inside");
    inside2.style.width = units * CELL + "px";
    inside2.style.height = tree.depth * LEVEL + "px";
    const draw = (part, level) => {
      const node = this.drawPart(history, part);
      node.style.left = (part.from - start) * CELL + "px";
      node.style.top = level * LEVEL + "px";
      inside2.append(node);
      for (const below of part.parts) draw(below, level + 1);
    };
    draw(tree, 0);
    const label2 = "Merge tree of the token";
    const holder = attrs(el("div", "tree"), { tabindex: 0, role: "group", "aria-label": label2 });
    holder.append(inside2);
    return holder;
  }
  /**
   * @param {History} history
   * @param {Part} part
   */
  drawPart(history, { from, to, id, merge }) {
    const look = `node ${tintOf({ id, quiet: !merge })}`;
    const node = merge ? attrs(el("button", look), { type: "button", title: `Merge ${merge.rank + 1}: id ${id}` }) : el("span", look);
    if (merge) node.addEventListener("click", () => this.go(merge.rank));
    node.style.width = (to - from) * CELL - 2 + "px";
    return drawPieces(node, history.piecesBetween(from, to), 2 * (to - from) + 1);
  }
};

// explorer_ui/components/player/panels.js
var QUICK_UNITS = 25e4;
var REST2 = 60;
var Panels = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.counted = null;
    this.rows = [];
    this.waiting = void 0;
    const go = (rank) => player.goByHand(rank);
    this.pairs = new PairsPanel((pair) => this.showPair(pair));
    this.made = new MadePanel(go);
    this.tokenPanel = new TokenPanel(go, () => player.select(null));
  }
  /** Another history. */
  begin() {
    this.counted = null;
  }
  /** Another step. */
  follow() {
    const { root, shown } = this.player;
    if (!shown) return;
    if (shown.history.units <= QUICK_UNITS) {
      this.count();
      return;
    }
    this.pairs.wait();
    root.classList.add("counting");
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.count(), REST2);
  }
  /** Counts the pairs, and draws what follows from the counts. */
  count() {
    const { covered, freeHand, root, sentence, shown, step } = this.player;
    if (!shown) return;
    const began = performance.now();
    const { history, telling } = shown;
    const counts = countPairs(history, step);
    this.counted = { step, uses: counts.uses };
    root.classList.remove("counting");
    const panel = telling.pairs(step, counts);
    this.rows = panel.rows;
    this.pairs.draw(history, covered ? coveredPanel(panel) : panel);
    this.pairs.act(
      freeHand.on ? "Merge this pair" : covered ? "Say that this pair is next" : "Show where this pair stands"
    );
    if (step < history.steps && !covered) sentence.remark.textContent = panel.remark;
    this.made.draw(history, telling, step, counts.uses, covered);
    this.drawSelected();
    Object.assign(root.dataset, { counted: step, countMs: (performance.now() - began).toFixed(1) });
  }
  /**
   * Shows where a pair stands; a second time, where the next one does. While the next is covered, it is a guess.
   *
   * @param {PairRow} pair
   */
  showPair(pair) {
    const { freeHand, predict, stage, step } = this.player;
    if (freeHand.on) {
      freeHand.merge(pair);
      return;
    }
    if (predict.waiting) {
      predict.guess(pair);
      return;
    }
    const { scene } = stage;
    if (!scene) return;
    const same2 = scene.acting?.left === pair.left && scene.acting.right === pair.right;
    const acting = same2 ? null : pair;
    this.pairs.press(acting);
    stage.paint({ acting });
    if (acting) stage.bring(scene.history.gapsBetween(acting, step));
  }
  /**
   * The token that holds a unit, and what is said of it.
   *
   * @param {number} unit
   */
  describe(unit) {
    const { shown, step } = this.player;
    if (!shown) throw new Error("a token is described before there is a text");
    const { history, telling } = shown;
    const token = history.tokenAt(unit, step);
    const uses = this.counted?.step === step ? this.counted.uses[token.id] : null;
    return { token: history.drawn(token), facts: () => factsOf(history, telling, token, uses) };
  }
  drawSelected() {
    const { root, selected, shown, step } = this.player;
    const open = selected !== null;
    root.classList.toggle("with-token", open);
    this.made.node.hidden = open;
    this.tokenPanel.node.hidden = !open;
    if (!open || !shown) return;
    const { history, telling } = shown;
    this.tokenPanel.draw(history, telling, history.tokenAt(selected, step), this.describe(selected).facts());
  }
  destroy() {
    clearTimeout(this.waiting);
    this.made.destroy();
  }
};

// explorer_ui/components/player/guess.js
var same = (one, two) => one.left === two.left && one.right === two.right;
function countOf({ left, right, counts, distinct }, pair) {
  for (let i = 0; i < distinct; i++) if (left[i] === pair.left && right[i] === pair.right) return counts[i];
  return 0;
}
function judgeMerge(guess, next, counts, rule) {
  const [mine, best] = [countOf(counts, guess), countOf(counts, next)];
  if (mine < best)
    return {
      right: false,
      words: [guess, ` occurs ${plural(mine, "time")}; `, next, ` occurs ${grouped(best)}.`]
    };
  let tied = 0;
  for (let i = 0; i < counts.distinct; i++) if (counts.counts[i] === best) tied++;
  if (tied === 1)
    return {
      right: true,
      words: ["Right: it occurs ", plural(best, "time"), ", more often than any other pair."]
    };
  const among = `Right: ${grouped(tied)} pairs occur ${plural(best, "time")}. The rule takes `;
  return {
    right: true,
    words: same(guess, next) ? [among, "this one: ", rule, "."] : [among, next, ": ", rule, "."]
  };
}
function judgeJoin(guess, rows) {
  const next = rows.find((row) => row.next);
  if (!next) return { right: false, words: ["Nothing is joined here."] };
  const mine = rows.find((row) => same(row, guess));
  if (mine && same(next, guess))
    return { right: true, words: ["Right: ", next.figure, " is the first to act."] };
  const said = mine ? [guess, `: ${mine.figure}; `] : [guess, " stands in another chunk, or is not joined now; "];
  return { right: false, words: [...said, next, `: ${next.figure}.`] };
}

// explorer_ui/components/player/predict.js
var LOOK = 1600;
var Predict = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.on = false;
    this.guesses = 0;
    this.right = 0;
    this.neighbours = new Neighbours();
    this.merging = void 0;
    this.toggle = attrs(
      button("predict", "Predict the next step before you see it", "Predict", () => this.switch(!this.on)),
      {
        "aria-pressed": "false"
      }
    );
    this.words = attrs(el("p", "verdict"), { role: "status" });
    this.score = el("span", "score");
    this.next = button("plain-button", "Go on", "Go on", () => this.goOn());
    this.next.hidden = true;
    this.root = attrs(el("section", "predict-panel"), { "aria-label": "Predict" });
    this.root.append(this.words, this.next, this.score);
    this.root.hidden = true;
  }
  /** Whether a touch is a guess. */
  get waiting() {
    return this.on && this.player.covered;
  }
  /** @param {boolean} on */
  switch(on) {
    if (on && this.player.held) return;
    if (on) this.player.freeHand.switch(false);
    this.on = on;
    this.guesses = this.right = 0;
    attrs(this.toggle, { "aria-pressed": String(on) });
    this.root.hidden = !on;
    this.player.choose(on);
    this.player.playback.pause();
    if (on) this.begin();
    else {
      clearTimeout(this.merging);
      this.player.cover(false);
    }
  }
  /** Another step, or another text: what comes next is covered again. */
  begin() {
    if (!this.on) return;
    clearTimeout(this.merging);
    const { shown, step } = this.player;
    const left = shown && step < shown.history.steps;
    this.neighbours.first = null;
    this.next.hidden = true;
    this.say(left ? ["Touch two neighbours in the text, or a row of the table."] : ["Nothing comes next."]);
    this.player.cover(Boolean(left));
  }
  /**
   * A token was touched: the first of two, or the second.
   *
   * @param {number} unit Its first.
   */
  touch(unit) {
    const { shown, step } = this.player;
    if (!shown) return;
    const pair = this.neighbours.touch(shown.history, step, unit);
    if (pair) this.guess(pair);
    else this.say([this.neighbours.words]);
    this.player.stage.paint({ selected: this.neighbours.first });
  }
  /** @param {Pair} pair */
  guess(pair) {
    const { player } = this;
    const { shown, step } = player;
    const merge = shown?.history.merges[step];
    if (!shown || !merge) return;
    const { history, telling } = shown;
    const verdict = telling.everywhere ? judgeMerge(pair, merge, countPairs(history, step), telling.rule) : judgeJoin(pair, player.panels.rows);
    this.guesses++;
    if (verdict.right) this.right++;
    player.cover(false);
    this.say(verdict.words);
    this.root.classList.toggle("wrong", !verdict.right);
    if (verdict.right) this.merging = setTimeout(() => this.goOn(), LOOK);
    else {
      this.next.hidden = false;
      player.stage.paint({ acting: pair });
    }
  }
  goOn() {
    clearTimeout(this.merging);
    this.player.goByHand(this.player.step + 1);
  }
  /** @param {Verdict["words"]} words */
  say(words) {
    const history = this.player.shown?.history;
    this.root.classList.remove("wrong");
    this.words.replaceChildren(
      ...words.flatMap(
        (word) => typeof word === "string" || !history ? [String(word)] : [
          chip(history.vocabulary.tokenOf(word.left)),
          " + ",
          chip(history.vocabulary.tokenOf(word.right))
        ]
      )
    );
    this.score.textContent = this.guesses ? `${this.right} of ${this.guesses} right` : "";
  }
  destroy() {
    clearTimeout(this.merging);
  }
};

// explorer_ui/components/player/presenter.js
var Presenter = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
  }
  get on() {
    return this.player.root.classList.contains("presenting");
  }
  /**
   * Full screen where the browser grants it; where it does not, the class alone covers the page.
   *
   * @param {boolean} on
   */
  turn(on) {
    if (on === this.on) return;
    const { controls, pointer, root } = this.player;
    root.classList.toggle("presenting", on);
    attrs(controls.present, { "aria-pressed": String(on) });
    if (on) root.requestFullscreen?.().catch(() => {
    });
    else if (document.fullscreenElement) document.exitFullscreen();
    pointer.hide();
    this.player.fit();
  }
  /** Shows or hides the pairs, which have no room there unasked. */
  toggleTable() {
    const { controls, root } = this.player;
    const shown = root.classList.toggle("pairs-too");
    attrs(controls.table, { "aria-pressed": String(shown) });
    this.player.fit();
  }
};

// explorer_ui/components/player/sentence.js
var Sentence = class {
  constructor() {
    this.kicker = el("span");
    this.detail = attrs(el("span", "detail"), { title: "Ranks count from 0, merges from 1." });
    this.headline = el("p", "headline");
    this.remark = el("p", "remark");
    const kicker = el("p", "kicker");
    kicker.append(this.kicker, this.detail);
    this.node = el("div", "say");
    this.node.append(kicker, this.headline, this.remark);
  }
  /** What a screen reader says of it. */
  get spoken() {
    return [this.kicker, this.headline, this.remark].map((node) => node.textContent).join(" ");
  }
  /**
   * @param {History} history
   * @param {Telling} telling
   * @param {number} step
   * @param {boolean} covered Whether it asks what comes next instead of saying it.
   */
  draw(history, telling, step, covered) {
    const { text, steps, whole, weights } = history;
    const unit = text.called;
    const tokens = history.tokensAt(step);
    this.kicker.textContent = step === 0 ? `${weights ? "The words, each as often as it counts," : "The text"} as ${plural(tokens, unit)}: ${tokens === 1 ? "it is a token" : "each is a token of its own"}.` : `After ${grouped(step)} of ${plural(steps, telling.step)}: ${plural(tokens, "token")}.`;
    const event = telling.event(step);
    const merge = history.merges[step];
    if (!merge) {
      this.detail.textContent = "";
      this.headline.textContent = history.ending;
      const rate = `${(whole / tokens).toFixed(2)} ${unit}s per token`;
      const become = `${plural(whole, unit)} have become ${plural(tokens, "token")}: ${rate}.`;
      this.remark.textContent = [event, step && tokens ? become : ""].filter(Boolean).join(" ");
      return;
    }
    if (covered) {
      this.headline.textContent = telling.question;
      this.detail.textContent = "";
      this.remark.textContent = event;
      return;
    }
    this.detail.textContent = telling.detail(merge);
    const side = (id) => chip(history.vocabulary.tokenOf(id));
    const name = telling.step === "join" ? "Join" : "Merge";
    this.headline.replaceChildren(
      el("strong", "", `${name} ${step + 1}: `),
      side(merge.left),
      " + ",
      side(merge.right),
      " → ",
      side(merge.id),
      ` (id ${merge.id}). `,
      telling.outcome(merge, tokens)
    );
    this.remark.textContent = [event, telling.remark(merge)].filter(Boolean).join(" ");
  }
};

// explorer_ui/components/shared/ruler.js
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

// explorer_ui/components/player/rows.js
var GAP = 3;
var WALL_GAP = 5;
var TIMES_SIZE = 0.7;
var [LINE_BREAK, TAB, SPACE2] = [10, 9, 32];
function cellWidths(history, ruler, one) {
  const ofByte = Math.ceil(ruler.ch * 1.36) + GAP + 2;
  const widths = new Uint8Array(history.units);
  const known = /* @__PURE__ */ new Map();
  const ofCharacter = (point) => {
    if (point > 32 && point < 127) return one;
    const [{ kind, text }] = graphemePieces(String.fromCodePoint(point));
    const width = kind === "label" ? ruler.width(text) * 0.62 + 5 : ruler.width(text);
    return clamp(Math.ceil(width) + GAP + 1, one, 255);
  };
  for (let unit = 0; unit < history.units; unit++) {
    const value = history.text.valueAt(unit);
    if (!history.text.characters) {
      const plain = history.display === "glyphs" || value > 31 && value < 127 || WHITE.has(value);
      widths[unit] = plain ? one : ofByte;
      continue;
    }
    let width = known.get(value);
    if (width === void 0) {
      width = ofCharacter(value);
      known.set(value, width);
    }
    widths[unit] = width;
  }
  return widths;
}
function wallGapOf({ weights }, ruler) {
  if (!weights) return WALL_GAP;
  const most = weights.reduce((one, other) => Math.max(one, other), 0);
  return Math.ceil(timesOf(most).length * ruler.ch * TIMES_SIZE) + 3 * WALL_GAP;
}
var timesOf = (weight) => "×" + grouped(weight);
function breakRows(history, widths, room, wallGap = WALL_GAP) {
  const { text, units } = history;
  const starts = [0];
  const walls = history.hasWalls;
  let x = 0;
  let good = 0;
  let goodX = 0;
  for (let unit = 0; unit < units; unit++) {
    const before = unit ? text.bytes[text.byteOf(unit) - 1] : 0;
    const row = starts[starts.length - 1];
    const wall = unit > row && history.isWall(unit - 1);
    if (wall) x += wallGap;
    if (unit > row && before === LINE_BREAK) {
      starts.push(unit);
      [x, good] = [0, 0];
    } else {
      if (unit > row && (walls ? wall : before === SPACE2 || before === TAB)) [good, goodX] = [unit, x];
      if (x + widths[unit] > room && unit > row) {
        let at = goodX > room * 0.6 && good > row ? good : unit;
        while (at > row + 1 && isContinuation(text.bytes[text.byteOf(at)])) at--;
        starts.push(at);
        x = 0;
        for (let i = at; i < unit; i++) x += widths[i] + (i > at && history.isWall(i - 1) ? wallGap : 0);
        if (unit > at && history.isWall(unit - 1)) x += wallGap;
        good = 0;
      }
    }
    x += widths[unit];
  }
  return Uint32Array.from(starts);
}
var brokenChunk = (history, starts) => history.hasWalls && starts.some(
  (start) => start > 0 && !history.isWall(start - 1) && history.text.bytes[history.text.byteOf(start) - 1] !== LINE_BREAK
);
function rowDirections(history, starts) {
  const { text } = history;
  const { bytes } = text;
  let paragraph = "ltr";
  const anyTurned = mayReadFromTheRight(bytes);
  return Array.from(starts, (start, row) => {
    const from = text.byteOf(start);
    if (anyTurned && (row === 0 || bytes[from - 1] === LINE_BREAK)) {
      const end = bytes.indexOf(LINE_BREAK, from);
      paragraph = directionOf(
        decodeUtf8(bytes.subarray(from, Math.min(from + 4096, end < 0 ? Infinity : end)))
      );
    }
    return paragraph;
  });
}

// explorer_ui/components/player/roofs.js
var mayNeedRoofs = (history) => !history.text.characters && history.text.bytes.some((byte) => sequenceLength(byte) > 1);
function drawRoofs(line, history, step, lane) {
  const { closed, text } = history;
  const { bytes } = text;
  for (let unit = lane.from; unit < lane.to; unit++) {
    const found = sequenceLength(bytes[unit]) > 1 && characterAt(bytes, unit, lane.to);
    if (!found) continue;
    const end = unit + found.size;
    let parted = false;
    for (let gap = unit; gap < end - 1; gap++) parted ||= closed[gap] >= step;
    if (parted) {
      const roof = attrs(el("span", "roof"), { "aria-hidden": "true" });
      roof.style[lane.start] = lane.left(unit) + GAP / 2 + "px";
      roof.style.width = lane.right(end) - lane.left(unit) - GAP + "px";
      line.append(drawPieces(roof, piecesOf(bytes.subarray(unit, end), "text")));
    }
    unit = end - 1;
  }
}

// explorer_ui/components/player/draw_row.js
function drawRow(line, scene, lanes, tokens) {
  const { history, step } = scene;
  for (const token of tokens.slice(1)) {
    if (!history.isWall(token.start - 1)) continue;
    const lane = lanes.find(({ from, to }) => token.start > from && token.start < to);
    if (!lane || step > Number(history.fellAt) && !history.stands(token.start - 1, step)) continue;
    const wall = drawWall(lane, token.start);
    wall.classList.toggle("fallen", !history.stands(token.start - 1, step));
    line.append(wall);
  }
  drawTimes(line, history, lanes);
  const joints = jointsOf(scene, tokens);
  const next = /* @__PURE__ */ new Set();
  for (const { one, two, kind } of joints)
    if (kind !== "acts" && history.closed[one.end - 1] === step) next.add(one).add(two);
  for (const lane of lanes) {
    for (const token of tokens)
      if (token.end > lane.from && token.start < lane.to)
        line.append(drawToken(scene, token, lane, next.has(token)));
    for (const joint of joints) {
      const mark = drawJoint(joint, lane);
      if (mark) line.append(mark);
    }
    if (scene.roofed) drawRoofs(line, history, step, lane);
  }
}
function jointsOf({ history, step, acting, covered, everywhere }, tokens) {
  const merge = history.merges[step];
  const joints = [];
  for (let i = 1; i < tokens.length; i++) {
    const [one, two] = [tokens[i - 1], tokens[i]];
    if (history.stands(one.end - 1, step)) continue;
    if (acting && one.id === acting.left && two.id === acting.right) joints.push({ one, two, kind: "acts" });
    if (!merge || covered) continue;
    if (history.closed[one.end - 1] === step) joints.push({ one, two, kind: "joint" });
    else if (everywhere && one.id === merge.left && two.id === merge.right)
      joints.push({ one, two, kind: "overlap" });
  }
  return joints;
}
function drawWall(lane, unit) {
  const tick = attrs(el("span", "wall"), { "aria-hidden": "true" });
  tick.style[lane.start] = lane.left(unit) - WALL_GAP / 2 - 0.5 + "px";
  return tick;
}
function drawTimes(line, history, lanes) {
  if (!history.weights) return;
  for (const lane of lanes) {
    let begin = lane.from;
    for (let end = lane.from + 1; end <= lane.to; end++) {
      if (end < history.units && !history.isWall(end - 1)) continue;
      const times = attrs(el("span", "times", timesOf(history.weights[begin])), { "aria-hidden": "true" });
      times.style[lane.start] = (lane.turned ? lane.left(begin) - 1 : lane.right(end) + 1) + "px";
      if (lane.turned) times.classList.add(`beside-${lane.start}`);
      line.append(times);
      begin = end;
    }
  }
}
function drawJoint({ one, two, kind }, lane) {
  const first = Math.max(one.start, lane.from);
  const last = Math.min(two.end, lane.to);
  if (first >= last) return null;
  const x = lane.left(first);
  const mark = attrs(el("span", kind), { "aria-hidden": "true" });
  if (one.start < lane.from || one.end <= lane.from) mark.classList.add(`open-${lane.start}`);
  if (two.end > lane.to || two.start >= lane.to) mark.classList.add(`open-${lane.end}`);
  mark.style[lane.start] = x + GAP / 2 + "px";
  mark.style.width = lane.right(last) - x - GAP + "px";
  if (kind === "joint" && two.start > lane.from && two.start < lane.to) {
    const weld = el("span", "weld");
    weld.style[lane.start] = `calc(${lane.left(two.start) - x - GAP}px - var(--bracket))`;
    mark.append(weld);
  }
  return mark;
}
function drawToken(scene, token, lane, next) {
  const { selected } = scene;
  const from = Math.max(token.start, lane.from);
  const to = Math.min(token.end, lane.to);
  const node = el("span", `tok ${tintOf({ id: token.id, quiet: token.rank < 0 })}`);
  if (next) node.classList.add("next");
  if (from > token.start) node.classList.add(`open-${lane.start}`);
  if (to < token.end) node.classList.add(`open-${lane.end}`);
  const chosen = selected !== null && selected >= token.start && selected < token.end;
  const x = lane.left(from) + (from > token.start ? 0 : GAP / 2);
  const end = lane.right(to) - (to < token.end ? 0 : GAP / 2);
  node.style[lane.start] = x + "px";
  node.style.width = end - x + "px";
  Object.assign(node.dataset, { start: token.start, end: token.end, id: token.id });
  if (scene.hovered === token.id) node.classList.add("same");
  node.id = `${scene.uid}-${from}`;
  node.role = "option";
  node.ariaSelected = String(chosen);
  if (scene.closing !== null && scene.closing === token.rank)
    drawClosing(scene.history, node, token, lane, x);
  drawCells(scene, node, from, to, lane);
  return node;
}
function drawClosing(history, node, token, lane, x) {
  const merge = history.merges[token.rank];
  for (let gap = token.start; gap + 1 < token.end; gap++) {
    if (history.closed[gap] !== token.rank || gap + 1 <= lane.from || gap + 1 >= lane.to) continue;
    for (const { id, start, end } of [
      { id: merge.left, start: token.start, end: gap + 1 },
      { id: merge.right, start: gap + 1, end: token.end }
    ]) {
      const ghost = el("span", `ghost ${tintOf({ id, quiet: !history.vocabulary.madeBy.has(id) })}`);
      const a = lane.left(Math.max(start, lane.from)) + (start < lane.from ? 0 : GAP / 2);
      const b = lane.right(Math.min(end, lane.to)) - (end > lane.to ? 0 : GAP / 2);
      ghost.style[lane.start] = a - x - 1 + "px";
      ghost.style.width = b - a + "px";
      node.append(ghost);
    }
    const seam = el("span", "seam");
    seam.style[lane.start] = lane.left(gap + 1) - GAP / 2 - x - 1 + "px";
    node.append(seam);
  }
  node.classList.add("fresh");
}
function drawCells({ history, one }, node, from, to, lane) {
  const bytes = history.text.bytesBetween(from, to);
  const pieces = history.piecesBetween(from, to);
  if (lane.start === "right" || lane.turned || bytes.some((byte) => byte > 127)) {
    const letters2 = lettersOf(pieces);
    node.dir = LETTER.test(letters2) ? directionOf(letters2) : lane.start === "right" ? "rtl" : "ltr";
  }
  let unit = from;
  let shared = null;
  let letters = "";
  const flush = () => {
    if (letters) node.append(letters);
    letters = "";
  };
  for (const piece of pieces) {
    const units = unitsIn(history.text, unit, piece.size);
    const width = lane.right(unit + units) - lane.left(unit);
    unit += units;
    const plain = width === one && lane.start === "left";
    if (plain && piece.kind === "text" && piece.text <= "~") {
      letters += piece.text;
      shared = null;
      continue;
    }
    flush();
    const shaped = piece.kind === "text" && SHAPED.test(piece.text);
    if (plain && piece.text === "·") node.append(el("span", "white", "·"));
    else if (shaped && shared) {
      shared.width += width;
      shared.node.textContent += piece.text;
      shared.node.style.width = shared.width + "px";
      continue;
    } else {
      const cell = el("span", `cell ${piece.kind}`, piece.text);
      cell.style.width = width + "px";
      node.append(cell);
      if (shaped) shared = { node: cell, width };
    }
    if (!shaped) shared = null;
  }
  flush();
}
function unitsIn(text, unit, size) {
  const end = text.byteOf(unit) + size;
  let units = 0;
  while (text.byteOf(unit + units) < end) units++;
  return units;
}

// explorer_ui/components/player/turned_runs.js
var READS = /[\p{L}\p{N}]/u;
function turnedRuns(history, from, to, direction) {
  if (to <= from) return [];
  const { text } = history;
  const rightToLeft = direction === "rtl";
  if (!rightToLeft && !mayReadFromTheRight(text.bytesBetween(from, to))) return [{ from, to, turned: false }];
  const runs = [];
  let first = -1;
  let last = -1;
  const doneTo = () => runs.at(-1)?.to ?? from;
  const close = () => {
    if (first < 0) return;
    if (first > from && spaceOfItsChunk(history, first - 1, from)) first--;
    const before = doneTo();
    if (first > before) runs.push({ from: before, to: first, turned: false });
    runs.push({ from: Math.max(first, before), to: last, turned: true });
    first = -1;
  };
  for (let unit = from; unit < to; ) {
    const found = characterAt(text.bytes, text.byteOf(unit), text.byteOf(to));
    const next = unit + (text.characters || !found ? 1 : found.size);
    const char = found ? String.fromCodePoint(found.point) : "";
    const turned = RIGHT_TO_LEFT.test(char) ? !rightToLeft : READS.test(char) ? rightToLeft : null;
    if (turned === false) close();
    else if (turned) {
      if (first < 0) first = unit;
      last = next;
    } else if (MARK.test(char) && last === unit) last = next;
    unit = next;
  }
  close();
  if (doneTo() < to) runs.push({ from: doneTo(), to, turned: false });
  return runs;
}
function spaceOfItsChunk(history, unit, from) {
  const begins = unit === from || history.isWall(unit - 1);
  return begins && !history.isWall(unit) && history.text.valueAt(unit) === 32;
}

// explorer_ui/components/player/lanes.js
function lanesOf(history, widths, from, to, direction, room, wallGap) {
  const at = new Uint16Array(to - from + 1);
  for (let unit = from; unit < to; unit++) {
    if (unit > from && history.isWall(unit - 1)) at[unit - from] += wallGap;
    at[unit - from + 1] = at[unit - from] + widths[unit];
  }
  return turnedRuns(history, from, to, direction).map((run) => {
    const end = at[run.to - from - 1] + widths[run.to - 1];
    const shift = run.turned ? room - end - at[run.from - from] : 0;
    const fromTheLeft = direction === "ltr" !== run.turned;
    return {
      ...run,
      start: fromTheLeft ? "left" : "right",
      end: fromTheLeft ? "right" : "left",
      left: (unit) => shift + at[unit - from],
      right: (unit) => shift + at[unit - from - 1] + widths[unit - 1]
    };
  });
}

// explorer_ui/components/player/rail.js
var Rail = class {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.look = { width: 0, height: 0, view: "", mark: "" };
    this.scale = 1;
  }
  measure() {
    const { canvas } = this;
    const style = getComputedStyle(canvas);
    const ratio = devicePixelRatio || 1;
    this.look = {
      width: canvas.clientWidth,
      height: canvas.clientHeight,
      view: style.getPropertyValue("--rail-view"),
      mark: style.getPropertyValue("--rail-mark")
    };
    canvas.width = this.look.width * ratio;
    canvas.height = this.look.height * ratio;
    canvas.getContext("2d")?.scale(ratio, ratio);
  }
  /** @param {RailView} shown */
  draw({ starts, gaps, top, seen }) {
    const { width, height, view, mark } = this.look;
    const pen = this.canvas.getContext("2d");
    if (!width || !pen) return;
    const rows = starts.length;
    this.scale = Math.min(height, rows * 7) / rows;
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = view;
    const length = Math.max(10, seen * this.scale);
    pen.fillRect(0, clamp(top * this.scale, 0, height - length), width, Math.min(length, height));
    pen.fillStyle = mark;
    let drawn = -9;
    let row = 0;
    for (const gap of gaps) {
      while (row + 1 < rows && starts[row + 1] <= gap) row++;
      const y = Math.round(row * this.scale);
      if (y === drawn) continue;
      drawn = y;
      pen.fillRect(3, y, width - 6, clamp(this.scale - 1, 2, 4));
    }
  }
};

// explorer_ui/components/player/stage.js
var TYPE_SCALES = [3.4, 2.6, 1.9, 1.5, 1.2];
var BLACKBOARD = 600;
var ROOF = 0.84;
var Stage = class {
  /**
   * @param {HTMLElement} box
   * @param {HTMLCanvasElement} canvas
   * @param {string} uid
   */
  constructor(box, canvas, uid) {
    this.box = box;
    this.uid = uid;
    box.style.setProperty("--gap", GAP + "px");
    this.rail = new Rail(canvas);
    this.rows = new VirtualRows(box, (row) => this.drawRow(row));
    this.rows.onPaint = () => this.drawRail();
    this.scene = null;
    this.starts = new Uint32Array(1);
    this.directions = [];
    this.widths = new Uint8Array(0);
    this.room = 0;
    this.wallGap = WALL_GAP;
    this.rowHeight = 30;
    this.spread = 0;
    this.roof = 0;
    this.bringTimer = void 0;
  }
  /**
   * @param {History} history
   * @param {{everywhere: boolean}} telling
   */
  begin(history, { everywhere }) {
    const nothing = { selected: null, hovered: null, acting: null, closing: null, covered: false };
    const roofed = mayNeedRoofs(history);
    this.scene = { history, step: 0, everywhere, one: 0, roofed, uid: this.uid, ...nothing };
  }
  /** Lays the text out anew: after a new text, a new width, or a late font. */
  layout() {
    const { box, rows, scene } = this;
    if (!scene) return;
    const { history } = scene;
    const keep = this.starts[Math.round(rows.top / rows.height)] ?? 0;
    box.style.fontSize = "";
    const { fontFamily, fontSize } = getComputedStyle(box);
    const usual = parseFloat(fontSize);
    this.room = Math.max(60, box.clientWidth - 20);
    rows.view = box.clientHeight;
    this.rail.measure();
    const scales = history.units > BLACKBOARD ? [1] : [...TYPE_SCALES, 1];
    this.dress(
      scales.map((scale) => usual * scale).find((size) => this.typeset(scene, fontFamily, size)) ?? usual
    );
    this.directions = rowDirections(history, this.starts);
    rows.reset(this.starts.length, this.rowHeight);
    if (keep) rows.scrollTo(lastAtMost(this.starts, keep) * rows.height);
  }
  /**
   * Sets the text in a type of this size; returns whether it fits, with no chunk cut at the end of a row.
   *
   * @param {Scene} scene
   * @param {string} family
   * @param {number} size
   */
  typeset(scene, family, size) {
    const ruler = new Ruler(family, size);
    scene.one = Math.ceil(ruler.ch) + GAP + 1;
    this.spread = scene.one - ruler.ch;
    this.widths = cellWidths(scene.history, ruler, scene.one);
    this.wallGap = wallGapOf(scene.history, ruler);
    const room = this.room - (scene.history.weights ? this.wallGap : 0);
    this.starts = breakRows(scene.history, this.widths, room, this.wallGap);
    this.roof = scene.roofed ? Math.round(size * ROOF) : 0;
    this.rowHeight = this.roof + Math.round(size * 1.5) + Math.max(11, Math.round(size * 0.62));
    const high = this.starts.length * this.rowHeight + 8 > this.rows.view;
    return !high && !brokenChunk(scene.history, this.starts);
  }
  /**
   * Gives the page the type that was set.
   *
   * @param {number} size
   */
  dress(size) {
    const { style } = this.box;
    style.fontSize = size + "px";
    style.setProperty("--roof", this.roof + "px");
    style.setProperty("--box", Math.round(size * 1.5) + "px");
    style.setProperty("--spread", this.spread + "px");
    style.setProperty("--lead", this.spread / 2 - GAP / 2 - 1 + "px");
  }
  /** @param {number} unit */
  rowOf(unit) {
    return lastAtMost(this.starts, unit);
  }
  /**
   * The unit after the last one of a row.
   *
   * @param {number} row
   */
  endOf(row) {
    return this.starts[row + 1] ?? this.scene?.history.units ?? 0;
  }
  /**
   * Draws what is in view afresh.
   *
   * @param {Partial<Scene>} changes
   */
  paint(changes) {
    if (!this.scene) return;
    Object.assign(this.scene, changes);
    this.rows.paint(true);
    this.scene.closing = null;
  }
  /** @param {number} row */
  drawRow(row) {
    const line = attrs(el("div", "row"), { role: "presentation" });
    if (!this.scene) return line;
    const [from, to, direction] = [this.starts[row], this.endOf(row), this.directions[row]];
    if (direction === "rtl") line.dir = direction;
    line.style.height = this.rows.height + "px";
    const lanes = lanesOf(this.scene.history, this.widths, from, to, direction, this.room, this.wallGap);
    drawRow(line, this.scene, lanes, this.tokensOfRow(this.scene, from, to));
    return line;
  }
  /**
   * The tokens that touch a row, and one neighbour at each side: brackets may reach over the row's ends.
   *
   * @param {Scene} scene
   * @param {number} from
   * @param {number} to
   */
  tokensOfRow({ history, step }, from, to) {
    const tokens = [];
    for (const token of history.tokens(step, history.startOf(from ? from - 1 : 0, step))) {
      if (token.start > to) break;
      tokens.push(token);
    }
    return tokens;
  }
  drawRail() {
    if (!this.scene) return;
    const { history, step, covered } = this.scene;
    const { top, height, view } = this.rows;
    this.rail.draw({
      starts: this.starts,
      gaps: covered ? new Uint32Array(0) : history.gapsOf(step),
      top: top / height,
      seen: view / height
    });
  }
  /**
   * Brings the row that the rail shows at a height into the middle.
   *
   * @param {number} y
   */
  scrollToRail(y) {
    this.rows.scrollTo(y / this.rail.scale * this.rows.height - this.rows.view / 2);
  }
  /**
   * After a step by hand: if the next pair stands nowhere in view, the nearest one comes into view.
   *
   * @param {number} delay
   */
  bringNext(delay) {
    clearTimeout(this.bringTimer);
    this.bringTimer = setTimeout(() => {
      if (this.scene && !this.scene.covered) this.bring(this.scene.history.gapsOf(this.scene.step));
    }, delay);
  }
  /** @param {ArrayLike<number>} gaps Ascending. */
  bring(gaps) {
    if (!gaps.length) return;
    const [first, last] = this.rows.visible;
    const middle = this.starts[clamp(first + last >> 1, 0, this.starts.length - 1)];
    const after = lastAtMost(gaps, middle);
    const near = [gaps[after], gaps[Math.min(after + 1, gaps.length - 1)]].map((gap) => this.rowOf(gap));
    if (near.some((row) => row >= first && row <= last)) return;
    const away = near.map((row) => Math.abs(row - (first + last) / 2));
    this.rows.reveal(away[1] < away[0] ? near[1] : near[0], true);
  }
  /**
   * Lights every token of an id.
   *
   * @param {number | null} id
   */
  light(id) {
    if (!this.scene || this.scene.hovered === id) return;
    this.scene.hovered = id;
    for (const node of this.box.querySelectorAll(".tok"))
      node.classList.toggle("same", node instanceof HTMLElement && Number(node.dataset.id) === id);
  }
  destroy() {
    clearTimeout(this.bringTimer);
    this.rows.destroy();
  }
};

// explorer_ui/components/player/where_at_rest.js
var unheard = null;
function keepUnheard(place) {
  unheard = place;
}
function takeUnheard(historyId, mode) {
  if (unheard?.mode !== mode) return null;
  const found = unheard.history_id === historyId ? unheard : null;
  unheard = null;
  return found;
}
function whereAtRest({ freeHand, playback, selected, shown, step }) {
  if (!shown || playback.playing || freeHand.on) return null;
  const { data, history } = shown;
  const token = selected === null ? null : history.tokenAt(selected, step);
  return {
    key: JSON.stringify([step, selected]),
    rest: {
      history_id: data.history_id,
      step,
      selected: token && { start: token.start, end: token.end, id: token.id }
    }
  };
}

// explorer_ui/components/player/player.js
var SLOW_HAND = 120;
var SLOW_PLAYING = 5;
var players = 0;
var Player = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.uid = `bpe${++players}`;
    this.shown = null;
    this.step = 0;
    this.selected = null;
    this.covered = false;
    this.held = false;
    this.stepped = () => {
    };
    this.moved = 0;
    this.closing = null;
    this.frame = 0;
    this.resizing = 0;
    this.stopListening = new AbortController();
    this.root = attrs(el("div", "bpe bpe-player"), { role: "group", "aria-label": "Merge player" });
    parent.append(this.root);
    this.playback = new Playback(
      (steps) => this.go(this.step + steps, { hand: false }),
      (playing) => {
        this.controls.drawPlaying(playing);
        if (!playing) this.link.report();
      }
    );
    this.link = new LinkToPython(
      send,
      () => whereAtRest(this),
      () => this.speak()
    );
    this.classPanel = new ClassPanel(new TaughtPlayer(this), send);
    this.predict = new Predict(this);
    this.freeHand = new FreeHand(this);
    this.controls = new Controls(this.root, ordersTo(this), this.playback.speed);
    this.sentence = new Sentence();
    this.curve = new Curve();
    this.presenter = new Presenter(this);
    this.panels = new Panels(this);
    this.page = new Page(this.root, this);
    this.box = this.page.box;
    this.stage = new Stage(this.box, this.page.rail, this.uid);
    this.pointer = new TokenPointer({
      root: this.root,
      box: this.box,
      describe: (node) => this.panels.describe(Number(node.dataset.start)),
      light: (id) => this.stage.light(id),
      choose: (node) => this.select(node.getAttribute("aria-selected") === "true" ? null : Number(node.dataset.start))
    });
    this.cursor = new Cursor(this);
    this.fitted = "";
    this.sizes = new ResizeObserver(() => {
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(() => this.sizeOfBox() === this.fitted || this.fit());
    });
    this.sizes.observe(this.box);
    listen(this, this.stopListening.signal);
  }
  // ------------------------------------------------ data
  /** @param {PlayerData} data The same object again means that only the theme changed. */
  update(data) {
    const before = this.shown?.data;
    if (data === before) this.fit();
    else if (data.history_id !== before?.history_id) this.historyChanged(data);
    else if (this.shown) {
      this.shown.data = data;
      this.classPanel.heard(data.classroom);
    }
  }
  /** @param {PlayerData} data */
  historyChanged(data) {
    this.playback.pause();
    const history = new History(data);
    const telling = data.mode === "encode" ? wordsOfEncoding(data, history) : wordsOfTraining(data, history);
    this.shown = { data, history, telling };
    this.freeHand.begin();
    this.root.classList.toggle("encoding", data.mode === "encode");
    this.step = clamp(data.step, 0, history.steps);
    this.selected = data.selected !== null && data.selected < history.units ? data.selected : null;
    this.cursor.begin();
    this.panels.begin();
    this.stage.begin(history, telling);
    this.link.agree();
    this.classPanel.offered(data.classroom);
    this.root.classList.toggle("saves-page", Boolean(data.saves_page));
    this.predict.begin();
    const unheard2 = takeUnheard(data.history_id, data.mode);
    if (unheard2) {
      this.step = unheard2.step;
      this.selected = unheard2.selected;
      this.link.report();
    }
    this.fit();
  }
  sizeOfBox() {
    return `${this.box.clientWidth} ${this.box.clientHeight}`;
  }
  /** Draws everything that depends on sizes and on colours. */
  fit() {
    if (!this.shown || !this.box.clientWidth) return;
    const { history } = this.shown;
    this.fitted = this.sizeOfBox();
    this.stage.layout();
    this.controls.setSteps(history.steps);
    this.page.drawLegend(history);
    this.drawCurve();
    this.controls.draw(this.step, history.steps, this.held);
    this.paint();
    if (this.step < history.steps) this.stage.bringNext(0);
  }
  drawCurve() {
    const { freeHand, shown } = this;
    if (shown) this.curve.draw(shown.history, shown.telling.step, freeHand.beside ?? void 0);
  }
  // ------------------------------------------------ moving
  /**
   * @param {number} step
   * @param {{led?: boolean}} [how] Whether a teacher leads there, also while a question is open.
   */
  goByHand(step, { led = false } = {}) {
    this.playback.pause();
    this.go(step, { led });
  }
  /**
   * Goes to a step, or to the nearest that there is; returns whether there are more after it.
   *
   * @param {number} wanted
   * @param {{hand?: boolean, led?: boolean}} [how]
   */
  go(wanted, { hand = true, led = false } = {}) {
    if (!this.shown) return false;
    const { steps } = this.shown.history;
    const held = this.held && !led;
    const step = held ? this.step : clamp(Math.round(wanted) || 0, 0, steps);
    if (held) this.classPanel.stepped(step);
    const now = performance.now();
    const slow = hand ? now - this.moved > SLOW_HAND : this.playback.speed <= SLOW_PLAYING;
    this.moved = now;
    const closing = step === this.step + 1 && slow && !calm() ? this.step : null;
    if (step === this.step) {
      this.controls.draw(step, steps, this.held);
      return step < steps;
    }
    this.step = step;
    if (!this.freeHand.on) this.classPanel.stepped(step);
    this.stepped(step);
    this.predict.begin();
    if (this.stage.scene) this.stage.scene.acting = null;
    this.controls.draw(step, steps, this.held);
    this.closing = closing;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint(this.closing);
    });
    if (hand || this.playback.speed <= 2) this.stage.bringNext(closing === null ? 80 : 300);
    this.link.report();
    return step < steps;
  }
  speak() {
    const { spoken } = this.sentence;
    if (this.page.live.textContent !== spoken) this.page.live.textContent = spoken;
  }
  // ------------------------------------------------ painting a step
  /** @param {number | null} [closing] The rank of the merge that is seen to close. */
  paint(closing = null) {
    if (!this.shown) return;
    const began = performance.now();
    const { history, telling } = this.shown;
    const { step } = this;
    this.pointer.hide();
    this.stage.paint({ step, selected: this.selected, closing, covered: this.covered });
    this.sentence.draw(history, telling, step, this.covered);
    const tokens = history.tokensAt(step);
    this.curve.mark(step, tokens);
    const note = this.freeHand.note ?? grouped(tokens);
    this.page.curveNote.textContent = `${note} after ${plural(step, telling.step)}`;
    this.freeHand.draw();
    this.panels.follow();
    Object.assign(this.root.dataset, { painted: step, paintMs: (performance.now() - began).toFixed(1) });
  }
  /** @param {number | null} unit */
  select(unit) {
    if (this.freeHand.on) {
      this.freeHand.touch(unit);
      return;
    }
    if (unit !== null && this.predict.waiting) {
      this.predict.touch(unit);
      return;
    }
    this.selected = unit;
    this.stage.paint({ selected: unit });
    this.panels.drawSelected();
    this.link.report();
  }
  /**
   * While somebody chooses tokens they are larger under a finger.
   *
   * @param {boolean} choosing
   */
  choose(choosing) {
    if (choosing === this.root.classList.contains("choosing")) return;
    this.root.classList.toggle("choosing", choosing);
    this.fit();
  }
  /**
   * While somebody is to say what comes next, nothing shows it: no mark, no sentence, no order, no count.
   *
   * @param {boolean} covered
   */
  cover(covered) {
    if (covered === this.covered) return;
    this.covered = covered;
    this.root.classList.toggle("covered", covered);
    if (this.stage.scene) this.stage.scene.acting = null;
    if (this.shown) this.controls.draw(this.step, this.shown.history.steps, this.held);
    this.paint();
    this.speak();
  }
  destroy() {
    this.playback.pause();
    this.classPanel.destroy();
    this.predict.destroy();
    if (this.shown && this.link.owes) {
      const { history_id, mode } = this.shown.data;
      keepUnheard({ history_id, mode, step: this.step, selected: this.selected });
    }
    this.link.stop();
    this.panels.destroy();
    for (const frame of [this.frame, this.resizing]) cancelAnimationFrame(frame);
    this.stopListening.abort();
    this.sizes.disconnect();
    this.pointer.destroy();
    this.stage.destroy();
  }
};

// explorer_ui/components/player/merge_player.js
function mount(call) {
  return mountInstance(Player, call);
}
export {
  mount as default
};
