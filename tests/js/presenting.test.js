// The presenter view of one picture while another one leaves the page.

import assert from "node:assert/strict";
import { test } from "node:test";

class FakeClasses extends Set {
  /** @param {string} name @param {boolean} on */
  toggle(name, on) {
    if (on) this.add(name);
    else this.delete(name);
    return on;
  }
  /** @param {string} name */
  contains(name) {
    return this.has(name);
  }
}

const picture = () =>
  /** @type {HTMLElement} */ (
    /** @type {unknown} */ ({ classList: new FakeClasses(), contains: () => false })
  );

test("a picture that leaves the page late does not end the presenting of the next one", async () => {
  const classList = new FakeClasses();
  const requestFullscreen = () => Promise.resolve();
  const exitFullscreen = () => {};
  const document = {
    documentElement: { classList, requestFullscreen },
    exitFullscreen,
    querySelector: () => null,
  };
  Object.assign(globalThis, { document, HTMLElement: class {} });
  const { present } = await import("../../explorer_ui/browser/presenting.js");
  const [before, next] = [picture(), picture()];
  present(before, true);
  present(next, true);
  present(before, false);
  assert.deepEqual([...classList], ["bpe-presenting"]);
  assert.deepEqual([...before.classList, ...next.classList], ["presenting"]);
  present(next, false);
  assert.deepEqual([...classList, ...next.classList], []);
});
