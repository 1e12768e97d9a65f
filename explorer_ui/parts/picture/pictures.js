// Saves what is drawn as SVG and PNG files.

/**
 * What a component can save: its name, what does it (null: unavailable), and what to say about it if it is more than a
 * picture.
 * @typedef {[name: string, act: (() => void) | null, says?: string]} Save
 */

import { colourOf, solid } from "../../browser/colours.js";
import { attrs, el, svg } from "../../browser/dom.js";

const ASKED = "bpe-saves";

/** What the components of the page offer to save. @returns {Save[]} */
export function savesOnPage() {
  /** @type {Save[]} */
  const detail = [];
  document.dispatchEvent(new CustomEvent(ASKED, { detail }));
  return detail;
}

/** Called by a component. @param {Save[]} saves @param {AbortSignal} signal */
export function offerSaves(saves, signal) {
  const add = (/** @type {Event} */ event) => event instanceof CustomEvent && event.detail.push(...saves);
  document.addEventListener(ASKED, add, { signal });
}

/** @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = el("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * What `node` shows, as an SVG picture: boxes, borders, text and drawings at the positions where the browser put them.
 * Running animations are finished first.
 *
 * @param {HTMLElement} node
 */
export function pictureOf(node) {
  for (const motion of node.getAnimations({ subtree: true })) motion.finish();
  const bounds = node.getBoundingClientRect();
  const width = Math.ceil(bounds.width);
  const height = Math.ceil(bounds.height);
  const picture = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
  });
  picture.append(svg("rect", { width, height, fill: solid(colourOf(node, "--bg")) }));
  const walk = (/** @type {Element} */ element) => {
    const look = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const seen = look.display !== "none" && look.opacity !== "0" && look.visibility === "visible";
    if (!seen || box.bottom < bounds.top || box.top > bounds.bottom) return;
    if (element !== node) drawBox(picture, box, bounds, look);
    for (const child of element.childNodes) {
      if (child instanceof HTMLElement) {
        if (child.tagName !== "CANVAS") walk(child);
      } else if (child instanceof SVGElement) {
        const { left, top, width: wide, height: high } = child.getBoundingClientRect();
        const place = { x: left - bounds.left, y: top - bounds.top, width: wide, height: high };
        picture.append(attrs(copyOf(child), place));
      } else if (child instanceof Text && child.data.trim()) drawText(picture, child, bounds, look);
    }
  };
  walk(node);
  return picture;
}

/**
 * A copy of a drawing that needs no style sheet.
 *
 * @template {SVGElement} Node @param {Node} node @returns {Node}
 */
export function copyOf(node) {
  const copy = /** @type {Node} */ (node.cloneNode(true));
  const copies = [copy, ...copy.querySelectorAll("*")];
  [node, ...node.querySelectorAll("*")].forEach((original, i) => {
    const look = getComputedStyle(original);
    attrs(copies[i], {
      display: look.display === "none" ? "none" : null,
      fill: look.fill === "none" ? "none" : solid(look.fill),
      "fill-opacity": look.fillOpacity,
      opacity: look.opacity,
      stroke: look.stroke === "none" ? "none" : solid(look.stroke),
      "stroke-width": look.strokeWidth,
      "stroke-dasharray": look.strokeDasharray,
      "font-family": look.fontFamily,
      "font-size": look.fontSize,
      "font-weight": look.fontWeight,
      "text-anchor": look.textAnchor,
      class: null,
      style: null,
    });
  });
  return copy;
}

/**
 * @param {SVGElement} picture @param {DOMRect} box @param {DOMRect} bounds @param {CSSStyleDeclaration} look
 */
function drawBox(picture, box, bounds, look) {
  const outline = look.outlineStyle === "none" ? 0 : parseFloat(look.outlineWidth);
  const fill = solid(look.backgroundColor);
  const sides = ["top", "right", "bottom", "left"].map((side) => {
    const [style, width, colour] = ["style", "width", "color"].map((what) =>
      look.getPropertyValue(`border-${side}-${what}`),
    );
    return {
      width: style === "none" ? 0 : parseFloat(width),
      colour,
      dash: style === "dashed" ? "4 3" : null,
    };
  });
  const [x, y, w, h] = [box.left - bounds.left, box.top - bounds.top, box.width, box.height];
  if (fill !== "none" && w && h)
    picture.append(
      svg("rect", {
        x,
        y,
        width: w,
        height: h,
        rx: Math.min(parseFloat(look.borderTopLeftRadius) || 0, w / 4),
        fill,
      }),
    );
  const ends = [
    [x, y, x + w, y],
    [x + w, y, x + w, y + h],
    [x, y + h, x + w, y + h],
    [x, y, x, y + h],
  ];
  sides.forEach((side, i) => {
    const stroke = solid(side.colour);
    if (!side.width || stroke === "none") return;
    const [x1, y1, x2, y2] = ends[i];
    picture.append(
      svg("line", {
        x1,
        y1,
        x2,
        y2,
        stroke,
        "stroke-width": side.width,
        "stroke-dasharray": side.dash,
        "stroke-linecap": "square",
      }),
    );
  });
  if (outline && w && h)
    picture.append(
      svg("rect", {
        x: x - outline / 2,
        y: y - outline / 2,
        width: w + outline,
        height: h + outline,
        fill: "none",
        stroke: solid(look.outlineColor),
        "stroke-width": outline,
        "stroke-dasharray": look.outlineStyle === "dashed" ? "4 3" : null,
      }),
    );
}

/**
 * @param {SVGElement} picture @param {Text} text @param {DOMRect} bounds @param {CSSStyleDeclaration} look
 */
function drawText(picture, text, bounds, look) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  const fill = solid(look.color);
  if (!box.width || fill === "none") return;
  const node = svg("text", {
    x: box.left - bounds.left,
    y: box.top - bounds.top + box.height * 0.77,
    "font-family": look.fontFamily,
    "font-size": look.fontSize,
    "font-weight": look.fontWeight,
    "letter-spacing": look.letterSpacing === "normal" ? null : look.letterSpacing,
    "xml:space": "preserve",
    fill,
  });
  node.textContent = text.textContent;
  picture.append(node);
}

const fileOf = (/** @type {SVGElement} */ picture) =>
  new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });

/** @typedef {{name: string, picture: SVGElement}} Saved */

/** @param {Saved} what */
export function saveSvg({ name, picture }) {
  save(`${name}.svg`, fileOf(picture));
}

/** Twice the size on screen: sharp on a slide. @param {Saved} what */
export async function savePng({ name, picture }) {
  const image = await imageOf(picture);
  const canvas = el("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(`${name}.png`, blob), "image/png");
}

/**
 * @param {SVGElement} picture
 * @returns {Promise<HTMLImageElement>} An image that can be drawn on a canvas.
 */
export function imageOf(picture) {
  const image = new Image();
  image.src = URL.createObjectURL(fileOf(picture));
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image);
    image.onerror = reject;
  }).finally(() => URL.revokeObjectURL(image.src));
}
