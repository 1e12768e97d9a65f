// The page that is saved: the merge player with its data beside it, drawn again when the theme changes.

import mount from "./merge_player.js";

const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
const parentElement = document.getElementById("player");
if (!parentElement) throw new Error("the page has no element for the player");
const start = () => mount({ data, parentElement, setStateValue: () => {} });
start();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", start);
