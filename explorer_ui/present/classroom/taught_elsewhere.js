// A page that phones cannot follow: the class is told its name, and can be ended there.

/** @import {Taught} from "./class_asks.js" */

/**
 * @param {string} name Of the page.
 * @returns {Taught}
 */
export function taughtElsewhere(name) {
  return {
    asks: [],
    step: 0,
    covered: false,
    scene({ page, link }) {
      return { elsewhere: name, page, link };
    },
    cover() {},
    go() {},
  };
}
