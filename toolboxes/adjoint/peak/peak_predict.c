/* A peak at another forcing amplitude, predicted from the last one and the one before. */
#include "peak_impl.h"

#include <math.h>
#include <string.h>

const double rdg_peak_longest = 2.5;

void rdg_peak_predict(const rdg_peak_response *r, const rdg_peak_point *p, double x, int order, double *u)
{
    const double level = exp(x), t = x - log(p->level);
    const double back = p->earlier_level > 0.0 ? log(p->earlier_level / p->level) : 0.0;
    const bool second = order > 1 && fabs(t) < rdg_peak_longest * fabs(back);
    memcpy(u, p->u, (size_t)r->n * sizeof *u);
    for (rdg_index i = 0; i <= r->n_Q; i++) {
        const bool scales = i < r->n_Q && r->level == r->alpha;
        const rdg_index j = i < r->n_Q ? r->Q + i : r->omega;
        const double now = scales ? p->level : 1.0, before = scales ? p->earlier_level : 1.0;
        const double y = p->u[j] / now, dy = (p->slope[j] - (scales ? p->u[j] : 0.0)) / now;
        double value = y + (order > 0 ? t * dy : 0.0);
        if (second) {
            value += t * t * ((p->earlier[j] / before - y) / back - dy) / back;
        }
        u[j] = value * (scales ? level : 1.0);
    }
    u[r->level] = level;
}
