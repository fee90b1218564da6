/* What sampled responses do not show: responses that cross them at branch points, and ends of the domain that
 * are higher than all maxima. Both are kept with their forcing amplitudes, for the certificates and their
 * messages. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double same_omega = 1e-6; /* relative: a response that is sampled again */

static bool is_known(const rdg_ridge_driver *d, const rdg_branch_point *b)
{
    for (rdg_index k = 0; k < d->n_branch_points; k++) {
        const rdg_branch_point *known = &d->branch_point[k];
        if (fabs(known->level - b->level) <= rdg_ridge_same_level * b->level &&
            fabs(known->omega - b->omega) <= same_omega * b->omega) {
            return true;
        }
    }
    return false;
}

static bool is_before(const rdg_branch_point *a, const rdg_branch_point *b)
{
    return a->level < b->level || (a->level == b->level && a->omega < b->omega);
}

/* In the order of forcing amplitudes, and of frequencies at each. */
static void insert(rdg_ridge_driver *d, const rdg_branch_point *b)
{
    rdg_index k = d->n_branch_points++;
    for (; k > 0 && is_before(b, &d->branch_point[k - 1]); k--) {
        d->branch_point[k] = d->branch_point[k - 1];
    }
    d->branch_point[k] = *b;
}

static rdg_status note(rdg_ridge_driver *d, const rdg_branch_point *b)
{
    if (is_known(d, b)) {
        return RDG_OK;
    }
    RDG_TRY(rdg_context_reserve(d->ctx, &d->branch_point, &d->branch_room, d->n_branch_points + 1,
                                sizeof *d->branch_point));
    insert(d, b);
    return RDG_OK;
}

static void note_higher_end(rdg_ridge_driver *d, double level, double omega, double amplitude)
{
    rdg_ridge_higher_ends *e = &d->higher_ends;
    if (e->last == 0.0 || level < e->first.level) {
        e->first = (rdg_ridge_place){.level = level, .omega = omega, .amplitude = amplitude};
    }
    e->last = fmax(e->last, level);
}

/* The end of the domain that is higher than all maxima of a set; NULL: none is. */
static const rdg_peak_end *find_higher_end(const rdg_peak_set *set)
{
    const rdg_peak_end *highest = NULL;
    double most = set->greatest >= 0 ? set->peak[set->greatest]->amplitude : 0.0;
    for (rdg_index k = 0; set->covered && k < set->ends; k++) {
        if (set->end[k].falls && set->end[k].amplitude > most) {
            highest = &set->end[k];
            most = highest->amplitude;
        }
    }
    return highest;
}

rdg_status rdg_ridge_note_set(rdg_ridge_driver *d, double level, const rdg_peak_set *set)
{
    const rdg_peak_end *end = find_higher_end(set);
    for (rdg_index k = 0; k < set->branch_points; k++) {
        const rdg_peak_branch *b = &set->branch[k];
        const rdg_branch_point at = {.level = level, .omega = b->omega, .amplitude = b->amplitude};
        RDG_TRY(b->followed ? RDG_OK : note(d, &at));
    }
    if (end) {
        note_higher_end(d, level, end->omega, end->amplitude);
    }
    return RDG_OK;
}

const rdg_peaks *rdg_ridge_peaks(rdg_ridge_driver *d, double level, rdg_index n, const rdg_option *options)
{
    rdg_option_list list = {.ctx = d->ctx};
    const bool in_alpha = strcmp(d->level_name, "alpha") == 0;
    rdg_option_list_add(&list, RDG_HOLD_AT("alpha", in_alpha ? level : d->fixed_alpha));
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        const bool is_level = !in_alpha && strcmp(d->number[k].name, d->level_name) == 0;
        rdg_option_list_add(&list, RDG_HOLD_AT(d->number[k].name, is_level ? level : d->number[k].start));
    }
    for (rdg_index k = 0; k < n; k++) {
        rdg_option_list_add(&list, options[k]);
    }
    const rdg_peaks *found =
        rdg_error_status(d->ctx) == RDG_OK ? rdg_frc_peaks_list(d->hb, d->sensor, list.item) : NULL;
    rdg_option_list_release(&list);
    rdg_error_forgive(d->ctx);
    for (rdg_index k = 0; found && k < found->branch_points; k++) {
        rdg_branch_point b = found->branch_point[k];
        b.level = level;
        note(d, &b);
    }
    if (found && found->higher_end >= 0) {
        const rdg_window_end *end = &found->end[found->higher_end];
        note_higher_end(d, level, end->omega, end->amplitude);
    }
    return found;
}

/* "at 0.4 N omega = 1.21, 1.35 rad/s; at 0.5 N omega = 1.19 rad/s" */
static size_t describe_next(const rdg_branch_point *b, bool first, bool same, const char *unit, char *text,
                            size_t size)
{
    char level[64] = "";
    if (!same) {
        snprintf(level, sizeof level, "%s%.6g %s omega =", first ? " at " : " rad/s; at ", b->level, unit);
    }
    const int n = snprintf(text, size, "%s %.6g%s", same ? "," : level, b->omega,
                           isnan(b->amplitude) ? " (non-smooth point)" : "");
    return n > 0 ? (size_t)n : 0;
}

bool rdg_branch_points_describe(const rdg_branch_point *b, rdg_index n, double low, double high,
                                const char *unit, char *text, size_t size)
{
    static const size_t tail = 40; /* space for " rad/s, and 12345 more" */
    size_t used = 0;
    rdg_index named = 0, more = 0;
    const rdg_branch_point *last = NULL;
    for (rdg_index k = 0; k < n; k++) {
        if (b[k].level < low || b[k].level > high) {
            continue;
        }
        if (named == 0) {
            used = (size_t)snprintf(text, size, "the response has branch points,");
        }
        char next[128];
        const bool same = last && last->level == b[k].level;
        const size_t length = describe_next(&b[k], !last, same, unit, next, sizeof next);
        if (more == 0 && used + length + tail < size) {
            memcpy(text + used, next, length + 1);
            used += length;
            last = &b[k];
            named++;
        } else {
            more++;
        }
    }
    if (named > 0 && more > 0) {
        snprintf(text + used, size - used, " rad/s, and %lld more", (long long)more);
    } else if (named > 0) {
        snprintf(text + used, size - used, " rad/s");
    }
    return named > 0;
}

bool rdg_peak_set_doubt(const rdg_peak_set *set, const char *unit, char *text, size_t size)
{
    const rdg_peak_end *end = find_higher_end(set);
    text[0] = '\0';
    for (rdg_index k = 0; k < set->branch_points; k++) {
        const rdg_branch_point b = {.level = set->level, .omega = set->branch[k].omega};
        if (!set->branch[k].followed) {
            return rdg_branch_points_describe(&b, 1, 0.0, INFINITY, unit, text, size);
        }
    }
    if (end) {
        snprintf(text, size,
                 "at the end of the domain, omega = %.6g rad/s, the response is higher than all its maxima, "
                 "%.6g: widen RDG_WINDOW(\"omega\", low, high)",
                 end->omega, end->amplitude);
    }
    return end;
}

void rdg_ridge_say_higher_ends(const rdg_ridge_driver *d, const char *who)
{
    const rdg_ridge_higher_ends *e = &d->higher_ends;
    if (e->last > 0.0) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: %s: at %s = %.6g %s, the lowest such value (the highest: %.6g %s), the response at "
                  "the end of the domain, omega = %.6g rad/s, is higher than all its maxima, \"%s\" = %.6g: "
                  "a wider RDG_WINDOW(\"omega\", low, high) shows the peak that it belongs to\n",
                  who, d->level_name, e->first.level, d->level_unit, e->last, d->level_unit, e->first.omega,
                  d->sensor, e->first.amplitude);
    }
}
