/* Windows of instability along the beam, and the tongues in the plane of place and friction that they are
 * cuts of: where eigenvalues that are followed along the way become unstable continuation starts. */
#ifndef BEAM_ON_BEAM_WINDOWS_H
#define BEAM_ON_BEAM_WINDOWS_H

#include "models.h"

#include <ridgewalk/flutter.h>

#include <complex.h>
#include <string.h>

#define BEAM_LAST 0.09905 /* m, the last contact */

enum { MOST_WINDOWS = 40, MOST_WINDOW_POINTS = 400, FOLLOWED = 20 };

typedef struct unstable_window {
    double s, omega;             /* a place inside, m, and the frequency there, rad/s */
    double on, off;              /* m */
    double peak, peak_s, f;      /* fastest growth, 1/s; where, m; its frequency, Hz */
    double growth;               /* exponent by which the motion has grown when the contact leaves */
    double tip_s, tip_mu, tip_f; /* critical friction */
} unstable_window;

typedef struct window_point {
    rdg_index number;
    double s, p[2], slope[2]; /* real and imaginary part, and by s */
} window_point;

typedef struct window_points {
    int n;
    window_point at[MOST_WINDOW_POINTS];
} window_points;

/* Where eigenvalues are unstable: each interval's place of fastest growth. Returns how many. */
static inline int look_for_windows(rdg_sliding *c, rdg_sliding_shape shape, double from, double to,
                                   double step, unstable_window *w)
{
    rdg_complex_modes *m = rdg_complex_modes_create(c, FOLLOWED, shape);
    double _Complex p[FOLLOWED];
    int open[FOLLOWED], n = 0; /* the window, from 1, that an eigenvalue is in */
    memset(open, 0, sizeof open);
    const int places = (int)((to - from) / step + 0.5);
    for (int i = 0; i <= places; i++) {
        const double s = from + (to - from) * i / places;
        if (rdg_complex_modes_at(m, s, p) != RDG_OK) {
            break;
        }
        for (int k = 0; k < FOLLOWED; k++) {
            if (!(creal(p[k]) > 0.0)) {
                open[k] = 0;
                continue;
            }
            if (!open[k] && n < MOST_WINDOWS) {
                w[n] = (unstable_window){.s = s};
                open[k] = ++n;
            }
            unstable_window *o = open[k] ? &w[open[k] - 1] : NULL;
            if (o && creal(p[k]) > o->peak) {
                o->s = s;
                o->omega = cimag(p[k]);
                o->peak = creal(p[k]);
            }
        }
    }
    rdg_complex_modes_free(m);
    return n;
}

/* Observer of a locus: blocks "root" and "place" begin the variables */
static inline bool keep_window_point(rdg_problem *p, const rdg_chart *chart, void *data)
{
    window_points *points = data;
    (void)p;
    if (points->n < MOST_WINDOW_POINTS && chart->tangent[2] != 0.0) {
        const double *u = chart->u, *along = chart->tangent;
        points->at[points->n++] = (window_point){.number = chart->point,
                                                 .s = u[2],
                                                 .p = {u[0], u[1]},
                                                 .slope = {along[0] / along[2], along[1] / along[2]}};
    }
    return false;
}

static inline void sort_window_points(window_points *points)
{
    for (int i = 1; i < points->n; i++) {
        const window_point moved = points->at[i];
        int j = i;
        for (; j > 0 && points->at[j - 1].number > moved.number; j--) {
            points->at[j] = points->at[j - 1];
        }
        points->at[j] = moved;
    }
}

/* The cubic through values and slopes of two points, at a share of the way; part 0: real */
static inline double between(const window_point *a, const window_point *b, int part, double t)
{
    const double h = b->s - a->s, u = 1.0 - t;
    return u * u * (1.0 + 2.0 * t) * a->p[part] + t * t * (3.0 - 2.0 * t) * b->p[part] +
           h * t * u * (u * a->slope[part] - t * b->slope[part]);
}

/* Edges, growth and its greatest rate, by the cubic between neighbours */
static inline void measure_window(window_points *points, unstable_window *w)
{
    enum { PARTS = 50 };
    sort_window_points(points);
    w->on = points->n > 0 ? points->at[0].s : NAN;
    w->off = points->n > 0 ? points->at[points->n - 1].s : NAN;
    w->peak = w->growth = 0.0;
    for (int i = 1; i < points->n; i++) {
        const window_point *a = &points->at[i - 1], *b = &points->at[i];
        const double h = b->s - a->s;
        w->growth +=
            (0.5 * h * (a->p[0] + b->p[0]) + h * h / 12.0 * (a->slope[0] - b->slope[0])) / BEAM_SPEED;
        for (int k = 0; k <= PARTS; k++) {
            const double t = (double)k / PARTS, sigma = between(a, b, 0, t);
            if (sigma > w->peak) {
                w->peak = sigma;
                w->peak_s = a->s + t * h;
                w->f = between(a, b, 1, t) / (2.0 * RDG_PI);
            }
        }
    }
}

/* Both edges by continuation from the place inside; the run is kept in memory as `name`. */
static inline rdg_problem *continue_window(rdg_sliding *c, rdg_sliding_shape shape, const char *name,
                                           unstable_window *w)
{
    window_points points = {.n = 0};
    rdg_problem *p = rdg_flutter_problem(c, shape, RDG_AT("s", w->s), RDG_AT("omega", w->omega));
    rdg_continue(p, name, RDG_RELEASE("s"), RDG_WINDOW("s", BEAM_START, BEAM_LAST),
                 RDG_TERMINAL("FL", "sigma", 0.0), RDG_OBSERVE(keep_window_point, &points), RDG_IN_MEMORY,
                 RDG_NO_TABLE, RDG_LABEL_EVERY(0));
    measure_window(&points, w);
    return p;
}

/* The boundary of the tongue from an edge of its window up to friction `most`; kept in memory as `name`. Its
 * lowest point is the critical friction. */
static inline void continue_tongue(rdg_problem *p, const char *locus, const char *name, double most,
                                   unstable_window *w)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_continue(p, name, RDG_FROM_POINT(locus, "FL", 0), RDG_HOLD_AT("sigma", 0.0), RDG_RELEASE("mu"),
                 RDG_RELEASE("s"), RDG_WINDOW("mu", 0.0, most), RDG_EXPECT_EARLY_END, RDG_IN_MEMORY,
                 RDG_NO_TABLE, RDG_LABEL_EVERY(0));
    rdg_run *run = rdg_run_open(ctx, name);
    const double *mu = rdg_run_column(run, "mu"), *s = rdg_run_column(run, "s"),
                 *omega = rdg_run_column(run, "omega");
    for (rdg_index row = rdg_run_count(run) - 1; mu && s && omega && row >= 0; row--) {
        if (rdg_run_point(run, row) < 0 && strcmp(rdg_run_type(run, row), "FP") == 0) {
            w->tip_mu = mu[row];
            w->tip_s = s[row];
            w->tip_f = omega[row] / (2.0 * RDG_PI);
            break; /* further on, the tongue may have grown together with another one */
        }
    }
    rdg_run_free(run);
}

#endif
