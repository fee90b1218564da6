/* Random contacts in a regime that is asked for. */
#ifndef RANDOM_CONTACT_H
#define RANDOM_CONTACT_H

#include "support.h"

#include <string.h>

#include <ridgewalk/contact.h>

enum { RANDOM_MAX_N = 22, RANDOM_MAX_SEGMENTS = 64 };

typedef enum random_regime {
    REGIME_STICK,
    REGIME_SLIP_CONSTANT_LOAD,
    REGIME_SLIP_VARIABLE_LOAD,
    REGIME_SEPARATION_THEN_SLIP,
    REGIME_SEPARATION_THEN_STICK,
    REGIME_OPEN,
    REGIMES
} random_regime;

static const char *const regime_name[REGIMES] = {
    "stick", "slip, constant load", "slip, variable load", "separation then slip", "separation then stick",
    "open"};

typedef struct random_contact {
    rdg_contact law;
    rdg_basis basis;
    rdg_context *ctx;
    rdg_contact_element *element;
    rdg_index N;
    double z[RANDOM_MAX_N];
    rdg_contact_segment segment[RANDOM_MAX_SEGMENTS];
    rdg_index n_segments;
} random_contact;

static inline double random_between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

static inline bool follows(const random_contact *c, rdg_contact_state first, bool slip)
{
    for (rdg_index i = 0; i < c->n_segments; i++) {
        const rdg_contact_state next = c->segment[(i + 1) % c->n_segments].state;
        const bool is_slip = next == RDG_SLIP_FORWARD || next == RDG_SLIP_BACKWARD;
        if (c->segment[i].state == first && (slip ? is_slip : next == RDG_STICK)) {
            return true;
        }
    }
    return false;
}

static inline bool in_regime(const random_contact *c, random_regime regime)
{
    bool opens = false;
    for (rdg_index i = 0; i < c->n_segments; i++) {
        opens = opens || c->segment[i].state == RDG_SEPARATION;
    }
    switch (regime) {
    case REGIME_STICK:
        return c->n_segments == 1 && c->segment[0].state == RDG_STICK;
    case REGIME_SLIP_CONSTANT_LOAD:
    case REGIME_SLIP_VARIABLE_LOAD:
        return c->n_segments > 1 && !opens;
    case REGIME_SEPARATION_THEN_SLIP:
        return c->n_segments > 1 && follows(c, RDG_SEPARATION, true);
    case REGIME_SEPARATION_THEN_STICK:
        return c->n_segments > 1 && follows(c, RDG_SEPARATION, false);
    default:
        return c->n_segments == 1 && opens;
    }
}

static inline void draw_motion(random_contact *c, uint64_t *seed, random_regime regime)
{
    const rdg_index n = c->basis.n_coefficients, first = c->basis.has_static;
    const double tangential =
        pow(10, regime == REGIME_STICK                   ? random_between(seed, -1.5, 0)
                : regime == REGIME_SEPARATION_THEN_STICK ? random_between(seed, -1, 0.7)
                                                         : random_between(seed, -0.3, 1.2));
    const bool may_open = regime == REGIME_SEPARATION_THEN_SLIP || regime == REGIME_SEPARATION_THEN_STICK;
    const double normal = may_open ? random_between(seed, 0.5, 4) : random_between(seed, 0.05, 0.5);
    for (rdg_index i = 0; i < c->N; i++) {
        const rdg_index below = (i % n - first) / 2;
        const double k = i % n < first ? 2.0 : 1.0 + (double)below;
        c->z[i] = (i < n ? tangential : normal) * random_signed(seed) / k;
    }
}

/* Choose harmonics and law at random, then motions until one is in the regime. Free with
 * rdg_context_free(c->ctx). */
static inline void draw_contact(random_contact *c, uint64_t *seed, random_regime regime)
{
    static const int all[] = {1, 2, 3, 4, 5}, odd[] = {1, 3, 5}, high[] = {2, 3, 5};
    static const struct {
        const int *harmonic;
        int count;
    } sets[] = {{all, 1}, {all, 2}, {all, 3},  {all, 4},     {all, 5},
                {odd, 2}, {odd, 3}, {high, 3}, {high + 1, 1}};
    const int set = (int)random_between(seed, 0, 8.999);
    memset(c, 0, sizeof *c);
    c->basis = (rdg_basis){.n_harmonics = sets[set].count,
                           .harmonic = sets[set].harmonic,
                           .has_static = random_signed(seed) > 0};
    c->basis.n_coefficients = 2 * c->basis.n_harmonics + c->basis.has_static;
    const bool variable = regime == REGIME_SLIP_CONSTANT_LOAD ? false
                          : regime == REGIME_STICK            ? random_signed(seed) > 0
                                                              : true;
    c->law = (rdg_contact){.tangential = "x",
                           .normal = variable ? "y" : NULL,
                           .kt = random_between(seed, 0.7, 1.9),
                           .kn = random_between(seed, 0.6, 1.7),
                           .mu = random_between(seed, 0.2, 0.8),
                           .preload = random_between(seed, 0.8, 1.6),
                           .start = random_signed(seed) > 0 ? RDG_SLIDER_ZERO : RDG_SLIDER_MEAN};
    if (regime == REGIME_OPEN) {
        c->law.preload = -random_between(seed, 4, 6);
    }
    c->N = (variable ? 2 : 1) * c->basis.n_coefficients;
    c->ctx = rdg_context_create();
    c->element = rdg_contact_element_create(c->ctx, &c->law, &c->basis);
    assert_ok(c->ctx, rdg_error_status(c->ctx));
    do {
        draw_motion(c, seed, regime);
        c->n_segments = rdg_contact_segments(c->element, c->z, RANDOM_MAX_SEGMENTS, c->segment);
        assert_in_range(c->n_segments, 1, RANDOM_MAX_SEGMENTS);
    } while (!in_regime(c, regime));
}

/* Whether the contact goes through the same states at z. */
static inline bool same_states(const random_contact *c, const double *z)
{
    rdg_contact_segment segment[RANDOM_MAX_SEGMENTS];
    const rdg_index n = rdg_contact_segments(c->element, z, RANDOM_MAX_SEGMENTS, segment);
    if (n != c->n_segments) {
        return false;
    }
    for (rdg_index shift = 0; shift < n; shift++) { /* the first one may have come round the period's end */
        rdg_index i = 0;
        while (i < n && segment[(i + shift) % n].state == c->segment[i].state) {
            i++;
        }
        if (i == n) {
            return true;
        }
    }
    return false;
}

#endif
