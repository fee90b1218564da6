/* Laws in time, driven along a motion event by event, give the forces, states and instants that the
 * frequency domain gives, and lose no energy. */
#include "../../toolboxes/friction-hessian/contact_impl.h"
#include "../../toolboxes/friction-hessian/gap_spring_impl.h"
#include "../../toolboxes/friction-hessian/iwan/iwan_impl.h"
#include "../../toolboxes/hbm/balance/hbm_impl.h"
#include "mechanics/driven_law.h"
#include "random_contact.h"
#include "specimen.h"

enum { MOTIONS = 60 };

/* Two periods; then its energy and the coefficients of its force are checked. */
static void drive(driven_law *l, const double *rest, const double *force)
{
    const rdg_index N = l->d * l->basis->n_coefficients;
    double size = 1, motion = 1;
    for (rdg_index i = 0; i < N; i++) {
        size = fmax(size, fabs(force[i]));
        motion = fmax(motion, fabs(l->z[i]));
    }
    driven_begin(l, rest);
    for (int period = 0; period < 2; period++) {
        driven_period(l);
        assert_near(l->imbalance, 0, 0, 1e-10 * size * motion);
    }
    assert_near(l->work, l->dissipated, 0, 1e-10 * size * motion);
    assert_true(l->dissipated > -1e-12 * size * motion);
    for (rdg_index i = 0; i < N; i++) {
        assert_near(l->force[i], force[i], 0, 1e-10 * size);
    }
}

static void assert_states(const driven_law *l, rdg_index n, const rdg_contact_segment *segment)
{
    static driven_event state[DRIVEN_EVENTS];
    const int states = driven_states(l, 0, state);
    if (n == 1) {
        assert_int_equal(states, 0);
        assert_int_equal(l->status[0], segment[0].state);
        return;
    }
    assert_int_equal(states, n);
    int shift = 0; /* the last one may have come round the end of the period */
    while (shift < n - 1 && fabs(remainder(state[shift].tau - segment[0].start, driven_turn)) > 1e-8) {
        shift++;
    }
    for (int i = 0; i < n; i++) {
        const driven_event *s = &state[(i + shift) % n];
        assert_int_equal(s->to, segment[i].state);
        assert_near(remainder(s->tau - segment[i].start, driven_turn), 0, 0, 1e-10);
    }
}

static void contacts_give_the_forces_states_and_instants_of_the_frequency_domain(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < MOTIONS * REGIMES; i++) {
        static random_contact c;
        double force[RANDOM_MAX_N];
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        static driven_law l;
        l = (driven_law){.law = &rdg_contact_in_time,
                         .self = &c.law,
                         .d = c.law.normal ? 2 : 1,
                         .basis = &c.basis,
                         .z = c.z};
        assert_int_equal(rdg_contact_evaluate(c.element, c.z, &(rdg_element_result){.force = force}), 0);
        drive(&l, NULL, force);
        assert_states(&l, c.n_segments, c.segment);
        rdg_context_free(c.ctx);
    }
}

/* Whatever numbers and regimes come: constant and varying loads, gaps, no friction, no load, static loads and
 * displacements, sliders that start anywhere, high harmonics without the low ones. */
static void contacts_of_any_numbers_do(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 10 * MOTIONS; i++) {
        const specimen_basis *harmonics = &specimen_bases[i % SPECIMEN_BASES];
        const bool has_static = harmonics->harmonic[0] == 0, variable = i % 3 > 0;
        const rdg_basis basis = {.n_harmonics = harmonics->n - has_static,
                                 .harmonic = harmonics->harmonic + has_static,
                                 .has_static = has_static,
                                 .n_coefficients = 2 * harmonics->n - has_static};
        const double sizes[] = {0, 1e-3, 0.3, 1, 3};
        const rdg_contact contact = {.tangential = "x",
                                     .normal = variable ? "y" : NULL,
                                     .kt = specimen_between(&seed, 0.3, 2),
                                     .kn = i % 7 ? specimen_between(&seed, 0.3, 2) : 0,
                                     .mu = i % 11 ? specimen_between(&seed, 0.05, 2) : 0,
                                     .preload = i % 13 ? specimen_between(&seed, variable ? -2 : 0, 2) : 0,
                                     .start = (rdg_slider_start)specimen_between(&seed, 0, 2.999)};
        const double rest[2] = {random_signed(&seed), random_signed(&seed)};
        const double size[2] = {sizes[(i / 3) % 5], sizes[(i / 15) % 5]};
        double z[RANDOM_MAX_N], force[RANDOM_MAX_N];
        for (rdg_index k = 0; k < 2 * basis.n_coefficients; k++) {
            const rdg_index j = k % basis.n_coefficients;
            z[k] = size[k / basis.n_coefficients] * random_signed(&seed) / (1 + (double)(j - j % 2) / 2);
        }
        rdg_context *ctx = rdg_context_create();
        rdg_contact_element *e = rdg_contact_element_create(ctx, &contact, &basis);
        assert_ok(ctx, rdg_error_status(ctx));
        rdg_contact_prestress(e, rest);
        assert_int_equal(rdg_contact_evaluate(e, z, &(rdg_element_result){.force = force}), 0);
        static driven_law l;
        l = (driven_law){.law = &rdg_contact_in_time,
                         .self = &contact,
                         .d = variable ? 2 : 1,
                         .basis = &basis,
                         .z = z,
                         .constant = {0, has_static ? 0 : rest[1]}};
        drive(&l, rest, force);
        if (contact.mu > 0 && contact.kn > 0 && size[0] > 0) {
            rdg_contact_segment segment[RANDOM_MAX_SEGMENTS];
            assert_states(&l, rdg_contact_segments(e, z, RANDOM_MAX_SEGMENTS, segment), segment);
        }
        rdg_context_free(ctx);
    }
}

/* A Jenkins element is a contact with mu = 1 and its limit as the load; in closed form, for a harmonic
 * motion. */
static void a_jenkins_element_dissipates_what_it_should(void **state)
{
    (void)state;
    const rdg_contact law = {.kt = 2.5, .mu = 1, .preload = 0.7};
    const rdg_basis basis = {.n_harmonics = 1, .harmonic = (int[]){1}, .n_coefficients = 2};
    const double z[] = {1.3, 0};
    static driven_law l;
    l = (driven_law){
        .law = &rdg_contact_in_time, .self = &law, .d = 1, .basis = &basis, .z = z, .constant = {0.2}};
    driven_begin(&l, NULL);
    driven_period(&l);
    driven_period(&l);
    assert_near(l.dissipated, 4 * 0.7 * (1.3 - 0.7 / 2.5), 1e-14, 0);
}

static void iwan_models_do(void **state)
{
    (void)state;
    uint64_t seed = 3;
    int slips = 0, stuck = 0;
    for (int i = 0; i < 3 * MOTIONS; i++) {
        const specimen_basis *harmonics = &specimen_bases[i % SPECIMEN_BASES];
        const bool has_static = harmonics->harmonic[0] == 0;
        const rdg_basis basis = {.n_harmonics = harmonics->n - has_static,
                                 .harmonic = harmonics->harmonic + has_static,
                                 .has_static = has_static,
                                 .n_coefficients = 2 * harmonics->n - has_static};
        const rdg_iwan joint = {.at = "x",
                                .Kt = specimen_between(&seed, 0.3, 2),
                                .Fs = specimen_between(&seed, 0.3, 2),
                                .chi = specimen_between(&seed, -0.9, 0.9),
                                .beta = i % 3 ? specimen_between(&seed, 0, 1) : 0,
                                .sliders = 1 + (rdg_index)specimen_between(&seed, 0, 15.99),
                                .start = (rdg_slider_start)specimen_between(&seed, 0, 2.999)};
        const double size = pow(10, specimen_between(&seed, -2, 0.7)), rest = random_signed(&seed);
        double z[DRIVEN_N], force[DRIVEN_N];
        for (rdg_index k = 0; k < basis.n_coefficients; k++) {
            z[k] = size * random_signed(&seed) / (1 + (double)(k - k % 2) / 2);
        }
        rdg_context *ctx = rdg_context_create();
        iwan_model *e = rdg_iwan_create(ctx, "a test", &joint, &basis);
        rdg_iwan_law *law = rdg_iwan_law_create(ctx, &joint);
        e->rest = rest;
        assert_true(rdg_iwan_load(e, z));
        rdg_iwan_path(e);
        const rdg_index n_slips = e->n_slips;
        rdg_iwan_sum(e);
        rdg_iwan_force(e, force);
        static driven_law l;
        l = (driven_law){.law = &rdg_iwan_in_time, .self = law, .d = 1, .basis = &basis, .z = z};
        drive(&l, &rest, force);
        int begun = 0;
        for (int k = 0; k < l.n_events; k++) {
            begun += l.event[k].from == RDG_STICK;
        }
        assert_int_equal(begun, n_slips);
        for (rdg_index k = 0; k < n_slips; k++) { /* each slip begins at the same instant */
            double nearest = 1;
            for (int j = 0; j < l.n_events; j++) {
                const double distance = fabs(remainder(l.event[j].tau - e->slip[k].tau, driven_turn));
                const bool same = l.event[j].part == e->slip[k].slider && l.event[j].from == RDG_STICK;
                nearest = same ? fmin(nearest, distance) : nearest;
            }
            assert_near(nearest, 0, 0, 1e-10);
        }
        *(n_slips > 0 ? &slips : &stuck) += 1;
        rdg_iwan_law_free(law);
        rdg_iwan_free(e);
        rdg_context_free(ctx);
    }
    assert_true(slips > 50 && stuck > 10);
}

static void gap_springs_do(void **state)
{
    (void)state;
    uint64_t seed = 4;
    int impacts = 0;
    for (int i = 0; i < 3 * MOTIONS; i++) {
        specimen s = specimen_open(&specimen_bases[i % SPECIMEN_BASES]);
        const rdg_gap_spring spring = {.at = "x",
                                       .k = specimen_between(&seed, 0.7, 2.1),
                                       .gap = specimen_between(&seed, -0.4, 0.4),
                                       .preload = specimen_between(&seed, -0.4, 0.4)};
        double force[DRIVEN_N];
        assert_ok(s.ctx, rdg_gap_spring_add(s.mass, &spring));
        specimen_close(&s);
        specimen_move(&s, &seed, pow(10, specimen_between(&seed, -1.5, 0.5)));
        specimen_force(&s, s.u, force);
        static driven_law l;
        l = (driven_law){
            .law = &rdg_gap_spring_in_time, .self = &spring, .d = 1, .basis = rdg_hbm_basis(s.hb), .z = s.u};
        drive(&l, NULL, force);
        impacts += l.n_events > 0;
        for (int k = 0; k < l.n_events; k++) {
            double x = 0, v = 0;
            driven_move(&l, l.event[k].tau, &x, &v);
            assert_near(spring.k * (x - spring.gap) + spring.preload, 0, 0, 1e-12);
            assert_int_equal(l.event[k].to, v > 0);
        }
        rdg_context_free(s.ctx);
    }
    assert_true(impacts > 30);
}

/* Derivatives of rates, events and of what follows make up those of the memory, through all events. */
static void memories_move_with_the_motion_as_their_derivatives_say(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int counted = 0;
    for (int i = 0; i < 20 * REGIMES; i++) {
        static random_contact c;
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        c.law.start = RDG_SLIDER_ZERO;
        static driven_law l;
        l = (driven_law){.law = &rdg_contact_in_time,
                         .self = &c.law,
                         .d = c.law.normal ? 2 : 1,
                         .basis = &c.basis,
                         .z = c.z};
        counted += driven_derivatives(&l, &seed);
        const rdg_iwan joint = {.Kt = 1.3, .Fs = 0.7, .chi = -0.4, .beta = 0.3, .sliders = 4};
        rdg_iwan_law *law = rdg_iwan_law_create(c.ctx, &joint);
        l = (driven_law){.law = &rdg_iwan_in_time, .self = law, .d = 1, .basis = &c.basis, .z = c.z};
        counted += driven_derivatives(&l, &seed);
        rdg_iwan_law_free(law);
        rdg_context_free(c.ctx);
    }
    assert_true(counted > 35 * REGIMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_give_the_forces_states_and_instants_of_the_frequency_domain),
        cmocka_unit_test(contacts_of_any_numbers_do),
        cmocka_unit_test(a_jenkins_element_dissipates_what_it_should),
        cmocka_unit_test(iwan_models_do),
        cmocka_unit_test(gap_springs_do),
        cmocka_unit_test(memories_move_with_the_motion_as_their_derivatives_say),
    };
    return cmocka_run_group_tests_name("laws in time", tests, NULL, NULL);
}
