// The clipboard. A page loaded over plain HTTP, as in a classroom's local network, supports only the old way.

import { el } from "./dom.js";

/**
 * Copies a text to the clipboard; returns whether that worked.
 *
 * @param {string} text
 * @param {HTMLElement} near Where a temporary element may be inserted.
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
