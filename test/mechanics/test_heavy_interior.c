/* A light mass kept on a heavy interior: the dynamic stiffness is right, or a warning states its error. */
#define _XOPEN_SOURCE 700
#include "scratch.h"

#include <ridgewalk/condensation.h>
#include <ridgewalk/ridgewalk.h>

#include <complex.h>
#include <math.h>

/* 1 g on a spring of 1e3 N/m over a foundation of ratio g, which a spring of `ground` N/m holds. */
typedef struct pair {
    double m, M, k, ground, c;
} pair;

static rdg_structure *structure_of(rdg_context *ctx, const pair *p)
{
    return rdg_structure_create(ctx, "pair", 2, (double[]){p->m, 0, 0, p->M},
                                (double[]){p->c, -p->c, -p->c, p->c},
                                (double[]){p->k, -p->k, -p->k, p->k + p->ground});
}

/* Relative error of the condensed stiffness at w against k - w^2 m - k^2 / (k + ground - w^2 M). */
static double error_of(rdg_condensation *d, const pair *p, double w)
{
    double D[2];
    assert_int_equal(rdg_condensation_evaluate(d, 1, w, D, NULL, NULL), 0);
    const long double complex z = p->k + I * (long double)(w * p->c);
    const long double complex inner =
        p->k + p->ground - (long double)w * w * p->M + I * (long double)(w * p->c);
    const long double complex right = z - (long double)w * w * p->m - z * z / inner;
    return (double)(cabsl(D[0] + I * (long double)D[1] - right) / cabsl(right));
}

static void an_error_of_rounding_comes_with_a_warning(void **state)
{
    for (double ratio = 1e2; ratio < 1e13; ratio *= 10) {
        for (int method = RDG_INTERIOR_MODAL; method <= RDG_INTERIOR_SPARSE; method++) {
            for (int soft = 0; soft < 2; soft++) {
                const pair p = {1e-3, 1e-3 * ratio, 1e3, soft ? 1e-3 : 1,
                                method > RDG_INTERIOR_MODAL ? 1e-3 : 0};
                rdg_condensation *d = rdg_condensation_create_with(
                    structure_of(*state, &p), 1, &(rdg_index){0}, (rdg_interior_method)method);
                assert_ok(*state, rdg_error_status(*state));
                scratch_said[0] = '\0';
                double worst = 0;
                for (double w = 700; w < 3000; w *= 1.1) {
                    worst = fmax(worst, error_of(d, &p, w));
                }
                assert_true(worst < 3e-9 || strstr(scratch_said, "relative error"));
                assert_true(ratio > 1e5 || scratch_said[0] == '\0');
                rdg_condensation_free(d);
            }
        }
    }
}

static void the_warning_comes_once_and_states_the_error(void **state)
{
    const pair p = {1e-3, 1e6, 1e3, 1, 1e-3};
    rdg_condensation *d =
        rdg_condensation_create_with(structure_of(*state, &p), 1, &(rdg_index){0}, RDG_INTERIOR_DENSE);
    const double error = error_of(d, &p, 1050);
    double stated = 0;
    const char *at = strstr(scratch_said, "relative error of about ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "relative error of about %lf", &stated), 1);
    assert_true(error < 3 * stated && error > stated / 100);
    scratch_said[0] = '\0';
    error_of(d, &p, 1500);
    assert_string_equal(scratch_said, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(an_error_of_rounding_comes_with_a_warning),
                                       SCRATCH_TEST(the_warning_comes_once_and_states_the_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
