/* An overhung rotor with a gyroscopic disc (Stodola, Green): closed forms of its whirl. */
#ifndef RDG_TEST_GREEN_ROTOR_H
#define RDG_TEST_GREEN_ROTOR_H

#include "support.h"

#include <ridgewalk/mechanics.h>

#include <complex.h>

/* Disc of mass m and moments of inertia I_t, I_p at the free end of a shaft of bending stiffness EI and
 * length l; external damping c. */
typedef struct green_rotor {
    double m, I_t, I_p, EI, l, c;
} green_rotor;

enum { GREEN_X, GREEN_Y, GREEN_ALPHA, GREEN_BETA, GREEN_DOFS };

/* Stiffness of a shaft's end: force 12 EI/l^3 x - 6 EI/l^2 beta, moment -6 EI/l^2 x + 4 EI/l beta; in the
 * plane y, z the slope of y is -alpha. */
static inline rdg_structure *green_structure(rdg_context *ctx, const green_rotor *r)
{
    const double k11 = 12.0 * r->EI / pow(r->l, 3), k12 = -6.0 * r->EI / (r->l * r->l),
                 k22 = 4.0 * r->EI / r->l;
    double M[16] = {0}, C[16] = {0}, K[16] = {0};
    const double mass[4] = {r->m, r->m, r->I_t, r->I_t}, stiffness[4] = {k11, k11, k22, k22};
    for (int i = 0; i < 4; i++) {
        M[5 * i] = mass[i];
        K[5 * i] = stiffness[i];
        C[5 * i] = i < 2 ? r->c : 0.0;
    }
    K[GREEN_X + 4 * GREEN_BETA] = K[GREEN_BETA + 4 * GREEN_X] = k12;
    K[GREEN_Y + 4 * GREEN_ALPHA] = K[GREEN_ALPHA + 4 * GREEN_Y] = -k12;
    rdg_structure *s = rdg_structure_create(ctx, "rotor", 4, M, C, K);
    rdg_name_dof(s, "x", GREEN_X);
    rdg_name_dof(s, "y", GREEN_Y);
    rdg_name_dof(s, "alpha", GREEN_ALPHA);
    rdg_name_dof(s, "beta", GREEN_BETA);
    rdg_gyroscopic_add(s, &(rdg_gyroscopic){.first = "alpha", .second = "beta", .inertia = r->I_p});
    rdg_sensor_harmonic_add(s, "r", "x", 1);
    return s;
}

/* Forward whirl of the unbalance m e, x = Re X exp(i w t): radius, with the loss factor g */
static inline double green_radius(const green_rotor *r, double g, double moment, double w)
{
    const double k11 = 12.0 * r->EI / pow(r->l, 3), k12 = -6.0 * r->EI / (r->l * r->l),
                 k22 = 4.0 * r->EI / r->l;
    const double complex loss = 1.0 + I * g, a = loss * k11 - r->m * w * w + I * w * r->c, b = loss * k12,
                         d = loss * k22 - (r->I_t - r->I_p) * w * w;
    return cabs(d * moment * w * w / (a * d - b * b));
}

/* det of [k11 - m s^2, k12; k12, k22 - I_t s^2 + speed I_p s]: zero at s = +frequency of forward, - of
 * backward whirl, without damping */
static inline double green_determinant(const green_rotor *r, double speed, double s)
{
    const double k11 = 12.0 * r->EI / pow(r->l, 3), k12 = -6.0 * r->EI / (r->l * r->l),
                 k22 = 4.0 * r->EI / r->l;
    return (k11 - r->m * s * s) * (k22 - r->I_t * s * s + speed * r->I_p * s) - k12 * k12;
}

#endif
