/* What does certainty cost? A damper whose contact is loaded through another one, which holds an unknown
 * residual stress. The preload with the least peak has a bad upper end; the robust preload has the least
 * upper end. The same with a friction coefficient that is uncertain by 10 %. It takes 80 s. */
#include "../forms.h"
#include "contact_pair.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/robust.h>

#include <math.h>
#include <stdio.h>

enum { PRELOADS = 25, FRICTIONS = 3 };

static const double range[2] = {1.4, 3.4}, window[2] = {0.8, 1.6}, friction[FRICTIONS] = {0.9, 1.0, 1.1};

/* Without a sample the friction coefficient is 1. */
static rdg_hbm *damper(rdg_context *ctx, double preload, double mu, void *data)
{
    (void)data;
    return rdg_hbm_create(contact_pair(ctx, 0.0, 0.1, preload, isnan(mu) ? 1.0 : mu), RDG_HARMONICS(0, 1));
}

static void say_design(const char *which, const rdg_robust_design *d)
{
    printf("  %s preload %.3f: peak %.4f m, ", which, d->value, d->peak);
    if (d->open) {
        printf("no upper end was found (%.2g m and more)\n", d->upper);
    } else {
        printf("up to %.4g m\n", d->upper);
    }
}

static void say(const char *what, const rdg_robust_result *r)
{
    printf("%s\n", what);
    say_design("nominal", &r->nominal);
    say_design("robust ", &r->robust);
    printf("  price: %.1f %% of the nominal peak", 100.0 * r->price);
    if (!isnan(r->gain)) {
        printf("; gain: %.1f %% of the upper end", 100.0 * r->gain);
    }
    printf("; %ld bands\n", r->bands);
}

/* Peak as given, and both ends of the band, over the preload. */
static void draw(rdg_context *ctx, const rdg_robust_result *r)
{
    double preload[PRELOADS], given[PRELOADS] = {0.0}, low[PRELOADS] = {0.0}, high[PRELOADS] = {0.0};
    FILE *table = fopen("robust_preload.csv", "w");
    int n = 0;
    for (int k = 0; k < PRELOADS; k++) {
        rdg_bounds_result band;
        rdg_context *own = rdg_context_create();
        rdg_set_writer(own, NULL, NULL);
        preload[n] = range[0] + (range[1] - range[0]) * k / (PRELOADS - 1);
        if (rdg_bounds_at(damper(own, preload[n], NAN, NULL), "A", 1.0, window[0], window[1], &band) ==
            RDG_OK) {
            given[n] = band.given.amplitude;
            low[n] = band.low.amplitude;
            high[n++] = band.high.amplitude;
        }
        rdg_context_free(own);
    }
    for (int k = 0; table && k < n; k++) {
        fprintf(table, "%s%.6g,%.8g,%.8g,%.8g\n", k == 0 ? "preload_N,given_m,low_m,high_m\n" : "",
                preload[k], given[k], low[k], high[k]);
    }
    if (table) {
        fclose(table);
    }
    rdg_plot(
        ctx, "robust_preload.png",
        RDG_POINTS(n, preload, high, "greatest over all residual stresses", .style = RDG_LINE, .width = 2,
                   .color = "#d62728"),
        RDG_POINTS(n, preload, given, "as given", .style = RDG_DASHED, .width = 2, .color = "black"),
        RDG_POINTS(n, preload, low, "least", .style = RDG_LINE, .width = 2, .color = "#4292c6"),
        RDG_POINTS(1, &r->nominal.value, &r->nominal.peak, "nominal optimum", .width = 2, .color = "black"),
        RDG_POINTS(1, &r->robust.value, &r->robust.upper, "robust optimum", .width = 2, .color = "#d62728"),
        RDG_YRANGE(2.5, 8.0), RDG_TITLE("The peak over the preload of a damper"), RDG_XLABEL("preload / N"),
        RDG_YLABEL("peak of A / m"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_robust_problem problem = {.model = damper,
                                  .sensor = "A",
                                  .level = 1.0,
                                  .omega = {window[0], window[1]},
                                  .design = {range[0], range[1]},
                                  .scans = 4,
                                  .accuracy = form_is_quick() ? 0.1 : 2e-3,
                                  .nominal = NAN};
    rdg_robust_result r = {.price = NAN};
    if (rdg_robust_optimum(ctx, &problem, &r) == RDG_OK) {
        say("residual stress unknown", &r);
    }
    if (!form_is_quick()) {
        draw(ctx, &r);
        problem.samples = FRICTIONS;
        problem.sample = friction;
        problem.nominal = 1.0;
        problem.quantile = 1.0;
        problem.accuracy = 1e-2;
        if (rdg_robust_optimum(ctx, &problem, &r) == RDG_OK) {
            say("residual stress and friction unknown, the worst of three coefficients", &r);
        }
    }
    return rdg_exit(ctx);
}
