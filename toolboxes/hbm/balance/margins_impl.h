/* Margins of elements, and the jumps of their Jacobians, as functions of the unknowns. */
#ifndef RDG_MARGINS_IMPL_H
#define RDG_MARGINS_IMPL_H

#include "elements_impl.h"

#include <ridgewalk/function.h>

/* The margin of an element as a function of its own unknowns. */
struct rdg_hbm_margin_data {
    rdg_hbm *hb;
    const rdg_hbm_element *element;
    char name[256];            /* "pad.margin" */
    rdg_index n_dofs;          /* degrees of freedom that the element sees */
    rdg_index *local;          /* [terms.n] number of each term's one among them */
    rdg_index *index;          /* [2 n_dofs n_coefficients] their places in Q, then once more */
    rdg_function margin, jump; /* of Q; of Q and the multipliers of the equations */
};

/* z = B u: the element's displacements from its own unknowns; u += factor B^T z */
void rdg_hbm_margin_gather(const rdg_hbm_margin_data *g, const double *u, double *z);
void rdg_hbm_margin_scatter(const rdg_hbm_margin_data *g, double factor, const double *z, double *u);

/* states.c: of a margin by its number; NULL if there is none */
const rdg_hbm_margin_data *rdg_hbm_margin_of(rdg_hbm *hb, rdg_index margin);

rdg_status rdg_hbm_close_margin(rdg_hbm *hb, rdg_hbm_element *element);
void rdg_hbm_free_margin(rdg_hbm_element *element);

#endif
