# One verb a line of work. The first run of any of them sets everything up in .venv.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
TOOLS := .venv/.tools
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test lint fix bench docs clean

demo: $(READY)  ## check the example that ships with the package and show its scorecard
	@$(BIN)/pincite demo

test: $(TOOLS)  ## run the whole test suite
	$(BIN)/pytest -n 2

lint: $(TOOLS)  ## style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fix: $(TOOLS)  ## format, and repair what can be repaired by machine
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)  ## time the deterministic tier (ratios measured side by side)
	$(BIN)/python bench/throughput.py

docs: $(TOOLS)  ## regenerate the reference pages from the code
	$(BIN)/python docs/generate.py

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Pincite needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --editable .
	@touch $(READY)

$(TOOLS): $(READY) model/pyproject.toml
	$(PIP) --editable ./model --editable '.[dev]'
	@touch $(TOOLS)
