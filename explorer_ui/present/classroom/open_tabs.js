// What the open tabs of this browser share about a class. Each keeps it in its own session storage, so that it ends
// with the last of them: local storage would leave the key of the class on the computer of a lecture hall.

import { forget, keep, kept } from "../../browser/tab_storage.js";

/** @typedef {{name?: string, value?: string | null, joins?: number}} Told `joins`: the tab that has just opened. */

export const KEY = "class-key";
export const SEEN = "class-seen"; // the page that the class sees
export const QUESTION = "class-question"; // the open question
/** The event by which a page hears that another tab has changed something; its detail says whether this tab joins. */
export const CHANGED = "bpe-class-changed";

const tabs =
  "document" in globalThis && "BroadcastChannel" in globalThis ? new BroadcastChannel("bpe-class") : null;

/**
 * @param {string} name @param {string | null} value
 * @param {boolean} [heard] Whether another tab has said so.
 */
export function share(name, value, heard = false) {
  if (value === null) forget(name);
  else keep(name, value);
  if (!heard) tabs?.postMessage({ name, value });
}

const me = Math.random();
tabs?.addEventListener("message", (/** @type {MessageEvent<Told>} */ { data }) => {
  const { name, value = null, joins } = data;
  if (!name) {
    for (const known of [KEY, SEEN, QUESTION])
      if (kept(known) !== null) tabs.postMessage({ name: known, value: kept(known), joins });
  } else if (!joins || joins === me) {
    share(name, value, true);
    dispatchEvent(new CustomEvent(CHANGED, { detail: Boolean(joins) }));
  }
});
tabs?.postMessage({ joins: me });
