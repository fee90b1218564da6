/* Inside of rdg_check_derivatives(). */
#ifndef RDG_CHECK_IMPL_H
#define RDG_CHECK_IMPL_H

#include "problem_impl.h"

/* An error is one from this multiple of the uncertainty on: between non-smooth points that is a predictor. */
enum { RDG_CHECK_CERTAIN = 10 };

/* A wrong entry, and how wrong it is: its error over the error allowed. */
typedef struct rdg_wrong_entry {
    double excess;
    const rdg_entry *e;
    bool second;
    rdg_index row, column, component;
    double given, difference;
} rdg_wrong_entry;

typedef struct rdg_checker {
    rdg_problem *p;
    double tolerance;
    rdg_entry *e;
    double *table, *noise; /* [RDG_MOST_DIFFERENCES * longest] differences at each step, their rounding */
    double *analytic;      /* [m * n] or [n * n] of the entry, dense */
    double *difference, *doubt; /* likewise */
    double *state_size; /* [n] of the variables: their values, those of their blocks where these are 0 */
    double *block_size; /* [n] of their blocks, the typical size or the root mean square */
    double *side[2];    /* [longest] what is differenced, on either side */
    double *values;     /* [in df_pattern] */
    double *scale[2];   /* [max(m, n)] of the rows, by typical sizes and by those at the state */
    double *multiplier; /* [m] that contract second derivatives */
    double *magnitude;  /* [max(m, n)] of the terms that make up what is differenced, at the state */
    double rounding[2]; /* of second derivatives, times the sizes of both variables, as scale; 0 for df */
    rdg_wrong_entry worst;
    bool agrees;               /* the derivative compared last */
    long compared, unresolved; /* entries; those that differences do not determine to the tolerance */
} rdg_checker;

/* What is differenced: values, shape [m], or contracted first derivatives, shape [n], at e->u as it stands.
 */
typedef int rdg_sampler(rdg_checker *c, double *out);

/* --- check_columns.c */

/* Sizes of an entry's variables at u, which is where the entry is. */
void rdg_check_measure(rdg_checker *c, const double *u);

/* The error allowed in an entry, by the scales of the rows. */
double rdg_check_allow(const rdg_checker *c, rdg_index i, rdg_index j);

/* Column j by differences into c->difference and c->doubt, `length` rows. < 0: the callback requested to end.
 * Steps out of the domain are left out. */
int rdg_check_difference(rdg_checker *c, rdg_index j, rdg_index length, rdg_sampler *sample);

/* --- check_report.c */

/* RDG_ERR_DERIVATIVE with the worst entry, if there is one; what was not checked, in a note or a warning. */
rdg_status rdg_check_report(const rdg_checker *c);

#endif
