/* Motions of the base and constant forces: against closed forms, against all degrees of freedom kept, and
 * derivatives against differences. */
#include "differences.h"
#include "models.h"

#include <ridgewalk/mechanics.h>
#include <ridgewalk/run.h>

#include <complex.h>

enum { BEAM = 40, COEFFICIENTS = 7 };

/* What is kept for the sake of the force: its degree of freedom, nothing, everything. */
typedef enum keeping { KEEP_FORCE, KEEP_LITTLE, KEEP_ALL } keeping;

/* A beam on a base that moves and turns: a displacement in harmonic 1, an acceleration in harmonic 3,
 * weights, a force, a cubic spring. Its damping is proportional, or not with a dashpot of its own. */
static rdg_hbm *shaken_beam(rdg_context *ctx, bool dashpot, keeping kept)
{
    rdg_structure *beam = rdg_beam_create(ctx, NULL);
    rdg_damping_proportional(beam, 3.7, 1.5e-5);
    if (dashpot) {
        rdg_sparse M, C, K;
        rdg_structure_matrices(beam, &M, &C, &K);
        double *damping = calloc((size_t)C.pattern.start[BEAM], sizeof *damping);
        memcpy(damping, C.values, (size_t)C.pattern.start[BEAM] * sizeof *damping);
        damping[0] += 20;
        C.values = damping;
        beam = rdg_structure_create_sparse(ctx, "beam with a dashpot", &M, &C, &K);
        free(damping);
    }
    double r[BEAM];
    for (int i = 0; i < BEAM; i++) { /* a turn of 1 rad about the clamp, node k at 0.01 k m */
        r[i] = i % 2 ? 1 : 0.005 * (i + 2);
    }
    rdg_name_dof(beam, "pad", 8);
    rdg_name_dof(beam, "shaker", 22);
    rdg_name_dof(beam, "tip", 38);
    rdg_name_combination(beam, "lift", 2, (rdg_index[]){14, 30}, (double[]){1, 0.5});
    rdg_cubic_spring_add(beam, &(rdg_cubic_spring){.at = "pad", .k = 1e5, .k3 = 1e15});
    rdg_base_motion_add(beam, &(rdg_base_motion){.direction = "lift", .displacement = 1e-6, .phase = 0.4});
    rdg_base_motion_add(
        beam, &(rdg_base_motion){
                  .influence = r, .n_influence = BEAM, .harmonic = 3, .acceleration = 4, .phase = -1.1});
    rdg_base_motion_add(
        beam, &(rdg_base_motion){.influence = r, .n_influence = BEAM, .harmonic = 3, .displacement = 2e-6});
    rdg_force_phase_add(beam, "shaker", 2, 0.7, 0.3);
    rdg_static_force_add(beam, "lift", -0.8);
    rdg_sensor_add(beam, "Am", "tip");
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(0, 1, 2, 3));
    if (kept == KEEP_ALL) {
        rdg_hbm_keep_all(hb);
    }
    if (kept == KEEP_LITTLE) {
        rdg_hbm_condense_forces(hb);
    }
    assert_ok(ctx, rdg_error_status(ctx));
    return hb;
}

static void fill(uint64_t *seed, rdg_index n, double size, double *x)
{
    for (rdg_index i = 0; i < n; i++) {
        x[i] = size * random_signed(seed);
    }
}

static void derivatives_are_exact_at_random_states(void **state)
{
    uint64_t seed = 2718;
    for (int k = 0; k < 4; k++) {
        const keeping kept = k / 2 == 0 ? KEEP_FORCE : KEEP_LITTLE;
        rdg_hbm *hb = shaken_beam(*state, k % 2 == 1, kept);
        const rdg_function *R = rdg_hbm_function(hb);
        assert_non_null(R);
        assert_int_equal(R->m, (kept == KEEP_FORCE ? 3 : 2) * COEFFICIENTS); /* pad, shaker, tip */
        double u[64], size[64], lambda[64];
        for (int trial = 0; trial < 12; trial++) {
            for (rdg_index i = 0; i < R->m; i++) {
                size[i] = 1e-5;
            }
            size[R->m] = 300;
            size[R->m + 1] = 1;
            fill(&seed, R->m, 1e-5, u);
            fill(&seed, R->m, 1, lambda);
            u[R->m] = 900 + 500 * random_signed(&seed);
            u[R->m + 1] = 2 + random_signed(&seed);
            check_jacobian(R, u, size, 1e-9);
            check_hessian(R, u, lambda, size, 1e-8);
            /* and omega by itself, which forces and inertia hide otherwise */
            const rdg_index n = R->n, m = R->m;
            double *J = calloc((size_t)(n * m), sizeof *J), column[64], error = 0, largest = 0;
            dense_jacobian(R, u, J);
            difference(R, u, NULL, m, 0.3, m, column);
            for (rdg_index i = 0; i < m; i++) {
                error = fmax(error, fabs(J[i + m * m] - column[i]));
                largest = fmax(largest, fabs(column[i]));
            }
            assert_near(error, 0, 0, 1e-7 * largest);
            double *H = calloc((size_t)(n * n), sizeof *H);
            dense_hessian(R, u, lambda, H);
            difference(R, u, lambda, m, 0.3, n, column);
            assert_near(H[m + n * m], column[m], 1e-6, 0);
            assert_near(H[m + 1 + n * m], column[m + 1], 1e-7, 0);
            assert_near(H[m + n * (m + 1)], column[m + 1], 1e-7, 0);
            free(J);
            free(H);
        }
    }
}

/* Condensed or kept, and with any damping: the same motion of all degrees of freedom. */
static void condensed_loads_move_the_beam_as_if_all_were_kept(void **state)
{
    rdg_context *ctx = *state;
    const double omega = 1310, alpha = 1.7;
    for (int k = 0; k < 4; k++) {
        const bool dashpot = k % 2 == 1;
        rdg_hbm *small = shaken_beam(ctx, dashpot, k / 2 == 0 ? KEEP_FORCE : KEEP_LITTLE);
        rdg_hbm *large = shaken_beam(ctx, dashpot, KEEP_ALL);
        rdg_problem *p = rdg_hbm_problem(small, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
        assert_ok(ctx, rdg_solve(p));
        double u[BEAM * COEFFICIENTS + 2], y[BEAM * COEFFICIENTS], part[2 * BEAM], size = 0;
        for (int h = 0; h < 4; h++) {
            assert_ok(ctx, rdg_hbm_expand(small, h, omega, alpha, rdg_start_values(p), part));
            memcpy(u + (h > 0 ? (2 * h - 1) * BEAM : 0), part, (h > 0 ? 2 : 1) * BEAM * sizeof *u);
        }
        u[BEAM * COEFFICIENTS] = omega;
        u[BEAM * COEFFICIENTS + 1] = alpha;
        const rdg_function *R = rdg_hbm_function(large);
        assert_int_equal(R->m, BEAM * COEFFICIENTS);
        assert_int_equal(R->f(R->n, u, R->m, y, R->data), 0);
        for (int i = 0; i < R->m; i++) {
            size = fmax(size, fabs(u[i]));
        }
        for (int i = 0; i < R->m; i++) { /* K times a rounding error of the displacements */
            assert_near(y[i], 0, 0, 1e-12 * 2.1e9 * size);
        }
        rdg_hbm *full = rdg_hbm_full(small); /* the copy has the same loads */
        double copy[BEAM * COEFFICIENTS];
        assert_int_equal(rdg_hbm_function(full)->f(R->n, u, R->m, copy, full), 0);
        assert_memory_equal(copy, y, sizeof y);
    }
}

/* m x'' + c (x' - b') + k (x - b) = 0: transmissibility |x/b|, and acceleration in place of displacement. */
static void an_oscillator_on_a_shaker_has_its_transmissibility(void **state)
{
    rdg_context *ctx = *state;
    const double m = 1.3, c = 0.21, k = 2.9, omega = 1.7, alpha = 0.6, A = 0.03, phase = 0.7;
    for (int shaken = 0; shaken < 2; shaken++) {
        rdg_structure *s = oscillator(ctx, m, c, k);
        const rdg_base_motion base = {.harmonic = 2,
                                      .displacement = shaken ? 0 : A,
                                      .acceleration = shaken ? A * 4 * omega * omega : 0,
                                      .phase = shaken ? phase + RDG_PI : phase};
        assert_ok(ctx, rdg_base_motion_add(s, &base));
        assert_ok(ctx, rdg_sensor_add(s, "Am", "x"));
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 2));
        double Q[4], cosine = 0, sine = 0, base_c = 0, base_s = 0;
        assert_ok(ctx, rdg_hbm_linear_response(hb, omega, alpha, Q));
        assert_ok(ctx, rdg_hbm_harmonic(hb, "x", 2, Q, &cosine, &sine));
        assert_ok(ctx, rdg_base_motion_harmonic(s, "x", 2, omega, alpha, &base_c, &base_s));
        const double w = 2 * omega;
        const double complex b = alpha * A * cexp(I * phase);
        const double complex x = b * (k + I * w * c) / (k - m * w * w + I * w * c);
        assert_near(base_c, creal(b), 1e-13, 0);
        assert_near(base_s, -cimag(b), 1e-13, 0);
        assert_near(cosine + base_c, creal(x), 1e-12, 0);
        assert_near(sine + base_s, -cimag(x), 1e-12, 0);
        assert_near(Q[0], 0, 0, 1e-15);
    }
}

/* Equilibrium of a loaded beam, F a^3 / (3 E I) at the force and F a^2 (3 l - a) / (6 E I) at the tip. */
static void a_static_force_bends_the_beam_whatever_the_level(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *beam = rdg_beam_create(ctx, NULL);
    rdg_name_dof(beam, "at", rdg_beam_deflection(beam, 12));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));
    const double EI = 210e9 * 1e-8 / 12, a = 0.12, l = 0.2, F = 3.7;
    assert_ok(ctx, rdg_static_force_add(beam, "at", F));
    assert_ok(ctx, rdg_sensor_add(beam, "Am", "tip"));
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(0, 1));
    assert_int_equal(rdg_hbm_unknowns(hb), 3); /* the force is condensed */
    const double level[2] = {0, 0.3};
    for (int i = 0; i < 2; i++) {
        const double alpha = level[i];
        double Q[3], full[80];
        assert_ok(ctx, rdg_hbm_linear_response(hb, 900, alpha, Q));
        assert_near(Q[0], F * a * a * (3 * l - a) / (6 * EI), 1e-10, 0);
        assert_ok(ctx, rdg_hbm_expand(hb, 0, 900, alpha, Q, full));
        assert_near(full[rdg_beam_deflection(beam, 12)], F * a * a * a / (3 * EI), 1e-10, 0);
    }
}

static void misuse_is_told_by_name_and_number(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *structure = chain(ctx);
    const double holes[3] = {1, NAN, 1};
    rdg_base_motion_add(structure, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is NULL");
    rdg_base_motion_add(structure, &(rdg_base_motion){.harmonic = 1});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give the amplitude of one");
    rdg_base_motion_add(structure, &(rdg_base_motion){.displacement = 1, .acceleration = 2});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "acceleration = 2");
    rdg_base_motion_add(structure, &(rdg_base_motion){.displacement = NAN});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "displacement = nan");
    rdg_base_motion_add(structure, &(rdg_base_motion){.displacement = 1, .harmonic = -2});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic -2 of the base of \"chain\" is negative");
    rdg_base_motion_add(structure, &(rdg_base_motion){.displacement = 1, .direction = "up"});
    assert_failed(ctx, RDG_ERR_NAME, "\"up\"");
    rdg_base_motion_add(
        structure,
        &(rdg_base_motion){.displacement = 1, .direction = "a", .influence = holes, .n_influence = 3});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give one");
    rdg_base_motion_add(structure,
                        &(rdg_base_motion){.displacement = 1, .influence = holes, .n_influence = 3});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "degree of freedom 1");
    rdg_base_motion_add(structure,
                        &(rdg_base_motion){.displacement = 1, .influence = holes, .n_influence = 2});
    assert_failed(ctx, RDG_ERR_SIZE, "n_influence = 2 entries, \"chain\" has 3 degrees");
    rdg_static_force_add(structure, "a", INFINITY);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "\"a\"");
    rdg_static_force_add(structure, "z", 1);
    assert_failed(ctx, RDG_ERR_NAME, "\"z\"");
    double c = 0, s = 0;
    rdg_base_motion_harmonic(structure, "a", 0, 1, 1, &c, &s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic = 0");
    rdg_base_motion_harmonic(structure, "a", 1, 0, 1, &c, &s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega = 0");
    assert_int_equal(rdg_base_motion_add(NULL, &(rdg_base_motion){.displacement = 1}), RDG_ERR_EARLIER);
    assert_int_equal(rdg_static_force_add(NULL, "a", 1), RDG_ERR_EARLIER);
    assert_int_equal(rdg_load_count(structure), 0);
}

static void loads_that_do_not_go_with_the_harmonics_are_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    /* a motion of the base alone says nothing of what to look at */
    assert_ok(ctx, rdg_base_motion_add(s, &(rdg_base_motion){.displacement = 1, .harmonic = 2}));
    assert_null(rdg_hbm_function(rdg_hbm_create(s, RDG_HARMONICS(1, 2))));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "empty");
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 3)));
    assert_failed(
        ctx, RDG_ERR_ARGUMENT,
        "rdg_hbm_create: harmonic 2 of \"chain\", which load \"base\" drives, is not kept; kept are: 1 3");
    s = chain(ctx);
    assert_ok(ctx, rdg_sensor_add(s, "Am", "a"));
    assert_ok(ctx, rdg_static_force_add(s, "b", 1));
    assert_null(rdg_hbm_create(s, RDG_HARMONICS(1, 3)));
    assert_failed(
        ctx, RDG_ERR_ARGUMENT,
        "rdg_hbm_create: the static force \"b\" on \"chain\" does nothing: keep harmonic 0, or call "
        "rdg_prestress() before rdg_hbm_create()");
    assert_non_null(rdg_hbm_function(rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(derivatives_are_exact_at_random_states, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(condensed_loads_move_the_beam_as_if_all_were_kept, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(an_oscillator_on_a_shaker_has_its_transmissibility, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(a_static_force_bends_the_beam_whatever_the_level, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(misuse_is_told_by_name_and_number, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(loads_that_do_not_go_with_the_harmonics_are_told, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
