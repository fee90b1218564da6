/* Starts at levels where Newton's method finds no response from the linear one. */
#include "fresh_context.h"
#include "oscillators.h"
#include "random_response.h"

#include <stdio.h>

typedef struct way {
    double u[400];
    double last;
    rdg_index alpha;
} way;

static bool remember(rdg_problem *p, const rdg_chart *chart, void *data)
{
    way *w = data;
    memcpy(w->u, chart->u, (size_t)rdg_variable_count(p) * sizeof(double));
    w->last = chart->mu[w->alpha];
    return false;
}

/* By brute force: small steps from a level at which the response is linear. */
static bool brute_level(rdg_context *ctx, const random_response *r, double omega, double level, way *w)
{
    rdg_problem *p = rdg_hbm_problem(r->hb, RDG_AT("omega", omega), RDG_AT("alpha", 1e-3 * r->alpha));
    rdg_set_load(p, NULL, 0.0, NULL, NULL);
    w->alpha = rdg_parameter_index(p, "alpha");
    w->last = 0.0;
    rdg_continue(p, "brute", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 1e-3 * r->alpha, level),
                 RDG_DIRECTION(1), RDG_STEP(1e-3, 1e-8, 0.1), RDG_MAX_POINTS(20000), RDG_OBSERVE(remember, w),
                 RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END);
    rdg_problem_free(p);
    const bool there = rdg_error_status(ctx) == RDG_OK && fabs(w->last - level) <= 1e-9 * level;
    rdg_error_clear(ctx);
    return there;
}

static double difference(const double *a, const double *b, rdg_index n)
{
    double most = 0.0;
    double size = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        size = fmax(size, fabs(b[i]));
    }
    return most / size;
}

/* Solve with the load and without; the same as by brute force, where this gets there. */
static void random_levels_are_met_where_the_linear_response_is_no_start(void **state)
{
    rdg_context *ctx = *state;
    static way w;
    uint64_t seed = 3;
    int failed = 0;
    int helped = 0;
    for (int k = 0; k < 600; k++) {
        random_response r = random_system(ctx, &seed, (random_kind)(k % RANDOM_KINDS));
        const double omega = 0.4 + 1.1 * (1.0 + random_signed(&seed));
        const double level = r.alpha * pow(10.0, 3.0 + 3.0 * random_signed(&seed));
        rdg_problem *p = rdg_hbm_problem(r.hb, RDG_AT("omega", omega), RDG_AT("alpha", level));
        rdg_problem *plain = rdg_problem_copy(p); /* knows of no load */
        const bool easy = rdg_solve(plain) == RDG_OK;
        rdg_error_clear(ctx);
        const bool solved = rdg_solve(p) == RDG_OK;
        rdg_error_clear(ctx);
        failed += !easy;
        helped += !easy && solved;
        if (easy) {
            assert_true(solved);
            assert_true(difference(rdg_start_values(p), rdg_start_values(plain), rdg_variable_count(p)) ==
                        0.0);
        } else if (brute_level(ctx, &r, omega, level, &w)) {
            assert_true(solved);
            assert_true(difference(rdg_start_values(p), w.u, rdg_variable_count(p) - 2) < 1e-7);
        }
        rdg_problem_free(plain);
        rdg_problem_free(p);
    }
    assert_true(failed > 60);
    assert_true(helped >= failed - failed / 20); /* contacts at a million times the level of slip */
}

/* From zero, no load being known: what rdg_solve() finds is found from afar, too, and some more. */
static void from_afar_no_solution_is_lost(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    int more = 0;
    for (int k = 0; k < 200; k++) {
        random_response r = random_system(ctx, &seed, (random_kind)(k % RANDOM_KINDS));
        const double omega = 0.4 + 1.1 * (1.0 + random_signed(&seed));
        const double level = r.alpha * pow(10.0, 3.0 + 3.0 * random_signed(&seed));
        rdg_problem *p = rdg_hbm_problem(r.hb, RDG_AT("omega", omega), RDG_AT("alpha", level));
        rdg_problem *plain = rdg_problem_copy(p), *far = rdg_problem_copy(p);
        const bool near = rdg_solve(plain) == RDG_OK;
        rdg_error_clear(ctx);
        const bool found = rdg_solve_from_afar(far) == RDG_OK;
        rdg_error_clear(ctx);
        assert_true(found || !near);
        more += found && !near;
        rdg_problem_free(far);
        rdg_problem_free(plain);
        rdg_problem_free(p);
    }
    assert_true(more >= 5);
}

typedef struct reply {
    char note[2048];
} reply;

static void listen(rdg_channel channel, const char *text, void *data)
{
    reply *r = data;
    if (channel == RDG_CHANNEL_NOTE) {
        strncat(r->note, text, sizeof r->note - strlen(r->note) - 1);
    }
}

static rdg_hbm *duffing(rdg_context *ctx, double k3)
{
    return oscillator_hbm(
        ctx, &(oscillator){.c = 0.02, .k3 = k3, .n_harmonics = 4, .harmonics = (const int[]){0, 1, 2, 3}});
}

static bool see_first(rdg_problem *p, const rdg_chart *chart, void *data)
{
    way *w = data;
    if (w->last < 0.0) {
        memcpy(w->u, chart->u, (size_t)rdg_variable_count(p) * sizeof(double));
        w->last = chart->mu[w->alpha];
    }
    return false;
}

/* The level given at the problem or by the run, a curve in omega or one point: the same start. */
static void strongly_nonlinear_oscillators_start_however_the_level_is_given(void **state)
{
    static reply said;
    static way w;
    rdg_context *ctx = *state;
    uint64_t seed = 4;
    int notes = 0;
    rdg_set_writer(ctx, listen, &said);
    for (int k = 0; k < 60; k++) {
        rdg_hbm *hb = duffing(ctx, pow(10.0, 2.0 * random_signed(&seed)));
        const double omega = 0.5 + 3.0 * (1.0 + random_signed(&seed));
        const double level = pow(10.0, 1.5 + 1.5 * random_signed(&seed));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", k % 2 ? 1e-3 : level));
        *said.note = '\0';
        w = (way){.last = -1.0, .alpha = rdg_parameter_index(p, "alpha")};
        assert_ok(ctx,
                  rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_HOLD_AT("alpha", level), RDG_MAX_POINTS(3),
                               RDG_OBSERVE(see_first, &w), RDG_NO_FOLDER, RDG_NO_TABLE));
        assert_near(w.last, level, 1e-12, 0.0);
        assert_near(w.u[rdg_variable_index(p, "omega", NULL)], omega, 1e-9, 0.0);
        if (strstr(said.note, "the first correction failed at alpha = ")) {
            assert_non_null(strstr(said.note, "continued from alpha = "));
            assert_non_null(strstr(said.note, " points"));
            notes++;
        }
        rdg_problem_free(p);
    }
    rdg_set_writer(ctx, NULL, NULL);
    assert_true(notes > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_levels_are_met_where_the_linear_response_is_no_start),
        TEST(from_afar_no_solution_is_lost),
        TEST(strongly_nonlinear_oscillators_start_however_the_level_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
