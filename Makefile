# Every target does the set-up it needs first. On Windows use the shell and make that come with Git.

ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
PYTHON_IN := $(BIN)/python
OFFSCREEN := QT_QPA_PLATFORM=offscreen
# Two at a time: the tests wait for child programs more than they compute.
PYTEST := $(OFFSCREEN) $(PYTHON_IN) -m pytest

.DEFAULT_GOAL := help
.PHONY: help setup run test lint screenshots bench test-agents soak package

help:
	@echo "make setup        .venv with the program, its test tools and translations"
	@echo "make run          open the window (without a display: curate a sample, save a picture)"
	@echo "make test         lint, types, and all tests"
	@echo "make lint         format and fix what ruff can, then check types and import contracts"
	@echo "make screenshots  every page in build/pictures, the documented ones in docs/images"
	@echo "make bench        measurements against bare scripts"
	@echo "make test-agents  the real agents from npm against a mock model server"
	@echo "make soak         processes, workers, every fault and random histories for long (SECONDS=60, SEED=…)"
	@echo "make package      sdist and wheel in dist/"

setup:
	@sh packaging/setup.sh

run: setup
	@sh packaging/run.sh $(BIN)

lint: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) -n 2

screenshots: setup
	$(OFFSCREEN) $(PYTHON_IN) packaging/screenshots.py

bench: setup
	$(OFFSCREEN) $(PYTHON_IN) -m benchmarks

test-agents: setup
	$(PYTEST) tests/real_agents -m real_agents

SECONDS ?= 60
SEED := $(or $(SEED),$(shell date +%s))
soak: setup
	$(PYTHON_IN) -m benchmarks.soak $(SECONDS)
	VELA_SOAK=1 VELA_SOAK_SEED=$(SEED) $(PYTEST) --hypothesis-seed=$(SEED) \
		tests/faults tests/storage tests/curation -n 2

package: setup
	$(PYTHON_IN) -m build --no-isolation
