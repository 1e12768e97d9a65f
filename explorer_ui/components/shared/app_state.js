// What Streamlit shows of its own state.

const STATE = "data-test-script-state";

const app = () => document.querySelector('[data-testid="stApp"]');

/** Whether the page runs, or was asked to; never where there is no server, as in a saved page. */
export function isRunning() {
  const shown = app();
  return shown !== null && shown.getAttribute(STATE) !== "notRunning";
}

/**
 * Tells each time whether the page runs; undefined where there is no server.
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
