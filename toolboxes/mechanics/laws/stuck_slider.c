/* Sliders that stick: whether they do, and where a small push of one of them ends. */
#include "stuck_slider.h"

#include <float.h>
#include <math.h>

static const double resolution = 1e-8; /* of the vibration */

bool rdg_slider_rests(double movement, double vibration, double rounding)
{
    return islessequal(movement, fmax(resolution * vibration, rounding));
}

/* Steps, each the fraction of a period in which sliders follow their limits; growth beyond which a push does
 * not end any more. */
enum { STEPS = 1000 };
static const double runaway = 1e6;

/* v <- max(v, D v). Returns the greatest increase; *greatest is the place of the greatest v. */
static double follow(rdg_index n, const double *D, double *v, double *next, rdg_index *greatest)
{
    double increase = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        double limit = 0.0;
        for (rdg_index j = 0; j < n; j++) {
            limit += D[i + n * j] * v[j];
        }
        next[i] = fmax(v[i], limit);
        increase = fmax(increase, next[i] - v[i]);
    }
    *greatest = 0;
    for (rdg_index i = 0; i < n; i++) {
        v[i] = next[i];
        *greatest = v[i] > v[*greatest] ? i : *greatest;
    }
    return increase;
}

rdg_index rdg_wedging_slider(rdg_index n, const double *D, double *work, double *growth)
{
    if (!D || !work) {
        return -1;
    }
    double *v = work, *next = work + n;
    for (rdg_index pushed = 0; pushed < n; pushed++) {
        for (rdg_index i = 0; i < n; i++) {
            v[i] = i == pushed;
        }
        double increase = HUGE_VAL, before = HUGE_VAL;
        rdg_index greatest = pushed;
        bool settles = false;
        for (int k = 0; k < STEPS && !settles && v[greatest] < runaway; k++) {
            before = increase;
            increase = follow(n, D, v, next, &greatest);
            settles = increase <= DBL_EPSILON * v[greatest];
        }
        if (!settles && increase >= before) {
            if (growth) {
                *growth = v[greatest] / (v[greatest] - increase);
            }
            return greatest;
        }
    }
    return -1;
}
