/* Curves in two parameters of segments that last a given time, or no longer, and of Neimark-Sacker points. */
#include "hybrid_systems.h"
#include "orbit_run.h"
#include "two_masses.h"

/* The mass sticks to its belt for 2 (Fs - Fk)/v. */
static void segments_of_stick_last_as_long_as_their_closed_form_says(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(belt_system(ctx, (const double[]){1, 0.5, 0.2, 0}),
                                          &(rdg_shooting_options){.transient = 60});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_error_status(ctx));
    const bool slip_first = rdg_shooting_sequence(s)[1] == 'l';
    const char *stick = slip_first ? "duration.2" : "duration.1";
    assert_ok(ctx, rdg_need_parameter(p, stick));
    assert_ok(ctx, rdg_continue(p, "down", RDG_RELEASE("Fs"), RDG_RELEASE(stick), RDG_UZ(stick, 2.0),
                                RDG_WINDOW("Fs", 0.5, 1.0), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "down");
    assert_true(rdg_run_count(r) > 5);
    for (rdg_index i = 0; i < rdg_run_count(r); i++) {
        const double Fs = rdg_run_column(r, "Fs")[i];
        /* where it lasts no longer slip and stick meet as a square does zero: half of all digits */
        assert_near(rdg_run_column(r, stick)[i], 2 * (Fs - 0.5) / 0.2, 0, Fs > 0.501 ? 1e-9 : 1e-4);
    }
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "UZ", 0));
    rdg_run_free(r);
    assert_ok(ctx,
              rdg_continue(p, "curve", RDG_FROM("down", label), RDG_HOLD_AT(stick, 2.0), RDG_RELEASE("v"),
                           RDG_RELEASE("Fs"), RDG_WINDOW("v", 0.1, 0.45), RDG_IN_MEMORY));
    r = rdg_run_open(ctx, "curve");
    assert_true(rdg_run_count(r) > 3);
    for (rdg_index i = 0; i < rdg_run_count(r); i++) {
        assert_near(rdg_run_column(r, "Fs")[i], 0.5 + rdg_run_column(r, "v")[i], 0, 1e-11);
    }
    assert_near(nearest_at(ctx, "curve", "EP", "v", 0.45), 0.45, 0, 1e-12);
    assert_near(nearest_at(ctx, "curve", "EP", "v", 0.1), 0.1, 0, 1e-12);
    rdg_run_free(r);
}

/* From a solution of a run where k has a value, down to the Neimark-Sacker point. */
static double locate(rdg_context *ctx, rdg_problem *p, const char *name, double k)
{
    rdg_run *r = rdg_run_open(ctx, "stiffness");
    rdg_index label = -1;
    for (rdg_index i = 0; i < rdg_run_count(r); i++) {
        label = fabs(rdg_run_column(r, "k")[i] - k) < 1e-9 && rdg_run_label(r, i) > 0 ? rdg_run_label(r, i)
                                                                                      : label;
    }
    rdg_run_free(r);
    assert_true(label > 0);
    assert_ok(ctx, rdg_continue(p, name, RDG_FROM("stiffness", label), RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", 0.61, 0.64), RDG_IN_MEMORY));
    return value_at(ctx, name, "NS", 0, "omega");
}

static void a_curve_of_neimark_sacker_points_is_what_single_runs_find(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_shooting_problem(
        rdg_shooting_create(two_masses(ctx, 0.63), &(rdg_shooting_options){.transient = 600.0}));
    assert_ok(ctx, rdg_error_status(ctx));
    const double asked[] = {90, 95, 105, 110};
    assert_ok(ctx, rdg_continue(p, "stiffness", RDG_RELEASE("k"), RDG_WINDOW("k", 85, 115),
                                RDG_UZ_LIST("k", 4, asked), RDG_IN_MEMORY));
    assert_ok(ctx,
              rdg_continue(p, "first", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.61, 0.64), RDG_IN_MEMORY));
    assert_near(value_at(ctx, "first", "NS", 0, "omega"), 0.6186068743, 0, 1e-10);
    rdg_run *r = rdg_run_open(ctx, "first");
    const rdg_index label = rdg_run_label(r, rdg_run_find(r, "NS", 0));
    rdg_run_free(r);
    assert_ok(ctx, rdg_continue(p, "curve", RDG_FROM("first", label), RDG_HOLD_AT("ns", 0), RDG_RELEASE("k"),
                                RDG_RELEASE("omega"), RDG_WINDOW("k", 88, 112), RDG_UZ_LIST("k", 4, asked),
                                RDG_IN_MEMORY));
    r = rdg_run_open(ctx, "curve");
    for (int i = 0; i < 4; i++) {
        double omega = NAN;
        for (rdg_index j = 0; rdg_run_find(r, "UZ", j) >= 0; j++) {
            const rdg_index row = rdg_run_find(r, "UZ", j);
            omega =
                fabs(rdg_run_column(r, "k")[row] - asked[i]) < 1e-9 ? rdg_run_column(r, "omega")[row] : omega;
        }
        const double alone = locate(ctx, p, "alone", asked[i]);
        assert_near(omega, alone, 0, 1e-9);
    }
    rdg_run_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(segments_of_stick_last_as_long_as_their_closed_form_says),
                                       TEST(a_curve_of_neimark_sacker_points_is_what_single_runs_find)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
