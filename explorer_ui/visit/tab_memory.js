// Stores the visitor's choices, which Python sends, and returns them to a new session.

import { keep, keepLasting, kept, keptLasting } from "../browser/tab_storage.js";

const AGAIN = 1000; // milliseconds until an unconfirmed answer is sent again

let asking = 0;

const [visit] = performance.getEntriesByType("navigation");
/** Whether a link was opened in this tab, rather than its page reloaded, and no session has begun since. */
let isNew = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";

/** @param {{data: Message.Memory, setTriggerValue: (name: string, value: unknown) => void}} call */
export default function mount({ data, setTriggerValue }) {
  clearInterval(asking);
  // The tests wait until the page no longer has this class.
  document.documentElement.classList.toggle("bpe-asking", data.asked !== null);
  if (data.asked === null) {
    isNew = false;
    keep("chosen", JSON.stringify({ link: data.link, chosen: data.chosen }));
    keepLasting(data.lasting && JSON.stringify(data.lasting));
    return;
  }
  const answer = () =>
    setTriggerValue("kept", {
      asked: data.asked,
      isNew,
      text: kept("text"),
      lasting: read(keptLasting()),
      ...read(kept("chosen")),
    });
  answer();
  asking = window.setInterval(answer, AGAIN);
}

/** @param {string | null} written @returns {{link?: string, chosen?: Record<string, string>}} */
function read(written) {
  try {
    return JSON.parse(written ?? "{}");
  } catch {
    return {};
  }
}
