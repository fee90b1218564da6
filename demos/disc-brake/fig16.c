/* Figure 16: preloads (a) and speeds (b) of periodic, quasi-periodic and chaotic motion for three stiffnesses
 * of the pad, and the largest Lyapunov exponents, from stored points; by itself the program looks at two
 * preloads with softer and stiffer interfaces. FULL=1: all computed; peaks of theta and exponents every 5 N,
 * of four times the time. QUICK=1: one preload. Preset CH. */
#include "ranges.h"

static const range_study pads = {"fig16", "stiffness of the pad, kpr / (N/m)", KPR, {1100.0, 1300.0, 1500.0}};

enum { CASES = 4, FINE = 17 };

static const struct {
    double kir, kpr; /* N/m; the first two are always followed */
    const char *peaks, *color;
} of_case[CASES] = {{50.0, 1300.0, "fig16_kir50_peaks.png", "#0050b0"},
                    {200.0, 1300.0, "fig16_kir200_peaks.png", "#c00060"},
                    {100.0, 1100.0, "fig16_kpr1100_peaks.png", "#e08000"},
                    {100.0, 1500.0, "fig16_kpr1500_peaks.png", "#108040"}};

static const double coarse[] = {50.0, 75.0};

static const struct {
    double kir, N0;
    const char *what;
    double known; /* peak of theta, rad, of period 1; or exponent, 1/s */
    bool chaos;
} known_row[] = {{50.0, 50.0, "kir 50, 50 N, peak", 0.23659576, false},
                 {50.0, 75.0, "kir 50, 75 N, exponent (+- 0.10)", 1.12, true},
                 {50.0, 85.0, "kir 50, 85 N, exponent (+- 0.12)", 1.70, true},
                 {200.0, 50.0, "kir 200, 50 N, peak", 0.23593286, false},
                 {200.0, 60.0, "kir 200, 60 N, peak", 0.28156043, false},
                 {200.0, 65.0, "kir 200, 65 N, peak", 0.30488794, false},
                 {200.0, 75.0, "kir 200, 75 N, exponent (+- 0.14)", 1.16, true},
                 {200.0, 85.0, "kir 200, 85 N, exponent (+- 0.09)", 1.75, true}};

/* The rows and dots of the cases one after the other. */
typedef struct span {
    rdg_index row, rows, dot, dots;
} span;

static void compare_all(rdg_context *ctx, const chaos_table *t)
{
    static references known;
    for (rdg_index k = 0; k < t->rows; k++) {
        for (size_t q = 0; q < sizeof known_row / sizeof *known_row; q++) {
            if (t->kpr[k] == 1300.0 && t->kir[k] == known_row[q].kir && t->N0[k] == known_row[q].N0) {
                compare(&known, known_row[q].what, known_row[q].known,
                        known_row[q].chaos ? t->exponent[k] : t->most[k]);
            }
        }
    }
    write_references(ctx, &known, "fig16_numbers.csv");
}

static void draw(rdg_context *ctx, const chaos_table *t, int count, const span *of)
{
    static char title[CASES][64];
    picture exponents = {.n = 0};
    for (int c = 0; c < count; c++) {
        snprintf(title[c], sizeof title[c], "Interface of %g N/m, pad of %g N/m", of_case[c].kir,
                 of_case[c].kpr);
        if (of[c].rows == 0) {
            continue;
        }
        rdg_plot(ctx, of_case[c].peaks, RDG_POINTS(of[c].dots, t->at + of[c].dot, t->dot + of[c].dot, ""),
                 RDG_XLABEL("preload / N"), RDG_YLABEL("peaks of $\\theta$ / rad"), RDG_TITLE(title[c]));
        picture_add(&exponents, RDG_POINTS(of[c].rows, t->N0 + of[c].row, t->exponent + of[c].row, title[c],
                                           .style = RDG_LINE_DOTS, .color = of_case[c].color));
    }
    if (exponents.n > 0) {
        picture_add(&exponents, RDG_TITLE("Largest Lyapunov exponent"));
        picture_add(&exponents, RDG_XLABEL("preload / N"));
        picture_add(&exponents, RDG_YLABEL("exponent / (1/s)"));
        rdg_plot_items(ctx, "fig16_exponents_fine.png", exponents.item);
    }
}

int main(void)
{
    static chaos_table t;
    double fine[FINE];
    span of[CASES] = {0};
    rdg_context *ctx = rdg_context_create();
    const bool quick = form_is_quick(), full = form_is_full();
    t.ranges_only = !full;
    const int cases = full ? CASES : quick ? 1 : 2;
    for (int i = 0; i < FINE; i++) {
        fine[i] = 5.0 + 5.0 * i;
    }
    for (int c = 0; c < cases; c++) {
        of[c] = (span){.row = t.rows, .dot = t.dots};
        chaos_follow(ctx, of_case[c].kir, of_case[c].kpr,
                     quick  ? 1
                     : full ? FINE
                            : 2,
                     quick  ? coarse
                     : full ? fine
                            : coarse,
                     &t);
        of[c].rows = t.rows - of[c].row;
        of[c].dots = t.dots - of[c].dot;
    }
    compare_all(ctx, &t);
    chaos_write(ctx, "fig16.csv", &t);
    if (full) {
        draw(ctx, &t, cases, of);
    }
    const bool are_shown = ranges_show(ctx, &pads);
    return rdg_exit(ctx) != 0 || t.lost > 0 || !are_shown;
}
