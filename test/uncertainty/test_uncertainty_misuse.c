/* NULL for any pointer of the public calls of uncertainty, and NaN for numbers. */
#define _XOPEN_SOURCE 700
#define _GNU_SOURCE

#include "bounds_models.h"
#include "fresh_context.h"
#include "misuse.h"

#include <ridgewalk/bounds.h>

struct world {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_bounds_result band;
    const rdg_option *options;
};

#define CALLS(X)                                                                                             \
    X(rdg_bounds_at, STATUS,                                                                                 \
      rdg_bounds_at(SELF(w->hb), NEEDED("A"), FINITE(0.25), FINITE(0.8), FINITE(2.6), NEEDED(&w->band)))     \
    X(rdg_bounds_list, STATUS, rdg_bounds_list(SELF(w->hb), NEEDED("band"), NEEDED("A"), NEEDED(w->options)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void every_call_refuses_null(void **state)
{
    bounds_model m;
    read_model("test/data/bounds_rand_2.csv", &m);
    world w = {.ctx = *state};
    w.hb = rdg_hbm_create(build_model(w.ctx, &m), RDG_HARMONICS(0, 1));
    w.options = RDG_OPTIONS(RDG_HOLD_AT("alpha", 0.25), RDG_WINDOW("omega", 0.8, 2.6));
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_call_refuses_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
