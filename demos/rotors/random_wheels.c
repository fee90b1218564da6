/* How much do the amplitudes of mistuned wheels scatter? Twelve blades with friction, the stiffness of each
 * blade normally distributed with 1.5 % about the tuned one. The wheels are samples of a Latin hypercube,
 * computed in two threads of one process; each gives the greatest peak of one blade, in tuned amplitudes.
 * Median and quantiles have intervals of 95 %.
 *
 * A linear wheel does not exceed (1 + sqrt N) / 2 = 2.23 tuned amplitudes (D. S. Whitehead, J. Mech. Engng.
 * Sci. 8 (1966) 15). 100 wheels; FULL=1: 1000. */
#include "../forms.h"
#include "friction_wheel.h"

#include <stdlib.h>

static int by_value(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void print_quantiles(rdg_context *ctx, rdg_index n, const double *ratio)
{
    static const double share[] = {0.05, 0.5, 0.95, 0.99};
    for (size_t k = 0; k < sizeof share / sizeof *share; k++) {
        rdg_estimate q = {.value = NAN};
        rdg_quantile(ctx, n, ratio, share[k], &q);
        printf("%g %% of the wheels are below %.3f (%.3f to %.3f) tuned amplitudes\n", 100.0 * share[k],
               q.value, q.low, q.high);
    }
}

static void write_csv(rdg_index n, const double *ratio, const double *below)
{
    FILE *csv = fopen("random_wheels.csv", "w");
    if (!csv) {
        perror("random_wheels.csv");
        exit(1);
    }
    fprintf(csv, "amplitude_tuned,wheels_below_percent\n");
    for (rdg_index k = 0; k < n; k++) {
        fprintf(csv, "%.6g,%.6g\n", ratio[k], below[k]);
    }
    fclose(csv);
}

int main(void)
{
    static const double tuned[BLADES];
    enum { MOST = 1000 };
    static double ratio[MOST], below[MOST];
    rdg_uncertain stiffness[BLADES];
    for (int j = 0; j < BLADES; j++) {
        stiffness[j] = (rdg_uncertain)RDG_NORMAL("stiffness of a blade", 0.0, 0.015);
    }
    const rdg_sampling plan = {.method = RDG_LATIN_HYPERCUBE,
                               .samples = form_is_quick()  ? 10
                                          : form_is_full() ? MOST
                                                           : 100,
                               .seed = 1,
                               .n = BLADES,
                               .quantity = stiffness};
    rdg_context *ctx = rdg_context_create();
    rdg_threads(ctx, 2);
    const double reference = greatest(make_sector(ctx), tuned);
    if (rdg_sampling_compute(ctx, &plan, amplitude, NULL, 1, ratio) != RDG_OK) {
        return rdg_exit(ctx);
    }
    for (rdg_index k = 0; k < plan.samples; k++) {
        ratio[k] /= reference;
        below[k] = 100.0 * ((double)k + 0.5) / (double)plan.samples;
    }
    qsort(ratio, (size_t)plan.samples, sizeof *ratio, by_value);
    print_quantiles(ctx, plan.samples, ratio);
    printf("greatest of %d wheels: %.3f\n", (int)plan.samples, ratio[plan.samples - 1]);
    write_csv(plan.samples, ratio, below);
    rdg_plot(ctx, "random_wheels.png", RDG_POINTS(plan.samples, ratio, below, "", .style = RDG_LINE_DOTS),
             RDG_TITLE("Blades whose stiffness scatters by 1.5 %, friction, engine order 3"),
             RDG_XLABEL("greatest peak of a blade / tuned amplitude"), RDG_YLABEL("wheels below / %"));
    return rdg_exit(ctx);
}
