/* Curves of special points of smooth orbits in two parameters: against closed forms, against harmonic
 * balance, and against runs at a fixed second parameter. */
#include "driven_mass.h"
#include "orbit_run.h"
#include "smooth_systems.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/singular.h>

static const double pi = 3.14159265358979323846;

/* A parameter at points of a run where another one has a value: the one nearest to `near`. */
static double where(rdg_context *ctx, const char *run, const char *name, double value, const char *wanted,
                    double near)
{
    rdg_run *r = rdg_run_open(ctx, run);
    assert_non_null(r);
    double found = INFINITY;
    for (rdg_index i = 0; rdg_run_find(r, "UZ", i) >= 0; i++) {
        const rdg_index row = rdg_run_find(r, "UZ", i);
        const double at = rdg_run_column(r, wanted)[row];
        if (fabs(rdg_run_column(r, name)[row] - value) < 1e-9 && fabs(at - near) < fabs(found - near)) {
            found = at;
        }
    }
    rdg_run_free(r);
    return found;
}

static rdg_index first_label(rdg_context *ctx, const char *run, const char *type)
{
    rdg_run *r = rdg_run_open(ctx, run);
    assert_non_null(r);
    assert_true(rdg_run_find(r, type, 0) >= 0);
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, type, 0));
    rdg_run_free(r);
    return label;
}

/* x'' + 0.1 x' + x + x^3: folds in omega, over the level. */
static rdg_structure *cubic(rdg_context *ctx)
{
    rdg_structure *s = mass(ctx, 0.1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1});
    return s;
}

static const double level[] = {0.25, 0.4};

static void follow_folds(rdg_context *ctx, rdg_problem *p, double *folds)
{
    assert_ok(ctx, rdg_add_fold(p, "fold", "omega", NULL));
    assert_ok(ctx,
              rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 3), RDG_IN_MEMORY));
    assert_ok(ctx,
              rdg_continue(p, "folds", RDG_FROM("response", first_label(ctx, "response", "FP")),
                           RDG_HOLD_AT("fold", 0), RDG_RELEASE("alpha"), RDG_RELEASE("omega"),
                           RDG_WINDOW("alpha", 0.02, 0.5), RDG_UZ_LIST("alpha", 2, level), RDG_IN_MEMORY));
    for (int k = 0; k < 2; k++) {
        folds[2 * k] = where(ctx, "folds", "alpha", level[k], "omega", 1);
        folds[2 * k + 1] = where(ctx, "folds", "alpha", level[k], "omega", 3);
    }
    folds[4] = value_at(ctx, "folds", "CP", 0, "alpha");
    folds[5] = value_at(ctx, "folds", "CP", 0, "omega");
}

/* Both sheets of folds, and the cusp where they meet. */
static void folds_of_a_structure_are_those_of_harmonic_balance(void **state)
{
    rdg_context *ctx = *state;
    double shot[6], balanced[6];
    rdg_hybrid *h = rdg_hybrid_of(cubic(ctx), RDG_AT("omega", 0.9), RDG_AT("alpha", 0.3));
    follow_folds(
        ctx,
        rdg_shooting_problem(rdg_shooting_create(h, &(rdg_shooting_options){.transient = 200, .order = 1})),
        shot);
    static const int odd[] = {1, 3, 5, 7, 9, 11, 13};
    rdg_hbm *hb = rdg_hbm_create(cubic(ctx), 7, odd);
    follow_folds(ctx, rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 0.3)), balanced);
    for (int k = 0; k < 6; k++) {
        assert_near(shot[k], balanced[k], 0, 1e-8);
    }
    assert_true(shot[1] - shot[0] > 0.2);
}

/* x'' + c x' + (a - 2 q cos 2t) x = 0; u = (x, v, a, q, c, omega, phi) */
static int mathieu(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    y[1] = -u[4] * u[1] - (u[2] - 2.0 * u[3] * cos(u[6])) * u[0];
    return 0;
}

static rdg_problem *mathieu_problem(rdg_context *ctx, double a, double q)
{
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "Mathieu", 2, &(rdg_hybrid_function){.f = mathieu},
                          RDG_PARAMETERS("a", "q", "c", "omega"), (double[]){a, q, 0.0, 2.0}, "omega");
    return rdg_shooting_problem(rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){0, 0}}));
}

/* An orbit at rest shows nothing of what is next to it: steps follow from the motion beside it. Both
 * multipliers are -1, or 1, there. */
static void multipliers_of_a_state_of_rest_are_those_of_the_motion_beside_it(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = mathieu_problem(ctx, 0.5, 1);
    assert_ok(ctx, rdg_continue(p, "tongue", RDG_RELEASE("a"), RDG_WINDOW("a", -1, 1), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "tongue", "PD", 0, "a"), -0.1102488169921, 0, 1e-10);
    assert_near(value_at(ctx, "tongue", "BP", 0, "a"), -0.4551386041074, 0, 1e-10);
}

/* b_1(q). */
static void a_tongue_of_the_mathieu_equation_is_followed_towards_its_tip(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = mathieu_problem(ctx, 0.3, 0.6);
    assert_ok(ctx, rdg_continue(p, "across", RDG_RELEASE("a"), RDG_WINDOW("a", 0.3, 0.5), RDG_IN_MEMORY));
    assert_ok(ctx,
              rdg_continue(p, "edge", RDG_FROM("across", first_label(ctx, "across", "PD")),
                           RDG_HOLD_AT("pd", 0), RDG_RELEASE("q"), RDG_RELEASE("a"),
                           RDG_WINDOW("q", 0.05, 1.5), RDG_UZ("q", 1), RDG_IN_MEMORY, RDG_NO_BRANCH_POINTS));
    assert_near(value_at(ctx, "edge", "UZ", 0, "a"), -0.1102488169921, 0, 1e-10);
    const double q = 0.05; /* 1 - q - q^2/8 + q^3/64 - q^4/1536 - 11 q^5/36864 */
    const double edge = 1 - q - q * q / 8 + q * q * q / 64 - pow(q, 4) / 1536 - 11 * pow(q, 5) / 36864;
    assert_near(nearest_at(ctx, "edge", "EP", "a", edge), edge, 0, 1e-9);
}

/* Roessler with a = b: u = (x, y, z, a, c) */
static int roessler_two(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = -u[1] - u[2];
    y[1] = u[0] + u[3] * u[1];
    y[2] = u[3] + u[2] * (u[0] - u[4]);
    return 0;
}

static rdg_problem *roessler_problem(rdg_context *ctx, double a, double c)
{
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "Roessler", 3, &(rdg_hybrid_function){.f = roessler_two},
                                      RDG_PARAMETERS("a", "c"), (double[]){a, c}, NULL);
    return rdg_shooting_problem(
        rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1, 1, 1}, .transient = 500}));
}

static void doublings_of_a_free_orbit_are_those_of_runs_across(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = roessler_problem(ctx, 0.2, 2.5);
    assert_ok(ctx, rdg_continue(p, "across", RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 3.2), RDG_IN_MEMORY));
    assert_ok(ctx, rdg_continue(p, "doublings", RDG_FROM("across", first_label(ctx, "across", "PD")),
                                RDG_HOLD_AT("pd", 0), RDG_RELEASE("a"), RDG_RELEASE("c"),
                                RDG_WINDOW("a", 0.15, 0.3), RDG_UZ("a", 0.25), RDG_IN_MEMORY));
    p = roessler_problem(ctx, 0.25, 2.2);
    assert_ok(ctx, rdg_continue(p, "there", RDG_RELEASE("c"), RDG_WINDOW("c", 2.2, 2.5), RDG_IN_MEMORY));
    assert_near(where(ctx, "doublings", "a", 0.25, "c", 2.4), value_at(ctx, "there", "PD", 0, "c"), 1e-9, 0);
}

/* Langford: in the plane of radius and height a fixed point, whose frequency over that of the turn is the
 * angle: x' = (z - be) x - w y, y' = w x + (z - be) y, z' = al + ga z - z^3/3 - (x^2 + y^2) (1 + z/4); u =
 * (x, y, z, be, w) */
static const double al = 0.6, ga = 0.6, rho = 0.25;

static int langford(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double x = u[0], v = u[1], z = u[2], be = u[3], w = u[4];
    (void)n;
    (void)m;
    (void)data;
    y[0] = (z - be) * x - w * v;
    y[1] = w * x + (z - be) * v;
    y[2] = al + ga * z - z * z * z / 3 - (x * x + v * v) * (1 + rho * z);
    return 0;
}

static int langford_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const double x = u[0], v = u[1], z = u[2], be = u[3], w = u[4], r2 = x * x + v * v;
    const double column[5][3] = {{z - be, w, -2 * x * (1 + rho * z)},
                                 {-w, z - be, -2 * v * (1 + rho * z)},
                                 {x, v, ga - z * z - rho * r2},
                                 {-x, -v, 0},
                                 {-v, x, 0}};
    (void)n;
    (void)data;
    for (int j = 0; j < 5; j++) {
        for (int i = 0; i < 3; i++) {
            J[i + m * j] = column[j][i];
        }
    }
    return 0;
}

static double square_of_radius(double be)
{
    return (al + ga * be - be * be * be / 3) / (1 + rho * be);
}

/* Where the trace of the plane's motion vanishes. */
static double torus_at(void)
{
    double low = 0.3, high = 1.2;
    for (int k = 0; k < 60; k++) {
        const double be = 0.5 * (low + high);
        *(ga - be * be - rho * square_of_radius(be) > 0 ? &low : &high) = be;
    }
    return low;
}

static void tori_of_a_free_orbit_pass_strong_resonances(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "Langford", 3, &(rdg_hybrid_function){.f = langford, .df = langford_df},
                          RDG_PARAMETERS("be", "w"), (double[]){0.7, 3.5}, NULL);
    const rdg_shooting_options o = {.x = (double[]){sqrt(square_of_radius(0.7)), 0, 0.7},
                                    .period = 2 * pi / 3.5};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(h, &o));
    assert_ok(ctx, rdg_continue(p, "orbits", RDG_RELEASE("be"), RDG_WINDOW("be", 0.5, 0.8), RDG_IN_MEMORY));
    const double be = torus_at(), slow = sqrt(2 * square_of_radius(be) * (1 + rho * be));
    assert_near(value_at(ctx, "orbits", "NS", 0, "be"), be, 0, 1e-9);
    assert_ok(ctx, rdg_continue(p, "tori", RDG_FROM("orbits", first_label(ctx, "orbits", "NS")),
                                RDG_HOLD_AT("ns", 0), RDG_RELEASE("w"), RDG_RELEASE("be"),
                                RDG_WINDOW("w", 3, 6), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "tori", "R3", 0, "w"), 3 * slow, 0, 1e-8);
    assert_near(value_at(ctx, "tori", "R4", 0, "w"), 4 * slow, 0, 1e-8);
    rdg_run *r = rdg_run_open(ctx, "tori");
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        assert_near(rdg_run_column(r, "be")[k], be, 0, 1e-9);
        assert_near(rdg_run_column(r, "ns.angle")[k], 2 * pi * slow / rdg_run_column(r, "w")[k], 0, 1e-8);
    }
    rdg_run_free(r);
}

/* r' = r (p1 + q r^2 - r^4): folds at p1 = -q^2/4; u = (x, y, p1, q) */
static int circles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double r2 = u[0] * u[0] + u[1] * u[1], g = u[2] + u[3] * r2 - r2 * r2;
    (void)n;
    (void)m;
    (void)data;
    y[0] = g * u[0] - u[1];
    y[1] = g * u[1] + u[0];
    return 0;
}

static void folds_of_a_free_orbit_lie_on_a_parabola(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "circles", 2, &(rdg_hybrid_function){.f = circles},
                                      RDG_PARAMETERS("p1", "q"), (double[]){-0.1, 1}, NULL);
    rdg_problem *p = rdg_shooting_problem(
        rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1, 0}, .transient = 60}));
    assert_ok(ctx, rdg_add_fold(p, "fold", "p1", NULL));
    assert_ok(ctx,
              rdg_continue(p, "orbits", RDG_RELEASE("p1"), RDG_WINDOW("p1", -0.26, -0.05), RDG_IN_MEMORY));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_FROM("orbits", first_label(ctx, "orbits", "FP")),
                                RDG_HOLD_AT("fold", 0), RDG_RELEASE("q"), RDG_RELEASE("p1"),
                                RDG_WINDOW("q", 0.5, 2), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "folds");
    assert_true(rdg_run_count(r) > 5);
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        assert_near(rdg_run_column(r, "p1")[k], -0.25 * pow(rdg_run_column(r, "q")[k], 2), 0, 1e-9);
    }
    rdg_run_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(folds_of_a_structure_are_those_of_harmonic_balance),
                                       TEST(multipliers_of_a_state_of_rest_are_those_of_the_motion_beside_it),
                                       TEST(a_tongue_of_the_mathieu_equation_is_followed_towards_its_tip),
                                       TEST(doublings_of_a_free_orbit_are_those_of_runs_across),
                                       TEST(tori_of_a_free_orbit_pass_strong_resonances),
                                       TEST(folds_of_a_free_orbit_lie_on_a_parabola)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
