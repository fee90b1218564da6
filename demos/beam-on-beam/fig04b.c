/* A map that the paper does not have: tongues of instability in the plane of place and friction, by
 * continuation of their boundaries; their tips are critical friction. Without deformation, and about the
 * equilibrium of sliding. QUICK: a centimetre of the way. FULL: every eigenvalue is continued over the whole
 * way, too, so that no window can be missed between two places. */
#include "../forms.h"
#include "windows.h"

#include <stdio.h>

enum { MOST_ROWS = 20000 };

#define MAP_FRICTION 0.3 /* tongues that reach below it are looked for, */
#define MAP_TOP 0.5      /* and followed up to here */

typedef struct map {
    const char *name;
    rdg_sliding_shape shape;
    int n;
    unstable_window w[MOST_WINDOWS];
    rdg_index rows;
    double mu[MOST_ROWS], s[MOST_ROWS], f[MOST_ROWS], tongue[MOST_ROWS];
} map;

static map maps[2] = {{.name = "fig04b", .shape = RDG_UNDEFORMED},
                      {.name = "fig04b_deformed", .shape = RDG_DEFORMED}};

static void run_name(const map *o, int k, char name[32])
{
    snprintf(name, 32, "%s_%d", o->name, k + 1);
}

static void keep_boundary(rdg_context *ctx, map *o, int k)
{
    char name[32];
    run_name(o, k, name);
    rdg_run *run = rdg_run_open(ctx, name);
    const double *mu = rdg_run_column(run, "mu"), *s = rdg_run_column(run, "s"),
                 *omega = rdg_run_column(run, "omega");
    for (rdg_index row = 0; omega && row < rdg_run_count(run) && o->rows < MOST_ROWS; row++) {
        o->mu[o->rows] = mu[row];
        o->s[o->rows] = 1e3 * s[row];
        o->f[o->rows] = omega[row] / (2.0 * RDG_PI);
        o->tongue[o->rows++] = k + 1;
    }
    rdg_run_free(run);
}

static void follow_tongues(rdg_context *ctx, rdg_sliding *c, map *o, double from, double to)
{
    o->n = look_for_windows(c, o->shape, from, to, 1e-4, o->w);
    printf("%s, mu = %g: %d intervals\n%9s %9s %9s %8s %7s %9s %9s %9s\n",
           o->shape == RDG_DEFORMED ? "deformed" : "not deformed", MAP_FRICTION, o->n, "on mm", "off mm",
           "Hz", "Re 1/s", "growth", "tip mm", "mu_c", "Hz");
    for (int k = 0; k < o->n; k++) {
        unstable_window *w = &o->w[k];
        char name[32];
        run_name(o, k, name);
        rdg_problem *p = continue_window(c, o->shape, "locus", w);
        continue_tongue(p, "locus", name, MAP_TOP, w);
        rdg_problem_free(p);
        keep_boundary(ctx, o, k);
        printf("%9.5f %9.5f %9.3f %8.4f %7.4f %9.5f %9.6f %9.3f\n", 1e3 * w->on, 1e3 * w->off, w->f, w->peak,
               w->growth, 1e3 * w->tip_s, w->tip_mu, w->tip_f);
    }
}

static void draw(rdg_context *ctx, const map *o)
{
    static const char *const color[] = {"#009e73", "#0072b2", "#d55e00"};
    static const char *const legend[] = {"3.5 kHz", "7 kHz", "10.6 kHz"};
    rdg_plot_item item[MOST_WINDOWS + 8];
    char name[MOST_WINDOWS][32], path[48];
    double tip_s[MOST_WINDOWS], tip_mu[MOST_WINDOWS];
    bool told[3] = {false, false, false};
    int items = 0;
    for (int k = 0; k < o->n; k++) {
        const int family = o->w[k].f < 5000.0 ? 0 : o->w[k].f < 9000.0 ? 1 : 2;
        run_name(o, k, name[k]);
        item[items++] = RDG_CURVE(name[k], "s", "mu", .x_factor = 1e3, .color = color[family], .width = 2,
                                  .legend = told[family] ? "" : legend[family]);
        told[family] = true;
        tip_s[k] = 1e3 * o->w[k].tip_s;
        tip_mu[k] = o->w[k].tip_mu;
    }
    item[items++] =
        RDG_POINTS(o->n, tip_s, tip_mu, "critical friction", .style = RDG_DOTS, .color = "#000000");
    item[items++] =
        RDG_TITLE(o->shape == RDG_DEFORMED ? "Tongues of instability about the equilibrium of sliding"
                                           : "Tongues of instability, beams not deformed");
    item[items++] = RDG_XLABEL("place of the contact s / mm");
    item[items++] = RDG_YLABEL("friction $\\mu$");
    item[items++] = RDG_XRANGE(5.0, 100.0);
    item[items++] = RDG_YRANGE(0.0, MAP_TOP);
    item[items] = (rdg_plot_item){.kind = RDG_PLOT_END};
    snprintf(path, sizeof path, "%s.png", o->name);
    rdg_plot_items(ctx, path, item);
    snprintf(path, sizeof path, "%s.csv", o->name);
    rdg_export(ctx, path, o->rows, RDG_COLUMN_ARRAY("mu", o->mu), RDG_COLUMN_ARRAY("s_mm", o->s),
               RDG_COLUMN_ARRAY("f_Hz", o->f), RDG_COLUMN_ARRAY("tongue", o->tongue));
}

/* Loci of all the lowest eigenvalues: edges met on the way */
static void follow_loci(rdg_context *ctx, rdg_sliding *c)
{
    rdg_sliding_state at;
    double _Complex p[FOLLOWED];
    int edges = 0;
    rdg_sliding_undeformed(c, BEAM_START, &at);
    if (rdg_sliding_eigenvalues(c, &at, FOLLOWED, p) != RDG_OK) {
        return;
    }
    for (int k = 0; k < FOLLOWED; k++) {
        rdg_problem *locus = rdg_flutter_problem(c, RDG_UNDEFORMED, RDG_AT("s", BEAM_START),
                                                 RDG_AT("sigma", creal(p[k])), RDG_AT("omega", cimag(p[k])));
        rdg_continue(locus, "locus", RDG_RELEASE("s"), RDG_WINDOW("s", BEAM_START, BEAM_LAST),
                     RDG_EVENT("FL", "sigma", 0.0), RDG_MAX_POINTS(20000), RDG_IN_MEMORY, RDG_NO_TABLE,
                     RDG_LABEL_EVERY(0));
        rdg_run *run = rdg_run_open(ctx, "locus");
        for (rdg_index nth = 0; rdg_run_find(run, "FL", nth) >= 0; nth++) {
            edges++;
        }
        rdg_run_free(run);
        rdg_problem_free(locus);
    }
    printf("%d eigenvalues continued from end to end meet %d edges\n", FOLLOWED, edges);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_sliding *c = sliding_beams(ctx, MAP_FRICTION);
    const double from = form_is_quick() ? 0.046 : BEAM_START, to = form_is_quick() ? 0.049 : BEAM_LAST;
    for (int i = 0; i < 2; i++) {
        follow_tongues(ctx, c, &maps[i], from, to);
        draw(ctx, &maps[i]);
    }
    if (form_is_full()) {
        follow_loci(ctx, c);
    }
    return rdg_exit(ctx);
}
