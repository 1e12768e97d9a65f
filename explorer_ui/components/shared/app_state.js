// What Streamlit shows of its own state.

/** Whether the page runs, or was asked to; never where there is no server, as in a saved page. */
export function isRunning() {
  const app = document.querySelector('[data-testid="stApp"]');
  return app !== null && app.getAttribute("data-test-script-state") !== "notRunning";
}
