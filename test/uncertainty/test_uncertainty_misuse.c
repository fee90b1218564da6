/* NULL for any pointer of the public calls of uncertainty, and NaN for numbers. */
#define _XOPEN_SOURCE 700
#define _GNU_SOURCE

#include "bounds_models.h"
#include "fresh_context.h"
#include "misuse.h"
#include "robust_pair.h"

#include <ridgewalk/bounds.h>
#include <ridgewalk/fit.h>
#include <ridgewalk/random.h>
#include <ridgewalk/statistics.h>

struct world {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_bounds_result band;
    const rdg_option *options, *fitted;
    rdg_fit_problem problem;
    rdg_fit_result fit;
    const rdg_measured_columns *columns;
    double at[1], chi2[1];
    rdg_sampling plan, plain;
    double value[2], y[4], all[12];
    rdg_estimate estimate;
    rdg_sobol_index index[1];
    rdg_robust_problem robust;
    rdg_robust_result optimum;
};

static rdg_status square(rdg_context *own, rdg_index number, const double *value, double *result, void *data)
{
    (void)own;
    (void)number;
    (void)data;
    result[0] = value[0] * value[0];
    return RDG_OK;
}

static int line(const double *p, double *residual, double *jacobian, void *data)
{
    (void)data;
    for (int i = 0; i < 2; i++) {
        residual[i] = p[0] * (1 + i) - 2.0;
        jacobian[i] = 1 + i;
    }
    return 0;
}

/* 0 is the refusal */
#define COUNT(...) told->claims = true, told->refused = (__VA_ARGS__) == 0

#define CALLS(X)                                                                                             \
    X(rdg_bounds_at, STATUS,                                                                                 \
      rdg_bounds_at(SELF(w->hb), NEEDED("A"), FINITE(0.25), FINITE(0.8), FINITE(2.6), NEEDED(&w->band)))     \
    X(rdg_bounds_list, STATUS,                                                                               \
      rdg_bounds_list(SELF(w->hb), NEEDED("band"), NEEDED("A"), NEEDED(w->options)))                         \
    X(rdg_least_squares, STATUS, rdg_least_squares(SELF(w->ctx), NEEDED(&w->problem), NEEDED(&w->fit)))      \
    X(rdg_fit_profile, STATUS,                                                                               \
      rdg_fit_profile(SELF(w->ctx), NEEDED(&w->problem), NEEDED(&w->fit), 0, 1, VECTOR(w->at, 1),            \
                      NEEDED(w->chi2), OPTIONAL(NULL)))                                                      \
    X(rdg_measured_read, POINTER,                                                                            \
      rdg_measured_read(SELF(w->ctx), NEEDED("test/data/fit_beam_jenkins.csv"), NEEDED(w->columns)))         \
    X(rdg_measured_create, POINTER, rdg_measured_create(SELF(w->ctx), 3))                                    \
    X(rdg_measured_free, VOID, rdg_measured_free(OPTIONAL(NULL)))                                            \
    X(rdg_random_unit, NUMBER, rdg_random_unit(rdg_random_bits(1, 2)))                                       \
    X(rdg_random_bits, NOTHING, rdg_random_bits(1, 2))                                                       \
    X(rdg_sampling_cases, COUNT, rdg_sampling_cases(SELF(w->ctx), NEEDED(&w->plan)))                         \
    X(rdg_sampling_values, STATUS, rdg_sampling_values(SELF(w->ctx), NEEDED(&w->plan), 1, NEEDED(w->value))) \
    X(rdg_sampling_compute, STATUS,                                                                          \
      rdg_sampling_compute(SELF(w->ctx), NEEDED(&w->plain), NEEDED(square), OPTIONAL(NULL), 1,               \
                           NEEDED(w->y)))                                                                    \
    X(rdg_sampling_resume, STATUS,                                                                           \
      rdg_sampling_resume(SELF(w->ctx), NEEDED("build/test-misuse-cases"), NEEDED(&w->plain),                \
                          NEEDED(square), OPTIONAL(NULL), 1, NEEDED(w->y)))                                  \
    X(rdg_quantile, STATUS, rdg_quantile(SELF(w->ctx), 1, NEEDED(w->y), FINITE(0.5), NEEDED(&w->estimate)))  \
    X(rdg_quantile_of, NUMBER, rdg_quantile_of(1, SELF(w->y), ANY(0.5)))                                     \
    X(rdg_sobol_indices, STATUS,                                                                             \
      rdg_sobol_indices(SELF(w->ctx), NEEDED(&w->plan), NEEDED(w->all), NEEDED(w->index)))                   \
    X(rdg_robust_optimum, STATUS, rdg_robust_optimum(SELF(w->ctx), NEEDED(&w->robust), NEEDED(&w->optimum))) \
    X(rdg_fit_list, STATUS, rdg_fit_list(SELF(w->hb), NEEDED("fit"), NEEDED(w->fitted)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void every_call_refuses_null(void **state)
{
    static const rdg_uncertain quantity = RDG_UNIFORM("x", 0.0, 1.0);
    bounds_model m;
    read_model("test/data/bounds_rand_2.csv", &m);
    world w = {.ctx = *state,
               .problem = {.n = 1, .parameter = {{"a", 0.5, 4.0, 2.0}}, .m = 2, .function = line},
               .columns = RDG_MEASURED(.amplitude = "u_m"),
               .plan = {.samples = 4, .indices = true, .n = 1, .quantity = &quantity},
               .plain = {.samples = 4, .n = 1, .quantity = &quantity},
               .all = {1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 0.0, 1.0, 0.0, 3.0, 1.0, 8.0},
               .at = {1.0}};
    w.hb = rdg_hbm_create(build_model(w.ctx, &m), RDG_HARMONICS(0, 1));
    assert_ok(w.ctx, rdg_least_squares(w.ctx, &w.problem, &w.fit));
    long models = 0;
    w.robust = problem_of(&models);
    w.robust.design[0] = 2.0;
    w.robust.scans = 2;
    w.robust.accuracy = 1.0;
    rdg_measured *points = rdg_measured_create(w.ctx, 1);
    points->value[RDG_MEASURED_LEVEL][0] = 0.25;
    points->value[RDG_MEASURED_FREQUENCY][0] = 0.2;
    points->value[RDG_MEASURED_AMPLITUDE][0] = 0.5;
    points->error[RDG_MEASURED_AMPLITUDE][0] = 0.1;
    w.options = RDG_OPTIONS(RDG_HOLD_AT("alpha", 0.25), RDG_WINDOW("omega", 0.8, 2.6));
    w.fitted = RDG_OPTIONS(RDG_FIT_RESPONSE(points, "A"), RDG_FIT("c0.kt", 0.5, 3.0), RDG_IN_MEMORY);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_call_refuses_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
