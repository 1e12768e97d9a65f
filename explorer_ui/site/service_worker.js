// Keeps the files of this version of the site, so that it opens without a network; Python writes `site` above.

/**
 * `files` are kept at once, `later` when they are first requested.
 *
 * @typedef {{version: string, files: string[], later: string[]}} Files
 */

const worker = /** @type {any} */ (self);
/** @type {Files} */
const { version, files, later } = worker.site;
const own = new Set([...files, ...later].map((file) => new URL(file, worker.registration.scope).href));
// Other sites of the same host have caches too.
const prefix = `bpe-explorer ${worker.registration.scope} `;
const cacheName = prefix + version;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fresh = files.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(fresh)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const older = async () => {
    for (const key of await caches.keys())
      if (key.startsWith(prefix) && key !== cacheName) await caches.delete(key);
    await worker.clients.claim();
  };
  event.waitUntil(older());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  // Another site may lie below this one.
  if (method === "GET" && own.has(url.replace(/[?#].*/s, ""))) event.respondWith(answer(event.request));
});

/**
 * From the cache; a file that is not in it, such as a large vocabulary, is cached once it has been requested.
 *
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(cacheName);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
