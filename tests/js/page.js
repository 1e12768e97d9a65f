// The few parts of a document that drawing a sentence needs. Imported before the modules that draw.

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
  dataset = {};
  style = { setProperty() {} };
  attributes = /** @type {Record<string, string>} */ ({});
  className = "";
  value = "";
  classList = new Classes();
  contains = () => false;

  /** @type {string} */
  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }

  set textContent(text) {
    this.children = [String(text)];
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
  appendChild(child) {
    this.append(child);
    return child;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  createTHead = () => this.appendChild(new Node());
  createTBody = () => this.appendChild(new Node());
  insertRow = () => this.appendChild(new Node());
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
