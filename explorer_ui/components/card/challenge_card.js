// @ts-nocheck
// One question: options A to D to click or to press on the keyboard; after the answer, which was right and why.

import { directionOf } from "../shared/direction.js";
import { attrs, el, isChord } from "../shared/dom.js";
import { chip, drawPieces } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { bytesOf } from "../shared/payload.js";
import { piecesOf } from "../shared/pieces.js";
import { decodeUtf8 } from "../shared/utf8.js";

const LETTERS = "ABCD";

const DRAW = {
  words: (text) => el("span", "words", text),
  code: (text) => el("code", "pattern", text),
  number: (text) => el("span", "number", text),
  passage: (text) => attrs(el("span", "passage", text), { dir: "auto" }),
  token: (id, bytes, learned) => chip({ id, pieces: piecesOf(bytesOf(bytes)), quiet: !learned }),
  chunk: (before, chunk, after) => {
    const line = el("span", "line");
    for (const [name, bytes] of [
      ["around", before],
      ["marked", chunk],
      ["around", after],
    ])
      line.append(drawPieces(el("span", name), piecesOf(bytesOf(bytes))));
    line.dir = directionOf(line.textContent);
    return line;
  },
};

// Tokens that follow each other stand in the direction in which their text is read.
function drawParts(node, parts) {
  let run = [];
  const flush = () => {
    if (!run.length) return;
    const bytes = Uint8Array.from(run.flatMap(([, , packed]) => [...bytesOf(packed)]));
    const tokens = attrs(el("span", "tokens"), { dir: directionOf(decodeUtf8(bytes)) });
    tokens.append(...run.map(([, ...values]) => DRAW.token(...values)));
    node.append(tokens);
    run = [];
  };
  for (const part of parts) {
    if (part[0] === "token") run.push(part);
    else {
      flush();
      node.append(DRAW[part[0]](...part.slice(1)));
    }
  }
  flush();
  return node;
}

class ChallengeCard {
  constructor(parent, send) {
    this.send = send;
    this.root = el("div", "bpe challenge-card");
    this.question = el("h3", "question");
    // A long passage scrolls, and must do so by keyboard too.
    this.subject = attrs(el("div", "subject"), {
      tabindex: 0,
      role: "group",
      "aria-label": "What the question is about",
    });
    this.options = attrs(el("div", "options"), { role: "group", "aria-label": "Answers" });
    this.outcome = attrs(el("div", "outcome"), { "aria-live": "polite" });
    this.root.append(this.question, this.subject, this.options, this.outcome);
    parent.append(this.root);
    this.onKey = (event) => this.press(event);
    document.addEventListener("keydown", this.onKey, true);
  }

  update(data) {
    if (this.drawn === JSON.stringify(data)) return;
    this.drawn = JSON.stringify(data);
    this.data = data;
    this.question.textContent = data.question;
    this.subject.hidden = !data.subject.length;
    this.subject.replaceChildren();
    drawParts(this.subject, data.subject);
    this.options.className = `options ${data.layout}`;
    this.boxes = data.options.map((parts, option) => this.option(parts, option));
    this.options.replaceChildren(...this.boxes);
    this.outcome.replaceChildren();
    if (data.picked !== null) this.tell();
  }

  option(parts, option) {
    const { picked, answer, figures } = this.data;
    const box = attrs(el("button", "option"), { type: "button" });
    const content = drawParts(el("span", "content"), parts);
    box.append(el("span", "letter", LETTERS[option]), content);
    if (picked === null) {
      box.addEventListener("click", () => this.pick(option));
      return box;
    }
    // Not disabled: a screen reader still reads it, and its text keeps its contrast.
    box.setAttribute("aria-disabled", "true");
    const right = option === answer;
    const role = right ? "Right" : option === picked ? "Your answer" : "";
    if (role) {
      box.classList.add(right ? "right" : "wrong");
      content.append(el("span", "mark", (right ? "✓ " : "✗ ") + role));
    }
    if (figures[option]) content.append(el("span", "figure", figures[option]));
    return box;
  }

  tell() {
    const { picked, answer, reason } = this.data;
    const verdict = picked === answer ? "Right." : `Not so: it is ${LETTERS[answer]}.`;
    this.outcome.append(el("p", "verdict", verdict));
    for (const parts of reason) this.outcome.append(drawParts(el("p", "reason"), parts));
  }

  pick(option) {
    if (this.data.picked !== null || this.sent === this.data.card_id) return;
    this.sent = this.data.card_id;
    this.boxes[option].classList.add("sent");
    this.send("picked", { card_id: this.data.card_id, option });
  }

  press(event) {
    const typing = event
      .composedPath()[0]
      .closest?.("input, textarea, select, [contenteditable], [role=textbox], [role=combobox]");
    if (typing || isChord(event) || event.repeat) return;
    const option = event.key.length === 1 ? LETTERS.indexOf(event.key.toUpperCase()) : -1;
    if (option < 0 || option >= this.boxes.length || this.data.picked !== null) return;
    // Streamlit has a use for C of its own.
    event.preventDefault();
    event.stopImmediatePropagation();
    this.pick(option);
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey, true);
  }
}

export default function mount(component) {
  return mountInstance(ChallengeCard, component);
}
