/* The straight way of few coordinates against that of larger systems: a mechanism, and the same one beside
 * two coordinates that have nothing to do with it. Random masses (some near to singular), damping, stiffness
 * and constraints (some almost the same one twice), far from each other in size. */
#include "fresh_context.h"

#include <ridgewalk/timestepping.h>

#include <string.h>

enum { MOST = 5, BESIDE = 2, CASES = 400, STEPS = 3 };

typedef struct few {
    int n, m, wide; /* coordinates, constraints, and coordinates with those beside */
    double M[9], C[9], K[9], W[6], bend, force;
    bool explicit_forces;
} few;

static int few_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const few *p = data;
    for (int j = 0; j < p->n; j++) {
        for (int i = 0; i < p->n; i++) {
            const int at = j * p->wide + i, own = j * p->n + i;
            to->M[at] = p->M[own];
            to->C[at] = p->explicit_forces ? 0.0 : p->C[own];
            to->K[at] = p->explicit_forces ? 0.0 : p->K[own];
        }
        to->h[j] = p->force * (cos(t + j) - 0.1 * v[j] * fabs(v[j]) - sin(q[j]));
    }
    for (int j = p->n; j < p->wide; j++) {
        to->M[j * p->wide + j] = 1.0;
    }
    return 0;
}

static int few_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const few *p = data;
    for (int i = 0; i < p->m; i++) {
        for (int k = 0; k < p->n; k++) {
            to->g[i] += p->W[i * p->n + k] * (q[k] + 0.5 * p->bend * q[k] * q[k]);
            to->W[i * p->wide + k] = p->W[i * p->n + k] * (1.0 + p->bend * q[k]);
        }
        to->g[i] += 0.01 * sin(t) * (i + 1);
        to->drift[i] = 0.01 * cos(t) * (i + 1);
    }
    return 0;
}

/* In [0, 1] */
static double share(uint64_t *seed)
{
    return 0.5 + 0.5 * random_signed(seed);
}

static few any_few(uint64_t *seed)
{
    few p = {.n = 1 + (int)(3.0 * share(seed)), .bend = 0.3, .explicit_forces = share(seed) < 0.5};
    p.m = (int)fmin(p.n - 1.0, 3.0 * share(seed));
    const double size = pow(10.0, 6.0 * share(seed) - 3.0), own = share(seed) < 0.2 ? 1e-7 : 0.3;
    p.force = size * own;
    for (int j = 0; j < p.n; j++) {
        for (int i = 0; i < p.n; i++) {
            const double x = (1.0 + 0.3 * i) * (1.0 + 0.3 * j); /* of rank 1 */
            p.M[j * p.n + i] = size * (x + (i == j ? own : 0.0));
            p.C[j * p.n + i] = size * (i == j ? share(seed) : 0.0);
            p.K[j * p.n + i] = size * (i == j ? 10.0 * share(seed) : -0.1);
        }
    }
    const double twice = share(seed) < 0.2 ? 1e-5 : 1.0;
    for (int k = 0; k < p.n; k++) {
        p.W[k] = 2.0 * share(seed) - 1.0;
        p.W[p.n + k] = p.W[k] + twice * (2.0 * share(seed) - 1.0);
    }
    return p;
}

/* Velocities behind some steps; whether they are made */
static bool walk(rdg_context *ctx, few p, bool beside, rdg_timestepping_options o, double *v)
{
    const double q[MOST] = {0.1, -0.2, 0.3}, v0[MOST] = {0};
    p.wide = p.n + (beside ? BESIDE : 0);
    rdg_mechanism *m = rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){
                 .n = p.wide, .terms = few_terms, .bilateral = p.m, .geometry = few_geometry, .data = &p});
    rdg_timestepping *ts = rdg_timestepping_create(m, &o);
    bool made = rdg_timestepping_start(ts, 0.0, q, v0) == RDG_OK;
    for (int k = 0; k < STEPS && made; k++) {
        made = rdg_timestepping_step(ts) == RDG_OK;
    }
    if (made) {
        memcpy(v, rdg_timestepping_motion(ts)->v, (size_t)p.n * sizeof *v);
    }
    rdg_error_clear(ctx);
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    return made;
}

static void few_coordinates_move_as_those_of_larger_mechanisms(void **state)
{
    const rdg_scheme scheme[] = {RDG_MOREAU, RDG_MOREAU_MIDPOINT, RDG_GENERALISED_ALPHA, RDG_BATHE};
    int compared = 0;
    uint64_t seed = 17;
    for (int k = 0; k < CASES; k++) {
        const few p = any_few(&seed);
        const rdg_timestepping_options o = {
            .scheme = scheme[k % 4], .h = 1e-3, .rho = 0.8, .tolerance = 1e-13};
        double few_v[MOST], wide_v[MOST];
        const bool made = walk(*state, p, false, o, few_v), wide = walk(*state, p, true, o, wide_v);
        assert_int_equal(made, wide);
        for (int i = 0; i < p.n && made; i++) {
            /* masses and constraints that are almost dependent multiply rounding by up to 1e7 and 1e5 */
            assert_near(few_v[i], wide_v[i], 1e-7, 1e-7);
        }
        compared += made;
    }
    assert_true(compared > 9 * CASES / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(few_coordinates_move_as_those_of_larger_mechanisms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
