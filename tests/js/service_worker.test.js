import assert from "node:assert/strict";
import { test } from "node:test";

const WORKER = "../../explorer_ui/site/service_worker.js"; // a script, which exports nothing
const SCOPE = "https://example.org/bpe/";

test("only the site's own files are answered and kept, whatever else lies below it", async () => {
  /** @type {Map<string, (event: any) => void>} */
  const hears = new Map();
  /** @type {string[]} */
  const stored = [];
  const cache = {
    match: async () => undefined,
    put: async (/** @type {Request} */ { url }) => stored.push(url),
  };
  const [old, now] = ["0", "1"].map((version) => `bpe-explorer ${SCOPE} ${version}`);
  const kept = [old, now, "bpe-explorer https://example.org/other/ 0", "another site"];
  const removed = /** @type {string[]} */ ([]);
  const remove = async (/** @type {string} */ name) => removed.push(name);
  const clients = { claim: async () => {} };
  const site = { version: "1", files: ["./", "icon.svg"], later: ["index.html", "gpt-4o.js"] };
  const addEventListener = (/** @type {[string, (event: any) => void]} */ ...heard) => hears.set(...heard);
  Object.assign(globalThis, {
    self: { site, clients, registration: { scope: SCOPE }, addEventListener },
    caches: { open: async () => cache, keys: async () => kept, delete: remove },
    fetch: async () => new Response("found"),
  });
  await import(WORKER);
  // Of the caches those of its own earlier versions are removed.
  let activated;
  hears.get("activate")?.({ waitUntil: (/** @type {Promise<void>} */ until) => (activated = until) });
  await activated;
  assert.deepEqual(removed, [old]);
  const asked = async (/** @type {string} */ path, method = "GET") => {
    let answer;
    const request = new Request(new URL(path, SCOPE), { method });
    const respondWith = (/** @type {Promise<Response>} */ given) => (answer = given);
    hears.get("fetch")?.({ request, respondWith });
    await answer;
    return answer !== undefined;
  };
  for (const path of ["", "?text=a", "#page=Train", "index.html", "gpt-4o.js?v=1", "icon.svg"])
    assert.equal(await asked(path), true, path);
  const foreign = [
    "notes/",
    "notes/index.html",
    "private.json",
    "icon.svg/x",
    "../",
    "/",
    "//other.org/bpe/icon.svg",
  ];
  for (const path of foreign) assert.equal(await asked(path), false, path);
  assert.equal(await asked("icon.svg", "POST"), false);
  assert.equal(stored.length, 6);
  // What a server says while it is not well is not kept for all time.
  Object.assign(globalThis, { fetch: async () => new Response("busy", { status: 503 }) });
  assert.equal(await asked("icon.svg"), true);
  assert.equal(stored.length, 6);
});
