// Playing: steps that come by themselves, at a speed.

/** Steps per second, and what the choice is called. @type {[number, string][]} */
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
   * @param {(steps: number) => boolean} advance Goes on by so many steps, or beats; false when the last one is reached.
   * @param {(playing: boolean) => void} changed
   * @param {() => number} parts In how many parts a step is shown, where it is long enough for them.
   */
  constructor(advance, changed, parts) {
    this.advance = advance;
    this.changed = changed;
    this.speed = 2;
    this.parts = parts;
    this.playing = false;
    this.frame = 0;
  }

  /** Whether steps follow each other too soon to be shown in parts. */
  get fast() {
    return this.playing && this.speed > 1;
  }

  play() {
    this.playing = true;
    this.changed(true);
    let last = performance.now();
    let owed = 1 - Math.min(1, 0.25 * this.speed); // the first step comes soon after the press
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

  /** Begins without being asked, at a speed at which one can read along. */
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
