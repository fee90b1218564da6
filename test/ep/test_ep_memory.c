/* Every allocation of a problem of equilibria, of its run and of its Hopf curve fails in turn: a message and
 * no leak. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"

#include "fields.h"

static void hopf_curve(rdg_context *ctx)
{
    rdg_problem *p = oxidation_problem(ctx, 0.4);
    const double hopf[] = {0.016357543040156, 0.523971184590407, 0.328336623121026, 1.051557462457730, 0.4};
    if (p) {
        memcpy(rdg_start_values(p), hopf, sizeof hopf);
    }
    rdg_continue(p, "hopf", RDG_HOLD_AT("hopf", 0), RDG_RELEASE("p2"), RDG_RELEASE("p7"), RDG_DIRECTION(-1),
                 RDG_MAX_POINTS(3), RDG_NO_FOLDER, RDG_NO_TABLE);
}

static void part_of_a_map(rdg_context *ctx)
{
    int twice = 2;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_ep map = predator_map(&twice);
    rdg_map_add(p, "map", &map);
    rdg_solve(p);
}

static void every_allocation_of_a_hopf_curve_may_fail(void **state)
{
    (void)state;
    exhaust_memory(hopf_curve);
}

static void every_allocation_of_a_part_may_fail(void **state)
{
    (void)state;
    exhaust_memory(part_of_a_map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_hopf_curve_may_fail),
        cmocka_unit_test(every_allocation_of_a_part_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
