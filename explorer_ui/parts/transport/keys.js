// The keys of a transport. They work on the whole page, so that a remote control works wherever the focus is,
// except where a key has another use.

import { isChord } from "../../browser/dom.js";
import { isTaken } from "../../browser/page_keys.js";

/**
 * @import {Transport} from "./transport.js"
 *
 * @typedef {"back" | "forward" | "first" | "last" | "play" | "present" | "leave"} Act
 */

/** The keys of each action, as in events, and as the title of a button names them. @type {Record<Act,
    Record<string, string>>} */
const KEYS = {
  first: { Home: "Home" },
  back: { ArrowLeft: "←", PageUp: "Page Up" },
  play: { " ": "Space" },
  forward: { ArrowRight: "→", PageDown: "Page Down" },
  last: { End: "End" },
  present: { p: "P", P: "P" },
  leave: { Escape: "Esc" },
};
const ON_STAGE = ["PageUp", "PageDown", " ", "p", "P"]; // a stage has no use for them

/** The keys of an action, as a button's title names them: "→ or Page Down". @param {Act} act */
export const keysOf = (act) => [...new Set(Object.values(KEYS[act]))].join(" or ");

/**
 * Passes the actions of keys to a transport, whose slider would step differently.
 *
 * @param {Transport} transport
 * @param {HTMLElement} root The component.
 * @param {AbortSignal} signal @param {HTMLElement} [stage] A part with its own arrow keys.
 */
export function listenToKeys(transport, root, signal, stage = transport.slider) {
  const { slider } = transport;
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const { key } = event;
    if (event.defaultPrevented || isChord(event) || !root.isConnected) return;
    if (event.shiftKey && !/^[A-Z]$/.test(key)) return;
    const act = /** @type {Act[]} */ (Object.keys(KEYS)).find((name) => key in KEYS[name]);
    const presenting = root.classList.contains("presenting");
    const holds = ON_STAGE.includes(key) ? [slider, stage] : [slider];
    const place = { root, keyed: [slider, stage], holds, presenting, typing: transport.typing };
    if (!act || isTaken(event, place)) return;
    const held = act === "play" && event.repeat; // a key that is held down does not stop it again
    if (held || transport.act(act) !== false) event.preventDefault();
  };
  document.addEventListener("keydown", pressed, { signal });
}
