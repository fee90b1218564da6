/* Numbers of the structure that a problem has as variables: the equations depend on them, too.
 *
 * u = (Q, omega, alpha, p): the residual is that of the harmonic balance with the elements' instances at p,
 * its Jacobian has a column for each number, its Hessian rows and columns. A problem without numbers has the
 * plain equations. Which values the instances have is known (rdg_hbm_use): the problems of one harmonic
 * balance may be evaluated in turn. */
#ifndef RDG_RELEASE_IMPL_H
#define RDG_RELEASE_IMPL_H

#include "hbm_impl.h"

#include <ridgewalk/numbers.h>
#include <ridgewalk/run_data.h>

typedef struct rdg_hbm_released_margin rdg_hbm_released_margin;

typedef struct rdg_hbm_number {
    rdg_structure_parameter of;
    char *name;
} rdg_hbm_number;

struct rdg_hbm_released {
    rdg_hbm *hb;
    int users;                /* problems, and the numbers that have come after these */
    rdg_hbm_released *before; /* those of the problem before it got one more; NULL: it was made with these */
    rdg_index n;
    rdg_hbm_number *number; /* [n] */
    double *values;         /* [n] that the instances have while these are in use */
    double *start;          /* [n] at which the problem starts */
    rdg_function function;  /* of (Q, omega, alpha, p); its data are the struct */

    rdg_pattern *jacobian, *hessian; /* those of the function; NULL where derivatives are dense */
    rdg_index *base_place;           /* [entries of the plain Hessian] where they go */
    rdg_index *column_place;         /* [n (m + 2)] of d2/d(Q, omega, alpha) dp, in the columns of p */
    rdg_index *row_place;            /* [n (m + 2)] likewise, in the rows of p */
    rdg_index *square_place;         /* [n * n] of d2/dp dp */
    double *base;                    /* [entries of the plain Hessian] */

    int *place_in; /* [n_elements n] which number of element i ours is, at k + n i; -1: none */

    /* of one element: which numbers it has, where they are among ours, and their derivatives */
    int *which;                     /* [n] */
    rdg_index *mine;                /* [n] */
    double *force, *mixed, *second; /* [N n], [(N + 1) n], [n n] */
    double *column;                 /* [m] */
    double *product;                /* [3 m] with the stiffness and its derivatives; NULL: not needed */

    rdg_hbm_released_margin *margins; /* made as they are requested */
};

/* --- released.c */

/* The numbers with these names; NULL after a failure, recorded for `where`. */
rdg_hbm_released *rdg_hbm_release(rdg_hbm *hb, const char *where, rdg_index n, const char *const *names);
void rdg_hbm_free_released(void *released);

/* --- widen.c */

/* Let a problem made from hb have more numbers when they are needed. */
rdg_status rdg_hbm_provide(rdg_hbm *hb, rdg_problem *problem);

/* contact_columns.c: columns of tables as text, if there are many contacts, for a problem whose first
 * variables are Q, omega, alpha and the numbers */
rdg_status rdg_hbm_add_contact_columns(rdg_hbm *hb, rdg_problem *problem);

/* residual_stress.c: report at the end of a run of such a problem which contact has a residual stress that
 * matters */
rdg_status rdg_hbm_look_at_sliders(rdg_hbm *hb, rdg_problem *problem);

/* sampling_error.c: warn of sampled elements at labelled points of the problem's runs */
rdg_status rdg_hbm_look_at_samples(rdg_hbm *hb, rdg_problem *problem);

/* The start values of a problem are a labelled solution of a run, with the numbers that this has. */
rdg_status rdg_hbm_take_solution(rdg_hbm *hb, rdg_problem *problem, rdg_run *run, rdg_index label);

/* --- hbm_numbers.c */

/* The one of this name, or NULL. */
const rdg_hbm_number *rdg_hbm_number_called(const rdg_hbm_released *r, const char *name);

/* Parameter, unit and domain of a number that is a block of variables. */
rdg_status rdg_hbm_name_number(rdg_problem *problem, const rdg_hbm_number *number);

/* --- released_margin.c */

/* As rdg_hbm_wider_watch(), of margins and jumps; *wider is the caller's no longer than next. */
bool rdg_hbm_wider_margin(rdg_hbm_released *next, const rdg_function *f, rdg_function *wider);

void rdg_hbm_free_released_margins(rdg_hbm_released_margin *first);

/* --- released_residual.c */

/* Does number k lie beyond the bound of its domain? There the equations are those on the bound. */
bool rdg_hbm_is_beyond(const rdg_hbm_released *r, rdg_index k);

/* Which numbers element i has, into r->which and r->mine; returns how many. */
rdg_index rdg_hbm_numbers_of(const rdg_hbm_released *r, rdg_index i);

/* values += x at the second derivative by (Q, omega, alpha)_i and p_k, and its mirror image */
static inline void rdg_hbm_add_mixed(const rdg_hbm_released *r, rdg_index i, rdg_index k, double x,
                                     double *values)
{
    const rdg_index place = i + k * (r->hb->m + 2);
    values[r->column_place[place]] += x;
    values[r->row_place[place]] += x;
}

/* Those of a problem that was made from hb, or NULL if it has none. */
rdg_hbm_released *rdg_hbm_released_of(const rdg_problem *problem);

/* released_loads.c: what the numbers of loads add to the columns of the Jacobian, [m] each, and to the
 * Hessian, at hb's omega */
void rdg_hbm_add_load_columns(const rdg_hbm_released *r, double alpha, double *columns);
void rdg_hbm_add_load_hessian(const rdg_hbm_released *r, double alpha, const double *lambda, double *values);

/* released_damping.c: likewise of the damping; u = (Q, omega, alpha) */
void rdg_hbm_add_damping_columns(const rdg_hbm_released *r, const double *u, double *columns);
void rdg_hbm_add_damping_hessian(const rdg_hbm_released *r, const double *u, const double *lambda,
                                 double *values);

/* Callbacks of the function. */
int rdg_hbm_released_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_hbm_released_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_hbm_released_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data);

#endif
