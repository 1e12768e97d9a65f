// What the browser keeps for this tab alone: it survives a reload and goes when the tab is closed.
//
// A cookie says that something is kept, so that the server waits for it before it draws a page again; it holds
// nothing else.

const PREFIX = "bpe-";
const FLAG = "bpe_kept=1; path=/; SameSite=Strict";

/**
 * Keeps a value, if there is room for it; where the browser keeps nothing, nothing is lost but a reload.
 *
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, value);
    document.cookie = FLAG;
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
