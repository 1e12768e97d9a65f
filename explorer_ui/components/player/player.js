// The merge player: the whole history arrives once, and every step after that is drawn in the browser alone. Here is
// where it stands, and how it goes from step to step; the parts that it is made of have files of their own.

import { attrs, calm, el } from "../shared/dom.js";
import { LinkToPython } from "../shared/link_to_python.js";
import { clamp, grouped, plural } from "../shared/numbers.js";
import { TokenPointer } from "../shared/token_pointer.js";
import { ClassPanel } from "../teaching/class_panel.js";
import { TaughtPlayer } from "./taught_player.js";
import { Controls } from "./controls.js";
import { Cursor } from "./cursor.js";
import { Curve } from "./curve.js";
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
 * @import {PlayerData} from "./payload.js"
 * @import {Telling} from "./steps.js"
 */

const SLOW_HAND = 120; // milliseconds from one step to the next, from which on a merge is seen to close
const SLOW_PLAYING = 5; // steps per second up to which it is seen

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
    /** The rank of the merge that is seen to close when the next frame is painted. @type {number | null} */
    this.closing = null;
    this.frame = 0; // in which the step is painted; 0: none is asked for
    this.resizing = 0;
    this.stopListening = new AbortController();
    this.root = attrs(el("div", "bpe bpe-player"), { role: "group", "aria-label": "Merge player" });
    parent.append(this.root);

    this.playback = new Playback(
      (steps) => this.go(this.step + steps, { hand: false }),
      (playing) => {
        this.controls.drawPlaying(playing);
        if (!playing) this.link.report();
      },
    );
    this.link = new LinkToPython(
      send,
      () => whereAtRest(this),
      () => this.speak(),
    );
    this.classPanel = new ClassPanel(new TaughtPlayer(this), send);
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
    this.predict.begin();
    const unheard = takeUnheard(data.history_id, data.mode);
    if (unheard) {
      this.step = unheard.step;
      this.selected = unheard.selected;
      this.link.report();
    }
    this.fit();
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
    this.controls.draw(this.step, history.steps, this.held);
    this.paint();
    if (this.step < history.steps) this.stage.bringNext(0);
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
    const slow = hand ? now - this.moved > SLOW_HAND : this.playback.speed <= SLOW_PLAYING;
    this.moved = now;
    const closing = step === this.step + 1 && slow && !calm() ? this.step : null;
    if (step === this.step) {
      this.controls.draw(step, steps, this.held);
      return step < steps;
    }
    this.step = step;
    if (!this.freeHand.on) this.classPanel.movedTo(step);
    this.movedTo(step);
    this.predict.begin();
    if (this.stage.scene) this.stage.scene.acting = null;
    this.controls.draw(step, steps, this.held); // at once; the text follows with the next frame
    this.closing = closing;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint(this.closing);
    });
    if (hand || this.playback.speed <= 2) this.stage.bringNext(closing === null ? 80 : 300);
    this.link.report();
    return step < steps;
  }

  speak() {
    const { spoken } = this.sentence;
    if (this.page.live.textContent !== spoken) this.page.live.textContent = spoken;
  }

  // ------------------------------------------------ painting a step

  /** @param {number | null} [closing] The rank of the merge that is seen to close. */
  paint(closing = null) {
    if (!this.shown) return;
    const began = performance.now();
    const { history, telling } = this.shown;
    const { step } = this;
    this.pointer.close();
    this.stage.paint({ step, selected: this.selected, closing, covered: this.covered });
    this.sentence.draw(history, telling, step, this.covered);
    const tokens = history.tokensAt(step);
    this.curve.mark(step, tokens);
    const note = this.freeHand.note ?? grouped(tokens);
    this.page.curveNote.textContent = `${note} after ${plural(step, "merge")}`;
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
   * While somebody chooses tokens they are larger under a finger.
   *
   * @param {boolean} choosing
   */
  choose(choosing) {
    if (choosing === this.root.classList.contains("choosing")) return;
    this.root.classList.toggle("choosing", choosing);
    this.fit();
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
    if (this.shown) this.controls.draw(this.step, this.shown.history.steps, this.held);
    this.paint();
    this.speak(); // what was said before may tell what is covered now
  }

  destroy() {
    this.playback.pause();
    this.classPanel.destroy();
    this.predict.destroy();
    if (this.shown && (this.link.owes || this.link.underWay)) {
      const { history_id, mode } = this.shown.data;
      keepUnheard({ history_id, mode, step: this.step, selected: this.selected });
    }
    this.link.stop();
    this.panels.destroy();
    for (const frame of [this.frame, this.resizing]) cancelAnimationFrame(frame);
    this.stopListening.abort();
    this.sizes.disconnect();
    this.pointer.destroy();
    this.stage.destroy();
  }
}
