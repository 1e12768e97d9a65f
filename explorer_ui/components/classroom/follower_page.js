// The page of a follower: the teacher's player, his questions, and a way to look around alone and back.

import { Player } from "../player/player.js";
import { attrs, button, el } from "../shared/dom.js";
import { Following } from "./following.js";
import { QuestionCard } from "./question_card.js";
import { Refusal, ask } from "./requests.js";

/**
 * @import {Rest} from "../player/where_at_rest.js"
 * @import {PlayerData} from "../player/payload.js"
 * @import {Question, Shown} from "./following.js"
 */

/**
 * What a teacher shows: the player's payload, and the page of the app where everybody can go on with it.
 *
 * @typedef {object} Scene
 * @property {PlayerData} player
 * @property {"train" | "encode"} page
 * @property {string | null} link The query that restores text and settings, or null if the text is too long for one.
 */

const PATH = /^(.*\/class)(?:\/([A-Za-z]{6}))?\/?$/;
const WORDS = {
  waiting: "Waiting for the teacher.",
  connection: "The connection is lost. It comes back by itself.",
  class: "The class is not there now. If the teacher opens it again, it comes back by itself.",
  over: "The class is over. What is shown here stays until you leave the page.",
  unfit: "What the teacher shows cannot be drawn here.",
};

class FollowerPage {
  /**
   * @param {HTMLElement} parent
   * @param {string} base Where the classes are.
   * @param {string} code
   * @param {string} ticket
   */
  constructor(parent, base, code, ticket) {
    this.base = base;
    this.root = el("div", "bpe follower");
    this.status = attrs(el("p", "status", WORDS.waiting), { role: "status" });
    this.back = button("back-to-teacher", "Back to the teacher", "Back to the teacher", () => this.goBack());
    this.back.hidden = true;
    const head = el("div", "follower-head");
    const name = el("h1", "", "Class ");
    name.append(el("span", "code", code));
    head.append(name, this.status, this.back);
    this.card = new QuestionCard((option) => this.answer(option));
    this.stage = el("div", "follower-stage");
    this.link = el("a", "explore", "Try a text of your own in the app");
    this.link.href = base.replace(/class$/, "train");
    this.link.target = "_blank";
    this.link.rel = "noopener";
    this.root.append(head, this.card.root, this.stage, this.link);
    parent.append(this.root);
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {string | null} */
    this.sceneName = null;
    /** @type {Player | null} */
    this.player = null;
    this.alone = false;
    /** @type {"connection" | "class" | "over" | "unfit" | null} */
    this.trouble = null;
    /** @type {Map<number, number>} The option chosen for each question. */
    this.chosen = new Map();
    this.following = new Following(`${base}/${code}`, ticket, {
      shown: (shown) => this.take(shown),
      lost: (lost) => this.say(lost),
      over: () => this.say("over"),
    });
  }

  /** @param {Shown} shown */
  async take(shown) {
    this.shown = shown;
    this.drawQuestion();
    if (!this.isAlone) await this.follow();
    this.drawStatus();
  }

  get isAlone() {
    return this.alone || Boolean(this.player?.freeHand.on);
  }

  // To where the teacher is now.
  async follow() {
    const shown = this.shown;
    if (!shown?.scene) return;
    if (shown.scene !== this.sceneName) {
      try {
        const scene = await this.following.scene(shown.scene);
        if (this.shown?.scene !== shown.scene || this.isAlone) return;
        this.begin(scene, shown.scene);
      } catch (error) {
        // A scene that has gone was replaced: the next state names the new one.
        if (!(error instanceof Refusal)) this.say("unfit");
        return;
      }
    }
    this.player?.goByHand(this.shown?.step ?? 0);
    this.drawQuestion();
  }

  /**
   * @param {Scene} scene
   * @param {string} name
   */
  begin(scene, name) {
    if (!this.player) {
      this.player = new Player(this.stage, (_, rest) => this.moved(/** @type {Rest} */ (rest)));
      this.player.freeHand.toggle.addEventListener("click", () => this.drawStatus());
    }
    this.player.update({
      ...scene.player,
      step: this.shown?.step ?? 0,
      selected: null,
      classroom: null,
    });
    this.scene = scene;
    this.sceneName = name;
    const page = scene.page === "encode" ? "encode" : "train";
    this.link.href = this.base.replace(/class$/, page) + (scene.link ? `?${scene.link}` : "");
    this.link.textContent = "Explore this text in the app";
  }

  // The player stopped somewhere else than the teacher: by the follower's own hand.
  /** @param {Rest} rest */
  moved({ step }) {
    if (this.trouble === "over" || step === this.shown?.step) return;
    this.alone = true;
    this.drawStatus();
  }

  async goBack() {
    this.alone = false;
    this.player?.freeHand.switch(false);
    await this.follow();
    this.drawStatus();
  }

  /** @param {number} option */
  async answer(option) {
    const question = this.shown?.question;
    if (!question) return;
    this.chosen.set(question.number, option);
    this.drawQuestion("Your answer is on its way.");
    try {
      await this.following.vote(question.number, option);
      this.drawQuestion();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Refused: somebody else's mistake or a second answer. Not heard: it can be given again.
      if (error.status !== 409) this.chosen.delete(question.number);
      this.drawQuestion(error.message);
    }
  }

  /** @param {string} [note] */
  drawQuestion(note) {
    const question = this.shown?.question ?? null;
    const chosen = question ? (this.chosen.get(question.number) ?? null) : null;
    const drawable =
      question && (this.player || question.options.every((option) => typeof option === "string"));
    this.card.show(drawable ? question : null, {
      vocabulary: this.player?.shown?.history.vocabulary,
      chosen,
      note: note ?? wordsAbout(question, chosen, this.following?.voter ?? null),
    });
    this.player?.cover(Boolean(question && !question.answer && question.options.some(Array.isArray)));
  }

  /** @param {"connection" | "class" | "over" | "unfit" | null} trouble */
  say(trouble) {
    this.trouble = trouble;
    this.drawStatus();
  }

  drawStatus() {
    const step = this.shown?.step;
    this.back.hidden = !this.isAlone || this.trouble === "over";
    this.root.classList.toggle("in-trouble", Boolean(this.trouble));
    if (this.trouble) this.status.textContent = WORDS[this.trouble];
    else if (!this.shown?.scene) this.status.textContent = WORDS.waiting;
    else if (this.isAlone) this.status.textContent = `You look around alone; the teacher is at step ${step}.`;
    else this.status.textContent = `You follow the teacher: step ${step}.`;
  }
}

/**
 * @param {Question | null} question
 * @param {number | null} chosen
 * @param {string | null} voter
 */
function wordsAbout(question, chosen, voter) {
  if (!question || question.answer) return "";
  if (chosen !== null) return "Your answer is counted. The teacher uncovers the result.";
  return voter ? "Touch your answer. It counts once." : "The class is full: you can watch, and not answer.";
}

/**
 * @param {HTMLElement} parent
 * @param {string} base
 * @param {string} [problem]
 */
function askForTheCode(parent, base, problem = "") {
  const form = el("form", "bpe follower code-form");
  const field = attrs(el("input", "code"), {
    maxlength: 6, minlength: 6, required: "", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    pattern: "[A-Za-z]{6}", "aria-label": "Code of the class", placeholder: "ABCDEF",
  }); // prettier-ignore
  const go = attrs(el("button", "go", "Join"), { type: "submit" });
  form.append(
    el("h1", "", "Join a class"),
    el("p", "", "Six letters, as your teacher shows them."),
    field,
    go,
  );
  form.append(attrs(el("p", "problem", problem), { role: "alert" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(`${base}/${field.value.toUpperCase()}`);
  });
  parent.replaceChildren(form);
  field.focus();
}

async function start() {
  const parent = document.getElementById("class");
  const [, base, typed] = PATH.exec(location.pathname) ?? [];
  if (!parent || !base) return;
  const code = typed?.toUpperCase();
  if (!code) {
    askForTheCode(parent, base);
    return;
  }
  const place = `bpe-ticket ${base}/${code}`;
  let ticket = location.hash.slice(1) || sessionStorage.getItem(place);
  try {
    ticket ||= (await ask(`${base}/${code}/join`, { message: {} })).ticket;
  } catch (error) {
    askForTheCode(parent, base, error instanceof Error ? error.message : "");
    return;
  }
  sessionStorage.setItem(place, ticket ?? "");
  parent.replaceChildren();
  const page = new FollowerPage(parent, base, code, ticket ?? "");
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.player?.fit());
}

start();
