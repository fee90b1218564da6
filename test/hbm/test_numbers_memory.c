/* Memory that runs out while a problem gets numbers, or when elements first differentiate by theirs: a
 * message and no leak, and a second attempt works. */
#include "failing_memory.h"
#include "numbered_masses.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/truncation.h>

static const char *const wanted[] = {"x.amplitude",       "pad.preload", "drag.c3",
                                     "damping.stiffness", "x.phase",     "joint.Kt"};
enum { WANTED = sizeof wanted / sizeof *wanted, MOST = 100 };

/* Callbacks record no failure: they answer < 0. */
static bool evaluate(rdg_problem *p)
{
    const rdg_function *f = p ? rdg_find_function(p, "hbm") : NULL;
    static double lambda[MOST], values[MOST * MOST];
    if (!f) {
        return false;
    }
    assert_true(f->n < MOST);
    const double *u = rdg_start_values(p);
    bool works = u && f->f(f->n, u, f->m, values, f->data) == 0;
    memset(values, 0, sizeof values);
    works = works && f->df(f->n, u, f->m, values, f->data) == 0;
    memset(values, 0, sizeof values);
    for (rdg_index i = 0; i < f->m; i++) {
        lambda[i] = 1.0 / (double)(i + 1);
    }
    return works && f->d2f(f->n, u, f->m, lambda, values, f->data) == 0;
}

static bool build(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *s = masses(ctx, &standard);
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "drag", .at = "y", .c3 = 0.1});
    rdg_iwan_add(s, &(rdg_iwan){.name = "joint", .at = "x", .Kt = 1, .Fs = 1, .chi = -0.5, .sliders = 5});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1));
    if (p) {
        rdg_hbm_add_stability(hb, p, "stability");
        rdg_hbm_add_truncation(hb, p, "truncation");
    }
    const bool has_problem = p && rdg_error_status(ctx) == RDG_OK;
    for (int k = 0; k < WANTED && p; k++) {
        rdg_need_parameter(p, wanted[k]);
    }
    bool built = ctx && rdg_error_status(ctx) == RDG_OK && evaluate(p);
    if (!built && has_problem) {
        assert_true(rdg_error_status(ctx) == RDG_OK || rdg_error_status(ctx) == RDG_ERR_NO_MEMORY);
        rdg_error_clear(ctx);
        memory_left = 1000000; /* a second attempt works once there is memory */
        for (int k = 0; k < WANTED; k++) {
            assert_ok(ctx, rdg_need_parameter(p, wanted[k]));
        }
        assert_true(evaluate(p));
        double value = 0.0;
        assert_ok(ctx, rdg_parameter_value(p, "stability", rdg_start_values(p), &value));
        assert_ok(ctx, rdg_parameter_value(p, "truncation", rdg_start_values(p), &value));
        assert_int_equal(rdg_variable_count(p), rdg_hbm_unknowns(hb) + 2 + WANTED);
    }
    rdg_context_free(ctx);
    return built;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    for (int recovers = 0; recovers < 2; recovers++) {
        long k = 0;
        memory_recovers = recovers;
        for (bool built = false; !built && k < 4000; k++) {
            memory_left = k;
            built = build() && memory_left >= 0;
            assert_int_equal(memory_held, 0);
        }
        assert_true(k > 300 && k < 4000);
    }
    memory_recovers = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests_name("numbers without memory", tests, NULL, NULL);
}
