# cuckoobench - `make help` lists the targets. Non-recursive: build/$(MODE)/ mirrors the tree.
# SPDX-License-Identifier: MIT

MODE ?= release
DEPS ?= auto
SCALE ?= quick
ARGS ?=
# The folders of `make install`, below DESTDIR. The files that the program reads when it runs go to
# PREFIX/share/cuckoobench, where it looks from BINDIR. If BINDIR is elsewhere, CUCKOOBENCH_HOME names that folder.
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
INSTALL ?= install

# As many jobs as processors, unless the caller says how many (make -j1). Inner makes have the outer one's.
ifeq ($(MAKELEVEL)$(findstring -j,$(shell echo "$$MAKEFLAGS")),0)
MAKEFLAGS += -j$(shell nproc)
endif

-include config.mk
ifeq ($(origin CC),default)
CC := gcc
endif

MODES := release debug asan tsan cov fuzz
ifeq ($(filter $(MODE),$(MODES)),)
$(error MODE=$(MODE) is none of: $(MODES))
endif
DEPS_WAYS := auto manual none
ifeq ($(filter $(DEPS),$(DEPS_WAYS)),)
$(error DEPS=$(DEPS) is none of: $(DEPS_WAYS))
endif

OPT_release := -O3
OPT_debug   := -O1 -g
OPT_asan    := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_tsan    := -O1 -g1 -fsanitize=thread
OPT_cov     := -O0 -g --coverage
OPT_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes $(WERROR)
# No contraction to fused multiply-add, which would change the last digits of computed points from machine to machine.
# CFLAGS, CPPFLAGS, LDFLAGS of the caller are added to these, not put in their place.
# jemalloc is the program's allocator, but not where a sanitizer brings its own (harness/machine/allocation.h).
ALLOCATOR := $(if $(filter release debug,$(MODE)),jemalloc)
BASE_CPPFLAGS := -I. -Iinclude -D_GNU_SOURCE $(if $(ALLOCATOR),-DCUCKOOBENCH_JEMALLOC)
# The programs, libcuckoobench.so and .a share the filters' objects: position-independent, and hidden except for the
# public header's names.
BASE_CFLAGS   := -std=c11 -fPIC -fvisibility=hidden -ffp-contract=off $(OPT_$(MODE)) $(WARN)
BASE_LDFLAGS  := $(filter -fsanitize% --coverage,$(OPT_$(MODE)))
BASE_LDLIBS   := -ljansson -lxxhash -lz -lmd -lhwloc -lnuma -llmdb -lurcu-bp -lurcu-common $(ALLOCATOR:%=-l%) -lm \
	-lpthread
# A compiler cache, where there is one that can write (CCACHE= does without). The objects are the same, and the manifest
# names the compiler.
CCACHE  ?= $(shell d=$$(ccache --get-config cache_dir 2>/dev/null) && mkdir -p "$$d" 2>/dev/null && [ -w "$$d" ] && \
	echo ccache)
CACHED  := $(strip $(if $(findstring ccache,$(CC)),,$(CCACHE)) $(CC))
COMPILE = $(CACHED) $(BASE_CPPFLAGS) $(CPPFLAGS) $(BASE_CFLAGS) $(CFLAGS)
LINK    = $(CC) $(BASE_CFLAGS) $(CFLAGS) $(BASE_LDFLAGS) $(LDFLAGS)

# Objects that are compiled again, to count lines or for the explorer, are not timed. They need only -O1, and their
# answers are the same (core/bits.h does the rest). Under a sanitizer few tests run them: -O0 compiles in a third of the
# time, and says of loops that it does not unroll them.
UNTIMED := $(if $(filter release,$(MODE)),-O1)$(if $(filter asan tsan,$(MODE)),-O0 -w)

# Short lines unless V=1 is given.
Q := $(if $(V),,@)

BUILD   := build/$(MODE)
# The files of filters, and of what they share by name, are compiled twice, once with line counting (core/probe.h).
FILTERS := $(filter-out %_vector.c,$(shell grep -lE 'FILTER_(OPS|KIND|NAME)' variants/*/*.c baselines/*/*.c))
# Those that are compiled for a set of instructions have it in their objects' names (core/vector.h): cf_vector.avx2.o
# for the row of cf_avx2, and vqf_kernel.avx2.o for each set.
ISAS    := $(filter-out portable,$(shell sed -n 's/^ISA.\([a-z0-9]*\),.*/\1/p' core/isa.def))
ROWS    := $(shell sed -n 's/^FILTER.\([a-z0-9_]*\).$$/\1/p' core/filters.def)
IDS      = $(shell sed -n 's/.* VECTOR_OPS.\([a-z0-9_]*\).*/\1/p' $(1))
TWINS   := $(foreach file,$(wildcard variants/*/*_vector.c baselines/*/*_vector.c),$(foreach isa,$(ISAS),\
	$(if $(filter $(addsuffix _$(isa),$(call IDS,$(file))),$(ROWS)),$(file:.c=.$(isa)))))
KERNELS := $(foreach file,$(wildcard variants/*/*_kernel.c baselines/*/*_kernel.c),$(ISAS:%=$(file:.c=.%)))
LIBSRC  := $(filter-out %_vector.c %_kernel.c,$(wildcard core/*.c datasets/*.c variants/*/*.c baselines/*/*.c))
BINSRC  := $(filter-out harness/micro/%,$(wildcard harness/*/*.c))
VECTORS := $(TWINS:%=$(BUILD)/%.o) $(KERNELS:%=$(BUILD)/%.o)
LIBOBJ  := $(LIBSRC:%.c=$(BUILD)/%.o) $(FILTERS:%.c=$(BUILD)/%.traced.o) $(VECTORS) $(TWINS:%=$(BUILD)/%.traced.o)
BINOBJ  := $(BINSRC:%.c=$(BUILD)/%.o)
TESTSRC := $(wildcard tests/*/test_*.c)
# The explorer of schedules, and the threads that yield at random, test what a memory model allows. AddressSanitizer
# adds nothing to that except the time to compile two dozen mutants. Release and ThreadSanitizer have them.
TESTED  := $(if $(filter asan,$(MODE)),$(filter-out tests/explore/% tests/chaos/%,$(TESTSRC)),$(TESTSRC))
TESTS   := $(TESTED:%.c=$(BUILD)/%)
BIN     := $(BUILD)/cuckoobench
MICRO   := $(BUILD)/cuckoobench-micro
RELEASE := $(shell sed -n 's/^.define CUCKOOBENCH_VERSION "\(.*\)"/\1/p' core/version.h)
LIBSO   := $(BUILD)/libcuckoobench.so.$(RELEASE)
LIBA    := $(BUILD)/libcuckoobench.a

# A package and its header: those that the library needs, programs, and tests.
NEEDED_lib   := libxxhash-dev:xxhash.h liburcu-dev:urcu/urcu-bp.h
NEEDED_all   := $(NEEDED_lib) libjansson-dev:jansson.h zlib1g-dev:zlib.h libmd-dev:sha2.h libhwloc-dev:hwloc.h \
	libnuma-dev:numa.h liblmdb-dev:lmdb.h libbenchmark-dev:benchmark/benchmark.h \
	$(ALLOCATOR:%=lib%-dev:jemalloc/jemalloc.h)
NEEDED_tests := $(NEEDED_all) libcmocka-dev:cmocka.h
# Before the first file is compiled: what the goal needs is there, or its packages have names.
GOALS := $(or $(MAKECMDGOALS),all)
GOAL  := $(if $(filter tests check% $(BUILD)/tests/%,$(GOALS)),tests,$(if $(filter-out lib,$(GOALS)),all,lib))
FOUND := $(BUILD)/found-$(GOAL)

all: $(BIN) $(MICRO) lib ## build the programs (build/MODE/cuckoobench, and -micro) and the library
micro: $(MICRO) ## build the micro-benchmarks alone (build/MODE/cuckoobench-micro)
lib: $(LIBSO) $(LIBA) ## build the library alone (build/MODE/libcuckoobench.so and .a)

$(BIN): $(BINOBJ) $(LIBOBJ)
	@echo '  LD   $@'
	$(Q)$(LINK) -o $@ $^ $(BASE_LDLIBS) $(LDLIBS)

# A changed flag or compiler rebuilds everything: the stamp's content is the command.
STAMP := $(BUILD)/flags
ifneq ($(file <$(STAMP)),$(COMPILE))
$(shell mkdir -p $(BUILD))
$(file >$(STAMP),$(COMPILE))
endif
# Every manifest has the commit of the build, and a digest of the differences of the program's sources from it, new
# files included. There is no digest without differences (e3b0c4... is the digest of nothing).
COMMIT := $(BUILD)/commit
SOURCES := Makefile include core datasets variants baselines harness
VERSION := $(shell git rev-parse HEAD 2>/dev/null && { git diff --binary HEAD -- $(SOURCES); \
	git ls-files -z -o --exclude-standard -- $(SOURCES) | xargs -0 -r sha256sum; } | sha256sum | \
	sed 's/ .*//; /^e3b0c44298fc1c149afbf4c8996fb924/d')
ifneq ($(wildcard $(COMMIT)) $(file <$(COMMIT)),$(COMMIT) $(VERSION))
$(shell mkdir -p $(BUILD))
$(file >$(COMMIT),$(VERSION))
endif

$(BUILD)/%.o: %.c $(STAMP) | $(FOUND)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(COMPILE) $(DEFINES) -MMD -MP -c -o $@ $<

# A page's style and script, as bytes of C: without their comments and empty lines.
$(BUILD)/harness/report/page.%.inc: harness/report/page.%
	@mkdir -p $(@D)
	$(Q)sed '/^\/\*.*\*\/$$/d; /^\/\*/,/\*\/$$/d; /^\/\//d; /^$$/d' $< | od -An -v -tx1 | \
		sed 's/ \(..\)/0x\1,/g' >$@
$(BUILD)/harness/report/page.o: $(BUILD)/harness/report/page.css.inc $(BUILD)/harness/report/page.js.inc
$(BUILD)/harness/report/page.o: DEFINES = -I$(BUILD)/harness/report
$(BUILD)/harness/run/manifest_program.o: $(COMMIT)
$(BUILD)/harness/run/manifest_program.o: DEFINES = -DCUCKOOBENCH_COMPILER='"$(shell $(CC) --version | head -n 1)"' \
	-DCUCKOOBENCH_FLAGS='"$(subst ",,$(BASE_CPPFLAGS) $(CPPFLAGS) $(BASE_CFLAGS) $(CFLAGS))"' \
	-DCUCKOOBENCH_LINK_FLAGS='"$(subst ",,$(BASE_LDFLAGS) $(LDFLAGS) $(BASE_LDLIBS) $(LDLIBS))"' \
	-DCUCKOOBENCH_COMMIT='"$(word 1,$(VERSION))"' -DCUCKOOBENCH_DIFF='"$(word 2,$(VERSION))"'

$(BUILD)/%.traced.o: %.c $(STAMP) | $(FOUND)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(COMPILE) $(UNTIMED) -DFILTER_TRACED -DFILTER_SUFFIX=_traced -MMD -MP -c -o $@ $<

# $(1): a set of instructions.
define ISA_RULES
$(BUILD)/%.$(1).o: %.c $(STAMP) | $(FOUND)
	@mkdir -p $$(@D)
	@echo '  CC   $$@'
	$(Q)$$(COMPILE) -DVECTOR_$(shell echo $(1) | tr a-z A-Z) -MMD -MP -c -o $$@ $$<
$(BUILD)/%.$(1).traced.o: %.c $(STAMP) | $(FOUND)
	@mkdir -p $$(@D)
	@echo '  CC   $$@'
	$(Q)$$(COMPILE) $(UNTIMED) -DVECTOR_$(shell echo $(1) | tr a-z A-Z) -DFILTER_TRACED -DFILTER_SUFFIX=_traced \
		-MMD -MP -c -o $$@ $$<
endef
$(foreach isa,$(ISAS),$(eval $(call ISA_RULES,$(isa))))

# Micro-benchmarks: Google Benchmark is C++, and so is the file that gives it to C; the compiler knows it by its name.
MICRO_LDLIBS := -lbenchmark -lstdc++
MICROOBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard harness/micro/*.c)) $(BUILD)/harness/micro/shim.o
$(MICRO): $(MICROOBJ) $(filter-out $(BUILD)/harness/cli/main.o,$(BINOBJ)) $(LIBOBJ)
	@echo '  LD   $@'
	$(Q)$(LINK) -o $@ $^ $(MICRO_LDLIBS) $(BASE_LDLIBS) $(LDLIBS)
$(BUILD)/%.o: %.cc $(STAMP) | $(FOUND)
	@mkdir -p $(@D)
	@echo '  C++  $@'
	$(Q)$(CACHED) $(BASE_CPPFLAGS) $(CPPFLAGS) -std=c++17 \
		$(filter-out -std=% -Wstrict-prototypes -Wmissing-prototypes,$(BASE_CFLAGS)) $(CFLAGS) \
		-MMD -MP -c -o $@ $<

# The library (include/cuckoobench.h, library/library.c): the filters' own objects, without the twins that count lines.
# The soname has the version's first number. The archive has one object, whose names are all its own except the public
# ones, because a program may have others of the same name.
SONAME := libcuckoobench.so.$(firstword $(subst ., ,$(RELEASE)))
PUBSRC := $(filter-out core/probe.c core/registry_traced.c %_vector.c %_kernel.c, \
	$(wildcard library/*.c core/*.c variants/*/*.c baselines/*/*.c))
PUBOBJ := $(PUBSRC:%.c=$(BUILD)/%.o) $(VECTORS)
PUB_LDLIBS := -lurcu-bp -lurcu-common -lm -lpthread
$(LIBSO): $(PUBOBJ)
	@echo '  LD   $@'
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME) $(if $(findstring -fsanitize,$(OPT_$(MODE))),,-Wl,-z,defs) \
		-o $@ $^ $(PUB_LDLIBS) $(LDLIBS)
	$(Q)ln -sf $(@F) $(BUILD)/$(SONAME)
	$(Q)ln -sf $(@F) $(BUILD)/libcuckoobench.so
$(LIBA): $(PUBOBJ)
	@echo '  AR   $@'
	$(Q)$(CC) $(CFLAGS) -r -nostdlib -o $(BUILD)/libcuckoobench.o $^
	$(Q)$(shell $(CC) -print-prog-name=objcopy) --localize-hidden $(BUILD)/libcuckoobench.o
	$(Q)rm -f $@ && $(shell $(CC) -print-prog-name=ar) rcs $@ $(BUILD)/libcuckoobench.o

# Plug-ins as a user would build them: the example, and those of the tests, most of which are broken on purpose.
PLUGINS := $(patsubst %.c,$(BUILD)/%.so,$(wildcard examples/plugin_*.c tests/plugins/*.c))
$(PLUGINS): $(BUILD)/%.so: %.c $(STAMP)
	@mkdir -p $(@D)
	@echo '  SO   $@'
	$(Q)$(CC) -Iinclude $(CPPFLAGS) $(BASE_CFLAGS) $(CFLAGS) $(BASE_LDFLAGS) $(LDFLAGS) -shared -MMD -MP -o $@ $<
plugins: $(PLUGINS) ## build the example of a plug-in (build/MODE/examples/*.so), and those of the tests

# The tests that start threads, by what they include; check-threads runs them, with MODE=tsan of its own.
THREADED := $(shell grep -lE '^\#include ("tests/threads.h"|"harness/timing/workers.h"|<pthread.h>)' $(TESTSRC))

# A test program is its own file, tests/test.c, tests/configurations.c, and what it needs of the library and of the
# harness without its main. That is an archive, so the linker takes only the needed objects. (With everything,
# sanitized, each program was 80 MB, and most of the time went into linking.) Tests that start threads need only the
# rooms down to filters/, so that ThreadSanitizer's stage compiles no others.
TESTLIB  := $(BUILD)/tests/test.o $(BUILD)/tests/configurations.o
LOWER    := $(foreach room,base stats machine timing filters,$(filter $(BUILD)/harness/$(room)/%,$(BINOBJ)))
$(BUILD)/tests/lower.a: $(LOWER) $(LIBOBJ)
$(BUILD)/tests/upper.a: $(filter-out $(BUILD)/harness/cli/main.o $(LOWER),$(BINOBJ))
$(BUILD)/tests/lower.a $(BUILD)/tests/upper.a:
	@echo '  AR   $@'
	$(Q)mkdir -p $(@D) && rm -f $@ && $(shell $(CC) -print-prog-name=ar) rcs $@ $^
$(filter-out $(THREADED:%.c=$(BUILD)/%),$(TESTS)) $(BUILD)/tests/seal: $(BUILD)/tests/upper.a
$(BUILD)/tests/seal: $(BUILD)/tests/seal.o $(BUILD)/tests/lower.a
	@echo '  LD   $@'
	$(Q)$(LINK) -o $@ $(filter-out %.a,$^) $(filter %upper.a,$^) $(filter %lower.a,$^) $(BASE_LDLIBS) $(LDLIBS)
$(TESTS): %: %.o $(TESTLIB) $(BUILD)/tests/lower.a
	@echo '  LD   $@'
	$(Q)$(LINK) -o $@ $(filter-out %.a,$^) $(filter %upper.a,$^) $(filter %lower.a,$^) -lcmocka $(TEST_LDLIBS) \
		$(BASE_LDLIBS) $(LDLIBS)
$(BUILD)/tests/unit/test_micro: $(filter-out $(BUILD)/harness/micro/main.o,$(MICROOBJ))
$(BUILD)/tests/unit/test_micro: TEST_LDLIBS = $(MICRO_LDLIBS)
$(BUILD)/tests/property/test_library $(BUILD)/tests/unit/test_public: $(BUILD)/library/library.o

# The tests of tests/explore and of tests/chaos each supply hooks of core/shared.h: an explorer of all possible
# schedules, and threads that yield at random. The filters for many threads are compiled with hooks for them, and again
# for every fault of tests/mutants.def that they must find.
HOOKED   := $(patsubst %.c,%.hooked,$(shell grep -l 'variants/striped/striped_kind.h' variants/*/*cf_*.c) \
	baselines/vqf/vqf_striped.c)
MUTANTS  := $(shell sed -n 's/^STRIPED_MUTANT.\([a-z_]*\), \([0-9]*\),.*/variants\/striped\/\1.mutant\2/p; \
	s/^VQF_MUTANT.\([0-9]*\),.*/baselines\/vqf\/vqf_striped.mutant\1/p' tests/mutants.def)
HOOKOBJ  := $(BUILD)/tests/history.o $(HOOKED:%=$(BUILD)/%.o) $(MUTANTS:%=$(BUILD)/%.o)
$(filter $(BUILD)/tests/explore/%,$(TESTS)): $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/explore*.c)) $(HOOKOBJ)
$(filter $(BUILD)/tests/chaos/%,$(TESTS)): $(BUILD)/tests/chaos.o $(HOOKOBJ)
$(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/explore*.c tests/explore/*.c tests/chaos*.c tests/chaos/*.c)): \
	DEFINES = -DFILTER_HOOKED

$(BUILD)/%.hooked.o: %.c $(STAMP) | $(FOUND)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(COMPILE) $(UNTIMED) -DFILTER_HOOKED -DFILTER_SUFFIX=_hooked -MMD -MP -c -o $@ $<

# $(1): variants/striped/NAME.mutantN. No warnings: what is left out may be needed for the rest to make sense.
define MUTANT_RULE
$(BUILD)/$(1).o: $(basename $(1)).c $(STAMP) | $(FOUND)
	@mkdir -p $$(@D)
	@echo '  CC   $$@'
	$(Q)$$(COMPILE) $(UNTIMED) -w -DFILTER_HOOKED -DFILTER_MUTANT=$(subst .mutant,,$(suffix $(1))) \
		-DFILTER_SUFFIX=_mutant$(subst .mutant,,$(suffix $(1))) -MMD -MP -c -o $$@ $$<
endef
$(foreach m,$(MUTANTS),$(eval $(call MUTANT_RULE,$(m))))

# --- what is installed, and what it is for ----------------------------------------------------------------
# libxxhash: the hash. libjansson: JSON. zlib: compressed samples. libmd: SHA-256. libhwloc: processors and memory
# nodes. libnuma: pages on nodes. liburcu: tables that are replaced during look-ups. liblmdb: the store behind filters.
# libjemalloc: the allocator, which counts. libbenchmark: micro-benchmarks. libcmocka: tests. gnuplot and a font:
# figures (without a font gnuplot writes PDFs without text and reports success).
PACKAGES := build-essential $(foreach n,$(NEEDED_tests),$(firstword $(subst :, ,$n))) gnuplot-nox fonts-dejavu-core
ifneq ($(findstring clang,$(CC)),)
PACKAGES += clang $(if $(findstring -fsanitize,$(OPT_$(MODE))),libclang-rt-dev)
endif

# $(1): packages; $(2): a condition of the shell under which $$p counts as installed; $(3): options of apt-get.
define GET_PACKAGES
	@missing=; [ "$(DEPS)" != none ] || exit 0; for p in $(1); do $(2) || missing="$$missing $$p"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$(DEPS)" = manual ] || ! command -v apt-get >/dev/null; then \
	  echo "Missing packages (Debian names):$$missing"; exit 3; fi; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	echo "Installing$$missing with $$sudo apt-get (DEPS=manual only names them)"; \
	$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq \
	  --no-install-recommends $(3) $$missing
endef
IS_INSTALLED = dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed'

$(FOUND):
	@missing=; [ "$(DEPS)" = none ] || for n in $(NEEDED_$(GOAL)); do \
	  case $$n in *benchmark*) language=c++ ;; *) language=c ;; esac; \
	  $(CC) $(CPPFLAGS) $(CFLAGS) -E -x $$language -include "$${n#*:}" /dev/null >/dev/null 2>&1 || \
	    missing="$$missing $${n%%:*}"; done; \
	if [ -n "$$missing" ]; then \
	  echo "Missing packages (Debian names):$$missing; \`make setup\` installs them" >&2; exit 3; fi
	@mkdir -p $(@D) && : >$@

setup: ## install missing Debian/Ubuntu packages (DEPS=manual: only name them; DEPS=none: do not look)
	$(call GET_PACKAGES,$(PACKAGES),$(IS_INSTALLED))

# Packages whose files are real key sets (datasets/importers.c), about 80 MB. Where dpkg is told to leave out what is in
# /usr/share/doc, bowtie-examples is installed without its genome: it is installed again, and dpkg told otherwise.
KEYSETS := wamerican-insane publicsuffix debian-cd libloc-database bowtie-examples
GENOMES := /usr/share/doc/bowtie/examples
IS_WHOLE = $(IS_INSTALLED) && { [ $$p != bowtie-examples ] || [ -e $(GENOMES)/genomes/NC_008253.fna.gz ]; }
keysets: ## install the packages whose files `cuckoobench keys` reads as key sets (DEPS as for setup)
	$(call GET_PACKAGES,$(KEYSETS),$(IS_WHOLE),--reinstall -o DPkg::Options::=--path-include='$(GENOMES)/*')

reproduce: setup ## measure the paper's part at SCALE (default quick) and write the report; ARGS are passed on
	@$(MAKE) --no-print-directory all
	$(BIN) run --scale $(SCALE) $(ARGS)

# Into the same folder: there the report grows by a study, and what it shares with others is not measured twice.
STUDIES := threads hardware field space keys everything
$(STUDIES): setup
	@$(MAKE) --no-print-directory all
	$(BIN) run @$@ --scale $(SCALE) $(ARGS)
threads: ## the same of filters that many threads share
hardware: ## the same of the limits of this machine
field: ## the same of the filters since 2014
space: ## the same of filters that are built once, and of lower bounds
keys: ## the same of other keys than random ones
everything: ## the same of all of these

# Filters of plug-ins take part in the tests of all filters: the example, and PLUGIN=FILE.so.
PLUGGED := $(BUILD)/examples/plugin_two_choice.so$(PLUGIN:%=:%)
check: setup ## build and pass all tests; PLUGIN=FILE.so: those of all filters on its filters, too
	@$(MAKE) --no-print-directory all tests lint
	@# The scripts first: the longest test is one of them.
	@CUCKOOBENCH_PLUGINS=$(PLUGGED) tests/run $(BUILD) $(CHECKED)
CHECKED = $(sort $(wildcard tests/cli/*.sh)) \
	$(filter-out $(THREADED:%.c=$(BUILD)/%),$(TESTS)) -- $(filter $(THREADED:%.c=$(BUILD)/%),$(TESTS))

# A first look, in a minute: short tests of what everything rests on, the contract of six filters, command lines, a
# small run, its verification and that of a committed run.
QUICK := $(addprefix $(BUILD)/tests/unit/test_,bits hash mem packed semisort stats student race values nearest failure \
	store reduce points plan series shard published judge_show registry) $(BUILD)/tests/property/test_contract
check-quick: setup ## a first test in a minute: some unit tests, six filters' contract, a small run, verifications
	@$(MAKE) --no-print-directory all $(QUICK)
	@tests/run $(BUILD) tests/quick.sh tests/cli/usage.sh $(filter-out %/test_contract,$(QUICK))

# A container is often such a machine; under a mask (CUCKOOBENCH_ISA=portable) it is an old one, too. It does not repeat
# what tells of no machine: what is recomputed from committed files or made-up samples; the explorer of schedules; pages
# and figures; command lines that are refused, keys of the user's own; and scripts about the files of a run, what a
# plug-in does wrong, and masks, which have their own.
# (report.sh runs everything, failures.sh takes memory away, budget.sh, ab.sh and tune.sh look at the time.)
NO_MACHINE := $(addprefix tests/cli/,campaign.sh referee.sh reference.sh docs.sh figures.sh drawing.sh shard.sh \
	conform.sh provenance.sh isa.sh compare.sh summary.sh claims.sh artifact.sh prose.sh man.sh symbols.sh \
	terminal.sh make.sh usage.sh completion.sh own_keys.sh python.sh) \
	$(addprefix $(BUILD)/tests/unit/test_,claims evidence judge_show coverage points falls power stats) \
	$(patsubst %.c,$(BUILD)/%,$(wildcard tests/explore/test_*.c))
check-small: setup ## pass the tests that a machine can matter to as on one of one processor, 2 GiB, no huge pages, no \
	## performance counters
	@$(MAKE) --no-print-directory all tests $(BUILD)/tests/small
	@CUCKOOBENCH_PLUGINS=$(PLUGGED) tests/small $(BUILD) $(filter-out $(NO_MACHINE),$(CHECKED))
$(BUILD)/tests/small: $(BUILD)/tests/small.o
	@echo '  LD   $@'
	$(Q)$(LINK) -o $@ $^ $(LDLIBS)

# The tests that can differ on a processor with fewer instructions. These are the properties of the filters that choose
# their instructions when they are created (filter_ops.chooses: only they differ); vectors, ceilings, and the tests of
# which look-ups exist; the programs over all of it. Tests of threads and times alone run no vectors.
# tests/cli/campaign.sh, the longest, is not one of them: tests/cli/isa.sh, which is part of `make check`, compares
# golden results under masks of its own.
ISA_PROPERTIES := contract filters membership tables calls files copies accuracy reports views parameters library bulk
ISA_UNITS := public hash_vector ceiling ensemble contest experiments plan tasks micro overhead report
ISA_TESTS := $(addprefix tests/cli/,report.sh tune.sh library.sh fuzz.sh micro.sh) \
	$(ISA_PROPERTIES:%=$(BUILD)/tests/property/test_%) $(ISA_UNITS:%=$(BUILD)/tests/unit/test_%)
MASKS ?= portable avx2
check-isa: setup ## pass the tests that instructions can matter to, as on processors with fewer of them than this one \
	## (MASKS: portable avx2)
	@$(MAKE) --no-print-directory all tests
	@CUCKOOBENCH_PLUGINS=$(PLUGGED) tests/isa $(BUILD) "$(MASKS)" $(ISA_TESTS)

tests: $(TESTS) $(PLUGINS) $(BUILD)/tests/seal

check-threads: ## pass the tests that start threads under ThreadSanitizer
	@$(MAKE) --no-print-directory MODE=tsan setup
	@$(MAKE) --no-print-directory MODE=tsan $(THREADED:%.c=build/tsan/%)
	@tests/run build/tsan -- $(THREADED:%.c=build/tsan/%)

# Not s1, which counts the lines of these sources. And without misses_* and rates, which depend on the processor.
GOLDEN := t1 t2 f1 f2 f3 f4 e3 l2 l3 g1 g2 g3 g4 g5 g6 p6 k1
golden: all ## write tests/golden anew from this build
	rm -rf build/golden
	$(BIN) run $(GOLDEN) --scale smoke -q -o build/golden
	for id in $(GOLDEN); do \
		grep -vE ',misses_|,Mops/s,' build/golden/results/$$id.csv >tests/golden/$$id.csv; done

# The files that the programs read when they run: the figures' scripts, published numbers, the cluster's scripts. And
# the files for readers.
SHARED := $(wildcard plots/*.gp datasets/paper/* cluster/*)
SHARE  := $(DESTDIR)$(PREFIX)/share/cuckoobench
DOCS   := LICENSE CHANGELOG.md CITATION.cff $(wildcard docs/*.md docs/*/*.md examples/*.c examples/*.rs examples/*.py)
DOC    := $(DESTDIR)$(PREFIX)/share/doc/cuckoobench
MAN    := $(wildcard man/*.[1-9])
HEADERS := $(wildcard include/*.h)
# Where shells look for what completes a command line. The program writes it, unless it was built for another machine.
BASHCOMPDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHCOMPDIR  ?= $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISHCOMPDIR ?= $(PREFIX)/share/fish/vendor_completions.d
COMPLETIONS := bash:$(BASHCOMPDIR)/cuckoobench zsh:$(ZSHCOMPDIR)/_cuckoobench fish:$(FISHCOMPDIR)/cuckoobench.fish
# Folders that were not there before, without DESTDIR: `make uninstall` takes away those of them that are empty by then.
MADE := $(SHARE)/folders
FOLDERS := $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR) \
	$(foreach c,$(COMPLETIONS),$(dir $(DESTDIR)$(lastword $(subst :, ,$c)))) \
	$(sort $(dir $(SHARED:%=$(SHARE)/%) $(DOCS:%=$(DOC)/%)) \
	$(foreach m,$(MAN),$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $m))))
install: all ## install programs, library, headers, manual pages and completion by shells below DESTDIR and PREFIX \
	## (default /usr/local)
	$(Q)made=$$(for path in $(FOLDERS:%/=%); do \
		while [ "$$path" != "$(DESTDIR)" ] && [ ! -d "$$path" ]; do \
			echo "$${path#"$(DESTDIR)"}"; path=$$(dirname "$$path"); done; \
	done | sort -u) && $(INSTALL) -d $(FOLDERS) && printf '%s\n' $$made >>$(MADE)
	$(Q)$(INSTALL) -m 755 $(BIN) $(MICRO) $(DESTDIR)$(BINDIR)
	$(Q)$(INSTALL) -m 644 $(LIBSO) $(LIBA) $(DESTDIR)$(LIBDIR)
	$(Q)for link in $(SONAME) libcuckoobench.so; do \
		ln -sf $(notdir $(LIBSO)) $(DESTDIR)$(LIBDIR)/$$link || exit 1; done
	$(Q)$(INSTALL) -m 644 $(HEADERS) $(DESTDIR)$(INCLUDEDIR)
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(RELEASE)|' \
		-e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|' \
		-e 's|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)|' library/cuckoobench.pc.in \
		>$(BUILD)/cuckoobench.pc
	$(Q)$(INSTALL) -m 644 $(BUILD)/cuckoobench.pc $(DESTDIR)$(LIBDIR)/pkgconfig
	$(Q)for page in $(MAN); do $(INSTALL) -m 644 $$page $(DESTDIR)$(MANDIR)/man$${page##*.} || exit 1; done
	$(Q)for c in $(COMPLETIONS); do \
		$(BIN) completion $${c%%:*} >$(BUILD)/completion || { \
			echo "Without completion by shells: $(BIN) does not run here"; break; }; \
		$(INSTALL) -m 644 $(BUILD)/completion $(DESTDIR)$${c#*:} || exit 1; done
	$(Q)for file in $(SHARED); do \
		$(INSTALL) -m $$([ -x $$file ] && echo 755 || echo 644) $$file $(SHARE)/$$file || exit 1; done
	$(Q)for file in $(DOCS); do $(INSTALL) -m 644 $$file $(DOC)/$$file || exit 1; done

uninstall: ## remove what `make install` with the same DESTDIR and PREFIX put there
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,$(notdir $(BIN) $(MICRO))) \
		$(HEADERS:include/%=$(DESTDIR)$(INCLUDEDIR)/%) \
		$(addprefix $(DESTDIR)$(LIBDIR)/,$(notdir $(LIBSO) $(LIBA)) $(SONAME) libcuckoobench.so \
		pkgconfig/cuckoobench.pc) \
		$(foreach m,$(MAN),$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $m))/$(notdir $m)) \
		$(foreach c,$(COMPLETIONS),$(DESTDIR)$(lastword $(subst :, ,$c)))
	@made=$$(sort -r $(MADE) 2>/dev/null); rm -rf $(SHARE) $(DOC); \
	for path in $$made; do [ ! -d "$(DESTDIR)$$path" ] || rmdir --ignore-fail-on-non-empty "$(DESTDIR)$$path"; done

lint: ## dependencies point one way, the form is .clang-format's, every source file names its licence
	@tests/lint
# What the form of C is checked with: other versions of it lay out a little differently.
formatter: ## install clang-format 14, which `make lint` and `make form` use (DEPS as for setup)
	$(call GET_PACKAGES,clang-format-14,$(IS_INSTALLED))
form: ## lay out C as .clang-format says
	$(Q)git ls-files '*.c' '*.h' '*.cc' | xargs clang-format-14 -i

numa-check: all tests ## place threads and tables on an emulated machine of four memory nodes (skipped without QEMU)
	@tests/numa_guest $(BUILD)

container-check: ## run the Dockerfile's steps without Docker, in a root folder of debootstrap's (skipped unless root)
	@tests/container build/container # not below $(BUILD), whose files of dependencies are looked for
metadata: ## write .zenodo.json and codemeta.json anew from CITATION.cff
	$(Q).ci/metadata zenodo >.zenodo.json
	$(Q).ci/metadata codemeta >codemeta.json

# Pages in a real browser, and what drives it (tests/pages).
BROWSER := chromium python3
browser: ## install the browser that `make check-pages` opens pages in (DEPS as for setup)
	$(call GET_PACKAGES,$(BROWSER),$(IS_INSTALLED))
check-pages: all ## open report, comparison and tune's page in headless Chromium: \
	## nothing overflows, is missing or complains (skipped without)
	@tests/pages/run $(BUILD)

slurm-check: all ## four shards and their merging in a Slurm of its own on this machine \
	## (skipped without slurm-wlm and munge)
	@tests/slurm $(BUILD)

arm64-check: ## build for arm64 and pass the tests under emulation (skipped without cross compiler or qemu-user); \
	## ARM64_TESTS chooses
	+@tests/arm64 "$(filter %-dev,$(PACKAGES))" $(ARM64_TESTS)
ARM64_TESTS ?= $(TESTSRC:%.c=%) $(sort $(wildcard tests/cli/*.sh))

# The fuzz target: a program of its own that makes up inputs, and with clang's libFuzzer a coverage-guided one.
FUZZ := $(BUILD)/tests/fuzz/fuzz_ops
$(FUZZ): $(FUZZ).o $(BUILD)/tests/fuzz/fuzz_input.o $(LIBOBJ)
	@echo '  LD   $@'
	$(Q)$(subst fuzzer-no-link,fuzzer,$(LINK)) -o $@ $^ $(BASE_LDLIBS) $(LDLIBS)
$(BUILD)/tests/fuzz/fuzz_ops.o: DEFINES = $(if $(filter fuzz,$(MODE)),-DFUZZ_LIBFUZZER)
tests: $(FUZZ)

FUZZ_SECONDS ?= 60
fuzz: ## fuzz the filters with libFuzzer for FUZZ_SECONDS (installs clang and its runtime)
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang setup
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang build/fuzz/tests/fuzz/fuzz_ops
	@mkdir -p build/fuzz/corpus
	build/fuzz/tests/fuzz/fuzz_ops -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -rss_limit_mb=4096 \
		-artifact_prefix=build/fuzz/ build/fuzz/corpus

clean: ## remove build/ (results/ is never touched)
	rm -rf build

help: ## this list
	@sed ':more; /## .*\\$$/{N; s/ *\\\n\t## / /; b more}' $(firstword $(MAKEFILE_LIST)) | \
		awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {n = split($$2, word, " "); line = sprintf("  make %-15s", $$1); \
			for (i = 1; i <= n; i++) { \
				if (length(line word[i]) > 78) {print line; line = sprintf("%22s", "")} \
				line = line " " word[i]} print line}'

.PHONY: form formatter container-check metadata browser check-pages plugins lib install uninstall fuzz arm64-check \
	numa-check slurm-check golden all micro setup keysets reproduce $(STUDIES) check check-quick check-small \
	check-isa check-threads tests lint clean help
.SECONDARY:
-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
