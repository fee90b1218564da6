/* A contact with a friction cone that moves in one direction against the event-exact contact. */
#include "support.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>

static rdg_structure *block(rdg_context *ctx)
{
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, zero[9] = {0};
    rdg_structure *s = rdg_structure_create(ctx, "block", 3, M, zero, zero);
    rdg_name_combination(s, "x", 2, (rdg_index[]){0, 1}, (double[]){0.6, 0.8});
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_name_dof(s, "y", 2);
    return s;
}

/* Largest error of the cone's force at a motion along (0.6, 0.8). */
static double error_of(const double *x, const double *y, bool variable, rdg_index samples)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = block(ctx);
    assert_ok(ctx, rdg_contact_add(s, &(rdg_contact){.name = "exact",
                                                     .tangential = "x",
                                                     .normal = variable ? "y" : NULL,
                                                     .kt = 1.3,
                                                     .kn = 0.9,
                                                     .mu = 0.4,
                                                     .preload = 0.8}));
    assert_ok(ctx, rdg_cone_contact_add(s, &(rdg_cone_contact){.name = "cone",
                                                               .tangential = {"x1", "x2"},
                                                               .normal = variable ? "y" : NULL,
                                                               .kt = 1.3,
                                                               .kn = 0.9,
                                                               .mu = 0.4,
                                                               .preload = 0.8,
                                                               .samples = samples}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    assert_ok(ctx, rdg_hbm_keep_all(hb));
    double Q[21], z[21], exact[14], cone[21], error = 0;
    assert_int_equal(rdg_hbm_unknowns(hb), 21);
    for (int c = 0; c < 7; c++) {
        Q[3 * c] = 0.6 * x[c];
        Q[3 * c + 1] = 0.8 * x[c];
        Q[3 * c + 2] = y[c];
    }
    assert_int_equal(rdg_hbm_element_state(hb, 0, Q, 1, z, exact), 0);
    assert_int_equal(rdg_hbm_element_state(hb, 1, Q, 1, z, cone), 0);
    for (int c = 0; c < 7; c++) {
        error = fmax(error, fabs(cone[c] - 0.6 * exact[c]));
        error = fmax(error, fabs(cone[7 + c] - 0.8 * exact[c]));
        if (variable) { /* the normal force is exact */
            assert_near(cone[14 + c], exact[7 + c], 0, 1e-12);
        }
    }
    rdg_context_free(ctx);
    return error;
}

static void it_converges_to_the_exact_contact(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int kind = 0; kind < 4; kind++) {
        const bool variable = kind % 2;
        const double amplitude = kind < 2 ? 2 : 6; /* the larger one slips from where it closes */
        double sum[4] = {0}, worst = 0;
        for (int k = 0; k < 100; k++) {
            double x[7], y[7];
            for (int c = 0; c < 7; c++) {
                const int harmonic = (c + 1) / 2;
                const double size = 1 + (double)(harmonic * harmonic);
                x[c] = amplitude * random_signed(&seed) / size;
                y[c] = 1.2 * random_signed(&seed) / size;
            }
            for (int level = 0; level < 4; level++) {
                const double error = error_of(x, y, variable, 128 << level);
                sum[level] += error * error;
                assert_near(error, 0, 0, variable ? 1e-4 : 1e-6);
                worst = level == 3 ? fmax(worst, error) : worst;
            }
        }
        for (int level = 0; level < 3 && !variable; level++) {
            assert_near(0.5 * log2(sum[level] / sum[level + 1]), 4, 0, 0.05);
        }
        assert_near(worst, 0, 0, variable ? 1e-6 : 5e-11);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_converges_to_the_exact_contact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
