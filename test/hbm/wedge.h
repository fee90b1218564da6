/* Two blades and a wedge damper of 0.2 kg, pressed on by 90 N: contacts that couple the tangential and the
 * normal direction at 40 degrees. Degrees of freedom: x, y of blade 1, of blade 2, of the damper. SI units.
 */
#ifndef RDG_TEST_WEDGE_H
#define RDG_TEST_WEDGE_H

#include "support.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

enum { WEDGE = 6 };

/* The relative displacement between a blade (its first degree of freedom) and the damper along (c, s). */
static inline void wedge_name(rdg_structure *s, const char *name, rdg_index blade, double c, double d)
{
    rdg_name_combination(s, name, 4, (rdg_index[]){blade, blade + 1, 4, 5}, (double[]){-c, -d, c, d});
}

static inline rdg_structure *wedge_create(rdg_context *ctx, rdg_slider_start start)
{
    const double M[WEDGE] = {1, 1, 1, 1, 0.2, 0.2}, C[WEDGE] = {20, 20, 20, 20, 0, 0};
    const double blades[4][4] = {
        {1.3e6, -3e5, -7e5, 0}, {-3e5, 1.3e6, 0, -7e5}, {-7e5, 0, 1.3e6, -3e5}, {0, -7e5, -3e5, 1.3e6}};
    double m[WEDGE * WEDGE] = {0}, c[WEDGE * WEDGE] = {0}, k[WEDGE * WEDGE] = {0};
    for (int i = 0; i < WEDGE; i++) {
        m[i + WEDGE * i] = M[i];
        c[i + WEDGE * i] = C[i];
        for (int j = 0; j < WEDGE; j++) {
            k[i + WEDGE * j] = i < 4 && j < 4 ? blades[i][j] : i == j ? 1e5 : 0;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "wedge", WEDGE, m, c, k);
    const char *const dof[WEDGE] = {"x1", "y1", "x2", "y2", "x", "y"};
    for (int i = 0; i < WEDGE; i++) {
        rdg_name_dof(s, dof[i], i);
    }
    const double along = cos(40 * M_PI / 180), across = sin(40 * M_PI / 180);
    wedge_name(s, "left.t", 0, along, across);
    wedge_name(s, "left.n", 0, -across, along);
    wedge_name(s, "right.t", 2, along, -across);
    wedge_name(s, "right.n", 2, across, along);
    const char *const side[2][3] = {{"left", "left.t", "left.n"}, {"right", "right.t", "right.n"}};
    for (int i = 0; i < 2; i++) {
        rdg_contact_add(s, &(rdg_contact){.name = side[i][0],
                                          .tangential = side[i][1],
                                          .normal = side[i][2],
                                          .kt = 3e5,
                                          .kn = 3e5,
                                          .mu = 0.4,
                                          .start = start});
    }
    rdg_static_force_add(s, "y", 90);
    rdg_force_add(s, "y1", 1, -20);
    rdg_force_add(s, "x2", 1, 5);
    rdg_sensor_add(s, "A", "y2");
    return s;
}

#endif
