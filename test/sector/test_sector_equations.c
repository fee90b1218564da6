/* The equations of one sector in a travelling wave are those of the ring, at any motion that is a wave:
 * residual, derivatives, condensed or not, sensors and margins. Nothing here needs a solution. */
#include "random_sector.h"

#include "hbm/differences.h"

#include <ridgewalk/rest.h>

/* What is kept of the structure. */
typedef enum kept { ALL, SEEN, ELEMENTS_ONLY, WAYS } kept;

typedef struct dense {
    rdg_index m, n;
    double *values; /* [m * n] */
} dense;

static dense derivative(const rdg_function *f, const double *u, const double *lambda)
{
    const rdg_index rows = lambda ? f->n : f->m;
    const dense d = {rows, f->n, calloc((size_t)(rows * f->n), sizeof(double))};
    if (lambda) {
        dense_hessian(f, u, lambda, d.values);
    } else {
        dense_jacobian(f, u, d.values);
    }
    return d;
}

static double size_of(rdg_index n, const double *x)
{
    double largest = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        largest = fmax(largest, fabs(x[i]));
    }
    return largest;
}

static void assert_same(rdg_index n, const double *actual, const double *expected, double atol,
                        const char *what, const random_sector *r)
{
    const double size = size_of(n, expected);
    for (rdg_index i = 0; i < n; i++) {
        if (!(fabs(actual[i] - expected[i]) <= 1e-10 * size + atol)) {
            fail_msg("%s: %.17g, not %.17g (size %g), N = %d, r = %d", what, actual[i], expected[i], size,
                     (int)r->sectors, (int)r->order);
        }
    }
}

/* y = A x of the first m columns and rows, and column `extra` times a */
static void times(const dense *A, rdg_index m, const double *x, double *y)
{
    for (rdg_index i = 0; i < m; i++) {
        y[i] = 0.0;
        for (rdg_index j = 0; j < m; j++) {
            y[i] += A->values[i + A->m * j] * x[j];
        }
    }
}

/* Motions of all degrees of freedom of sector 0, also of condensed ones with condensed loads. */
static void compare_expansions(rdg_hbm *wave, rdg_hbm *ring, const random_sector *r, const double *u,
                               const double *U)
{
    const rdg_index n = r->own, N = rdg_structure_size(rdg_hbm_structure(ring));
    const rdg_index m = rdg_hbm_unknowns(wave), M = rdg_hbm_unknowns(ring);
    double *one = calloc(2 * (size_t)n, sizeof *one), *many = calloc(2 * (size_t)N, sizeof *many);
    for (int k = 0; k < r->n_harmonics; k++) {
        assert_int_equal(rdg_hbm_expand(wave, r->harmonic[k], u[m], u[m + 1], u, one), 0);
        assert_int_equal(rdg_hbm_expand(ring, r->harmonic[k], U[M], U[M + 1], U, many), 0);
        assert_same(n, one, many, 1e-12, "expanded cosines", r);
        if (r->harmonic[k] > 0) {
            assert_same(n, one + n, many + N, 1e-12, "expanded sines", r);
        }
    }
    free(one);
    free(many);
}

static void compare(rdg_context *ctx, uint64_t *seed, const random_sector *r, kept way)
{
    rdg_structure *ring_structure = rdg_sector_ring(r->wave);
    rdg_hbm *wave = rdg_hbm_create(r->wave, r->n_harmonics, r->harmonic);
    rdg_hbm *ring = rdg_hbm_create(ring_structure, r->n_harmonics, r->harmonic);
    if (way == ALL) {
        assert_ok(ctx, rdg_hbm_keep_all(wave));
        assert_ok(ctx, rdg_hbm_keep_all(ring));
    } else { /* the ring, which is larger, would keep all sooner */
        assert_ok(ctx, rdg_hbm_solver(wave, RDG_DENSE));
        assert_ok(ctx, rdg_hbm_solver(ring, RDG_DENSE));
    }
    if (way == ELEMENTS_ONLY) {
        assert_ok(ctx, rdg_hbm_condense_forces(wave));
        assert_ok(ctx, rdg_hbm_condense_forces(ring));
    }
    const rdg_function *f = rdg_hbm_function(wave), *g = rdg_hbm_function(ring);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_index m = f->m, M = g->m;
    const size_t one = (size_t)m + 2, many = (size_t)M + 2;
    double *u = calloc(6 * one, sizeof *u), *U = calloc(6 * many, sizeof *U);
    double *du = u + one, *y = u + 2 * one, *z = u + 3 * one, *lambda = u + 4 * one;
    double *dU = U + many, *Y = U + 2 * many, *Z = U + 3 * many, *Lambda = U + 4 * many,
           *expected = U + 5 * many;
    for (rdg_index i = 0; i < m; i++) {
        u[i] = 0.5 * random_signed(seed);
        du[i] = random_signed(seed);
        lambda[i] = random_signed(seed);
    }
    u[m] = U[M] = sector_scale(seed, 0.6, 2.5);
    u[m + 1] = U[M + 1] = 0.7;
    sector_expand(wave, ring, r, u, U);
    sector_expand(wave, ring, r, du, dU);
    sector_expand(wave, ring, r, lambda, Lambda);
    assert_int_equal(f->f(f->n, u, m, y, f->data), 0);
    assert_int_equal(g->f(g->n, U, M, Y, g->data), 0);
    sector_expand(wave, ring, r, y, expected);
    assert_same(M, Y, expected, 0.0, "residual", r);

    dense J = derivative(f, u, NULL), JJ = derivative(g, U, NULL);
    times(&J, m, du, z);
    times(&JJ, M, dU, Z);
    sector_expand(wave, ring, r, z, expected);
    assert_same(M, Z, expected, 0.0, "Jacobian", r);
    for (int k = 0; k < 2; k++) { /* by omega and alpha */
        sector_expand(wave, ring, r, J.values + J.m * (m + k), expected);
        assert_same(M, JJ.values + JJ.m * (M + k), expected, 1e-14, k == 0 ? "by omega" : "by alpha", r);
    }
    dense H = derivative(f, u, lambda), HH = derivative(g, U, Lambda);
    times(&H, m, du, z);
    times(&HH, M, dU, Z);
    sector_expand(wave, ring, r, z, expected);
    assert_same(M, Z, expected, 1e-12, "Hessian", r);
    sector_expand(wave, ring, r, H.values + H.m * m, expected);
    assert_same(M, HH.values + HH.m * M, expected, 1e-12, "Hessian by omega", r);
    /* the other sectors add as much as this one */
    const double ratio = (double)M / (double)m;
    assert_near(HH.values[M + HH.m * M], ratio * H.values[m + H.m * m], 1e-9, 1e-10);
    compare_expansions(wave, ring, r, u, U);
    free(J.values);
    free(JJ.values);
    free(H.values);
    free(HH.values);
    free(u);
    free(U);
}

static void equations_of_a_sector_are_those_of_its_ring(void **state)
{
    uint64_t seed = 5;
    for (int trial = 0; trial < 200; trial++) {
        rdg_context *ctx = *state;
        const random_sector r = random_sector_make(ctx, &seed, 7);
        compare(ctx, &seed, &r, (kept)(trial % WAYS));
        free_context(state);
        fresh_context(state);
    }
}

/* Constant forces act on all sectors alike: the wave rests where its ring does, and small vibrations about
 * the rest have the frequencies of the ring. */
static void a_wave_rests_where_its_ring_does(void **state)
{
    uint64_t seed = 41;
    for (int trial = 0; trial < 40; trial++) {
        rdg_context *ctx = *state;
        const random_sector r = random_sector_make(ctx, &seed, 1);
        assert_ok(ctx, rdg_static_force_add(r.wave, "q1", 0.2 * random_signed(&seed)));
        assert_ok(ctx, rdg_static_force_add(r.wave, "x0", 0.1 * random_signed(&seed)));
        rdg_structure *ring = rdg_sector_ring(r.wave);
        assert_ok(ctx, rdg_prestress(r.wave));
        assert_ok(ctx, rdg_prestress(ring));
        const double *one = rdg_structure_rest(r.wave), *all = rdg_structure_rest(ring);
        const rdg_index N = rdg_structure_size(ring);
        for (rdg_index i = 0; i < N; i++) {
            assert_near(all[i], one[i % r.own], 1e-9, 1e-12);
        }
        double omega[MOST_OWN], *frequency = calloc((size_t)N, sizeof *frequency);
        assert_ok(ctx, rdg_structure_rest_frequencies(r.wave, r.own, omega));
        assert_ok(ctx, rdg_structure_rest_frequencies(ring, N, frequency));
        for (int k = 0; k < r.own; k++) {
            double nearest = HUGE_VAL;
            for (rdg_index i = 0; i < N; i++) {
                nearest = fmin(nearest, fabs(frequency[i] - omega[k]));
            }
            assert_near(nearest, 0.0, 0.0, 1e-9);
        }
        free(frequency);
        free_context(state);
        fresh_context(state);
    }
}

/* Margins and sensors of displacements across sectors. */
static void derivatives_across_agree_with_differences(void **state)
{
    uint64_t seed = 17;
    int margins = 0;
    for (int trial = 0; trial < 60; trial++) {
        rdg_context *ctx = *state;
        const random_sector r = random_sector_make(ctx, &seed, 4);
        random_sector_sensors(&r);
        rdg_hbm *hb = rdg_hbm_create(r.wave, r.n_harmonics, r.harmonic);
        double u[64 * MOST_OWN], size[64 * MOST_OWN];
        for (rdg_index s = 0; s < rdg_hbm_sensor_count(hb) + rdg_hbm_margin_count(hb); s++) {
            const rdg_index margin = s - rdg_hbm_sensor_count(hb);
            const rdg_function *f =
                margin < 0 ? rdg_hbm_sensor_function(hb, s, NULL) : rdg_hbm_margin_function(hb, margin, NULL);
            for (rdg_index i = 0; i < f->n; i++) {
                u[i] = 0.05 * random_signed(&seed);
                size[i] = 0.01;
            }
            margins += margin >= 0;
            check_jacobian(f, u, size, 1e-6);
            check_hessian(f, u, &(double){0.7}, size, 1e-6);
        }
        free_context(state);
        fresh_context(state);
    }
    assert_true(margins > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(equations_of_a_sector_are_those_of_its_ring),
                                       TEST(a_wave_rests_where_its_ring_does),
                                       TEST(derivatives_across_agree_with_differences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
