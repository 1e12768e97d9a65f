// Pointing at a token, a pair of adjacent tokens or a step highlights all of its representations: in the
// text, in the sentences, in the tables and on the curve.

import { attrs, closest, el } from "../../browser/dom.js";
import { clamp } from "../../browser/numbers.js";

/**
 * @import {Curve} from "./curve.js"
 * @import {Stage} from "./stage.js"
 *
 * Ids and a step, each if it applies.
 * @typedef {{id?: number, left?: number, right?: number, step?: number}} Pointed
 */

const POINTABLE = "[data-id], [data-left], [data-step]";
const LEADS_AWAY = ".word"; // a press on it navigates: with a finger, the first touch only highlights it

/**
 * Words or a number that represent something: they can be focused with the keyboard, too.
 *
 * @param {Pointed} pointed @param {string} words
 */
export const pointable = (pointed, words) => meaning(el("span", "about", words), pointed);

/**
 * Marks an element with what it represents, and makes it focusable.
 *
 * @param {HTMLElement} node @param {Pointed} pointed
 */
export function meaning(node, { id, left, right, step }) {
  return attrs(node, {
    "data-id": id,
    "data-left": left,
    "data-right": right,
    "data-step": step,
    tabindex: 0,
  });
}

export class Pointing {
  /** @param {HTMLElement} root @param {Stage} stage @param {Curve} curve */
  constructor(root, stage, curve) {
    this.root = root;
    this.stage = stage;
    this.curve = curve;
    let fresh = false; // whether a finger touches what was not highlighted before
    const point = (/** @type {Event} */ event) => {
      const node = closest(event, POINTABLE);
      if ([stage.box, curve.node].some((own) => event.composedPath().includes(own))) return;
      if (event.type === "pointerover") fresh = node !== null && !node.classList.contains("same");
      this.at(node && pointedBy(node));
    };
    root.addEventListener("pointerover", point);
    root.addEventListener("focusin", point);
    root.addEventListener("focusout", () => this.at(null));
    root.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || this.at(null));
    root.addEventListener(
      "click",
      (event) => {
        if (
          event instanceof PointerEvent &&
          event.pointerType === "touch" &&
          fresh &&
          closest(event, LEADS_AWAY)
        )
          event.stopPropagation();
      },
      { capture: true },
    );
    curve.node.addEventListener("pointermove", ({ clientX }) => this.atCurve(clientX));
    curve.node.addEventListener("pointerleave", () => this.at(null));
  }

  /** @param {Pointed | null} pointed Null: only the selected token is highlighted. */
  at(pointed) {
    this.stage.light(pointed);
    this.light();
  }

  /** Points at the token that was made there. @param {number} x */
  atCurve(x) {
    const history = this.stage.scene?.history;
    if (!history) return;
    const at = Math.round(this.curve.stepAt(x - this.curve.node.getBoundingClientRect().left));
    const step = clamp(at, 0, history.steps);
    this.at({ step, id: history.merges[step - 1]?.id });
  }

  /** Highlights elements outside the text. */
  light() {
    const { lit, scene } = this.stage;
    for (const node of this.root.querySelectorAll(`:is(${POINTABLE}):not(.tok)`))
      node.classList.toggle(
        "same",
        lit !== null && isMeant(lit, pointedBy(/** @type {HTMLElement} */ (node))),
      );
    const made = lit?.id === undefined ? undefined : scene?.history.vocabulary.madeBy.get(lit.id);
    this.curve.point(lit?.step ?? (made ? made.rank + 1 : null));
  }
}

/** @param {HTMLElement} node @returns {Pointed} */
function pointedBy({ dataset }) {
  const { id, left, right, step } = dataset;
  const [one, two, three, four] = [id, left, right, step].map((text) =>
    text === undefined ? text : Number(text),
  );
  return { id: one, left: two, right: three, step: four };
}

/** @param {Pointed} lit @param {Pointed} other */
function isMeant(lit, other) {
  const same = (/** @type {"id" | "left" | "right" | "step"} */ name) =>
    lit[name] !== undefined && lit[name] === other[name];
  return same("id") || same("step") || (same("left") && same("right"));
}
