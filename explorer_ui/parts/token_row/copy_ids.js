// A button that copies ids.

import { attrs, button, el } from "../../browser/dom.js";

const COPIED = 1500; // milliseconds for which the confirmation is shown

/**
 * @param {() => number[]} ids
 * @param {HTMLElement} near Where a temporary element may be inserted.
 */
export function copyIds(ids, near) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let copied;
  const node = button("copy-ids", "Copy the ids as JSON", "Copy ids", async () => {
    const done = await copyText(JSON.stringify(ids()), near);
    node.firstChild?.replaceWith(done ? "Copied" : "Not copied");
    clearTimeout(copied);
    copied = setTimeout(() => node.firstChild?.replaceWith("Copy ids"), COPIED);
  });
  return attrs(node, { "aria-live": "polite", "aria-label": null }); // its name is what it reads
}

/**
 * Copies a text to the clipboard; returns whether that worked. A page loaded over plain HTTP, as in a classroom's
 * local network, supports only the old way.
 *
 * @param {string} text
 * @param {HTMLElement} near Where a temporary element may be inserted.
 */
async function copyText(text, near) {
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
