/* What a user may do wrong is told, with contact, time and remedy; what was recorded before stays. */
#include "fresh_context.h"
#include "mechanisms.h"

#include <ridgewalk/run_data.h>

#include <string.h>

typedef struct plan {
    double M, K;       /* masses; stiffness */
    double moves_from; /* time from which the second constraint contradicts the first */
    bool without_normal, without_slip;
} plan;

static int planned_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const plan *p = data;
    (void)t, (void)q, (void)v;
    to->M[0] = 1.0;
    to->M[3] = p->M;
    to->K[0] = to->K[3] = p->K;
    to->h[1] = -9.81;
    return 0;
}

static int floor_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const plan *p = data;
    (void)t;
    to->g[0] = q[1];
    to->W[1] = p->without_normal ? 0.0 : 1.0;
    to->W[2] = p->without_slip ? 0.0 : 1.0;
    return 0;
}

/* Twice the same constraint, x = 0; the second one begins to move */
static int doubled_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const plan *p = data;
    const double since = t > p->moves_from ? t - p->moves_from : 0.0;
    to->g[0] = q[0];
    to->g[1] = q[0] - 0.1 * since;
    to->W[0] = to->W[2] = 1.0;
    to->drift[1] = since > 0.0 ? -0.1 : 0.0;
    return 0;
}

static rdg_mechanism *on_floor(rdg_context *ctx, plan *p, double e)
{
    return rdg_mechanism_create(
        ctx, &(rdg_mechanism_options){.name = "box",
                                      .n = 2,
                                      .terms = planned_terms,
                                      .contacts = 1,
                                      .law = &(rdg_contact_law){.mu = 0.3, .restitution = e, .directions = 1},
                                      .geometry = floor_geometry,
                                      .constant = true,
                                      .data = p});
}

static void start_fails(rdg_context *ctx, plan *p, rdg_scheme scheme, double y, rdg_status status,
                        const char *words)
{
    rdg_timestepping *ts = rdg_timestepping_create(on_floor(ctx, p, 0.5),
                                                   &(rdg_timestepping_options){.scheme = scheme, .h = 0.01});
    assert_int_equal(rdg_timestepping_start(ts, 0.25, (double[]){0.0, y}, (double[]){0.0, 0.0}), status);
    assert_non_null(strstr(rdg_error_message(ctx), "\"box\" at t = 0.25 s"));
    assert_failed(ctx, status, words);
    rdg_error_clear(ctx);
}

static void explicit_steps_that_are_too_long_are_refused_with_the_limit(void **state)
{
    for (int k = 0; k < 2; k++) {
        const rdg_scheme scheme = k ? RDG_HALF_EXPLICIT : RDG_MOREAU_MIDPOINT;
        plan stiff = {.M = 4.0, .K = 4.1e4}; /* 202.5 rad/s, 101 rad/s */
        start_fails(*state, &stiff, scheme, 1.0, RDG_ERR_ARGUMENT, "at most 2 / omega = 0.009877 s");
        stiff.K = 3.9e4;
        rdg_timestepping *ts = rdg_timestepping_create(
            on_floor(*state, &stiff, 0.5), &(rdg_timestepping_options){.scheme = scheme, .h = 0.01});
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0, 1.0}, (double[]){0.0, 0.0}));
        stiff.K = 1e6; /* an implicit one takes it */
        ts = rdg_timestepping_create(on_floor(*state, &stiff, 0.5), &(rdg_timestepping_options){.h = 0.01});
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0, 1.0}, (double[]){0.0, 0.0}));
    }
}

static void starts_that_cannot_be_are_refused(void **state)
{
    plan p = {.M = 1.0};
    start_fails(*state, &p, RDG_BATHE, -0.125, RDG_ERR_ARGUMENT,
                "contact 0 penetrates by 0.125 at the start");
    p.without_normal = true;
    start_fails(*state, &p, RDG_BATHE, 1.0, RDG_ERR_ARGUMENT, "contact 0 has no normal direction");
    p = (plan){.M = 1.0, .without_slip = true};
    start_fails(*state, &p, RDG_BATHE, 1.0, RDG_ERR_ARGUMENT, "contact 0 has no tangential direction");
    p = (plan){.M = -1.0};
    start_fails(*state, &p, RDG_BATHE, 1.0, RDG_ERR_SINGULAR, "not positive definite");
    p = (plan){.M = 0.0};
    start_fails(*state, &p, RDG_MOREAU, 1.0, RDG_ERR_SINGULAR, "not positive definite");
}

static void projection_takes_penetration_at_the_start_back(void **state)
{
    plan p = {.M = 1.0};
    rdg_timestepping *ts = rdg_timestepping_create(on_floor(*state, &p, 0.0),
                                                   &(rdg_timestepping_options){.h = 0.01, .project = true});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0, -0.125}, (double[]){0.0, 0.0}));
    assert_ok(*state, rdg_timestepping_step(ts));
    assert_near(rdg_timestepping_motion(ts)->gap[0], 0.0, 0.0, 1e-15);
}

static void restitution_outside_of_its_range_is_refused(void **state)
{
    plan p = {.M = 1.0};
    static const double wrong[3] = {-0.1, 1.1, NAN};
    for (int k = 0; k < 3; k++) {
        assert_null(on_floor(*state, &p, wrong[k]));
        assert_failed(*state, RDG_ERR_ARGUMENT, "\"box\", contact 0: restitution must lie in [0, 1]");
        rdg_error_clear(*state);
    }
}

/* One constraint twice shares its force; from where the two contradict each other the run cannot go on. */
static void redundant_constraints_are_taken_and_contradictory_ones_end_the_run(void **state)
{
    plan p = {.M = 1.0, .moves_from = 0.505};
    rdg_mechanism *m = rdg_mechanism_create(*state, &(rdg_mechanism_options){.name = "rail",
                                                                             .n = 2,
                                                                             .terms = planned_terms,
                                                                             .bilateral = 2,
                                                                             .geometry = doubled_geometry,
                                                                             .constant = true,
                                                                             .data = &p});
    static const rdg_scheme scheme[4] = {RDG_MOREAU, RDG_HALF_EXPLICIT, RDG_GENERALISED_ALPHA, RDG_BATHE};
    for (int k = 0; k < 4; k++) {
        rdg_timestepping *ts =
            rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = scheme[k], .h = 0.01});
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, (double[]){0.0, 1.0}, (double[]){0.0, 0.0}));
        assert_ok(*state, rdg_timestepping_run(ts, "rail",
                                               &(rdg_timestepping_run_options){
                                                   .until = 1.0, .in_memory = true, .silent = true}));
        assert_int_equal(rdg_shortfalls(*state), k + 1);
        rdg_run *run = rdg_run_open(*state, "rail");
        const rdg_index rows = rdg_run_count(run);
        assert_in_range(rows, 51, 53); /* nothing of what was recorded is lost */
        assert_string_equal(rdg_run_type(run, rows - 1), "MX");
        const double *t = rdg_run_column(run, "t"), *y = rdg_run_column(run, "q[1]");
        assert_near(t[rows - 1], 0.5, 0.0, 0.011);
        assert_near(y[40], 1.0 - 0.5 * 9.81 * t[40] * t[40], 0.0, 1e-9);
        rdg_run_free(run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(explicit_steps_that_are_too_long_are_refused_with_the_limit),
        TEST(starts_that_cannot_be_are_refused),
        TEST(projection_takes_penetration_at_the_start_back),
        TEST(restitution_outside_of_its_range_is_refused),
        TEST(redundant_constraints_are_taken_and_contradictory_ones_end_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
