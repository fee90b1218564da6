/* Extrema and zeros of a surface's g on the true motion. */
#include "surface_watch_impl.h"

#include <ridgewalk/root.h>

#include <float.h>
#include <math.h>

double rdg_look_doubt(const rdg_flow *flow, const rdg_look *look)
{
    return fmax(1e-6, 1e3 * flow->options.relative) * look->size;
}

/* Newton's method for the zero of the rate, with the slope that the rate has on the extension: all but the
 * same, so that each iteration gains some digits. What is left of g is of the square of the last step. */
int rdg_true_extremum(rdg_flow *flow, const rdg_watch *w, rdg_look *look)
{
    static const double beside = 1e-4;
    rdg_look next = *look;
    const double aside = look->place < 0.5 ? beside : -beside;
    int answer = rdg_look_within(flow, w, look->place + aside, &next);
    const double slope = (next.rate - look->rate) / aside;
    double place = look->place, moved = INFINITY;
    for (int i = 0; i < 10 && answer == 0; i++) {
        answer = rdg_look_truly(flow, w, place, look);
        if (answer != 0 || slope == 0.0) {
            return answer;
        }
        const double by = -look->rate / slope;
        if (!(fabs(by) < 0.5 * moved) || !(place + by > 0.0 && place + by < 1.0)) {
            return answer;
        }
        moved = fabs(by);
        if (moved <= 1e-10) {
            look->g += 0.5 * by * look->rate;
            look->place += by;
            look->rate = 0.0;
            return 0;
        }
        place += by;
    }
    return answer;
}

/* Until the place moves no more or g is nothing but rounding. */
int rdg_true_root(rdg_flow *flow, const rdg_watch *w, rdg_look from, rdg_look to, double *place)
{
    rdg_root root = rdg_root_between(from.place, from.g, to.place, to.g, DBL_EPSILON * to.place);
    rdg_look look;
    do {
        const int answer =
            w->modal ? rdg_look_within(flow, w, root.at, &look) : rdg_look_truly(flow, w, root.at, &look);
        if (answer != 0) {
            return answer;
        }
        root.rounding = 0.5 * DBL_EPSILON * look.size;
    } while (rdg_root_next(&root, look.g, look.rate));
    *place = root.at;
    return 0;
}
