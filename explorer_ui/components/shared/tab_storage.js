// What the browser keeps for this tab alone: it survives a reload and goes when the tab is closed. Only what the visitor
// agreed to keep outlives the tab.
//
// A cookie says that something is kept, so that the server waits for it before it draws a page again; it holds
// nothing else.

const PREFIX = "bpe-";
const FLAG = "bpe_kept=1; path=/; SameSite=Strict";
const LASTING = `${PREFIX}lasting`;
const HALF_A_YEAR = 15_552_000; // in seconds

/**
 * Keeps a value, if there is room for it; where the browser keeps nothing, nothing is lost but a reload.
 *
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, value);
    flag();
  } catch {
    forget(name); // an older value would come back in its place
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
    // Nothing was kept.
  }
}

/**
 * Keeps a value until it is null: also when the tab and the browser are closed.
 *
 * @param {string | null} value
 */
export function keepLasting(value) {
  try {
    if (value === null) localStorage.removeItem(LASTING);
    else localStorage.setItem(LASTING, value);
    flag();
  } catch {
    // Without storage it goes with the tab.
  }
}

export function keptLasting() {
  try {
    return localStorage.getItem(LASTING);
  } catch {
    return null;
  }
}

/** The cookie lasts as long as what it speaks of. */
function flag() {
  document.cookie = keptLasting() === null ? FLAG : `${FLAG}; max-age=${HALF_A_YEAR}`;
}
