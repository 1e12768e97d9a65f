// The player as whoever presents it sees it: its text, its steps, and questions about the next merge and the number
// of tokens.

import { grouped, plural } from "../../browser/numbers.js";
import { reasonOfAppliedMerge, reasonOfMerge, frequentPairs, neighbouringPairs } from "./asked_pairs.js";
import { cutAt, goneOn, bestMerges, rowsOf } from "./own_merges.js";
import { countPairs } from "./pair_counts.js";
import { countOptions } from "../picture/count_options.js";

/**
 * @import {Asked, Asking, Picture, Posed} from "../picture/shown.js"
 * @import {State, PairRow} from "./state.js"
 *
 * What presenting needs from the player.
 * @typedef {object} Leading
 * @property {() => void} trained Goes back from the merges of free hand to BPE's.
 * @property {() => void} pause
 * @property {() => PairRow[]} rows The pairs, sorted by the merge rule.
 * @property {(step: number) => void} go
 * @property {(what: Asked | null, open: boolean) => void} cover Hides the answer of a question; null: shows
 * it again.
 * @property {(way: number) => boolean} within Whether the step has another beat after this one (1), or before it (-1).
 * @property {() => boolean} free Whether free hand works here.
 * @property {(pairs: [number, number][]) => void} replay Plays the merges of a follower.
 * @property {() => void} over Goes back from them to BPE's.
 */

const CANDIDATES = 4;
const MERGES = 10; // number of merges after which the number of tokens is asked for, and in the game
const LONGEST_GAME = 1000; // base units; a chunk that repeats counts once

/** Why there is no question, and where there may be one. @param {string} why @param {number} step */
const nothing = (why, step) => (step ? `${why} Go back a few steps.` : why);

/** @implements {Picture} */
export class PresentedPlayer {
  /** @param {HTMLElement} root @param {State} state @param {Leading} leads */
  constructor(root, state, leads) {
    this.root = root;
    this.state = state;
    this.leads = leads;
    const can = () => this.step() < (state.shown?.history.steps ?? 0);
    /** @type {Asking[]} */
    this.asks = [
      { words: "Ask which merge is next", covers: "next", can, ask: () => this.askNext() },
      { words: "Ask how many tokens", covers: "count", can, ask: () => this.askCount() },
      {
        words: "Play against BPE",
        covers: "next",
        can: () => true,
        ask: () => this.askGame(),
      },
    ];
  }

  step() {
    return this.state.step;
  }

  vocabulary() {
    return this.state.shown?.history.vocabulary;
  }

  scene() {
    this.leads.trained();
    const { shown } = this.state;
    return shown && { player: { ...shown.data, selected: null, by_hand: undefined } };
  }

  // The next pair among other frequent ones, in the order of their ids, which gives nothing away.
  /** @returns {Posed | string} */
  askNext() {
    const { shown, step } = this.#stopped();
    if (!shown) return "There is no text to ask about.";
    const { history, telling } = shown;
    if (step >= history.steps) return nothing("No merge is left here to ask about.", step);
    const { question, everywhere, predictableFrom } = telling;
    const from = predictableFrom(step);
    if (from > step)
      return `The ranks of the vocabulary decide which merge is next, and the text does not show them. Go to step ${from}.`;
    const rows = this.leads.rows();
    const { options, right } = (everywhere ? frequentPairs : neighbouringPairs)(rows, CANDIDATES);
    const because = everywhere
      ? reasonOfMerge(history.merges[step], countPairs(history, step), telling.rule)
      : reasonOfAppliedMerge(rows, telling.rule);
    if (options.length < 2) return nothing("Only one pair is left here, so there is nothing to ask.", step);
    // The question stays visible after the merge was played, so it names the step.
    const prompt = step
      ? `After ${plural(step, "merge")}: ${question[0].toLowerCase()}${question.slice(1)}`
      : question.replace("next", "first");
    return {
      prompt,
      options,
      known: { right, because },
      next: () => this.leads.go(step + 1),
    };
  }

  // The number of tokens after a few more merges, or when no more merges apply.
  /** @returns {Posed | string} */
  askCount() {
    const { shown, step } = this.#stopped();
    if (!shown) return "There is no text to ask about.";
    const { history, telling } = shown;
    const last = telling.everywhere ? Math.min(history.steps, step + MERGES) : history.steps;
    const now = history.tokensAt(step);
    const { options, ...answer } = countOptions(now, history.tokensAt(last));
    if (options.length < 2)
      return nothing("Too few merges are left to ask about the number of tokens.", step);
    const been = step ? ` after ${plural(step, "merge")}` : "";
    const then = telling.everywhere
      ? `after ${plural(last - step, `${step ? "more " : ""}merge`)}`
      : "when no more merges apply";
    const prompt = `The text is ${plural(now, "token")}${been}. How many ${then}?`;
    return {
      prompt,
      options,
      known: answer,
      next: () => this.leads.go(last),
    };
  }

  // Ten merges by hand on every phone; who leaves fewer tokens than the rule?
  /** @returns {Posed | string} */
  askGame() {
    const { shown } = this.#stopped();
    if (shown?.data.mode !== "train" || !this.leads.free())
      return "The game needs a tokenizer that is trained on this text from the first merge: the page Train trains one.";
    const { data, history } = shown;
    const rows = rowsOf(history);
    if (rows.reduce((sum, { ids }) => sum + ids.length, 0) > LONGEST_GAME)
      return `This text is too long for the game (at most ${grouped(LONGEST_GAME)} base units). Use a shorter one.`;
    if (data.second_stage || data.same_string_same_token)
      return "The game needs chunk boundaries that stay, and a recipe in which every merge makes a new token.";
    this.leads.go(0);
    const trained = cutAt(data, history, Math.min(MERGES, history.steps));
    const bpe = goneOn(data, trained, MERGES, 1);
    const rule = bpe.tokensAt(bpe.steps);
    const best = bestMerges(data, bpe, MERGES);
    const found = best && (best.proven || best.tokens < rule) ? best : undefined;
    const least = found?.proven ? "The best possible choice has" : "The best that a search found has";
    return {
      prompt: `${MERGES} merges by hand: can you leave fewer tokens than BPE? BPE leaves ${grouped(rule)} of ${grouped(history.whole)}.`,
      options: [],
      game: {
        rows: rows.map(({ weight, ids }) => [weight, ids]),
        merges: MERGES,
        first_id: data.first_new_id,
      },
      fewest: found && { tokens: found.tokens, proven: found.proven },
      known: {
        right: [rule],
        because:
          `BPE always merges the most frequent pair and leaves ${plural(rule, "token")}.` +
          (found ? ` ${least} ${grouped(found.tokens)}.` : ""),
      },
      replay: (pairs) => this.leads.replay(pairs),
      next: () => this.leads.over(),
    };
  }

  /** @param {number} step */
  go(step) {
    this.leads.go(step);
  }

  /** @param {number} way */
  within(way) {
    return this.leads.within(way);
  }

  covered() {
    return this.state.covered;
  }

  /** @param {Asked | null} what @param {boolean} open */
  cover(what, open) {
    this.leads.cover(what, open);
  }

  #stopped() {
    this.leads.trained();
    this.leads.pause();
    return this.state;
  }
}
