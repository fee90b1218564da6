/* What mechanisms, contact problems and couplings answer, against numbers by hand. */
#define _GNU_SOURCE

#include "fresh_context.h"
#include "scratch.h"
#include "support.h"

#include <ridgewalk/archive.h>
#include <ridgewalk/chain.h>
#include <ridgewalk/component.h>
#include <ridgewalk/contact_problem.h>
#include <ridgewalk/coupling.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/mechanism.h>
#include <ridgewalk/structure_file.h>
#include <ridgewalk/timestepping.h>

/* Of xi = b + G r: r = 1/2 stops the frictionless contact, less leaves it approaching, more drives it off
 * while it bears. */
static void residuals_of_a_contact_without_friction(void **state)
{
    const int none[1] = {0};
    const double mu[1] = {0.0}, G[1] = {2.0}, b[1] = {-1.0};
    const rdg_contact_problem problem = {.contacts = 1, .directions = none, .mu = mu, .G = G, .b = b};
    rdg_contact_solver *solver = rdg_contact_solver_create(*state, 0, 1);
    const double r[] = {0.5, 0.25, 0.0, 0.75}, expected[] = {0.0, 0.5, 1.0, 0.5};
    assert_int_equal(rdg_contact_rows(&problem), 1);
    for (size_t k = 0; k < sizeof r / sizeof *r; k++) {
        rdg_index worst = 9;
        assert_near(rdg_contact_residual(solver, &problem, &r[k], &worst), expected[k], 0.0, 1e-15);
        assert_true(k == 0 || worst == 0);
    }
    assert_true(isnan(rdg_contact_residual(solver, &problem, &(const double){NAN}, NULL)));
}

/* It slips with xi_T = -3 + r_T against the force mu r_N = 1/2; two ideal constraints come first. */
static void residuals_of_a_contact_that_slips(void **state)
{
    enum { ROWS = 4 };
    const int planar[1] = {1};
    const double mu[1] = {0.5}, b[ROWS] = {1.0, 0.0, -1.0, -3.0};
    double G[ROWS * ROWS] = {0};
    for (int i = 0; i < ROWS; i++) {
        G[i + ROWS * i] = 1.0;
    }
    const rdg_contact_problem problem = {
        .bilateral = 2, .contacts = 1, .directions = planar, .mu = mu, .G = G, .b = b};
    rdg_contact_solver *solver = rdg_contact_solver_create(*state, 2, 1);
    rdg_index worst = 9;
    double r[ROWS] = {-1.0, 0.0, 1.0, 0.5};
    assert_int_equal(rdg_contact_rows(&problem), ROWS);
    assert_near(rdg_contact_residual(solver, &problem, r, &worst), 0.0, 0.0, 1e-15);
    r[3] = 0.8; /* outside of the cone by 0.3 */
    assert_near(rdg_contact_residual(solver, &problem, r, &worst), 0.1, 1e-14, 0.0);
    assert_int_equal(worst, 0);
    r[1] = 0.6; /* the second constraint moves by more */
    assert_near(rdg_contact_residual(solver, &problem, r, &worst), 0.2, 1e-14, 0.0);
    assert_int_equal(worst, -2);
}

static void methods_have_names(void **state)
{
    (void)state;
    for (int a = RDG_CONTACT_GAUSS_SEIDEL; a <= RDG_CONTACT_STATES; a++) {
        const char *name = rdg_contact_method_name((rdg_contact_method)a);
        assert_true(*name != '\0' && *name != '?');
        for (int b = RDG_CONTACT_GAUSS_SEIDEL; b < a; b++) {
            assert_string_not_equal(name, rdg_contact_method_name((rdg_contact_method)b));
        }
    }
}

/* --- mechanisms */

static int terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)to, (void)data;
    return 0;
}

static int geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)q, (void)to, (void)data;
    return 0;
}

static void rows_of_mechanisms_have_velocities(void **state)
{
    /* one constraint; contacts without friction, planar, with a cone: 1 + 1 + 2 + 3 rows */
    const rdg_contact_law law[3] = {
        {.directions = 0}, {.directions = 1, .mu = 0.3}, {.directions = 2, .mu = 0.3}};
    rdg_mechanism *m = rdg_mechanism_create(
        *state, &(rdg_mechanism_options){
                    .n = 2, .terms = terms, .bilateral = 1, .contacts = 3, .law = law, .geometry = geometry});
    assert_ok(*state, rdg_error_status(*state));
    assert_true(rdg_mechanism_context(m) == *state);
    assert_int_equal(rdg_mechanism_rows(m), 7);
    assert_int_equal(rdg_mechanism_entries(m, false), 4);
    assert_int_equal(rdg_mechanism_entries(m, true), 14);
    double W[14], drift[7], g[4] = {0}, v[2] = {0.5, -2.0};
    for (int i = 0; i < 7; i++) {
        W[2 * i] = 1.0 + i;
        W[2 * i + 1] = 0.25 * i;
        drift[i] = 10.0 * i;
    }
    const rdg_mechanism_geometry at = {.g = g, .W = W, .drift = drift};
    for (int i = 0; i < 7; i++) {
        assert_near(rdg_mechanism_velocity(m, &at, i, v), 0.5 * (1.0 + i) - 0.5 * i + 10.0 * i, 1e-15, 0.0);
    }
    assert_true(rdg_mechanism_velocity(m, &at, 7, v) == 0.0);
}

/* --- structures */

static rdg_structure *chain(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_chain_create(ctx, 3, (const double[]){1.0, 2.0, 0.3}, (const double[]){5.0, 1.0 / 3.0, 2.0});
    rdg_name_set(s, "ends", 2, (const rdg_index[]){0, 2});
    rdg_name_set(s, "middle", 1, (const rdg_index[]){1});
    rdg_name_dof(s, "tip", 2);
    assert_ok(ctx, rdg_error_status(ctx));
    return s;
}

/* Three chains in a ring, tied at two sets each: the last pair of ties follows from the others. */
static void ties_that_others_imply_are_counted(void **state)
{
    rdg_coupling *ring = rdg_coupling_create(*state);
    const char *const part[3] = {"a", "b", "c"};
    for (int k = 0; k < 3; k++) {
        assert_ok(*state, rdg_coupling_add(ring, part[k], chain(*state)));
    }
    assert_ok(*state, rdg_coupling_tie(ring, "a.ends", "b.ends"));
    assert_ok(*state, rdg_coupling_tie(ring, "b.ends", "c.ends"));
    assert_int_equal(rdg_coupling_redundant(ring), 0);
    assert_ok(*state, rdg_coupling_tie(ring, "c.ends", "a.ends"));
    assert_int_equal(rdg_coupling_redundant(ring), 2);
    rdg_coupling_free(ring);
}

static void a_component_knows_what_was_reduced(void **state)
{
    rdg_structure *s = chain(*state);
    rdg_component *c = rdg_component_fixed(s, "ends", RDG_MODES(1));
    assert_ok(*state, rdg_error_status(*state));
    assert_true(rdg_component_whole(c) == s && rdg_component_structure(c) != s);
}

/* Psi = -K_ii^-1 K_ib of an interior that is not positive definite, K_ii = [-3 1; 1 2], where Cholesky's
 * factors do not serve. */
static void static_shapes_of_a_negative_interior_are_exact(void **state)
{
    const double M[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                 K[16] = {4, -1, -2, 0, -1, -3, 1, -1, -2, 1, 2, 0, 0, -1, 0, 5};
    rdg_structure *s = rdg_structure_create(*state, "negative", 4, M, NULL, K);
    rdg_name_set(s, "ends", 2, (const rdg_index[]){0, 3});
    rdg_component *c = rdg_component_fixed(s, "ends", RDG_MODES(0));
    assert_ok(*state, rdg_error_status(*state));
    /* K_ii^-1 = [2 -1; -1 -3] / -7; K_ib = [-1 -1; -2 0] */
    const double Psi[2][2] = {{0.0, 1.0}, {-2.0 / 7.0, 1.0 / 7.0}};
    for (int k = 0; k < 2; k++) {
        double q[2] = {k == 0, k == 1}, u[4];
        assert_ok(*state, rdg_component_expand(c, q, u));
        assert_near(u[0], k == 0, 0.0, 0.0);
        assert_near(u[3], k == 1, 0.0, 0.0);
        assert_near(u[1], Psi[k][0], 1e-14, 1e-15);
        assert_near(u[2], Psi[k][1], 1e-14, 1e-15);
    }
}

static void structures_come_back_from_archives(void **state)
{
    char path[96];
    snprintf(path, sizeof path, "%s/structure", scratch_folder);
    rdg_structure *s = chain(*state);
    rdg_archive *a = rdg_archive_create(*state, "test", path);
    assert_ok(*state, rdg_structure_put(s, "test", a));
    assert_ok(*state, rdg_archive_close(a, RDG_OK));
    a = rdg_archive_open(*state, "test", path);
    rdg_structure *again = rdg_structure_take_from(*state, "test", a);
    assert_ok(*state, rdg_error_status(*state));
    rdg_archive_close(a, RDG_OK);
    rdg_sparse M[2], C[2], K[2];
    rdg_structure_matrices(s, &M[0], &C[0], &K[0]);
    rdg_structure_matrices(again, &M[1], &C[1], &K[1]);
    const size_t bytes = (size_t)K[0].pattern.start[3] * sizeof(double);
    assert_int_equal(rdg_structure_size(again), 3);
    assert_memory_equal(K[0].values, K[1].values, bytes);
    assert_memory_equal(M[0].values, M[1].values, bytes);
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    assert_ok(*state, rdg_structure_set(again, "test", "ends", &n, &dof));
    assert_true(n == 2 && dof[0] == 0 && dof[1] == 2);
}

static int oscillator(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = 2.0;
    to->C[0] = 0.3;
    to->K[0] = 5.0;
    return 0;
}

/* Newmark's step of (q; v; A) for m a + c v + k q = 0, by hand; it begins from A, which is a here. */
static void a_step_of_an_oscillator_is_a_matrix(void **state)
{
    const double m = 2.0, c = 0.3, k = 5.0, h = 0.1, mass = m + 0.5 * h * c + 0.25 * h * h * k;
    rdg_mechanism *one = rdg_mechanism_create(
        *state, &(rdg_mechanism_options){.name = "one", .n = 1, .terms = oscillator, .constant = true});
    rdg_timestepping *ts =
        rdg_timestepping_create(one, &(rdg_timestepping_options){.scheme = RDG_NEWMARK, .h = h});
    double A[16];
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (const double[]){0.5}, (const double[]){0.0}));
    assert_ok(*state, rdg_timestepping_amplification(ts, A));
    for (int j = 0; j < 3; j++) {
        const double u[] = {j == 0, j == 1, j == 2}, *column = A + 4 * (j < 2 ? j : 3);
        const double q = u[0] + h * u[1] + 0.25 * h * h * u[2], v = u[1] + 0.5 * h * u[2];
        const double a = -(c * v + k * q) / mass;
        assert_near(column[0], q + 0.25 * h * h * a, 1e-12, 1e-14);
        assert_near(column[1], v + 0.5 * h * a, 1e-12, 1e-14);
        assert_near(column[2], a, 1e-12, 1e-14);
        assert_near(column[3], a, 1e-12, 1e-14);
    }
    assert_near(rdg_timestepping_motion(ts)->q[0], 0.5, 0.0, 0.0); /* it is where it was */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(residuals_of_a_contact_without_friction),
        TEST(residuals_of_a_contact_that_slips),
        TEST(methods_have_names),
        TEST(rows_of_mechanisms_have_velocities),
        TEST(ties_that_others_imply_are_counted),
        TEST(a_component_knows_what_was_reduced),
        TEST(static_shapes_of_a_negative_interior_are_exact),
        SCRATCH_TEST(structures_come_back_from_archives),
        TEST(a_step_of_an_oscillator_is_a_matrix),
    };
    return cmocka_run_group_tests_name("values of mechanisms", tests, NULL, NULL);
}
