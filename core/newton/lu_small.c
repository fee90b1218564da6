/* Gaussian elimination of small dense matrices, in LAPACK's format: up to some 30 unknowns a call of LAPACK
 * takes more time for choosing how to work than for the work. */
#include "lu_impl.h"
#include "toolbox.h"

#include <math.h>

/* Row of the largest entry of a column, from the diagonal on. */
static int find_pivot(int n, const double *column, int k)
{
    int best = k;
    double largest = fabs(column[k]);
    for (int i = k + 1; i < n; i++) {
        const double entry = fabs(column[i]);
        best = entry > largest ? i : best;
        largest = rdg_larger(largest, entry);
    }
    return best;
}

static void exchange(double *x, int i, int k)
{
    const double kept = x[i];
    x[i] = x[k];
    x[k] = kept;
}

static void subtract(int from, int to, const double *restrict column, double factor, double *restrict x)
{
    for (int i = from; i < to; i++) {
        x[i] -= column[i] * factor;
    }
}

bool rdg_lu_small_factor(int n, double *a, int *pivot)
{
    for (int k = 0; k < n; k++) {
        double *column = a + n * k;
        const int best = find_pivot(n, column, k);
        pivot[k] = best + 1;
        if (!(fabs(column[best]) > 0.0)) {
            return false;
        }
        for (int j = 0; best != k && j < n; j++) {
            exchange(a + n * j, k, best);
        }
        for (int i = k + 1; i < n; i++) {
            column[i] /= column[k];
        }
        for (int j = k + 1; j < n; j++) {
            subtract(k + 1, n, column, a[k + n * j], a + n * j);
        }
    }
    return true;
}

static void solve_plain(int n, const double *a, const int *pivot, double *x)
{
    for (int k = 0; k < n; k++) {
        exchange(x, k, pivot[k] - 1);
    }
    for (int k = 0; k < n; k++) {
        subtract(k + 1, n, a + n * k, x[k], x);
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] /= a[k + n * k];
        subtract(0, k, a + n * k, x[k], x);
    }
}

static double product(int from, int to, const double *column, const double *x)
{
    double sum = 0.0;
    for (int i = from; i < to; i++) {
        sum += column[i] * x[i];
    }
    return sum;
}

static void solve_transposed(int n, const double *a, const int *pivot, double *x)
{
    for (int k = 0; k < n; k++) {
        x[k] = (x[k] - product(0, k, a + n * k, x)) / a[k + n * k];
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] -= product(k + 1, n, a + n * k, x);
    }
    for (int k = n - 1; k >= 0; k--) {
        exchange(x, k, pivot[k] - 1);
    }
}

void rdg_lu_small_solve(int n, const double *a, const int *pivot, bool transposed, double *x)
{
    if (transposed) {
        solve_transposed(n, a, pivot, x);
    } else {
        solve_plain(n, a, pivot, x);
    }
}
