/* Mistuned wheels in the modes of the tuned one, tuned_wheel.c: K = diag(omega^2) + sum_j delta_j T_j' (V'
 * K_blade V) T_j. */
#include "mistuning_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* K, with M as workspace until it is I at the end; deviation NULL: tuned */
static void assemble(rdg_tuned_wheel *w, const double *deviation)
{
    const rdg_index n = w->n;
    for (rdg_index j = 0; deviation && j < w->sector->sectors; j++) {
        for (rdg_index d = 0; d < n; d++) {
            rdg_tuned_wheel_turn(w, j, w->G + n * d, 1, w->M + n * d);
        }
        for (rdg_index c = 0; c < n; c++) {
            rdg_tuned_wheel_turn(w, j, w->M + c, n, w->M + c);
        }
        for (rdg_index e = 0; e < n * n; e++) {
            w->K[e] += deviation[j] * w->M[e];
        }
    }
    memset(w->M, 0, (size_t)(n * n) * sizeof *w->M);
    for (rdg_index c = 0; c < n; c++) {
        w->M[c + n * c] = 1.0;
        w->K[c + n * c] += w->square[c];
        for (rdg_index d = 0; d < c; d++) {
            w->K[c + n * d] = w->K[d + n * c] = 0.5 * (w->K[c + n * d] + w->K[d + n * c]);
        }
    }
}

/* A displacement of sector j in the wheel's coordinates */
static rdg_status add_name(const rdg_tuned_wheel *w, rdg_structure *made, const rdg_named_displacement *named,
                           rdg_index j)
{
    const rdg_index n = w->sector->s->n;
    char prefix[32];
    snprintf(prefix, sizeof prefix, "sector%lld", (long long)j);
    for (rdg_index c = 0; c < w->n; c++) {
        w->x[c] = 0.0;
        for (rdg_index i = 0; i < named->n; i++) {
            w->x[c] += named->weight[i] * w->V[n * c + named->dof[i]];
        }
    }
    rdg_tuned_wheel_turn(w, j, w->x, 1, w->x);
    char *name = rdg_structure_prefixed(w->sector->ctx, j == 0 ? NULL : prefix, named->name);
    const rdg_status status =
        name ? rdg_structure_add_name(made, "rdg_sector_mistuned", name, w->n, w->dof, w->x, NULL)
             : RDG_ERR_NO_MEMORY;
    rdg_free(name);
    return status;
}

static rdg_status add_names(const rdg_tuned_wheel *w, rdg_structure *made)
{
    for (rdg_index j = 0; j < w->sector->sectors; j++) {
        for (const rdg_named_displacement *named = w->sector->s->first; named; named = named->next) {
            RDG_TRY(add_name(w, made, named, j));
        }
    }
    return RDG_OK;
}

static rdg_status check(const rdg_sector *sector, rdg_index modes, const rdg_sparse *blade,
                        const double *deviation)
{
    const char *where = "rdg_sector_mistuned", *name = sector->s->name;
    if (modes < 1 || modes > sector->n || !blade || !deviation) {
        return rdg_fail(sector->ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " modes of \"%s\": each nodal diameter has 1 .. %" PRId64
                        " (or the stiffness of the blade or the deviations are missing)",
                        modes, name, sector->n);
    }
    if (blade->pattern.rows != sector->s->n || blade->pattern.cols != sector->s->n) {
        return rdg_fail(sector->ctx, RDG_ERR_ARGUMENT, where,
                        "the blade's stiffness is %" PRId64 " by %" PRId64 ", but \"%s\" has %" PRId64
                        " degrees of freedom with both faces",
                        blade->pattern.rows, blade->pattern.cols, name, sector->s->n);
    }
    for (rdg_index e = 0; e < blade->pattern.start[sector->s->n]; e++) {
        if (!isfinite(blade->values[e])) {
            return rdg_fail(sector->ctx, RDG_ERR_ARGUMENT, where,
                            "the blade's stiffness of \"%s\" is not finite: entry %" PRId64 " is %g", name, e,
                            blade->values[e]);
        }
    }
    for (rdg_index j = 0; j < sector->sectors; j++) {
        if (!isfinite(deviation[j]) || deviation[j] <= -1.0) {
            return rdg_fail(sector->ctx, RDG_ERR_ARGUMENT, where,
                            "deviation %g of blade %" PRId64 " of \"%s\": the stiffness is 1 + deviation of "
                            "the tuned one and must be positive",
                            deviation[j], j, name);
        }
    }
    return RDG_OK;
}

static rdg_structure *make(rdg_tuned_wheel *w, const rdg_mistuning *o)
{
    const rdg_structure *s = w->sector->s;
    double a = 0.0, b = 0.0;
    if (!rdg_structure_proportional(s, &a, &b) || s->loss_factor != 0.0) {
        rdg_fail(w->sector->ctx, RDG_ERR_ARGUMENT, "rdg_sector_mistuned",
                 "the damping of \"%s\" is not proportional: use rdg_damping_proportional()", s->name);
        return NULL;
    }
    if (rdg_tuned_wheel_fill(w, o->blade) != RDG_OK) {
        return NULL;
    }
    assemble(w, o->parameters ? NULL : o->deviation);
    rdg_structure *made = rdg_structure_create(w->sector->ctx, s->name, w->n, w->M, RDG_UNDAMPED, w->K);
    if (!made) {
        return NULL;
    }
    made->mixed = true;
    if (rdg_damping_proportional(made, a, b) != RDG_OK || add_names(w, made) != RDG_OK ||
        (o->parameters && rdg_add_blade_elements(w, made, b, o->deviation) != RDG_OK)) {
        rdg_structure_free(made);
        return NULL;
    }
    return made;
}

rdg_structure *rdg_sector_mistuned_wheel(const rdg_sector *sector, const rdg_mistuning *options)
{
    RDG_ENTER(sector, sector->ctx, NULL);
    RDG_NEED(sector->ctx, options, NULL);
    if (check(sector, options->modes, options->blade, options->deviation) != RDG_OK) {
        return NULL;
    }
    rdg_tuned_wheel w = {.sector = sector, .modes = options->modes};
    if (options->contacts &&
        rdg_structure_set(sector->s, __func__, options->contacts, &w.n_contacts, &w.contact) != RDG_OK) {
        return NULL;
    }
    w.n = sector->sectors * (w.modes + w.n_contacts);
    rdg_structure *made = make(&w, options);
    rdg_tuned_wheel_release(&w);
    return made;
}

rdg_structure *rdg_sector_mistuned(const rdg_sector *sector, rdg_index modes, const rdg_sparse *blade,
                                   const double *deviation)
{
    return rdg_sector_mistuned_wheel(
        sector, &(rdg_mistuning){.modes = modes, .blade = blade, .deviation = deviation});
}

rdg_structure *rdg_sector_mistuned_parameters(const rdg_sector *sector, rdg_index modes,
                                              const rdg_sparse *blade, const double *deviation)
{
    return rdg_sector_mistuned_wheel(
        sector, &(rdg_mistuning){.modes = modes, .blade = blade, .deviation = deviation, .parameters = true});
}
