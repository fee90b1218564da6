/* A harmonic balance from inside: its parts. */
#ifndef RDG_HBM_IMPL_H
#define RDG_HBM_IMPL_H

#include "attachment_impl.h"
#include "batch_impl.h"
#include "elements_impl.h"
#include "excitation_impl.h"
#include "harmonics_impl.h"
#include "loads_impl.h"
#include "map_impl.h"
#include "margins_impl.h"
#include "residual_impl.h"
#include "sensors_impl.h"
#include "stiffness_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/toolbox.h>

struct rdg_hbm {
    rdg_context *ctx;
    rdg_structure *structure;
    rdg_basis basis;
    int *harmonic;                            /* the basis's list */
    rdg_hbm_shift *shift;                     /* [n_coefficients] from one sector to the next */
    rdg_basis active;                         /* the first harmonics of the basis: those that elements see */
    rdg_hbm_solver_kind solver;               /* that the user has chosen */
    bool condenses_forces;                    /* degrees of freedom of forces are not kept for their sake */
    int threads;                              /* that elements are evaluated in, if they are many */
    rdg_index n_elements, n_loads, n_sensors; /* as many as the structure has */
    rdg_hbm_element *element;
    rdg_hbm_load *load;
    rdg_hbm_sensor_data *sensor;

    /* made at closing */
    bool closed;
    rdg_index n_kept, m;        /* m = n_kept * n_coefficients unknowns */
    bool is_small;              /* derivatives are dense */
    rdg_hbm_solver_kind chosen; /* the solver, by the user or by costs: never RDG_AUTO */
    rdg_index *kept;            /* [n_kept] degrees of freedom, ascending */
    rdg_index *place;           /* [structure size] place among the kept ones, or -1 */
    rdg_hbm_stiffness stiffness;
    rdg_hbm_excitation excitation;
    rdg_hbm_map jacobian, hessian;
    const rdg_index *omega_row_place; /* [m] row of omega in the Hessian's columns of Q */
    const rdg_index *mixed_place;     /* [2] entries of omega and alpha there, if the excitation varies */
    rdg_function function;
    rdg_hbm_batch batch;
    double *vector; /* [2 m] */

    double *local_rest; /* [displacements of the largest element] static ones of an element */

    rdg_hbm_released *in_use; /* whose numbers the instances have; NULL: the structure's */
    bool is_stale;            /* the problem whose numbers the instances have is gone */
    long version;             /* of the numbers: changes with each of them */

    rdg_hbm_attachment *attachments; /* the newest first */
};

static inline rdg_hbm_element *rdg_hbm_element_at(const rdg_hbm *hb, rdg_index i)
{
    return hb->element + i;
}

/* close.c: complete the harmonic balance; nothing to do when it is closed already */
rdg_status rdg_hbm_close(rdg_hbm *hb);
/* close.c: set place[dof] to 1 where gyroscopic forces act: what is condensed has none. */
rdg_status rdg_hbm_mark_gyroscopic(const rdg_hbm *hb, rdg_index *place);
void rdg_hbm_free_closed_parts(rdg_hbm *hb);

/* solver_choice.c: "dense", "whole", "spectral" */
const char *rdg_hbm_solver_name(rdg_hbm_solver_kind kind);
/* solver_choice.c: hb->chosen. kept: degrees of freedom of elements, forces and sensors */
rdg_status rdg_hbm_choose_solver(rdg_hbm *hb, rdg_index kept);

/* harmonic_balance.c: a failure where it is closed */
rdg_status rdg_hbm_still_open(rdg_hbm *hb, const char *where);

#endif
