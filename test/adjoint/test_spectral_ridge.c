/* Ridges of a beam on a friction contact by the spectral solver, against those by factors. */
#include "fresh_context.h"

#include "backbone_cases.h"

#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/ridgewalk.h>

#include <math.h>

enum { LEVELS_OF_RIDGE = 4, MOST_POINTS = 64 };

static const double level[LEVELS_OF_RIDGE] = {0.02, 0.05, 0.1, 0.2};

/* Where the ridge comes to the levels, and to its special points. */
typedef struct found {
    rdg_index n;
    double alpha[MOST_POINTS], omega[MOST_POINTS], amplitude[MOST_POINTS];
    char type[MOST_POINTS][8];
} found;

static void follow(rdg_context *ctx, rdg_hbm_solver_kind kind, const char *name, found *at)
{
    char response[16], ridge[16];
    snprintf(response, sizeof response, "frc%s", name);
    snprintf(ridge, sizeof ridge, "ridge%s", name);
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    assert_ok(ctx, rdg_hbm_solver(hb, kind));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.01));
    assert_ok(ctx, rdg_continue(p, response, RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(300), RDG_HZ(335)), RDG_NO_TABLE, RDG_IN_MEMORY));
    assert_ok(ctx,
              rdg_ridge(hb, ridge, "Am", RDG_FROM_GREATEST(response), RDG_WINDOW("alpha", 0.01, level[3]),
                        RDG_UZ("alpha", level[0]), RDG_UZ("alpha", level[1]), RDG_UZ("alpha", level[2]),
                        RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, ridge);
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega"),
                 *Am = rdg_run_column(run, "Am");
    at->n = 0;
    for (rdg_index row = 0; row < rdg_run_count(run) && at->n < MOST_POINTS; row++) {
        const char *type = rdg_run_type(run, row);
        if (type[0] && strcmp(type, "EP") != 0) {
            at->alpha[at->n] = alpha[row];
            at->omega[at->n] = omega[row];
            at->amplitude[at->n] = Am[row];
            snprintf(at->type[at->n++], sizeof at->type[0], "%s", type);
        }
    }
    rdg_run_free(run);
}

static void ridges_and_their_special_points_agree(void **state)
{
    rdg_context *ctx = *state;
    found by_factors, spectral;
    follow(ctx, RDG_DENSE, "1", &by_factors);
    follow(ctx, RDG_SPECTRAL, "2", &spectral);
    assert_int_equal(spectral.n, by_factors.n);
    assert_true(spectral.n >= LEVELS_OF_RIDGE - 1);
    for (rdg_index i = 0; i < spectral.n; i++) {
        assert_string_equal(spectral.type[i], by_factors.type[i]);
        assert_near(spectral.alpha[i], by_factors.alpha[i], 1e-10, 0);
        assert_near(spectral.omega[i], by_factors.omega[i], 1e-10, 0);
        assert_near(spectral.amplitude[i], by_factors.amplitude[i], 1e-10, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(ridges_and_their_special_points_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
