/* Functions that jump: what is emitted beside the jump solves them, and a run that goes on behind it says
 * where the curve has a gap. */
#include "plane_curve.h"

#include "fresh_context.h"

#include <math.h>
#include <string.h>

enum { SAID_SIZE = 8192 };

/* y = x^3 - x + turn |x - at|, and higher by `height` from x = at on, or around there within `width`; both of
 * any size */
typedef struct cliff {
    double at, height, width, turn, size[2];
    double most;       /* residual of a chart, of the size of y */
    double nearest[2]; /* x on both sides of the cliff */
    char said[SAID_SIZE];
} cliff;

static int cliff_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const cliff *c = data;
    const double x = u[0] / c->size[0];
    const double rise = c->width > 0.0 ? 0.5 * (1.0 + tanh((x - c->at) / c->width)) : x > c->at;
    y[0] = u[1] / c->size[1] - (x * x * x - x) - c->turn * fabs(x - c->at) - c->height * rise;
    return 0;
}

static int cliff_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const cliff *c = data;
    const double x = u[0] / c->size[0];
    const double steep = c->width > 0.0 ? 0.5 / c->width / pow(cosh((x - c->at) / c->width), 2.0) : 0.0;
    values[0] = -(3.0 * x * x - 1.0 + (x > c->at ? c->turn : -c->turn) + c->height * steep) / c->size[0];
    values[1] = 1.0 / c->size[1];
    return 0;
}

static void listen(rdg_channel channel, const char *text, void *data)
{
    cliff *c = data;
    if (channel == RDG_CHANNEL_WARNING) {
        strncat(c->said, text, SAID_SIZE - strlen(c->said) - 1);
    }
}

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    cliff *c = data;
    double y = 0.0;
    cliff_f(2, chart->u, 1, &y, c);
    c->most = fmax(c->most, fabs(y));
    const double x = chart->u[0] / c->size[0];
    c->nearest[0] = x <= c->at ? fmax(c->nearest[0], x) : c->nearest[0];
    c->nearest[1] = x > c->at ? fmin(c->nearest[1], x) : c->nearest[1];
    return false;
}

static rdg_status walk_over(rdg_context *ctx, cliff *c, bool with_df, rdg_run_summary *s)
{
    const double x = -1.5;
    const double y = x * x * x - x + c->turn * fabs(x - c->at) +
                     c->height * (c->width > 0.0 ? 0.5 * (1.0 + tanh((x - c->at) / c->width)) : x > c->at);
    c->said[0] = '\0';
    c->most = 0.0;
    c->nearest[0] = -HUGE_VAL;
    c->nearest[1] = HUGE_VAL;
    rdg_set_writer(ctx, listen, c);
    rdg_problem *p = plane_curve(ctx, cliff_f, with_df ? cliff_df : NULL, c, x * c->size[0], y * c->size[1]);
    rdg_set_typical(p, "x", c->size[0], false);
    rdg_set_typical(p, "y", c->size[1], false);
    const rdg_status status =
        rdg_continue(p, "r", RDG_RELEASE("y"), RDG_WINDOW("X", -1.6 * c->size[0], 1.6 * c->size[0]),
                     RDG_OBSERVE(look, c), RDG_SUMMARY(s), RDG_NO_FOLDER, RDG_NO_TABLE);
    rdg_problem_free(p);
    rdg_set_writer(ctx, NULL, NULL);
    return status;
}

static cliff random_cliff(uint64_t *seed)
{
    cliff c = {.at = 1.2 * random_signed(seed)};
    c.size[0] = pow(10.0, 3.0 * random_signed(seed));
    c.size[1] = pow(10.0, 3.0 * random_signed(seed));
    return c;
}

static void what_is_emitted_beside_a_jump_solves_the_functions(void **state)
{
    uint64_t seed = 31;
    int crossed = 0;
    for (int k = 0; k < 600; k++) {
        rdg_run_summary s;
        cliff c = random_cliff(&seed);
        c.height = pow(10.0, -2.5 + 2.5 * random_signed(&seed)) * (k % 2 ? 1.0 : -1.0);
        assert_ok(*state, walk_over(*state, &c, k % 3 == 0, &s));
        assert_true(c.most < 1e-8);
        crossed += isfinite(c.nearest[1]);
    }
    assert_true(crossed > 300);
}

static void gap_that_is_crossed_is_told_with_its_place(void **state)
{
    uint64_t seed = 32;
    int crossed = 0;
    for (int k = 0; k < 400; k++) {
        rdg_run_summary s;
        cliff c = random_cliff(&seed);
        c.height = pow(10.0, 0.25 + 0.25 * random_signed(&seed)) * (k % 2 ? 1.0 : -1.0);
        assert_ok(*state, walk_over(*state, &c, k % 3 == 0, &s));
        if (!isfinite(c.nearest[1])) {
            continue; /* it ends there, or turns back */
        }
        crossed++;
        if (!strstr(c.said, "the curve jumps from y = ") && !strstr(c.said, "the curve turns round")) {
            fail_msg("case %d: a jump of %g at %g is not told: %s", k, c.height, c.at, c.said);
        }
        const char *told = strstr(c.said, "y = ");
        assert_near(strtod(told + 4, NULL) / c.size[1], c.at * c.at * c.at - c.at, 0.0, 1e-3);
        assert_true(c.at - c.nearest[0] < 1e-3);
    }
    assert_true(crossed > 100);
}

/* Lower than steps are long. */
static void low_gap_that_is_crossed_is_told_once_with_its_place(void **state)
{
    uint64_t seed = 34;
    int crossed = 0;
    for (int k = 0; k < 500; k++) {
        rdg_run_summary s;
        cliff c = random_cliff(&seed);
        c.size[0] = c.size[1] = pow(10.0, 3.0 * random_signed(&seed));
        c.height = pow(10.0, -1.9 + 0.9 * random_signed(&seed)) * (k % 2 ? 1.0 : -1.0);
        assert_ok(*state, walk_over(*state, &c, k % 3 == 0, &s));
        if (!isfinite(c.nearest[1])) {
            assert_false(s.covered);
            continue;
        }
        crossed++;
        const char *told = strstr(c.said, "the curve jumps from y = ");
        if (strstr(c.said, "the curve turns round")) {
            continue;
        }
        if (!told || s.warnings != 1) {
            fail_msg("case %d: %ld warnings of a jump of %g at %g: %s", k, s.warnings, c.height, c.at,
                     c.said);
            continue;
        }
        assert_near(strtod(told + 25, NULL) / c.size[1], c.at * c.at * c.at - c.at, 0.0, 1e-4);
        const char *to = strstr(told, " to ");
        const double behind = to ? strtod(to + 4, NULL) / c.size[1] : NAN;
        assert_near(behind, c.at * c.at * c.at - c.at + c.height, 0.0, 1e-4);
    }
    assert_true(crossed > 400);
}

/* Fronts that are steep, but smooth, are followed, with hardly an exception: each that leads back adds two
 * folds. */
static void steep_front_is_no_gap_and_shows_its_folds(void **state)
{
    uint64_t seed = 35;
    int missed = 0;
    for (int k = 0; k < 200; k++) {
        rdg_run_summary s;
        cliff c = {.at = 0.4 * random_signed(&seed), .size = {1.0, 1.0}};
        c.width = pow(10.0, -3.75 + 0.75 * random_signed(&seed));
        c.height = pow(10.0, -1.2 + 0.8 * random_signed(&seed));
        if (c.height < 8.0 * c.width) {
            continue; /* it hardly leads back */
        }
        assert_ok(*state, walk_over(*state, &c, k % 3 > 0, &s));
        missed += s.folds != 4;
        if (strstr(c.said, "jumps") || !s.covered) {
            fail_msg("case %d: a front of %g at %g within %g: %s", k, c.height, c.at, c.width, c.said);
        }
    }
    assert_in_range(missed, 0, 2);
}

static void curves_and_their_kinks_are_no_gaps(void **state)
{
    uint64_t seed = 33;
    for (int k = 0; k < 400; k++) {
        rdg_run_summary s;
        cliff c = random_cliff(&seed);
        c.turn = k % 2 ? 0.6 * random_signed(&seed) : 0.0;
        assert_ok(*state, walk_over(*state, &c, k % 2 || k % 3 == 0, &s));
        if (strstr(c.said, "jumps") || !s.covered) {
            fail_msg("case %d: kink of %g at %g: %s", k, c.turn, c.at, c.said);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_emitted_beside_a_jump_solves_the_functions),
        TEST(gap_that_is_crossed_is_told_with_its_place),
        TEST(low_gap_that_is_crossed_is_told_once_with_its_place),
        TEST(steep_front_is_no_gap_and_shows_its_folds),
        TEST(curves_and_their_kinks_are_no_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
