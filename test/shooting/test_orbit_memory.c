/* Every allocation of orbits, of their problem and of what is made from it fails in turn: a message and no
 * leak. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"

#include "hybrid_systems.h"

#include <ridgewalk/shooting.h>

static void branch(rdg_context *ctx)
{
    rdg_hybrid *h = impact_system(ctx, 0.6);
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.transient = 40.0,
                                   .segments = 1,
                                   .flow = {.relative = 1e-3, .absolute = 1e-3, .max_steps = 1000}});
    rdg_continue(rdg_shooting_problem(s), "a", RDG_IN_MEMORY);
    rdg_shooting *d = rdg_shooting_double(s, "a", 1);
    rdg_solve(rdg_shooting_problem(d));
    double u[64] = {0.0}, t[2], x[4];
    rdg_shooting_motion(d, u, 2, t, NULL, x);
}

static int circles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double r = 1.0 - u[0] * u[0] - u[1] * u[1];
    y[0] = u[1] + r * u[0];
    y[1] = -u[0] + r * u[1];
    return 0;
}

static void halves(rdg_context *ctx)
{
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "circle", 2, &(rdg_hybrid_function){.f = circles}, NULL, NULL, NULL);
    const rdg_shooting_options o = {
        .x = (double[]){0.9, 0.0}, .period = 6.2, .symmetry = (double[]){-1.0, 0.0, 0.0, -1.0}};
    rdg_shooting *s = rdg_shooting_create(h, &o);
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_add_logarithm(s, p);
    rdg_solve(p);
}

static void every_allocation_of_orbits_may_fail(void **state)
{
    (void)state;
    exhaust_memory(branch);
}

static void every_allocation_of_half_orbits_may_fail(void **state)
{
    (void)state;
    exhaust_memory(halves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_of_orbits_may_fail),
                                       cmocka_unit_test(every_allocation_of_half_orbits_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
