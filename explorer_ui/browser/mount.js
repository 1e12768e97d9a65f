// One instance per element that Streamlit mounts a component in.

import { el } from "./dom.js";

/**
 * The argument with which Streamlit calls a component.
 *
 * @template Data
 * @typedef {object} Mounted
 * @property {Data} data
 * @property {HTMLElement} parentElement
 * @property {(name: string, value: unknown) => void} setStateValue Sends a value to Python, which reruns the
 * page.
 */

/**
 * @template Data
 * @typedef {object} Instance
 * @property {HTMLElement} root
 * @property {(data: Data) => void} update
 * @property {() => void} [destroy]
 */

/** The base class of all components: creates the root in the page. */
export class Component {
  /** @param {string} className @param {HTMLElement} parent */
  constructor(className, parent) {
    this.root = parent.appendChild(el("div", `bpe ${className}`));
  }
}

/** @type {WeakMap<Element, {instance: Instance<any>, calls: number, send: (name: string, value: unknown) => void}>} */
const mounted = new WeakMap();

/**
 * The function that Streamlit calls, for a component class.
 *
 * @template Data
 * @param {new (parent: HTMLElement, send: (name: string, value: unknown) => void) => Instance<Data>} Class
 */
export const mounting = (Class) => (/** @type {Mounted<Data>} */ call) => mountInstance(Class, call);

/**
 * Streamlit calls a component again after every rerun and theme change, and may run the clean-up of an older
 * call after that: only the clean-up of the newest call ends the instance.
 *
 * @template Data
 * @param {new (parent: HTMLElement, send: (name: string, value: unknown) => void) => Instance<Data>} Class
 * @param {Mounted<Data>} call
 * @returns {() => void} The clean-up.
 */
export function mountInstance(Class, { data, parentElement, setStateValue }) {
  let entry = mounted.get(parentElement);
  if (!entry) {
    const send = (/** @type {string} */ name, /** @type {unknown} */ value) =>
      mounted.get(parentElement)?.send(name, value);
    entry = { instance: new Class(parentElement, send), calls: 0, send: setStateValue };
    mounted.set(parentElement, entry);
  }
  const here = entry;
  const call = ++here.calls;
  here.send = setStateValue;
  here.instance.update(data);
  return () => {
    if (here.calls !== call) return;
    here.instance.destroy?.();
    here.instance.root.remove();
    mounted.delete(parentElement);
  };
}
