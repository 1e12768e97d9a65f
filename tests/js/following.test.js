import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { Following } from "../../explorer_ui/present/classroom/following.js";

test("after the end of a class its followers ask nothing more", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {Map<string, (event: object) => void>} */
  const hears = new Map();
  class EventSource {
    /** @param {string} name @param {(event: object) => void} act */
    addEventListener(name, act) {
      hears.set(name, act);
    }
    close() {}
  }
  let asked = 0;
  const fetch = async () => ({ ok: true, json: async () => ({ voter: "v", now: ++asked }) });
  Object.assign(globalThis, { EventSource, fetch });
  /** @type {string[]} */
  const told = [];
  new Following("/class/ABCDEF", "t", {
    shown() {},
    lost: (what) => told.push(String(what)),
    over: () => told.push("over"),
  });
  const rest = () => new Promise(setImmediate);
  await rest();
  assert.equal(asked, 1);
  hears.get("over")?.({});
  for (let minute = 0; minute < 3; minute++) {
    context.mock.timers.tick(60_000);
    await rest();
  }
  assert.equal(asked, 1);
  assert.deepEqual(told, ["null", "over"]);
});
