/* Work along a straight way, by intervals that are as short as they have to be. */
#include "straight_work.h"

#include <math.h>

/* Lobatto's rule with five points: with the ends, so that a gap that has just closed is not missed */
static int integrate(rdg_straight_power power, void *data, double from, double to, double *work)
{
    static const double inner = 0.654653670707977144; /* sqrt(3 / 7) */
    const double point[5] = {-1.0, -inner, 0.0, inner, 1.0};
    static const double weight[5] = {0.1, 49.0 / 90.0, 32.0 / 45.0, 49.0 / 90.0, 0.1};
    int status = 0;
    *work = 0.0;
    for (int k = 0; status == 0 && k < 5; k++) {
        double here = 0.0;
        status = power(data, 0.5 * (from + to) + 0.5 * (to - from) * point[k], &here);
        *work += 0.5 * (to - from) * weight[k] * here;
    }
    return status;
}

/* The intervals left to do are those behind `at`, each as long
 * as the last one was or its double. */
int rdg_straight_work(rdg_straight_power power, void *data, double *work)
{
    enum { DEEPEST = 40 };
    const double accuracy = 1e-12;
    if (!power || !work) {
        return -1;
    }
    double at = 0.0;
    double length = 1.0;
    *work = 0.0;
    while (at < 1.0) {
        double whole = 0.0;
        double half[2] = {0.0, 0.0};
        int status = integrate(power, data, at, at + length, &whole);
        for (int k = 0; status == 0 && k < 2; k++) {
            status = integrate(power, data, at + 0.5 * k * length, at + 0.5 * (k + 1) * length, &half[k]);
        }
        if (status != 0) {
            return status;
        }
        const double both = half[0] + half[1];
        if (fabs(both - whole) > accuracy * fabs(*work + both) && length > ldexp(1.0, -DEEPEST)) {
            length *= 0.5;
            continue;
        }
        *work += both;
        at += length;
        length = fmin(2.0 * length, 1.0 - at);
    }
    return 0;
}
