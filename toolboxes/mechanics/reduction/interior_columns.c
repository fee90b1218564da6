/* Many right-hand sides at once with factors that UMFPACK has made: it takes one at a time, and for each
 * reads all its factors again, which are far larger than a cache. Here a block of them shares each reading.
 */
#include "interior_columns_impl.h"

#include "interior_impl.h"

#include <ridgewalk/toolbox.h>

#include <umfpack.h>

enum { WIDTH = 16 }; /* of a block */

void rdg_interior_columns_free(rdg_interior_columns *c)
{
    void *work[] = {c->lower_start, c->lower_col, c->upper_start, c->upper_row, c->lower,
                    c->upper,       c->row,       c->col,         c->scale,     c->block};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
    *c = (rdg_interior_columns){.n = 0};
}

/* Space for factors with so many entries. */
static bool reserve(rdg_interior_columns *c, rdg_index n, rdg_index lower, rdg_index upper)
{
    if (c->block && c->n == n && lower <= c->capacity_lower && upper <= c->capacity_upper) {
        return true;
    }
    rdg_interior_columns_free(c);
    const size_t size = (size_t)n;
    c->n = n;
    c->capacity_lower = lower + lower / 8;
    c->capacity_upper = upper + upper / 8;
    c->lower_start = rdg_calloc(size + 1, sizeof *c->lower_start);
    c->lower_col = rdg_calloc((size_t)c->capacity_lower, sizeof *c->lower_col);
    c->lower = rdg_calloc((size_t)c->capacity_lower, sizeof *c->lower);
    c->upper_start = rdg_calloc(size + 1, sizeof *c->upper_start);
    c->upper_row = rdg_calloc((size_t)c->capacity_upper, sizeof *c->upper_row);
    c->upper = rdg_calloc((size_t)c->capacity_upper, sizeof *c->upper);
    c->row = rdg_calloc(size, sizeof *c->row);
    c->col = rdg_calloc(size, sizeof *c->col);
    c->scale = rdg_calloc(size, sizeof *c->scale);
    c->block = rdg_calloc(2 * WIDTH * size, sizeof *c->block);
    const bool made = c->lower_start && c->lower_col && c->lower && c->upper_start && c->upper_row &&
                      c->upper && c->row && c->col && c->scale && c->block;
    if (!made) {
        rdg_interior_columns_free(c);
    }
    return made;
}

int rdg_interior_columns_take(rdg_interior_columns *c, rdg_index n, void *numeric)
{
    SuiteSparse_long lower = 0, upper = 0, rows = 0, cols = 0, diagonal = 0, multiplies = 0;
    if (umfpack_zl_get_lunz(&lower, &upper, &rows, &cols, &diagonal, numeric) != UMFPACK_OK ||
        !reserve(c, n, lower, upper) ||
        umfpack_zl_get_numeric((SuiteSparse_long *)c->lower_start, (SuiteSparse_long *)c->lower_col,
                               (double *)c->lower, NULL, (SuiteSparse_long *)c->upper_start,
                               (SuiteSparse_long *)c->upper_row, (double *)c->upper, NULL,
                               (SuiteSparse_long *)c->row, (SuiteSparse_long *)c->col, NULL, NULL,
                               &multiplies, c->scale, numeric) != UMFPACK_OK) {
        return -1;
    }
    for (rdg_index i = 0; !multiplies && i < n; i++) {
        c->scale[i] = 1.0 / c->scale[i];
    }
    return 0;
}

/* to -= factor * from, rows of a block */
static inline void subtract(double complex factor, const double *restrict from, double *restrict to)
{
    const double re = creal(factor);
    const double im = cimag(factor);
#pragma omp simd
    for (int k = 0; k < WIDTH; k++) {
        to[k] -= re * from[k] - im * from[WIDTH + k];
        to[WIDTH + k] -= re * from[WIDTH + k] + im * from[k];
    }
}

static inline void divide(double complex by, double *row)
{
    const double complex inverse = 1.0 / by;
    const double re = creal(inverse);
    const double im = cimag(inverse);
#pragma omp simd
    for (int k = 0; k < WIDTH; k++) {
        const double real = row[k];
        row[k] = re * real - im * row[WIDTH + k];
        row[WIDTH + k] = re * row[WIDTH + k] + im * real;
    }
}

static void solve_block(rdg_interior_columns *c)
{
    for (rdg_index i = 0; i < c->n; i++) {
        for (rdg_index e = c->lower_start[i]; e < c->lower_start[i + 1]; e++) {
            const rdg_index j = c->lower_col[e];
            if (j < i) {
                subtract(c->lower[e], c->block + 2 * WIDTH * j, c->block + 2 * WIDTH * i);
            }
        }
    }
    for (rdg_index j = c->n - 1; j >= 0; j--) {
        double *row = c->block + 2 * WIDTH * j;
        for (rdg_index e = c->upper_start[j]; e < c->upper_start[j + 1]; e++) {
            if (c->upper_row[e] == j) {
                divide(c->upper[e], row);
            }
        }
        for (rdg_index e = c->upper_start[j]; e < c->upper_start[j + 1]; e++) {
            if (c->upper_row[e] < j) {
                subtract(c->upper[e], row, c->block + 2 * WIDTH * c->upper_row[e]);
            }
        }
    }
}

void rdg_interior_columns_solve(rdg_interior_columns *c, rdg_index columns, double complex *x)
{
    for (rdg_index first = 0; first < columns; first += WIDTH) {
        const rdg_index count = columns - first < WIDTH ? columns - first : WIDTH;
        double complex *part = x + c->n * first;
        for (rdg_index i = 0; i < c->n; i++) {
            double *row = c->block + 2 * WIDTH * i;
            const double scale = c->scale[c->row[i]];
            for (rdg_index k = 0; k < WIDTH; k++) {
                const double complex b = k < count ? part[c->n * k + c->row[i]] : 0.0;
                row[k] = scale * creal(b);
                row[WIDTH + k] = scale * cimag(b);
            }
        }
        solve_block(c);
        for (rdg_index i = 0; i < c->n; i++) {
            const double *row = c->block + 2 * WIDTH * i;
            for (rdg_index k = 0; k < count; k++) {
                part[c->n * k + c->col[i]] = rdg_complex(row[k], row[WIDTH + k]);
            }
        }
    }
}
