// Storage for this tab only: it survives a reload and is deleted when the tab is closed. Only what the
// visitor agreed to keep is stored longer.
//
// A cookie says that something is stored, so that the server waits for it before it draws a page again; it
// contains nothing else.

const PREFIX = "bpe-";
const FLAG = `bpe_kept=1; path=/; SameSite=Strict${globalThis.location?.protocol === "https:" ? "; Secure" : ""}`;
const LASTING = `${PREFIX}lasting`;
const HALF_A_YEAR = 15_552_000; // in seconds

/**
 * Stores a value if there is space for it; without storage, the value is only lost on a reload.
 *
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, value);
    flag();
  } catch {
    forget(name); // otherwise an older value would be restored
  }
}

/** @param {string} name */
export function kept(name) {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was stored.
  }
}

/**
 * Stores a value until it is set to null, even when the tab and the browser are closed.
 *
 * @param {string | null} value
 */
export function keepLasting(value) {
  try {
    if (value === null) localStorage.removeItem(LASTING);
    else localStorage.setItem(LASTING, value);
    flag();
  } catch {
    // Without storage it is lost with the tab.
  }
}

export function keptLasting() {
  try {
    return localStorage.getItem(LASTING);
  } catch {
    return null;
  }
}

/** The cookie expires together with the stored values. */
function flag() {
  document.cookie = keptLasting() === null ? FLAG : `${FLAG}; max-age=${HALF_A_YEAR}`;
}
