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
 * The argument of a component whose messages are for one run each: later runs do not have them.
 *
 * @template Data
 * @typedef {Mounted<Data> & {setTriggerValue: (name: string, value: unknown) => void}} Triggering
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

/** A call of a component: what it shows, and how it answers. @typedef {{data: any, send: (name: string, value: unknown) => void, at: number}} Call */

/** @type {WeakMap<Element, {instance: Instance<any>, newest: Call}>} */
const mounted = new WeakMap();
const QUICK = 1000; // milliseconds between two calls that may have come in the wrong order
const SETTLED = 100; // milliseconds in which the call that overtook another one arrives

/**
 * The function that Streamlit calls, for a component class.
 *
 * @template Data
 * @param {new (parent: HTMLElement, send: (name: string, value: unknown) => void) => Instance<Data>} Class
 */
export const mounting = (Class) => (/** @type {Mounted<Data>} */ call) => mountInstance(Class, call);

/**
 * Streamlit calls a component again after every rerun and theme change, and runs the clean-up of a call that another
 * one has overtaken. While the module is being loaded, the two may even arrive in the wrong order. So a clean-up ends
 * the instance only once its element has left the page: before, somebody may be using it.
 *
 * @template Data
 * @param {new (parent: HTMLElement, send: (name: string, value: unknown) => void) => Instance<Data>} Class
 * @param {Mounted<Data>} call
 * @returns {() => void} The clean-up.
 */
export function mountInstance(Class, { data, parentElement, setStateValue }) {
  const call = { data, send: setStateValue, at: performance.now() };
  const known = mounted.get(parentElement);
  const send = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    mounted.get(parentElement)?.newest.send(name, value);
  const entry = known ?? { instance: new Class(parentElement, send), newest: call };
  mounted.set(parentElement, entry);
  // The data of a call may be large, so only a call that may be the right one is kept.
  const before = known && call.at - known.newest.at < QUICK ? known.newest : null;
  const take = (/** @type {Call} */ taken) => {
    entry.newest = taken;
    entry.instance.update(taken.data);
  };
  const isHere = () => mounted.get(parentElement) === entry;
  take(call);
  return () => {
    if (!isHere()) return;
    if (!parentElement.isConnected) {
      mounted.delete(parentElement);
      entry.instance.destroy?.();
      entry.instance.root.remove();
    } else if (before) setTimeout(() => isHere() && entry.newest === call && take(before), SETTLED);
  };
}
