/* Table II: what an orbit with its multipliers costs, by shooting and by integration until the peak of theta
 * repeats, side by side in processor time. Case 1: preload 10 N, 1 rad/s; case 2: 30 N, 2 rad/s. Preset LC.
 */
#include "../forms.h"
#include "../shooting/reference.h"
#include "starts.h"

#include <stdlib.h>
#include <time.h>

enum { CASES = 2, METHODS = 6, ROWS = CASES * METHODS, MOST = 8, STEADY = 10 };

static const double share = 0.8, settled_for = 30.0, pushed_for = 5.0; /* p; s; s */

/* --- a system that counts how often its fields are asked */

typedef struct counter {
    rdg_hybrid_phase mode;
    long values, slopes;
} counter;

static int count_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    counter *c = data;
    c->values++;
    return c->mode.field.f(n, u, m, y, c->mode.field.data);
}

static int count_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    counter *c = data;
    c->slopes++;
    return c->mode.field.df(n, u, m, values, c->mode.field.data);
}

static int count_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    counter *c = data;
    c->slopes++;
    return c->mode.field.d2f(n, u, m, lambda, values, c->mode.field.data);
}

static rdg_hybrid *counted(rdg_context *ctx, const rdg_hybrid *h, counter *c, const double *value)
{
    rdg_hybrid *copy = rdg_hybrid_create(ctx, "disc brake, counted", brake_parameter, value);
    for (rdg_index k = 0; k < rdg_hybrid_phases(h) && k < MOST; k++) {
        c[k] = (counter){.mode = *rdg_hybrid_phase_at(h, k)};
        rdg_hybrid_phase mode = c[k].mode;
        mode.field.f = count_f;
        mode.field.df = count_df;
        mode.field.d2f = count_d2f;
        mode.field.data = &c[k];
        rdg_hybrid_add_phase(copy, &mode);
    }
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(h); k++) {
        rdg_hybrid_add_event_surface(copy, rdg_hybrid_event_surface_at(h, k, NULL, NULL));
    }
    return copy;
}

/* --- the ways to an orbit */

typedef struct attempt {
    double seconds, T, peak, sum, values, slopes, done; /* sum of the multipliers */
} attempt;

typedef struct bench {
    disc_brake brake;
    counter count[MOST];
    rdg_hybrid *system;
    rdg_flow *flow, *changes, *multipliers; /* for motions, corrections, and what is told */
    rdg_flow *search;                       /* for motions that shooting begins with */
    double x[STATES], pushed[STATES];       /* where motions start; the same from a harder push */
    shot settled;
} bench;

static double cpu(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Single shooting; delta 0: by variations. The matrix at the orbit is there with the multipliers. */
static void by_shooting(bench *b, double delta, attempt *a)
{
    double M[MATRIX];
    shooter by = {.system = b->system,
                  .brake = &b->brake,
                  .flow = b->flow,
                  .changes = delta > 0.0 ? NULL : b->changes,
                  .delta = delta,
                  .both = true,
                  .tolerance = 1e-7};
    shot s = b->settled;
    const double begin = cpu();
    shot_solve(&by, &s);
    by.changes = by.changes ? b->multipliers : NULL;
    const bool known = shot_monodromy(&by, &s, M);
    a->seconds = cpu() - begin;
    a->T = s.T, a->peak = s.x[PAD_THETA], a->done = s.converged && known;
    for (int i = 0; i < STATES; i++) {
        a->sum += M[i + STATES * i];
    }
}

/* How closely multiple shooting follows motions: multipliers are exact to 1e-6 then. */
static const rdg_flow_options closely = {
    .method = RDG_FLOW_MIXED, .relative = 1e-7, .absolute = 1e-9, .slopes = 1e-2};

/* Multiple shooting of the library from a state about a period before it returns. */
static void by_library(bench *b, const shot *from, double begin, attempt *a)
{
    static cycle c;
    double re[STATES], im[STATES];
    rdg_shooting *s = rdg_shooting_create(
        b->system, &(rdg_shooting_options){.x = from->x, .period = from->T, .flow = closely});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_solve(p);
    const double *u = rdg_start_values(p);
    a->done = u && rdg_ep_eigenvalues(p, u, re, im) == RDG_OK;
    a->seconds = cpu() - begin;
    if (a->done > 0.0 && cycle_take(s, u, &b->brake, &c)) {
        a->T = c.T, a->peak = c.peak, a->sum = 1.0; /* the trivial one */
        for (int i = 0; i + 1 < STATES; i++) {
            a->sum += re[i];
        }
    }
    rdg_problem_free(p);
    rdg_shooting_free(s);
}

/* The same with the search of the first orbit: from a short motion. */
static void by_short_motion(bench *b, attempt *a)
{
    shot from;
    const double begin = cpu();
    if (reach_steady(b->search, &b->brake, b->pushed, pushed_for, &from)) {
        by_library(b, &from, begin, a);
    }
}

typedef struct repeats {
    long met;
    double peak[STEADY], t[2];
} repeats;

/* 1: the latest peaks are one to 1e-6. One that is what the last one was is no sign: they swing. */
static int repeats_crossed(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                           void *data)
{
    repeats *r = data;
    double least = INFINITY, most = -INFINITY;
    (void)before;
    if (event < BRAKE_EVENTS) {
        return 0;
    }
    r->peak[r->met++ % STEADY] = after->x[PAD_THETA];
    r->t[0] = r->t[1];
    r->t[1] = after->t;
    for (int k = 0; k < STEADY; k++) {
        least = fmin(least, r->peak[k]);
        most = fmax(most, r->peak[k]);
    }
    return r->met >= STEADY && most - least < 1e-6 * most;
}

static void by_integration(bench *b, attempt *a)
{
    double x[STATES];
    repeats r = {.met = 0};
    memcpy(x, b->x, sizeof x);
    rdg_hybrid_state state = {.mode = mode_of(x), .x = x};
    const rdg_flow_observer observer = {.crossed = repeats_crossed, .data = &r};
    const double begin = cpu();
    a->done = rdg_flow_run(b->flow, b->brake.value, &state, 400.0, 0, &observer) == 1;
    a->seconds = cpu() - begin;
    printf("the peak repeats to 1e-6 after %.1f s of model time\n", state.t);
    a->sum = NAN;
    a->T = r.t[1] - r.t[0];
    a->peak = x[PAD_THETA];
}

static void attempt_once(bench *b, int method, attempt *a)
{
    static const double delta[METHODS] = {0.0, 1e-2, 1e-6};
    long values = 0, slopes = 0;
    *a = (attempt){.done = 0.0};
    for (int k = 0; k < MOST; k++) {
        values -= b->count[k].values;
        slopes -= b->count[k].slopes;
    }
    if (method < 3) {
        by_shooting(b, delta[method], a);
    } else if (method == 3) {
        by_library(b, &b->settled, cpu(), a);
    } else if (method == 4) {
        by_short_motion(b, a);
    } else {
        by_integration(b, a);
    }
    for (int k = 0; k < MOST; k++) {
        values += b->count[k].values;
        slopes += b->count[k].slopes;
    }
    a->values = (double)values;
    a->slopes = (double)slopes;
}

static bool prepare(rdg_context *ctx, double N0_, double Omega, bench *b)
{
    b->brake = preset_lc();
    b->brake.value[N0] = N0_;
    b->brake.value[OMEGA] = Omega;
    b->system = counted(ctx, brake_system_with_peaks(ctx, &b->brake), b->count, b->brake.value);
    b->flow = rdg_flow_create(b->system, &(rdg_flow_options){.method = RDG_FLOW_MIXED});
    rdg_flow_options how = {.method = RDG_FLOW_MIXED, .relative = 1e-4, .absolute = 1e-6, .slopes = 1e-2};
    b->changes = rdg_flow_create(b->system, &how);
    how.relative = 1e-6, how.absolute = 1e-8, how.slopes = 1e-3;
    b->multipliers = rdg_flow_create(b->system, &how);
    b->search = rdg_flow_create(b->system, &closely);
    if (!start_of_paper(ctx, &b->brake, share, b->x)) {
        return false;
    }
    brake_push(ctx, &b->brake, b->pushed);
    b->pushed[DOFS + PAD_THETA] += 0.2 * N0_; /* amplitudes of cycles grow as the preload does */
    b->pushed[DOFS + PAD_Z] += 0.036 * N0_;
    const double begin = cpu();
    const bool done = reach_steady(b->flow, &b->brake, b->x, settled_for, &b->settled);
    printf("N0 = %g N, %g rad/s: %g s of integration take %.2f s\n", N0_, Omega, settled_for, cpu() - begin);
    return done;
}

int main(void)
{
    static const char *const name[METHODS] = {"variations",        "differences", "differences",
                                              "multiple shooting", "from a push", "integration"};
    static const double delta[METHODS] = {NAN, 1e-2, 1e-6, NAN, NAN, NAN};
    static bench b[CASES];
    static attempt best[ROWS];
    static const char *method[ROWS];
    static double in[ROWS], d[ROWS], p[ROWS], seconds[ROWS], T[ROWS], peak[ROWS], sum[ROWS];
    static double values[ROWS], slopes[ROWS], done[ROWS];
    static const double preload[CASES] = {10.0, 30.0}, speed[CASES] = {1.0, 2.0};
    rdg_context *ctx = rdg_context_create();
    const int times = form_is_quick() ? 1 : 3;
    for (int k = 0; k < ROWS; k++) {
        const int c = k / METHODS, m = k % METHODS;
        if (m == 0 && !prepare(ctx, preload[c], speed[c], &b[c])) {
            rdg_exit(ctx);
            return 1;
        }
        for (int turn = 0; turn < times || (turn < 5 && m == 0); turn++) {
            attempt a;
            attempt_once(&b[c], m, &a);
            best[k] = turn == 0 || a.seconds < best[k].seconds ? a : best[k];
        }
        method[k] = name[m], in[k] = c + 1, d[k] = delta[m], p[k] = share;
        seconds[k] = best[k].seconds, T[k] = best[k].T, peak[k] = best[k].peak, sum[k] = best[k].sum;
        values[k] = best[k].values, slopes[k] = best[k].slopes, done[k] = best[k].done;
    }
    for (int k = 0; k < ROWS; k++) {
        printf("case %g, %-17s %6.3f s (1/%.1f of integration), %.0f evaluations, %.0f derivatives, T = "
               "%.9f, sum of multipliers %.6f%s\n",
               in[k], method[k], best[k].seconds,
               best[k / METHODS * METHODS + METHODS - 1].seconds / best[k].seconds, best[k].values,
               best[k].slopes, best[k].T, best[k].sum, best[k].done > 0.0 ? "" : ", not converged");
    }
    rdg_export(ctx, "table2.csv", ROWS, RDG_COLUMN_ARRAY("case", in), RDG_COLUMN_TEXTS("method", method),
               RDG_COLUMN_ARRAY("delta", d), RDG_COLUMN_ARRAY("p", p), RDG_COLUMN_ARRAY("seconds", seconds),
               RDG_COLUMN_ARRAY("evaluations", values), RDG_COLUMN_ARRAY("derivatives", slopes),
               RDG_COLUMN_ARRAY("T", T), RDG_COLUMN_ARRAY("peak", peak),
               RDG_COLUMN_ARRAY("sum_of_multipliers", sum), RDG_COLUMN_ARRAY("converged", done));
    return rdg_exit(ctx);
}
