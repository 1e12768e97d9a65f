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
function button(className, name, content, act) {
  const node = attrs(el("button", className), { type: "button", "aria-label": name, title: name });
  node.append(content);
  node.addEventListener("click", act);
  return node;
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
var plural = (n, one) => `${grouped(n)} ${n === 1 ? one : `${one}s`}`;

// explorer_ui/components/shared/tab_storage.js
var PREFIX = "bpe-";
var FLAG = "bpe_kept=1; path=/; SameSite=Strict";
function keep(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, value);
    document.cookie = FLAG;
  } catch {
    forget(name);
  }
}
function forget(name) {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
  }
}

// explorer_ui/components/shared/utf8.js
var encoder = new TextEncoder();
var decoder = new TextDecoder();
function codePoints(text) {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 65535 ? 2 : 1;
  return count;
}

// explorer_ui/components/textbox/draft.js
var Draft = class {
  /** @param {number} serial Where to begin counting: above all that an earlier page has sent. */
  constructor(serial) {
    this.serial = serial;
    this.revision = -1;
    this.text = "";
    this.typed = false;
    this.waiting = null;
  }
  /** @param {string} text What stands in the box after a keystroke. */
  type(text) {
    this.typed ||= text !== this.text;
    this.text = text;
  }
  /**
   * The message that tells of an act; what was typed before goes with it.
   *
   * @param {string} act
   * @param {Record<string, unknown>} [more]
   * @returns {Message}
   */
  say(act, more = {}) {
    const unheard = this.waiting?.revision === this.revision ? this.waiting.text : void 0;
    const text = this.typed ? this.text : unheard;
    this.waiting = { serial: ++this.serial, revision: this.revision, act, ...more };
    if (text !== void 0) this.waiting.text = text;
    this.typed = false;
    return this.waiting;
  }
  /**
   * What the server has now.
   *
   * @param {{revision: number, heard: number, text: string}} server
   * @returns {string | null} The text to put into the box, or null where the box is right.
   */
  hear({ revision, heard, text }) {
    if (this.waiting && heard >= this.waiting.serial) this.waiting = null;
    if (revision === this.revision) return null;
    this.revision = revision;
    if (this.typed) return null;
    this.text = text;
    return text;
  }
};

// explorer_ui/components/textbox/files.js
async function readText(file, most) {
  const name = file.name.toWellFormed().slice(0, 200);
  if (file.size > most) return { name, size: file.size };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const mark = bytes[0] === 239 && bytes[1] === 187 && bytes[2] === 191;
    return { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), mark };
  } catch {
    const position = firstWrong(bytes);
    return { name, position, byte: bytes[position] ?? 0 };
  }
}
var FORMS = [
  { from: 0, to: 127, more: 0, low: 0, high: 0 },
  { from: 194, to: 223, more: 1, low: 128, high: 191 },
  { from: 224, to: 224, more: 2, low: 160, high: 191 },
  { from: 225, to: 236, more: 2, low: 128, high: 191 },
  { from: 237, to: 237, more: 2, low: 128, high: 159 },
  { from: 238, to: 239, more: 2, low: 128, high: 191 },
  { from: 240, to: 240, more: 3, low: 144, high: 191 },
  { from: 241, to: 243, more: 3, low: 128, high: 191 },
  { from: 244, to: 244, more: 3, low: 128, high: 143 }
];
function firstWrong(bytes) {
  let at = 0;
  while (at < bytes.length) {
    const form = FORMS.find(({ from, to }) => bytes[at] >= from && bytes[at] <= to);
    if (!form) return at;
    for (let k = 1; k <= form.more; k++) {
      const byte = bytes[at + k];
      const [low, high] = k === 1 ? [form.low, form.high] : [128, 191];
      if (byte === void 0 || byte < low || byte > high) return at;
    }
    at += form.more + 1;
  }
  return at;
}

// explorer_ui/components/textbox/text_box.js
var REST = 300;
var AGAIN = 500;
var SLOW_TEXT = 1e5;
var draft = new Draft(Date.now());
var TextBox = class {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.send = send;
    this.composing = false;
    this.folded = false;
    this.data = null;
    this.resting = 0;
    this.again = 0;
    this.root = el("section", "bpe bpe-text-box");
    this.root.setAttribute("aria-label", "Your text");
    this.area = el("textarea");
    this.area.setAttribute("aria-label", "Your text");
    this.area.placeholder = "Type or paste any text";
    this.area.spellcheck = false;
    this.area.rows = 3;
    this.area.dir = "auto";
    this.area.addEventListener("beforeinput", (event) => this.refuse(event));
    this.area.addEventListener("input", () => this.typed());
    this.area.addEventListener("compositionstart", () => this.composing = true);
    this.area.addEventListener("compositionend", () => {
      this.composing = false;
      this.typed();
    });
    this.area.addEventListener("blur", () => this.rested());
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.rested();
    });
    this.refused = el("p", "refused");
    this.refused.setAttribute("role", "alert");
    this.line = el("p", "line");
    this.line.dir = "auto";
    this.edit = button("edit", "Edit the text", "Edit", () => this.fold(!this.folded));
    this.samples = el("select");
    this.samples.setAttribute("aria-label", "Take a sample text");
    this.samples.addEventListener("change", () => {
      this.say("sample", { name: this.samples.value });
      this.samples.selectedIndex = 0;
    });
    this.file = el("input");
    this.file.type = "file";
    this.file.hidden = true;
    this.file.setAttribute("aria-label", "Upload a text file");
    this.file.addEventListener("change", () => this.upload(this.file.files?.[0]));
    this.uploading = button("upload", "Upload a text file", "Upload", () => this.file.click());
    this.clear = button("clear", "Clear the text", "Clear", () => {
      this.say("clear");
      this.area.focus();
    });
    this.undo = button("undo", "", "", () => this.say("undo"));
    this.count = el("span", "count");
    const tools = el("div", "tools");
    tools.append(this.edit, this.samples, this.uploading, this.clear, this.undo, this.count);
    this.root.append(this.line, this.area, this.refused, tools, this.file);
    this.root.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.root.classList.add("over");
    });
    this.root.addEventListener("dragleave", () => this.root.classList.remove("over"));
    this.root.addEventListener("drop", (event) => {
      this.root.classList.remove("over");
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.upload(file);
    });
    parent.append(this.root);
    this.leaving = () => this.rested();
    window.addEventListener("pagehide", this.leaving);
  }
  /** @param {BoxData} data */
  update(data) {
    const first = this.data === null;
    this.data = data;
    if (first) {
      this.folded = data.folded;
      this.uploading.title = data.uploadHint;
      this.area.value = draft.text;
      this.samples.append(...["Samples", ...data.samples].map((name, index) => this.option(name, index)));
    }
    const text = draft.hear({ ...data, text: data.text ?? "" });
    if (text !== null) {
      if (this.area.value !== text) this.area.value = text;
      if (data.text === null) forget("text");
      else keep("text", data.text);
      this.tell(data.text);
    }
    clearTimeout(this.again);
    if (draft.waiting)
      this.again = window.setTimeout(() => draft.waiting && this.send("said", { ...draft.waiting }), AGAIN);
    this.draw();
  }
  /**
   * @param {string} name
   * @param {number} index
   */
  option(name, index) {
    const option = el("option", "", name);
    option.value = index ? name : "";
    if (!index) option.disabled = option.selected = true;
    return option;
  }
  draw() {
    const data = this.data;
    if (!data) return;
    const long = data.text === null;
    const text = long ? data.beginning : draft.text;
    this.root.classList.toggle("folded", this.folded || long);
    this.line.textContent = this.folded || long ? firstWords(text) : "";
    this.line.classList.toggle("empty", !text);
    if (this.folded && !text) this.line.textContent = "No text yet";
    this.edit.hidden = !long && !data.folded;
    this.edit.firstChild?.replaceWith(long ? "Edit all of it" : this.folded ? "Edit" : "Fold");
    this.edit.setAttribute("aria-expanded", String(!this.folded && !long));
    this.clear.disabled = !long && !text;
    this.undo.hidden = !data.undo;
    const undo = `Undo ${data.undo}`;
    this.undo.replaceChildren(undo);
    this.undo.title = `${undo}: your text and settings of before come back`;
    this.undo.setAttribute("aria-label", this.undo.title);
    const characters = plural(draft.typed ? codePoints(draft.text) : data.length, "character");
    this.count.textContent = data.name && !draft.typed ? `${data.name} · ${characters}` : characters;
  }
  /** @param {boolean} folded */
  fold(folded) {
    if (this.data?.text === null) {
      this.say("edit");
      return;
    }
    this.folded = folded;
    this.draw();
    if (folded) this.rested();
    else this.area.focus();
  }
  /**
   * A paste that is too long is not taken at all: cut without a word it would be another text.
   *
   * @param {InputEvent} event
   */
  refuse(event) {
    const put = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    const { value, selectionStart, selectionEnd } = this.area;
    const length = value.length - (selectionEnd - selectionStart) + put.length;
    const most = this.data?.mostUnits ?? Infinity;
    this.refused.textContent = "";
    if (length <= most || !put) return;
    event.preventDefault();
    this.refused.textContent = `With that the text would have ${grouped(length)} characters; the box takes ${grouped(most)}. Your text is as it was.`;
  }
  typed() {
    if (this.composing) return;
    if (!this.area.value.isWellFormed()) {
      const { selectionStart, selectionEnd } = this.area;
      this.area.value = this.area.value.toWellFormed();
      this.area.setSelectionRange(selectionStart, selectionEnd);
      this.half = true;
    }
    draft.type(this.area.value);
    if (draft.text.length < SLOW_TEXT) keep("text", draft.text);
    this.draw();
    this.tell(draft.text);
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.rested(), REST);
  }
  /** @param {string | null} text */
  tell(text) {
    window.dispatchEvent(new CustomEvent("bpe-text", { detail: { text } }));
  }
  rested() {
    clearTimeout(this.resting);
    if (!draft.typed || this.composing) return;
    keep("text", draft.text);
    this.say("type", this.half ? { half: true } : {});
    this.half = false;
  }
  /**
   * @param {string} act
   * @param {Record<string, unknown>} [more]
   */
  say(act, more) {
    clearTimeout(this.resting);
    this.send("said", { ...draft.say(act, more) });
  }
  /** @param {File | undefined} file */
  async upload(file) {
    this.file.value = "";
    if (file && this.data) this.say("upload", { file: await readText(file, this.data.mostBytes) });
  }
  destroy() {
    this.rested();
    clearTimeout(this.again);
    window.removeEventListener("pagehide", this.leaving);
  }
};
function firstWords(text) {
  return text.slice(0, 400).replace(/\s+/gu, " ").trim();
}
function mount({ setTriggerValue, ...call }) {
  return mountInstance(TextBox, { ...call, setStateValue: setTriggerValue });
}
export {
  mount as default
};
