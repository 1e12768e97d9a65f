// Reads Streamlit's own state from the page.

const STATE = "data-test-script-state";
/** The attribute of the app that says whether it is connected. */
export const CONNECTION = "data-test-connection-state";

/** Matches the links to the pages of the app, as `words/course.py` writes them. */
export const PAGE_LINKS = 'a[href^="./"]';

const NAMES = ["view", "depth"]; // what distinguishes the pages of a place in their addresses

/** The end of the address of the page that the document shows, as it is in a link to the page. */
export function addressOfPage() {
  const query = new URLSearchParams(location.search);
  for (const name of [...query.keys()]) if (!NAMES.includes(name)) query.delete(name);
  const told = query.toString();
  return location.pathname + (told && `?${told}`);
}

/**
 * Names the page that is drawn in the address, if that has another view or depth: a late answer for a page that the
 * browser has left puts those of that page into the address of the next one.
 *
 * @param {string} address The end of the address of the page that is drawn, as its links have it.
 */
export function nameInAddress(address) {
  const [path, told] = address.split("?");
  // The address may already be that of the next place.
  if (!location.pathname.endsWith(`/${path}`) || addressOfPage().endsWith(`/${address}`)) return;
  const corrected = new URL(location.href);
  for (const name of NAMES) corrected.searchParams.delete(name);
  for (const [name, value] of new URLSearchParams(told)) corrected.searchParams.set(name, value);
  history.replaceState({}, "", corrected);
}

const app = () => document.querySelector('[data-testid="stApp"]');

/** Whether the page is one of the app; a saved page, or a page of others, is not. */
export const isInApp = () => app() !== null;

/** Whether the page is running or about to; never without a server, as in a saved page. */
export function isRunning() {
  const shown = app();
  return shown !== null && shown.getAttribute(STATE) !== "notRunning";
}

/** Whether there is a server that cannot be reached. */
export function isCutOff() {
  const shown = app();
  return shown !== null && shown.getAttribute(CONNECTION) !== "CONNECTED";
}

let isLeaving = false;

/** Notes whether another page is being asked for. @param {boolean} leaves */
export const setLeaving = (leaves) => void (isLeaving = leaves);

/**
 * Whether a message has to wait: Streamlit drops one that meets a run, a change of page or a lost connection, or drops
 * the change of page.
 */
export const hasToWait = () => isLeaving || isRunning() || isCutOff();

const AGAIN = 1000; // milliseconds until what has not happened is asked for again

/**
 * Asks again and again, whenever nothing has to wait.
 *
 * @param {() => void} ask
 * @returns {ReturnType<typeof setInterval>} The timer, to be cleared when what was asked for has happened.
 */
export const askAgain = (ask) => setInterval(() => hasToWait() || ask(), AGAIN);

/**
 * Calls `tell` whenever the page starts or stops running, or the connection drops or returns; returns undefined without
 * a server.
 *
 * @param {(running: boolean) => void} tell
 */
export function watchRuns(tell) {
  const shown = app();
  if (!shown) return undefined;
  const watch = new MutationObserver(() => tell(isRunning()));
  watch.observe(shown, { attributeFilter: [STATE, CONNECTION] });
  return watch;
}

/** An event of the window: another page was asked for that may show the same text in boxes. */
export const LEAVES = "bpe-leaves";
