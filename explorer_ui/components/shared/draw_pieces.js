// Pieces as elements.

import { tintOf } from "./colours.js";
import { directionOf } from "./direction.js";
import { el } from "./dom.js";
import { lettersOf } from "./pieces.js";

/** @import {DrawnToken, Piece} from "./pieces.js" */

/**
 * Appends the pieces to `parent`, neighbours of kind text as one run so that letters join.
 *
 * @template {HTMLElement} Parent
 * @param {Parent} parent
 * @param {Piece[]} pieces
 * @param {number} [most] How many are drawn before an ellipsis.
 * @returns {Parent}
 */
export function drawPieces(parent, pieces, most = Infinity) {
  let run = "";
  const flush = () => {
    if (run) parent.append(run);
    run = "";
  };
  for (const piece of pieces.slice(0, most)) {
    if (piece.kind === "text") run += piece.text;
    else {
      flush();
      parent.append(el("span", piece.kind, piece.text));
    }
  }
  if (pieces.length > most) run += "…";
  flush();
  return parent;
}

/**
 * A token inside a sentence, a table or a card: tinted like its box on the stage.
 *
 * @param {DrawnToken} token
 * @param {number} [most]
 */
export function chip(token, most = 24) {
  const node = el("span", `chip ${tintOf(token)}`);
  node.dir = directionOf(lettersOf(token.pieces));
  return drawPieces(node, token.pieces, most);
}
