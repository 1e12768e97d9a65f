// The edition without a server: what the controls say becomes attributes of the elements, and the address.

import { attrs } from "../browser/dom.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

const REST = 300; // milliseconds without a keystroke before a text is trained on
const FIELDS = ["text", "tokenizer", "recipe", "merges", "ties", "repeats", "encode"];

const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = (/** @type {string} */ id) => /** @type {Field} */ (at(id));

/** @param {string} id */
function valueOf(id) {
  const node = field(id);
  return node.type === "checkbox" ? String(/** @type {HTMLInputElement} */ (node).checked) : node.value;
}

/** A value that a control cannot have is ignored. @param {string} id @param {string} value */
function choose(id, value) {
  const node = field(id);
  if (node.type === "checkbox") /** @type {HTMLInputElement} */ (node).checked = value !== "false";
  else if (!(node instanceof HTMLSelectElement))
    node.value = value.slice(0, node.maxLength < 0 ? undefined : node.maxLength); // prettier-ignore
  else if ([...node.options].some((option) => option.value === value)) node.value = value;
}

/** Sets what the page shows, from the values in its address or in a puzzle. @param {Record<string, string>} values */
function show(values) {
  for (const id of FIELDS) if (values[id] !== undefined) choose(id, String(values[id]));
}

/** @param {Message.SiteData} data @param {Record<string, string>} usual */
function draw({ vocabularies, link }, usual) {
  const how = { recipe: valueOf("recipe"), merges: valueOf("merges"), ties: valueOf("ties") };
  const training = { text: valueOf("text"), ...how, "min-count": valueOf("repeats") === "true" ? 2 : 1 };
  const tokenizer = valueOf("tokenizer");
  const vocabulary = vocabularies.includes(tokenizer) ? tokenizer : null;
  attrs(at("train"), training);
  attrs(at("tokens"), { ...training, vocabulary });
  const encode = valueOf("encode");
  attrs(at("apply"), vocabulary ? { text: encode, vocabulary, encode: null } : { ...training, vocabulary, encode }); // prettier-ignore
  const said = new URLSearchParams();
  for (const id of FIELDS)
    if (valueOf(id) !== usual[id] && valueOf(id).length <= link) said.set(id, valueOf(id));
  history.replaceState(null, "", `#${said}`);
}

export function openSite() {
  /** @type {Message.SiteData} */
  const data = JSON.parse(at("data").textContent ?? "");
  const usual = Object.fromEntries(FIELDS.map((id) => [id, valueOf(id)]));
  const read = () => {
    show({ ...usual, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) });
    draw(data, usual);
  };
  let resting = 0;
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (target.id === "sample") choose("text", data.samples[valueOf("sample")] ?? valueOf("text"));
    if (target.id === "text") {
      attrs(at("tokens"), { text: valueOf("text") }); // the tokens follow every keystroke
      field("sample").value = "";
    }
    clearTimeout(resting);
    resting = window.setTimeout(() => draw(data, usual), REST);
  });
  for (const node of document.querySelectorAll("[data-state]"))
    node.addEventListener("click", () => {
      show({ ...usual, ...JSON.parse(/** @type {HTMLElement} */ (node).dataset.state ?? "") });
      draw(data, usual);
      scrollTo(0, 0);
    });
  addEventListener("hashchange", read);
  read();
  if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("service-worker.js");
}
