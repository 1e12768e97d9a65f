// Playing: steps that follow automatically, at a speed.

/** Steps per second, with the label of the choice. @type {[number, string][]} */
export const SPEEDS = [
  [0.5, "1 in 2 s"],
  [1, "1 a second"],
  [2, "2 a second"],
  [5, "5 a second"],
  [15, "15 a second"],
  [60, "60 a second"],
];

export class Playback {
  /**
   * @param {(steps: number) => boolean} advance Advances by that many steps, or beats; false at the last one.
   * @param {(playing: boolean) => void} changed
   * @param {() => number} [parts] The number of parts of a step, if there is enough time to show them.
   */
  constructor(advance, changed, parts = () => 1) {
    this.advance = advance;
    this.changed = changed;
    this.speed = 2;
    this.parts = parts;
    this.playing = false;
    this.frame = 0;
  }

  /** Whether steps are too short to be shown in parts. */
  get fast() {
    return this.playing && this.speed > 1;
  }

  play() {
    this.playing = true;
    this.changed(true);
    let last = performance.now();
    let owed = 1 - Math.min(1, 0.25 * this.speed); // the first step comes shortly after the press
    const tick = (/** @type {number} */ now) => {
      if (!this.playing) return;
      owed += ((now - last) / 1000) * this.speed * (this.fast ? 1 : this.parts());
      last = now;
      const whole = Math.floor(owed);
      owed -= whole;
      if (whole && !this.advance(whole)) this.pause();
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  /** Starts automatically, at a speed slow enough to read along. */
  open() {
    this.speed = SPEEDS[0][0];
    this.play();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.changed(false);
  }
}
