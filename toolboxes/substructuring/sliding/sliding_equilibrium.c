/* Where the contact is without deformation, and the equilibrium of steady sliding. */
#include "sliding_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

static rdg_status leaves(const rdg_sliding *c, const char *where, double s)
{
    return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                    "at s = %g m the contact leaves the polyline, which reaches from %g to %g m", s,
                    c->node_x[0], c->node_x[c->nodes - 1]);
}

void rdg_place_undeformed(const rdg_sliding *c, double s, rdg_index segment, rdg_place *place)
{
    const double length = c->node_x[segment + 1] - c->node_x[segment];
    double x[2] = {0.0, 0.0}, y[2] = {0.0, 0.0};
    rdg_stencil node;
    *place = (rdg_place){.segment = segment, .alpha = (s - c->node_x[segment]) / length};
    rdg_polyline_stencil(c, segment, place->alpha, &node);
    for (int k = 0; k < node.n; k++) {
        x[0] += node.slope[k] * c->node_x[node.first + k];
        y[0] += node.slope[k] * c->node_y[node.first + k];
        x[1] += node.bend[k] * c->node_x[node.first + k];
        y[1] += node.bend[k] * c->node_y[node.first + k];
    }
    place->gamma = atan2(y[0], x[0]);
    place->alpha_by[RDG_PLACE_S] = 1.0 / length;
    place->gamma_by[RDG_PLACE_S] = (x[0] * y[1] - y[0] * x[1]) / (x[0] * x[0] + y[0] * y[0]) / length;
}

rdg_status rdg_sliding_undeformed(rdg_sliding *c, double s, rdg_sliding_state *state)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, state, RDG_ERR_ARGUMENT);
    if (!(s >= c->node_x[0] && s <= c->node_x[c->nodes - 1])) {
        return leaves(c, __func__, s);
    }
    rdg_place place;
    rdg_place_undeformed(c, s, rdg_polyline_segment(c, s), &place);
    *state = (rdg_sliding_state){.segment = place.segment, .alpha = place.alpha, .gamma = place.gamma};
    return RDG_OK;
}

/* At a non-smooth peak that bends away neither segment has the contact, at one that bends towards it both:
 * the two take turns, and the first one will do, by less than a rounding error of what is measured. */
rdg_place_found rdg_place_search(const rdg_sliding *c, const double number[RDG_PLACE_NUMBERS],
                                 rdg_place *place)
{
    rdg_index before = -1;
    for (rdg_index step = 0; step <= c->nodes; step++) {
        const rdg_index here = place->segment;
        if (!rdg_statics_balance(c, number, place)) {
            return RDG_PLACE_HELD;
        }
        const int way = place->alpha < 0.0 && here > 0 ? -1 : place->alpha >= 1.0 && here < c->nodes - 2;
        if (way == 0 || here + way == before) {
            const bool is_inside = way != 0 || (place->alpha >= 0.0 && place->alpha <= 1.0);
            return is_inside ? RDG_PLACE_FOUND : RDG_PLACE_LEFT;
        }
        before = here;
        place->segment += way;
        place->alpha = way < 0 ? 1.0 : 0.0;
    }
    return RDG_PLACE_LEFT;
}

/* z + b lambda / w^2 = f / w^2 */
static void fill_amplitudes(rdg_sliding *c, const rdg_place *place, const rdg_sliding_state *at, double *z)
{
    rdg_sliding_rows(c, at, c->mu, NULL, z);
    for (rdg_index i = 0; i < rdg_sliding_modes(c); i++) {
        const rdg_sliding_side *side = i < c->slider.n ? &c->slider : &c->target;
        const rdg_index mode = i < c->slider.n ? i : i - c->slider.n;
        z[i] = side->w2[mode] == 0.0 ? place->rigid : (side->f[mode] - z[i] * at->lambda) / side->w2[mode];
    }
}

rdg_status rdg_sliding_equilibrium(rdg_sliding *c, double s, rdg_sliding_state *state, double *z)
{
    RDG_TRY(rdg_sliding_undeformed(c, s, state));
    rdg_place place;
    rdg_place_undeformed(c, s, state->segment, &place);
    switch (rdg_place_search(c, (const double[]){s, c->mu, 1.0}, &place)) {
    case RDG_PLACE_HELD:
        return c->slider.w2[0] == 0.0
                   ? RDG_FAIL(c->ctx, RDG_ERR_SINGULAR,
                              "at s = %g m friction holds the slider: no force balances it", s)
                   : RDG_FAIL(c->ctx, RDG_ERR_NO_CONVERGENCE,
                              "at s = %g m the equilibrium of sliding is not found", s);
    case RDG_PLACE_LEFT:
        return leaves(c, __func__, s);
    default:
        break;
    }
    *state = (rdg_sliding_state){
        .segment = place.segment, .alpha = place.alpha, .gamma = place.gamma, .lambda = place.lambda};
    if (z) {
        fill_amplitudes(c, &place, state, z);
    }
    return RDG_OK;
}
