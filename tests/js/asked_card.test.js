import assert from "node:assert/strict";
import { test } from "node:test";
import { AskedCard } from "../../explorer_ui/present/classroom/asked_card.js";

test("a question is waited for as long as the server computes", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  let state = "running";
  Object.assign(globalThis, { document: { querySelector: () => ({ getAttribute: () => state }) } });
  const asked = new AskedCard(() => {}).ask("hand 1");
  let said;
  asked.then((answer) => (said = answer));
  context.mock.timers.tick(60_000);
  await new Promise(setImmediate);
  assert.equal(said, undefined);
  state = "notRunning";
  context.mock.timers.tick(10_000);
  assert.equal(await asked, "No question arrived. Press again.");
});
