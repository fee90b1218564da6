/* Ridges of peaks by shooting and by harmonic balance. */
#include "fresh_context.h"
#include "orbit_run.h"
#include "pulled_mass.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/shooting_sensors.h>

static rdg_context *fresh(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    return ctx;
}

/* Frequency and peak of the ridge at two levels. */
static void follow(rdg_context *ctx, rdg_problem *p, double out[4])
{
    rdg_adjoint *a = rdg_adjoint_add(p, "top");
    assert_ok(ctx, rdg_stationary_find(a, "peak",
                                       &(rdg_stationary_options){.along = "omega",
                                                                 .low = 1.0,
                                                                 .high = 1.5,
                                                                 .options = RDG_OPTIONS(RDG_IN_MEMORY)}));
    assert_ok(ctx, rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("top"),
                                RDG_RELEASE("d.alpha"), RDG_UZ("alpha", 0.1), RDG_UZ("alpha", 0.2),
                                RDG_WINDOW("alpha", 0.05, 0.21), RDG_IN_MEMORY));
    for (int k = 0; k < 2; k++) {
        out[2 * k] = value_at(ctx, "ridge", "UZ", k, "omega");
        out[1 + 2 * k] = value_at(ctx, "ridge", "UZ", k, "top");
    }
}

static void shoot(double phase, double pull, double out[4])
{
    rdg_context *ctx = fresh();
    rdg_hybrid *h = rdg_hybrid_of(cubic(ctx, phase, pull), RDG_AT("omega", 1.0), RDG_AT("alpha", 0.05));
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    follow(ctx, p, out);
    rdg_context_free(ctx);
}

static void balance(double pull, double out[4])
{
    rdg_context *ctx = fresh();
    int harmonic[16];
    const int step = pull == 0 ? 2 : 1;
    rdg_index count = 0;
    for (int k = pull == 0; k < 16; k += step) {
        harmonic[count++] = k;
    }
    rdg_hbm *hb = rdg_hbm_create(cubic(ctx, 0, pull), count, harmonic);
    follow(ctx, rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("alpha", 0.05)), out);
    rdg_context_free(ctx);
}

/* Whatever the phase at which the orbit begins: with the first one the mass turns back there along the ridge,
 * before it and behind it. */
static void ridges_of_peaks_are_those_of_harmonic_balance(void **state)
{
    (void)state;
    static const struct {
        double phase, pull;
    } cases[] = {{1.555, 0}, {0.4, 0.3}};
    for (int k = 0; k < 2; k++) {
        double exact[4], at[4];
        balance(cases[k].pull, exact);
        shoot(cases[k].phase, cases[k].pull, at);
        for (int i = 0; i < 4; i++) {
            assert_near(at[i], exact[i], 1e-9, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ridges_of_peaks_are_those_of_harmonic_balance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
