/* Figure 15: preloads (a) and speeds (b) of periodic, quasi-periodic and chaotic motion for three stiffnesses
 * of the interface, and the largest Lyapunov exponents, from stored points; by itself the program looks at
 * two preloads of them. FULL=1: all computed; peaks of theta and exponents over the preload, kir = 100 N/m,
 * every 2.5 N, of four times the time. Preset CH. */
#include "ranges.h"

static const range_study interfaces = {
    "fig15", "stiffness of the interface, kir / (N/m)", KIR, {50.0, 100.0, 200.0}};

static const double glance[] = {25.0, 50.0};
static const double coarse[] = {50.0, 75.0};

int main(void)
{
    static chaos_table t;
    static references known;
    double fine[34];
    for (int i = 0; i < 34; i++) {
        fine[i] = 5.0 + 2.5 * i;
    }
    rdg_context *ctx = rdg_context_create();
    const bool quick = form_is_quick(), full = form_is_full();
    t.ranges_only = !full;
    chaos_follow(ctx, 100.0, 1300.0, full ? 34 : 2, quick ? glance : full ? fine : coarse, &t);
    for (rdg_index k = 0; k < t.rows; k++) {
        if (t.N0[k] == 25.0 || t.N0[k] == 50.0 || t.N0[k] == 65.0) {
            compare(&known,
                    t.N0[k] == 25.0   ? "25 N, peak of theta"
                    : t.N0[k] == 50.0 ? "50 N"
                                      : "65 N",
                    t.N0[k] == 25.0   ? 0.12737649
                    : t.N0[k] == 50.0 ? 0.23584827
                                      : 0.30466169,
                    t.most[k]);
        } else if (t.N0[k] == 75.0 || t.N0[k] == 85.0) {
            compare(&known,
                    t.N0[k] == 75.0 ? "75 N, exponent, 1/s (+- 0.12)" : "85 N, exponent, 1/s (+- 0.13)",
                    t.N0[k] == 75.0 ? 1.23 : 1.61, t.exponent[k]);
        }
    }
    write_references(ctx, &known, "fig15_numbers.csv");
    chaos_write(ctx, "fig15.csv", &t);
    if (full && t.rows > 0) {
        rdg_plot(ctx, "fig15_peaks.png", RDG_POINTS(t.dots, t.at, t.dot, ""), RDG_XLABEL("preload / N"),
                 RDG_YLABEL("peaks of $\\theta$ / rad"), RDG_TITLE("Interface of 100 N/m"));
        rdg_plot(
            ctx, "fig15_exponents_fine.png",
            RDG_POINTS(t.rows, t.N0, t.exponent, "largest Lyapunov exponent, 1/s", .style = RDG_LINE_DOTS),
            RDG_POINTS(t.rows, t.N0, t.K, "K of the 0-1 test", .style = RDG_LINE_DOTS),
            RDG_XLABEL("preload / N"), RDG_YLABEL("exponent, K"), RDG_TITLE("Interface of 100 N/m"));
    }
    const bool are_shown = ranges_show(ctx, &interfaces);
    return rdg_exit(ctx) != 0 || t.lost > 0 || !are_shown;
}
