// The clipboard. A page that came over plain HTTP, as in a classroom's own network, has only the old way.

import { el } from "./dom.js";

/**
 * Puts a text on the clipboard; says whether that was done.
 *
 * @param {string} text
 * @param {HTMLElement} near Where the page may be changed for a moment.
 */
export async function copyText(text, near) {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = el("textarea");
  area.value = text;
  area.style.cssText = "position: fixed; opacity: 0";
  near.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
