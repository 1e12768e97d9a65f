// Half a character (a lone surrogate) cannot be sent: UTF-8 has no way to write it, and the server would refuse
// the whole message without a word. It becomes U+FFFD as it is typed or pasted, and Python is told.

/** @import {Mounted} from "../shared/mount.js" */

// The setters of the browser itself: React replaces those of the elements it has made.
const SETTERS = [HTMLTextAreaElement, HTMLInputElement].map((Kind) => ({
  Kind,
  set: Object.getOwnPropertyDescriptor(Kind.prototype, "value")?.set,
}));
/** @type {WeakMap<Element, () => void>} */
const guards = new WeakMap();

/**
 * @param {Mounted<number>} call `data` is the most that a box may hold, in UTF-16 units.
 * @returns {() => void}
 */
export default function mount({ data: most, parentElement, setStateValue }) {
  let before = "";
  // In the capturing phase, so that nobody has read the value yet.
  const remember = (/** @type {Event} */ { target }) => {
    if (isBox(target)) before = target.value;
  };
  const guard = (/** @type {Event} */ { target }) => {
    if (!isBox(target)) return;
    if (target.value.length > most) {
      setStateValue("too_long", target.value.length);
      put(target, before);
    } else if (!target.value.isWellFormed()) {
      put(target, target.value.toWellFormed());
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
  return unmount;
}

/**
 * @param {EventTarget | null} target
 * @returns {target is HTMLTextAreaElement | HTMLInputElement}
 */
function isBox(target) {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/**
 * @param {HTMLTextAreaElement | HTMLInputElement} box
 * @param {string} value
 */
function put(box, value) {
  SETTERS.find(({ Kind }) => box instanceof Kind)?.set?.call(box, value);
}
