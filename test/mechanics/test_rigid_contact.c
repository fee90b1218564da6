/* Forces of rigid contacts in given states, and the states of one contact, against the referee */
#include "fresh_context.h"
#include "rigid_referee.h"

enum { MOST = REFEREE_CONTACTS };

static contact_case c;

/* All states of some contacts: the forces in each agree with the referee's, and those that satisfy the
 * inequalities are what the solver of contact problems finds. */
static int compare_all_states(rdg_contact_solver *s)
{
    const rdg_index contacts = c.problem.contacts;
    int fitting = 0, all = 1;
    double expected[REFEREE_ROWS], r[REFEREE_ROWS], found[REFEREE_ROWS] = {0.0};
    assert_int_equal(rdg_contact_try(s, &c.problem, found, NULL), 0);
    for (rdg_index k = 0; k < contacts; k++) {
        all *= 4;
    }
    for (int which = 0; which < all; which++) {
        char states[MOST];
        rdg_rigid_state state[MOST];
        referee_states(contacts, which, states);
        for (rdg_index k = 0; k < contacts; k++) {
            state[k] = named(states[k]);
        }
        if (!referee_forces(&c, states, expected)) {
            continue;
        }
        assert_int_equal(rdg_rigid_hold(s, &c.problem, state, NULL, r), 0);
        const double size = 1.0 + largest(c.rows, expected);
        assert_true(farthest(c.rows, r, expected) <= 1e-7 * size * size);
        if (referee_judges(&c, states, NULL, expected) > 1e-6) {
            fitting++;
            assert_true(farthest(c.rows, found, expected) <= 1e-8 * size);
        }
    }
    return fitting;
}

static void forces_in_all_states_are_those_of_the_referee(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 2, MOST);
    uint64_t seed = 41;
    int answered = 0;
    for (int k = 0; k < 120; k++) {
        case_draw(&c, 1 + k % MOST, 1, k % 3, false, 0.5, 0.4, 0.0, &seed);
        answered += compare_all_states(s) == 1;
    }
    assert_in_range(answered, 110, 120); /* the others are close to the end of a state */
}

/* One contact: the referee's states one by one; friction that holds it (Painleve) has none. */
static void one_contact_is_that_of_the_referee(void **state)
{
    (void)state;
    uint64_t seed = 7;
    int count[RDG_RIGID_HELD + 1] = {0}, none = 0, several = 0;
    for (int k = 0; k < 4000; k++) {
        double r[2], expected[2] = {0.0};
        rdg_rigid_state found = RDG_RIGID_HELD;
        case_draw(&c, 1, 1, 0, false, 1.0, k % 2 ? 0.5 : 3.0, 0.0, &seed);
        char fits = '\0';
        int fitting = 0;
        double sure = INFINITY;
        for (const char *states = "os+-"; *states; states++) {
            double trial[2];
            const double margin =
                referee_forces(&c, states, trial) ? referee_judges(&c, states, NULL, trial) : -1.0;
            sure = fmin(sure, fabs(margin));
            if (margin >= 0.0) {
                fitting++;
                fits = *states;
                memcpy(expected, trial, sizeof trial);
            }
        }
        const bool determined = rdg_rigid_is_determined(c.mu[0], c.G);
        several += fitting > 1 && !determined;
        assert_true(fitting == 1 || !determined || sure <= 1e-9);
        if (fitting == 1 && sure > 1e-9) {
            assert_true(rdg_rigid_close(c.mu[0], c.G, c.b, r, &found));
            assert_int_equal(found, named(fits));
            assert_true(farthest(2, r, expected) <= 1e-10 * (1.0 + largest(2, expected)));
            count[found]++;
        } else if (fitting == 0 && sure > 1e-9) {
            assert_false(rdg_rigid_close(c.mu[0], c.G, c.b, r, &found));
            none++;
        }
    }
    print_message("open %d, sticks %d, forward %d, back %d, several %d, none %d\n", count[RDG_RIGID_OPEN],
                  count[RDG_RIGID_STICKS], count[RDG_RIGID_SLIPS_FORWARD], count[RDG_RIGID_SLIPS_BACK],
                  several, none);
    assert_true(several > 0);
    assert_true(count[RDG_RIGID_OPEN] > 500 && count[RDG_RIGID_STICKS] > 200 &&
                count[RDG_RIGID_SLIPS_FORWARD] > 200 && count[RDG_RIGID_SLIPS_BACK] > 200);
    /* friction that presses the contact together as fast as it opens */
    const double G[4] = {1.0, 2.0, 2.0, 5.0}, b[2] = {-1.0, 10.0};
    double r[2];
    assert_false(rdg_rigid_force(RDG_RIGID_SLIPS_FORWARD, 0.6, G, b, r));
    assert_true(rdg_rigid_force(RDG_RIGID_SLIPS_FORWARD, 0.4, G, b, r));
}

/* Margins are positive within a state, zero at its end, negative beyond; which state follows */
static void states_end_where_their_margins_do(void **state)
{
    (void)state;
    static const double many[3] = {-1.0, 0.0, 2.0};
    for (int k = 0; k < 3; k++) {
        const double x = many[k];
        assert_near(rdg_rigid_normal_margin(RDG_RIGID_OPEN, x, 9.0, 9.0), x, 0.0, 0.0);
        assert_near(rdg_rigid_normal_margin(RDG_RIGID_RISES, 9.0, x, 9.0), x, 0.0, 0.0);
        assert_near(rdg_rigid_normal_margin(RDG_RIGID_HELD, 9.0, 9.0, x), x, 0.0, 0.0);
        assert_near(rdg_rigid_friction_margin(RDG_RIGID_SLIPS_FORWARD, x, 9.0, 9.0), x, 0.0, 0.0);
        assert_near(rdg_rigid_friction_margin(RDG_RIGID_SLIPS_BACK, x, 9.0, 9.0), -x, 0.0, 0.0);
        assert_near(rdg_rigid_friction_margin(RDG_RIGID_STICKS, 9.0, x, 2.0), 2.0 - fabs(x), 0.0, 0.0);
    }
    assert_true(isinf(rdg_rigid_friction_margin(RDG_RIGID_HELD, 9.0, 9.0, 1.0)));
    assert_int_equal(rdg_rigid_friction_state(0.1, 0.2, 1.0, 2.0), RDG_RIGID_STICKS);
    assert_int_equal(rdg_rigid_friction_state(0.3, 0.2, 1.0, 2.0), RDG_RIGID_SLIPS_FORWARD);
    assert_int_equal(rdg_rigid_friction_state(-0.3, 0.2, 1.0, 2.0), RDG_RIGID_SLIPS_BACK);
    assert_int_equal(rdg_rigid_friction_state(0.1, 0.2, 3.0, 2.0), RDG_RIGID_SLIPS_BACK);
    assert_int_equal(rdg_rigid_friction_state(0.1, 0.2, -3.0, 2.0), RDG_RIGID_SLIPS_FORWARD);
}

/* Contacts that depend on each other share the load, in any units; those that are held carry their share. */
static void dependent_contacts_share_the_load(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, 2);
    static const int directions[2] = {1, 1};
    static const double mu[2] = {0.5, 0.5}, share[2] = {0.0, 0.2};
    for (int k = 0; k < 3; k++) {
        /* two contacts at one point of a mass: rows are equal; the second one is held */
        const double unit = k == 0 ? 1.0 : k == 1 ? 1e-9 : 1e9, m = 1.0 / unit;
        const double G[16] = {m, 0, m, 0, 0, m, 0, m, m, 0, m, 0, 0, m, 0, m},
                     b[4] = {-m, 0.3 * m, -m, 0.3 * m};
        const rdg_rigid_state states[2] = {RDG_RIGID_STICKS, RDG_RIGID_HELD};
        double r[4];
        const rdg_contact_problem problem = {
            .contacts = 2, .directions = directions, .mu = mu, .G = G, .b = b};
        assert_int_equal(rdg_rigid_hold(s, &problem, states, share, r), 0);
        assert_near(r[0] + r[2], 1.0, 1e-12, 0.0);
        assert_near(r[3], 0.2 * r[2], 1e-12, 0.0);
        assert_near(r[1] + r[3], -0.3, 1e-12, 0.0);
    }
    /* without friction nothing sticks in the tangential direction */
    static const double smooth[1] = {0.0}, pair[4] = {1, 0.5, 0.5, 1}, pushed[2] = {-1, 0.3};
    const rdg_contact_problem ice = {
        .contacts = 1, .directions = directions, .mu = smooth, .G = pair, .b = pushed};
    double force[2];
    assert_int_equal(rdg_rigid_hold(s, &ice, (const rdg_rigid_state[]){RDG_RIGID_STICKS}, NULL, force), 0);
    assert_near(force[0], 1.0, 1e-14, 0.0);
    assert_near(force[1], 0.0, 0.0, 0.0);
    /* a cone that slips has no forces in a plane */
    static const int spatial[2] = {2, 2};
    static const double G[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 0.1, 0.2};
    const rdg_contact_problem cone = {.contacts = 1, .directions = spatial, .mu = mu, .G = G, .b = b};
    double r[3];
    assert_true(rdg_rigid_hold(s, &cone, (const rdg_rigid_state[]){RDG_RIGID_SLIPS_BACK}, NULL, r) < 0);
    assert_int_equal(rdg_rigid_hold(s, &cone, (const rdg_rigid_state[]){RDG_RIGID_STICKS}, NULL, r), 0);
    assert_near(r[2], -0.2, 1e-14, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(forces_in_all_states_are_those_of_the_referee),
        TEST(one_contact_is_that_of_the_referee),
        TEST(states_end_where_their_margins_do),
        TEST(dependent_contacts_share_the_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
