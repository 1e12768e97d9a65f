// One row of the stage: its tokens as boxes over their units, and brackets below what merges next.

import { boundsOf, lookOf, tintsOf } from "../../browser/colours.js";
import { directionOf, LETTER, SHAPED } from "../../browser/direction.js";
import { attrs, el, verbatim } from "../../browser/dom.js";
import { lettersOf } from "../../browser/text_parts.js";
import { showsLetters } from "../token_row/moving.js";
import { placeBox, drawRoofs } from "./lanes.js";
import { boxesOfFilm, movingLetters } from "./film.js";
import { GAP, timesOf, BOUNDARY_GAP } from "./rows.js";

/**
 * @import {Film} from "./film.js"
 * @import {History, Token} from "./history.js"
 * @import {Lane, Span} from "./lanes.js"
 * @import {Pointed} from "./pointing.js"
 * @import {TextUnits} from "./text_units.js"
 * @import {TextPart} from "../../browser/text_parts.js"
 *
 * The state to be drawn.
 * @typedef {object} Scene
 * @property {History} history
 * @property {number} step
 * @property {number | null} selected A unit of the selected token.
 * @property {Pointed | null} lit What is pointed at.
 * @property {{left: number, right: number} | null} acting The pair that is shown.
 * @property {Film | null} film The animation of the step.
 * @property {boolean} covered Whether the next merge is hidden.
 * @property {boolean} everywhere Whether a step merges all occurrences of its pair.
 * @property {number} one The width of the cell of a plain letter.
 * @property {boolean} roofed Whether rows have room above the boxes for characters over their bytes.
 * @property {string} uid
 *
 * Two tokens, and the style of the bracket below them.
 * @typedef {{one: Token, two: Token, kind: "acts" | "merging" | "overlap"}} Bracket
 */

/**
 * Draws the units of the lanes into `line`.
 *
 * @param {HTMLElement} line @param {Scene} scene @param {Lane[]} lanes
 * @param {Token[]} tokens Those in the row, and one neighbour on each side.
 */
export function drawRow(line, scene, lanes, tokens) {
  const { history, step } = scene;
  for (const [i, token] of tokens.entries()) {
    if (i === 0) continue;
    if (!history.isBoundary(token.start - 1)) continue;
    const lane = lanes.find(({ from, to }) => token.start > from && token.start < to);
    const lifted = !history.stands(token.start - 1, step);
    if (!lane || (lifted && history.secondStage?.at !== step)) continue;
    const boundary = drawBoundary(lane, token.start);
    boundary.classList.toggle("lifted", lifted);
    const sides = [tokens[i - 1].id, token.id];
    boundary.classList.toggle(
      "special",
      sides.some((id) => history.special.has(id)),
    );
    line.append(boundary);
  }
  drawTimes(line, history, lanes);
  const brackets = bracketsOf(scene, tokens);
  const tints = tintsOfRow(history, step, tokens);
  /** @type {Set<Token>} */
  const next = new Set();
  for (const { one, two, kind } of brackets)
    if (kind !== "acts" && history.closed[one.end - 1] === step) next.add(one).add(two);
  for (const lane of lanes) {
    const inLane = [...tokens.entries()].filter(([, { start, end }]) => end > lane.from && start < lane.to);
    const drawn = new Map(
      inLane.map(([i, token]) => [token, drawToken(scene, token, lane, tints[i], next.has(token))]),
    );
    line.append(...drawn.values());
    if (scene.film) line.prepend(...boxesOfFilm(scene.film, history, drawn, lane, scene.one));
    for (const bracket of brackets) {
      const mark = drawBracket(bracket, lane);
      if (mark) line.append(mark);
    }
    if (scene.roofed) drawRoofs(line, history, step, lane);
  }
  if (!scene.film) return;
  line.classList.add("filming");
  line.classList.toggle("opens", scene.film.opens);
  line.style.setProperty("--film", scene.film.ms + "ms");
}

/**
 * Whether a token has the id that is pointed at, or is one of two adjacent tokens that are pointed at.
 *
 * @param {Scene} scene @param {Token} token
 */
export function isLit({ history, lit, step }, { id, start, end }) {
  if (!lit || lit.id !== undefined) return lit?.id === id;
  const { left, right } = lit;
  const follows = (/** @type {number} */ unit, /** @type {number | undefined} */ other) =>
    unit >= 0 && unit < history.units && history.tokenAt(unit, step).id === other;
  return (
    (id === left && follows(end, right) && !history.stands(end - 1, step)) ||
    (id === right && follows(start - 1, left) && !history.stands(start - 1, step))
  );
}

/** @param {History} history @param {number} step @param {Token[]} tokens */
function tintsOfRow(history, step, tokens) {
  return tintsOf(boundsOf(tokens), {
    startBefore: (start) => (start ? history.startOf(start - 1, step) : null),
    byteOf: (unit) => history.text.byteOf(unit),
  });
}

/** @param {Scene} scene @param {Token[]} tokens */
function bracketsOf({ history, step, acting, covered, everywhere }, tokens) {
  const merge = history.merges[step];
  /** @type {Bracket[]} */
  const brackets = [];
  for (let i = 1; i < tokens.length; i++) {
    const [one, two] = [tokens[i - 1], tokens[i]];
    if (history.stands(one.end - 1, step)) continue;
    if (acting && one.id === acting.left && two.id === acting.right)
      brackets.push({ one, two, kind: "acts" });
    if (!merge || covered) continue;
    if (history.closed[one.end - 1] === step) brackets.push({ one, two, kind: "merging" });
    else if (everywhere && one.id === merge.left && two.id === merge.right)
      brackets.push({ one, two, kind: "overlap" });
  }
  return brackets;
}

/** @param {Lane} lane @param {number} unit */
function drawBoundary(lane, unit) {
  const tick = attrs(el("span", "boundary"), { "aria-hidden": "true" });
  tick.style[lane.start] = lane.left(unit) - BOUNDARY_GAP / 2 - 0.5 + "px";
  return tick;
}

/**
 * The count of each word, after its end; for a word that reads against the direction of its row, on the side
 * where the row has left room.
 *
 * @param {HTMLElement} line @param {History} history @param {Lane[]} lanes
 */
function drawTimes(line, history, lanes) {
  if (!history.weights) return;
  for (const lane of lanes) {
    let begin = lane.from;
    for (let end = lane.from + 1; end <= lane.to; end++) {
      if (end < history.units && !history.isBoundary(end - 1)) continue;
      const times = attrs(el("span", "times", timesOf(history.weights[begin])), { "aria-hidden": "true" });
      times.style[lane.start] = (lane.turned ? lane.left(begin) - 1 : lane.right(end) + 1) + "px";
      if (lane.turned) times.classList.add(`outside-${lane.start}`);
      line.append(times);
      begin = end;
    }
  }
}

/** @param {Bracket} bracket @param {Lane} lane */
function drawBracket({ one, two, kind }, lane) {
  const first = Math.max(one.start, lane.from);
  const last = Math.min(two.end, lane.to);
  if (first >= last) return null;
  const x = lane.left(first);
  const mark = attrs(el("span", kind), { "aria-hidden": "true" });
  if (one.start < lane.from || one.end <= lane.from) mark.classList.add(`open-${lane.start}`);
  if (two.end > lane.to || two.start >= lane.to) mark.classList.add(`open-${lane.end}`);
  mark.style[lane.start] = x + GAP / 2 + "px";
  mark.style.width = lane.right(last) - x - GAP + "px";
  if (kind === "merging" && two.start > lane.from && two.start < lane.to) {
    const weld = el("span", "weld");
    weld.style[lane.start] = `calc(${lane.left(two.start) - x - GAP}px - var(--bracket))`;
    mark.append(weld);
  }
  return mark;
}

/**
 * @param {Scene} scene @param {Token} token @param {Lane} lane @param {number} tint
 * @param {boolean} next Whether the next step merges it.
 */
function drawToken(scene, token, lane, tint, next) {
  const { film, history, selected, step } = scene;
  const look = lookOf({ quiet: token.rank < 0, newest: step > 0 && token.rank === step - 1 }, tint);
  const node = verbatim(placeBox(el("span", `tok ${look}`), token, lane));
  if (next) node.classList.add("next");
  const chosen = selected !== null && selected >= token.start && selected < token.end;
  Object.assign(node.dataset, { start: token.start, end: token.end, id: token.id });
  if (isLit(scene, token)) node.classList.add("same");
  const from = Math.max(token.start, lane.from);
  node.id = `${scene.uid}-${from}`;
  node.role = "option";
  node.ariaSelected = String(chosen);
  const letters = { start: from, end: Math.min(token.end, lane.to) };
  setDirection(history, node, letters, lane);
  const moving = movingLetters(film, history, token, lane);
  for (const span of moving) {
    const half = el("span", "half");
    setDirection(history, half, span, lane);
    drawCells(scene, half, span, lane);
    node.append(half);
  }
  if (!moving.length) drawCells(scene, node, letters, lane);
  return node;
}

/** @param {History} history @param {HTMLElement} node @param {Span} span @param {Lane} lane */
function setDirection(history, node, { start, end }, lane) {
  if (
    lane.start === "left" &&
    !lane.turned &&
    history.text.bytesBetween(start, end).every((byte) => byte < 128)
  )
    return;
  const letters = lettersOf(history.partsBetween(start, end));
  node.dir = LETTER.test(letters) ? directionOf(letters) : lane.start === "right" ? "rtl" : "ltr";
}

/**
 * The text of a token over its cells. Plain letters are spaced by letter-spacing; everything else gets its
 * own cell; letters that shape each other share one cell as wide as all of theirs.
 *
 * @param {Scene} scene @param {HTMLElement} node @param {Span} span @param {Lane} lane
 */
function drawCells({ history, one }, node, { start, end }, lane) {
  const parts = partsOfUnits(history, start, end);
  showsLetters(node, history.text.byteOf(start), parts);
  let unit = start;
  /** @type {{node: HTMLElement, width: number} | null} */
  let shared = null;
  let letters = "";
  const flush = () => {
    if (letters) node.append(letters);
    letters = "";
  };
  for (const part of parts) {
    const units = unitsIn(history.text, unit, part.size);
    const width = lane.right(unit + units) - lane.left(unit);
    unit += units;
    const plain = width === one && lane.start === "left";
    if (plain && part.kind === "text" && part.text <= "~") {
      letters += part.text;
      shared = null;
      continue;
    }
    flush();
    const shaped = part.kind === "text" && SHAPED.test(part.text);
    if (plain && part.kind === "white" && part.text === "·") node.append(el("span", "white", "·"));
    else if (shaped && shared) {
      shared.width += width;
      shared.node.textContent += part.text;
      shared.node.style.width = shared.width + "px";
      continue;
    } else {
      const cell = el("span", `cell ${part.kind}`, part.text);
      cell.style.width = width + "px";
      node.append(cell);
      if (shaped) shared = { node: cell, width };
    }
    if (!shaped) shared = null;
  }
  flush();
}

/**
 * The parts of some units: those inside one unit, such as the letters of a special token, are one part.
 *
 * @param {History} history @param {number} start @param {number} end
 */
function partsOfUnits(history, start, end) {
  const { text } = history;
  let [unit, at] = [start, text.byteOf(start)];
  /** @type {TextPart[]} */
  const found = [];
  for (const part of history.partsBetween(start, end)) {
    while (text.byteOf(unit) < at) unit++;
    const last = found.at(-1);
    if (last && text.byteOf(unit) > at)
      found[found.length - 1] = { ...last, text: last.text + part.text, size: last.size + part.size };
    else found.push(part);
    at += part.size;
  }
  return found;
}

/**
 * How many units a part of `size` bytes spans: its text may be longer, since a dotted circle may have been added.
 *
 * @param {TextUnits} text @param {number} unit @param {number} size
 */
function unitsIn(text, unit, size) {
  const end = text.byteOf(unit) + size;
  let units = 0;
  while (text.byteOf(unit + units) < end) units++;
  return units;
}
