// Half a character (a lone surrogate) cannot be sent: UTF-8 has no way to write it, and the server would refuse
// the whole message without a word. It becomes U+FFFD as it is typed or pasted, and Python is told.

/** @import {Mounted} from "../shared/mount.js" */

// The setters of the browser itself: React replaces those of the elements it has made.
const SETTERS = [HTMLTextAreaElement, HTMLInputElement].map((Kind) => ({
  Kind,
  set: Object.getOwnPropertyDescriptor(Kind.prototype, "value")?.set,
}));
/** @type {WeakMap<Element, (event: Event) => void>} */
const guards = new WeakMap();

/**
 * @param {Mounted<null>} call
 * @returns {() => void}
 */
export default function mount({ parentElement, setStateValue }) {
  // In the capturing phase, so that nobody has read the value yet.
  const guard = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return;
    if (target.value.isWellFormed()) return;
    SETTERS.find(({ Kind }) => target instanceof Kind)?.set?.call(target, target.value.toWellFormed());
    setStateValue("replaced", true);
  };
  const before = guards.get(parentElement);
  if (before) document.removeEventListener("input", before, true);
  document.addEventListener("input", guard, true);
  guards.set(parentElement, guard);
  return () => document.removeEventListener("input", guard, true);
}
