// Loads files that other pages need: Streamlit requests them only when such a page is drawn, and each file after the
// one that imports it. The document names the files in links that a browser ignores, as `server/document.py` says.

import { isRunning } from "../browser/app_state.js";

const REST = 2000; // milliseconds without a run and without a file that arrives

/** @param {string} page The address of a page whose link was pressed. */
export const loadFor = (page) => load(`[data-page="${CSS.escape(page)}"]`);

/**
 * Loads what most pages need, when this page is at rest, unless the visitor wants to save data.
 *
 * @param {AbortSignal} signal
 */
export function loadInRest(signal) {
  // Not in every browser.
  if (/** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData) return;
  let before = -1;
  const timer = setInterval(() => {
    const arrived = performance.getEntriesByType("resource").length;
    const rests = arrived === before && !isRunning();
    before = arrived;
    if (!rests) return;
    clearInterval(timer);
    load('[data-page=""]');
  }, REST);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** @param {string} whose */
function load(whose) {
  for (const link of document.querySelectorAll(`link[rel="later"]${whose}`))
    link.setAttribute("rel", "modulepreload");
}
