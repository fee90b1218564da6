/* Orbits of smooth systems: periods, multipliers and special points that are known to many digits. The
 * numbers are closed forms, or Taylor series of order 34 in quadruple precision. */
#include "orbit_run.h"
#include "smooth_systems.h"

#include <ridgewalk/ep.h>

static void the_van_der_pol_oscillator_has_its_period(void **state)
{
    static const struct {
        double mu, T, log_multiplier;
    } known[] = {{0.1, 6.28711127228872681, -0.629103921026019596},
                 {1.0, 6.66328685932313019, -7.05893280879895918},
                 {2.0, 7.62987447967484163, -18.1786374791680411},
                 {5.0, 11.61223066771957, NAN},
                 {10.0, 19.0783695669390141, NAN}};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        rdg_hybrid *h = van_der_pol_system(ctx, known[k].mu);
        rdg_shooting *s =
            rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 100.0});
        rdg_problem *p = rdg_shooting_problem(s);
        solve_orbit(ctx, p, "orbit");
        assert_near(value_at(ctx, "orbit", "EP", 0, "T"), known[k].T, 1e-10, 0.0);
        if (isfinite(known[k].log_multiplier)) {
            double u[200], re[1], im[1];
            solution_at(ctx, p, "orbit", "EP", 0, u);
            assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
            assert_near(re[0], exp(known[k].log_multiplier), 1e-7, 1e-9);
        }
    }
}

/* The van der Pol oscillator, and how far from 0 its mu has been looked at. */
static int watched_van_der_pol(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double *farthest = data;
    *farthest = fmax(*farthest, fabs(u[2]));
    return van_der_pol(n, u, m, y, NULL);
}

/* Steps go beyond the window's low end, where they meet mu = 0, at which all orbits have the same period, and
 * a branch point: what is looked for there stays near. The cycles at -mu are those at mu, backwards. */
static void windows_end_at_a_centre_or_next_to_it(void **state)
{
    static const struct {
        double from, low, high, T[2];
    } window[] = {{0.3, 0.1, 2.0, {6.28711127228872681, 7.62987447967484163}},
                  {1.0, 0.1, 2.0, {6.28711127228872681, 7.62987447967484163}},
                  {1.7, 0.1, 2.0, {6.28711127228872681, 7.62987447967484163}},
                  {1.0, 0.0, 2.0, {6.28318530717958648, 7.62987447967484163}},
                  {0.6, -0.1, 1.0, {6.28711127228872681, 6.66328685932313019}},
                  {1.0, -0.1, 2.0, {6.28711127228872681, 7.62987447967484163}}};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof window / sizeof *window; k++) {
        double farthest = 0.0;
        const double low = window[k].low, high = window[k].high;
        const rdg_hybrid_function field = {.f = watched_van_der_pol, .data = &farthest};
        rdg_hybrid *h =
            rdg_hybrid_smooth(ctx, "van der Pol", 2, &field, RDG_PARAMETERS("mu"), &window[k].from, NULL);
        rdg_problem *p = rdg_shooting_problem(
            rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 60.0}));
        assert_ok(ctx,
                  rdg_continue(p, "cycles", RDG_RELEASE("mu"), RDG_WINDOW("mu", low, high), RDG_IN_MEMORY));
        assert_int_equal(rdg_shortfalls(ctx), 0);
        assert_true(farthest < high + 1.5);
        rdg_run *run = rdg_run_open(ctx, "cycles");
        const double *mu = rdg_run_column(run, "mu"), *T = rdg_run_column(run, "T");
        for (rdg_index row = 0; row < rdg_run_count(run); row++) {
            assert_true(T[row] > 6.283185307 && T[row] < 19.1);
        }
        const rdg_index last = rdg_run_count(run) - 1, first = mu[0] < mu[last] ? 0 : last;
        assert_near(mu[first], low, 0.0, 1e-9);
        assert_near(mu[last - first], high, 0.0, 1e-9);
        assert_near(T[first], window[k].T[0], 1e-8, 0.0);
        assert_near(T[last - first], window[k].T[1], 1e-8, 0.0);
        rdg_run_free(run);
    }
}

static void the_forced_duffing_oscillator_folds_where_it_should(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.02, 0.1, 0.1, 0.5);
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(h, NULL));
    assert_non_null(p);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "frc", "FP", 0, "omega"), 1.40242700462775884, 1e-10, 0.0);
    assert_near(value_at(ctx, "frc", "FP", 1, "omega"), 1.08155316512136003, 1e-10, 0.0);
}

static void the_shortest_unstable_orbit_of_lorenz_is_found_from_near_by(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = lorenz_system(ctx, 28.0);
    const rdg_shooting_options o = {.x = (double[]){-13.76, -19.58, 27.0}, .period = 1.5586};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(h, &o));
    solve_orbit(ctx, p, "orbit");
    assert_near(value_at(ctx, "orbit", "EP", 0, "T"), 1.55865221071617473, 1e-10, 0.0);
    double u[20], re[2], im[2];
    solution_at(ctx, p, "orbit", "EP", 0, u);
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    assert_near(fmax(re[0], re[1]), 4.71294727342408218, 1e-8, 0.0);
}

static void the_roessler_orbit_doubles_its_period_where_it_should(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = roessler_system(ctx, 2.5);
    const rdg_shooting_options o = {.x = (double[]){0.0, -4.0, 0.05}, .transient = 300.0};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(h, &o));
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "c", RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 5.7), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "c", "PD", 0, "c"), 2.83244502786253891, 1e-9, 0.0);
    assert_near(value_at(ctx, "c", "PD", 0, "T"), 5.76982001650656319, 1e-9, 0.0);
}

/* From one period doubling to the next, twice over. */
static void a_cascade_is_followed_through_its_period_doublings(void **state)
{
    static const double c[] = {2.83244502786253891, 3.83735816841009377, 4.12421473207550169,
                               4.18699699939433106};
    static const double T[] = {5.76982001650656319, 11.5726888044658178, 23.2026112015949205,
                               46.4317883023410639};
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.x = (double[]){0.0, -4.0, 0.05}, .transient = 300.0};
    rdg_shooting *s = rdg_shooting_create(roessler_system(ctx, 2.5), &o);
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "1", RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 3.0), RDG_IN_MEMORY));
    char name[8] = "1";
    for (int k = 0; k < 4; k++) {
        assert_near(nearest_at(ctx, name, "PD", "c", c[k]), c[k], 1e-9, 0.0);
        assert_near(nearest_at(ctx, name, "PD", "T", T[k]), T[k], 1e-9, 0.0);
        if (k == 3) {
            break;
        }
        rdg_run *r = rdg_run_open(ctx, name);
        s = rdg_shooting_double(s, name, rdg_run_label(r, rdg_run_find(r, "PD", 0)));
        snprintf(name, sizeof name, "%d", 2 << k);
        p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_continue(p, name, RDG_RELEASE("c"), RDG_WINDOW("c", c[k] - 0.1, 1.02 * c[k + 1]),
                                    RDG_IN_MEMORY, RDG_EXPECT_EARLY_END, rdg_shooting_flip(s)));
    }
}

static void half_of_a_symmetric_orbit_tells_the_whole(void **state)
{
    static const double G[4] = {-1.0, 0.0, 0.0, -1.0};
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(
        van_der_pol_system(ctx, 1.0),
        &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 100.0, .symmetry = G}));
    solve_orbit(ctx, p, "orbit");
    assert_near(value_at(ctx, "orbit", "EP", 0, "T"), 6.66328685932313019, 1e-10, 0.0);
    rdg_shooting *s =
        rdg_shooting_create(duffing_system(ctx, 0.02, 0.1, 0.1, 0.5), &(rdg_shooting_options){.symmetry = G});
    p = rdg_shooting_problem(s);
    assert_non_null(p);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "frc", "FP", 0, "omega"), 1.40242700462775884, 1e-10, 0.0);
    assert_near(value_at(ctx, "frc", "FP", 1, "omega"), 1.08155316512136003, 1e-10, 0.0);
    double u[20], t[8], x[16];
    solution_at(ctx, p, "frc", "FP", 0, u);
    assert_ok(ctx, rdg_shooting_motion(s, u, 8, t, NULL, x));
    for (int i = 0; i < 8; i++) {
        assert_near(x[i], -x[8 + i], 0.0, 1e-9); /* half a period later */
    }
}

static void two_circles_meet_in_a_fold(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = two_circles_system(ctx, -0.1);
    const rdg_shooting_options o = {.x = (double[]){0.9, 0.0}, .transient = 50.0};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(h, &o));
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "p1", RDG_RELEASE("p1"), RDG_WINDOW("p1", -1, -0.05), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "p1", "FP", 0, "p1"), -0.25, 0.0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_van_der_pol_oscillator_has_its_period),
                                       TEST(windows_end_at_a_centre_or_next_to_it),
                                       TEST(the_forced_duffing_oscillator_folds_where_it_should),
                                       TEST(the_shortest_unstable_orbit_of_lorenz_is_found_from_near_by),
                                       TEST(the_roessler_orbit_doubles_its_period_where_it_should),
                                       TEST(a_cascade_is_followed_through_its_period_doublings),
                                       TEST(half_of_a_symmetric_orbit_tells_the_whole),
                                       TEST(two_circles_meet_in_a_fold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
