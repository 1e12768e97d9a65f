// The merge player: the whole history arrives once, and all steps after that are drawn by the browser alone.
// This module connects the parts, which have their own files, and gives each only what it needs.

import { attrs, calm, el, inside } from "../../browser/dom.js";
import { watchSize } from "../../browser/size.js";
import { offerSaves } from "../picture/pictures.js";
import { announce, withdraw } from "../picture/shown.js";
import { TokenPointer, whiteToggle } from "../token_row/token_pointer.js";
import { Transport, speedsOf } from "../transport/transport.js";
import { Curve } from "./curve.js";
import { FreeHand } from "./free_hand.js";
import { listen, Cursor, Touches } from "./hands.js";
import { History } from "./history.js";
import { Navigation } from "./navigation.js";
import { Page, Presenter } from "./page.js";
import { Panels } from "./panels.js";
import { Pointing } from "./pointing.js";
import { Predict, Covering } from "./predict.js";
import { saveMenu, savesOf, slidesOf } from "./saves.js";
import { Sentence } from "./sentence.js";
import { Stage } from "./stage.js";
import { State, WhereAtRest } from "./state.js";
import { wordsOfTraining, wordsOfEncoding, wordsOfOpening } from "./words_of_steps.js";

/**
 * @import {Film} from "./film.js"
 * @import {Move} from "./navigation.js"
 * @import {PlayerData} from "./state.js"
 * @import {Act} from "../transport/transport.js"
 * @import {Change} from "../picture/shown.js"
 */

/** @type {[Act, string][]} */
const BUTTONS = [
  ["first", "First step"],
  ["back", "One step back"],
  ["play", "Play"],
  ["forward", "One step forward"],
  ["last", "Last step"],
];

const IN_BEATS = 2; // how many merges a lecture hall sees in beats, unless it is chosen otherwise

let players = 0;

export class Player {
  /**
   * @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send
   * @param {typeof import("./presented.js").PresentedPlayer} [Presented] Where somebody can ask about the picture.
   */
  constructor(parent, send, Presented) {
    const uid = `bpe${++players}`;
    const state = new State();
    this.state = state;
    /** Called with every step that the player goes to. @type {(step: number) => void} */
    this.movedTo = () => {};
    /** The animation to start with the next frame. @type {Film | null} */
    this.film = null;
    this.frame = 0; // the animation frame in which the step is painted; 0: none is requested
    this.resizing = 0;
    this.stopListening = new AbortController();
    this.root = attrs(el("div", "bpe bpe-player"), { role: "group", "aria-label": "Merge player" });
    parent.append(this.root);
    const go = (/** @type {number} */ step) => this.goByHand(step);
    const fit = () => this.fit();
    const pause = () => this.navigation.playback.pause();
    const slides = () => this.slides();

    this.navigation = new Navigation(
      state,
      {
        moved: (move) => this.moved(move),
        stayed: () => this.stayed(),
        beat: () => this.changed(),
        playing: (playing) => {
          this.transport.drawPlaying(playing);
          if (!playing) this.stopped();
        },
      },
      () => this.presenter.on && state.shown?.data.mode === "train" && state.step < IN_BEATS,
    );
    const { beats, playback } = this.navigation;
    this.rest = new WhereAtRest(
      state,
      send,
      this.root,
      () => playback.playing,
      () => this.speak(),
    );
    this.predict = new Predict(state, {
      alone: () => this.trained(),
      enlarge: (choosing) => {
        this.root.classList.toggle("choosing", choosing);
        this.fit();
      },
      cover: (covered) => this.covering.guess(covered),
      paint: (changes) => this.stage.paint(changes),
      rows: () => this.panels.rows,
      go,
    });
    this.freeHand = new FreeHand(state, {
      alone: () => {
        this.predict.switch(false);
        pause();
      },
      turned: () => this.turned(),
      grown: (own) => {
        this.stage.grow(own);
        this.setSteps(own);
        this.drawCurve();
      },
      mark: (selected) => this.stage.paint({ selected }),
      go,
    });
    this.covering = new Covering(this.root, state, {
      alone: () => {
        this.predict.switch(false); // a guess in progress would reveal the answer
        this.trained();
      },
      changed: () => {
        this.changed(); // earlier sentences may contain what is now hidden
        this.announce("asks");
      },
      toggles: [this.predict.toggle, this.freeHand.toggle],
    });
    /** @type {import("./presented.js").Leading} */
    const leads = {
      trained: () => this.freeHand.switch(false),
      pause,
      rows: () => this.panels.rows,
      go,
      cover: (what, open) => this.covering.askFor(what, open),
      within: (way) => beats.has(way),
      free: () => this.freeHand.works,
      replay: (pairs) => {
        this.freeHand.replay(pairs);
        this.navigation.playback.play();
      },
      over: () => this.freeHand.play(null),
    };
    this.presented = Presented ? new Presented(this.root, state, leads) : null;
    const touches = new Touches(this.freeHand, this.predict, {
      select: (unit) => this.select(unit),
      show: (pair) => this.panels.pairs.press(this.stage.show(pair)),
    });
    const touch = (/** @type {number | null} */ unit) => touches.token(unit);
    this.sentence = new Sentence();
    this.curve = new Curve();
    this.stage = new Stage(uid);
    this.panels = new Panels(this.root, state, {
      go,
      touch: (pair) => touches.pair(pair),
      acting: () => this.stage.scene?.acting ?? null,
      words: () => touches.words,
      close: () => touch(null),
      counted: ({ remark }) => this.sentence.add(remark),
    });
    this.presenter = new Presenter(this.root, () => {
      this.pointer.hide();
      this.fit();
    });
    const toggles = [
      beats.toggle,
      ...[this.predict.toggle, this.freeHand.toggle],
      ...[this.presenter.table, this.presenter.toggle],
    ];
    const saves = savesOf(state, this.stage, this.curve, slides);
    offerSaves(saves, this.stopListening.signal);
    /** Where new merges begin, if training continued from a vocabulary. */
    this.earlier = el("span", "earlier");
    this.transport = new Transport({
      name: "Step",
      buttons: BUTTONS,
      go: (step) => this.navigation.go(step),
      act: (what) => this.act(what),
      number: { name: "Step number", go },
      below: [this.earlier],
      after: [
        inside(
          "div",
          "more-controls",
          speedsOf(playback),
          whiteToggle(this.root),
          saveMenu(saves),
          ...toggles,
        ),
      ],
    });
    const { curve, panels, presenter, root, stage, transport } = this;
    this.page = new Page(root, {
      asks: this.predict.root,
      hand: this.freeHand.root,
      sentence: this.sentence.node,
      stage: stage.node,
      controls: transport.node,
      curve: curve.node,
      pairs: panels.pairs.node,
      vocabulary: [panels.made.node, panels.tokenPanel.node],
    });
    this.pointer = new TokenPointer({
      root,
      box: stage.box,
      describe: (node) => panels.describe(Number(node.dataset.start)),
      light: (id) => this.pointing.at(id === null ? null : { id }),
      choose: ({ ariaSelected, dataset }) => touch(ariaSelected === "true" ? null : Number(dataset.start)),
      selects: () => touches.selects,
    });
    this.pointing = new Pointing(root, stage, curve);
    panels.made.rows.onPaint = () => this.pointing.light();
    this.cursor = new Cursor(stage, this.pointer, touch);
    const resized = () => {
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(() => stage.fits || fit());
    };
    this.stopWatching = watchSize(stage.box, resized, fit);
    const pressed = () => state.shown?.data.opens && pause();
    const hands = { root, transport, curve, presenter, stage, fit, goByHand: go, pressed };
    listen(hands, this.stopListening.signal);
  }

  // ------------------------------------------------ data

  /** @param {PlayerData} data The same object again means that only the theme changed. */
  update(data) {
    const { shown } = this.state;
    if (data === shown?.data) this.fit();
    else if (data.data_id !== shown?.data.data_id) this.historyChanged(data);
    else shown.data = data;
  }

  /** @param {PlayerData} data */
  historyChanged(data) {
    this.navigation.playback.pause();
    const history = new History(data);
    const words = data.mode === "encode" ? wordsOfEncoding(data, history) : wordsOfTraining(data, history);
    const telling = data.opens ? wordsOfOpening(words) : words;
    this.rest.begin({ data, history, telling });
    this.freeHand.begin();
    this.root.classList.toggle("encoding", data.mode === "encode");
    this.root.classList.toggle("opening", Boolean(data.opens));
    this.root.classList.toggle("by-hand", Boolean(data.by_hand));
    this.panels.pairs.hold(Boolean(data.opens));
    this.cursor.begin();
    this.panels.begin();
    this.film = null; // a frame may still be due
    this.stage.begin(history, telling);
    this.predict.begin();
    this.fit();
    if (data.by_hand) this.freeHand.enter();
    this.announce("scene");
    if (data.opens && !calm()) this.navigation.playback.open();
  }

  /** @param {Change} change */
  announce(change) {
    const { data } = this.state.shown ?? {};
    // The opening film is over before anybody presents it; merges by hand are not presented.
    if (data && !data.opens && !data.by_hand && this.presented) announce(this.presented, change);
  }

  /** Called when playing has stopped; the opening film says when that is at its end. */
  stopped() {
    const { shown, step } = this.state;
    this.rest.report();
    if (shown?.data.opens && step === shown.history.steps) window.dispatchEvent(new Event("bpe-film-over"));
  }

  /** Ends free hand and playing. */
  trained() {
    this.freeHand.switch(false);
    this.navigation.playback.pause();
  }

  /** Called for another history of the same text: free hand's merges, or BPE's again. */
  turned() {
    const { shown } = this.state;
    this.film = null;
    if (shown) this.stage.begin(shown.history, shown.telling);
    this.panels.begin();
    this.root.classList.toggle("choosing", this.freeHand.on);
    this.fit();
    this.rest.report();
  }

  /** Draws everything that depends on sizes and colours. */
  fit() {
    const { shown, step } = this.state;
    if (!shown || !this.stage.layout()) return;
    this.setSteps(shown.history);
    this.page.drawLegend(shown.history);
    this.drawCurve();
    this.drawControls();
    this.paint();
    if (step < shown.history.steps) this.stage.bringNext(0);
  }

  /** @param {History} history */
  setSteps({ steps, earlier }) {
    this.earlier.hidden = !earlier;
    this.earlier.style.setProperty("--earlier", String(earlier / steps));
    this.transport.setRange(0, steps);
  }

  /** Called when a step was requested that cannot be reached. */
  stayed() {
    if (this.state.held) this.announce("step");
    this.drawControls();
  }

  drawControls() {
    const { held, limit, shown, step } = this.state;
    if (!shown) return;
    const { steps } = shown.history;
    this.transport.draw(step, `step ${step} of ${steps}`, `/ ${steps}`); // formatted like the box next to it
    /** @type {Act[]} */
    const off = step === 0 && !this.navigation.beats.within ? ["first", "back"] : [];
    if (step >= Math.min(steps, limit)) off.push("forward", "last");
    this.transport.hold(held, off);
  }

  drawCurve() {
    const { shown } = this.state;
    if (shown) this.curve.draw(shown.history, this.freeHand.compared ?? undefined);
  }

  // ------------------------------------------------ moving

  /**
   * @param {number} step
   * @param {{led?: boolean}} [how] `led`: the teacher goes there, which works even while a question is open.
   */
  goByHand(step, how) {
    this.navigation.goByHand(step, how);
  }

  /** @param {Act} what */
  act(what) {
    if (what === "leave" && !this.presenter.on) return false;
    if (!this.state.shown) return;
    if (what === "present" || what === "leave") this.presenter.turn(!this.presenter.on);
    else this.navigation[what]();
  }

  /** @param {Move} move */
  moved({ film, hand }) {
    const { step } = this.state;
    this.film = film;
    this.predict.begin(); // first: the class must not see the step before it is covered
    if (!this.freeHand.on || this.state.game) this.announce("step");
    this.movedTo(step);
    this.drawControls(); // immediately; the text follows with the next frame
    this.frame ||= requestAnimationFrame(() => this.paintMove());
    if (hand || this.navigation.playback.speed <= 2) this.stage.bringNext(80 + (film?.ms ?? 0));
    this.rest.report();
  }

  /** Called when the same step is shown differently. */
  changed() {
    this.drawControls();
    this.paint();
    this.speak();
  }

  /** Paints the last move, if its frame has not come. */
  paintMove() {
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.paint(this.film);
  }

  speak() {
    this.paintMove(); // on a busy machine the frame may come later: what is said is what will be seen
    const { spoken } = this.sentence;
    if (this.page.live.textContent !== spoken) this.page.live.textContent = spoken;
  }

  // ------------------------------------------------ painting a step

  /** @param {Film | null} [film] The animation of the step. */
  paint(film = null) {
    const { covered, selected, shown, step } = this.state;
    if (!shown) return;
    const began = performance.now();
    const { history, telling } = shown;
    this.pointer.close();
    this.stage.paint({ step, selected, film, covered });
    const { beats } = this.navigation;
    attrs(this.root, { "data-beat": beats.shown });
    attrs(beats.toggle, { "aria-pressed": String(beats.on) });
    this.sentence.draw(history, telling, step, { covered, beat: beats.shown });
    if (shown.data.opens) this.sentence.shorten();
    this.curve.mark(step, history.tokensAt(step));
    this.page.drawCount(history, step, this.freeHand.note);
    this.freeHand.draw();
    this.panels.follow();
    Object.assign(this.root.dataset, { painted: step, paintMs: (performance.now() - began).toFixed(1) });
  }

  /** Draws the slides from this step on, then this step again. */
  slides() {
    const { navigation, root, sentence, stage } = this;
    const slides = slidesOf(this.state, { root, sentence, stage, beats: navigation.beats.on });
    this.paint();
    return slides;
  }

  /** @param {number | null} unit */
  select(unit) {
    this.state.selected = unit;
    this.stage.paint({ selected: unit });
    this.panels.drawSelected();
    this.pointing.light();
    this.rest.report();
  }

  destroy() {
    this.navigation.playback.pause();
    if (this.presented) withdraw(this.presented);
    this.predict.destroy();
    this.rest.leave();
    this.panels.destroy();
    for (const frame of [this.frame, this.resizing]) cancelAnimationFrame(frame);
    this.stopListening.abort();
    this.stopWatching();
    this.pointer.destroy();
    this.stage.destroy();
  }
}
