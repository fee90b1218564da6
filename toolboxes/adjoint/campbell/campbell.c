/* A Campbell diagram: options, lines, resonances, peaks. */
#include "campbell_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

enum { GRID = 25 };

static rdg_status refuse(const rdg_campbell_work *w, const char *what)
{
    return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_campbell", "\"%s\": %s", w->name, what);
}

static rdg_status check_orders(const rdg_campbell_work *w)
{
    const rdg_campbell_options *o = w->o;
    if (o->n_orders < 1 || !o->orders) {
        return refuse(w, "there are no engine orders: give .n_orders and .orders");
    }
    for (rdg_index i = 0; i < o->n_orders; i++) {
        if (o->orders[i] < 1) {
            return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_campbell", "\"%s\": engine order %" PRId64 " < 1",
                            w->name, o->orders[i]);
        }
    }
    return RDG_OK;
}

static rdg_status check_levels(const rdg_campbell_work *w)
{
    const rdg_campbell_options *o = w->o;
    if (o->n_amplitudes == 0) {
        return RDG_OK;
    }
    if (o->n_amplitudes < 0 || !o->amplitudes || !o->balance || !o->sensor) {
        return refuse(w, "peaks need .n_amplitudes, .amplitudes, .balance and .sensor");
    }
    for (rdg_index i = 0; i < o->n_amplitudes; i++) {
        if (!isfinite(o->amplitudes[i]) || !(o->amplitudes[i] > (i > 0 ? o->amplitudes[i - 1] : 0.0))) {
            return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_campbell",
                            "\"%s\": forcing amplitude %g: they are positive and ascend", w->name,
                            o->amplitudes[i]);
        }
    }
    return RDG_OK;
}

static rdg_status check(const rdg_campbell_work *w)
{
    const rdg_campbell_options *o = w->o;
    if (o->rotor.sectors < 2) {
        return refuse(w, "a rotor has at least 2 sectors: give .rotor");
    }
    if (o->modes < 1) {
        return refuse(w, "there are no modes: give .modes");
    }
    if (!isfinite(o->low) || !isfinite(o->high) || o->low < 0.0 || o->high <= o->low) {
        return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_campbell",
                        "\"%s\": speeds from %g to %g rad/s: 0 <= .low < .high", w->name, o->low, o->high);
    }
    if (w->speeds < 2) {
        return refuse(w, "the grid needs at least 2 speeds");
    }
    if (o->ridges && o->n_amplitudes == 0) {
        return refuse(w, "ridges need forcing amplitudes: give .n_amplitudes and .amplitudes");
    }
    RDG_TRY(check_orders(w));
    return check_levels(w);
}

static rdg_status add_resonance(rdg_campbell_work *w, rdg_campbell_row *resonance)
{
    resonance->amplitude = NAN;
    RDG_TRY(rdg_campbell_add_row(w, resonance));
    return w->o->n_amplitudes > 0 ? rdg_campbell_find_peaks(w, resonance) : RDG_OK;
}

static rdg_status find_resonances(rdg_campbell_work *w)
{
    for (rdg_index i = 0; i < w->o->n_orders; i++) {
        for (rdg_index mode = 0; mode < w->o->modes; mode++) {
            for (rdg_index k = 0; k + 1 < w->speeds; k++) {
                rdg_campbell_row resonance;
                bool is_there = false;
                RDG_TRY(rdg_campbell_resonate(w, i, mode, k, &resonance, &is_there));
                if (is_there) {
                    RDG_TRY(add_resonance(w, &resonance));
                }
            }
        }
    }
    return RDG_OK;
}

static rdg_status compute(rdg_campbell_work *w)
{
    w->omega =
        rdg_context_calloc(w->ctx, (size_t)(w->o->modes * w->speeds * w->o->n_orders), sizeof *w->omega);
    RDG_TRY(rdg_error_status(w->ctx));
    RDG_TRY(rdg_campbell_follow_lines(w));
    RDG_TRY(find_resonances(w));
    RDG_TRY(rdg_campbell_record(w));
    RDG_TRY(w->o->picture ? rdg_campbell_draw(w) : RDG_OK);
    return w->o->ridges ? rdg_campbell_draw_ridges(w) : RDG_OK;
}

rdg_status rdg_campbell(rdg_structure *standing, const char *name, const rdg_campbell_options *options)
{
    rdg_context *ctx = rdg_structure_context(standing);
    RDG_ENTER(standing, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, name, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, options, RDG_ERR_ARGUMENT);
    rdg_campbell_work w = {.ctx = ctx,
                           .standing = standing,
                           .name = name,
                           .o = options,
                           .speeds = options->speeds == 0 ? GRID : options->speeds};
    RDG_TRY(check(&w));
    rdg_warnings_begin(ctx);
    const rdg_status status = compute(&w);
    rdg_warnings_end(ctx, name);
    rdg_free(w.omega);
    rdg_free(w.row);
    return status;
}
