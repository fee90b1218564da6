/* Several equal peaks: the tuned absorber, its stages from one peak to the optimum and over the level,
 * against numbers of a nested search, and against the closed solution of Nishihara and Asami (2002). */
#define _XOPEN_SOURCE 700

#include "design/absorber.h"
#include "scratch.h"

#include <ridgewalk/equal_peaks.h>
#include <ridgewalk/ridgewalk.h>

static rdg_problem *two_peaks(rdg_context *ctx, const absorber *a)
{
    rdg_hbm *hb = tuned_absorber(ctx, a);
    return rdg_equal_peaks(hb, "Am", 2, 0.3, 2.0, RDG_AT("alpha", 1.0), RDG_AT("spring.k", a->k2),
                           RDG_AT("damper.c", a->c2), RDG_AT("spring.k3", a->k3));
}

#define QUIET RDG_NO_BRANCH_POINTS, RDG_NO_TABLE, RDG_IN_MEMORY, RDG_TOLERANCE(1e-12, 1e-13)
#define EQUAL                                                                                                \
    RDG_HOLD_AT("gap1", 0.0), RDG_HOLD_AT("gap2", 0.0), RDG_RELEASE("theta1"), RDG_RELEASE("theta2"),        \
        RDG_HOLD_AT("d.spring.k", 0.0)

/* Runs "toward" and "equal": to equal heights over k2, then along these over c2 to the optimum. */
static rdg_problem *find_optimum(rdg_context *ctx, const absorber *a, bool first_is_higher)
{
    rdg_problem *p = two_peaks(ctx, a);
    rdg_continue(p, "toward", RDG_RELEASE("spring.k"), RDG_WINDOW("spring.k", 0.5 * a->k2, 1.5 * a->k2),
                 RDG_TERMINAL("EQ", first_is_higher ? "gap2" : "gap1", 0.0), QUIET);
    rdg_continue(p, "equal", RDG_FROM_POINT("toward", "EQ", 0), RDG_RELEASE("damper.c"),
                 RDG_RELEASE("spring.k"), EQUAL, RDG_WINDOW("damper.c", 0.5 * a->c2, 2.0 * a->c2),
                 RDG_TERMINAL("OPT", "d.damper.c", 0.0), QUIET);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static double value(rdg_run *run, const char *column, rdg_index row)
{
    const double *values = rdg_run_column(run, column);
    assert_non_null(values);
    assert_true(row >= 0);
    return values[row];
}

/* Steps of the route, at the digits that a nested search has for them. */
static void the_route_has_known_stages(void **state)
{
    rdg_context *ctx = *state;
    const absorber start = {.mass = 0.05, .c = 0.02, .k2 = 0.044, .c2 = 0.011};
    rdg_problem *p = two_peaks(ctx, &start);
    const double *u = rdg_start_values(p);
    const double expected[] = {3.86037202, 4.50540995};
    for (int i = 0; i < 2; i++) {
        double height = 0.0;
        assert_ok(ctx, rdg_parameter_value(p, i == 0 ? "peak1.Am" : "peak2.Am", u, &height));
        assert_near(height, expected[i], 2e-9, 0.0);
    }
    p = find_optimum(ctx, &start, false);
    rdg_run *equal = rdg_run_open(ctx, "equal");
    const double *point = rdg_run_column(equal, "step");
    assert_non_null(point);
    rdg_index begin = -1;
    for (rdg_index row = 0; row < rdg_run_count(equal); row++) {
        begin = point[row] == 0.0 ? row : begin;
    }
    assert_near(value(equal, "spring.k", begin), 0.04519879834, 2e-10, 0.0);
    assert_near(value(equal, "height", begin), 4.17221326, 2e-9, 0.0);
    assert_near(value(equal, "theta1", begin), 0.49509504, 2e-8, 0.0);
    assert_near(value(equal, "d.damper.c", begin), 89.4958, 1e-6, 0.0); /* minus dh/dc2 */
    const rdg_index best = rdg_run_find(equal, "OPT", 0);
    assert_near(value(equal, "spring.k", best), 0.0450602448604, 2e-12, 0.0);
    assert_near(value(equal, "damper.c", best), 0.0128614112457, 4e-12, 0.0);
    /* sharp across, smooth along: both slopes over k2 have opposite signs */
    assert_true(value(equal, "d.peak1.spring.k", best) * value(equal, "d.peak2.spring.k", best) < 0.0);
}

typedef struct best_absorber {
    double k3, k2, c2, factor, theta1, omega[2];
} best_absorber;

/* c = 0.02, at 1 N: only k3 F^2 matters */
static const best_absorber table[] = {
    {0, 0.0450602448604, 0.0128614112457, 5.78376545151, 0.5098438568, {0.894726903, 1.05299453}},
    {9e-07, 0.0448260512722, 0.0128640813754, 5.78237551942, 0.501759941, {0.895428758, 1.05357175}},
    {1.6e-06, 0.0446437199723, 0.0128672001748, 5.78153501995, 0.4954519479, {0.895982627, 1.0540126}},
    {3.6e-06, 0.0441220620123, 0.0128810586016, 5.7802863629, 0.4773581559, {0.897599486, 1.05523197}},
    {6.4e-06, 0.0433905729608, 0.012912398222, 5.78137165362, 0.4519562812, {0.899932586, 1.05683569}},
    {8.1e-06, 0.0429461816426, 0.012937913452, 5.78361334793, 0.4365637987, {0.901377783, 1.05774912}},
    {1e-05, 0.0424495868509, 0.0129719175081, 5.78750228633, 0.4194469936, {0.903009259, 1.05871571}},
    {1.96e-05, 0.0399503262551, 0.0132206651726, 5.82820810796, 0.3361076857, {0.911241086, 1.06274382}},
    {2.56e-05, 0.0384032231817, 0.0134286432033, 5.869934827, 0.2882503647, {0.916140937, 1.06458677}},
    {4e-05, 0.0347515496294, 0.014039087808, 6.01293537241, 0.1915101492, {0.92648147, 1.06723335}},
    {4.84e-05, 0.0326622168246, 0.0144464482865, 6.1197779498, 0.1477848389, {0.931499485, 1.06781885}}};
enum { ROWS = sizeof table / sizeof *table };

static void check_row(rdg_run *run, rdg_index row, const best_absorber *expected)
{
    assert_near(value(run, "spring.k", row), expected->k2, 2e-12, 0.0);
    assert_near(value(run, "damper.c", row), expected->c2, 5e-12, 0.0);
    assert_near(value(run, "height", row) * sqrt(2.0), expected->factor, 2e-12, 0.0);
    assert_near(value(run, "theta1", row), expected->theta1, 1e-9, 0.0);
    assert_near(value(run, "peak1.omega", row), expected->omega[0], 2e-9, 0.0);
    assert_near(value(run, "peak2.omega", row), expected->omega[1], 1e-8, 0.0);
}

/* The optimum over the cubic stiffness is one curve. */
static void one_run_over_the_cubic_stiffness(void **state)
{
    rdg_context *ctx = *state;
    const absorber start = {.mass = 0.05, .c = 0.02, .k2 = 0.044, .c2 = 0.011};
    rdg_problem *p = find_optimum(ctx, &start, false);
    double k3[ROWS];
    for (int i = 0; i < ROWS; i++) {
        k3[i] = table[i].k3;
    }
    rdg_run_summary summary;
    assert_ok(ctx, rdg_continue(p, "over", RDG_FROM_POINT("equal", "OPT", 0), RDG_RELEASE("spring.k3"),
                                RDG_RELEASE("damper.c"), RDG_RELEASE("spring.k"), EQUAL,
                                RDG_HOLD_AT("d.damper.c", 0.0), RDG_WINDOW("spring.k3", 0.0, 4.84e-5),
                                RDG_UZ_LIST("spring.k3", ROWS - 2, k3 + 1), RDG_SUMMARY(&summary), QUIET));
    assert_true(summary.covered);
    rdg_run *run = rdg_run_open(ctx, "over");
    int met = 0;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        for (int i = 0; i < ROWS; i++) {
            if (fabs(value(run, "spring.k3", row) - k3[i]) <= 1e-14) {
                check_row(run, row, &table[i]);
                met |= 1 << i;
            }
        }
    }
    assert_int_equal(met, (1 << ROWS) - 1);
}

/* Only k3 F^2 matters: over the level, at a given k3. */
static void one_run_over_the_level(void **state)
{
    rdg_context *ctx = *state;
    const absorber start = {.mass = 0.05, .c = 0.02, .k2 = 0.0428, .c2 = 0.0127, .k3 = 1e-5};
    rdg_problem *p = find_optimum(ctx, &start, true);
    assert_ok(ctx, rdg_continue(p, "over", RDG_FROM_POINT("equal", "OPT", 0), RDG_RELEASE("alpha"),
                                RDG_RELEASE("damper.c"), RDG_RELEASE("spring.k"), EQUAL,
                                RDG_HOLD_AT("d.damper.c", 0.0), RDG_WINDOW("alpha", 0.3, 2.2),
                                RDG_UZ("alpha", 2.0), RDG_UZ("alpha", 1.6), QUIET));
    rdg_run *run = rdg_run_open(ctx, "over");
    for (rdg_index i = 0; i < 2; i++) {
        const rdg_index row = rdg_run_find(run, "UZ", i);
        const double alpha = value(run, "alpha", row);
        best_absorber expected = table[alpha > 1.8 ? 9 : 8];
        expected.factor *= alpha;
        check_row(run, row, &expected);
    }
}

/* The best linear absorber of an undamped mass. */
static void nishihara_and_asami(void **state)
{
    rdg_context *ctx = *state;
    const double ratio[] = {0.01, 0.05, 0.2, 1.0};
    for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++) {
        const double u = ratio[i], root = sqrt(4 + 3 * u);
        const double nu =
            2 / (1 + u) *
            sqrt(2 * (16 + 23 * u + 9 * u * u + 2 * (2 + u) * root) / (3 * (64 + 80 * u + 27 * u * u)));
        const double zeta = sqrt((8 + 9 * u - 4 * root) / (1 + u)) / 4;
        const absorber start = {.mass = u, .k2 = 0.97 * u * nu * nu, .c2 = 0.9 * 2 * zeta * u * nu};
        find_optimum(ctx, &start, false);
        rdg_run *run = rdg_run_open(ctx, "equal");
        const rdg_index best = rdg_run_find(run, "OPT", 0);
        assert_near(value(run, "spring.k", best), u * nu * nu, 1e-12, 0.0);
        assert_near(value(run, "damper.c", best), 2 * zeta * u * nu, 4e-12, 0.0);
        if (u == 0.05) {
            assert_near(value(run, "height", best) * sqrt(2.0), 6.407920768, 1e-9, 0.0);
            assert_near(value(run, "theta1", best), 0.509911731, 2e-9, 0.0);
        }
    }
}

static void copies_have_right_derivatives(void **state)
{
    rdg_context *ctx = *state;
    const absorber start = {.mass = 0.05, .c = 0.02, .k2 = 0.044, .c2 = 0.011, .k3 = 2e-5};
    rdg_problem *p = two_peaks(ctx, &start);
    const rdg_index n = rdg_variable_count(p);
    double *u = calloc((size_t)n, sizeof *u);
    uint64_t seed = 5;
    for (int trial = 0; trial < 3; trial++) {
        for (rdg_index j = 0; j < n; j++) {
            u[j] = rdg_start_values(p)[j] * (1.0 + 0.1 * random_signed(&seed)) + 1e-3 * random_signed(&seed);
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-6));
    }
    free(u);
}

static void what_cannot_be_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = tuned_absorber(ctx, &(absorber){.mass = 0.05, .c = 0.02, .k2 = 0.044, .c2 = 0.011});
    assert_null(rdg_equal_peaks(hb, "Am", 0, 0.6, 1.5, RDG_AT("alpha", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "1 to 8 peaks");
    assert_null(rdg_equal_peaks(hb, "Am", 2, 0.2, 0.4, RDG_AT("alpha", 1.0)));
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "no maximum between");
    assert_null(rdg_equal_peaks(hb, "Bm", 2, 0.6, 1.5, RDG_AT("alpha", 1.0)));
    assert_failed(ctx, RDG_ERR_NAME, "Bm");
    assert_null(rdg_equal_peaks(hb, "Am", 2, 0.6, 1.5, RDG_AT("spring.q", 1.0)));
    assert_failed(ctx, RDG_ERR_NAME, "spring.q");
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(the_route_has_known_stages),    IN_SCRATCH(one_run_over_the_cubic_stiffness),
        IN_SCRATCH(one_run_over_the_level),        IN_SCRATCH(nishihara_and_asami),
        IN_SCRATCH(copies_have_right_derivatives), IN_SCRATCH(what_cannot_be_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
