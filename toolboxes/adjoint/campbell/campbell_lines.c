/* Lines of a Campbell diagram, and where they meet engine orders. */
#include "campbell_impl.h"

#include <ridgewalk/root.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

static const double within = 1e-12;   /* of the highest speed */
static const double rounding = 1e-12; /* of a frequency */

rdg_status rdg_campbell_follow_lines(rdg_campbell_work *w)
{
    for (rdg_index i = 0; i < w->o->n_orders; i++) {
        for (rdg_index k = 0; k < w->speeds; k++) {
            RDG_TRY(rdg_campbell_frequencies(w, w->o->orders[i], rdg_campbell_speed(w, k),
                                             rdg_campbell_omega(w, i, k)));
        }
    }
    return RDG_OK;
}

/* omega(W) - r W, omega of all modes: [modes] */
static rdg_status distance(const rdg_campbell_work *w, rdg_index order, rdg_index mode, double speed,
                           double *omega, double *value)
{
    RDG_TRY(rdg_campbell_frequencies(w, order, speed, omega));
    *value = omega[mode] - (double)order * speed;
    return RDG_OK;
}

static rdg_status search(const rdg_campbell_work *w, rdg_index order, rdg_index mode, rdg_root *root,
                         double *omega)
{
    double value = 0.0;
    do {
        RDG_TRY(distance(w, order, mode, root->at, omega, &value));
        root->rounding = rounding * omega[mode];
    } while (rdg_root_next(root, value, NAN));
    return RDG_OK;
}

rdg_status rdg_campbell_resonate(const rdg_campbell_work *w, rdg_index i, rdg_index mode, rdg_index from,
                                 rdg_campbell_row *resonance, bool *is_there)
{
    const rdg_index order = w->o->orders[i];
    const double low = rdg_campbell_speed(w, from), high = rdg_campbell_speed(w, from + 1);
    const double before = rdg_campbell_omega(w, i, from)[mode] - (double)order * low,
                 behind = rdg_campbell_omega(w, i, from + 1)[mode] - (double)order * high;
    /* a resonance at a speed of the grid belongs to what lies behind it; nothing moves at speed 0 */
    const bool at_first = from == 0 && before == 0.0 && low > 0.0;
    *is_there = at_first || (before > 0.0 && behind <= 0.0) || (before < 0.0 && behind >= 0.0);
    if (!*is_there) {
        return RDG_OK;
    }
    double speed = at_first ? low : high;
    if (before != 0.0 && behind != 0.0) {
        rdg_root root = rdg_root_between(low, before, high, behind, within * w->o->high);
        double *omega = rdg_context_calloc(w->ctx, (size_t)w->o->modes, sizeof *omega);
        const rdg_status status = omega ? search(w, order, mode, &root, omega) : RDG_ERR_NO_MEMORY;
        rdg_free(omega);
        RDG_TRY(status);
        speed = root.at;
    }
    *resonance = (rdg_campbell_row){.order = order,
                                    .diameter = rdg_campbell_diameter(w, order),
                                    .mode = mode,
                                    .speed = speed,
                                    .omega = (double)order * speed};
    return RDG_OK;
}
