/* Bifurcation diagrams, figures 11, 13 and 14: branches of limit cycles over the peaks of motions that
 * become steady at one value after the other, upwards and downwards. */
#ifndef DISC_BRAKE_DIAGRAMS_H
#define DISC_BRAKE_DIAGRAMS_H

#include "../forms.h"
#include "drawn.h"

/* What an independent program found, see doc/disc-brake.md. */
typedef struct known_cycle {
    double at, T, peak; /* the parameter; s; rad; NAN: not known */
    const char *what[2];
} known_cycle;

static inline void branch_compare(references *known, const branch *b, int count, const known_cycle *k)
{
    for (int i = 0; i < count; i++) {
        const rdg_index row = branch_row(b, k[i].at);
        if (row >= 0 && isfinite(k[i].T)) {
            compare(known, k[i].what[0], k[i].T, b->T[row]);
        }
        if (row >= 0 && isfinite(k[i].peak)) {
            compare(known, k[i].what[1], k[i].peak, b->peak[row]);
        }
    }
}

/* Where a branch is begun and to which values it is followed. */
typedef struct branch_range {
    double from, transient, least, greatest; /* transient, s */
    const char *run[2];                      /* upwards, downwards */
} branch_range;

/* Both ways from the cycle that a motion settles to; known cycles are met exactly. */
static inline void branch_find(disc_brake *brake, branch *b, const branch_range *r, int count,
                               const known_cycle *k)
{
    static cycle c;
    double value[BRANCH_VALUES];
    rdg_context *ctx = rdg_context_create();
    brake->value[b->parameter] = r->from;
    b->brake = brake;
    b->orbits = cycle_find(ctx, brake, r->transient, &c);
    for (int i = 0; i < count; i++) {
        value[i] = k[i].at;
    }
    rdg_problem *p = rdg_shooting_problem(b->orbits);
    if (r->greatest > r->from) {
        branch_follow(p, b, r->run[0], 1, r->from, r->greatest, count, value);
    }
    b->turned = b->rows;
    if (r->least < r->from) {
        branch_follow(p, b, r->run[1], -1, r->least, r->from, count, value);
    }
    rdg_context_free(ctx);
}

/* A greatest peak of theta by simulation at a value, upwards (1) or downwards (-1), beside what is known. */
static inline void sweep_compare(references *known, const brake_sweep *s, double value, int direction,
                                 const char *what, double peak)
{
    for (rdg_index k = 0; k < s->rows; k++) {
        if (s->direction_of[k] == direction && fabs(s->value[k] - value) < 1e-9 * value) {
            compare(known, what, peak, s->most[k]);
        }
    }
}

/* The picture of some branches over a sweep, and its points beside it. */
static inline void diagram_draw(rdg_context *ctx, const char *name, const char *title, const char *x,
                                const brake_sweep *sweep, int count, const branch *const *b)
{
    static drawn d;
    const char *names[DRAWN_CURVES] = {NULL};
    char path[64];
    d.rows = 0;
    d.parameter = sweep->parameter;
    drawn_add_sweep(&d, sweep);
    for (int i = 0; i < count; i++) {
        drawn_add_branch(&d, 2 + i, b[i]);
        names[i] = b[i]->name;
    }
    snprintf(path, sizeof path, "%s_drawn.csv", name);
    drawn_write(ctx, path, &d);
    snprintf(path, sizeof path, "%s.png", name);
    drawn_picture(ctx, path, title, x, &d, names);
}

/* The same from the points that FULL=1 has found; false: they are not there. */
static inline bool diagram_draw_stored(rdg_context *ctx, const char *name, const char *title, const char *x,
                                       const char *const *names)
{
    static drawn d;
    char path[64];
    d.rows = 0;
    snprintf(path, sizeof path, "%s_drawn.csv", name);
    if (!drawn_read(&d, path)) {
        return false;
    }
    snprintf(path, sizeof path, "%s.png", name);
    drawn_picture(ctx, path, title, x, &d, names);
    return true;
}

#endif
