// The links to the pages are ordinary ones. This follows them without a reload, marks the current place and its tab,
// and draws the button that expands them if they do not fit into one row. It also adds the presenter view, since every
// page has it, and tells Python which text to try or puzzle was pressed.

import { isRunning, PAGE_LINKS } from "../browser/app_state.js";
import { attrs, button } from "../browser/dom.js";
import { Component, mounting } from "../browser/mount.js";
import { PRESENTS } from "../browser/presenting.js";
import { forget, kept } from "../browser/tab_storage.js";
import { ClassPanel } from "../present/classroom/class_panel.js";
import { Lecture } from "../present/lecture/lecture.js";
import { PresenterView } from "../present/project/presenter_view.js";

/**
 * The name of the current page, what its class panel needs, and the scene of a lecture.
 * @typedef {{page: string, classroom: Message.Offer | null, lecture: Message.LectureData | null}} MenuData
 */

const OPEN = "bpe-pages-open"; // the class of the document while the list is expanded
const STARTED = 250; // milliseconds after which the run for a page has begun
const TIMES = 3; // how often a page is asked for

let opened = false; // whether the document has shown a page

/** The timer of the check that a page is shown. @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

class PagesMenu extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("pages-menu", parent);
    this.opener = button("opener", "", "", () => this.unfold(this.opener.ariaExpanded !== "true"));
    this.presenterView = new PresenterView();
    this.lecture = new Lecture(send, this.presenterView);
    this.classPanel = new ClassPanel(send);
    const { opener, root } = this.classPanel;
    this.root.append(this.opener, opener, this.presenterView.node, this.lecture.bar, root);
    this.unfold(false);
    // The presenter view survives a reload, and nothing else: a link opens the page.
    if (!opened) this.open();
    // With a text box in it, the app's own box takes it over: ../parts/text_box/draft.js.
    const sight = document.getElementById("bpe-first-sight");
    if (!sight?.querySelector("textarea")) sight?.remove();
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    loadInRest(signal);
    document.addEventListener("click", (event) => this.leave(event), { signal });
    document.addEventListener("click", follow, { signal });
    document.addEventListener("click", (event) => offered(event, send), { signal });
    // The browser's back button asks for another page.
    addEventListener("popstate", ({ isTrusted }) => isTrusted && clearTimeout(asking), { signal });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.leave(event), { signal });
  }

  open() {
    opened = true;
    const [visit] = performance.getEntriesByType("navigation");
    if (visit instanceof PerformanceNavigationTiming && visit.type !== "reload") forget(PRESENTS);
    else if (kept(PRESENTS)) this.lecture.presentSoon();
  }

  /** @param {MenuData} data */
  update({ page, classroom, lecture }) {
    this.lecture.update(lecture);
    this.classPanel.offered(classroom);
    for (const tab of document.querySelectorAll(".st-key-navigation [data-page]")) {
      const current = tab.getAttribute("data-page") === page;
      attrs(tab, { "aria-current": current ? "page" : null });
      if (!current) continue;
      const place = tab.parentElement?.previousElementSibling?.textContent ?? "";
      attrs(this.opener, { "aria-label": `${place}, ${tab.textContent}: all pages`, title: "All pages" });
      this.opener.textContent = place;
      // Not scrollIntoView, which would also scroll the page; the end of the tab before shows that there is one.
      if (tab instanceof HTMLElement && tab.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - 40;
    }
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
    this.stopListening.abort();
  }
}

/**
 * Opens a page of the app as the browser's back button does: without a reload, and with what was typed and chosen.
 *
 * @param {MouseEvent} event
 */
function follow(event) {
  const link = event.target instanceof Element && event.target.closest(PAGE_LINKS);
  const isForTab = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!(link instanceof HTMLAnchorElement) || isForTab || event.defaultPrevented) return;
  event.preventDefault();
  const embedded = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith("embed"));
  const address = new URL(link.href);
  loadFor(address.pathname.split("/").at(-1) ?? "");
  address.search = new URLSearchParams(embedded).toString();
  ask(address, TIMES);
}

/**
 * Asks for a page, again if it is not shown: a change of page that meets another message of the browser is lost.
 *
 * @param {URL} address @param {number} times
 */
function ask(address, times) {
  if (location.href !== address.href) history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  const check = () => {
    /** @type {HTMLAnchorElement | null} */
    const shown = document.querySelector(".st-key-navigation [aria-current=page]");
    if (isRunning() || !shown) asking = setTimeout(check, STARTED);
    else if (shown.pathname !== address.pathname && times > 1) ask(address, times - 1);
  };
  clearTimeout(asking);
  asking = setTimeout(check, STARTED);
}

/** @param {Event} event @param {(name: string, value: unknown) => void} send */
function offered({ target }, send) {
  const pressed = target instanceof Element && target.closest("[data-offer]");
  // With the time, because the same offer may be pressed again.
  if (pressed) send("offer", { name: pressed.getAttribute("data-offer"), at: Date.now() });
}

// Loads files that other pages need: Streamlit requests them only when such a page is drawn, and each file after the
// one that imports it. The document names the files in links that a browser ignores, as `server/document.py` says.

const REST = 2000; // milliseconds without a run and without a file that arrives

/** @param {string} page The address of a page whose link was pressed. */
const loadFor = (page) => load(`[data-page="${CSS.escape(page)}"]`);

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
