/* Every allocation of the toolbox fails once: no crash, no leak. */
#include "failing_memory.h"
#include "halves.h"

#include <ridgewalk/component.h>
#include <ridgewalk/coupling.h>
#include <ridgewalk/sliding.h>

typedef rdg_component *(*reduction)(rdg_structure *s, const char *boundary, rdg_component_modes modes);

/* A free bar of four masses with names, reduced in each way and tied to itself */
static rdg_status use_everything(rdg_context *ctx)
{
    static const double M[16] = {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4};
    static const double K[16] = {5, -5, 0, 0, -5, 11, -6, 0, 0, -6, 13, -7, 0, 0, -7, 7};
    const reduction kinds[] = {rdg_component_fixed, rdg_component_rubin, rdg_component_macneal};
    rdg_structure *bar = rdg_structure_create(ctx, "bar", 4, M, NULL, K);
    rdg_name_set(bar, "ends", 2, (rdg_index[]){0, 3});
    rdg_name_dof(bar, "end", 3);
    rdg_name_dof(bar, "first", 0);
    rdg_static_force_add(bar, "first", 1.0);
    rdg_coupling *a = rdg_coupling_create(ctx);
    rdg_coupling_add(a, "bar", bar);
    for (int kind = 0; kind < 3; kind++) {
        rdg_component *c = kinds[kind](bar, "end", RDG_MODES(1));
        rdg_coupling_add(a, (const char *[]){"fixed", "rubin", "macneal"}[kind], rdg_component_structure(c));
    }
    rdg_coupling_tie(a, "bar.end", "fixed.end");
    rdg_coupling_tie(a, "rubin.end", "macneal.end");
    rdg_coupling_primal(a, "all");
    rdg_structure *held = rdg_structure_hold(bar, 1, (rdg_index[]){1});
    rdg_name_set(held, "line", 2, (rdg_index[]){0, 1});
    rdg_sliding *c = rdg_sliding_create(bar, held,
                                        &(rdg_sliding_options){.x = "end",
                                                               .y = "end",
                                                               .target_x = "line",
                                                               .target_y = "line",
                                                               .node_x = (double[]){0, 1},
                                                               .mu = 0.1});
    rdg_sliding_state at;
    double _Complex p[2];
    rdg_sliding_undeformed(c, 0.5, &at);
    rdg_sliding_equilibrium(c, 0.5, &at, NULL);
    rdg_sliding_eigenvalues(c, &at, 1, p);
    return rdg_error_status(ctx);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fail_each_allocation(use_everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
