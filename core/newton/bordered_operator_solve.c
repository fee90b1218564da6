/* Solutions of the bordered system with an operator. */
#include "bordered_operator_parts_impl.h"

#include "toolbox.h"
#include "vectors.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Begin anew so often at most, from what is left. */
enum { PASSES = 6 };

/* A solution leaves this share of the right-hand side, or what rounding of its own terms leaves. */
static const double to_rounding = 1e-12;
/* A step of Newton's method leaves this one (R. S. Dembo, S. C. Eisenstat, T. Steihaug, SIAM J. Numer. Anal.
 * 19 (1982) 400): a hundredth of what the corrector takes for steps that shrink slowly. */
static const double of_a_step = 1e-5;
/* A pass that leaves more than this share of what there was has met rounding, or goes nowhere. */
static const double no_progress = 0.1;
/* So many times as much, or more than this share, is no solution. */
static const double most_wanted = 10.0, acceptable = 1e-7;

static void clear_columns(const rdg_bordered_operator *s, const bool *off, double *x)
{
    for (rdg_index i = 0; s->any_off && i < s->k; i++) {
        x[i] = off[i] ? 0.0 : x[i];
    }
}

void rdg_bordered_operator_precondition(const rdg_bordered_operator *s, bool transposed, const double *b,
                                        double *x)
{
    const rdg_linear_ops *ops = s->op->ops;
    (transposed ? ops->solve_transposed : ops->solve)(s->at, b, x, ops->data);
    clear_columns(s, transposed ? s->row_off : s->col_off, x);
}

/* y += X x or X^T x, of entries in A */
static void add_inner(const rdg_bordered_operator *s, const double *X, bool transposed, const double *x,
                      double *y)
{
    for (rdg_index j = 0; j < s->k; j++) {
        double sum = 0.0;
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            const rdg_index i = s->inner_row[e];
            if (transposed) {
                sum += X[e] * x[i];
            } else {
                y[i] += X[e] * x[j];
            }
        }
        y[j] += sum;
    }
}

/* y += A x or A^T x */
static void add_product(const rdg_bordered_operator *s, const double *x, double *y)
{
    memset(s->product, 0, (size_t)s->k * sizeof *s->product);
    s->op->ops->times(s->at, s->transposed, x, s->product, s->op->ops->data);
    clear_columns(s, s->transposed ? s->col_off : s->row_off, s->product);
    for (rdg_index i = 0; i < s->k; i++) {
        y[i] += s->product[i];
    }
    add_inner(s, s->J, s->transposed, x, y);
}

/* The borders of the system under way: columns [k b], rows [b k]. */
static const double *columns(const rdg_bordered_operator *s)
{
    return s->transposed ? s->K : s->T;
}

static const double *rows(const rdg_bordered_operator *s)
{
    return s->transposed ? s->T : s->K;
}

/* y += factor X e of border columns */
static void add_columns(const rdg_bordered_operator *s, const double *X, double factor, const double *e,
                        double *y)
{
    for (rdg_index j = 0; j < s->b; j++) {
        if (e[j] != 0.0) {
            for (rdg_index i = 0; i < s->k; i++) {
                y[i] += factor * e[j] * X[i + s->k * j];
            }
        }
    }
}

/* out += factor X e of a small matrix, or with its transpose */
static void add_small(const rdg_bordered_operator *s, const double *X, double factor, const double *e,
                      double *out)
{
    for (rdg_index j = 0; j < s->b; j++) {
        for (rdg_index i = 0; i < s->b; i++) {
            out[s->transposed ? j : i] += factor * X[i + s->b * j] * e[s->transposed ? i : j];
        }
    }
}

/* v = N^-1 y, or N^-T y; both [size], not the same */
static void solve_near(const rdg_bordered_operator *s, const double *y, double *v)
{
    double *e = v + s->k, *right = s->left + s->k;
    memcpy(right, y + s->k, (size_t)s->b * sizeof *right);
    memset(e, 0, (size_t)s->b * sizeof *e);
    if (!s->transposed) {
        rdg_bordered_operator_precondition(s, false, y, v);
        for (rdg_index i = 0; i < s->b; i++) {
            right[i] -= rdg_dot(s->k, s->K + s->k * i, v);
        }
        add_small(s, s->inverse, 1.0, right, e);
        add_columns(s, s->W, -1.0, e, v);
        return;
    }
    for (rdg_index i = 0; i < s->b; i++) {
        right[i] -= rdg_dot(s->k, s->W + s->k * i, y);
    }
    add_small(s, s->inverse, 1.0, right, e);
    memcpy(s->left, y, (size_t)s->k * sizeof *y);
    add_columns(s, s->K, -1.0, e, s->left);
    rdg_bordered_operator_precondition(s, true, s->left, v);
}

/* out = M v or M^T v; not the same */
static void multiply(const rdg_bordered_operator *s, const double *v, double *out)
{
    const double *e = v + s->k;
    memset(out, 0, (size_t)s->size * sizeof *out);
    add_product(s, v, out);
    add_columns(s, columns(s), 1.0, e, out);
    add_small(s, s->D, 1.0, e, out + s->k);
    for (rdg_index i = 0; i < s->b; i++) {
        out[s->k + i] += rdg_dot(s->k, rows(s) + s->k * i, v);
    }
}

/* w = M N^-1 y, in scaled rows. */
static void product(const double *y, double *w, void *data)
{
    const rdg_bordered_operator *s = data;
    const double *scale = s->transposed ? s->scale_out : s->scale_in;
    double *in = s->y, *v = s->x;
    for (rdg_index i = 0; i < s->size; i++) {
        in[i] = s->transposed ? y[i] / scale[i] : y[i] * scale[i];
    }
    solve_near(s, in, v);
    if (s->op->ops->shift) {
        memcpy(w, in, (size_t)s->size * sizeof *w);
        add_inner(s, s->rest, s->transposed, v, w);
        add_small(s, s->E, -1.0, v + s->k, w + s->k);
    } else {
        multiply(s, v, w);
    }
    for (rdg_index i = 0; i < s->size; i++) {
        w[i] = s->transposed ? w[i] * scale[i] : w[i] / scale[i];
    }
}

/* Norm of a vector of rows in their scales, or of variables in theirs. */
static double scaled_norm(const rdg_bordered_operator *s, bool of_rows, const double *y)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < s->size; i++) {
        const double entry = of_rows != s->transposed ? y[i] / (of_rows ? s->scale_in[i] : s->scale_out[i])
                                                      : y[i] * (of_rows ? s->scale_out[i] : s->scale_in[i]);
        sum += entry * entry;
    }
    return sqrt(sum);
}

/* One more pass: residual r, [size], is reduced, and the solution grows. */
static void reduce(rdg_bordered_operator *s, double tolerance, double *r)
{
    const double *scale = s->transposed ? s->scale_out : s->scale_in;
    for (rdg_index i = 0; i < s->size; i++) {
        r[i] = s->transposed ? r[i] * scale[i] : r[i] / scale[i];
    }
    rdg_gmres_solve(s->gmres, product, s, tolerance, r, s->step);
    for (rdg_index i = 0; i < s->size; i++) {
        s->y[i] = s->transposed ? s->step[i] / scale[i] : s->step[i] * scale[i];
    }
    solve_near(s, s->y, s->x);
    for (rdg_index i = 0; i < s->size; i++) {
        s->solution[i] += s->x[i];
    }
}

/* r = b - M x of the solution so far */
static void take_residual(rdg_bordered_operator *s, const rdg_index *from, const bool *off, const double *b,
                          double *r)
{
    multiply(s, s->solution, s->x);
    for (rdg_index i = 0; i < s->size; i++) {
        r[i] = off[i] ? 0.0 : b[from[i]] - s->x[i];
    }
}

static void solve(rdg_bordered_operator *s, bool transposed, double wanted, const double *b, double *x)
{
    const rdg_index *from = transposed ? s->col : s->row, *to = transposed ? s->row : s->col;
    const bool *off = transposed ? s->col_off : s->row_off;
    double *r = s->residual;
    s->transposed = transposed;
    memset(s->solution, 0, (size_t)s->size * sizeof *s->solution);
    for (rdg_index i = 0; i < s->size; i++) {
        r[i] = off[i] ? 0.0 : b[from[i]];
    }
    const double size = scaled_norm(s, true, r);
    double left = size;
    for (int pass = 0; pass < PASSES && left > wanted * size && isfinite(left); pass++) {
        const double before = left;
        reduce(s, wanted * size / before, r);
        take_residual(s, from, off, b, r);
        left = scaled_norm(s, true, r);
        if (!(left <= no_progress * before)) {
            break;
        }
    }
    const double rounding = DBL_EPSILON * scaled_norm(s, false, s->solution);
    const double share = rdg_larger(acceptable, most_wanted * wanted);
    const bool solved = left <= rdg_larger(share * size, 64.0 * rounding);
    for (rdg_index i = 0; i < s->size; i++) {
        x[to[i]] = solved ? s->solution[i] : NAN;
    }
}

void rdg_bordered_operator_solve(rdg_bordered_operator *s, bool transposed, const double *b, double *x)
{
    solve(s, transposed, to_rounding, b, x);
}

void rdg_bordered_operator_solve_step(rdg_bordered_operator *s, const double *b, double *x)
{
    solve(s, false, of_a_step, b, x);
}
