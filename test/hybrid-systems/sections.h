/* Smooth systems with a section that marks their returns. */
#ifndef RDG_TEST_SECTIONS_H
#define RDG_TEST_SECTIONS_H

#include "fresh_context.h"
#include "shooting/hybrid_systems.h"
#include "shooting/smooth_systems.h"

/* the second state */
RDG_TEST_FUNCTION(second_state)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    return 0;
}

/* the third state less that of the fixed points, rho - 1 */
RDG_TEST_FUNCTION(above_fixed_points)
{
    RDG_TEST_UNUSED;
    y[0] = u[2] - (u[3] - 1.0);
    return 0;
}

static inline rdg_hybrid *with_section(rdg_context *ctx, const char *name, rdg_index n,
                                       rdg_hybrid_function field, const char *parameter, double value,
                                       rdg_hybrid_function surface)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, name, RDG_PARAMETERS(parameter), &value);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "smooth", .n = n, .field = field});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){.name = "section", .from = "smooth", .to = "smooth", .surface = surface});
    return h;
}

static inline rdg_hybrid *roessler_with_section(rdg_context *ctx, double c)
{
    return with_section(ctx, "Roessler", 3, (rdg_hybrid_function){.f = roessler, .df = roessler_df}, "c", c,
                        (rdg_hybrid_function){.f = second_state});
}

static inline rdg_hybrid *lorenz_with_section(rdg_context *ctx, double rho)
{
    return with_section(ctx, "Lorenz", 3, (rdg_hybrid_function){.f = lorenz_field, .df = lorenz_slope}, "rho",
                        rho, (rdg_hybrid_function){.f = above_fixed_points});
}

static inline rdg_hybrid *van_der_pol_with_section(rdg_context *ctx, double mu)
{
    return with_section(ctx, "van der Pol", 2, (rdg_hybrid_function){.f = van_der_pol, .df = van_der_pol_df},
                        "mu", mu, (rdg_hybrid_function){.f = second_state});
}

#endif
