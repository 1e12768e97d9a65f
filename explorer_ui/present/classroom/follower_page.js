// The followers' page: the teacher's player and questions, and a way to explore alone and come back.

import { Growth } from "../../places/vocabulary/smaller_or_larger/growth.js";
import { Player } from "../../parts/player/player.js";
import { SeamPicture } from "../../places/tokens/two_halves/seam.js";
import { attrs, button, el, inside, verbatim } from "../../browser/dom.js";
import { grouped, plural } from "../../browser/numbers.js";
import { ofTab } from "../../browser/tab_storage.js";
import { Following, askForTheCode } from "./following.js";
import { gapsOf } from "../../places/quiz/parts.js";
import { QuestionCard } from "./question_card.js";
import { TestSheet } from "./test_sheet.js";
import { Refusal, ask } from "./requests.js";

/**
 * @import {GrowthData} from "../../places/vocabulary/smaller_or_larger/growth.js"
 * @import {PlayerData} from "../../parts/player/state.js"
 * @import {SeamData} from "../../places/tokens/two_halves/seam.js"
 * @import {Question} from "./question_card.js"
 * @import {Shown} from "./following.js"
 * @import {Asked} from "../../parts/picture/shown.js"
 */

/**
 * What a teacher shows: the payload of the player, or that of Growth or Seam, or a card of the Challenge; and
 * the page of the app where everybody can continue with it.
 *
 * @typedef {object} Scene
 * @property {PlayerData} [player]
 * @property {GrowthData} [growth]
 * @property {SeamData} [seam]
 * @property {Message.Card} [card]
 * @property {Message.Card[]} [cards] The questions of a test.
 * @property {string} [elsewhere] The name of a page that cannot be followed.
 * @property {string} page
 * @property {string | null} link The query that restores text and settings, or null if the text is too long for one.
 */

const PAGE = /^[a-z_]*(\?(view|depth)=[a-z_]+)?$/; // the address of a page of the app
const PATH = /^(.*\/class)(?:\/([A-Za-z]{6}))?\/?$/;
const BEST_COUNTS = "Undo as often as you like: your best try counts.";
const AGAIN = 1500; // milliseconds until an answer that did not arrive is sent again
const SENDING = "Sending your answer...";
const UNSENT = "No connection. Your answer will be sent again...";
const LATE = "Your answer came too late and was not counted.";
const WORDS = {
  waiting: "Waiting for the teacher.",
  connection: "Connection lost. Reconnecting...",
  class: "The class is closed. If the teacher opens it again, this page reconnects.",
  over: "The class has ended. This page keeps what it shows until you leave it.",
  next: "Waiting for the teacher's next question.",
  game: "Your turn.",
  stopped: "The game is over. This is what you made of the text.",
  unfit: "This page cannot show what the teacher is showing.",
};

class FollowerPage {
  /**
   * @param {HTMLElement} parent
   * @param {string} base The path of the classes.
   * @param {string} code @param {string} ticket
   */
  constructor(parent, base, code, ticket) {
    this.base = base;
    this.root = el("div", "bpe follower");
    this.status = attrs(el("p", "status", WORDS.waiting), { role: "status" });
    this.back = button("back-to-teacher", "Back to the teacher", "Back to the teacher", () => this.goBack());
    this.back.hidden = true;
    const head = el("div", "follower-head");
    const name = inside("h1", "", "Class ", verbatim(el("span", "code", code)));
    head.append(name, this.status, this.back);
    this.card = new QuestionCard((option) => this.answer(option));
    this.test = new TestSheet((answer) => this.answer(0, answer));
    this.stage = el("div", "follower-stage");
    this.growing = el("div", "follower-growth");
    this.seaming = el("div", "follower-seam");
    this.growing.hidden = this.seaming.hidden = true;
    this.link = el("a", "explore", "Try a text of your own in the app");
    this.link.href = base.replace(/class$/, "train");
    this.link.target = "_blank";
    this.link.rel = "noopener";
    this.root.append(head, this.card.root, this.test.root, this.stage, this.growing, this.seaming, this.link);
    parent.append(this.root);
    /** @type {Shown | null} */
    this.shown = null;
    /** The scene that was last requested. @type {{name: string, scene: Scene} | null} */
    this.latest = null;
    /** @type {Growth | null} */
    this.growth = null;
    /** @type {SeamPicture | null} */
    this.seam = null;
    /** The name of the scene that is drawn. @type {string | null} */
    this.drawn = null;
    /** @type {Player | null} */
    this.player = null;
    this.alone = false;
    /** @type {number | null} */
    this.drawnLeft = null;
    /** Whether the change of step comes from the teacher. */
    this.led = false;
    /** The size of a vocabulary at which the teacher's step left the picture. @type {number | null} */
    this.reached = null;
    /** @type {"connection" | "class" | "over" | "unfit" | null} */
    this.trouble = null;
    /** The last answer, also after a reload: to which question, and whether the server has it or does not count it. */
    this.place = `bpe-answer ${base}/${code}`;
    /** @type {{number: number, option: number, sent: boolean, refused?: boolean} | null} */
    this.answered = JSON.parse(ofTab.getItem(this.place) ?? "null");
    /** The game that is played or replayed here: the number of its question, and what of it is shown. */
    this.played = "";
    this.retry = 0; // the timer after which a scene is asked for again
    /** The last merges in a game, until they are sent. @type {[number, number][] | null} */
    this.merges = null;
    this.following = new Following(`${base}/${code}`, ticket, {
      shown: (shown) => this.take(shown),
      lost: (lost) => this.say(lost),
      over: () => this.say("over"),
    });
    setInterval(() => this.tick(), 250);
  }

  /** @param {Shown} shown */
  async take(shown) {
    const isFirst = !this.shown;
    this.shown = shown;
    await this.follow();
    this.drawStatus();
    const { question } = this.shown; // another one may have arrived
    if (!question) return;
    const { number, answer, test } = question;
    const mine = number === this.answered?.number ? this.answered : null;
    // The page was loaded again before the answer had arrived; a test sends its answers itself while it is open.
    if (isFirst && mine && !mine.sent && !mine.refused && (answer || test === undefined))
      this.answer(mine.option);
    // The result of a test is shown before the last of its questions was answered here.
    if (answer && !mine && this.test.isBegun(this.sheetOf(number))) this.refuse(number);
  }

  get isAlone() {
    return this.alone || Boolean(this.player?.freeHand.on && !this.player.state.game);
  }

  /** The game that the class plays, until it is replayed: meanwhile nobody follows the teacher's steps. */
  get game() {
    const question = this.shown?.question;
    return question?.merges !== undefined && question.reason === undefined ? question : null;
  }

  /** Whether something is shown here that the teacher hides. */
  get isAhead() {
    const { covered = false, step = 0 } = this.shown ?? {};
    if (this.game) return false;
    const mine = this.growing.hidden ? (this.player?.state.step ?? 0) : (this.growth?.slider.size ?? 0);
    return covered && (mine > step || Boolean(this.player?.freeHand.on));
  }

  // Goes to the teacher's step.
  async follow() {
    const name = this.shown?.scene;
    if (!name) {
      this.drawQuestion();
      return;
    }
    try {
      if (name !== this.latest?.name) {
        const scene = await this.following.scene(name);
        if (!scene || this.shown?.scene !== name) return; // replaced: the next state names the new one
        this.latest = { name, scene };
      }
      const { scene } = this.latest;
      this.drawQuestion(); // even if the rest fails
      this.root.classList.toggle("asked", Boolean(scene.card ?? scene.cards));
      // A follower who explores alone can go on until a question is asked about the text, and not beyond the
      // teacher's step, which would show the answer.
      if (this.asked || this.game || this.isAhead) this.comeAlong();
      if (!scene.card && !scene.cards && !this.isAlone) {
        if (name !== this.drawn) this.begin(scene, name);
        this.cover();
        this.play();
        if (!this.game) this.goTo(this.shown?.step ?? 0);
      }
      this.leadTo(scene);
      this.drawQuestion();
    } catch (error) {
      if (!(error instanceof Refusal)) this.say("unfit");
      // The next state, which would ask for the scene again, may be minutes away.
      else if (error.status !== 404 && !this.following.ended) this.followSoon();
    }
  }

  followSoon() {
    clearTimeout(this.retry);
    this.retry = window.setTimeout(async () => {
      await this.follow();
      this.drawStatus();
    }, AGAIN);
  }

  /** What an open question about the text asks. @type {Asked | null} */
  get asked() {
    const question = this.shown?.question;
    const { card, cards } = this.latest?.scene ?? {};
    if (!question || question.answer || this.game || card || cards) return null;
    return question.options.some(Array.isArray) ? "next" : "count";
  }

  comeAlong() {
    this.alone = false;
    this.player?.freeHand.switch(false);
  }

  /** Begins the game of the class, stops it, replays its best merges, or ends it. */
  play() {
    const { answer, merges: most = 0, number = 0, reason, winner } = this.shown?.question ?? {};
    const hand = this.player?.freeHand;
    const now = most ? `${number} ${reason !== undefined ? "replayed" : answer ? "stopped" : "open"}` : "";
    if (!hand || now === this.played) return;
    const { game } = hand.state;
    this.played = now;
    this.root.classList.toggle("playing", Boolean(most) && !answer);
    if (!most) hand.play(null);
    else if (reason !== undefined) hand.replay(winner ?? []);
    else if (answer && game) hand.stop();
    else if (!answer) {
      const merged = (/** @type {[number, number][]} */ pairs) => this.sendMerges(number, pairs);
      hand.play({ most, merged, whose: "yours" });
    }
  }

  /**
   * Sends merges, one message at a time and the last ones last.
   *
   * @param {number} number The number of the game.
   * @param {[number, number][]} pairs
   */
  async sendMerges(number, pairs) {
    const sending = this.merges !== null;
    this.merges = pairs;
    if (sending) return;
    const isOpen = () => this.game?.number === number && !this.game.answer;
    for (let sent = null; sent !== this.merges && this.merges;) {
      sent = this.merges;
      try {
        await this.following.vote(number, sent);
        if (this.answered?.number === number) this.remember(null); // these count, whatever was refused before
        this.drawQuestion(`${plural(sent.length, "merge")} counted. ${BEST_COUNTS}`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.status || !isOpen()) {
          this.refuse(number, isOpen() ? error.message : undefined);
          continue;
        }
        this.drawQuestion(UNSENT);
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
        sent = null;
      }
    }
    this.merges = null;
  }

  /** @param {Scene} scene */
  leadTo({ card, elsewhere, link, page }) {
    const known = PAGE.test(page) ? page : "train";
    this.link.href =
      this.base.replace(/class$/, known) + (link ? `${known.includes("?") ? "&" : "?"}${link}` : "");
    this.link.textContent = card
      ? "More questions in the app"
      : elsewhere
        ? "Open this page in the app"
        : "Explore this text in the app";
  }

  /** @param {Scene} scene @param {string} name */
  begin(scene, name) {
    this.growing.hidden = !scene.growth; // first: a hidden element has no width for the layout
    this.seaming.hidden = !scene.seam;
    this.stage.hidden = !scene.player;
    if (scene.growth) this.beginGrowth(scene.growth);
    else if (scene.seam) this.beginSeam(scene.seam);
    else if (!scene.elsewhere) this.beginPlayer(scene);
    this.drawn = name;
  }

  /** @param {GrowthData} data */
  beginGrowth(data) {
    this.growth ??= new Growth(this.growing, (_, rest) => {
      if (!this.growing.hidden) this.wentTo(/** @type {{size: number}} */ (rest).size);
    });
    this.growth.update(data);
    if (this.growth.shown !== data.shown) this.growth.show(data.shown);
  }

  /** @param {SeamData} data */
  beginSeam(data) {
    this.seam ??= new SeamPicture(this.seaming, (_, rest) => {
      if (!this.seaming.hidden) this.wentTo(/** @type {{at: number}} */ (rest).at);
    });
    this.seam.update({ ...data, at: this.shown?.step ?? data.at });
  }

  /** @param {number} step */
  goTo(step) {
    this.led = true;
    if (!this.stage.hidden) this.player?.goByHand(step, { led: true });
    else if (!this.seaming.hidden) this.seam?.move(step);
    else if (this.growth?.slider.size !== step) this.growth?.slider.byHand(step, { led: true });
    this.led = false;
    // The step of the teacher's next page can arrive before its scene, and be no size of a vocabulary: the
    // nearest size, told when it rests, is not the follower's own.
    this.reached = this.growing.hidden ? null : (this.growth?.slider.size ?? null);
  }

  /** @param {Scene} scene */
  beginPlayer(scene) {
    if (!this.player) {
      this.player = new Player(this.stage, () => {});
      this.player.movedTo = (step) => {
        if (!this.stage.hidden) this.wentTo(step);
      };
      this.player.freeHand.toggle.addEventListener("click", () => this.drawStatus());
    }
    this.player.update({
      .../** @type {PlayerData} */ (scene.player),
      step: this.shown?.step ?? 0,
      selected: null,
    });
  }

  // The player or the size is no longer where the teacher's is: the follower moved it.
  /** @param {number} step */
  wentTo(step) {
    // While another scene is fetched, the teacher's step is already one of that scene.
    const { scene, step: theirs } = this.shown ?? {};
    if (this.led || this.game || this.trouble === "over" || scene !== this.drawn) return;
    if (step === theirs || step === this.reached) return;
    this.alone = true;
    this.drawStatus();
  }

  async goBack() {
    this.comeAlong();
    await this.follow();
    this.drawStatus();
  }

  /**
   * Sends an answer, and again until the server responds: nobody has to touch it twice.
   *
   * @param {number} option @param {{word: string, answers: number[]}} [sheet] The answers to a test.
   */
  async answer(option, sheet) {
    const question = this.shown?.question;
    if (!question) return;
    const { gaps, number } = question;
    const isOpen = () => this.shown?.question?.number === number && !this.shown.question.answer;
    this.remember({ number, option, sent: false });
    this.drawQuestion(SENDING);
    for (let tries = 0; isOpen(); tries++) {
      try {
        await this.following.vote(number, sheet ?? (gaps ? gapsOf(option) : option));
        this.remember({ number, option, sent: true });
        return this.drawQuestion();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.status === 409) {
          // An answer of this phone is counted: this one, if only the response to it was lost.
          this.remember({ number, option, sent: true });
          return this.drawQuestion(tries ? undefined : error.message);
        }
        if (error.status) {
          // It can be sent again while there is time.
          const isLate = !isOpen() || this.left === 0;
          if (sheet && !isLate) this.test.refuse(error.message);
          return this.refuse(number, isLate ? undefined : error.message);
        }
        this.drawQuestion(UNSENT);
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
    this.refuse(number);
  }

  /**
   * Marks the answer to a question as not counted, which is said once no other one can be sent.
   *
   * @param {number} number @param {string} [note] What is said meanwhile.
   */
  refuse(number, note) {
    // Another question may have been answered in the meantime.
    if ((this.answered?.number ?? 0) <= number)
      this.remember({ number, option: 0, sent: false, refused: true });
    this.drawQuestion(note);
  }

  /** The name under which the sheet of a test is kept; another class has questions with the same numbers. @param {number} [number] */
  sheetOf(number) {
    return `${this.place} ${number}`;
  }

  /** @param {FollowerPage["answered"]} answered */
  remember(answered) {
    this.answered = answered;
    ofTab.setItem(this.place, JSON.stringify(answered));
  }

  /** @param {string} [note] */
  drawQuestion(note) {
    const question = this.shown?.question ?? null;
    const { answered } = this;
    const mine = question && question.number === answered?.number ? answered : null;
    const chosen = mine && !mine.refused ? mine.option : null;
    const { scene } = this.latest ?? {};
    // A sheet that was not counted before a reload is sent again.
    const cards = question?.test === undefined || question.answer || mine?.sent ? [] : (scene?.cards ?? []);
    if (cards.length) this.test.begin(this.sheetOf(question?.number), cards);
    this.test.root.hidden = !cards.length;
    // The scene that it is about has been drawn.
    const drawable =
      this.shown?.scene === (this.latest?.name ?? null) &&
      (this.player || !question?.options.some(Array.isArray));
    this.card.show(drawable ? question : null, {
      vocabulary: this.player?.state.shown?.history.vocabulary,
      card: scene?.card,
      chosen,
      note: note ?? wordsAbout(question, answered, this.following?.voter ?? null, this.left === 0),
      left: this.left,
    });
    this.cover();
  }

  /** The seconds that are left to answer, if there is a limit. */
  get left() {
    const { answer, until } = this.shown?.question ?? {};
    return answer || until === undefined ? null : this.following.left(until);
  }

  tick() {
    const { left } = this;
    if (left === this.drawnLeft) return;
    this.drawnLeft = left;
    if (left === 0) this.drawQuestion();
    else this.card.showTime(left);
  }

  // What the teacher hides is hidden here, and nobody can go beyond the teacher's step to see it.
  cover() {
    const { asked } = this;
    const { covered = false, question, step = 0 } = this.shown ?? {};
    const what = asked ?? (covered && !this.game ? "next" : null);
    const limit = what ? step : Infinity;
    if (this.player) this.player.state.limit = limit;
    this.player?.covering.askFor(what, asked !== null);
    if (this.growth) this.growth.slider.limit = limit;
    this.growth?.cover(what, asked !== null);
    // In the app there is nothing hidden, and its Quiz asks the same question.
    this.link.hidden = what !== null || this.game !== null || Boolean(question && !question.answer);
  }

  /** @param {"connection" | "class" | "over" | "unfit" | null} trouble */
  say(trouble) {
    this.trouble = trouble;
    this.drawStatus();
  }

  drawStatus() {
    const step = this.shown?.step;
    this.back.hidden = !this.isAlone || this.trouble === "over" || this.root.classList.contains("asked");
    this.root.classList.toggle("in-trouble", Boolean(this.trouble));
    const { elsewhere, growth, seam } = this.latest?.scene ?? {};
    const place = grouped(step ?? 0);
    const at = growth ? `a vocabulary of ${place}` : seam ? `character ${place}` : `step ${step}`;
    if (this.trouble) this.status.textContent = WORDS[this.trouble];
    else if (!this.shown?.scene) this.status.textContent = WORDS.waiting;
    else if (this.root.classList.contains("asked") || elsewhere === "Challenge")
      this.status.textContent = this.shown.question ? "" : WORDS.next;
    else if (elsewhere)
      this.status.textContent = `The teacher is showing the page ${elsewhere}, which phones do not follow. Look at the projector.`;
    else if (this.game) this.status.textContent = this.game.answer ? WORDS.stopped : WORDS.game;
    else if (this.isAlone) this.status.textContent = `You are looking on your own; the teacher is at ${at}.`;
    else this.status.textContent = `Following the teacher: ${at}.`;
  }
}

/**
 * @param {Question | null} question @param {FollowerPage["answered"]} answered The last answer.
 * @param {string | null} voter
 * @param {boolean} isOver Whether the time is up.
 */
function wordsAbout(question, answered, voter, isOver) {
  if (!question) return "";
  const mine = question.number === answered?.number ? answered : null;
  const unsent = mine && !mine.sent && !mine.refused ? SENDING : "";
  if (question.answer || isOver) return mine?.refused ? wordsOfLate(question) : unsent;
  if (mine && !mine.refused)
    return unsent || "Your answer is counted. Wait for the teacher to reveal the result.";
  if (!voter) return "The class is full: you can watch, but not answer.";
  // Its result was shown while this phone had no connection.
  const before = answered?.refused && !mine ? `${LATE.replace("answer", "last answer")} ` : "";
  return `${before}${wordsOfAsking(question)}`;
}

/** @param {Question} question */
function wordsOfAsking({ gaps, merges }) {
  if (merges) return `Touch two neighbouring tokens, or a row of the table. ${BEST_COUNTS}`;
  return `${gaps ? "Place the boundaries, then press Send" : "Touch your answer"}. You cannot change it.`;
}

/** @param {Question} question */
function wordsOfLate({ merges, test }) {
  if (merges) return "Your last merges came too late and were not counted.";
  return test === undefined ? LATE : "Your answers came too late and were not counted.";
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
  let ticket = location.hash.slice(1) || ofTab.getItem(place);
  try {
    ticket ||= (await ask(`${base}/${code}/join`, { message: {} })).ticket;
  } catch (error) {
    askForTheCode(parent, base, code, error instanceof Error ? error.message : "");
    return;
  }
  ofTab.setItem(place, ticket ?? "");
  parent.replaceChildren();
  const page = new FollowerPage(parent, base, code, ticket ?? "");
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.player?.fit());
}

start();
