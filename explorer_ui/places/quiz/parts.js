// The contents of a Challenge card: words, tokens, chunks, letters of the options.

import { tintsOf } from "../../browser/colours.js";
import { LETTER, directionOf } from "../../browser/direction.js";
import { attrs, el, inside, verbatim } from "../../browser/dom.js";
import { chip, drawTextParts } from "../../parts/token_row/draw_text_parts.js";
import { grouped } from "../../browser/numbers.js";
import { bytesOf } from "../../browser/payload.js";
import { textParts } from "../../browser/text_parts.js";
import { decodeUtf8 } from "../../browser/utf8.js";

/**
 * A token: its id, its bytes as base64, and whether it was learned.
 * @typedef {["token", number, string, boolean]} TokenPart
 *
 * A chunk, and the text before and after it, each as base64.
 * @typedef {["chunk", string, string, string]} ChunkPart
 *
 * A merge: its rank and the two tokens as base64.
 * @typedef {["merge", number, string, string]} MergePart
 *
 * A part of a card.
 * @typedef {["words" | "code" | "number" | "passage", string] | ChunkPart | TokenPart | MergePart | ["mark", number]} Part
 */

export const LETTERS = "ABCD";

/**
 * @param {Part} part
 * @param {number} [tint] The tint of the token.
 * @returns {HTMLElement}
 */
function drawPart(part, tint) {
  switch (part[0]) {
    case "token":
      return chip({ id: part[1], parts: textParts(bytesOf(part[2])), quiet: !part[3] }, undefined, tint);
    case "chunk":
      return drawChunk(part);
    case "merge":
      return inside("span", "merge", el("b", "", grouped(part[1])), unit(part[2]), " + ", unit(part[3]));
    case "code":
      return verbatim(el("code", "pattern", part[1]));
    case "mark":
      return attrs(el("span", "at", LETTERS[part[1]]), { title: `Candidate ${LETTERS[part[1]]}` });
    case "passage":
      return attrs(el("span", "passage", part[1]), { dir: "auto", translate: "no" });
    default:
      return el("span", part[0], part[1]);
  }
}

/**
 * A token on its own, without a tint.
 *
 * @param {string} bytes As base64.
 */
export const unit = (bytes) => chip({ id: 0, parts: textParts(bytesOf(bytes)), quiet: true });

/** @param {ChunkPart} part */
function drawChunk([, before, chunk, after]) {
  const line = el("span", "line");
  for (const [name, bytes] of [
    ["around", before],
    ["marked", chunk],
    ["around", after],
  ])
    line.append(drawTextParts(el("span", name), textParts(bytesOf(bytes))));
  line.dir = directionOf(line.textContent);
  return line;
}

/**
 * Consecutive tokens are in the direction in which their text is read, or that of the text `around` them if they
 * have only bytes of letters.
 *
 * @template {HTMLElement} Node @param {Node} node @param {Part[]} parts @param {Part[]} [around]
 * @returns {Node}
 */
export function drawParts(node, parts, around = parts) {
  /** @type {(TokenPart | ["mark", number])[]} */
  let run = [];
  const flush = () => {
    if (!run.length) return;
    const bytesOfRun = run.map((part) => (part[0] === "token" ? bytesOf(part[2]) : new Uint8Array()));
    const text = textOf(run);
    let end = 0;
    const tints = tintsOf([0, ...bytesOfRun.map(({ length }) => (end += length))]);
    const tokens = attrs(el("span", "tokens"), {
      dir: directionOf(LETTER.test(text) ? text : textOf(around)),
    });
    tokens.append(...run.map((part, at) => drawPart(part, tints[at])));
    node.append(tokens);
    run = [];
  };
  for (const part of parts) {
    if (part[0] === "token" || part[0] === "mark") run.push(part);
    else {
      flush();
      node.append(drawPart(part));
    }
  }
  flush();
  return node;
}

/** The text of the tokens among some parts. @param {Part[]} parts */
const textOf = (parts) =>
  decodeUtf8(Uint8Array.from(parts.flatMap((part) => (part[0] === "token" ? [...bytesOf(part[2])] : []))));
