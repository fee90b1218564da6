/* A function of a problem: its evaluation, and differences in the place of derivatives. */
#ifndef RDG_ENTRY_IMPL_H
#define RDG_ENTRY_IMPL_H

#include "colouring_impl.h"
#include "objects.h"

/* Data of a function that several problems use. */
typedef struct rdg_shared {
    int users;
    void *data;
    void (*free_data)(void *data);
} rdg_shared;

/* A function, the variables it sees, and the workspaces of its evaluation. */
typedef struct rdg_entry {
    rdg_function function; /* name and patterns are ours; df_pattern is never NULL here, d2f_pattern not
                              after rdg_entry_prepare_hessian(), if it is dense */
    rdg_index *index;      /* [n] */
    rdg_shared *shared;    /* owner of function.data; NULL: the function's own free_data frees it */
    bool is_monitor;
    rdg_index first_parameter;      /* of a monitor */
    double *u, *size;               /* [n] own variables, typical sizes */
    double *y, *y2;                 /* [m] */
    double *lambda;                 /* [m] multipliers, for who requests a Hessian of one component */
    double *df_values, *df_values2; /* in df_pattern's order */
    rdg_colouring groups;           /* columns whose differences are taken at once; without df */
    double *home;                   /* [n] the variables that differences move */
    double *d2f_values;             /* in d2f_pattern's order; [n] at least */
    double *middle_u, *middle;      /* [n], [m] where the values are known, and these; without df */
    bool middle_known;
    double *known_at; /* [n] where df_values were evaluated, if `known` is the problem's `period` */
    long known;
    double *reference, *ahead, *behind; /* [m] what differences examine */
    bool warned;                        /* differences stand in for a derivative: stated once */
} rdg_entry;

/* --- problem_function.c */

/* Check a function before it is added. */
rdg_status rdg_entry_check(rdg_problem *p, const char *where, const rdg_function *f, const rdg_index *index);

/* Add a function that was checked. f->data belongs to the problem after success. */
rdg_status rdg_entry_add(rdg_problem *p, const rdg_function *f, const rdg_index *index, bool is_monitor);

/* Fill in an entry but for its data's owner; what was allocated is released after a failure. */
rdg_status rdg_entry_create(rdg_problem *p, rdg_entry *entry, const rdg_function *f, const rdg_index *index,
                            const char *name);

/* Another function in the place of an entry's, that sees the variables index, [function->n]. */
rdg_status rdg_entry_replace(rdg_problem *p, rdg_entry *e, const rdg_function *function,
                             const rdg_index *index);

/* Free what an entry owns. */
void rdg_entry_release(rdg_entry *e);

/* Make sure that there is a pattern of second derivatives, with space for its values. */
rdg_status rdg_entry_prepare_hessian(rdg_context *ctx, rdg_entry *e);

/* --- extrapolate.c */

enum { RDG_MOST_DIFFERENCES = 26 };

/* Step k of a difference relative to the size of the variable: each is a quarter of the one before. */
double rdg_difference_step(int k);

/* Rounding of a difference over this step; magnitude: of the terms that make up what is differenced. */
double rdg_difference_noise(double magnitude, double step);

/* Central differences d[] over steps that follow each other, [count], RDG_MOST_DIFFERENCES at most,
 * extrapolated: the value of the least uncertainty. noise: rounding of each. */
void rdg_extrapolate(const double *d, const double *noise, int count, double *value, double *doubt);

/* The same, but the uncertainty covers what differences over shorter steps than those used state. */
void rdg_extrapolate_covered(const double *d, const double *noise, int count, double *value, double *doubt);

/* --- problem_print.c */

/* "u[1] (x[0])": a local variable, and what it is called in the problem, RDG_LOCAL_NAME characters */
enum { RDG_LOCAL_NAME = 96 };
void rdg_entry_name_variable(const rdg_problem *p, const rdg_entry *e, rdg_index local, char *name);

/* --- callback.c */

/* "zero" or "monitor" */
const char *rdg_entry_kind(const rdg_entry *e);

/* Judge what a callback answered: its return value and the values it wrote. 0, > 0 or < 0. */
int rdg_entry_judge(rdg_problem *p, const rdg_entry *e, const char *callback, int answer, rdg_index count,
                    const double *values);

/* Values at e->u as it stands. */
int rdg_entry_value_here(rdg_problem *p, rdg_entry *e, double *y);

/* --- differences.c */

/* The Jacobian at e->u by differences, added to values that are 0. */
int rdg_entry_differences(rdg_problem *p, rdg_entry *e, double *values);

/* Are there derivatives, or a pattern of them, of the user's? */
bool rdg_entry_may_be_wrong(const rdg_entry *e);

/* Values at e->u are in e->y, if they are known: differences there see jumps then. */
void rdg_entry_keep_middle(rdg_entry *e, bool known);

/* Make sure that they are known. */
int rdg_entry_need_middle(rdg_problem *p, rdg_entry *e);

/* --- function.c */

/* Evaluation of one entry at the whole vector u. They answer as callbacks do: 0, > 0, < 0; values that are
 * not finite answer 1; p->trouble states why. Results lie in the entry's workspaces. */
int rdg_entry_value(rdg_problem *p, rdg_entry *e, const double *u);    /* e->y */
int rdg_entry_jacobian(rdg_problem *p, rdg_entry *e, const double *u); /* e->df_values */

/* The same, straight to where it is wanted; nothing is kept. */
int rdg_entry_jacobian_to(rdg_problem *p, rdg_entry *e, const double *u, double *values);
int rdg_entry_hessian(rdg_problem *p, rdg_entry *e, const double *u,
                      const double *lambda); /* e->d2f_values */

/* The same in pieces: own variables into e->u; their sizes into e->size, which only differences need; then
 * rdg_entry_value_here(), or derivatives at e->u as it stands. */
void rdg_entry_gather(rdg_entry *e, const double *u);
void rdg_entry_measure(const rdg_problem *p, rdg_entry *e);
int rdg_entry_jacobian_here(rdg_problem *p, rdg_entry *e, double *values);
int rdg_entry_hessian_here(rdg_problem *p, rdg_entry *e, const double *lambda);

/* out += sum_k lambda_k Hess(f_k) v, with v and out of shape [p->n]. Without d2f, one difference of df. */
int rdg_entry_hessian_times(rdg_problem *p, rdg_entry *e, const double *u, const double *lambda,
                            const double *v, double *out);

#endif
