/* What periodic orbits are made of, against closed forms. */
#define _GNU_SOURCE

#include "../../toolboxes/shooting/orbit/orbit_contents_impl.h"
#include "scratch.h"
#include "support.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/cone_contact.h>
#include <ridgewalk/hybrid.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/stuck_slider.h>

static const double pi = 3.14159265358979323846;

/* r' = r (g - r^2), angle' = w, with surfaces at y = 0: the orbit is a circle of radius sqrt(g), in two
 * halves. */
static int circles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double square = u[0] * u[0] + u[1] * u[1];
    y[0] = (u[2] - square) * u[0] - u[3] * u[1];
    y[1] = u[3] * u[0] + (u[2] - square) * u[1];
    return 0;
}

static int height(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    return 0;
}

static rdg_hybrid *half_circles(rdg_context *ctx)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "circles", RDG_PARAMETERS("g", "w"), (double[]){0.25, 3.0});
    const rdg_hybrid_function field = {.f = circles}, surface = {.f = height};
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "up", .n = 2, .field = field});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "down", .n = 2, .field = field});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "left", .from = "up", .to = "down", .direction = -1, .surface = surface});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "right", .from = "down", .to = "up", .direction = 1, .surface = surface});
    assert_ok(ctx, rdg_error_status(ctx));
    return h;
}

static void an_orbit_consists_of_its_segments(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = half_circles(ctx);
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.mode = "up", .x = (double[]){0.3, 0.2}, .settle = 30.0});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "orbits", RDG_RELEASE("g"), RDG_WINDOW("g", 0.2, 0.3), RDG_DIRECTION(1),
                                RDG_NO_TABLE, RDG_LABEL_EVERY(1)));
    assert_true(rdg_shooting_system(s) == h);
    assert_int_equal(rdg_shooting_order(s), 1);
    rdg_run *run = rdg_run_open(ctx, "orbits");
    const rdg_index last = rdg_run_count(run) - 1, label = rdg_run_label(run, last);
    const double g = rdg_run_column(run, "g")[last];
    assert_near(g, 0.3, 1e-9, 0.0);
    rdg_shooting *again = rdg_shooting_at(s, "orbits", label);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_problem *q = rdg_shooting_problem(again);
    assert_ok(ctx, rdg_error_status(ctx));
    double total = 0.0, share[2] = {0.5, 1.0}, x[4];
    assert_int_equal(rdg_shooting_segments(again), 2);
    for (rdg_index k = 0; k < 2; k++) {
        rdg_shooting_segment is;
        assert_ok(ctx, rdg_shooting_segment_at(again, rdg_start_values(q), k, &is));
        const double up = is.mode == 0 ? 1.0 : -1.0;
        assert_int_equal(is.crossing, is.mode); /* the surface that ends the mode */
        assert_false(is.at_once);
        assert_near(is.duration, pi / 3.0, 1e-9, 0.0);
        total += is.duration;
        assert_ok(ctx, rdg_shooting_segment_motion(again, rdg_start_values(q), k, 2, share, x));
        assert_near(x[0], 0.0, 0.0, 1e-8); /* top or bottom of the circle, then its left or right */
        assert_near(x[1], up * sqrt(g), 1e-8, 0.0);
        assert_near(x[2], -up * sqrt(g), 1e-8, 0.0);
        assert_near(x[3], 0.0, 0.0, 1e-8);
    }
    assert_near(total, 2.0 * pi / 3.0, 1e-9, 0.0);
    rdg_run_free(run);
}

/* A slider in one direction: its position rests while it sticks; while it slips it is none of the states. */
static void sliders_that_stick_are_counted(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_chain_create(ctx, 2, (const double[]){1.0, 1.0}, (const double[]){1.0, 1.0});
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "one", .at = "a", .kt = 1.0, .limit = 0.5});
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "two", .at = "b", .kt = 1.0, .limit = 0.5});
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.0));
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_index counts[3] = {0};
    for (rdg_index k = 0; k < rdg_hybrid_phases(h); k++) { /* those that follow come with a mode */
        assert_ok(ctx, rdg_hybrid_enter(h, k));
        const rdg_index stuck = rdg_hybrid_stuck(h, 1, &k);
        assert_in_range(stuck, 0, 2);
        assert_int_equal(stuck, rdg_hybrid_phase_at(h, k)->n - 4);
        assert_int_equal(rdg_hybrid_constraints(h, 1, &k), 0);
        counts[stuck]++;
    }
    assert_true(counts[0] == 4 && counts[1] == 4 && counts[2] == 1); /* each slips one way or the other */
}

/* In slip the slider comes onto its friction cone, straight towards the contact: kt |q - w| = mu N. */
static void sliders_that_slip_are_brought_onto_their_cones(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_chain_create(ctx, 2, (const double[]){1.0, 1.0}, (const double[]){1.0, 1.0});
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_cone_contact_add(
        s,
        &(rdg_cone_contact){.name = "ring", .tangential = {"a", "b"}, .kt = 2.0, .mu = 0.5, .preload = 3.0});
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.0));
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_index slipping = 0;
    for (rdg_index k = 0; k < rdg_hybrid_phases(h); k++) {
        double x[] = {1.0, 2.0, 0.3, -0.1, 0.2, 0.9};
        assert_ok(ctx, rdg_hybrid_enter(h, k));
        const double slips = (double)rdg_hybrid_constraints(h, 1, &k), far = hypot(0.8, 1.1);
        const double is[] = {0.2, 0.9}, onto[] = {1.0 - 0.75 * 0.8 / far, 2.0 - 0.75 * 1.1 / far};
        assert_ok(ctx, rdg_hybrid_project(h, k, x));
        for (int i = 0; i < 2; i++) {
            assert_near(x[4 + i], slips > 0.0 ? onto[i] : is[i], 1e-14, 0.0);
        }
        assert_true(x[0] == 1.0 && x[1] == 2.0 && x[2] == 0.3 && x[3] == -0.1);
        slipping += slips > 0.0;
    }
    assert_int_equal(slipping, 1);
}

/* Pushes grow by the greatest eigenvalue of D, along its vector. */
static void sliders_wedge_where_a_push_grows(void **state)
{
    (void)state;
    const double D[4] = {0.5, 0.3, 0.6, 1.0}, small[4] = {0.5, 0.3, 0.6, 0.5}, one = 1.3, less = 0.9;
    double work[4], growth = 0.0;
    assert_int_equal(rdg_wedging_slider(2, D, work, &growth), 1);
    assert_near(growth, 0.75 + sqrt(0.75 * 0.75 - 0.32), 1e-9, 0.0);
    assert_int_equal(rdg_wedging_slider(1, &one, work, &growth), 0);
    assert_near(growth, 1.3, 1e-9, 0.0);
    assert_int_equal(rdg_wedging_slider(2, small, work, &growth), -1); /* its eigenvalue is 0.92 */
    assert_int_equal(rdg_wedging_slider(1, &less, work, NULL), -1);
}

/* On the way to 3 the slider comes to 2.5, where it sticks at 2.4; from rest it would come to 1.9. */
static void sliders_follow_the_way_to_the_start(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_chain_create(ctx, 1, (const double[]){1.0}, (const double[]){1.0});
    rdg_name_dof(s, "a", 0);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "one", .at = "a", .kt = 1.0, .limit = 0.5});
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.0));
    const double q[] = {1.0, 3.0, 2.4}, v[] = {1.0, 0.0, -0.7};
    const char *mode = NULL;
    double x[4] = {0.0};
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(rdg_hybrid_most_states(h), 3);
    assert_ok(ctx, rdg_hybrid_start_along(h, 3, q, v, 0.25, &mode, x));
    assert_string_equal(mode, "one: stick");
    assert_near(x[0], 2.4, 1e-15, 0.0);
    assert_near(x[1], -0.7, 1e-15, 0.0);
    assert_near(x[2], 2.5, 1e-15, 0.0);
    assert_ok(ctx, rdg_hybrid_start(h, &q[2], (const double[]){0.7}, 0.25, &mode, x));
    assert_string_not_equal(mode, "one: stick"); /* it slips, and its slider is no state */
}

/* The problem keeps what it stands on. */
static void orbits_are_freed_before_their_problem(void **state)
{
    rdg_context *ctx = *state;
    const rdg_hybrid_function field = {.f = circles};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "circles", 2, &field, RDG_PARAMETERS("g", "w"),
                                      (const double[]){0.25, 3.0}, RDG_AUTONOMOUS);
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){0.3, 0.2}, .settle = 30.0});
    rdg_collocation *c = rdg_collocation_from_shooting(s, rdg_shooting_problem(s), NULL, 0,
                                                       &(rdg_collocation_options){.intervals = 20});
    rdg_problem *p = rdg_collocation_problem(c);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_collocation_free(c);
    assert_ok(ctx, rdg_continue(p, "kept", RDG_RELEASE("w"), RDG_WINDOW("w", 2.0, 4.0), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "kept");
    assert_true(rdg_run_count(run) > 4);
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        assert_near(rdg_run_column(run, "T")[i], 2.0 * pi / rdg_run_column(run, "w")[i], 1e-9, 0.0);
    }
    rdg_run_free(run);
}

/* Facts as lines "part name key: value unit" */
static void write_fact(const rdg_contents *out, const rdg_model_fact *f)
{
    char *to = out->to;
    const size_t at = strlen(to);
    char number[32];
    snprintf(number, sizeof number, "%g", f->value);
    snprintf(to + at, 1024 - at, "%s %s %s: %s%s%s\n", f->part, f->name, f->key, f->text ? f->text : number,
             f->unit && *f->unit ? " " : "", f->unit ? f->unit : "");
}

static void a_run_states_its_system(void **state)
{
    char text[1024] = "";
    rdg_orbit_describe(&(rdg_contents){.fact = write_fact, .to = text}, NULL, half_circles(*state));
    assert_string_equal(text, "system circles modes: 2\n"
                              "phase up states: 2\n"
                              "phase down states: 2\n"
                              "event surface left from: up\n"
                              "event surface left to: down\n"
                              "event surface left direction: -1\n"
                              "event surface right from: down\n"
                              "event surface right to: up\n"
                              "event surface right direction: 1\n"
                              "parameter g value: 0.25\n"
                              "parameter w value: 3\n");
    rdg_structure *s = rdg_chain_create(*state, 1, (const double[]){1.0}, (const double[]){1.0});
    rdg_name_dof(s, "a", 0);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "one", .at = "a", .kt = 1.0, .limit = 0.5});
    text[0] = '\0';
    rdg_orbit_describe(&(rdg_contents){.fact = write_fact, .to = text}, NULL,
                       rdg_hybrid_of(s, RDG_AT("omega", 1.5)));
    assert_non_null(strstr(text, "parameter omega excitation: 1.5 rad/s\n"));
    text[0] = '\0';
    rdg_orbit_describe(NULL, NULL, half_circles(*state));
    rdg_orbit_describe(&(rdg_contents){.fact = write_fact, .to = text}, NULL, NULL);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(an_orbit_consists_of_its_segments),
        SCRATCH_TEST(sliders_that_stick_are_counted),
        SCRATCH_TEST(sliders_that_slip_are_brought_onto_their_cones),
        SCRATCH_TEST(sliders_wedge_where_a_push_grows),
        SCRATCH_TEST(sliders_follow_the_way_to_the_start),
        SCRATCH_TEST(orbits_are_freed_before_their_problem),
        SCRATCH_TEST(a_run_states_its_system),
    };
    return cmocka_run_group_tests_name("values of orbits", tests, NULL, NULL);
}
