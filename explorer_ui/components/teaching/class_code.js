// How to join a class, large enough for the last row of a lecture hall: the QR code, the address and the class code.

import { el, svg } from "../shared/dom.js";

/** @import {Name} from "./teaching.js" */

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];
const ONLY_HERE =
  "Phones cannot open this address: only this computer can. Start the app with " +
  "STREAMLIT_SERVER_ADDRESS=0.0.0.0 make run, or bpe-explorer app --address 0.0.0.0, and open it here under " +
  "this computer's network address.";

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
  if (THIS_MACHINE.includes(location.hostname)) words.append(el("p", "warning", ONLY_HERE));
  words.append(el("p", "", "Scan the code with your phone, or open"), el("p", "address", address));
  words.append(el("p", "", "and type"), el("p", "code", code));
  return [picture, words];
}
