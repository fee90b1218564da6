/* One structure with dry contacts, two solvers: a beam of 40 degrees of freedom on a pad that slips and
 * sticks, two blades with a damper between their shrouds that slip and stick, and at a level at which they
 * separate, too. Their responses and ridges by shooting and by harmonic balance. */
#include "two_solvers.h"

#include "../friction-backbone/models.h"

#include <stdlib.h>

static rdg_structure *beam(rdg_context *ctx)
{
    rdg_structure *s = driven_cantilever(ctx, &standard_beam);
    rdg_sensor_harmonic_add(s, "A1", "tip", 1);
    return s;
}

static rdg_structure *blades(rdg_context *ctx)
{
    rdg_structure *s = blades_on_damper(ctx, 1.5e-5);
    rdg_sensor_harmonic_add(s, "A1", "right blade", 1);
    return s;
}

enum { BEAM, BLADES, SLIPPING, SEPARATION, CASES };

enum { COMPARED = 5 };

static const problem_case cases[CASES] = {
    [BEAM] = {.name = "beam",
              .title = "beam, 0.4 N",
              .make = beam,
              .symmetric = true,
              .settle_at = RDG_HZ(320),
              .settle = 0.3,
              .level = 0.4,
              .omega = RDG_HZ(320),
              .low = RDG_HZ(318.4),
              .high = RDG_HZ(323.1),
              .response = {RDG_HZ(318.5), RDG_HZ(319), RDG_HZ(320), RDG_HZ(321), RDG_HZ(322), RDG_HZ(323)},
              .ridge = true,
              .peak_low = RDG_HZ(308),
              .peak_high = RDG_HZ(335),
              .near_peak = 3,
              .levels = {0.42, 0.45, 0.5, 0.6},
              .step = 1.0,
              .arcs = 8,
              .orders = COMPARED,
              .hill = 3},
    [BLADES] = {.name = "blades",
                .title = "blades, 2 N",
                .make = blades,
                .settle_at = RDG_HZ(207),
                .settle = 0.5,
                .level = 2.0,
                .omega = RDG_HZ(207),
                .low = RDG_HZ(205.9),
                .high = RDG_HZ(208.4),
                .response = {RDG_HZ(206), RDG_HZ(206.4), RDG_HZ(206.8), RDG_HZ(207.2), RDG_HZ(207.8),
                             RDG_HZ(208.3)},
                .step = 1.0,
                .orders = COMPARED,
                .hill = 15},
    [SLIPPING] = {.name = "slipping",
                  .title = "blades, 20 N",
                  .make = blades,
                  .settle_at = RDG_HZ(197.4),
                  .settle = 0.5,
                  .level = 20.0,
                  .omega = RDG_HZ(197.4),
                  .low = RDG_HZ(197.38),
                  .high = RDG_HZ(198.1),
                  .response = {RDG_HZ(197.4), RDG_HZ(197.5), RDG_HZ(197.6), RDG_HZ(197.7), RDG_HZ(197.8),
                               RDG_HZ(198)},
                  .ridge = true,
                  .peak_low = RDG_HZ(196),
                  .peak_high = RDG_HZ(200),
                  .near_peak = 1,
                  .levels = {20.2, 20.4, 20.7, 21},
                  .step = 0.5,
                  .orders = COMPARED,
                  .hill = 15},
    [SEPARATION] = {.name = "separation",
                    .title = "blades, 80 N",
                    .make = blades,
                    .settle_at = RDG_HZ(196.5),
                    .settle = 0.5,
                    .level = 80.0,
                    .omega = RDG_HZ(196.5),
                    .low = RDG_HZ(195.2),
                    .high = RDG_HZ(198.0),
                    .response = {RDG_HZ(195.5), RDG_HZ(196), RDG_HZ(196.5), RDG_HZ(197), RDG_HZ(197.5),
                                 RDG_HZ(197.9)},
                    .ridge = true,
                    .peak_low = RDG_HZ(194),
                    .peak_high = RDG_HZ(200),
                    .near_peak = 1,
                    .levels = {82.0, 84.0, 87.0, 90.0},
                    .step = 1.0,
                    .orders = COMPARED,
                    .hill = 15},
};

static const char *const color[CASES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};

#define RESPONSE(k) RDG_POINTS(COMPARED, d[k].H, d[k].response, cases[k].title, .color = color[k])
#define RIDGE(k, title)                                                                                      \
    RDG_POINTS(COMPARED, d[k].H, d[k].amplitude, title, .style = RDG_LINE, .color = color[k])
#define LABELS                                                                                               \
    RDG_LOGX, RDG_LOGY, RDG_XRANGE(0.8, 50.0),                                                               \
        RDG_TITLE("Harmonic balance less shooting: harmonic 1 of the response, and of its peak"),            \
        RDG_XLABEL("highest harmonic"), RDG_YLABEL("greatest difference / m")

/* QUICK=1: the blades at 2 N alone. */
int main(void)
{
    static differences d[CASES];
    double fourth[COMPARED];
    const bool quick = getenv("QUICK") != NULL;
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES; k++) {
        if (!quick || k == BLADES) {
            compare_solvers(ctx, &cases[k], &d[k]);
        }
    }
    for (int i = 0; i < COMPARED; i++) {
        fourth[i] = 1e-5 * pow(highest[i], -4.0);
    }
    if (quick) {
        rdg_plot(ctx, "two_solvers_contacts.png", RESPONSE(BLADES), LABELS);
        return rdg_exit(ctx);
    }
    rdg_plot(ctx, "two_solvers_contacts.png", RESPONSE(BEAM), RESPONSE(BLADES), RESPONSE(SLIPPING),
             RESPONSE(SEPARATION), RIDGE(BEAM, "ridge, 0.4 to 0.6 N"), RIDGE(SLIPPING, "ridge, 20 to 21 N"),
             RIDGE(SEPARATION, "ridge, 80 to 90 N"),
             RDG_POINTS(COMPARED, d[BEAM].H, fourth, "fourth power", .style = RDG_LINE, .color = "#999999"),
             LABELS);
    return rdg_exit(ctx);
}
