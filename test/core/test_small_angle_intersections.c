/* Branches that cross at a small angle: near the crossing the other one is as near to a predicted point as
 * the branch itself. */
#include "problems.h"

#include <ridgewalk/diagram.h>

#include <string.h>

/* From 1 to 27 degrees: x = bend l^2 and x = slope l + (bend + apart) l^2, turned by an angle; the first one
 * is curve 0. */
typedef struct crossing {
    double slope, bend, apart, angle;
} crossing;

static void turn_back(const crossing *c, const double *u, double *x, double *l)
{
    *x = cos(c->angle) * u[0] + sin(c->angle) * u[1];
    *l = -sin(c->angle) * u[0] + cos(c->angle) * u[1];
}

/* Distance in x from both curves. */
static void distances(const crossing *c, const double *u, double off[2])
{
    double x, l;
    turn_back(c, u, &x, &l);
    off[0] = x - c->bend * l * l;
    off[1] = off[0] - c->slope * l - c->apart * l * l;
}

static int crossing_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    double off[2];
    distances(data, u, off);
    y[0] = off[0] * off[1];
    return 0;
}

/* Which curves each run has been on. */
enum { MOST_RUNS = 20 };

typedef struct witness {
    const crossing *c;
    int run;
    bool on[MOST_RUNS][2];
} witness;

static bool observe(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    const double clear = 1e-7;
    witness *w = data;
    double off[2];
    w->run += chart->point == 0;
    distances(w->c, chart->u, off);
    const int curve = fabs(off[0]) < fabs(off[1]) ? 0 : 1;
    if (fabs(off[1 - curve]) > clear && w->run <= MOST_RUNS) {
        w->on[w->run - 1][curve] = true;
    }
    return false;
}

static crossing random_crossing(uint64_t *seed)
{
    crossing c = {.slope = pow(10.0, -1.0 + 0.7 * random_signed(seed)),
                  .bend = 0.3 * random_signed(seed),
                  .apart = 0.05 * random_signed(seed),
                  .angle = 0.7 * random_signed(seed)};
    c.slope = random_signed(seed) > 0.0 ? c.slope : -c.slope;
    return c;
}

/* From a point on one of them, with steps up to h_max. */
static void follow_both(rdg_context *ctx, crossing *c, int curve, double l, double h_max, witness *w)
{
    const double x = c->bend * l * l + (curve == 1 ? c->slope * l + c->apart * l * l : 0.0);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, (double[]){cos(c->angle) * x - sin(c->angle) * l});
    rdg_add_variables(p, "la", 1, (double[]){sin(c->angle) * x + cos(c->angle) * l});
    const rdg_function f = {.name = "f", .n = 2, .m = 1, .f = crossing_f, .by_differences = true, .data = c};
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "la", "la", 0);
    rdg_add_parameter(p, "x", "x", 0);
    rdg_index n_runs = 0;
    assert_ok(ctx, rdg_diagram(p, "d", MOST_RUNS, &n_runs, RDG_RELEASE("la"), RDG_RELEASE("x"),
                               RDG_WINDOW("la", -1.0, 1.0), RDG_WINDOW("x", -1.0, 1.0), RDG_NO_FOLDER,
                               RDG_NO_TABLE, RDG_OBSERVE(observe, w), RDG_STEP(0.04, 1e-6, h_max)));
    rdg_problem_free(p);
    assert_int_equal(n_runs, 2);
}

static void each_run_stays_on_its_curve(void **state)
{
    uint64_t seed = 3;
    for (int k = 0; k < 400; k++) {
        crossing c = random_crossing(&seed);
        const double l = (k % 2 == 0 ? 1.0 : -1.0) * (0.4 + 0.1 * random_signed(&seed));
        witness w = {.c = &c};
        follow_both(*state, &c, k / 2 % 2, l, k % 4 == 3 ? 0.5 : 0.1 + 0.05 * random_signed(&seed), &w);
        for (int run = 0; run < 2; run++) {
            assert_true(w.on[run][0] != w.on[run][1]);
        }
        assert_true(w.on[0][0] != w.on[1][0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(each_run_stays_on_its_curve)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
