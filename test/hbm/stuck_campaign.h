/* Random states in which all contacts stick: exponents against the eigenvalues of the structure with springs
 * in place of the contacts, verdicts against the motion in time. */
#ifndef RDG_TEST_STUCK_CAMPAIGN_H
#define RDG_TEST_STUCK_CAMPAIGN_H

#include "stuck_motion.h"

typedef struct stuck_counts {
    int states, dragged, unstable, wedging; /* dragged: at least one slider is not where it started */
    int wrong, undecided;
} stuck_counts;

enum { STUCK_PERIODS = 3000 };

static inline bool stuck_is_dragged(const random_stuck *r)
{
    bool dragged = false;
    for (int i = 0; i < r->contacts; i++) {
        const stuck_contact *c = &r->contact[i];
        dragged = dragged || (c->start == RDG_SLIDER_ZERO && c->w[0] != 0.0);
    }
    return dragged;
}

/* Solve for the motion. False: it is not found, or a contact slips or opens in it. */
static inline bool stuck_solve(rdg_context *ctx, random_stuck *r, double *largest, bool *wedges)
{
    harvest h = {0};
    rdg_problem *p = rdg_hbm_problem(r->hb, RDG_AT("omega", r->omega), RDG_AT("alpha", r->alpha));
    rdg_hbm_add_stability(r->hb, p, "stability");
    for (int i = 0; i < r->n && r->kind == STUCK_NEAR_WEDGING; i++) {
        rdg_start_values(p)[i] = r->Q[i];
    }
    const rdg_status status = rdg_continue(p, "point", HARVEST_ONLY(&h));
    bool sticks = false;
    if (status == RDG_OK) {
        const double *mu = h.chart[0].mu + rdg_parameter_index(p, "stability");
        *largest = h.chart[0].mu[rdg_parameter_index(p, "stability.exponent")];
        sticks = h.chart[0].mu[rdg_parameter_index(p, "stability.estimate")] == 0.0;
        *wedges = mu[0] > *largest;
        double mean[2 * STUCK_DOF]; /* with n zeros */
        rdg_hbm_expand(r->hb, 0, r->omega, r->alpha, h.chart[0].u, mean);
        memcpy(r->Q, mean, (size_t)r->n * sizeof *mean);
        rdg_hbm_expand(r->hb, 1, r->omega, r->alpha, h.chart[0].u, r->Q + r->n);
        const rdg_index elements = rdg_element_count(rdg_hbm_structure(r->hb));
        for (rdg_index i = 0; i < elements; i++) { /* estimate = 0 holds for open contacts, too */
            const rdg_element_regime regime = rdg_hbm_element_regime(r->hb, i, h.chart[0].u);
            sticks = sticks && (regime == RDG_ELEMENT_STICKS || regime == RDG_ELEMENT_NO_REGIME);
        }
        memcpy(r->u, h.chart[0].u, (size_t)rdg_hbm_unknowns(r->hb) * sizeof *r->u);
    } else {
        rdg_error_clear(ctx);
    }
    harvest_clear(&h);
    rdg_problem_free(p);
    return sticks;
}

/* All exponents, up to multiples of i omega. */
static inline void stuck_check_exponents(const random_stuck *r)
{
    double re[2 * STUCK_DOF], im[2 * STUCK_DOF], expected_re[2 * STUCK_DOF], expected_im[2 * STUCK_DOF];
    const int n = 2 * r->n;
    assert_int_equal(rdg_hbm_exponents(r->hb, r->u, r->omega, n, re, im), RDG_OK);
    stuck_eigenvalues(r, expected_re, expected_im);
    for (int i = 0; i < n; i++) {
        double least = HUGE_VAL;
        for (int j = 0; j < n; j++) {
            const double turns = (im[j] - expected_im[i]) / r->omega;
            least = fmin(least, hypot(re[j] - expected_re[i], r->omega * (turns - floor(turns + 0.5))));
        }
        assert_near(least, 0, 0, 1e-9 * (1.0 + hypot(expected_re[i], expected_im[i])));
    }
}

/* Within 5 % of wedging, where a push ends or goes on very slowly. */
static inline bool stuck_is_critical(random_stuck *r, bool wedges)
{
    if (r->kind != STUCK_NEAR_WEDGING) {
        return false;
    }
    stuck_drive(r, 1.0);
    assert_true(wedges || !stuck_wedges(r, 1.0));
    return stuck_wedges(r, 1.05) != stuck_wedges(r, 0.95);
}

static inline stuck_counts stuck_campaign(stuck_kind kind, int states, uint64_t seed)
{
    stuck_counts counts = {0};
    while (counts.states < states) {
        const uint64_t begun = seed;
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        random_stuck r = stuck_draw(ctx, &seed, kind);
        double largest = NAN;
        bool wedges = false;
        if (stuck_solve(ctx, &r, &largest, &wedges) && fabs(largest) > 3e-3 &&
            !stuck_is_critical(&r, wedges)) {
            stuck_check_exponents(&r);
            stuck_drive(&r, 1.0);
            counts.states++;
            counts.dragged += stuck_is_dragged(&r);
            const stuck_fate fate = stuck_decide(&r, &seed, STUCK_PERIODS);
            const bool unstable = largest > 0.0 || wedges;
            counts.unstable += largest > 0.0;
            counts.wedging += wedges;
            const bool wrong = fate != STUCK_UNDECIDED && unstable != (fate == STUCK_GROWS);
            counts.wrong += wrong;
            counts.undecided += fate == STUCK_UNDECIDED;
            if (wrong || fate == STUCK_UNDECIDED) {
                print_message(
                    "kind %d, %d contacts, seed %llu: largest real part %g 1/s, wedges %d, in time %d\n",
                    (int)kind, r.contacts, (unsigned long long)begun, largest, (int)wedges, (int)fate);
            }
        }
        rdg_context_free(ctx);
    }
    print_message("kind %d: %d states, %d dragged, %d unstable, %d wedge: %d wrong, %d undecided\n",
                  (int)kind, counts.states, counts.dragged, counts.unstable, counts.wedging, counts.wrong,
                  counts.undecided);
    return counts;
}

#endif
