// Moves what is drawn of a text from where it was to where it belongs now, when the same bytes are divided in
// another way: boxes join or divide, letters travel with their bytes.
//
//     before   [stra][ße]           at half time   [s t r a][ß e]
//     after    [s][t][r][a][ß][e]
//
// While this lasts, a canvas covers the boxes: it draws hundreds of pieces per frame, where as many elements that
// move on their own would be slow.

import { calm, el } from "../../browser/dom.js";
import { SHAPED } from "../../browser/direction.js";
import { zoomOf } from "../../browser/presenting.js";

/**
 * @import {TextPart} from "../../browser/text_parts.js"
 *
 * @typedef {{x: number, y: number, width: number, height: number}} Place
 *
 * A box: the bytes of the text that was typed, where they are, and how the box looks.
 * @typedef {{from: number, to: number, place: Place, rtl: boolean, look: Look}} Box
 *
 * A letter, and its size in pixels; letters with the same `run` are drawn together, since they may join.
 * @typedef {{from: number, to: number, text: string, place: Place, size: number, colour: string, run: unknown}} Letter
 *
 * A number in a box.
 * @typedef {{text: string, place: Place, size: number, colour: string}} Figure
 *
 * @typedef {{fill: string, line: string, radius: number}} Look
 * @typedef {{boxes: Box[], letters: Letter[], figures: Figure[]}} Scene
 */

const LASTS = 420; // milliseconds
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** The letters that an element shows, and the byte at which they begin. @type {WeakMap<Element, {from: number, parts: TextPart[]}>} */
const shown = new WeakMap();

/**
 * Remembers which letters an element shows, so that they can be found when they move.
 *
 * @param {Element} node @param {number} from The first byte of the first of them. @param {TextPart[]} parts
 */
export const showsLetters = (node, from, parts) => shown.set(node, { from, parts });

/**
 * What a box of tokens shows now, in pixels from its upper left corner.
 *
 * @param {HTMLElement} box
 * @param {(token: DOMStringMap) => [from: number, to: number]} bytesOf The typed bytes of a token.
 * @param {(byte: number) => number} [typedByte] The typed byte of a byte of the letters.
 * @returns {Scene}
 */
export function sceneOf(box, bytesOf, typedByte = (byte) => byte) {
  const zoom = zoomOf(box);
  const around = box.getBoundingClientRect();
  const placeOf = (/** @type {DOMRect} */ { left, top, width, height }) => ({
    x: (left - around.left) / zoom,
    y: (top - around.top) / zoom,
    width: width / zoom,
    height: height / zoom,
  });
  const seen = (/** @type {Place} */ { y, height }) => y + height > 0 && y < around.height / zoom;
  /** @type {Map<string, CSSStyleDeclaration>} */
  const styles = new Map();
  const styleOf = (/** @type {Element} */ node) => {
    const key = node.matches(".tok, .roof")
      ? node.className
      : `${node.parentElement?.className}>${node.className}`;
    let style = styles.get(key);
    if (!style) styles.set(key, (style = getComputedStyle(node)));
    return style;
  };
  const range = document.createRange();
  /** @type {Scene} */
  const scene = { boxes: [], letters: [], figures: [] };
  for (const node of box.querySelectorAll(".tok, .roof, .half")) {
    if (!(node instanceof HTMLElement)) continue;
    const place = placeOf(node.getBoundingClientRect());
    if (!seen(place)) continue;
    const letters = shown.get(node);
    if (letters) addLetters(node, letters);
    if (!node.classList.contains("tok")) continue;
    const [from, to] = bytesOf(node.dataset);
    const { backgroundColor, borderTopColor, borderTopLeftRadius, color, fontSize } = styleOf(node);
    const look = {
      fill: backgroundColor,
      line: borderTopColor,
      radius: parseFloat(borderTopLeftRadius) || 0,
    };
    scene.boxes.push({ from, to, place, rtl: node.dir === "rtl", look });
    if (letters || node.querySelector(".half")) continue;
    range.selectNodeContents(node);
    const middle = placeOf(range.getBoundingClientRect());
    scene.figures.push({
      text: node.textContent ?? "",
      place: middle,
      size: parseFloat(fontSize),
      colour: color,
    });
  }
  return scene;

  /** @param {Element} node @param {{from: number, parts: TextPart[]}} letters */
  function addLetters(node, { from, parts }) {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let text = texts.nextNode();
    let [byte, at] = [from, 0];
    for (const part of parts) {
      const end = at + part.text.length;
      if (!text?.parentElement || end > (text.textContent?.length ?? 0)) return;
      range.setStart(text, at);
      range.setEnd(text, end);
      const place = placeOf(range.getBoundingClientRect());
      const { color, fontSize, letterSpacing } = styleOf(text.parentElement);
      if (part.size)
        scene.letters.push({
          from: typedByte(byte),
          to: typedByte(byte + part.size),
          text: part.text,
          place: { ...place, width: place.width - (parseFloat(letterSpacing) || 0) },
          size: parseFloat(fontSize),
          colour: color,
          run: part.kind === "text" && SHAPED.test(part.text) ? text : null,
        });
      byte += part.size;
      at = end;
      if (at < (text.textContent?.length ?? 0)) continue;
      text = texts.nextNode();
      at = 0;
    }
  }
}

/** A movement from one scene to another. */
export class Movement {
  /**
   * @param {HTMLElement} box @param {HTMLElement} covered What is not seen as long as it lasts.
   * @param {Scene} before @param {Scene} after
   * @param {Place} [within] Where to draw if it begins elsewhere in the window; otherwise within the box.
   */
  constructor(box, covered, before, after, within) {
    this.covered = covered;
    this.pieces = piecesOf(before.boxes, after.boxes);
    this.letters = lettersOf(before.letters, after.letters);
    this.figures = [before.figures, after.figures];
    const { canvas, context } = within ? canvasOverWindow(box, within) : canvasOver(box);
    this.canvas = canvas;
    this.context = context;
    this.family = getComputedStyle(box).fontFamily;
    /** When the first frame was drawn: what came before it may have taken a while. @type {number | null} */
    this.begun = null;
    this.t = 0;
    this.font = "";
    this.rise = [0, 0];
    covered.style.opacity = "0";
    if (!within) box.after(this.canvas);
    const step = () => {
      this.begun ??= performance.now();
      this.t = Math.min(1, (performance.now() - this.begun) / LASTS);
      if (this.t === 1) this.end();
      else {
        this.draw(eased(this.t));
        this.frame = requestAnimationFrame(step);
      }
    };
    this.frame = 0;
    this.draw(0);
    this.frame = requestAnimationFrame(step);
  }

  /** Where everything is now, to go on from. @returns {Scene} */
  get scene() {
    const t = eased(this.t);
    return {
      boxes: this.pieces.map((piece) => ({ ...piece, place: between(piece, t), rtl: false })),
      letters: this.letters.map(({ letter, ...piece }) => ({ ...letter, place: between(piece, t) })),
      figures: this.figures[t < 0.5 ? 0 : 1],
    };
  }

  /** @param {number} t */
  draw(t) {
    const { context, canvas } = this;
    context.save();
    context.resetTransform();
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.restore();
    for (const piece of this.pieces) this.drawPiece(piece, t);
    for (const piece of this.letters) {
      const [was, is] = piece.seen;
      const alpha = piece.before && piece.after ? was * (1 - t) + is * t : visible(piece, t);
      if (!alpha) continue;
      context.globalAlpha = alpha;
      this.write(piece.letter, between(piece, t), piece.size[0] * (1 - t) + piece.size[1] * t);
    }
    // The old numbers go at once, the new ones come when the boxes are nearly in place.
    this.figures.forEach((figures, after) => {
      context.globalAlpha = Math.max(0, after ? 3 * t - 2 : 1 - 3 * t);
      if (context.globalAlpha) for (const figure of figures) this.write(figure, figure.place, figure.size);
    });
  }

  /** @param {ReturnType<typeof piecesOf>[number]} piece @param {number} t */
  drawPiece(piece, t) {
    const { context } = this;
    const { x, y, width, height } = between(piece, t);
    const { look, opens, closes } = piece;
    const alpha = visible(piece, t);
    if (!alpha) return;
    const [left, right] = [opens, closes].map(([before, after]) => before * (1 - t) + after * t);
    context.globalAlpha = alpha;
    context.fillStyle = look.fill;
    context.strokeStyle = look.line;
    context.beginPath();
    if (left === 1 && right === 1 && context.roundRect) {
      context.roundRect(x + 0.5, y + 0.5, Math.max(0, width - 1), height - 1, look.radius);
      context.fill();
      context.stroke();
      return;
    }
    context.fillRect(x, y, width, height);
    for (const edge of [y + 0.5, y + height - 0.5]) {
      context.moveTo(x, edge);
      context.lineTo(x + width, edge);
    }
    context.stroke();
    // Where boxes join or divide, the edge between them goes or comes.
    for (const [edge, at] of [
      [left, x + 0.5],
      [right, x + width - 0.5],
    ]) {
      if (!edge) continue;
      context.globalAlpha = edge * alpha;
      context.beginPath();
      context.moveTo(at, y);
      context.lineTo(at, y + height);
      context.stroke();
    }
  }

  /** @param {{text: string, colour: string}} what @param {Place} place @param {number} size */
  write({ text, colour }, { x, y, width, height }, size) {
    const { context } = this;
    const font = `${size.toFixed(1)}px ${this.family}`;
    if (this.font !== font) {
      context.font = this.font = font;
      // Firefox knows these from version 116 on.
      const { fontBoundingBoxAscent = 0.93 * size, fontBoundingBoxDescent = 0.24 * size } =
        context.measureText("x");
      this.rise = [fontBoundingBoxAscent, fontBoundingBoxDescent];
    }
    const [up, down] = this.rise;
    context.fillStyle = colour;
    context.textAlign = "center";
    context.fillText(text, x + width / 2, y + (height - up - down) / 2 + up);
  }

  end() {
    cancelAnimationFrame(this.frame);
    this.canvas.remove();
    this.covered.style.opacity = "";
    this.t = 1;
  }
}

/** A canvas that covers a box. @param {HTMLElement} box */
function canvasOver(box) {
  const canvas = el("canvas", "moving");
  const density = devicePixelRatio * zoomOf(box);
  Object.assign(canvas, { width: box.clientWidth * density, height: box.clientHeight * density });
  Object.assign(canvas.style, {
    position: "absolute",
    zIndex: "2",
    pointerEvents: "none",
    left: `${box.offsetLeft + box.clientLeft}px`,
    top: `${box.offsetTop + box.clientTop}px`,
    width: `${box.clientWidth}px`,
    height: `${box.clientHeight}px`,
  });
  // Places are measured from the edge of the box, the canvas begins within its border.
  return { canvas, context: contextOf(canvas, density, -box.clientLeft, -box.clientTop) };
}

/** A canvas that covers the window, and draws within a part of it. @param {HTMLElement} box @param {Place} within */
function canvasOverWindow(box, { x, y, width, height }) {
  const canvas = document.body.appendChild(el("canvas"));
  const zoom = zoomOf(box);
  const { left, top } = box.getBoundingClientRect();
  Object.assign(canvas, { width: innerWidth * devicePixelRatio, height: innerHeight * devicePixelRatio });
  canvas.style.cssText =
    "position: fixed; inset: 0; width: 100vw; height: 100vh; z-index: 9; pointer-events: none";
  const context = contextOf(canvas, devicePixelRatio * zoom, left / zoom, top / zoom);
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  return { canvas, context };
}

/** @param {HTMLCanvasElement} canvas @param {number} scale @param {number} x @param {number} y */
function contextOf(canvas, scale, x, y) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.scale(scale, scale);
  context.translate(x, y);
  return context;
}

/** Whether anything may move here. */
export const mayMove = () => !calm() && !matchMedia("(forced-colors: active)").matches;

/** @param {number} t */
const eased = (t) => 1 - (1 - t) ** 3;

/** @param {{before: Place | null, after: Place | null}} piece @param {number} t @returns {Place} */
function between({ before, after }, t) {
  const [one, two] = [before ?? after ?? NOWHERE, after ?? before ?? NOWHERE];
  const mix = (/** @type {keyof Place} */ key) => one[key] * (1 - t) + two[key] * t;
  return { x: mix("x"), y: mix("y"), width: mix("width"), height: mix("height") };
}

/** What is in only one of the scenes goes at once, or comes when the rest is nearly in place. @param {{before: unknown, after: unknown}} piece @param {number} t */
const visible = ({ before, after }, t) => Math.max(0, before ? (after ? 1 : 1 - 2 * t) : 2 * t - 1);

/**
 * The bytes between any two boundaries, with where they are in each scene, and whether a box opens and closes
 * there.
 *
 * @param {Box[]} before @param {Box[]} after
 */
function piecesOf(before, after) {
  const bounds = [...new Set([...before, ...after].flatMap(({ from, to }) => [from, to]))].sort(
    (a, b) => a - b,
  );
  const [old, now] = [before, after].map((boxes) => finder(boxes));
  const pieces = [];
  for (let at = 0; at + 1 < bounds.length; at++) {
    const [from, to] = [bounds[at], bounds[at + 1]];
    const [was, is] = [old(from, to), now(from, to)];
    const box = is ?? was;
    if (!box) continue;
    // A box that is not in one of the scenes keeps its edges.
    const edge = (/** @type {(box: Box) => boolean} */ there) =>
      /** @type {[number, number]} */ ([was ?? box, is ?? box].map((one) => Number(there(one))));
    pieces.push({
      from,
      to,
      look: box.look,
      before: was && shareOf(was, from, to),
      after: is && shareOf(is, from, to),
      opens: edge((one) => (one.rtl ? one.to === to : one.from === from)),
      closes: edge((one) => (one.rtl ? one.from === from : one.to === to)),
    });
  }
  return pieces;
}

/**
 * Finds what contains some bytes; these must be asked for in their order.
 *
 * @template {{from: number, to: number}} One @param {One[]} boxes
 * @returns {(from: number, to: number) => One | null}
 */
function finder(boxes) {
  const ordered = boxes.slice().sort((one, two) => one.from - two.from);
  let at = 0;
  return (from, to) => {
    while (at < ordered.length && ordered[at].to <= from) at++;
    const box = ordered[at];
    return box && box.from <= from && to <= box.to ? box : null;
  };
}

/** Where some bytes of a box are, as if all were equally wide. @param {Box} box @param {number} start @param {number} end */
function shareOf({ from, to, place, rtl }, start, end) {
  const width = (place.width * (end - start)) / (to - from);
  const before = (place.width * (start - from)) / (to - from);
  const x = rtl ? place.x + place.width - before - width : place.x + before;
  return { ...place, x, width };
}

/** @param {Letter[]} before @param {Letter[]} after */
function lettersOf(before, after) {
  // A family of emoji is one letter in a token, and several characters: these meet where it is, or come from there.
  const [whole, parts] = [finder(before), finder(after)];
  const now = new Map(after.map((letter) => [`${letter.from} ${letter.to}`, letter]));
  /** @type {{letter: Letter, before: Place | null, after: Place | null, size: [number, number], to: Letter | null,
   *   seen: [number, number]}[]} */
  const moved = [];
  for (const letter of before) {
    const key = `${letter.from} ${letter.to}`;
    const to = now.get(key) ?? null;
    now.delete(key);
    const last = moved.at(-1);
    if (last?.to && to?.run && last.to.run === to.run && letter.run && last.letter.run === letter.run) {
      // They stay next to each other, and are drawn as one, so that they join as letters do.
      last.letter = { ...last.letter, to: letter.to, text: last.letter.text + letter.text };
      last.before = joined(last.before, letter.place);
      last.after = joined(last.after, to.place);
      continue;
    }
    const meets = to ?? parts(letter.from, letter.to);
    moved.push({
      letter: to ? { ...to, run: letter.run } : letter,
      before: letter.place,
      after: meets?.place ?? null,
      size: [letter.size, to?.size ?? letter.size],
      to,
      seen: [1, to ? 1 : 0],
    });
  }
  for (const letter of now.values()) {
    const came = whole(letter.from, letter.to)?.place ?? null;
    moved.push({
      letter,
      before: came,
      after: letter.place,
      size: [letter.size, letter.size],
      to: null,
      seen: [0, 1],
    });
  }
  return moved;
}

/** @param {Place | null} one @param {Place} two @returns {Place} */
export function joined(one, two) {
  if (!one) return two;
  const [x, y] = [Math.min(one.x, two.x), Math.min(one.y, two.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, two.x + two.width) - x,
    height: Math.max(one.y + one.height, two.y + two.height) - y,
  };
}
