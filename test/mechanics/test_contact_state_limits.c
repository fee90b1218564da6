/* Laws in time where regimes meet: at the limit of a slider, and where a contact just opens or closes. */
#include "../../toolboxes/friction-cone/cone_impl.h"
#include "../../toolboxes/friction-hessian/contact_impl.h"
#include "../../toolboxes/friction-hessian/gap_spring_impl.h"
#include "../../toolboxes/friction-hessian/iwan/iwan_impl.h"
#include "support.h"

static const rdg_contact contact = {.normal = "y", .kt = 1, .kn = 1, .mu = 0.5, .preload = 1};
static const rdg_contact ideal = {.normal = "y", .kt = 1, .kn = 1, .mu = 0, .preload = 1};
static const rdg_cone_contact cone = {.normal = "y", .kt = 1, .kn = 1, .mu = 0.5, .preload = 1};
static const rdg_cone_contact ideal_cone = {.normal = "y", .kt = 1, .kn = 1, .mu = 0, .preload = 1};

static int settled(const rdg_law_in_time *law, const void *self, rdg_index d, const double *x,
                   const double *v, double *w)
{
    int status;
    law->regimes->update(self, d, x, v, w, &status, NULL);
    return status;
}

static void a_contact_at_its_limit_goes_where_the_motion_leads(void **state)
{
    (void)state;
    static const struct {
        const rdg_contact *law;
        double x[2], v[2], w;
        rdg_contact_state state;
        double w_after;
    } cases[] = {
        {&contact, {0.5, 0}, {1, 0}, 0, RDG_SLIP_FORWARD, 0},
        {&contact, {0.5, 0}, {0, 0}, 0, RDG_SLIP_FORWARD, 0},
        {&contact, {0.5, 0}, {-1, 0}, 0, RDG_STICK, 0},
        {&contact, {0.5, 0}, {1, 3}, 0, RDG_STICK, 0}, /* the limit grows faster than the force */
        {&contact, {0.9, 0}, {-1, 0}, 0, RDG_STICK, 0.4},
        {&contact, {0.9, 0}, {1, 0}, 0, RDG_SLIP_FORWARD, 0.4},
        {&contact, {-0.5, 0}, {-1, 0}, 0, RDG_SLIP_BACKWARD, 0},
        {&contact, {-0.5, 0}, {0, 0}, 0, RDG_SLIP_BACKWARD, 0},
        {&contact, {-0.5, 0}, {1, 0}, 0, RDG_STICK, 0},
        {&contact, {-0.9, 0}, {1, 0}, 0, RDG_STICK, -0.4},
        {&contact, {0.2, 0}, {1, 0}, 0, RDG_STICK, 0},
        {&contact, {0.2, -1}, {1, -1}, 0, RDG_SEPARATION, 0.2}, /* no load */
        {&contact, {0.2, -2}, {1, 1}, 0, RDG_SEPARATION, 0.2},
        {&contact, {0.2, -1}, {0.4, 1}, 0, RDG_STICK, 0.2},
        {&contact, {0.2, -1}, {0.6, 1}, 0, RDG_SLIP_FORWARD, 0.2},
        {&contact, {0.2, -1}, {-0.6, 1}, 0, RDG_SLIP_BACKWARD, 0.2},
        {&contact, {0.2, -1}, {-0.4, 1}, 0, RDG_STICK, 0.2},
        {&contact, {0.2, -1}, {0, 0}, 0, RDG_SLIP_FORWARD, 0.2},
        {&ideal, {0.2, 0}, {1, 0}, 0, RDG_SLIP_FORWARD, 0.2}, /* no friction */
        {&ideal, {0.2, 0}, {-1, 0}, 0, RDG_SLIP_BACKWARD, 0.2},
        {&ideal, {0.2, 0}, {0, 0}, 0, RDG_SLIP_FORWARD, 0.2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double w = cases[i].w;
        assert_int_equal(settled(&rdg_contact_in_time, cases[i].law, 2, cases[i].x, cases[i].v, &w),
                         cases[i].state);
        assert_near(w, cases[i].w_after, 0, 1e-15);
        if (cases[i].x[1] == -1 && cases[i].v[1] > 0) { /* and so it does where it closes on the way */
            const rdg_law_state at = {
                .x = cases[i].x, .v = cases[i].v, .w = &w, .status = (int[]){RDG_SEPARATION}};
            assert_int_equal(rdg_contact_in_time.regimes->pass(cases[i].law, 2, 0, 0, &at, &w, NULL),
                             cases[i].state);
            assert_near(w, cases[i].w_after, 0, 1e-15);
        }
    }
}

static void a_contact_that_opens_has_its_slider_where_it_is(void **state)
{
    (void)state;
    const double x[] = {0.2, -1 + 1e-3}, v[] = {1, -1};
    for (int from = RDG_STICK; from < RDG_SEPARATION; from++) {
        double w = 0.1;
        const rdg_law_state at = {.x = x, .v = v, .w = &w, .status = &from};
        const int opens = from == RDG_STICK ? 2 : 1;
        assert_int_equal(rdg_contact_in_time.regimes->pass(&contact, 2, 0, opens, &at, &w, NULL),
                         RDG_SEPARATION);
        assert_true(w == 0.2);
    }
}

static void without_friction_one_direction_of_slip_follows_the_other(void **state)
{
    (void)state;
    const double x[] = {0.2, 0}, v[] = {0, 0};
    for (int from = RDG_SLIP_FORWARD; from <= RDG_SLIP_BACKWARD; from++) {
        double w = 0.2;
        const rdg_law_state at = {.x = x, .v = v, .w = &w, .status = &from};
        assert_int_equal(rdg_contact_in_time.regimes->pass(&ideal, 2, 0, 0, &at, &w, NULL),
                         from == RDG_SLIP_FORWARD ? RDG_SLIP_BACKWARD : RDG_SLIP_FORWARD);
        assert_int_equal(rdg_contact_in_time.regimes->pass(&contact, 2, 0, 0, &at, &w, NULL), RDG_STICK);
    }
}

static void a_cone_at_its_limit_does_so_too(void **state)
{
    (void)state;
    static const struct {
        const rdg_cone_contact *law;
        double x[3], v[3];
        enum cone_phase phase;
        double w[2]; /* after it; 0 before */
    } cases[] = {
        {&cone, {0.3, 0.4, 0}, {0.3, 0.4, 0}, CONE_SLIP, {0, 0}},
        {&cone, {0.3, 0.4, 0}, {0, 0, 0}, CONE_SLIP, {0, 0}},
        {&cone, {0.3, 0.4, 0}, {0.4, -0.31, 0}, CONE_STICK, {0, 0}},
        {&cone, {0.3, 0.4, 0}, {-0.3, 1, 0}, CONE_SLIP, {0, 0}},
        {&cone, {0.3, 0.4, 0}, {0.3, 0.4, 2}, CONE_STICK, {0, 0}},
        {&cone, {0.6, 0.8, 0}, {0.3, 0.4, 0}, CONE_SLIP, {0.3, 0.4}},
        {&cone, {0.6, 0.8, 0}, {-0.3, 0, 0}, CONE_STICK, {0.3, 0.4}},
        {&cone, {0.1, 0.2, 0}, {1, 0, 0}, CONE_STICK, {0, 0}},
        {&cone, {0.1, 0.2, -1}, {1, 0, -1}, CONE_OPEN, {0.1, 0.2}}, /* no load */
        {&cone, {0.1, 0.2, -1}, {0.3, -0.3, 1}, CONE_STICK, {0.1, 0.2}},
        {&cone, {0.1, 0.2, -1}, {0.4, -0.4, 1}, CONE_SLIP, {0.1, 0.2}},
        {&ideal_cone, {0.1, 0.2, 0}, {1, 0, 0}, CONE_SLIP, {0.1, 0.2}}, /* no friction */
        {&ideal_cone, {0.1, 0.2, 0}, {0, 0, 0}, CONE_SLIP, {0.1, 0.2}},
        {&ideal_cone, {0.1, 0.2, -1}, {0, 0, 1}, CONE_OPEN, {0.1, 0.2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double w[2] = {0, 0};
        assert_int_equal(settled(&rdg_cone_in_time, cases[i].law, 3, cases[i].x, cases[i].v, w),
                         cases[i].phase);
        assert_near(w[0], cases[i].w[0], 0, 1e-15);
        assert_near(w[1], cases[i].w[1], 0, 1e-15);
        if (cases[i].law == &cone && cases[i].x[2] == -1 && cases[i].v[2] > 0) {
            const rdg_law_state at = {.x = cases[i].x, .v = cases[i].v, .w = w, .status = (int[]){CONE_OPEN}};
            assert_int_equal(rdg_cone_in_time.regimes->pass(&cone, 3, 0, 0, &at, w, NULL), cases[i].phase);
        }
    }
}

/* A contact that has just closed begins to slip along its motion. */
static void the_slider_of_a_cone_without_load_sets_out_along_the_motion(void **state)
{
    (void)state;
    const double x[] = {0.1, 0.2, -1}, v[] = {0.6, -0.8, 1}, w[] = {0.1, 0.2};
    double rate[2] = {0, 0};
    const rdg_law_state at = {.x = x, .v = v, .w = w, .status = (int[]){CONE_SLIP}};
    rdg_law_event_surface surface[RDG_LAW_EVENTS] = {{0}};
    rdg_cone_in_time.regimes->rate(&cone, 3, &at, &(rdg_law_rate){.w = rate});
    assert_near(rate[0], 0.5 * 0.6, 1e-15, 0);
    assert_near(rate[1], 0.5 * -0.8, 1e-15, 0);
    assert_int_equal(rdg_cone_in_time.regimes->event_surfaces(&cone, 3, 0, &at, surface), 2);
    assert_near(surface[0].h, 0.5, 1e-15, 0);
}

static void without_friction_a_cone_has_no_force_whatever_rounding_says(void **state)
{
    (void)state;
    const double x[] = {0.1, 0.2, 0.3}, v[] = {0.6, -0.8, 1}, w[] = {0.1 + 1e-12, 0.2};
    double f[3] = {0, 0, 0}, rate[2] = {0, 0};
    const rdg_law_state at = {.x = x, .v = v, .w = w, .status = (int[]){CONE_SLIP}};
    rdg_law_event_surface surface[RDG_LAW_EVENTS] = {{0}};
    rdg_law_energy energy;
    rdg_cone_in_time.force(&ideal_cone, 3, &at, &(rdg_law_force){.f = f});
    assert_true(f[0] == 0 && f[1] == 0);
    assert_near(f[2], 1.3, 1e-15, 0);
    rdg_cone_in_time.regimes->rate(&ideal_cone, 3, &at, &(rdg_law_rate){.w = rate});
    assert_true(rate[0] == v[0] && rate[1] == v[1]);
    assert_int_equal(rdg_cone_in_time.regimes->event_surfaces(&ideal_cone, 3, 0, &at, surface), 1);
    assert_near(surface[0].h, 1.3, 1e-15, 0);
    rdg_cone_in_time.energy(&ideal_cone, 3, &at, &energy);
    assert_near(energy.stored, 0.5 * 1.3 * 1.3, 1e-15, 0);
    assert_true(energy.power == 0);
    const rdg_law_state closing = {
        .x = (double[]){0.1, 0.2, -1}, .v = (double[]){0, 0, 1}, .w = w, .status = (int[]){CONE_OPEN}};
    assert_int_equal(rdg_cone_in_time.regimes->pass(&ideal_cone, 3, 0, 0, &closing, rate, NULL), CONE_SLIP);
}

static void a_gap_that_is_just_closed_asks_the_velocity(void **state)
{
    (void)state;
    const rdg_gap_spring spring = {.k = 2, .gap = 0.5};
    const double x = 0.5, v[] = {-1, 0, 1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(settled(&rdg_gap_spring_in_time, &spring, 1, &x, &v[i], NULL), i == 2);
    }
}

static void sliders_start_at_zero_the_mean_or_rest(void **state)
{
    (void)state;
    const double rest[] = {0.1, 0.2, 0.3}, mean[] = {0.4, 0.5, 0.6};
    for (int start = RDG_SLIDER_ZERO; start <= RDG_SLIDER_PRESTRESS; start++) {
        const rdg_contact one = {.kt = 1, .mu = 1, .preload = 1, .start = (rdg_slider_start)start};
        const rdg_cone_contact two = {.kt = 1, .mu = 1, .preload = 1, .start = (rdg_slider_start)start};
        const double *at = start == RDG_SLIDER_MEAN ? mean : rest, moves = start == RDG_SLIDER_MEAN;
        double w[2], slope[4] = {0};
        rdg_contact_in_time.regimes->start(&one, 1, rest, mean, w, slope);
        assert_true(w[0] == (start == RDG_SLIDER_ZERO ? 0 : at[0]) && slope[0] == moves);
        rdg_cone_in_time.regimes->start(&two, 2, rest, mean, w, slope);
        assert_true(w[0] == (start == RDG_SLIDER_ZERO ? 0 : at[0]) && slope[0] == moves);
        assert_true(w[1] == (start == RDG_SLIDER_ZERO ? 0 : at[1]) && slope[3] == moves);
        rdg_contact_in_time.regimes->start(&one, 1, NULL, NULL, w, NULL);
        assert_true(w[0] == 0);
    }
}

static void every_regime_has_a_name(void **state)
{
    (void)state;
    const rdg_law_in_time *laws[] = {&rdg_contact_in_time, &rdg_cone_in_time, &rdg_gap_spring_in_time,
                                     &rdg_iwan_in_time};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        for (int k = 0; k < laws[i]->regimes->count; k++) {
            assert_non_null(laws[i]->regimes->name[k]);
        }
    }
    assert_string_equal(rdg_contact_in_time.regimes->name[RDG_SLIP_BACKWARD], "backward slip");
    assert_string_equal(rdg_contact_in_time.regimes->name[RDG_SEPARATION], "separation");
    assert_string_equal(rdg_iwan_in_time.regimes->name[RDG_SLIP_FORWARD], "forward slip");
    assert_string_equal(rdg_cone_in_time.regimes->name[CONE_OPEN], "separation");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_at_its_limit_goes_where_the_motion_leads),
        cmocka_unit_test(a_contact_that_opens_has_its_slider_where_it_is),
        cmocka_unit_test(without_friction_one_direction_of_slip_follows_the_other),
        cmocka_unit_test(a_cone_at_its_limit_does_so_too),
        cmocka_unit_test(the_slider_of_a_cone_without_load_sets_out_along_the_motion),
        cmocka_unit_test(without_friction_a_cone_has_no_force_whatever_rounding_says),
        cmocka_unit_test(a_gap_that_is_just_closed_asks_the_velocity),
        cmocka_unit_test(sliders_start_at_zero_the_mean_or_rest),
        cmocka_unit_test(every_regime_has_a_name),
    };
    return cmocka_run_group_tests_name("laws where regimes meet", tests, NULL, NULL);
}
