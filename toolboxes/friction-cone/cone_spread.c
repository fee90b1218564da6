/* How the inputs of a step follow from the motion at its ends. The curvature of the way and its rate, which a
 * step of slip knows besides x_b - x_a, are with v = x', ' = d/dtau, h = tau_b - tau_a
 *
 *     u2 = h^2 v'    = 6 (v_b - v_a) h / 5 - h^2 (v'_b + v'_a) / 10 + O(h^6)   (12 / h of the first moment of
 * v), u3 = h^3 v" / 2 = h^2 (v'_b - v'_a) / 2 + O(h^5). */
#include "cone_impl.h"

static const double slope_share = 1.2, bend_share = 0.1, rate_share = 0.5;

void rdg_cone_curvature(const cone_node *a, const cone_node *b, double u2[2], double u3[2])
{
    const double h = b->tau - a->tau;
    for (int i = 0; i < 2; i++) {
        const double *p = a->q[i], *q = b->q[i];
        u2[i] = h * (slope_share * (q[1] - p[1]) - bend_share * h * (q[2] + p[2]));
        u3[i] = rate_share * h * h * (q[2] - p[2]);
    }
}

/* In time. */
static void curvature_rate(const cone_node *a, const cone_node *b, double u2[2], double u3[2])
{
    const double h = b->tau - a->tau;
    for (int i = 0; i < 2; i++) {
        const double *p = a->q[i], *q = b->q[i];
        u2[i] = slope_share * (q[1] - p[1]) - 2 * bend_share * h * (q[2] + p[2]);
        u3[i] = 2 * rate_share * h * (q[2] - p[2]);
    }
}

void rdg_cone_spread(const double in[CONE_INPUTS], const cone_node *a, const cone_node *b, cone_spread *s)
{
    const double h = b->tau - a->tau;
    double u2[2], u3[2];
    *s = (cone_spread){.at = {{{-in[2], -in[3], in[4]}}, {{in[2], in[3], in[5]}}}};
    if (a->phase != CONE_SLIP) {
        return;
    }
    curvature_rate(a, b, u2, u3);
    for (int i = 0; i < 2; i++) {
        const double bend = -bend_share * h * h * in[6 + i], rate = rate_share * h * h * in[8 + i];
        s->at[0][1][i] = -slope_share * h * in[6 + i];
        s->at[1][1][i] = slope_share * h * in[6 + i];
        s->at[0][2][i] = bend - rate;
        s->at[1][2][i] = bend + rate;
        s->time += in[6 + i] * u2[i] + in[8 + i] * u3[i];
    }
}

double rdg_cone_spread_rate(const cone_spread *s, int end, const cone_node *node)
{
    double sum = end == 0 ? -s->time : s->time;
    for (int order = 0; order < 3; order++) {
        for (int i = 0; i < 3; i++) {
            sum += s->at[end][order][i] * node->q[i][order + 1];
        }
    }
    return sum;
}
