/* Distances and angles in variables relative to their typical sizes. */
#include "scaled_space_impl.h"

#include "minimum.h"

#include <math.h>

enum { SAMPLES = 40 };

double rdg_scaled_distance(rdg_index n, const double *size, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        const double x = (a[j] - b[j]) / size[j];
        sum += x * x;
    }
    return sqrt(sum / (double)n);
}

double rdg_scaled_alignment(rdg_index n, const double *size, const double *a, const double *b)
{
    double ab = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        const double weight = 1.0 / (size[j] * size[j]);
        ab += weight * a[j] * b[j];
        aa += weight * a[j] * a[j];
        bb += weight * b[j] * b[j];
    }
    return fabs(ab) / sqrt(aa * bb);
}

/* Distance of a point from the cubic between two charts, at a fraction of the way. On the return the
 * tangent of the start points the other way. */
static double distance_at(rdg_index n, const double *size, const double *a, const double *b,
                          const double *point, double x)
{
    const double *slope[2] = {a + n, b + n};
    double length = 0.0, unit[2] = {0.0, 0.0}, along[2] = {0.0, 0.0}, sum = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        const double weight = 1.0 / (size[j] * size[j]);
        length += weight * (b[j] - a[j]) * (b[j] - a[j]);
        for (int side = 0; side < 2; side++) {
            unit[side] += weight * slope[side][j] * slope[side][j];
            along[side] += weight * slope[side][j] * (b[j] - a[j]);
        }
    }
    const double y = 1.0 - x;
    const double to_b = x * x * (3.0 - 2.0 * x);
    const double d0 = copysign(x * y * y * sqrt(length / unit[0]), along[0]);
    const double d1 = copysign(x * x * y * sqrt(length / unit[1]), -along[1]);
    for (rdg_index j = 0; j < n; j++) {
        const double at = a[j] + to_b * (b[j] - a[j]) + d0 * slope[0][j] + d1 * slope[1][j];
        sum += (at - point[j]) * (at - point[j]) / (size[j] * size[j]);
    }
    return sqrt(sum / (double)n);
}

double rdg_distance_from_step(rdg_index n, const double *size, const double *a, const double *b,
                              const double *point)
{
    int nearest = 0;
    double least = INFINITY;
    for (int i = 0; i <= SAMPLES; i++) {
        const double here = distance_at(n, size, a, b, point, (double)i / SAMPLES);
        nearest = here < least ? i : nearest;
        least = fmin(least, here);
    }
    rdg_minimum minimum = rdg_minimum_between(fmax(0.0, (nearest - 1.0) / SAMPLES),
                                              fmin(1.0, (nearest + 1.0) / SAMPLES), 1e-8 / SAMPLES);
    while (rdg_minimum_next(&minimum, distance_at(n, size, a, b, point, minimum.at))) {
    }
    return fmin(least, minimum.value);
}
