/* Ridges by shooting down to the onset of slip, through the corner there, and below: against harmonic balance
 * of 31 harmonics and the linear response of what sticks. */
#include <complex.h>

#include "driven_mass.h"
#include "orbit_run.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/shooting_sensors.h>

enum { ODD = 16, LEVELS = 3 };

#define GRAZE "graze.joint: stick -> forward slip"

typedef rdg_structure *maker(rdg_context *ctx);

static rdg_structure *one_mass(rdg_context *ctx)
{
    rdg_structure *s = mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "x", .kt = 0.5, .limit = 1});
    return s;
}

/* The slider is at one mass, the other one is driven and measured. */
static rdg_structure *two_masses(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, (double[]){1, 0, 0, 1},
                                            (double[]){0.02, 0, 0, 0.02}, (double[]){1.3, -0.3, -0.3, 1.3});
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "x", .kt = 0.5, .limit = 1});
    rdg_force_add(s, "y", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "y", 1);
    return s;
}

/* Rows of a run at levels: omega and A. */
static void read_levels(rdg_context *ctx, const char *run, const double *level, double *omega, double *A)
{
    rdg_run *r = rdg_run_open(ctx, run);
    assert_non_null(r);
    for (int k = 0; k < LEVELS; k++) {
        omega[k] = A[k] = NAN;
        for (rdg_index i = 0; rdg_run_find(r, "UZ", i) >= 0; i++) {
            const rdg_index row = rdg_run_find(r, "UZ", i);
            if (fabs(rdg_run_column(r, "alpha")[row] - level[k]) < 1e-9) {
                omega[k] = rdg_run_column(r, "omega")[row];
                A[k] = rdg_run_column(r, "A")[row];
            }
        }
    }
    rdg_run_free(r);
}

/* The ridge of harmonic balance; the level at which its corner ends, 0 without a corner. */
static double balance(maker *make, double low, double high, const double *level, double *omega, double *A)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    int odd[ODD];
    for (int i = 0; i < ODD; i++) {
        odd[i] = 2 * i + 1;
    }
    rdg_hbm *hb = rdg_hbm_create(make(ctx), ODD, odd);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", 0.6));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_IN_MEMORY));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 0.6),
                             RDG_UZ_LIST("alpha", LEVELS, level), RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING),
                             RDG_IN_MEMORY));
    read_levels(ctx, "ridge", level, omega, A);
    rdg_run *r = rdg_run_open(ctx, "ridge");
    const rdg_index row = rdg_run_find(r, "CE", 0);
    const double corner = row < 0 ? 0 : rdg_run_column(r, "alpha")[row];
    rdg_run_free(r);
    rdg_context_free(ctx);
    return corner;
}

static rdg_shooting *orbits_at(rdg_context *ctx, maker *make, double omega, double alpha, rdg_problem **p)
{
    rdg_hybrid *h = rdg_hybrid_of(make(ctx), RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 600, .order = 1});
    *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, *p));
    return s;
}

static void follow_down(rdg_context *ctx, maker *make, double omega, const double *level)
{
    rdg_problem *p = NULL;
    orbits_at(ctx, make, omega, 0.6, &p);
    rdg_adjoint *a = rdg_adjoint_add(p, "A");
    const rdg_stationary_options o = {
        .along = "omega", .low = omega - 0.02, .high = omega + 0.02, .options = RDG_OPTIONS(RDG_IN_MEMORY)};
    assert_ok(ctx, rdg_stationary_find(a, "peak", &o));
    assert_ok(ctx, rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("A"),
                                RDG_RELEASE("d.alpha"), RDG_WINDOW("alpha", 0.03, 0.6),
                                RDG_UZ_LIST("alpha", LEVELS, level), RDG_NO_BRANCH_POINTS, RDG_NO_FOLDS,
                                RDG_IN_MEMORY));
}

/* A mass on a spring 1.5 with the damping 0.02. */
static double peak_of_one(double alpha)
{
    return alpha / (0.02 * sqrt(1.5 - 0.0001));
}

static void a_ridge_comes_down_to_the_onset_of_slip_and_goes_on_below(void **state)
{
    rdg_context *ctx = *state;
    static const double level[LEVELS] = {0.4, 0.15, 0.04};
    double omega[2][LEVELS], A[2][LEVELS];
    follow_down(ctx, one_mass, 1.1426, level);
    read_levels(ctx, "ridge", level, omega[0], A[0]);
    assert_near(balance(one_mass, 1.0, 1.3, level, omega[1], A[1]), 0, 0, 0);
    for (int k = 0; k < 2; k++) {
        assert_near(omega[0][k], omega[1][k], 0, 1e-6);
        assert_near(A[0][k], A[1][k], 0, 1e-5);
    }
    assert_near(A[0][2], peak_of_one(level[2]), 0, 1e-9);
    const double onset = 2 * 0.02 * sqrt(1.5 - 0.0001); /* it slips where the slider's force is 1 */
    assert_near(value_at(ctx, "ridge", "RS", 0, "alpha"), onset, 0, 1e-8);
    assert_near(nearest_at(ctx, "ridge", "EP", "A", 0), peak_of_one(0.03), 0, 1e-9);
}

/* Stuck all the time: the amplitude of y, and where the slider begins to slip, in the linear response. */
static void stuck_response(double omega, double *x, double *y)
{
    const double complex own = 1.3 - omega * omega + 0.02 * I * omega;
    const double complex det = (own + 0.5) * own - 0.09;
    *x = cabs(0.3 / det);
    *y = cabs((own + 0.5) / det);
}

static void a_ridge_runs_through_the_corner_at_the_onset_of_slip(void **state)
{
    rdg_context *ctx = *state;
    static const double level[LEVELS] = {0.4, 0.15, 0.05};
    double omega[2][LEVELS], A[2][LEVELS];
    follow_down(ctx, two_masses, 1.0473, level);
    read_levels(ctx, "ridge", level, omega[0], A[0]);
    const double corner = balance(two_masses, 0.9, 1.8, level, omega[1], A[1]);
    for (int k = 0; k < 2; k++) {
        assert_near(omega[0][k], omega[1][k], 0, 1e-6);
        assert_near(A[0][k], A[1][k], 0, 1e-5);
    }
    double top = 1, at = 0; /* where slip ends */
    rdg_run *r = rdg_run_open(ctx, "ridge");
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        const double alpha = rdg_run_column(r, "alpha")[k];
        if (alpha < top && alpha > 1.01 * corner) {
            top = alpha;
            at = rdg_run_column(r, "omega")[k];
        }
    }
    rdg_run_free(r);
    assert_near(top, 0.1145026, 0, 1e-6);

    rdg_problem *p = NULL;
    orbits_at(ctx, two_masses, at, top * (1 - 1e-4), &p);
    assert_ok(ctx, rdg_solve(p));
    assert_ok(ctx, rdg_need_parameter(p, GRAZE));
    rdg_adjoint *a = rdg_adjoint_add(p, "A");
    assert_ok(ctx, rdg_adjoint_solve(a, "omega", GRAZE, NULL));
    assert_ok(ctx, rdg_continue(p, "corner", RDG_HOLD_AT(GRAZE, 0), RDG_RELEASE("alpha"),
                                RDG_RELEASE("omega"), RDG_RELEASE("A"), RDG_RELEASE("d.alpha"),
                                RDG_RELEASE("d." GRAZE), RDG_TERMINAL("CE", "d." GRAZE, 0), RDG_DIRECTION(-1),
                                RDG_NO_BRANCH_POINTS, RDG_NO_FOLDS, RDG_IN_MEMORY));
    r = rdg_run_open(ctx, "corner");
    for (rdg_index k = 0; k < rdg_run_count(r); k++) {
        double x = 0, y = 0;
        stuck_response(rdg_run_column(r, "omega")[k], &x, &y);
        assert_near(rdg_run_column(r, "alpha")[k] * x, 2, 0, 1e-9);
        assert_near(rdg_run_column(r, "A")[k], 2 * y / x, 0, 1e-8);
        assert_true(rdg_run_column(r, "d." GRAZE)[k] > -1e-9);
    }
    assert_true(rdg_run_count(r) > 5);
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "CE", 0));
    rdg_run_free(r);
    assert_near(value_at(ctx, "corner", "CE", 0, "alpha"), corner, 1e-8, 0);

    assert_ok(ctx, rdg_continue(p, "below", RDG_FROM("corner", label), RDG_HOLD_AT("d." GRAZE, 0),
                                RDG_RELEASE("alpha"), RDG_RELEASE("omega"), RDG_RELEASE("A"),
                                RDG_RELEASE("d.alpha"), RDG_DIRECTION(-1), RDG_WINDOW("alpha", 0.05, 0.2),
                                RDG_NO_BRANCH_POINTS, RDG_NO_FOLDS, RDG_IN_MEMORY));
    assert_near(nearest_at(ctx, "below", "EP", "A", 0), A[1][2], 0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_ridge_comes_down_to_the_onset_of_slip_and_goes_on_below),
                                       TEST(a_ridge_runs_through_the_corner_at_the_onset_of_slip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
