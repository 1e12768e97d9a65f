// The merge player: the whole history arrives once, and every step after that is drawn in the browser alone.

import { attrs, calm, el } from "../shared/dom.js";
import { clamp, grouped, plural } from "../shared/numbers.js";
import { mountInstance } from "../shared/mount.js";
import { pictureOf, savePng, saveSvg } from "../shared/pictures.js";
import { TokenPointer } from "../shared/token_pointer.js";
import { ClassPanel } from "../classroom/class_panel.js";
import { Controls } from "./controls.js";
import { coveredPanel } from "./covered.js";
import { Curve } from "./curve.js";
import { dragged } from "./dragged.js";
import { History } from "./history.js";
import { LinkToPython, takeUnheard } from "./link_to_python.js";
import { MadePanel } from "./made_panel.js";
import { countPairs } from "./pair_counts.js";
import { Page } from "./page.js";
import { Predict } from "./predict.js";
import { PairsPanel } from "./pairs_panel.js";
import { Playback } from "./playback.js";
import { Sentence } from "./sentence.js";
import { actOf, actsOnce } from "./shortcuts.js";
import { Stage } from "./stage.js";
import { factsOf, TokenPanel } from "./token_panel.js";
import { walked } from "./walk.js";
import { wordsOfEncoding } from "./words_of_encoding.js";
import { wordsOfTraining } from "./words_of_training.js";

/**
 * @import {Mounted} from "../shared/mount.js"
 * @import {Orders} from "./controls.js"
 * @import {PlayerData} from "./payload.js"
 * @import {Act} from "./shortcuts.js"
 * @import {PairRow, Telling} from "./steps.js"
 */

const QUICK_UNITS = 250000; // up to here the pairs are counted within the step
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
    /** A unit of the token at which the keyboard is. @type {number | null} */
    this.cursor = null;
    /** How often each id stands in the text at a step. @type {{step: number, uses: Uint32Array} | null} */
    this.counted = null;
    /** Whether nothing shows what comes next: somebody is to say it. */
    this.covered = false;
    /** The rows of the panel of pairs, as the rule orders them. @type {PairRow[]} */
    this.rows = [];
    this.moved = 0;
    /** The rank of the merge that is seen to close when the next frame is painted. @type {number | null} */
    this.closing = null;
    this.frame = 0; // in which the step is painted; 0: none is asked for
    this.resizing = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.counting = undefined;
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
      () => this.whereAtRest(),
      () => this.speak(),
    );
    this.classPanel = new ClassPanel(this);
    this.predict = new Predict(this);
    this.controls = new Controls(this.root, this.orders(), this.playback.speed);
    this.sentence = new Sentence();
    this.curve = new Curve();
    this.pairs = new PairsPanel((pair) => this.showPair(pair));
    this.made = new MadePanel((rank) => this.goByHand(rank));
    this.tokenPanel = new TokenPanel(
      (rank) => this.goByHand(rank),
      () => this.select(null),
    );
    this.page = new Page(this.root, this);
    this.box = this.page.box;
    this.stage = new Stage(this.box, this.page.rail, this.uid);
    this.pointer = new TokenPointer({
      root: this.root,
      box: this.box,
      describe: (node) => this.describe(Number(node.dataset.start)),
      light: (id) => this.stage.light(id),
      choose: (node) =>
        this.select(node.getAttribute("aria-selected") === "true" ? null : Number(node.dataset.start)),
    });
    this.sizes = new ResizeObserver(() => {
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(() => this.fit());
    });
    this.listen();
  }

  /** @returns {Orders} */
  orders() {
    const text = () => ({ name: `bpe-text-step-${this.step}`, picture: pictureOf(this.box) });
    const background = () => getComputedStyle(this.root).getPropertyValue("--bg");
    const curve = () => ({ name: `bpe-curve-step-${this.step}`, picture: this.curve.picture(background()) });
    return {
      act: (act) => this.act(act),
      go: (step) => this.go(step),
      goByHand: (step) => this.goByHand(step),
      setSpeed: (speed) => (this.playback.speed = speed),
      toggleTable: () => this.toggleTable(),
      more: [this.predict.toggle, this.classPanel.opener],
      saves: [
        ["Text as SVG", () => saveSvg(text())],
        ["Text as PNG", () => savePng(text())],
        ["Curve as SVG", () => saveSvg(curve())],
        ["Curve as PNG", () => savePng(curve())],
      ],
    };
  }

  // ------------------------------------------------ data

  /** @param {PlayerData} data The same object again means that only the theme changed. */
  update(data) {
    const before = this.shown?.data;
    if (data === before) this.fit();
    else if (data.history_id !== before?.history_id) this.historyChanged(data);
    else if (this.shown) this.shown.data = data;
  }

  /** @param {PlayerData} data */
  historyChanged(data) {
    this.playback.pause();
    const history = new History(data);
    const telling = data.mode === "encode" ? wordsOfEncoding(data, history) : wordsOfTraining(data, history);
    this.shown = { data, history, telling };
    this.root.classList.toggle("encoding", data.mode === "encode");
    this.step = clamp(data.step, 0, history.steps);
    this.selected = data.selected !== null && data.selected < history.units ? data.selected : null;
    this.cursor = this.counted = null;
    this.stage.begin(history, telling);
    this.link.agree();
    this.classPanel.offered(data.classroom);
    this.predict.begin();
    const unheard = takeUnheard(data.history_id, data.mode);
    if (unheard) {
      this.step = unheard.step;
      this.selected = unheard.selected;
      this.link.report();
    }
    this.fit();
  }

  /** Draws everything that depends on sizes and on colours. */
  fit() {
    if (!this.shown || !this.box.clientWidth) return;
    const { history, telling } = this.shown;
    this.stage.layout();
    this.controls.setSteps(history.steps);
    this.page.drawLegend(history);
    this.curve.draw(history, telling.step);
    this.controls.draw(this.step, history.steps);
    this.paint();
    if (this.step < history.steps) this.stage.bringNext(0);
  }

  // ------------------------------------------------ moving

  /** @param {Act} act */
  act(act) {
    if (!this.shown) return;
    if (act === "back") this.goByHand(this.step - 1);
    else if (act === "forward") this.goByHand(this.step + 1);
    else if (act === "first") this.goByHand(0);
    else if (act === "last") this.goByHand(this.shown.history.steps);
    else if (act === "play") this.togglePlaying();
    else if (act === "present") this.present(!this.presenting);
    else if (act === "leave") this.present(false);
  }

  togglePlaying() {
    if (this.playback.playing) {
      this.playback.pause();
      return;
    }
    const steps = this.shown?.history.steps;
    if (!steps) return;
    if (this.step === steps) this.go(0);
    this.playback.play();
  }

  /** @param {number} step */
  goByHand(step) {
    this.playback.pause();
    this.go(step);
  }

  /**
   * Goes to a step, or to the nearest that there is; returns whether there are more after it.
   *
   * @param {number} wanted
   * @param {{hand?: boolean}} [how]
   */
  go(wanted, { hand = true } = {}) {
    if (!this.shown) return false;
    const { steps } = this.shown.history;
    const step = clamp(Math.round(wanted) || 0, 0, steps);
    const now = performance.now();
    const slow = hand ? now - this.moved > SLOW_HAND : this.playback.speed <= SLOW_PLAYING;
    this.moved = now;
    const closing = step === this.step + 1 && slow && !calm() ? this.step : null;
    if (step === this.step) {
      this.controls.draw(step, steps);
      return step < steps;
    }
    this.step = step;
    this.classPanel.stepped(step);
    this.predict.begin();
    if (this.stage.scene) this.stage.scene.acting = null;
    this.controls.draw(step, steps); // at once; the text follows with the next frame
    this.closing = closing;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint(this.closing);
    });
    if (hand || this.playback.speed <= 2) this.stage.bringNext(closing === null ? 80 : 300);
    this.link.report();
    return step < steps;
  }

  /** Where Python should know the visitor to be; null while there is no history, or while playing. */
  whereAtRest() {
    if (!this.shown || this.playback.playing) return null;
    const { step, selected } = this;
    const { data, history } = this.shown;
    const token = selected === null ? null : history.tokenAt(selected, step);
    return {
      key: JSON.stringify([step, selected]),
      rest: {
        history_id: data.history_id,
        step,
        selected: token && { start: token.start, end: token.end, id: token.id },
      },
    };
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
    this.pointer.hide();
    this.stage.paint({ step, selected: this.selected, closing, covered: this.covered });
    this.sentence.draw(history, telling, step, this.covered);
    const tokens = history.tokensAt(step);
    this.curve.mark(step, tokens);
    this.page.curveNote.textContent = `${grouped(tokens)} after ${plural(step, telling.step)}`;
    if (history.units <= QUICK_UNITS) this.count();
    else {
      this.pairs.wait();
      this.root.classList.add("counting");
      clearTimeout(this.counting);
      this.counting = setTimeout(() => this.count(), 60);
    }
    Object.assign(this.root.dataset, { painted: step, paintMs: (performance.now() - began).toFixed(1) });
  }

  /** Counts the pairs, and draws what follows from the counts. */
  count() {
    if (!this.shown) return;
    const began = performance.now();
    const { history, telling } = this.shown;
    const { step } = this;
    const counts = countPairs(history, step);
    this.counted = { step, uses: counts.uses };
    this.root.classList.remove("counting");
    const panel = telling.pairs(step, counts);
    this.rows = panel.rows;
    this.pairs.draw(history, this.covered ? coveredPanel(panel) : panel);
    if (step < history.steps && !this.covered) this.sentence.remark.textContent = panel.remark;
    this.made.draw(history, telling, step, counts.uses);
    this.drawSelected();
    Object.assign(this.root.dataset, { counted: step, countMs: (performance.now() - began).toFixed(1) });
  }

  /** @param {PairRow} pair */
  showPair(pair) {
    if (this.predict.waiting) {
      this.predict.guess(pair);
      return;
    }
    const { scene } = this.stage;
    if (!scene) return;
    const same = scene.acting?.left === pair.left && scene.acting.right === pair.right;
    const acting = same ? null : pair;
    this.pairs.press(acting);
    this.stage.paint({ acting });
    if (acting) this.stage.bring(scene.history.gapsBetween(acting, this.step));
  }

  // ------------------------------------------------ one token

  /** @param {number} unit */
  describe(unit) {
    if (!this.shown) throw new Error("a token is described before there is a text");
    const { history, telling } = this.shown;
    const token = history.tokenAt(unit, this.step);
    const uses = this.counted?.step === this.step ? this.counted.uses[token.id] : null;
    return { token: history.drawn(token), facts: () => factsOf(history, telling, token, uses) };
  }

  /** @param {number | null} unit */
  select(unit) {
    if (unit !== null && this.predict.waiting) {
      this.predict.touch(unit);
      return;
    }
    this.selected = unit;
    this.stage.paint({ selected: unit });
    this.drawSelected();
    this.link.report();
  }

  drawSelected() {
    const open = this.selected !== null;
    this.root.classList.toggle("with-token", open);
    this.made.node.hidden = open;
    this.tokenPanel.node.hidden = !open;
    if (this.selected === null || !this.shown) return;
    const { history, telling } = this.shown;
    const token = history.tokenAt(this.selected, this.step);
    this.tokenPanel.draw(history, telling, token, this.describe(this.selected).facts());
  }

  // ------------------------------------------------ switches

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
  }

  toggleTable() {
    const shown = this.root.classList.toggle("pairs-too");
    attrs(this.controls.table, { "aria-pressed": String(shown) });
    this.fit();
  }

  get presenting() {
    return this.root.classList.contains("presenting");
  }

  /**
   * Full screen where the browser grants it; where it does not, the class alone covers the page.
   *
   * @param {boolean} on
   */
  present(on) {
    if (on === this.presenting) return;
    this.root.classList.toggle("presenting", on);
    attrs(this.controls.present, { "aria-pressed": String(on) });
    if (on) this.root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    this.pointer.hide();
    this.fit();
  }

  // ------------------------------------------------ events

  listen() {
    const { box, root } = this;
    const { signal } = this.stopListening;
    document.addEventListener("keydown", (event) => this.pressed(event), { signal });
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (!event.composedPath().includes(root)) this.link.pressedElsewhere();
      },
      { signal, capture: true },
    );
    document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? this.present(false), {
      signal,
    });
    document.fonts.addEventListener("loadingdone", () => this.fit(), { signal });
    this.sizes.observe(box);

    // A press with the mouse leaves the keys to the player: Space plays, whichever button was pressed before.
    for (const node of [box, this.controls.steps])
      node.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        for (const tree of [root.getRootNode(), document])
          if (
            (tree instanceof Document || tree instanceof ShadowRoot) &&
            tree.activeElement instanceof HTMLElement
          )
            tree.activeElement.blur();
      });
    box.addEventListener("keydown", (event) => this.walk(event));
    box.addEventListener("focus", () => {
      const first = this.stage.starts[this.stage.rows.visible[0]] ?? 0;
      this.moveCursor(this.cursor ?? this.selected ?? first);
    });
    dragged(this.page.rail, (_, y) => this.stage.scrollToRail(y));
    dragged(this.curve.node, (x) => this.goByHand(this.curve.stepAt(x)));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.shown || !this.root.isConnected) return;
    const { root, box: stage, presenting } = this;
    const { slider, typing } = this.controls;
    const act = actOf(event, { root, slider, stage, presenting, typing });
    if (!act) return;
    event.preventDefault();
    if (!(event.repeat && actsOnce(act))) this.act(act);
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    if (this.cursor === null || !this.shown) return;
    const to = walked(event, this.stage, this.cursor);
    const here = this.shown.history.startOf(this.cursor, this.step);
    if (to !== null) this.moveCursor(to);
    else if (event.key === "Enter") this.select(this.selected === here ? null : here);
    else if (event.key === "Escape" && !this.presenting) this.box.blur();
    else return;
    event.preventDefault();
  }

  /** @param {number} unit */
  moveCursor(unit) {
    if (!this.shown?.history.units) return;
    this.cursor = this.shown.history.startOf(unit, this.step);
    this.stage.rows.reveal(this.stage.rowOf(this.cursor));
    this.pointer.moveTo(`.tok[data-start="${this.cursor}"]`);
  }

  destroy() {
    this.playback.pause();
    this.classPanel.destroy();
    this.predict.destroy();
    if (this.shown) {
      const { history_id, mode } = this.shown.data;
      this.link.leave({ history_id, mode, step: this.step, selected: this.selected });
    }
    clearTimeout(this.counting);
    for (const frame of [this.frame, this.resizing]) cancelAnimationFrame(frame);
    this.stopListening.abort();
    this.sizes.disconnect();
    this.pointer.destroy();
    this.stage.destroy();
    this.made.destroy();
  }
}

/** @param {Mounted<PlayerData>} call */
export default function mount(call) {
  return mountInstance(Player, call);
}
