/* What a ridge emits solves the equations with every contact free to slip, and a greater maximum is looked
 * for in the whole window that the forced response was asked for. */
#define _XOPEN_SOURCE 700

#include "random_response.h"
#include "response_scan.h"
#include "scratch.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/ridge.h>

/* Residuals of all labelled rows, by equations that know nothing of the ridge. */
static rdg_index check_solutions(rdg_context *ctx, rdg_hbm *fresh, const char *name)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega");
    const rdg_function *f = rdg_hbm_function(fresh);
    const rdg_index n = f->m;
    double u[80], y[80];
    rdg_index checked = 0;
    assert_true(n + 2 <= 80);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const rdg_index label = rdg_run_label(run, row);
        if (label > 0) {
            assert_ok(ctx, rdg_run_solution(run, label, "Q", n, u, NULL));
            u[n] = omega[row];
            u[n + 1] = alpha[row];
            assert_int_equal(f->f(n + 2, u, n, y, f->data), 0);
            for (rdg_index i = 0; i < n; i++) {
                assert_near(y[i], 0.0, 0.0, 1e-7 * alpha[row]);
            }
            checked++;
        }
    }
    rdg_run_free(run);
    return checked;
}

/* Four masses, two contacts, a stop; the third harmonic of one of them. At 0.5952 N the maximum of a corner
 * meets a minimum on its stuck side. */
static rdg_hbm *four_masses(rdg_context *ctx)
{
    const double M[16] = {[0] = 0.83222213518682597,
                          [5] = 0.86652702979944662,
                          [10] = 1.0489929636982904,
                          [15] = 1.2703464473536257};
    double C[16] = {[0] = 0.73430061864069573,
                    [5] = 0.34675910090860868,
                    [10] = 0.38944746231692251,
                    [15] = 0.22267788756978535};
    double K[16] = {[0] = 2.8527300728271987,
                    [5] = 1.3471459645774102,
                    [10] = 1.5129886307250211,
                    [15] = 0.86509515353519384};
    C[1] = C[4] = -0.12882981523111489, C[6] = C[9] = -0.16676957474713719,
    C[11] = C[14] = -0.22267788756978535;
    K[1] = K[4] = -0.50049894941788731, K[6] = K[9] = -0.64789347718982726,
    K[11] = K[14] = -0.86509515353519384;
    rdg_structure *s = rdg_structure_create(ctx, "four", 4, M, C, K);
    rdg_name_dof(s, "x1", 1);
    rdg_name_dof(s, "x2", 2);
    rdg_name_relative(s, "r0", 0, 2);
    rdg_name_relative(s, "r1", 3, 1);
    rdg_contact_add(s, &(rdg_contact){.name = "e0",
                                      .tangential = "r0",
                                      .kt = 0.14522084989976775,
                                      .mu = 0.76652326316072039,
                                      .preload = 1.1768388196541169});
    rdg_contact_add(s, &(rdg_contact){.name = "e1",
                                      .tangential = "r1",
                                      .kt = 0.1581831312344191,
                                      .mu = 0.65017000561180815,
                                      .preload = 0.31209724171853725});
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "e2",
                                            .at = "x1",
                                            .k = 1.0419136297185405,
                                            .gap = 0.27151297657417467,
                                            .preload = 0.14108386662158531});
    rdg_force_add(s, "x1", 1, 1.0);
    rdg_sensor_harmonic_add(s, "Am", "x2", 3);
    return rdg_hbm_create(s, RDG_HARMONICS(1, 2, 3));
}

static void where_a_corner_meets_a_minimum_no_contact_stays_held(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = four_masses(ctx), *fresh = four_masses(ctx);
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", 0.46106823837110067), RDG_AT("alpha", 0.20650528799579232));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", 0.46106823837110067, 2.6612108131397489), RDG_NO_TABLE,
                                RDG_MAX_POINTS(3000)));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", 0.20650528799579232, 2.0), RDG_NO_TABLE,
                             RDG_MAX_POINTS(3000), RDG_LABEL_EVERY(1)));
    assert_true(check_solutions(ctx, fresh, "ridge") > 50);
}

static void every_point_of_random_ridges_is_a_solution(void **state)
{
    const random_kind kinds[] = {RUBBING, SLIDING, ALL_SORTS};
    rdg_index ridges = 0;
    (void)state;
    for (int k = 0; k < 24; k++) {
        rdg_context *ctx = *state;
        uint64_t seed[2] = {1000 + (uint64_t)k, 1000 + (uint64_t)k};
        random_response r = random_system(ctx, &seed[0], kinds[k % 3]);
        rdg_hbm *fresh = random_system(ctx, &seed[1], kinds[k % 3]).hb;
        rdg_problem *p = rdg_hbm_problem(r.hb, RDG_AT("omega", r.low), RDG_AT("alpha", r.alpha));
        rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", r.low, r.high), RDG_NO_TABLE,
                     RDG_MAX_POINTS(3000));
        if (rdg_ridge(r.hb, "ridge", "Am", RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), RDG_FROM_GREATEST("frc"),
                      RDG_WINDOW("alpha", r.alpha, 30.0 * r.alpha), RDG_NO_TABLE, RDG_MAX_POINTS(1000),
                      RDG_LABEL_EVERY(1)) == RDG_OK) {
            ridges += check_solutions(ctx, fresh, "ridge") > 5;
        }
        rdg_error_clear(ctx);
        assert_int_equal(scratch_teardown(state), 0);
        assert_int_equal(scratch_setup(state), 0);
    }
    assert_true(ridges >= 21);
}

/* A linear response that is left off behind its first maximum, the second one being greater. */
static void a_greater_maximum_is_seen_that_the_forced_response_did_not_come_to(void **state)
{
    uint64_t seed = 31;
    int beyond = 0;
    (void)state;
    for (int k = 0; k < 30; k++) {
        rdg_context *ctx = *state;
        random_response r = random_system(ctx, &seed, LINEAR);
        const rdg_peaks *peaks =
            scan_response(r.hb, "Am", RDG_HOLD_AT("alpha", 1.0), RDG_WINDOW("omega", r.low, r.high));
        if (peaks->count >= 2 && peaks->greatest > 0) {
            const double first = peaks->maximum[0].amplitude;
            const double gap = peaks->maximum[peaks->greatest].amplitude / first - 1.0;
            rdg_problem *p = rdg_hbm_problem(r.hb, RDG_AT("omega", r.low), RDG_AT("alpha", 1.0));
            const double leave = 0.5 * (peaks->maximum[0].omega + peaks->maximum[1].omega);
            assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", r.low, r.high),
                                        RDG_TERMINAL("OFF", "omega", leave), RDG_MAXIMA("Am"), RDG_NO_TABLE));
            rdg_run *run = rdg_run_open(ctx, "frc");
            const rdg_index start = rdg_run_label(run, rdg_run_find(run, "PM", 0));
            assert_ok(ctx, rdg_ridge(r.hb, "ridge", "Am", RDG_FROM("frc", start),
                                     RDG_WINDOW("alpha", 1.0, 1.5), RDG_NO_TABLE));
            rdg_run *ridge = rdg_run_open(ctx, "ridge");
            const double *Am = rdg_run_column(ridge, "Am"), *told = rdg_run_column(ridge, "global_gap");
            if (fabs(Am[0] / first - 1.0) < 1e-6) { /* not where stage 1 has met the greatest one */
                for (rdg_index row = 0; row < rdg_run_count(ridge); row++) {
                    assert_true(isnan(told[row]) || fabs(told[row] - gap) <= 1e-5 * (1.0 + gap));
                }
                beyond++;
            }
            rdg_run_free(ridge);
            rdg_run_free(run);
        }
        assert_int_equal(scratch_teardown(state), 0);
        assert_int_equal(scratch_setup(state), 0);
    }
    assert_true(beyond >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(where_a_corner_meets_a_minimum_no_contact_stays_held),
        SCRATCH_TEST(every_point_of_random_ridges_is_a_solution),
        SCRATCH_TEST(a_greater_maximum_is_seen_that_the_forced_response_did_not_come_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
