/* Between two levels at which all maxima are known: from which level on another one is greater than the
 * ridge's.
 *
 * Each maximum is followed, with the ridge's own, from one set to the other; one that the other set alone has
 * is followed back to where it comes into being. Its height, ln of its amplitude over the ridge's, and the
 * derivative in ln(level), which the multipliers give, are known at both ends of a step. Newton's method in
 * ln(level) finds where the heights are equal. */
#include "peak_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Steps, ln of the level, are not divided below this. */
static const double shortest = 0.01;

enum { MOST_STEPS = 400, MOST_NEWTON = 60, PAIRS = 3 };

/* A maximum beside the ridge's own at one level. */
typedef struct pair {
    rdg_peak_point *own, *rival;
    double x, height, slope; /* ln(level); height, NAN: not known; d height/dx */
} pair;

typedef struct race {
    rdg_ridge_driver *d;
    rdg_peak_response *r;
    pair at[PAIRS]; /* the last one, the next one, one in between */
    rdg_ridge_overtaking *out;
    double sense; /* 1, -1: levels grow or fall along the ridge */
} race;

static double growth(const race *g, const rdg_peak_point *p)
{
    return p->level * rdg_peak_sensitivity(g->r, p, g->d->level_name) / p->amplitude;
}

static void measure(const race *g, pair *p)
{
    p->x = log(p->rival->level);
    p->height = log(p->rival->amplitude / p->own->amplitude);
    p->slope = growth(g, p->rival) - growth(g, p->own);
}

static void assign(pair *to, const pair *from)
{
    rdg_peak_point_assign(to->own, from->own);
    rdg_peak_point_assign(to->rival, from->rival);
    to->x = from->x;
    to->height = from->height;
    to->slope = from->slope;
}

/* Both to a level. *ended: the rival is no more beyond where it is now. False: the ridge's own is not there.
 */
static bool go(race *g, pair *p, double level, bool *ended)
{
    const rdg_peak_event event = rdg_peak_follow(g->r, p->rival, level);
    *ended = event != RDG_PEAK_REACHED;
    g->out->certain = g->out->certain && event != RDG_PEAK_LOST;
    if (rdg_peak_follow(g->r, p->own, p->rival->level) != RDG_PEAK_REACHED) {
        return false;
    }
    measure(g, p);
    return true;
}

/* The greatest height of the cubic between two pairs; at a kink without a derivative the chord has it. */
static double highest_between(const pair *a, const pair *b)
{
    enum { PARTS = 16 };
    const double h = b->x - a->x, chord = b->height - a->height;
    const double left = isnan(a->slope) ? chord : h * a->slope,
                 right = isnan(b->slope) ? chord : h * b->slope;
    double most = fmax(a->height, b->height);
    for (int k = 1; k < PARTS; k++) {
        const double x = (double)k / PARTS, y = 1.0 - x;
        most = fmax(most, y * a->height + x * b->height + x * y * (y * (left - chord) - x * (right - chord)));
    }
    return most;
}

/* Is the rival below the ridge all the way from one to the next? Of a kink in the middle the cubic is off by
 * a quarter of what the tangent at one end is off at the other one. */
static bool stays_below(const pair *a, const pair *b)
{
    const double off = isnan(a->slope) ? 0.0 : b->height - a->height - a->slope * (b->x - a->x);
    return highest_between(a, b) + 0.25 * fabs(off) <= rdg_ridge_greater;
}

static void note(race *g, const pair *p)
{
    rdg_ridge_overtaking *o = g->out;
    if (o->level == 0.0 || g->sense * (p->rival->level - o->level) < 0.0) {
        o->level = p->rival->level;
        o->omega = p->rival->omega;
        o->own_omega = p->own->omega;
    }
}

/* The level between two pairs, one below and one above, at which the heights are equal: from the first one
 * on, since the rival may end at the other one. */
static void find_crossing(race *g, const pair *a, const pair *b)
{
    const bool falls = a->height > rdg_ridge_greater;
    double near = a->x, far = b->x;
    pair *m = &g->at[2];
    assign(m, a);
    for (int k = 0; k < MOST_NEWTON && fabs(far - near) > 1e-12; k++) {
        bool ended;
        double x = m->x + (rdg_ridge_greater - m->height) / m->slope;
        const bool inside = (x - near) * (x - far) < 0.0; /* false of NAN */
        x = inside ? x : 0.5 * (near + far);
        if (!go(g, m, exp(x), &ended) || ended) {
            far = x;
            assign(m, a);
            continue;
        }
        if (fabs(m->height - rdg_ridge_greater) < 0.1 * rdg_ridge_greater) {
            note(g, m);
            return;
        }
        *((m->height > rdg_ridge_greater) == falls ? &near : &far) = m->x;
    }
    note(g, falls ? a : b);
}

static void look_between(race *g, const pair *a, const pair *b)
{
    const bool was = a->height > rdg_ridge_greater, is = b->height > rdg_ridge_greater;
    if (was != is) {
        find_crossing(g, a, b);
    }
    if (is) {
        note(g, b);
    }
}

/* From the first pair to a level. True: the rival, now in the first pair, is still there. */
static bool run(race *g, double end, bool to_first)
{
    pair *at = &g->at[0], *next = &g->at[1];
    bool ended = false;
    double step = log(end) - at->x;
    for (int k = 0; k < MOST_STEPS && !ended && at->rival->level != end; k++) {
        const double rest = log(end) - at->x;
        const bool is_last = fabs(step) >= fabs(rest) * (1.0 - 1e-9);
        assign(next, at);
        if (!go(g, next, is_last ? end : exp(at->x + step), &ended)) {
            g->out->certain = false;
            return false;
        }
        const bool below = at->height <= rdg_ridge_greater && next->height <= rdg_ridge_greater;
        if (below && !stays_below(at, next) && fabs(next->x - at->x) > shortest) {
            step = 0.5 * (next->x - at->x);
            ended = false;
            continue;
        }
        look_between(g, at, next);
        if (to_first && next->height > rdg_ridge_greater) {
            return false;
        }
        step = 2.0 * (next->x - at->x);
        assign(at, next);
    }
    return !ended && at->rival->level == end;
}

static void start(race *g, const rdg_peak_point *own, const rdg_peak_point *rival)
{
    rdg_peak_point_assign(g->at[0].own, own);
    rdg_peak_point_assign(g->at[0].rival, rival);
    measure(g, &g->at[0]);
}

/* Those of the first set, along the ridge; which of the second one they become. */
static void follow_onward(race *g, const rdg_ridge_set *a, const rdg_ridge_set *b, double end, bool *met)
{
    for (rdg_index k = 0; k < a->all->count; k++) {
        if (k == a->own_at) {
            continue;
        }
        start(g, a->own, a->all->peak[k]);
        if (run(g, end, true) && rdg_peak_follow(g->r, g->at[0].rival, b->at.level) == RDG_PEAK_REACHED) {
            const rdg_index j = rdg_ridge_set_find(g->d, b->all, g->at[0].rival->u);
            if (j >= 0) {
                met[j] = true;
            }
        }
    }
}

/* Those that are new in the second set, back. */
static void follow_back(race *g, const rdg_ridge_set *a, const rdg_ridge_set *b, const rdg_peak_point *own,
                        const bool *met)
{
    rdg_peak_point *rival = rdg_peak_point_create(g->r);
    for (rdg_index j = 0; rival && j < b->all->count; j++) {
        if (met[j]) {
            continue;
        }
        rdg_peak_point_assign(rival, b->all->peak[j]);
        if (rdg_peak_follow(g->r, rival, own->level) == RDG_PEAK_REACHED) {
            const double earlier = g->out->level;
            start(g, own, rival);
            if (g->at[0].height > rdg_ridge_greater) {
                note(g, &g->at[0]);
            }
            const bool is_there = run(g, a->at.level, false);
            if (g->out->level != earlier) {
                g->out->detached = is_there && rdg_ridge_set_find(g->d, a->all, g->at[0].rival->u) < 0;
            }
        }
    }
    rdg_peak_point_free(rival);
}

/* The ridge's own maximum at the end, if that of the first set leads there. */
static rdg_peak_point *own_at_end(race *g, const rdg_ridge_set *a, const rdg_ridge_mark *end)
{
    rdg_peak_point *own = rdg_ridge_solve_own(g->d, end->u), *way = rdg_peak_point_copy(g->r, a->own);
    const bool leads = own && way && rdg_peak_follow(g->r, way, end->level) == RDG_PEAK_REACHED &&
                       rdg_ridge_is_at(g->d, way, end->u);
    rdg_peak_point_free(way);
    if (!leads) {
        rdg_peak_point_free(own);
    }
    return leads ? own : NULL;
}

static bool allocate(race *g)
{
    bool complete = true;
    for (int k = 0; k < PAIRS; k++) {
        g->at[k].own = rdg_peak_point_create(g->r);
        g->at[k].rival = rdg_peak_point_create(g->r);
        complete = complete && g->at[k].own && g->at[k].rival;
    }
    return complete;
}

rdg_ridge_overtaking rdg_ridge_overtaken(rdg_ridge_driver *d, const rdg_ridge_set *a, const rdg_ridge_set *b,
                                         const rdg_ridge_mark *end, bool jumps)
{
    rdg_ridge_overtaking out = {.certain = a->gap == 0.0 && a->own && rdg_ridge_set_is_whole(b)};
    race g = {.d = d, .r = d->peaks, .out = &out, .sense = b->at.level > a->at.level ? 1.0 : -1.0};
    bool *met = rdg_context_calloc(d->ctx, (size_t)(b->all ? b->all->count : 0) + 1, sizeof *met);
    rdg_peak_point *own = a->own && a->all && b->all ? own_at_end(&g, a, end) : NULL;
    out.certain = out.certain && own;
    if (met && own && allocate(&g)) {
        if (!jumps && b->own_at >= 0) {
            met[b->own_at] = true;
        }
        follow_onward(&g, a, b, end->level, met);
        follow_back(&g, a, b, own, met);
    }
    for (int k = 0; k < PAIRS; k++) {
        rdg_peak_point_free(g.at[k].own);
        rdg_peak_point_free(g.at[k].rival);
    }
    rdg_peak_point_free(own);
    rdg_free(met);
    rdg_error_forgive(d->ctx);
    return out;
}
