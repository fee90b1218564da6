/* Between two forcing amplitudes at which all maxima are known: from which forcing amplitude on another one
 * is greater than the ridge's.
 *
 * Each maximum is followed, with the ridge's own, from one set to the other; one that the other set alone has
 * is followed back to where it comes into being. */
#include "peak_impl.h"
#include "ridge_comparison_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

typedef struct way {
    rdg_comparison g;
    const rdg_ridge_set *from, *to;
    bool *met;     /* [to->all->count] followed onward to there */
    bool detached; /* the maximum that is greater first */
} way;

/* Another that is not one of the first set, in at[0], to where it comes into being. */
static void trace_back(way *w, double earlier)
{
    const bool is_there = rdg_comparison_run(&w->g, w->from->at.level, false) == RDG_COMPARISON_THERE;
    if (w->g.greater != earlier) {
        w->detached = is_there && rdg_ridge_set_find(w->g.d, w->from->all, w->g.at[0].other->u) < 0;
    }
}

/* Those of the first set, along the ridge; which of the second one they become. */
static void follow_onward(way *w, double end)
{
    rdg_comparison *g = &w->g;
    const rdg_peak_set *all = w->from->all;
    for (rdg_index k = 0; k < all->count; k++) {
        if (k == w->from->own_at) {
            continue;
        }
        const double earlier = g->greater;
        rdg_comparison_start(g, w->from->own, all->peak[k]);
        const rdg_comparison_end how = rdg_comparison_run(g, end, true);
        rdg_peak_point *other = how == RDG_COMPARISON_GONE ? NULL : rdg_peak_point_copy(g->r, g->at[0].other);
        if (other && rdg_peak_follow(g->r, other, w->to->at.level) == RDG_PEAK_REACHED) {
            const rdg_index j = rdg_ridge_set_find(g->d, w->to->all, other->u);
            if (j >= 0) {
                w->met[j] = true;
            }
        }
        rdg_peak_point_free(other);
        if (how == RDG_COMPARISON_OTHER) {
            trace_back(w, earlier);
        }
    }
}

/* Those that are new in the second set, back. */
static void follow_back(way *w, const rdg_peak_point *own)
{
    rdg_comparison *g = &w->g;
    rdg_peak_point *other = rdg_peak_point_create(g->r);
    for (rdg_index j = 0; other && j < w->to->all->count; j++) {
        if (w->met[j]) {
            continue;
        }
        rdg_peak_point_assign(other, w->to->all->peak[j]);
        const double earlier = g->greater;
        if (rdg_peak_follow(g->r, other, own->level) == RDG_PEAK_REACHED) {
            rdg_comparison_start(g, own, other);
            trace_back(w, earlier);
        }
    }
    rdg_peak_point_free(other);
}

/* A maximum to a forcing amplitude, if it leads there and back. */
static bool follow_both_ways(const way *w, rdg_peak_point *own, double level, rdg_peak_point *to,
                             rdg_peak_point *back)
{
    rdg_peak_point_assign(to, own);
    if (rdg_peak_follow(w->g.r, to, level) != RDG_PEAK_REACHED) {
        return false;
    }
    rdg_peak_point_assign(back, to);
    back->earlier_level = 0.0; /* a prediction through the start would lead there from anywhere */
    return rdg_peak_follow(w->g.r, back, own->level) == RDG_PEAK_REACHED &&
           rdg_ridge_is_at(w->g.d, back, own->u);
}

/* The ridge's own maximum from the mark to where it vanishes before the second set, by halving. */
static void follow_to_its_end(const way *w, rdg_peak_point *own)
{
    rdg_peak_point *to = rdg_peak_point_create(w->g.r), *back = rdg_peak_point_create(w->g.r);
    double far = w->to->at.level;
    while (to && back && fabs(log(far / own->level)) > rdg_ridge_same_level) {
        const double level = sqrt(far * own->level);
        if (follow_both_ways(w, own, level, to, back)) {
            rdg_peak_point_assign(own, to);
        } else {
            far = level;
        }
    }
    rdg_peak_point_free(to);
    rdg_peak_point_free(back);
}

/* The ridge's own maximum at a mark, if that of the first set leads there. */
static rdg_peak_point *own_at(const way *w, const rdg_ridge_mark *mark)
{
    rdg_peak_point *own = rdg_peak_point_copy(w->g.r, w->from->own);
    if (own && rdg_peak_follow(w->g.r, own, mark->level) == RDG_PEAK_REACHED &&
        rdg_ridge_is_at(w->g.d, own, mark->u)) {
        return own;
    }
    rdg_peak_point_free(own);
    return NULL;
}

/* Is the forcing amplitude before which no other is greater, or the way there, free of uncertainty? */
static bool is_certain(const way *w)
{
    const rdg_comparison *g = &w->g;
    return w->from->gap == 0.0 && rdg_ridge_set_is_whole(w->to) &&
           (g->doubt == 0.0 || (g->greater > 0.0 && g->sense * (g->doubt - g->greater) >= 0.0));
}

rdg_ridge_overtaking rdg_ridge_overtaken(rdg_ridge_driver *d, const rdg_ridge_set *a, const rdg_ridge_set *b,
                                         const rdg_ridge_mark *mark, bool jumps)
{
    rdg_ridge_overtaking out = {.certain = false};
    way w = {.from = a, .to = b};
    w.met = rdg_context_calloc(d->ctx, (size_t)(b->all ? b->all->count : 0) + 1, sizeof *w.met);
    const bool ready =
        rdg_comparison_begin(&w.g, d, b->at.level > a->at.level ? 1.0 : -1.0) == RDG_OK && w.met;
    rdg_peak_point *own = ready && a->own && a->all && b->all ? own_at(&w, mark) : NULL;
    rdg_peak_point *at_mark = own ? rdg_peak_point_copy(d->peaks, own) : NULL;
    if (at_mark) {
        w.g.own = at_mark;
        if (jumps) {
            follow_to_its_end(&w, own);
        } else if (b->own_at >= 0) {
            w.met[b->own_at] = true;
        }
        follow_onward(&w, own->level);
        follow_back(&w, own);
        out = (rdg_ridge_overtaking){.level = w.g.greater,
                                     .omega = w.g.omega,
                                     .own_omega = w.g.own_omega,
                                     .certain = is_certain(&w),
                                     .detached = w.detached};
    }
    rdg_peak_point_free(own);
    rdg_peak_point_free(at_mark);
    rdg_comparison_finish(&w.g);
    rdg_free(w.met);
    rdg_error_forgive(d->ctx);
    return out;
}
