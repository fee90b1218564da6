/* Central differences with steps h_k = h_0 / 4^k, extrapolated in h^2 (Ridders 1982).
 *
 * Of the tableau the value is taken that changed least from its neighbours, and that change is the
 * uncertainty of the difference. Next to a non-smooth point, or where a feature is narrower than the long
 * steps, such a value may have been reached by chance: then the differences over shorter steps disagree with
 * it. Noise makes them disagree, too: only where there is none is this evidence. */
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

double rdg_difference_noise(double magnitude, double step)
{
    return rounding * magnitude / step;
}

/* The best value that uses the first k + 1 differences, the last one among them, for each k. */
static void extrapolate_each(const double *d, const double *noise, int count, double *value, double *doubt)
{
    double previous[RDG_MOST_DIFFERENCES];
    double row[RDG_MOST_DIFFERENCES];
    for (int k = 0; k < count; k++) {
        double weight = shrink * shrink;
        row[0] = value[k] = d[k];
        doubt[k] = INFINITY;
        for (int i = 1; i <= k; i++, weight *= shrink * shrink) {
            row[i] = (weight * row[i - 1] - previous[i - 1]) / (weight - 1.0);
            const double change = fmax(fabs(row[i] - row[i - 1]), fabs(row[i] - previous[i - 1]));
            if (change + noise[k] < doubt[k]) {
                doubt[k] = change + noise[k];
                value[k] = row[i];
            }
        }
        memcpy(previous, row, ((size_t)k + 1) * sizeof *row);
    }
}

void rdg_extrapolate(const double *d, const double *noise, int count, double *value, double *doubt)
{
    double values[RDG_MOST_DIFFERENCES] = {0}, doubts[RDG_MOST_DIFFERENCES] = {0};
    *value = 0.0;
    *doubt = INFINITY;
    extrapolate_each(d, noise, count, values, doubts);
    for (int k = 0; k < count; k++) {
        if (doubts[k] < *doubt) {
            *doubt = doubts[k];
            *value = values[k];
        }
    }
}

/* Uncertainty of a value that uses the first k differences, so that it covers those over shorter steps. */
static double cover_shorter_steps(const double *d, const double *noise, int k, int count, double value,
                                  double doubt)
{
    for (int i = k; i < count; i++) {
        const double own = noise[i] + fabs(d[i] - d[i - 1]), off = fabs(d[i] - value);
        doubt = off > doubt + own ? off + own : doubt;
    }
    return doubt;
}

void rdg_extrapolate_covered(const double *d, const double *noise, int count, double *value, double *doubt)
{
    double values[RDG_MOST_DIFFERENCES] = {0}, doubts[RDG_MOST_DIFFERENCES] = {0};
    *value = 0.0;
    *doubt = INFINITY;
    extrapolate_each(d, noise, count, values, doubts);
    for (int k = count - 1; k >= 0; k--) {
        if (doubts[k] < *doubt) {
            const double covered = cover_shorter_steps(d, noise, k + 1, count, values[k], doubts[k]);
            if (covered < *doubt) {
                *doubt = covered;
                *value = values[k];
            }
        }
    }
}
