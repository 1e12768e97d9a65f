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
var calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
var isChord = (event) => event.ctrlKey || event.metaKey || event.altKey;

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

// explorer_ui/components/shared/direction.js
var RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
var LETTER = /\p{L}/u;
var directionOf = (text) => RIGHT_TO_LEFT.test(text.match(LETTER)?.[0] ?? "") ? "rtl" : "ltr";

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
async function ask(address, { key, message } = {}) {
  const request = { cache: "default", credentials: "omit", headers: {} };
  if (message) Object.assign(request, { method: "POST", body: JSON.stringify(message) });
  if (key) request.headers = { Authorization: `Bearer ${key}` };
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
      const { key, at } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      return typeof key === "string" && Date.now() - at < TWO_HOURS ? key : null;
    } catch {
      return null;
    }
  }
  /**
   * @param {string | null} key Of a class that was opened before; null opens a new one.
   * @throws {Refusal}
   */
  async open(key) {
    this.key = key ?? newKey();
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
    const pressed = (name2, act, kind = "") => {
      const press = () => node.hasAttribute("aria-disabled") || act();
      const node = button(`plain-button ${kind}`, name2, name2, press);
      return node;
    };
    this.codeButton = pressed("Hide the code", () => this.showCode(Boolean(this.large.hidden)));
    this.asks = [...taught.asks, ...this.fromChallenge ? [this.fromChallenge] : []].map((asking) => ({
      asking,
      press: pressed(asking.words, () => this.ask(asking))
    }));
    this.uncoverButton = pressed("Uncover", () => this.uncover(), "first");
    this.awayButton = pressed("Put the question away", () => this.putAway());
    this.endButton = pressed(END, () => this.end());
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
    const key = offer && !this.teaching ? Teaching.kept() : null;
    if (key) this.open(key);
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
  async open(key, byHand = false) {
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
      await teaching.open(key);
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

// explorer_ui/components/growth/curve.js
var HEIGHT = 220;
var LEFT = 52;
var RIGHT = 46;
var TOP = 22;
var BOTTOM = 26;
var LINES = [
  { hue: "c0", dashes: null },
  { hue: "c1", dashes: "7 4" },
  { hue: "c2", dashes: "2 3" },
  { hue: "c3", dashes: "9 3 2 3" }
];
var Curve = class {
  /** @param {(size: number) => void} onSize Hears a size that was pressed or dragged to. */
  constructor(onSize) {
    this.node = el("div", "curve");
    this.picture = attrs(svg("svg", { height: HEIGHT }), { role: "img" });
    this.node.append(this.picture);
    this.mark = svg("g", { class: "mark" });
    this.texts = [];
    this.size = 0;
    this.bytes = 1;
    this.most = 1;
    this.flat = null;
    this.scale = null;
    this.width = 0;
    const drag = (event) => {
      const x = event.clientX - this.picture.getBoundingClientRect().left;
      if (this.scale && event.buttons) onSize(this.scale.sizeAt((x - LEFT) / this.room));
    };
    this.picture.addEventListener("pointerdown", (event) => {
      this.picture.setPointerCapture(event.pointerId);
      drag(event);
    });
    this.picture.addEventListener("pointermove", drag);
    this.observer = new ResizeObserver(() => {
      if (this.node.clientWidth !== this.width) this.draw();
    });
    this.observer.observe(this.node);
  }
  get room() {
    return Math.max(this.width - LEFT - RIGHT, 40);
  }
  /**
   * @param {GrownText[]} texts
   * @param {SizeScale} scale
   * @param {number} bytes Of the text.
   * @param {string} label For screen readers.
   */
  show(texts, scale, bytes, label) {
    this.texts = texts;
    this.scale = scale;
    this.bytes = bytes;
    attrs(this.picture, { "aria-label": label });
    this.draw();
  }
  draw() {
    const { scale, texts } = this;
    this.width = this.node.clientWidth;
    if (!scale || !this.width || !texts.length) return;
    attrs(this.picture, { width: this.width, viewBox: `0 0 ${this.width} ${HEIGHT}` });
    const most = this.most = Math.max(...texts.map((text) => text.most));
    const x = (size) => LEFT + scale.placeOf(size) * this.room;
    const y = (tokens) => TOP + (1 - tokens / most) * (HEIGHT - TOP - BOTTOM);
    const parts = [];
    const write = (text, at, height, anchor = "end") => parts.push(
      Object.assign(svg("text", { x: at, y: height, "text-anchor": anchor }), { textContent: text })
    );
    for (const share of [0, 1, 2, 3, 4]) {
      const tokens = Math.round(most * share / 4);
      parts.push(
        svg("line", { class: "grid", x1: LEFT, x2: LEFT + this.room, y1: y(tokens), y2: y(tokens) })
      );
      write(grouped(tokens), LEFT - 6, y(tokens) + 4);
      if (tokens) write((this.bytes / tokens).toFixed(1), LEFT + this.room + 6, y(tokens) + 4, "start");
    }
    write("tokens", LEFT - 6, 10);
    write("bytes each", this.width, 10);
    let clear = -Infinity;
    for (const size of scale.ticks()) {
      const label = size >= 1e4 ? `${Math.round(size / 1e3)}k` : grouped(size);
      if (x(size) - clear < 14 + 6 * label.length) continue;
      clear = x(size);
      parts.push(
        svg("line", {
          class: "tick",
          x1: x(size),
          x2: x(size),
          y1: HEIGHT - BOTTOM,
          y2: HEIGHT - BOTTOM + 4
        })
      );
      write(label, x(size), HEIGHT - 8, "middle");
    }
    texts.forEach((text, index) => {
      const points = [`M${x(text.leastSize)},${y(text.most)}`];
      let drawn = -1;
      for (let step = text.given + 1; step < text.sizes.length; step++) {
        const at = x(text.sizes[step]);
        if (at - drawn < 0.7 && step < text.steps) continue;
        drawn = at;
        points.push(`H${at.toFixed(1)}V${y(text.counts[step]).toFixed(1)}`);
      }
      points.push(`H${x(text.lastSize).toFixed(1)}`);
      const { hue, dashes } = LINES[index];
      parts.push(svg("path", { class: `line ${hue}`, d: points.join(""), "stroke-dasharray": dashes }));
    });
    this.picture.replaceChildren(...parts, this.mark);
    this.go(this.size);
  }
  /**
   * Marks where the line of the vocabulary that is shown becomes flat.
   *
   * @param {number | null} size
   */
  flattens(size) {
    this.flat = size;
    this.go(this.size);
  }
  /** @param {number} size */
  go(size) {
    this.size = size;
    const { scale } = this;
    if (!scale || !this.width) return;
    const placeOf = (at) => LEFT + scale.placeOf(at) * this.room;
    const x = placeOf(size);
    this.mark.replaceChildren(
      ...this.flat === null ? [] : this.drawFlat(placeOf(this.flat)),
      svg("line", { x1: x, x2: x, y1: TOP - 6, y2: HEIGHT - BOTTOM }),
      ...this.texts.map(
        (text, index) => svg("circle", {
          class: `dot ${LINES[index].hue}`,
          cx: placeOf(clamp(size, text.leastSize, text.lastSize)),
          cy: TOP + (1 - text.tokensUnder(size) / this.most) * (HEIGHT - TOP - BOTTOM),
          r: 4
        })
      )
    );
  }
  /** @param {number} x */
  drawFlat(x) {
    const early = x < LEFT + this.room / 2;
    const words = svg("text", {
      x: x + (early ? 5 : -5),
      y: TOP + 10,
      "text-anchor": early ? "start" : "end"
    });
    words.textContent = "flat from here";
    return [svg("line", { class: "flat", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }), words];
  }
  destroy() {
    this.observer.disconnect();
  }
};

// explorer_ui/components/growth/languages.js
function cheapFrom(text, other, times) {
  const changes = [...Array.from(text.sizes), ...Array.from(other.sizes)].sort((one, two) => two - one);
  let from = null;
  for (const size of changes) {
    if (text.tokensUnder(size) > times * other.tokensUnder(size)) return from;
    from = size;
  }
  return from;
}
var Languages = class {
  constructor() {
    this.node = el("div", "languages");
    this.rows = [];
    this.english = null;
  }
  /**
   * @param {Language[]} languages
   * @param {string} first The language that all others are held against.
   */
  show(languages, first) {
    this.english = languages.find(({ name }) => name === first)?.text ?? null;
    const longest = Math.max(...languages.map(({ text }) => text.bytes));
    const table = attrs(el("table"), { "aria-label": "Tokens of the same paragraph, by language" });
    const head = table.appendChild(el("thead")).appendChild(el("tr"));
    for (const [name, what] of [
      ["", "Language"],
      ["length", "Tokens (grey: bytes)"],
      ["number", "Tokens"],
      ["number", `Times ${first}`],
      ["number cheap", "At most twice, from"]
    ])
      head.append(attrs(el("th", name, what), { scope: "col" }));
    const body = table.appendChild(el("tbody"));
    this.rows = Array.from(languages).sort((one, two) => two.text.bytes - one.text.bytes).map((language) => {
      const row = body.appendChild(el("tr", language.text === this.english ? "first" : ""));
      row.append(attrs(el("th", "", language.name), { scope: "row" }));
      const cell = row.appendChild(el("td", "length"));
      const whole = cell.appendChild(el("div", "whole"));
      whole.style.width = `${100 * language.text.bytes / longest}%`;
      const bar = whole.appendChild(el("div", "bar"));
      const tokens = row.appendChild(el("td", "number"));
      const times = row.appendChild(el("td", "number"));
      row.append(el("td", "number cheap", this.cheap(language.text)));
      return { language, bar, tokens, times };
    });
    this.node.replaceChildren(table);
  }
  /**
   * From which size on a text never takes more than twice the tokens, in words; "–" where there is nothing to hold it
   * against.
   *
   * @param {GrownText} text
   */
  cheap(text) {
    if (!this.english) return "–";
    const from = cheapFrom(text, this.english, 2);
    if (from === null) return "never";
    return from <= this.english.leastSize ? "always" : grouped(from);
  }
  /** @param {number} size */
  go(size) {
    const english = this.english?.tokensUnder(size);
    for (const { language, bar, tokens, times } of this.rows) {
      const now = language.text.tokensUnder(size);
      bar.style.width = `${100 * now / language.text.bytes}%`;
      tokens.textContent = grouped(now);
      times.textContent = english ? (now / english).toFixed(1) : "–";
    }
  }
};

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

// explorer_ui/components/growth/grown_text.js
var GrownText = class {
  /**
   * @param {Uint16Array | Uint32Array} closed For every gap between two bytes, the step that closes it, or a number above all.
   * @param {ArrayLike<number>} sizes How many tokens the smallest vocabulary has in which 0, 1, 2, ... steps are done.
   * @param {number} lastSize
   * @param {object} more
   * @param {number} [more.given] How many steps are no rules, but there from the first: 1 where characters are never cut.
   * @param {ArrayLike<number>} [more.ids] The id of the token that each step makes.
   */
  constructor(closed, sizes, lastSize, { given = 0, ids = [] } = {}) {
    this.closed = closed;
    this.sizes = sizes;
    this.lastSize = lastSize;
    this.given = given;
    this.ids = ids;
    this.bytes = closed.length + 1;
    const { starts, gaps } = gapsByRank(closed, this.steps);
    this.starts = starts;
    this.gaps = gaps;
    this.counts = starts.map((gone) => this.bytes - gone);
  }
  get steps() {
    return this.sizes.length - 1;
  }
  /**
   * How many steps are done in a vocabulary of `size` tokens.
   *
   * @param {number} size
   */
  stepsUnder(size) {
    return Math.max(lastAtMost(this.sizes, size), this.given);
  }
  /** @param {number} size */
  tokensUnder(size) {
    return this.counts[this.stepsUnder(size)];
  }
  /** The size below which there is nothing: that of the base units alone. */
  get leastSize() {
    return this.sizes[0];
  }
  /** How many tokens there are before any rule. */
  get most() {
    return this.counts[this.given];
  }
  /**
   * The token that the byte at `place` is in after `done` steps.
   *
   * @param {number} place
   * @param {number} done
   */
  tokenAt(place, done) {
    return spanFrom(this.closed, startOf(this.closed, place, done), done);
  }
  /**
   * The tokens after `done` steps that have a byte between two places.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} done
   */
  tokensBetween(from, to, done) {
    const tokens = [];
    for (let place = from; place < to; place = tokens[tokens.length - 1].end)
      tokens.push(this.tokenAt(place, done));
    return tokens;
  }
  /** What part of the tokens a doubling of a size saves, from 0 to 1. @param {number} size */
  savedByDoubling(size) {
    return 1 - this.tokensUnder(2 * size) / this.tokensUnder(size);
  }
  /**
   * The least size from which on no doubling saves so much; null where the last doubling still does, or there is none.
   *
   * @param {number} part From 0 to 1.
   * @returns {number | null}
   */
  flattensFrom(part) {
    const last = Math.floor(this.lastSize / 2);
    if (last < this.leastSize) return null;
    const changes = /* @__PURE__ */ new Set([this.leastSize]);
    for (const size of Array.from(this.sizes))
      for (const change of [size, Math.ceil(size / 2)])
        if (change > this.leastSize && change <= last) changes.add(change);
    let from = null;
    for (const size of [...changes].sort((one, other) => other - one)) {
      if (this.savedByDoubling(size) >= part) return from;
      from = size;
    }
    return from;
  }
  /**
   * The first token in the text that a step made.
   *
   * @param {number} step
   */
  madeBy(step) {
    return this.tokenAt(this.gaps[this.starts[step]], step + 1);
  }
};

// explorer_ui/components/growth/payload.js
var unpack = ({ closed_at, closed_bytes, sizes, ids, last_size, given }) => new GrownText(
  closed_bytes === 2 ? uint16sOf(closed_at) : uint32sOf(closed_at),
  uint32sOf(sizes),
  last_size,
  { given, ids: uint32sOf(ids) }
);

// explorer_ui/components/growth/size_scale.js
var SizeScale = class {
  /**
   * @param {number} least
   * @param {number} most
   */
  constructor(least, most) {
    this.least = least;
    this.most = Math.max(most, least + 1);
    this.doublings = Math.log2(this.most / this.least);
  }
  /**
   * Where a size stands, from 0 to 1.
   *
   * @param {number} size
   */
  placeOf(size) {
    return clamp(Math.log2(size / this.least) / this.doublings, 0, 1);
  }
  /**
   * The whole size at a place from 0 to 1.
   *
   * @param {number} place
   */
  sizeAt(place) {
    return Math.round(this.least * 2 ** (clamp(place, 0, 1) * this.doublings));
  }
  /** Sizes to write at the axis: the ends, and 1, 2 and 5 times the powers of ten that are clear of them. */
  ticks() {
    const ticks = [];
    for (let ten = 100; ten <= this.most; ten *= 10)
      for (const size of [ten, 2 * ten, 5 * ten])
        if (this.placeOf(size) > 0.04 && this.placeOf(size) < 0.96) ticks.push(size);
    return [this.least, ...ticks, this.most];
  }
};

// explorer_ui/components/growth/size_slider.js
var PLAY_SECONDS = 14;
var NOTCHES = 1e4;
var PLAY = "M4 2.5v11L13 8z";
var PAUSE = "M4 3h3v10H4zM9 3h3v10H9z";
var BACK = "M11 3v10L4 8z";
var FORWARD = "M5 3l7 5-7 5z";
var SizeSlider = class {
  /** @param {(size: number, byStep: boolean) => void} onSize Hears every size, and whether it is that of a change. */
  constructor(onSize) {
    this.onSize = onSize;
    this.scale = new SizeScale(256, 257);
    this.size = 256;
    this.text = null;
    this.frame = null;
    this.player = button(
      "play",
      "Play",
      icon(PLAY),
      () => this.frame === null ? this.play() : this.pause()
    );
    this.marks = el("canvas", "marks");
    this.slider = attrs(el("input"), {
      type: "range",
      min: 0,
      max: NOTCHES,
      "aria-label": "Size of the vocabulary"
    });
    this.held = false;
    this.slider.addEventListener(
      "input",
      () => this.byHand(this.scale.sizeAt(Number(this.slider.value) / NOTCHES))
    );
    this.ends = el("div", "ends");
    this.output = el("output", "size");
    const track = el("div", "track");
    track.append(this.marks, this.slider, this.ends);
    this.node = el("div", "controls");
    this.buttons = [
      button("back", "The change before", icon(BACK), () => this.byStep(-1)),
      this.player,
      button("forward", "The next change", icon(FORWARD), () => this.byStep(1))
    ];
    this.node.append(...this.buttons, track, this.output);
    this.observer = new ResizeObserver(() => this.drawMarks());
    this.observer.observe(this.marks);
  }
  /** @param {SizeScale} scale */
  setScale(scale) {
    this.scale = scale;
    this.ends.replaceChildren(el("span", "", grouped(scale.least)), el("span", "", grouped(scale.most)));
  }
  /** @param {GrownText} text */
  setText(text) {
    this.text = text;
    this.drawMarks();
  }
  /**
   * @param {number} size
   * @param {{byStep?: boolean, led?: boolean}} [how] `led`: a teacher leads there, also while a question is open.
   */
  go(size, { byStep = false, led = false } = {}) {
    if (!this.held || led) this.size = clamp(Math.round(size), this.scale.least, this.scale.most);
    this.slider.value = String(Math.round(this.scale.placeOf(this.size) * NOTCHES));
    this.output.replaceChildren(el("span", "", "vocabulary of "), grouped(this.size));
    attrs(this.slider, { "aria-valuetext": `${grouped(this.size)} tokens` });
    this.onSize(this.size, byStep);
  }
  /**
   * @param {number} size
   * @param {{byStep?: boolean, led?: boolean}} [how]
   */
  byHand(size, how) {
    this.pause();
    this.go(size, how);
  }
  /**
   * To the next size at which the text changes, or the one before.
   *
   * @param {number} by
   */
  byStep(by) {
    if (!this.text) return;
    const { sizes } = this.text;
    const done = this.text.stepsUnder(this.size);
    const before = this.size > sizes[done] ? done : done - 1;
    this.byHand(sizes[clamp(by > 0 ? done + 1 : before, 0, sizes.length - 1)], { byStep: true });
  }
  /** Where the text changes: the higher the line, the more places change. */
  drawMarks() {
    const { text, marks, scale } = this;
    const context = marks.getContext("2d");
    if (!text || !context || !marks.clientWidth) return;
    const wide = marks.width = Math.round(marks.clientWidth * devicePixelRatio);
    const high = marks.height = Math.round(marks.clientHeight * devicePixelRatio);
    const saved = new Float64Array(wide);
    for (let step = text.given + 1; step < text.sizes.length; step++) {
      const x = Math.min(Math.floor(scale.placeOf(text.sizes[step]) * wide), wide - 1);
      saved[x] += text.counts[step - 1] - text.counts[step];
    }
    const most = saved.reduce((one, other) => Math.max(one, other), 1);
    context.fillStyle = getComputedStyle(marks).color;
    saved.forEach((places, x) => {
      const height = places && Math.max(0.3, Math.sqrt(places / most)) * high;
      context.fillRect(x, high - height, 1, height);
    });
  }
  play() {
    if (!this.text || this.held) return;
    const last = this.scale.placeOf(this.text.lastSize);
    let place = this.scale.placeOf(this.size);
    if (place >= last) place = 0;
    let before = performance.now();
    const step = (now) => {
      place += (now - before) / 1e3 / PLAY_SECONDS;
      before = now;
      const shown = calm() ? Math.floor(place * this.scale.doublings) / this.scale.doublings : place;
      this.go(this.scale.sizeAt(Math.min(shown, last)));
      if (place < last) this.frame = requestAnimationFrame(step);
      else this.pause();
    };
    this.frame = requestAnimationFrame(step);
    this.drawPlaying();
  }
  pause() {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
    this.drawPlaying();
  }
  /** @param {boolean} held */
  hold(held) {
    if (held) this.pause();
    this.held = this.slider.disabled = held;
    for (const node of this.buttons) attrs(node, { "aria-disabled": held ? "true" : null });
  }
  drawPlaying() {
    const [name, picture] = this.frame === null ? ["Play", PLAY] : ["Pause", PAUSE];
    attrs(this.player, { "aria-label": name, title: name });
    this.player.replaceChildren(icon(picture));
  }
  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (isChord(event)) return;
    const acts = {
      ArrowRight: () => this.byStep(1),
      ArrowLeft: () => this.byStep(-1),
      PageUp: () => this.byHand(2 * this.size),
      PageDown: () => this.byHand(this.size / 2),
      Home: () => this.byHand(this.scale.least),
      End: () => this.byHand(this.text?.lastSize ?? this.scale.most)
    };
    if (!(event.target instanceof HTMLButtonElement)) acts[" "] = () => this.player.click();
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }
  destroy() {
    this.pause();
    this.observer.disconnect();
  }
};

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

// explorer_ui/components/growth/taught_growth.js
var TIMES = 16;
var TaughtGrowth = class {
  /** @param {Growth} growth */
  constructor(growth) {
    this.growth = growth;
    this.showsQuestion = false;
    const can = () => growth.text !== void 0 && this.step < growth.text.lastSize;
    this.asks = [{ words: "Ask how many tokens", can, ask: () => this.askCount() }];
  }
  get step() {
    return this.growth.slider.size;
  }
  // The seventeen languages stay on the teacher's screen: they would take ten times what the text takes.
  /** @param {Offer} offer */
  scene({ page, link }) {
    const { data, shown } = this.growth;
    if (!data) return null;
    const vocabularies = data.vocabularies.map((vocabulary) => ({ ...vocabulary, languages: [] }));
    return { growth: { ...data, vocabularies, shown, classroom: null }, page, link };
  }
  /** @returns {ClassQuestion | string} */
  askCount() {
    const { name, slider, text } = this.growth;
    slider.pause();
    const size = Math.max(this.step, text.leastSize);
    const larger = Math.min(TIMES * size, text.lastSize);
    const now = text.tokensUnder(size);
    const { options, right } = countOptions(now, text.tokensUnder(larger));
    if (options.length < 2) return "Too little changes from here on to ask how many tokens there will be.";
    const prompt = `Under the first ${grouped(size)} tokens of ${name} this text takes ${plural(now, "token")}. How many under the first ${grouped(larger)}?`;
    return {
      prompt,
      options,
      covers: "count",
      uncovered: () => ({ right }),
      next: () => slider.byHand(larger)
    };
  }
  /** @param {Asked | null} what */
  cover(what) {
    this.growth.cover(what);
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

// explorer_ui/components/growth/text_row.js
var TextRow = class {
  /**
   * @param {Piece[]} pieces
   * @param {number} firstByte Of the row, in the text.
   */
  constructor(pieces, firstByte) {
    this.pieces = pieces;
    this.starts = [firstByte];
    for (const { size } of pieces) this.starts.push(this.starts[this.starts.length - 1] + size);
    this.node = el("div", "row");
    this.boxes = attrs(el("div", "boxes"), { "aria-hidden": "true" });
    this.letters = el("div", "letters");
    for (const { kind, text } of pieces) this.letters.append(kind === "text" ? text : el("span", kind, text));
    this.node.append(this.boxes, this.letters);
    this.places = null;
  }
  get firstByte() {
    return this.starts[0];
  }
  get endByte() {
    return this.starts[this.starts.length - 1];
  }
  /** Asks the browser where the pieces stand; the row must be in the page. */
  measure() {
    const { left } = this.node.getBoundingClientRect();
    const rightToLeft = getComputedStyle(this.node).direction === "rtl";
    const range = document.createRange();
    this.places = Array.from(this.letters.childNodes, (child) => {
      range.selectNodeContents(child);
      const box = range.getBoundingClientRect();
      return { left: box.left - left, right: box.right - left, rightToLeft };
    });
  }
  /**
   * The pixels from one byte of the row to another: those of every piece between them, joined where they touch.
   *
   * @param {number} from
   * @param {number} to
   */
  stretches(from, to) {
    const stretches = [];
    this.places?.forEach(({ left, right, rightToLeft }, index) => {
      const [start, end] = [this.starts[index], this.starts[index + 1]];
      if (end <= from || start >= to) return;
      const width = (right - left) / (end - start);
      const [before, after] = [(Math.max(from, start) - start) * width, (end - Math.min(to, end)) * width];
      const stretch = rightToLeft ? [left + after, right - before] : [left + before, right - after];
      const beside = stretches.find(
        (one) => Math.abs(one[1] - stretch[0]) < 1 || Math.abs(one[0] - stretch[1]) < 1
      );
      if (!beside) stretches.push([stretch[0], stretch[1]]);
      else {
        beside[0] = Math.min(beside[0], stretch[0]);
        beside[1] = Math.max(beside[1], stretch[1]);
      }
    });
    return stretches;
  }
  /**
   * Draws the boxes of the tokens after `done` steps.
   *
   * @param {GrownText} grown
   * @param {number} done
   */
  draw(grown, done) {
    if (!this.places) return;
    let used = 0;
    for (const { start, end, rank } of grown.tokensBetween(this.firstByte, this.endByte, done)) {
      const [from, to] = [Math.max(start, this.firstByte), Math.min(end, this.endByte)];
      const tint = tintOf({ id: grown.ids[rank] ?? 0, quiet: rank < grown.given });
      const open = (from > start ? " opens" : "") + (to < end ? " goes-on" : "");
      for (const [left, right] of this.stretches(from, to)) {
        const drawn = (
          /** @type {HTMLElement | undefined} */
          this.boxes.children[used++]
        );
        const box = drawn ?? this.boxes.appendChild(el("i"));
        box.className = `${tint}${open}${rank >= grown.given && rank === done - 1 ? " new" : ""}`;
        box.style.cssText = `left:${left.toFixed(1)}px;width:${Math.max(right - left, 1).toFixed(1)}px`;
      }
    }
    while (this.boxes.children.length > used) this.boxes.lastChild?.remove();
  }
};
function breakRows(pieces, widthOf, room) {
  const starts = [0];
  let used = 0;
  let word = 0;
  let wordWidth = 0;
  pieces.forEach(({ kind, text }, index) => {
    const width = widthOf(text);
    const row = starts[starts.length - 1];
    if (kind === "white") [word, wordWidth] = [index, 0];
    if (used + width > room && index > row) {
      starts.push(word > row ? word : index);
      used = word > row ? wordWidth : 0;
    }
    used += width;
    wordWidth += width;
    if (text === "⏎" && kind === "white" && index + 1 < pieces.length) {
      starts.push(index + 1);
      [word, wordWidth, used] = [index + 1, 0, 0];
    }
  });
  return starts;
}

// explorer_ui/components/growth/text_stage.js
var ROW_HEIGHT = 34;
var FONT_SIZE = 17;
var MOST_ROWS = 8;
var EDGE = 10;
var TextStage = class {
  /** @param {(place: number | null) => void} onPoint Hears which byte of the text the pointer is over. */
  constructor(onPoint) {
    this.box = attrs(el("div", "stage"), {
      tabindex: 0,
      role: "group",
      "aria-label": "The text, cut into tokens"
    });
    this.box.style.setProperty("--row", ROW_HEIGHT + "px");
    this.box.style.setProperty("--size", FONT_SIZE + "px");
    this.box.style.setProperty("--edge", EDGE + "px");
    this.rows = /* @__PURE__ */ new Map();
    this.scroller = new VirtualRows(this.box, (row) => this.makeRow(row));
    Object.assign(this.scroller, { onPaint: () => this.settle() });
    this.pieces = [];
    this.pieceStarts = Uint32Array.of(0);
    this.rowStarts = [0];
    this.done = 0;
    this.width = 0;
    this.grown = null;
    for (
      const name of
      /** @type {const} */
      ["pointermove", "pointerdown"]
    )
      this.box.addEventListener(name, (event) => onPoint(this.byteUnder(event)));
    this.box.addEventListener("pointerleave", () => onPoint(null));
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(this.box);
  }
  /** @param {Uint8Array} bytes */
  setText(bytes) {
    this.pieces = piecesOf(bytes);
    this.pieceStarts = new Uint32Array(this.pieces.length + 1);
    this.pieces.forEach(({ size }, index) => this.pieceStarts[index + 1] = this.pieceStarts[index] + size);
    this.box.dir = directionOf(decodeUtf8(bytes));
    this.width = 0;
    this.layOut();
  }
  /**
   * @param {GrownText} grown
   * @param {number} done
   */
  show(grown, done) {
    this.grown = grown;
    this.done = done;
    for (const row of this.rows.values()) row.draw(grown, done);
  }
  layOut() {
    const room = this.box.clientWidth;
    if (!room || room === this.width) return;
    this.width = room;
    const ruler = new Ruler(getComputedStyle(this.box).fontFamily, FONT_SIZE);
    this.rowStarts = breakRows(this.pieces, (text) => ruler.width(text), room - 2 * EDGE);
    this.box.style.height = `${Math.min(this.rowStarts.length, MOST_ROWS) * ROW_HEIGHT + 2}px`;
    this.rows.clear();
    this.scroller.reset(this.rowStarts.length, ROW_HEIGHT);
  }
  /** @param {number} index */
  makeRow(index) {
    const from = this.rowStarts[index];
    const to = this.rowStarts[index + 1] ?? this.pieces.length;
    const row = new TextRow(this.pieces.slice(from, to), this.pieceStarts[from]);
    this.rows.set(row.node, row);
    return row.node;
  }
  // Rows that came into the page are measured, all before the first of them is drawn; those that left are dropped.
  settle() {
    const fresh = [];
    for (const [node, row] of this.rows)
      if (!node.isConnected) this.rows.delete(node);
      else if (!row.places) fresh.push(row);
    for (const row of fresh) row.measure();
    if (this.grown) for (const row of fresh) row.draw(this.grown, this.done);
  }
  /** @param {PointerEvent} event */
  byteUnder(event) {
    const y = event.clientY - this.box.getBoundingClientRect().top + this.scroller.top;
    const index = Math.floor(y / ROW_HEIGHT);
    const first = this.pieceStarts[this.rowStarts[index] ?? this.pieces.length];
    const row = Array.from(this.rows.values()).find(({ firstByte }) => firstByte === first);
    if (!row?.places) return null;
    const x = event.clientX - row.node.getBoundingClientRect().left;
    const piece = row.places.findIndex(({ left, right }) => left <= x && x < right);
    return piece < 0 ? null : row.starts[piece];
  }
  /**
   * Brings the row of a byte into view.
   *
   * @param {number} place
   */
  reveal(place) {
    this.scroller.reveal(lastAtMost(this.rowStarts, lastAtMost(this.pieceStarts, place)));
  }
  destroy() {
    this.observer.disconnect();
    this.scroller.destroy();
  }
};

// explorer_ui/components/growth/words_of_growth.js
var FLAT = 0.05;
function wordsOfCost(tokens, bytes) {
  if (tokens === 1) return `1 token of ${plural(bytes, "byte")}`;
  return `${plural(tokens, "token")}, ${(bytes / tokens).toFixed(2)} bytes each`;
}
var percent = (part) => part ? `${(100 * part).toFixed(1)}%` : "none";
function wordsOnDoubling(text, name, size, flat) {
  const last = Math.floor(text.lastSize / 2);
  const doubling = size > last ? `What another doubling buys is not known: ${name} has ${plural(text.lastSize, "token")} in all.` : `What another doubling buys: with ${grouped(2 * size)} tokens ${name} saves ${percent(text.savedByDoubling(Math.max(size, text.leastSize)))} of the tokens of this text.`;
  if (flat !== null)
    return `${doubling} From ${plural(flat, "token")} on the curve is flat: no doubling saves ${100 * FLAT}%.`;
  if (last < text.leastSize) return doubling;
  return `${doubling} The curve is not flat at its end: the last doubling still saves ${percent(text.savedByDoubling(last))}.`;
}

// explorer_ui/components/growth/growth.js
var REST2 = 400;
var POINT = "Touch a token to see from which size on it is one.";
var Growth = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.data = null;
    this.bytes = new Uint8Array();
    this.flat = null;
    this.texts = [];
    this.shown = 0;
    this.written = -1;
    this.rest = void 0;
    this.classPanel = new ClassPanel(new TaughtGrowth(this), send);
    this.tabs = attrs(el("div", "tabs"), { role: "group", "aria-label": "Whose vocabulary" });
    this.slider = new SizeSlider((size, byStep) => this.go(size, byStep));
    this.sentence = el("p", "sentence");
    this.stage = new TextStage((place) => this.point(place));
    this.pointed = el("p", "pointed", POINT);
    this.legend = el("div", "legend");
    this.curve = new Curve((size) => this.slider.byHand(size));
    this.doubling = el("p", "doubling");
    this.languagesTitle = el("h3");
    this.languages = new Languages();
    this.spoken = attrs(el("p", "unseen"), { "aria-live": "polite" });
    this.root = el("div", "bpe growth");
    const opener = el("div", "class-opener");
    opener.append(this.classPanel.opener);
    const top = el("div", "top");
    top.append(this.tabs, opener);
    this.root.append(
      this.classPanel.root,
      top,
      this.slider.node,
      this.sentence,
      this.stage.box,
      this.pointed,
      el("h3", "", "How many tokens the text takes"),
      this.legend,
      this.curve.node,
      this.doubling,
      this.languagesTitle,
      this.languages.node,
      this.spoken
    );
    this.root.addEventListener("keydown", (event) => this.slider.pressed(event));
    parent.append(this.root);
    this.link = new LinkToPython(send, () => this.whereAtRest());
    this.link.waitForPressesOutside(this.root);
  }
  /** @param {GrowthData} data */
  update(data) {
    if (this.data?.growth_id === data.growth_id) {
      this.classPanel.heard(data.classroom);
      return;
    }
    const owes = this.link.owes;
    const { size, shown } = owes ? { size: this.slider.size, shown: this.shown } : data;
    this.slider.pause();
    this.data = data;
    this.written = -1;
    this.texts = data.vocabularies.map(({ text }) => unpack(text));
    const names = data.vocabularies.map(({ name }) => name);
    const least = Math.min(...this.texts.map(({ leastSize }) => leastSize));
    const scale = new SizeScale(least, Math.max(...this.texts.map(({ lastSize }) => lastSize)));
    this.slider.setScale(scale);
    this.slider.size = clamp(size, scale.least, scale.most);
    this.curve.show(
      this.texts,
      scale,
      data.num_bytes,
      `Tokens of the text against the size of the vocabulary: ${names.join(", ")}`
    );
    this.tabs.hidden = names.length < 2;
    this.tabs.replaceChildren(
      ...data.vocabularies.map(
        ({ name, short }, index) => button("tab", `The vocabulary of ${name}`, short, () => this.slider.held || this.show(index))
      )
    );
    this.show(Math.min(shown, names.length - 1));
    this.link.agree();
    if (owes) this.link.agree("");
    this.classPanel.offered(data.classroom);
  }
  /** @returns {{key: string, rest: {growth_id: string, size: number, shown: number}} | null} */
  whereAtRest() {
    if (!this.data || this.slider.frame !== null) return null;
    const { size } = this.slider;
    const { shown } = this;
    return { key: JSON.stringify([size, shown]), rest: { growth_id: this.data.growth_id, size, shown } };
  }
  get text() {
    return this.texts[this.shown];
  }
  get name() {
    return this.data?.vocabularies[this.shown]?.name ?? "";
  }
  /**
   * Shows the text under another vocabulary, at the size where the hand is.
   *
   * @param {number} index
   */
  show(index) {
    this.shown = index;
    Array.from(this.tabs.children).forEach((tab, at) => attrs(tab, { "aria-pressed": String(at === index) }));
    if (!this.data) return;
    const { languages, written } = this.data.vocabularies[index];
    if (written !== this.written) {
      this.written = written;
      this.bytes = bytesOf(this.data.texts[written]);
      this.stage.setText(this.bytes);
    }
    this.languagesTitle.textContent = `One paragraph in ${plural(languages.length, "language")}, under ${this.name}`;
    this.languagesTitle.hidden = this.languages.node.hidden = languages.length < 2;
    this.flat = this.text.flattensFrom(FLAT);
    this.curve.flattens(this.flat);
    this.languages.show(
      languages.map(({ name, text }) => ({ name, text: unpack(text) })),
      this.data.first_language
    );
    this.slider.setText(this.text);
    this.slider.go(this.slider.size);
    if (this.classPanel.teaching) this.classPanel.tellScene();
  }
  /**
   * @param {number} size
   * @param {boolean} byStep Whether the text changes at just this size; then the change is brought into view.
   */
  go(size, byStep) {
    const done = this.text.stepsUnder(size);
    if (byStep && done > this.text.given) this.stage.reveal(this.text.madeBy(done - 1).start);
    this.stage.show(this.text, done);
    this.drawSentence(size, done);
    this.drawLegend(size);
    this.doubling.textContent = wordsOnDoubling(this.text, this.name, size, this.flat);
    this.curve.go(size);
    this.languages.go(size);
    this.link.report();
    this.classPanel.stepped(size);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.spoken.textContent = this.sentence.dataset.spoken ?? "", REST2);
  }
  /**
   * @param {number} size
   * @param {number} done
   */
  drawSentence(size, done) {
    const { text, name } = this;
    const tokens = text.counts[done];
    const first = `Under the first ${grouped(clamp(size, text.leastSize, text.lastSize))} tokens of ${name} this text takes ${wordsOfCost(tokens, this.data?.num_bytes ?? 0)}.`;
    if (done === text.given) {
      this.sentence.textContent = this.sentence.dataset.spoken = `${first} No rule acts in it yet: these are single ${this.units}.`;
      return;
    }
    const { start, end } = text.madeBy(done - 1);
    const pieces = piecesOf(this.bytes.subarray(start, end));
    const id = text.ids[done - 1];
    const learned = ` Token number ${grouped(text.sizes[done])}, id ${id}, was the last to change it: `;
    const places = `, in ${plural(text.counts[done - 1] - tokens, "place")}.`;
    const made = chip({ id, pieces, quiet: false });
    this.sentence.replaceChildren(first, learned, made, places);
    this.sentence.dataset.spoken = first + learned + spokenText(pieces) + places;
  }
  /** @param {number} size */
  drawLegend(size) {
    const entries = this.texts.map((text, index) => {
      const { hue, dashes } = LINES[index];
      const swatch = svg("svg", { width: 26, height: 10, "aria-hidden": "true" });
      swatch.append(svg("path", { class: `line ${hue}`, d: "M1,5H25", "stroke-dasharray": dashes }));
      const tokens = text.tokensUnder(size);
      const entry = el("span", "entry");
      entry.append(
        swatch,
        el("b", "", this.data?.vocabularies[index].short),
        ` ${wordsOfCost(tokens, this.data?.num_bytes ?? 0)}`
      );
      return entry;
    });
    this.legend.replaceChildren(...entries);
  }
  /** What there is before any rule. */
  get units() {
    return this.text.given ? "characters" : "bytes";
  }
  /** @param {number | null} place Of a byte in the text. */
  point(place) {
    if (place === null) {
      this.pointed.textContent = POINT;
      return;
    }
    const { start, end, rank: step } = this.text.tokenAt(place, this.text.stepsUnder(this.slider.size));
    const number = this.text.sizes[step + 1];
    const id = this.text.ids[step];
    const token = chip({
      id,
      pieces: piecesOf(this.bytes.subarray(start, end)),
      quiet: step < this.text.given
    });
    this.pointed.replaceChildren(
      token,
      step < this.text.given ? ` is a single ${this.units.slice(0, -1)}.` : ` is one token, id ${id}, from ${grouped(number)} tokens on.`
    );
  }
  /**
   * While somebody is to say how many tokens there will be, nothing shows it.
   *
   * @param {string | null} what
   */
  cover(what) {
    if (what) this.root.dataset.asked = what;
    else delete this.root.dataset.asked;
    this.slider.hold(what !== null);
    for (const tab of this.tabs.children) attrs(tab, { "aria-disabled": what ? "true" : null });
  }
  destroy() {
    this.classPanel.destroy();
    clearTimeout(this.rest);
    this.link.stop();
    this.slider.destroy();
    this.stage.destroy();
    this.curve.destroy();
  }
};
function mount(component) {
  return mountInstance(Growth, component);
}
export {
  Growth,
  mount as default
};
