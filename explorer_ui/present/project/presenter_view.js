// The presenter view of a page whose picture does not have its own (only the merge player does): P shows only the
// picture, under the question of the page; the form of the page is in a drawer.

import { watchRuns } from "../../browser/app_state.js";
import { attrs, button, el, inside, isChord } from "../../browser/dom.js";
import { fieldOf, isTaken, leaveField } from "../../browser/page_keys.js";
import { onFullScreenLeft, present } from "../../browser/presenting.js";
import { enlarge } from "./enlarge.js";
import { ASKS } from "../classroom/class_panel.js";

const DRAWER = "bpe-drawer"; // the class of the document while the form is visible
const STEPS = /^(Page(Up|Down)|Arrow(Left|Right)| )$/;
const SOON = 100; // milliseconds within which a step is drawn
const NO_STEP = "No further step here";
const BLANK = "bpe-blank"; // while the screen is black,
const RESTS = "bpe-rests"; // and while nobody moves the pointer: it and the controls are hidden
const STILL = 2000; // milliseconds without a movement until then
const { classList } = document.documentElement;
const P = { key: "p", bubbles: true, composed: true, cancelable: true };

export class PresenterView {
  constructor() {
    /** @type {HTMLElement | null} */
    this.root = null;
    this.drawer = button("drawer", "Settings", "Settings", () =>
      this.openDrawer(this.drawer.ariaExpanded !== "true"),
    );
    const leave = button("leave", "Leave the presenter view (P or Esc)", "×", () => this.leave());
    /** Called with a press that steps, if the picture has no further step. @type {(event: KeyboardEvent) => void} */
    this.inVain = () => {};
    /** The last of these presses; null if a lecture has taken it. @type {KeyboardEvent | null} */
    this.heeded = null;
    this.note = attrs(el("span", "note"), { role: "status" });
    this.node = inside("div", "presenter-bar", this.note, this.drawer, leave);
    this.openDrawer(false);
    this.resting = 0;
    this.rest();
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    for (const name of ["keydown", "click"])
      addEventListener(name, (event) => endBlank(event), { signal, capture: true });
    addEventListener("keydown", (event) => this.heed(event), { signal, capture: true });
    document.addEventListener("keydown", leaveField, { signal, capture: true });
    addEventListener("pointermove", () => this.rest(), { signal, capture: true });
    // The window handles a key after all components of the page.
    addEventListener("keydown", (event) => this.pressed(event), { signal });
    onFullScreenLeft(() => this.turn(null), signal);
    addEventListener("resize", () => this.fit(), { signal });
    // A choice in the drawer may replace the picture.
    this.runs = watchRuns((running) => !running && this.root && this.turn(pictureOfPage()));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.defaultPrevented || isChord(event)) return;
    if (/^[.b]$/i.test(event.key) && classList.contains("bpe-presenting")) {
      if (!fieldOf(event)) classList.add(BLANK);
      return;
    }
    const { root } = this;
    const picture = pictureOfPage();
    const target = root ?? picture?.closest(".bpe");
    if (!picture || !(target instanceof HTMLElement) || target.matches(".bpe-player")) return;
    const presenting = root !== null;
    if (event.key === "Escape" && presenting) this.turn(null);
    else if (isTaken(event, { root: target, keyed: [picture], holds: [picture], presenting })) return;
    else if (event.key === "p" || event.key === "P") this.turn(presenting ? null : picture);
    else if (!(presenting || isLed(event)) || !walk(picture, event.key)) return;
    event.preventDefault();
  }

  /** Begins to present, if the page has drawn its picture; returns what is shown. */
  begin() {
    const picture = pictureOfPage();
    const root = picture?.closest(".bpe") ?? null;
    if (root?.matches(".presenting")) return root;
    if (root?.matches(".bpe-player")) root.dispatchEvent(new KeyboardEvent("keydown", P));
    else if (picture) this.turn(picture);
    return root;
  }

  /** Ends presenting, whose picture it is. */
  leave() {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }

  /** @param {HTMLElement | null} picture The picture to show, or null for the page. */
  turn(picture) {
    const root = picture?.closest(".bpe") ?? null;
    if (root === this.root) return;
    this.note.textContent = "";
    if (this.root) present(this.root, false);
    // The next scene of a lecture may show the merge player, which presents and enlarges itself.
    this.root = root instanceof HTMLElement && !root.matches(".bpe-player") ? root : null;
    if (!this.root) return;
    present(this.root, true);
    this.fit();
  }

  /** Shows pointer and controls, until nobody has moved the pointer for a while. */
  rest() {
    classList.remove(RESTS);
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => classList.add(RESTS), STILL);
  }

  /**
   * Says so if a key that steps changes nothing, whoever hears it: nobody presses again and again in vain.
   *
   * @param {KeyboardEvent} event
   */
  heed(event) {
    const steps = STEPS.test(event.key) && (classList.contains("bpe-presenting") || isLed(event));
    const picture = steps ? pictureOfPage() : null;
    if (!picture) return;
    const root = picture.closest(".bpe");
    const before = root?.cloneNode(true);
    this.heeded = event;
    const judge = () => {
      const busy = !document.dispatchEvent(new CustomEvent(ASKS, { cancelable: true })); // the class takes the keys
      // A picture that has left the page says nothing of the one that took its place.
      const vain = !busy && event === this.heeded && before && root?.isConnected && root.isEqualNode(before);
      this.note.textContent = vain ? NO_STEP : "";
      if (vain) this.inVain(event);
    };
    // Not before the next frame, in which a picture may draw its step: on a busy machine it comes late.
    setTimeout(() => requestAnimationFrame(judge), SOON);
  }

  fit() {
    const picture = pictureOfPage();
    if (this.root && picture?.closest(".bpe") === this.root) enlarge(this.root, picture);
  }

  /** @param {boolean} open */
  openDrawer(open) {
    classList.toggle(DRAWER, open);
    attrs(this.drawer, { "aria-expanded": String(open) });
  }

  destroy() {
    clearTimeout(this.resting);
    classList.remove(BLANK, RESTS);
    this.turn(null);
    this.runs?.disconnect();
    this.stopListening.abort();
  }
}

/**
 * Shows the picture again that a remote control's key for a black screen hid. The key does nothing else.
 *
 * @param {Event} event
 */
function endBlank(event) {
  const alone = event instanceof KeyboardEvent && /^(Shift|Control|Alt|Meta)$/.test(event.key);
  if (alone || !classList.contains(BLANK)) return;
  classList.remove(BLANK);
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The picture of the page: a component's, so it is within a shadow root. @returns {HTMLElement | null} */
export function pictureOfPage() {
  for (const { shadowRoot } of document.querySelectorAll(".stBidiComponent *")) {
    const picture = shadowRoot?.querySelector("[data-picture]");
    if (picture instanceof HTMLElement && picture.getClientRects().length) return picture;
  }
  return null;
}

/** Whether a lecture runs, which these keys lead. @param {KeyboardEvent} event */
const isLed = ({ key }) => classList.contains("bpe-lecture") && /^Page(Up|Down)$/.test(key);

/**
 * Steps through the marks of a picture with a remote control, like its own arrow keys. Returns whether the
 * key was handled.
 *
 * @param {HTMLElement} picture @param {string} pressed
 */
function walk(picture, pressed) {
  const { on = "ArrowRight", back = "ArrowLeft" } = picture.dataset;
  /** @type {Record<string, string>} */
  const keys = { PageDown: on, " ": on, ArrowRight: on, PageUp: back, ArrowLeft: back };
  const key = pressed.startsWith("Arrow") ? (keys[pressed] ?? pressed) : keys[pressed];
  if (key) picture.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  return Boolean(key);
}
