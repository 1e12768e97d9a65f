// Labelled controls of the pages.

import { attrs, button, el, inside } from "../browser/dom.js";

/**
 * @param {string} name
 * @param {Record<string, string>} options Values and labels.
 * @param {string} value @param {(value: string) => void} changed
 */
export function choice(name, options, value, changed) {
  const select = el("select");
  for (const [key, label] of Object.entries(options))
    select.append(attrs(el("option", "", label), { value: key }));
  select.value = value;
  select.addEventListener("change", () => changed(select.value));
  return inside("label", "", el("span", "", name), select);
}

/**
 * @param {string} name @param {number} value @param {number} most @param {(value: number) => void} changed
 */
export function number(name, value, most, changed) {
  const input = attrs(el("input"), { type: "number", min: 0, max: most, step: 10, value });
  input.addEventListener("change", () => {
    input.value = String(Math.min(Math.max(Math.trunc(Number(input.value)) || 0, 0), most));
    changed(Number(input.value));
  });
  return inside("label", "", el("span", "", name), input);
}

/** @param {string} name @param {boolean} value @param {(value: boolean) => void} changed */
export function check(name, value, changed) {
  const input = attrs(el("input"), { type: "checkbox" });
  input.checked = value;
  input.addEventListener("change", () => changed(input.checked));
  return inside("label", "check", input, el("span", "", name));
}

/**
 * @param {string} name @param {string} value @param {number} most @param {(value: string) => void} changed
 */
export function line(name, value, most, changed) {
  const asTyped = { spellcheck: "false", autocapitalize: "off", autocorrect: "off" };
  const input = attrs(el("input"), { type: "text", maxlength: most, dir: "auto", ...asTyped });
  input.value = value;
  input.addEventListener("input", () => changed(input.value));
  return inside("label", "line-of-text", el("span", "", name), input);
}

/** @param {string} label @param {boolean} pressed @param {() => void} press */
export const toggle = (label, pressed, press) =>
  attrs(button("choice", label, label, press), { "aria-pressed": String(pressed) });
