/* NULL for any pointer of the public calls of verification, and runs and labels that are not there. */
#define _XOPEN_SOURCE 700
#define _GNU_SOURCE

#include "misuse.h"
#include "verdicts.h"

struct world {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_index label;
    rdg_verification *v;
};

#define CALLS(X)                                                                                             \
    X(rdg_hbm_verify, POINTER, rdg_hbm_verify(SELF(w->hb), NEEDED("frc"), w->label))                         \
    X(rdg_hbm_orbits, POINTER, rdg_hbm_orbits(SELF(w->hb), NEEDED("frc"), w->label))                         \
    X(rdg_verification_free, VOID, rdg_verification_free(OPTIONAL(w->v)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void begin(world *w, rdg_context *ctx)
{
    const chain_numbers numbers = {
        .n = 1, .pads = 1, .mu = 0.3, .preload = {100.0}, .M = {1.0}, .C = {0.1}, .K = {1.0}, .kt = {0.7}};
    w->ctx = ctx;
    w->hb = rdg_hbm_create(chain_structure(ctx, &numbers), RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(w->hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 1.0));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 0.9), RDG_IN_MEMORY,
                                RDG_EXPECT_EARLY_END));
    rdg_run *run = rdg_run_open(ctx, "frc");
    w->label = rdg_run_label_of(run, "EP", 0);
    rdg_run_free(run);
    w->v = rdg_hbm_verify(w->hb, "frc", w->label);
    assert_non_null(w->v);
}

static void every_call_refuses_null(void **state)
{
    world w;
    begin(&w, *state);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
}

static void what_is_not_there_is_refused_by_name(void **state)
{
    world w;
    begin(&w, *state);
    assert_null(rdg_hbm_verify(w.hb, "none", 1));
    assert_non_null(strstr(rdg_error_message(w.ctx), "none"));
    rdg_error_clear(w.ctx);
    assert_null(rdg_hbm_verify(w.hb, "frc", 99));
    assert_non_null(strstr(rdg_error_message(w.ctx), "99"));
    rdg_error_clear(w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_call_refuses_null),
                                       TEST(what_is_not_there_is_refused_by_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
