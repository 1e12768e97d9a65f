// A custom element around a picture: what Streamlit mounts in the app, any other page mounts through this.

import { attrs, el, inside } from "./dom.js";

/**
 * The function that Streamlit calls too.
 *
 * @typedef {(call: import("./mount.js").Mounted<any>) => () => void} Mount
 */

const DATA = "bpe-data";
const WRITTEN = /^document\.dispatchEvent\(new CustomEvent\("bpe-data", \{ detail: (.*) \}\)\);\s*$/s; // as elements.py writes it
/** What was loaded, by its address. @type {Map<string, Promise<any>>} */
const files = new Map();

/**
 * What an element shows: `made` returns the data, null for none; `hear` gets what the picture would send to Python.
 *
 * @typedef {Record<string, any>} Data
 * @typedef {{made: () => Promise<Data | null>, hear?: (name: string, value: any) => void}} Source
 *
 * @typedef {object} Kind
 * @property {Mount} mount
 * @property {string[]} attributes
 * @property {(element: PictureElement) => Source} source
 */

export class PictureElement extends HTMLElement {
  /** @type {Kind} */
  static kind;
  /** @type {CSSStyleSheet[]} */
  static sheets = [];

  static get observedAttributes() {
    return this.kind.attributes;
  }

  constructor() {
    super();
    const { kind, sheets } = /** @type {typeof PictureElement} */ (this.constructor);
    this.notice = attrs(el("p", "notice"), { role: "status" });
    this.place = el("div");
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = sheets;
    // The words of the picture are English, whatever the page around it is.
    shadow.append(attrs(inside("div", "inner", this.notice, this.place), { lang: "en", dir: "ltr" }));
    this.mount = kind.mount;
    this.source = kind.source(this);
    /** @type {Data | null} */
    this.data = null;
    this.clean = () => {};
    this.stop = new AbortController();
    this.turn = 0;
  }

  connectedCallback() {
    this.stop = new AbortController();
    const theme = matchMedia("(prefers-color-scheme: dark)");
    theme.addEventListener("change", () => this.draw(), { signal: this.stop.signal });
    this.read();
  }

  disconnectedCallback() {
    this.turn++;
    this.stop.abort();
    this.clear();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.read();
  }

  /** Draws what the attributes say now: once, however many of them were changed. */
  async read() {
    const turn = ++this.turn;
    await null;
    try {
      if (turn !== this.turn) return;
      const data = await this.source.made();
      if (turn !== this.turn) return;
      this.data = data;
      this.notice.textContent = data ? "" : "There is nothing to show yet.";
      this.draw();
    } catch (error) {
      if (turn === this.turn) this.refuse(error);
    }
  }

  draw() {
    const { data, place, source } = this;
    if (!data) this.clear();
    else
      this.clean = this.mount({
        data,
        parentElement: place,
        setStateValue: (name, value) => source.hear?.(name, value),
      });
  }

  /** Ends the picture, which it does once its place is no longer in the page. */
  clear() {
    this.place.replaceWith((this.place = el("div")));
    const { clean } = this;
    this.clean = () => {};
    clean();
  }

  /** @param {unknown} error Of the class Error itself: written for the reader; others come from data that is wrong. */
  refuse(error) {
    const meant = error instanceof Error && error.constructor === Error;
    this.data = null;
    try {
      this.clear();
    } catch {
      // A picture that was drawn in part cannot end.
    }
    this.notice.textContent = meant ? error.message : "This is not data of the BPE explorer.";
  }

  /** @param {string} name @param {unknown} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

/**
 * The data in an element of the page ("#id"), or in a file. A page that was opened from a disk may load only scripts,
 * so such a file is one.
 *
 * @param {string} src @param {HTMLElement} near @returns {Promise<any>}
 */
export async function fileAt(src, near) {
  if (src.startsWith("#")) return inPage(src.slice(1));
  const { href, protocol } = new URL(src, near.baseURI);
  let file = files.get(href);
  if (!file) {
    file = protocol === "file:" ? run(href) : fetched(href);
    files.set(href, file);
    file.catch(() => files.delete(href)); // so that it is tried again
  }
  return file.catch(() => {
    throw new Error(`The file ${src.slice(0, 200)} could not be loaded.`);
  });
}

/** @param {string} id */
async function inPage(id) {
  if (document.readyState === "loading")
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
  return JSON.parse(document.getElementById(id)?.textContent ?? "");
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const text = await answer.text();
  return JSON.parse(WRITTEN.exec(text)?.[1] ?? text);
}

/** @param {string} address */
function run(address) {
  const script = el("script");
  script.src = address;
  const stop = new AbortController();
  return new Promise((done, failed) => {
    const hear = (/** @type {Event} */ event) =>
      document.currentScript === script && event instanceof CustomEvent && done(event.detail);
    document.addEventListener(DATA, hear, { signal: stop.signal });
    for (const name of ["load", "error"]) script.addEventListener(name, failed); // too late after `done`
    document.head.append(script);
  }).finally(() => {
    stop.abort();
    script.remove();
  });
}

/**
 * Defines an element, once: a page may load the file twice.
 *
 * @param {string} name @param {Kind} kind @param {string[]} css
 */
export function define(name, kind, css) {
  if (customElements.get(name)) return;
  const sheets = css.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  customElements.define(name, Object.assign(class extends PictureElement {}, { kind, sheets }));
}

/**
 * Defines the element of a saved page whose picture has none of its own.
 *
 * @param {Mount} mount @param {string} css
 */
export function definePicture(mount, css) {
  const source = (/** @type {PictureElement} */ element) => ({
    made: () => fileAt(element.getAttribute("src") ?? "", element),
  });
  define("bpe-picture", { mount, attributes: ["src"], source }, [css]);
}
