# Two commands do all the set-up: `make demo` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Many tests start processes, which begin in half the time with bytecode.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses=auto --dist=loadfile

.DEFAULT_GOAL := help
.PHONY: help demo test test-cluster quick lint precompile lint-pages bench bench-peers accuracy proof-portable proof-engine proof-symbolic fuzz proof-crash proof-study study-peers proof-peers proof-control digests goldens pictures docs docs-serve test-pages lock clean

help:  ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.installed  ## install, run the main job, say what happened
	@$(BIN)/ghost doctor
	@echo
	@$(BIN)/ghost run t-junction-4 --output build/demo/first --force
	@PYTHONHASHSEED=2 $(BIN)/ghost run t-junction-4 --output build/demo/second --force > build/demo/second.txt
	@cmp build/demo/first/run.mcap build/demo/second/run.mcap && \
	  echo "Run again in another process: the same recording, byte for byte."
	@$(MAKE) --no-print-directory $(VENV)/.precompiled

test: lint $(VENV)/.precompiled  ## install the test tools, then lint, types and the test suite
	@$(PYTEST)

test-cluster: $(VENV)/.cluster-tools build/s3-server/.installed $(VENV)/.precompiled  ## test sweeps on two Ray nodes and an S3 server, which are killed and stopped (installs 380 MB)
	@$(BIN)/python -m pytest tests/cluster --cluster $(ARGS)

quick: $(VENV)/.test-tools  ## at each change: ruff, types and the tests that are not slow
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(PYTEST) -m "not slow"

lint: $(VENV)/.test-tools  ## ruff, the type checker, and the determinism linter on our own code
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/ghost lint src proofs benchmarks tools examples

precompile: $(VENV)/.installed  ## compile what the built-in scenarios need, if the source has changed
	@$(BIN)/ghost precompile
	@touch $(VENV)/.precompiled

lint-pages: $(VENV)/.test-tools  ## write docs/lint-rules.md and the comparison with ruff in docs/lint.md
	@$(BIN)/python tools/lint_pages.py

bench: $(VENV)/.test-tools  ## measure what things cost, beside plain references; ARGS="dmath" for a part
	@$(BIN)/python -m benchmarks $(ARGS)

bench-peers: $(VENV)/.bench-peers  ## install the peers that the benchmarks compare with: Drake

accuracy: $(VENV)/.test-tools  ## measure dmath's worst errors against mpmath; ARGS="--write" for the docs
	@$(BIN)/python tools/dmath_accuracy.py $(ARGS)

proof-portable: $(VENV)/.test-tools  ## prove one digest per workload on other CPUs, Pythons and aarch64 (ARGS=--list)
	@$(BIN)/python -m proofs.portable $(ARGS)

proof-engine: $(VENV)/.test-tools  ## prove on 500 random graphs that interpreted and compiled are the same (ARGS="--graphs 60")
	@GHOST_CACHE_DIR=build/proof-cache GHOST_PREBUILT=build/no-archive $(BIN)/python -m proofs.engine $(ARGS)

proof-symbolic: $(VENV)/.test-tools  ## prove that CasADi expressions have the engine's bits: functions, components, graphs, loops, C
	@$(BIN)/python -m proofs.symbolic $(ARGS)

fuzz: $(VENV)/.test-tools  ## prove that broken files end in an answer or one clear message (ARGS="--cases 1000")
	@$(BIN)/python -m proofs.fuzz $(ARGS)

proof-crash: $(VENV)/.test-tools  ## prove that 200 runs killed at random moments leave the beginning of the true run
	@$(BIN)/python -m proofs.crash $(ARGS)

proof-study: $(VENV)/.test-tools  ## prove 30,000 repeats under five loads to be the same bits; half an hour (ARGS="--repeats 50 --fresh 4")
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m proofs.study $(ARGS)  # fresh processes need half the time with bytecode

study-peers: $(VENV)/.study-peers  ## install other simulators to study: SUMO, MuJoCo, highway-env (1 GB)

proof-peers: $(VENV)/.study-peers  ## study SUMO, MuJoCo and highway-env, fresh and in one process (ARGS="sumo --write")
	@$(BIN)/python -m proofs.peers $(ARGS)

proof-control: $(VENV)/.test-tools  ## study a simulator that is wrong on purpose: each fault is found, its factor named
	@$(BIN)/python -m proofs.control $(ARGS)

digests: $(VENV)/.test-tools  ## store what the self-check must give from now on: on purpose only
	@$(BIN)/python -m proofs.digests

goldens: $(VENV)/.test-tools  ## store what the built-in scenarios must give from now on: on purpose only (ARGS=--check)
	@$(BIN)/python -m proofs.goldens $(ARGS)

test-pages: $(VENV)/.test-tools  ## test the pages in Chromium, which is installed from Debian where it is missing
	@command -v chromium >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium >/dev/null)
	@$(PYTEST) tests/view tests/study/test_page.py

pictures: $(VENV)/.test-tools  ## draw the built-in maps and scenarios for the docs
	@$(BIN)/python tools/scenario_pages.py

docs: $(VENV)/.test-tools  ## build the documentation as a site: build/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

docs-serve: $(VENV)/.test-tools  ## the same at 127.0.0.1:8000, with search, built anew at each change
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

lock: $(VENV)/.test-tools  ## pin anew what pyproject.toml asks for (needs uv: pip install uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  pyproject.toml requirements/build.in -o requirements/run.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --extra dev pyproject.toml -c requirements/run.txt -o requirements/test.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --extra bench pyproject.toml -c requirements/run.txt -o requirements/bench.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --extra sumo --extra mujoco --extra highway-env pyproject.toml -c requirements/test.txt \
	  -o requirements/study.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --extra ray --extra sweep pyproject.toml -c requirements/test.txt -o requirements/cluster.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  requirements/s3-server.in -o requirements/s3-server.txt

clean:  ## remove everything that make made
	rm -rf $(VENV) build src/project_ghost/prebuilt.zip .ghost_cache .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Before anything is installed; a .venv that is as it should be costs one start of Python.
.PHONY: venv
venv:
	@sh tools/venv.sh $(VENV) "$(PYTHON)" "$(origin PYTHON)"

$(VENV)/.installed: requirements/run.txt pyproject.toml | venv
	@echo "installing ghost-sim and what it needs into $(VENV)"
	@$(PIP) install --require-hashes -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Once: what is edited later is compiled when it is needed.
$(VENV)/.precompiled: | $(VENV)/.installed
	@echo "compiling the built-in scenarios, for quick starts: some minutes, once"
	@$(BIN)/ghost precompile
	@touch $@

$(VENV)/.test-tools: requirements/test.txt $(VENV)/.installed
	@echo "installing the test tools into $(VENV)"
	@$(PIP) install --require-hashes -r requirements/test.txt
	@touch $@

$(VENV)/.study-peers: requirements/study.txt $(VENV)/.test-tools
	@echo "installing the simulators that studies compare with into $(VENV)"
	@$(PIP) install --require-hashes -r requirements/study.txt
	@touch $@

$(VENV)/.cluster-tools: requirements/cluster.txt $(VENV)/.test-tools
	@echo "installing Ray into $(VENV)"
	@$(PIP) install --require-hashes -r requirements/cluster.txt
	@touch $@

# Not in $(VENV): it needs other versions of what is there.
build/s3-server/.installed: requirements/s3-server.txt | venv
	@echo "installing an S3 server into build/s3-server"
	@$(BIN)/python -m venv build/s3-server
	@build/s3-server/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes -r $<
	@touch $@

$(VENV)/.bench-peers: requirements/bench.txt $(VENV)/.test-tools
	@echo "installing the benchmarks' peers into $(VENV)"
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@
