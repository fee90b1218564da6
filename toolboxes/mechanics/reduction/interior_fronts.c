/* Symmetric factors by the multifrontal method (Duff and Reid 1983): each supernode's columns are gathered in
 * a dense front, factored with matrix products, and what they leave for later columns is added to the next
 * front up the tree.
 *
 * Pivots stay in the order that keeps the factors sparse. The factors are those of a matrix that differs from
 * Z by about DBL_EPSILON |L| |L|^T (Higham 2002, theorem 10.3), whose largest entry is a row's sum of
 * |L_ij|^2. */
#include "interior_fronts_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

/* Columns of a front that are factored one by one. */
enum { PANEL = 32 };

/* Of the largest sum of |L_ij|^2 over the largest entry of Z: with more, rounding of D would be above 1e-12.
 */
static const double most_growth = 4096.0;

/* The front's columns of Z, and no update yet. Returns the largest entry. */
static double gather(rdg_interior_fronts *f, rdg_index k, double w)
{
    const rdg_interior *in = f->in;
    const rdg_index columns = rdg_front_columns(f, k), rows = rdg_front_rows(f, k),
                    begin = rdg_front_begin(f, k);
    double complex *front = f->L + f->first[k];
    double largest = 0.0;
    for (rdg_index i = 0; i < rows; i++) {
        f->place[rdg_front_list(f, k)[i]] = i;
    }
    memset(front, 0, (size_t)(rows * columns) * sizeof *front);
    memset(f->update, 0, (size_t)rdg_front_update(f, k) * sizeof *f->update);
    for (rdg_index c = 0; c < columns; c++) {
        const rdg_index j = ((const SuiteSparse_long *)f->pattern->Perm)[begin + c];
        for (rdg_index e = in->start[j]; e < in->start[j + 1]; e++) {
            const rdg_index i = f->inverse[in->row[e]];
            if (i >= begin + c) {
                const double complex z = rdg_interior_entry(in, e, w);
                front[f->place[i] + rows * c] = z;
                largest = fmax(largest, fmax(fabs(creal(z)), fabs(cimag(z))));
            }
        }
    }
    return largest;
}

/* What a front before has left for front k; lower triangles. */
static void add(rdg_interior_fronts *f, rdg_index k, rdg_index child, const double complex *left)
{
    const rdg_index columns = rdg_front_columns(f, k), rows = rdg_front_rows(f, k), rest = rows - columns;
    const rdg_index own = rdg_front_columns(f, child), size = rdg_front_rows(f, child) - own;
    const SuiteSparse_long *row = rdg_front_list(f, child) + own;
    for (rdg_index j = 0; j < size; j++) {
        const rdg_index c = f->place[row[j]];
        double complex *to =
            c < columns ? f->L + f->first[k] + rows * c : f->update + rest * (c - columns) - columns;
        for (rdg_index i = j; i < size; i++) {
            to[f->place[row[i]]] += left[i + size * j];
        }
    }
}

/* Columns begin .. end - 1 of a front, of which those before are taken off; false: a pivot vanishes */
static bool factor_panel(double complex *front, rdg_index rows, rdg_index begin, rdg_index end)
{
    for (rdg_index j = begin; j < end; j++) {
        double complex *column = front + rows * j;
        const double complex root = csqrt(column[j]);
        if (!(cabs(root) > 0.0)) {
            return false;
        }
        const double complex inverse = rdg_reciprocal(root);
        column[j] = root;
        for (rdg_index i = j + 1; i < end; i++) {
            column[i] = rdg_times(column[i], inverse);
        }
        for (rdg_index c = j + 1; c < end; c++) {
            for (rdg_index i = c; i < end; i++) {
                front[i + rows * c] -= rdg_times(column[i], column[c]);
            }
        }
    }
    return true;
}

/* What a panel that is factored leaves of the columns to its right, and its own rows below. */
static void apply_panel(double complex *front, rdg_index rows, rdg_index columns, rdg_index begin,
                        rdg_index end)
{
    const double complex one = 1.0, minus = -1.0;
    const int ld = (int)rows, width = (int)(end - begin);
    const int below = (int)(rows - end), right = (int)(columns - end);
    double complex *corner = front + begin * (rows + 1), *strip = corner + width;
    rdg_blas_begin();
    cblas_ztrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, below, width, &one, corner,
                ld, strip, ld);
    cblas_zsyrk(CblasColMajor, CblasLower, CblasNoTrans, right, width, &minus, strip, ld, &one,
                front + end * (rows + 1), ld);
    cblas_zgemm(CblasColMajor, CblasNoTrans, CblasTrans, below - right, right, width, &minus, strip + right,
                ld, strip, ld, &one, front + end * (rows + 1) + right, ld);
    rdg_blas_end(0);
}

/* The columns of a front become those of L; what is left of the rows below is added to the update. */
static bool factor_front(double complex *front, rdg_index rows, rdg_index columns, double complex *update)
{
    const double complex one = 1.0, minus = -1.0;
    for (rdg_index begin = 0; begin < columns; begin += PANEL) {
        const rdg_index end = begin + PANEL < columns ? begin + PANEL : columns;
        if (!factor_panel(front, rows, begin, end)) {
            return false;
        }
        apply_panel(front, rows, columns, begin, end);
    }
    const int rest = (int)(rows - columns);
    if (rest > 0) {
        rdg_blas_begin();
        cblas_zsyrk(CblasColMajor, CblasLower, CblasNoTrans, rest, (int)columns, &minus, front + columns,
                    (int)rows, &one, update, rest);
        rdg_blas_end(0);
    }
    return true;
}

/* Adds to the sums over rows; returns the least and the greatest pivot. */
static void measure(rdg_interior_fronts *f, rdg_index k, double *least, double *greatest)
{
    const rdg_index columns = rdg_front_columns(f, k), rows = rdg_front_rows(f, k);
    const double complex *front = f->L + f->first[k];
    for (rdg_index c = 0; c < columns; c++) {
        for (rdg_index i = c; i < rows; i++) {
            const double complex z = front[i + rows * c];
            f->square[rdg_front_list(f, k)[i]] += creal(z) * creal(z) + cimag(z) * cimag(z);
        }
        const double pivot = cabs(front[c + rows * c]);
        *least = fmin(*least, pivot * pivot);
        *greatest = fmax(*greatest, pivot * pivot);
    }
}

/* Takes those that wait for front k off the stack; returns its new height. */
static rdg_index assemble(rdg_interior_fronts *f, rdg_index k, rdg_index *count, rdg_index height)
{
    while (*count > 0 && f->parent[f->waiting[*count - 1]] == k) {
        const rdg_index child = f->waiting[--*count];
        height -= rdg_front_update(f, child);
        add(f, k, child, f->stack + height);
    }
    return height;
}

bool rdg_interior_fronts_factor(rdg_interior_fronts *f, double w)
{
    double least = HUGE_VAL, greatest = 0.0, largest = 0.0, growth = 0.0;
    rdg_index height = 0, count = 0;
    memset(f->square, 0, (size_t)f->in->n * sizeof *f->square);
    bool good = true;
    for (rdg_index k = 0; good && k < (rdg_index)f->pattern->nsuper; k++) {
        largest = fmax(largest, gather(f, k, w));
        height = assemble(f, k, &count, height);
        good = factor_front(f->L + f->first[k], rdg_front_rows(f, k), rdg_front_columns(f, k), f->update);
        if (rdg_front_update(f, k) > 0) {
            memcpy(f->stack + height, f->update, (size_t)rdg_front_update(f, k) * sizeof *f->stack);
            height += rdg_front_update(f, k);
            f->waiting[count++] = k;
        }
        measure(f, k, &least, &greatest);
    }
    for (rdg_index i = 0; i < f->in->n; i++) {
        growth = f->square[i] > growth ? f->square[i] : growth;
        good = good && isfinite(f->square[i]);
    }
    return good && growth <= most_growth * largest && least > RDG_SINGULAR * greatest;
}
