// What the card of a piece of a text says.

import { any } from "./page.js";
import { factsOf } from "../../explorer_ui/parts/token_row/strip/facts.js";

/**
 * A fact of a piece, by its name.
 *
 * @param {import("../../explorer_ui/parts/token_row/strip/depths.js").Depths} depths
 * @param {import("../../explorer_ui/parts/token_row/strip/depths.js").Depth} depth
 * @param {number} at
 * @param {string} name
 * @param {Message.Cut["listed"]} branches Of the split pattern.
 */
export function factOf(depths, depth, at, name, branches = []) {
  const known = { ranked: false, made: null, names: new Map(), branches };
  return any(factsOf(depths, depth, at, known).find((fact) => fact[0] === name && fact[1])?.[1]);
}
