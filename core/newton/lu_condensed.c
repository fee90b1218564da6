/* LU by blocks: groups of columns are eliminated within their rows by dense operations (static condensation;
 * de Boor and Weiss, SOLVEBLOK, 1980; Doedel, Keller, Kernevez 1991), and what is left is factored as any
 * matrix, by groups again where it has them, which is nested dissection. In each group rows are pivots within
 * the group. */
#include "lu_groups_impl.h"

#include "sparse.h"
#include "toolbox.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Blocks with more rows are left to LAPACK. */
enum { SMALL = 24 };

typedef struct condensed {
    rdg_lu_plan *plan;
    rdg_context *ctx;
    double *number;    /* [plan->numbers + entries of what is left] */
    lapack_int *pivot; /* [n] rows swapped, group by group */
    double *largest;   /* [n] entry of a group's columns */
    double *b, *x;     /* [size] of what is left */
    double *t;         /* [n] */
    rdg_lu *left;      /* what is left */
    rdg_lu *whole;     /* where a group is singular: all of it; NULL: not needed yet */
    bool is_whole;     /* the last factors are those */
} condensed;

static void destroy(rdg_lu *lu)
{
    condensed *c = lu->engine;
    if (c) {
        rdg_lu_free(c->left);
        rdg_lu_free(c->whole);
        rdg_free(c->number);
        rdg_free(c->pivot);
        rdg_free(c->largest);
        rdg_free(c->b);
        rdg_free(c->x);
        rdg_free(c->t);
        rdg_lu_plan_free(c->plan);
        rdg_free(c);
    }
}

static rdg_status create(rdg_lu *lu, rdg_context *ctx)
{
    condensed *c = rdg_context_calloc(ctx, 1, sizeof *c);
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
    c->t = rdg_context_calloc(ctx, (size_t)lu->n, sizeof(double));
    c->left = lu->make(ctx, plan->pattern, RDG_LU_AUTO);
    return c->left ? rdg_error_status(ctx) : RDG_ERR_NO_MEMORY;
}

/* Eliminate the first k columns of A [r, cols]; a small one. */
static bool eliminate(rdg_index r, rdg_index k, rdg_index cols, double *A, lapack_int *pivot)
{
    for (rdg_index c = 0; c < k; c++) {
        double *restrict column = A + r * c;
        rdg_index best = c;
        for (rdg_index i = c + 1; i < r; i++) {
            best = fabs(column[i]) > fabs(column[best]) ? i : best;
        }
        pivot[c] = (lapack_int)(best + 1);
        if (column[best] == 0.0) {
            return false;
        }
        for (rdg_index j = 0; j < cols && best != c; j++) {
            const double swap = A[c + r * j];
            A[c + r * j] = A[best + r * j];
            A[best + r * j] = swap;
        }
        const double by = 1.0 / column[c];
        for (rdg_index i = c + 1; i < r; i++) {
            column[i] *= by;
        }
        for (rdg_index j = c + 1; j < cols; j++) {
            double *restrict other = A + r * j;
            const double factor = other[c];
            if (factor != 0.0) {
                for (rdg_index i = c + 1; i < r; i++) {
                    other[i] -= factor * column[i];
                }
            }
        }
    }
    return true;
}

/* The same by LAPACK. */
static bool eliminate_large(rdg_index r, rdg_index k, rdg_index cols, double *A, lapack_int *pivot)
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

/* What a group leaves, and does to its borders: to the numbers of what is left. */
static void leave(const condensed *c, const rdg_lu_group *g)
{
    const double *A = c->number + g->a;
    double *X = c->number + g->x;
    double *left = c->number + c->plan->numbers;
    const rdg_index *place = c->plan->place + g->left;
    const rdg_index rest = g->r - g->k;
    for (rdg_index j = 0; j < g->o; j++) {
        for (rdg_index i = 0; i < rest; i++) {
            left[*place++] += A[g->k + i + g->r * (g->k + j)];
        }
    }
    for (rdg_index l = 0; l < g->k && g->b > 0; l++) { /* X U = borders */
        const double *U = A + g->r * l;
        for (rdg_index q = 0; q < l; q++) {
            for (rdg_index i = 0; i < g->b; i++) {
                X[i + g->b * l] -= X[i + g->b * q] * U[q];
            }
        }
        for (rdg_index i = 0; i < g->b; i++) {
            X[i + g->b * l] /= U[l];
        }
    }
    for (rdg_index j = 0; j < g->o; j++) {
        const double *W = A + g->r * (g->k + j);
        for (rdg_index i = 0; i < g->b; i++) {
            double sum = 0.0;
            for (rdg_index l = 0; l < g->k; l++) {
                sum += X[i + g->b * l] * W[l];
            }
            left[*place++] -= sum;
        }
    }
}

static bool factor_group(condensed *c, const rdg_lu_group *g, lapack_int *pivot)
{
    double *A = c->number + g->a;
    for (rdg_index l = 0; l < g->k; l++) {
        c->largest[l] = 0.0;
        for (rdg_index i = 0; i < g->r; i++) {
            c->largest[l] = rdg_larger(c->largest[l], fabs(A[i + g->r * l]));
        }
    }
    bool regular = g->r <= SMALL ? eliminate(g->r, g->k, g->k + g->o, A, pivot)
                                 : eliminate_large(g->r, g->k, g->k + g->o, A, pivot);
    const double rounding = rdg_lu_rounding(g->r);
    for (rdg_index l = 0; regular && l < g->k; l++) {
        regular = fabs(A[l + g->r * l]) > rounding * c->largest[l];
    }
    return regular;
}

static bool factor_whole(rdg_lu *lu, const double *values)
{
    condensed *c = lu->engine;
    c->is_whole = true;
    c->whole = c->whole ? c->whole : lu->make(c->ctx, lu->pattern, RDG_LU_SPARSE);
    return c->whole && rdg_lu_factor(c->whole, values);
}

static bool factor(rdg_lu *lu, const double *values)
{
    condensed *c = lu->engine;
    const rdg_lu_plan *p = c->plan;
    const rdg_index count = rdg_pattern_count(lu->pattern);
    if (lu->is_new) {
        rdg_lu_forget(c->left);
        rdg_lu_forget(c->whole);
        lu->is_new = false;
    }
    memset(c->number, 0, (size_t)(p->numbers + rdg_pattern_count(p->pattern)) * sizeof(double));
    for (rdg_index e = 0; e < count; e++) {
        c->number[p->to[e]] = values[e];
    }
    c->is_whole = false;
    lapack_int *pivot = c->pivot;
    for (rdg_index g = 0; g < p->count; g++) {
        if (!factor_group(c, &p->group[g], pivot)) {
            return factor_whole(lu, values);
        }
        leave(c, &p->group[g]);
        pivot += p->group[g].k;
    }
    return rdg_lu_factor(c->left, c->number + p->numbers);
}

static void swap_rows(rdg_index k, const lapack_int *pivot, bool back, double *b)
{
    for (rdg_index l = 0; l < k; l++) {
        const rdg_index i = back ? k - 1 - l : l, j = pivot[i] - 1;
        const double swap = b[i];
        b[i] = b[j];
        b[j] = swap;
    }
}

/* b of a group, forwards through L; what is left, and borders, to c->b. t [r] */
static void forward(const condensed *c, const rdg_lu_group *g, const lapack_int *pivot, const double *b,
                    double *t)
{
    const double *A = c->number + g->a, *X = c->number + g->x;
    for (rdg_index i = 0; i < g->r; i++) {
        t[i] = b[g->row[i]];
    }
    swap_rows(g->k, pivot, false, t);
    for (rdg_index l = 0; l < g->k; l++) {
        for (rdg_index i = l + 1; i < g->r; i++) {
            t[i] -= A[i + g->r * l] * t[l];
        }
        for (rdg_index i = 0; i < g->b; i++) {
            c->b[c->plan->row_at[g->border[i]]] -= X[i + g->b * l] * t[l];
        }
    }
    memcpy(c->b + g->rest, t + g->k, (size_t)(g->r - g->k) * sizeof *t);
}

/* Its own unknowns, backwards through U. */
static void backward(const condensed *c, const rdg_lu_group *g, double *t, double *x)
{
    const double *A = c->number + g->a;
    for (rdg_index j = 0; j < g->o; j++) {
        const double by = x[g->col[g->k + j]];
        const double *W = A + g->r * (g->k + j);
        for (rdg_index l = 0; l < g->k; l++) {
            t[l] -= W[l] * by;
        }
    }
    for (rdg_index l = g->k - 1; l >= 0; l--) {
        const double *U = A + g->r * l;
        t[l] /= U[l];
        for (rdg_index i = 0; i < l; i++) {
            t[i] -= U[i] * t[l];
        }
        x[g->col[l]] = t[l];
    }
}

static void solve_one(const condensed *c, rdg_index n, const double *b, double *x)
{
    const rdg_lu_plan *p = c->plan;
    for (rdg_index i = 0; i < n; i++) {
        if (p->row_in[i] < 0) {
            c->b[p->row_at[i]] = b[i];
        }
    }
    double *t = c->t;
    const lapack_int *pivot = c->pivot;
    for (rdg_index g = 0; g < p->count; g++) {
        forward(c, &p->group[g], pivot, b, t);
        t += p->group[g].r;
        pivot += p->group[g].k;
    }
    rdg_lu_solve(c->left, false, c->b, c->x);
    for (rdg_index j = 0; j < n; j++) {
        if (p->col_in[j] < 0) {
            x[j] = c->x[p->col_at[j]];
        }
    }
    t = c->t;
    for (rdg_index g = 0; g < p->count; g++) {
        backward(c, &p->group[g], t, x);
        t += p->group[g].r;
    }
}

/* Transposed: b of a group's own columns, forwards through U^T, to t; others to c->b. */
static void forward_transposed(const condensed *c, const rdg_lu_group *g, const double *b, double *t)
{
    const double *A = c->number + g->a;
    for (rdg_index l = 0; l < g->k; l++) {
        const double *U = A + g->r * l;
        double sum = b[g->col[l]];
        for (rdg_index i = 0; i < l; i++) {
            sum -= U[i] * t[i];
        }
        t[l] = sum / U[l];
    }
    for (rdg_index j = 0; j < g->o; j++) {
        const double *W = A + g->r * (g->k + j);
        double sum = 0.0;
        for (rdg_index l = 0; l < g->k; l++) {
            sum += W[l] * t[l];
        }
        /* an own column of another group is never among the others: its rows are that group's alone */
        c->b[c->plan->col_at[g->col[g->k + j]]] -= sum;
    }
}

/* Its rows, backwards through L^T. */
static void backward_transposed(const condensed *c, const rdg_lu_group *g, const lapack_int *pivot, double *t,
                                double *x)
{
    const double *A = c->number + g->a, *X = c->number + g->x;
    memcpy(t + g->k, c->x + g->rest, (size_t)(g->r - g->k) * sizeof *t);
    for (rdg_index l = g->k - 1; l >= 0; l--) {
        double sum = t[l];
        for (rdg_index i = l + 1; i < g->r; i++) {
            sum -= A[i + g->r * l] * t[i];
        }
        for (rdg_index i = 0; i < g->b; i++) {
            sum -= X[i + g->b * l] * x[g->border[i]];
        }
        t[l] = sum;
    }
    swap_rows(g->k, pivot, true, t);
    for (rdg_index i = 0; i < g->r; i++) {
        x[g->row[i]] = t[i];
    }
}

static void solve_one_transposed(const condensed *c, rdg_index n, const double *b, double *x)
{
    const rdg_lu_plan *p = c->plan;
    for (rdg_index j = 0; j < n; j++) {
        if (p->col_in[j] < 0) {
            c->b[p->col_at[j]] = b[j];
        }
    }
    double *t = c->t;
    for (rdg_index g = 0; g < p->count; g++) {
        forward_transposed(c, &p->group[g], b, t);
        t += p->group[g].r;
    }
    rdg_lu_solve(c->left, true, c->b, c->x);
    for (rdg_index i = 0; i < n; i++) {
        if (p->row_in[i] < 0) {
            x[i] = c->x[p->row_at[i]];
        }
    }
    t = c->t;
    const lapack_int *pivot = c->pivot;
    for (rdg_index g = 0; g < p->count; g++) {
        backward_transposed(c, &p->group[g], pivot, t, x);
        t += p->group[g].r;
        pivot += p->group[g].k;
    }
}

static void solve(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b, double *x)
{
    const condensed *c = lu->engine;
    if (c->is_whole) {
        rdg_lu_solve_columns(c->whole, transposed, count, apart, b, x);
        return;
    }
    for (rdg_index k = 0; k < count; k++) {
        if (transposed) {
            solve_one_transposed(c, lu->n, b + k * apart, x + k * apart);
        } else {
            solve_one(c, lu->n, b + k * apart, x + k * apart);
        }
    }
}

static rdg_determinant determinant(const rdg_lu *lu)
{
    const condensed *c = lu->engine;
    if (c->is_whole) {
        return rdg_lu_determinant(c->whole);
    }
    rdg_determinant det = rdg_lu_determinant(c->left);
    det.sign *= c->plan->sign;
    const lapack_int *pivot = c->pivot;
    for (rdg_index g = 0; g < c->plan->count; g++) {
        const rdg_lu_group *group = &c->plan->group[g];
        for (rdg_index l = 0; l < group->k; l++) {
            const double u = c->number[group->a + l + group->r * l];
            det.sign = (u < 0.0) == (pivot[l] != l + 1) ? det.sign : -det.sign;
            det.log_magnitude += log(fabs(u));
        }
        pivot += group->k;
    }
    return det;
}

const rdg_lu_ops rdg_lu_condensed_ops = {create, factor, solve, determinant, destroy};
