/* Two masses' coordinates on cubic springs with contacts on friction cones, and a third one that presses: in
 * Ridgewalk and in small steps. */
#ifndef RDG_TEST_CONE_MODEL_H
#define RDG_TEST_CONE_MODEL_H

#include "fresh_context.h"
#include "support.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/core.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/structure.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CONE_SIZE = 3, CONE_CONTACTS = 2, CONE_STEPS = 1000, CONE_PERIODS = 100 };

/* Coordinates x, y, z of mass 1 kg; of z only the stiffness differs. All cones are between (x, y) and the
 * ground. */
typedef struct cone_model {
    int contacts;
    double kt, mu[CONE_CONTACTS], preload, kn; /* N/m, 1, N, N/m; kn = 0: the load is constant */
    double cubic[2];                           /* N/m^3 of x and y */
    double ratio, press;                       /* forces on y, a quarter behind, and on z, of that on x */
} cone_model;

static const double cone_damping = 0.008, cone_stiffness[CONE_SIZE] = {1.0, 1.0, 9.0}; /* N s/m, N/m */

static inline rdg_structure *cone_structure(rdg_context *ctx, const cone_model *m)
{
    static const char *const dof[CONE_SIZE] = {"x", "y", "z"};
    double M[9] = {0}, C[9] = {0}, K[9] = {0};
    for (int i = 0; i < CONE_SIZE; i++) {
        M[4 * i] = 1.0;
        C[4 * i] = cone_damping;
        K[4 * i] = cone_stiffness[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "cones", CONE_SIZE, M, C, K);
    for (int i = 0; i < CONE_SIZE; i++) {
        rdg_name_dof(s, dof[i], i);
    }
    for (int k = 0; k < m->contacts; k++) {
        char name[8];
        snprintf(name, sizeof name, "c%d", k % 10);
        rdg_cone_contact_add(s, &(rdg_cone_contact){.name = name,
                                                    .tangential = {"x", "y"},
                                                    .normal = m->kn > 0.0 ? "z" : NULL,
                                                    .kt = m->kt,
                                                    .kn = m->kn,
                                                    .mu = m->mu[k],
                                                    .preload = m->preload});
    }
    for (int i = 0; i < 2; i++) {
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = dof[i], .k3 = m->cubic[i]});
    }
    rdg_force_add(s, "x", 1, 1.0);
    rdg_force_phase_add(s, "y", 1, m->ratio, -0.5 * RDG_PI);
    rdg_force_phase_add(s, "z", 1, m->press, 0.3);
    rdg_sensor_add(s, "Am", "x");
    return s;
}

/* --- small steps: Runge's method of order 4, sliders drawn onto their cones after each */

typedef struct cone_motion {
    const cone_model *m;
    double omega, alpha;
    double q[CONE_SIZE], v[CONE_SIZE], w[CONE_CONTACTS][2];
} cone_motion;

static inline double cone_load(const cone_model *m, const double *q)
{
    return fmax(0.0, m->preload + m->kn * q[2]);
}

/* The stretch of a contact's spring, not beyond its cone. */
static inline void cone_stretch(const cone_motion *a, int k, const double *q, double r[2])
{
    const double limit = a->m->mu[k] * cone_load(a->m, q) / a->m->kt;
    for (int i = 0; i < 2; i++) {
        r[i] = q[i] - a->w[k][i];
    }
    const double size = hypot(r[0], r[1]), share = size > limit ? limit / size : 1.0;
    r[0] *= share;
    r[1] *= share;
}

static inline void cone_draw(cone_motion *a)
{
    for (int k = 0; k < a->m->contacts; k++) {
        double r[2];
        cone_stretch(a, k, a->q, r);
        for (int i = 0; i < 2; i++) {
            a->w[k][i] = a->q[i] - r[i];
        }
    }
}

static inline void cone_accelerate(const cone_motion *a, double phase, const double *q, const double *v,
                                   double *f)
{
    const cone_model *m = a->m;
    const double load[CONE_SIZE] = {cos(phase), m->ratio * cos(phase - 0.5 * RDG_PI),
                                    m->press * cos(phase + 0.3)};
    for (int i = 0; i < CONE_SIZE; i++) {
        f[i] = a->alpha * load[i] - cone_damping * v[i] - cone_stiffness[i] * q[i];
        f[i] -= i < 2 ? m->cubic[i] * q[i] * q[i] * q[i] : 0.0;
    }
    for (int k = 0; k < m->contacts; k++) {
        double r[2];
        cone_stretch(a, k, q, r);
        f[0] -= m->kt * r[0];
        f[1] -= m->kt * r[1];
        f[2] -= m->kn > 0.0 ? cone_load(m, q) : 0.0;
    }
}

static inline void cone_step(cone_motion *a, double phase, double h)
{
    static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    double dq[CONE_SIZE] = {0}, dv[CONE_SIZE] = {0}, sum_q[CONE_SIZE] = {0}, sum_v[CONE_SIZE] = {0};
    for (int stage = 0; stage < 4; stage++) {
        double q[CONE_SIZE], v[CONE_SIZE], f[CONE_SIZE];
        for (int i = 0; i < CONE_SIZE; i++) {
            q[i] = a->q[i] + part[stage] * h * dq[i];
            v[i] = a->v[i] + part[stage] * h * dv[i];
        }
        cone_accelerate(a, phase + part[stage] * h * a->omega, q, v, f);
        for (int i = 0; i < CONE_SIZE; i++) {
            dq[i] = v[i];
            dv[i] = f[i];
            sum_q[i] += weight[stage] * dq[i];
            sum_v[i] += weight[stage] * dv[i];
        }
    }
    for (int i = 0; i < CONE_SIZE; i++) {
        a->q[i] += h * sum_q[i];
        a->v[i] += h * sum_v[i];
    }
    cone_draw(a);
}

/* Displacements and velocities of a solution at a phase. */
static inline void cone_balanced(rdg_hbm *hb, const double *Q, double phase, cone_motion *a)
{
    const rdg_basis *basis = rdg_hbm_basis(hb);
    memset(a->q, 0, sizeof a->q);
    memset(a->v, 0, sizeof a->v);
    for (rdg_index k = 0; k < basis->n_harmonics + basis->has_static; k++) {
        const int h = k < basis->has_static ? 0 : basis->harmonic[k - basis->has_static];
        double part[2 * CONE_SIZE];
        rdg_hbm_expand(hb, h, a->omega, a->alpha, Q, part);
        for (int i = 0; i < CONE_SIZE; i++) {
            a->q[i] += part[i] * cos(h * phase) + part[CONE_SIZE + i] * sin(h * phase);
            a->v[i] += h * a->omega * (part[CONE_SIZE + i] * cos(h * phase) - part[i] * sin(h * phase));
        }
    }
}

/* Distance of two states, m: of velocities by omega. */
static inline double cone_distance(const cone_motion *a, const cone_motion *b)
{
    double sum = 0.0;
    for (int i = 0; i < CONE_SIZE; i++) {
        sum = hypot(sum, hypot(a->q[i] - b->q[i], (a->v[i] - b->v[i]) / a->omega));
    }
    for (int k = 0; k < a->m->contacts; k++) {
        sum = hypot(sum, hypot(a->w[k][0] - b->w[k][0], a->w[k][1] - b->w[k][1]));
    }
    return sum;
}

static inline void cone_period(cone_motion *a)
{
    for (int k = 0; k < CONE_STEPS; k++) {
        cone_step(a, RDG_HZ((double)k / CONE_STEPS), RDG_HZ(1.0) / a->omega / CONE_STEPS);
    }
}

/* to = at + share (to - from) */
static inline void cone_carry(const cone_motion *from, double share, const cone_motion *at, cone_motion *to)
{
    for (int i = 0; i < CONE_SIZE; i++) {
        to->q[i] = at->q[i] + share * (to->q[i] - from->q[i]);
        to->v[i] = at->v[i] + share * (to->v[i] - from->v[i]);
    }
    for (int k = 0; k < at->m->contacts; k++) {
        for (int i = 0; i < 2; i++) {
            to->w[k][i] = at->w[k][i] + share * (to->w[k][i] - from->w[k][i]);
        }
    }
}

/* Growth of small distances from a solution, a period: the mean of CONE_PERIODS by which the largest
 * multiplier comes out, in modulus. Sliders that stick are not moved. */
static inline double cone_growth(cone_motion *a, rdg_hbm *hb, const double *Q)
{
    enum { INSTANTS = 1000, FIRST = CONE_PERIODS / 4 };
    double size = 0.0, sum = 0.0;
    for (int k = 0; k <= 2 * INSTANTS; k++) {
        cone_balanced(hb, Q, RDG_HZ((double)k / INSTANTS), a);
        cone_draw(a);
        size = fmax(size, hypot(a->q[0], a->q[1]));
    }
    const double distance = 1e-6 * size;
    cone_motion end = *a, beside = *a;
    cone_period(&end);
    beside.q[0] += distance;
    beside.q[1] -= 0.7 * distance;
    beside.q[2] += distance;
    for (int p = 0; p < CONE_PERIODS; p++) {
        const double before = cone_distance(a, &beside);
        cone_period(&beside);
        const double after = cone_distance(&end, &beside);
        sum += p >= FIRST ? log(after / before) : 0.0;
        cone_carry(&end, distance / after, a, &beside);
    }
    return exp(sum / (CONE_PERIODS - FIRST));
}

#endif
