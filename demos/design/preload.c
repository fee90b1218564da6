/* The best preload of an underplatform damper between two blades: the peak over the preload at four levels of
 * excitation, and the optimum over the level, one run through the minima. Beside it what a nested search
 * takes: at each level a golden section over the preload, for each preload a whole response. */
#include "../forms.h"
#include "../friction-backbone/models.h"

#include <ridgewalk/design.h>
#include <ridgewalk/frc_peak.h>

#include <math.h>
#include <stdio.h>

enum { LEVELS = 4 };

static const double level[LEVELS] = {3.0, 7.0, 15.0, 40.0}; /* N */
static const double window[2] = {185.0, 300.0};             /* Hz */
static const double range[2] = {3.0, 300.0};                /* N, of the preload */

static rdg_hbm *blades(rdg_context *ctx, double preload)
{
    const rdg_contact contact = {.kt = 1e5, .kn = 1e5, .mu = 0.3, .preload = preload, .parameters = "pads"};
    return rdg_hbm_create(blades_on(ctx, 1.5e-5, contact), RDG_HARMONICS(1));
}

/* The greatest peak at a preload, by the whole response, and its points. */
static double peak_at(rdg_context *ctx, double alpha, double log_preload, long *points)
{
    rdg_peak peak = {.amplitude = 0.0};
    rdg_frc_peak(blades(ctx, exp(log_preload)), "Am", alpha, RDG_HZ(window[0]), RDG_HZ(window[1]), &peak);
    *points += peak.points;
    return peak.amplitude;
}

/* The best preload to 1e-6, by golden section. */
static double search(double alpha, long *points)
{
    const double golden = 0.61803398874989484820;
    rdg_context *ctx = rdg_context_create();
    double a = log(range[0]), b = log(range[1]), x = b - golden * (b - a), y = a + golden * (b - a);
    double at_x = peak_at(ctx, alpha, x, points), at_y = peak_at(ctx, alpha, y, points);
    while (b - a > 1e-6) {
        if (at_x < at_y) {
            b = y, y = x, at_y = at_x;
            x = b - golden * (b - a);
            at_x = peak_at(ctx, alpha, x, points);
        } else {
            a = x, x = y, at_x = at_y;
            y = a + golden * (b - a);
            at_y = peak_at(ctx, alpha, y, points);
        }
    }
    rdg_context_free(ctx);
    return exp(0.5 * (a + b));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = blades(ctx, 50.0);
    char name[LEVELS][32], curve[LEVELS][64], legend[LEVELS][32];
    long walked = 0, searched = 0;
    rdg_design_result best;
    for (int k = 0; k < LEVELS; k++) {
        snprintf(name[k], sizeof name[k], "preload_%gN", level[k]);
        snprintf(curve[k], sizeof curve[k], "%.31s/1-pads.preload", name[k]);
        snprintf(legend[k], sizeof legend[k], "%g N", level[k]);
        rdg_design(hb, name[k], "Am", RDG_HOLD_AT("alpha", level[k]),
                   RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])),
                   RDG_DESIGN("pads.preload", range[0], range[1]), RDG_DESIGN_RESULT(&best), RDG_NO_TABLE);
        walked += best.points;
        if (!form_is_quick()) {
            const double nested = search(level[k], &searched);
            printf("%g N: best preload %.10g N, peak %.8g um; nested search %.10g N\n", level[k],
                   best.number[0].value, 1e6 * best.amplitude, nested);
        }
    }
    rdg_design(hb, "preload", "Am", RDG_HOLD_AT("alpha", 7.0),
               RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])),
               RDG_DESIGN("pads.preload", range[0], range[1]), RDG_WINDOW("alpha", 1.0, 50.0),
               RDG_DESIGN_RESULT(&best));
    printf("%ld points of responses and ridges at %d forcing amplitudes, and %ld for all from 1 to 50 N",
           walked, LEVELS, best.points);
    printf(form_is_quick() ? "\n" : "; a nested search at one of them %ld\n", searched / LEVELS);

#define PEAKS(k, shade)                                                                                      \
    RDG_CURVE(curve[k], "pads.preload", "Am", .y_factor = 1e6, .color = (shade), .width = 2,                 \
              .legend = legend[k])
    rdg_plot(ctx, "preload.png", PEAKS(0, "#9ecae1"), PEAKS(1, "#4292c6"), PEAKS(2, "#08519c"),
             PEAKS(3, "#08306b"),
             RDG_CURVE("preload", "pads.preload", "Am", .y_factor = 1e6, .color = "#d62728", .width = 3,
                       .legend = "best preload, 1 to 50 N"),
             RDG_LOGLOG, RDG_XRANGE(range[0], range[1]),
             RDG_TITLE("The blades' peak over the damper's preload"),
             RDG_XLABEL("preload of each contact / N"), RDG_YLABEL("peak amplitude Am / µm"));
    rdg_run *run = rdg_run_open(ctx, "preload");
    rdg_run_export(run, "preload.csv", RDG_COLUMN("alpha", "alpha_N", 1),
                   RDG_COLUMN("pads.preload", "preload_N", 1), RDG_COLUMN("Am", "Am_m", 1),
                   RDG_COLUMN("omega", "f_Hz", 0.15915494309189533577));
    return rdg_exit(ctx);
}
