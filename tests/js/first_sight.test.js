// What the document says and shows before the app does.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { stopClock } from "./class_page.js";
import { any, give, node } from "./page.js";
import { forget, keep } from "../../explorer_ui/browser/tab_storage.js";

const { document } = globalThis;
stopClock();

test("a page that does not appear says why after fifteen seconds", async () => {
  class Script {}
  const hears = any({});
  const Bare = class {
    insertBefore() {}
    removeChild() {}
    set nodeValue(/** @type {string} */ _) {}
  };
  const addEventListener = (/** @type {string} */ kind, /** @type {object} */ act) => (hears[kind] = act);
  give(globalThis, { Node: Bare, HTMLScriptElement: Script, addEventListener });
  const script = "../../explorer_ui/server/document.js"; // a script, which exports nothing
  await import(script);
  for (const [connection, state, words] of [
    ["", "", "The page is still loading: the connection is slow."],
    ["PINGING_SERVER", "notRunning", "Can't connect to the server. A proxy, a firewall or a browser extens"],
    ["CONNECTED", "running", "The server is busy. The page appears when it is ready."],
    ["CONNECTED", "notRunning", "Part of this page could not be loaded. Reload the page."],
    ["failed", "", "A script of this page could not be loaded. Check the connection and reload the page."],
  ]) {
    if (connection === "failed") for (const target of [new Script(), {}]) hears.error({ target });
    const said = { isConnected: true, textContent: "The page is loading." };
    const getAttribute = (/** @type {string} */ name) => (/connection/.test(name) ? connection : state);
    give(document, {
      querySelector: (what) => (what.startsWith("#") ? said : state ? { getAttribute } : null),
    });
    hears.DOMContentLoaded();
    mock.timers.tick(14_000);
    assert.equal(said.textContent, "The page is loading.");
    mock.timers.tick(1000);
    assert.ok(said.textContent.startsWith(words), said.textContent);
    give(said, { isConnected: false, textContent: "" }); // the page is there
    mock.timers.tick(2000);
    assert.equal(said.textContent, "");
  }
});

test("the document has the text of the link, or the one that the tab has kept", async () => {
  class PerformanceNavigationTiming {
    type = "";
  }
  const FIRST = "../../explorer_ui/server/first_sight.js"; // begins as soon as it is loaded
  const PACKED = "eJxzfNQwuYqXKwkAEKIDKg"; // by Python's zlib and base64: "A–z\r\nb"
  for (const [at, [search, type, before, text]] of [
    ["", "navigate", "", ""],
    ["", "navigate", "kept", "kept"],
    ["?text=low", "navigate", "kept", "low"],
    ["?text=low", "reload", "kept", "kept"],
    ["?text=low", "reload", "", "low"],
    ["?text=low&view=player&text=new+low", "navigate", "", "new low"],
    [`?text=${PACKED}`, "navigate", "", "A–z\nb"],
    [`?text=zlib.${PACKED}`, "navigate", "", "A–z\nb"],
    ["?text=aaaa", "navigate", "", "aaaa"], // base64, but no zlib
  ].entries()) {
    if (before) keep("text", before);
    else forget("text");
    const { promise, resolve } = Promise.withResolvers();
    const area = Object.defineProperty(node(), "defaultValue", { get: () => "", set: resolve });
    const example = give(node(), { after() {} });
    const root = give({ dataset: {} }, { querySelector: (what) => (what === "textarea" ? area : example) });
    const visit = give(new PerformanceNavigationTiming(), { type });
    const performance = { getEntriesByType: () => [visit] };
    give(globalThis, { PerformanceNavigationTiming, performance, location: { search } });
    give(document, { getElementById: () => root });
    await import(`${FIRST}?${at}`);
    assert.equal(await promise, text, search);
  }
  forget("text");
});
