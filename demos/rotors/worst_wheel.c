/* The worst wheel of a given spread: twelve blades on a disk, engine order 3, friction at each blade, and the
 * stiffness of each blade within 3 % of the tuned one. Random wheels are drawn, each with the greatest peak
 * of one blade. From the worst of them rdg_optimise() goes on: frequency and the twelve stiffnesses are
 * chosen so that this amplitude is greatest. The adjoint equations have the sensitivities to all blades at
 * once.
 *
 * The optimum is a local one: three starts. FULL=1 draws 1000 wheels in place of 100. A linear wheel does not
 * exceed (1 + sqrt N) / 2 = 2.23 times the tuned amplitude (D. S. Whitehead, J. Mech. Engng. Sci. 8 (1966)
 * 15). */
#include "../forms.h"
#include "friction_wheel.h"

#include <stdlib.h>
#include <string.h>

static const double spread = 0.03;

/* --- random wheels */

typedef struct wheel {
    double amplitude; /* of the greatest peak, m */
    double deviation[BLADES];
} wheel;

static int by_amplitude(const void *one, const void *other)
{
    const double a = ((const wheel *)one)->amplitude, b = ((const wheel *)other)->amplitude;
    return (a < b) - (a > b);
}

/* Uniform in the spread; the worst first. */
static void draw_wheels(const rdg_sector *sector, int n, wheel *drawn)
{
    unsigned long long state = 7;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < BLADES; j++) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            drawn[i].deviation[j] = spread * (2.0 * (double)(state >> 11) / 9007199254740992.0 - 1.0);
        }
        drawn[i].amplitude = greatest(sector, drawn[i].deviation);
    }
    qsort(drawn, (size_t)n, sizeof *drawn, by_amplitude);
}

/* --- the worst one */

/* Start values of the problem at the greatest peak. */
static void go_to_peak(rdg_hbm *hb, rdg_problem *p)
{
    const rdg_peaks *all =
        rdg_frc_peaks(hb, "A", RDG_HOLD_AT("alpha", ALPHA), RDG_WINDOW("omega", LOW, HIGH));
    if (all && all->greatest >= 0) {
        memcpy(rdg_start_values(p), all->maximum[all->greatest].u, (size_t)all->n * sizeof(double));
    }
}

/* Improve a wheel, in place. */
static void make_worse(const rdg_sector *sector, wheel *w, const char *run)
{
    const char *name[BLADES + 1] = {"omega"};
    char text[BLADES][32];
    double least[BLADES + 1] = {LOW}, most[BLADES + 1] = {HIGH};
    rdg_hbm *hb = make_wheel(sector, w->deviation);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", LOW), RDG_AT("alpha", ALPHA));
    for (int j = 0; j < BLADES; j++) {
        snprintf(text[j], sizeof text[j], "blade%d.stiffness", j);
        name[j + 1] = text[j];
        least[j + 1] = 1.0 - spread;
        most[j + 1] = 1.0 + spread;
        rdg_need_parameter(p, text[j]);
    }
    go_to_peak(hb, p);
    rdg_optimum found = {.objective = NAN};
    rdg_optimise(rdg_adjoint_add(p, "A"), run,
                 &(rdg_optimise_options){.parameters = name,
                                         .n_parameters = BLADES + 1,
                                         .low = least,
                                         .high = most,
                                         .maximum = true,
                                         .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY)},
                 &found);
    for (int j = 0; j < BLADES; j++) {
        double stiffness = NAN;
        rdg_parameter_value(p, text[j], rdg_start_values(p), &stiffness);
        w->deviation[j] = stiffness - 1.0;
    }
    w->amplitude = found.objective;
}

static void respond(const rdg_sector *sector, const double *deviation, const char *run)
{
    rdg_problem *p =
        rdg_hbm_problem(make_wheel(sector, deviation), RDG_AT("omega", LOW), RDG_AT("alpha", ALPHA));
    rdg_continue(p, run, RDG_RELEASE("omega"), RDG_WINDOW("omega", LOW, HIGH), RDG_NO_TABLE);
}

/* From the first wheels that were drawn: the worst one. */
static wheel climb(const rdg_sector *sector, wheel *drawn, int starts, double reference)
{
    wheel worst = drawn[0];
    for (int k = 0; k < starts; k++) {
        char run[32];
        snprintf(run, sizeof run, "worst%d", k);
        wheel w = drawn[k];
        make_worse(sector, &w, run);
        printf("from random wheel %d: %.3f to %.3f times the tuned amplitude\n", k + 1,
               drawn[k].amplitude / reference, w.amplitude / reference);
        worst = w.amplitude > worst.amplitude ? w : worst;
    }
    return worst;
}

int main(void)
{
    static const double tuned[BLADES];
    static wheel drawn[1000];
    const int n = form_is_quick() ? 10 : form_is_full() ? 1000 : 100;
    rdg_context *ctx = rdg_context_create();
    rdg_sector *sector = make_sector(ctx);
    const double reference = greatest(sector, tuned);
    draw_wheels(sector, n, drawn);
    printf("tuned: %.6g um; worst of %d random wheels: %.3f times\n", 1e6 * reference, n,
           drawn[0].amplitude / reference);
    const wheel worst = climb(sector, drawn, form_is_quick() ? 1 : 3, reference);
    printf("worst wheel: %.3f times (peak of its response: %.3f times); stiffness of its blades:\n",
           worst.amplitude / reference, greatest(sector, worst.deviation) / reference);
    for (int j = 0; j < BLADES; j++) {
        printf(" %+.2f%%%s", 100.0 * worst.deviation[j], j == BLADES - 1 ? "\n" : "");
    }
    respond(sector, tuned, "tuned");
    respond(sector, drawn[0].deviation, "random");
    respond(sector, worst.deviation, "worst");
    rdg_run_export(rdg_run_open(ctx, "worst"), "worst_wheel.csv",
                   RDG_COLUMN("omega", "f_Hz", 1.0 / RDG_HZ(1.0)), RDG_COLUMN("A", "A_m", 1.0));
#define RESPONSE(run, text)                                                                                  \
    RDG_CURVE(run, "omega", "A", .x_factor = 1.0 / RDG_HZ(1.0), .y_factor = 1e6, .legend = (text))
    rdg_plot(ctx, "worst_wheel.png", RESPONSE("tuned", "tuned"), RESPONSE("random", "worst random wheel"),
             RESPONSE("worst", "worst wheel"),
             RDG_TITLE("A blade of twelve, stiffnesses within 3 %, engine order 3"),
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("amplitude / µm"));
    return rdg_exit(ctx);
}
