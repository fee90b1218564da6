/* Eigenvalues of beams that slide on one another: g(p), and its zeros followed along the way. */
#include "beam-on-beam/models.h"
#include "fresh_context.h"

#include <ridgewalk/complex_modes.h>

#include <complex.h>

static void place(rdg_sliding *c, rdg_sliding_shape shape, double s, rdg_sliding_state *at)
{
    if (shape == RDG_DEFORMED) {
        assert_int_equal(rdg_sliding_equilibrium(c, s, at, NULL), RDG_OK);
    } else {
        assert_int_equal(rdg_sliding_undeformed(c, s, at), RDG_OK);
    }
}

/* dg against differences in two directions of the plane; at eigenvalues g vanishes against its terms */
static void g_is_analytic_and_vanishes_at_eigenvalues(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.3);
    rdg_sliding_state at;
    double _Complex p[10], g, dg, ahead, back, one;
    assert_ok(*state, rdg_sliding_equilibrium(c, 0.0477, &at, NULL));
    assert_ok(*state, rdg_sliding_eigenvalues(c, &at, 10, p));
    uint64_t seed = 3;
    for (int trial = 0; trial < 50; trial++) {
        const double sigma = 200 * random_signed(&seed), omega = 5e4 * (1.1 + random_signed(&seed)), h = 1e-3;
        assert_ok(*state, rdg_sliding_g(c, &at, sigma, omega, &g, &dg));
        assert_ok(*state, rdg_sliding_g(c, &at, sigma + h, omega, &ahead, NULL));
        assert_ok(*state, rdg_sliding_g(c, &at, sigma - h, omega, &back, NULL));
        assert_true(cabs((ahead - back) / (2 * h) - dg) < 1e-6 * (cabs(dg) + cabs(g)));
        assert_ok(*state, rdg_sliding_g(c, &at, sigma, omega + h, &ahead, NULL));
        assert_ok(*state, rdg_sliding_g(c, &at, sigma, omega - h, &back, NULL));
        assert_true(cabs((ahead - back) / (2 * h) - dg * I) < 1e-6 * (cabs(dg) + cabs(g)));
    }
    for (int k = 0; k < 10; k++) {
        assert_ok(*state, rdg_sliding_g(c, &at, creal(p[k]), cimag(p[k]), &g, &dg));
        assert_ok(*state, rdg_sliding_g(c, &at, creal(p[k]) + 1, cimag(p[k]), &one, NULL));
        assert_true(cabs(g) < 1e-7 * cabs(one));
    }
}

/* Each of those followed is one of those found anew, and each other one */
static double farthest(int count, const double _Complex *followed, int all, const double _Complex *found)
{
    double worst = 0.0;
    bool taken[64] = {false};
    for (int k = 0; k < count; k++) {
        int nearest = 0;
        for (int j = 1; j < all; j++) {
            nearest = cabs(followed[k] - found[j]) < cabs(followed[k] - found[nearest]) ? j : nearest;
        }
        assert_false(taken[nearest]);
        taken[nearest] = true;
        worst = fmax(worst, cabs(followed[k] - found[nearest]) / cabs(found[nearest]));
    }
    return worst;
}

/* 40 eigenvalues over the whole beam, which veer and cross dozens of times: every 47th place is compared with
 * a dense problem. The steps are longer than those of the figure. */
static void followed_eigenvalues_are_those_found_anew(void **state)
{
    static const struct {
        double mu, step;
        rdg_sliding_shape shape;
    } way[] = {{0.3, 2e-4, RDG_UNDEFORMED}, {0.1, 5e-4, RDG_DEFORMED}};
    for (int w = 0; w < 2; w++) {
        rdg_sliding *c = sliding_beams(*state, way[w].mu);
        rdg_complex_modes *m = rdg_complex_modes_create(c, 40, way[w].shape);
        double _Complex p[40], dense[46];
        double worst = 0.0, jump = 0.0, before[40];
        for (int i = 0; 0.005 + way[w].step * i < 0.099; i++) {
            const double s = 0.005 + way[w].step * i;
            assert_ok(*state, rdg_complex_modes_at(m, s, p));
            if (i % 47 == 46) {
                rdg_sliding_state at;
                place(c, way[w].shape, s, &at);
                assert_ok(*state, rdg_sliding_eigenvalues(c, &at, 46, dense));
                worst = fmax(worst, farthest(40, p, 46, dense));
            }
            for (int k = 0; k < 20; k++) { /* each goes on where it was */
                jump = i > 0 ? fmax(jump, fabs(cimag(p[k]) / before[k] - 1)) : 0;
                before[k] = cimag(p[k]);
            }
        }
        assert_true(worst < 3e-14);
        assert_true(jump < 100 * way[w].step);
        rdg_complex_modes_free(m);
    }
}

/* A leap over the whole beam is gone in parts; a place behind the end is refused, and what was known stays.
 */
static void long_ways_are_gone_in_parts(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.3);
    rdg_complex_modes *m = rdg_complex_modes_create(c, 20, RDG_UNDEFORMED);
    rdg_sliding_state at;
    double _Complex p[20], dense[20];
    assert_ok(*state, rdg_complex_modes_at(m, 0.010, p));
    assert_int_equal(rdg_complex_modes_at(m, 0.2, p), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "leaves the polyline");
    assert_ok(*state, rdg_complex_modes_at(m, 0.015, p));
    assert_ok(*state, rdg_complex_modes_at(m, 0.015, p));
    place(c, RDG_UNDEFORMED, 0.015, &at);
    assert_ok(*state, rdg_sliding_eigenvalues(c, &at, 20, dense));
    assert_true(farthest(20, p, 20, dense) < 3e-14);
    assert_null(rdg_complex_modes_create(c, 200, RDG_DEFORMED));
    assert_failed(*state, RDG_ERR_ARGUMENT, "1 .. 163 eigenvalues can be followed, not 200");
}

static rdg_sliding *smooth_beams(rdg_context *ctx, double mu)
{
    return sliding_beams_of(ctx, &(beam_options){.mu = mu, .interpolation = RDG_C1});
}

static double _Complex slope_of_g(rdg_sliding *c, double s)
{
    const double h = 1e-8;
    rdg_sliding_state at;
    double _Complex g[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rdg_sliding_undeformed(c, s + (i ? h : -h), &at), RDG_OK);
        assert_int_equal(rdg_sliding_g(c, &at, 10, 6e4, &g[i], NULL), RDG_OK);
    }
    return (g[1] - g[0]) / (2 * h);
}

/* With cubics g is smooth at a node, with segments it has a kink; between nodes the eigenvalues are close to
 * each other. */
static void cubics_have_no_corners(void **state)
{
    rdg_sliding *straight = sliding_beams(*state, 0.3), *smooth = smooth_beams(*state, 0.3);
    rdg_sliding_state at;
    double _Complex p[20], q[20];
    for (int node = 2; node <= 99; node += 9) {
        const double x = 1e-3 * node, near = 1e-7;
        const double size = cabs(slope_of_g(smooth, x - 5e-4)) + cabs(slope_of_g(smooth, x + 5e-4));
        assert_true(cabs(slope_of_g(smooth, x + near) - slope_of_g(smooth, x - near)) < 1e-2 * size);
        assert_true(cabs(slope_of_g(straight, x + near) - slope_of_g(straight, x - near)) > 3e-2 * size);
    }
    for (double s = 0.0055; s < 0.099; s += 0.009) {
        assert_ok(*state, rdg_sliding_equilibrium(straight, s, &at, NULL));
        assert_ok(*state, rdg_sliding_eigenvalues(straight, &at, 20, p));
        assert_ok(*state, rdg_sliding_equilibrium(smooth, s, &at, NULL));
        assert_ok(*state, rdg_sliding_eigenvalues(smooth, &at, 20, q));
        for (int k = 0; k < 20; k++) {
            assert_near(cimag(q[k]), cimag(p[k]), 2e-2, 0);
        }
        assert_near(at.lambda, 0.1 / (cos(at.gamma) - 0.3 * sin(at.gamma)), 2e-8, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(g_is_analytic_and_vanishes_at_eigenvalues),
                                       TEST(followed_eigenvalues_are_those_found_anew),
                                       TEST(long_ways_are_gone_in_parts), TEST(cubics_have_no_corners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
