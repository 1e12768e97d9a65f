// The edition without a server: one page, whose address says which view it shows, and with what.

import { encoderFrom, inflated, keepEncoder } from "../browser/encoder/encoder.js";
import { mountInstance } from "../browser/mount.js";
import { attrs, el, inside } from "../browser/dom.js";
import { bytesOf } from "../browser/payload.js";
import { hashOf, stateOf } from "./data.js";
import { patternsOf } from "../parts/trainer/beginning.js";
import { Text } from "./text.js";
import { VIEWS } from "./views.js";

/**
 * @import {Encoder} from "../browser/encoder/encoder.js"
 * @import {Instance} from "../browser/mount.js"
 * @import {PatternOf} from "../parts/trainer/beginning.js"
 * @import {SiteData, State, VocabularyFile} from "./data.js"
 * @import {View} from "./views.js"
 */

const PAGES_WITHOUT_TEXT = ["First merges"];

export class Site {
  /**
   * @param {HTMLElement} root @param {SiteData} data @param {PatternOf} patternOf
   * @param {Promise<Uint8Array>} categories
   */
  constructor(root, data, patternOf, categories) {
    this.data = data;
    this.patternOf = patternOf;
    this.vocabularies = new Vocabularies(data.vocabularies, categories);
    /** @type {State} */
    this.state = stateOf(location.hash, data);
    /** The step at which the player of each page was left. @type {Map<string, number>} */
    this.steps = new Map();
    /** @type {(() => void)[]} */
    this.cleanups = [];
    /** @type {(() => void)[]} Draws the mounted components again. */
    this.redraws = [];
    /** @type {View | null} */
    this.shown = null;
    this.title = el("h1");
    this.explanation = el("p", "explanation");
    this.links = data.pages.map(({ name, label }) => ({ name, link: el("a", "", label) }));
    this.notice = attrs(el("p", "notice"), { role: "status" });
    this.textBox = el("div", "text-box");
    this.controls = el("div", "controls");
    this.view = el("div", "view");
    const pages = attrs(inside("nav", "", ...this.links.map(({ link }) => link)), { "aria-label": "Pages" });
    root.append(pages, this.title, this.explanation, this.textBox, this.controls, this.notice, this.view);
    this.text = new Text(styled(this.textBox, data.styles["parts/text_box/text_box"]), {
      text: this.state.text,
      samples: data.samples,
      most: data.limits.text,
      changed: (text) => this.choose({ text }),
      tell: (notice) => this.tell(notice),
    });
    // Whoever types gets tokens at once: the vocabulary for that arrives meanwhile.
    this.textBox.addEventListener("focusin", () => this.ready([Object.keys(data.vocabularies)[0]]));
    window.addEventListener("bpe-text", (event) => this.typed(event));
    window.addEventListener("hashchange", () => this.go());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      for (const redraw of this.redraws) redraw();
    });
    this.draw();
  }

  /** Draws the page of the state. */
  draw() {
    for (const clean of this.cleanups.splice(0)) clean();
    this.redraws.length = 0;
    this.controls.before(this.textBox);
    this.view.replaceChildren();
    this.controls.replaceChildren();
    const { page } = this.state;
    const { label, question, explanation } =
      this.data.pages.find(({ name }) => name === page) ?? this.data.pages[0];
    document.title = `${label} · BPE explorer`;
    this.title.textContent = question;
    this.explanation.textContent = explanation;
    this.textBox.hidden = PAGES_WITHOUT_TEXT.includes(page);
    this.shown = VIEWS[page](this);
    this.update();
  }

  update() {
    this.tell("");
    this.view.classList.remove("refused");
    for (const { name, link } of this.links) {
      const current = name === this.state.page ? "page" : null;
      attrs(link, { href: this.addressOf(name), "aria-current": current });
    }
    history.replaceState(null, "", hashOf(this.state, this.data));
    this.shown?.update();
  }

  /** @param {Partial<State>} changes */
  choose(changes) {
    Object.assign(this.state, changes);
    this.update();
  }

  /** Called when the address has changed: a link, or an address that somebody typed. */
  go() {
    const { text } = this.state;
    Object.assign(this.state, stateOf(location.hash, this.data));
    if (this.state.text !== text) {
      this.text.replace("the link", { text: this.state.text, name: "" });
      this.text.draw();
    }
    this.draw();
  }

  /** @param {string} page */
  addressOf(page) {
    return hashOf({ ...this.state, page }, this.data);
  }

  /**
   * A component in the view; it is drawn with the data given to what is returned.
   *
   * @template Data
   * @param {string} path Of its style sheet.
   * @param {new (parent: HTMLElement, send: (name: string, value: unknown) => void) => Instance<Data>} Class
   * @param {(name: string, value: unknown) => void} [hear] @returns {(data: Data) => void}
   */
  mount(path, Class, hear = () => {}) {
    const host = this.view.appendChild(el("div", "component"));
    const parentElement = styled(host, this.data.styles[path]);
    const place = this.cleanups.push(() => {}) - 1;
    const redraw = this.redraws.push(() => {}) - 1;
    const draw = (/** @type {Data} */ data) => {
      this.cleanups[place] = mountInstance(Class, { data, parentElement, setStateValue: hear });
      this.redraws[redraw] = () => draw(data);
    };
    return draw;
  }

  /**
   * Whether these vocabularies are loaded; otherwise they are, and then the page is drawn again.
   *
   * @param {Iterable<string>} names
   */
  ready(names) {
    const { files, loaded } = this.vocabularies;
    const missing = Array.from(names).filter((name) => name in files && !loaded.has(name));
    if (!missing.length) return true;
    const called = missing.map((name) => files[name].name).join(", ");
    this.tell(`Loading ${called}.`);
    Promise.all(missing.map((name) => this.vocabularies.load(name))).then(
      () => this.update(),
      () => this.tell(`${called} could not be loaded. Connect to the network, then choose it again.`),
    );
    return false;
  }

  /** @param {() => void} act It may throw an error that is meant for the visitor. */
  attempt(act) {
    try {
      act();
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** Says why there is nothing to show. @param {string} why */
  refuse(why) {
    this.tell(why);
    this.view.classList.add("refused");
  }

  /** @param {string} notice */
  tell(notice) {
    this.notice.textContent = notice;
  }

  /** Tells a component that was mounted just now what is in the box. */
  sayText() {
    window.dispatchEvent(new CustomEvent("bpe-text", { detail: { text: this.state.text } }));
  }

  /** @param {Event} event */
  typed(event) {
    const { text } = /** @type {CustomEvent<{text: string | null}>} */ (event).detail;
    // The tokens follow every keystroke; what takes longer waits until the visitor pauses.
    if (text === null || text === this.state.text || !["Start", "Tokens"].includes(this.state.page)) return;
    this.state.text = text;
    this.shown?.update();
  }
}

/**
 * An element with a style sheet that applies to nothing else, as a component has in the app.
 *
 * @param {HTMLElement} host @param {string} css
 */
function styled(host, css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [sheet];
  return shadow.appendChild(el("div"));
}

/** Draws the site with the data in the page. */
export async function openSite() {
  const root = document.getElementById("site");
  /** @type {SiteData} */
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
  if (!root) throw new Error("the page has no element for the site");
  const categories = inflated(bytesOf(data.categories));
  const site = new Site(root, data, patternsOf(data.patterns, await categories), categories);
  if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("service-worker.js");
  return site;
}

// The published vocabularies: each is a script, which a page that was opened from a disk may load too.

/** @type {Map<string, Message.SiteVocabulary>} */
const arrived = new Map();
Object.assign(globalThis, {
  bpeVocabulary: (/** @type {string} */ name, /** @type {Message.SiteVocabulary} */ packed) =>
    arrived.set(name, packed),
});

class Vocabularies {
  /** @param {Record<string, VocabularyFile>} files @param {Promise<Uint8Array>} categories */
  constructor(files, categories) {
    this.files = files;
    this.categories = categories;
    /** @type {Map<string, Encoder>} */
    this.loaded = new Map();
    /** @type {Map<string, Promise<Encoder>>} */
    this.loading = new Map();
  }

  /** Rejects if the file cannot be loaded; asking again tries again. @param {string} name */
  load(name) {
    let encoder = this.loading.get(name);
    if (!encoder) {
      encoder = this.make(name);
      this.loading.set(name, encoder);
      keepEncoder(name, encoder);
      encoder.catch(() => this.loading.delete(name));
    }
    return encoder;
  }

  /** @param {string} name */
  async make(name) {
    await run(this.files[name].file);
    const packed = arrived.get(name);
    if (!packed) throw new Error(`${name} is not in its file`);
    arrived.delete(name);
    const planes = packed.merges.map((file) => inflated(bytesOf(file)));
    const encoder = encoderFrom(packed.parts, await this.categories, await Promise.all(planes));
    this.loaded.set(name, encoder);
    return encoder;
  }
}

/** @param {string} file */
function run(file) {
  const script = document.createElement("script");
  script.src = file;
  return new Promise((done, failed) => {
    script.addEventListener("load", done);
    script.addEventListener("error", failed);
    document.head.append(script);
  });
}
