// How to join a class, large enough for the last row of a lecture hall: the QR code, the address and the class code.

import { el, inside, svg, verbatim } from "../../browser/dom.js";

/** @import {Name} from "./teaching.js" */

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];
const ONLY_HERE =
  "Phones cannot open this address: only this computer can. Start the app with bpe-explorer app --class, or " +
  "make run CLASS=1: then everyone in your network can open it.";

/** @param {Name} name @returns {Element[]} */
export function codeOf({ address, code, qr }) {
  const { host, pathname } = new URL(address);
  const words = inside("div", "class-words", ...warningAbout(address));
  words.append(el("p", "", "Scan the code with your phone, or open"));
  words.append(verbatim(el("p", "address", host + pathname)));
  words.append(el("p", "", "and type"), verbatim(el("p", "code", code)));
  return [qrCode(qr, "QR code of the class"), words];
}

/** Says so if phones cannot open an address. @param {string} address */
export function warningAbout(address) {
  return THIS_MACHINE.includes(new URL(address).hostname) ? [el("p", "warning", ONLY_HERE)] : [];
}

/** @param {Name["qr"]} qr @param {string} name */
export function qrCode({ path, side }, name) {
  const picture = svg("svg", {
    viewBox: `0 0 ${side} ${side}`,
    class: "qr",
    role: "img",
    "aria-label": name,
  });
  picture.append(
    svg("rect", { width: side, height: side, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" }),
  );
  return picture;
}
