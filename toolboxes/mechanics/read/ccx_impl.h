/* The three files of a job of CalculiX: names of the rows, and entries of stiffness and mass matrix. */
#ifndef RDG_CCX_IMPL_H
#define RDG_CCX_IMPL_H

#include "fe_model_impl.h"

enum { RDG_CCX_PATH = 4096 };

typedef struct rdg_ccx_job {
    rdg_scan scan;
    rdg_fe_model *model;
    rdg_index times;            /* rows of the matrices for each that .dof names */
    char path[3][RDG_CCX_PATH]; /* .sti, .mas, .dof */
} rdg_ccx_job;

/* An empty model, with the remedies of such files */
rdg_fe_model rdg_ccx_begin(rdg_context *ctx, const char *where, const char *name, const char *job_name);

/* Read a job into a model. times: 1; 2: matrices of one nodal diameter, [[Re, -Im], [Im, Re]]. To be freed
 * behind the model, which borrows its paths; NULL after a failure, recorded. */
rdg_ccx_job *rdg_ccx_read(rdg_fe_model *model, const char *job_name, rdg_index times);

#endif
