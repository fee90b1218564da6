/* Truncation error and the choice of harmonics, when memory runs out: a message and no leak. */
#include "failing_memory.h"

#include <ridgewalk/elements.h>

static void choose_harmonics(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "oscillator", 1, (double[]){1.0}, (double[]){0.05}, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 0.18));
    rdg_hbm_adapt(hb, p, 1e-3);
    rdg_continue(p, "adapted", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 1.2), RDG_HBM_ADAPT(hb),
                 RDG_MAX_POINTS(5), RDG_NO_FOLDER, RDG_NO_TABLE);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    exhaust_memory(choose_harmonics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_survived)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
