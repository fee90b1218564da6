/* Amplitudes and phases of loads, the factors of a proportional damping and the loss factor as variables of a
 * harmonic balance's problem: the equations are those of a structure that has them, the derivatives are
 * exact, kept or condensed. */
#include "differences.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/ridgewalk.h>

enum { MASSES = 7, NUMBERS = 10, MOST = 200 };

/* Values of the numbers, in the order in which the problem has them. */
enum {
    SHAKER,
    SHAKER_PHASE,
    ENGINE,
    ENGINE_PHASE,
    WEIGHT,
    SHIFT,
    SHIFT_PHASE,
    MASS_FACTOR,
    STIFFNESS_FACTOR,
    LOSS_FACTOR
};

static const char *const name[NUMBERS] = {
    "x.amplitude",    "x.phase",    "y.amplitude",  "y.phase",           "w.amplitude",
    "base.amplitude", "base.phase", "damping.mass", "damping.stiffness", "damping.loss"};
static const double nominal[NUMBERS] = {0.8, 0.3, 0.5, -0.7, 0.2, 0.1, 0.4, 0.3, 0.15, 0.2};

/* How the degrees of freedom without elements are treated. */
typedef enum way { CONDENSED, LOADED_INSIDE, UNSTABLE_INSIDE, KEPT, WAYS } way;

/* A row of masses with a contact at its end, two forces at harmonics 1 and 2, a weight, a base that moves and
 * one that is accelerated. */
static rdg_hbm *masses(rdg_context *ctx, way how, const double *p)
{
    double M[MASSES * MASSES] = {0}, K[MASSES * MASSES] = {0};
    for (int i = 0; i < MASSES; i++) {
        M[i * (MASSES + 1)] = 1.0 + 0.1 * i;
        K[i * (MASSES + 1)] = how == UNSTABLE_INSIDE && i > 1 ? -0.7 : 0.3; /* no modes are taken then */
    }
    for (int i = 0; i + 1 < MASSES; i++) {
        const double k = 1.0 + 0.2 * i;
        const int a = i * (MASSES + 1), b = a + MASSES + 1;
        K[a] += k;
        K[b] += k;
        K[a + 1] = K[b - 1] = -k;
        M[a + 1] = M[b - 1] = 0.05;
    }
    rdg_structure *s = rdg_structure_create(ctx, "masses", MASSES, M, NULL, K);
    rdg_damping_proportional(s, p[MASS_FACTOR], p[STIFFNESS_FACTOR]);
    rdg_damping_structural(s, p[LOSS_FACTOR]);
    rdg_name_dof(s, "w", 0);
    rdg_name_dof(s, "x", 1);
    rdg_name_dof(s, "y", how == LOADED_INSIDE || how == UNSTABLE_INSIDE ? 4 : 0);
    rdg_contact_add(s,
                    &(rdg_contact){.name = "pad", .tangential = "x", .kt = 1.2, .mu = 0.4, .preload = 0.5});
    rdg_force_phase_add(s, "x", 1, p[SHAKER], p[SHAKER_PHASE]);
    rdg_force_phase_add(s, "y", 2, p[ENGINE], p[ENGINE_PHASE]);
    rdg_force_add(s, "y", 1, 0.15); /* "y 2" */
    rdg_static_force_add(s, "w", p[WEIGHT]);
    rdg_base_motion_add(s,
                        &(rdg_base_motion){.displacement = p[SHIFT], .phase = p[SHIFT_PHASE], .harmonic = 2});
    rdg_base_motion_add(s, &(rdg_base_motion){.acceleration = 0.07, .phase = 0.2});
    rdg_sensor_add(s, "Am", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    if (how == KEPT) {
        rdg_hbm_keep_all(hb);
    } else if (how != CONDENSED) {
        rdg_hbm_condense_forces(hb);
    }
    return hb;
}

static rdg_problem *with_numbers(rdg_hbm *hb)
{
    rdg_at at[NUMBERS + 2] = {RDG_AT("omega", 1.1)};
    for (int k = 0; k < NUMBERS; k++) {
        at[k + 1] = (rdg_at){name[k], nominal[k]};
    }
    return rdg_hbm_problem_at(hb, at);
}

static void draw(uint64_t *seed, rdg_index m, double *u)
{
    for (rdg_index k = 0; k < m; k++) {
        u[k] = random_signed(seed);
    }
    u[m] = 1.2 + 0.9 * random_signed(seed);
    u[m + 1] = random_signed(seed);
    for (int k = 0; k < NUMBERS; k++) {
        u[m + 2 + k] = nominal[k] + fmax(0.5 * fabs(nominal[k]), 0.01) * random_signed(seed);
    }
}

static void the_equations_are_those_of_a_structure_with_the_numbers(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int how = 0; how < WAYS; how++) {
        rdg_context *ctx = rdg_context_create();
        rdg_hbm *hb = masses(ctx, (way)how, nominal);
        rdg_problem *p = with_numbers(hb);
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_function *f = rdg_find_function(p, "hbm");
        const rdg_index m = rdg_hbm_unknowns(hb);
        for (int i = 0; i < 60; i++) {
            double u[MOST], y[MOST], expected[MOST];
            draw(&seed, m, u);
            rdg_context *other = rdg_context_create();
            const rdg_function *g = rdg_hbm_function(masses(other, (way)how, u + m + 2));
            assert_int_equal(g->n, m + 2);
            assert_int_equal(f->f(f->n, u, m, y, f->data), 0);
            assert_int_equal(g->f(m + 2, u, m, expected, g->data), 0);
            for (rdg_index k = 0; k < m; k++) {
                assert_near(y[k], expected[k], 1e-12, 1e-12);
            }
            /* what is asked without a problem has the structure's numbers again */
            double before[MOST], after[MOST];
            const rdg_function *plain = rdg_hbm_function(hb);
            assert_int_equal(plain->f(m + 2, u, m, before, plain->data), 0);
            assert_int_equal(f->f(f->n, u, m, y, f->data), 0);
            assert_int_equal(plain->f(m + 2, u, m, after, plain->data), 0);
            assert_memory_equal(before, after, (size_t)m * sizeof *before);
            rdg_context_free(other);
        }
        rdg_context_free(ctx);
    }
}

/* Of one column of a matrix against differences, relative to its own largest entry. */
static void check_column(const rdg_function *g, const double *u, const double *lambda, rdg_index j, double h,
                         rdg_index rows, const double *A, double tolerance)
{
    double column[MOST], largest = 0.1;
    difference(g, u, lambda, j, h, rows, column);
    for (rdg_index i = 0; i < rows; i++) {
        largest = fmax(largest, fabs(A[i + rows * j]));
    }
    for (rdg_index i = 0; i < rows; i++) {
        assert_near(A[i + rows * j], column[i], 0.0, tolerance * largest);
    }
}

/* 1000 states of each of the four ways. The contact, which has kinks, is far from slip. */
static void derivatives_are_exact(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 4000; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_hbm *hb = masses(ctx, (way)(i % WAYS), nominal);
        rdg_problem *p = with_numbers(hb);
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_function *f = rdg_find_function(p, "hbm");
        const rdg_index m = rdg_hbm_unknowns(hb), n = f->n;
        double u[MOST], lambda[MOST], *J = calloc((size_t)(m * n), sizeof *J),
                                      *H = calloc((size_t)(n * n), sizeof *H);
        draw(&seed, m, u);
        for (rdg_index k = 0; k < m; k++) {
            u[k] *= 0.005;
            lambda[k] = random_signed(&seed);
        }
        dense_jacobian(f, u, J);
        dense_hessian(f, u, lambda, H);
        for (rdg_index j = m; j < n; j++) {
            check_column(f, u, NULL, j, 1e-4, m, J, 1e-8);
            check_column(f, u, lambda, j, 1e-4, n, H, 1e-8);
        }
        for (rdg_index j = m; j < n; j++) { /* and the other half */
            for (rdg_index k = 0; k < n; k++) {
                assert_near(H[j + n * k], H[k + n * j], 1e-12, 1e-12);
            }
        }
        free(J);
        free(H);
        rdg_context_free(ctx);
    }
}

/* Everything is linear but for the contact: (z, N0, loads) -> c (z, N0, loads). */
static void amplitudes_scale_as_the_level_does(void **state)
{
    (void)state;
    uint64_t seed = 3;
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = masses(ctx, LOADED_INSIDE, nominal);
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("pad.preload", 0.5), RDG_AT("x.amplitude", 0.8),
                        RDG_AT("y.amplitude", 0.5), RDG_AT("y 2.amplitude", 0.15), RDG_AT("w.amplitude", 0.2),
                        RDG_AT("base.amplitude", 0.1), RDG_AT("base 2.amplitude", 0.07));
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_function *f = rdg_find_function(p, "hbm");
    const rdg_index m = rdg_hbm_unknowns(hb);
    for (int i = 0; i < 1000; i++) {
        double u[MOST] = {0}, y[MOST] = {0}, scaled[MOST] = {0};
        assert_true(f->n <= MOST && m <= f->n);
        const double c = 1.5 + random_signed(&seed);
        for (rdg_index k = 0; k < f->n; k++) {
            u[k] = random_signed(&seed);
        }
        u[m] = 1.1 + 0.5 * u[m];
        u[m + 2] = fabs(u[m + 2]);
        assert_int_equal(f->f(f->n, u, m, y, f->data), 0);
        for (rdg_index k = 0; k < f->n; k++) {
            u[k] *= k == m || k == m + 1 ? 1.0 : c;
        }
        assert_int_equal(f->f(f->n, u, m, scaled, f->data), 0);
        for (rdg_index k = 0; k < m; k++) {
            assert_near(scaled[k], c * y[k], 1e-13, 1e-13);
        }
    }
    rdg_context_free(ctx);
}

static void what_is_refused(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    const double M[4] = {1, 0, 0, 1}, K[4] = {2, -1, -1, 2}, C[4] = {0.1, 0, 0, 0};
    rdg_structure *s = rdg_structure_create(ctx, "two", 2, M, C, K);
    rdg_name_dof(s, "a", 0);
    rdg_force_add(s, "a", 1, 1.0);
    rdg_static_force_add(s, "a", 0.5);
    assert_ok(ctx, rdg_prestress(s));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("damping.mass", 0.1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is not a multiple of the mass plus one of the stiffness");
    assert_non_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("a 2.amplitude", 0.1)));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("a 2.phase", 0.1)));
    assert_failed(ctx, RDG_ERR_NAME, "it has: omega, alpha, a.amplitude, a.phase, a 2.amplitude");
    assert_non_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("a.phase", 0.1)));
    hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("a 2.amplitude", 0.1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "where \"two\" rests (rdg_prestress) depends on it");
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_equations_are_those_of_a_structure_with_the_numbers),
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(amplitudes_scale_as_the_level_does),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests_name("numbers of loads and damping", tests, NULL, NULL);
}
