/* Multipliers backward through the nodes of a period: the derivative of a weighted sum of the forces, at the
 * price of one sweep for all coefficients. With the integral M of weights m of the force, at a node b
 *
 *     alpha_b = (sum of what follows) + dL/dt_b + eta_b dc/dt_b,   eta_b = -(beta_b + alpha_b . rate) /
 * (dc/dtau),
 *
 * where beta_b is the derivative in the instant of an event and c its condition. */
#include "cone_impl.h"

#include <math.h>

static double inner(const double x[2], const double y[2])
{
    return x[0] * y[0] + x[1] * y[1];
}

/* What the ends of slip add at node i (cone_ends.c). */
static void add_ends(const rdg_cone *cone, rdg_index i, double alpha[2], double *beta)
{
    const rdg_index reach = cone->node[i].event != CONE_SAMPLE ? 1 : 0;
    for (rdg_index k = -reach; k <= reach; k++) {
        cone_end end;
        double rate[2], first[CONE_RATE_INPUTS];
        if (i + k < 0 || i + k >= cone->n_nodes || !rdg_cone_end_share(cone, i + k, &end)) {
            continue;
        }
        const cone_node *node = &cone->node[i + k];
        rdg_cone_slip_rate(cone, node, rate);
        for (int s = 0; s < 2; s++) {
            *beta += end.by[1 - k] * (rate[s] * node->m[s][1] + node->t[s] * node->m[s][2]);
            *beta += k == 0 ? end.share * (rate[s] * node->m[s][2] + node->t[s] * node->m[s][3]) : 0;
        }
        if (k == 0) {
            rdg_cone_slip_rate_slopes(cone, node, (double[]){node->m[0][1], node->m[1][1]}, first);
            *beta += end.share * rdg_cone_slip_rate_along(node, first);
            for (int s = 0; s < 2; s++) {
                alpha[s] += end.share * (first[s] + node->m[s][2]);
            }
        }
    }
}

/* What the sums over steps of stick and slip (cone_force.c) add at node i of the period. */
static void add_weights(const rdg_cone *cone, rdg_index i, double alpha[2], double *beta)
{
    const cone_node *node = &cone->node[i];
    cone_sides sides;
    rdg_cone_sides(cone, i, &sides);
    const double slip = 0.5 * (sides.slip_before + sides.slip_after);
    add_ends(cone, i, alpha, beta);
    for (int s = 0; s < 2; s++) {
        const double stuck = 0.5 * (sides.after->m[s][0] - sides.before->m[s][0]);
        alpha[s] += stuck + slip * node->m[s][1];
        if (node->event == CONE_SAMPLE) {
            continue;
        }
        *beta += sides.instant[s] * node->m[s][1] - cone->kt * stuck * node->q[s][1] +
                 slip * node->m[s][2] * node->t[s];
        *beta += sides.slip_before > 0 ? 0.5 * node[-1].m[s][1] * node[-1].t[s] : 0;
        *beta -= sides.slip_after > 0 ? 0.5 * node[1].m[s][1] * node[1].t[s] : 0;
    }
}

void rdg_cone_backward(rdg_cone *cone, bool is_weighted, double alpha[2])
{
    double beta = 0;
    for (rdg_index i = cone->n_nodes - 1; i > 0; i--) {
        cone_node *b = &cone->node[i], *a = b - 1;
        cone_map map;
        if (is_weighted) {
            add_weights(cone, i, alpha, &beta);
        }
        rdg_cone_step(cone, a, b, 1, &map);
        b->eta = 0;
        if (b->event != CONE_SAMPLE) {
            cone_condition c;
            double rate[2];
            rdg_cone_condition(cone, b, &c);
            rdg_cone_rate(&map, a, b, rate);
            b->eta = -(beta + inner(alpha, rate)) / rdg_cone_condition_rate(&c, b, rate);
            alpha[0] += b->eta * c.t[0];
            alpha[1] += b->eta * c.t[1];
        }
        b->alpha[0] = alpha[0];
        b->alpha[1] = alpha[1];
        double in[CONE_INPUTS];
        for (int j = 0; j < CONE_INPUTS; j++) {
            in[j] = alpha[0] * map.first[0][j] + alpha[1] * map.first[1][j];
        }
        alpha[0] = in[0];
        alpha[1] = in[1];
        cone_spread spread;
        rdg_cone_spread(in, a, b, &spread);
        beta = a->event != CONE_SAMPLE ? rdg_cone_spread_rate(&spread, 0, a) : 0;
    }
    if (is_weighted) {
        add_weights(cone, 0, alpha, &beta);
    }
}
