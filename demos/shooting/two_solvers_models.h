/* The structures of which several solvers are asked the same: a smooth oscillator, one with a slider (P10),
 * two masses and a stop (P3); a beam of 40 degrees of freedom on a pad that slips and sticks, two blades with
 * a damper between their shrouds that slip and stick, and at a level at which they separate, too. */
#ifndef SHOOTING_TWO_SOLVERS_MODELS_H
#define SHOOTING_TWO_SOLVERS_MODELS_H

#include "two_solvers.h"

#include "../friction-backbone/models.h"
#include "../vibration/models.h"

#include <ridgewalk/cubic_spring.h>

/* x'' + 0.04 x' + x + x^3 */
static inline rdg_structure *cubic(rdg_context *ctx)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.04, 1.0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 1.0});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A1", "x", 1);
    return mass;
}

static inline rdg_structure *slider(rdg_context *ctx)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.02, 1.0);
    rdg_jenkins_add(mass, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A1", "x", 1);
    return mass;
}

enum { CUBIC, SLIDER, STOP, SMOOTHLY };

static const problem_case of_two_solvers[SMOOTHLY] = {
    [CUBIC] = {.name = "cubic_spring",
               .title = "cubic spring",
               .make = cubic,
               .symmetric = true,
               .settle_at = 0.9,
               .transient = 600.0,
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
                .transient = 600.0,
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
              .transient = 600.0,
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

static inline rdg_structure *beam(rdg_context *ctx)
{
    rdg_structure *s = driven_cantilever(ctx, &standard_beam);
    rdg_sensor_harmonic_add(s, "A1", "tip", 1);
    return s;
}

static inline rdg_structure *blades(rdg_context *ctx)
{
    rdg_structure *s = blades_on_damper(ctx, 1.5e-5);
    rdg_sensor_harmonic_add(s, "A1", "right blade", 1);
    return s;
}

enum { BEAM, BLADES, SLIPPING, SEPARATION, IN_CONTACT };

enum { COMPARED = 5 };

static const problem_case of_contacts[IN_CONTACT] = {
    [BEAM] = {.name = "beam",
              .title = "beam, 0.4 N",
              .make = beam,
              .symmetric = true,
              .settle_at = RDG_HZ(320),
              .transient = 0.3,
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
              .segments = 8,
              .orders = COMPARED,
              .hill = 3},
    [BLADES] = {.name = "blades",
                .title = "blades, 2 N",
                .make = blades,
                .settle_at = RDG_HZ(207),
                .transient = 0.5,
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
                  .transient = 0.5,
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
                    .transient = 0.5,
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

#endif
