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
var isChord = (event) => event.ctrlKey || event.metaKey || event.altKey;

// explorer_ui/components/shared/numbers.js
var figures = new Intl.NumberFormat("en-GB");
var grouped = (n) => figures.format(n);
var plural = (n, one) => `${grouped(n)} ${n === 1 ? one : `${one}s`}`;

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

// explorer_ui/components/card/taught_card.js
var TaughtCard = class {
  /** @param {{card: Card | null, send: (name: string, value: unknown) => void, lock: (locked: boolean) => void}} page */
  constructor(page) {
    this.page = page;
    this.showsQuestion = true;
    this.step = 0;
    this.asks = [
      {
        words: "Ask the class this question",
        can: () => page.card?.answer === null,
        ask: (offer) => this.ask(offer)
      }
    ];
    this.waiting = null;
  }
  // A class sees a question when it is asked.
  scene() {
    return null;
  }
  /**
   * @param {Offer} offer
   * @returns {ClassQuestion | string}
   */
  ask({ link }) {
    const { card } = this.page;
    if (!card) return "There is no question here.";
    const options = Array.from(LETTERS.slice(0, card.options.length));
    const scene = { card, page: "challenge", link };
    return { prompt: card.question, options, scene, uncovered: (offer) => this.answer(offer) };
  }
  // Nothing of an answer is sent before it is asked for: the page tells it now.
  /**
   * @param {Offer} offer
   * @returns {Promise<ClassAnswer>}
   */
  answer({ link }) {
    return new Promise((resolve) => {
      const { card } = this.page;
      if (!card) return;
      this.waiting = {
        id: card.card_id,
        tell: (told) => resolve({ right: [told.answer ?? 0], scene: { card: told, page: "challenge", link } })
      };
      this.page.send("uncovered", { card_id: card.card_id });
    });
  }
  /**
   * Another card, or the same one with its answer.
   *
   * @param {Card} card
   */
  carded(card) {
    if (this.waiting?.id === card.card_id && card.answer !== null) this.waiting.tell(card);
    if (card.answer !== null || this.waiting?.id !== card.card_id) this.waiting = null;
  }
  /** @param {Asked | null} what */
  cover(what) {
    this.page.lock(what !== null);
  }
};

// explorer_ui/components/card/challenge_card.js
var FIELDS = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";
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
    this.root = el("div", "bpe challenge-card card-parts");
    this.question = el("h3", "question");
    this.subject = attrs(el("div", "subject"), {
      tabindex: 0,
      role: "group",
      "aria-label": "What the question is about"
    });
    this.options = attrs(el("div", "options"), { role: "group", "aria-label": "Answers" });
    this.outcome = attrs(el("div", "outcome"), { "aria-live": "polite" });
    this.locked = false;
    this.taught = new TaughtCard(this);
    this.classPanel = new ClassPanel(this.taught);
    this.opener = el("div", "class-opener");
    this.opener.append(this.classPanel.opener);
    this.root.append(
      this.classPanel.root,
      this.question,
      this.subject,
      this.options,
      this.outcome,
      this.opener
    );
    parent.append(this.root);
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    document.addEventListener("keydown", (event) => this.press(event), { signal, capture: true });
  }
  /** @param {Asked} asked */
  update({ classroom, ...card }) {
    this.classPanel.heard(classroom);
    if (this.drawn === JSON.stringify(card)) return;
    this.drawn = JSON.stringify(card);
    const before = this.card;
    this.card = card;
    if (card.card_id !== before?.card_id) this.classPanel.offered(classroom);
    this.taught.carded(card);
    this.question.textContent = card.question;
    this.subject.hidden = !card.subject.length;
    this.subject.replaceChildren();
    drawParts(this.subject, card.subject);
    this.options.className = `options ${card.layout}`;
    this.boxes = card.options.map((_, option) => this.option(card, option));
    this.options.replaceChildren(...this.boxes);
    this.outcome.replaceChildren();
    if (card.answer !== null) this.tell(card, card.answer);
    this.classPanel.draw();
    this.opener.hidden = card.answer !== null;
    if (before) (card.answer === null ? this.question : this.outcome).scrollIntoView({ block: "nearest" });
  }
  /**
   * @param {Card} card
   * @param {number} option
   */
  option({ options, picked, answer, figures: figures2 }, option) {
    const box = attrs(el("button", "option"), { type: "button" });
    const content = drawParts(el("span", "content"), options[option]);
    box.append(el("span", "letter", LETTERS[option]), content);
    if (answer === null) {
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
    if (figures2[option]) content.append(el("span", "figure", figures2[option]));
    return box;
  }
  /**
   * @param {Card} card
   * @param {number} answer
   */
  tell({ picked, reason }, answer) {
    const not = picked === null ? "The answer is" : "Not so: it is";
    const verdict = picked === answer ? "Right." : `${not} ${LETTERS[answer]}.`;
    this.outcome.append(el("p", "verdict", verdict));
    for (const parts of reason) this.outcome.append(drawParts(el("p", "reason"), parts));
  }
  /** @param {number} option */
  pick(option) {
    const { card } = this;
    if (!card || card.answer !== null || this.locked || this.sent === card.card_id) return;
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
    if (option < 0 || option >= this.boxes.length || this.card?.answer !== null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.pick(option);
  }
  /**
   * While a class is asked its teacher does not answer.
   *
   * @param {boolean} locked
   */
  lock(locked) {
    this.locked = locked;
    if (this.card?.answer === null)
      for (const box of this.boxes) attrs(box, { "aria-disabled": locked ? "true" : null });
  }
  destroy() {
    this.classPanel.destroy();
    this.stopListening.abort();
  }
};
function mount(call) {
  return mountInstance(ChallengeCard, call);
}
export {
  mount as default
};
