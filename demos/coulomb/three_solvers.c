/* One contact, three solvers: rigid by the times of events and by shooting; with an elastic contact in front
 * of it, ever stiffer, by shooting and by harmonic balance. */
#include "three_solvers.h"
#include "../forms.h"

#include <stdlib.h>

enum { ORDERS = 3 };

static const int orders[ORDERS] = {8, 16, 32};
static const double damping = 0.05; /* times mass and stiffness: harmonic balance needs some */

static void compare_rigid(rdg_context *ctx)
{
    static rigid_series series;
    printf("rigid, without damping           Z            shooting  multiplier    shooting  harmonic 1     "
           "shooting\n");
    for (int k = 0; k < RIGID_CASES; k++) {
        double x[RIGID_STATES];
        rdg_coulomb *c = rigid_system(ctx, &rigid_cases[k], 0.0);
        const rigid_answer a = by_events(c, &rigid_cases[k], &series, x);
        const rigid_answer b = by_shooting(c, &rigid_cases[k], x);
        printf("%-24s %15.12f %9.1e %13.10f %9.1e %15.12f %9.1e\n", rigid_cases[k].name, a.Z, b.Z - a.Z,
               a.multiplier, b.multiplier - a.multiplier, a.Z1, b.Z1 - a.Z1);
    }
}

static void print_row(const char *text, const double *value, double less)
{
    printf("  %-24s", text);
    for (int i = 0; i < STIFFNESSES; i++) {
        printf(" %12.3e", value[i] - less);
    }
    printf("\n");
}

/* What the elastic contact is off, of harmonic 1, and what harmonic balance is off that. QUICK: the first
 * case by few harmonics. */
static void compare_elastic(rdg_context *ctx, int cases, int count, double off[ELASTIC_CASES][STIFFNESSES])
{
    static rigid_series series;
    printf("damping %g; harmonic 1 less the rigid one for k_t / k_1 =     1e2          1e3          1e4\n",
           damping);
    for (int k = 0; k < cases; k++) {
        double x[RIGID_STATES];
        double Z1[STIFFNESSES];
        rdg_coulomb *c = rigid_system(ctx, &rigid_cases[k], damping);
        const rigid_answer a = by_events(c, &rigid_cases[k], &series, x);
        const rigid_answer b = by_shooting(c, &rigid_cases[k], x);
        printf("%s: %.12f, by shooting %.1e\n", rigid_cases[k].name, a.Z1, b.Z1 - a.Z1);
        for (int i = 0; i < STIFFNESSES; i++) {
            Z1[i] = elastic_in_time(ctx, &rigid_cases[k], damping, stiffness[i], x);
            off[k][i] = fabs(Z1[i] - a.Z1);
        }
        print_row("shooting", Z1, a.Z1);
        for (int i = 0; i < count; i++) {
            char text[48];
            snprintf(text, sizeof text, "harmonics up to %d", 2 * orders[i] - 1);
            by_balance(ctx, &rigid_cases[k], damping, orders[i], 1e4, Z1);
            print_row(text, Z1, a.Z1);
        }
    }
}

int main(void)
{
    static double off[ELASTIC_CASES][STIFFNESSES];
    const bool quick = form_is_quick();
    rdg_context *ctx = rdg_context_create();
    compare_rigid(ctx);
    compare_elastic(ctx, quick ? 1 : ELASTIC_CASES, quick ? 1 : ORDERS, off);
    if (!quick) {
#define OFF(k, hue)                                                                                          \
    RDG_POINTS(STIFFNESSES, stiffness, off[k], rigid_cases[k].name, .color = (hue), .style = RDG_LINE)
        rdg_plot(ctx, "three_solvers.png", OFF(0, "#0072b2"), OFF(1, "#d55e00"), OFF(2, "#009e73"),
                 OFF(3, "#cc79a7"), OFF(4, "#56b4e9"), RDG_LOGX, RDG_LOGY,
                 RDG_TITLE("Elastic less rigid contact: harmonic 1 of its displacement, by shooting"),
                 RDG_XLABEL("stiffness of the contact $k_t$/$k_1$"), RDG_YLABEL("difference, over P/$k_1$"));
    }
    return rdg_exit(ctx);
}
