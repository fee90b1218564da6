/* Random contacts with a friction cone in a regime that is asked for, and the law once more: radial return at
 * many samples, which shares nothing with the element. */
#ifndef RANDOM_CONE_H
#define RANDOM_CONE_H

#include "hbm/models.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/toolbox.h>

enum { CONE_MAX_N = 33, CONE_MAX_U = CONE_MAX_N + 2 };

static const double cone_pi = 3.14159265358979323846;

typedef enum cone_regime {
    CONE_STUCK,
    CONE_SLIDING,
    CONE_STICK_SLIP,
    CONE_LIFT_OFF,
    CONE_REGIMES
} cone_regime;

static const char *const cone_regime_name[CONE_REGIMES] = {"stuck", "sliding all the time", "stick and slip",
                                                           "with lift-off"};

typedef struct random_cone {
    rdg_cone_contact law;
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_index N; /* coefficients */
    double z[CONE_MAX_N];
} random_cone;

static inline double cone_between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

/* Three degrees of freedom without springs, masses of 1: F = R + omega^2 k^2 Q. */
static inline rdg_hbm *cone_balance(rdg_context *ctx, const rdg_cone_contact *law, rdg_index n,
                                    const int *harmonics)
{
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, zero[9] = {0};
    rdg_structure *s = rdg_structure_create(ctx, "block", law->normal ? 3 : 2,
                                            law->normal ? M : (const double[]){1, 0, 0, 1}, zero, zero);
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    if (law->normal) {
        rdg_name_dof(s, "y", 2);
    }
    assert_ok(ctx, rdg_cone_contact_add(s, law));
    return rdg_hbm_create(s, n, harmonics);
}

/* Unknowns of the harmonic balance from the element's coefficients, displacement by displacement. */
static inline void cone_unknowns(const rdg_hbm *hb, const double *z, double *Q)
{
    const rdg_index n = rdg_hbm_basis(hb)->n_coefficients, d = rdg_hbm_element_size(hb, 0);
    for (rdg_index s = 0; s < d; s++) {
        for (rdg_index c = 0; c < n; c++) {
            Q[c * d + s] = z[s * n + c];
        }
    }
}

static inline int cone_force(rdg_hbm *hb, const double *z, double *force)
{
    double Q[CONE_MAX_N], again[CONE_MAX_N];
    cone_unknowns(hb, z, Q);
    return rdg_hbm_element_state(hb, 0, Q, 1, again, force);
}

/* A displacement's value at tau. */
static inline double cone_series(const rdg_basis *basis, const double *a, double tau)
{
    double sum = basis->has_static ? a[0] : 0;
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        const double k = basis->harmonic[h];
        sum += a[basis->has_static + 2 * h] * cos(k * tau) + a[basis->has_static + 2 * h + 1] * sin(k * tau);
    }
    return sum;
}

/* What radial return says of a motion: the share of time stuck and open, the work of the slider and the
 * force's coefficients (left alone if NULL). */
typedef struct cone_history {
    double stuck, open, work;
} cone_history;

static inline cone_history cone_radial_return(const rdg_cone_contact *law, const rdg_basis *basis,
                                              const double *z, rdg_index samples, int periods, double *force)
{
    const rdg_index n = basis->n_coefficients;
    double w[2] = {0, 0};
    cone_history history = {0};
    if (force) {
        memset(force, 0, (size_t)(3 * n) * sizeof *force);
    }
    for (rdg_index i = 0; i < periods * samples; i++) {
        const bool last = i >= (periods - 1) * samples;
        const double tau = 2 * cone_pi * (double)(i % samples) / (double)samples;
        const double y = law->normal ? cone_series(basis, z + 2 * n, tau) : 0;
        const double load = fmax(0, law->preload + law->kn * y), limit = law->mu * load;
        double x[2], t[2], before[2] = {w[0], w[1]};
        for (int s = 0; s < 2; s++) {
            x[s] = cone_series(basis, z + s * n, tau);
            t[s] = law->kt * (x[s] - w[s]);
        }
        const double size = hypot(t[0], t[1]);
        const bool slips = size > limit;
        for (int s = 0; s < 2 && slips; s++) {
            t[s] *= limit / size;
            w[s] = x[s] - t[s] / law->kt;
        }
        if (last) {
            history.open += (load == 0) / (double)samples;
            history.stuck += (!slips && load > 0) / (double)samples;
            history.work += t[0] * (w[0] - before[0]) + t[1] * (w[1] - before[1]);
        }
        for (rdg_index c = 0; c < n && last && force; c++) {
            double unit[CONE_MAX_N] = {0};
            unit[c] = (basis->has_static && c == 0 ? 1.0 : 2.0) / (double)samples;
            const double phi = cone_series(basis, unit, tau);
            force[c] += t[0] * phi;
            force[n + c] += t[1] * phi;
            if (law->normal) {
                force[2 * n + c] += load * phi;
            }
        }
    }
    return history;
}

static inline bool cone_in_regime(const random_cone *c, cone_regime regime)
{
    const cone_history h = cone_radial_return(&c->law, rdg_hbm_basis(c->hb), c->z, 500, 3, NULL);
    switch (regime) {
    case CONE_STUCK:
        return h.stuck > 0.9999;
    case CONE_SLIDING:
        return h.stuck == 0 && h.open == 0;
    case CONE_STICK_SLIP:
        return h.stuck > 0.03 && h.stuck < 0.97 && h.open == 0;
    default:
        return h.open > 0.03 && h.open < 0.97;
    }
}

static inline void cone_draw_motion(random_cone *c, uint64_t *seed, cone_regime regime)
{
    const rdg_basis *basis = rdg_hbm_basis(c->hb);
    const rdg_index n = basis->n_coefficients;
    const double size = pow(10, regime == CONE_STUCK     ? cone_between(seed, -1.7, -0.3)
                                : regime == CONE_SLIDING ? cone_between(seed, 0.2, 1.2)
                                                         : cone_between(seed, -0.3, 1));
    const double normal = regime == CONE_LIFT_OFF ? cone_between(seed, 1, 4) : cone_between(seed, 0, 0.4);
    const double circle = regime == CONE_SLIDING ? size : 0; /* not all of the motion to and fro */
    for (rdg_index i = 0; i < c->N; i++) {
        const rdg_index below = (i % n - basis->has_static) / 2;
        const double k = i % n < basis->has_static ? 2.0 : 1.0 + (double)(below * below);
        c->z[i] = (i < 2 * n ? (circle > 0 ? 0.4 : 1) * size : normal) * random_signed(seed) / k;
    }
    c->z[basis->has_static] += circle;
    c->z[n + basis->has_static + 1] += circle;
}

/* Choose harmonics and law at random, then motions until one is in the regime. Free with
 * rdg_context_free(c->ctx). */
static inline void draw_cone_under(random_cone *c, uint64_t *seed, cone_regime regime, bool variable_load)
{
    static const int all[] = {0, 1, 2, 3, 4, 5};
    memset(c, 0, sizeof *c);
    c->ctx = rdg_context_create();
    const bool has_static = random_signed(seed) > 0;
    const rdg_index n = 1 + (rdg_index)cone_between(seed, 0, 3.999);
    c->law = (rdg_cone_contact){.tangential = {"x1", "x2"},
                                .normal = variable_load ? "y" : NULL,
                                .kt = cone_between(seed, 0.7, 1.9),
                                .kn = cone_between(seed, 0.6, 1.7),
                                .mu = cone_between(seed, 0.2, 0.8),
                                .preload = cone_between(seed, 0.8, 1.6),
                                .samples = 64};
    c->hb = cone_balance(c->ctx, &c->law, n + has_static, all + !has_static);
    c->N = rdg_hbm_unknowns(c->hb);
    do {
        cone_draw_motion(c, seed, regime);
    } while (!cone_in_regime(c, regime));
}

static inline void draw_cone(random_cone *c, uint64_t *seed, cone_regime regime)
{
    draw_cone_under(c, seed, regime, regime == CONE_LIFT_OFF || random_signed(seed) > 0);
}

#endif
