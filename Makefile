# cuckoobench - `make help` lists the targets. Non-recursive: build/$(MODE)/ mirrors the tree.
# SPDX-License-Identifier: MIT

MODE ?= release
DEPS ?= auto
SCALE ?= quick
ARGS ?=

-include config.mk
ifeq ($(origin CC),default)
CC := gcc
endif

MODES := release debug asan tsan cov fuzz
ifeq ($(filter $(MODE),$(MODES)),)
$(error MODE=$(MODE) is none of: $(MODES))
endif

OPT_release := -O3
OPT_debug   := -O1 -g
OPT_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_tsan    := -O1 -g -fsanitize=thread
OPT_cov     := -O0 -g --coverage
OPT_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes $(WERROR)
CPPFLAGS += -I. -D_GNU_SOURCE
CFLAGS   += -std=c11 $(OPT_$(MODE)) $(WARN)
LDFLAGS  += $(filter -fsanitize% --coverage,$(OPT_$(MODE)))
LDLIBS   += -ljansson -lxxhash -lm -lpthread

# Short lines unless V=1 is given.
Q := $(if $(V),,@)

BUILD   := build/$(MODE)
# A filter's file defines FILTER_OPS(...) and is compiled twice, once with line counting (core/probe.h).
FILTERS := $(shell grep -l '^const struct filter_ops FILTER_OPS' variants/*.c baselines/*.c)
LIBSRC  := $(wildcard core/*.c datasets/*.c variants/*.c baselines/*.c)
BINSRC  := $(wildcard harness/*.c harness/exp/*.c)
LIBOBJ  := $(LIBSRC:%.c=$(BUILD)/%.o) $(FILTERS:%.c=$(BUILD)/%.traced.o)
BINOBJ  := $(BINSRC:%.c=$(BUILD)/%.o)
TESTSRC := $(wildcard tests/*/test_*.c)
TESTS   := $(TESTSRC:%.c=$(BUILD)/%)
BIN     := $(BUILD)/cuckoobench

all: $(BIN) ## build the program (build/MODE/cuckoobench)

$(BIN): $(BINOBJ) $(LIBOBJ)
	@echo '  LD   $@'
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# A changed flag or compiler rebuilds everything: the stamp's content is the command.
STAMP := $(BUILD)/flags
COMMAND := $(CC) $(CPPFLAGS) $(CFLAGS)
ifneq ($(file <$(STAMP)),$(COMMAND))
$(shell mkdir -p $(BUILD))
$(file >$(STAMP),$(COMMAND))
endif

$(BUILD)/%.o: %.c $(STAMP)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/harness/manifest.o: CPPFLAGS += -DCUCKOOBENCH_COMPILER='"$(shell $(CC) --version | head -n 1)"' \
	-DCUCKOOBENCH_FLAGS='"$(CFLAGS)"'

$(BUILD)/%.traced.o: %.c $(STAMP)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(CC) $(CPPFLAGS) -DFILTER_TRACED $(CFLAGS) -MMD -MP -c -o $@ $<

# A test program is its own file, tests/test.c, the library and the harness without its main.
TESTLIB := $(BUILD)/tests/test.o $(filter-out $(BUILD)/harness/main.o,$(BINOBJ)) $(LIBOBJ)
$(TESTS): %: %.o $(TESTLIB)
	@echo '  LD   $@'
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

# --- what is installed, and what it is for ----------------------------------------------------------------
# libxxhash: the hash. libjansson: JSON. libcmocka: tests. gnuplot and a font: figures (without a font gnuplot
# writes PDFs without text and reports success).
PACKAGES := build-essential libxxhash-dev libjansson-dev libcmocka-dev gnuplot-nox fonts-dejavu-core

setup: ## install missing Debian/Ubuntu packages (DEPS=manual: only name them)
	@missing=; for p in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$(DEPS)" = manual ] || ! command -v apt-get >/dev/null; then \
	  echo "Missing packages (Debian names):$$missing"; [ "$(DEPS)" = manual ] || exit 3; exit 3; fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	echo "Installing$$missing with $$sudo apt-get (DEPS=manual only names them)"; \
	$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing

reproduce: setup ## measure everything at SCALE (default quick) and write the report; ARGS are passed on
	@$(MAKE) --no-print-directory all
	$(BIN) run --scale $(SCALE) $(ARGS)

check: setup ## build and pass all tests
	@$(MAKE) --no-print-directory all tests lint
	@tests/run $(BUILD) $(TESTS)

tests: $(TESTS)

golden: all ## write tests/golden anew from this build
	rm -rf build/golden
	$(BIN) run t1 t2 f1 f2 f3 f4 e3 l2 --scale smoke -q -o build/golden
	cp build/golden/results/*.csv tests/golden/

lint: ## dependencies point one way; every source file names its licence
	@tests/lint

# The fuzz target: a program of its own that makes up inputs, and with clang's libFuzzer a coverage-guided one.
FUZZ := $(BUILD)/tests/fuzz/fuzz_ops
$(FUZZ): $(FUZZ).o $(LIBOBJ)
	@echo '  LD   $@'
	$(Q)$(CC) $(subst fuzzer-no-link,fuzzer,$(LDFLAGS)) -o $@ $^ $(LDLIBS)
$(BUILD)/tests/fuzz/fuzz_ops.o: CPPFLAGS += $(if $(filter fuzz,$(MODE)),-DFUZZ_LIBFUZZER)
tests: $(FUZZ)

FUZZ_SECONDS ?= 60
fuzz: ## fuzz the filters with libFuzzer for FUZZ_SECONDS (needs clang and its runtime, libclang-rt-dev)
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang build/fuzz/tests/fuzz/fuzz_ops
	@mkdir -p build/fuzz/corpus
	build/fuzz/tests/fuzz/fuzz_ops -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -rss_limit_mb=4096 -artifact_prefix=build/fuzz/ build/fuzz/corpus

clean: ## remove build/ (results/ is never touched)
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

.PHONY: fuzz golden all setup reproduce check tests lint clean help
.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
