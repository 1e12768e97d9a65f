// Requests of a class to a real server, whose responses do not arrive as they were sent.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { ask } from "../../explorer_ui/present/classroom/requests.js";

/** Sends each response. @type {Record<string, (response: import("node:http").ServerResponse) => void>} */
const RESPONSES = {
  "/whole": (response) => response.end('{"step": 3}'),
  "/replaced": (response) => response.end("null"),
  "/cut": (response) => {
    response.writeHead(200, { "Content-Length": 100 });
    response.write('{"player": {"text": "', () => response.destroy());
  },
  "/silent": () => {},
  "/stalled": (response) => {
    response.writeHead(200, { "Content-Length": 100 }).write('{"player": {"text": "');
  },
  "/login": (response) => response.end("<html>Welcome to our wireless network</html>"),
  "/refused": (response) => response.writeHead(422).end('{"error": "Too long."}'),
  "/broken": (response) => response.writeHead(502).end("<html>Bad gateway</html>"),
};

test("a response that was cut, or that somebody else sent, is none", async (context) => {
  const server = createServer(({ url = "" }, response) => RESPONSES[url](response));
  context.after(() => server.close() && server.closeAllConnections());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const asked = (/** @type {string} */ path, how = {}) =>
    ask(`http://127.0.0.1:${port}${path}`, how).catch(({ message, status }) => [status, message]);
  const none = [0, "The server does not respond. Check the connection and try again."];
  assert.deepEqual(await asked("/whole"), { step: 3 });
  assert.equal(await asked("/replaced"), null);
  assert.deepEqual(await asked("/cut"), none);
  assert.deepEqual(await asked("/cut", { file: true }), none);
  assert.deepEqual(await asked("/silent", { patience: 20 }), none);
  assert.deepEqual(await asked("/stalled", { patience: 20 }), none);
  assert.deepEqual(await asked("/login"), none);
  assert.deepEqual(await asked("/refused"), [422, "Too long."]);
  assert.deepEqual(await asked("/broken"), [502, "The server responded with status 502."]);
});
