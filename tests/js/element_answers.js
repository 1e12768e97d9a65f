// Computes what the elements compute, for Python to compare: JSON cases from stdin, results
// to stdout.

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { encoderFrom } from "../../explorer_ui/browser/encoder/encoder.js";
import { encoderOf, encodingData } from "../../explorer_ui/elements/encoding.js";
import { patternsOf, unpackedClasses } from "../../explorer_ui/parts/trainer/beginning.js";
import { trained, trainedToShow, trainingData } from "../../explorer_ui/parts/trainer/training.js";
import { tokenizedBy } from "../../explorer_ui/parts/token_row/strip/tokenized_text.js";

/** @type {any} */
const given = JSON.parse(readFileSync(0, "utf8"));
const classes = unpackedClasses(given.parts.classes);
const patternOf = patternsOf(given.parts.patterns, classes);

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

const publishedOf = once((/** @type {string} */ name) => {
  const { parts, merges } = given.vocabularies[name];
  const inflated = merges.map((/** @type {string} */ file) => inflateSync(Buffer.from(file, "base64")));
  return encoderFrom(parts, classes, inflated);
});
const trainingFor = once(({ trainedOn, how }) => trained(trainedOn, how, patternOf));
const trainedFor = once((key) => encoderOf(trainingFor(key), patternOf));

/** @param {any} one */
const encoderFor = ({ published, trainedOn, how }) =>
  published ? publishedOf(published) : trainedFor({ trainedOn, how });

/** @type {Record<string, (one: any) => unknown>} */
const ANSWERS = {
  ids: ({ text, published }) => publishedOf(published).encode(text, "ordinary")?.ids,
  encoding: (one) => {
    const { text, published, trainedOn, how } = one;
    return encodingData(encoderFor(one), text, published ? undefined : trainingFor({ trainedOn, how }));
  },
  tokens: (one) => {
    const encoder = encoderFor(one);
    const whole = tokenizedBy(encoder, encoder.encode(one.text, "ordinary") ?? { ids: [], chunks: [] });
    const tokens = whole.tokens.map(({ id, bytes, rank }) => [
      id,
      Buffer.from(bytes).toString("base64"),
      rank,
    ]);
    return { ids: whole.ids(), tokens, chunks: [...(whole.chunks ?? [])], display: whole.display };
  },
  shown: ({ text, how }) => trainingData(trainedToShow(text, how, patternOf), given.parts.endings),
  training: ({ text, how }) => trainingData(trained(text, how, patternOf), given.parts.endings),
};

const answers = given.cases.map((/** @type {any} */ one) => {
  try {
    return ANSWERS[one.asks](one);
  } catch (error) {
    return { error: error instanceof Error ? error.message : "" };
  }
});
process.stdout.write(JSON.stringify(answers));
