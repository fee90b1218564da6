# Ridgewalk. `make help` lists the targets.
VERSION := 0.1.0
BUILD   ?= build
CC      ?= gcc
CFLAGS  ?= -O2 -g
WARN    := -std=c11 -Wall -Wextra -Wpedantic
PKGS    := fftw3 lapacke openblas hdf5-serial
INCLUDE := -I$(BUILD)/include -I/usr/include/suitesparse $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
LIBS    := -lsundials_kinsol -lumfpack -lcholmod $(shell pkg-config --libs $(PKGS) 2>/dev/null) -lm

SOURCES := $(wildcard core/*.c toolboxes/*/*.c)
PUBLIC  := $(filter-out %_impl.h,$(wildcard core/*.h toolboxes/*/*.h))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
LINKS   := $(addprefix $(BUILD)/include/ridgewalk/,$(notdir $(PUBLIC)))
LIB     := $(BUILD)/libridgewalk.a
TESTS   := $(patsubst %.c,$(BUILD)/%,$(wildcard test/*/test_*.c))
DEMOS   := $(patsubst %.c,$(BUILD)/%,$(wildcard demos/*/*.c))

export OPENBLAS_NUM_THREADS = 1

.PHONY: all test clean
all: $(LIB) $(DEMOS)

$(BUILD)/%.o: %.c | $(LINKS)
	@mkdir -p $(@D)
	$(CC) $(WARN) $(CFLAGS) -fPIC -DRDG_VERSION='"$(VERSION)"' $(INCLUDE) -MMD -MP -c $< -o $@

$(LIB): $(OBJECTS)
	rm -f $@ && ar rcs $@ $^

# users and toolboxes alike include <ridgewalk/...>: public headers only
define link_header
$(BUILD)/include/ridgewalk/$(notdir $(1)):
	@mkdir -p $$(@D) && ln -sf $(abspath $(1)) $$@
endef
$(foreach h,$(PUBLIC),$(eval $(call link_header,$(h))))

$(BUILD)/test/%: test/%.c $(LIB) | $(LINKS)
	@mkdir -p $(@D)
	$(CC) $(WARN) $(CFLAGS) $(INCLUDE) -Itest -MMD -MP $< $(LIB) $(LIBS) -lcmocka -o $@

$(BUILD)/demos/%: demos/%.c $(LIB) | $(LINKS)
	@mkdir -p $(@D)
	$(CC) $(WARN) $(CFLAGS) $(INCLUDE) -MMD -MP $< $(LIB) $(LIBS) -o $@

test: $(TESTS)
	@set -e; for t in $(TESTS); do $$t; done

clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(TESTS:=.d) $(DEMOS:=.d)
