// Computes what the edition without a server computes, for Python to compare: JSON cases from stdin, results
// to stdout.

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { encoderFrom } from "../../explorer_ui/browser/encoder/encoder.js";
import { encodingData, growthData } from "../../explorer_ui/site/encoding.js";
import { patternsOf } from "../../explorer_ui/parts/trainer/beginning.js";
import { trained, trainingData } from "../../explorer_ui/parts/trainer/training.js";
import { publishedTokenizer, trainedTokenizer } from "../../explorer_ui/site/tokenizers.js";

/** @type {any} */
const given = JSON.parse(readFileSync(0, "utf8"));
const categories = inflateSync(Buffer.from(given.categories, "base64"));
const patternOf = patternsOf(given.patterns, categories);

/**
 * Keep the result of a function for each of its arguments.
 * @template Value @param {(one: any) => Value} compute @returns {(one: any) => Value}
 */
function once(compute) {
  /** @type {Map<string, Value>} */
  const known = new Map();
  return (one) => {
    const key = JSON.stringify(one);
    const value = known.get(key) ?? compute(one);
    known.set(key, value);
    return value;
  };
}

const encoderOf = once((/** @type {string} */ name) => {
  const { parts, merges } = given.vocabularies[name];
  return encoderFrom(
    parts,
    categories,
    merges.map((/** @type {string} */ file) => inflateSync(Buffer.from(file, "base64"))),
  );
});

const tokenizerFor = once(({ published, trainedOn, how }) =>
  published
    ? publishedTokenizer(encoderOf(published), published)
    : trainedTokenizer(trained(trainedOn, how, patternOf), patternOf, "your tokenizer"),
);

/** @param {any} one */
const tokenizerOf = ({ published, trainedOn, how }) => tokenizerFor({ published, trainedOn, how });

/** @type {Record<string, (one: any) => unknown>} */
const ANSWERS = {
  ids: ({ text, published }) => encoderOf(published).encode(text, "ordinary")?.ids,
  encoding: (one) => encodingData(tokenizerOf(one), one.text),
  growth: (one) => growthData(one.text, [tokenizerOf(one)]),
  training: ({ text, how }) => trainingData(trained(text, how, patternOf), given.endings),
};

const answers = given.cases.map((/** @type {any} */ one) => {
  try {
    return ANSWERS[one.asks](one);
  } catch (error) {
    return { error: error instanceof Error ? error.message : "" };
  }
});
process.stdout.write(JSON.stringify(answers));
