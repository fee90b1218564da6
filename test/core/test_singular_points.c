/* Singular points that are no branch points: one curve goes through, or turns round in a cusp. */
#include "harvest.h"
#include "problems.h"
#include "toolbox.h"

#include <string.h>

/* sign(x) |x|^p = sign(l) |l|^q, signs where the power is odd, in rotated and scaled variables (x, l). */
typedef struct powers {
    int p, q;
    double angle, size[2], factor;
} powers;

static double power(double x, int p)
{
    double product = 1.0;
    for (int i = 0; i < p; i++) {
        product *= x;
    }
    return product;
}

static int powers_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const powers *c = data;
    const double a = u[0] / c->size[0], b = u[1] / c->size[1];
    const double x = cos(c->angle) * a + sin(c->angle) * b;
    const double l = -sin(c->angle) * a + cos(c->angle) * b;
    y[0] = c->factor * (power(x, c->p) - power(l, c->q));
    return 0;
}

static powers random_powers(int p, int q, uint64_t *seed)
{
    return (powers){.p = p,
                    .q = q,
                    .angle = 3.0 * random_signed(seed),
                    .size = {pow(10.0, 3.0 * random_signed(seed)), pow(10.0, 3.0 * random_signed(seed))},
                    .factor = pow(10.0, 3.0 * random_signed(seed))};
}

typedef struct listener {
    char text[4096];
} listener;

static void listen(rdg_channel channel, const char *text, void *data)
{
    listener *l = data;
    if (channel == RDG_CHANNEL_WARNING || channel == RDG_CHANNEL_NOTE) {
        strncat(l->text, text, sizeof l->text - strlen(l->text) - 1);
    }
}

/* From x = s^q, l = s^p. */
static void follow(rdg_context *ctx, powers *c, double s, double h_max, harvest *h)
{
    const double x = power(s, c->q), l = power(s, c->p);
    const double a = (cos(c->angle) * x - sin(c->angle) * l) * c->size[0];
    const double b = (sin(c->angle) * x + cos(c->angle) * l) * c->size[1];
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "a", 1, &a);
    rdg_add_variables(p, "b", 1, &b);
    rdg_set_typical(p, "a", c->size[0], false);
    rdg_set_typical(p, "b", c->size[1], false);
    const rdg_function f = {.name = "f", .n = 2, .m = 1, .f = powers_f, .by_differences = true, .data = c};
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "a", "a", 0);
    rdg_add_parameter(p, "b", "b", 0);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("b"), RDG_RELEASE("a"),
                                RDG_WINDOW("a", -1.5 * c->size[0], 1.5 * c->size[0]),
                                RDG_WINDOW("b", -1.5 * c->size[1], 1.5 * c->size[1]),
                                RDG_STEP(0.05, 1e-6, h_max), HARVEST_ONLY(h)));
    rdg_problem_free(p);
}

/* Seven of 300 runs step over the tip, where rounding hides it, before they end: these tell of the change of
 * sign as well. */
static void a_cusp_ends_the_curve_with_one_message_and_is_no_branch_point(void **state)
{
    int twice = 0;
    const int kind[][2] = {{3, 2}, {2, 3}, {5, 2}, {2, 5}, {7, 2}, {5, 4}, {4, 5}};
    uint64_t seed = 3;
    for (int k = 0; k < 300; k++) {
        powers c = random_powers(kind[k % 7][0], kind[k % 7][1], &seed);
        listener l = {.text = ""};
        harvest h = {0};
        rdg_set_writer(*state, listen, &l);
        const double s = 0.65 + 0.2 * random_signed(&seed);
        follow(*state, &c, k % 2 == 0 ? s : -s, 0.15 + 0.1 * random_signed(&seed), &h);
        /* where rounding hides the higher power the tip has no place */
        const double power = kind[k % 7][0] > kind[k % 7][1] ? kind[k % 7][0] : kind[k % 7][1];
        const double hidden = fmax(2.5e-3, pow(1e-16, 1.0 / power));
        assert_int_equal(h.summary.branch_points, 0);
        assert_in_range(h.summary.warnings, 1, 2);
        twice += h.summary.warnings == 2;
        assert_int_equal(harvest_count(&h, "MX"), 1);
        assert_false(h.summary.covered);
        assert_non_null(strstr(l.text, "a singular point at b = "));
        const harvested *end = harvest_nth(&h, "MX", 0);
        assert_near(end->u[0] / c.size[0], 0.0, 0, hidden);
        assert_near(end->u[1] / c.size[1], 0.0, 0, hidden);
        rdg_set_writer(*state, NULL, NULL);
        harvest_clear(&h);
    }
    assert_in_range(twice, 0, 8);
}

static void a_curve_goes_on_through_a_singular_point_that_is_no_cusp(void **state)
{
    const int kind[][2] = {{3, 4}, {4, 3}, {5, 3}, {3, 5}, {3, 3}};
    uint64_t seed = 4;
    int through = 0;
    for (int k = 0; k < 300; k++) {
        powers c = random_powers(kind[k % 5][0], kind[k % 5][1], &seed);
        harvest h = {0};
        follow(*state, &c, 0.65 + 0.2 * random_signed(&seed), 0.15 + 0.1 * random_signed(&seed), &h);
        assert_int_equal(h.summary.branch_points, 0);
        through += h.summary.covered;
        assert_true(h.summary.covered || (h.summary.warnings > 0 && harvest_count(&h, "MX") == 1));
        harvest_clear(&h);
    }
    assert_true(through >= 270); /* 274 to 289 of other seeds: next to it functions are lost in rounding */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_cusp_ends_the_curve_with_one_message_and_is_no_branch_point),
        TEST(a_curve_goes_on_through_a_singular_point_that_is_no_cusp),
    };
    return cmocka_run_group_tests_name("core: singular points that are no branch points", tests, NULL, NULL);
}
