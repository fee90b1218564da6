/* Which contacts have a force that depends on the past: at random states in every regime, and what stability
 * makes of it. */
#include "random_contact.h"

#include <ridgewalk/hbm.h>

enum { STATES = 300 };

/* The Jacobian for small motions of twice the period: harmonic 2 k of its basis is harmonic k of z. */
typedef struct doubled {
    rdg_basis basis;
    int harmonic[RANDOM_MAX_N];
    rdg_index N;
    double z[4 * RANDOM_MAX_N], J[16 * RANDOM_MAX_N * RANDOM_MAX_N];
} doubled;

static void make_doubled(doubled *twice, const random_contact *c)
{
    const rdg_basis *basis = &c->basis;
    const int top = 2 * basis->harmonic[basis->n_harmonics - 1] + 1;
    const rdg_index d = c->N / basis->n_coefficients, n = 2 * (rdg_index)top + 1;
    for (int k = 1; k <= top; k++) {
        twice->harmonic[k - 1] = k;
    }
    twice->basis =
        (rdg_basis){.n_harmonics = top, .harmonic = twice->harmonic, .has_static = true, .n_coefficients = n};
    twice->N = d * n;
    memset(twice->z, 0, sizeof twice->z);
    for (rdg_index s = 0; s < d; s++) {
        const double *from = c->z + s * basis->n_coefficients;
        twice->z[s * n] = basis->has_static ? *from++ : 0.0;
        for (rdg_index h = 0; h < basis->n_harmonics; h++) {
            twice->z[s * n + 4 * basis->harmonic[h] - 1] = from[2 * h];
            twice->z[s * n + 4 * basis->harmonic[h]] = from[2 * h + 1];
        }
    }
    rdg_contact_element *e = rdg_contact_element_create(c->ctx, &c->law, &twice->basis);
    rdg_element_result result = {.jacobian = twice->J};
    assert_int_equal(rdg_contact_evaluate(e, twice->z, &result), 0);
    rdg_contact_element_free(e);
}

/* Mean of g cos(k tau) for the factor g(tau) of a force g(tau) p(tau), read off two columns of the Jacobian:
 * cos a goes to cos b by mean(g cos(a - b)) + mean(g cos(a + b)), sin a to sin b by their difference. */
static double mean_cosine(const doubled *twice, rdg_index row_slot, rdg_index slot, int a, int b)
{
    const rdg_index n = twice->basis.n_coefficients;
    const double *block = twice->J + row_slot * n + twice->N * slot * n;
    const rdg_index ca = 2 * (rdg_index)a - 1, cb = 2 * (rdg_index)b - 1;
    return 0.5 * (block[cb + twice->N * ca] + block[cb + 1 + twice->N * (ca + 1)]);
}

/* A force without memory is a factor times the small motion at every instant: what takes harmonic a to b
 * depends on a - b alone. */
static double worst_difference(const doubled *twice)
{
    const int top = (int)twice->basis.n_harmonics;
    const rdg_index d = twice->N / twice->basis.n_coefficients;
    double worst = 0.0;
    for (rdg_index k = 0; k < d * d; k++) {
        for (int shift = 0; shift < top - 1; shift++) {
            const double first = mean_cosine(twice, k % d, k / d, 1 + shift, 1);
            for (int b = 2; b + shift <= top; b++) {
                const double other = mean_cosine(twice, k % d, k / d, b + shift, b);
                worst = fmax(worst, fabs(other - first));
            }
        }
    }
    return worst;
}

static void a_force_that_remembers_is_no_factor_times_the_motion(void **state)
{
    (void)state;
    uint64_t seed = 77;
    int with = 0;
    int without = 0;
    for (int i = 0; i < REGIMES * STATES; i++) {
        random_contact c;
        doubled twice;
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        make_doubled(&twice, &c);
        const bool remembers = rdg_contact_has_memory(c.element, c.z);
        assert_int_equal(remembers, worst_difference(&twice) > 1e-9);
        with += remembers;
        without += !remembers;
        rdg_context_free(c.ctx);
    }
    assert_true(with > 3 * STATES && without >= 2 * STATES);
}

static void without_friction_nothing_is_remembered(void **state)
{
    (void)state;
    uint64_t seed = 78;
    for (int i = 0; i < REGIMES * STATES; i++) {
        random_contact c;
        doubled twice;
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        c.law.mu = 0.0;
        rdg_contact_element *e = rdg_contact_element_create(c.ctx, &c.law, &c.basis);
        make_doubled(&twice, &c);
        assert_false(rdg_contact_has_memory(e, c.z));
        assert_near(worst_difference(&twice), 0, 0, 1e-9);
        rdg_context_free(c.ctx);
    }
}

static void a_motion_that_is_not_finite_is_not_remembered(void **state)
{
    (void)state;
    uint64_t seed = 79;
    random_contact c;
    draw_contact(&c, &seed, REGIME_SLIP_VARIABLE_LOAD);
    assert_true(rdg_contact_has_memory(c.element, c.z));
    c.z[0] = NAN;
    assert_false(rdg_contact_has_memory(c.element, c.z));
    rdg_context_free(c.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_force_that_remembers_is_no_factor_times_the_motion),
                                       cmocka_unit_test(without_friction_nothing_is_remembered),
                                       cmocka_unit_test(a_motion_that_is_not_finite_is_not_remembered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
