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
static const double equal = 1e-6; /* frequencies that are nearer, relatively, are one */
static const double still =
    1e-6; /* relative to a frequency `rigid` modes behind: a motion without a spring */
enum { rigid = 6 };

/* Frequencies up to one behind the mode that is not equal (modes of a ring come in pairs), and behind as many
 * as a rigid body has motions. */
static rdg_status find_frequencies(rdg_structure *s, rdg_index mode, rdg_index *count, double *omega)
{
    const rdg_index n = rdg_structure_size(s);
    rdg_status status = RDG_OK;
    *count = mode + rigid - 1;
    do {
        *count = *count < n ? *count + 1 : n;
        status = rdg_structure_rest_frequencies(s, *count, omega);
    } while (status == RDG_OK && *count < n && omega[*count - 1] <= omega[mode - 1] * (1.0 + equal));
    return status;
}

/* Half way to the neighbouring frequencies, at the most. */
static void find_window(rdg_index mode, rdg_index count, const double *omega, double *low, double *high)
{
    const double at = omega[mode - 1];
    *low = (1.0 - widest) * at;
    *high = (1.0 + widest) * at;
    for (rdg_index k = 0; k < count; k++) {
        if (omega[k] < at * (1.0 - equal)) {
            *low = fmax(*low, 0.5 * (omega[k] + at));
        } else if (omega[k] > at * (1.0 + equal)) {
            *high = fmin(*high, 0.5 * (omega[k] + at));
        }
    }
}

static rdg_status check_mode(const rdg_ridge_driver *d, const char *name, double number)
{
    const rdg_structure *s = rdg_hbm_structure(d->hb);
    const rdg_index n = rdg_structure_size(s);
    return number >= 1.0 && number <= (double)n && number == floor(number)
               ? RDG_OK
               : rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                          "ridge \"%s\": \"%s\" has the modes 1 to %" PRId64 ", not %.15g", name,
                          rdg_structure_name(s), n, number);
}

static rdg_status window_of_mode(rdg_ridge_driver *d, const char *name, rdg_index mode, double *low,
                                 double *high)
{
    rdg_structure *s = rdg_hbm_structure(d->hb);
    rdg_index count = 0;
    double *omega = rdg_context_calloc(d->ctx, (size_t)rdg_structure_size(s), sizeof *omega);
    rdg_status status = omega ? find_frequencies(s, mode, &count, omega) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK && !(omega[mode - 1] > still * fabs(omega[count - 1]))) {
        status =
            rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                     "ridge \"%s\": mode %" PRId64 " of \"%s\" does not vibrate (%g rad/s): take another "
                     "one, or give RDG_WINDOW(\"omega\", low, high)",
                     name, mode, rdg_structure_name(s), omega[mode - 1]);
    } else if (status == RDG_OK) {
        find_window(mode, count, omega, low, high);
    }
    rdg_free(omega);
    return status;
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
                          "ridge \"%s\": RDG_FROM_MODE() needs the forcing amplitude of the response to "
                          "start from: %s",
                          name,
                          in_alpha ? "RDG_WINDOW(\"alpha\", low, high) with low > 0"
                                   : "RDG_HOLD_AT(\"alpha\", ...)");
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
                               o->kind == RDG_OPTION_DURABLE || o->kind == RDG_OPTION_RESUME;
        if (is_held || is_output) {
            rdg_option_list_add(list, *o);
        } else if (o->kind == RDG_OPTION_NO_FOLDER) {
            rdg_option_list_add(list, RDG_IN_MEMORY); /* the ridge reads it */
        }
    }
}

rdg_status rdg_ridge_respond(rdg_ridge_driver *d, const char *name, double mode, const char *run)
{
    const rdg_option *window = rdg_option_find(d->wishes, RDG_OPTION_WINDOW, "omega");
    double low = window ? window->a : 0.0, high = window ? window->b : 0.0, level = 0.0;
    RDG_TRY(check_mode(d, name, mode));
    RDG_TRY(find_level(d, name, &level));
    RDG_TRY(window ? RDG_OK : window_of_mode(d, name, (rdg_index)mode, &low, &high));
    rdg_option_list list = {.ctx = d->ctx};
    put_together(d, low, high, &list);
    rdg_problem *p = rdg_hbm_problem(d->hb, RDG_AT("omega", low), RDG_AT("alpha", level));
    rdg_status status = rdg_error_status(d->ctx);
    status = status == RDG_OK ? rdg_continue_list(p, run, list.item) : status;
    rdg_problem_free(p);
    rdg_option_list_release(&list);
    return status;
}
