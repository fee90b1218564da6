/* One element on a mass by itself, in a random basis: what the tests of piecewise linear elements share. */
#ifndef RDG_TEST_SPECIMEN_H
#define RDG_TEST_SPECIMEN_H

#include "support.h"

#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/jenkins.h>

#include <string.h>

enum { SPECIMEN_MOST = 13, SPECIMEN_SAMPLES = 120 };

typedef struct specimen_basis {
    rdg_index n;
    int harmonic[6]; /* as rdg_hbm_create() takes them: a leading 0 is the static part */
} specimen_basis;

static const specimen_basis specimen_bases[] = {
    {1, {1}},    {2, {1, 2}},    {3, {1, 3, 5}}, {5, {1, 2, 3, 4, 5}},    {3, {2, 3, 5}},
    {2, {0, 1}}, {3, {0, 1, 2}}, {3, {0, 1, 3}}, {6, {0, 1, 2, 3, 4, 5}}, {4, {0, 2, 3, 5}},
};

enum { SPECIMEN_BASES = sizeof specimen_bases / sizeof *specimen_bases };

typedef struct specimen {
    rdg_context *ctx;
    rdg_structure *mass;
    rdg_hbm *hb; /* made at closing */
    const specimen_basis *basis;
    const rdg_function *function; /* of (z, omega, alpha) */
    rdg_index m;                  /* coefficients z */
    double u[SPECIMEN_MOST + 2];
} specimen;

static inline double specimen_between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

/* A unit mass without damping or spring; the element is to be added to it. */
static inline specimen specimen_open(const specimen_basis *basis)
{
    const double one = 1, none = 0;
    specimen s = {.ctx = rdg_context_create(), .basis = basis};
    rdg_set_writer(s.ctx, NULL, NULL);
    s.mass = rdg_structure_create(s.ctx, "mass", 1, &one, &none, &none);
    rdg_name_dof(s.mass, "x", 0);
    return s;
}

static inline void specimen_close(specimen *s)
{
    s->hb = rdg_hbm_create(s->mass, s->basis->n, s->basis->harmonic);
    rdg_hbm_keep_all(s->hb);
    s->function = rdg_hbm_function(s->hb);
    assert_ok(s->ctx, rdg_error_status(s->ctx));
    s->m = rdg_hbm_unknowns(s->hb);
    assert_true(s->m <= SPECIMEN_MOST);
}

/* Random coefficients of about a size, decaying; the state's omega is 0 so that the function is the element's
 * force. */
static inline void specimen_move(specimen *s, uint64_t *seed, double size)
{
    const rdg_index first = s->basis->harmonic[0] == 0;
    for (rdg_index i = 0; i < s->m; i++) {
        const rdg_index below = (i - first) / 2;
        s->u[i] = size * random_signed(seed) / (i < first ? 2.0 : 1.0 + (double)below);
    }
    s->u[s->m] = s->u[s->m + 1] = 0;
}

/* At a sample of the period. */
static inline double specimen_displacement(const specimen *s, int sample)
{
    static double cosine[SPECIMEN_SAMPLES];
    if (cosine[0] == 0) {
        for (int i = 0; i < SPECIMEN_SAMPLES; i++) {
            cosine[i] = cos(2 * RDG_PI * i / SPECIMEN_SAMPLES);
        }
    }
    const rdg_index first = s->basis->harmonic[0] == 0;
    double x = first ? s->u[0] : 0;
    for (rdg_index h = first; h < s->basis->n; h++) {
        const rdg_index i = first + 2 * (h - first);
        const int at = s->basis->harmonic[h] * sample, quarter = 3 * SPECIMEN_SAMPLES / 4;
        x +=
            s->u[i] * cosine[at % SPECIMEN_SAMPLES] + s->u[i + 1] * cosine[(at + quarter) % SPECIMEN_SAMPLES];
    }
    return x;
}

static inline void specimen_range(const specimen *s, double *lowest, double *highest)
{
    *lowest = INFINITY;
    *highest = -INFINITY;
    for (int i = 0; i < SPECIMEN_SAMPLES; i++) {
        const double x = specimen_displacement(s, i);
        *lowest = fmin(*lowest, x);
        *highest = fmax(*highest, x);
    }
}

/* Slip phases in a period of a slider that gives way at phi, by marching through samples. */
static inline int specimen_slips(const specimen *s, double phi)
{
    double v = 0;
    int slips = 0, direction = 0;
    for (int i = 0; i < 2 * SPECIMEN_SAMPLES; i++) {
        const double x = specimen_displacement(s, i);
        const int now = x - v > phi ? 1 : x - v < -phi ? -1 : 0;
        v = now > 0 ? x - phi : now < 0 ? x + phi : v;
        slips += i >= SPECIMEN_SAMPLES && now != 0 && now != direction;
        direction = now;
    }
    return slips;
}

static inline void specimen_force(const specimen *s, const double *u, double *force)
{
    assert_int_equal(s->function->f(s->m + 2, u, s->m, force, s->function->data), 0);
}

static inline void specimen_jacobian(const specimen *s, const double *u, double *jacobian)
{
    memset(jacobian, 0, sizeof *jacobian * (size_t)(s->m * (s->m + 2)));
    assert_null(s->function->df_pattern);
    assert_int_equal(s->function->df(s->m + 2, u, s->m, jacobian, s->function->data), 0);
}

static inline void specimen_hessian(const specimen *s, const double *u, const double *lambda, double *hessian)
{
    memset(hessian, 0, sizeof *hessian * (size_t)((s->m + 2) * (s->m + 2)));
    assert_int_equal(s->function->d2f(s->m + 2, u, s->m, lambda, hessian, s->function->data), 0);
}

#endif
