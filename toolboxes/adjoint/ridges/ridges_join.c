/* Two ridges that turn out to be the same maximum: one of them has come to an end too early, or was not
 * known yet where the other one was found. And a ridge that turns out to be no maximum at some forcing
 * amplitude. */
#include "ridges_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

static void free_points(rdg_ridge_trail_point *at, rdg_index from, rdg_index to)
{
    for (rdg_index k = from; k < to; k++) {
        rdg_free(at[k].u);
        rdg_free(at[k].regime);
    }
}

static rdg_index count_up_to(const rdg_ridge_trail *t, double level)
{
    rdg_index n = 0;
    while (n < t->n && t->at[n].level <= level) {
        n++;
    }
    return n;
}

/* low up to a forcing amplitude and high from there on, in place of low; high keeps nothing. */
static rdg_status splice(rdg_ridges_work *w, rdg_ridge_trail *low, rdg_ridge_trail *high, double level)
{
    const rdg_index kept = count_up_to(low, level), left = count_up_to(high, level);
    const rdg_index added = high->n - left;
    RDG_TRY(rdg_context_reserve(w->ctx, &low->at, &low->capacity, kept + added, sizeof *low->at));
    free_points(low->at, kept, low->n);
    free_points(high->at, 0, left);
    if (added > 0) {
        memcpy(&low->at[kept], &high->at[left], (size_t)added * sizeof *low->at);
    }
    low->n = kept + added;
    low->high = high->high;
    low->traced[1] = high->traced[1];
    rdg_free(high->at);
    high->at = NULL;
    high->n = high->capacity = 0;
    return RDG_OK;
}

rdg_status rdg_ridge_trails_join(rdg_ridges_work *w, rdg_index first, rdg_index second, double level)
{
    rdg_ridge_trail *a = &w->trail[first], *b = &w->trail[second];
    rdg_ridge_trail *low = b->low.level < a->low.level ? b : a;
    rdg_ridge_trail *high = b->high.level > a->high.level ? b : a;
    const bool detached = a->detached || b->detached;
    char run[RDG_RIDGE_NAME_SIZE];
    memcpy(run, high->n > low->n ? high->run : low->run, sizeof run);
    if (low != high) {
        RDG_TRY(splice(w, low, high, level));
    }
    rdg_ridge_trail joint = *low;
    rdg_ridge_trail *other = low == a ? b : a;
    rdg_ridge_trail_free(other);
    memcpy(joint.run, run, sizeof run);
    joint.found = a->found;
    joint.detached = detached;
    *a = joint;
    memmove(b, b + 1, (size_t)(w->n_trails - second - 1) * sizeof *b);
    w->n_trails--;
    return RDG_OK;
}

void rdg_ridge_trail_cut(rdg_ridge_trail *t, double level)
{
    const bool up = level > t->found;
    const rdg_index below = count_up_to(t, level);
    if (below == 0 || below == t->n) {
        return;
    }
    free_points(t->at, up ? below : 0, up ? t->n : below);
    if (!up) {
        memmove(t->at, &t->at[below], (size_t)(t->n - below) * sizeof *t->at);
    }
    t->n = up ? below : t->n - below;
    const rdg_ridge_trail_point *last = &t->at[up ? t->n - 1 : 0];
    *(up ? &t->high : &t->low) = (rdg_ridge_end){.kind = RDG_RIDGE_LOST,
                                                 .type = "MX",
                                                 .level = last->level,
                                                 .omega = last->omega,
                                                 .amplitude = last->amplitude};
    t->traced[up] = true;
}
