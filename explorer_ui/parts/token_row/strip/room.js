// Watches the size of a box, and the font in it.

import { watchSize } from "../../../browser/size.js";

/**
 * Calls `changed` when the box becomes wider or narrower, and when a font has loaded; returns a function that
 * stops it.
 *
 * @param {HTMLElement} box @param {() => void} changed
 */
export function watchRoom(box, changed) {
  let width = 0;
  let frame = 0;
  const fit = () => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    changed();
  };
  const resized = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  };
  const stop = watchSize(box, resized, fit);
  document.fonts.addEventListener("loadingdone", changed);
  return () => {
    cancelAnimationFrame(frame);
    document.fonts.removeEventListener("loadingdone", changed);
    stop();
  };
}
