/* A bladed disk with a friction ring: responses of a blade at several levels of the engine's order, the ridge
 * that follows one of its peaks, and all ridges with their envelope from 2 N to the ring that slides
 * everywhere. Below 2 N joints begin to slip one after the other under a flat peak; ridges are many and short
 * there. All ridges take many minutes: FULL=1 finds them again, by itself the program draws the tables beside
 * it, and compares the best limit force with whole responses.
 *
 * The best limit force: everything scales with it, so at a level alpha it is alpha times what it is at the
 * level where the greatest peak by level is least. There two peaks are equal: the minimum is sharp. */
#include "bladed_disk.h"

#include "../forms.h"
#include "ridge_pictures.h"
#include "stored_ridges.h"

#include <ridgewalk/frc_peak.h>
#include <ridgewalk/ridge.h>

#include <math.h>
#include <stdlib.h>

enum { BLADE_SEEN = 4, MOST_RESPONSES = 8 };

static const double hertz = 1.0 / 6.28318530717958647692;
static const double window[2] = {190.0, 220.0}; /* Hz */

/* --- what is asked for */

typedef struct study {
    double low, high; /* levels of the ridge, N */
    double all_from;  /* lowest level of all ridges */
    int samples;      /* responses that all ridges are compared with */
    int responses;
    double level[MOST_RESPONSES]; /* N */
} study;

static study choose(void)
{
    static const study whole = {0.1, 100.0, 2.0, 9, 8, {0.1, 1.0, 2.0, 4.0, 6.0, 10.0, 20.0, 50.0}};
    static const study glance = {0.1, 0.3, 0.1, 2, 2, {0.1, 0.5}};
    return form_is_quick() ? glance : whole;
}

/* --- runs */

static void name_response(double level, char name[32])
{
    snprintf(name, 32, "disk_%gN", level);
}

static void respond(rdg_hbm *hb, double level)
{
    char name[32];
    name_response(level, name);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(window[0])), RDG_AT("alpha", level));
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])),
                 RDG_STEP(0.02, 1e-6, 0.05), RDG_MAX_POINTS(4000), RDG_NO_TABLE);
    rdg_problem_free(p);
}

/* --- pictures */

typedef struct curve {
    rdg_index n;
    double *f, *ratio; /* [n] Hz, um/N */
} curve;

/* A ridge, to be seen among responses: frequency, and amplitude by level. */
static curve read_ridge(rdg_context *ctx, const char *name)
{
    curve c = {.n = 0};
    rdg_run *run = rdg_run_open(ctx, name);
    const double *omega = rdg_run_column(run, "omega"), *alpha = rdg_run_column(run, "alpha"),
                 *Am = rdg_run_column(run, "Am");
    const rdg_index rows = omega && alpha && Am ? rdg_run_count(run) : 0;
    c.f = calloc((size_t)rows + 1, sizeof *c.f);
    c.ratio = calloc((size_t)rows + 1, sizeof *c.ratio);
    for (rdg_index i = 0; c.f && c.ratio && i < rows; i++) {
        c.f[c.n] = hertz * omega[i];
        c.ratio[c.n++] = 1e6 * Am[i] / alpha[i];
    }
    rdg_run_free(run);
    return c;
}

static void draw_responses(rdg_context *ctx, const study *s, const char *ridge)
{
    static const char *const color[MOST_RESPONSES] = {"#000000", "#332288", "#0072b2", "#56b4e9",
                                                      "#009e73", "#b0a000", "#e08000", "#d04020"};
    char name[MOST_RESPONSES][32], legend[MOST_RESPONSES][32];
    rdg_plot_item item[MOST_RESPONSES + 8] = {{.kind = RDG_PLOT_END}};
    curve c = read_ridge(ctx, ridge);
    int n = 0;
    for (int k = 0; k < s->responses; k++) {
        name_response(s->level[k], name[k]);
        snprintf(legend[k], sizeof legend[k], "%g N", s->level[k]);
        item[n++] = RDG_CURVE(name[k], "omega", "Am", .x_factor = hertz, .y_factor = 1e6 / s->level[k],
                              .color = color[k], .width = 1.5, .legend = legend[k]);
    }
    item[n] = RDG_POINTS(c.n, c.f, c.ratio, "ridge", .style = RDG_DOTS, .color = "#cc0077");
    n++;
    item[n++] = RDG_TITLE("Blade 4 of a bladed disk with a friction ring, engine order 3");
    item[n++] = RDG_XLABEL("frequency / Hz");
    item[n++] = RDG_YLABEL("amplitude by force / (µm/N)");
    item[n++] = RDG_LOGY;
    item[n] = (rdg_plot_item){.kind = RDG_PLOT_END};
    rdg_plot_items(ctx, "bladed_disk_responses.png", item);
    free(c.f);
    free(c.ratio);
}

/* --- the best limit force */

static void take_less(rdg_ridges_point *best, double level, double omega, double amplitude, rdg_index ridge)
{
    if (amplitude / level < best->amplitude / best->level) {
        *best = (rdg_ridges_point){level, omega, amplitude, ridge};
    }
}

/* Where the envelope by level is least, of its points and its events. */
static rdg_ridges_point least_by_level(const rdg_ridges *all)
{
    rdg_ridges_point best = {.level = 1.0, .amplitude = INFINITY};
    for (rdg_index k = 0; k < all->pieces; k++) {
        const rdg_ridges_piece *p = &all->piece[k];
        const rdg_ridge_curve *r = p->ridge >= 0 ? &all->ridge[p->ridge] : NULL;
        for (rdg_index i = 0; r && i < r->n; i++) {
            if (r->level[i] >= p->low.level && r->level[i] <= p->high.level) {
                take_less(&best, r->level[i], r->omega[i], r->amplitude[i], p->ridge);
            }
        }
        if (r) {
            take_less(&best, p->high.level, p->high.omega, p->high.amplitude, p->ridge);
        }
    }
    return best;
}

/* The greatest peak of a whole response with another limit force. */
static double peak_with(double limit, double level)
{
    rdg_context *ctx = rdg_context_create();
    bladed_disk d = standard_disk;
    d.limit = limit;
    rdg_peak peak = {.amplitude = 0.0};
    rdg_frc_peak(disk_with_ring(ctx, &d, BLADE_SEEN), "Am", level, RDG_HZ(window[0]), RDG_HZ(window[1]),
                 &peak);
    rdg_context_free(ctx);
    return peak.amplitude;
}

static void tell_best(const rdg_ridges *all, const rdg_ridges_point *best)
{
    const double limit = standard_disk.limit / best->level;
    printf("least peak by force: %.10g um/N at %.10g N; best limit force %.10g N for each N of force\n",
           1e6 * best->amplitude / best->level, best->level, limit);
    for (rdg_index k = 0; k < all->pieces; k++) {
        const rdg_ridges_piece *p = &all->piece[k];
        if (p->crosses && fabs(p->high.level / best->level - 1.0) < 1e-6) {
            printf("there ridges %td and %td are equal, at %.10g N\n", (ptrdiff_t)p->ridge + 1,
                   (ptrdiff_t)all->piece[k + 1].ridge + 1, p->high.level);
        }
    }
    for (int i = -1; i <= 1; i++) {
        const double level = 3.0;
        const double force = level * limit * (1.0 + 0.02 * i);
        printf("response at %g N with %.6g N: greatest peak %.8g um\n", level, force,
               1e6 * peak_with(force, level));
    }
}

/* The peak over the limit force at a level: the envelope's points, scaled. */
static void add_limit_curve(ridge_picture *p, const rdg_ridges *all, double level, rdg_plot_item how)
{
    rdg_index capacity = 1, n = 0;
    for (rdg_index k = 0; k < all->pieces; k++) {
        capacity += all->piece[k].ridge >= 0 ? all->ridge[all->piece[k].ridge].n : 0;
    }
    double *x = take_numbers(p, capacity), *y = x ? x + capacity : NULL;
    for (rdg_index k = 0; x && k < all->pieces; k++) {
        const rdg_ridges_piece *piece = &all->piece[k];
        const rdg_ridge_curve *r = piece->ridge >= 0 ? &all->ridge[piece->ridge] : NULL;
        for (rdg_index i = 0; r && i < r->n; i++) {
            if (r->level[i] >= piece->low.level && r->level[i] <= piece->high.level) {
                x[n] = standard_disk.limit * level / r->level[i];
                y[n++] = level * by_level(r->level[i], r->omega[i], r->amplitude[i]);
            }
        }
    }
    how.kind = RDG_PLOT_ARRAYS;
    how.style = RDG_LINE;
    how.n = n;
    how.xs = x;
    how.ys = y;
    if (n > 0) {
        add_item(p, how);
    }
}

/* Peak over limit force at some levels, by the envelope at one limit force. */
static void draw_limits(rdg_context *ctx, const rdg_ridges *all, const rdg_ridges_point *best)
{
    enum { LEVELS = 4 };
    static const double level[LEVELS] = {1.0, 3.0, 10.0, 30.0};
    static const char *const legend[LEVELS] = {"1 N", "3 N", "10 N", "30 N"};
    static const char *const color[LEVELS] = {"#332288", "#0072b2", "#009e73", "#e08000"};
    const double limit = standard_disk.limit;
    ridge_picture p = {.n = 0};
    double *best_force = take_numbers(&p, LEVELS), *best_peak = best_force ? best_force + LEVELS : NULL;
    for (int l = 0; best_force && l < LEVELS; l++) {
        best_force[l] = limit * level[l] / best->level;
        best_peak[l] = 1e6 * level[l] * best->amplitude / best->level;
        add_limit_curve(&p, all, level[l],
                        (rdg_plot_item){.color = color[l], .width = 2, .legend = legend[l]});
    }
    if (best_force) {
        add_item(&p, RDG_POINTS(LEVELS, best_force, best_peak, "best limit force", .style = RDG_LINE_DOTS,
                                .color = "#cc0077", .width = 2));
    }
    add_item(&p, RDG_LOGX);
    add_item(&p, RDG_LOGY);
    add_item(&p, RDG_XRANGE(0.1, 1000.0));
    add_item(&p, RDG_TITLE("Greatest peak of blade 4 over the ring's limit force, by forcing amplitude"));
    add_item(&p, RDG_XLABEL("limit force of a joint / N"));
    add_item(&p, RDG_YLABEL("greatest amplitude / µm"));
    draw_picture(ctx, "bladed_disk_limit.png", &p);
}

static const rdg_ridges *find_all_ridges(rdg_context *ctx, const study *s)
{
    rdg_hbm *hb = disk_with_ring(ctx, &standard_disk, BLADE_SEEN);
    const rdg_ridges *all = rdg_ridges_of(hb, "disk_all", "Am", RDG_WINDOW("alpha", s->all_from, s->high),
                                          RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])),
                                          RDG_RIDGES_SAMPLES(s->samples), RDG_NO_TABLE);
    if (all) {
        rdg_ridges_export(all, "bladed_disk_ridges.csv");
        rdg_ridges_export_envelope(all, "bladed_disk_envelope.csv");
    }
    return all;
}

/* As FULL=1 has found them. */
static const rdg_ridges *read_all_ridges(rdg_context *ctx)
{
    static stored_ridges s;
    if (!stored_ridges_read(&s, "demos/design/bladed_disk_ridges.csv",
                            "demos/design/bladed_disk_envelope.csv")) {
        return NULL;
    }
    stored_ridges_export(ctx, &s, "bladed_disk_ridges.csv");
    return &s.all;
}

static bool study_all_ridges(rdg_context *ctx, const study *s)
{
    const rdg_ridges *all =
        form_is_quick() || form_is_full() ? find_all_ridges(ctx, s) : read_all_ridges(ctx);
    if (!all) {
        return false;
    }
    draw_ridges(ctx, all, "bladed_disk_ridges.png", "All ridges of blade 4", false);
    draw_ridges(ctx, all, "bladed_disk_frequencies.png", "All ridges of blade 4", true);
    if (!form_is_quick()) {
        const rdg_ridges_point best = least_by_level(all);
        tell_best(all, &best);
        draw_limits(ctx, all, &best);
    }
    return true;
}

int main(void)
{
    const study s = choose();
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = disk_with_ring(ctx, &standard_disk, BLADE_SEEN);
    for (int k = 0; k < s.responses; k++) {
        respond(hb, s.level[k]);
    }
    char first[32];
    name_response(s.level[0], first);
    rdg_ridge(hb, "disk_ridge", "Am", RDG_FROM_GREATEST(first), RDG_WINDOW("alpha", s.low, s.high));
    rdg_ridge_export(ctx, "disk_ridge", "Am", "bladed_disk_ridge.csv");
    draw_responses(ctx, &s, "disk_ridge");
    const bool is_drawn = study_all_ridges(ctx, &s);
    return rdg_exit(ctx) != 0 || !is_drawn;
}
