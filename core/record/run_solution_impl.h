/* One labelled solution as an HDF5 file.
 *
 *   /            attributes format, point, label, type, iterations, step, residual, norm, time_s, n_u, n_mu
 *   /u/<block>        variables of a block
 *   /tangent/<block>  tangent, likewise
 *   /mu/<parameter>   value of each parameter, a scalar
 *   /state            what the run needs besides to go on from here; where it can
 *   /kept             what the problem keeps with it (moving.h), a text; where it does
 *
 * HDF5 works in memory only; the bytes go to the disk by our own hand. So a full disk shows as such, no half
 * written file ever carries the name, and HDF5's file locks (which fail on some network file systems) are
 * not met. */
#ifndef RDG_RUN_SOLUTION_IMPL_H
#define RDG_RUN_SOLUTION_IMPL_H

#include "hdf5_impl.h"
#include "run_store_impl.h"

#include <stdbool.h>
#include <stddef.h>

#define RDG_STATE "state"
#define RDG_KEPT "kept"

/* "sol" + up to 19 digits + ".h5" */
enum { RDG_SOLUTION_NAME_SIZE = 32 };

/* File name of a label in the folder of its run. */
void rdg_solution_name(char name[RDG_SOLUTION_NAME_SIZE], rdg_index label);

/* Whether a file name is of this form. */
bool rdg_solution_is_name(const char *name);

/* What goes into a solution file. */
typedef struct rdg_solution {
    const rdg_layout *layout;
    const rdg_chart *chart; /* with a label */
    const double *state;    /* [n_state] */
    rdg_index n_state;      /* 0: none */
    const char *kept;       /* NULL: nothing */
} rdg_solution;

/* Write a solution into a folder. `where` and `path` (of the folder) are for the message. */
rdg_status rdg_solution_write(rdg_context *ctx, const char *where, int folder, const char *path,
                              const rdg_solution *solution, rdg_image *image);

/* What is asked of a solution file. */
typedef struct rdg_solution_request {
    const char *path; /* of the folder of the run */
    rdg_index label;
    const char *block; /* NULL: the state, into u, or what is kept */
    char **kept;       /* a copy of it, NULL where there is none; NULL: it is not asked for */
    rdg_index n;       /* size expected; < 0: only tell the size */
    double *u;         /* [n] or NULL */
    double *tangent;   /* [n] or NULL */
} rdg_solution_request;

/* Read a block; *found gets its size. */
rdg_status rdg_solution_read(rdg_context *ctx, const char *where, const rdg_solution_request *request,
                             rdg_index *found);

#endif
