# All there is to do, from a fresh machine: needs Python 3.11 or newer, and make.
#
#   make report     play every spirit alone, every pair and every trio of Horizons, and write reports/horizons
#   make core       play the core box: spirits against levels, pairs, numbers of players; write reports/core_*
#   make notebooks  execute the notebooks and write them as pages to reports/notebooks
#   make test       the quick tests
#   make lint       style and types
#   make slow       the tests that take minutes
#   make clean      remove the environment and what tools left behind; results stay

PYTHON ?= python3
VENV ?= .venv
TEST_PROCESSES ?= 2

BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

.PHONY: report core notebooks test lint slow clean

# a folder is made anew: results are never added to those of an earlier run
define publish
	rm -rf reports/$(1)
	$(BIN)/spirit-sim sweep $(2) --out reports/$(1)
	$(BIN)/spirit-sim report reports/$(1)
endef

report: $(INSTALLED)
	$(call publish,horizons,horizons)

core: $(INSTALLED)
	$(call publish,core_levels,levels_solo)
	$(call publish,core_pairs,pairs)
	$(call publish,core_players,players)

# the rules are compiled once, before the processes of pytest share them
test: $(INSTALLED_DEV)
	$(BIN)/spirit-sim warmup
	$(BIN)/python -m pytest -n $(TEST_PROCESSES)

lint: $(INSTALLED_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

slow: $(INSTALLED_DEV)
	$(BIN)/spirit-sim warmup
	$(BIN)/python -m pytest -n $(TEST_PROCESSES) -m slow

notebooks: $(INSTALLED_DEV)
	$(BIN)/spirit-sim warmup
	$(BIN)/python notebooks/render.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=..." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	touch $@

$(INSTALLED_DEV): pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[dev]'
	touch $(INSTALLED) $@
