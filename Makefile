# Two commands from a clean clone: `make answers` and `make test`. Needed: Python 3.11 or newer with pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CHAPTER := masks-and-heads
INSTALLED := $(VENV)/installed
BENCH_INSTALLED := $(VENV)/installed-bench
LIBRARIES := numpy,torch,jax,flax,keras,transformers,onnx,mlx
LIBRARIES_INSTALLED := $(VENV)/installed-libraries
FUZZ_INSTALLED := $(VENV)/installed-fuzz
BENCH_OPTIONS ?=
DRAWS ?= 10000
RUNS ?= 100000

.PHONY: audit-texts limits answers test test-libraries bench soak clean fuzz
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
	$(BIN)/python -m pytest -n auto

# Conventions against the libraries themselves, none of which may be absent.
test-libraries: $(LIBRARIES_INSTALLED)
	SYMATTN_REQUIRE=$(LIBRARIES) $(BIN)/python -m pytest -m "libraries or not libraries" tests/conventions

# Everything side by side in one run: benchmarks/results.md and benchmarks/cost.svg. BENCH_OPTIONS=--quick tries it out.
bench: $(BENCH_INSTALLED)
	@command -v maxima >/dev/null || echo "Maxima is not installed, so it is not measured (Debian: apt-get install maxima)"
	@command -v giac >/dev/null || echo "Giac is not installed, so it is not measured (Debian: apt-get install xcas)"
	$(BIN)/python -m benchmarks $(BENCH_OPTIONS)

# Many random draws against independent witnesses; fails where one of them contradicts. SEED=n looks elsewhere.
soak: $(INSTALLED)
	$(BIN)/python -m tests.differential.soak --draws $(DRAWS) --seed $(or $(SEED),1)

# Each limit of the engine measured at full size, about an hour of one core; a missed one ends with an error.
limits: $(INSTALLED)
	for limit in layers scale floats writing digits decisions theorems answers grading audits fuzz; do $(BIN)/python -m benchmarks.limits.$$limit || exit 1; done

# Hostile texts, guided by coverage (Atheris), each target as often as RUNS says; a finding is left in build/fuzz.
fuzz: $(FUZZ_INSTALLED)
	for target in reader checker files; do $(BIN)/python -m tests.fuzzing.guided $$target --runs $(RUNS) || exit 1; done

# The auditor before the two source texts: figures decided, false alarms, and each figure changed in turn.
audit-texts: $(INSTALLED)
	$(BIN)/python -m tests.auditing.judge_texts --texts $(or $(TEXTS),../shared/seeds)

# The stamp: installing is not repeated until pyproject.toml changes.
$(INSTALLED): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(BENCH_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

$(FUZZ_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	@touch $@

$(LIBRARIES_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[libraries]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find symattn tests derivations -name __pycache__ -type d -prune -exec rm -rf {} +
