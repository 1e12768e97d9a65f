import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ToldDepth } from "../../explorer_ui/parts/token_row/strip/told_depth.js";

test("a depth that is chosen without a connection is told when there is one, however late", (context) => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  context.after(() => mock.timers.reset());
  context.mock.method(performance, "now", () => Date.now());
  let connection = "DISCONNECTED_FOREVER";
  const getAttribute = (/** @type {string} */ name) =>
    name.includes("connection") ? connection : "notRunning";
  Object.assign(globalThis, { document: { querySelector: () => ({ getAttribute }) } });

  /** @type {string[]} */
  const heard = [];
  const told = new ToldDepth(({ depth }) => connection === "CONNECTED" && heard.push(depth));
  told.choose("ids");
  for (let tick = 0; tick < 300; tick++) mock.timers.tick(200); // a minute
  assert.deepEqual(heard, []);
  connection = "CONNECTED";
  mock.timers.tick(1000);
  assert.deepEqual(heard, ["ids"]);
  assert.equal(told.depthOf(/** @type {Message.StripData} */ ({ depth: "tokens" })), null);
  assert.equal(told.depthOf(/** @type {Message.StripData} */ ({ depth: "ids" })), "ids");
  told.destroy();
});
