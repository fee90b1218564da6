/* Changes of the number of unstable eigenvalues are explained by the points that are reported. */
#define _XOPEN_SOURCE 700

#include "block_field.h"

enum { CASES = 60, RANDOM_CASES = 100 };

static const double low = -1.5, high = 1.5;

static harvest run(rdg_context *ctx, rdg_problem *p, block_field *k)
{
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "equilibria", RDG_RELEASE("p"),
                                RDG_WINDOW("p", block_height(k, low), block_height(k, high)),
                                RDG_MAX_POINTS(3000), HARVEST_ONLY(&h)));
    assert_true(h.summary.covered);
    return h;
}

static bool is_regular(const harvested *c)
{
    return !*c->type || strcmp(c->type, "EP") == 0;
}

/* By how much a point may change it. */
static int change(const char *type)
{
    return strcmp(type, "HB") == 0 ? 2 : strcmp(type, "FP") == 0 || strcmp(type, "BP") == 0 ? 1 : 0;
}

/* Between neighbours in the order of the curve, the points between them explain the change. The start is the
 * first chart; those of the way back come last. */
static void assert_explained(const harvest *h, int which)
{
    for (int way = -1; way <= 1; way += 2) {
        int last = (int)harvest_mu(h, &h->chart[0], "unstable");
        int allowed = 0;
        for (size_t i = 1; i < h->count; i++) {
            const harvested *c = &h->chart[i];
            if (c->point * way < 0) {
                continue;
            }
            allowed += change(c->type);
            if (is_regular(c)) {
                const int now = (int)harvest_mu(h, c, "unstable");
                if (abs(now - last) > allowed) {
                    print_error("case %d: %d unstable eigenvalues, then %d\n", which, last, now);
                    fail();
                }
                last = now;
                allowed = 0;
            }
        }
    }
}

/* Is the number another one on both sides of a point of the curve? */
static bool changes_at(rdg_problem *p, const block_field *k, double y)
{
    const double beside = 1e-7;
    int count[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        double u[MOST + 2] = {0.0}, re[MOST + 1], im[MOST + 1];
        u[k->n] = y + (side ? beside : -beside);
        u[k->n + 1] = block_height(k, u[k->n]);
        assert_int_equal(rdg_ep_eigenvalues(p, u, re, im), RDG_OK);
        for (int i = 0; i <= k->n; i++) {
            count[side] += re[i] > 0.0;
        }
    }
    return count[0] != count[1];
}

static void every_change_is_explained_and_every_point_changes_it(void **state)
{
    uint64_t seed = 1;
    for (int i = 0; i < RANDOM_CASES; i++) {
        block_field k;
        block_random(&k, 2 + i % 5, &seed);
        rdg_problem *p = block_problem(*state, &k, -1.3);
        harvest h = run(*state, p, &k);
        assert_explained(&h, i);
        for (size_t c = 0; c < h.count; c++) {
            if (change(h.chart[c].type) > 0 && !changes_at(p, &k, h.chart[c].u[k.n])) {
                print_error("case %d: %s at %.17g changes nothing\n", i, h.chart[c].type, h.chart[c].u[k.n]);
                fail();
            }
        }
        assert_string_equal(scratch_said, "");
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void draw_pairs(block_field *k, int pairs, uint64_t *seed)
{
    block_random(k, 2 * pairs + (random_signed(seed) > 0.0), seed);
    k->pairs = pairs;
    for (int b = 0; b < pairs; b++) {
        k->rate[b] = 1.0 + 0.5 * random_signed(seed);
        k->omega[b] = 1.5 + random_signed(seed);
        k->root[b] = b == 0 ? 0.8 * random_signed(seed) : k->root[0];
    }
}

static size_t notes(const char *words)
{
    size_t count = 0;
    for (const char *at = scratch_said; (at = strstr(at, words)); at++) {
        count++;
    }
    return count;
}

static void pairs_that_cross_close_to_each_other_are_told_apart(void **state)
{
    uint64_t seed = 2;
    for (int i = 0; i < CASES; i++) {
        block_field k;
        draw_pairs(&k, 2 + i % 2, &seed);
        const double gap = pow(10.0, -5.0 + 2.5 * random_signed(&seed));
        for (int b = 1; b < k.pairs; b++) {
            k.root[b] = k.root[b - 1] + gap;
            k.rate[b] *= i % 4 == 2 && b == 1 ? -1.0 : 1.0;
        }
        rdg_problem *p = block_problem(*state, &k, -1.3);
        harvest h = run(*state, p, &k);
        if (harvest_count(&h, "HB") != (size_t)k.pairs || *scratch_said) {
            print_error("case %d, %d pairs %g apart: %zu HB: %s\n", i, k.pairs, gap, harvest_count(&h, "HB"),
                        scratch_said);
            fail();
        }
        for (int b = 0; b < k.pairs; b++) {
            assert_near(harvest_nth(&h, "HB", (size_t)b)->u[k.n], k.root[b], 0.0, 1e-10);
        }
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void pairs_that_cross_at_one_point_are_reported_there(void **state)
{
    uint64_t seed = 3;
    for (int i = 0; i < CASES; i++) {
        block_field k;
        draw_pairs(&k, 2, &seed);
        if (i % 4 == 3) { /* a fold on the same step, before or behind */
            const double fold = 0.2 + 0.05 * random_signed(&seed);
            k.g[0] = -3.0 * fold * fold;
            k.g[1] = 0.0;
            k.root[0] = k.root[1] = (i % 8 == 3 ? fold : -fold) + 0.007;
        }
        k.root[1] += i % 2 ? 1e-13 : 0.0;
        rdg_problem *p = block_problem(*state, &k, -1.3);
        harvest h = run(*state, p, &k);
        if (harvest_count(&h, "HB") != 1 || notes("changes from") != 1 || h.summary.warnings != 0) {
            print_error("case %d: %zu HB: %s\n", i, harvest_count(&h, "HB"), scratch_said);
            fail();
        }
        assert_near(harvest_nth(&h, "HB", 0)->u[k.n], k.root[0], 0.0, 1e-11);
        assert_non_null(strstr(scratch_said, "several eigenvalues cross at one point"));
        scratch_said[0] = '\0';
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* The value behind the first " at p = " or " between p = " */
static double told(const char *words)
{
    const char *at = strstr(scratch_said, words);
    return at ? strtod(at + strlen(words), NULL) : NAN;
}

static void a_kink_over_which_they_jump_is_told(void **state)
{
    uint64_t seed = 4;
    for (int i = 0; i < CASES; i++) {
        block_field k;
        draw_pairs(&k, 1 + i % 2, &seed);
        k.kink = 0.8 * random_signed(&seed);
        k.jump = 8.0; /* both pairs are stable before, and not behind */
        for (int b = 0; b < k.pairs; b++) {
            k.root[b] = k.kink + 4.0 / k.rate[b];
        }
        rdg_problem *p = block_problem(*state, &k, -1.3);
        harvest h = run(*state, p, &k);
        if (harvest_count(&h, "HB") != 0 || notes("at no special point: non-smooth point") != 1 ||
            h.summary.warnings != 0) {
            print_error("case %d: %zu HB: %s\n", i, harvest_count(&h, "HB"), scratch_said);
            fail();
        }
        assert_near(told(" at p = "), block_height(&k, k.kink), 0.0, 2e-8); /* 1e-6 of the step */
        scratch_said[0] = '\0';
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* One pair becomes unstable, and right behind two become stable at one point: by two less in all, as of a
 * single pair that becomes stable. The direction in which the first one crosses shows that there is more. */
static void two_pairs_that_cross_back_behind_another_are_found(void **state)
{
    uint64_t seed = 6;
    for (int i = 0; i < CASES; i++) {
        block_field k;
        draw_pairs(&k, 3, &seed);
        k.root[1] = k.root[2] = k.root[0] + pow(10.0, -2.5 + random_signed(&seed));
        k.rate[1] *= -1.0;
        k.rate[2] *= -1.0;
        rdg_problem *p = block_problem(*state, &k, -1.3);
        harvest h = run(*state, p, &k);
        if (harvest_count(&h, "HB") != 2 || h.summary.warnings != 0) {
            print_error("case %d: %zu HB: %s\n", i, harvest_count(&h, "HB"), scratch_said);
            fail();
        }
        assert_near(harvest_nth(&h, "HB", 0)->u[k.n], k.root[0], 0.0, 1e-10);
        assert_near(harvest_nth(&h, "HB", 1)->u[k.n], k.root[1], 0.0, 1e-10);
        assert_non_null(strstr(scratch_said, "several eigenvalues cross at one point"));
        scratch_said[0] = '\0';
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* Where the curve itself jumps no point is common to both sides. */
static void a_change_over_a_jump_of_the_curve_is_warned_of_once(void **state)
{
    uint64_t seed = 5;
    for (int i = 0; i < CASES; i++) {
        block_field k;
        draw_pairs(&k, 1, &seed);
        k.kink = 0.8 * random_signed(&seed);
        k.jump = 8.0;
        k.step = 0.1;
        k.root[0] = k.kink + 4.0 / k.rate[0];
        rdg_problem *p = block_problem(*state, &k, -1.3);
        harvest h = run(*state, p, &k);
        if (notes("warning") != 1 || notes("no special point that was found explains it") != 1) {
            print_error("case %d: %s\n", i, scratch_said);
            fail();
        }
        assert_near(told(" between p = "), block_height(&k, k.kink), 0.0, 1e-4);
        scratch_said[0] = '\0';
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void nobody_misses_branch_points_that_are_not_looked_for(void **state)
{
    block_field k = {.n = 1, .kink = INFINITY, .g = {1.0, 0.0, 0.0}};
    k.entry[0][0][1] = 1.0; /* x' = y x - x^3 */
    rdg_problem *p = block_problem(*state, &k, -1.3);
    harvest h = {0};
    assert_ok(*state, rdg_continue(p, "plain", RDG_RELEASE("p"), RDG_WINDOW("p", -1.5, 0.9),
                                   RDG_NO_BRANCH_POINTS, HARVEST_ONLY(&h)));
    for (size_t c = 0; c < h.count; c++) {
        assert_true(is_regular(&h.chart[c]));
    }
    assert_string_equal(scratch_said, "");
    harvest_clear(&h);
}

/* A pair that is critical at p1 = z; another one that is at p2 = 0.3, or the number at data, z = p2 + 0.4 -
 * z^2: two more things happen along the curve of Hopf points, at z = 0 and where z^2 - 0.4 is that number. */
static double second_pair(const double *u, const void *data)
{
    const double *critical = data;
    return u[6] - (critical ? *critical : 0.3);
}

static int two_pairs(rdg_index n, const double *u, rdg_index m, double *out, void *data)
{
    (void)n;
    (void)m;
    const double z = u[4], p1 = u[5], p2 = u[6];
    const double a = p1 - z, b = second_pair(u, data);
    out[0] = a * u[0] - 2.0 * u[1];
    out[1] = 2.0 * u[0] + a * u[1];
    out[2] = b * u[2] - 3.0 * u[3];
    out[3] = 3.0 * u[2] + b * u[3];
    out[4] = p2 + 0.4 - z * z;
    return 0;
}

static int two_pairs_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    const double a = u[5] - u[4], b = second_pair(u, data);
    values[0 + m * 0] = values[1 + m * 1] = a;
    values[0 + m * 1] = -2.0;
    values[1 + m * 0] = 2.0;
    values[2 + m * 2] = values[3 + m * 3] = b;
    values[2 + m * 3] = -3.0;
    values[3 + m * 2] = 3.0;
    for (int i = 0; i < 2; i++) {
        values[i + m * 4] = -u[i];
        values[i + m * 5] = u[i];
        values[2 + i + m * 6] = u[2 + i];
    }
    values[4 + m * 4] = -2.0 * u[4];
    values[4 + m * 6] = 1.0;
    return 0;
}

/* The curve of Hopf points from z = 1.2. */
static void follow_hopf_points(rdg_context *ctx, double *critical, harvest *h)
{
    const double z = 1.2;
    rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = 5,
                                                   .n_parameters = 2,
                                                   .parameters = (const char *const[]){"p1", "p2"},
                                                   .x = (double[]){0.0, 0.0, 0.0, 0.0, z},
                                                   .p = (double[]){z, z * z - 0.4},
                                                   .f = two_pairs,
                                                   .df = two_pairs_slope,
                                                   .data = critical});
    assert_ok(ctx, rdg_continue(p, "hopf", RDG_HOLD_AT("hopf", 0), RDG_RELEASE("p1"), RDG_RELEASE("p2"),
                                RDG_WINDOW("p1", -1.5, 1.5), HARVEST_ONLY(h)));
}

static void along_a_curve_of_hopf_points_others_are_found(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    follow_hopf_points(ctx, NULL, &h);
    assert_int_equal(harvest_count(&h, "ZH"), 1);
    assert_int_equal(harvest_count(&h, "HH"), 2);
    assert_near(harvest_nth(&h, "ZH", 0)->u[4], 0.0, 0.0, 1e-7);
    assert_near(harvest_near(&h, "HH", "p1", 1.0)->u[4], sqrt(0.7), 0.0, 1e-7);
    assert_near(harvest_near(&h, "HH", "p1", -1.0)->u[4], -sqrt(0.7), 0.0, 1e-7);
    assert_string_equal(scratch_said, "");
    harvest_clear(&h);
}

/* A zero-Hopf point between two double Hopf points at z = +-e: there the second pair is as near to the
 * boundary as -e^2, which is less than what counts as critical of a point. */
static void a_zero_hopf_point_between_double_hopf_points_is_one(void **state)
{
    rdg_context *ctx = *state;
    for (double e = 0.1; e > 5e-4; e *= 0.1) {
        double critical = e * e - 0.4;
        harvest h = {0};
        follow_hopf_points(ctx, &critical, &h);
        assert_int_equal(harvest_count(&h, "ZH"), 1);
        assert_int_equal(harvest_count(&h, "HH"), 2);
        assert_near(harvest_nth(&h, "ZH", 0)->u[4], 0.0, 0.0, 1e-7);
        assert_near(fabs(harvest_nth(&h, "HH", 0)->u[4]), e, 0.0, 0.1 * e);
        assert_near(fabs(harvest_nth(&h, "HH", 1)->u[4]), e, 0.0, 0.1 * e);
        assert_string_equal(scratch_said, "");
        rdg_problem_free(h.p);
        harvest_clear(&h);
    }
}

/* The curve of folds z = 0, p2 = -0.4, on which the first pair crosses at p1 = 0. */
static void a_pair_that_crosses_on_a_curve_of_folds_is_no_double_zero(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = 5,
                                                   .n_parameters = 2,
                                                   .parameters = (const char *const[]){"p1", "p2"},
                                                   .x = (double[]){0.0, 0.0, 0.0, 0.0, 0.0},
                                                   .p = (double[]){-0.9, -0.4},
                                                   .f = two_pairs,
                                                   .df = two_pairs_slope});
    harvest h = {0};
    assert_ok(ctx, rdg_add_fold(p, "fold", "p2", NULL));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_HOLD_AT("fold", 0), RDG_RELEASE("p1"), RDG_RELEASE("p2"),
                                RDG_WINDOW("p1", -1.0, 1.0), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "BTP"), 0);
    assert_int_equal(harvest_count(&h, "HB"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "HB", 0), "p1"), 0.0, 0.0, 1e-9);
    harvest_clear(&h);
}

/* Two pairs of multipliers (1 + rate p) exp(+- i angle), which leave the unit circle at p = 0.2. */
static int rotations(rdg_index n, const double *u, rdg_index m, double *out, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    for (int b = 0; b < 2; b++) {
        const double r = 1.0 + (b + 1.0) * (u[4] - 0.2), angle = 1.0 + b;
        out[2 * b] = r * (cos(angle) * u[2 * b] - sin(angle) * u[2 * b + 1]);
        out[2 * b + 1] = r * (sin(angle) * u[2 * b] + cos(angle) * u[2 * b + 1]);
    }
    return 0;
}

static void pairs_of_a_map_that_cross_at_one_point_are_reported_there(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_map_problem(ctx, &(rdg_ep){.n = 4,
                                                    .n_parameters = 1,
                                                    .parameters = (const char *const[]){"p"},
                                                    .p = (double[]){-0.1},
                                                    .f = rotations});
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "map", RDG_RELEASE("p"), RDG_WINDOW("p", -0.1, 0.45), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "NS"), 1);
    assert_near(harvest_nth(&h, "NS", 0)->u[4], 0.2, 0.0, 1e-9);
    assert_non_null(strstr(scratch_said, "changes from 0 to 4"));
    assert_int_equal(h.summary.warnings, 0);
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(every_change_is_explained_and_every_point_changes_it),
        SCRATCH_TEST(pairs_that_cross_close_to_each_other_are_told_apart),
        SCRATCH_TEST(pairs_that_cross_at_one_point_are_reported_there),
        SCRATCH_TEST(a_kink_over_which_they_jump_is_told),
        SCRATCH_TEST(two_pairs_that_cross_back_behind_another_are_found),
        SCRATCH_TEST(a_change_over_a_jump_of_the_curve_is_warned_of_once),
        SCRATCH_TEST(nobody_misses_branch_points_that_are_not_looked_for),
        SCRATCH_TEST(along_a_curve_of_hopf_points_others_are_found),
        SCRATCH_TEST(a_zero_hopf_point_between_double_hopf_points_is_one),
        SCRATCH_TEST(a_pair_that_crosses_on_a_curve_of_folds_is_no_double_zero),
        SCRATCH_TEST(pairs_of_a_map_that_cross_at_one_point_are_reported_there)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
