// The few parts of a document that drawing a sentence needs. Imported before the modules that draw.

class Node {
  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
    /** @type {(Node | string)[]} */
    this.children = [];
    /** @type {Record<string, string>} */
    this.dataset = {};
    /** @type {Record<string, string | (() => void)>} */
    this.style = { setProperty() {} };
    /** @type {Record<string, string>} */
    this.attributes = {};
    this.className = this.value = "";
    this.classList = { add() {}, remove() {}, toggle() {}, contains: () => false };
  }

  /** @type {string} */
  get textContent() {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text) {
    this.children = [String(text)];
  }

  /** @param {(Node | string)[]} children */
  append(...children) {
    this.children.push(...children.map((child) => (child instanceof Node ? child : String(child))));
  }

  /** @param {(Node | string)[]} children */
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  /** @param {Node} child */
  appendChild(child) {
    this.append(child);
    return child;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  createTHead = () => this.appendChild(new Node("thead"));
  createTBody = () => this.appendChild(new Node("tbody"));
  insertRow = () => this.appendChild(new Node("tr"));
  matches = () => false;
  querySelector = () => null;
  querySelectorAll = () => [];
  removeAttribute() {}
  addEventListener() {}
  removeEventListener() {}
  focus() {}
  remove() {}
}

class Observer {
  observe() {}
  disconnect() {}
}

// Node's own would keep the tests from ending.
class Channel {
  addEventListener() {}
  postMessage() {}
}

const page = {
  document: {
    createElement: (/** @type {string} */ tag) => new Node(tag),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new Node(tag),
    documentElement: new Node("html"),
    adoptedStyleSheets: [],
    fonts: { addEventListener() {} },
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => true,
  },
  Element: Node,
  HTMLElement: Node,
  HTMLTextAreaElement: Node,
  HTMLInputElement: Node,
  ResizeObserver: Observer,
  MutationObserver: Observer,
  BroadcastChannel: Channel,
  innerHeight: 720,
  matchMedia: () => ({ matches: true, addEventListener() {} }),
  addEventListener() {},
  removeEventListener() {},
};
Object.assign(globalThis, page, { window: globalThis });

/** @param {string} [tag] */
export const node = (tag = "div") => /** @type {any} */ (new Node(tag));
