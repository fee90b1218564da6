/* Cusps: the curve of folds has the direction of v. Its tangent T and v lie both in the tangent plane of the
 * surface of solutions, so that sigma_u v vanishes where they agree. The sign of v is that of a general
 * functional g v; where g v vanishes is no cusp, and judged to be none. As it may vanish right beside a cusp,
 * and hide it, there are two of them. At a branch point of the curve of folds sigma_u vanishes on the plane
 * and comes back with the other sign, as the run's determinant does: their product goes on. */
#include "fold_point_impl.h"
#include "vectors.h"

#include <math.h>

/* The parameter's second derivative along the curve, and what changes its sign at cusps. */
int rdg_cusp_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    rdg_fold *f = data;
    const int answer = rdg_fold_probe_gradient(f, u);
    const double square = f->length * f->length;
    const double second = rdg_dot(n, f->product, f->v) / square;
    const double derivative = second / f->w[f->row];
    y[0] = isfinite(derivative) ? derivative : 0.0;
    for (int i = 0; i < 2; i++) {
        y[1 + i] = -copysign(1.0, f->factor) * second / rdg_fold_left_length(f) * rdg_dot(n, f->g[i], f->v) /
                   f->length;
    }
    return answer;
}

/* A cusp is one only on a curve of folds. */
bool rdg_cusp_is_on_folds(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    const rdg_fold *f = data;
    return fabs(at->mu[f->monitor]) <= 1e-7 * f->slope;
}

/* There the curve of folds runs along the null vector. */
static bool is_cusp(rdg_problem *p, const rdg_chart *at, rdg_fold *f)
{
    const double least = 0.99;
    if (!rdg_cusp_is_on_folds(p, at, f) || rdg_fold_probe(f, at->u) != 0) {
        return false;
    }
    const rdg_curve *c = &f->curve;
    const double along = rdg_weighted_dot(c->n, c->metric, at->tangent, f->v);
    return fabs(along) >= least * f->length * rdg_curve_length(c, at->tangent);
}

/* Each cusp is that of the row by which the sign of the null vector is plainer. */
static const char *judge(rdg_problem *p, const rdg_chart *at, rdg_fold *f, bool by_first)
{
    const rdg_index n = f->curve.n;
    const bool cusp = is_cusp(p, at, f);
    const bool first_is_plainer = fabs(rdg_dot(n, f->g[0], f->v)) >= fabs(rdg_dot(n, f->g[1], f->v));
    return cusp && first_is_plainer == by_first ? "CP" : NULL;
}

const char *rdg_cusp_judge_by_first(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                    const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    return judge(p, at, data, true);
}

const char *rdg_cusp_judge_by_second(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                     const rdg_chart *after, void *data)
{
    (void)before;
    (void)after;
    return judge(p, at, data, false);
}
