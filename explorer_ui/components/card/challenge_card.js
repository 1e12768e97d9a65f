// One question: options A to D to click or to press on the keyboard; after the answer, which was right and why.

import { directionOf } from "../shared/direction.js";
import { attrs, el, isChord } from "../shared/dom.js";
import { chip, drawPieces } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { bytesOf } from "../shared/payload.js";
import { piecesOf } from "../shared/pieces.js";
import { decodeUtf8 } from "../shared/utf8.js";

/**
 * @import {Mounted} from "../shared/mount.js"
 *
 * A token: its id, its bytes as base64, and whether it was learned.
 * @typedef {["token", number, string, boolean]} TokenPart
 *
 * A chunk between what stands before and after it, each as base64.
 * @typedef {["chunk", string, string, string]} ChunkPart
 *
 * A piece of what the card draws.
 * @typedef {["words" | "code" | "number" | "passage", string] | ChunkPart | TokenPart | ["mark", number]} Part
 *
 * @typedef {object} Card
 * @property {string} card_id
 * @property {string} question
 * @property {Part[]} subject What the question is about; nothing, if it says so itself.
 * @property {Part[][]} options
 * @property {"rows" | "grid"} layout Of the options.
 * @property {number | null} picked The option that was chosen; null before the answer, when nothing below is told.
 * @property {number | null} answer The option that is right.
 * @property {string[]} figures A short sentence for each option.
 * @property {Part[][]} reason
 */

const LETTERS = "ABCD";
const FIELDS = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/**
 * @param {Part} part
 * @returns {HTMLElement}
 */
function drawPart(part) {
  switch (part[0]) {
    case "token":
      return chip({ id: part[1], pieces: piecesOf(bytesOf(part[2])), quiet: !part[3] });
    case "chunk":
      return drawChunk(part);
    case "code":
      return el("code", "pattern", part[1]);
    case "mark":
      return attrs(el("span", "at", LETTERS[part[1]]), { title: `Candidate ${LETTERS[part[1]]}` });
    case "passage":
      return attrs(el("span", "passage", part[1]), { dir: "auto" });
    default:
      return el("span", part[0], part[1]);
  }
}

/** @param {ChunkPart} part */
function drawChunk([, before, chunk, after]) {
  const line = el("span", "line");
  for (const [name, bytes] of [
    ["around", before],
    ["marked", chunk],
    ["around", after],
  ])
    line.append(drawPieces(el("span", name), piecesOf(bytesOf(bytes))));
  line.dir = directionOf(line.textContent);
  return line;
}

/**
 * Tokens that follow each other stand in the direction in which their text is read.
 *
 * @template {HTMLElement} Node
 * @param {Node} node
 * @param {Part[]} parts
 * @returns {Node}
 */
function drawParts(node, parts) {
  /** @type {(TokenPart | ["mark", number])[]} */
  let run = [];
  const flush = () => {
    if (!run.length) return;
    const bytes = Uint8Array.from(run.flatMap((part) => (part[0] === "token" ? [...bytesOf(part[2])] : [])));
    const tokens = attrs(el("span", "tokens"), { dir: directionOf(decodeUtf8(bytes)) });
    tokens.append(...run.map(drawPart));
    node.append(tokens);
    run = [];
  };
  for (const part of parts) {
    if (part[0] === "token" || part[0] === "mark") run.push(part);
    else {
      flush();
      node.append(drawPart(part));
    }
  }
  flush();
  return node;
}

class ChallengeCard {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.send = send;
    /** @type {Card | null} */
    this.card = null;
    this.drawn = ""; // the card as JSON
    this.sent = ""; // the card that an answer was sent to
    /** @type {HTMLElement[]} */
    this.boxes = [];
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
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    document.addEventListener("keydown", (event) => this.press(event), { signal, capture: true });
  }

  /** @param {Card} card */
  update(card) {
    if (this.drawn === JSON.stringify(card)) return;
    this.drawn = JSON.stringify(card);
    const before = this.card;
    this.card = card;
    this.question.textContent = card.question;
    this.subject.hidden = !card.subject.length;
    this.subject.replaceChildren();
    drawParts(this.subject, card.subject);
    this.options.className = `options ${card.layout}`;
    this.boxes = card.options.map((_, option) => this.option(card, option));
    this.options.replaceChildren(...this.boxes);
    this.outcome.replaceChildren();
    if (card.picked !== null && card.answer !== null) this.tell(card, card.answer);
    // On a telephone the reason is below the edge, and the next question above it.
    if (before) (card.picked === null ? this.question : this.outcome).scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Card} card
   * @param {number} option
   */
  option({ options, picked, answer, figures }, option) {
    const box = attrs(el("button", "option"), { type: "button" });
    const content = drawParts(el("span", "content"), options[option]);
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

  /**
   * @param {Card} card
   * @param {number} answer
   */
  tell({ picked, reason }, answer) {
    const verdict = picked === answer ? "Right." : `Not so: it is ${LETTERS[answer]}.`;
    this.outcome.append(el("p", "verdict", verdict));
    for (const parts of reason) this.outcome.append(drawParts(el("p", "reason"), parts));
  }

  /** @param {number} option */
  pick(option) {
    const { card } = this;
    if (!card || card.picked !== null || this.sent === card.card_id) return;
    this.sent = card.card_id;
    this.boxes[option].classList.add("sent");
    this.send("picked", { card_id: card.card_id, option });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const [target] = event.composedPath();
    const typing = target instanceof Element && target.closest(FIELDS);
    if (typing || isChord(event) || event.repeat) return;
    const option = event.key.length === 1 ? LETTERS.indexOf(event.key.toUpperCase()) : -1;
    if (option < 0 || option >= this.boxes.length || this.card?.picked !== null) return;
    // Streamlit has a use for C of its own.
    event.preventDefault();
    event.stopImmediatePropagation();
    this.pick(option);
  }

  destroy() {
    this.stopListening.abort();
  }
}

/** @param {Mounted<Card>} call */
export default function mount(call) {
  return mountInstance(ChallengeCard, call);
}
