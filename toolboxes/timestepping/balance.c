/* The balance of forces. */
#include "timestepping_impl.h"

#include <string.h>

/* y -= A x */
static void subtract(rdg_index n, const double *A, const double *x, double *y)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; x[j] != 0.0 && i < n; i++) {
            y[i] -= A[j * n + i] * x[j];
        }
    }
}

void rdg_ts_force(const rdg_timestepping *ts, const double *v, const double *q, double *y)
{
    memcpy(y, ts->terms.h, (size_t)ts->n * sizeof *y);
    if (!ts->explicit_forces) {
        subtract(ts->n, ts->terms.C, v, y);
        subtract(ts->n, ts->terms.K, q, y);
    }
}

/* What is left is the balance of the forces themselves: of the linear ones that the step is made of, large
 * parts of stiff elements would cancel, and rounding would be all that is left. */
void rdg_ts_left(const rdg_timestepping *ts, const double *a, double *left)
{
    const rdg_index n = ts->n;
    memcpy(left, ts->elements.balance, (size_t)n * sizeof *left);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            left[i] -= ts->terms.M[j * n + i] * a[j];
        }
    }
}
