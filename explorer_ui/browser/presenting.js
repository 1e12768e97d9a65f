// The presenter view: one picture in the whole window, as large as possible.

import { forget, keep } from "./tab_storage.js";

const SHOWN = "bpe-presenting"; // the class of the document while presenting
/** The class of the document while a lecture goes from one scene to the next: the screen stays full. */
export const MOVES = "bpe-lecture-moves";

/** The key in the tab's storage while presenting, for a reload. */
export const PRESENTS = "presents";

/**
 * Shows only this component: full screen if the browser allows it, otherwise over the whole page.
 *
 * @param {HTMLElement} root @param {boolean} on
 */
export function present(root, on) {
  root.classList.toggle("presenting", on);
  const { activeElement: host } = document;
  const focused = host?.shadowRoot?.activeElement ?? host;
  if (focused instanceof HTMLElement && !root.contains(focused)) focused.blur();
  const { classList } = document.documentElement;
  if (classList.toggle(SHOWN, on)) {
    keep(PRESENTS, "on");
    // After a reload it needs a key first.
    document.documentElement
      .requestFullscreen?.()
      .catch(() => addEventListener("keydown", fillScreen, { once: true }));
  } else if (!classList.contains(MOVES)) {
    forget(PRESENTS);
    if (document.fullscreenElement) document.exitFullscreen();
  }
}

function fillScreen() {
  const { documentElement: page } = document;
  if (page.classList.contains(SHOWN)) page.requestFullscreen().catch(() => {});
}

const LAST_ROW = 2.35; // how many times larger than usual text must be to be read from the last row, projected at 1920 by 1080 pixels
const MOST = 3; // the limit, as a multiple of that
const TRIES = 5;

/**
 * Enlarges a presented component until its picture fills the window; a longer text gets the smallest size
 * that can be read from the last row, and scrolls.
 *
 * @param {HTMLElement} root @param {HTMLElement} picture
 */
export async function enlarge(root, picture) {
  const least = Math.max(1, LAST_ROW * Math.min(innerWidth / 1920, innerHeight / 1080));
  root.style.setProperty("--least", least.toFixed(3));
  const zoom = async (/** @type {number} */ times) => {
    root.style.setProperty("--zoom", times.toFixed(3));
    await drawn();
  };
  await zoom(least);
  let times = least * Math.min(MOST, growth(picture));
  for (let tries = 0; tries < TRIES && times > least * 1.02; tries++) {
    await zoom(times);
    if (!spills(picture) && !spills(root)) return;
    times *= 0.88;
  }
  await zoom(least);
}

/**
 * The factor by which a picture can grow until its marks fill it, with or without more lines of text.
 *
 * @param {HTMLElement} picture
 */
function growth(picture) {
  if (spills(picture)) return 1;
  const room = picture.getBoundingClientRect();
  const boxes = [...picture.querySelectorAll(picture.dataset.picture ?? "*")].map((mark) =>
    mark.getBoundingClientRect(),
  );
  const top = Math.min(...boxes.map((box) => box.top));
  const high = Math.max(...boxes.map((box) => box.bottom)) - top;
  const left = Math.min(...boxes.map((box) => box.left));
  const wide = Math.max(...boxes.map((box) => box.right)) - left;
  const widest = Math.max(...boxes.map((box) => box.width));
  const asPicture = Math.min(room.height / high, room.width / wide);
  const asText = Math.min(Math.sqrt(room.height / high), room.width / widest);
  return Math.max(asPicture, asText);
}

/** @param {HTMLElement} node */
const spills = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;

/** Resolves after two frames: sizes are observed in one, and what depends on them is drawn in the next. */
const drawn = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/** The zoom factor of an element on the screen. @param {HTMLElement} node */
export const zoomOf = (node) => node.getBoundingClientRect().width / node.offsetWidth || 1;
