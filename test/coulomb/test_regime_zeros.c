/* Where beta_lim vanishes: each zero of the displacement without friction, found by a scan of the closed
 * form, is a point of the curve, and what is drawn from point to point does not leap over it. */
#include "coulomb_systems.h"

#include <ridgewalk/regimes.h>
#include <ridgewalk/ridgewalk.h>

#include <stdlib.h>

enum { SYSTEMS = 240, MOST = 4000, LOOKS = 400 };

struct curve {
    rdg_index n;
    double r1[MOST], beta[MOST];
    rdg_index zeros, corners;
    bool covered;
    double zero[MOST]; /* points ZE, and corners where beta vanishes */
};

static bool gather(rdg_problem *p, const rdg_chart *chart, void *data)
{
    struct curve *s = data;
    double beta = 0.0;
    assert_ok(rdg_problem_context(p), rdg_parameter_value(p, "beta", chart->u, &beta));
    assert_true(s->n < MOST);
    s->r1[s->n] = chart->u[0];
    s->beta[s->n++] = beta;
    if (strcmp(chart->type, "ZE") == 0) {
        assert_true(beta < 1e-13);
        s->zero[s->zeros++] = chart->u[0];
    } else if (strcmp(chart->type, "CO") == 0 && beta < 1e-9) {
        s->corners++;
        s->zero[s->zeros++] = chart->u[0];
    }
    return false;
}

static void follow(rdg_context *ctx, rdg_coulomb *c, double r1, double low, double high, struct curve *s)
{
    rdg_run_summary summary;
    rdg_problem *p = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", r1));
    assert_ok(ctx, rdg_continue(p, "limit", RDG_RELEASE("r1"), RDG_RELEASE("beta"),
                                RDG_WINDOW("r1", low, high), RDG_STEP(0.02, 1e-14, 0.05), RDG_NO_FOLDS,
                                RDG_NO_BRANCH_POINTS, RDG_MAX_POINTS(MOST), RDG_NO_FOLDER, RDG_NO_TABLE,
                                RDG_OBSERVE(gather, s), RDG_SUMMARY(&summary)));
    s->covered = summary.covered;
    assert_true(summary.covered || summary.warnings > 0);
    rdg_problem_free(p);
}

/* Of the contact without friction: signed, by sums over modes that know nothing of common denominators. */
static double displacement_at(rdg_context *ctx, const rdg_coulomb *c, double r1)
{
    rdg_coulomb_response r;
    const rdg_status status = rdg_coulomb_closed(c, r1, 0.0, &r, NULL, NULL);
    if (status == RDG_ERR_SINGULAR) {
        rdg_error_clear(ctx);
        return INFINITY;
    }
    assert_ok(ctx, status);
    return r.V;
}

static double bisected(rdg_context *ctx, const rdg_coulomb *c, double low, double high)
{
    const bool rises = displacement_at(ctx, c, low) < 0.0;
    for (int i = 0; i < 60; i++) {
        const double at = 0.5 * (low + high);
        *((displacement_at(ctx, c, at) < 0.0) == rises ? &low : &high) = at;
    }
    return 0.5 * (low + high);
}

static double limit_at(rdg_context *ctx, const rdg_coulomb *c, double r1)
{
    rdg_coulomb_limits l;
    assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
    return l.continuous;
}

static double distance_to(const struct curve *s, double r1)
{
    double least = INFINITY;
    for (rdg_index i = 0; i < s->zeros; i++) {
        least = fmin(least, fabs(s->zero[i] - r1));
    }
    return least;
}

/* What a straight line to the next point on a side is off by, half-way. */
static double leap_beside(rdg_context *ctx, const rdg_coulomb *c, const struct curve *s, double zero,
                          int side)
{
    double next = INFINITY;
    double beta = 0.0;
    for (rdg_index i = 0; i < s->n; i++) {
        const double away = side * (s->r1[i] - zero);
        if (away > 1e-5 && away < next) { /* a corner has two points at one place */
            next = away;
            beta = s->beta[i];
        }
    }
    return isinf(next) ? 0.0 : fabs(limit_at(ctx, c, zero + 0.5 * side * next) - 0.5 * beta);
}

static void zeros_of_the_limit_are_points_of_its_curve(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 20261123;
    rdg_index found = 0;
    int left_out = 0;
    double farthest = 0.0;
    double leap = 0.0;
    for (int k = 0; k < SYSTEMS; k++) {
        static struct curve s;
        rdg_coulomb_options o;
        rdg_coulomb *c = coulomb_random(ctx, &seed, &o);
        const double r1 = random_in(&seed, 0.7, 2.5);
        const double low = r1 - 0.3;
        const double high = r1 + 0.5;
        s = (struct curve){.n = 0};
        follow(ctx, c, r1, low, high, &s);
        left_out += !s.covered;
        double before = displacement_at(ctx, c, low);
        for (int i = 1; i <= LOOKS; i++) {
            const double at = low + (high - low) * i / LOOKS;
            const double here = displacement_at(ctx, c, at);
            if (before * here < 0.0) {
                const double zero = bisected(ctx, c, at - (high - low) / LOOKS, at);
                if (fabs(displacement_at(ctx, c, zero)) < 1e-6) { /* else it is a resonance */
                    found++;
                    farthest = fmax(farthest, distance_to(&s, zero));
                    leap =
                        fmax(leap, fmax(leap_beside(ctx, c, &s, zero, 1), leap_beside(ctx, c, &s, zero, -1)));
                }
            }
            before = here;
        }
        for (rdg_index i = 0; i < s.zeros; i++) { /* and there are no others */
            assert_true(limit_at(ctx, c, s.zero[i]) < 1e-9);
        }
    }
    assert_int_equal(found, 90);
    assert_true(left_out <= 1); /* all happens within 1e-7 of r1, next to a mode that is weak; it is said */
    assert_true(farthest < 1e-11);
    assert_true(leap < 6e-3);
}

/* Two masses, contact and load at the first: the second is an absorber at r1 = 1, for all mu. */
static void an_absorber_leaves_no_capacity_for_friction(void **state)
{
    rdg_context *ctx = *state;
    static const double ratios[] = {1.0, 1.25, 1.5, 2.0};
    for (int i = 0; i < 4; i++) {
        static struct curve s;
        s = (struct curve){.n = 0};
        follow(ctx, coulomb_named(ctx, "two_m1", ratios[i]), 1.3, 0.9, 1.5, &s);
        assert_int_equal(s.zeros, 1);
        assert_near(s.zero[0], 1.0, 1e-14, 0);
        assert_int_equal(s.corners, 0);
    }
}

/* Next to an antiresonance of the contact its displacement without friction, V, is a small difference, and
 * the friction that it bears as small: the motion is that of the exact flow however near. */
static void next_to_an_antiresonance(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 91;
    int looks = 0;
    double worst = 0.0;
    for (int k = 0; k < 60; k++) {
        rdg_coulomb_options o;
        rdg_coulomb_response r;
        rdg_coulomb *c = coulomb_random(ctx, &seed, &o);
        const rdg_index n = rdg_coulomb_size(c);
        double low = random_in(&seed, 0.5, 2.0);
        double before = NAN;
        for (int i = 0; i < 200; i++, low += 0.005) { /* V changes its sign without a pole */
            assert_ok(ctx, rdg_coulomb_closed(c, low, 0.0, &r, NULL, NULL));
            if (before * r.V < 0.0 && fabs(r.V) < 0.05) {
                break;
            }
            before = r.V;
        }
        if (!(before * r.V < 0.0)) {
            continue;
        }
        double high = low;
        low -= 0.005;
        for (int i = 0; i < 50; i++) {
            const double at = 0.5 * (low + high);
            double x[2 * COULOMB_MOST];
            double y[2 * COULOMB_MOST];
            rdg_coulomb_limits l;
            assert_ok(ctx, rdg_coulomb_limits_at(c, at, &l));
            if (rdg_coulomb_closed(c, at, 0.7 * l.continuous, &r, NULL, NULL) != RDG_OK) {
                assert_failed(ctx, RDG_ERR_SINGULAR, "resonance"); /* of a weak mode: a narrow pole */
                break;
            }
            assert_ok(ctx, rdg_coulomb_closed_motion(c, &r, 0.0, x));
            memcpy(y, x, sizeof y);
            assert_ok(ctx, rdg_modal_flow(c, RDG_COULOMB_BACK, at, r.beta, r.phase, coulomb_pi, y));
            double z[2];
            assert_ok(ctx, rdg_coulomb_contact_motion(c, r.phase, x, z));
            worst = fmax(worst, fmax(fabs(z[0] - r.Z), fabs(z[1])) / (1.0 + greatest_of(2 * n, x)));
            for (rdg_index j = 0; j < 2 * n; j++) {
                worst = fmax(worst, fabs(x[j] + y[j]) / (1.0 + greatest_of(2 * n, x)));
            }
            looks++;
            *(r.V * before > 0.0 ? &low : &high) = at;
        }
    }
    assert_true(looks > 500);
    assert_true(worst < 1e-14);
}

/* One mass, r1 = 1/3 or so: friction bears nothing there, and next to it all digits of what it does. */
static void digits_next_to_a_multiple_of_the_frequency(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_chain(ctx, 1, 1, (rdg_coulomb_options){.contact = "m1"});
    double away = 1e-2;
    for (int k = 0; k < 12; k++, away *= 0.1) {
        const double r1 = (1.0 + away) / 3.0;
        const double beside = fma(-3.0, r1, 1.0) / r1; /* 1 / r1 - 3 */
        const double V = 1.0 / ((1.0 - r1) * (1.0 + r1));
        const double U = -1.0 / (r1 * tan(0.5 * coulomb_pi * beside));
        rdg_coulomb_limits l;
        assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
        assert_near(l.first, V / hypot(U, 1.0 / (r1 * r1)), 1e-13, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(zeros_of_the_limit_are_points_of_its_curve), TEST(an_absorber_leaves_no_capacity_for_friction),
        TEST(next_to_an_antiresonance), TEST(digits_next_to_a_multiple_of_the_frequency)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
