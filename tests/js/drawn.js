// What several tests of the places use: bytes as they arrive, keys, and what is found in what is drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { node } from "./page.js";

export const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);
export const base64 = (/** @type {string} */ text) => Buffer.from(text).toString("base64");
export const uint32s = (/** @type {number[]} */ ...numbers) =>
  Buffer.from(Uint32Array.from(numbers).buffer).toString("base64");

/** What a component draws. @param {any} mount @param {object} data */
export function drawn(mount, data) {
  const parentElement = node();
  mount({ data, parentElement, setStateValue() {} });
  return parentElement.children[0];
}

/** An element and all elements in it. @param {any} each @returns {any[]} */
export const within = (each) => (typeof each === "string" ? [] : [each, ...each.children.flatMap(within)]);

/** The elements of a class in an element. @param {any} each @param {string} name */
export const classed = (each, name) =>
  within(each).filter((one) => `${one.className} ${one.attributes.class}`.split(" ").includes(name));

/** The key that is pressed, without others. @param {string} key @param {object} [more] @returns {any} */
export const press = (key, more) => ({ key, preventDefault() {}, stopImmediatePropagation() {}, ...more });

/** A test of each sentence: what is said, and what has to be said. @param {[() => unknown, unknown][]} rows */
export function says(rows) {
  for (const [at, [said, expected]] of rows.entries())
    test(`${at} ${expected}`, () => assert.deepEqual(said(), expected));
}
