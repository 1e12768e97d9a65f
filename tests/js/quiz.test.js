// The cards of the Challenge: what they show, who answers them, and how.

import assert from "node:assert/strict";
import { test } from "node:test";
import { node } from "./page.js";
import { drawParts } from "../../explorer_ui/places/quiz/parts.js";

test("on a card, the rank of a merge has no comma, since it is a name, and a number has one", () => {
  const { children } = drawParts(node(), [["merge", 1201, "YQ==", "Yg=="], ["words", "of"], ["number", "1,201"]]); // prettier-ignore
  assert.deepEqual(Array.from(children, ({ textContent }) => textContent), ["1201a + b", "of", "1,201"]); // prettier-ignore
});
