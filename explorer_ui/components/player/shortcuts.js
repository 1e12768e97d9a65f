// The keys of the player. They hold for the whole page, so that a clicker works wherever the focus is, except where
// a key has another use.

import { isChord } from "../shared/dom.js";

/**
 * @typedef {"back" | "forward" | "first" | "last" | "play" | "present" | "leave"} Act
 *
 * `holds` are the places with keys of their own in which it counts all the same.
 * @typedef {{act: Act, keys: string[], title: string, holds: ("slider" | "stage")[], once?: boolean}} Shortcut
 */

/** Every shortcut: the keys (as events name them), how a button's title writes them, where they hold. @type {Shortcut[]} */
const SHORTCUTS = [
  { act: "first", keys: ["Home"], title: "Home", holds: ["slider"] },
  { act: "back", keys: ["ArrowLeft"], title: "←", holds: ["slider"] },
  { act: "back", keys: ["PageUp"], title: "Page Up", holds: ["slider", "stage"] },
  { act: "play", keys: [" "], title: "Space", holds: ["slider", "stage"], once: true },
  { act: "forward", keys: ["ArrowRight"], title: "→", holds: ["slider"] },
  { act: "forward", keys: ["PageDown"], title: "Page Down", holds: ["slider", "stage"] },
  { act: "last", keys: ["End"], title: "End", holds: ["slider"] },
  { act: "present", keys: ["p", "P"], title: "P", holds: ["slider", "stage"] },
  { act: "leave", keys: ["Escape"], title: "Esc", holds: ["slider"] },
];

/**
 * The keys of an act, as a button's title writes them: "→ or Page Down".
 *
 * @param {Act} act
 */
export const keysOf = (act) =>
  SHORTCUTS.filter((shortcut) => shortcut.act === act)
    .map(({ title }) => title)
    .join(" or ");

/**
 * What a key asks the player to do, or null. Shift belongs to letters alone.
 *
 * @param {KeyboardEvent} event
 * @param {Place} place
 * @returns {Act | null}
 */
export function actOf(event, place) {
  if (event.defaultPrevented || isChord(event)) return null;
  if (event.shiftKey && !/^[A-Z]$/.test(event.key)) return null;
  const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
  if (!shortcut || (shortcut.act === "leave" && !place.presenting)) return null;
  return isTaken(event, shortcut, place) ? null : shortcut.act;
}

/**
 * Whether a key that is held down acts once only.
 *
 * @param {Act} act
 */
export const actsOnce = (act) => SHORTCUTS.some((shortcut) => shortcut.act === act && shortcut.once);

/**
 * Where the player stands, and those of its parts that have keys of their own.
 *
 * @typedef {object} Place
 * @property {HTMLElement} root
 * @property {HTMLElement} slider
 * @property {HTMLElement} stage
 * @property {boolean} presenting
 * @property {boolean} typing Whether a number is half typed.
 */

const FIELD =
  "textarea, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=file], [type=color])";
const PAGELESS = "[type=number], [role=combobox][aria-expanded=false]"; // fields in which Page Down means nothing
const SCROLLERS = "[role=listbox], [role=grid], [role=menu], [role=tree], canvas, audio, video";
const STEPPERS =
  "select, [type=range], [type=radio], [type=color], [role=slider], [role=radio], [role=radiogroup], [role=tab], [role=combobox], [role=spinbutton]";
const PRESSABLE = "button, summary, a[href], input, [role=button], [role=checkbox], [role=switch]";
const IN_FRONT =
  "dialog[open], [role=dialog], [data-testid=stPopoverBody], [data-baseweb=popover] [role=listbox]";

/**
 * Whether the key belongs to what has the focus, or something lies over the page.
 *
 * @param {KeyboardEvent} event
 * @param {Shortcut} shortcut
 * @param {Place} place
 */
function isTaken(event, { holds }, { root, slider, stage, presenting, typing }) {
  const path = event.composedPath().filter((node) => node instanceof Element);
  const own = path.includes(root);
  if (!own && path.some((node) => node.classList.contains("bpe-player"))) return true;
  if (presenting) {
    if (!own && document.fullscreenElement) return false;
  } else if (document.querySelector(IN_FRONT)) return true;
  const target = path[0];
  if (!target) return false;
  if (target === slider) return !holds.includes("slider");
  if (target === stage) return !holds.includes("stage");
  const within = (/** @type {string} */ kind) => path.some((node) => node.matches(kind));
  if (within(SCROLLERS)) return true;
  if (event.key === "PageUp" || event.key === "PageDown") {
    if (typing || (within(FIELD) && !within(PAGELESS))) return true;
  } else if (within(FIELD) || within(STEPPERS)) return true;
  if (event.key === " " && within(PRESSABLE)) return true;
  if (own) return false;
  const bounds = root.getBoundingClientRect(); // a player out of sight does not take the page's keys
  return bounds.bottom < 40 || bounds.top > innerHeight - 40 || !bounds.width;
}
