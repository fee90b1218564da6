/* LU by blocks: groups of columns are eliminated within their rows by dense operations (static condensation;
 * de Boor and Weiss, SOLVEBLOK, 1980; Doedel, Keller, Kernevez 1991), and what is left is factored as any
 * matrix, by groups again where it has them, which is nested dissection. In each group rows are pivots within
 * the group. */
#include "lu_condensed_impl.h"

#include "sparse.h"
#include "toolbox.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static void destroy(rdg_lu *lu)
{
    rdg_condensed *c = lu->engine;
    if (c) {
        rdg_lu_free(c->left);
        rdg_lu_free(c->whole);
        rdg_free(c->number);
        rdg_free(c->pivot);
        rdg_free(c->largest);
        rdg_free(c->b);
        rdg_free(c->x);
        rdg_free(c->t);
        rdg_free(c->others);
        rdg_free(c->product);
        rdg_lu_plan_free(c->plan);
        rdg_free(c);
    }
}

static rdg_status create(rdg_lu *lu, rdg_context *ctx)
{
    rdg_condensed *c = rdg_context_calloc(ctx, 1, sizeof *c);
    rdg_lu_plan *plan = lu->engine; /* handed over */
    lu->engine = c;
    if (!c) {
        rdg_lu_plan_free(plan);
        return RDG_ERR_NO_MEMORY;
    }
    c->plan = plan;
    c->ctx = ctx;
    c->number =
        rdg_context_calloc(ctx, (size_t)(plan->numbers + rdg_pattern_count(plan->pattern)), sizeof(double));
    c->pivot = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *c->pivot);
    c->largest = rdg_context_calloc(ctx, (size_t)lu->n, sizeof(double));
    c->b = rdg_context_calloc(ctx, (size_t)plan->size, sizeof(double));
    c->x = rdg_context_calloc(ctx, (size_t)plan->size, sizeof(double));
    rdg_index leads = 0;
    for (rdg_index g = 0; g < plan->count; g++) {
        leads += plan->group[g].lead;
    }
    c->t = rdg_context_calloc(ctx, (size_t)leads, sizeof(double));
    c->others = rdg_context_calloc(ctx, (size_t)lu->n, sizeof(double));
    rdg_index product = 0;
    for (rdg_index g = 0; g < plan->count; g++) {
        const rdg_index size = plan->group[g].b * plan->group[g].o;
        product = size > product ? size : product;
    }
    c->product = rdg_context_calloc(ctx, (size_t)product, sizeof(double));
    c->left = lu->make(ctx, plan->pattern, RDG_LU_AUTO);
    return c->left ? rdg_error_status(ctx) : RDG_ERR_NO_MEMORY;
}

/* Eliminate the first k columns of A [r, cols] by LAPACK. */
static bool eliminate(rdg_index r, rdg_index k, rdg_index cols, double *A, lapack_int *pivot)
{
    const int R = (int)r, K = (int)k, O = (int)(cols - k);
    double *other = A + r * k;
    rdg_blas_begin();
    const lapack_int info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, R, K, A, R, pivot);
    LAPACKE_dlaswp_work(LAPACK_COL_MAJOR, O, other, R, 1, K, pivot, 1);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, K, O, 1.0, A, R, other, R);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, R - K, O, K, -1.0, A + k, R, other, R, 1.0,
                other + k, R);
    return rdg_blas_end(info) == 0;
}

/* Borders X of a group, through its U: X U = borders; and what they do to the other columns, X W, into
 * product [b, o]. */
static void take_borders(const rdg_condensed *c, const rdg_lu_group *g, double *product)
{
    const double *A = c->number + g->a;
    double *X = c->number + g->x;
    const int b = (int)g->b, k = (int)g->k, o = (int)g->o, r = (int)g->r;
    rdg_blas_begin();
    cblas_dtrsm(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, b, k, 1.0, A, r, X, b);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, b, o, k, 1.0, X, b, A + g->r * g->k, r, 0.0,
                product, b);
    rdg_blas_end(0);
}

/* What a group leaves, and does to its borders: to the numbers of what is left. In a panel both are the rows
 * behind its own. */
static void leave(const rdg_condensed *c, const rdg_lu_group *g)
{
    const double *A = c->number + g->a + g->k + g->lead * g->k;
    double *left = c->number + c->plan->numbers;
    const rdg_index *place = c->plan->place + g->left;
    const rdg_index rest = g->r - g->k + (g->is_panel ? g->b : 0);
    const rdg_index borders = g->is_panel ? 0 : g->b;
    if (borders > 0) {
        take_borders(c, g, c->product);
    }
    for (rdg_index j = 0; j < g->o; j++, A += g->lead) {
        for (rdg_index i = 0; i < rest; i++) {
            left[*place++] += A[i];
        }
        for (rdg_index i = 0; i < borders; i++) {
            left[*place++] -= c->product[i + g->b * j];
        }
    }
}

static bool factor_group(rdg_condensed *c, const rdg_lu_group *g, lapack_int *pivot)
{
    double *A = c->number + g->a;
    for (rdg_index l = 0; l < g->k; l++) {
        c->largest[l] = 0.0;
        for (rdg_index i = 0; i < g->r; i++) {
            c->largest[l] = rdg_larger(c->largest[l], fabs(A[i + g->lead * l]));
        }
    }
    bool regular = g->is_panel ? rdg_panel_eliminate(g->lead, g->r, g->k, g->k + g->o, A, pivot)
                               : eliminate(g->r, g->k, g->k + g->o, A, pivot);
    const double rounding = rdg_lu_rounding(g->r);
    for (rdg_index l = 0; regular && l < g->k; l++) {
        regular = fabs(A[l + g->lead * l]) > rounding * c->largest[l];
    }
    return regular;
}

/* Rows of borders are no pivots of a group: what it takes from them loses as many digits as it is times the
 * group's rows. */
static bool spares_borders(const rdg_condensed *c, const rdg_lu_group *g)
{
    const double most = 1e5;
    const double *X = c->number + g->x;
    bool spares = true;
    for (rdg_index l = 0; l < g->k; l++) {
        spares = spares && rdg_lu_largest(g->b, X + g->x_lead * l) <= most;
    }
    return spares;
}

static bool factor_whole(rdg_lu *lu, const double *values)
{
    rdg_condensed *c = lu->engine;
    c->is_whole = true;
    c->whole = c->whole ? c->whole : lu->make(c->ctx, lu->pattern, RDG_LU_SPARSE);
    return c->whole && rdg_lu_factor(c->whole, values);
}

static bool factor(rdg_lu *lu, const double *values)
{
    rdg_condensed *c = lu->engine;
    const rdg_lu_plan *p = c->plan;
    if (lu->is_new) {
        rdg_lu_forget(c->left);
        rdg_lu_forget(c->whole);
        lu->is_new = false;
    }
    const rdg_index left = rdg_pattern_count(p->pattern);
    memset(c->number + (p->is_full ? p->numbers : 0), 0,
           (size_t)(p->is_full ? left : p->numbers + left) * sizeof(double));
    rdg_runs_copy(&p->to, values, c->number);
    c->is_whole = false;
    lapack_int *pivot = c->pivot;
    for (rdg_index g = 0; g < p->count; g++) {
        if (!factor_group(c, &p->group[g], pivot)) {
            return factor_whole(lu, values);
        }
        leave(c, &p->group[g]);
        if (!spares_borders(c, &p->group[g])) {
            return factor_whole(lu, values);
        }
        pivot += p->group[g].k;
    }
    return rdg_lu_factor(c->left, c->number + p->numbers);
}

static rdg_determinant determinant(const rdg_lu *lu)
{
    const rdg_condensed *c = lu->engine;
    if (c->is_whole) {
        return rdg_lu_determinant(c->whole);
    }
    rdg_determinant det = rdg_lu_determinant(c->left);
    det.sign *= c->plan->sign;
    const lapack_int *pivot = c->pivot;
    for (rdg_index g = 0; g < c->plan->count; g++) {
        const rdg_lu_group *group = &c->plan->group[g];
        for (rdg_index l = 0; l < group->k; l++) {
            const double u = c->number[group->a + l + group->lead * l];
            det.sign = (u < 0.0) == (pivot[l] != l + 1) ? det.sign : -det.sign;
            det.log_magnitude += log(fabs(u));
        }
        pivot += group->k;
    }
    return det;
}

const rdg_lu_ops rdg_lu_condensed_ops = {create, factor, rdg_condensed_solve, determinant, destroy};
