// An unpaired surrogate cannot be sent: UTF-8 cannot encode it, and the server would silently drop the
// whole message. It is replaced with U+FFFD when it is typed or pasted, and Python is notified.

import { wellFormed } from "../../browser/old_browsers.js";

/** @import {Mounted} from "../../browser/mount.js" */

// The original setters of the browser: React overrides those of the elements that it creates.
const SETTERS = [HTMLTextAreaElement, HTMLInputElement].map((Kind) => ({
  Kind,
  set: Object.getOwnPropertyDescriptor(Kind.prototype, "value")?.set,
}));
/** @type {WeakMap<Element, () => void>} */
const guards = new WeakMap();

/**
 * @param {Mounted<number>} call `data` is the longest text in a box, in UTF-16 units.
 * @returns {() => void}
 */
export default function mount({ data: most, parentElement, setStateValue }) {
  let before = "";
  // In the capturing phase, before anything else has read the value.
  const remember = (/** @type {Event} */ { target }) => {
    if (isBox(target)) before = target.value;
  };
  const guard = (/** @type {Event} */ { target }) => {
    if (!isBox(target)) return;
    if (target.value.length > most) {
      setStateValue("too_long", target.value.length);
      put(target, before);
    } else if (wellFormed(target.value) !== target.value) {
      put(target, wellFormed(target.value));
      setStateValue("replaced", true);
    }
  };
  guards.get(parentElement)?.();
  document.addEventListener("beforeinput", remember, true);
  document.addEventListener("input", guard, true);
  const unmount = () => {
    document.removeEventListener("beforeinput", remember, true);
    document.removeEventListener("input", guard, true);
  };
  guards.set(parentElement, unmount);
  // In the page, it may only have been overtaken by the next call.
  return () => parentElement.isConnected || unmount();
}

/** @param {EventTarget | null} target @returns {target is HTMLTextAreaElement | HTMLInputElement} */
function isBox(target) {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/** @param {HTMLTextAreaElement | HTMLInputElement} box @param {string} value */
function put(box, value) {
  SETTERS.find(({ Kind }) => box instanceof Kind)?.set?.call(box, value);
}
