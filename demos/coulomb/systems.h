/* The chains of the paper: unit masses and springs but for the second of two, one rigid contact. */
#ifndef COULOMB_SYSTEMS_H
#define COULOMB_SYSTEMS_H

#include <ridgewalk/chain.h>
#include <ridgewalk/closed_form.h>
#include <ridgewalk/coulomb_orbit.h>
#include <ridgewalk/regimes.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

/* n masses, 2 to 5, mass and spring of the second as given; "m1" to "m5" are their displacements, "between"
 * that of mass 2 from mass 1. */
static inline rdg_coulomb *chain_of(rdg_context *ctx, rdg_index n, double second_mass, double second_spring,
                                    rdg_coulomb_options options)
{
    static const char *const names[] = {"m1", "m2", "m3", "m4", "m5"};
    const double mass[] = {1, second_mass, 1, 1, 1};
    const double spring[] = {1, second_spring, 1, 1, 1};
    rdg_structure *chain = rdg_chain_create(ctx, n, mass, spring);
    for (rdg_index i = 0; i < n; i++) {
        rdg_name_dof(chain, names[i], i);
    }
    rdg_name_relative(chain, "between", 1, 0);
    return rdg_coulomb_create(chain, &options);
}

/* With both of the second the same. */
static inline rdg_coulomb *chain_with_contact(rdg_context *ctx, rdg_index n, double second,
                                              rdg_coulomb_options options)
{
    return chain_of(ctx, n, second, second, options);
}

#endif
