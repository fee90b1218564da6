/* Each allocation of coulomb's calls fails in turn: a status with a message, and nothing that leaks. */
#include "failing_memory.h"

#include "coulomb_systems.h"

#include <ridgewalk/coulomb_hybrid.h>
#include <ridgewalk/regimes.h>

static void systems_and_closed_forms(rdg_context *ctx)
{
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    rdg_coulomb *c = NULL;
    rdg_coulomb_response r;
    rdg_coulomb_limits l;
    double x[4] = {0};
    double tau = 0.0;
    if (s && rdg_name_dof(s, "m1", 0) == RDG_OK) {
        c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
    }
    if (c && rdg_coulomb_limits_at(c, 1.3, &l) == RDG_OK &&
        rdg_coulomb_closed(c, 1.3, 0.4, &r, x, x + 2) == RDG_OK) {
        rdg_modal_flow(c, RDG_COULOMB_STICK, 1.3, 0.4, 0.0, 0.1, x);
        rdg_coulomb_march(c, &(rdg_coulomb_march_options){.r1 = 0.9, .beta = 0.4, .until = 20}, &tau, x,
                          NULL);
    }
}

static void orbits(rdg_context *ctx)
{
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    rdg_coulomb *c = NULL;
    double re[4];
    double im[4];
    if (s && rdg_name_dof(s, "m1", 0) == RDG_OK) {
        c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
    }
    rdg_problem *p = c ? rdg_orbit_problem(c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4)) : NULL;
    if (p && rdg_coulomb_orbit_amplitudes(p, rdg_start_values(p), re) == RDG_OK) {
        rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 0.6));
        rdg_coulomb_orbit_multipliers(p, rdg_start_values(p), re, im);
    }
}

/* All modes of two contacts, and what leads from one to another. */
static void hybrids(rdg_context *ctx)
{
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    if (!s || rdg_name_dof(s, "m1", 0) != RDG_OK || rdg_name_dof(s, "m2", 1) != RDG_OK) {
        return;
    }
    rdg_coulomb *a = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
    rdg_coulomb *b = a ? rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m2"}) : NULL;
    const rdg_coulomb_hybrid_options o = {.more = (const rdg_coulomb *const[]){b, NULL}};
    const rdg_at at[] = {RDG_AT("r1", 0.9), RDG_AT("beta", 0.3), RDG_AT("beta2", 0.2), {0, 0.0}};
    rdg_hybrid *h = b ? rdg_coulomb_hybrid_at(a, &o, at) : NULL;
    const double x[4] = {0.1, 0.2, 0.3, 0.0};
    double state[4];
    const char *mode = NULL;
    if (h && rdg_coulomb_hybrid_start(h, 0.2, x, &mode, state) == RDG_OK) {
        for (rdg_index k = 0; k < rdg_hybrid_phases(h) && rdg_hybrid_enter(h, k) == RDG_OK; k++) {
        }
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    exhaust_memory(systems_and_closed_forms);
    exhaust_memory(orbits);
    exhaust_memory(hybrids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
