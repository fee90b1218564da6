/* A ridge that starts near a linear mode: the forced response there is made first. */
#include "ridge_impl.h"

#include <ridgewalk/numbers.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double widest = 0.2; /* relative to the frequency of the mode */

/* Half way to the neighbouring modes, at the most. */
static rdg_status find_window(rdg_ridge_driver *d, const char *name, rdg_index mode, double *low,
                              double *high)
{
    rdg_structure *s = rdg_hbm_structure(d->hb);
    const rdg_index n = rdg_structure_size(s);
    if (mode < 1 || mode > n) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                        "ridge \"%s\": \"%s\" has the modes 1 to %" PRId64 ", not %" PRId64, name,
                        rdg_structure_name(s), n, mode);
    }
    const rdg_index count = mode < n ? mode + 1 : n;
    double *omega = rdg_context_calloc(d->ctx, (size_t)count, sizeof *omega);
    const rdg_status status = omega ? rdg_structure_rest_frequencies(s, count, omega) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        const double at = omega[mode - 1];
        const double before = mode > 1 ? 0.5 * (omega[mode - 2] + at) : 0.0;
        const double behind = mode < n ? 0.5 * (omega[mode] + at) : INFINITY;
        *low = fmax(before, (1.0 - widest) * at);
        *high = fmin(behind, (1.0 + widest) * at);
    }
    rdg_free(omega);
    return status != RDG_OK || *low < *high
               ? status
               : rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                          "ridge \"%s\": mode %" PRId64 " of \"%s\" does not vibrate, or another one has its "
                          "frequency: give RDG_WINDOW(\"omega\", low, high)",
                          name, mode, rdg_structure_name(s));
}

static rdg_status find_level(const rdg_ridge_driver *d, const char *name, double *level)
{
    const bool in_alpha = strcmp(d->level_name, "alpha") == 0;
    const rdg_option *window = rdg_option_find(d->wishes, RDG_OPTION_WINDOW, "alpha");
    const rdg_option *held = rdg_option_find(d->wishes, RDG_OPTION_HOLD_AT, "alpha");
    *level = in_alpha ? (window ? window->a : 0.0) : (held ? held->a : 0.0);
    return *level > 0.0 && isfinite(*level)
               ? RDG_OK
               : rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                          "ridge \"%s\": RDG_FROM_MODE() needs the level of the response to start from: %s",
                          name,
                          in_alpha ? "RDG_WINDOW(\"alpha\", low, high) with low > 0"
                                   : "RDG_HOLD_AT(\"alpha\", level)");
}

/* What the response is made with: its own options, numbers that are held, and where the run goes. */
static void put_together(const rdg_ridge_driver *d, double low, double high, rdg_option_list *list)
{
    rdg_option_list_add(list, RDG_RELEASE("omega"));
    rdg_option_list_add(list, RDG_WINDOW("omega", low, high));
    rdg_option_list_add(list, RDG_MAXIMA(d->sensor));
    for (const rdg_option *o = d->wishes; o->kind != RDG_OPTION_END; o++) {
        const bool is_held = o->kind == RDG_OPTION_HOLD_AT && strcmp(o->name, "alpha") != 0;
        const bool is_output = o->kind == RDG_OPTION_NO_TABLE || o->kind == RDG_OPTION_IN_MEMORY ||
                               o->kind == RDG_OPTION_DURABLE;
        if (is_held || is_output) {
            rdg_option_list_add(list, *o);
        } else if (o->kind == RDG_OPTION_NO_FOLDER) {
            rdg_option_list_add(list, RDG_IN_MEMORY); /* the ridge reads it */
        }
    }
}

rdg_status rdg_ridge_respond(rdg_ridge_driver *d, const char *name, rdg_index mode, const char *run)
{
    const rdg_option *window = rdg_option_find(d->wishes, RDG_OPTION_WINDOW, "omega");
    double low = window ? window->a : 0.0, high = window ? window->b : 0.0, level = 0.0;
    RDG_TRY(find_level(d, name, &level));
    RDG_TRY(window ? RDG_OK : find_window(d, name, mode, &low, &high));
    rdg_option_list list = {.ctx = d->ctx};
    put_together(d, low, high, &list);
    rdg_problem *p = rdg_hbm_problem(d->hb, RDG_AT("omega", low), RDG_AT("alpha", level));
    rdg_status status = rdg_error_status(d->ctx);
    status = status == RDG_OK ? rdg_continue_list(p, run, list.item) : status;
    rdg_problem_free(p);
    rdg_option_list_release(&list);
    return status;
}
