// The merge player: the whole history arrives once, and every step after that is drawn in the browser alone. Here is
// where it stands, and how it goes from step to step; the parts that it is made of have files of their own.

import { attrs, calm, el } from "../shared/dom.js";
import { LinkToPython } from "../shared/link_to_python.js";
import { clamp } from "../shared/numbers.js";
import { TokenPointer } from "../shared/token_pointer.js";
import { ClassPanel } from "../teaching/class_panel.js";
import { TaughtPlayer } from "./taught_player.js";
import { Beats } from "./beats.js";
import { Controls } from "./controls.js";
import { Cursor } from "./cursor.js";
import { Curve } from "./curve.js";
import { filmOf } from "./film.js";
import { FreeHand } from "./free_hand.js";
import { listen } from "./hands.js";
import { History } from "./history.js";
import { ordersTo } from "./orders.js";
import { Page } from "./page.js";
import { Panels } from "./panels.js";
import { Playback } from "./playback.js";
import { Predict } from "./predict.js";
import { Presenter } from "./presenter.js";
import { Sentence } from "./sentence.js";
import { Stage } from "./stage.js";
import { keepUnheard, takeUnheard, whereAtRest } from "./where_at_rest.js";
import { wordsOfEncoding } from "./words_of_encoding.js";
import { wordsOfTraining } from "./words_of_training.js";

/**
 * @import {Film} from "./film.js"
 * @import {PlayerData} from "./payload.js"
 * @import {Telling} from "./steps.js"
 */

let players = 0;

export class Player {
  /**
   * @param {HTMLElement} parent
   * @param {(name: string, value: unknown) => void} send
   */
  constructor(parent, send) {
    this.uid = `bpe${++players}`;
    /** @type {{data: PlayerData, history: History, telling: Telling} | null} */
    this.shown = null;
    this.step = 0;
    /** A unit of the selected token. @type {number | null} */
    this.selected = null;
    /** Whether nothing shows what comes next: somebody is to say it. */
    this.covered = false;
    /** Whether a class is asked about this step: nothing leads away from it until the question is over. */
    this.held = false;
    /** Hears every step that it goes to. @type {(step: number) => void} */
    this.movedTo = () => {};
    this.moved = 0; // when the step changed last
    /** How the step is seen to be done when the next frame is painted. @type {Film | null} */
    this.film = null;
    this.frame = 0; // in which the step is painted; 0: none is asked for
    this.resizing = 0;
    this.stopListening = new AbortController();
    this.root = attrs(el("div", "bpe bpe-player"), { role: "group", "aria-label": "Merge player" });
    parent.append(this.root);

    this.playback = new Playback(
      (steps) => this.beats.go(1) || this.go(this.step + steps, { hand: false }),
      (playing) => {
        this.controls.drawPlaying(playing);
        if (!playing) this.link.report();
      },
      () => this.beats.parts,
    );
    this.link = new LinkToPython(
      send,
      () => whereAtRest(this),
      () => this.speak(),
    );
    this.classPanel = new ClassPanel(new TaughtPlayer(this), send);
    this.beats = new Beats(
      () =>
        !this.covered &&
        !this.freeHand.on &&
        !this.playback.fast &&
        Boolean(this.shown?.history.merges[this.step]),
      () => {
        this.paint();
        this.speak();
      },
    );
    this.predict = new Predict(this);
    this.freeHand = new FreeHand(this);
    this.controls = new Controls(this.root, ordersTo(this), this.playback.speed);
    this.sentence = new Sentence();
    this.curve = new Curve();
    this.presenter = new Presenter(this);
    this.panels = new Panels(this);
    this.page = new Page(this.root, this);
    this.box = this.page.box;
    this.stage = new Stage(this.box, this.page.rail, this.uid);
    this.pointer = new TokenPointer({
      root: this.root,
      box: this.box,
      describe: (node) => this.panels.describe(Number(node.dataset.start)),
      light: (id) => this.stage.light(id),
      choose: (node) =>
        this.select(node.getAttribute("aria-selected") === "true" ? null : Number(node.dataset.start)),
      selects: () => !this.freeHand.on && !this.predict.waiting,
    });
    this.cursor = new Cursor(this);
    this.fitted = ""; // the size that all was fitted to
    this.sizes = new ResizeObserver(() => {
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(() => this.sizeOfBox() === this.fitted || this.fit());
    });
    this.sizes.observe(this.box);
    listen(this, this.stopListening.signal);
  }

  // ------------------------------------------------ data

  /** @param {PlayerData} data The same object again means that only the theme changed. */
  update(data) {
    const before = this.shown?.data;
    if (data === before) this.fit();
    else if (data.history_id !== before?.history_id) this.historyChanged(data);
    else if (this.shown) {
      this.shown.data = data;
      this.classPanel.heard(data.classroom);
    }
  }

  /** @param {PlayerData} data */
  historyChanged(data) {
    this.playback.pause();
    const history = new History(data);
    const telling = data.mode === "encode" ? wordsOfEncoding(data, history) : wordsOfTraining(data, history);
    this.shown = { data, history, telling };
    this.freeHand.begin();
    this.root.classList.toggle("encoding", data.mode === "encode");
    this.step = clamp(data.step, 0, history.steps);
    this.selected = data.selected !== null && data.selected < history.units ? data.selected : null;
    this.cursor.begin();
    this.panels.begin();
    this.stage.begin(history, telling);
    this.link.agree();
    this.classPanel.offered(data.classroom);
    this.root.classList.toggle("saves-page", Boolean(data.saves_page));
    this.root.classList.toggle("opening", Boolean(data.opens));
    this.predict.begin();
    const unheard = takeUnheard(data.history_id, data.mode);
    if (unheard) {
      this.step = unheard.step;
      this.selected = unheard.selected;
      this.link.report();
    }
    this.fit();
    if (data.opens && !calm()) this.playback.open();
  }

  sizeOfBox() {
    return `${this.box.clientWidth} ${this.box.clientHeight}`;
  }

  /** Draws everything that depends on sizes and on colours. */
  fit() {
    if (!this.shown || !this.box.clientWidth) return;
    const { history } = this.shown;
    this.fitted = this.sizeOfBox();
    this.stage.layout();
    this.controls.setSteps(history.steps);
    this.page.drawLegend(history);
    this.drawCurve();
    this.paint();
    if (this.step < history.steps) this.stage.bringNext(0);
  }

  drawControls() {
    const { beats, held, shown, step } = this;
    if (shown) this.controls.draw(step, shown.history.steps, { held, within: beats.within });
  }

  drawCurve() {
    const { freeHand, shown } = this;
    if (shown) this.curve.draw(shown.history, freeHand.compared ?? undefined);
  }

  // ------------------------------------------------ moving

  /**
   * @param {number} step
   * @param {{led?: boolean}} [how] Whether a teacher leads there, also while a question is open.
   */
  goByHand(step, { led = false } = {}) {
    this.playback.pause();
    this.go(step, { led });
  }

  /**
   * Goes to a step, or to the nearest that there is; returns whether there are more after it.
   *
   * @param {number} wanted
   * @param {{hand?: boolean, led?: boolean}} [how]
   */
  go(wanted, { hand = true, led = false } = {}) {
    if (!this.shown) return false;
    const { steps } = this.shown.history;
    const held = this.held && !led;
    const step = held ? this.step : clamp(Math.round(wanted) || 0, 0, steps);
    if (held) this.classPanel.movedTo(step);
    const now = performance.now();
    const pace = hand ? now - this.moved : 1000 / this.playback.speed;
    this.moved = now;
    if (step === this.step) {
      this.drawControls();
      return step < steps;
    }
    this.film = filmOf({ from: this.step, to: step, pace });
    this.step = step;
    if (!this.freeHand.on) this.classPanel.movedTo(step);
    this.movedTo(step);
    this.beats.begin();
    this.predict.begin();
    if (this.stage.scene) this.stage.scene.acting = null;
    this.drawControls(); // at once; the text follows with the next frame
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint(this.film);
    });
    if (hand || this.playback.speed <= 2) this.stage.bringNext(80 + (this.film?.ms ?? 0));
    this.link.report();
    return step < steps;
  }

  speak() {
    const { spoken } = this.sentence;
    if (this.page.live.textContent !== spoken) this.page.live.textContent = spoken;
  }

  // ------------------------------------------------ painting a step

  /** @param {Film | null} [film] How the step is seen to be done. */
  paint(film = null) {
    if (!this.shown) return;
    const began = performance.now();
    const { history, telling } = this.shown;
    const { step } = this;
    this.pointer.close();
    this.stage.paint({ step, selected: this.selected, film, covered: this.covered });
    attrs(this.root, { "data-beat": this.beats.shown });
    this.drawControls();
    this.sentence.draw(history, telling, step, { covered: this.covered, beat: this.beats.shown });
    this.curve.mark(step, history.tokensAt(step));
    this.page.drawCount(history, step, this.freeHand.note);
    this.freeHand.draw();
    this.panels.follow();
    Object.assign(this.root.dataset, { painted: step, paintMs: (performance.now() - began).toFixed(1) });
  }

  /** @param {number | null} unit */
  select(unit) {
    if (this.freeHand.on) {
      this.freeHand.touch(unit);
      return;
    }
    if (unit !== null && this.predict.waiting) {
      this.predict.touch(unit);
      return;
    }
    this.selected = unit;
    this.stage.paint({ selected: unit });
    this.panels.drawSelected();
    this.link.report();
  }

  /**
   * While somebody is to say what comes next, nothing shows it: no mark, no sentence, no order, no count.
   *
   * @param {boolean} covered
   */
  cover(covered) {
    if (covered === this.covered) return;
    this.covered = covered;
    this.root.classList.toggle("covered", covered);
    if (this.stage.scene) this.stage.scene.acting = null;
    this.paint();
    this.speak(); // what was said before may tell what is covered now
  }

  destroy() {
    this.playback.pause();
    this.classPanel.destroy();
    this.predict.destroy();
    keepUnheard(this);
    this.link.stop();
    this.panels.destroy();
    for (const frame of [this.frame, this.resizing]) cancelAnimationFrame(frame);
    this.stopListening.abort();
    this.sizes.disconnect();
    this.pointer.destroy();
    this.stage.destroy();
  }
}
