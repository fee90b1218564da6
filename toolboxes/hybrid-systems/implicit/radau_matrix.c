/* The matrix of an implicit step, its factors. */
#include "radau_impl.h"

#include <math.h>
#include <string.h>

enum { STAGES = RDG_RADAU_STAGES, W = RDG_RK_WIDE };

/* y -= by x */
RDG_CLONED static void subtract(rdg_index n, double by, const double *restrict x, double *restrict y)
{
#pragma omp simd
    for (rdg_index c = 0; c < n; c++) {
        y[c] -= by * x[c];
    }
}

static void swap(rdg_index n, double *a, double *b)
{
    for (rdg_index c = 0; c < n; c++) {
        const double aside = a[c];
        a[c] = b[c];
        b[c] = aside;
    }
}

bool rdg_radau_factorise(rdg_index n, double *M, rdg_index *row)
{
    for (rdg_index j = 0; j < n; j++) {
        rdg_index best = j;
        for (rdg_index i = j + 1; i < n; i++) {
            best = fabs(M[i * n + j]) > fabs(M[best * n + j]) ? i : best;
        }
        row[j] = best;
        if (best != j) {
            swap(n, M + j * n, M + best * n);
        }
        const double pivot = M[j * n + j];
        if (pivot == 0.0 || !isfinite(pivot)) {
            return false;
        }
        for (rdg_index i = j + 1; i < n; i++) {
            const double factor = M[i * n + j] / pivot;
            M[i * n + j] = factor;
            if (factor != 0.0) {
                subtract(n - j - 1, factor, M + j * n + j + 1, M + i * n + j + 1);
            }
        }
    }
    return true;
}

void rdg_radau_solve(rdg_index n, const double *M, const rdg_index *row, double *x)
{
    for (rdg_index j = 0; j < n; j++) {
        swap(1, x + j, x + row[j]);
    }
    for (rdg_index i = 1; i < n; i++) {
        for (rdg_index q = 0; q < i; q++) {
            x[i] -= M[i * n + q] * x[q];
        }
    }
    for (rdg_index i = n - 1; i >= 0; i--) {
        for (rdg_index q = i + 1; q < n; q++) {
            x[i] -= M[i * n + q] * x[q];
        }
        x[i] /= M[i * n + i];
    }
}

void rdg_radau_solve_transposed(rdg_index n, const double *M, const rdg_index *row, double *x)
{
    for (rdg_index i = 0; i < n; i++) {
        x[i] /= M[i * n + i];
        subtract(n - i - 1, x[i], M + i * n + i + 1, x + i + 1);
    }
    for (rdg_index i = n - 1; i > 0; i--) {
        subtract(i, x[i], M + i * n, x);
    }
    for (rdg_index j = n - 1; j >= 0; j--) {
        swap(1, x + j, x + row[j]);
    }
}

RDG_CLONED static void solve_wide(rdg_index n, const double *M, const rdg_index *row, double *x)
{
    for (rdg_index j = 0; j < n; j++) {
        for (int c = 0; row[j] != j && c < W; c++) {
            const double aside = x[j * W + c];
            x[j * W + c] = x[row[j] * W + c];
            x[row[j] * W + c] = aside;
        }
    }
    for (rdg_index i = 1; i < n; i++) {
        double *to = x + i * W;
        for (rdg_index q = 0; q < i; q++) {
            const double by = M[i * n + q], *from = x + q * W;
#pragma omp simd
            for (int c = 0; c < W; c++) {
                to[c] -= by * from[c];
            }
        }
    }
    for (rdg_index i = n - 1; i >= 0; i--) {
        double *to = x + i * W;
        for (rdg_index q = i + 1; q < n; q++) {
            const double by = M[i * n + q], *from = x + q * W;
#pragma omp simd
            for (int c = 0; c < W; c++) {
                to[c] -= by * from[c];
            }
        }
        for (int c = 0; c < W; c++) {
            to[c] /= M[i * n + i];
        }
    }
}

void rdg_radau_solve_wide(rdg_index n, const double *M, const rdg_index *row, double *x)
{
    solve_wide(n, M, row, x);
}

bool rdg_radau_matrix(rdg_radau *r, rdg_index n, double h)
{
    const rdg_index size = STAGES * n;
    for (int i = 0; i < STAGES; i++) {
        for (rdg_index c = 0; c < n; c++) {
            double *to = r->M + (i * n + c) * size;
            for (int j = 0; j < STAGES; j++) {
                const double *from = r->A + (j * n + c) * n, by = h * rdg_radau_a[i][j];
                for (rdg_index d = 0; d < n; d++) {
                    to[j * n + d] = -by * from[d];
                }
            }
            to[i * n + c] += 1.0;
        }
    }
    return rdg_radau_factorise(size, r->M, r->row);
}

bool rdg_radau_blocks(rdg_radau *r, rdg_index n, double h)
{
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            const double one = i == j, by = h * r->A[j * n + i]; /* transposed, as solutions are faster so */
            r->M[i * n + j] = one - rdg_radau_shift * by;
            for (int pair = 0; pair < 2; pair++) {
                double *to = r->M + n * n * (1 + 4 * pair) + i * 2 * n + j;
                to[0] = to[2 * n * n + n] = one - rdg_radau_re[pair] * by;
                to[n] = rdg_radau_im[pair] * by;
                to[2 * n * n] = -to[n];
            }
        }
    }
    return rdg_radau_factorise(n, r->M, r->row) && rdg_radau_factorise(2 * n, r->M + n * n, r->row + n) &&
           rdg_radau_factorise(2 * n, r->M + 5 * n * n, r->row + 3 * n);
}

/* x = by x of each component, stage by stage */
static void turn(const double by[STAGES][STAGES], rdg_index n, double *x)
{
    for (rdg_index c = 0; c < n; c++) {
        double sum[STAGES] = {0.0};
        for (int i = 0; i < STAGES; i++) {
            for (int j = 0; j < STAGES; j++) {
                sum[i] += by[i][j] * x[j * n + c];
            }
        }
        for (int i = 0; i < STAGES; i++) {
            x[i * n + c] = sum[i];
        }
    }
}

void rdg_radau_solve_blocks(rdg_radau *r, rdg_index n, double *left)
{
    turn(rdg_radau_from, n, left);
    rdg_radau_solve_transposed(n, r->M, r->row, left);
    rdg_radau_solve_transposed(2 * n, r->M + n * n, r->row + n, left + n);
    rdg_radau_solve_transposed(2 * n, r->M + 5 * n * n, r->row + 3 * n, left + 3 * n);
    turn(rdg_radau_to, n, left);
}
