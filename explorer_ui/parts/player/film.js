// The animation of a step: two boxes move together and become one, or one opens into two. The letters move
// with their boxes and stay visible: the boxes of the animation are below all tokens of the row.

import { lookOf } from "../../browser/colours.js";
import { SHAPED } from "../../browser/direction.js";
import { attrs, calm, el } from "../../browser/dom.js";
import { placeBox } from "./lanes.js";
import { GAP } from "./rows.js";

/**
 * @import {History, Token} from "./history.js"
 * @import {Lane, Span} from "./lanes.js"
 *
 * The merge to animate, whether it is undone, and the duration in milliseconds.
 * @typedef {{rank: number, opens: boolean, ms: number}} Film
 */

const SHORTEST = 120; // milliseconds from one step to the next: faster ones are not animated
const LONGEST = 450;
const NEAR = 0.12; // how far letters move, relative to the width of a cell

/**
 * The animation from one step to another, or null: only adjacent steps have one, and only without reduced
 * motion.
 *
 * @param {{from: number, to: number, pace: number}} step The pace: milliseconds from one step to the next.
 * @returns {Film | null}
 */
export function filmOf({ from, to, pace }) {
  if (Math.abs(to - from) !== 1 || pace < SHORTEST || calm()) return null;
  return { rank: Math.min(from, to), opens: to < from, ms: Math.min(LONGEST, 0.8 * pace) };
}

/**
 * The spans whose letters move apart: the two parts of a token that the animated merge has made, or a whole
 * token that it has split; none if the letters do not move.
 *
 * @param {Film | null} film @param {History} history @param {Token} token @param {Lane} lane
 * @returns {Span[]}
 */
export function movingLetters(film, history, token, lane) {
  if (!film) return [];
  const from = Math.max(token.start, lane.from);
  const to = Math.min(token.end, lane.to);
  if (film.opens)
    return [token.start - 1, token.end - 1].some((gap) => history.closed[gap] === film.rank)
      ? [{ start: from, end: to }]
      : [];
  const seam = seamOf(film, history, token, lane);
  return seam === null ? [] : partedAt(history, { start: from, end: to }, seam);
}

/**
 * The unit after the gap of the animated merge, if it is inside the lane and inside these units.
 *
 * @param {Film} film @param {History} history @param {Span} span @param {Lane} lane
 */
function seamOf({ rank }, { closed }, { start, end }, lane) {
  const seam = closed.subarray(start, end - 1).indexOf(rank) + start + 1;
  return seam > start && seam > lane.from && seam < lane.to ? seam : null;
}

/**
 * Two parts, unless the seam is inside a character or between two letters that shape each other.
 *
 * @param {History} history @param {Span} span @param {number} seam
 */
function partedAt(history, { start, end }, seam) {
  const halves = [
    { start, end: seam },
    { start: seam, end },
  ];
  const [one, two, both] = [...halves, { start, end }].map((span) =>
    history.partsBetween(span.start, span.end).map(({ text }) => text),
  );
  const shaped = SHAPED.test(one[one.length - 1]) && SHAPED.test(two[0]);
  return !shaped && both.join("\0") === [...one, ...two].join("\0") ? halves : [];
}

/**
 * The boxes that the animation shows in a lane instead of those of its tokens, whose elements it hides.
 *
 * @param {Film} film @param {History} history
 * @param {Map<Token, HTMLElement>} drawn The tokens of the lane, in order.
 * @param {Lane} lane
 * @param {number} one The width of the cell of a plain letter.
 */
export function boxesOfFilm(film, history, drawn, lane, one) {
  const { left, right, id } = history.merges[film.rank];
  const near = GAP / 2 + NEAR * one;
  const tokens = [...drawn];
  return tokens.flatMap(([token, node], i) => {
    const [last, end] = film.opens && i + 1 < tokens.length ? tokens[i + 1] : [token, node];
    if (!film.opens && token.rank !== film.rank) return [];
    const whole = { start: token.start, end: last.end };
    const seam = seamOf(film, history, whole, lane);
    if (seam === null || (film.opens && seam !== token.end)) return [];
    const boxes = [
      boxOf(history, left, { start: whole.start, end: seam }, lane),
      boxOf(history, right, { start: seam, end: whole.end }, lane),
    ];
    boxes.forEach((box, second) => {
      const width = parseFloat(box.style.width);
      box.classList.add("part");
      box.style.transformOrigin = second ? lane.start : lane.end;
      box.style.setProperty("--squashed", String((width - near + GAP / 2) / width));
    });
    const filmed = new Set([node, end]);
    for (const part of filmed) part.classList.add("filmed");
    facing(boxes, lane, near);
    facing(
      [...filmed].flatMap((part) => [...part.querySelectorAll(".half")]),
      lane,
      near,
    );
    const became = boxOf(history, id, whole, lane, true);
    became.classList.add("whole");
    return [...boxes, became];
  });
}

/**
 * @param {History} history @param {number} id @param {Span} span @param {Lane} lane
 * @param {boolean} newest Whether the animated merge makes it.
 */
function boxOf(history, id, span, lane, newest = false) {
  const look = lookOf({ quiet: !history.vocabulary.madeBy.has(id), newest });
  return placeBox(attrs(el("span", `film-box ${look}`), { "aria-hidden": "true" }), span, lane);
}

/**
 * Makes two elements move towards each other: sets the direction and the distance on each.
 *
 * @param {Element[]} two @param {Lane} lane @param {number} near
 */
function facing(two, lane, near) {
  two.forEach((node, second) => {
    if (!(node instanceof HTMLElement)) return;
    const way = Boolean(second) === (lane.start === "left") ? -1 : 1;
    node.style.setProperty("--near", way * near + "px");
    node.style.setProperty("--touching", (way * GAP) / 2 + "px");
  });
}
