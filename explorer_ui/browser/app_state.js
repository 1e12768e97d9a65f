// Reads Streamlit's own state from the page.

const STATE = "data-test-script-state";
const CONNECTION = "data-test-connection-state";

/** Matches the links to the pages of the app, as `words/course.py` writes them. */
export const PAGE_LINKS = 'a[href^="./"]';

/** The end of the address of the page that the document shows, as it is in a link to the page. */
export function addressOfPage() {
  const query = new URLSearchParams(location.search);
  for (const name of [...query.keys()]) if (name !== "view" && name !== "depth") query.delete(name);
  const told = query.toString();
  return location.pathname + (told && `?${told}`);
}

const app = () => document.querySelector('[data-testid="stApp"]');

/** Whether the page is one of the app; a saved page, or a page of others, is not. */
export const isInApp = () => app() !== null;

/** Whether the page is running or about to; never without a server, as in a saved page. */
export function isRunning() {
  const shown = app();
  return shown !== null && shown.getAttribute(STATE) !== "notRunning";
}

const AGAIN = 1000; // milliseconds until what has not happened is asked for again

/**
 * Asks again and again, whenever no page runs: Streamlit drops a message that meets another run, a change of page or a
 * lost connection.
 *
 * @param {() => void} ask
 * @returns {ReturnType<typeof setInterval>} The timer, to be cleared when what was asked for has happened.
 */
export const askAgain = (ask) => setInterval(() => isRunning() || ask(), AGAIN);

/** Whether there is a server that cannot be reached: Streamlit drops what is sent meanwhile. */
export function isCutOff() {
  const shown = app();
  return shown !== null && shown.getAttribute(CONNECTION) !== "CONNECTED";
}

/**
 * Calls `tell` whenever the page starts or stops running; returns undefined without a server.
 *
 * @param {(running: boolean) => void} tell
 */
export function watchRuns(tell) {
  const shown = app();
  if (!shown) return undefined;
  const watch = new MutationObserver(() => tell(isRunning()));
  watch.observe(shown, { attributeFilter: [STATE] });
  return watch;
}

/** An event of the window: another page was asked for that may show the same text in boxes. */
export const LEAVES = "bpe-leaves";
