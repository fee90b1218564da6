/* Solutions with the factors of LU by blocks: through each group's L, then with what is left, then back
 * through each group's U; transposed the other way round. */
#include "lu_condensed_impl.h"

#include "toolbox.h"

#include <cblas.h>
#include <string.h>

static void swap_rows(rdg_index k, const lapack_int *pivot, bool back, double *b)
{
    for (rdg_index l = 0; l < k; l++) {
        const rdg_index i = back ? k - 1 - l : l, j = pivot[i] - 1;
        const double swap = b[i];
        b[i] = b[j];
        b[j] = swap;
    }
}

/* y [rows] -= A x, or y [cols] -= A^T x, of A [rows, cols], whose columns are `lead` numbers apart. */
static void subtract(bool transposed, rdg_index rows, rdg_index cols, const double *A, rdg_index lead,
                     const double *x, double *y)
{
    if (rows > 0 && cols > 0 && lead > RDG_CONDENSED_SMALL) {
        rdg_blas_begin();
        cblas_dgemv(CblasColMajor, transposed ? CblasTrans : CblasNoTrans, (int)rows, (int)cols, -1.0, A,
                    (int)lead, x, 1, 1.0, y, 1);
        rdg_blas_end(0);
        return;
    }
    for (rdg_index j = 0; j < cols; j++, A += lead) {
        double sum = 0.0;
        for (rdg_index i = 0; transposed && i < rows; i++) {
            sum += A[i] * x[i];
        }
        for (rdg_index i = 0; !transposed && i < rows; i++) {
            y[i] -= A[i] * x[j];
        }
        if (transposed) {
            y[j] -= sum;
        }
    }
}

/* A triangle of A [r, k], t [k]. */
static void by_triangle(const rdg_lu_group *g, const double *A, CBLAS_UPLO which, bool transposed, double *t)
{
    if (g->r > RDG_CONDENSED_SMALL) {
        rdg_blas_begin();
        cblas_dtrsv(CblasColMajor, which, transposed ? CblasTrans : CblasNoTrans,
                    which == CblasLower ? CblasUnit : CblasNonUnit, (int)g->k, A, (int)g->lead, t, 1);
        rdg_blas_end(0);
        return;
    }
    const bool lower = which == CblasLower;
    for (rdg_index step = 0; step < g->k; step++) {
        const rdg_index l = lower == transposed ? g->k - 1 - step : step;
        const double *column = A + g->lead * l;
        const rdg_index from = lower ? l + 1 : 0, to = lower ? g->k : l;
        if (transposed) {
            double sum = t[l];
            for (rdg_index i = from; i < to; i++) {
                sum -= column[i] * t[i];
            }
            t[l] = lower ? sum : sum / column[l];
            continue;
        }
        t[l] = lower ? t[l] : t[l] / column[l];
        for (rdg_index i = from; i < to; i++) {
            t[i] -= column[i] * t[l];
        }
    }
}

/* b of a group's rows, t [r]. */
static void gather(const rdg_lu_group *g, const lapack_int *pivot, const double *b, double *t)
{
    for (rdg_index i = 0; i < g->r; i++) {
        t[i] = b[g->row[i]];
    }
    swap_rows(g->k, pivot, false, t);
}

/* b of a group, forwards through L; what is left, and borders, to c->b. t [lead] */
static void forward(const rdg_condensed *c, const rdg_lu_group *g, const lapack_int *pivot, const double *b,
                    double *t)
{
    const double *A = c->number + g->a, *X = c->number + g->x;
    gather(g, pivot, b, t);
    if (g->is_panel) {
        memset(t + g->r, 0, (size_t)(g->lead - g->r) * sizeof *t);
        rdg_panel_forward(g->lead, g->k, A, t);
        for (rdg_index i = 0; i < g->b; i++) {
            c->b[c->plan->row_at[g->border[i]]] += t[g->r + i];
        }
    } else {
        by_triangle(g, A, CblasLower, false, t);
        subtract(false, g->r - g->k, g->k, A + g->k, g->lead, t, t + g->k);
        for (rdg_index l = 0; l < g->k; l++) {
            for (rdg_index i = 0; i < g->b; i++) {
                c->b[c->plan->row_at[g->border[i]]] -= X[i + g->x_lead * l] * t[l];
            }
        }
    }
    memcpy(c->b + g->rest, t + g->k, (size_t)(g->r - g->k) * sizeof *t);
}

/* Its own unknowns, backwards through U. */
static void backward(const rdg_condensed *c, const rdg_lu_group *g, double *t, double *x)
{
    const double *A = c->number + g->a;
    for (rdg_index j = 0; j < g->o; j++) {
        c->others[j] = x[g->col[g->k + j]];
    }
    double own[RDG_PANEL_MOST];
    const double *from = t;
    if (g->is_panel) {
        rdg_panel_backward(g->lead, g->k, g->o, A, c->others, t, own);
        from = own;
    } else {
        subtract(false, g->k, g->o, A + g->lead * g->k, g->lead, c->others, t);
        by_triangle(g, A, CblasUpper, false, t);
    }
    for (rdg_index l = 0; l < g->k; l++) {
        x[g->col[l]] = from[l];
    }
}

static void solve_one(const rdg_condensed *c, rdg_index n, const double *b, double *x)
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
        t += p->group[g].lead;
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
        t += p->group[g].lead;
    }
}

/* Transposed: b of a group's own columns, forwards through U^T, to t; others to c->b. An own column of
 * another group is never among the others: its rows are that group's alone. */
static void forward_transposed(const rdg_condensed *c, const rdg_lu_group *g, const double *b, double *t)
{
    const double *A = c->number + g->a;
    for (rdg_index l = 0; l < g->k; l++) {
        t[l] = b[g->col[l]];
    }
    by_triangle(g, A, CblasUpper, true, t);
    memset(c->others, 0, (size_t)g->o * sizeof *c->others);
    subtract(true, g->k, g->o, A + g->lead * g->k, g->lead, t, c->others);
    for (rdg_index j = 0; j < g->o; j++) {
        c->b[c->plan->col_at[g->col[g->k + j]]] += c->others[j];
    }
}

/* Its rows, backwards through L^T. */
static void backward_transposed(const rdg_condensed *c, const rdg_lu_group *g, const lapack_int *pivot,
                                double *t, double *x)
{
    const double *A = c->number + g->a, *X = c->number + g->x;
    memcpy(t + g->k, c->x + g->rest, (size_t)(g->r - g->k) * sizeof *t);
    for (rdg_index l = 0; l < g->k; l++) {
        for (rdg_index i = 0; i < g->b; i++) {
            t[l] -= X[i + g->x_lead * l] * x[g->border[i]];
        }
    }
    subtract(true, g->r - g->k, g->k, A + g->k, g->lead, t + g->k, t);
    by_triangle(g, A, CblasLower, true, t);
    swap_rows(g->k, pivot, true, t);
    for (rdg_index i = 0; i < g->r; i++) {
        x[g->row[i]] = t[i];
    }
}

static void solve_one_transposed(const rdg_condensed *c, rdg_index n, const double *b, double *x)
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
        t += p->group[g].lead;
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
        t += p->group[g].lead;
        pivot += p->group[g].k;
    }
}

void rdg_condensed_solve(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                         double *x)
{
    const rdg_condensed *c = lu->engine;
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
