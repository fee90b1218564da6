/* Motions of contact models in small steps: Runge's method of order 4, sliders drawn along after each. */
#ifndef RDG_TEST_CONTACT_STEPS_H
#define RDG_TEST_CONTACT_STEPS_H

#include "verification/contact_model.h"

typedef struct model_motion {
    const contact_model *m;
    double omega;
    double q[MODEL_SIZE], v[MODEL_SIZE], slider[MODEL_CONTACTS]; /* m, m/s, N */
} model_motion;

static inline double model_along(const contact_model *m, const double *b, const double *q)
{
    double sum = 0.0;
    for (int i = 0; i < m->n; i++) {
        sum += b[i] * q[i];
    }
    return sum;
}

static inline double model_load(const contact_model *m, const model_contact *c, const double *q)
{
    return fmax(0.0, c->preload + (c->kn > 0.0 ? c->kn * model_along(m, c->by, q) : 0.0));
}

/* Where the slider of a contact is drawn to. */
static inline double model_slider(const model_motion *a, int k, const double *q)
{
    const model_contact *c = &a->m->contact[k];
    const double x = c->kt * model_along(a->m, c->bx, q), limit = c->mu * model_load(a->m, c, q);
    return fmax(x - limit, fmin(x + limit, a->slider[k]));
}

static inline void model_draw(model_motion *a)
{
    for (int k = 0; k < a->m->contacts; k++) {
        a->slider[k] = model_slider(a, k, a->q);
    }
}

/* Forces against the displacements. */
static inline void model_forces(const model_motion *a, const double *q, double *force)
{
    const contact_model *m = a->m;
    for (int k = 0; k < m->contacts; k++) {
        const model_contact *c = &m->contact[k];
        const double fx = c->kt * model_along(m, c->bx, q) - model_slider(a, k, q);
        const double fy = c->kn > 0.0 ? model_load(m, c, q) : 0.0;
        for (int i = 0; i < m->n; i++) {
            force[i] += c->bx[i] * fx + c->by[i] * fy;
        }
    }
    for (int k = 0; k < m->stops; k++) {
        const model_stop *s = &m->stop[k];
        const double f = s->k * fmax(0.0, model_along(m, s->b, q) - s->gap);
        for (int i = 0; i < m->n; i++) {
            force[i] += s->b[i] * f;
        }
    }
}

/* M is diagonal. */
static inline void model_rates(const model_motion *a, double t, const double *q, const double *v,
                               double *rate)
{
    const contact_model *m = a->m;
    double force[MODEL_SIZE] = {0};
    model_forces(a, q, force);
    for (int i = 0; i < m->n; i++) {
        force[i] -=
            m->constant[i] + m->alpha * (m->cosine[i] * cos(a->omega * t) + m->sine[i] * sin(a->omega * t));
        for (int k = 0; k < m->n; k++) {
            force[i] += m->C[i + m->n * k] * v[k] + m->K[i + m->n * k] * q[k];
        }
        rate[i] = -force[i] / m->M[i * (m->n + 1)];
    }
}

static inline void model_step(model_motion *a, double t, double h)
{
    static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    const int n = a->m->n;
    double dq[MODEL_SIZE] = {0}, dv[MODEL_SIZE] = {0}, sum_q[MODEL_SIZE] = {0}, sum_v[MODEL_SIZE] = {0};
    for (int stage = 0; stage < 4; stage++) {
        double q[MODEL_SIZE], v[MODEL_SIZE], rate[MODEL_SIZE];
        for (int i = 0; i < n; i++) {
            q[i] = a->q[i] + part[stage] * h * dq[i];
            v[i] = a->v[i] + part[stage] * h * dv[i];
        }
        model_rates(a, t + part[stage] * h, q, v, rate);
        for (int i = 0; i < n; i++) {
            dq[i] = v[i];
            dv[i] = rate[i];
            sum_q[i] += weight[stage] * v[i];
            sum_v[i] += weight[stage] * rate[i];
        }
    }
    for (int i = 0; i < n; i++) {
        a->q[i] += h * sum_q[i];
        a->v[i] += h * sum_v[i];
    }
    model_draw(a);
}

static inline void model_period(model_motion *a, int steps)
{
    const double h = RDG_HZ(1.0) / a->omega / steps;
    for (int k = 0; k < steps; k++) {
        model_step(a, k * h, h);
    }
}

#endif
