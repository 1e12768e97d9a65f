// Draws the parts of a token as elements.

import { lookOf } from "../../browser/colours.js";
import { directionOf } from "../../browser/direction.js";
import { el, verbatim } from "../../browser/dom.js";
import { lettersOf } from "../../browser/text_parts.js";

/** @import {DrawnToken, TextPart} from "../../browser/text_parts.js" */

/**
 * Appends the parts to `parent`, which is not translated; adjacent text parts become one run so that letters join.
 *
 * @template {HTMLElement} Parent @param {Parent} parent @param {TextPart[]} parts
 * @param {number} [most] How many are drawn before an ellipsis.
 * @returns {Parent}
 */
export function drawTextParts(parent, parts, most = Infinity) {
  let run = "";
  const flush = () => {
    if (run) parent.append(run);
    run = "";
  };
  for (const part of parts.slice(0, most)) {
    if (part.kind === "text") run += part.text;
    else {
      flush();
      parent.append(el("span", part.kind, part.text));
    }
  }
  if (parts.length > most) run += "…";
  flush();
  return verbatim(parent);
}

/**
 * A token inside a sentence, a table or a card, coloured like its box on the stage. `tint` separates it from
 * its neighbours, if it has any.
 *
 * @param {DrawnToken} token @param {number} [most] @param {number} [tint]
 */
export function chip(token, most = 24, tint = 0) {
  const node = el("span", `chip ${lookOf(token, tint)}`);
  node.dataset.id = String(token.id);
  node.dir = directionOf(lettersOf(token.parts));
  return drawTextParts(node, token.parts, most);
}
