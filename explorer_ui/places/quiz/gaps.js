// A word whose token boundaries are placed by hand: its base units, with a button on each gap.

import { attrs, button, el, inside } from "../../browser/dom.js";
import { directionOf } from "../../browser/direction.js";
import { grouped } from "../../browser/numbers.js";
import { unit } from "./parts.js";

/** How many bits two answers differ in. @param {number} one @param {number} two */
export const wrongGaps = (one, two) => (one ^ two).toString(2).replaceAll("0", "").length;

/**
 * Draws the word, and before the answer the button that sends it: a number with a bit for each gap that is a
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
