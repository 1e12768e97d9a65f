// What the browser does on navigation from page to page.
//
// A page that is opened by a button keeps the scroll position of the previous one: this scrolls it to the
// top. A click on a link while a text box is being edited ends the editing, which sends the new text, and
// navigates at the same time: Streamlit would drop a text that the old page has not read by then, or stay on
// that page. So the navigation is delayed. This also sends the content of a text area after a debounce delay,
// says when the server cannot be reached, and asks for what a lost connection has removed.

import { askAgain, CONNECTION, isCutOff, isRunning, PAGE_LINKS } from "../browser/app_state.js";
import { attrs, el } from "../browser/dom.js";

/** @import {Triggering} from "../browser/mount.js" */

const SOON = 120; // milliseconds until the run for a sent text has begun
const LATEST = 1500; // milliseconds after which a link is not delayed any longer

/** @type {WeakMap<Element, () => void>} */
const endings = new WeakMap();
/** @type {string | undefined} */
let shown;
/** @type {string | null} */
let looked = null;
/** Asks for a run of the page. */
let runAgain = () => {};

/** @returns {Record<string, (event: Event) => void>} */
function heldBack() {
  let typed = false;
  let sentAt = -Infinity;
  const sendAtRest = liveAreas();
  return {
    input: (event) => {
      sendAtRest(event);
      const [target] = event.composedPath(); // within a component of ours, where `target` would be the component
      typed = target instanceof Element && target.matches("textarea, input");
    },
    focusout: () => {
      if (typed) sentAt = performance.now();
      typed = false;
    },
    click: (event) => {
      const { target } = event;
      const link = target instanceof Element ? target.closest(PAGE_LINKS) : null;
      if (!(link instanceof HTMLElement) || !event.isTrusted || !isReading(sentAt)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const follow = () => {
        if (isReading(sentAt)) setTimeout(follow, 20);
        else link.click();
      };
      setTimeout(follow, SOON);
    },
  };
}

/**
 * Whether a text that was just sent may not have been read yet: the run has not begun, or is not over.
 *
 * @param {number} sentAt
 */
function isReading(sentAt) {
  const since = performance.now() - sentAt;
  return since < SOON || (isRunning() && since < LATEST);
}

const STEADY = 1500; // milliseconds during which a page may still change its layout
const LOWEST = 0.4; // the part of the window from the top in which the target is seen at once
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];

/** Scrolls to the target, follows it until the layout is stable, and focuses it. @param {string} at */
function lead(at) {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  let left = STEADY;
  const stop = new AbortController();
  for (const hand of HANDS) document.addEventListener(hand, () => stop.abort(), { signal: stop.signal });
  const hold = () => {
    // A hand may have come down meanwhile: what it presses must not move away.
    if (stop.signal.aborted) return;
    const target = document.querySelector(at);
    const main = target?.closest('[data-testid="stMain"]');
    const underNavigation = main ? parseFloat(getComputedStyle(main).scrollPaddingTop) : 0;
    const top = target?.getBoundingClientRect().top ?? 0;
    if (target && (top < underNavigation - 16 || top > LOWEST * innerHeight))
      target.scrollIntoView({ block: "start", behavior: "instant" });
    if (target && !isRunning()) left -= 100;
    if (left > 0) setTimeout(hold, 100);
    else stop.abort();
  };
  setTimeout(hold, 100);
}

/** @param {Triggering<Message.Arrived>} call @returns {() => void} */
export default function mount({ data, parentElement, setTriggerValue }) {
  runAgain = () => setTriggerValue("missing", true);
  if (data.place !== shown) document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
  shown = data.place;
  if (data.look !== null && data.look !== looked) lead(data.at);
  looked = data.look;

  if (!endings.has(parentElement)) endings.set(parentElement, listen());
  return () => {
    if (parentElement.isConnected) return; // only overtaken by the next call
    endings.get(parentElement)?.();
    endings.delete(parentElement);
  };
}

/** @returns {() => void} Ends it. */
function listen() {
  const added = Object.entries(heldBack());
  for (const [kind, listener] of added) document.addEventListener(kind, listener, true);
  const endWatch = watchConnection();
  return () => {
    endWatch();
    for (const [kind, listener] of added) document.removeEventListener(kind, listener, true);
  };
}

// Streamlit's text areas send their content on Ctrl+Enter or when they lose focus: only its one-line boxes
// can be live. This simulates these keys after a debounce delay, as our own text box does.

const REST = 300; // milliseconds

/** @returns {(event: Event) => void} A listener for `input`, in the capturing phase. */
function liveAreas() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (event) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement) || !target.closest('[data-testid="stTextArea"]')) return;
    clearTimeout(timer);
    // Text that is being composed (Chinese, Japanese, Korean, dead keys) is left alone until it is finished.
    if (event instanceof InputEvent && event.isComposing) return;
    timer = setTimeout(() => {
      if (target.isConnected) target.dispatchEvent(controlEnter());
    }, REST);
  };
}

const controlEnter = () => new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true });

// What the visitor sees while the server cannot be reached: a line below the page, which covers nothing of
// it. All that is drawn in the browser keeps working, so the dialog that Streamlit opens over the page is
// closed: it makes everything else inert, and names a terminal that a visitor does not have. The event
// `bpe-connected` tells other components that messages arrive again: Streamlit drops those sent meanwhile.
//
// The server stops a run when the connection drops, and the browser then removes what that run had not drawn yet.
// Streamlit draws it again only if the browser knew of the run, so a run is asked for if a component is missing.

const SHORT = 1000; // milliseconds without a connection that are not worth a word
const COMPONENTS = '[data-testid="stMain"] .stBidiComponent';
const LOST = "bpe-connection-lost"; // the class of the document while the line is visible
const WORDS =
  "Can't reach the server. Retrying… The picture keeps working, and what you type is kept and sent when the connection is back.";

/** @returns {() => void} Ends it. */
function watchConnection() {
  const app = document.querySelector('[data-testid="stApp"]');
  if (!app) return () => {};
  const line = attrs(el("p"), { id: "bpe-connection", role: "status" });
  document.body.append(line);
  let timer = 0;
  let drawn = 0; // how many components there were when the connection dropped
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let asking;
  let offline = false;
  const isLost = () => offline || isCutOff();
  const tell = () => {
    line.textContent = isLost() ? WORDS : "";
    document.documentElement.classList.toggle(LOST, isLost());
  };
  const components = () => document.querySelectorAll(COMPONENTS).length;
  const askForMissing = () => {
    clearInterval(asking);
    if (components() < drawn) runAgain();
    drawn = 0;
  };
  const look = () => {
    clearTimeout(timer);
    if (isLost()) timer = window.setTimeout(tell, SHORT);
    else {
      tell();
      window.dispatchEvent(new CustomEvent("bpe-connected"));
    }
    clearInterval(asking);
    if (isCutOff()) drawn ||= components();
    else if (drawn) asking = askAgain(askForMissing);
  };
  // An open connection stays "connected" for half a minute after the network is gone. A browser without a
  // network may still reach a server on the same computer, so the server is asked.
  const ask = async () => {
    offline = !navigator.onLine && !(await fetch("/_stcore/health", { cache: "no-store" }).catch(() => null));
    look();
  };
  window.addEventListener("offline", ask);
  window.addEventListener("online", ask);
  const states = new MutationObserver(look);
  states.observe(app, { attributeFilter: [CONNECTION] });
  const dialogs = new MutationObserver(() => isLost() && closeDialog());
  dialogs.observe(document.body, { childList: true });
  look();
  return () => {
    clearTimeout(timer);
    clearInterval(asking);
    window.removeEventListener("offline", ask);
    window.removeEventListener("online", ask);
    states.disconnect();
    dialogs.disconnect();
    line.remove();
    document.documentElement.classList.remove(LOST);
  };
}

function closeDialog() {
  for (const dialog of document.querySelectorAll('[data-testid="stDialog"]'))
    if (dialog.querySelector("h2")?.textContent === "Connection error")
      dialog.querySelector('[aria-label="Close"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}
