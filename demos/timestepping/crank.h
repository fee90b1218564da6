/* The slider-crank of the paper, rigid: crank and rod turn by th1 and th2, the slider by th3. It is guided by
 * ideal constraints, or by the four corners of the slider between two walls. */
#ifndef RDG_DEMO_CRANK_H
#define RDG_DEMO_CRANK_H

#include <ridgewalk/timestepping.h>

#include <math.h>

/* SI units; table 1 of the paper */
static const double crank_l1 = 0.153, crank_l2 = 0.306, crank_a = 0.05, crank_b = 0.025;
static const double crank_m1 = 0.038, crank_m2 = 0.038, crank_m3 = 0.076;
static const double crank_J1 = 7.4e-5, crank_J2 = 5.9e-4, crank_J3 = 2.7e-6, crank_gravity = 9.81;

/* What tables 1 and 2 differ in */
typedef struct crank_numbers {
    double clearance;        /* c: half of the play in the guide, m */
    double torque;           /* on the crank, N m */
    bool turned;             /* sines and cosines below are known: */
    double q[2], c[2], s[2]; /* of crank and rod */
} crank_numbers;

/* Both functions of the mechanism ask for one place in turns. */
static inline const crank_numbers *crank_turned(crank_numbers *at, const double *q)
{
    for (int k = 0; k < 2; k++) {
        const double angle = q[k];
        if (!at->turned || angle != at->q[k]) {
            at->q[k] = angle;
            at->c[k] = cos(angle);
            at->s[k] = sin(angle);
        }
    }
    at->turned = true;
    return at;
}

static inline int crank_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const double mc = (0.5 * crank_m2 + crank_m3) * crank_l1 * crank_l2;
    const crank_numbers *at = crank_turned(data, q);
    const double c = at->c[0] * at->c[1] + at->s[0] * at->s[1];
    const double s = at->s[0] * at->c[1] - at->c[0] * at->s[1];
    (void)t;
    to->M[0] = crank_J1 + (0.25 * crank_m1 + crank_m2 + crank_m3) * crank_l1 * crank_l1;
    to->M[1] = to->M[3] = mc * c;
    to->M[4] = crank_J2 + (0.25 * crank_m2 + crank_m3) * crank_l2 * crank_l2;
    to->M[8] = crank_J3;
    to->h[0] = -mc * s * v[1] * v[1] -
               crank_gravity * crank_l1 * at->c[0] * (0.5 * crank_m1 + crank_m2 + crank_m3) + at->torque;
    to->h[1] = mc * s * v[0] * v[0] - crank_gravity * crank_l2 * at->c[1] * (0.5 * crank_m2 + crank_m3);
    return 0;
}

static inline double crank_potential(double t, const double *q, void *data)
{
    (void)t;
    return crank_gravity * (crank_l1 * sin(q[0]) * (0.5 * crank_m1 + crank_m2 + crank_m3) +
                            crank_l2 * sin(q[1]) * (0.5 * crank_m2 + crank_m3)) -
           ((const crank_numbers *)data)->torque * q[0];
}

/* The slider at r_y = 0, th3 = 0 */
static inline int crank_guided(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const crank_numbers *at = crank_turned(data, q);
    (void)t;
    to->g[0] = crank_l1 * at->s[0] + crank_l2 * at->s[1];
    to->g[1] = q[2];
    to->W[0] = crank_l1 * at->c[0];
    to->W[1] = crank_l2 * at->c[1];
    to->W[5] = 1.0;
    return 0;
}

/* Corners 0 and 1 under the upper wall, 2 and 3 over the lower one: gap, and the corner's horizontal velocity
 */
static inline int crank_between_walls(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const crank_numbers *at = crank_turned(data, q);
    const double wall = crank_b + at->clearance;
    const double y = crank_l1 * at->s[0] + crank_l2 * at->s[1], s3 = sin(q[2]), c3 = cos(q[2]);
    (void)t;
    for (int k = 0; k < 4; k++) {
        const double up = k < 2 ? -1.0 : 1.0, along = k == 0 || k == 3 ? 1.0 : -1.0;
        double *normal = to->W + (2 * k) * 3, *slip = normal + 3;
        to->g[k] = wall + up * y + along * crank_a * s3 - crank_b * c3;
        normal[0] = up * crank_l1 * at->c[0];
        normal[1] = up * crank_l2 * at->c[1];
        normal[2] = along * crank_a * c3 + crank_b * s3;
        slip[0] = -crank_l1 * at->s[0];
        slip[1] = -crank_l2 * at->s[1];
        slip[2] = (k < 2 ? 1.0 : -1.0) * along * crank_a * s3 + up * crank_b * c3;
    }
    return 0;
}

static inline rdg_mechanism *crank_in_ideal_guide(rdg_context *ctx, crank_numbers *numbers)
{
    return rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "crank in an ideal guide",
                                                              .n = 3,
                                                              .terms = crank_terms,
                                                              .bilateral = 2,
                                                              .geometry = crank_guided,
                                                              .potential = crank_potential,
                                                              .data = numbers});
}

static inline rdg_mechanism *crank_with_clearance(rdg_context *ctx, crank_numbers *numbers, double e,
                                                  double mu)
{
    const rdg_contact_law corner = {.mu = mu, .directions = 1, .restitution = e};
    return rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = "crank with clearance",
                                      .n = 3,
                                      .terms = crank_terms,
                                      .contacts = 4,
                                      .law = (rdg_contact_law[]){corner, corner, corner, corner},
                                      .geometry = crank_between_walls,
                                      .potential = crank_potential,
                                      .data = numbers});
}

#endif
