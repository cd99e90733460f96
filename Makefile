# Two commands from a clean clone: `make answers` and `make test`. Needed: Python 3.11 or newer with pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CHAPTER := masks-and-heads
INSTALLED := $(VENV)/installed

.PHONY: answers test clean
.DEFAULT_GOAL := answers

answers: $(INSTALLED)
	@mkdir -p build
	@$(BIN)/symattn key $(CHAPTER) --to tex -o build/$(CHAPTER).tex
	@$(BIN)/symattn key $(CHAPTER) --to md -o build/$(CHAPTER).md
	@if command -v pdflatex >/dev/null; then $(BIN)/symattn key $(CHAPTER) --to pdf -o build/$(CHAPTER).pdf; fi
	@echo "The answer key of the first source chapter:"
	@echo "  $(CURDIR)/build/$(CHAPTER).tex"
	@echo "  $(CURDIR)/build/$(CHAPTER).md"
	@if command -v pdflatex >/dev/null; then echo "  $(CURDIR)/build/$(CHAPTER).pdf"; \
	else echo "  (no PDF: pdflatex is not installed)"; fi

test: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/python -m pytest

# The stamp: installing is not repeated until pyproject.toml changes.
$(INSTALLED): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find symattn tests derivations -name __pycache__ -type d -prune -exec rm -rf {} +
