/* Changes of regime at which the stiffness jumps: the onset of slip of a stuck contact, and new slip phases
 * within stick phases. Derivatives of the margin and of the jump against differences, and the jump against
 * the stiffness on both sides. */
#include "random_contact.h"

enum { STATES = 400 };

typedef struct margin_at {
    double value, gradient[RANDOM_MAX_N], hessian[RANDOM_MAX_N * RANDOM_MAX_N];
    double jump[RANDOM_MAX_N], jump_slope[RANDOM_MAX_N];
} margin_at;

static bool ask(const random_contact *c, const double *z, const double *lambda, margin_at *m)
{
    rdg_element_margin answer = {.gradient = m->gradient,
                                 .hessian = m->hessian,
                                 .jump = m->jump,
                                 .lambda = lambda,
                                 .jump_slope = m->jump_slope};
    const int status = rdg_contact_margin(c->element, z, &answer);
    m->value = answer.value;
    return status == 0;
}

static double dot(rdg_index n, const double *a, const double *b)
{
    double sum = 0;
    for (rdg_index i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* From c->z to where the margin is `target`, along its gradient; false if that leads elsewhere. */
static bool go_to(const random_contact *c, double target, double *z)
{
    static margin_at m;
    double lambda[RANDOM_MAX_N] = {0};
    memcpy(z, c->z, sizeof *z * (size_t)c->N);
    for (int i = 0; i < 30; i++) {
        if (!ask(c, z, lambda, &m)) {
            return false;
        }
        const double step = (m.value - target) / dot(c->N, m.gradient, m.gradient);
        for (rdg_index j = 0; j < c->N; j++) {
            z[j] -= step * m.gradient[j];
        }
    }
    return ask(c, z, lambda, &m) && fabs(m.value - target) < 1e-13;
}

/* Largest errors of gradient, Hessian and the jump's slope along a random direction; false: there is a kink.
 */
static bool errors(const random_contact *c, const double *z, uint64_t *seed, double error[3])
{
    static margin_at here, side[4];
    static const double step[4] = {2e-5, -2e-5, 1e-5, -1e-5};
    double d[RANDOM_MAX_N], lambda[RANDOM_MAX_N], to[RANDOM_MAX_N];
    const rdg_index N = c->N;
    double size = 0;
    for (rdg_index j = 0; j < N; j++) {
        d[j] = random_signed(seed) / 3;
        lambda[j] = random_signed(seed);
    }
    if (!ask(c, z, lambda, &here)) {
        return false;
    }
    for (int s = 0; s < 4; s++) {
        for (rdg_index j = 0; j < N; j++) {
            to[j] = z[j] + step[s] * d[j];
        }
        if (!ask(c, to, lambda, &side[s])) {
            return false;
        }
        for (rdg_index j = 0; j < N; j++) { /* another extremum has taken over */
            size = fmax(size, fabs(here.hessian[j + N * j]));
            if (fabs(side[s].gradient[j] - here.gradient[j]) > 1e-4 * (10 + size)) {
                return false;
            }
        }
    }
#define DIFFERENCE(what)                                                                                     \
    ((4 * (side[2].what - side[3].what) / 2e-5 - (side[0].what - side[1].what) / 4e-5) / 3)
    error[0] = fabs(dot(N, here.gradient, d) - DIFFERENCE(value));
    error[1] = 0;
    for (rdg_index i = 0; i < N; i++) {
        double product = 0;
        for (rdg_index j = 0; j < N; j++) {
            product += here.hessian[i + N * j] * d[j];
            error[1] = fmax(error[1], fabs(here.hessian[i + N * j] - here.hessian[j + N * i]) / (1 + size));
        }
        error[1] = fmax(error[1], fabs(product - DIFFERENCE(gradient[i])) / (1 + size));
    }
    for (int s = 0; s < 4; s++) {
        side[s].value = dot(N, lambda, side[s].jump);
    }
    error[2] = fabs(dot(N, here.jump_slope, d) - DIFFERENCE(value)) / (1 + fabs(dot(N, here.jump_slope, d)));
#undef DIFFERENCE
    return true;
}

static void stiffness_at(const random_contact *c, const double *z, bool hold, double *K)
{
    rdg_element_result result = {.jacobian = K};
    rdg_contact_hold_stuck(c->element, hold);
    assert_int_equal(rdg_contact_evaluate(c->element, z, &result), 0);
    rdg_contact_hold_stuck(c->element, false);
}

/* The stiffness behind the onset, less the one that goes on smoothly, is jump gradient^T. */
static double jump_error(const random_contact *c)
{
    static margin_at m;
    static double slips[RANDOM_MAX_N * (RANDOM_MAX_N + 1)], sticks[RANDOM_MAX_N * (RANDOM_MAX_N + 1)];
    double z[RANDOM_MAX_N], lambda[RANDOM_MAX_N] = {0}, worst = 0;
    if (!go_to(c, -1e-10, z) || !ask(c, z, lambda, &m)) {
        return NAN;
    }
    stiffness_at(c, z, false, slips);
    stiffness_at(c, z, true, sticks);
    for (rdg_index j = 0; j < c->N; j++) {
        for (rdg_index i = 0; i < c->N; i++) {
            const double jump = slips[i + c->N * j] - sticks[i + c->N * j];
            worst = fmax(worst, fabs(jump - m.jump[i] * m.gradient[j]));
        }
    }
    return worst;
}

typedef struct tally {
    double error[4];
    int smooth, jumps;
} tally;

static void check(const random_contact *c, uint64_t *seed, tally *t)
{
    double error[3], z[RANDOM_MAX_N];
    /* close to the change of regime, where it is used: farther off, other ones interfere */
    if (go_to(c, 1e-3 * random_signed(seed), z) && errors(c, z, seed, error)) {
        for (int k = 0; k < 3; k++) {
            t->error[k] = fmax(t->error[k], error[k]);
        }
        t->smooth++;
    }
    const double jump = jump_error(c);
    if (!isnan(jump)) {
        t->error[3] = fmax(t->error[3], jump);
        t->jumps++;
    }
    if (go_to(c, 1e-3, z)) { /* nothing to leave out */
        static double law[RANDOM_MAX_N * (RANDOM_MAX_N + 1)], held[RANDOM_MAX_N * (RANDOM_MAX_N + 1)];
        stiffness_at(c, z, false, law);
        stiffness_at(c, z, true, held);
        for (rdg_index i = 0; i < c->N * c->N; i++) {
            assert_near(held[i], law[i], 1e-13, 1e-13);
        }
    }
}

static void report(const char *what, const tally *t)
{
    print_message("%s: gradient %.1e, Hessian %.1e, jump's slope %.1e at %d states; jump %.1e at %d\n", what,
                  t->error[0], t->error[1], t->error[2], t->smooth, t->error[3], t->jumps);
    assert_true(t->error[0] < 1e-8);
    assert_true(t->error[1] < 1e-6);
    assert_true(t->error[2] < 1e-6);
    assert_true(t->error[3] < 2e-3); /* it is approached like the root of 1e-10 */
}

static void onset_of_slip_has_exact_derivatives_and_the_jump_it_claims(void **state)
{
    (void)state;
    uint64_t seed = 5;
    tally t = {.smooth = 0};
    for (int i = 0; i < STATES; i++) {
        random_contact c;
        draw_contact(&c, &seed, REGIME_STICK);
        check(&c, &seed, &t);
        rdg_context_free(c.ctx);
    }
    report("onset", &t);
    assert_true(t.smooth > STATES / 2 && t.jumps > STATES / 2);
}

static void new_slip_phases_have_exact_derivatives_and_the_jump_they_claim(void **state)
{
    (void)state;
    uint64_t seed = 6;
    tally t = {.smooth = 0};
    for (int i = 0; i < 4 * STATES; i++) {
        random_contact c;
        draw_contact(&c, &seed, (random_regime)(REGIME_SLIP_CONSTANT_LOAD + i % 4));
        assert_int_equal(rdg_contact_focus(c.element, c.z), 0);
        static margin_at m;
        double lambda[RANDOM_MAX_N] = {0};
        if (ask(&c, c.z, lambda, &m) && fabs(m.value) < 0.3) {
            check(&c, &seed, &t);
        }
        rdg_context_free(c.ctx);
    }
    report("new slip phase", &t);
    assert_true(t.smooth > STATES / 4 && t.jumps > STATES / 4);
}

/* lambda . jump, and its slope along a direction, if the margin is below zero. */
static bool jump_along(random_contact *c, const double *z, const double *lambda, const double *direction,
                       double *jump, double *slope)
{
    static double j[RANDOM_MAX_N], s[RANDOM_MAX_N];
    rdg_element_margin m = {.jump = j, .lambda = lambda, .jump_slope = s};
    if (rdg_contact_margin(c->element, z, &m) != 0 || m.value >= 0.0) {
        return false;
    }
    *jump = *slope = 0.0;
    for (rdg_index i = 0; i < c->N; i++) {
        *jump += lambda[i] * j[i];
        *slope += s[i] * direction[i];
    }
    return true;
}

/* Without the new slip phase, which is there already, the stick phase may last to where the signal turns
 * round above the memory: it ends at this extremum, and moves with it. */
static void jumps_have_exact_slopes_beyond_the_onset_of_a_new_slip_phase(void **state)
{
    (void)state;
    uint64_t seed = 77;
    const double h = 1e-5;
    int compared = 0, wrong = 0;
    for (int i = 0; i < 4 * STATES; i++) {
        random_contact c;
        draw_contact(&c, &seed, (random_regime)(REGIME_SLIP_CONSTANT_LOAD + i % 4));
        assert_int_equal(rdg_contact_focus(c.element, c.z), 0);
        double lambda[RANDOM_MAX_N], direction[RANDOM_MAX_N], z[RANDOM_MAX_N], jump[3], slope[3];
        bool below = true;
        for (rdg_index k = 0; k < c.N; k++) {
            lambda[k] = random_signed(&seed);
            direction[k] = random_signed(&seed);
            c.z[k] += 0.1 * random_signed(&seed);
        }
        for (int place = 0; below && place < 3; place++) {
            for (rdg_index k = 0; k < c.N; k++) {
                z[k] = c.z[k] + (place - 1) * h * direction[k];
            }
            below = jump_along(&c, z, lambda, direction, &jump[place], &slope[place]);
        }
        if (below) {
            const double difference = (jump[2] - jump[0]) / (2.0 * h);
            assert_true(isfinite(slope[1]));
            compared++;
            wrong += fabs(slope[1] - difference) > 1e-3 * (1.0 + fabs(difference));
        }
        rdg_context_free(c.ctx);
    }
    print_message("jumps beyond the onset: %d slopes, %d next to a kink\n", compared, wrong);
    assert_true(compared > STATES && wrong <= compared / 500);
}

static void without_a_focus_the_margin_is_that_of_the_whole_contact(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < STATES; i++) {
        random_contact c;
        rdg_element_margin before = {0}, after = {0};
        draw_contact(&c, &seed, REGIME_SLIP_VARIABLE_LOAD);
        assert_int_equal(rdg_contact_margin(c.element, c.z, &before), 0);
        assert_int_equal(rdg_contact_focus(c.element, c.z), 0);
        assert_int_equal(rdg_contact_focus(c.element, NULL), 0);
        assert_int_equal(rdg_contact_margin(c.element, c.z, &after), 0);
        assert_near(after.value, before.value, 0, 0);
        rdg_context_free(c.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(onset_of_slip_has_exact_derivatives_and_the_jump_it_claims),
        cmocka_unit_test(new_slip_phases_have_exact_derivatives_and_the_jump_they_claim),
        cmocka_unit_test(jumps_have_exact_slopes_beyond_the_onset_of_a_new_slip_phase),
        cmocka_unit_test(without_a_focus_the_margin_is_that_of_the_whole_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
