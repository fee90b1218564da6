/* The structure of the tutorial: two masses, a dry contact at the first one, a stop behind a gap at the
 * second.
 */
#include <ridgewalk/ridgewalk.h>

static inline rdg_structure *two_masses(rdg_context *ctx)
{
    /* kg and N/m, from Matrix Market files, as finite element programs write them; C = 3e-5 s K */
    rdg_structure *s = rdg_structure_read(ctx, "two masses", "mass.mtx", RDG_UNDAMPED, "stiffness.mtx");
    rdg_damping_proportional(s, 0.0, 3e-5);
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);

    /* a pad, pressed onto the first mass with 20 N: it sticks (4e4 N/m), and slips at 0.3 * 20 N */
    rdg_contact_add(s,
                    &(rdg_contact){.name = "pad", .tangential = "x1", .kt = 4e4, .mu = 0.3, .preload = 20.0});
    /* a stop of 1e5 N/m, 1 mm away from the second mass */
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "x2", .k = 1e5, .gap = 1e-3});

    /* the force alpha cos(omega t) on the second mass, and what is looked at there: m, first harmonic */
    rdg_force_add(s, "x2", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x2", 1);
    return s;
}
