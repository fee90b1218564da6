/* Central differences with steps h_k = h_0 / 4^k, extrapolated in h^2 (Ridders 1982).
 *
 * Of the tableau the value is taken that changed least from its neighbours, and that change is the
 * uncertainty of the difference. Next to a kink, or where a feature is narrower than the long steps, such a
 * value may have been reached by chance: then the differences over shorter steps disagree with it. Noise
 * makes them disagree, too: only where there is none is this evidence. */
#include "problem_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double first_step = 1e-2;            /* relative to the size of the variable */
static const double rounding = 100 * DBL_EPSILON; /* of what is differenced, relative to its terms */
static const double shrink = 4.0;                 /* from one step to the next */

double rdg_difference_step(int k)
{
    double step = first_step;
    for (int i = 0; i < k; i++) {
        step /= shrink;
    }
    return step;
}

int rdg_extrapolate(const double *d, const double *h, int count, double magnitude, double *value,
                    double *doubt)
{
    const double noise = rounding * magnitude;
    int shortest = count;
    double previous[RDG_MOST_DIFFERENCES];
    double row[RDG_MOST_DIFFERENCES];
    *value = 0.0;
    *doubt = INFINITY;
    for (int k = 0; k < count; k++) {
        double weight = shrink * shrink;
        row[0] = d[k];
        for (int i = 1; i <= k; i++, weight *= shrink * shrink) {
            row[i] = (weight * row[i - 1] - previous[i - 1]) / (weight - 1.0);
            const double change = fmax(fabs(row[i] - row[i - 1]), fabs(row[i] - previous[i - 1]));
            if (change + noise / h[k] < *doubt) {
                *doubt = change + noise / h[k];
                *value = row[i];
                shortest = k;
            }
        }
        memcpy(previous, row, ((size_t)k + 1) * sizeof *row);
    }
    return shortest;
}

void rdg_cover_shorter_steps(const double *d, const double *h, int count, int shortest, double magnitude,
                             double value, double *doubt)
{
    for (int k = shortest + 1; k < count; k++) {
        const double own = rounding * magnitude / h[k] + fabs(d[k] - d[k - 1]), off = fabs(d[k] - value);
        *doubt = off > *doubt + own ? off + own : *doubt;
    }
}
