/* Motions written down. */
#include "sections.h"

#include <ridgewalk/simulate.h>

#include <unistd.h>

static const double pi = 3.14159265358979323846;

RDG_TEST_FUNCTION(turn)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -u[0];
    return 0;
}

static void rows_are_at_equal_distances_and_on_the_motion(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "turn", 2, &(rdg_hybrid_function){.f = turn}, NULL, NULL, NULL);
    rdg_trajectory to;
    assert_ok(ctx, rdg_simulate(
                       h, &(rdg_simulate_options){.x = (double[]){1, 0}, .duration = 20, .every = 0.3}, &to));
    assert_int_equal(to.rows, 68); /* 0 .. 66 times 0.3, and the end */
    for (rdg_index i = 0; i < to.rows; i++) {
        assert_near(to.t[i], i < 67 ? 0.3 * (double)i : 20.0, 1e-13, 1e-13);
        assert_near(to.x[2 * i], cos(to.t[i]), 0.0, 1e-9);
        assert_near(to.x[2 * i + 1], -sin(to.t[i]), 0.0, 1e-9);
    }
    rdg_trajectory_release(&to);
}

/* A belt in stick from x = 0: breaks at x = Fs after Fs/v, ... */
static void events_are_rows_too(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1, 0.5, 0.2, 0});
    rdg_trajectory to;
    assert_ok(ctx, rdg_simulate(
                       h, &(rdg_simulate_options){.mode = "stick", .duration = 1000, .stop_after = 3}, &to));
    assert_int_equal(to.events, 3);
    assert_int_equal(to.surface[0], 1);
    assert_int_equal(to.surface[1], 0);
    const double slips = 2.0 * pi - 2.0 * atan(0.5 / 0.2), sticks = 2.0 * 0.5 / 0.2;
    assert_near(to.t[to.before[0]], 5.0, 1e-12, 0.0);
    assert_near(to.t[to.before[1]] - 5.0, slips, 1e-11, 0.0);
    assert_near(to.t[to.before[2]] - to.t[to.before[1]], sticks, 1e-11, 0.0);
    assert_int_equal(to.before[2] + 2, to.rows);
    for (rdg_index e = 0; e < 3; e++) {
        const rdg_index row = to.before[e];
        assert_true(to.t[row] == to.t[row + 1]);
        assert_true(to.mode[row] != to.mode[row + 1]);
        assert_true(isnan(to.x[2 * (to.mode[row] == 1 ? row : row + 1) + 1])); /* stick has one state */
    }
    rdg_trajectory_release(&to);
}

static long lines_of(const char *path, char *first, size_t size)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(first, (int)size, f));
    long lines = 1;
    for (int c; (c = fgetc(f)) != EOF;) {
        lines += c == '\n';
    }
    fclose(f);
    return lines;
}

static void files_have_names_and_all_rows(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1, 0.5, 0.2, 0});
    char path[64], events[64], header[256];
    snprintf(path, sizeof path, "build/simulate-%d.csv", (int)getpid());
    snprintf(events, sizeof events, "build/simulate-%d-events.csv", (int)getpid());
    rdg_trajectory to;
    assert_ok(ctx, rdg_simulate(h,
                                &(rdg_simulate_options){.x = (double[]){1, 0},
                                                        .duration = 30,
                                                        .names = (const char *const[]){"x_m", NULL},
                                                        .path = path,
                                                        .events = events},
                                &to));
    assert_int_equal(lines_of(path, header, sizeof header), to.rows + 1);
    assert_string_equal(header, "t,phase,x_m,x[1]\n");
    assert_int_equal(lines_of(events, header, sizeof header), to.events + 1);
    assert_string_equal(header, "t,event_surface,from,to,before x_m,before x[1],behind x_m,behind x[1]\n");
    unlink(path);
    unlink(events);
    rdg_trajectory_release(&to);
}

static void a_folder_that_cannot_be_written_is_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = van_der_pol_system(ctx, 1.0);
    rdg_simulate(h, &(rdg_simulate_options){.duration = 1, .path = "/proc/no/motion.csv"}, NULL);
    assert_failed(ctx, RDG_ERR_IO, "/proc/no/motion.csv");
}

/* --- what cannot be followed, each with its own words */

RDG_TEST_FUNCTION(falls)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -9.81;
    return 0;
}

RDG_TEST_FUNCTION(height)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    return 0;
}

RDG_TEST_FUNCTION(bounces)
{
    RDG_TEST_UNUSED;
    y[0] = 0.0;
    y[1] = -0.5 * u[1];
    return 0;
}

RDG_TEST_FUNCTION(goes_below)
{
    RDG_TEST_UNUSED;
    y[0] = -0.25;
    y[1] = -u[1];
    return 0;
}

static rdg_hybrid *ball(rdg_context *ctx, rdg_hybrid_function reset)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "ball", NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "flies", .n = 2, .field = {.f = falls}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "floor", .from = "flies", .to = "flies", .surface = {.f = height}, .reset = reset});
    return h;
}

static void what_cannot_go_on(rdg_context *ctx, rdg_hybrid *h, const double *x, const char *words)
{
    rdg_trajectory to;
    rdg_simulate(h, &(rdg_simulate_options){.x = x, .duration = 100, .every = 0.01}, &to);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, words);
    assert_true(to.rows >= 1); /* what there is is handed out */
    rdg_trajectory_release(&to);
}

static void a_ball_that_comes_to_rest_is_told(void **state)
{
    rdg_context *ctx = *state;
    what_cannot_go_on(ctx, ball(ctx, (rdg_hybrid_function){.f = bounces}), (double[]){1, 0}, "come together");
}

static void a_reset_into_a_forbidden_state_is_told(void **state)
{
    rdg_context *ctx = *state;
    what_cannot_go_on(ctx, ball(ctx, (rdg_hybrid_function){.f = goes_below}), (double[]){1, 0},
                      "leads to a state of phase \"flies\" that is behind the surface");
}

static void a_start_behind_a_surface_is_told(void **state)
{
    rdg_context *ctx = *state;
    what_cannot_go_on(ctx, ball(ctx, (rdg_hybrid_function){.f = bounces}), (double[]){-1, 0},
                      "starts in phase \"flies\" behind the surface of \"floor\"");
}

RDG_TEST_FUNCTION(not_finite)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0;
    y[1] = 1.0 / sqrt(1.0 - u[0]) / (u[0] < 1.0);
    return 0;
}

RDG_TEST_FUNCTION(grows)
{
    RDG_TEST_UNUSED;
    y[0] = 10.0 * u[0];
    return 0;
}

RDG_TEST_FUNCTION(bursts)
{
    RDG_TEST_UNUSED;
    y[0] = u[0] * u[0];
    return 0;
}

static void fields_that_are_no_longer_any_are_told(void **state)
{
    rdg_context *ctx = *state;
    what_cannot_go_on(
        ctx, rdg_hybrid_smooth(ctx, "a", 2, &(rdg_hybrid_function){.f = not_finite}, NULL, NULL, NULL),
        (double[]){0, 0}, "\"a\"");
    what_cannot_go_on(ctx,
                      rdg_hybrid_smooth(ctx, "b", 1, &(rdg_hybrid_function){.f = grows}, NULL, NULL, NULL),
                      (double[]){1}, "escapes");
    what_cannot_go_on(ctx,
                      rdg_hybrid_smooth(ctx, "c", 1, &(rdg_hybrid_function){.f = bursts}, NULL, NULL, NULL),
                      (double[]){1}, "\"c\"");
}

static void limits_of_steps_and_events_are_kept(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1, 0.5, 0.2, 0});
    rdg_simulate(
        h, &(rdg_simulate_options){.x = (double[]){1, 0}, .duration = 1e4, .flow = {.max_events = 7}}, NULL);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "more than 7 events");
    rdg_simulate(h, &(rdg_simulate_options){.x = (double[]){1, 0}, .duration = 1e4, .flow = {.max_steps = 3}},
                 NULL);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "more than 3 steps");
}

RDG_TEST_FUNCTION(climbs)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0;
    return 0;
}

RDG_TEST_FUNCTION(below_one)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0 - u[0];
    return 0;
}

RDG_TEST_FUNCTION(from_zero)
{
    RDG_TEST_UNUSED;
    y[0] = 0.0;
    return 0;
}

/* --- a system whose second mode, of more states, is made when the first one is entered for the second time
 */

static rdg_status widen(rdg_hybrid *h, rdg_index mode, void *data)
{
    (void)data;
    char name[2][16];
    snprintf(name[0], sizeof name[0], "m%d", (int)mode);
    snprintf(name[1], sizeof name[1], "m%d", (int)mode + 1);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = name[1], .n = mode + 2, .field = {.f = climbs}});
    return rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = name[1],
                                                                       .from = name[0],
                                                                       .to = name[1],
                                                                       .surface = {.f = below_one},
                                                                       .reset = {.f = from_zero}});
}

static void modes_that_outgrow_their_capacity_are_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "tower", NULL, NULL);
    rdg_hybrid_on_entry(h, widen, NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "m0", .n = 1, .field = {.f = climbs}});
    rdg_simulate(h, &(rdg_simulate_options){.duration = 10}, NULL);
    assert_failed(ctx, RDG_ERR_SIZE, "add the largest phase first");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_are_at_equal_distances_and_on_the_motion),
        TEST(events_are_rows_too),
        TEST(files_have_names_and_all_rows),
        TEST(a_folder_that_cannot_be_written_is_told),
        TEST(a_ball_that_comes_to_rest_is_told),
        TEST(a_reset_into_a_forbidden_state_is_told),
        TEST(a_start_behind_a_surface_is_told),
        TEST(fields_that_are_no_longer_any_are_told),
        TEST(limits_of_steps_and_events_are_kept),
        TEST(modes_that_outgrow_their_capacity_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
