/* A beam of 1000 elements on a row of dry contacts, one harmonic, nothing condensed. */
#ifndef RDG_TEST_BEAM_ON_CONTACTS_H
#define RDG_TEST_BEAM_ON_CONTACTS_H

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <stdio.h>
#include <stdlib.h>

enum { BEAM_ELEMENTS = 1000 };

/* A long beam on springs, which keep the stiffness matrix well conditioned with so many elements. */
static inline rdg_structure *beam_on_springs(rdg_context *ctx)
{
    static double spring[2 * BEAM_ELEMENTS];
    static rdg_index dof[2 * BEAM_ELEMENTS];
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.1 * BEAM_ELEMENTS; /* m */
    b.elements = BEAM_ELEMENTS;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_sparse M, K;
    if (!beam || rdg_structure_matrices(beam, &M, NULL, &K) != RDG_OK) {
        return NULL;
    }
    double *stiffness = calloc((size_t)K.pattern.start[K.pattern.cols], sizeof *stiffness);
    for (rdg_index node = 1; node <= BEAM_ELEMENTS; node++) {
        spring[rdg_beam_deflection(beam, node)] = 1e4; /* N/m */
    }
    for (rdg_index j = 0; stiffness && j < K.pattern.cols; j++) {
        dof[j] = j;
        for (rdg_index e = K.pattern.start[j]; e < K.pattern.start[j + 1]; e++) {
            stiffness[e] = K.values[e] + (K.pattern.row[e] == j ? spring[j] : 0.0);
        }
    }
    rdg_structure *s =
        stiffness ? rdg_structure_create_sparse(ctx, "beam on springs", &M, NULL,
                                                &(rdg_sparse){.pattern = K.pattern, .values = stiffness})
                  : NULL;
    free(stiffness);
    rdg_damping_proportional(s, 20.0, 0.0);
    rdg_name_combination(s, "all", 2 * BEAM_ELEMENTS, dof, spring);
    return s;
}

static inline rdg_hbm *beam_on_contacts(rdg_context *ctx, rdg_index contacts)
{
    rdg_structure *beam = beam_on_springs(ctx);
    for (rdg_index i = 0; i < contacts; i++) {
        char name[16];
        snprintf(name, sizeof name, "pad%d", (int)i);
        rdg_name_dof(beam, name, 2 * (BEAM_ELEMENTS - 1 - i * (BEAM_ELEMENTS / contacts)));
        rdg_contact_add(beam, &(rdg_contact){.tangential = name, .kt = 2e3, .mu = 0.3, .preload = 10.0});
    }
    rdg_force_add(beam, "all", 1, 1e-4); /* the same at each node, 1 N for alpha = 1 */
    rdg_name_dof(beam, "end", 2 * (BEAM_ELEMENTS - 1));
    rdg_sensor_add(beam, "Am", "end");
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1));
    rdg_hbm_keep_all(hb);
    return hb;
}

#endif
