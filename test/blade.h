/* The blade-damper-blade model of the tests: two blades with shrouds and an underplatform damper between
 * them, rubbing on both. Friction backbone paper, equations (66), (67), Table 2, with the force on the mass
 * of the right blade and the right contact plane as the mirror image of the left one. */
#ifndef RDG_TEST_BLADE_H
#define RDG_TEST_BLADE_H

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

#include <math.h>

/* x of left blade, x and y of left shroud, x and y of damper, x and y of right shroud, x of right blade */
enum { BLADE_X1, BLADE_X2, BLADE_Y3, BLADE_X4, BLADE_Y5, BLADE_X6, BLADE_Y7, BLADE_X8, BLADE_SIZE };

/* K += k (e_i - e_j)(e_i - e_j)^T; j < 0: a spring to the ground */
static inline void blade_spring(double *K, int i, int j, double k)
{
    K[i + BLADE_SIZE * i] += k;
    if (j >= 0) {
        K[j + BLADE_SIZE * j] += k;
        K[i + BLADE_SIZE * j] -= k;
        K[j + BLADE_SIZE * i] -= k;
    }
}

/* C = beta K of the linear springs alone. */
static inline rdg_structure *blade_structure(rdg_context *ctx, double beta)
{
    const double blade = 0.1, damper = 0.0044; /* kg */
    const double k = 3.95e5;                   /* kx = ky = kx1, N/m */
    const double mass[BLADE_SIZE] = {blade, blade, blade, damper, damper, blade, blade, blade};
    double M[BLADE_SIZE * BLADE_SIZE] = {0.0}, K[BLADE_SIZE * BLADE_SIZE] = {0.0};
    for (int i = 0; i < BLADE_SIZE; i++) {
        M[i + BLADE_SIZE * i] = mass[i];
    }
    blade_spring(K, BLADE_X1, BLADE_X2, k);
    blade_spring(K, BLADE_X2, -1, k);
    blade_spring(K, BLADE_Y3, -1, k);
    blade_spring(K, BLADE_X4, -1, 2e5);
    blade_spring(K, BLADE_Y5, -1, 1e5);
    blade_spring(K, BLADE_X6, BLADE_X8, k);
    blade_spring(K, BLADE_X6, -1, k);
    blade_spring(K, BLADE_Y7, -1, k);
    rdg_structure *s = rdg_structure_create(ctx, "blades", BLADE_SIZE, M, NULL, K);
    rdg_damping_proportional(s, 0.0, beta);
    return s;
}

/* Tangential and normal motion of the right (side 1) or left (side -1) shroud relative to the damper. */
static inline void blade_contact(rdg_hbm *hb, int side, rdg_index x, rdg_index y)
{
    rdg_structure *s = rdg_hbm_structure(hb);
    const double angle = 0.52359877559829887308; /* pi/6 */
    const double c = cos(angle), d = sin(angle);
    const char *name = side > 0 ? "right" : "left";
    const char *tangential = side > 0 ? "right.t" : "left.t", *normal = side > 0 ? "right.n" : "left.n";
    const rdg_index dof[4] = {x, y, BLADE_X4, BLADE_Y5};
    rdg_name_combination(s, tangential, 4, dof, (double[]){-side * c, d, side * c, -d});
    rdg_name_combination(s, normal, 4, dof, (double[]){-side * d, -c, side * d, c});
    rdg_contact_add(hb, &(rdg_contact){.name = name,
                                       .tangential = tangential,
                                       .normal = normal,
                                       .kt = 1e5,
                                       .kn = 1e5,
                                       .mu = 0.3,
                                       .preload = 50.0});
}

static inline rdg_hbm *blade_damper_blade(rdg_context *ctx, double beta, rdg_index n_harmonics,
                                          const int *harmonics)
{
    rdg_structure *s = blade_structure(ctx, beta);
    rdg_name_dof(s, "left blade", BLADE_X1);
    rdg_name_dof(s, "right blade", BLADE_X8);
    rdg_hbm *hb = rdg_hbm_create(s, n_harmonics, harmonics);
    blade_contact(hb, -1, BLADE_X2, BLADE_Y3);
    blade_contact(hb, 1, BLADE_X6, BLADE_Y7);
    rdg_hbm_force(hb, "right blade", 1, 1.0); /* N */
    rdg_hbm_sensor(hb, "Am", "right blade");
    return hb;
}

#endif
