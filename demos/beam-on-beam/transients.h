/* The motion of the beam on the beam in time: stable or not, smooth or with random force, as figures 5 to 8,
 * 10 and 11 show it. By itself with the exact propagator of each mode, h = 5e-7 s; FULL=1 with the central
 * difference of the paper, h = 6e-8 s; QUICK=1: from rest over 0.15 s, across one small burst. */
#ifndef BEAM_ON_BEAM_TRANSIENTS_H
#define BEAM_ON_BEAM_TRANSIENTS_H

#include "../forms.h"
#include "models.h"

#include <ridgewalk/sliding_march.h>
#include <ridgewalk/spectrogram.h>

#include <math.h>
#include <stdio.h>

#define BEAM_END 3.13     /* s: C comes to the end of the lower beam */
#define BEAM_CENTRAL 6e-8 /* s, step of the central difference */
#define BEAM_EXACT 5e-7   /* s, of the exact propagator */

enum { CASES = 4 };

/* What figure 5 compares; noise: standard deviation of the random force, as a part of the weight */
typedef struct transient_case {
    const char *name;
    double mu, noise;
} transient_case;

static const transient_case beam_case[CASES] = {{"1 stable smooth", 0.1, 0.0},
                                                {"2 stable rough", 0.1, 0.005},
                                                {"3 unstable smooth", 0.3, 0.0},
                                                {"4 unstable rough", 0.3, 0.005}};

/* A motion: records of the end T of the lower beam and of the contact, evenly spaced */
typedef struct transient {
    rdg_index rows;
    double fs; /* Hz */
    const double *t, *acc, *lambda, *v, *v_relative;
    rdg_march_result sum; /* over all steps */
} transient;

static inline double transient_from(void)
{
    return form_is_quick() ? 1.45 : 0.0;
}

static inline double transient_until(void)
{
    return form_is_quick() ? 1.6 : BEAM_END;
}

static inline bool transient_is_central(void)
{
    return form_is_full();
}

static inline double transient_step(void)
{
    return transient_is_central() ? BEAM_CENTRAL : BEAM_EXACT;
}

/* Motions are kept in memory: to make one again takes no longer than to read it. */
static inline rdg_march_options transient_options(const transient_case *what)
{
    static const rdg_march_sensor T = {"T", "T.y", true};
    return (rdg_march_options){.scheme = transient_is_central() ? RDG_MARCH_CENTRAL : RDG_MARCH_EXACT,
                               .h = transient_step(),
                               .speed = BEAM_SPEED,
                               .start = BEAM_START,
                               .from = transient_from(),
                               .until = transient_until(),
                               .past_reversal = true, /* as the paper, which looks at v alone */
                               .noise = what->noise,
                               .sensors = 1,
                               .sensor = &T,
                               .in_memory = true};
}

/* One after the other: the records are those of the run's rows without a type. */
static inline rdg_status transient_follow(rdg_sliding *c, rdg_context *ctx, const char *name,
                                          const rdg_march_options *o, transient *m)
{
    rdg_march(c, name, o, &m->sum);
    rdg_run *run = rdg_run_open(ctx, name);
    m->t = rdg_run_column(run, "t");
    m->acc = rdg_run_column(run, "acc_T");
    m->lambda = rdg_run_column(run, "lambda");
    m->v = rdg_run_column(run, "v");
    m->v_relative = rdg_run_column(run, "v_relative");
    if (rdg_error_status(ctx) != RDG_OK) {
        return rdg_error_status(ctx);
    }
    m->t++; /* the first and the last row are the ends */
    m->acc++;
    m->lambda++;
    m->v++;
    m->v_relative++;
    m->rows = rdg_run_count(run) - 2;
    m->fs = 1.0 / (round(1.0 / (5e4 * o->h)) * o->h);
    return RDG_OK;
}

static inline rdg_status transient_make(rdg_context *ctx, const transient_case *what, rdg_index elements,
                                        transient *m)
{
    rdg_sliding *c = sliding_beams_of(ctx, &(beam_options){.mu = what->mu, .elements = elements});
    rdg_march_options o = transient_options(what);
    char name[64];
    if (transient_is_central() && c) { /* a finer mesh needs shorter steps */
        o.h = fmin(o.h, 0.845 * rdg_march_limit(c, RDG_MARCH_CENTRAL));
    }
    snprintf(name, sizeof name, "%s, %d elements", what->name, (int)elements);
    return transient_follow(c, ctx, name, &o, m);
}

/* Records between two times: the first, and how many */
static inline rdg_index transient_between(const transient *m, double from, double to, rdg_index *count)
{
    rdg_index first = 0, last;
    while (first < m->rows && m->t[first] < from) {
        first++;
    }
    for (last = first; last < m->rows && m->t[last] < to;) {
        last++;
    }
    *count = last - first;
    return first;
}

static inline double greatest(rdg_index n, const double *x, rdg_index *at)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        if (fabs(x[i]) > most) {
            most = fabs(x[i]);
            *at = i;
        }
    }
    return most;
}

static inline double deviation(rdg_index n, const double *x)
{
    double mean = 0.0, sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        mean += x[i] / (double)n;
    }
    for (rdg_index i = 0; i < n; i++) {
        sum += (x[i] - mean) * (x[i] - mean) / (double)n;
    }
    return sqrt(sum);
}

enum { OUTLINE_PARTS = 2400 }; /* more than a picture has columns */

/* A signal as a picture shows it: the least and the greatest value of each part, in their order */
typedef struct outline {
    rdg_index n;
    double t[2 * OUTLINE_PARTS], x[2 * OUTLINE_PARTS];
} outline;

static inline void outline_add(outline *o, const double *t, const double *x, rdg_index i)
{
    o->t[o->n] = t[i];
    o->x[o->n] = x[i];
    o->n++;
}

static inline const outline *outline_of(outline *o, rdg_index n, const double *t, const double *x)
{
    o->n = 0;
    for (rdg_index k = 0; k < OUTLINE_PARTS; k++) {
        const rdg_index from = n * k / OUTLINE_PARTS, to = n * (k + 1) / OUTLINE_PARTS;
        rdg_index low = from, high = from;
        for (rdg_index i = from; i < to; i++) {
            low = x[i] < x[low] ? i : low;
            high = x[i] > x[high] ? i : high;
        }
        if (to > from) {
            outline_add(o, t, x, low < high ? low : high);
            outline_add(o, t, x, low < high ? high : low);
        }
    }
    return o;
}

/* A picture of one signal over time */
static inline void outline_draw(rdg_context *ctx, const char *path, rdg_index n, const double *t,
                                const double *x, const char *title, const char *label)
{
    static outline o;
    outline_of(&o, n, t, x);
    rdg_plot(ctx, path, RDG_POINTS(o.n, o.t, o.x, "", .style = RDG_LINE), RDG_TITLE(title),
             RDG_XLABEL("time / s"), RDG_YLABEL(label), RDG_SIZE(1200, 500));
}

#endif
