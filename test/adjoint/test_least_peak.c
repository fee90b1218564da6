/* The search for the least greatest peak: its step against random other ones, derivatives of peaks against
 * differences, and how few peak sets it takes. */
#define _XOPEN_SOURCE 700

#include "friction_absorber.h"
#include "minimax_cases.h"

#include "../../toolboxes/adjoint/design/least_peak_impl.h"

/* --- the step */

static double random_in(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (random_signed(seed) + 1.0) * (high - low);
}

/* B = A A^T + I/100 */
static void random_program(uint64_t *seed, rdg_least_model *model, rdg_least_step *step)
{
    const rdg_index m = 1 + (rdg_index)random_in(seed, 0.0, 4.999);
    double A[RDG_LEAST_NUMBERS][RDG_LEAST_NUMBERS];
    memset(model, 0, sizeof *model);
    memset(step, 0, sizeof *step);
    step->m = m;
    model->n = 1 + (rdg_index)random_in(seed, 0.0, 7.999);
    for (rdg_index j = 0; j < m; j++) {
        step->low[j] = -random_in(seed, 0.0, 1.0) * (random_signed(seed) > -0.8);
        step->high[j] = random_in(seed, 0.01, 1.0);
        for (rdg_index k = 0; k < m; k++) {
            A[j][k] = random_signed(seed);
        }
    }
    for (rdg_index j = 0; j < m; j++) {
        for (rdg_index k = 0; k < m; k++) {
            step->B[j + m * k] = j == k ? 0.01 : 0.0;
            for (rdg_index l = 0; l < m; l++) {
                step->B[j + m * k] += A[j][l] * A[k][l];
            }
        }
    }
    for (rdg_index i = 0; i < model->n; i++) {
        model->a[i] = i == 0 ? 0.0 : random_in(seed, -1.0, 0.0);
        for (rdg_index j = 0; j < m; j++) {
            model->g[i][j] = 2.0 * random_signed(seed);
        }
    }
}

static double value_at(const rdg_least_model *model, const rdg_least_step *step, const double *d)
{
    double most = -INFINITY, bend = 0.0;
    for (rdg_index i = 0; i < model->n; i++) {
        double a = model->a[i];
        for (rdg_index j = 0; j < step->m; j++) {
            a += model->g[i][j] * d[j];
        }
        most = fmax(most, a);
    }
    for (rdg_index j = 0; j < step->m; j++) {
        for (rdg_index k = 0; k < step->m; k++) {
            bend += 0.5 * step->B[j + step->m * k] * d[j] * d[k];
        }
    }
    return most + bend;
}

/* No other step in the box, near or far, is better; weights sum to 1. */
static void the_step_is_a_minimum(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int program = 0; program < 400; program++) {
        rdg_least_model model;
        rdg_least_step step;
        random_program(&seed, &model, &step);
        rdg_least_solve(&model, &step);
        const double best = value_at(&model, &step, step.d);
        double sum = 0.0;
        for (rdg_index i = 0; i < model.n; i++) {
            sum += step.theta[i];
        }
        assert_near(sum, 1.0, 1e-6, 0.0);
        for (int trial = 0; trial < 100; trial++) {
            const double far = pow(10.0, -(trial % 6));
            double d[RDG_LEAST_NUMBERS];
            for (rdg_index j = 0; j < step.m; j++) {
                assert_true(step.d[j] >= step.low[j] - 1e-12 && step.d[j] <= step.high[j] + 1e-12);
                d[j] = fmin(fmax(step.d[j] + far * random_signed(&seed), step.low[j]), step.high[j]);
            }
            assert_true(value_at(&model, &step, d) >= best - 1e-12);
        }
    }
}

/* --- the peaks and their derivatives */

static rdg_least_search search_of(rdg_context *ctx, rdg_hbm *hb, double preload, double k)
{
    const rdg_least_search s = {
        .ctx = ctx,
        .m = 2,
        .name = {"pad.preload", "spring.k"},
        .low = {0.01, 0.01},
        .high = {1.0, 0.1},
        .value = {preload, k},
        .alpha = 1.0,
        .response = rdg_peak_response_create(
            hb, "Am", 0.5, 1.8, RDG_AT_LIST(RDG_AT("pad.preload", preload), RDG_AT("spring.k", k)))};
    return s;
}

/* Gradients against differences of heights, Hessians against those of gradients, of all peaks; the peaks
 * followed to other values are those of the set there. */
static void derivatives_are_those_of_the_peaks(void **state)
{
    rdg_context *ctx = *state;
    rdg_least_search s = search_of(ctx, friction_absorber(ctx), 0.15, 0.042);
    const double h = 1e-3;
    assert_ok(ctx, rdg_least_look(&s, s.value, &s.at));
    assert_int_equal(s.at.n, 2);
    for (rdg_index i = 0; i < 2; i++) {
        assert_ok(ctx, rdg_least_bend(&s, &s.at, i));
    }
    for (rdg_index j = 0; j < 2; j++) {
        rdg_least_model side[2] = {{.set = NULL}, {.set = NULL}}, followed;
        for (int up = 0; up < 2; up++) {
            double value[] = {s.value[0], s.value[1]};
            value[j] *= exp(up ? h : -h);
            assert_ok(ctx, rdg_least_look(&s, value, &side[up]));
            assert_int_equal(side[up].n, 2);
            assert_true(rdg_least_follow(&s, (const double[]){1.0, 1.0}, value, &followed));
            for (rdg_index i = 0; i < 2; i++) {
                assert_near(followed.peak[i]->amplitude, side[up].peak[i]->amplitude, 1e-12, 0.0);
            }
            rdg_least_forget(&followed);
        }
        for (rdg_index i = 0; i < 2; i++) {
            const double rise = log(side[1].peak[i]->amplitude / side[0].peak[i]->amplitude) / (2.0 * h);
            assert_near(rise, s.at.g[i][j], 1e-4, 1e-5);
            for (rdg_index k = 0; k < 2; k++) {
                assert_near((side[1].g[i][k] - side[0].g[i][k]) / (2.0 * h), s.at.H[i][k + 2 * j], 1e-3,
                            1e-4);
            }
        }
        rdg_least_forget(&side[0]);
        rdg_least_forget(&side[1]);
    }
    rdg_least_forget(&s.at);
    rdg_peak_response_free(s.response);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_step_is_a_minimum),
                                       IN_SCRATCH(derivatives_are_those_of_the_peaks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
