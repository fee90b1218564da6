/* Random structures whose contacts stick in a small vibration about a static load that may have dragged their
 * sliders. */
#ifndef RDG_TEST_RANDOM_STUCK_H
#define RDG_TEST_RANDOM_STUCK_H

#include "floquet.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/mechanics.h>

typedef enum stuck_kind {
    STUCK_CONSTANT_LOAD,
    STUCK_VARYING_LOAD,
    STUCK_CONE,
    STUCK_IWAN,
    STUCK_NEAR_WEDGING, /* a varying load, D of stability_drag.c between -0.5 and 1.6 */
    STUCK_KINDS
} stuck_kind;

enum { STUCK_DOF = 4, STUCK_CONTACTS = 3, STUCK_SLIDERS = 12, STUCK_STEPS = 400 };

/* A contact in a structure of n degrees of freedom: directions, numbers, positions of sliders. */
typedef struct stuck_contact {
    double b[3][STUCK_DOF]; /* tangential, second tangential of a cone, normal */
    double kt, kn, mu, preload;
    rdg_slider_start start;
    double k[STUCK_SLIDERS], phi[STUCK_SLIDERS]; /* of an Iwan model */
    double w[STUCK_SLIDERS];                     /* positions, m */
} stuck_contact;

typedef struct random_stuck {
    stuck_kind kind;
    rdg_hbm *hb;
    int n, contacts;
    double M[STUCK_DOF * STUCK_DOF], C[STUCK_DOF * STUCK_DOF], K[STUCK_DOF * STUCK_DOF],
        inverse[STUCK_DOF * STUCK_DOF];
    double constant[STUCK_DOF], force[STUCK_DOF], omega, alpha;
    stuck_contact contact[STUCK_CONTACTS];
    double u[3 * STUCK_DOF], Q[3 * STUCK_DOF]; /* the solution; of all degrees of freedom mean, cos, sin */
} random_stuck;

static inline double stuck_between(uint64_t *seed, double a, double b)
{
    return 0.5 * (a + b) + 0.5 * (b - a) * random_signed(seed);
}

/* B B^T + shift, [n * n] */
static inline void stuck_square(uint64_t *seed, int n, double scale, double shift, double *A)
{
    double B[STUCK_DOF * STUCK_DOF];
    for (int i = 0; i < n * n; i++) {
        B[i] = random_signed(seed);
    }
    for (int k = 0; k < n * n; k++) {
        A[k] = k % n == k / n ? shift : 0.0;
        for (int j = 0; j < n; j++) {
            A[k] += scale * B[k % n + n * j] * B[k / n + n * j];
        }
    }
}

static inline void stuck_direction(uint64_t *seed, int n, double *b)
{
    double size = 0.0;
    for (int i = 0; i < n; i++) {
        b[i] = random_signed(seed);
        size += b[i] * b[i];
    }
    for (int i = 0; i < n; i++) {
        b[i] /= sqrt(size);
    }
}

/* Some have a negative damping or a circulatory stiffness, so that motions are unstable. */
static inline void stuck_matrices(uint64_t *seed, random_stuck *r)
{
    const int n = r->n;
    const double damping = stuck_between(seed, 0.03, 0.1), kind = random_signed(seed);
    stuck_square(seed, n, 0.3, 0.6, r->M);
    stuck_square(seed, n, 1.0, 0.8, r->K);
    for (int i = 0; i < n * n; i++) {
        r->C[i] = damping * (r->K[i] + 0.3 * r->M[i]) * (kind < -0.7 ? -0.5 : 1.0);
    }
    for (int i = 0; i < n && kind > 0.6; i++) {
        for (int j = 0; j < i; j++) {
            const double circulatory = random_signed(seed);
            r->K[i + n * j] += circulatory;
            r->K[j + n * i] -= circulatory;
        }
    }
    double identity[STUCK_DOF * STUCK_DOF] = {0}, copy[STUCK_DOF * STUCK_DOF];
    lapack_int pivot[STUCK_DOF];
    memcpy(copy, r->M, sizeof copy);
    for (int i = 0; i < n; i++) {
        identity[i + n * i] = 1.0;
    }
    assert_int_equal(LAPACKE_dgesv(LAPACK_COL_MAJOR, n, n, copy, n, pivot, identity, n), 0);
    memcpy(r->inverse, identity, sizeof identity);
}

static inline void stuck_draw_contact(uint64_t *seed, const random_stuck *r, stuck_contact *c)
{
    *c = (stuck_contact){.kt = stuck_between(seed, 0.3, 2),
                         .kn = stuck_between(seed, 0.3, 2),
                         .mu = fabs(random_signed(seed)) < 0.5 ? stuck_between(seed, 0.1, 0.8)
                                                               : stuck_between(seed, 0.8, 3),
                         .preload = stuck_between(seed, 0.3, 1.5),
                         .start = random_signed(seed) > 0.6 ? RDG_SLIDER_MEAN : RDG_SLIDER_ZERO};
    for (int i = 0; i < 3; i++) {
        stuck_direction(seed, r->n, c->b[i]);
    }
    if (r->kind != STUCK_VARYING_LOAD && r->kind != STUCK_CONE && r->kind != STUCK_NEAR_WEDGING) {
        c->kn = 0.0;
    }
}

static inline void stuck_name(rdg_structure *s, const char *name, int n, const double *b)
{
    static const rdg_index dof[STUCK_DOF] = {0, 1, 2, 3};
    rdg_name_combination(s, name, n, dof, b);
}

static inline void stuck_add(rdg_structure *s, const random_stuck *r, int i)
{
    const stuck_contact *c = &r->contact[i];
    char name[3][16];
    for (int k = 0; k < 3; k++) {
        snprintf(name[k], sizeof name[k], "%c%d", "xty"[k], i);
        stuck_name(s, name[k], r->n, c->b[k]);
    }
    const double kt = c->kt, mu = c->mu, preload = c->preload;
    if (r->kind == STUCK_IWAN) {
        rdg_iwan_add(s, &(rdg_iwan){.at = name[0],
                                    .Kt = kt,
                                    .Fs = mu * preload,
                                    .chi = -0.3,
                                    .beta = 0.7,
                                    .sliders = STUCK_SLIDERS - 1,
                                    .start = c->start});
    } else if (r->kind == STUCK_CONE) {
        rdg_cone_contact_add(s, &(rdg_cone_contact){.tangential = {name[0], name[1]},
                                                    .normal = name[2],
                                                    .kt = kt,
                                                    .kn = c->kn,
                                                    .mu = mu,
                                                    .preload = preload,
                                                    .start = c->start});
    } else {
        rdg_contact_add(s, &(rdg_contact){.tangential = name[0],
                                          .normal = c->kn > 0.0 ? name[2] : NULL,
                                          .kt = kt,
                                          .kn = c->kn,
                                          .mu = mu,
                                          .preload = preload,
                                          .start = c->start});
    }
}

/* The sliders of an Iwan model as it cuts them. */
static inline void stuck_cut(stuck_contact *c)
{
    enum { CELLS = STUCK_SLIDERS - 1 };
    const rdg_iwan joint = {.Kt = c->kt, .Fs = c->mu * c->preload, .chi = -0.3, .beta = 0.7};
    const rdg_iwan_density density = rdg_iwan_density_of(&joint);
    const double whole = c->kt / 1.7;
    double stiffness = 0.0, force = 0.0;
    for (int m = 0; m < CELLS; m++) {
        const double root = (m + 1.0) / CELLS, t = root * root;
        const double to = pow(t, 0.7), force_to = 0.7 / 1.7 * t * to;
        c->k[m] = whole * (to - stiffness);
        c->phi[m] = density.phi_max * (force_to - force) / (to - stiffness);
        stiffness = to;
        force = force_to;
    }
    c->k[CELLS] = density.S;
    c->phi[CELLS] = density.phi_max;
}

static inline double stuck_dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* K with all contacts as springs, [n * n]. */
static inline void stuck_stiffness(const random_stuck *r, double *K)
{
    const int n = r->n;
    memcpy(K, r->K, sizeof r->K);
    for (int k = 0; k < r->contacts; k++) {
        const stuck_contact *c = &r->contact[k];
        const double stiffness[3] = {c->kt, r->kind == STUCK_CONE ? c->kt : 0.0, c->kn};
        for (int i = 0; i < 3 * n * n; i++) {
            const double *b = c->b[i / (n * n)];
            K[i % (n * n)] += stiffness[i / (n * n)] * b[i % n] * b[i % (n * n) / n];
        }
    }
}

/* The load of a contact at r->Q, and how far the slider has been dragged there, +-; 0: it has not. */
static inline double stuck_dragged_load(const random_stuck *r, const stuck_contact *c, double *drag)
{
    const double x = c->kt * stuck_dot(r->n, c->b[0], r->Q);
    const double load = c->preload + c->kn * stuck_dot(r->n, c->b[2], r->Q);
    *drag = copysign(fmax(fabs(x) - c->mu * load, 0.0), x);
    return load;
}

/* Whether all contacts are closed and dragged at r->Q, and the static force that holds the structure there.
 */
static inline bool stuck_hold(random_stuck *r)
{
    const int n = r->n;
    bool good = true;
    for (int i = 0; i < n; i++) {
        r->constant[i] = 0.0;
        for (int j = 0; j < n; j++) {
            r->constant[i] += r->K[i + n * j] * r->Q[j];
        }
    }
    for (int k = 0; k < r->contacts; k++) {
        const stuck_contact *c = &r->contact[k];
        double drag = 0.0;
        const double load = stuck_dragged_load(r, c, &drag);
        good = good && load > 0.5 && fabs(drag) > 0.1;
        for (int i = 0; i < n; i++) {
            r->constant[i] += copysign(c->mu * load, drag) * c->b[0][i] + load * c->b[2][i];
        }
    }
    return good;
}

/* The first contact's mu such that d(max L)/dv = (kt bx - mu kn by) . K^-1 bx is D, and a static force under
 * which the sliders of all contacts are dragged. False: other contacts are needed. */
static inline bool stuck_bring_near_wedging(uint64_t *seed, random_stuck *r)
{
    const int n = r->n;
    stuck_contact *c = &r->contact[0];
    double K[STUCK_DOF * STUCK_DOF], by_force[STUCK_DOF], D = 1.0;
    lapack_int pivot[STUCK_DOF];
    for (int k = 0; k < r->contacts; k++) {
        r->contact[k].start = RDG_SLIDER_ZERO;
    }
    stuck_stiffness(r, K);
    memcpy(by_force, c->b[0], sizeof by_force);
    assert_int_equal(LAPACKE_dgesv(LAPACK_COL_MAJOR, n, 1, K, n, pivot, by_force, n), 0);
    const double side = stuck_dot(n, c->b[2], by_force) > 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < n; i++) {
        c->b[2][i] *= side; /* K is the same */
    }
    while (D > 0.95 && D < 1.05) { /* between, a push ends or goes on very slowly */
        D = stuck_between(seed, -0.5, 1.6);
    }
    c->mu = (D - c->kt * stuck_dot(n, c->b[0], by_force)) / (-c->kn * stuck_dot(n, c->b[2], by_force));
    for (int tries = 0; tries < 300 && c->mu > 0.0 && c->mu < 4.0; tries++) {
        for (int i = 0; i < n; i++) {
            r->Q[i] = 10.0 * random_signed(seed);
        }
        double drag = 0.0;
        stuck_dragged_load(r, c, &drag);
        if (drag > 0.1 && stuck_hold(r)) { /* the first one forward, as D is meant */
            return true;
        }
    }
    return false;
}

static inline random_stuck stuck_draw(rdg_context *ctx, uint64_t *seed, stuck_kind kind)
{
    random_stuck r = {.kind = kind,
                      .n = 2 + (int)(1.5 * (random_signed(seed) + 1)),
                      .contacts = 1 + (int)(1.5 * (random_signed(seed) + 1)),
                      .omega = stuck_between(seed, 0.5, 2.5),
                      .alpha = stuck_between(seed, 0.002, 0.05)};
    stuck_matrices(seed, &r);
    const double load = stuck_between(seed, 0, 12);
    for (int i = 0; i < r.n; i++) {
        r.constant[i] = load * random_signed(seed);
        r.force[i] = random_signed(seed);
    }
    for (int i = 0; i < r.contacts; i++) {
        stuck_draw_contact(seed, &r, &r.contact[i]);
        stuck_cut(&r.contact[i]);
    }
    while (kind == STUCK_NEAR_WEDGING && !stuck_bring_near_wedging(seed, &r)) {
        for (int i = 0; i < r.contacts; i++) {
            stuck_draw_contact(seed, &r, &r.contact[i]);
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "random", r.n, r.M, r.C, r.K);
    for (int i = 0; i < r.n; i++) {
        char name[16];
        snprintf(name, sizeof name, "q%d", i);
        rdg_name_dof(s, name, i);
        rdg_static_force_add(s, name, r.constant[i]);
        rdg_force_add(s, name, 1, r.force[i]);
    }
    for (int i = 0; i < r.contacts; i++) {
        stuck_add(s, &r, i);
    }
    rdg_sensor_add(s, "A", "q0");
    r.hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    return r;
}

#endif
