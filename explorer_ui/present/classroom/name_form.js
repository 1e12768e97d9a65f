// The form in which a follower may give a name for the teacher's list of right answers.

import { attrs, button, el } from "../../browser/dom.js";

const LONGEST = 20;

export class NameForm {
  /** @param {(name: string) => Promise<void>} call Tells the class; "" removes the name. */
  constructor(call) {
    this.call = call;
    this.field = attrs(el("input"), {
      maxlength: LONGEST, autocomplete: "off", spellcheck: "false", placeholder: "Name (optional)",
      "aria-label": "Your name, shown only to the teacher",
    }); // prettier-ignore
    this.said = attrs(el("span", "said"), { role: "status" });
    this.root = el("form", "name-form");
    this.root.append(
      this.field,
      button("go", "Set", "Set", () => this.root.requestSubmit()),
      this.said,
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(this.field.value.trim());
    });
  }

  /** @param {string} name */
  show(name) {
    this.field.value = name;
  }

  /** @param {string} name */
  async send(name) {
    try {
      await this.call(name);
      this.said.textContent = name
        ? `The teacher sees your right answers as “${name}”.`
        : "You have no name.";
      this.field.blur();
    } catch (error) {
      this.said.textContent = error instanceof Error ? error.message : "";
    }
  }
}
