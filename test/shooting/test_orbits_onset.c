/* Two masses, dry friction under the first one, the second one driven: the least frequency at which it slips,
 * where all slip vanishes at once, is known in closed form. */
#include "orbit_run.h"

#include <ridgewalk/hybrid.h>
#include <ridgewalk/toolbox.h>

#include <complex.h>

/* m1 x1'' = f - friction, x2'' = -f - k2 x2 - d2 x2' + F cos(phi), f = k1 (x2 - x1) + d1 (x2' - x1') */
typedef struct pair {
    double k1, k2, d1, d2, R, F, m1;
} pair;

static double spring(const pair *q, double x1, double x2, double v1, double v2)
{
    return q->k1 * (x2 - x1) + q->d1 * (v2 - v1);
}

/* u = (x1, x2, v1, v2, omega, phi) */
static void slip(const pair *q, const double *u, double friction, double *y)
{
    const double f = spring(q, u[0], u[1], u[2], u[3]);
    y[0] = u[2];
    y[1] = u[3];
    y[2] = (f - friction) / q->m1;
    y[3] = -f - q->k2 * u[1] - q->d2 * u[3] + q->F * cos(u[5]);
}

static int plus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    slip(data, u, ((const pair *)data)->R, y);
    return 0;
}

static int minus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    slip(data, u, -((const pair *)data)->R, y);
    return 0;
}

static int slip_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const pair *q = data;
    const double row[2][4] = {{-q->k1, q->k1, -q->d1, q->d1}, {q->k1, -q->k1 - q->k2, q->d1, -q->d1 - q->d2}};
    memset(J, 0, (size_t)(n * m) * sizeof *J);
    J[0 + m * 2] = J[1 + m * 3] = 1.0;
    for (int k = 0; k < 4; k++) {
        J[2 + m * k] = row[0][k] / q->m1;
        J[3 + m * k] = row[1][k];
    }
    J[3 + m * 5] = -q->F * sin(u[5]);
    return 0;
}

/* u = (x1, x2, v2, omega, phi) */
static int stick(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double all[6] = {u[0], u[1], 0.0, u[2], u[3], u[4]};
    double rate[4];
    (void)n, (void)m;
    slip(data, all, 0.0, rate);
    y[0] = 0.0;
    y[1] = rate[1];
    y[2] = rate[3];
    return 0;
}

static int stick_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const pair *q = data;
    memset(J, 0, (size_t)(n * m) * sizeof *J);
    J[1 + m * 2] = 1.0;
    J[2 + m * 0] = q->k1;
    J[2 + m * 1] = -q->k1 - q->k2;
    J[2 + m * 2] = -q->d1 - q->d2;
    J[2 + m * 4] = -q->F * sin(u[4]);
    return 0;
}

static int velocity(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2];
    return 0;
}

/* The spring does not pull it on to the other side. */
static int holds_plus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R + spring(data, u[0], u[1], 0.0, u[3]);
    return 0;
}

static int holds_minus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R - spring(data, u[0], u[1], 0.0, u[3]);
    return 0;
}

static int breaks_plus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R - spring(data, u[0], u[1], 0.0, u[2]);
    return 0;
}

static int breaks_minus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = ((const pair *)data)->R + spring(data, u[0], u[1], 0.0, u[2]);
    return 0;
}

static int drop(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[1];
    y[2] = u[3];
    return 0;
}

static int add(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[1];
    y[2] = 0.0;
    y[3] = u[2];
    return 0;
}

static rdg_hybrid *system_of(rdg_context *ctx, pair *q, double omega)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "pair", RDG_PARAMETERS("omega"), &omega);
    rdg_hybrid_forcing(h, "omega");
    const rdg_hybrid_mode mode[] = {{.name = "plus",
                                     .n = 4,
                                     .field = {.f = plus, .df = slip_df, .data = q},
                                     .linear = true,
                                     .harmonics = 1},
                                    {.name = "minus",
                                     .n = 4,
                                     .field = {.f = minus, .df = slip_df, .data = q},
                                     .linear = true,
                                     .harmonics = 1},
                                    {.name = "stick",
                                     .n = 3,
                                     .field = {.f = stick, .df = stick_df, .data = q},
                                     .linear = true,
                                     .harmonics = 1}};
    for (int i = 0; i < 3; i++) {
        rdg_hybrid_add_mode(h, &mode[i]);
    }
    const rdg_hybrid_crossing crossing[] = {
        {.name = "catch+",
         .from = "plus",
         .to = "stick",
         .surface = {.f = velocity},
         .reset = {.f = drop},
         .guard = {.f = holds_plus, .data = q}},
        {.name = "turn+", .from = "plus", .to = "minus", .surface = {.f = velocity}},
        {.name = "catch-",
         .from = "minus",
         .to = "stick",
         .direction = 1,
         .surface = {.f = velocity},
         .reset = {.f = drop},
         .guard = {.f = holds_minus, .data = q}},
        {.name = "turn-", .from = "minus", .to = "plus", .direction = 1, .surface = {.f = velocity}},
        {.name = "break+",
         .from = "stick",
         .to = "plus",
         .surface = {.f = breaks_plus, .data = q},
         .reset = {.f = add}},
        {.name = "break-",
         .from = "stick",
         .to = "minus",
         .surface = {.f = breaks_minus, .data = q},
         .reset = {.f = add}}};
    for (int i = 0; i < 6; i++) {
        rdg_hybrid_crossing c = crossing[i];
        c.linear = true;
        rdg_hybrid_add_crossing(h, &c);
    }
    return h;
}

/* Amplitude of the spring's force while nothing slips. */
static double amplitude(const pair *q, double w)
{
    return cabs((q->k1 + I * w * q->d1) * q->F / (q->k1 + q->k2 - w * w + I * w * (q->d1 + q->d2)));
}

static double onset(const pair *q, double low, double high)
{
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        *(amplitude(q, middle) < q->R ? &low : &high) = middle;
    }
    return low;
}

static void slip_ends_where_the_spring_is_too_weak(void **state)
{
    static const pair any[] = {{1.131, 0.6653, 0.1105, 0.07131, 1, 1.218, 0.7299},
                               {1.536, 1.222, 0.0214, 0.08109, 1, 1.209, 1.015},
                               {2.145, 2.058, 0.03776, 0.04576, 1, 1.196, 0.6932},
                               {0.9561, 1.172, 0.05958, 0.06532, 1, 1.178, 1.264},
                               {1.565, 2.008, 0.07594, 0.02999, 1, 1.165, 0.9419}};
    static const double omega[] = {0.7935, 1.393, 1.541, 1.24, 1.388};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof any / sizeof *any; k++) {
        pair q = any[k];
        rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(
            system_of(ctx, &q, omega[k]),
            &(rdg_shooting_options){.mode = "plus", .x = (double[]){0.1, 0.2, 0.5, 0.3}, .settle = 300.0}));
        assert_non_null(p);
        const long told = rdg_warnings(ctx);
        assert_ok(ctx, rdg_continue(p, "pair", RDG_RELEASE("omega"),
                                    RDG_WINDOW("omega", 0.6 * omega[k], 1.05 * omega[k]), RDG_IN_MEMORY));
        assert_int_equal(rdg_warnings(ctx), told);
        assert_true(isnan(nearest_at(ctx, "pair", "FP", "omega", 0.0)));
        assert_true(isnan(nearest_at(ctx, "pair", "BP", "omega", 0.0)));
        const double at = onset(&q, 0.6 * omega[k], omega[k]);
        const double GR = nearest_at(ctx, "pair", "GR", "omega", at),
                     DU = nearest_at(ctx, "pair", "DU", "omega", at);
        assert_near(fmin(fabs(GR - at), fabs(DU - at)), 0.0, 0.0, 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(slip_ends_where_the_spring_is_too_weak)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
