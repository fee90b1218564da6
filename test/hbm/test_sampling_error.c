/* The sampling error of elements against 64 times the samples, and the warning of a run. */
#define _XOPEN_SOURCE 700
#include "friction-cone/random_cone.h"

#include "run_sql.h"
#include "scratch.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/run.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/sampling_error.h>

#include <stdlib.h>

enum { FINE = 64, MOTIONS = 40, FACTOR = 3 };

typedef struct sampled {
    rdg_hbm *(*make)(rdg_context *ctx, rdg_index samples, double size);
    const char *name;
    rdg_index samples;
    double size; /* of the motion relative to the law's own */
} sampled;

static rdg_hbm *cone(rdg_context *ctx, rdg_index samples, double size)
{
    (void)size;
    return cone_balance(
        ctx,
        &(rdg_cone_contact){
            .tangential = {"x1", "x2"}, .kt = 1.3, .mu = 0.4, .preload = 0.8, .samples = samples},
        RDG_HARMONICS(0, 1, 2, 3));
}

static rdg_hbm *lifting_cone(rdg_context *ctx, rdg_index samples, double size)
{
    (void)size;
    return cone_balance(ctx,
                        &(rdg_cone_contact){.tangential = {"x1", "x2"},
                                            .normal = "y",
                                            .kt = 1.3,
                                            .kn = 0.9,
                                            .mu = 0.4,
                                            .preload = 0.8,
                                            .samples = samples},
                        RDG_HARMONICS(0, 1, 2, 3));
}

static rdg_hbm *tanh_friction(rdg_context *ctx, rdg_index samples, double size)
{
    rdg_structure *s = oscillator(ctx, 1, 0.1, 1);
    rdg_tanh_friction_add(
        s, &(rdg_tanh_friction){.at = "x", .force = 0.7, .epsilon = 1 / size, .samples = samples});
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
}

static rdg_hbm *drag(rdg_context *ctx, rdg_index samples, double size)
{
    rdg_structure *s = oscillator(ctx, 1, 0.1, 1);
    rdg_fluid_drag_add(s, &(rdg_fluid_drag){.at = "x", .c = size, .samples = samples});
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
}

/* Largest change of a coefficient of the force relative to the largest, the element's samples 64-fold. */
static double true_error(rdg_hbm *coarse, rdg_hbm *fine, const double *Q)
{
    double z[CONE_MAX_N], once[CONE_MAX_N], often[CONE_MAX_N], change = 0, largest = 0;
    const rdg_index N = rdg_hbm_element_size(fine, 0) * rdg_hbm_basis(fine)->n_coefficients;
    assert_int_equal(rdg_hbm_element_state(coarse, 0, Q, 1, z, once), 0);
    assert_int_equal(rdg_hbm_element_state(fine, 0, Q, 1, z, often), 0);
    for (rdg_index c = 0; c < N; c++) {
        change = fmax(change, fabs(often[c] - once[c]));
        largest = fmax(largest, fabs(often[c]));
    }
    return largest > 0 ? change / largest : 0;
}

static void compare(rdg_context *ctx, const sampled *of, uint64_t *seed)
{
    rdg_hbm *coarse = of->make(ctx, of->samples, of->size);
    rdg_hbm *fine = of->make(ctx, FINE * of->samples, of->size);
    double worst[2] = {1, 1}, largest = 0;
    for (int k = 0; k < MOTIONS; k++) {
        double Q[CONE_MAX_N], error = -1;
        for (rdg_index i = 0; i < rdg_hbm_unknowns(coarse); i++) {
            Q[i] = random_signed(seed) * 2;
        }
        assert_ok(ctx, rdg_hbm_sampling_error(coarse, Q, 1, &error, NULL));
        const double right = true_error(coarse, fine, Q);
        largest = fmax(largest, right);
        if (right > 1e-11) {
            worst[0] = fmin(worst[0], error / right);
            worst[1] = fmax(worst[1], error / right);
        }
    }
    print_message("%s of size %g, %d samples: estimate / error %.2f .. %.2f, largest error %.1e\n", of->name,
                  of->size, (int)of->samples, worst[0], worst[1], largest);
    assert_true(worst[0] > 1.0 / FACTOR && worst[1] < FACTOR);
}

static void estimate_is_within_a_factor_of_three(void **state)
{
    static const sampled of[] = {{cone, "cone", 256, 0},
                                 {cone, "cone", 64, 0},
                                 {lifting_cone, "lifting cone", 256, 0},
                                 {drag, "drag", 128, 1.7},
                                 {tanh_friction, "tanh", 128, 1},
                                 {tanh_friction, "tanh", 128, 10},
                                 {tanh_friction, "tanh", 128, 100},
                                 {tanh_friction, "tanh", 128, 1000}};
    const char *given = getenv("SAMPLING_FIRST");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 11;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        compare(*state, &of[k], &seed);
    }
}

/* A response about resonance, x up to 10 m: epsilon decides how sharp the friction is. */
static rdg_problem *response(rdg_context *ctx, rdg_index samples, double epsilon, rdg_hbm **hb)
{
    rdg_structure *s = oscillator(ctx, 1, 0.1, 1);
    rdg_tanh_friction_add(
        s,
        &(rdg_tanh_friction){.name = "pad", .at = "x", .force = 0.2, .epsilon = epsilon, .samples = samples});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = 1e-3});
    rdg_force_add(s, "x", 1, 1);
    *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    return rdg_hbm_problem(*hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 1));
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what)) {
        count++;
    }
    return count;
}

/* Runs the response and returns the largest value of the column. */
static double run_response(rdg_context *ctx, rdg_index samples, double epsilon, const char *name)
{
    rdg_hbm *hb = NULL;
    rdg_problem *p = response(ctx, samples, epsilon, &hb);
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_hbm_add_sampling_error(hb, p, "sampling.error"));
    assert_ok(ctx, rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.2),
                                RDG_LABEL_EVERY(1), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, name);
    const double *error = rdg_run_column(run, "sampling.error");
    assert_non_null(error);
    double largest = 0;
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        largest = fmax(largest, error[i]);
    }
    rdg_run_free(run);
    return largest;
}

static void a_run_warns_once_above_the_tolerance(void **state)
{
    rdg_context *ctx = *state;
    assert_true(run_response(ctx, 0, 1e-3, "sharp") > 5 * RDG_HBM_SAMPLING_TOLERANCE);
    assert_int_equal(count_of(scratch_said, "with 4 times the samples"), 1);
    assert_non_null(strstr(scratch_said, "\"pad\""));
    assert_non_null(strstr(scratch_said, "omega = "));
    assert_non_null(strstr(scratch_said, "alpha = 1"));
    assert_non_null(strstr(scratch_said, ".samples"));
}

static void a_run_does_not_warn_below_the_tolerance(void **state)
{
    rdg_context *ctx = *state;
    const double smooth = run_response(ctx, 0, 1, "smooth"), many = run_response(ctx, 1 << 15, 1e-3, "many");
    assert_true(smooth > 0 && smooth < RDG_HBM_SAMPLING_TOLERANCE);
    assert_true(many > 0 && many < RDG_HBM_SAMPLING_TOLERANCE);
    assert_int_equal(count_of(scratch_said, "times the samples"), 0);
    run_response(ctx, 0, 1, "smooth again");
    assert_int_equal(count_of(scratch_said, "times the samples"), 0);
}

/* Errors on both sides of the tolerance, up to a factor of two away: it is 1e-3. */
static void the_tolerance_is_a_thousandth(void **state)
{
    rdg_context *ctx = *state;
    int below = 0, above = 0;
    for (int k = 0; k < 8; k++) {
        char name[16];
        snprintf(name, sizeof name, "run%d", k);
        const double error = run_response(ctx, 0, 0.13 * pow(0.95, k), name);
        const int warnings = count_of(scratch_said, "with 4 times the samples");
        assert_int_equal(warnings, error > 1e-3);
        below += error > 0.5e-3 && error < 1e-3;
        above += error > 1e-3 && error < 2e-3;
    }
    assert_true(below > 0 && above > 0);
}

/* Without the column, too; the record has it. */
static void the_warning_needs_no_column(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = NULL;
    rdg_problem *p = response(ctx, 0, 1e-3, &hb);
    rdg_continue(p, "sharp", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.2), RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(count_of(scratch_said, "with 4 times the samples"), 1);
    char path[128], count[16];
    snprintf(path, sizeof path, "%s/sharp.db", scratch_folder);
    sql_text(path,
             "select count(*) from note where severity = 'warning' and text like '%4 times the samples%'",
             count, sizeof count);
    assert_true(strtol(count, NULL, 10) > 0);
}

/* A polynomial's coefficients are exact. */
static void exact_elements_have_no_error(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1, 0.1, 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1});
    rdg_hbm *exact = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5)), *hb = NULL;
    const double Q[] = {1, 2, 0.3, 0.1, 0.02, 0.01};
    double error = -1;
    rdg_index element = 7;
    assert_ok(ctx, rdg_hbm_sampling_error(exact, Q, 1, &error, &element));
    assert_true(error == 0 && element == -1);
    response(ctx, 0, 1e-3, &hb);
    assert_ok(ctx, rdg_hbm_sampling_error(hb, Q, 1, &error, &element));
    assert_true(error > 0);
    assert_int_equal(element, 0); /* of the structure: "pad" */
}

static void at_rest_there_is_no_error(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *few = drag(ctx, 64, 1);
    double Q[7] = {0}, error = -1;
    assert_ok(ctx, rdg_hbm_sampling_error(few, Q, 1, &error, NULL));
    assert_true(error == 0);
    assert_int_equal(rdg_look_at_labels(NULL, NULL, NULL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_hbm_sampling_error(NULL, Q, 1, &error, NULL), RDG_ERR_EARLIER);
    assert_int_equal(rdg_hbm_add_sampling_error(few, NULL, "sampling.error"), RDG_ERR_EARLIER);
    assert_int_equal(rdg_hbm_sampling_error(few, Q, 0, &error, NULL), RDG_ERR_ARGUMENT);
}

/* A released number reaches the refined instances. */
static void released_numbers_are_followed(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = NULL;
    rdg_problem_free(response(ctx, 0, 1, &hb));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1), RDG_AT("alpha", 1), RDG_AT("pad.force", 0.2));
    assert_ok(ctx, rdg_hbm_add_sampling_error(hb, p, "sampling.error"));
    assert_ok(ctx, rdg_continue(p, "force", RDG_RELEASE("pad.force"), RDG_WINDOW("pad.force", 0.2, 0.6),
                                RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "force");
    const double *error = rdg_run_column(run, "sampling.error");
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        assert_true(error[i] < RDG_HBM_SAMPLING_TOLERANCE);
    }
    rdg_run_free(run);
    assert_int_equal(count_of(scratch_said, "times the samples"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(estimate_is_within_a_factor_of_three),
        SCRATCH_TEST(a_run_warns_once_above_the_tolerance),
        SCRATCH_TEST(a_run_does_not_warn_below_the_tolerance),
        SCRATCH_TEST(the_tolerance_is_a_thousandth),
        SCRATCH_TEST(the_warning_needs_no_column),
        SCRATCH_TEST(released_numbers_are_followed),
        TEST(exact_elements_have_no_error),
        TEST(at_rest_there_is_no_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
