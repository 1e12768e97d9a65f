// Keys that work on the whole page, so that a remote control works wherever the focus is, except where a key
// has another use.

const FIELD =
  "textarea, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=file], [type=color])";
const PAGELESS = "[type=number], [role=combobox][aria-expanded=false]"; // fields in which Page Down has no meaning
const SCROLLERS = "[role=listbox], [role=grid], [role=menu], [role=tree], canvas, audio, video";
const STEPPERS =
  "select, [type=range], [type=radio], [type=color], [role=slider], [role=radio], [role=radiogroup], [role=tab], [role=combobox], [role=spinbutton]";
const PRESSABLE = "button, summary, a[href], input, [role=button], [role=checkbox], [role=switch]";
const IN_FRONT =
  "dialog[open], [role=dialog], [data-testid=stPopoverBody], [data-baseweb=popover] [role=listbox]";

/**
 * The component that handles the key, and those of its parts that have their own keys.
 *
 * @typedef {object} Place
 * @property {HTMLElement} root
 * @property {EventTarget[]} [keyed] Its parts with their own keys,
 * @property {EventTarget[]} [holds] and those of them in which this key works nevertheless.
 * @property {boolean} [presenting] Whether the component covers the page.
 * @property {boolean} [typing] Whether a number is being typed.
 */

/**
 * Whether the key belongs to the focused element, or something covers the page.
 *
 * @param {KeyboardEvent} event @param {Place} place
 */
export function isTaken(event, { root, keyed = [], holds = [], presenting = false, typing = false }) {
  const path = event.composedPath().filter((node) => node instanceof Element);
  const own = path.includes(root);
  if (!own && path.some((node) => node.matches(".bpe-player, [data-picture]"))) return true;
  if (!presenting && document.querySelector(IN_FRONT)) return true;
  const target = path[0];
  if (!target) return false;
  if (keyed.includes(target)) return !holds.includes(target);
  const within = (/** @type {string} */ kind) => path.some((node) => node.matches(kind));
  if (within(SCROLLERS)) return true;
  if (event.key === "PageUp" || event.key === "PageDown") {
    if (typing || (!presenting && within(FIELD) && !within(PAGELESS))) return true;
  } else if (within(FIELD) || within(STEPPERS)) return true;
  if (event.key === " " && within(PRESSABLE)) return true;
  if (own || presenting) return false;
  // A picture in somebody else's page gets the keys of the whole page only if that page says so.
  const host =
    root.getRootNode() instanceof ShadowRoot && /** @type {ShadowRoot} */ (root.getRootNode()).host;
  if (host && /^bpe-/.test(host.localName) && host.getAttribute("keys") !== "page") return true;
  const bounds = root.getBoundingClientRect(); // a component out of view does not take the page's keys
  return bounds.bottom < 40 || bounds.top > innerHeight - 40 || !bounds.width;
}

/** The field in which somebody types, or null. @param {KeyboardEvent} event */
export function fieldOf(event) {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && target.matches(`${FIELD}, select`) ? target : null;
}

/**
 * Leaves the field in which somebody types, so that the keys belong to the page again. In a list or a dialog
 * Esc closes that.
 *
 * @param {KeyboardEvent} event
 */
export function leaveField(event) {
  const field = fieldOf(event);
  if (event.key !== "Escape" || event.isComposing || !field) return;
  if (field.closest(`${IN_FRONT}, ${SCROLLERS}, [role=combobox]`)) return;
  event.preventDefault();
  field.blur();
}
