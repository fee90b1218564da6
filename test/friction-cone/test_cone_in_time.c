/* The law of a cone in time, driven along a motion event by event: against the contact in one direction,
 * closed forms, and the samples of the frequency domain. */
#include "../../toolboxes/friction-cone/cone_impl.h"
#include "mechanics/driven_law.h"
#include "random_cone.h"

#include <ridgewalk/contact.h>

/* Until a period repeats the memory */
static void drive(driven_law *l, const double *rest)
{
    double before[2], miss = 1;
    driven_begin(l, rest);
    for (int period = 0; period < 300 && miss > 5 * l->noise; period++) {
        memcpy(before, l->w, sizeof before);
        driven_period(l);
        miss = hypot(l->w[0] - before[0], l->w[1] - before[1]);
    }
    assert_true(miss <= 5 * l->noise);
}

static void in_one_direction_it_is_the_exact_contact(void **state)
{
    (void)state;
    static const int harmonic[] = {1, 2, 3};
    uint64_t seed = 1;
    for (int i = 0; i < 200; i++) {
        const bool variable = i % 3 > 0;
        const rdg_basis basis = {.n_harmonics = 1 + i % 3,
                                 .harmonic = harmonic,
                                 .has_static = i % 2,
                                 .n_coefficients = 2 * (1 + i % 3) + i % 2};
        const rdg_index n = basis.n_coefficients;
        const rdg_contact contact = {.tangential = "x",
                                     .normal = variable ? "y" : NULL,
                                     .kt = cone_between(&seed, 0.3, 2),
                                     .kn = cone_between(&seed, 0.3, 2),
                                     .mu = i % 9 ? cone_between(&seed, 0.1, 0.9) : 0,
                                     .preload = cone_between(&seed, variable ? -1 : 0.1, 1),
                                     .start = (rdg_slider_start)cone_between(&seed, 0, 1.999)};
        const rdg_cone_contact law = {.kt = contact.kt,
                                      .normal = contact.normal,
                                      .kn = contact.kn,
                                      .mu = contact.mu,
                                      .preload = contact.preload,
                                      .start = contact.start};
        const double size = pow(10, cone_between(&seed, -1, 0.7)), angle = cone_between(&seed, 0, 6);
        const double along[2] = {cos(angle), sin(angle)};
        double z[2 * 7], Z[3 * 7], force[2 * 7];
        for (rdg_index k = 0; k < n; k++) {
            z[k] = size * random_signed(&seed);
            z[n + k] = random_signed(&seed);
            Z[k] = along[0] * z[k];
            Z[n + k] = along[1] * z[k];
            Z[2 * n + k] = z[n + k];
        }
        rdg_context *ctx = rdg_context_create();
        rdg_contact_element *e = rdg_contact_element_create(ctx, &contact, &basis);
        assert_int_equal(rdg_contact_evaluate(e, z, &(rdg_element_result){.force = force}), 0);
        static driven_law l;
        l = (driven_law){
            .law = &rdg_cone_in_time, .self = &law, .d = variable ? 3 : 2, .basis = &basis, .z = Z};
        drive(&l, NULL);
        for (rdg_index k = 0; k < n; k++) {
            assert_near(l.force[k], along[0] * force[k], 0, 1e-10 * (1 + size));
            assert_near(l.force[n + k], along[1] * force[k], 0, 1e-10 * (1 + size));
            if (variable) {
                assert_near(l.force[2 * n + k], force[n + k], 0, 1e-10 * (1 + size));
            }
        }
        assert_near(l.imbalance, 0, 0, 1e-10 * (1 + size));
        rdg_context_free(ctx);
    }
}

static void a_circle_drags_the_slider_along_a_smaller_one(void **state)
{
    (void)state;
    const rdg_cone_contact law = {.kt = 2, .mu = 0.5, .preload = 1.2};
    const rdg_basis basis = {.n_harmonics = 1, .harmonic = (int[]){1}, .n_coefficients = 2};
    const double z[] = {1.5, 0, 0, 1.5}, radius = sqrt(1.5 * 1.5 - 0.09);
    static driven_law l;
    l = (driven_law){.law = &rdg_cone_in_time, .self = &law, .d = 2, .basis = &basis, .z = z, .steps = 40};
    drive(&l, NULL);
    assert_int_equal(l.status[0], CONE_SLIP);
    assert_int_equal(l.n_events, 0);
    assert_near(hypot(l.w[0], l.w[1]), radius, 1e-12, 0);
    assert_near(l.dissipated, driven_turn * 0.6 * radius, 1e-12, 0);
    assert_near(l.imbalance, 0, 0, 1e-12);
}

static double samples_differ(const random_cone *c, const driven_law *l, rdg_index samples)
{
    rdg_context *ctx = rdg_context_create();
    rdg_cone_contact law = c->law;
    law.samples = samples;
    const rdg_basis *basis = rdg_hbm_basis(c->hb);
    int harmonics[6] = {0};
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        harmonics[basis->has_static + h] = basis->harmonic[h];
    }
    rdg_hbm *hb = cone_balance(ctx, &law, basis->n_harmonics + basis->has_static, harmonics);
    double force[CONE_MAX_N], worst = 0;
    assert_int_equal(cone_force(hb, c->z, force), 0);
    for (rdg_index k = 0; k < c->N; k++) {
        worst = fmax(worst, fabs(force[k] - l->force[k]));
    }
    rdg_context_free(ctx);
    return worst;
}

/* The cone, driven by the motion that it was drawn with. */
static driven_law driven_by(random_cone *c)
{
    return (driven_law){.law = &rdg_cone_in_time,
                        .self = &c->law,
                        .d = c->law.normal ? 3 : 2,
                        .basis = rdg_hbm_basis(c->hb),
                        .z = c->z,
                        .steps = 20};
}

/* The error is that of the frequency domain: O(samples^-4) under a constant load, else O(samples^-2). */
static void samples_come_near_to_it_by_their_order(void **state)
{
    (void)state;
    uint64_t seed = 2;
    double sum[2][2] = {{0}};
    for (int i = 0; i < 80; i++) {
        static random_cone c;
        static driven_law l;
        draw_cone(&c, &seed, (cone_regime)(i % CONE_REGIMES));
        l = driven_by(&c);
        drive(&l, NULL);
        assert_near(l.work, l.dissipated, 0, 1e-10);
        assert_near(l.imbalance, 0, 0, 1e-10);
        const double coarse = samples_differ(&c, &l, 256), fine = samples_differ(&c, &l, 1024);
        const int variable = c.law.normal != NULL;
        assert_true(variable ? coarse < 1e-3 && fine < 1e-4 : coarse < 1e-6 && fine < 1e-8);
        sum[variable][0] += coarse;
        sum[variable][1] += fine;
        rdg_context_free(c.ctx);
    }
    assert_in_range((int)(sum[0][0] / sum[0][1]), 230, 300);
    assert_in_range((int)(sum[1][0] / sum[1][1]), 13, 17);
}

static void its_slider_moves_with_the_motion_as_its_derivatives_say(void **state)
{
    (void)state;
    uint64_t seed = 3;
    int counted = 0;
    for (int i = 0; i < 10 * CONE_REGIMES; i++) {
        static random_cone c;
        static driven_law l;
        draw_cone(&c, &seed, (cone_regime)(i % CONE_REGIMES));
        l = driven_by(&c);
        counted += driven_derivatives(&l, &seed);
        rdg_context_free(c.ctx);
    }
    assert_true(counted > 8 * CONE_REGIMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_one_direction_it_is_the_exact_contact),
        cmocka_unit_test(a_circle_drags_the_slider_along_a_smaller_one),
        cmocka_unit_test(samples_come_near_to_it_by_their_order),
        cmocka_unit_test(its_slider_moves_with_the_motion_as_its_derivatives_say),
    };
    return cmocka_run_group_tests_name("cone in time", tests, NULL, NULL);
}
