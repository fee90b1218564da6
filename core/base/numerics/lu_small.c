/* LU of a small full matrix with partial pivoting, as LAPACK's, without its preparations: these take longer
 * than the elimination itself, up to some 36 unknowns. Column-major; every loop inside runs along a column.
 */
#include "loops_impl.h"
#include "lu_small_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>

static rdg_index find_pivot(rdg_index n, const double *column, rdg_index k)
{
    rdg_index best = k;
    double most = fabs(column[k]);
    for (rdg_index i = k + 1; i < n; i++) {
        const double size = fabs(column[i]);
        if (size > most) {
            most = size;
            best = i;
        }
    }
    return best;
}

static void exchange_rows(rdg_index n, double *a, rdg_index i, rdg_index k)
{
    for (rdg_index j = 0; j < n; j++) {
        const double kept = a[i + n * j];
        a[i + n * j] = a[k + n * j];
        a[k + n * j] = kept;
    }
}

/* By the reciprocal, unless that has no bounds. */
static void divide(rdg_index count, double by, double *x)
{
    const bool is_tiny = fabs(by) < 4.0 * DBL_MIN;
    const double factor = is_tiny ? 1.0 : 1.0 / by;
    for (rdg_index i = 0; i < count; i++) {
        x[i] = is_tiny ? x[i] / by : x[i] * factor;
    }
}

bool rdg_lu_small_factor(rdg_index n, double *a, int *pivot)
{
    bool regular = true;
    for (rdg_index k = 0; k < n; k++) {
        double *column = a + n * k;
        const rdg_index p = find_pivot(n, column, k);
        pivot[k] = (int)p + 1;
        if (!(fabs(column[p]) > 0.0)) {
            regular = false; /* what is below is 0, too, or no number */
            continue;
        }
        if (p != k) {
            exchange_rows(n, a, p, k);
        }
        const rdg_index below = n - k - 1;
        divide(below, column[k], column + k + 1);
        for (rdg_index j = k + 1; j < n; j++) {
            if (a[k + n * j] != 0.0) {
                rdg_loop_add(below, -a[k + n * j], column + k + 1, a + k + 1 + n * j);
            }
        }
    }
    return regular;
}

static void exchange(double *x, rdg_index i, rdg_index k)
{
    const double kept = x[i];
    x[i] = x[k];
    x[k] = kept;
}

static void solve_plain(rdg_index n, const double *a, const int *pivot, double *x)
{
    for (rdg_index k = 0; k < n; k++) {
        exchange(x, k, pivot[k] - 1);
    }
    for (rdg_index k = 0; k < n; k++) {
        rdg_loop_add(n - k - 1, -x[k], a + k + 1 + n * k, x + k + 1);
    }
    for (rdg_index k = n - 1; k >= 0; k--) {
        x[k] /= a[k + n * k];
        rdg_loop_add(k, -x[k], a + n * k, x);
    }
}

static void solve_transposed(rdg_index n, const double *a, const int *pivot, double *x)
{
    for (rdg_index k = 0; k < n; k++) {
        x[k] = (x[k] - rdg_loop_dot(k, a + n * k, x)) / a[k + n * k];
    }
    for (rdg_index k = n - 1; k >= 0; k--) {
        x[k] -= rdg_loop_dot(n - k - 1, a + k + 1 + n * k, x + k + 1);
    }
    for (rdg_index k = n - 1; k >= 0; k--) {
        exchange(x, k, pivot[k] - 1);
    }
}

void rdg_lu_small_solve(rdg_index n, const double *a, const int *pivot, bool transposed, double *x)
{
    if (transposed) {
        solve_transposed(n, a, pivot, x);
    } else {
        solve_plain(n, a, pivot, x);
    }
}
