# Ridgewalk. `make help` lists the targets; `make demo` and `make test` work on a fresh machine.
#
# Adding a source file, a header, a test, a demo or a whole toolbox needs no change here: the lists below
# are wildcards. Everything that is built goes to $(BUILD).

VERSION := $(shell awk '/define RDG_VERSION_(MAJOR|MINOR|PATCH) / { v = v s $$3; s = "." } END { print v }' core/base/version.h)
BUILD   ?= build
PREFIX  ?= /usr/local
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
CFLAGS  ?= -O2 -g
WERROR  ?=
# $(call accepted,flag): the flag, if the compiler makes a program with it
accepted = $(shell t=$$(mktemp) && echo 'int main(void) { return 0; }' | \
             $(CC) $1 -x c - -o $$t 2>/dev/null && echo $1; rm -f $$t)
# threads of POSIX; loops that the compiler may write for several numbers at a time
THREADS := -pthread $(call accepted,-fopenmp-simd)
# the linker gold, where there is one, links a program in a quarter of the time that the usual one takes
LINKER  ?= $(call accepted,-fuse-ld=gold)
LINKER  := $(LINKER)

# Debian packages: what `make deps` and what `make deps-dev` install
PACKAGES     := gcc make pkg-config libsundials-dev libsuitesparse-dev libfftw3-dev liblapacke-dev \
                libopenblas-dev libarpack2-dev libsqlite3-dev zlib1g-dev sqlite3 \
                libminizip-dev libhdf5-dev hdf5-tools libcmocka-dev gnuplot-nox
# (calculix-ccx is not among them, it takes 40 s to install, nor are slurmctld, slurmd, slurm-client and munge, nor
# libslepc-real-dev: tests that run ccx, Slurm or rdg-reduce say that they are skipped)
PACKAGES_DEV := mpi-default-dev octave python3-numpy python3-matplotlib python3-venv cmake clang clang-format clang-tidy cppcheck valgrind doxygen

# Libraries: with a pkg-config file, and without.
PC     := fftw3 lapacke openblas sqlite3 zlib
NO_PC  := -larpack -lsundials_kinsol -lumfpack -lklu -lcholmod -lm
# HDF5, for `rdg export RUN FILE.h5` alone; HDF5= does without
HDF5   ?= $(shell pkg-config --exists hdf5-serial 2>/dev/null && echo hdf5-serial)
HDF5   := $(HDF5)
HDF5_CFLAGS := $(if $(HDF5),$(shell pkg-config --cflags $(HDF5)))
HDF5_LIBS   := $(if $(HDF5),$(shell pkg-config --libs $(HDF5)))
# compiler of MPI programs; MPICC= does without
MPICC  ?= $(shell command -v mpicc 2>/dev/null)
MPICC  := $(MPICC)
MPI_CFLAGS  := $(if $(MPICC),$(patsubst -I%,-isystem %,$(filter -I%,$(shell $(MPICC) -show))))
MPI_LIBS    := $(if $(MPICC),$(filter -L% -l% -Wl%,$(shell $(MPICC) -show)))
# SLEPc, for rdg-reduce alone, of real numbers and with MUMPS; SLEPC= does without
SLEPC  ?= $(if $(MPICC),$(shell cat $$(pkg-config --cflags-only-I slepc 2>/dev/null | tr ' ' '\n' | sed -n 's|^-I\(.*\)|\1/petscconf.h|p') \
            </dev/null 2>/dev/null | awk '$$2 == "PETSC_HAVE_MUMPS" { has = 1 } $$2 == "PETSC_USE_COMPLEX" { has = 0; exit } END { if (has) print "slepc" }'))
SLEPC  := $(SLEPC)
SLEPC_CFLAGS := $(if $(SLEPC),$(patsubst -I%,-isystem %,$(filter -I%,$(shell pkg-config --cflags $(SLEPC)))))
SLEPC_LIBS   := $(if $(SLEPC),$(shell pkg-config --libs $(SLEPC)))
LIBS   := $(LINKER) $(shell pkg-config --libs $(PC) 2>/dev/null) $(NO_PC)

# ---------------------------------------------------------------------------------------------- files

SOURCES := $(wildcard core/*/*.c core/*/*/*.c toolboxes/*/*.c toolboxes/*/*/*.c)
HEADERS := $(wildcard core/*.h core/*/*.h core/*/*/*.h toolboxes/*.h toolboxes/*/*.h toolboxes/*/*/*.h)
PUBLIC  := $(filter-out %_impl.h,$(HEADERS))
TEST_C  := $(wildcard test/*/test_*.c)
BENCH_C := $(wildcard test/bench/*.c test/bench/*/*.c)
DEMO_C  := $(wildcard demos/*/*.c)
TOOL_C  := $(wildcard tools/rdg/*.c)
HDF5_C  := $(wildcard tools/rdg-hdf5/*.c)
MPI_C   := $(wildcard tools/rdg-farm-mpi/*.c)
REDUCE_C := $(wildcard tools/rdg-reduce/*.c)
ALL_C   := $(SOURCES) $(TEST_C) test/tools/alter.c $(BENCH_C) $(DEMO_C) $(TOOL_C) $(if $(HDF5),$(HDF5_C)) $(if $(MPICC),$(MPI_C)) $(if $(SLEPC),$(REDUCE_C)) $(wildcard test/install/*.c)

OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
TESTS   := $(TEST_C:%.c=$(BUILD)/%)
BENCHES := $(BENCH_C:%.c=$(BUILD)/%)
DEMOS   := $(DEMO_C:%.c=$(BUILD)/%)
TRAP    := $(BUILD)/test/trap.so
COMMAND := $(BUILD)/tools/rdg/rdg
TO_HDF5 := $(if $(HDF5),$(BUILD)/tools/rdg/rdg-hdf5,no-hdf5)
FARM_MPI := $(if $(MPICC),$(BUILD)/tools/rdg/rdg-farm-mpi,no-mpi)
REDUCE  := $(if $(SLEPC),$(BUILD)/tools/rdg/rdg-reduce,no-slepc)
OPTIONAL := $(TO_HDF5) $(FARM_MPI) $(REDUCE)
SCRIPTS := $(wildcard test/*/test_*.sh)
SLOW    := $(filter %_slow,$(TESTS))
# a header's room: core, or a toolbox or a room of one without toolboxes/
room    = $(if $(filter core/%,$1),core,$(patsubst toolboxes/%/,%,$(dir $1)))
# each public header for users, and once more in the folder of its room, for the rooms that see this one
LINKS   := $(foreach h,$(PUBLIC),$(BUILD)/include/ridgewalk/$(notdir $h) \
             $(BUILD)/rooms/$(call room,$h)/ridgewalk/$(notdir $h))

SONAME  := libridgewalk.so.$(firstword $(subst ., ,$(VERSION)))
STATIC  := $(BUILD)/libridgewalk.a
SHARED  := $(BUILD)/libridgewalk.so.$(VERSION)
# the library with its private functions: tests and demos share it in place of a copy each
WHOLE   := $(BUILD)/libridgewalk-whole.so
# tests that replace a function within the library are linked to the static one, as benches are, for their times
ALONE   := $(patsubst %.c,$(BUILD)/%,$(BENCH_C) $(shell grep -l '^/\* link: .*--wrap' $(TEST_C)))

ifneq ($(words $(HEADERS)),$(words $(sort $(notdir $(HEADERS)))))
$(error two headers have the same name: they would be one <ridgewalk/...>)
endif

# ---------------------------------------------------------------------------------------------- flags

WARN := -std=c11 -Wall -Wextra -Wpedantic $(if $(WERROR),-Werror)
DEPS  = -MMD -MP -MF $@.d
# Who sees what. The rooms of core/ see those listed here and the libraries; a toolbox, or a room of one, sees
# the public headers of those listed here, as <ridgewalk/...>, and the private ones of rooms of the same toolbox;
# tests see all public headers, tests of core/ its private ones, too; demos see the public headers only, like a
# user's program. So an arrow that runs up does not compile.
BASE          := base base/machine base/numerics
PROBLEM       := $(BASE) problem problem/evaluation problem/check problem/linear problem/demand
NEWTON        := $(PROBLEM) newton newton/lu
SEES_base     := base
SEES_base/machine       := base
SEES_base/numerics      := base
SEES_problem  := $(BASE) problem
SEES_problem/evaluation := $(BASE) problem
SEES_problem/check      := $(BASE) problem problem/evaluation
SEES_problem/linear     := $(BASE) problem
SEES_problem/demand     := $(BASE) problem
SEES_newton/lu := $(PROBLEM)
SEES_newton   := $(PROBLEM) newton/lu
SEES_singular := $(NEWTON) singular
SEES_store    := $(BASE) store
SEES_record   := $(BASE) store record
SEES_record/plot := $(BASE) store record
SEES_farm     := $(BASE) farm
SEES_roots    := $(BASE) roots
SEES_options  := $(NEWTON) store record record/plot options
CURVE         := curve curve/segment curve/events curve/branching
SEES_curve    := $(SEES_options) roots $(CURVE)
SEES_curve/segment   := $(SEES_curve)
SEES_curve/events    := $(SEES_curve)
SEES_curve/branching := $(SEES_curve)
SEES_start    := $(SEES_curve) start
SEES_run      := $(SEES_start) run
SEES_covering := $(SEES_run) covering
SEES_diagram  := $(SEES_run) diagram
SEES_mechanics/laws     := core
SEES_mechanics/structure := core mechanics/laws
SEES_mechanics/elements := $(SEES_mechanics/structure) mechanics/structure
SEES_mechanics/models   := $(SEES_mechanics/structure) mechanics/structure
SEES_mechanics/rest     := $(SEES_mechanics/structure) mechanics/structure
SEES_mechanics/eigen    := $(SEES_mechanics/rest) mechanics/rest
SEES_mechanics/reduction := $(SEES_mechanics/eigen) mechanics/eigen
SEES_mechanics/read     := $(SEES_mechanics/structure) mechanics/structure
SEES_mechanics/files    := $(SEES_mechanics/structure) mechanics/structure
SEES_mechanics/mesh     := $(SEES_mechanics/read) mechanics/read
MODEL                 := $(SEES_mechanics/reduction) mechanics/elements mechanics/models mechanics/reduction mechanics/read mechanics/files \
                         mechanics/mesh mechanics/sector mechanics
SEES_mechanics/contacts := $(MODEL)
SEES_mechanics/sector   := $(SEES_mechanics/reduction) mechanics/elements mechanics/reduction mechanics/read
SEES_elements         := $(MODEL)
SEES_friction-hessian/series := $(MODEL) hbm
SEES_friction-hessian := $(MODEL) hbm friction-hessian/series
SEES_friction-hessian/iwan := $(SEES_friction-hessian) friction-hessian
SEES_friction-cone    := $(MODEL) hbm
BALANCE               := $(MODEL) hbm hbm/balance hbm/solution hbm/parameters hbm/continuation
SEES_hbm/aft          := $(MODEL) hbm
SEES_hbm/interface    := $(MODEL) hbm
SEES_hbm/balance      := $(MODEL) hbm hbm/aft hbm/interface
SEES_hbm/solution     := $(MODEL) hbm hbm/balance
SEES_hbm/parameters   := $(SEES_hbm/solution) hbm/solution
SEES_hbm/continuation := $(SEES_hbm/parameters) hbm/parameters
SEES_hbm/stability    := $(BALANCE)
SEES_hbm/harmonics    := $(BALANCE)
SEES_adjoint          := core
SEES_adjoint/peak     := $(BALANCE) dnnm
SEES_adjoint/ridge    := $(BALANCE) adjoint adjoint/peak
SEES_adjoint/ridges   := $(SEES_adjoint/ridge) adjoint/ridge
SEES_adjoint/campbell := $(BALANCE) adjoint/peak
SEES_adjoint/design   := $(SEES_adjoint/ridge) adjoint/ridge
SEES_uncertainty/bounds := $(BALANCE) friction-hessian adjoint/peak uncertainty/sampling
SEES_uncertainty/fit    := $(BALANCE) friction-hessian friction-hessian/iwan adjoint/peak dnnm
SEES_uncertainty/sampling := core
SEES_dnnm             := $(BALANCE)
SEES_phase-resonance  := $(BALANCE)
SEES_ep               := core
H                     := hybrid-systems
SEES_$(H)/system      := core
SEES_$(H)/explicit    := core $(H)/system
SEES_$(H)/implicit    := $(SEES_$(H)/explicit) $(H)/explicit
SEES_$(H)/linear      := $(SEES_$(H)/explicit) $(H)/explicit
SEES_$(H)/surfaces    := $(SEES_$(H)/implicit) $(H)/implicit $(H)/linear
SEES_$(H)/flow        := $(SEES_$(H)/surfaces) $(H)/surfaces
SEES_$(H)/simulation  := core $(H)/system $(H)/explicit $(H)/flow
# what follows the motion sees how it is computed, too
INSIDE_shooting       := $(H)
FLOW                  := core $(H)/system $(SEES_$(H)/flow) $(H)/flow
SEES_shooting/structure := $(MODEL) $(H)/system
SEES_shooting/equations := $(FLOW) shooting
SEES_shooting/search  := $(SEES_shooting/equations) shooting/equations
SEES_shooting/special := $(SEES_shooting/search) ep shooting/search
SEES_shooting/orbit   := $(SEES_shooting/special) shooting/special
SEES_shooting/sensors := $(SEES_shooting/equations) $(MODEL) shooting/equations shooting/structure
SEES_verification    := $(BALANCE) shooting $(H)/system shooting/structure
SEES_substructuring  := $(MODEL)
SEES_substructuring/sliding := $(MODEL)
SEES_substructuring/march   := $(MODEL) mechanics/contacts substructuring/sliding
SEES_animation       := $(BALANCE) substructuring
SEES_coulomb         := $(MODEL) mechanics/contacts
SEES_timestepping    := $(MODEL) mechanics/contacts $(H)/system
SEES_timestepping/schemes := $(SEES_timestepping) timestepping
SEES_timestepping/events  := $(SEES_timestepping/schemes) timestepping/schemes
SEES_timestepping/run     := $(SEES_timestepping/events) timestepping/events
SEES_coulomb/orbit    := $(MODEL) coulomb
SEES_coulomb/hybrid   := $(SEES_coulomb) coulomb $(H)/system
SEES_collocation       := core $(H)/system
SEES_collocation/orbit := core ep shooting $(H)/system shooting/special collocation
RIDGEWALK := -I$(BUILD)/include
LIBRARIES := -DRDG_VERSION=\"$(VERSION)\" -I/usr/include/suitesparse \
             $(shell pkg-config --cflags $(PC) 2>/dev/null)
rooms      = $(patsubst %,-iquote core/%,$1)
# $(call sees,hbm/balance): its own and lower rooms
toolbox    = $(firstword $(subst /, ,$1))
within     = $(foreach t,$(call toolbox,$1) $(INSIDE_$(call toolbox,$1)),$t $t/%)
sees       = $(foreach r,$(sort $(SEES_$1) $1),-I$(BUILD)/rooms/$r $(if $(filter $(call within,$1),$r),-iquote toolboxes/$r))
includes   = $(if $(filter core/%,$1),$(call rooms,$(SEES_$(patsubst core/%/,%,$(dir $1)))) $(LIBRARIES),\
             $(if $(filter toolboxes/%,$1),$(call sees,$(call room,$1)) $(LIBRARIES),\
             $(if $(filter demos/% tools/% test/install/%,$1),$(RIDGEWALK) $(if $(filter tools/%,$1),-iquote tools/rdg),\
             $(if $(filter test/%,$1),-Itest -Idemos) $(if $(filter test/core/% test/tools/alter.c,$1),$(call rooms,$(SEES_covering) diagram)) \
             $(if $(filter test/roots/%,$1),$(call rooms,$(SEES_roots))) \
             $(RIDGEWALK) $(LIBRARIES))))
compile    = $(strip $(CC) $(WARN) $(CFLAGS) $(THREADS) $(call includes,$1))

MAKEFLAGS += --no-builtin-rules --no-print-directory
# these targets build in parallel unless -j was given
PARALLEL   = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
# the library calls BLAS in one thread: this saves each program the making of others, which wait actively
export OPENBLAS_NUM_THREADS = 1
# $(call say,CC $<): what a command makes, in place of the command; V=1 shows the command
say        = $(if $(V),,@printf '  %-6s %s\n' '$(firstword $1)' '$(wordlist 2,9,$1)' &&)

# ------------------------------------------------------------------------------------------ for users

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.PHONY: all libraries no-mpi no-slepc no-hdf5 everything deps deps-dev demo test test-all figures figure traps bench check dist wheel doc doc-figures help clean install \
        uninstall format format-check lint asan asan-traps tsan fuzz nightly valgrind coverage run-demo run-test run-test-all run-tsan run-fuzz \
        run-figures run-figure run-traps run-bench run-lint FORCE

all: $(STATIC) $(SHARED) $(DEMOS) $(COMMAND) $(OPTIONAL) ## the library, the demos and the command rdg (default)
libraries: $(STATIC) $(SHARED) $(COMMAND) $(OPTIONAL) ## what is installed alone
no-mpi:
	@echo "rdg-farm-mpi is left out: there is no mpicc"
no-slepc:
	@echo "rdg-reduce is left out: there is no SLEPc for real numbers with MUMPS"
no-hdf5:
	@echo "rdg-hdf5 is left out: there is no libhdf5"
everything: all $(TESTS) $(BENCHES) ## also the test and benchmark programs

deps: ## install the Debian packages that are missing
	@.ci/packages $(PACKAGES)
deps-dev: ## install also the packages for lint, valgrind and doc
	@.ci/packages $(PACKAGES) $(PACKAGES_DEV)

demo: ## compute the first figure: a friction beam's backbone curve
test: ## run the tests; the last line is the total
test-all: ## run also the slow tests
figures: ## run every demo, the long ones in part; FULL=1: to the end (an hour); QUICK=1: a short form of each
figure: ## one figure: PAPER=coulomb N=05, or PAPER=disc-brake N=table2; PAPER= is a folder of demos/
traps: ## run every demo so that an invalid operation, a division by zero or an overflow ends it
bench: ## time Ridgewalk and, if installed, AUTO-07p on the same problem
check: test ## the same as test

# The packages may arrive only now, and with them what pkg-config says: a second make sees them.
demo test test-all figures figure traps bench: deps
	@$(MAKE) $(PARALLEL) -k run-$@

# $(call run_demos,programs): each runs in its folder of figures, after BEFORE; all run, even after a failure
BEFORE :=
run_demos = failed=; for demo in $(abspath $1); do \
    folder=$(BUILD)/figures/$$(basename $$(dirname $$demo)); name=$${demo\#$(CURDIR)/$(BUILD)/}; \
    echo "== $$name in $$folder"; \
    { mkdir -p $$folder && cd $$folder && $(BEFORE) $$demo; } || failed="$$failed $$name"; cd $(CURDIR); done; \
    if [ -n "$$failed" ]; then echo "failed:$$failed"; exit 1; fi

# demos of one folder may read each other's runs: one after the other; folders beside one another
FOLDERS := $(sort $(notdir $(patsubst %/,%,$(dir $(DEMOS)))))
run-demo: $(BUILD)/demos/friction-backbone/fig05
	@$(call run_demos,$^)
	@echo "pictures: $(BUILD)/figures/friction-backbone/*.png; the runs: $(BUILD)/tools/rdg/rdg ls -d $(BUILD)/figures/friction-backbone/runs"
run-figures: $(FOLDERS:%=run-figures-of-%)
run-figures-of-%: $(DEMOS) $(TRAP)
	@$(call run_demos,$(filter $(BUILD)/demos/$*/%,$(DEMOS)))
run-figures-of-recipes: $(BUILD)/figures/recipes/blade.dof
$(BUILD)/figures/recipes/blade.dof: $(wildcard demos/finite-elements/blade.*)
	@mkdir -p $(@D) && cp $(filter-out %.c,$^) $(@D)

# the program of one figure: demos/PAPER/figN.c, fig0N.c or N.c
FIGURE := $(firstword $(foreach n,fig$(N) fig0$(N) $(N),$(if $(PAPER),$(wildcard demos/$(PAPER)/$(n).c))))
run-figure: $(FIGURE:%.c=$(BUILD)/%)
	@$(if $(FIGURE),,echo 'make figure: no program for PAPER=$(PAPER) N=$(N). PAPER is one of: $(FOLDERS).' \
	  '$(if $(filter $(PAPER),$(FOLDERS)),N is one of: $(basename $(notdir $(wildcard demos/$(PAPER)/*.c))).)' >&2; exit 1)
	@$(call run_demos,$^)
	@echo "pictures and data: $(BUILD)/figures/$(PAPER)/"

$(TRAP): test/trap.c
	@mkdir -p $(@D)
	$(call say,LINK $@) $(CC) $(WARN) $(CFLAGS) -shared -fPIC $< -lm -o $@
run-traps: BEFORE := env QUICK=1 LD_PRELOAD=$(abspath $(TRAP))
run-traps: run-figures

RUN_TESTS = MAKE='$(MAKE)' BUILD='$(BUILD)' CC='$(CC)' CFLAGS='$(CFLAGS)' test/run.sh
# what the scripts among the tests run
SCRIPTED := $(STATIC) $(SHARED) $(COMMAND) $(OPTIONAL) $(TRAP) $(addprefix $(BUILD)/demos/tutorial/,cusp first_ridge oxidation friction_beam sphere) \
            $(patsubst %.c,$(BUILD)/%,$(wildcard demos/first-steps/*.c demos/recipes/*.c))
# a tool of theirs
ALTER    := $(BUILD)/test/tools/alter
SCRIPTED += $(ALTER)
# names of programs that are left out
SKIP ?=
QUICK_TESTS = $(filter-out $(SLOW) $(SKIP:%=$(BUILD)/test/%),$(TESTS))
run-test: $(QUICK_TESTS) $(SCRIPTED)
	@$(RUN_TESTS) $(QUICK_TESTS) $(SCRIPTS)
run-test-all: $(TESTS) $(SCRIPTED)
	@$(RUN_TESTS) $(TESTS) $(SCRIPTS)

run-bench: $(BENCHES)
	@set -e; for b in $(filter $(BUILD)/test/bench/bench_%,$(BENCHES)) $(wildcard test/bench/race/*.sh); do \
	   BUILD='$(BUILD)' $$b; done >$(BUILD)/bench.txt
	@echo "$$(nproc) cores$$(sed -n 's/^model name[^:]*:/,/p' /proc/cpuinfo | head -n1)"
	@echo "$$($(CC) --version | head -n1): $(CC) $(CFLAGS)"
	@awk -f test/bench/table.awk $(BUILD)/bench.txt

doc: deps-dev ## the manual and the reference, as HTML
	@rm -rf $(BUILD)/doc/html
	@mkdir -p $(BUILD)/doc
	@{ cat doc/Doxyfile; echo PROJECT_NUMBER=$(VERSION); echo OUTPUT_DIRECTORY=$(BUILD)/doc; } | doxygen -
	@tools/manual_links.py $(BUILD)/doc/html
	@echo "open $(BUILD)/doc/html/index.html"

doc-figures: ## take the manual's pictures from what make figures has drawn
	@grep -v '^#' doc/figures/pictures.txt | while read -r to from whole; do \
	    drawn=$(BUILD)/figures/$$from.png; \
	    if [ -n "$$whole" ] && [ -z "$${FULL-}" ]; then echo "$$to: only with FULL=1"; \
	    elif [ -e $$drawn ]; then cp $$drawn doc/figures/$$to.png; else echo "$$to: $$drawn is not there"; fi; done

help: ## this list
	@sed -n 's/^\([a-z_.-]*\):.*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	 while IFS='|' read -r t what; do printf '  %-22s %s\n' "$$t" "$$what"; done
	@printf '\nand their variables:\n'
	@printf '  %-22s %s\n' V=1 'show the commands' BUILD=folder 'where to build (build)' \
	  PREFIX=folder 'where to install (/usr/local)' DESTDIR=folder 'root of a package, before PREFIX' \
	  CC=compiler 'gcc or clang' CFLAGS=flags '(-O2 -g)' LATER= 'load all libraries at the start' WERROR=1 'warnings are errors' \
	  MPICC= 'without MPI' SLEPC= 'without SLEPc' HDF5= 'without HDF5' LINKER= "the compiler's own linker" \
	  FULL=1 'figures to the end' QUICK=1 'a short form of the figures' SKIP=programs 'tests to leave out'

clean: ## remove everything that was built
	rm -rf $(BUILD) compile_commands.json

# ------------------------------------------------------------------------------------------- building

# Objects are made again when the compiler or its flags change.
FLAGS := $(BUILD)/flags
$(FLAGS): FORCE
	@pkg-config --exists $(PC) || { echo "a library is missing: run \`make deps\` first"; exit 1; }
	@mkdir -p $(@D); new='$(call compile,toolboxes/all) $(notdir $(WHOLE)) $(LIBS)'; \
	 [ "$$(cat $@ 2>/dev/null)" = "$$new" ] || printf '%s\n' "$$new" >$@

$(OBJECTS): $(BUILD)/%.o: %.c $(FLAGS) | $(LINKS)
	@mkdir -p $(@D)
	$(call say,CC $<) $(call compile,$<) -fPIC $(DEPS) -c $< -o $@

$(STATIC): $(OBJECTS)
	$(call say,AR $@) rm -f $@ && ar rcs $@ $^

# It and the command load other libraries at the first call of their functions (tools/loading), where that is known to
# work; LATER= links them as usual. Tests, whose memory fails anywhere, have them linked.
LATER   ?= $(if $(filter x86_64-linux-gnu,$(shell $(CC) -dumpmachine)),$(BUILD)/tools/loading/loading.o)
LATER   := $(LATER)
$(BUILD)/tools/loading/functions.def: $(OBJECTS) tools/loading/functions.sh tools/loading/libraries.txt
	@mkdir -p $(@D)
	$(call say,LIST $@) CC='$(CC)' tools/loading/functions.sh tools/loading/libraries.txt $(OBJECTS) >$@
$(BUILD)/tools/loading/loading.o: tools/loading/loading.c $(BUILD)/tools/loading/functions.def $(FLAGS)
	$(call say,CC $<) $(CC) $(WARN) $(CFLAGS) -fPIC -I$(@D) -c $< -o $@

# the shared library exports what public headers declare
EXPORTS := $(BUILD)/exports.map
$(EXPORTS): $(PUBLIC) tools/exports.sh
	tools/exports.sh $(firstword $(subst ., ,$(VERSION))) $(PUBLIC) >$@

$(SHARED): $(OBJECTS) $(LATER) $(EXPORTS)
	$(call say,LINK $@) $(CC) $(CFLAGS) $(THREADS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(EXPORTS) \
	    $(OBJECTS) $(LATER) -Wl,--as-needed $(LIBS) -o $@

# a test's own function takes the place of the library's of that name
$(WHOLE): $(OBJECTS)
	$(call say,LINK $@) $(CC) $(CFLAGS) $(THREADS) -shared -Wl,-soname,$(@F) $(OBJECTS) $(LIBS) -o $@

# A test can ask for link flags in its first line: /* link: -Wl,--wrap=rdg_calloc */
EXTRA :=
# flags of programs alone, behind CFLAGS, which are the library's, too
PROGRAM_CFLAGS ?=
PROGRAMS := $(TESTS) $(BENCHES) $(DEMOS)
LIBRARY = $(WHOLE) -Wl,-rpath,'$$ORIGIN/../..:$$ORIGIN/../../..'
$(TESTS): private EXTRA = $(shell sed -n '1s|^/\* link: \(.*\) \*/$$|\1|p' $<) -lcmocka
$(ALONE): private LIBRARY = $(STATIC)
# benches start as programs with the shared library do
$(BENCHES): private LIBRARY = $(STATIC) $(LATER) -Wl,--as-needed
$(ALONE): $(STATIC)
$(BENCHES): $(LATER)
# a program is linked again when its headers change, not when the library does
$(filter-out $(ALONE),$(PROGRAMS)): | $(WHOLE)
$(PROGRAMS): $(BUILD)/%: %.c $(FLAGS) | $(LINKS)
	@mkdir -p $(@D)
	$(call say,LINK $@) $(call compile,$<) $(PROGRAM_CFLAGS) $(DEPS) $< $(LIBRARY) $(EXTRA) $(LIBS) -o $@

$(ALTER): test/tools/alter.c $(FLAGS) | $(LINKS) $(WHOLE)
	@mkdir -p $(@D)
	$(call say,LINK $@) $(call compile,$<) $(DEPS) $< $(LIBRARY) $(LIBS) -o $@

$(COMMAND): $(TOOL_C) $(wildcard tools/rdg/*.h) $(STATIC) $(LATER) $(FLAGS)
	@mkdir -p $(@D)
	$(call say,LINK $@) $(call compile,tools/) $(TOOL_C) $(STATIC) $(LATER) -Wl,--as-needed $(LIBS) -lminizip -o $@

# the only program that loads HDF5 and what comes with it
$(BUILD)/tools/rdg/rdg-hdf5: $(HDF5_C) tools/rdg/arrays.c tools/rdg/arrays.h $(STATIC) $(FLAGS)
	@mkdir -p $(@D)
	$(call say,LINK $@) $(call compile,tools/) $(HDF5_CFLAGS) $(HDF5_C) tools/rdg/arrays.c $(STATIC) $(LIBS) $(HDF5_LIBS) -o $@

# the only program that needs MPI
FARM_C := tools/rdg/show.c $(filter-out %/farm_table.c %/farm_rows.c,$(wildcard tools/rdg/farm_*.c))
$(BUILD)/tools/rdg/rdg-farm-mpi: $(MPI_C) $(FARM_C) $(wildcard tools/rdg/*.h) $(STATIC) $(FLAGS)
	@mkdir -p $(@D)
	$(call say,LINK $@) $(call compile,tools/) $(MPI_CFLAGS) $(MPI_C) $(FARM_C) $(STATIC) $(LIBS) $(MPI_LIBS) -o $@

# the only program that needs PETSc, SLEPc and MUMPS
$(BUILD)/tools/rdg/rdg-reduce: $(REDUCE_C) $(wildcard tools/rdg-reduce/*.h) $(STATIC) $(FLAGS)
	@mkdir -p $(@D)
	$(call say,LINK $@) $(call compile,tools/) $(MPI_CFLAGS) $(SLEPC_CFLAGS) $(REDUCE_C) $(STATIC) $(LIBS) $(SLEPC_LIBS) $(MPI_LIBS) -o $@

define link
$(BUILD)/include/ridgewalk/$(notdir $1) $(BUILD)/rooms/$(call room,$1)/ridgewalk/$(notdir $1): $1
	@mkdir -p $$(@D)
	@ln -sfr $$< $$@
endef
$(foreach header,$(PUBLIC),$(eval $(call link,$(header))))

-include $(patsubst %,%.d,$(OBJECTS) $(PROGRAMS) $(ALTER))

# -------------------------------------------------------------------------------------------- install

dist: ## the sources of the last commit, build/ridgewalk-VERSION.tar.gz
	@mkdir -p $(BUILD)
	git archive --prefix=ridgewalk-$(VERSION)/ -o $(BUILD)/ridgewalk-$(VERSION).tar.gz HEAD

wheel: $(SHARED) ## the package for Python with the shared library in it, build/ridgewalk-VERSION-*.whl
	@tools/wheel.py $(SHARED) $(VERSION) $(BUILD)

# DESTDIR, the root of a package that is being made, comes before each of these.
LIBDIR     := $(PREFIX)/lib
INCLUDEDIR := $(PREFIX)/include/ridgewalk
DOCDIR     := $(PREFIX)/share/doc/ridgewalk
BINDIR     := $(PREFIX)/bin
MANDIR     := $(PREFIX)/share/man/man1
# Programs find the shared library where the system does not look for it by itself.
comma       := ,
FIND_SHARED := $(if $(filter /usr /usr/local,$(PREFIX)),,-Wl$(comma)-rpath$(comma)$${libdir} )
MANUAL     := README.md CHANGELOG.md LICENSE $(wildcard doc/*.md)

install: $(STATIC) $(SHARED) $(COMMAND) $(OPTIONAL) ## install to DESTDIR and PREFIX (/usr/local)
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR) $(DESTDIR)$(DOCDIR)
	install -m 644 $(STATIC) $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libridgewalk.so
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)
	install -m 755 $(COMMAND) $(DESTDIR)$(BINDIR)
	install -m 644 tools/rdg/rdg.1 $(DESTDIR)$(MANDIR)
	$(if $(HDF5),install -m 755 $(TO_HDF5) $(DESTDIR)$(BINDIR) && \
	 install -m 644 tools/rdg-hdf5/rdg-hdf5.1 $(DESTDIR)$(MANDIR))
	$(if $(MPICC),install -m 755 $(FARM_MPI) $(DESTDIR)$(BINDIR) && \
	 install -m 644 tools/rdg-farm-mpi/rdg-farm-mpi.1 $(DESTDIR)$(MANDIR))
	$(if $(SLEPC),install -m 755 $(REDUCE) $(DESTDIR)$(BINDIR) && \
	 install -m 644 tools/rdg-reduce/rdg-reduce.1 $(DESTDIR)$(MANDIR))
	install -m 644 $(PUBLIC) $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(MANUAL) $(DESTDIR)$(DOCDIR)
	install -d $(DESTDIR)$(DOCDIR)/figures
	install -m 644 $(wildcard doc/figures/*.png doc/figures/*.svg) $(DESTDIR)$(DOCDIR)/figures
	ln -sfn . $(DESTDIR)$(DOCDIR)/doc # as README.md calls them
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@REQUIRES@|$(PC)|' \
	    -e 's|@FIND@|$(FIND_SHARED)|' -e 's|@LIBS@|$(strip $(NO_PC) -pthread)|' core/ridgewalk.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/ridgewalk.pc
	install -d $(DESTDIR)$(LIBDIR)/cmake/ridgewalk
	for f in config config-version; do sed 's|@VERSION@|$(VERSION)|' core/ridgewalk-$$f.cmake.in \
	    >$(DESTDIR)$(LIBDIR)/cmake/ridgewalk/ridgewalk-$$f.cmake; done
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || true

uninstall: ## remove what install has put there
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libridgewalk.a libridgewalk.so $(SONAME) $(notdir $(SHARED)) \
	 pkgconfig/ridgewalk.pc)
	rm -f $(foreach program,rdg rdg-hdf5 rdg-farm-mpi rdg-reduce,$(DESTDIR)$(BINDIR)/$(program) $(DESTDIR)$(MANDIR)/$(program).1)
	rm -rf $(DESTDIR)$(INCLUDEDIR) $(DESTDIR)$(DOCDIR) $(DESTDIR)$(LIBDIR)/cmake/ridgewalk

# ------------------------------------------------------------------------------------ for developers

FORMATTED := $(ALL_C) $(HEADERS) $(wildcard tools/*/*.h) $(wildcard test/*.h test/*/*.h) $(wildcard demos/*/*.h)

format: deps-dev ## lay out all C files by .clang-format
	clang-format -i $(FORMATTED)
format-check: deps-dev ## fail if a file is not laid out so
	@clang-format --dry-run --Werror $(FORMATTED)

# clang-tidy reads one file at a time: several in one call make it report va_list errors that are none
lint: deps-dev ## clang-tidy, cppcheck, no circle of files, every public header alone and all together in C and C++
	@$(MAKE) $(PARALLEL) run-lint
# the analyzer follows so many paths of a function; its default is four times as many, for five times the time
PATHS := -Xclang -analyzer-config -Xclang max-nodes=50000
run-lint: $(ALL_C:%.c=$(BUILD)/lint/%.tidy) $(PUBLIC:%=$(BUILD)/lint/%.alone) $(BUILD)/lint/together.alone \
          $(BUILD)/lint/cppcheck $(BUILD)/lint/circles
$(BUILD)/lint/%.tidy: %.c $(HEADERS) $(wildcard .clang-tidy */.clang-tidy) | $(LINKS)
	@mkdir -p $(@D)
	$(call say,TIDY $<) clang-tidy --quiet $< -- $(WARN) $(call includes,$<) $(HDF5_CFLAGS) $(MPI_CFLAGS) $(SLEPC_CFLAGS) $(PATHS) 2>$@.log || { cat $@.log; exit 1; }
	@touch $@
alone = clang $(WARN) -Werror $(RIDGEWALK) -fsyntax-only $1 && \
        clang -x c++ -std=c++11 -Wall -Wextra -Werror $(RIDGEWALK) -fsyntax-only $1
$(BUILD)/lint/%.alone: % $(HEADERS) | $(LINKS)
	@mkdir -p $(@D)
	@printf '#include <ridgewalk/%s>\ntypedef int some_declaration;\n' $(<F) >$@.c
	$(call say,ALONE $<) $(call alone,$@.c)
	@touch $@
$(BUILD)/lint/together.alone: $(PUBLIC) | $(LINKS)
	@mkdir -p $(@D)
	@printf '#include <ridgewalk/%s>\n' $(notdir $(PUBLIC)) >$@.c
	$(call say,ALONE $(words $(PUBLIC)) headers) $(call alone,$@.c)
	@touch $@
CHECKED  := $(SOURCES) $(DEMO_C) $(BENCH_C)
CPPCHECK := --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --suppress=missingInclude --suppress=unknownEvaluationOrder \
            '-DRDG_MAKE(type_,...)=((type_){__VA_ARGS__})' '-DRDG_WITH(type_,...)=(&(const type_){__VA_ARGS__})'
$(BUILD)/lint/cppcheck: $(ALL_C) $(HEADERS) | $(LINKS)
	$(call say,CHECK $(words $(CHECKED)) files) cppcheck -j$(shell nproc) --error-exitcode=1 $(CPPCHECK) \
	 $(RIDGEWALK) $(addprefix -I,$(sort $(dir $(HEADERS)))) -DRDG_VERSION=\"$(VERSION)\" $(CHECKED)
	@mkdir -p $(@D) && touch $@
$(BUILD)/lint/circles: $(OBJECTS) $(HEADERS) test/circles.sh test/circles.awk
	$(call say,CIRCLES $(words $(OBJECTS)) files) test/circles.sh $(OBJECTS) $(HEADERS)
	@mkdir -p $(@D) && touch $@

# programs are not optimized: that takes the sanitizers' compiler three times as long
# what the address sanitizer sees by itself is not asked for at each pointer once more
ASAN := -O1 -g -fsanitize=address,undefined -fno-sanitize=null,object-size -fno-sanitize-recover=all \
        -fno-omit-frame-pointer
# long searches and comparisons of numbers, whose code shorter tests run, too, and what limits the address space: half of the
# time; ASAN_SKIP= runs all. Those of memory, faults and damaged files are none of them.
ASAN_SKIP ?= core/test_blas_memory core/test_branch_touch core/test_fold_families core/test_kink_folds core/test_segment_families core/test_surface_detail \
             adjoint/test_ridge_random adjoint/test_ridge_truth adjoint/test_ridge_starts adjoint/test_ridge_solutions adjoint/test_ridge_overtaken \
             adjoint/test_ridge_alarms adjoint/test_newcomers adjoint/test_ridge_contacts adjoint/test_ridges_sweeps adjoint/test_peak_set \
             shooting/test_orbit_lifetime shooting/test_orbit_derivatives shooting/test_orbits_sequence shooting/test_orbits_guards shooting/test_orbits_onset \
             shooting/test_orbits_shrinking shooting/test_structure_derivatives shooting/test_structure_sensors shooting/test_two_solvers shooting/test_stick_slip \
             friction-cone/test_cone_in_time friction-cone/test_cone_derivatives friction-cone/test_cone_numbers \
             friction-hessian/test_laws_in_time friction-hessian/test_piecewise_derivatives friction-hessian/test_contact_numbers \
             hybrid-systems/test_flow_derivatives hybrid-systems/test_flow_linear hybrid-systems/test_lyapunov hbm/test_solver_choice \
             collocation/test_hopf_families collocation/test_collocated_segments_special collocation/test_collocated_orbits dnnm/test_mode_numbers \
             ep/test_ep_counts ep/test_ep_rings sector/test_sector_mistuned demos/test_disc_brake_folds uncertainty/test_bounds verification/test_verdicts
# the scripts build and install, which has nothing to do with these
asan: deps ## tests under the address and undefined-behaviour sanitizers, with the kernels of OpenBLAS that make test leaves out
	@OTHER_KERNELS=1 ASAN_OPTIONS=detect_leaks=1 \
	 $(MAKE) $(PARALLEL) BUILD=$(BUILD)/asan CFLAGS='$(ASAN)' PROGRAM_CFLAGS=-O0 SCRIPTS= SKIP='$(ASAN_SKIP)' run-test
# the traps come before the sanitizers' library
asan-traps: deps ## demos, with traps, under the same sanitizers
	@ASAN_OPTIONS=detect_leaks=1:verify_asan_link_order=0 \
	 $(MAKE) $(PARALLEL) BUILD=$(BUILD)/asan CFLAGS='$(ASAN)' PROGRAM_CFLAGS=-O0 run-traps

# programs that compute in several threads
TSAN_TESTS := core/test_contexts_in_threads core/test_blas core/test_threads hbm/test_threads
tsan: deps ## programs with several threads, under the thread sanitizer
	@$(MAKE) $(PARALLEL) BUILD=$(BUILD)/tsan CFLAGS='-O0 -g -fsanitize=thread' run-tsan
run-tsan: $(TSAN_TESTS:%=$(BUILD)/test/%)
	@TSAN_OPTIONS=halt_on_error=1 $(RUN_TESTS) $^

# each reader of files gets so many damaged ones: FUZZ_INPUTS, of the series FUZZ_SEED
FUZZ := core/test_run_damaged_slow mechanics/test_damaged_matrices mechanics/test_damaged_matrices_slow \
        substructuring/test_damaged_measurements
fuzz: deps ## damaged files for every reader, and those that are kept in test/data/fuzz
	@$(MAKE) $(PARALLEL) run-fuzz
run-fuzz: $(FUZZ:%=$(BUILD)/test/%)
	@$(RUN_TESTS) $^

nightly: deps-dev ## what takes hours: slow tests, damaged files, all sanitizers, valgrind, mutants
	@.ci/nightly

valgrind: deps-dev ## tests under valgrind
	@TEST_WRAPPER='valgrind --quiet --leak-check=full --error-exitcode=99' TEST_SECONDS=3600 \
	 $(MAKE) $(PARALLEL) SCRIPTS= run-test

coverage: deps ## lines that the tests reach, file by file
	@find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) $(PARALLEL) BUILD=$(BUILD)/coverage CFLAGS='-O0 -g --coverage' SCRIPTS= run-test
	@gcov -n $(OBJECTS:$(BUILD)/%=$(BUILD)/coverage/%) | awk -f test/coverage.awk >$(BUILD)/coverage/summary.txt
	@cat $(BUILD)/coverage/summary.txt

# $(call json,file): its entry, with quotes as JSON wants them
json = {"directory": "$(CURDIR)", "file": "$1", "command": "$(subst ",\",$(subst \,\\,$(call compile,$1))) -c $1"}
compile_commands.json: FORCE ## for editors and language servers
	@$(file >$@,[)$(foreach c,$(ALL_C),$(file >>$@,$(call json,$c)$(if $(filter $(lastword $(ALL_C)),$c),,$(comma))))$(file >>$@,])
