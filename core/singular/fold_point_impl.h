/* A fold as its monitor sees it, with the null vectors of which cusps are reported. */
#ifndef RDG_FOLD_POINT_IMPL_H
#define RDG_FOLD_POINT_IMPL_H

#include "event.h"
#include "singular_impl.h"

typedef struct rdg_fold {
    rdg_curve curve;
    rdg_index row;     /* of A, the parameter's */
    rdg_index monitor; /* this monitor */
    int users;         /* the fold and its cusp share the rest */
    bool general;      /* b is not the unit vector of the row */
    double widest;     /* largest share of the parameter's row in w so far */
    double *scale;     /* [n] of the rows of A, kept with a general b */
    double *b, *c;     /* [n] in row scales; [n] */
    double *g[2];      /* [n] rows in general position */
    double *v, *w;     /* [n + 1] null vectors, s behind v */
    double *rhs;       /* [n + 1] */
    double *product;   /* [n] (sum_k w_k (A_k)_uu) v */
    double length;     /* |v| */
    double factor;     /* sigma = factor s / |v| */
    double slope;      /* largest one of the parameter, for a change of typical size */
} rdg_fold;

/* --- fold_probe.c: the border before the first point; the null vector at u; this and w, with the product of
 * second derivatives; length of w */
void rdg_fold_use_unit_border(rdg_fold *f);
int rdg_fold_probe(rdg_fold *f, const double *u);
int rdg_fold_probe_gradient(rdg_fold *f, const double *u);
double rdg_fold_left_length(const rdg_fold *f);

/* --- cusp.c: values of the monitors, and judges of what they find; data is the fold */
int rdg_cusp_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
bool rdg_cusp_is_on_folds(rdg_problem *p, const rdg_chart *at, void *data);
const char *rdg_cusp_judge_by_first(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                    const rdg_chart *after, void *data);
const char *rdg_cusp_judge_by_second(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                     const rdg_chart *after, void *data);

#endif
