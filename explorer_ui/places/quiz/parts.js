// The contents of a Challenge card: words, tokens, merges, letters of the options.

import { tintsOf } from "../../browser/colours.js";
import { directionOf, LETTER } from "../../browser/direction.js";
import { attrs, button, el, inside } from "../../browser/dom.js";
import { chip } from "../../parts/token_row/draw_text_parts.js";
import { grouped, LETTERS } from "../../browser/numbers.js";
import { bytesOf } from "../../browser/payload.js";
import { textParts } from "../../browser/text_parts.js";
import { decodeUtf8 } from "../../browser/utf8.js";

/**
 * A token: its id, its bytes as base64, and whether it was learned.
 * @typedef {["token", number, string, boolean]} TokenPart
 *
 * A merge: its rank and the two tokens as base64.
 * @typedef {["merge", number, string, string]} MergePart
 *
 * A part of a card.
 * @typedef {["words" | "number" | "passage", string] | TokenPart | MergePart} Part
 */

/**
 * @param {Part} part
 * @param {number} [tint] The tint of the token.
 * @returns {HTMLElement}
 */
function drawPart(part, tint) {
  switch (part[0]) {
    case "token":
      return chip({ id: part[1], parts: textParts(bytesOf(part[2])), quiet: !part[3] }, undefined, tint);
    case "merge":
      return inside("span", "merge", el("b", "", part[1]), unit(part[2]), " + ", unit(part[3]));
    case "passage":
      return attrs(el("span", "passage", part[1]), { dir: "auto", translate: "no" });
    default:
      return el("span", part[0], part[1]);
  }
}

/** A token on its own, without a tint. @param {string} bytes As base64. */
export const unit = (bytes) => chip({ id: 0, parts: textParts(bytesOf(bytes)), quiet: true });

/**
 * Consecutive tokens are in the direction in which their text is read, or that of the text `around` them if they
 * have only bytes of letters.
 *
 * @template {HTMLElement} Node @param {Node} node @param {Part[]} parts @param {Part[]} [around]
 * @returns {Node}
 */
export function drawParts(node, parts, around = parts) {
  /** @type {TokenPart[]} */
  let run = [];
  const flush = () => {
    if (!run.length) return;
    const bytesOfRun = run.map((part) => bytesOf(part[2]));
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
    if (part[0] === "token") run.push(part);
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

/**
 * What a class is asked with a card: to choose among letters, or to place boundaries in the gaps of a word.
 *
 * @param {Message.Card} card @returns {{prompt: string, options: string[], gaps?: number}}
 */
export function askedOf({ question, options, units }) {
  const asked = { prompt: question, options: Array.from(LETTERS.slice(0, options.length)) };
  return units.length ? { ...asked, gaps: units.length - 1 } : asked;
}

/** The right options, or the gaps that are boundaries. @param {Message.Card} card */
export function rightOf({ answer, units }) {
  return units.length ? gapsOf(answer ?? 0) : [answer ?? 0];
}

/** The gaps whose bits are set. @param {number} bits */
export const gapsOf = (bits) =>
  Array.from(bits.toString(2))
    .reverse()
    .flatMap((bit, gap) => (bit === "1" ? [gap] : []));

/** How many bits two answers differ in. @param {number} one @param {number} two */
const wrongGaps = (one, two) => (one ^ two).toString(2).replaceAll("0", "").length;

/**
 * Draws a word whose token boundaries are placed by hand: its base units, with a button on each gap. Before the
 * answer also the button that sends it: a number with a bit for each gap that is a
 * boundary.
 *
 * @param {Pick<Message.Card, "units" | "picked" | "answer">} card
 * @param {((answer: number) => void) | null} send Null if no boundary can be placed any more.
 * @param {{words?: string, counts?: number[]}} [how] The words on the button; for each gap how many of a class
 * placed a boundary there.
 */
export function drawGaps(
  { units, picked, answer },
  send,
  { words = "Compare with the tokenizer", counts } = {},
) {
  const open = answer === null && send !== null;
  const chosen = picked ?? answer ?? 0;
  const chips = units.map(unit);
  const gaps = chips.slice(1).map((_, gap) => {
    const name = `Token boundary between ${chips[gap].textContent} and ${chips[gap + 1].textContent}`;
    const node = button("gap", name, "", () => {
      if (open) node.setAttribute("aria-pressed", String(node.getAttribute("aria-pressed") !== "true"));
    });
    attrs(node, { "aria-pressed": String(bit(chosen, gap)), "aria-disabled": open ? null : "true" });
    if (answer !== null && bit(chosen, gap) !== bit(answer, gap)) {
      node.classList.add("wrong");
      node.setAttribute("aria-label", `${name}: wrong`);
      node.append("✗");
    }
    if (counts) {
      node.setAttribute("aria-label", `${node.getAttribute("aria-label")}, placed by ${counts[gap]}`);
      node.append(el("span", "count", grouped(counts[gap])));
    }
    return node;
  });
  const word = attrs(
    inside("div", "by-hand", ...chips.flatMap((one, at) => (at ? [gaps[at - 1], one] : [one]))),
    {
      role: "group",
      dir: directionOf(chips.map(({ textContent }) => textContent).join("")),
      "aria-label": "The word, with a button on each gap",
    },
  );
  if (!open) return [word];
  const pressed = () =>
    gaps.reduce((sum, gap, at) => sum + (gap.getAttribute("aria-pressed") === "true" ? 2 ** at : 0), 0);
  const check = button("plain-button check", words, words, () => send(pressed()));
  return [word, el("p", "hint", "Touch a gap to place a token boundary."), check];
}

/** @param {number} bits @param {number} at */
const bit = (bits, at) => ((bits >> at) & 1) === 1;

/**
 * The verdict on an answer.
 *
 * @param {number | null} picked @param {number} answer
 * @param {number} gaps The number of gaps.
 */
export function verdictOnGaps(picked, answer, gaps) {
  if (picked === null) return "The token boundaries are these.";
  const wrong = wrongGaps(picked, answer);
  return wrong
    ? `Not so: ${grouped(wrong)} of ${grouped(gaps)} gaps ${wrong === 1 ? "is" : "are"} wrong.`
    : "Right.";
}
