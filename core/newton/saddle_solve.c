/* The matrix of a problem with its adjoint equations: solutions, and whether they are good. */
#include "saddle_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* What a solution leaves, relative to the largest term; more than that is worth a second solve. */
static const double as_good_as_can_be = 16.0 * DBL_EPSILON;

/* to[row] += factor values[] for some entries of a column; as a rule their rows follow each other. */
static void add_entries(const rdg_index *row, const double *values, rdg_index count, double factor,
                        double *to)
{
    if (count > 0 && row[count - 1] - row[0] == count - 1) {
        to += row[0];
#pragma omp simd
        for (rdg_index e = 0; e < count; e++) {
            to[e] += values[e] * factor;
        }
        return;
    }
    for (rdg_index e = 0; e < count; e++) {
        to[row[e]] += values[e] * factor;
    }
}

/* out += sign H x, and its transposed */
static void add_h(const rdg_saddle *s, double sign, const double *x, double *out)
{
    const rdg_index *row = s->pattern->row;
    double *adjoint = out - s->m;
    for (rdg_index j = 0; j < s->n; j++) {
        const rdg_index e = s->adjoint[j];
        add_entries(row + e, s->values + e, s->rest[j] - e, sign * x[j], adjoint);
    }
}

static void subtract_h_transposed(const rdg_saddle *s, const double *x, double *out)
{
    const rdg_index *row = s->pattern->row;
    const double *adjoint = x - s->m;
    for (rdg_index j = 0; j < s->n; j++) {
        double sum = 0.0;
        for (rdg_index e = s->adjoint[j]; e < s->rest[j]; e++) {
            sum += s->values[e] * adjoint[row[e]];
        }
        out[j] -= sum;
    }
}

void rdg_saddle_inner_rest(rdg_saddle *s, rdg_index count, double *b, double *x)
{
    const rdg_index apart = 2 * s->n;
    for (rdg_index c = 0; c < count; c++) {
        double *right = b + c * apart + s->n;
        add_h(s, -1.0, x + c * apart, right);
        for (rdg_index j = 0; j < s->n; j++) {
            right[j] /= s->left[j];
        }
    }
    rdg_lu_solve_columns(s->lu, true, count, apart, b + s->n, x + s->n);
    for (rdg_index c = 0; c < count; c++) {
        double *l = x + c * apart + s->n;
        for (rdg_index i = 0; i < s->m; i++) {
            l[i] /= s->right[i];
        }
    }
}

/* x = [rows of A, of W, adjoint]; b = [u; l; z] */
static void inner_transposed(rdg_saddle *s, const double *b, double *x)
{
    double *right = s->inner[0];
    for (rdg_index i = 0; i < s->n; i++) {
        right[i] = i < s->m ? b[s->n + i] / s->right[i] : b[s->n + i];
    }
    rdg_lu_solve(s->lu, false, right, x + s->n);
    for (rdg_index j = 0; j < s->n; j++) {
        x[s->n + j] /= s->left[j];
    }
    memcpy(right, b, (size_t)s->n * sizeof *right);
    subtract_h_transposed(s, x + s->n, right);
    rdg_lu_solve(s->lu, true, right, x);
}

void rdg_saddle_subtract_border(const rdg_saddle *s, const double *x, double *y, double *scale)
{
    const rdg_pattern *p = s->pattern;
    for (rdg_index i = 0; i < s->k; i++) {
        y[i] -= x[s->n + s->m + i];
        if (scale) {
            scale[i] += fabs(x[s->n + s->m + i]);
        }
    }
    for (rdg_index c = 0; c < s->n + s->m; c++) {
        const rdg_index j = c < s->n ? c : s->first + c - s->n;
        for (rdg_index e = s->rest[j]; e < p->start[j + 1]; e++) {
            const rdg_index r = s->rest_of[p->row[e]]; /* a single row has no entry here */
            const double term = s->values[e] * x[c];
            if (r >= 0) {
                y[s->k + r] -= term;
                if (scale) {
                    scale[s->k + r] += fabs(term);
                }
            }
        }
    }
}

/* x -= (the last two rows)^T y at columns [u; l; z] */
static void subtract_border_transposed(const rdg_saddle *s, const double *y, double *x)
{
    const rdg_pattern *p = s->pattern;
    for (rdg_index i = 0; i < s->k; i++) {
        x[s->n + s->m + i] -= y[i];
    }
    for (rdg_index c = 0; c < s->n + s->m; c++) {
        const rdg_index j = c < s->n ? c : s->first + c - s->n;
        for (rdg_index e = s->rest[j]; e < p->start[j + 1]; e++) {
            const rdg_index r = s->rest_of[p->row[e]];
            x[c] -= r >= 0 ? s->values[e] * y[s->k + r] : 0.0;
        }
    }
}

static void solve_border(rdg_saddle *s, char how, double *y)
{
    const lapack_int size = (lapack_int)(s->k + s->n_rest);
    if (size > 0) {
        RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, how, size, 1, s->S, size, s->pivot, y, size));
    }
}

static void solve(rdg_saddle *s, const double *b, double *x)
{
    const rdg_pattern *p = s->pattern;
    double *g = s->work;
    double *right = s->inner[1];
    double *z = s->inner[2];
    double *y = s->border;
    memcpy(g, b, (size_t)s->size * sizeof *g);
    for (rdg_index i = 0; i < s->n_singles; i++) {
        const rdg_index j = s->single_col[i];
        x[j] = g[s->single_row[i]] / s->single[i];
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            g[p->row[e]] -= s->values[e] * x[j];
        }
    }
    memcpy(right, g, (size_t)s->m * sizeof *right);
    memset(right + s->m, 0, (size_t)s->k * sizeof *right);
    memcpy(right + s->n, g + s->m, (size_t)s->n * sizeof *right);
    rdg_lu_solve_columns(s->lu, false, 1, 2 * s->n, right, z);
    rdg_saddle_inner_rest(s, 1, right, z);
    memset(y, 0, (size_t)s->k * sizeof *y);
    for (rdg_index i = 0; i < s->n_rest; i++) {
        y[s->k + i] = g[s->rest_row[i]];
    }
    rdg_saddle_subtract_border(s, z, y, NULL);
    solve_border(s, 'N', y);
    for (rdg_index c = 0; c < s->k + s->n_rest; c++) {
        const double *column = s->Z + 2 * s->n * c;
        for (rdg_index i = 0; i < s->n + s->m; i++) {
            z[i] -= column[i] * y[c];
        }
    }
    memcpy(x, z, (size_t)s->n * sizeof *x);
    memcpy(x + s->first, z + s->n, (size_t)s->m * sizeof *x);
    for (rdg_index i = 0; i < s->n_rest; i++) {
        x[s->rest_col[i]] = y[s->k + i];
    }
}

static void solve_transposed(rdg_saddle *s, const double *b, double *x)
{
    const rdg_pattern *p = s->pattern;
    double *right = s->inner[1];
    double *z = s->inner[2];
    double *y = s->border;
    memcpy(right, b, (size_t)s->n * sizeof *right);
    memcpy(right + s->n, b + s->first, (size_t)s->m * sizeof *right);
    memset(right + s->n + s->m, 0, (size_t)s->k * sizeof *right);
    for (rdg_index c = 0; c < s->k + s->n_rest; c++) {
        const double *column = s->Z + 2 * s->n * c;
        y[c] = c < s->k ? 0.0 : b[s->rest_col[c - s->k]];
        for (rdg_index i = 0; i < s->n + s->m; i++) {
            y[c] -= column[i] * right[i];
        }
    }
    solve_border(s, 'T', y);
    subtract_border_transposed(s, y, right);
    inner_transposed(s, right, z);
    memcpy(x, z, (size_t)s->m * sizeof *x);
    memcpy(x + s->m, z + s->n, (size_t)s->n * sizeof *x);
    for (rdg_index i = 0; i < s->n_rest; i++) {
        x[s->rest_row[i]] = y[s->k + i];
    }
    for (rdg_index i = 0; i < s->n_singles; i++) {
        x[s->single_row[i]] = 0.0;
    }
    for (rdg_index i = 0; i < s->n_singles; i++) {
        const rdg_index j = s->single_col[i];
        double sum = b[j];
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            sum -= p->row[e] == s->single_row[i] ? 0.0 : s->values[e] * x[p->row[e]];
        }
        x[s->single_row[i]] = sum / s->single[i];
    }
}

static void apply(rdg_saddle *s, bool transposed, const double *b, double *x)
{
    if (transposed) {
        solve_transposed(s, b, x);
    } else {
        solve(s, b, x);
    }
}

/* r -= M x */
static void subtract_product(const rdg_saddle *s, const double *x, double *r)
{
    const rdg_index *start = s->pattern->start;
    const rdg_index *row = s->pattern->row;
    for (rdg_index j = 0; j < s->size; j++) {
        const rdg_index from[] = {start[j], s->adjoint[j], s->rest[j], start[j + 1]};
        for (int k = 0; k < 3; k++) {
            add_entries(row + from[k], s->values + from[k], from[k + 1] - from[k], -x[j], r);
        }
    }
}

/* r -= M^T x */
static void subtract_product_transposed(const rdg_saddle *s, const double *x, double *r)
{
    const rdg_index *start = s->pattern->start;
    const rdg_index *row = s->pattern->row;
    for (rdg_index j = 0; j < s->size; j++) {
        double sum = 0.0;
        for (rdg_index e = start[j]; e < start[j + 1]; e++) {
            sum += s->values[e] * x[row[e]];
        }
        r[j] -= sum;
    }
}

/* r = b - M x; the largest entry of r relative to the largest term in it. */
static double put_in(const rdg_saddle *s, bool transposed, const double *b, const double *x, double *r)
{
    const double *most = transposed ? s->most_in_row : s->most_in_col;
    double terms = 0.0;
    double left = 0.0;
    double sum = 0.0; /* not finite as soon as one entry is not */
    memcpy(r, b, (size_t)s->size * sizeof *r);
    if (transposed) {
        subtract_product_transposed(s, x, r);
    } else {
        subtract_product(s, x, r);
    }
    for (rdg_index i = 0; i < s->size; i++) {
        terms = rdg_larger(terms, rdg_larger(fabs(b[i]), most[i] * fabs(x[i])));
        left = rdg_larger(left, fabs(r[i]));
        sum += fabs(r[i]);
    }
    return !isfinite(sum) ? INFINITY : terms > 0.0 ? left / terms : 0.0;
}

bool rdg_saddle_solve(rdg_saddle *s, bool transposed, const double *b, double *x)
{
    double *r = s->residual;
    apply(s, transposed, b, x);
    double left = put_in(s, transposed, b, x, r);
    if (left > as_good_as_can_be) {
        apply(s, transposed, r, s->step);
        for (rdg_index i = 0; i < s->size; i++) {
            x[i] += s->step[i];
        }
        left = put_in(s, transposed, b, x, r);
    }
    s->checked = left <= rdg_lu_rounding(s->size);
    return s->checked;
}
