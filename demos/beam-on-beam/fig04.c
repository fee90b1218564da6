/* Figure 4: the 20 lowest eigenvalues while the contact slides from one end of the beam to the other, not
 * deformed, for mu = 0.1 and 0.3. Dotted: the beams by themselves. QUICK: a centimetre of the way. */
#include "../forms.h"
#include "windows.h"

#include <stdio.h>

enum { MODES = 20, MOST_PLACES = 4000, DAMPING_POINTS = 100 };

typedef struct locus {
    int places;
    double s[MOST_PLACES], f[MODES][MOST_PLACES], real[MODES][MOST_PLACES];
} locus;

typedef struct table {
    rdg_index rows;
    double mu[2 * MODES * MOST_PLACES], s[2 * MODES * MOST_PLACES], k[2 * MODES * MOST_PLACES];
    double f[2 * MODES * MOST_PLACES], real[2 * MODES * MOST_PLACES];
} table;

static locus way;
static table all;

/* Places at a tenth of a millimetre, and at a fiftieth in the windows of instability and next to them */
static void choose_places(const unstable_window *w, int windows, double from, double to)
{
    way.places = 0;
    for (int i = 0; i <= (int)(5e4 * (to - from) + 0.5); i++) {
        const double s = from + 2e-5 * i;
        bool is_kept = i % 5 == 0;
        for (int k = 0; k < windows; k++) {
            is_kept = is_kept || (s > w[k].on - 1e-4 && s < w[k].off + 1e-4);
        }
        if (is_kept && way.places < MOST_PLACES) {
            way.s[way.places++] = s;
        }
    }
}

/* In the file: every millimetre, and what lies in windows */
static void follow(rdg_sliding *c, double mu, const unstable_window *w, int windows)
{
    rdg_complex_modes *m = rdg_complex_modes_create(c, MODES, RDG_UNDEFORMED);
    for (int i = 0; i < way.places; i++) {
        double _Complex p[MODES];
        if (rdg_complex_modes_at(m, way.s[i], p) != RDG_OK) {
            break;
        }
        bool is_written = fabs(1e3 * way.s[i] - floor(1e3 * way.s[i] + 0.5)) < 1e-6;
        for (int k = 0; k < windows; k++) {
            is_written = is_written || (way.s[i] > w[k].on - 1e-4 && way.s[i] < w[k].off + 1e-4);
        }
        for (int k = 0; k < MODES; k++) {
            way.f[k][i] = cimag(p[k]) / (2.0 * RDG_PI);
            way.real[k][i] = creal(p[k]);
            if (is_written) {
                all.mu[all.rows] = mu;
                all.s[all.rows] = 1e3 * way.s[i];
                all.k[all.rows] = k + 1;
                all.f[all.rows] = way.f[k][i];
                all.real[all.rows++] = way.real[k][i];
            }
        }
    }
    rdg_complex_modes_free(m);
}

static void draw(rdg_context *ctx, const char *path, const char *title)
{
    static double f[DAMPING_POINTS], one[DAMPING_POINTS], other[DAMPING_POINTS];
    rdg_plot_item item[MODES + 9];
    int items = 0;
    for (int i = 0; i < DAMPING_POINTS; i++) {
        f[i] = 17500.0 * i / (DAMPING_POINTS - 1);
        const double w = RDG_HZ(f[i]);
        one[i] = -0.5 * (BEAM_MASS_DAMPING + BEAM_UPPER_STIFFNESS_DAMPING * w * w);
        other[i] = -0.5 * (BEAM_MASS_DAMPING + BEAM_LOWER_STIFFNESS_DAMPING * w * w);
    }
    for (int k = 0; k < MODES; k++) {
        item[items++] = RDG_POINTS(way.places, way.f[k], way.real[k], "", .style = RDG_LINE);
    }
    item[items++] = RDG_POINTS(DAMPING_POINTS, f, one, "damping of the upper beam", .style = RDG_DASHED,
                               .color = "#888888");
    item[items++] = RDG_POINTS(DAMPING_POINTS, f, other, "damping of the lower beam", .style = RDG_DASHED,
                               .color = "#000000");
    item[items++] = RDG_TITLE(title);
    item[items++] = RDG_XLABEL("frequency / Hz");
    item[items++] = RDG_YLABEL("growth Re p / (1/s)");
    item[items++] = RDG_XRANGE(0.0, 17500.0);
    item[items++] = RDG_YRANGE(-300.0, 100.0);
    item[items] = (rdg_plot_item){.kind = RDG_PLOT_END};
    rdg_plot_items(ctx, path, item);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const bool quick = form_is_quick();
    const double from = quick ? 0.045 : BEAM_START, to = quick ? 0.050 : 0.099;
    for (int i = 0; i < 2; i++) {
        const double mu = i == 0 ? 0.1 : 0.3;
        rdg_sliding *c = sliding_beams(ctx, mu);
        unstable_window w[MOST_WINDOWS];
        const int windows = look_for_windows(c, RDG_UNDEFORMED, from, to, 1e-4, w);
        printf("mu = %g: %d intervals of instability\n", mu, windows);
        for (int k = 0; k < windows; k++) {
            rdg_problem_free(continue_window(c, RDG_UNDEFORMED, "locus", &w[k]));
            printf("  %8.5f .. %8.5f mm, %9.2f Hz, Re p up to %6.3f 1/s, growth exponent %.3f\n",
                   1e3 * w[k].on, 1e3 * w[k].off, w[k].f, w[k].peak, w[k].growth);
        }
        choose_places(w, windows, from, to);
        follow(c, mu, w, windows);
        draw(ctx, i == 0 ? "fig04_mu01.png" : "fig04_mu03.png",
             i == 0 ? "Eigenvalues along the way, mu = 0.1: stable" : "Eigenvalues along the way, mu = 0.3");
        rdg_sliding_free(c);
    }
    rdg_export(ctx, "fig04.csv", all.rows, RDG_COLUMN_ARRAY("mu", all.mu), RDG_COLUMN_ARRAY("s_mm", all.s),
               RDG_COLUMN_ARRAY("k", all.k), RDG_COLUMN_ARRAY("f_Hz", all.f),
               RDG_COLUMN_ARRAY("Re_1_s", all.real));
    return rdg_exit(ctx);
}
