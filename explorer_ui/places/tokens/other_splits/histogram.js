// How many of all segmentations, and of those drawn with dropout, have each number of tokens.

import { svg, svgText } from "../../../browser/dom.js";

const HEIGHT = 150;
const TOP = 18;
const BOTTOM = 34;

/**
 * @param {{shares: number[], lengths: number[], bpe: number, fewest: number}} counts Two bars for each number of tokens:
 * the share of all segmentations, and the draws. `bpe` and `fewest` are numbers of tokens that are marked.
 * @param {number} width
 */
export function drawHistogram({ shares, lengths, bpe, fewest }, width) {
  const picture = svg("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img" });
  const draws = lengths.reduce((one, other) => one + other, 0);
  const tallest = Math.max(...shares, ...lengths.map((count) => count / draws));
  const slot = Math.min(width / (shares.length - 1), 40);
  const every = [1, 2, 5].find((some) => some * slot > 20) ?? 10; // so that two digits fit
  /** @type {(text: string, x: number, y: number, className?: string) => SVGTextElement} */
  const write = (text, x, y, className = "") =>
    picture.appendChild(svgText(text, { x, y, class: className, "text-anchor": "middle" }));
  for (let tokens = 1; tokens < shares.length; tokens++) {
    const left = (tokens - 1) * slot;
    const bar = (/** @type {string} */ name, /** @type {number} */ share, /** @type {number} */ at) => {
      const height = share && Math.max(1.5, (share / tallest) * (HEIGHT - TOP - BOTTOM));
      const y = HEIGHT - BOTTOM - height;
      picture.append(svg("rect", { class: name, x: left + slot * at, y, width: slot * 0.4, height }));
    };
    bar("all", shares[tokens], 0.1);
    bar("drawn", lengths[tokens] / draws, 0.5);
    if (tokens % every === 0 || tokens === 1) write(String(tokens), left + slot / 2, HEIGHT - BOTTOM + 14);
  }
  const [low, high] = [(fewest - 0.5) * slot, (bpe - 0.5) * slot];
  if (bpe === fewest) write("▲ BPE, fewest", Math.max(low, 38), HEIGHT - 4, "pointer");
  else {
    write("▲ fewest", Math.max(low, 26), HEIGHT - 4, "pointer");
    write("▲ BPE", Math.max(high, low + 52), HEIGHT - 4, "pointer");
  }
  return picture;
}
