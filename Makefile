# make run    start the app
# make test   check the style and the types, run every test

# The first Python on the PATH that is new enough; `make run PYTHON=/path/to/python` names another.
PYTHON ?= $(or $(firstword $(foreach name,python3 python3.13 python3.12 python3.11 python,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null))),python3)
VENV := .venv
IN_VENV := $(VENV)/bin/python
INSTALL := $(IN_VENV) -m pip install --disable-pip-version-check --quiet

# A file made when the installation is complete stands for it, so that the second time is quick.
APP_READY := $(VENV)/.installed-app
DEV_READY := $(VENV)/.installed-dev
AUDIT_READY := $(VENV)/.installed-audit

.DEFAULT_GOAL := run
.PHONY: run test bench audit screenshots clean
.DELETE_ON_ERROR:

run: $(APP_READY)
	$(IN_VENV) -m streamlit run app.py

test: $(DEV_READY)
	$(IN_VENV) -m ruff check
	$(IN_VENV) -m ruff format --check
	$(IN_VENV) -m mypy
	$(IN_VENV) -m pytest -n 2 --dist worksteal

bench: $(DEV_READY)
	$(IN_VENV) -m benchmarks

# --strict: a package that cannot be looked up is a failure, not a pass.
audit: $(AUDIT_READY)
	$(IN_VENV) -m pip_audit --strict --requirement requirements.txt

screenshots: $(DEV_READY)
	$(IN_VENV) tests/browser/screenshots.py

clean:
	rm -rf $(VENV)

# An interpreter that is gone (a removed or upgraded Python) counts as missing: --clear starts afresh.
$(IN_VENV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "The BPE explorer needs Python 3.11 or newer, and '$(PYTHON)' is not:" \
			"$$($(PYTHON) --version 2>&1). Install one, or name it: make run PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)

$(APP_READY): requirements.txt | $(IN_VENV)
	@$(IN_VENV) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "The virtual environment in $(VENV) was made by a Python older than 3.11." \
			"Remove it (make clean) and try again." >&2; exit 1; }
	@echo "Installing what the app needs; this is done once."
	$(INSTALL) --requirement requirements.txt
	@touch $@

$(DEV_READY): requirements-dev.txt $(APP_READY)
	@echo "Installing what the tests need; this is done once."
	$(INSTALL) --requirement requirements-dev.txt
	@touch $@

$(AUDIT_READY): $(APP_READY)
	$(INSTALL) pip-audit
	@touch $@
