/* Inside of a problem: blocks of variables, functions, parameters. */
#ifndef RDG_PROBLEM_IMPL_H
#define RDG_PROBLEM_IMPL_H

#include "problem.h"

enum { RDG_TROUBLE_SIZE = 256 };

typedef struct rdg_block {
    char *name;
    rdg_index start, n;
    double typical; /* typical size, or its least value if it follows */
    bool follows;
} rdg_block;

/* A function, the variables it sees, and the workspaces of its evaluation. */
typedef struct rdg_entry {
    rdg_function function; /* name and patterns are ours; patterns are never NULL here */
    rdg_index *index;      /* [n] */
    bool is_monitor;
    rdg_index first_parameter;      /* of a monitor */
    double *u, *size;               /* [n] own variables, typical sizes */
    double *y, *y2;                 /* [m] */
    double *lambda;                 /* [m] multipliers, for who asks for a Hessian of one component */
    double *df_values, *df_values2; /* in df_pattern's order */
    double *d2f_values;             /* in d2f_pattern's order */
    bool warned;                    /* differences stand in for a derivative: said once */
} rdg_entry;

typedef struct rdg_parameter {
    char *name, *unit;
    rdg_monitor_kind kind;
    rdg_index entry, component;
} rdg_parameter;

struct rdg_problem {
    rdg_context *ctx;
    rdg_index n;
    double *u0; /* [n] start values */
    rdg_index n_blocks, n_entries, n_parameters;
    rdg_block *block;
    rdg_entry *entry;
    rdg_parameter *parameter;
    char trouble[RDG_TROUBLE_SIZE]; /* what the last failed evaluation complained of */
};

/* Place of a parameter by name, or -1. */
rdg_index rdg_problem_find_parameter(const rdg_problem *p, const char *name);

/* As above; a name that is unknown is a failure of `where` that lists the names there are. */
rdg_index rdg_problem_require_parameter(rdg_problem *p, const char *where, const char *name);

/* Evaluation of one entry at the whole vector u. They answer as callbacks do: 0, > 0, < 0; values that are
 * not finite answer 1; p->trouble says why. Results lie in the entry's workspaces. */
int rdg_entry_value(rdg_problem *p, rdg_entry *e, const double *u);    /* e->y */
int rdg_entry_jacobian(rdg_problem *p, rdg_entry *e, const double *u); /* e->df_values */
int rdg_entry_hessian(rdg_problem *p, rdg_entry *e, const double *u,
                      const double *lambda); /* e->d2f_values */

/* The derivatives by central differences, whatever the function gives, dense and column-major: shape [m*n],
 * and [n*n] for the contracted Hessian. */
int rdg_entry_jacobian_differences(rdg_problem *p, rdg_entry *e, const double *u, double *values);
int rdg_entry_hessian_differences(rdg_problem *p, rdg_entry *e, const double *u, const double *lambda,
                                  double *values);

/* out += sum_k lambda_k Hess(f_k) v, with v and out of shape [p->n]. Without d2f, one difference of df. */
int rdg_entry_hessian_times(rdg_problem *p, rdg_entry *e, const double *u, const double *lambda,
                            const double *v, double *out);

/* mu[j] of every parameter, shape [n_parameters]. */
int rdg_problem_parameters(rdg_problem *p, const double *u, double *mu);

/* Value and gradient, shape [n], of one parameter. gradient may be NULL. */
int rdg_problem_parameter(rdg_problem *p, rdg_index parameter, const double *u, double *value,
                          double *gradient);

#endif
