// Stores the visitor's choices, which Python sends, and returns them to a new session.

import { askAgain } from "../browser/app_state.js";
import { keep, keepLasting, kept, keptLasting } from "../browser/tab_storage.js";

/** @import {Triggering} from "../browser/mount.js" */

/** The timer that sends an unconfirmed answer again. @type {ReturnType<typeof setInterval> | undefined} */
let asking;

const [visit] = performance.getEntriesByType("navigation");
/** Whether a link was opened in this tab, rather than its page reloaded, and no session has begun since. */
let isNew = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";

/** @param {Triggering<Message.Memory>} call */
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
  // Not during a run: where its beginning takes a second, it would begin again and again.
  asking = askAgain(answer);
}

/** @param {string | null} written @returns {{link?: string, chosen?: Record<string, string>}} */
function read(written) {
  try {
    return JSON.parse(written ?? "{}");
  } catch {
    return {};
  }
}
