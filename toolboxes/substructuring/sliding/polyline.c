/* Between the nodes of a polyline: straight lines, or cubics with one tangent at each node. */
#include "sliding_impl.h"

#include <ridgewalk/vectors.h>

#include <string.h>

/* A cubic's part that goes with the slope at a node: value, first and second derivative */
typedef struct part {
    double value, slope, bend;
} part;

static void add(rdg_stencil *s, rdg_index node, part p, double weight)
{
    const rdg_index k = node - s->first;
    s->weight[k] += weight * p.value;
    s->slope[k] += weight * p.slope;
    s->bend[k] += weight * p.bend;
}

static double length_of(const rdg_sliding *c, rdg_index segment)
{
    return c->node_x[segment + 1] - c->node_x[segment];
}

/* The slope at a node is that of the parabola through it and its neighbours; at an end that of the segment */
static void add_slope(const rdg_sliding *c, rdg_stencil *s, rdg_index node, part p)
{
    const rdg_index before = node > 0 ? node - 1 : 0, after = node < c->nodes - 1 ? node : c->nodes - 2;
    const double l = length_of(c, before), r = length_of(c, after);
    const double left = before == after ? 0.5 : r / (l + r), right = 1.0 - left;
    add(s, before, p, -left / l);
    add(s, before + 1, p, left / l);
    add(s, after, p, -right / r);
    add(s, after + 1, p, right / r);
}

static void cubic(const rdg_sliding *c, rdg_index segment, double t, rdg_stencil *s)
{
    const double L = length_of(c, segment);
    const part one = {t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t), 6.0 - 12.0 * t};
    const part zero = {1.0 - one.value, -one.slope, -one.bend};
    const part begin = {L * t * (1.0 - t) * (1.0 - t), L * (1.0 - t * (4.0 - 3.0 * t)), L * (6.0 * t - 4.0)};
    const part end = {L * t * t * (t - 1.0), L * t * (3.0 * t - 2.0), L * (6.0 * t - 2.0)};
    s->first = segment > 0 ? segment - 1 : 0;
    s->n = (int)((segment < c->nodes - 2 ? segment + 2 : segment + 1) - s->first + 1);
    add(s, segment, zero, 1.0);
    add(s, segment + 1, one, 1.0);
    add_slope(c, s, segment, begin);
    add_slope(c, s, segment + 1, end);
}

void rdg_polyline_stencil(const rdg_sliding *c, rdg_index segment, double alpha, rdg_stencil *stencil)
{
    memset(stencil, 0, sizeof *stencil);
    if (c->interpolation == RDG_C1) {
        cubic(c, segment, alpha, stencil);
        return;
    }
    *stencil = (rdg_stencil){
        .first = segment, .n = 2, .weight = {1.0 - alpha, alpha}, .slope = {-1.0, 1.0}, .bend = {0.0, 0.0}};
}

rdg_index rdg_polyline_segment(const rdg_sliding *c, double x)
{
    return rdg_interval_in(c->nodes, c->node_x, x);
}
