// How to join a class, large enough for the last row of a lecture hall: the QR code, the address and the class code.

import { el, svg } from "../shared/dom.js";

/** @import {Name} from "./teaching.js" */

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];
const ONLY_HERE =
  "Phones cannot open this address: only this computer can. Start the app with bpe-explorer app --class, or " +
  "make run CLASS=1: then everyone in your network can open it.";

/**
 * @param {Name} name
 * @returns {Element[]}
 */
export function codeOf({ address, code, qr: { path, side } }) {
  const { host, hostname, pathname } = new URL(address);
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
  if (THIS_MACHINE.includes(hostname)) words.append(el("p", "warning", ONLY_HERE));
  words.append(el("p", "", "Scan the code with your phone, or open"), el("p", "address", host + pathname));
  words.append(el("p", "", "and type"), el("p", "code", code));
  return [picture, words];
}
