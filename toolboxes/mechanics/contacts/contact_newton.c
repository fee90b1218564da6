/* Newton's method on Alart and Curnier's functions. A step goes to the solution of the linear problem that
 * the contact states of the present point give; where this is not unique, to the one of least norm. */
#include "contact_solver_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

static double merit(rdg_contact_solver *s, const double *r)
{
    rdg_contact_velocity(&s->p, r, s->xi);
    rdg_contact_equations(&s->p, r, s->xi, s->F);
    return rdg_dot(s->p.n, s->F, s->F);
}

/* s->x: where the step from s->r goes. */
static bool target(rdg_contact_solver *s)
{
    const rdg_index n = s->p.n;
    rdg_contact_velocity(&s->p, s->r, s->xi);
    rdg_contact_equations(&s->p, s->r, s->xi, s->F);
    rdg_contact_jacobian(&s->p, s->r, s->xi, s->A);
    for (rdg_index i = 0; i < n; i++) {
        s->x[i] = -s->F[i];
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            s->x[i] += s->A[j * n + i] * s->r[j];
        }
    }
    for (rdg_index i = 0; s->slack > 0.0 && i < n; i++) {
        s->A[i * n + i] += s->slack;
        s->x[i] += s->slack * s->r[i];
    }
    return rdg_contact_linear(s, n);
}

/* As far along the step as lets the sum of squares go down; at least a 64th of it. */
static void go(rdg_contact_solver *s, bool search)
{
    const rdg_index n = s->p.n;
    const double before = search ? merit(s, s->r) : 0.0;
    double t = 1.0;
    for (;;) {
        for (rdg_index i = 0; i < n; i++) {
            s->trial[i] = s->r[i] + t * (s->x[i] - s->r[i]);
        }
        if (!search || t < 0.02 || merit(s, s->trial) <= (1.0 - 1e-4 * t) * before) {
            break;
        }
        t *= 0.5;
    }
    memcpy(s->r, t < 1.0 ? s->trial : s->x, (size_t)n * sizeof *s->r);
}

bool rdg_contact_by_newton(rdg_contact_solver *s, int most, bool search, int *iterations)
{
    for (int k = 0; k < most; k++) {
        if (!target(s)) {
            return false;
        }
        go(s, search);
        ++*iterations;
        if (rdg_contact_accept(s, s->r)) {
            return true;
        }
    }
    return false;
}

/* Where contacts jam, velocities vanish and any impulses in the cones that stop the bodies are an answer;
 * those of least norm need not lie in the cones. Steps that hold impulses where they are, but for what has to
 * change, find such. */
bool rdg_contact_by_holding(rdg_contact_solver *s, int *iterations)
{
    static const double slack[] = {1e-9, 1e-6, 1e-4, 1e-2};
    bool answered = false;
    for (size_t k = 0; k < sizeof slack / sizeof *slack && !answered; k++) {
        s->slack = slack[k];
        for (int start = 0; start < 2 && !answered; start++) {
            for (rdg_index i = 0; i < s->p.n; i++) {
                s->r[i] = 0.0;
            }
            for (rdg_index j = 0; start > 0 && j < s->p.contacts; j++) {
                s->r[s->p.first[j]] = s->p.size; /* all press */
            }
            answered = rdg_contact_by_newton(s, 60, false, iterations);
        }
    }
    s->slack = 0.0;
    return answered;
}

/* The solution for a part of the friction is a good predictor for a little more of it. */
bool rdg_contact_by_friction(rdg_contact_solver *s, int *iterations)
{
    enum { STEPS = 64 };
    rdg_contact_scaled *p = &s->p;
    double share = 0.0, step = 0.25, reached = 0.0;
    bool answered = false;
    memset(s->r, 0, (size_t)p->n * sizeof *s->r);
    for (int k = 0; k < STEPS && step > 1e-3; k++) {
        for (rdg_index i = 0; i < p->contacts; i++) {
            p->mu[i] *= share; /* mu is put back below */
        }
        answered = rdg_contact_by_newton(s, 30, false, iterations) ||
                   (reached == 0.0 && share == 0.0 && rdg_contact_by_newton(s, 60, true, iterations));
        for (rdg_index i = 0; i < p->contacts; i++) {
            p->mu[i] = p->mu[p->contacts + i];
        }
        if (answered && share >= 1.0) {
            return true;
        }
        if (!answered && share == 0.0) {
            return false;
        }
        reached = answered ? share : reached;
        step = answered ? 1.5 * step : 0.4 * step;
        share = fmin(1.0, reached + step);
        if (answered) {
            memcpy(s->r, s->best, (size_t)p->n * sizeof *s->r);
            memcpy(s->start, s->best, (size_t)p->n * sizeof *s->r);
        } else {
            memcpy(s->r, s->start, (size_t)p->n * sizeof *s->r);
        }
    }
    return false;
}
