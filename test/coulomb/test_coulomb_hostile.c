/* Systems made to fail: repeated frequencies, nodes, resonances to the last digit, masses of all scales. */
#include "coulomb_systems.h"

#include <ridgewalk/regimes.h>
#include <ridgewalk/ridgewalk.h>

static rdg_coulomb *matrices(rdg_context *ctx, rdg_index n, const double *M, const double *K,
                             rdg_index contact, rdg_index load, bool base)
{
    rdg_structure *s = rdg_structure_create(ctx, "hostile", n, M, NULL, K);
    assert_ok(ctx, rdg_name_dof(s, "contact", contact));
    assert_ok(ctx, rdg_name_dof(s, "load", load));
    rdg_coulomb *c =
        rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "contact", .load = "load", .base = base});
    assert_ok(ctx, rdg_error_status(ctx));
    return c;
}

/* How far half a period of the motion is from the mirror image of its start; size: that of the start. */
static double off_fixed_point(rdg_coulomb *c, const rdg_coulomb_response *r, double *size)
{
    const rdg_index n = rdg_coulomb_size(c);
    double x[2 * COULOMB_MOST];
    double y[2 * COULOMB_MOST];
    double off = 0.0;
    double tau = r->phase;
    if (rdg_coulomb_closed_motion(c, r, 0.0, x) != RDG_OK) {
        return INFINITY;
    }
    memcpy(y, x, sizeof y);
    const rdg_coulomb_march_options o = {
        .r1 = r->r1, .beta = r->beta, .until = tau + coulomb_pi, .most = 1000};
    if (rdg_coulomb_march(c, &o, &tau, y, NULL) != RDG_OK) {
        return INFINITY;
    }
    for (rdg_index i = 0; i < 2 * n; i++) {
        off = fmax(off, fabs(x[i] + y[i]));
    }
    *size = greatest_of(2 * n, x);
    return off / *size;
}

/* Three masses on springs of their own, two alike: the third, with the contact, knows nothing of the others,
 * nor of the frequency that they share with each other or with it. */
static void repeated_frequencies(void **state)
{
    rdg_context *ctx = *state;
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double K[9] = {1, 0, 0, 0, 1, 0, 0, 0, 4};
    rdg_structure *one = rdg_structure_create(ctx, "one", 1, (double[]){1}, NULL, (double[]){4});
    assert_ok(ctx, rdg_name_dof(one, "x", 0));
    rdg_coulomb *alone =
        rdg_coulomb_create(one, &(rdg_coulomb_options){.contact = "x", .mass = 1, .stiffness = 1});
    rdg_coulomb *three = matrices(ctx, 3, M, K, 2, 2, false);
    const double at[] = {1.0, 1.0 + 1e-9, 1.0 - 1e-13, 2.0, 2.0 + 1e-9, 0.7};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        rdg_coulomb_limits a;
        rdg_coulomb_limits b;
        assert_ok(ctx, rdg_coulomb_limits_at(alone, at[i], &a));
        assert_ok(ctx, rdg_coulomb_limits_at(three, at[i], &b));
        assert_near(b.continuous, a.continuous, 1e-12, 0);
        assert_near(b.first, a.first, 1e-12, 0);
        assert_near(b.stuck, a.stuck, 1e-12, 0);
        assert_true(b.continuous <= b.first * (1.0 + 1e-12));
    }
    /* two alike with a contact between them and a load on one: as their sum and their difference */
    const double K2[4] = {1, 0, 0, 1};
    const double M2[4] = {1, 0, 0, 1};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M2, NULL, K2);
    assert_ok(ctx, rdg_name_relative(s, "between", 0, 1));
    assert_ok(ctx, rdg_name_dof(s, "load", 0));
    rdg_coulomb *pair = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "between", .load = "load"});
    double r1 = 0.0;
    double beta = 0.0;
    rdg_coulomb_limits l;
    assert_ok(ctx, rdg_coulomb_resonance(pair, 0, &r1, &beta));
    assert_near(beta, 0.125 * coulomb_pi, 1e-14, 0); /* the difference: load 1/sqrt(2), contact sqrt(2) */
    assert_ok(ctx, rdg_coulomb_limits_at(pair, 1.0, &l));
    assert_near(l.continuous, 0.125 * coulomb_pi, 1e-13, 0);
    /* their sum is at resonance, and the contact cannot hold it */
    rdg_coulomb_response r;
    assert_int_equal(rdg_coulomb_closed(pair, 1.0, 0.3, &r, NULL, NULL), RDG_ERR_SINGULAR);
    assert_failed(ctx, RDG_ERR_SINGULAR, "of which the contact knows nothing");
}

/* Two of three masses alike, a contact between them, a load on all: for the contact a mass of a half on a
 * spring of a half under half the difference of the loads, whichever modes of the pair are told. */
static void turned_modes(void **state)
{
    rdg_context *ctx = *state;
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double K[9] = {0.5, 0, 0, 0, 1, 0, 0, 0, 1};
    const double load[3] = {0.4, 1.0, 3.0};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 3, M, NULL, K);
    assert_ok(ctx, rdg_name_relative(s, "between", 1, 2));
    assert_ok(ctx, rdg_name_combination(s, "load", 3, (rdg_index[]){0, 1, 2}, load));
    rdg_structure *one = rdg_structure_create(ctx, "one", 1, (double[]){0.5}, NULL, (double[]){0.5});
    assert_ok(ctx, rdg_name_dof(one, "x", 0));
    rdg_coulomb *pair = rdg_coulomb_create(
        s, &(rdg_coulomb_options){.contact = "between", .load = "load", .mass = 1, .stiffness = 1});
    rdg_coulomb *alone =
        rdg_coulomb_create(one, &(rdg_coulomb_options){.contact = "x", .mass = 1, .stiffness = 1});
    assert_ok(ctx, rdg_error_status(ctx));
    const double at[] = {0.4, 0.8, 1.0, 1.0 + 1e-10, 1.7};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        rdg_coulomb_limits a;
        rdg_coulomb_limits b;
        assert_ok(ctx, rdg_coulomb_limits_at(alone, at[i], &a));
        assert_ok(ctx, rdg_coulomb_limits_at(pair, at[i], &b));
        assert_near(b.continuous, a.continuous, 1e-12, 0); /* (3 - 1) / 2 */
        assert_near(b.stuck, a.stuck, 1e-12, 0);
    }
    rdg_coulomb_response a;
    rdg_coulomb_response b;
    double x[1];
    double y[3];
    double size = 0.0;
    assert_ok(ctx, rdg_coulomb_closed(alone, 1.7, 0.2, &a, x, NULL));
    assert_ok(ctx, rdg_coulomb_closed(pair, 1.7, 0.2, &b, y, NULL));
    assert_near(b.Z, a.Z, 1e-12, 0);
    assert_near(y[0], 0.4 / (1.7 * 1.7 - 0.5), 1e-12, 0); /* touched by nothing */
    assert_true(off_fixed_point(pair, &b, &size) < 1e-13);
    double motion[6];
    assert_ok(ctx, rdg_coulomb_closed_motion(pair, &b, 0.3, motion));
    assert_near(motion[1] + motion[2], 4.0 / (1.0 - 1.7 * 1.7) * cos(0.3 + b.phase), 1e-12, 0);
}

/* A contact at the node of a mode that the load does not drive: nothing happens at its resonance. */
static void contacts_at_nodes(void **state)
{
    rdg_context *ctx = *state;
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double K[9] = {2, -1, 0, -1, 2, -1, 0, -1, 2};
    rdg_coulomb *c = matrices(ctx, 3, M, K, 1, 1, false);
    double r1 = 0.0;
    double beta = 0.0;
    assert_ok(ctx, rdg_coulomb_resonance(c, 1, &r1, &beta));
    assert_true(isinf(beta));
    /* there the others hold the contact's mass still: no friction is so small that it slips all the time */
    rdg_coulomb_limits l;
    assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
    assert_true(l.continuous < 1e-14);
    /* what is stuck rests at its own resonance where it is not driven */
    double X[3];
    assert_ok(ctx, rdg_coulomb_stuck(c, r1, X));
    assert_near(X[0], 0.0, 0, 1e-15);
    assert_near(X[2], 0.0, 0, 1e-15);
}

/* So near to a resonance that the response without friction is 1e9, friction next to its limit. */
static void next_to_resonances(void **state)
{
    uint64_t seed = 12;
    (void)state;
    for (int k = 0; k < 120; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_coulomb_options o;
        rdg_coulomb *c = coulomb_random(ctx, &seed, &o);
        double w = 0.0;
        double beta = 0.0;
        double size = 0.0;
        rdg_coulomb_limits l;
        rdg_coulomb_response r;
        assert_ok(ctx, rdg_coulomb_resonance(c, random_below(&seed, rdg_coulomb_size(c)), &w, &beta));
        const double distance = pow(10.0, random_in(&seed, -10.0, -3.0));
        const double r1 = w * (1.0 + (k % 2 ? distance : -distance));
        assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
        const double share = k % 3 == 0 ? 0.5 : (k % 3 == 1 ? 0.999 : 1.0 - 1e-7);
        assert_ok(ctx, rdg_coulomb_closed(c, r1, l.continuous * share, &r, NULL, NULL));
        assert_true(r.Z > 0.0);
        /* phases are known to 1e-16 / distance */
        assert_true(off_fixed_point(c, &r, &size) < 1e-12 + 1e-14 / distance);
        rdg_context_free(ctx);
    }
}

/* Masses from 1e-3 to 1e3, stiffnesses from 1e-2 to 1e2: modes are not at right angles to all digits. */
static void masses_of_all_scales(void **state)
{
    uint64_t seed = 77;
    double worst = 0.0;
    (void)state;
    for (int k = 0; k < 25; k++) {
        rdg_context *ctx = rdg_context_create();
        double mass[4];
        double spring[4];
        double size = 0.0;
        const double units = pow(10.0, random_in(&seed, -8.0, 8.0));
        for (int i = 0; i < 4; i++) {
            mass[i] = units * pow(10.0, random_in(&seed, -3.0, 3.0));
            spring[i] = pow(10.0, random_in(&seed, -2.0, 2.0));
        }
        rdg_structure *s = rdg_chain_create(ctx, 4, mass, spring);
        assert_ok(ctx, rdg_name_dof(s, "contact", random_below(&seed, 4)));
        assert_ok(ctx, rdg_name_dof(s, "load", random_below(&seed, 4)));
        rdg_coulomb *c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "contact", .load = "load"});
        assert_ok(ctx, rdg_error_status(ctx));
        rdg_coulomb_limits l;
        rdg_coulomb_response r;
        const double r1 = random_in(&seed, 0.3, 3.0);
        assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
        assert_true(l.continuous <= l.first * (1.0 + 1e-9) && l.stuck >= 0.0);
        assert_ok(ctx, rdg_coulomb_closed(c, r1, 0.5 * l.continuous, &r, NULL, NULL));
        if (r.Z > 0.0) {
            worst = fmax(worst, off_fixed_point(c, &r, &size));
        }
        rdg_context_free(ctx);
    }
    assert_true(worst < 1e-11);
}

/* A contact that nothing moves, without friction, neither sticks nor slips; a motion of a time that is
 * nothing but rounding ends. */
static void motions_end(void **state)
{
    rdg_context *ctx = *state;
    const double M[4] = {1, 0, 0, 1};
    const double K[4] = {1, 0, 0, 2};
    rdg_coulomb *c = matrices(ctx, 2, M, K, 0, 1, false);
    double x[4] = {0, 0.3, 0, 0};
    double tau = 0.0;
    const rdg_coulomb_march_options none = {.r1 = 1.1, .beta = 0.0, .until = 30.0, .most = 100};
    assert_ok(ctx, rdg_coulomb_march(c, &none, &tau, x, NULL));
    assert_near(tau, 30.0, 0, 0);
    assert_near(x[0], 0.0, 0, 0);
    uint64_t seed = 13;
    for (int k = 0; k < 200; k++) { /* from one turn to the next, and some 1e-15 of it more or less */
        rdg_context *own = rdg_context_create();
        rdg_coulomb_options o;
        rdg_coulomb *any = coulomb_random(own, &seed, &o);
        rdg_coulomb_limits l;
        rdg_coulomb_response r;
        double y[2 * COULOMB_MOST];
        const double r1 = random_in(&seed, 0.2, 15.0);
        assert_ok(own, rdg_coulomb_limits_at(any, r1, &l));
        assert_ok(own, rdg_coulomb_closed(any, r1, 0.99 * l.continuous, &r, NULL, NULL));
        assert_ok(own, rdg_coulomb_closed_motion(any, &r, 0.0, y));
        double at = r.phase;
        const rdg_coulomb_march_options turn = {.r1 = r1,
                                                .beta = r.beta,
                                                .until = at + coulomb_pi *
                                                                  (1.0 + 1e-15 * random_in(&seed, -5.0, 5.0)),
                                                .most = 100};
        assert_ok(own, rdg_coulomb_march(any, &turn, &at, y, NULL));
        rdg_context_free(own);
    }
}

/* What is stuck all the time, with a force that just touches its bound, twice a period: slip that lasts for
 * no time does not keep the motion where it is. */
static void a_force_that_touches_its_bound(void **state)
{
    rdg_context *ctx = *state;
    static const char *const systems[] = {"two_m1", "two_m2", "mass_mass", "base_wall", "five_m1"};
    static const double beyond[] = {-1e-13, -1e-14, -1e-15, -3e-16, 0.0, 3e-16, 1e-15, 1e-14, 1e-13, 1e-10};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        for (int k = 0; k < 20; k++) {
            rdg_coulomb *c = coulomb_named(ctx, systems[i], k < 10 ? 1.25 : 1.0);
            const rdg_index n = rdg_coulomb_size(c);
            double X[COULOMB_MOST];
            double x[2 * COULOMB_MOST] = {0.0};
            rdg_coulomb_limits l;
            assert_ok(ctx, rdg_coulomb_limits_at(c, 1.3, &l));
            assert_ok(ctx, rdg_coulomb_stuck(c, 1.3, X));
            memcpy(x, X, (size_t)n * sizeof *X);
            double tau = 0.0;
            const rdg_coulomb_march_options o = {
                .r1 = 1.3, .beta = l.stuck * (1.0 + beyond[k % 10]), .until = 20.0 * coulomb_pi, .most = 300};
            assert_ok(ctx, rdg_coulomb_march(c, &o, &tau, x, NULL));
            if (k % 10 == 9) { /* it goes on as it was */
                for (rdg_index j = 0; j < n; j++) {
                    assert_near(x[j], X[j], 0, 1e-11 * (1.0 + greatest_of(n, X)));
                }
            }
            rdg_coulomb_free(c);
        }
    }
}

/* A motion that is to end just behind an event. */
struct event {
    int left;
    rdg_contact_regime regime;
    double tau, x[2 * COULOMB_MOST];
};

static bool note_begin(const rdg_coulomb *c, const rdg_coulomb_segment *segment, void *data)
{
    struct event *e = data;
    e->regime = segment->regime;
    e->tau = segment->tau;
    memcpy(e->x, segment->x, 2 * (size_t)rdg_coulomb_size(c) * sizeof *e->x);
    return --e->left == 0;
}

static void ends_behind_events(void **state)
{
    uint64_t seed = 14;
    (void)state;
    for (int k = 0; k < 40; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_coulomb_options o;
        rdg_coulomb *c = coulomb_random(ctx, &seed, &o);
        const rdg_index n = rdg_coulomb_size(c);
        struct event e = {.left = 4};
        double begin[2 * COULOMB_MOST];
        double x[2 * COULOMB_MOST];
        double tau = 0.0;
        for (rdg_index i = 0; i < 2 * n; i++) {
            begin[i] = x[i] = random_signed(&seed);
        }
        rdg_coulomb_march_options options = {
            .r1 = 0.8, .beta = 0.3, .until = 200.0, .watch = note_begin, .data = &e};
        assert_ok(ctx, rdg_coulomb_march(c, &options, &tau, x, NULL));
        for (int d = 4; d < 10 && e.left == 0; d++) {
            double known[2 * COULOMB_MOST];
            memcpy(known, e.x, sizeof known);
            memcpy(x, begin, sizeof x);
            tau = 0.0;
            options.watch = NULL;
            options.until = e.tau + pow(10.0, -d);
            assert_ok(ctx, rdg_coulomb_march(c, &options, &tau, x, NULL));
            assert_ok(ctx, rdg_modal_flow(c, e.regime, 0.8, 0.3, e.tau, options.until - e.tau, known));
            for (rdg_index i = 0; i < 2 * n; i++) {
                assert_near(x[i], known[i], 0, 1e-12 * (1.0 + greatest_of(2 * n, known)));
            }
        }
        rdg_context_free(ctx);
    }
}

static void refuse(rdg_context *ctx, const double *M, const double *K, rdg_status status, const char *words)
{
    rdg_structure *s = rdg_structure_create(ctx, "bad", 2, M, NULL, K);
    assert_ok(ctx, rdg_name_dof(s, "x", 0));
    assert_null(rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "x"}));
    assert_failed(ctx, status, words);
}

static void bad_input_is_refused_in_words(void **state)
{
    rdg_context *ctx = *state;
    const double ones[4] = {1, 0, 0, 1};
    refuse(ctx, (double[]){1, 0, 0, 0}, ones, RDG_ERR_SINGULAR, "not positive definite");
    refuse(ctx, (double[]){1, 0, 0, -1}, ones, RDG_ERR_SINGULAR, "not positive definite");
    refuse(ctx, ones, (double[]){1, -1, -1, 1}, RDG_ERR_SINGULAR, "a mode that nothing holds");
    refuse(ctx, ones, (double[]){1, 0, 0, -1}, RDG_ERR_SINGULAR, "a mode that nothing holds");
    refuse(ctx, ones, (double[]){1, 0.3, 0, 1}, RDG_ERR_ARGUMENT, "not symmetric");
    assert_null(rdg_chain_create(ctx, 2, (double[]){1, 0}, (double[]){1, 1}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "mass 2 is 0 kg");
    assert_null(rdg_chain_create(ctx, 2, (double[]){1, NAN}, (double[]){1, 1}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "mass 2 is nan kg");
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_ok(ctx, rdg_name_combination(s, "none", 1, (rdg_index[]){0}, (double[]){0.0}));
    const struct {
        rdg_coulomb_options o;
        rdg_status status;
        const char *words;
    } cases[] = {{{.contact = "none"}, RDG_ERR_ARGUMENT, "no motion of \"chain\" moves"},
                 {{.contact = "m1", .load = "m9"}, RDG_ERR_NAME, "m9"},
                 {{.load = "m1"}, RDG_ERR_ARGUMENT, "no contact is named"},
                 {{.contact = "m1", .ratio = 0.99}, RDG_ERR_ARGUMENT, "ratio is 0.99"},
                 {{.contact = "m1", .ratio = -1.0}, RDG_ERR_ARGUMENT, "ratio is -1"},
                 {{.contact = "m1", .ratio = NAN}, RDG_ERR_ARGUMENT, "ratio is nan"},
                 {{.contact = "m1", .mass = -1.0}, RDG_ERR_ARGUMENT, "mass is -1"},
                 {{.contact = "m1", .stiffness = INFINITY}, RDG_ERR_ARGUMENT, "stiffness is inf"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(rdg_coulomb_create(s, &cases[i].o));
        assert_failed(ctx, cases[i].status, cases[i].words);
    }
    rdg_coulomb *c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
    rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4));
    assert_int_equal(
        rdg_continue(p, "none", RDG_RELEASE("beta"), RDG_WINDOW("beta", 0.5, 0.3), RDG_NO_FOLDER),
        RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is empty");
    assert_null(rdg_orbit_problem(c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4), RDG_AT("mu", 0.5)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "mu = 0.5");
    assert_null(rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3), RDG_AT("mu", 0.5)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "mu = 0.5");
    double r1 = 0.0;
    double beta = 0.0;
    assert_int_equal(rdg_coulomb_resonance(c, 2, &r1, &beta), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "modes 0 .. 1, not 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(repeated_frequencies),
                                       TEST(turned_modes),
                                       TEST(contacts_at_nodes),
                                       TEST(next_to_resonances),
                                       TEST(masses_of_all_scales),
                                       TEST(motions_end),
                                       TEST(a_force_that_touches_its_bound),
                                       TEST(ends_behind_events),
                                       TEST(bad_input_is_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
