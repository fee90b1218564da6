/* Inside of the adjoint extension. */
#ifndef RDG_ADJOINT_IMPL_H
#define RDG_ADJOINT_IMPL_H

#include "adjoint.h"

#include <ridgewalk/assembly.h>
#include <ridgewalk/option_list.h>

enum { RDG_ADJOINT_NAME = 256 };

/* An inequality with its complementarity condition. */
typedef struct rdg_inequality {
    char name[RDG_ADJOINT_NAME], kappa[RDG_ADJOINT_NAME]; /* of G; of the condition's parameter */
    bool maximum;                                         /* its multiplier has the sign of a maximum's */
} rdg_inequality;

struct rdg_adjoint {
    rdg_problem *problem;
    rdg_index n_inequalities;
    rdg_inequality *inequality;
    rdg_assembly *assembly;                /* of the problem before the extension */
    rdg_index n, m, zero_rows;             /* variables u; rows, those of zero functions first */
    rdg_index objective;                   /* row of the objective */
    const rdg_pattern *jacobian, *hessian; /* of the assembly */
    double *jacobian_values, *hessian_values;
    double *multiplier; /* [m] those that take part */
    double *typical;    /* [m] sizes of the multipliers of parameters */
    double *scale;      /* [m] of the rows: their change where all variables change by their typical sizes */
    bool *wanted;       /* [m] rows whose derivatives take part now */
    rdg_pattern *pattern; /* of the derivative, n rows, n + m columns */
    rdg_index *place;     /* of the Hessian's entries, then of the Jacobian's, transposed */
};

/* --- adjoint.c: the row of a parameter; -1: it has none */
rdg_index rdg_adjoint_row(const rdg_adjoint *a, const char *parameter);

/* --- adjoint_solve.c: multipliers at a point that a continuation has named; data: rdg_adjoint */
void rdg_adjoint_complete(rdg_problem *p, const rdg_chart *event, double *u, void *data);

/* The options of a stage, with the names of the multipliers that they need. */
typedef struct rdg_stage {
    rdg_option_list list;
    char (*name)[RDG_ADJOINT_NAME]; /* [m] "d.<parameter>" */
} rdg_stage;

/* --- stationary.c */

/* rdg_stationary_find() for a maximum or a minimum, as `maximum` states; *found: there is one. */
rdg_status rdg_stationary_find_extremum(rdg_adjoint *a, const char *name,
                                        const rdg_stationary_options *options, bool *found);

/* --- stage.c; a failure to add an option sticks, so that the run does nothing */
rdg_status rdg_stage_create(const rdg_adjoint *a, rdg_stage *stage);
void rdg_stage_release(rdg_stage *stage);
void rdg_stage_clear(rdg_stage *stage);
void rdg_stage_add(rdg_stage *stage, rdg_option option);
void rdg_stage_add_all(rdg_stage *stage, const rdg_option *options);

#endif
