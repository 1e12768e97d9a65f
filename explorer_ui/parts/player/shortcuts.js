// The keys of the player. They work on the whole page, so that a remote control works wherever the focus is,
// except where a key has another use.

import { isChord } from "../../browser/dom.js";
import { isTaken } from "../../browser/page_keys.js";

/**
 * @typedef {"back" | "forward" | "first" | "last" | "play" | "present" | "leave"} Act
 *
 * `holds` are the elements with their own keys in which the shortcut works nevertheless.
 * @typedef {{act: Act, keys: string[], title: string, holds: ("slider" | "stage")[], once?: boolean}} Shortcut
 */

/** Every shortcut: the keys (as in events), how a button's title names them, where they work. @type
    {Shortcut[]} */
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

/** The keys of an action, as a button's title names them: "→ or Page Down". @param {Act} act */
export const keysOf = (act) =>
  SHORTCUTS.filter((shortcut) => shortcut.act === act)
    .map(({ title }) => title)
    .join(" or ");

/**
 * The action of a key, or null. Shift is ignored only for letters.
 *
 * @param {KeyboardEvent} event
 * @param {{root: HTMLElement, slider: HTMLElement, stage: HTMLElement, presenting: boolean, typing: boolean}} place
 * @returns {Act | null}
 */
export function actOf(event, place) {
  if (event.defaultPrevented || isChord(event)) return null;
  if (event.shiftKey && !/^[A-Z]$/.test(event.key)) return null;
  const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
  if (!shortcut || (shortcut.act === "leave" && !place.presenting)) return null;
  const holds = shortcut.holds.map((name) => place[name]);
  return isTaken(event, { ...place, keyed: [place.slider, place.stage], holds }) ? null : shortcut.act;
}

/** Whether a key that is held down acts only once. @param {Act} act */
export const actsOnce = (act) => SHORTCUTS.some((shortcut) => shortcut.act === act && shortcut.once);
