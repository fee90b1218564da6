/* A mass m = 1 kg on a spring k = 1 N/m, with a tuned absorber on a linear and cubic spring and a damper. */
#ifndef ABSORBER_H
#define ABSORBER_H

#include <ridgewalk/chain.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

typedef struct absorber {
    double mass;   /* of the absorber, relative to the main mass */
    double c;      /* damper of the main mass, N s/m */
    double k2, c2; /* of the absorber, N/m, N s/m */
    double k3;     /* N/m^3 */
} absorber;

/* Harmonics 1 3 5; a force of 1 N at alpha = 1 on the main mass, whose amplitude is "Am". */
static inline rdg_hbm *tuned_absorber(rdg_context *ctx, const absorber *a)
{
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1.0, a->mass}, (double[]){1.0, 0.0});
    rdg_name_dof(s, "main", 0);
    rdg_name_relative(s, "stroke", 1, 0);
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "support", .at = "main", .c = a->c});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "stroke", .k = a->k2, .k3 = a->k3});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "damper", .at = "stroke", .c = a->c2});
    rdg_force_add(s, "main", 1, 1.0);
    rdg_sensor_add(s, "Am", "main");
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
}

#endif
