// The presenter view of one picture while another one leaves the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { node } from "./page.js";
import { present } from "../../explorer_ui/browser/presenting.js";

test("a picture that leaves the page late does not end the presenting of the next one", () => {
  const { document } = globalThis;
  Object.assign(document, { exitFullscreen() {}, querySelector: () => null });
  Object.assign(document.documentElement, { requestFullscreen: async () => {} });
  const { classList } = document.documentElement;
  const [before, next] = [node(), node()];
  present(before, true);
  present(next, true);
  present(before, false);
  assert.deepEqual([...classList], ["bpe-presenting"]);
  assert.deepEqual([...before.classList, ...next.classList], ["presenting"]);
  present(next, false);
  assert.deepEqual([...classList, ...next.classList], []);
});
