// The site that works without the app.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, give, node } from "./page.js";
import { openSite } from "../../explorer_ui/site/site.js";

const { document } = globalThis;

test("the site takes from its address what its controls can have, and puts there what is not usual", () => {
  class Select extends node().constructor {}
  const select = (/** @type {string[]} */ ...values) =>
    give(new Select(), { children: values.map((value) => ({ value })), value: values[0] });
  const area = (/** @type {string} */ value, maxLength = 9) => give(node(), { value, maxLength });
  for (const [hash, training, vocabulary, address] of /** @type {any[]} */ ([
    ["", {}, "", "#"],
    ["#text=0123456789&repeats=false", { text: "012345678", "min-count": "1" }, "", "#repeats=false"],
    ["#recipe=gpt2", { recipe: "gpt2" }, "", "#recipe=gpt2"],
    ["#text=a+b&recipe=none", { text: "a b" }, "", "#text=a+b"],
    ["#tokenizer=gpt2&merges=12345678", { merges: "12345678" }, "gpt2", "#tokenizer=gpt2&merges=12345678"],
  ])) {
    const parts = any({
      ...{ text: area("low"), encode: area("slow"), merges: area("100", -1) },
      ...{ recipe: select("bytes", "gpt2"), ties: select("first"), tokenizer: select("own", "gpt2") },
      repeats: give(node(), { type: "checkbox", checked: true }),
      ...{ train: node(), tokens: node(), apply: node() },
      data: { textContent: JSON.stringify({ vocabularies: ["gpt2"], link: 8, samples: {} }) },
    });
    let shown = "";
    const history = give({}, { replaceState: (_, __, told) => (shown = told) });
    const location = { hash, protocol: "file:" };
    give(globalThis, { HTMLSelectElement: Select, history, location, addEventListener() {} });
    give(document, { getElementById: (id) => parts[id], querySelectorAll: () => [] });
    openSite();
    const { apply, tokens, train } = parts;
    const usual = { text: "low", recipe: "bytes", merges: "100", ties: "first", "min-count": "2" };
    const trained = { ...usual, ...training };
    assert.deepEqual(train.attributes, trained);
    assert.deepEqual(tokens.attributes, { ...trained, ...(vocabulary && { vocabulary }) });
    assert.deepEqual(
      apply.attributes,
      vocabulary ? { text: "slow", vocabulary } : { ...trained, encode: "slow" },
    );
    assert.equal(shown, address);
  }
});
