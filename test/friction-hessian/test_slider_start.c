/* Sliders that never slip: the static force by their start, its derivatives, and the rest of the structure.
 */
#include "specimen.h"

#include <ridgewalk/contact.h>

static const double kt = 1.3;

/* An element of a kind with the start; all are alike: 1.3 N/m, stuck up to 0.9 N or more. */
static void add(rdg_structure *s, int kind, rdg_slider_start start)
{
    if (kind == 0) {
        rdg_contact_add(s,
                        &(rdg_contact){.tangential = "x", .kt = kt, .mu = 0.3, .preload = 3, .start = start});
    } else if (kind == 1) {
        rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = kt, .limit = 0.9, .start = start});
    } else {
        rdg_iwan_add(s, &(rdg_iwan){.at = "x", .Kt = kt, .Fs = 0.9, .chi = 0, .sliders = 1, .start = start});
    }
}

enum { KINDS = 3 };

/* L = kt x - 0.9, U = kt x + 0.9, kt x = p + a cos tau, a = 0.2: the memory is clamp(start, p + a - 0.9,
 * p - a + 0.9). */
static double memory(double p, double start)
{
    return fmin(fmax(start, p - 0.7), p + 0.7);
}

static void the_static_force_is_that_of_the_start(void **state)
{
    (void)state;
    const specimen_basis basis = {3, {0, 1, 2}};
    for (int kind = 0; kind < KINDS; kind++) {
        for (int start = RDG_SLIDER_ZERO; start <= RDG_SLIDER_PRESTRESS; start++) {
            specimen s = specimen_open(&basis);
            add(s.mass, kind, (rdg_slider_start)start);
            specimen_close(&s);
            for (int k = 0; k <= 10; k++) {
                const double p = -2 + 0.37 * k;
                double force[5];
                const double u[7] = {p / kt, 0.2 / kt};
                specimen_force(&s, u, force);
                assert_near(force[0], p - memory(p, start == RDG_SLIDER_MEAN ? p : 0), 0, 1e-14);
                assert_near(force[1], 0.2, 1e-14, 0);
            }
            rdg_context_free(s.ctx);
        }
    }
}

static rdg_contact_element *contact(rdg_context *ctx, const char *normal, rdg_slider_start start,
                                    const rdg_basis *basis)
{
    const rdg_contact law = {
        .tangential = "x", .normal = normal, .kt = kt, .kn = 0.7, .mu = 0.3, .preload = 3, .start = start};
    rdg_contact_element *e = rdg_contact_element_create(ctx, &law, basis);
    assert_non_null(e);
    return e;
}

static void sliders_start_where_the_structure_rests(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    const rdg_basis basis = {
        .n_harmonics = 2, .harmonic = (const int[]){1, 2}, .has_static = true, .n_coefficients = 5};
    rdg_contact_element *e = contact(ctx, NULL, RDG_SLIDER_PRESTRESS, &basis);
    double force[5];
    rdg_element_result result = {.force = force};
    for (int r = 0; r < 10; r++) {
        const double rest = -1.5 + 0.31 * r;
        rdg_contact_prestress(e, &rest);
        for (int k = 0; k <= 10; k++) {
            const double p = -2 + 0.37 * k;
            const double z[5] = {p / kt, 0.2 / kt};
            assert_int_equal(rdg_contact_evaluate(e, z, &result), 0);
            assert_near(force[0], p - memory(p, kt * rest), 0, 1e-14);
        }
    }
    rdg_context_free(ctx);
}

/* Without the static harmonic the rest is added: force and Jacobian are those with it, at a static part that
 * is the rest. */
static void without_the_static_harmonic_the_rest_is_added_to_the_motion(void **state)
{
    (void)state;
    enum { N = 4 };
    rdg_context *ctx = rdg_context_create();
    const int harmonic[] = {1, 3};
    const rdg_basis with = {.n_harmonics = 2, .harmonic = harmonic, .has_static = true, .n_coefficients = 5};
    const rdg_basis without = {.n_harmonics = 2, .harmonic = harmonic, .n_coefficients = N};
    rdg_contact_element *whole = contact(ctx, "y", RDG_SLIDER_ZERO, &with);
    rdg_contact_element *e = contact(ctx, "y", RDG_SLIDER_ZERO, &without);
    uint64_t seed = 6;
    for (int k = 0; k < 200; k++) {
        const double rest[2] = {2 * random_signed(&seed), 6 * random_signed(&seed)};
        double z[2 * N], Z[2 * N + 2], force[2 * N], Force[2 * N + 2];
        double J[2 * N * (2 * N + 1)], Jacobian[(2 * N + 2) * (2 * N + 3)];
        for (int i = 0; i < 2 * N + 2; i++) {
            const int block = i / (N + 1), within = i % (N + 1);
            Z[i] = within == 0 ? rest[block] : 4 * random_signed(&seed);
            if (within > 0) {
                z[block * N + within - 1] = Z[i];
            }
        }
        rdg_contact_prestress(e, rest);
        rdg_element_result small = {.force = force, .jacobian = J};
        rdg_element_result large = {.force = Force, .jacobian = Jacobian};
        assert_int_equal(rdg_contact_evaluate(e, z, &small), 0);
        assert_int_equal(rdg_contact_evaluate(whole, Z, &large), 0);
        for (int i = 0; i < 2 * N; i++) {
            const int row = i / N * (N + 1) + 1 + i % N;
            assert_near(force[i], Force[row], 0, 1e-11);
            for (int j = 0; j < 2 * N; j++) {
                const int column = j / N * (N + 1) + 1 + j % N;
                assert_near(J[i + 2 * N * j], Jacobian[row + (2 * N + 2) * column], 0, 1e-10);
            }
        }
    }
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_static_force_is_that_of_the_start),
        cmocka_unit_test(sliders_start_where_the_structure_rests),
        cmocka_unit_test(without_the_static_harmonic_the_rest_is_added_to_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
