// The form in which a follower types the code of a class.

import { attrs, el } from "../../browser/dom.js";

const LETTERS = 6; // of a code

/**
 * @param {HTMLElement} parent @param {string} base
 * @param {string} [typed] A code that was not found,
 * @param {string} [problem] and the error message.
 */
export function askForTheCode(parent, base, typed = "", problem = "") {
  const form = el("form", "bpe follower code-form");
  const field = attrs(el("input", "code"), {
    required: "", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go",
    "aria-label": "Class code", "aria-describedby": "code-form", value: typed,
  }); // prettier-ignore
  // In any notation: "abc def", "ABC-DEF".
  const code = () => field.value.replace(/[^A-Za-z]/g, "").toUpperCase();
  const go = attrs(el("button", "go", "Join"), { type: "submit" });
  const letters = attrs(el("p", "", "Six letters, as your teacher shows them."), { id: "code-form" });
  const trouble = attrs(el("p", "problem", problem), { role: "alert" });
  form.append(el("h1", "", "Join a class"), letters, field, go, trouble);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (code().length === LETTERS) location.assign(`${base}/${code()}`);
    else trouble.textContent = `A code has ${LETTERS} letters; you typed ${code().length}.`;
  });
  parent.replaceChildren(form);
  field.focus();
  field.select();
}
