// How one comes into a class, large enough for the last row of a hall: the square, the address and the code.

import { el, svg } from "../shared/dom.js";

/** @import {Name} from "./teaching.js" */

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * @param {Name} name
 * @param {string} address
 * @returns {Element[]}
 */
export function codeOf({ code, qr: { path, side } }, address) {
  const picture = svg("svg", {
    viewBox: `0 0 ${side} ${side}`,
    class: "qr",
    role: "img",
    "aria-label": "QR code of the class",
  });
  picture.append(
    svg("rect", { width: side, height: side, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" }),
  );
  const words = el("div", "class-words");
  words.append(el("p", "", "Point a telephone at the square, or open"), el("p", "address", address));
  words.append(el("p", "", "and type"), el("p", "code", code));
  if (THIS_MACHINE.includes(location.hostname))
    words.append(
      el("p", "note", "This address leads to this machine alone: open the app by its name in the network."),
    );
  return [picture, words];
}
