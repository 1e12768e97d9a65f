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
   * @param {(steps: number) => boolean} advance Goes on by so many steps; false when the last one is reached.
   * @param {(playing: boolean) => void} changed
   */
  constructor(advance, changed) {
    this.advance = advance;
    this.changed = changed;
    this.speed = 2;
    this.playing = false;
    this.frame = 0;
  }

  play() {
    this.playing = true;
    this.changed(true);
    let last = performance.now();
    let owed = 1 - Math.min(1, 0.25 * this.speed); // the first step comes soon after the press
    const tick = (/** @type {number} */ now) => {
      if (!this.playing) return;
      owed += ((now - last) / 1000) * this.speed;
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
