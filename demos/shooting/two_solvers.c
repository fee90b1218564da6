/* One structure, two solvers: responses, peaks and ridges by shooting and by harmonic balance, which share
 * nothing but the elements' laws. A smooth oscillator, one with a slider (P10), two masses and a stop (P3).
 * What harmonic balance differs by falls with the number of harmonics as the smoothness of the motion lets
 * it. */
#include "two_solvers.h"

#include "../vibration/models.h"

#include <ridgewalk/cubic_spring.h>

/* x'' + 0.04 x' + x + x^3 */
static rdg_structure *cubic(rdg_context *ctx)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.04, 1.0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A1", "x", 1);
    return mass;
}

static rdg_structure *slider(rdg_context *ctx)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.02, 1.0);
    rdg_jenkins_add(mass, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A1", "x", 1);
    return mass;
}

enum { CUBIC, SLIDER, STOP, CASES };

static const problem_case cases[CASES] = {
    [CUBIC] = {.name = "cubic_spring",
               .title = "cubic spring",
               .make = cubic,
               .symmetric = true,
               .settle_at = 0.9,
               .settle = 600.0,
               .level = 0.2,
               .omega = 0.9,
               .low = 0.9,
               .high = 2.4,
               .response = {1.0, 1.2, 1.4, 1.6, 1.8, 2.0},
               .ridge = true,
               .peak_low = 0.9,
               .peak_high = 2.4,
               .levels = {0.22, 0.25, 0.3, 0.4}},
    [SLIDER] = {.name = "slider",
                .title = "slider",
                .make = slider,
                .symmetric = true,
                .settle_at = 1.12,
                .settle = 600.0,
                .level = 0.6,
                .omega = 1.12,
                .low = 1.12,
                .high = 1.3,
                .response = {1.13, 1.15, 1.18, 1.2, 1.25, 1.28},
                .ridge = true,
                .peak_low = 1.12,
                .peak_high = 1.17,
                .levels = {0.8, 1.0, 1.2, 1.4}},
    [STOP] = {.name = "stop",
              .title = "stop",
              .make = p03_structure,
              .settle_at = 0.7,
              .settle = 600.0,
              .kick = 2.0,
              .level = 0.1,
              .omega = 0.8,
              .low = 0.645,
              .high = 0.95,
              .response = {0.66, 0.68, 0.7, 0.72, 0.74, 0.75},
              .ridge = true,
              .peak_low = 0.645,
              .peak_high = 0.95,
              .levels = {0.102, 0.105, 0.11, 0.115}},
};

int main(void)
{
    static differences d[CASES];
    double fourth[ORDERS];
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES; k++) {
        compare_solvers(ctx, &cases[k], &d[k]);
    }
    for (int i = 0; i < ORDERS; i++) {
        fourth[i] = 10.0 * pow(highest[i], -4.0);
    }
    rdg_plot(ctx, "two_solvers.png", RDG_POINTS(ORDERS, d[CUBIC].H, d[CUBIC].response, cases[CUBIC].title),
             RDG_POINTS(ORDERS, d[SLIDER].H, d[SLIDER].response, cases[SLIDER].title),
             RDG_POINTS(ORDERS, d[STOP].H, d[STOP].response, cases[STOP].title),
             RDG_POINTS(ORDERS, d[CUBIC].H, fourth, "fourth power", .style = RDG_LINE, .color = "#999999"),
             RDG_LOGX, RDG_LOGY, RDG_XRANGE(0.8, 80.0), RDG_YRANGE(1e-13, 10.0),
             RDG_TITLE("Harmonic balance less shooting: harmonic 1 of the response"),
             RDG_XLABEL("highest harmonic"), RDG_YLABEL("greatest difference / m"));
    return rdg_exit(ctx);
}
