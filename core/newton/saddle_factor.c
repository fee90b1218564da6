/* The matrix of a problem with its adjoint equations: its factorisation. */
#include "permutation_impl.h"
#include "saddle_impl.h"
#include "sparse.h"
#include "toolbox.h"
#include "vectors.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

_Static_assert(sizeof(int) == sizeof(lapack_int), "LAPACK is built with 32-bit indices");

enum { MAX_ALIGNMENTS = 3 };

/* W is aligned with A's null space if the columns of B^-1 that belong to it are no longer than this; at best
 * they have length 1. */
static const double well_aligned = 4.0;

/* What general vectors are solved for is longer than this where B is badly conditioned. */
static const double badly_conditioned = 1e6;

/* The scales of A^T's entries, and of A's, are rounded: */
static const double same_entry = 16.0 * DBL_EPSILON;

/* L and R; is A^T the transposed of A? */
static bool take_scales(rdg_saddle *s, const double *row_scale, const double *col_scale)
{
    const rdg_pattern *p = s->pattern;
    const rdg_index *pair = s->pair;
    bool same = true;
    for (rdg_index j = 0; j < s->n; j++) {
        s->left[j] = 1.0 / (row_scale[s->m + j] * col_scale[j]);
    }
    for (rdg_index i = 0; i < s->m && same; i++) {
        const rdg_index column = s->first + i;
        s->right[i] = row_scale[i] * col_scale[column];
        for (rdg_index e = s->adjoint[column]; e < s->rest[column]; e++, pair++) {
            const double entry = s->values[*pair] * s->right[i] * s->left[p->row[e] - s->m];
            same = same && fabs(entry - s->values[e]) <= same_entry * fabs(entry);
        }
    }
    return same;
}

/* Largest entries of columns and rows. */
static void note_largest(rdg_saddle *s)
{
    const rdg_pattern *p = s->pattern;
    memset(s->most_in_row, 0, (size_t)s->size * sizeof *s->most_in_row);
    for (rdg_index j = 0; j < s->size; j++) {
        double most = 0.0;
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            const double entry = fabs(s->values[e]);
            double *in_row = &s->most_in_row[p->row[e]];
            most = entry > most ? entry : most;
            *in_row = entry > *in_row ? entry : *in_row;
        }
        s->most_in_col[j] = most;
    }
}

/* Which of the others have a row of their own? */
static void divide_others(rdg_saddle *s)
{
    const rdg_pattern *p = s->pattern;
    const rdg_index first_row = s->m + s->n;
    memset(s->count, 0, (size_t)s->size * sizeof *s->count);
    memset(s->seen, 0, (size_t)s->size * sizeof *s->seen);
    for (rdg_index j = 0; j < s->size; j++) {
        for (rdg_index e = s->rest[j]; e < p->start[j + 1]; e++) {
            if (s->values[e] != 0.0) {
                s->count[p->row[e]]++;
                s->last[p->row[e]] = e;
                s->last_column[p->row[e]] = j;
            }
        }
    }
    s->n_singles = s->n_rest = 0;
    for (rdg_index r = first_row; r < s->size; r++) {
        const rdg_index j = s->last_column[r];
        const bool other = j >= s->n && (j < s->first || j >= s->first + s->m);
        if (s->count[r] == 1 && other && !s->seen[j]) {
            s->seen[j] = true;
            s->single[s->n_singles] = s->values[s->last[r]];
            s->single_col[s->n_singles] = j;
            s->single_row[s->n_singles++] = r;
            s->rest_of[r] = -1;
        } else {
            s->rest_row[s->n_rest] = r;
            s->rest_of[r] = s->n_rest++;
        }
    }
    rdg_index rest = 0;
    for (rdg_index i = 0; i < s->n_others; i++) {
        if (!s->seen[s->other[i]]) {
            s->rest_col[rest++] = s->other[i];
        }
    }
}

/* --- B */

static void fill_b(rdg_saddle *s)
{
    double *to = s->values_b;
    for (rdg_index j = 0; j < s->n; j++) {
        const rdg_index begin = s->pattern->start[j];
        const rdg_index count = s->adjoint[j] - begin;
        memcpy(to, s->values + begin, (size_t)count * sizeof *to);
        to += count;
        for (rdg_index i = 0; i < s->k; i++) {
            *to++ = s->w[i * s->n + j];
        }
    }
}

/* Take from a row what it has of those before; what is left gets length 1. False: nothing but rounding is. */
static bool orthonormalise_row(rdg_saddle *s, rdg_index i)
{
    double *row = s->w + i * s->n;
    const double before = rdg_norm(s->n, row);
    for (int again = 0; again < 2; again++) {
        for (rdg_index h = 0; h < i; h++) {
            const double *other = s->w + h * s->n;
            const double part = rdg_dot(s->n, row, other);
            for (rdg_index j = 0; j < s->n; j++) {
                row[j] -= part * other[j];
            }
        }
    }
    const double length = rdg_norm(s->n, row);
    for (rdg_index j = 0; j < s->n; j++) {
        row[j] /= length;
    }
    return isfinite(length) && length > 1e-8 * before;
}

/* The last resort, and the beginning: rows in general position. */
void rdg_saddle_begin(rdg_saddle *s)
{
    for (rdg_index i = 0; i < s->size; i++) {
        s->general[i] = rdg_general(i);
    }
    for (rdg_index e = 0; e < s->k * s->n; e++) {
        s->w[e] = rdg_general(e);
    }
    for (rdg_index i = 0; i < s->k; i++) {
        orthonormalise_row(s, i);
    }
    s->aligned = false;
}

/* Rows of W become what their columns of B^-1 are: A's null space. */
static void align(rdg_saddle *s)
{
    bool independent = true;
    for (rdg_index i = 0; i < s->k && independent; i++) {
        memcpy(s->w + i * s->n, s->Z + 2 * s->n * i, (size_t)s->n * sizeof *s->w);
        independent = orthonormalise_row(s, i);
    }
    s->aligned = independent;
    if (!independent) {
        rdg_saddle_begin(s);
    }
}

/* Border columns of t, of the others, and a vector in general position: B is solved for all of them at once.
 */
static void take_columns(rdg_saddle *s)
{
    const rdg_pattern *p = s->pattern;
    const rdg_index count = s->k + s->n_rest;
    double *column = s->columns;
    memset(column, 0, 2 * (size_t)(s->n * (count + 1)) * sizeof *column);
    for (rdg_index i = 0; i < s->k; i++, column += 2 * s->n) {
        column[s->m + i] = -1.0;
    }
    for (rdg_index i = 0; i < s->n_rest; i++, column += 2 * s->n) {
        const rdg_index j = s->rest_col[i];
        for (rdg_index e = p->start[j]; e < s->adjoint[j]; e++) {
            column[p->row[e]] = s->values[e];
        }
        for (rdg_index e = s->adjoint[j]; e < s->rest[j]; e++) {
            column[s->n - s->m + p->row[e]] = s->values[e];
        }
    }
    for (rdg_index i = 0; i < s->n; i++) {
        column[i] = s->general[i];
    }
}

/* u of all columns; the length of B^-1's longest column among those of t. */
static double solve_for_u(rdg_saddle *s)
{
    double longest = 0.0;
    rdg_lu_solve_columns(s->lu, false, s->k + s->n_rest + 1, 2 * s->n, s->columns, s->Z);
    for (rdg_index i = 0; i < s->k; i++) {
        const double *z = s->Z + 2 * s->n * i;
        longest = rdg_larger(longest, rdg_norm(s->n, z));
    }
    return longest;
}

/* B's factors, W aligned with A's null space, and the border columns, solved for. */
static bool factor_b(rdg_saddle *s)
{
    take_columns(s);
    for (int k = 0; k < MAX_ALIGNMENTS; k++) {
        fill_b(s);
        if (!rdg_lu_factor(s->lu, s->values_b)) {
            if (!s->aligned) {
                return false;
            }
            rdg_saddle_begin(s);
            continue;
        }
        const double longest = solve_for_u(s);
        const bool good = s->k == 0 || (s->aligned && longest <= well_aligned);
        align(s); /* for the next one */
        if (good) {
            rdg_saddle_inner_rest(s, s->k + s->n_rest, s->columns, s->Z);
            return true;
        }
    }
    return false;
}

/* --- the Schur complement */

/* How much longer B's solution for a general vector is than that: 1 at least. */
static double growth(const rdg_saddle *s)
{
    const double *x = s->Z + 2 * s->n * (s->k + s->n_rest);
    double longest = 1.0;
    for (rdg_index j = 0; j < s->n; j++) {
        longest = rdg_larger(longest, fabs(x[j]));
    }
    return longest;
}

/* The factors of S; is no pivot nothing but what is left of terms that cancel? uncertain: relative error of
 * these */
static bool factor_s(rdg_saddle *s, double uncertain)
{
    const rdg_pattern *p = s->pattern;
    const rdg_index size = s->k + s->n_rest;
    memset(s->S, 0, (size_t)(size * size) * sizeof *s->S);
    memset(s->scale, 0, (size_t)size * sizeof *s->scale);
    for (rdg_index c = 0; c < size; c++) {
        double *column = s->S + size * c;
        double largest = 0.0;
        memset(s->border, 0, (size_t)size * sizeof *s->border);
        if (c >= s->k) {
            const rdg_index j = s->rest_col[c - s->k];
            for (rdg_index e = s->rest[j]; e < p->start[j + 1]; e++) {
                const rdg_index r = s->rest_of[p->row[e]];
                if (r >= 0) {
                    column[s->k + r] = s->values[e];
                    s->border[s->k + r] = fabs(s->values[e]);
                }
            }
        }
        rdg_saddle_subtract_border(s, s->Z + 2 * s->n * c, column, s->border);
        for (rdg_index i = 0; i < size; i++) {
            largest = rdg_larger(largest, s->border[i]);
        }
        s->scale[c] = largest;
    }
    const lapack_int n = (lapack_int)size;
    bool regular = size == 0 || RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, s->S, n, s->pivot)) == 0;
    for (rdg_index c = 0; regular && c < size; c++) {
        regular = fabs(s->S[c + size * c]) > uncertain * s->scale[c];
    }
    return regular;
}

/* --- the determinant */

/* Of the order in which rows and columns stand in the blocks. */
static double sign_of_order(rdg_saddle *s)
{
    rdg_index *order = s->count;
    const rdg_index inner = s->m + s->n;
    for (rdg_index i = 0; i < inner; i++) {
        order[i] = i;
    }
    memcpy(order + inner, s->rest_row, (size_t)s->n_rest * sizeof *order);
    memcpy(order + inner + s->n_rest, s->single_row, (size_t)s->n_singles * sizeof *order);
    const double rows = rdg_permutation_sign(s->size, order, s->seen);
    for (rdg_index i = 0; i < s->m; i++) {
        order[s->n + i] = s->first + i;
    }
    memcpy(order + inner, s->rest_col, (size_t)s->n_rest * sizeof *order);
    memcpy(order + inner + s->n_rest, s->single_col, (size_t)s->n_singles * sizeof *order);
    return rows * rdg_permutation_sign(s->size, order, s->seen);
}

/* det = (-1)^(k n) det(B)^2 det(L) det(R) det(S), times the single entries. */
static rdg_determinant determinant_of(rdg_saddle *s)
{
    const rdg_index size = s->k + s->n_rest;
    const bool odd = s->k % 2 != 0 && s->n % 2 != 0;
    rdg_determinant det = {.sign = sign_of_order(s) * (odd ? -1.0 : 1.0),
                           .log_magnitude = 2.0 * rdg_lu_determinant(s->lu).log_magnitude};
    for (rdg_index j = 0; j < s->n; j++) {
        det.log_magnitude += log(s->left[j]) + (j < s->m ? log(s->right[j]) : 0.0);
    }
    for (rdg_index c = 0; c < size; c++) {
        const double pivot = s->S[c + size * c];
        det.sign = (pivot < 0.0) == (s->pivot[c] != c + 1) ? det.sign : -det.sign;
        det.log_magnitude += log(fabs(pivot));
    }
    for (rdg_index i = 0; i < s->n_singles; i++) {
        det.sign = s->single[i] < 0.0 ? -det.sign : det.sign;
        det.log_magnitude += log(fabs(s->single[i]));
    }
    return det;
}

/* Do the factors solve for a vector in general position? */
static bool solves_well(rdg_saddle *s)
{
    double *b = s->probe;
    double *x = b + s->size;
    memcpy(b, s->general, (size_t)s->size * sizeof *b);
    return rdg_saddle_solve(s, false, b, x);
}

void rdg_saddle_forget(rdg_saddle *s)
{
    if (s) {
        s->is_new = true;
        rdg_lu_forget(s->lu);
    }
}

bool rdg_saddle_factor(rdg_saddle *s, const double *values, const double *row_scale, const double *col_scale)
{
    if (s->is_new) {
        rdg_saddle_begin(s);
        s->is_new = false;
    }
    s->values = values;
    s->checked = false;
    if (!take_scales(s, row_scale, col_scale)) {
        return false;
    }
    divide_others(s);
    note_largest(s);
    if (s->k + s->n_rest > s->most || !factor_b(s)) {
        return false;
    }
    const double lost = growth(s);
    return factor_s(s, rdg_lu_rounding(s->size) * lost) && (lost < badly_conditioned || solves_well(s));
}

bool rdg_saddle_determinant(rdg_saddle *s, rdg_determinant *determinant)
{
    if (!s->checked && !solves_well(s)) {
        return false;
    }
    *determinant = determinant_of(s);
    return true;
}
