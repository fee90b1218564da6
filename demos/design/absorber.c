/* The best tuned absorber with a cubic spring: two peaks of the response are equal, and as low as they can
 * be. The response with an absorber by rule of thumb, with the best linear one, and with the best ones at
 * levels of excitation at which the spring hardens; the best stiffness and damper over the level, one run.
 * Only k3 F^2 matters: k3 = 1e-5 N/m^3 at 1 N. */
#include "absorber.h"

#include <ridgewalk/minimax.h>

#include <stdio.h>

#define SQRT2 1.41421356237309504880
static const double k3 = 1e-5; /* N/m^3 */
static const char *const numbers[] = {"spring.k", "damper.c"};

/* What was chosen: k2, c2. */
typedef struct choice {
    double k2, c2;
} choice;

/* The least greatest peak at a level. */
static choice best_at(rdg_hbm *hb, const char *name, double alpha, choice start, const char *over)
{
    rdg_minimax_result r;
    rdg_minimax(hb, name, "Am",
                &(rdg_minimax_options){.n = 2,
                                       .parameters = numbers,
                                       .low = (double[]){0.01, 0.005},
                                       .high = (double[]){0.1, 0.05},
                                       .start = (double[]){start.k2, start.c2},
                                       .alpha = alpha,
                                       .from = 0.6,
                                       .to = 1.5,
                                       .over = over,
                                       .over_low = 0.1,
                                       .over_high = 2.2,
                                       .options = RDG_OPTIONS(RDG_NO_TABLE)},
                &r);
    if (r.found) {
        printf("%s, %g N: k2 = %.12g N/m, c2 = %.12g N s/m, factor %.12g, weights %.9g %.9g, %ld points\n",
               name, alpha, r.number[0].value, r.number[1].value, r.height * SQRT2 / alpha, r.peak[0].theta,
               r.peak[1].theta, r.points);
    }
    return (choice){r.number[0].value, r.number[1].value};
}

static void respond(rdg_hbm *hb, const char *name, double alpha, choice c)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.75), RDG_AT("alpha", alpha),
                                     RDG_AT("spring.k", c.k2), RDG_AT("damper.c", c.c2));
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.75, 1.25), RDG_STEP(0.02, 1e-6, 0.03),
                 RDG_NO_TABLE, RDG_NO_BRANCH_POINTS);
}

static void draw_responses(rdg_context *ctx)
{
#define RESPONSE(run, alpha, shade, words)                                                                   \
    RDG_CURVE(run, "omega", "Am", .y_factor = SQRT2 / (alpha), .color = (shade), .width = 2,                 \
              .legend = (words))
    rdg_plot(ctx, "absorber.png", RESPONSE("start", 1.0, "#bdbdbd", "start, linear"),
             RESPONSE("linear", 1.0, "#000000", "best linear absorber"),
             RESPONSE("detuned", 2.0, "#fdae6b", "the same with the cubic spring, 2 N"),
             RESPONSE("best_1N", 1.0, "#4292c6", "best at 1 N"),
             RESPONSE("best_2N", 2.0, "#d62728", "best at 2 N"), RDG_YRANGE(0, 12),
             RDG_TITLE("A mass with a tuned absorber of 5 % of its mass: two equal peaks"),
             RDG_XLABEL("omega / (rad/s)"), RDG_YLABEL("amplitude of the main mass k / F"));
}

static void draw_optimum(rdg_context *ctx, choice linear)
{
    rdg_plot(ctx, "absorber_level.png",
             RDG_CURVE("best/up1", "alpha", "spring.k", .y_factor = 1.0 / linear.k2, .color = "#08519c",
                       .width = 3, .legend = "stiffness k2"),
             RDG_CURVE("best/down1", "alpha", "spring.k", .y_factor = 1.0 / linear.k2, .color = "#08519c",
                       .width = 3, .legend = ""),
             RDG_CURVE("best/up1", "alpha", "damper.c", .y_factor = 1.0 / linear.c2, .color = "#238b45",
                       .width = 3, .legend = "damper c2"),
             RDG_CURVE("best/down1", "alpha", "damper.c", .y_factor = 1.0 / linear.c2, .color = "#238b45",
                       .width = 3, .legend = ""),
             RDG_CURVE("best/up1", "alpha", "theta1", .color = "#d62728", .width = 2,
                       .legend = "weight of the lower peak"),
             RDG_CURVE("best/down1", "alpha", "theta1", .color = "#d62728", .width = 2, .legend = ""),
             RDG_YRANGE(0, 1.2),
             RDG_TITLE("The best absorber with a cubic spring, over the forcing amplitude"),
             RDG_XLABEL("forcing amplitude F / N ($k_3$ = 1e-5 N/m³)"),
             RDG_YLABEL("relative to the best linear absorber"));
    rdg_run_export(rdg_run_open(ctx, "best/up1"), "absorber.csv", RDG_COLUMN("alpha", "F_N", 1),
                   RDG_COLUMN("spring.k", "k2_N_m", 1), RDG_COLUMN("damper.c", "c2_Ns_m", 1),
                   RDG_COLUMN("height", "Am_m", 1), RDG_COLUMN("theta1", "theta1", 1),
                   RDG_COLUMN("peak1.omega", "omega1_rad_s", 1),
                   RDG_COLUMN("peak2.omega", "omega2_rad_s", 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const choice start = {0.044, 0.011};
    const absorber straight = {.mass = 0.05, .c = 0.02, .k2 = start.k2, .c2 = start.c2};
    absorber bent = straight;
    bent.k3 = k3;
    rdg_hbm *linear = tuned_absorber(ctx, &straight), *cubic = tuned_absorber(ctx, &bent);
    const choice best_linear = best_at(linear, "best linear", 1.0, start, NULL);
    const choice best_1 = best_at(cubic, "best", 1.0, start, "alpha");
    const choice best_2 = best_at(cubic, "best of 2 N", 2.0, best_linear, NULL);
    respond(linear, "start", 1.0, start);
    respond(linear, "linear", 1.0, best_linear);
    respond(cubic, "detuned", 2.0, best_linear);
    respond(cubic, "best_1N", 1.0, best_1);
    respond(cubic, "best_2N", 2.0, best_2);
    draw_responses(ctx);
    draw_optimum(ctx, best_linear);
    return rdg_exit(ctx);
}
