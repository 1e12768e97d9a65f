// Keeps what Python says was chosen, and gives it back to a session that begins.

import { keep, keepLasting, kept, keptLasting } from "../shared/tab_storage.js";

/**
 * @typedef {object} Memory
 * @property {string} link The query of the link that the session began with.
 * @property {Record<string, string>} chosen What differs from the defaults, each written as a string.
 * @property {Record<string, string> | null} lasting What outlives the tab; null where the visitor does not want that.
 * @property {string | null} asked Set while a session that begins waits for what was kept; answered once each.
 */

const AGAIN = 1000; // milliseconds until an answer that was not heard is given again

let asking = 0;

/**
 * @param {{data: Memory, setTriggerValue: (name: string, value: unknown) => void}} call
 */
export default function mount({ data, setTriggerValue }) {
  clearInterval(asking);
  // The tests wait for a page that is not waiting itself.
  document.documentElement.classList.toggle("bpe-asking", data.asked !== null);
  if (data.asked === null) {
    keep("chosen", JSON.stringify({ link: data.link, chosen: data.chosen }));
    keepLasting(data.lasting && JSON.stringify(data.lasting));
    return;
  }
  const answer = () =>
    setTriggerValue("kept", {
      asked: data.asked,
      text: kept("text"),
      lasting: read(keptLasting()),
      ...read(kept("chosen")),
    });
  answer();
  asking = window.setInterval(answer, AGAIN);
}

/**
 * @param {string | null} written
 * @returns {{link?: string, chosen?: Record<string, string>}}
 */
function read(written) {
  try {
    return JSON.parse(written ?? "{}");
  } catch {
    return {};
  }
}
