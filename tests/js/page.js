// The few parts of a document that the tests need. Imported before the modules that draw.

class Classes extends Set {
  contains = this.has;
  remove = this.delete;

  /** @param {string} name @param {boolean} on */
  toggle(name, on) {
    if (on) this.add(name);
    else this.delete(name);
    return on;
  }
}

class Node {
  children = /** @type {any[]} */ ([]);
  dataset = /** @type {Record<string, string>} */ ({});
  style = { setProperty() {}, getPropertyValue: () => "" };
  attributes = /** @type {Record<string, string>} */ ({});
  className = "";
  value = "";
  classList = new Classes();
  heard = /** @type {[string, (event: any) => void][]} */ ([]);
  contains = () => false;

  /** @type {string} */
  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }

  set textContent(text) {
    this.children = [String(text)];
  }

  get options() {
    return this.children;
  }

  /** @param {unknown[]} children */
  append(...children) {
    this.children.push(...children.map((child) => (child instanceof Node ? child : String(child))));
  }

  /** @param {unknown[]} children */
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  /** @param {Node} child */
  prepend(child) {
    this.children.unshift(child);
  }

  /** @param {Node} child */
  appendChild(child) {
    this.append(child);
    return child;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name.startsWith("data-")) this.dataset[name.slice(5)] = value;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return name in this.attributes;
  }

  /** @param {string} name */
  removeAttribute(name) {
    delete this.attributes[name];
  }

  /** @param {[string, (event: any) => void]} heard */
  addEventListener(...heard) {
    this.heard.push(heard);
  }

  /** What to call when something happens here. @type {Record<string, any>} */
  get hears() {
    return Object.fromEntries(this.heard);
  }

  /** The first child, which can only be replaced. */
  get firstChild() {
    return { replaceWith: (/** @type {Node} */ other) => (this.children[0] = other) };
  }

  hasChildNodes = () => this.children.length > 0;
  getBoundingClientRect = () => ({});
  matches = () => false;
  querySelector = () => null;
  querySelectorAll = () => [];
  removeEventListener() {}
  getRootNode() {}
  scrollIntoView() {}
  focus() {}
  select() {}
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

const listening = { addEventListener() {}, removeEventListener() {} };
const document = {
  ...listening,
  createElement: () => new Node(),
  createElementNS: () => new Node(),
  documentElement: new Node(),
  adoptedStyleSheets: [],
  fonts: listening,
  dispatchEvent: () => true,
};
Object.assign(globalThis, {
  ...listening,
  document,
  window: globalThis,
  location: { pathname: "/", search: "" },
  Element: Node,
  HTMLElement: Node,
  HTMLTextAreaElement: Node,
  HTMLInputElement: Node,
  ResizeObserver: Observer,
  MutationObserver: Observer,
  BroadcastChannel: Channel,
  innerHeight: 720,
  matchMedia: () => ({ matches: true, ...listening }),
});

/** @returns {any} */
export const node = () => new Node();

/** Whatever a type asks for. @param {unknown} value @returns {any} */
export const any = (value) => value;

/** A function of anything. @param {(...all: any[]) => any} act */
export const untyped = (act) => act;

/** What an element hears of an event. @param {any} there @param {string} event @param {object} [more] */
export function fire(there, event, more = {}) {
  for (const [name, hear] of there.heard) if (name === event) hear(more);
}

/** The text of a node. @param {any} each @returns {string} */
export const saidIn = (each) => each.textContent;

/** The texts of nodes. @param {Iterable<any>} nodes */
export const texts = (nodes) => Array.from(nodes, saidIn);

/**
 * Gives an object other parts.
 *
 * @template {object} Target @param {Target} target
 * @param {Record<string, ((...given: any[]) => any) | string | number | boolean | object | null>} parts
 * @returns {Target & Record<string, any>}
 */
export const give = (target, parts) => Object.assign(target, parts);

/**
 * A component without what lays it out: some of its parts, and some empty elements.
 *
 * @param {{prototype: object}} Class
 * @param {object} parts
 * @param {string[]} elements Their names.
 */
export function part(Class, parts, ...elements) {
  const drawn = elements.map((name) => [name, node()]);
  return any(Object.assign(Object.create(Class.prototype), Object.fromEntries(drawn), parts));
}

/** Until what was asked for has been answered. */
export const rest = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};
