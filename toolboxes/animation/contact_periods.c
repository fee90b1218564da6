/* A contact over a period. Its force law follows the motion from instant to instant. Where a contact state
 * differs at the end of such an interval, the change is bisected, and the walk goes on from there: sliders
 * turn at the extremum of the motion, not at the next instant. */
#include "contact_share_impl.h"
#include "contact_walk_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum {
    CHANGES = 64, /* of a part within an interval, at most: beyond, the state is that of its end */
    MOST_PERIODS = 1000,
    STAGES = 4,
    DEPTH = 2 /* of extrapolation */
};

/* Relative to the greatest value: change of the memory in a period. Of the period: where a change of state is
 * located. */
static const double repeats = 1e-10, located = 1e-13;

/* A walk, and the state from which an interval begins */
typedef struct pace {
    rdg_contact_walk walk;
    double *w;   /* [memory] */
    double *w0;  /* [memory] where the period began */
    double *end; /* [(DEPTH + 1) memory] where the last periods ended, the newest first */
    double *gap; /* likewise less where they began */
    double *k;   /* [(STAGES + 1) memory] rates of the memory, and where they are taken */
    int *status; /* [parts] */
    const rdg_contact_shares *of;
} pace;

static bool is_constrained(const pace *p, rdg_index part)
{
    const rdg_law_regimes *regimes = p->walk.law->regimes;
    return regimes->project && regimes->constraints &&
           regimes->constraints(p->walk.of->self, p->status[part]) > 0;
}

/* At the displacements of the walk */
static void find_rate(const pace *p, const double *w, double *k)
{
    const rdg_contact_walk *m = &p->walk;
    memset(k, 0, (size_t)m->memory * sizeof *k);
    m->law->regimes->rate(m->of->self, m->d, &(rdg_law_state){m->x, m->v, w, p->status},
                          &(rdg_law_rate){.w = k});
}

/* The memory at the end of an interval in which a part slips in a direction that turns: by the method of
 * Runge and Kutta, of fourth order. */
static void slide(const pace *p, double from, double to)
{
    static const double node[STAGES] = {0.0, 0.5, 0.5, 1.0},
                        weight[STAGES] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    const rdg_index n = p->walk.memory;
    const double h = (to - from) / p->walk.of->omega;
    double *at = p->k + STAGES * n;
    for (int i = 0; i < STAGES; i++) {
        for (rdg_index r = 0; r < n; r++) {
            at[r] = p->w[r] + (i > 0 ? h * node[i] * p->k[r + n * (i - 1)] : 0.0);
        }
        if (i == 0 || node[i] != node[i - 1]) {
            rdg_contact_turn(p->walk.of->basis, from + node[i] * (to - from), p->of->turn);
            rdg_contact_place(&p->walk, p->of->turn);
        }
        find_rate(p, at, p->k + n * i);
    }
    for (rdg_index r = 0; r < n; r++) {
        for (int i = 0; i < STAGES; i++) {
            p->walk.w[r] += h * weight[i] * p->k[r + n * i];
        }
    }
}

static void project(const pace *p)
{
    const rdg_contact_walk *m = &p->walk;
    const rdg_index each = m->law->regimes->memory;
    for (rdg_index part = 0; part < m->parts; part++) {
        if (is_constrained(p, part)) {
            m->law->regimes->project(m->of->self, m->d, part, &(rdg_law_state){m->x, m->v, m->w, p->status},
                                     m->w + each * part);
        }
    }
}

/* The state at the end of an interval; turn: there */
static void move(const pace *p, double from, double to, const double *turn)
{
    const rdg_contact_walk *m = &p->walk;
    bool slides = false;
    memcpy(m->w, p->w, (size_t)m->memory * sizeof *m->w);
    for (rdg_index part = 0; part < m->parts; part++) {
        slides = slides || is_constrained(p, part);
    }
    if (slides) {
        slide(p, from, to);
    }
    if (turn == p->of->turn) { /* which the stages may have used */
        rdg_contact_turn(m->of->basis, to, p->of->turn);
    }
    rdg_contact_place(m, turn);
    if (slides) {
        project(p);
    }
    m->law->regimes->update(m->of->self, m->d, m->x, m->v, m->w, m->status, NULL);
}

static void accept(const pace *p)
{
    memcpy(p->w, p->walk.w, (size_t)p->walk.memory * sizeof *p->w);
    memcpy(p->status, p->walk.status, (size_t)p->walk.parts * sizeof *p->status);
}

static bool is_same(const pace *p)
{
    return memcmp(p->status, p->walk.status, (size_t)p->walk.parts * sizeof *p->status) == 0;
}

static void count(const pace *p, double from, double to, rdg_contact_share *share)
{
    const double each = (to - from) / (2.0 * RDG_PI * (double)p->walk.parts);
    for (rdg_index part = 0; part < p->walk.parts; part++) {
        const rdg_animation_state shown = rdg_contact_shown(&p->walk, p->status[part]);
        *(shown == RDG_SHOWN_SLIP   ? &share->slip
          : shown == RDG_SHOWN_OPEN ? &share->separation
                                    : &share->stick) += each;
    }
}

/* Bisection to rounding of the first change in an interval: the state is that just behind it. */
static double locate(const pace *p, double from, double to)
{
    double before = from;
    for (;;) {
        const double middle = 0.5 * (before + to);
        if (to - before < located * 2.0 * RDG_PI || !(middle > before && middle < to)) {
            break;
        }
        move(p, from, middle, p->of->turn);
        if (is_same(p)) {
            before = middle;
        } else {
            to = middle;
        }
    }
    move(p, from, to, p->of->turn);
    return to;
}

static void step(const pace *p, double from, double to, const double *turn, rdg_contact_share *share)
{
    for (rdg_index k = 0; k < CHANGES * p->walk.parts; k++) {
        move(p, from, to, turn);
        if (is_same(p)) {
            break;
        }
        const double at = locate(p, from, to);
        count(p, from, at, share);
        accept(p);
        from = at;
    }
    move(p, from, to, turn);
    count(p, from, to, share);
    accept(p);
}

static double size_of(rdg_index n, const double *a)
{
    double size = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        size = fmax(size, fabs(a[i]));
    }
    return size;
}

/* Two directions of slip turn the force by little in each period: the start of the next one is extrapolated
 * from those before (Anderson 1965), as the combination of which the change would be least. */
static void extrapolate(const pace *p, int known)
{
    const rdg_index n = p->walk.memory;
    double A[DEPTH][DEPTH] = {{0.0}}, b[DEPTH] = {0.0}, c[DEPTH] = {0.0};
    for (rdg_index r = 0; r < n; r++) {
        double step[DEPTH] = {0.0};
        for (int i = 0; i < known; i++) {
            step[i] = p->gap[r + n * i] - p->gap[r + n * (i + 1)];
        }
        for (int i = 0; i < DEPTH; i++) {
            b[i] += step[i] * p->gap[r];
            for (int j = 0; j < DEPTH; j++) {
                A[i][j] += step[i] * step[j];
            }
        }
    }
    const double det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
    if (det > 1e-14 * A[0][0] * A[1][1]) {
        c[0] = (A[1][1] * b[0] - A[0][1] * b[1]) / det;
        c[1] = (A[0][0] * b[1] - A[1][0] * b[0]) / det;
    } else if (A[0][0] > 0.0) {
        c[0] = b[0] / A[0][0];
    }
    for (rdg_index r = 0; r < n; r++) {
        for (int i = 0; i < known; i++) {
            p->w[r] -= c[i] * (p->end[r + n * i] - p->end[r + n * (i + 1)]);
        }
    }
}

/* Keep where a period ended; the number of steps from one to the next that are known */
static int keep(const pace *p, int known)
{
    const rdg_index n = p->walk.memory;
    const size_t older = (size_t)(DEPTH * n) * sizeof *p->w;
    const double before = size_of(n, p->gap);
    memmove(p->end + n, p->end, older);
    memmove(p->gap + n, p->gap, older);
    for (rdg_index r = 0; r < n; r++) {
        p->end[r] = p->w[r];
        p->gap[r] = p->w[r] - p->w0[r];
    }
    return size_of(n, p->gap) > before ? 0 : known < DEPTH ? known + 1 : DEPTH;
}

static void march_period(const pace *p, rdg_contact_share *share)
{
    const rdg_index instants = p->of->instants, each = 2 * p->walk.of->basis->n_harmonics;
    const double h = 2.0 * RDG_PI / (double)instants;
    *share = (rdg_contact_share){.stick = 0.0};
    memcpy(p->w0, p->w, (size_t)p->walk.memory * sizeof *p->w);
    rdg_contact_place(&p->walk, p->of->turns);
    memcpy(p->walk.w, p->w, (size_t)p->walk.memory * sizeof *p->w);
    p->walk.law->regimes->update(p->walk.of->self, p->walk.d, p->walk.x, p->walk.v, p->walk.w, p->walk.status,
                                 NULL);
    accept(p);
    for (rdg_index i = 0; i < instants; i++) {
        step(p, h * (double)i, h * (double)(i + 1), p->of->turns + each * ((i + 1) % instants), share);
    }
}

/* Periods until the memory repeats: a slider in one direction forgets within one where it began. */
static rdg_status walk_periods(const pace *p, rdg_contact_share *share)
{
    int known = -1;
    rdg_contact_begin(&p->walk);
    memcpy(p->w, p->walk.w, (size_t)p->walk.memory * sizeof *p->w);
    for (int period = 0; period < MOST_PERIODS; period++) {
        march_period(p, share);
        known = keep(p, known);
        if (period > 0 && size_of(p->walk.memory, p->gap) <= repeats * size_of(p->walk.memory, p->w)) {
            return RDG_OK;
        }
        if (known > 0 && p->walk.law->regimes->project) {
            extrapolate(p, known);
        }
    }
    return rdg_fail(rdg_hbm_context(p->of->hb), RDG_ERR_CALLBACK, p->of->where,
                    "the slider of \"%s\" does not repeat within %d periods", p->walk.of->element->name,
                    MOST_PERIODS);
}

rdg_status rdg_contact_share_walk(const rdg_contact_shares *of, const rdg_contact_motion *motion,
                                  rdg_contact_share *share)
{
    rdg_context *ctx = rdg_hbm_context(of->hb);
    pace p = {.of = of};
    rdg_status status = rdg_contact_walk_create(ctx, motion, &p.walk);
    p.w = rdg_context_calloc(ctx, (size_t)p.walk.memory, sizeof *p.w);
    p.w0 = rdg_context_calloc(ctx, (size_t)p.walk.memory, sizeof *p.w0);
    p.end = rdg_context_calloc(ctx, (DEPTH + 1) * (size_t)p.walk.memory, sizeof *p.end);
    p.gap = rdg_context_calloc(ctx, (DEPTH + 1) * (size_t)p.walk.memory, sizeof *p.gap);
    p.k = rdg_context_calloc(ctx, (STAGES + 1) * (size_t)p.walk.memory, sizeof *p.k);
    p.status = rdg_context_calloc(ctx, (size_t)p.walk.parts, sizeof *p.status);
    status =
        status == RDG_OK && p.w && p.w0 && p.end && p.gap && p.k && p.status ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        status = walk_periods(&p, share);
    }
    rdg_contact_walk_free(&p.walk);
    rdg_free(p.w);
    rdg_free(p.w0);
    rdg_free(p.end);
    rdg_free(p.gap);
    rdg_free(p.k);
    rdg_free(p.status);
    return status;
}
