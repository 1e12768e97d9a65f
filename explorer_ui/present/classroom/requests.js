// Requests to the routes of a class, and their errors.

/** A request was rejected; the message is a sentence from the server. */
export class Refusal extends Error {
  /**
   * @param {number} status 0 if no server answered.
   * @param {string} sentence
   */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Milliseconds within which the server has to answer: a connection may be gone without an error. */
export const PATIENCE = 20_000;
/** The same for what takes a while to send on a slow connection. */
export const LONG_PATIENCE = 120_000;

/**
 * @param {string} address
 * @param {{key?: string, message?: object, file?: boolean, patience?: number}} [options] With a message it is a POST
 * request, otherwise GET.
 * @returns {Promise<any>} The object in the response; if a file is asked for, a Blob.
 * @throws {Refusal}
 */
export async function ask(address, { key, message, file = false, patience = PATIENCE } = {}) {
  /** @type {RequestInit} */
  const request = { cache: "default", credentials: "omit", headers: {} };
  const stop = new AbortController();
  request.signal = stop.signal;
  if (message) Object.assign(request, { method: "POST", body: JSON.stringify(message) });
  if (key) request.headers = { Authorization: `Bearer ${key}` };
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(address, request).catch(noAnswer);
    // The connection may end before the response does, and a wireless network may send its login page instead.
    if (answer.ok) return await (file ? answer.blob() : answer.json()).catch(noAnswer);
    const told = await answer.json().catch(() => null);
    throw new Refusal(answer.status, told?.error ?? `The server responded with status ${answer.status}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns {never} */
function noAnswer() {
  throw new Refusal(0, "The server does not respond. Check the connection and try again.");
}
