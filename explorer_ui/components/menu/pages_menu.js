// The links to the pages are Streamlit's, which mark the current page only by colour. This makes them a
// navigation landmark, marks the current page and those visited in this tab, and draws the button that
// expands them if they do not fit into one row. It also adds the presenter view, since every page has it.

import { attrs, button } from "../shared/dom.js";
import { Component, mounting } from "../shared/mount.js";
import { keep, kept } from "../shared/tab_storage.js";
import { ClassPanel } from "../teaching/class_panel.js";
import { taughtElsewhere } from "../teaching/taught_elsewhere.js";
import { PresenterView } from "./presenter_view.js";

/**
 * @import {Offer} from "../teaching/payload.js"
 *
 * The name of the current page, and what its class panel needs unless the page has its own.
 * @typedef {{page: string, classroom: Offer | null}} MenuData
 */

const OPEN = "bpe-pages-open"; // the class of the document while the list is expanded
const VISITED = "visited"; // the key in the tab's storage

class PagesMenu extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("pages-menu", parent);
    this.opener = button("opener", "", "", () => this.unfold(this.opener.ariaExpanded !== "true"));
    this.presenterView = new PresenterView();
    /** On a page without its own. @type {ClassPanel | null} */
    this.classPanel = null;
    this.root.append(this.opener, this.presenterView.node);
    this.unfold(false);
    // What the document shows until the page is drawn: explorer_ui/server/first_sight.py.
    document.querySelector("#bpe-first-sight")?.remove();
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    document.addEventListener("click", (event) => this.leave(event), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.unfold(false), { signal });
  }

  /** @param {MenuData} data */
  update({ page, classroom }) {
    if (classroom?.page !== this.classPanel?.offer?.page) this.teach(page, classroom);
    const visited = new Set(kept(VISITED)?.split(",")).add(page);
    keep(VISITED, [...visited].join(","));
    attrs(this.opener, { "aria-label": `${page}: all pages`, title: "All pages" });
    this.opener.textContent = page;
    const landmark = document.querySelector(".st-key-navigation");
    if (landmark) attrs(landmark, { role: "navigation", "aria-label": "Pages" });
    for (const link of landmark?.querySelectorAll("a") ?? []) {
      const name = link.textContent?.trim() ?? "";
      const ticked = name !== page && visited.has(name);
      attrs(link, {
        "aria-current": name === page ? "page" : null,
        "aria-description": ticked ? "visited" : null,
        "data-visited": ticked ? "" : null,
      });
    }
  }

  /**
   * @param {string} page
   * @param {Offer | null} classroom
   */
  teach(page, classroom) {
    this.classPanel?.destroy();
    this.classPanel?.root.remove();
    this.classPanel = classroom && new ClassPanel(taughtElsewhere(page));
    if (this.classPanel) this.root.append(this.classPanel.root);
    this.classPanel?.offered(classroom);
  }

  /** @param {boolean} open */
  unfold(open) {
    document.documentElement.classList.toggle(OPEN, open);
    attrs(this.opener, { "aria-expanded": String(open) });
  }

  /** @param {Event} event A click on a name, or outside of the names. */
  leave({ target }) {
    const inside = target instanceof Element && target.closest(".st-key-navigation");
    if (!inside || (target instanceof Element && target.closest("a"))) this.unfold(false);
  }

  destroy() {
    this.presenterView.destroy();
    this.classPanel?.destroy();
    this.unfold(false);
    this.stopListening.abort();
  }
}

export default mounting(PagesMenu);
