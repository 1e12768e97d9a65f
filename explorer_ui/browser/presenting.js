// The presenter view: one picture in the whole window, as large as possible.

import { isInApp } from "./app_state.js";
import { forget, keep } from "./tab_storage.js";

const SHOWN = "bpe-presenting"; // the class of the document while presenting
/** The class of the document while a lecture goes from one scene to the next: the screen stays full. */
export const MOVES = "bpe-lecture-moves";

/** The key in the tab's storage while presenting, for a reload. */
export const PRESENTS = "presents";

// On the document, because each component of a page may have its own copy of this module.
const page = /** @type {{bpePresented?: HTMLElement | null}} */ (globalThis.document ?? {});

/** Whether the screen is full for what is presented now, not still for what was presented before. */
let isFull = false;

/**
 * Shows only this component: full screen if the browser allows it, otherwise over the whole page.
 *
 * @param {HTMLElement} root @param {boolean} on
 */
export function present(root, on) {
  root.classList.toggle("presenting", on);
  // A picture that has left the page may say so only when the next one is presented.
  if (!on && page.bpePresented !== root) return;
  page.bpePresented = on ? root : null;
  const { activeElement: host } = document;
  const focused = host?.shadowRoot?.activeElement ?? host;
  if (focused instanceof HTMLElement && !root.contains(focused)) focused.blur();
  const { classList } = document.documentElement;
  if (classList.toggle(SHOWN, on)) {
    if (isInApp()) keep(PRESENTS, "on"); // nothing is stored for the pages of others
    isFull = false;
    document.documentElement.requestFullscreen?.().then(
      // It may have been left before the screen was full.
      () => {
        isFull = true;
        if (!classList.contains(SHOWN) && !classList.contains(MOVES)) document.exitFullscreen();
      },
      // After a reload it needs a key first.
      () => addEventListener("keydown", fillScreen, { once: true }),
    );
  } else if (!classList.contains(MOVES)) {
    if (isInApp()) forget(PRESENTS);
    if (document.fullscreenElement) document.exitFullscreen();
  }
}

function fillScreen() {
  const { documentElement } = document;
  const filled = () => void (isFull = true);
  if (documentElement.classList.contains(SHOWN)) documentElement.requestFullscreen().then(filled, () => {});
}

/**
 * Calls `act` when the full screen of what is presented is left. A screen takes up to a second to leave it: whoever
 * presents again meanwhile has not left what is presented now.
 *
 * @param {() => void} act @param {AbortSignal} signal
 */
export function onFullScreenLeft(act, signal) {
  const changed = () => !document.fullscreenElement && isFull && act();
  document.addEventListener("fullscreenchange", changed, { signal });
}

/** The zoom factor of an element on the screen. @param {HTMLElement} node */
export const zoomOf = (node) => node.getBoundingClientRect().width / node.offsetWidth || 1;
