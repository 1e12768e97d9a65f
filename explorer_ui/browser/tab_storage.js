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
 * A storage of the browser; what it does not take, since it is full or blocked, is remembered until the page is closed.
 *
 * @param {() => Storage} storage Throws if the visitor has blocked it.
 */
function remembering(storage) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  const tried = (/** @type {(stored: Storage) => string | null | void} */ act) => {
    try {
      return act(storage()) ?? null;
    } catch {
      return null;
    }
  };
  const removeItem = (/** @type {string} */ name) => {
    memory.delete(name);
    tried((stored) => stored.removeItem(name));
  };
  const getItem = (/** @type {string} */ name) => memory.get(name) ?? tried((stored) => stored.getItem(name));
  const setItem = (/** @type {string} */ name, /** @type {string} */ value) => {
    removeItem(name); // otherwise an older value could be restored
    tried((stored) => stored.setItem(name, value));
    if (getItem(name) !== value) memory.set(name, value);
  };
  return { getItem, setItem, removeItem };
}

/** As `sessionStorage` and `localStorage`, but never fails. */
export const ofTab = remembering(() => sessionStorage);
const ofBrowser = remembering(() => localStorage);

/** Stores a value; without storage, it is lost on a reload. @param {string} name @param {string} value */
export function keep(name, value) {
  ofTab.setItem(PREFIX + name, value);
  flag();
}

/** @param {string} name */
export const kept = (name) => ofTab.getItem(PREFIX + name);

/** @param {string} name */
export const forget = (name) => ofTab.removeItem(PREFIX + name);

/**
 * Stores a value until it is set to null, even when the tab and the browser are closed.
 *
 * @param {string | null} value
 */
export function keepLasting(value) {
  if (value === null) ofBrowser.removeItem(LASTING);
  else ofBrowser.setItem(LASTING, value);
  flag();
}

export const keptLasting = () => ofBrowser.getItem(LASTING);

/** The cookie expires together with the stored values. */
function flag() {
  document.cookie = keptLasting() === null ? FLAG : `${FLAG}; max-age=${HALF_A_YEAR}`;
}
