// The pages of the site: each mounts components of the app, with data that is computed here.

import { FirstMerges } from "../places/start/first_merges.js";
import { Growth } from "../places/vocabulary/smaller_or_larger/growth.js";
import { Player } from "../parts/player/player.js";
import { attrs, button, el, inside } from "../browser/dom.js";
import { Strip } from "../parts/token_row/strip/token_strip.js";
import { encodingData, growsByRank, growthData } from "./encoding.js";
import { publishedTokenizer, trainedTokenizer } from "./tokenizers.js";
import { trained, trainingData } from "../parts/trainer/training.js";

/**
 * @import {Site} from "./site.js"
 *
 * A page: `update` draws it again after a change of the text or of a choice.
 * @typedef {{update: () => void}} View
 */

const OWN = "trained";
const REST = 300; // milliseconds without a keystroke before a text is encoded merge by merge

/** @type {Record<string, (site: Site) => View>} */
export const VIEWS = {
  Start: start,
  "First merges": firstMerges,
  Train: train,
  Encode: encode,
  Tokens: tokens,
  Growth: growth,
};

/** @param {Site} site */
function start(site) {
  const { opening, pages } = site.data;
  site.title.textContent = opening.sentence;
  const player = site.mount("parts/player/merge_player", Player);
  player({ ...opening.data, step: 0, selected: null, opens: true });
  site.view.append(el("p", "quiet", opening.note), site.textBox);
  const { update } = tokens(site);
  const rows = pages.slice(1).map(({ name, label, question }) => {
    const link = attrs(el("a", "", label), { href: site.addressOf(name) });
    return inside("li", "", link, " ", question);
  });
  site.view.append(inside("ul", "course", ...rows), el("p", "quiet", site.data.elsewhere));
  return { update };
}

/** @param {Site} site */
function firstMerges(site) {
  site.mount("places/start/first_merges", FirstMerges)({ steps: site.data.firstMerges });
  return { update: () => {} };
}

/** @param {Site} site */
function train(site) {
  const { data, state } = site;
  const titles = Object.fromEntries(Object.entries(data.recipes).map(([name, { title }]) => [name, title]));
  const play = playing(site);
  site.view.append(
    inside(
      "div",
      "controls",
      choice("Training recipe", titles, state.recipe, (recipe) => site.choose({ recipe })),
      number(`Merges, up to ${data.limits.merges}`, state.merges, data.limits.merges, (merges) =>
        site.choose({ merges }),
      ),
      choice("Break ties by", data.tieBreaks, state.tie, (tie) => site.choose({ tie })),
      check("Stop when no pair repeats", state.rare, (rare) => site.choose({ rare })),
    ),
  );
  return {
    update: () => {
      if (!state.text) site.refuse("Type or paste a text above, or choose a sample.");
      else site.attempt(() => play(trainingData(training(site), data.endings)));
    },
  };
}

/** @param {Site} site */
function encode(site) {
  const { data, state } = site;
  let resting = 0;
  const typed = (/** @type {string} */ text) => {
    state.encode = text;
    clearTimeout(resting);
    resting = window.setTimeout(() => site.choose({}), REST);
  };
  const buttons = el("div", "choices");
  site.controls.append(line("A new text to encode", state.encode, data.limits.encode, typed), buttons);
  const play = playing(site);
  return {
    update: () => {
      buttons.replaceChildren(
        ...[OWN, ...Object.keys(data.vocabularies)].map((name) =>
          vocabularyToggle(site, name, name === state.encoder, () => site.choose({ encoder: name })),
        ),
      );
      if (!state.encode) site.refuse("Type a word or a sentence above.");
      else if (site.ready([state.encoder]))
        site.attempt(() => play(encodingData(tokenizer(site, state.encoder), state.encode)));
    },
  };
}

/** @param {Site} site */
function tokens(site) {
  const { data, state } = site;
  const isStart = state.page === "Start";
  const buttons = el("div", "choices");
  const heading = el("h2");
  site.view.append(heading, buttons);
  const strip = site.mount("parts/token_row/strip/token_strip", Strip);
  let shown = "";
  return {
    update: () => {
      const example = !state.tokenizer && state.text === data.text;
      const name = state.tokenizer || (example ? data.exampleOf : Object.keys(data.vocabularies)[0]);
      heading.textContent = `Your text in the tokens of ${data.vocabularies[name].name}`;
      buttons.replaceChildren(
        ...Object.keys(data.vocabularies).map((other) =>
          vocabularyToggle(site, other, other === name, () => site.choose({ tokenizer: other })),
        ),
      );
      const form = { ...data.example, ...(isStart ? { controls: false, height: 190 } : {}) };
      if (example) {
        strip(form);
        shown = "";
      } else if (site.ready([name]) && shown !== name) {
        /** @type {Message.EncoderData} */
        const live = { parts: name, merges: [], categories: "", policy: "ordinary" };
        strip({ ...form, tokens: [], indexes: "", chunks: null, counts: null, live, strip_id: name });
        site.sayText();
        shown = name;
      }
    },
  };
}

/** @param {Site} site */
function growth(site) {
  const { data, state } = site;
  const chosen = new Set([OWN, Object.keys(data.vocabularies)[0]]);
  const buttons = el("div", "choices");
  site.controls.append(buttons);
  const show = site.mount("places/vocabulary/smaller_or_larger/growth", Growth);
  return {
    update: () => {
      buttons.replaceChildren(
        ...[OWN, ...Object.keys(data.vocabularies)].map((name) =>
          vocabularyToggle(site, name, chosen.has(name), () => {
            if (!chosen.delete(name)) chosen.add(name);
            site.choose({});
          }),
        ),
      );
      if (!state.text || !chosen.size) site.refuse("Type or paste a text above, and choose a tokenizer.");
      else if (site.ready(chosen))
        site.attempt(() => {
          const all = Array.from(chosen, (name) => tokenizer(site, name));
          const able = all.filter(growsByRank);
          if (able.length < all.length)
            site.tell("Your tokenizer merges in passes, so it has no smaller stages.");
          if (able.length) show({ ...growthData(state.text, able), size: 1000, shown: 0 });
        });
    },
  };
}

/**
 * Returns what shows a training or an encoding in a player, from the step at which the page was left.
 *
 * @param {Site} site
 */
function playing(site) {
  const { page } = site.state;
  const player = site.mount("parts/player/merge_player", Player, (name, value) => {
    const place = /** @type {{step: number} | null} */ (value);
    if (name === "place" && place) site.steps.set(page, place.step);
  });
  return (/** @type {Message.TrainingData | Message.EncodingData} */ data) => {
    const step = Math.min(site.steps.get(page) ?? 0, data.merges.length / 5);
    player({ ...data, step, selected: null });
  };
}

/** @param {Site} site */
function training({ data, state, patternOf }) {
  const how = {
    recipe: data.recipes[state.recipe],
    tieBreak: /** @type {import("../parts/trainer/training.js").TieBreak} */ (state.tie),
    numMerges: state.merges,
    minCount: state.rare ? 2 : 1,
    maxLearned: data.limits.learned,
  };
  return trained(state.text, how, patternOf);
}

/**
 * @param {Site} site
 * @param {string} name Of a tokenizer that is ready.
 */
function tokenizer(site, name) {
  const encoder = site.vocabularies.loaded.get(name);
  if (encoder) return publishedTokenizer(encoder, site.data.vocabularies[name].name);
  return trainedTokenizer(training(site), site.patternOf, site.data.own);
}

/**
 * A button with the size of what it loads.
 *
 * @param {Site} site @param {string} name @param {boolean} pressed @param {() => void} press
 */
function vocabularyToggle({ data, vocabularies }, name, pressed, press) {
  if (name === OWN) return toggle(data.own, pressed, press);
  const { name: label, bytes } = data.vocabularies[name];
  const size = vocabularies.loaded.has(name) ? "" : ` · ${(bytes / 1e6).toFixed(1)} MB`;
  return toggle(label + size, pressed, press);
}

/**
 * @param {string} name
 * @param {Record<string, string>} options Values and labels.
 * @param {string} value @param {(value: string) => void} changed
 */
function choice(name, options, value, changed) {
  const select = el("select");
  for (const [key, label] of Object.entries(options))
    select.append(attrs(el("option", "", label), { value: key }));
  select.value = value;
  select.addEventListener("change", () => changed(select.value));
  return inside("label", "", el("span", "", name), select);
}

/**
 * @param {string} name @param {number} value @param {number} most @param {(value: number) => void} changed
 */
function number(name, value, most, changed) {
  const input = attrs(el("input"), { type: "number", min: 0, max: most, step: 10, value });
  input.addEventListener("change", () => {
    input.value = String(Math.min(Math.max(Math.trunc(Number(input.value)) || 0, 0), most));
    changed(Number(input.value));
  });
  return inside("label", "", el("span", "", name), input);
}

/** @param {string} name @param {boolean} value @param {(value: boolean) => void} changed */
function check(name, value, changed) {
  const input = attrs(el("input"), { type: "checkbox" });
  input.checked = value;
  input.addEventListener("change", () => changed(input.checked));
  return inside("label", "check", input, el("span", "", name));
}

/**
 * @param {string} name @param {string} value @param {number} most @param {(value: string) => void} changed
 */
function line(name, value, most, changed) {
  const asTyped = { spellcheck: "false", autocapitalize: "off", autocorrect: "off" };
  const input = attrs(el("input"), { type: "text", maxlength: most, dir: "auto", ...asTyped });
  input.value = value;
  input.addEventListener("input", () => changed(input.value));
  return inside("label", "line-of-text", el("span", "", name), input);
}

/** @param {string} label @param {boolean} pressed @param {() => void} press */
const toggle = (label, pressed, press) =>
  attrs(button("choice", label, label, press), { "aria-pressed": String(pressed) });
