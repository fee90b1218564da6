/* Soft stops: impacts against their closed form, coefficients against quadrature, exact derivatives. */
#include "fresh_context.h"
#include "hbm/differences.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/law_in_time.h>
#include <ridgewalk/ridgewalk.h>

enum { MOST = 32 };

static rdg_structure *mass(rdg_context *ctx, const rdg_soft_stop *stop)
{
    const double m = 0.7, c = 0.1, k = 2.0;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &m, &c, &k);
    rdg_name_dof(s, "x", 0);
    assert_ok(ctx, rdg_soft_stop_add(s, stop));
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    return s;
}

static double expected(const rdg_soft_stop *stop, double x, double v)
{
    const double s = x - stop->gap;
    return s > 0.0 ? fmax(0.0, stop->k * s / (1.0 + stop->softening * s) * (1.0 + stop->damping * v)) : 0.0;
}

static double force_of(const rdg_structure *s, double x, double v)
{
    const rdg_element *e = rdg_element_at(s, 0);
    double f = 0.0;
    assert_int_equal(
        e->kind.time->force(e->self, 1, &(rdg_law_state){.x = &x, .v = &v}, &(rdg_law_force){.f = &f}), 0);
    return f;
}

/* A free mass meets the stop at v_i: d v - log(1 + d v) is the same when it leaves. */
static void an_impact_has_the_restitution_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    for (int how = 0; how < 6; how++) {
        const rdg_soft_stop stop = {
            .at = "x", .k = 300.0, .gap = 0.01, .softening = how % 2 ? 8.0 : 0.0, .damping = 0.2 + 0.3 * how};
        const rdg_structure *s = mass(ctx, &stop);
        const double m = 0.7, h = 1e-5;
        double x = stop.gap, v = 0.8;
        const double before = stop.damping * v - log(1.0 + stop.damping * v);
        do { /* the classical Runge-Kutta method */
            const double k1 = -force_of(s, x, v) / m, k2 = -force_of(s, x + h / 2 * v, v + h / 2 * k1) / m,
                         k3 = -force_of(s, x + h / 2 * v + h * h / 4 * k1, v + h / 2 * k2) / m,
                         k4 = -force_of(s, x + h * v + h * h / 2 * k2, v + h * k3) / m;
            x += h * v + h * h / 6 * (k1 + k2 + k3);
            v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        } while (x > stop.gap);
        assert_true(v < 0.0 && v > -0.8);
        assert_near(stop.damping * v - log(1.0 + stop.damping * v), before, 1e-4, 0.0);
    }
}

/* Many samples against the midpoint rule */
static void coefficients_are_those_of_the_law(void **state)
{
    rdg_context *ctx = *state;
    enum { POINTS = 40000, SAMPLES = 8192 };
    uint64_t seed = 5;
    for (int i = 0; i < 30; i++) {
        const rdg_soft_stop stop = {.at = "x",
                                    .k = 3.0,
                                    .gap = 0.5 * random_signed(&seed),
                                    .softening = i % 3,
                                    .damping = i % 2,
                                    .samples = SAMPLES};
        rdg_hbm *hb = rdg_hbm_create(mass(ctx, &stop), RDG_HARMONICS(0, 1));
        double Q[3], z[3], F[3], sum[3] = {0.0};
        for (int k = 0; k < 3; k++) {
            Q[k] = random_signed(&seed);
        }
        assert_int_equal(rdg_hbm_element_state(hb, 0, Q, 0.8, z, F), 0);
        for (int p = 0; p < POINTS; p++) {
            const double tau = 2.0 * RDG_PI * (p + 0.5) / POINTS, c = cos(tau), s = sin(tau);
            const double f = expected(&stop, Q[0] + Q[1] * c + Q[2] * s, 0.8 * (Q[2] * c - Q[1] * s));
            sum[0] += f / POINTS;
            sum[1] += 2.0 * f * c / POINTS;
            sum[2] += 2.0 * f * s / POINTS;
        }
        for (int k = 0; k < 3; k++) {
            assert_near(F[k], sum[k], 0.0, 1e-5);
        }
    }
}

/* Always closed, where the law is smooth: by state, omega and all numbers */
static void derivatives_are_exact(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 8;
    for (int i = 0; i < 40; i++) {
        const rdg_soft_stop stop = {
            .name = "stop", .at = "x", .k = 2.0, .gap = -4.0, .softening = 0.3, .damping = 0.2};
        rdg_hbm *hb = rdg_hbm_create(mass(ctx, &stop), RDG_HARMONICS(0, 1, 2));
        rdg_problem *p =
            rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("stop.k", 2.1), RDG_AT("stop.gap", -4.1),
                            RDG_AT("stop.softening", 0.25), RDG_AT("stop.damping", 0.15));
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_function *f = rdg_find_function(p, "hbm");
        double u[MOST], lambda[MOST], size[MOST], A[MOST * MOST];
        for (int k = 0; k < MOST; k++) {
            u[k] = 0.5 * random_signed(&seed);
            lambda[k] = random_signed(&seed);
            size[k] = 1e-2;
        }
        const double rest[] = {0.9, 1.0, 2.1, -4.1, 0.25, 0.15};
        memcpy(u + f->m, rest, sizeof rest);
        assert_int_equal(f->n, f->m + 6);
        dense_jacobian(f, u, A);
        assert_near(worst_error(f, u, NULL, size, f->m, A), 0.0, 0.0, 1e-8);
        dense_hessian(f, u, lambda, A);
        assert_near(worst_error(f, u, lambda, size, f->n, A), 0.0, 0.0, 1e-7);
    }
}

static void it_never_pulls_back(void **state)
{
    rdg_context *ctx = *state;
    const rdg_soft_stop stop = {.at = "x", .k = 3.0, .gap = 0.1, .softening = 2.0, .damping = 0.5};
    const rdg_structure *s = mass(ctx, &stop);
    uint64_t seed = 2;
    for (int i = 0; i < 2000; i++) {
        const double x = random_signed(&seed), v = 5.0 * random_signed(&seed), f = force_of(s, x, v);
        assert_true(f >= 0.0);
        assert_near(f, expected(&stop, x, v), 1e-14, 1e-14);
    }
}

static void what_is_given_is_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = mass(ctx, &(rdg_soft_stop){.at = "x", .k = 1.0});
    rdg_soft_stop_add(s, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_soft_stop_add");
    rdg_soft_stop_add(s, &(rdg_soft_stop){.at = "x", .k = 0.0});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_soft_stop_add");
    rdg_soft_stop_add(s, &(rdg_soft_stop){.at = "x", .k = 1.0, .softening = -1.0});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_soft_stop_add");
    rdg_soft_stop_add(s, &(rdg_soft_stop){.at = "x", .k = 1.0, .damping = NAN});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "rdg_soft_stop_add");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_impact_has_the_restitution_of_the_closed_form),
        TEST(coefficients_are_those_of_the_law),
        TEST(derivatives_are_exact),
        TEST(it_never_pulls_back),
        TEST(what_is_given_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
