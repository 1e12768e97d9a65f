// The picture of a page, as whoever presents it finds it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any } from "./page.js";

const location = { pathname: "/train" };
Object.assign(globalThis, { document: new EventTarget(), location });
const { announce, onPicture, shownPicture, withdraw } =
  await import("../../explorer_ui/parts/picture/shown.js");

const { nameInAddress } = await import("../../explorer_ui/browser/app_state.js");

const picture = (/** @type {number} */ step) => any({ step: () => step });

test("the newest picture of this page is asked, and its changes are heard until nobody listens", () => {
  const [one, two] = [picture(1), picture(2)];
  /** @type {string[]} */
  const heard = [];
  const listening = new AbortController();
  onPicture((change) => heard.push(`${change} ${shownPicture()?.step()}`), listening.signal);
  assert.equal(shownPicture(), null);
  announce(one, "scene");
  announce(one, "step");
  location.pathname = "/seam";
  // The picture of the page before is still drawn, and may even change.
  assert.equal(shownPicture(), null);
  announce(one, "asks");
  assert.equal(shownPicture(), null);
  announce(two, "scene");
  announce(one, "asks");
  withdraw(one);
  assert.equal(shownPicture(), two);
  withdraw(two);
  assert.equal(shownPicture(), null);
  listening.abort();
  announce(two, "scene");
  assert.deepEqual(heard, ["scene 1", "step 1", "scene 2"]);
});

test("the page that is drawn is named in the address of its place, where everything else stays", () => {
  for (const [shown, address, corrected] of /** @type {[string, string, string | null][]} */ ([
    ["/train?depth=ids", "train", "/train"],
    ["/train?view=player", "train?view=growth", "/train?view=growth"],
    [
      "/base/tokens?embed=true&view=two_halves#share",
      "tokens?depth=ids",
      "/base/tokens?embed=true&depth=ids#share",
    ],
    ["/base/?depth=ids", "", "/base/"],
    // The browser is about to show another place.
    ["/chat?depth=ids", "train", null],
    ["/tokens?depth=ids", "tokens?depth=ids", null],
  ])) {
    /** @type {string | null} */
    let said = null;
    const replaceState = (/** @type {[unknown, string, URL]} */ ...[, , { href, origin }]) =>
      (said = href.slice(origin.length));
    const url = new URL(shown, "http://localhost:8501");
    Object.assign(globalThis, { history: { replaceState }, location: url });
    nameInAddress(address);
    assert.equal(said, corrected, shown);
  }
});
