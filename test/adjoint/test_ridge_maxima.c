/* Of random systems with contacts, gaps and cubic springs: what a ridge says of its labelled points is so.
 * The response beside them is solved for anew, in no more than the frequency, or along the curve where that
 * turns back in the frequency. */
#define _XOPEN_SOURCE 700

#include "backbones.h"
#include "random_response.h"

enum { LEVELS = 8, SYSTEMS = 16 };

/* Of the sensor, relatively, at omega (1 - h) and (1 + h); false: the branch of the point is not met there.
 */
static bool differences(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row, double h,
                        double answer[2])
{
    bool met = true;
    for (int side = 0; side < 2 && met; side++) {
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", b->omega[row]), RDG_AT("alpha", b->alpha[row]));
        double *u = rdg_start_values(p); /* Q comes first */
        double beside = 0.0;
        assert_ok(ctx, rdg_set_load(p, NULL, 0.0, NULL, NULL));
        assert_ok(ctx,
                  rdg_run_solution(b->run, rdg_run_label(b->run, row), "Q", rdg_hbm_unknowns(hb), u, NULL));
        u[rdg_variable_index(p, "omega", NULL)] *= side ? 1.0 + h : 1.0 - h;
        met = rdg_solve(p) == RDG_OK;
        rdg_error_clear(ctx);
        assert_ok(ctx, rdg_parameter_value(p, "Am", u, &beside));
        answer[side] = beside / b->Am[row] - 1.0;
        met = met && fabs(answer[side]) < 1e-2;
        rdg_problem_free(p);
    }
    return met;
}

/* The sensor at the first chart on either side. */
static bool take_first(rdg_problem *p, const rdg_chart *chart, void *data)
{
    double *answer = data;
    if (chart->point != 0) {
        answer[chart->point > 0] = chart->mu[rdg_parameter_index(p, "Am")];
    }
    return false;
}

/* The same along the curve, the arclength h on either side. */
static bool differences_along(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row, double h,
                              double answer[2])
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", b->omega[row]), RDG_AT("alpha", b->alpha[row]));
    answer[0] = answer[1] = NAN;
    assert_ok(ctx, rdg_set_load(p, NULL, 0.0, NULL, NULL));
    assert_ok(ctx, rdg_run_solution(b->run, rdg_run_label(b->run, row), "Q", rdg_hbm_unknowns(hb),
                                    rdg_start_values(p), NULL));
    rdg_continue(p, "aside", RDG_RELEASE("omega"), RDG_STEP(h, h, h), RDG_TOLERANCE(1e-12, 1e-13),
                 RDG_OBSERVE(take_first, answer), RDG_MAX_POINTS(1), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS,
                 RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END);
    rdg_error_clear(ctx);
    for (int side = 0; side < 2; side++) {
        answer[side] = answer[side] / b->Am[row] - 1.0;
    }
    rdg_problem_free(p);
    return isfinite(answer[0]) && isfinite(answer[1]);
}

static bool is_met(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row, double near[2],
                   double far[2])
{
    if (differences(ctx, hb, b, row, 1e-6, near) && differences(ctx, hb, b, row, 1e-5, far)) {
        return true;
    }
    return differences_along(ctx, hb, b, row, 1e-6, near) && differences_along(ctx, hb, b, row, 1e-5, far);
}

/* The maximum vanishes at that level, where no step converges. */
static bool is_at_mx(const backbone *b, rdg_index row)
{
    const rdg_index from = row;
    while (row < b->rows && strcmp(rdg_run_type(b->run, row), "MX") != 0) {
        row++;
    }
    return row < b->rows && fabs(b->alpha[row] / b->alpha[from] - 1.0) < 1e-9;
}

typedef struct tally {
    int maxima, ends, vanishing, none;
} tally;

static void check_row(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row, bool is_top,
                      tally *count)
{
    static const char *const ends[] = {"SLIP", "CE", "FK"};
    const char *type = rdg_run_type(b->run, row);
    double near[2], far[2];
    bool is_end = false;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        is_end = is_end || strcmp(type, ends[k]) == 0;
    }
    if (strcmp(type, "FP") ==
        0) { /* where parts of the response meet it is singular, and has two sides more */
        count->vanishing++;
        return;
    }
    assert_true(is_met(ctx, hb, b, row, near, far)); /* the sensor beside it is known */
    const double nearest = fmax(near[0], near[1]), next = fmax(far[0], far[1]);
    if (!is_top && !is_end) {
        assert_true(is_at_mx(b, row) && next > 0.0);
        count->none++;
    } else if (is_at_mx(b, row)) {
        count->vanishing++; /* what it meets may be closer by than the differences */
    } else if (is_top) {
        assert_true(nearest < 1e-11 && next < 1e-9);
        count->maxima++;
    } else { /* it grows on one side, and not for the least of digits */
        assert_true(nearest > 0.0 && next > 1e-11);
        count->ends++;
    }
}

static void check(uint64_t *seed, random_kind kind, tally *count)
{
    void *state = NULL;
    double level[LEVELS];
    scratch_setup(&state);
    rdg_context *ctx = state;
    const random_response r = random_system(ctx, seed, kind);
    for (int k = 0; k < LEVELS; k++) {
        level[k] = 0.02 * pow(100.0, (k + 0.5) / LEVELS);
    }
    rdg_problem *p = rdg_hbm_problem(r.hb, RDG_AT("omega", r.low), RDG_AT("alpha", 0.02));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", r.low, r.high),
                                RDG_LABEL_EVERY(1), RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(r.hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.02, 2.0),
                             RDG_UZ_LIST("alpha", LEVELS, level), RDG_NO_TABLE));
    assert_int_equal(rdg_shortfalls(ctx), 0);
    const backbone b = backbone_open(ctx, "ridge");
    const double *local = rdg_run_column(b.run, "local_max");
    assert_null(strstr(scratch_said, "are no local maxima"));
    for (rdg_index row = 0; row < b.rows; row++) {
        assert_true(row == 0 || b.alpha[row] >= b.alpha[row - 1] * (1.0 - 1e-10));
        if (rdg_run_label(b.run, row) > 0) {
            check_row(ctx, r.hb, &b, row, local[row] == 1.0, count);
        }
    }
    for (int k = 0; k < LEVELS; k++) {
        backbone_row(&b, level[k]);
    }
    rdg_run_free(b.run);
    scratch_teardown(&state);
}

static void what_a_ridge_says_of_its_points_is_so(void **state)
{
    uint64_t seed = 2024;
    tally count = {0};
    (void)state;
    for (int k = 0; k < SYSTEMS; k++) {
        check(&seed, k % 4 == 0 ? ALL_SORTS : k % 4 == 1 ? RUBBING : k % 4 == 2 ? SLIDING : STOPPED, &count);
    }
    print_message("%d maxima, %d ends of maxima, %d about to vanish, %d that are none\n", count.maxima,
                  count.ends, count.vanishing, count.none);
    assert_true(count.maxima > 200 && count.ends > 5 && count.vanishing <= count.maxima / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_ridge_says_of_its_points_is_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
