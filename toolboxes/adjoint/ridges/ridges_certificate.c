/* The certificate: which forcing amplitudes lie between two samples that agree with the ridges, and as text.
 */
#include "ridges_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A ridge that is lost between two forcing amplitudes; -1: there is none. */
static rdg_index lost_between(const rdg_ridges_work *w, double low, double high)
{
    for (rdg_index k = 0; k < w->n_trails; k++) {
        const rdg_ridge_end *end[] = {&w->trail[k].low, &w->trail[k].high};
        for (int i = 0; i < 2; i++) {
            if (end[i]->kind == RDG_RIDGE_LOST && end[i]->level >= low && end[i]->level <= high) {
                return k;
            }
        }
    }
    return -1;
}

rdg_status rdg_ridges_doubt(rdg_ridges_work *w, double low, double high, const char *format, ...)
{
    va_list arguments;
    RDG_TRY(rdg_context_reserve(w->ctx, &w->uncertain, &w->uncertain_capacity, w->n_uncertain + 1,
                                sizeof *w->uncertain));
    rdg_ridges_uncertain *u = &w->uncertain[w->n_uncertain++];
    u->low = low;
    u->high = high;
    va_start(arguments, format);
    vsnprintf(u->why, sizeof u->why, format, arguments);
    va_end(arguments);
    return RDG_OK;
}

/* What is uncertain between two forcing amplitudes; NULL: nothing. */
static const rdg_ridges_uncertain *uncertain_between(const rdg_ridges_work *w, double low, double high)
{
    for (rdg_index k = 0; k < w->n_uncertain; k++) {
        if (w->uncertain[k].low <= high && w->uncertain[k].high >= low) {
            return &w->uncertain[k];
        }
    }
    return NULL;
}

/* From one sample to the next one. */
static void judge(rdg_ridges_work *w, const rdg_ridges_look *a, const rdg_ridges_look *b,
                  rdg_ridges_range *range, char *why)
{
    const rdg_index lost = lost_between(w, a->sample.level, b->sample.level);
    const rdg_ridges_uncertain *uncertain = uncertain_between(w, a->sample.level, b->sample.level);
    const rdg_ridge_driver *d = &w->d;
    *range = (rdg_ridges_range){.low = a->sample.level, .high = b->sample.level, .why = why};
    if (w->is_cut) {
        rdg_ridges_describe_cut(w, why, RDG_RIDGES_WHY);
        return;
    }
    if (rdg_branch_points_describe(d->branch_point, d->n_branch_points, range->low, range->high,
                                   d->level_unit, why, RDG_RIDGES_WHY)) {
        return;
    }
    if (!a->sample.agrees || !b->sample.agrees) {
        const rdg_ridges_look *bad = a->sample.agrees ? b : a;
        snprintf(why, RDG_RIDGES_WHY, "at %.9g %s %.180s", bad->sample.level, w->d.level_unit, bad->why);
    } else if (lost >= 0) {
        const rdg_ridge_trail *t = &w->trail[lost];
        const rdg_ridge_end *end = t->low.kind == RDG_RIDGE_LOST ? &t->low : &t->high;
        snprintf(why, RDG_RIDGES_WHY, "ridge %lld cannot be followed beyond %.9g %s (%s)",
                 (long long)lost + 1, end->level, w->d.level_unit, end->type);
    } else if (uncertain) {
        snprintf(why, RDG_RIDGES_WHY, "%s", uncertain->why);
    } else {
        range->certified = true;
    }
}

/* Those that follow each other and are both certified, or are not for one reason, are one. */
static void merge(rdg_ridges_work *w, rdg_index n)
{
    rdg_index kept = 0;
    for (rdg_index k = 0; k < n; k++) {
        rdg_ridges_range *last = kept > 0 ? &w->range[kept - 1] : NULL;
        if (last && last->certified == w->range[k].certified && strcmp(last->why, w->range[k].why) == 0) {
            last->high = w->range[k].high;
        } else {
            w->range[kept++] = w->range[k];
        }
    }
    w->all.ranges = kept;
}

rdg_status rdg_ridges_judge(rdg_ridges_work *w)
{
    const rdg_index n = w->n_looks - 1;
    w->all.ends_left = rdg_ridges_ends_left(w);
    w->all.ranges_left = rdg_ridges_unsampled(w);
    w->range = rdg_context_calloc(w->ctx, (size_t)n, sizeof *w->range);
    w->why = rdg_context_calloc(w->ctx, (size_t)n, sizeof *w->why);
    w->sample = rdg_context_calloc(w->ctx, (size_t)w->n_looks, sizeof *w->sample);
    if (!w->range || !w->why || !w->sample) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < w->n_looks; k++) {
        w->sample[k] = w->look[k].sample;
        w->sample[k].why = w->look[k].why;
    }
    for (rdg_index k = 0; k < n; k++) {
        judge(w, &w->look[k], &w->look[k + 1], &w->range[k], w->why[k]);
    }
    merge(w, n);
    w->all.range = w->range;
    w->all.sample = w->sample;
    w->all.samples = w->n_looks;
    w->all.certified = w->all.ranges == 1 && w->range[0].certified;
    return RDG_OK;
}

void rdg_ridges_verdict(const rdg_ridges_work *w, char *text, size_t size)
{
    size_t used = 0;
    for (rdg_index k = 0; k < w->all.ranges && used < size; k++) {
        const rdg_ridges_range *r = &w->range[k];
        const int more = snprintf(text + used, size - used, "%s%s from %.6g to %.6g %s%s%s",
                                  k > 0 ? "; " : "", r->certified ? "certified" : "not certified", r->low,
                                  r->high, w->d.level_unit, r->certified ? "" : ": ", r->why);
        used += more > 0 ? (size_t)more : 0;
    }
    if (used < size) {
        const int more = snprintf(text + used, size - used, " (%lld samples)", (long long)w->n_looks);
        used += more > 0 ? (size_t)more : 0;
    }
    if (used < size && w->all.searched > 0) {
        snprintf(text + used, size - used,
                 "; detached responses searched for at %lld forcing amplitudes: %lld found (no proof that "
                 "there are no others)",
                 (long long)w->all.searched, (long long)w->all.detached);
    }
}

bool rdg_ridges_certified(const rdg_ridges *all, double level)
{
    bool inside = false;
    bool certified = true;
    for (rdg_index k = 0; all && k < all->ranges; k++) {
        if (level >= all->range[k].low && level <= all->range[k].high) {
            inside = true;
            certified = certified && all->range[k].certified;
        }
    }
    return inside && certified;
}
