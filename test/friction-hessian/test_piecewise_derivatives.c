/* Gap spring, Jenkins element and Iwan model: Jacobian against differences of the force, contracted Hessian
 * against differences of the Jacobian, along random directions at random states of every regime. */
#include "specimen.h"

enum { STATES = 1000, LEVELS = 5 };

typedef enum regime {
    GAP_OPEN,
    GAP_CLOSED,
    GAP_IMPACTS,
    JENKINS_STUCK,
    JENKINS_SLIPS,
    JENKINS_SLIPS_OFTEN,
    IWAN_STUCK,
    IWAN_MICROSLIP,
    IWAN_MACROSLIP,
    REGIMES
} regime;

static const char *const regime_name[REGIMES] = {
    "gap spring, open", "gap spring, closed",       "gap spring, in between",
    "Jenkins, stuck",   "Jenkins, two slip phases", "Jenkins, more",
    "Iwan, stuck",      "Iwan, microslip",          "Iwan, macroslip"};

typedef struct drawn {
    specimen s;
    rdg_gap_spring gap;
    rdg_jenkins jenkins;
    rdg_iwan iwan;
} drawn;

/* An element of the regime with random numbers. */
static void add_element(drawn *d, uint64_t *seed, regime r)
{
    const rdg_slider_start start = (rdg_slider_start)specimen_between(seed, 0, 2.999);
    d->gap = (rdg_gap_spring){.at = "x",
                              .k = specimen_between(seed, 0.7, 2.1),
                              .gap = specimen_between(seed, -0.4, 0.4),
                              .preload = specimen_between(seed, -0.4, 0.4)};
    d->jenkins = (rdg_jenkins){.at = "x",
                               .kt = specimen_between(seed, 0.7, 1.9),
                               .limit = specimen_between(seed, 0.4, 0.9),
                               .start = start};
    d->iwan = (rdg_iwan){.at = "x",
                         .Kt = specimen_between(seed, 0.7, 1.9),
                         .Fs = specimen_between(seed, 0.4, 0.9),
                         .chi = specimen_between(seed, -0.7, 0.3),
                         .beta = random_signed(seed) > 0 ? specimen_between(seed, 0.1, 1) : 0,
                         .sliders = 3,
                         .start = start};
    if (r <= GAP_IMPACTS) {
        rdg_gap_spring_add(d->s.mass, &d->gap);
    } else if (r <= JENKINS_SLIPS_OFTEN) {
        rdg_jenkins_add(d->s.mass, &d->jenkins);
    } else {
        rdg_iwan_add(d->s.mass, &d->iwan);
    }
}

/* The smallest slider of three has the centroid of the density in (0, phi_max/9). */
static double weakest(const rdg_iwan *iwan)
{
    return rdg_iwan_density_of(iwan).phi_max / 9 * (iwan->chi + 1) / (iwan->chi + 2);
}

static bool in_regime(const drawn *d, regime r)
{
    double lowest, highest;
    specimen_range(&d->s, &lowest, &highest);
    const double opens = d->gap.gap - d->gap.preload / d->gap.k, phi = d->jenkins.limit / d->jenkins.kt;
    const double half = 0.5 * (highest - lowest);
    switch (r) {
    case GAP_OPEN:
        return highest < opens;
    case GAP_CLOSED:
        return lowest > opens;
    case GAP_IMPACTS:
        return lowest < opens && highest > opens;
    case JENKINS_STUCK:
        return half < phi;
    case JENKINS_SLIPS:
        return half > phi && specimen_slips(&d->s, phi) == 2;
    case JENKINS_SLIPS_OFTEN:
        return half > phi && specimen_slips(&d->s, phi) > 2;
    case IWAN_STUCK:
        return half < weakest(&d->iwan);
    case IWAN_MICROSLIP:
        return half > weakest(&d->iwan) && half < 0.4 * rdg_iwan_density_of(&d->iwan).phi_max;
    default:
        return half > rdg_iwan_density_of(&d->iwan).phi_max;
    }
}

static double size_of(regime r, uint64_t *seed)
{
    const bool small = r == GAP_OPEN || r == GAP_CLOSED || r == JENKINS_STUCK || r == IWAN_MICROSLIP;
    const double exponent = r == IWAN_STUCK ? specimen_between(seed, -2.5, -1.5)
                            : small         ? specimen_between(seed, -1.5, 0)
                                            : specimen_between(seed, -0.3, 0.8);
    return pow(10, exponent);
}

static drawn draw(uint64_t *seed, regime r)
{
    drawn d;
    const rdg_index basis = (rdg_index)specimen_between(seed, 0, SPECIMEN_BASES - 0.001);
    const bool needs_more = r == JENKINS_SLIPS_OFTEN && specimen_bases[basis].n < 3;
    d.s = specimen_open(&specimen_bases[needs_more ? 3 : basis]);
    add_element(&d, seed, r);
    specimen_close(&d.s);
    do {
        specimen_move(&d.s, seed, size_of(r, seed));
        if (r == GAP_OPEN ||
            r == GAP_CLOSED) { /* a constant basis has no way to leave the gap but its data */
            d.s.u[0] += d.s.basis->harmonic[0] == 0 ? random_signed(seed) : 0;
        }
        if (random_signed(seed) > 0.999) { /* these numbers do not get there */
            rdg_context_free(d.s.ctx);
            return draw(seed, r);
        }
    } while (!in_regime(&d, r));
    return d;
}

typedef enum difference_of { FORCE, JACOBIAN } difference_of;

/* Force, or Jacobian^T lambda, at z + t d. */
static void sample(const specimen *s, difference_of what, const double *lambda, const double *d, double t,
                   double *value)
{
    double u[SPECIMEN_MOST + 2], jacobian[SPECIMEN_MOST * (SPECIMEN_MOST + 2)];
    memcpy(u, s->u, sizeof u);
    for (rdg_index i = 0; i < s->m; i++) {
        u[i] += t * d[i];
    }
    if (what == FORCE) {
        specimen_force(s, u, value);
        return;
    }
    specimen_jacobian(s, u, jacobian);
    for (rdg_index j = 0; j < s->m; j++) {
        value[j] = 0;
        for (rdg_index i = 0; i < s->m; i++) {
            value[j] += lambda[i] * jacobian[i + s->m * j];
        }
    }
}

/* Derivative along d by Romberg's extrapolation of central differences with steps h, h/2, h/4, ...
 * @return the estimated error */
static double differentiate(const specimen *s, difference_of what, const double *lambda, const double *d,
                            double h, double *derivative)
{
    double table[LEVELS][LEVELS][SPECIMEN_MOST], error = 0;
    for (int k = 0; k < LEVELS; k++, h /= 2) {
        double plus[SPECIMEN_MOST], minus[SPECIMEN_MOST];
        sample(s, what, lambda, d, h, plus);
        sample(s, what, lambda, d, -h, minus);
        for (rdg_index i = 0; i < s->m; i++) {
            double factor = 1;
            table[k][0][i] = (plus[i] - minus[i]) / (2 * h);
            for (int m = 1; m <= k; m++) {
                factor *= 4;
                table[k][m][i] =
                    table[k][m - 1][i] + (table[k][m - 1][i] - table[k - 1][m - 1][i]) / (factor - 1);
            }
        }
    }
    for (rdg_index i = 0; i < s->m; i++) {
        derivative[i] = table[LEVELS - 1][LEVELS - 1][i];
        for (int k = LEVELS - 2; k < LEVELS; k++) { /* of one and of two extrapolations less */
            error = fmax(error, fabs(derivative[i] - table[k][k < LEVELS - 1 ? k : LEVELS - 2][i]));
        }
    }
    return error;
}

/* Shorten the widest step until the estimate of the error is good enough; false if it never is. */
static bool differentiable(const specimen *s, difference_of what, const double *lambda, const double *d,
                           double accuracy, double *derivative)
{
    const double size = fmin(1.0, fabs(s->u[0]) + fabs(s->u[s->m - 1]) + fabs(s->u[s->m - 2]));
    for (int shorter = 0; shorter < 6; shorter++) {
        if (differentiate(s, what, lambda, d, 0.05 * size * pow(4, -shorter), derivative) < accuracy) {
            return true;
        }
    }
    return false;
}

static void analytic(const specimen *s, difference_of what, const double *lambda, const double *d,
                     double *derivative)
{
    const rdg_index rows = what == FORCE ? s->m : s->m + 2;
    double A[(SPECIMEN_MOST + 2) * (SPECIMEN_MOST + 2)];
    if (what == FORCE) {
        specimen_jacobian(s, s->u, A);
    } else {
        specimen_hessian(s, s->u, lambda, A);
    }
    for (rdg_index i = 0; i < s->m; i++) {
        derivative[i] = 0;
        for (rdg_index j = 0; j < s->m; j++) {
            derivative[i] += A[i + rows * j] * d[j];
        }
    }
}

static void compare(difference_of what, regime r, double tolerance)
{
    uint64_t seed = 20261121 + (uint64_t)r + 17 * (uint64_t)what;
    int compared = 0, tried = 0;
    double worst = 0;
    for (; compared < STATES; tried++) {
        drawn d = draw(&seed, r);
        double direction[SPECIMEN_MOST], lambda[SPECIMEN_MOST], expected[SPECIMEN_MOST],
            actual[SPECIMEN_MOST];
        for (rdg_index i = 0; i < SPECIMEN_MOST; i++) {
            direction[i] = random_signed(&seed);
            lambda[i] = random_signed(&seed);
        }
        if (differentiable(&d.s, what, lambda, direction, 0.1 * tolerance, expected)) {
            analytic(&d.s, what, lambda, direction, actual);
            for (rdg_index i = 0; i < d.s.m; i++) {
                const double size = 1 + fabs(expected[i]);
                worst = fmax(worst, fabs(actual[i] - expected[i]) / size);
                assert_near(actual[i], expected[i], 0, tolerance * size);
            }
            compared++;
        }
        rdg_context_free(d.s.ctx);
        assert_true(tried < 3 * STATES);
    }
    print_message("%s, %s: largest error %.1e; %d of %d states too close to another regime\n",
                  what == FORCE ? "Jacobian" : "Hessian", regime_name[r], worst, tried - STATES, tried);
}

static void the_jacobian_is_the_derivative_of_the_force_in_every_regime(void **state)
{
    (void)state;
    for (int r = 0; r < REGIMES; r++) {
        compare(FORCE, (regime)r, 1e-9);
    }
}

static void the_hessian_is_the_derivative_of_the_jacobian_in_every_regime(void **state)
{
    (void)state;
    for (int r = 0; r < REGIMES; r++) {
        compare(JACOBIAN, (regime)r, 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_jacobian_is_the_derivative_of_the_force_in_every_regime),
        cmocka_unit_test(the_hessian_is_the_derivative_of_the_jacobian_in_every_regime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
