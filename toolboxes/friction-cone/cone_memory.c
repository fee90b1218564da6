/* How a period stores its start: A = dt_end/dt_start, forward through the nodes. Between samples a
 * slipping contact stores but the angle of its force, and this fades; at events the instant moves, too. */
#include "cone_impl.h"

#include <string.h>

/* A small change of the start, at a node. */
typedef struct change {
    double t[2], tau;
} change;

static bool at_samples(const cone_node *a, const cone_node *b)
{
    return a->event == CONE_SAMPLE && b->event == CONE_SAMPLE;
}

static void turn(const cone_node *a, const cone_node *b, change *c)
{
    const double across = a->t[0] * c->t[1] - a->t[1] * c->t[0];
    const double angle = b->fade * across / (a->t[0] * a->t[0] + a->t[1] * a->t[1]);
    c->t[0] = -angle * b->t[1];
    c->t[1] = angle * b->t[0];
}

static void pass_event(const rdg_cone *cone, const cone_map *map, const cone_node *a, const cone_node *b,
                       change *c)
{
    double t[2], rate[2];
    for (int i = 0; i < 2; i++) {
        const double *T = map->first[i];
        cone_spread spread;
        rdg_cone_spread(T, a, b, &spread);
        t[i] = T[0] * c->t[0] + T[1] * c->t[1] +
               (a->event != CONE_SAMPLE ? rdg_cone_spread_rate(&spread, 0, a) * c->tau : 0);
    }
    c->tau = 0;
    if (b->event != CONE_SAMPLE) {
        cone_condition d;
        rdg_cone_condition(cone, b, &d);
        rdg_cone_rate(map, a, b, rate);
        c->tau = -(d.t[0] * t[0] + d.t[1] * t[1]) / rdg_cone_condition_rate(&d, b, rate);
        t[0] += rate[0] * c->tau;
        t[1] += rate[1] * c->tau;
    }
    memcpy(c->t, t, sizeof t);
}

void rdg_cone_transition(const rdg_cone *cone, double A[4])
{
    change c[2] = {{.t = {1, 0}}, {.t = {0, 1}}};
    for (rdg_index i = 1; i < cone->n_nodes; i++) {
        const cone_node *b = &cone->node[i], *a = b - 1;
        if (!at_samples(a, b) || a->phase == CONE_OPEN) {
            cone_map map;
            rdg_cone_step(cone, a, b, 1, &map);
            pass_event(cone, &map, a, b, &c[0]);
            pass_event(cone, &map, a, b, &c[1]);
        } else if (a->phase == CONE_SLIP) {
            turn(a, b, &c[0]);
            turn(a, b, &c[1]);
        }
    }
    memcpy(A, c[0].t, sizeof c[0].t);
    memcpy(A + 2, c[1].t, sizeof c[1].t);
}
