// The links to the pages are ordinary ones. This follows them without a reload, marks the current place and its tab,
// and draws the button that expands them if they do not fit into one row. It also adds what every page has, "Present &
// share" and the presenter view, and tells Python which text to try or puzzle was pressed.

import { isRunning, LEAVES, nameInAddress, PAGE_LINKS, setLeaving, watchRuns } from "../browser/app_state.js";
import { attrs, button } from "../browser/dom.js";
import { Component, mounting } from "../browser/mount.js";
import { PRESENTS } from "../browser/presenting.js";
import { forget, kept } from "../browser/tab_storage.js";
import { ClassPanel } from "../present/classroom/class_panel.js";
import { Lecture } from "../present/lecture/lecture.js";
import { PresenterView } from "../present/project/presenter_view.js";
import { ShareMenu } from "./share_menu.js";

/**
 * The name of the current page, that of the page to which its tab leads, its address, what its class panel needs, the
 * scene of a lecture, and whether Python can save the page's picture.
 * @typedef {{page: string, tab: string, address: string, classroom: Message.Offer | null, lecture: Message.LectureData | null, saves: boolean}} MenuData
 */

const OPEN = "bpe-pages-open"; // the class of the document while the list is expanded
const CHECKED = 250; // milliseconds between two looks whether the page is there,
const UNHEARD = 5000; // and after which a request without a run is lost
const RESTED = 4; // how many looks in a row must find it: a late message of the page before can bring that one back
const TIMES = 3; // how often a page is asked for

const IN_BOXES = new Set(["Tokens", "Encode", "Train"]); // pages of a text in boxes, which move to where the next page has them
const GOES = "bpe-goes"; // the class of the document from the press on a tab until its question is drawn
const COMES = "bpe-comes"; // ... and from then on until the whole page is

let drawn = ""; // the page that Python has drawn last
let marked = ""; // the page to which the tab of that page leads
let opened = false; // whether the document has shown a page
let runsEnded = 0; // how many runs of a page have ended

/**
 * Sends to Python; null while one page has been removed and the next one is not drawn yet.
 *
 * @type {((name: string, value: unknown) => void) | null}
 */
let toPython = null;

/** The timer of the check that a page is shown. @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

class PagesMenu extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("pages-menu", parent);
    toPython = this.send = send;
    this.opener = button("opener", "", "", () => this.unfold(this.opener.ariaExpanded !== "true"));
    this.presenterView = new PresenterView();
    this.lecture = new Lecture(send, this.presenterView);
    this.classPanel = new ClassPanel(send);
    this.share = new ShareMenu(send, this.presenterView, this.classPanel);
    const { opener, list } = this.share;
    this.root.append(
      this.opener,
      opener,
      list,
      this.presenterView.node,
      this.lecture.bar,
      this.lecture.curtain,
      this.classPanel.root,
    );
    this.unfold(false);
    // The presenter view survives a reload, and nothing else: a link opens the page.
    if (!opened) this.open();
    // With a text box in it, the app's own box takes it over: ../parts/text_box/draft.js.
    const sight = document.getElementById("bpe-first-sight");
    if (!sight?.querySelector("textarea")) sight?.remove();
    this.runs = watchRuns((running) => {
      if (running) return;
      runsEnded++;
      document.documentElement.classList.remove(COMES);
    });
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    loadInRest(signal);
    document.addEventListener("click", (event) => this.leave(event), { signal });
    document.addEventListener("click", (event) => offered(event, send), { signal });
    // The browser's back button asks for another page.
    addEventListener("popstate", ({ isTrusted }) => isTrusted && stopAsking(), { signal });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.leave(event), { signal });
  }

  open() {
    opened = true;
    const [visit] = performance.getEntriesByType("navigation");
    if (visit instanceof PerformanceNavigationTiming && visit.type !== "reload") forget(PRESENTS);
    else if (kept(PRESENTS)) this.lecture.presentSoon();
  }

  /** @param {MenuData} data */
  update({ page, tab: name, address, classroom, lecture, saves }) {
    nameInAddress(address);
    this.lecture.update(lecture);
    this.share.page = { lectures: Boolean(lecture), saves };
    this.classPanel.offered(classroom);
    const tab = landed(page, name);
    const row = tab?.closest("nav > div > div");
    if (!tab || !row) return;
    const place = row.previousElementSibling?.textContent ?? "";
    attrs(this.opener, { "aria-label": `${place}, ${tab.textContent}: all pages`, title: "All pages" });
    this.opener.textContent = place;
    // Not scrollIntoView, which would also scroll the page; the end of the tab before shows that there is one.
    row.scrollLeft = tab.offsetLeft - 40;
  }

  /** @param {boolean} open */
  unfold(open) {
    document.documentElement.classList.toggle(OPEN, open);
    attrs(this.opener, { "aria-expanded": String(open) });
  }

  /** @param {Event} event Escape, or a click: on a name, or outside of what is open over the page. */
  leave({ type, target }) {
    const within = (/** @type {string} */ what) =>
      type === "click" && target instanceof Element && target.closest(what);
    if (!within(".st-key-navigation") || within("a")) this.unfold(false);
    if (!within(".help")) document.querySelector(".help[open]")?.removeAttribute("open");
  }

  destroy() {
    this.lecture.destroy();
    this.presenterView.destroy();
    this.classPanel.destroy();
    this.unfold(false);
    if (toPython === this.send) toPython = null;
    this.runs?.disconnect();
    this.stopListening.abort();
  }
}

/**
 * Opens a page of the app without a reload, and with what was typed and chosen.
 *
 * @param {MouseEvent} event
 */
function follow(event) {
  const link = event.target instanceof Element && event.target.closest(PAGE_LINKS);
  const isForTab = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!(link instanceof HTMLAnchorElement) || isForTab || event.defaultPrevented) return;
  event.preventDefault();
  const name = tabs().find(({ href }) => href === link.href)?.dataset.page ?? "";
  load(`[data-page="${name}"]`);
  const address = new URL(link.href);
  for (const [key, value] of new URLSearchParams(location.search))
    if (key.startsWith("embed")) address.searchParams.append(key, value);
  // Within a place, Python names the page in the address, and what both pages have stays on the screen. To another place
  // the way is that of the browser's back button.
  if (name !== marked && IN_BOXES.has(name)) dispatchEvent(new Event(LEAVES));
  const go = () => {
    if (toPython && address.pathname === location.pathname) {
      toPython("page", { name, at: Date.now() });
      announce(name);
    } else {
      if (location.href !== address.href) history.pushState({}, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }
  };
  ask(name, go, TIMES);
}

// For as long as the document lives: while the next page is being drawn, its links are there before this component.
document.addEventListener("click", follow);

/**
 * Shows at once that another page of the place comes: its tab is marked, its question and sentence appear at the top,
 * and what is below fades until Python has drawn the page. It then stays where it is.
 *
 * @param {string} name
 */
function announce(name) {
  const tab = mark(name);
  // The style sheet shows them in place of what Streamlit has drawn, which itself stays as it is.
  const { question, sentence } = tab?.dataset ?? {};
  for (const said of document.querySelectorAll(".asked > :is(strong, span)"))
    attrs(said, { "data-next": said.matches("strong") ? question : sentence });
  document.documentElement.classList.add(GOES);
  document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
}

/**
 * @param {string} page The page that Python has drawn: not always the one that was asked for.
 * @param {string} tab The page to which its tab leads.
 */
function landed(page, tab) {
  [drawn, marked] = [page, tab];
  const { classList } = document.documentElement;
  if (isRunning()) classList.replace(GOES, COMES);
  else classList.remove(GOES);
  return mark(tab);
}

/** Marks the tab that leads to a page. @param {string} name */
function mark(name) {
  for (const tab of tabs()) attrs(tab, { "aria-current": tab.dataset.page === name ? "page" : null });
  return tabs().find((tab) => tab.dataset.page === name);
}

/**
 * Asks for a page, again if it is not shown: a change of page that meets another message of the browser is lost.
 *
 * @param {string} name The page to which its tab leads. @param {() => void} go @param {number} times
 */
function ask(name, go, times) {
  const [asked, before, from] = [performance.now(), runsEnded, marked];
  let [found, wasFound] = [0, false];
  setLeaving(true);
  go();
  const check = () => {
    const rests = Boolean(drawn) && !isRunning();
    const isThere = marked === name;
    found = rests && isThere ? found + 1 : 0;
    wasFound ||= isThere;
    const heard = runsEnded > before || performance.now() - asked > UNHEARD;
    if (isThere ? found < RESTED : !rests || !heard) asking = setTimeout(check, CHECKED);
    // Once it was there, a third page is one to which the visitor went on.
    else if (!isThere && (marked === from || !wasFound) && times > 1) ask(name, go, times - 1);
    else {
      stopAsking();
      landed(drawn, marked);
      // Another question has taken its place, unless the page is still the same.
      for (const said of document.querySelectorAll("[data-next]")) said.removeAttribute("data-next");
    }
  };
  clearTimeout(asking);
  asking = setTimeout(check, CHECKED);
}

function stopAsking() {
  clearTimeout(asking);
  document.documentElement.classList.remove(GOES, COMES);
  setLeaving(false);
}

/** The links to all pages in the bar. */
const tabs = () =>
  Array.from(document.querySelectorAll(".st-key-navigation [data-page]")).filter(
    (tab) => tab instanceof HTMLAnchorElement,
  );

/** @param {Event} event @param {(name: string, value: unknown) => void} send */
function offered({ target }, send) {
  const pressed = target instanceof Element && target.closest("[data-offer]");
  // With the time, because the same offer may be pressed again.
  if (pressed) send("offer", { name: pressed.getAttribute("data-offer"), at: Date.now() });
}

// Loads files that other pages need: Streamlit requests them only when such a page is drawn, and each file after the
// one that imports it. The document names the files in links that a browser ignores, as `server/document.py` says.

const REST = 2000; // milliseconds without a run and without a file that arrives

/**
 * Loads what most pages need, when this page is at rest, unless the visitor wants to save data.
 *
 * @param {AbortSignal} signal
 */
function loadInRest(signal) {
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

export default mounting(PagesMenu);
