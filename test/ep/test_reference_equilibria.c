/* Reference problems: a stirred tank, Lorenz's equations, maps, and two discretised boundary-value problems.
 */
#define _XOPEN_SOURCE 700

#include "fields.h"
#include "shooting/lorenz_field.h"

static const double pi = 3.14159265358979323846;

static double located(const harvest *h, const char *type, const char *parameter, double near)
{
    return harvest_mu(h, harvest_near(h, type, parameter, near), parameter);
}

static rdg_problem *reactor_problem(rdg_context *ctx, double B)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = 2,
                                         .n_parameters = 2,
                                         .parameters = (const char *const[]){"D", "B"},
                                         .p = (double[]){0.0, B},
                                         .f = reactor});
}

/* With u2 = B u1 / 4 on the branch, D = u1 / ((1 - u1) e^u2). Folds: u1 (1 - u1) = 4 / B; the trace vanishes
 * at B u1^2 - (B + 4) u1 + 5 = 0, and that is a Hopf point if the determinant, of the sign of dD/du1, is
 * positive. Part of the list has been published to 10 digits. */
static double tank_D(double B, double u1)
{
    return u1 / (1.0 - u1) * exp(-0.25 * B * u1);
}

static void a_stirred_tank_has_its_folds_and_hopf_points(void **state)
{
    rdg_context *ctx = *state;
    const double published[] = {0.16504204532, 0.1468824756, 0.13253844427, 0.2170805097, 0.18383460799};
    for (int B = 14; B <= 18; B++) {
        harvest h = {0};
        rdg_problem *p = reactor_problem(ctx, B);
        assert_ok(ctx, rdg_continue(p, "tank", RDG_RELEASE("D"), RDG_WINDOW("D", 0, 0.25), RDG_DIRECTION(1),
                                    HARVEST_ONLY(&h)));
        size_t folds = 0;
        size_t hopf = 0;
        for (int side = -1; side <= 1; side += 2) {
            const double u_fold = 0.5 + side * 0.5 * sqrt(fmax(1.0 - 16.0 / B, 0.0));
            const double u_hopf = (B + 4 + side * sqrt((B + 4.0) * (B + 4.0) - 20.0 * B)) / (2.0 * B);
            const double determinant = 1.0 - 0.25 * B * u_hopf * (1.0 - u_hopf);
            if (B > 16) {
                const double D = tank_D(B, u_fold);
                assert_near(located(&h, "FP", "D", D), D, 1e-9, 0.0);
                folds++;
            }
            if (determinant > 0.0 && u_hopf < 1.0 && tank_D(B, u_hopf) < 0.25) {
                const double D = tank_D(B, u_hopf);
                assert_near(located(&h, "HB", "D", D), D, 1e-9, 0.0);
                hopf++;
            }
        }
        assert_near(located(&h, "HB", "D", published[B - 14]), published[B - 14], 1e-9, 0.0);
        assert_int_equal(harvest_count(&h, "HB"), hopf);
        if (B != 16) { /* there both folds are one, a cusp */
            assert_int_equal(harvest_count(&h, "FP"), folds);
        }
        harvest_clear(&h);
    }
}

static void lorenz_branches_at_1_and_oscillates_from_470_19(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0}, other = {0};
    rdg_problem *p = rdg_ep_problem(
        ctx,
        &(rdg_ep){.n = 3, .n_parameters = 1, .parameters = (const char *const[]){"rho"}, .f = lorenz_field});
    assert_ok(ctx, rdg_continue(p, "trivial", RDG_RELEASE("rho"), RDG_WINDOW("rho", 0, 30), RDG_DIRECTION(1),
                                HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "BP"), 1);
    const harvested *branch = harvest_nth(&h, "BP", 0);
    assert_near(harvest_mu(&h, branch, "rho"), 1.0, 1e-10, 0.0);
    assert_near(harvest_mu(&h, harvest_near(&h, "EP", "rho", 0), "unstable"), 0.0, 0.0, 0.0);
    assert_near(harvest_mu(&h, harvest_near(&h, "EP", "rho", 30), "unstable"), 1.0, 0.0, 0.0);
    assert_ok(ctx, rdg_continue(p, "other", RDG_SWITCH_AT(branch->u, branch->tangent), RDG_RELEASE("rho"),
                                RDG_WINDOW("rho", 0, 30), RDG_DIRECTION(1), HARVEST_ONLY(&other)));
    assert_near(located(&other, "HB", "rho", 24), 470.0 / 19.0, 1e-9, 0.0);
    double re[3], im[3];
    assert_ok(ctx, rdg_ep_eigenvalues(p, harvest_nth(&other, "HB", 0)->u, re, im));
    int on_axis = 0;
    for (int k = 0; k < 3; k++) {
        on_axis += fabs(re[k]) < 1e-8 && fabs(im[k]) > 1.0;
    }
    assert_int_equal(on_axis, 2);
    harvest_clear(&h);
    harvest_clear(&other);
}

static void the_cusp_of_an_equilibrium_is_found(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem_of_auto(ctx);
    harvest h = {0}, curve = {0};
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("mu"), RDG_WINDOW("mu", -1, 1), HARVEST_ONLY(&h)));
    assert_near(located(&h, "FP", "mu", 0.38), 2.0 / (3.0 * sqrt(3.0)), 1e-10, 0.0);
    assert_ok(ctx, rdg_add_fold(p, "fold", "mu", NULL));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_START(harvest_nth(&h, "FP", 0)->u), RDG_HOLD_AT("fold", 0),
                                RDG_RELEASE("mu"), RDG_RELEASE("lambda"), RDG_WINDOW("mu", -1, 1),
                                HARVEST_ONLY(&curve)));
    const harvested *cusp = harvest_nth(&curve, "CP", 0);
    assert_near(harvest_mu(&curve, cusp, "mu"), 0.0, 0.0, 1e-9);
    assert_near(harvest_mu(&curve, cusp, "lambda"), 0.0, 0.0, 1e-9);
    harvest_clear(&h);
    harvest_clear(&curve);
}

static rdg_problem *map_problem(rdg_context *ctx, int *times, double p1, double u1)
{
    rdg_ep map = predator_map(times);
    map.x = (double[]){u1, 0.0};
    map.p = (double[]){p1};
    return rdg_map_problem(ctx, &map);
}

/* On u2 = 0 the map is the logistic one: u1 = 1 - 1/p1 is born at p1 = 1, loses u2 = 0 at 2, doubles at 3;
 * its period 2 doubles at 1 + sqrt(6), period 4 at 3.5440903595519. Folds and such are told apart from these.
 */
static void a_map_doubles_its_period_again_and_again(void **state)
{
    rdg_context *ctx = *state;
    int once = 1, twice = 2, four = 4;
    harvest trivial = {0}, h = {0};
    rdg_problem *p = map_problem(ctx, &once, 0.0, 0.0);
    assert_ok(ctx, rdg_continue(p, "zero", RDG_RELEASE("p1"), RDG_WINDOW("p1", 0, 4), RDG_DIRECTION(1),
                                HARVEST_ONLY(&trivial)));
    assert_near(located(&trivial, "BP", "p1", 1.0), 1.0, 1e-10, 0.0);

    p = map_problem(ctx, &once, 1.5, 1.0 - 1.0 / 1.5);
    assert_ok(ctx, rdg_continue(p, "one", RDG_RELEASE("p1"), RDG_WINDOW("p1", 1.2, 4), HARVEST_ONLY(&h)));
    assert_near(located(&h, "BP", "p1", 2.0), 2.0, 1e-10, 0.0);
    assert_near(located(&h, "PD", "p1", 3.0), 3.0, 1e-10, 0.0);
    harvest_clear(&h);

    /* u1 of period 2: (p1 + 1 + sqrt((p1 + 1)(p1 - 3))) / (2 p1) */
    p = map_problem(ctx, &twice, 3.2, (4.2 + sqrt(4.2 * 0.2)) / 6.4);
    assert_ok(ctx, rdg_continue(p, "two", RDG_RELEASE("p1"), RDG_WINDOW("p1", 3.1, 3.5), HARVEST_ONLY(&h)));
    assert_near(located(&h, "PD", "p1", 3.45), 1.0 + sqrt(6.0), 1e-9, 0.0);
    harvest_clear(&h);

    p = map_problem(ctx, &four, 3.5, 0.8749972636);
    assert_ok(ctx,
              rdg_continue(p, "four", RDG_RELEASE("p1"), RDG_WINDOW("p1", 3.47, 3.56), HARVEST_ONLY(&h)));
    assert_near(located(&h, "PD", "p1", 3.544), 3.5440903595519, 1e-9, 0.0);
    harvest_clear(&h);
    harvest_clear(&trivial);
}

/* u'' + mu e^u = 0 on N - 1 inner points; x: u; p: mu, lambda with lambda u added. */
static int bratu(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)data;
    const double square = (double)((m + 1) * (m + 1));
    for (rdg_index i = 0; i < m; i++) {
        const double left = i > 0 ? u[i - 1] : 0.0;
        const double right = i < m - 1 ? u[i + 1] : 0.0;
        y[i] = square * (left - 2.0 * u[i] + right) + u[m] * exp(u[i]) + u[m + 1] * u[i];
    }
    return 0;
}

static int bratu_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    const double square = (double)((m + 1) * (m + 1));
    for (rdg_index i = 0; i < m; i++) {
        values[i + m * i] = -2.0 * square + u[m] * exp(u[i]) + u[m + 1];
        if (i > 0) {
            values[i + m * (i - 1)] = square;
        }
        if (i < m - 1) {
            values[i + m * (i + 1)] = square;
        }
        values[i + m * m] = exp(u[i]);
        values[i + m * (m + 1)] = u[i];
    }
    return 0;
}

static int bratu_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        values[i + n * i] = lambda[i] * u[m] * exp(u[i]);
        values[i + n * m] = values[m + n * i] = lambda[i] * exp(u[i]);
        values[i + n * (m + 1)] = values[m + 1 + n * i] = lambda[i];
    }
    return 0;
}

static void bratu_s_fold_curve_has_a_branch_point(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0}, curve = {0};
    rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = 19,
                                                   .n_parameters = 2,
                                                   .parameters = (const char *const[]){"mu", "la"},
                                                   .f = bratu,
                                                   .df = bratu_df,
                                                   .d2f = bratu_d2f});
    assert_ok(ctx, rdg_continue(p, "bratu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0, 4), RDG_DIRECTION(1),
                                HARVEST_ONLY(&h)));
    assert_near(located(&h, "FP", "mu", 3.5), 3.509256957521, 1e-11, 0.0);
    assert_ok(ctx, rdg_add_fold(p, "fold", "mu", NULL));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_START(harvest_nth(&h, "FP", 0)->u), RDG_HOLD_AT("fold", 0),
                                RDG_RELEASE("la"), RDG_RELEASE("mu"), RDG_WINDOW("la", 0, 12),
                                HARVEST_ONLY(&curve)));
    assert_near(located(&curve, "BP", "la", 9.85), 9.849327523890, 1e-9, 0.0);
    harvest_clear(&h);
    harvest_clear(&curve);
}

enum { CELLS = 20, POINTS = CELLS + 1 };

/* Brusselator with diffusion on N = 20 cells, 42 states, the boundary values kept by equations of their own;
 * p: b */
static int brusselator(rdg_index n, const double *x, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double *u = x;
    const double *v = x + POINTS;
    const double b = x[2 * POINTS];
    const double d = 0.075 * CELLS * CELLS;
    for (int i = 1; i < CELLS; i++) {
        y[i] = d * (u[i - 1] - 2 * u[i] + u[i + 1]) + 1 + u[i] * u[i] * v[i] - (b + 1) * u[i];
        y[POINTS + i] = d * (v[i - 1] - 2 * v[i] + v[i + 1]) + b * u[i] - u[i] * u[i] * v[i];
    }
    y[0] = 1 - u[0];
    y[CELLS] = 1 - u[CELLS];
    y[POINTS] = b - v[0];
    y[POINTS + CELLS] = b - v[CELLS];
    return 0;
}

static void the_brusselator_oscillates_and_branches(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    double x[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = 1.0;
        x[POINTS + i] = 3.0;
    }
    rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = 2 * POINTS,
                                                   .n_parameters = 1,
                                                   .parameters = (const char *const[]){"b"},
                                                   .x = x,
                                                   .p = (double[]){3.0},
                                                   .f = brusselator});
    assert_ok(ctx, rdg_continue(p, "uniform", RDG_RELEASE("b"), RDG_WINDOW("b", 3, 5.5), RDG_DIRECTION(1),
                                HARVEST_ONLY(&h)));
    double mode[3];
    for (int k = 1; k <= 2; k++) {
        const double s = sin(k * pi / (2.0 * CELLS));
        mode[k] = -0.075 * 4.0 * CELLS * CELLS * s * s;
    }
    assert_near(located(&h, "HB", "b", 3.5), 2.0 - 2.0 * mode[1], 1e-9, 0.0);
    for (int k = 1; k <= 2; k++) {
        const double b = -(mode[k] - 1) * (mode[k] - 1) / mode[k];
        assert_near(located(&h, "BP", "b", b), b, 1e-9, 0.0);
    }
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_stirred_tank_has_its_folds_and_hopf_points),
        SCRATCH_TEST(lorenz_branches_at_1_and_oscillates_from_470_19),
        SCRATCH_TEST(the_cusp_of_an_equilibrium_is_found),
        SCRATCH_TEST(a_map_doubles_its_period_again_and_again),
        SCRATCH_TEST(bratu_s_fold_curve_has_a_branch_point),
        SCRATCH_TEST(the_brusselator_oscillates_and_branches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
