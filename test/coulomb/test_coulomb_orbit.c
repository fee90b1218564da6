/* Periodic motions by the times of their events. */
#include "coulomb_systems.h"

#include <ridgewalk/ridgewalk.h>

/* A stick-slip orbit: where its slip of sign s begins, how long it lasts. */
static void check_orbit(rdg_problem *p, int s, double t0, double D)
{
    rdg_index segments = 0;
    const rdg_contact_regime *regime = NULL;
    bool whole = true;
    assert_ok(rdg_problem_context(p), rdg_coulomb_orbit_segments(p, &segments, &regime, &whole));
    assert_int_equal(segments, 2);
    assert_false(whole);
    const rdg_index j = regime[0] == RDG_COULOMB_STICK ? 1 : 0;
    const double *u = rdg_start_values(p);
    const double end = j == 0 ? u[1] : u[0] + coulomb_pi;
    assert_near(end - u[j], D, 0, 1e-11);
    const double turns = (u[j] - t0) / coulomb_pi;
    assert_near(turns, round(turns), 0, 1e-11);
    assert_int_equal(regime[j], fmod(fabs(round(turns)), 2.0) > 0.5 ? -s : s);
}

static void orbits_are_those_of_the_reference(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *system;
        double ratio, r1, beta;
        int s;
        double t0, D, X[2];
    } cases[] = {
        {"two_m1", 1, 0.9, 0.4, -1, 2.914874688421, 2.264095134418, {0.1464421406, 0.8915589482}},
        {"two_m1", 1, 0.3, 0.4, -1, 0.882246367849, 2.187643158654, {0.999909196, 1.327771639}},
        {"five_m1", 1, 1.5, 0.4, -1, 2.430872220262, 2.991457118581, {0.1449677144, 0.6630839017}},
        {"two_m2", 1, 1.4, 2.0, -1, 2.810804127310, 3.034131695301, {2.964261325, 0.8735164535}},
        {"mass_mass", 1, 1.0, 0.8, 1, 1.122852878569, 2.731476672591, {2.069084532, 2.063913507}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_coulomb *c = coulomb_named(ctx, cases[i].system, cases[i].ratio);
        rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", cases[i].r1), RDG_AT("beta", cases[i].beta));
        assert_ok(ctx, rdg_error_status(ctx));
        check_orbit(p, cases[i].s, cases[i].t0, cases[i].D);
        double X[COULOMB_MOST];
        assert_ok(ctx, rdg_coulomb_orbit_amplitudes(p, rdg_start_values(p), X));
        assert_near(X[0], cases[i].X[0], 1e-9, 0);
        assert_near(X[1], cases[i].X[1], 1e-9, 0);
        rdg_problem_free(p);
    }
}

static void multipliers_are_those_of_the_reference(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *system;
        double ratio, r1, beta, modulus[4]; /* ascending */
    } cases[] = {
        {"two_m1", 1, 0.9, 0.4, {0, 0.449002028, 0.977292942, 0.977292942}},
        {"two_m2", 1, 1.4, 2.0, {0, 0.273070005, 0.581218652, 0.581218652}},
        {"base_wall", 1.25, 0.5, 0.4, {0, 0.784005353, 0.784005353, 0.787507746}},
        {"mass_mass", 1.5, 1.0, 0.5, {0, 0.0585865, 0.982976823, 0.982976823}},
        {"two_m1", 1, 1.3, 0.4, {0.688469724, 0.688469724, 0.895584922, 0.895584922}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_coulomb *c = coulomb_named(ctx, cases[i].system, cases[i].ratio);
        rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", cases[i].r1), RDG_AT("beta", cases[i].beta));
        double re[4];
        double im[4];
        double modulus[4];
        assert_ok(ctx, rdg_coulomb_orbit_multipliers(p, rdg_start_values(p), re, im));
        for (int k = 0; k < 4; k++) {
            int j = k;
            const double own = hypot(re[k], im[k]);
            for (; j > 0 && modulus[j - 1] > own; j--) {
                modulus[j] = modulus[j - 1];
            }
            modulus[j] = own;
        }
        for (int k = 0; k < 4; k++) { /* those of the reference keep eight digits */
            assert_near(modulus[k], cases[i].modulus[k], 0, 5e-9);
        }
        rdg_problem_free(p);
    }
}

/* Where the contact only turns round, the flows keep volumes, and a reversal shrinks them as it does the
 * acceleration: by (|force| - beta) / (|force| + beta), which the closed form knows to all digits. */
static void multipliers_have_the_determinant_of_a_reversal(void **state)
{
    rdg_context *ctx = *state;
    const char *const systems[] = {"two_m1", "two_m2", "base_wall", "mass_mass", "five_m1"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        rdg_coulomb *c = coulomb_named(ctx, systems[i], 1.0);
        rdg_coulomb_limits l;
        rdg_coulomb_response r;
        double x[2 * COULOMB_MOST];
        double re[2 * COULOMB_MOST];
        double im[2 * COULOMB_MOST];
        double force = 0.0;
        double product = 1.0;
        assert_ok(ctx, rdg_coulomb_limits_at(c, 1.3, &l));
        const double beta = 0.56 * l.continuous;
        assert_ok(ctx, rdg_coulomb_closed(c, 1.3, beta, &r, NULL, NULL));
        assert_ok(ctx, rdg_coulomb_closed_motion(c, &r, 0.0, x));
        assert_ok(ctx, rdg_coulomb_holding_force(c, 1.3, r.phase, x, &force));
        rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", 1.3), RDG_AT("beta", beta));
        assert_ok(ctx, rdg_coulomb_orbit_multipliers(p, rdg_start_values(p), re, im));
        for (rdg_index k = 0; k < 2 * rdg_coulomb_size(c); k++) {
            product *= hypot(re[k], im[k]);
        }
        assert_near(product, (fabs(force) - beta) / (fabs(force) + beta), 1e-11, 0);
        rdg_problem_free(p);
    }
}

/* The trace of small changes over an orbit, by differences of the motion from inside a segment that slips. */
static double trace_by_differences(rdg_coulomb *c, rdg_problem *p, double r1, double beta, double sign,
                                   double lasts)
{
    const rdg_index n = rdg_coulomb_size(c);
    const double *u = rdg_start_values(p);
    rdg_index segments = 0;
    const rdg_contact_regime *regime = NULL;
    bool whole = false;
    double x[2 * COULOMB_MOST];
    rdg_coulomb_orbit_segments(p, &segments, &regime, &whole);
    rdg_index j = 0;
    while (regime[j] == RDG_COULOMB_STICK) {
        j++;
    }
    const double middle = 0.5 * (u[j] + (j + 1 < segments ? u[j + 1] : u[0] + lasts));
    double tau = u[0];
    rdg_coulomb_orbit_begin(p, u, x);
    rdg_coulomb_march(c, &(rdg_coulomb_march_options){.r1 = r1, .beta = beta, .until = middle}, &tau, x,
                      NULL);
    const double h = 1e-6 * greatest_of(2 * n, x);
    double trace = 0.0;
    for (rdg_index i = 0; i < 2 * n; i++) {
        double end[2];
        for (int side = 0; side < 2; side++) {
            double y[2 * COULOMB_MOST];
            memcpy(y, x, sizeof y);
            y[i] += side ? h : -h;
            tau = middle;
            rdg_coulomb_march(c,
                              &(rdg_coulomb_march_options){.r1 = r1, .beta = beta, .until = middle + lasts},
                              &tau, y, NULL);
            end[side] = y[i];
        }
        trace += sign * (end[1] - end[0]) / (2.0 * h);
    }
    return trace;
}

/* From rest: the orbit repeats by a motion from event to event, its derivatives are those of differences, and
 * its multipliers have the trace that differences have. */
static void random_orbits_are_motions(void **state)
{
    uint64_t seed = 5;
    int found = 0;
    double worst = 0.0;
    (void)state;
    for (int k = 0; k < 100; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_coulomb_options o;
        const bool is_damped = k % 3 == 2;
        rdg_coulomb *c = coulomb_damped(ctx, &seed, &o, is_damped ? 0.3 : 0.0);
        const rdg_index n = rdg_coulomb_size(c);
        const double r1 = random_in(&seed, 0.3, 3.0);
        rdg_coulomb_limits l = {.stuck = 0.8};
        if (!is_damped) {
            assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
        }
        const double beta = fmin(l.stuck, 5.0) * random_in(&seed, 0.1, 0.95);
        rdg_problem *p = rdg_orbit_problem_at(c, &(rdg_coulomb_start){.periods = 500},
                                              (rdg_at[]){RDG_AT("r1", r1), RDG_AT("beta", beta), {0, 0}});
        if (!p) {
            assert_true(rdg_error_status(ctx) == RDG_ERR_NO_CONVERGENCE ||
                        rdg_error_status(ctx) == RDG_ERR_ARGUMENT);
            rdg_error_clear(ctx);
            rdg_context_free(ctx);
            continue;
        }
        found++;
        double x[2 * COULOMB_MOST];
        double y[2 * COULOMB_MOST];
        rdg_index segments = 0;
        const rdg_contact_regime *regime = NULL;
        bool whole = false;
        const double *u = rdg_start_values(p);
        assert_ok(ctx, rdg_coulomb_orbit_segments(p, &segments, &regime, &whole));
        assert_ok(ctx, rdg_coulomb_orbit_begin(p, u, x));
        memcpy(y, x, sizeof y);
        const double sign = whole ? 1.0 : -1.0;
        const double lasts = whole ? 2.0 * coulomb_pi : coulomb_pi;
        double tau = u[0];
        assert_ok(ctx, rdg_coulomb_march(
                           c, &(rdg_coulomb_march_options){.r1 = r1, .beta = beta, .until = tau + lasts},
                           &tau, y, NULL));
        for (rdg_index i = 0; i < 2 * n; i++) {
            worst = fmax(worst, fabs(y[i] - sign * x[i]) / greatest_of(2 * n, x));
        }
        double re[2 * COULOMB_MOST];
        double im[2 * COULOMB_MOST];
        double trace = 0.0;
        assert_ok(ctx, rdg_coulomb_orbit_multipliers(p, u, re, im));
        for (rdg_index i = 0; i < 2 * n; i++) {
            trace += re[i];
        }
        assert_near(trace_by_differences(c, p, r1, beta, sign, lasts), trace, 0, 1e-6);
        assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
        rdg_context_free(ctx);
    }
    assert_true(found > 70);
    assert_true(worst < 1e-12);
}

/* mu = 1.5: the symmetric stick-slip branch folds, and joins the continuous response at its limit. */
static void the_branch_folds_and_joins_continuous_slip(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "mass_mass", 1.5);
    const rdg_coulomb_start start = {.segments = 2,
                                     .regimes = (rdg_contact_regime[]){RDG_COULOMB_BACK, RDG_COULOMB_STICK},
                                     .times = (double[]){2.4379, 2.4379 + 2.5410}};
    rdg_problem *p =
        rdg_orbit_problem_at(c, &start, (rdg_at[]){RDG_AT("r1", 0.72), RDG_AT("beta", 0.769156), {0, 0}});
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run_summary summary;
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("beta"), RDG_WINDOW("beta", 0.5, 0.8),
                                RDG_DIRECTION(-1), RDG_IN_MEMORY, RDG_SUMMARY(&summary)));
    assert_int_equal(summary.folds, 1);
    assert_true(summary.covered);
    rdg_run *run = rdg_run_open(ctx, "branch");
    assert_non_null(run);
    const double *beta = rdg_run_column(run, "beta");
    const rdg_index folded = rdg_run_find(run, "FP", 0);
    const rdg_index joined = rdg_run_find(run, "DU", 0);
    assert_true(beta && folded >= 0 && joined >= 0);
    assert_near(beta[folded], 0.753998574, 0, 1e-9);
    assert_near(beta[joined], 0.769925994467, 0, 1e-9);
}

/* A motion from rest that slips to the one side only; its mirror image is an orbit, too. */
static void an_orbit_may_be_one_sided(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "mass_mass", 1.5);
    rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", 0.72), RDG_AT("beta", 0.73143));
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_index segments = 0;
    const rdg_contact_regime *regime = NULL;
    bool whole = false;
    assert_ok(ctx, rdg_coulomb_orbit_segments(p, &segments, &regime, &whole));
    assert_true(whole);
    assert_int_equal(segments, 3);
    const double *u = rdg_start_values(p);
    assert_near(u[0], 1.962659310551, 0, 1e-11);
    assert_near(u[1], 2.550501516944, 0, 1e-11);
    assert_near(u[2], 5.205322910258, 0, 1e-11);
    double Z = 0.0;
    assert_ok(ctx, rdg_parameter_value(p, "Z", u, &Z));
    assert_near(Z, 8.278144132, 1e-9, 0);
}

static void bad_starts_are_refused_in_words(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0);
    assert_null(rdg_orbit_problem(c, RDG_AT("r1", 1.1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "beta = nan");
    assert_null(rdg_orbit_problem(c, RDG_AT("omega", 1.1)));
    assert_failed(ctx, RDG_ERR_NAME, "omega");
    assert_null(rdg_orbit_problem(c, RDG_AT("r1", 1.3), RDG_AT("beta", 5)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "stick all the time");
    assert_null(rdg_orbit_problem_at(c,
                                     &(rdg_coulomb_start){.segments = 2,
                                                          .regimes = (rdg_contact_regime[]){-1, 0},
                                                          .times = (double[]){2, 1}},
                                     (rdg_at[]){RDG_AT("r1", 1), RDG_AT("beta", 0.2), {0, 0}}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "segment 1 begins");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(orbits_are_those_of_the_reference),
                                       TEST(multipliers_are_those_of_the_reference),
                                       TEST(multipliers_have_the_determinant_of_a_reversal),
                                       TEST(random_orbits_are_motions),
                                       TEST(the_branch_folds_and_joins_continuous_slip),
                                       TEST(an_orbit_may_be_one_sided),
                                       TEST(bad_starts_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
