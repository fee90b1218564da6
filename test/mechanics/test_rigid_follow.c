/* Which states of rigid contacts follow an instant, against the referee, which tries all of them */
#include "fresh_context.h"
#include "rigid_referee.h"

#include <ridgewalk/rigid_follow.h>

enum { MOST = REFEREE_CONTACTS };

static contact_case c;
static double slip[MOST];

/* What the library answers, and all that the referee finds */
typedef struct comparison {
    rdg_rigid_state state[MOST];
    double share[MOST], r[REFEREE_ROWS];
    rdg_contact_answer answer;
    int status;
    int fitting, close, singular; /* combinations: that fit, that fit or not by rounding, without forces */
    char fits[MOST];              /* the last one that fits, and its forces */
    double expected[REFEREE_ROWS];
} comparison;

static void refer(comparison *q)
{
    int all = 1;
    for (rdg_index k = 0; k < c.problem.contacts; k++) {
        all *= 4;
    }
    for (int which = 0; which < all; which++) {
        char states[MOST];
        double r[REFEREE_ROWS];
        referee_states(c.problem.contacts, which, states);
        const bool found = referee_forces(&c, states, r);
        const double margin = found ? referee_judges(&c, states, slip, r) : -1.0,
                     rounding = found ? 1e-7 * (1.0 + largest(c.rows, r)) : 0.0;
        q->singular += !found;
        q->close += fabs(margin) <= rounding;
        if (margin > rounding) {
            q->fitting++;
            memcpy(q->fits, states, sizeof states);
            memcpy(q->expected, r, sizeof r);
        }
    }
}

static comparison compare(rdg_contact_solver *s)
{
    comparison q = {.status = 0};
    q.status = rdg_rigid_follow(s, &c.problem, slip, q.state, q.share, q.r, &q.answer);
    refer(&q);
    return q;
}

static void draw_slip(uint64_t *seed)
{
    for (rdg_index k = 0; k < c.problem.contacts; k++) {
        const double u = case_uniform(seed);
        slip[k] = u < 0.55 ? 0.0 : u < 0.78 ? 1e-3 : -2.0;
    }
}

static void states_are_those(const comparison *q)
{
    assert_int_equal(q->status, 0);
    for (rdg_index k = 0; k < c.problem.contacts; k++) {
        assert_int_equal(q->state[k], q->fits[k] == 'o' ? RDG_RIGID_RISES : named(q->fits[k]));
    }
    assert_true(farthest(c.rows, q->r, q->expected) <= 1e-7 * (1.0 + largest(c.rows, q->expected)));
}

/* The law in accelerations, spelled by itself: by how much it is not kept, of the largest sum */
static double law_residual(const double *r)
{
    double worst = 0.0, size = 0.0, xi[REFEREE_ROWS];
    const int n = (int)c.rows, first = (int)c.problem.bilateral;
    for (int i = 0; i < n; i++) {
        double sum = fabs(c.b[i]);
        xi[i] = c.b[i];
        for (int j = 0; j < n; j++) {
            xi[i] += c.G[j * n + i] * r[j];
            sum += fabs(c.G[j * n + i] * r[j]);
        }
        size = fmax(size, sum);
        worst = fmax(worst, i < first ? fabs(xi[i]) : 0.0);
    }
    for (int k = 0; k < (int)c.problem.contacts; k++) {
        const int row = first + 2 * k;
        const double own = c.G[row * (n + 1)], tangential = c.G[(row + 1) * (n + 1)],
                     bound = c.mu[k] * r[row], along = r[row + 1] > 0.0 ? xi[row + 1] : -xi[row + 1];
        worst = fmax(worst, fabs(fmin(xi[row], own * r[row])));
        if (slip[k] != 0.0) {
            worst = fmax(worst, tangential * fabs(r[row + 1] + copysign(bound, slip[k])));
        } else {
            worst = fmax(worst, tangential * (fabs(r[row + 1]) - bound));
            worst = fmax(worst, own * r[row] < 1e-12 * size               ? 0.0
                                : fabs(r[row + 1]) < bound * (1.0 - 1e-9) ? fabs(xi[row + 1])
                                                                          : fmax(0.0, along));
        }
    }
    return size > 0.0 ? worst / size : 0.0;
}

/* Forces in the states that were found make the same accelerations, and satisfy the conditions of the states.
 */
static void states_last(rdg_contact_solver *s, const comparison *q)
{
    double held[REFEREE_ROWS], size = 0.0, off = 0.0;
    assert_int_equal(rdg_rigid_hold(s, &c.problem, q->state, q->share, held), 0);
    for (rdg_index i = 0; i < c.rows; i++) {
        double change = 0.0, sum = fabs(c.b[i]);
        for (rdg_index j = 0; j < c.rows; j++) {
            change += c.G[j * c.rows + i] * (held[j] - q->r[j]);
            sum += fabs(c.G[j * c.rows + i] * q->r[j]);
        }
        off = fmax(off, fabs(change));
        size = fmax(size, sum);
    }
    assert_true(off <= 1e-6 * size);
    for (rdg_index k = 0; k < c.problem.contacts; k++) {
        const rdg_index row = c.problem.bilateral + 2 * k;
        const double unit = c.G[row * (c.rows + 1)], least = -1e-9 * size;
        const bool sticks = q->state[k] == RDG_RIGID_STICKS && c.mu[k] > 0.0;
        assert_true(!rdg_rigid_bears(q->state[k]) || unit * held[row] >= least);
        assert_true(!sticks || unit * (c.mu[k] * held[row] - fabs(held[row + 1])) >= least);
    }
}

/* 1 to 4 contacts with up to 2 ideal constraints, at rest and slipping; friction from none to that of
 * Painleve's paradox; masses that differ by up to 10^4. Where the referee finds exactly one combination, that
 * is it; where it finds any, there is an answer, and where it finds none, there is none. */
static void states_are_those_of_the_referee(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 2, MOST);
    uint64_t seed = 1;
    int unique = 0, several = 0, none = 0;
    for (int k = 0; k < 900; k++) {
        case_draw(&c, 1 + (k / 3) % MOST, 1, k % 4 % 3, false, k % 3 == 2 ? 2.0 : 0.4, k % 3 == 1 ? 3.0 : 0.8,
                  0.0, &seed);
        draw_slip(&seed);
        const comparison q = compare(s);
        if (q.fitting == 1 && q.close + q.singular == 0) {
            states_are_those(&q);
            unique++;
        }
        if (q.fitting > 0) {
            assert_int_equal(q.status, 0);
            several += q.fitting > 1;
        } else if (q.close + q.singular == 0) {
            assert_int_equal(q.status, 1);
            none++;
        }
        if (q.status == 0) {
            assert_true(law_residual(q.r) <= 1e-9);
            states_last(s, &q);
        }
    }
    print_message("exactly one %d, several %d, none %d\n", unique, several, none);
    assert_true(unique > 800 && several > 10 && none > 10);
}

/* Normal forces that are exactly zero, friction exactly at its bound, contacts without friction, several at
 * once: the states are not determined, but accelerations are. */
static void ends_of_states_at_one_instant_are_no_obstacle(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 2, MOST);
    uint64_t seed = 3;
    for (int k = 0; k < 600; k++) {
        double r[REFEREE_ROWS] = {0.0};
        case_draw(&c, 1 + k % MOST, 1, k % 3, false, 0.4, 0.8, 0.0, &seed);
        draw_slip(&seed);
        const rdg_index first = c.problem.bilateral;
        for (rdg_index i = 0; i < first; i++) {
            r[i] = random_signed(&seed);
        }
        for (rdg_index j = 0; j < c.problem.contacts; j++) {
            c.mu[j] = case_uniform(&seed) < 0.2 ? 0.0 : c.mu[j];
            r[first + 2 * j] = case_uniform(&seed) < 0.4 ? 0.0 : 1.0;
            r[first + 2 * j + 1] =
                c.mu[j] * r[first + 2 * j] *
                (slip[j] != 0.0 ? -copysign(1.0, slip[j]) : copysign(1.0, random_signed(&seed)));
        }
        for (rdg_index i = 0; i < c.rows; i++) {
            c.b[i] = 0.0;
            for (rdg_index j = 0; j < c.rows; j++) {
                c.b[i] -= c.G[j * c.rows + i] * r[j];
            }
        }
        const comparison q = compare(s);
        assert_int_equal(q.status, 0);
        assert_true(law_residual(q.r) <= 1e-9);
        states_last(s, &q);
    }
}

/* Velocities of the contacts that slip, as bodies can have them: those of all rows at rest are zero. */
static void make_slip_possible(uint64_t *seed)
{
    static double basis[REFEREE_ROWS][CASE_DOFS];
    double v[CASE_DOFS];
    const rdg_index n = c.n, first = c.problem.bilateral;
    int count = 0;
    for (rdg_index i = 0; i <= c.rows; i++) { /* the last one: v */
        double *w = i < c.rows ? basis[count] : v;
        const bool rests = i < first || (i - first) % 2 == 0 || i == c.rows || slip[(i - first) / 2] == 0.0;
        double before = 0.0, after = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            w[k] = i < c.rows ? c.W[i * n + k] : random_signed(seed);
            before += w[k] * w[k];
        }
        for (int a = 0; a < 2 * count; a++) {
            const double *e = basis[a % count];
            double along = 0.0;
            for (rdg_index k = 0; k < n; k++) {
                along += e[k] * w[k];
            }
            for (rdg_index k = 0; k < n; k++) {
                w[k] -= along * e[k];
            }
        }
        for (rdg_index k = 0; k < n; k++) {
            after += w[k] * w[k];
        }
        for (rdg_index k = 0; i < c.rows && k < n; k++) {
            w[k] /= after > 0.0 ? sqrt(after) : 1.0;
        }
        count += i < c.rows && rests && after > 1e-16 * before;
    }
    for (rdg_index j = 0; j < c.problem.contacts; j++) {
        double u = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            u += c.W[(first + 2 * j + 1) * n + k] * v[k];
        }
        slip[j] = fabs(u) > 1e-8 ? u : 0.0;
    }
}

/* More rows than coordinates, and contacts at one point: some are held by others, and the law holds. */
static void redundant_contacts_are_held(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 2, MOST);
    uint64_t seed = 5;
    int held = 0, resting = 0;
    for (int k = 0; k < 600; k++) {
        const bool at_one_point = k % 2 == 1;
        case_draw(&c, 2 + k % 3, 1, k % 4 % 3, !at_one_point, 0.4, k % 5 ? 0.8 : 3.0, 0.0, &seed);
        if (at_one_point) {
            double *second = c.W + (c.problem.bilateral + 2) * c.n;
            memcpy(second, second - 2 * c.n, 2 * (size_t)c.n * sizeof *second);
            c.mu[1] = c.mu[0];
            case_assemble(&c, 0.0);
        }
        draw_slip(&seed);
        make_slip_possible(&seed);
        const comparison q = compare(s);
        assert_true(q.status == 0 || k % 5 == 0); /* strong friction jams some that slip */
        if (q.status == 0) {
            assert_true(law_residual(q.r) <= 1e-9);
            states_last(s, &q);
        }
        for (rdg_index j = 0; j < c.problem.contacts && q.status == 0; j++) {
            held += q.state[j] == RDG_RIGID_HELD;
            resting += q.state[j] == RDG_RIGID_RESTS;
            assert_true(fabs(q.share[j]) <= c.mu[j]);
        }
    }
    print_message("held %d, resting %d\n", held, resting);
    assert_true(held > 200 && resting > 10);
}

/* Bodies strike, then states are decided: impacts that end in stick, slip and rebounds of others. */
static void states_follow_impacts(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 2, MOST);
    static contact_case before;
    uint64_t seed = 11;
    int stuck = 0, sliding = 0;
    for (int k = 0; k < 300; k++) {
        double xi[CASE_ROWS];
        case_draw(&c, 1 + k % MOST, 1, 0, false, 0.4, 0.9, 0.0, &seed);
        assert_int_equal(rdg_contact_try(s, &c.problem, c.r, NULL), 0);
        row_velocities(&c, xi);
        before = c;
        rdg_index kept = 0;
        for (rdg_index j = 0; j < before.problem.contacts; j++) { /* those that stay closed */
            if (before.r[2 * j] > 0.0) {
                memcpy(c.W + 2 * kept * c.n, before.W + 2 * j * c.n, 2 * (size_t)c.n * sizeof *c.W);
                c.mu[kept] = before.mu[j];
                slip[kept++] = fabs(xi[2 * j + 1]) > 1e-9 ? xi[2 * j + 1] : 0.0;
                stuck += slip[kept - 1] == 0.0;
                sliding += slip[kept - 1] != 0.0;
            }
        }
        c.problem.contacts = kept;
        c.rows = 2 * kept;
        for (rdg_index i = 0; i < c.n; i++) {
            c.v[i] = random_signed(&seed); /* accelerations by forces */
        }
        case_assemble(&c, 0.0);
        const comparison q = compare(s);
        assert_true(q.status == (q.fitting + q.close == 0));
        if (q.fitting == 1 && q.close + q.singular == 0) {
            states_are_those(&q);
        }
    }
    print_message("stuck %d, sliding %d\n", stuck, sliding);
    assert_true(stuck > 50 && sliding > 200);
}

/* Painleve: friction of slip presses the contact together as fast as its force opens it. */
static void a_rod_may_jam(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, 1);
    const double G[4] = {1.0, 2.0, 2.0, 5.0}, mu = 0.6;
    double b[2] = {0.5, 0.0}, velocity = 1.0, share, r[2];
    const int directions = 1;
    rdg_rigid_state found = RDG_RIGID_OPEN;
    const rdg_contact_problem problem = {.contacts = 1, .directions = &directions, .mu = &mu, .G = G, .b = b};
    assert_int_equal(rdg_rigid_follow(s, &problem, &velocity, &found, &share, r, NULL), 0);
    assert_int_equal(found, RDG_RIGID_RISES); /* slip fits as well */
    /* none fits; slip the other way, and rest, are no trouble */
    b[0] = -0.5;
    found = RDG_RIGID_OPEN;
    assert_int_equal(rdg_rigid_follow(s, &problem, &velocity, &found, &share, r, NULL), 1);
    velocity = -1.0;
    found = RDG_RIGID_OPEN;
    assert_int_equal(rdg_rigid_follow(s, &problem, &velocity, &found, &share, r, NULL), 0);
    assert_int_equal(found, RDG_RIGID_SLIPS_BACK);
    velocity = 0.0;
    found = RDG_RIGID_OPEN;
    assert_int_equal(rdg_rigid_follow(s, &problem, &velocity, &found, &share, r, NULL), 0);
    assert_int_equal(found, RDG_RIGID_STICKS);
    assert_near(r[0], 2.5, 1e-13, 0.0);
    assert_near(r[1], -1.0, 1e-13, 0.0);
}

/* Strong friction of several contacts: where iterations find nothing, all states are tried. */
static void what_iterations_miss_is_found(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, MOST);
    for (int k = 0; k < 4; k++) {
        uint64_t seed = (const uint64_t[]){14196, 15148, 3155, 5057}[k];
        case_draw(&c, k < 2 ? 3 : 4, 1, 0, false, 0.4, 3.0, 0.0, &seed);
        draw_slip(&seed);
        const comparison q = compare(s);
        assert_int_equal(q.status, 0);
        assert_int_equal(q.answer.method, RDG_CONTACT_STATES);
        assert_true(q.fitting > 0 && law_residual(q.r) <= 1e-12);
    }
}

/* What turns all directions round turns all states round. */
static void friction_has_no_favourite_direction(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, MOST);
    uint64_t seed = 13;
    for (int k = 0; k < 200; k++) {
        case_draw(&c, 1 + k % MOST, 1, 0, false, 0.4, 0.8, 0.0, &seed);
        draw_slip(&seed);
        const comparison q = compare(s);
        for (rdg_index j = 0; j < c.problem.contacts; j++) {
            slip[j] = -slip[j];
            for (rdg_index i = 0; i < c.n; i++) {
                c.W[(2 * j + 1) * c.n + i] *= -1.0;
            }
        }
        case_assemble(&c, 0.0);
        const comparison turned = compare(s);
        assert_int_equal(q.status, turned.status);
        for (rdg_index j = 0; j < c.problem.contacts && q.status == 0; j++) {
            assert_int_equal(rdg_rigid_direction(q.state[j]), -rdg_rigid_direction(turned.state[j]));
            assert_int_equal(rdg_rigid_is_closed(q.state[j]), rdg_rigid_is_closed(turned.state[j]));
        }
    }
}

/* Pressed contacts: friction is given where they slip and bounded where they stick. All candidates come once,
 * the first one last; what holds and the margins are those of the referee's elimination. */
static void pressed_contacts_are_held_up_to_their_bounds(void **state)
{
    uint64_t seed = 17;
    int fitting = 0, none = 0;
    for (int k = 0; k < 200; k++) {
        const rdg_index n = 1 + k % MOST;
        bool rests[MOST] = {false}, seen[81] = {false};
        rdg_rigid_state states[MOST];
        double bound[MOST], hold[MOST * MOST];
        int all = 1, count = 0, fit = 0;
        case_draw(&c, n, 0, 0, false, 0.4, 0.0, 0.0, &seed);
        for (rdg_index j = 0; j < n; j++) {
            rests[j] = j == 0 || case_uniform(&seed) < 0.6;
            states[j] = rests[j] ? RDG_RIGID_STICKS : rdg_rigid_slips(random_signed(&seed));
            bound[j] = 0.5 * case_uniform(&seed);
            all *= rests[j] ? 3 : 1;
        }
        do {
            double A[REFEREE_ROWS][REFEREE_ROWS] = {{0.0}}, expected[REFEREE_ROWS], growth[MOST],
                   force[MOST] = {0.0}, least = INFINITY;
            rdg_index stuck = 0, which[MOST];
            int number = 0;
            for (rdg_index i = 0; i < n; i++) {
                const int direction = rdg_rigid_direction(states[i]);
                number = 3 * number + 1 + direction;
                which[stuck] = i;
                stuck += direction == 0;
                expected[i] = direction == 0 ? -c.b[i] : -direction * bound[i];
                A[i][i] = 1.0;
                for (rdg_index j = 0; direction == 0 && j < n; j++) {
                    A[i][j] = c.G[j * n + i];
                }
            }
            assert_true(number < 81 && !seen[number]);
            seen[number] = true;
            count++;
            assert_true(referee_solves((int)n, A, expected));
            assert_int_equal(rdg_rigid_hold_pressed(*state, n, c.G, states, hold), 0);
            for (rdg_index i = 0; i < stuck; i++) { /* against the accelerations without what holds */
                for (rdg_index j = 0; j < stuck; j++) {
                    double b = c.b[which[j]];
                    for (rdg_index l = 0; l < n; l++) {
                        b += rdg_rigid_direction(states[l]) != 0 ? c.G[l * n + which[j]] * expected[l] : 0.0;
                    }
                    force[which[i]] -= hold[j * stuck + i] * b;
                }
                assert_near(force[which[i]], expected[which[i]], 1e-9, 1e-9);
            }
            for (rdg_index i = 0; i < n; i++) {
                const int direction = rdg_rigid_direction(states[i]);
                growth[i] = c.b[i];
                for (rdg_index j = 0; j < n; j++) {
                    growth[i] += c.G[j * n + i] * expected[j];
                }
                least = fmin(least, direction == 0 ? bound[i] - fabs(expected[i])
                                    : rests[i]     ? direction * growth[i]
                                                   : INFINITY);
            }
            assert_near(rdg_rigid_pressed_margin(n, states, rests, growth, force, bound), least, 1e-9, 1e-9);
            fit += least >= 0.0;
        } while (rdg_rigid_next_states(n, rests, states));
        assert_int_equal(count, all);
        assert_int_equal(states[0], RDG_RIGID_STICKS);
        fitting += fit == 1;
        none += fit == 0;
    }
    print_message("exactly one candidate fits in %d, none in %d\n", fitting, none);
    assert_int_equal(none, 0);
    assert_true(fitting > 190);
    /* nothing begins to slip, nothing sticks: there are no conditions */
    const bool nobody[1] = {false};
    const double zero[1] = {0.0};
    const rdg_rigid_state slips[1] = {RDG_RIGID_SLIPS_BACK}, sticks[2] = {RDG_RIGID_STICKS, RDG_RIGID_STICKS};
    const double same[4] = {1.0, 1.0, 1.0, 1.0};
    double hold[4];
    assert_near(rdg_rigid_pressed_margin(1, slips, nobody, zero, zero, zero), 1.0, 0.0, 0.0);
    assert_true(rdg_rigid_hold_pressed(*state, 2, same, sticks, hold) > 0); /* they depend on each other */
}

/* A plank on three supports, whose centre is almost above the second one: forces of least norm would pull. A
 * support whose force has come to zero bears again only if it must. */
static void supports_share_the_load_or_rest(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, MOST);
    static const double place[3] = {0.0, 1.0, 1.1};
    rdg_rigid_state found[MOST] = {RDG_RIGID_OPEN};
    double share[MOST], r[MOST];
    const double centres[3] = {0.7, 1.08, 1.2};
    for (int k = 0; k < 3; k++) {
        c = (contact_case){.n = 2, .rows = 3, .mass = {1.0, 0.4}, .v = {-9.81}, .problem = {.contacts = 3}};
        for (rdg_index i = 0; i < 3; i++) {
            c.W[2 * i] = 1.0;
            c.W[2 * i + 1] = place[i] - centres[k];
        }
        case_assemble(&c, 0.0);
        memset(slip, 0, sizeof slip);
        assert_int_equal(rdg_rigid_follow(s, &c.problem, slip, found, share, r, NULL), 0);
        if (k < 2) {
            double held[MOST];
            assert_int_equal(rdg_rigid_hold(s, &c.problem, found, share, held), 0);
            assert_true(held[0] >= 0.0 && held[1] >= 0.0 && held[2] >= 0.0);
            assert_near(held[0] + held[1] + held[2], 9.81, 1e-12, 0.0);
            assert_int_equal(found[0] == RDG_RIGID_RESTS || found[1] == RDG_RIGID_RESTS, k == 1);
        } else { /* it tips over the last one */
            assert_true(found[0] == RDG_RIGID_RISES && found[1] == RDG_RIGID_RISES &&
                        rdg_rigid_bears(found[2]));
        }
    }
    case_assemble(&c, 0.0);
    found[0] = found[1] = found[2] = RDG_RIGID_RISES; /* none is to bear, but one must */
    assert_int_equal(rdg_rigid_follow(s, &c.problem, slip, found, share, r, NULL), 0);
    assert_true(rdg_rigid_bears(found[2]));
}

static void changes_have_names(void **state)
{
    (void)state;
    static const struct {
        rdg_rigid_state before, after;
        const char *name;
    } all[] = {{RDG_RIGID_OPEN, RDG_RIGID_HELD, "ON"},
               {RDG_RIGID_SLIPS_BACK, RDG_RIGID_RISES, "OFF"},
               {RDG_RIGID_STICKS, RDG_RIGID_SLIPS_BACK, "SL"},
               {RDG_RIGID_SLIPS_FORWARD, RDG_RIGID_HELD, "ST"},
               {RDG_RIGID_SLIPS_FORWARD, RDG_RIGID_SLIPS_BACK, ""},
               {RDG_RIGID_RISES, RDG_RIGID_OPEN, ""},
               {RDG_RIGID_STICKS, RDG_RIGID_HELD, ""},
               {RDG_RIGID_SLIPS_BACK, RDG_RIGID_RESTS, ""},
               {RDG_RIGID_RESTS, RDG_RIGID_SLIPS_BACK, ""},
               {RDG_RIGID_RESTS, RDG_RIGID_RISES, "OFF"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        assert_string_equal(rdg_rigid_change_name(rdg_rigid_change_between(all[k].before, all[k].after)),
                            all[k].name);
    }
    assert_int_equal(rdg_rigid_give_way(false, 1.0), RDG_RIGID_RISES);
    assert_int_equal(rdg_rigid_give_way(true, 1.0), RDG_RIGID_SLIPS_BACK);
    assert_int_equal(rdg_rigid_give_way(true, -1.0), RDG_RIGID_SLIPS_FORWARD);
    assert_int_equal(rdg_rigid_state_of_impulse(2, 0.5, (const double[]){1.0, 0.3, 0.4 + 1e-8}),
                     RDG_RIGID_SLIPS_BACK);
    assert_int_equal(rdg_rigid_state_of_impulse(2, 0.5, (const double[]){1.0, 0.3, 0.4 - 1e-8}),
                     RDG_RIGID_STICKS);
    assert_int_equal(rdg_rigid_state_of_impulse(0, 0.5, (const double[]){1.0}), RDG_RIGID_STICKS);
    assert_int_equal(rdg_rigid_state_of_impulse(1, 0.5, (const double[]){0.0, 0.0}), RDG_RIGID_OPEN);
}

static void bad_arguments_are_refused(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, 1);
    static const int spatial[1] = {2}, planar[1] = {1};
    static const double mu[1] = {0.5}, G[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 0.1, 0.2};
    double share, r[3];
    rdg_rigid_state found = RDG_RIGID_OPEN;
    rdg_contact_problem p = {.contacts = 1, .directions = spatial, .mu = mu, .G = G, .b = b};
    assert_true(rdg_rigid_follow(s, &p, b, &found, &share, r, NULL) < 0);
    p.directions = planar;
    assert_true(rdg_rigid_follow(NULL, &p, b, &found, &share, r, NULL) < 0);
    assert_true(rdg_rigid_follow(s, NULL, b, &found, &share, r, NULL) < 0);
    assert_true(rdg_rigid_follow(s, &p, NULL, &found, &share, r, NULL) < 0);
    assert_true(rdg_rigid_follow(s, &p, b, NULL, &share, r, NULL) < 0);
    assert_true(rdg_rigid_follow(s, &p, b, &found, NULL, r, NULL) < 0);
    assert_true(rdg_rigid_follow(s, &p, b, &found, &share, NULL, NULL) < 0);
    p.contacts = 2;
    assert_true(rdg_rigid_follow(s, &p, b, &found, &share, r, NULL) < 0);
    assert_true(rdg_rigid_hold_pressed(*state, 1, NULL, &found, r) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(states_are_those_of_the_referee),
        TEST(ends_of_states_at_one_instant_are_no_obstacle),
        TEST(redundant_contacts_are_held),
        TEST(states_follow_impacts),
        TEST(a_rod_may_jam),
        TEST(what_iterations_miss_is_found),
        TEST(friction_has_no_favourite_direction),
        TEST(pressed_contacts_are_held_up_to_their_bounds),
        TEST(supports_share_the_load_or_rest),
        TEST(changes_have_names),
        TEST(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
