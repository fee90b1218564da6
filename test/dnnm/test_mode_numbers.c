/* Nonlinear modes over numbers of the structure: exact derivatives, the modes of structures that have the
 * numbers, and what is refused. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/ridgewalk.h>

static const rdg_contact pad = {.name = "pad", .tangential = "x", .kt = 1.2, .mu = 0.4, .preload = 0.5};

/* Three masses with a contact, or a cubic spring in its place. */
static rdg_hbm *masses(rdg_context *ctx, const rdg_contact *contact, double k3, double damping,
                       bool has_static)
{
    const double M[9] = {1, 0.1, 0, 0.1, 1.1, 0, 0, 0, 0.9}, K[9] = {2, -1, 0, -1, 2.2, -1, 0, -1, 1.9};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 3, M, NULL, K);
    if (contact) {
        rdg_damping_proportional(s, 0.01, damping);
    }
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    if (contact) {
        rdg_contact_add(s, contact);
    }
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "y", .k3 = k3});
    rdg_force_add(s, "x", 1, 1.0);
    if (has_static) {
        rdg_static_force_add(s, "y", 0.1);
        rdg_base_motion_add(s, &(rdg_base_motion){.displacement = 0.2}); /* of omega, but not in a mode */
    }
    rdg_sensor_add(s, "Am", "x");
    return has_static ? rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3))
                      : rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
}

static void check_derivatives(rdg_context *ctx, rdg_problem *p, rdg_index m, int states)
{
    uint64_t seed = 5;
    const rdg_index n = rdg_variable_count(p);
    double *u = calloc((size_t)n, sizeof *u);
    for (int i = 0; i < states; i++) {
        for (rdg_index k = 0; k < n; k++) {
            const double start = rdg_start_values(p)[k];
            u[k] = k < m ? 0.6 * random_signed(&seed) : start * (1.0 + 0.3 * random_signed(&seed));
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-5));
    }
    free(u);
}

static void derivatives_of_modes_are_exact(void **state)
{
    rdg_context *ctx = *state;
    for (int has_static = 0; has_static < 2; has_static++) {
        rdg_hbm *hb = rdg_hbm_full(masses(ctx, &pad, 0.3, 0.005, has_static));
        rdg_problem *p =
            rdg_nonlinear_mode_problem(hb, RDG_MODE(.number = 1, .at = "x", .energy = true), 0.4);
        assert_ok(ctx, rdg_need_parameter(p, "pad.preload"));
        assert_ok(ctx, rdg_need_parameter(p, "damping.stiffness"));
        assert_ok(ctx, rdg_need_parameter(p, "spring.k3"));
        assert_ok(ctx, has_static ? rdg_need_parameter(p, "y.amplitude") : RDG_OK);
        assert_ok(ctx, rdg_need_parameter(p, "pad.kt"));
        check_derivatives(ctx, p, rdg_hbm_unknowns(hb), 250);
    }
}

static void derivatives_of_conservative_modes_are_exact(void **state)
{
    rdg_context *ctx = *state;
    for (int has_static = 0; has_static < 2; has_static++) {
        rdg_hbm *hb = masses(ctx, NULL, 0.3, 0.0, has_static);
        rdg_problem *p = rdg_nonlinear_mode_problem(
            hb, RDG_MODE(.number = 1, .at = "x", .conservative = true, .energy = true), 0.4);
        assert_ok(ctx, rdg_need_parameter(p, "spring.k3"));
        assert_ok(ctx, rdg_need_parameter(p, "spring.k"));
        assert_ok(ctx, has_static ? rdg_need_parameter(p, "y.amplitude") : RDG_OK);
        check_derivatives(ctx, p, rdg_hbm_unknowns(hb), 250);
    }
}

static const char *const column[] = {"omega", "zeta", "alpha", "Am", "energy"};

static double at_the_end(rdg_run *run, const char *number, double value, const char *name)
{
    const double *x = rdg_run_column(run, number), *y = rdg_run_column(run, name);
    assert_non_null(y);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (fabs(x[row] - value) < 1e-9 * fabs(value)) {
            return y[row];
        }
    }
    return NAN;
}

/* At a given amplitude over the preload, as the mode of a structure with that preload; the driver takes the
 * option as any other. */
static void a_mode_over_the_preload(void **state)
{
    rdg_context *ctx = *state;
    const rdg_mode *mode = RDG_MODE(.number = 1, .at = "x", .energy = true);
    rdg_problem *p =
        rdg_nonlinear_mode_problem(rdg_hbm_full(masses(ctx, &pad, 0.3, 0.005, false)), mode, 0.4);
    rdg_continue(p, "up", RDG_RELEASE("a"), RDG_WINDOW("a", 0.3, 1.5), RDG_TERMINAL("A", "a", 1.2),
                 RDG_NO_TABLE);
    rdg_run *run = rdg_run_open(ctx, "up");
    const rdg_index label = rdg_run_label(run, rdg_run_find(run, "A", 0));
    rdg_run_free(run);
    rdg_continue(p, "over", RDG_FROM("up", label), RDG_RELEASE("pad.preload"),
                 RDG_WINDOW("pad.preload", 0.3, 0.8), RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_contact other = pad;
    other.preload = 0.8;
    rdg_problem *q =
        rdg_nonlinear_mode_problem(rdg_hbm_full(masses(ctx, &other, 0.3, 0.005, false)), mode, 0.4);
    rdg_continue(q, "other", RDG_RELEASE("a"), RDG_WINDOW("a", 0.3, 1.5), RDG_TERMINAL("A", "a", 1.2),
                 RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run *over = rdg_run_open(ctx, "over"), *same = rdg_run_open(ctx, "other");
    for (size_t k = 0; k < sizeof column / sizeof *column; k++) {
        assert_near(at_the_end(over, "pad.preload", 0.8, column[k]), at_the_end(same, "a", 1.2, column[k]),
                    1e-7, 1e-12);
    }
    rdg_run_free(over);
    rdg_run_free(same);
}

/* (z, k3) -> (c z, k3 / c^2): over k3 at a fixed amplitude as over the amplitude. */
static void a_conservative_mode_over_its_spring(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = masses(ctx, NULL, 0.3, 0.0, false);
    const rdg_mode *mode = RDG_MODE(.number = 1, .at = "x", .conservative = true, .energy = true);
    rdg_problem *p = rdg_nonlinear_mode_problem(hb, mode, 0.5),
                *q = rdg_nonlinear_mode_problem(hb, mode, 0.5);
    rdg_continue(p, "a", RDG_RELEASE("a"), RDG_WINDOW("a", 0.5, 1.0), RDG_NO_TABLE);
    rdg_continue(q, "k3", RDG_RELEASE("spring.k3"), RDG_WINDOW("spring.k3", 0.3, 1.2), RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_run *a = rdg_run_open(ctx, "a"), *k3 = rdg_run_open(ctx, "k3");
    assert_near(at_the_end(k3, "spring.k3", 1.2, "omega"), at_the_end(a, "a", 1.0, "omega"), 1e-9, 0.0);
    assert_near(4.0 * at_the_end(k3, "spring.k3", 1.2, "energy"), at_the_end(a, "a", 1.0, "energy"), 1e-8,
                0.0);
    rdg_run_free(a);
    rdg_run_free(k3);
}

static void what_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = masses(ctx, NULL, 0.3, 0.0, true);
    rdg_problem *p =
        rdg_nonlinear_mode_problem(hb, RDG_MODE(.number = 1, .at = "x", .conservative = true), 0.5);
    rdg_continue(p, "run", RDG_RELEASE("damping.mass"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a conservative mode has no damping");
    rdg_continue(p, "run", RDG_RELEASE("x.phase"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a mode vibrates without excitation");
    rdg_continue(p, "run", RDG_RELEASE("spring.k4"));
    assert_failed(ctx, RDG_ERR_NAME, "runs can release as well: spring.k, spring.k3, y.amplitude");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(derivatives_of_modes_are_exact),
        SCRATCH_TEST(derivatives_of_conservative_modes_are_exact),
        SCRATCH_TEST(a_mode_over_the_preload),
        SCRATCH_TEST(a_conservative_mode_over_its_spring),
        SCRATCH_TEST(what_is_refused),
    };
    return cmocka_run_group_tests_name("modes over numbers", tests, NULL, NULL);
}
