// What the controls and the keys can ask of the player.

import { savePng, saveSvg } from "../shared/pictures.js";

/**
 * @import {Orders} from "./controls.js"
 * @import {Player} from "./player.js"
 * @import {Act} from "./shortcuts.js"
 */

/**
 * @param {Player} player
 * @param {Act} what
 */
export function act(player, what) {
  const { presenter, shown, step } = player;
  if (!shown) return;
  if (what === "back") goBack(player);
  else if (what === "forward") player.beats.go(1) || player.goByHand(step + 1);
  else if (what === "first") player.goByHand(0);
  else if (what === "last") player.goByHand(shown.history.steps);
  else if (what === "play") togglePlaying(player, shown.history.steps);
  else if (what === "present") presenter.turn(!presenter.on);
  else if (what === "leave") presenter.turn(false);
}

/** @param {Player} player */
function goBack(player) {
  const { beats, step } = player;
  if (beats.go(-1)) return;
  player.goByHand(step - 1);
  if (player.step < step) beats.comeBack();
}

/**
 * @param {Player} player
 * @param {number} steps
 */
function togglePlaying(player, steps) {
  const { playback } = player;
  if (playback.playing) playback.pause();
  else if (steps && !player.held) {
    if (player.step === steps) player.go(0);
    playback.play();
  }
}

/**
 * @param {Player} player
 * @returns {Orders}
 */
export function ordersTo(player) {
  const text = () => ({ name: `bpe-text-step-${player.step}`, picture: player.stage.picture() });
  const background = () => getComputedStyle(player.root).getPropertyValue("--bg");
  const curve = () => ({
    name: `bpe-curve-step-${player.step}`,
    picture: player.curve.picture(background()),
  });
  return {
    act: (what) => act(player, what),
    go: (step) => player.go(step),
    goByHand: (step) => player.goByHand(step),
    setSpeed: (speed) => (player.playback.speed = speed),
    toggleTable: () => player.presenter.toggleTable(),
    more: [player.beats.toggle, player.predict.toggle, player.freeHand.toggle, player.classPanel.opener],
    saves: [
      ["Text as SVG", () => saveSvg(text())],
      ["Text as PNG", () => savePng(text())],
      ["Curve as SVG", () => saveSvg(curve())],
      ["Curve as PNG", () => savePng(curve())],
      ["The player as a web page", () => player.link.send("saving", performance.now()), "served"],
    ],
  };
}
