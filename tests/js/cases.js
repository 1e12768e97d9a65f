// The cases that Python writes: `check.sh` writes those of all test files at once, in the folder CASES.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** @param {string} name Of a module in this folder. @returns {any} */
export const casesOf = (name) =>
  JSON.parse(
    process.env.CASES
      ? readFileSync(`${process.env.CASES}/${name}.json`, "utf8")
      : execFileSync(
          ".venv/bin/python",
          ["-c", `import json, tests.js.${name} as module; print(json.dumps(module.cases()))`],
          { encoding: "utf8", maxBuffer: 1 << 28 },
        ),
  );
