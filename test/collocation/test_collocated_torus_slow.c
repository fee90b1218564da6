/* Neimark-Sacker points of orbits, by collocation and by shooting, where all is known in closed form.
 *
 *   x' = x (1 - r^2) - w1 y,  y' = y (1 - r^2) + w1 x,                        r^2 = x^2 + y^2,
 *   z' = g z - w2 w - (z^2 + w^2) z,  w' = g w + w2 z - (z^2 + w^2) w,         g = mu - 2 q^2 x^2 + .4 x
 *
 * has the orbit r = 1, z = w = 0 of period T = 2 pi/w1. Across it g has the mean mu - q^2: the multipliers
 * are exp((mu - q^2 +- i w2) T) and exp(-2 T), and a torus is born at mu = q^2. */
#include "orbits.h"

static const double w1 = 1.3, w2 = 0.73;

/* u = (x, y, z, w, mu, q) */
static int torus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double inner = 1.0 - u[0] * u[0] - u[1] * u[1], outer = u[2] * u[2] + u[3] * u[3];
    const double g = u[4] - 2.0 * u[5] * u[5] * u[0] * u[0] + 0.4 * u[0];
    y[0] = u[0] * inner - w1 * u[1];
    y[1] = u[1] * inner + w1 * u[0];
    y[2] = (g - outer) * u[2] - w2 * u[3];
    y[3] = (g - outer) * u[3] + w2 * u[2];
    return 0;
}

static int torus_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)data;
    const double inner = 1.0 - u[0] * u[0] - u[1] * u[1], outer = u[2] * u[2] + u[3] * u[3];
    const double g = u[4] - 2.0 * u[5] * u[5] * u[0] * u[0] + 0.4 * u[0];
    const double g_x = 0.4 - 4.0 * u[5] * u[5] * u[0], g_q = -4.0 * u[5] * u[0] * u[0];
    for (rdg_index a = 0; a < 2; a++) {
        for (rdg_index b = 0; b < 2; b++) {
            J[a + m * b] = (a == b ? inner : 0.0) - 2.0 * u[a] * u[b];
            J[2 + a + m * (2 + b)] = (a == b ? g - outer : 0.0) - 2.0 * u[2 + a] * u[2 + b];
        }
        J[2 + a] = g_x * u[2 + a];
        J[2 + a + m * 4] = u[2 + a];
        J[2 + a + m * 5] = g_q * u[2 + a];
    }
    J[m] -= w1;
    J[1] += w1;
    J[2 + m * 3] -= w2;
    J[3 + m * 2] += w2;
    return 0;
}

static rdg_hybrid *torus_system(rdg_context *ctx)
{
    const rdg_hybrid_function field = {.f = torus, .df = torus_df};
    return rdg_hybrid_smooth(ctx, "torus", 4, &field, RDG_PARAMETERS("mu", "q"), (double[]){0.1, 0.6}, NULL);
}

enum { SAMPLES = 40 };

static rdg_problem *by_collocation(rdg_context *ctx, int adapt)
{
    double x[4 * SAMPLES] = {0.0};
    for (rdg_index k = 0; k < SAMPLES; k++) {
        x[4 * k] = cos(RDG_HZ(1.0) * (double)k / SAMPLES);
        x[4 * k + 1] = sin(RDG_HZ(1.0) * (double)k / SAMPLES);
    }
    const rdg_collocation_options o = {
        .intervals = 30, .adapt = adapt, .period = RDG_HZ(1.0) / w1, .count = SAMPLES, .x = x};
    return rdg_collocation_problem(rdg_collocation_create(torus_system(ctx), &o));
}

static void a_torus_is_born_where_the_closed_form_says(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = by_collocation(ctx, 5);
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-5));
    assert_ok(ctx, rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 0.8), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "mu", "NS", 0, "mu"), 0.36, 1e-9, 0.0);
    assert_near(value_at(ctx, "mu", "NS", 0, "T"), RDG_HZ(1.0) / w1, 1e-9, 0.0);
    assert_near(value_at(ctx, "mu", "NS", 0, "ns.angle"), RDG_HZ(1.0) * (1.0 - w2 / w1), 1e-7, 0.0);
    assert_near(nearest_at(ctx, "mu", "EP", "unstable", 2.0), 2.0, 0.0, 0.0);
    assert_near(nearest_at(ctx, "mu", "EP", "unstable", 0.0), 0.0, 0.0, 0.0);
}

static void shooting_finds_the_same_torus(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(
        torus_system(ctx), &(rdg_shooting_options){.x = (double[]){1.0, 0.0, 0.0, 0.0}, .period = 4.8332});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "shot", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 0.8), RDG_IN_MEMORY));
    rdg_problem *q = by_collocation(ctx, 5);
    assert_ok(ctx, rdg_continue(q, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 0.8), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "shot", "NS", 0, "mu"), value_at(ctx, "mu", "NS", 0, "mu"), 1e-9, 0.0);
    assert_near(value_at(ctx, "shot", "NS", 0, "ns.angle"), value_at(ctx, "mu", "NS", 0, "ns.angle"), 1e-7,
                0.0);
}

static void the_curve_of_tori_is_a_parabola(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = by_collocation(ctx, 3);
    assert_ok(ctx, rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, 0.8), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "mu");
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "NS", 0));
    rdg_run_free(r);
    assert_ok(ctx, rdg_continue(p, "tori", RDG_FROM("mu", label), RDG_HOLD_AT("ns", 0.0), RDG_RELEASE("q"),
                                RDG_RELEASE("mu"), RDG_WINDOW("q", 0.2, 0.9), RDG_IN_MEMORY));
    rdg_run *tori = rdg_run_open(ctx, "tori");
    const double *mu = rdg_run_column(tori, "mu"), *q = rdg_run_column(tori, "q");
    assert_true(rdg_run_count(tori) > 5);
    for (rdg_index k = 0; k < rdg_run_count(tori); k++) {
        assert_near(mu[k], q[k] * q[k], 0.0, 1e-8);
    }
    assert_near(nearest_at(ctx, "tori", "EP", "q", 0.9), 0.9, 1e-12, 0.0);
    assert_near(nearest_at(ctx, "tori", "EP", "q", 0.2), 0.2, 1e-12, 0.0);
    rdg_run_free(tori);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_torus_is_born_where_the_closed_form_says),
        TEST(shooting_finds_the_same_torus),
        TEST(the_curve_of_tori_is_a_parabola),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
