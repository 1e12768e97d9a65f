// "Present & share": everything that can be done with the picture of a page, in one list. The browser does what it can
// alone; for the rest Python opens a dialog.

import { addressOfPage } from "../browser/app_state.js";
import { ARROW, attrs, button, CORNERS, el, icon, inside, orKeys } from "../browser/dom.js";
import { pictureOf, savePng, saveSvg, savesOnPage } from "../parts/picture/pictures.js";
import { pictureOfPage } from "../present/project/presenter_view.js";

/**
 * @import {ClassPanel} from "../present/classroom/class_panel.js"
 * @import {PresenterView} from "../present/project/presenter_view.js"
 * @import {Save} from "../parts/picture/pictures.js"
 *
 * A line of the list: the path of its icon, its name, half a sentence, and what it does, or the ways to do it. With a
 * reason it cannot be used.
 * @typedef {[sign: string, name: string, says: string, act: (() => void) | Save[] | null, reason?: string]} Line
 */

const NAME = "Present & share";
const SCREEN = "M1 2h14v9H1zM2.5 3.5v6h11v-6zM5 12.5h6V14H5z";
const PEOPLE =
  "M5 3.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM1 14c0-3 2-4.5 4-4.5s4 1.5 4 4.5zM11.5 5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM10.6 14h4.6c0-2.6-1.6-4-3.7-4c-.7 0-1.3.1-1.8.4c.6.9.9 2.1.9 3.6z";
const NOTES = "M3 1h10v14H3zM4.5 2.5v11h7v-11zM6 5h4v1.3H6zM6 8h4v1.3H6z";
const CHAIN =
  "M6.5 4H4a4 4 0 0 0 0 8h2.5v-1.6H4a2.4 2.4 0 0 1 0-4.8h2.5zM9.5 4v1.6H12a2.4 2.4 0 0 1 0 4.8H9.5V12H12a4 4 0 0 0 0-8zM5 7.2h6v1.6H5z";
const SLIDES = "M1 3h11v8H1zM13.5 5H15v9H4v-1.5h9.5z";
const WINDOW = "M1 2h14v12H1zM2.5 6v6.5h11V6z";
const BOX = "M1.5 4L8 1l6.5 3v8L8 15l-6.5-3zM3 6v5l4.2 2V8zM8.8 8v5L13 11V6z";
const BRACKETS = "M5.5 4l-4 4 4 4 1.1-1.1L3.7 8l2.9-2.9zM10.5 4l4 4-4 4-1.1-1.1L12.3 8 9.4 5.1z";
const PRINTER = "M4 1h8v3H4zM1 5h14v7h-3v3H4v-3H1zM5.5 10v3.5h5V10z";

const GAP = 6; // pixels around the list

export class ShareMenu {
  /**
   * @param {(name: string, value: unknown) => void} send
   * @param {PresenterView} presenterView @param {ClassPanel} classPanel
   */
  constructor(send, presenterView, classPanel) {
    this.send = send;
    this.presenterView = presenterView;
    this.classPanel = classPanel;
    /** Whether a lecture runs, and whether Python can save the page's picture. */
    this.page = { lectures: false, saves: false };
    this.opener = attrs(
      button("open-share", NAME, icon(SCREEN), () => this.open()),
      { "aria-haspopup": "dialog" },
    );
    this.opener.append(el("span", "", NAME));
    // Not a menu in the sense of ARIA: that would take the keys of a remote control.
    this.list = attrs(el("dialog", "share-list"), { "aria-label": NAME });
    this.list.addEventListener("click", ({ target }) => target === this.list && this.list.close());
    this.list.addEventListener("keydown", (event) => this.pressed(event));
  }

  open() {
    const { list, opener } = this;
    const groups = Object.entries(this.groups()).map(([name, lines]) => {
      const group = inside("section", "", el("h2", "", name), ...lines.map((line) => this.drawLine(line)));
      return attrs(group, { "aria-label": name });
    });
    list.replaceChildren(inside("div", "groups", ...groups));
    list.showModal();
    const { bottom, right } = opener.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(right, innerWidth - GAP) - list.offsetWidth);
    list.style.cssText = `left: ${left}px; top: ${bottom + GAP}px; max-height: ${innerHeight - bottom - 2 * GAP}px`;
  }

  /** @returns {Record<string, Line[]>} */
  groups() {
    const { classPanel, page, presenterView } = this;
    const picture = pictureOfPage();
    const none = picture ? "" : "There is no picture on this page";
    const projected = document.documentElement.matches(".bpe-presenting") ? "It is projected already" : none;
    const fills = `It fills the screen${orKeys() && "; key P"}`;
    const unsaved = none || (page.saves ? "" : "This picture needs the app");
    const ask = (/** @type {string} */ what) => () => this.send("share", { what, at: Date.now() });
    const saves = savesOnPage();
    const follow = classPanel.follows
      ? "Phones follow and answer"
      : "Phones wait: they cannot follow this page";
    const slides = saves.filter(([, , says]) => says);
    return {
      Present: [
        [CORNERS, "Project the picture", fills, () => presenterView.begin(), projected],
        [PEOPLE, "Open a class", follow, () => classPanel.openByHand(), classPanel.refusal],
        [
          NOTES,
          "Give a lecture",
          "Scenes with notes",
          ask("lecture"),
          page.lectures ? "A lecture is running" : "",
        ],
      ],
      Share: [
        [CHAIN, "Copy the link", "Your text, settings and step", ask("link")],
        [
          ARROW,
          "Save the picture",
          "",
          saves.length ? saves.filter(([, , says]) => !says) : waysOf(picture),
          none,
        ],
        ...slides.map(
          ([name, act, says = ""]) => /** @type {Line} */ ([SLIDES, name, says, act, act ? "" : says]),
        ),
        [WINDOW, "Save as a web page", "Interactive, works offline", ask("html"), unsaved],
        [BOX, "Package for a learning platform", "SCORM 1.2", ask("zip"), unsaved],
        [BRACKETS, "Embed in slides or a course page", "A line to paste", ask("frame"), unsaved],
        [PRINTER, "Print", "Without the controls", () => print()],
      ],
    };
  }

  /** @param {Line} line */
  drawLine([sign, name, says, act, reason]) {
    const words = inside("span", "words", el("strong", "", name), " ", el("span", "", reason || says));
    if (Array.isArray(act) && !reason) {
      const ways = act.map(([way, does]) => button("way", `${name}: ${way}`, way, () => this.choose(does)));
      words.append(inside("span", "ways", ...ways));
      return inside("div", "line", icon(sign), words);
    }
    const press = inside("button", "line", icon(sign), words);
    press.addEventListener("click", () => reason || Array.isArray(act) || this.choose(act));
    return attrs(press, { type: "button", "aria-disabled": reason ? "true" : null });
  }

  /** @param {(() => void) | null} act */
  choose(act) {
    this.list.close();
    act?.();
  }

  /** The arrow keys go from line to line; what the list has no use for closes it. @param {KeyboardEvent} event */
  pressed(event) {
    const lines = [...this.list.querySelectorAll("button")];
    const here = lines.findIndex((line) => line === event.target);
    /** @type {Record<string, number>} */
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 };
    const next = lines.at((to[event.key] ?? here) % lines.length);
    if (event.key in to) event.preventDefault();
    else if (!["Tab", "Shift", "Enter", " ", "Escape"].includes(event.key)) {
      this.list.close(); // a key of a remote control, for example
      return;
    }
    event.stopPropagation();
    if (event.key in to) next?.focus();
  }
}

/**
 * The ways to save a picture that has none of its own.
 *
 * @param {HTMLElement | null} node @returns {Save[]}
 */
function waysOf(node) {
  // Such as bpe-two_halves, or bpe-train for the first view of a place.
  const name = `bpe-${addressOfPage().split(/[/=]/).at(-1) || "start"}`;
  return node
    ? [
        ["PNG", () => savePng({ name, picture: pictureOf(node) })],
        ["SVG", () => saveSvg({ name, picture: pictureOf(node) })],
      ]
    : [];
}
