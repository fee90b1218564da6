/* Multipliers of any range: logarithms that are known from closed forms and from Taylor series of order 34 in
 * quadruple precision. */
#include "floquet_system.h"
#include "hybrid_systems.h"
#include "orbit_run.h"
#include "smooth_systems.h"

#include <ridgewalk/ep.h>
#include <ridgewalk/spectrum.h>

static void the_logarithm_of_van_der_pol_s_multiplier_is_told(void **state)
{
    static const struct {
        double mu, T, log;
    } known[] = {{0.1, 6.28711127228872681, -0.629103921026019596},
                 {1.0, 6.66328685932313019, -7.05893280879895918},
                 {10.0, 19.0783695669390141, -311.844219286228},
                 {100.0, 162.837071092370, -28997.9884572870}};
    static const double G[4] = {-1.0, 0.0, 0.0, -1.0};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < 2 * sizeof known / sizeof *known; k++) {
        const bool half = k % 2 == 1;
        rdg_shooting *s = rdg_shooting_create(van_der_pol_system(ctx, known[k / 2].mu),
                                              &(rdg_shooting_options){.x = (double[]){2.0, 0.0},
                                                                      .transient = 5.0 * known[k / 2].T,
                                                                      .symmetry = half ? G : NULL});
        rdg_problem *p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_shooting_add_logarithm(s, p));
        solve_orbit(ctx, p, "orbit");
        assert_near(value_at(ctx, "orbit", "EP", 0, "T"), known[k / 2].T, 1e-11, 0.0);
        const double log = value_at(ctx, "orbit", "EP", 0, "multiplier.log");
        assert_near(log, half ? 0.5 * known[k / 2].log : known[k / 2].log, 2e-11, 0.0);
        double u[20], l[1], angle[1];
        solution_at(ctx, p, "orbit", "EP", 0, u);
        assert_ok(ctx, rdg_shooting_multipliers(s, u, 1, l, angle));
        assert_true(l[0] == log);
        assert_true(angle[0] == 0.0);
    }
}

static unsigned long long seed;
static double random_in(double from, double to)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return from + (to - from) * ((double)(seed >> 11) / 9007199254740992.0);
}

/* Exponents of random signs and ranges; one in four is unstable. */
static void draw(floquet *f, int n, double most, double most_unstable, double *log, double *angle)
{
    *f = (floquet){.n = n};
    for (int k = 0; k < n;) {
        const bool pair = k + 1 < n && random_in(0.0, 1.0) < 0.3;
        const double stable = -most * pow(10.0, random_in(-4.0, 0.0));
        const double a = random_in(0.0, 1.0) < 0.25 ? random_in(0.01, most_unstable) : stable;
        const double b = pair ? random_in(0.1, 3.0) : 0.0;
        for (int i = k; i < k + 1 + pair; i++) {
            f->D[i + n * i] = log[i] = a;
            angle[i] = b;
        }
        if (pair) {
            f->D[k + n * (k + 1)] = b;
            f->D[k + 1 + n * k] = -b;
        }
        k += 1 + pair;
    }
    f->turns = 1 + (int)random_in(0.0, FLOQUET_TURNS - 0.01);
    for (int k = 0; k < f->turns; k++) {
        f->i[k] = (int)random_in(0.0, n - 0.01);
        f->j[k] = (f->i[k] + 1 + (int)random_in(0.0, n - 1.01)) % n;
        f->times[k] = 1 + (int)random_in(0.0, 2.99);
    }
    floquet_shear(f, random_in, 0.5);
}

static void compare(rdg_context *ctx, floquet *f, double *log, double *angle)
{
    const int n = f->n;
    double x[FLOQUET_MOST], l[FLOQUET_MOST], a[FLOQUET_MOST], u[1000], unstable = 0.0;
    for (int i = 0; i < n; i++) {
        x[i] = 0.5 * cos(i);
        unstable += log[i] > 0.0;
    }
    rdg_shooting *s = rdg_shooting_create(floquet_system(ctx, f), &(rdg_shooting_options){.x = x});
    rdg_problem *p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "orbit");
    assert_true(rdg_variable_count(p) <= 1000);
    solution_at(ctx, p, "orbit", "EP", 0, u);
    assert_ok(ctx, rdg_shooting_multipliers(s, u, n, l, a));
    for (int i = 0; i < n; i++) {
        for (int j = i; j > 0 && log[j] > log[j - 1]; j--) {
            const double swap[2] = {log[j], angle[j]};
            log[j] = log[j - 1];
            angle[j] = angle[j - 1];
            log[j - 1] = swap[0];
            angle[j - 1] = swap[1];
        }
    }
    for (int i = 0; i < n; i++) {
        assert_near(l[i], log[i], 1e-8, 1e-8);
        assert_near(fabs(a[i]), angle[i], 0.0, 1e-7);
    }
    assert_true(value_at(ctx, "orbit", "EP", 0, "unstable") == unstable);
    rdg_shooting_free(s);
}

static void multipliers_of_any_range_are_told(void **state)
{
    for (int k = 0; k < 40; k++) {
        rdg_context *ctx = *state;
        floquet f;
        double log[FLOQUET_MOST], angle[FLOQUET_MOST];
        seed = 77 + (unsigned long long)k;
        (void)random_in(0.0, 1.0);
        draw(&f, 2 + k % 3, k % 20 == 0 ? 5000.0 : 30.0, k % 2 ? 38.0 : 3.0, log, angle);
        compare(ctx, &f, log, angle);
        if (k % 10 == 9) {
            free_context(state);
            fresh_context(state);
        }
    }
}

/* In the product of the segments' matrices some of these systems' multipliers near 1 are nothing but
 * rounding. */
static void a_strongly_unstable_multiplier_hides_no_other(void **state)
{
    for (int k = 0; k < 30; k++) {
        rdg_context *ctx = *state;
        floquet f;
        double log[FLOQUET_MOST], angle[FLOQUET_MOST];
        seed = 1300 + (unsigned long long)k;
        (void)random_in(0.0, 1.0);
        draw(&f, 5 + k % 4, 1.0, 38.0, log, angle);
        compare(ctx, &f, log, angle);
        if (k % 10 == 9) {
            free_context(state);
            fresh_context(state);
        }
    }
}

/* Where an event forgets a direction its multiplier is exactly zero. */
static void a_direction_that_is_forgotten_has_no_logarithm(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.0});
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = "stick", .transient = 50.0});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_logarithm(s, p));
    solve_orbit(ctx, p, "belt");
    double u[100], l[1], a[1];
    solution_at(ctx, p, "belt", "EP", 0, u);
    assert_ok(ctx, rdg_shooting_multipliers(s, u, 1, l, a));
    assert_true(l[0] == -INFINITY);
    assert_true(value_at(ctx, "belt", "EP", 0, "multiplier.log") == -1e300);
}

/* Through impacts and from one half plane to the other they are those of the product. */
static void events_take_their_share(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s =
        rdg_shooting_create(impact_system(ctx, 1.0), &(rdg_shooting_options){.transient = 300.0});
    rdg_problem *p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "impact");
    double u[100], l[2], a[2];
    solution_at(ctx, p, "impact", "EP", 0, u);
    assert_ok(ctx, rdg_shooting_multipliers(s, u, 2, l, a));
    assert_near(l[0], log(hypot(0.01478004601861, 0.27316331694787)), 1e-9, 0.0);
    assert_near(fabs(a[0]), atan2(0.27316331694787, -0.01478004601861), 1e-9, 0.0);
    s = rdg_shooting_create(
        plane_system(ctx, (double[]){1.0, 2.0, 1.5}),
        &(rdg_shooting_options){.mode = "right", .x = (double[]){0.5, 0.0}, .transient = 50.0});
    p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "planes");
    solution_at(ctx, p, "planes", "EP", 0, u);
    assert_ok(ctx, rdg_shooting_multipliers(s, u, 1, l, a));
    assert_near(exp(l[0]), 0.00243051142018620, 1e-9, 0.0);
}

/* A source may know better than its matrix, or know that nobody does. */
static rdg_spectrum_known knowledge;

static int shrinks(const double *u, double *J, void *data)
{
    (void)u, (void)data;
    J[0] = J[3] = 0.5;
    J[1] = J[2] = 0.0;
    return 0;
}

static int stays(const double *u, const double *w, const double *v, double factor, double *gradient,
                 void *data)
{
    (void)u, (void)w, (void)v, (void)factor, (void)gradient, (void)data;
    return 0;
}

static int grows(const double *u, double *re, double *im, rdg_spectrum_known *known, void *data)
{
    (void)u, (void)data;
    re[0] = 2.0;
    re[1] = -3.0;
    im[0] = im[1] = 0.0;
    *known = knowledge;
    return 0;
}

static int at_rest(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    return 0;
}

static void what_nobody_knows_is_not_told(void **state)
{
    const double unstable[] = {0.0, 2.0, -1.0};
    rdg_context *ctx = *state;
    for (int k = 0; k < 3; k++) {
        knowledge = (rdg_spectrum_known)k;
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "x", 1, (double[]){0.0});
        rdg_add_zero(p, &(rdg_function){.name = "zero", .n = 1, .m = 1, .f = at_rest}, RDG_ALL);
        assert_ok(
            ctx,
            rdg_add_spectrum(
                p, &(rdg_spectrum_source){
                       .n = 2, .is_map = true, .matrix = shrinks, .slope = stays, .eigenvalues = grows}));
        solve_orbit(ctx, p, "rest");
        assert_true(value_at(ctx, "rest", "EP", 0, "unstable") == unstable[k]);
        double re[2], im[2];
        const rdg_status status = rdg_ep_eigenvalues(p, (double[]){0.0}, re, im);
        if (k == 2) {
            assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "not known");
        } else {
            assert_ok(ctx, status);
            assert_near(re[0], k == 0 ? 0.5 : 2.0, 1e-15, 0.0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_logarithm_of_van_der_pol_s_multiplier_is_told),
                                       TEST(multipliers_of_any_range_are_told),
                                       TEST(a_strongly_unstable_multiplier_hides_no_other),
                                       TEST(a_direction_that_is_forgotten_has_no_logarithm),
                                       TEST(events_take_their_share),
                                       TEST(what_nobody_knows_is_not_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
