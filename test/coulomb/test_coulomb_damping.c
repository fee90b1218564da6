/* Damping in proportion to mass and stiffness: exact flows against an integration that knows matrices only;
 * closed forms refuse it. */
#include "coulomb_systems.h"

#include <ridgewalk/regimes.h>
#include <ridgewalk/ridgewalk.h>

enum { MOST = COULOMB_MOST };

/* A chain with its matrices, and a contact. */
struct chain {
    rdg_index n, j; /* masses; contact between j and the wall, or j and j - 1 (relative) */
    bool relative, base;
    double M[MOST], k[MOST], soft, stiff, r1, beta, p[MOST], w[MOST];
};

static void add_springs(const struct chain *c, const double *x, double factor, double *force)
{
    for (rdg_index i = 0; i < c->n; i++) {
        const double pull = factor * c->k[i] * (x[i] - (i > 0 ? x[i - 1] : 0.0));
        force[i] -= pull;
        if (i > 0) {
            force[i - 1] += pull;
        }
    }
}

/* Rates of (x, x') at tau, of a contact that slips with sign s or (0) is held. */
static void rates(const struct chain *c, int s, double tau, const double *x, double *rate)
{
    double force[MOST];
    double soft = 0.0; /* w.M^-1 w, w.M^-1 force */
    double pull = 0.0;
    for (rdg_index i = 0; i < c->n; i++) {
        force[i] = c->p[i] * cos(tau) - c->r1 * c->soft * c->M[i] * x[c->n + i];
    }
    add_springs(c, x, 1.0, force);
    add_springs(c, x + c->n, c->r1 * c->stiff, force);
    for (rdg_index i = 0; i < c->n; i++) {
        soft += c->w[i] * c->w[i] / c->M[i];
        pull += c->w[i] * force[i] / c->M[i];
    }
    const double lam =
        s != 0 ? (double)s * c->beta : (pull + (c->base ? c->r1 * c->r1 * cos(tau) : 0.0)) / soft;
    for (rdg_index i = 0; i < c->n; i++) {
        rate[i] = x[c->n + i];
        rate[c->n + i] = (force[i] - lam * c->w[i]) / (c->M[i] * c->r1 * c->r1);
    }
}

static void integrate(const struct chain *c, int s, double tau, double t, double *x)
{
    const int steps = 3000;
    const double h = t / steps;
    const rdg_index n2 = 2 * c->n;
    for (int step = 0; step < steps; step++) {
        static const double at[4] = {0.0, 0.5, 0.5, 1.0};
        double k[4][2 * MOST];
        double y[2 * MOST];
        for (int stage = 0; stage < 4; stage++) {
            for (rdg_index i = 0; i < n2; i++) {
                y[i] = x[i] + (stage > 0 ? h * at[stage] * k[stage - 1][i] : 0.0);
            }
            rates(c, s, tau + h * (step + at[stage]), y, k[stage]);
        }
        for (rdg_index i = 0; i < n2; i++) {
            x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
        }
    }
}

static rdg_coulomb *draw(rdg_context *ctx, uint64_t *seed, double damping, struct chain *c)
{
    *c = (struct chain){.n = 1 + random_below(seed, MOST), .r1 = random_in(seed, 0.5, 2.5), .beta = 0.3};
    c->j = random_below(seed, c->n);
    c->relative = c->j > 0 && random_below(seed, 2) == 0;
    c->base = !c->relative && random_below(seed, 2) == 0;
    c->soft = damping * random_in(seed, 0.0, 1.0);
    c->stiff = damping * random_in(seed, 0.0, 1.0);
    for (rdg_index i = 0; i < c->n; i++) {
        c->M[i] = random_in(seed, 0.5, 2.0);
        c->k[i] = random_in(seed, 0.5, 2.0);
    }
    c->w[c->j] = 1.0;
    c->w[c->j > 0 ? c->j - 1 : 0] = c->j > 0 ? (c->relative ? -1.0 : 0.0) : 1.0;
    c->p[0] = 1.0;
    rdg_structure *s = rdg_chain_create(ctx, c->n, c->M, c->k);
    assert_ok(ctx, rdg_damping_proportional(s, c->soft, c->stiff));
    assert_ok(ctx, rdg_name_dof(s, "load", 0));
    assert_ok(ctx, c->relative ? rdg_name_relative(s, "contact", c->j, c->j - 1)
                               : rdg_name_dof(s, "contact", c->j));
    return rdg_coulomb_create(
        s, &(rdg_coulomb_options){
               .contact = "contact", .load = "load", .base = c->base, .mass = 1, .stiffness = 1});
}

/* From light to more than critical damping. */
static void flows_are_those_of_an_integration(void **state)
{
    uint64_t seed = 31;
    (void)state;
    for (int k = 0; k < 60; k++) {
        static const double damping[] = {1e-9, 0.01, 0.3, 3.0};
        rdg_context *ctx = rdg_context_create();
        struct chain c;
        rdg_coulomb *own = draw(ctx, &seed, damping[k % 4], &c);
        assert_ok(ctx, rdg_error_status(ctx));
        const int s = (int)random_below(&seed, 3) - 1;
        const double tau = random_in(&seed, -3.0, 3.0);
        const double t = random_in(&seed, 0.0, 3.0);
        double x[2 * MOST];
        double y[2 * MOST];
        for (rdg_index i = 0; i < 2 * c.n; i++) {
            x[i] = random_signed(&seed);
        }
        if (s == 0) { /* the contact at rest: its last degree of freedom moves with the other one */
            x[c.n + c.j] = c.relative ? x[c.n + c.j - 1] : (c.base ? -sin(tau) : 0.0);
        }
        memcpy(y, x, sizeof y);
        integrate(&c, s, tau, t, y);
        assert_ok(ctx, rdg_modal_flow(own, (rdg_contact_regime)s, c.r1, c.beta, tau, t, x));
        for (rdg_index i = 0; i < 2 * c.n; i++) {
            assert_near(x[i], y[i], 0, 2e-9 * (1.0 + greatest_of(2 * c.n, y)));
        }
        rdg_context_free(ctx);
    }
}

/* One mass at resonance, with less and less damping, and about where it is critical. */
static void damping_that_vanishes_is_none(void **state)
{
    rdg_context *ctx = *state;
    const double damping[] = {1e-6, 1e-9, 1e-12, 1e-15};
    double x[2] = {0.3, 0.2};
    rdg_coulomb *none = coulomb_chain(ctx, 1, 1, (rdg_coulomb_options){.contact = "m1"});
    assert_ok(ctx, rdg_modal_flow(none, RDG_COULOMB_FORWARD, 1.0, 0.4, 0.7, 2.5, x));
    for (int k = 0; k < 4; k++) {
        double y[2] = {0.3, 0.2};
        rdg_structure *s = rdg_chain_create(ctx, 1, (double[]){1}, (double[]){1});
        assert_ok(ctx, rdg_damping_proportional(s, damping[k], 0.0));
        assert_ok(ctx, rdg_name_dof(s, "m1", 0));
        rdg_coulomb *c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
        assert_ok(ctx, rdg_modal_flow(c, RDG_COULOMB_FORWARD, 1.0, 0.4, 0.7, 2.5, y));
        assert_near(y[0], x[0], 0, 3.0 * damping[k] + 1e-15);
        assert_near(y[1], x[1], 0, 3.0 * damping[k] + 1e-15);
    }
    const double about[] = {2.0, 2.0 + 1e-12, 2.0 - 1e-12, 2.0 + 1e-6, 2.0 - 1e-6};
    double critical[2] = {0.0, 0.0};
    for (int k = 0; k < 5; k++) {
        double y[2] = {0.3, 0.2};
        rdg_structure *s = rdg_chain_create(ctx, 1, (double[]){1}, (double[]){1});
        assert_ok(ctx, rdg_damping_proportional(s, about[k], 0.0));
        assert_ok(ctx, rdg_name_dof(s, "m1", 0));
        rdg_coulomb *c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
        assert_ok(ctx, rdg_modal_flow(c, RDG_COULOMB_FORWARD, 1.0, 0.4, 0.7, 2.5, y));
        for (int i = 0; i < 2; i++) {
            critical[i] = k == 0 ? y[i] : critical[i];
            assert_near(y[i], critical[i], 0, 2e-14 + fabs(about[k] - 2.0));
        }
    }
}

static void closed_forms_refuse_damping(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_ok(ctx, rdg_damping_proportional(s, 0.0, 1e-3));
    rdg_coulomb *c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_coulomb_response r = {.r1 = 1.3};
    rdg_coulomb_limits l;
    double x[4] = {0};
    const char *const says = "\"chain\" has damping, the closed form needs none";
    assert_int_equal(rdg_coulomb_closed(c, 1.3, 0.1, &r, NULL, NULL), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_coulomb_closed: \"chain\" has damping, the closed form needs none");
    assert_int_equal(rdg_coulomb_limits_at(c, 1.3, &l), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, says);
    assert_int_equal(rdg_coulomb_closed_motion(c, &r, 0.0, x), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, says);
    assert_int_equal(rdg_coulomb_single_harmonic(c, &r, x), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, says);
    assert_int_equal(rdg_coulomb_stuck(c, 1.3, x), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, says);
    assert_int_equal(rdg_coulomb_resonance(c, 0, x, x + 1), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, says);
    assert_null(rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, says);
    assert_null(rdg_orbit_problem(c, RDG_AT("r1", 1.3), RDG_AT("beta", 5)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "stick all the time, there are no events");
    /* not in proportion; negative */
    const double mass[] = {1, 0, 0, 1};
    const double stiffness[] = {2, -1, -1, 2};
    const double uneven[] = {0.1, 0, 0, 0};
    const double negative[] = {-0.1, 0, 0, -0.1};
    const double *const damping[] = {uneven, negative};
    const char *const words[] = {"not in proportion", "is negative"};
    for (int k = 0; k < 2; k++) {
        rdg_structure *other = rdg_structure_create(ctx, "other", 2, mass, damping[k], stiffness);
        assert_ok(ctx, rdg_name_dof(other, "m1", 0));
        assert_null(rdg_coulomb_create(other, &(rdg_coulomb_options){.contact = "m1"}));
        assert_failed(ctx, RDG_ERR_ARGUMENT, words[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(flows_are_those_of_an_integration),
                                       TEST(damping_that_vanishes_is_none),
                                       TEST(closed_forms_refuse_damping)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
