// What the visitor sees while the server cannot be reached: a line below the page, which covers nothing of
// it. All that is drawn in the browser keeps working, so the dialog that Streamlit opens over the page is
// closed: it makes everything else inert, and names a terminal that a visitor does not have. The event
// `bpe-connected` tells other components that messages arrive again: Streamlit drops those sent meanwhile.

import { attrs, el } from "../browser/dom.js";

const STATE = "data-test-connection-state";
const SHORT = 1000; // milliseconds without a connection that are not worth a word
const LOST = "bpe-connection-lost"; // the class of the document while the line is visible
const WORDS =
  "Can't reach the server. Retrying… The picture keeps working, and what you type is kept and sent when the connection is back.";

/** @returns {() => void} Ends it. */
export function watchConnection() {
  const app = document.querySelector('[data-testid="stApp"]');
  if (!app) return () => {};
  const line = attrs(el("p"), { id: "bpe-connection", role: "status" });
  document.body.append(line);
  let timer = 0;
  const isLost = () => app.getAttribute(STATE) !== "CONNECTED";
  const tell = () => {
    line.textContent = isLost() ? WORDS : "";
    document.documentElement.classList.toggle(LOST, isLost());
  };
  const look = () => {
    clearTimeout(timer);
    if (isLost()) timer = window.setTimeout(tell, SHORT);
    else {
      tell();
      window.dispatchEvent(new CustomEvent("bpe-connected"));
    }
  };
  const states = new MutationObserver(look);
  states.observe(app, { attributeFilter: [STATE] });
  const dialogs = new MutationObserver(() => isLost() && closeDialog());
  dialogs.observe(document.body, { childList: true });
  look();
  return () => {
    clearTimeout(timer);
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
