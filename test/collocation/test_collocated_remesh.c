/* Runs that start from labels on other meshes: what is found there is what the problem's own mesh tells. */
#include "orbits.h"
#include "segments.h"

static char said[4096];

static void hear(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel == RDG_CHANNEL_NOTE) {
        strncat(said, text, sizeof said - strlen(said) - 1);
    }
}

static rdg_problem *orbits_on(rdg_hybrid *h, rdg_index intervals, rdg_index degree)
{
    return rdg_collocation_problem(
        rdg_collocation_create(h, &(rdg_collocation_options){.intervals = intervals, .degree = degree}));
}

static void a_run_goes_on_from_a_label_on_another_mesh_and_says_so(void **state)
{
    static const struct {
        rdg_index intervals, degree;
    } to[] = {{60, 4}, {40, 5}, {25, 6}, {24, 5}, {12, 7}}; /* 24 x 5 = 30 x 4: as many places as before */
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.02, 0.1, 0.1, 0.5);
    rdg_problem *p = orbits_on(h, 30, 4);
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.2), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "frc");
    const rdg_index last = rdg_run_count(r) - 1, label = rdg_run_label(r, last);
    const double omega = rdg_run_column(r, "omega")[last];
    rdg_run_free(r);
    for (size_t k = 0; k < sizeof to / sizeof *to; k++) {
        rdg_problem *q = orbits_on(h, to[k].intervals, to[k].degree);
        said[0] = '\0';
        rdg_set_writer(ctx, hear, NULL);
        assert_ok(ctx, rdg_continue(q, "on", RDG_FROM("frc", label), RDG_RELEASE("omega"),
                                    RDG_WINDOW("omega", 1.0, 1.6), RDG_IN_MEMORY));
        rdg_set_writer(ctx, NULL, NULL);
        assert_non_null(strstr(said, "on 30 intervals of degree 4, is put on"));
        rdg_run *on = rdg_run_open(ctx, "on");
        const rdg_index row = rdg_run_row_of_label(on, 1);
        assert_true(row >= 0);
        rdg_run_free(on);
        assert_near(nearest_at(ctx, "on", "EP", "omega", omega), omega, 1e-12, 0.0);
        assert_near(value_at(ctx, "on", "FP", 0, "omega"), 1.40242700462775884, 1e-8, 0.0);
        /* and the other way round: its labels are on its own mesh */
        said[0] = '\0';
        rdg_set_writer(ctx, hear, NULL);
        assert_ok(ctx, rdg_continue(q, "again", RDG_FROM("on", 1), RDG_IN_MEMORY));
        rdg_set_writer(ctx, NULL, NULL);
        assert_null(strstr(said, "is put on"));
    }
}

static void a_segment_with_other_states_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.02, 0.1, 0.1, 0.9);
    assert_ok(ctx, rdg_continue(orbits_on(h, 30, 4), "one", RDG_IN_MEMORY));
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s =
        rdg_segment_add(p, NULL, lorenz_system(ctx, 28.0), &(rdg_segment_options){.duration = 1.0});
    assert_non_null(s);
    rdg_continue(p, "other", RDG_FROM("one", 1), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_SIZE, "another number of them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_run_goes_on_from_a_label_on_another_mesh_and_says_so),
        TEST(a_segment_with_other_states_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
