/* Forced response of the friction beam at fixed level and frequency against an independent prototype. */
#include "support.h"

#include "friction-backbone/models.h"

#include <string.h>

typedef struct response {
    double Am, slope; /* slope: d Am / d omega along the forced response */
    double Qc, Qs;    /* first harmonic at the tip */
} response;

typedef struct request {
    rdg_hbm *hb;
    response *found;
} request;

static bool read_response(rdg_problem *p, const rdg_chart *chart, void *data)
{
    request *q = data;
    q->found->Am = chart->mu[rdg_parameter_index(p, "Am")];
    rdg_hbm_harmonic(q->hb, "tip", 1, chart->u, &q->found->Qc, &q->found->Qs);
    return false;
}

static response solve(rdg_context *ctx, rdg_hbm *hb, double alpha, double omega)
{
    response found = {0};
    request q = {.hb = hb, .found = &found};
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_continue(p, "point", RDG_HOLD("alpha"), RDG_NO_FOLDER, RDG_NO_TABLE,
                                RDG_OBSERVE(read_response, &q)));
    rdg_problem_free(p);
    return found;
}

static void forced_response_meets_the_prototype(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    FILE *file = fopen("test/data/frc_points.csv", "r");
    assert_non_null(file);
    char line[512];
    int rows = 0;
    while (fgets(line, sizeof line, file)) {
        double alpha, f, Am, Qc, Qs;
        if (sscanf(line, "beam,1,%lf,%lf,%lf,%lf,%lf", &alpha, &f, &Am, &Qc, &Qs) == 5) {
            const response found = solve(ctx, hb, alpha, RDG_HZ(f));
            assert_near(found.Am, Am, 1e-9, 0.0);
            assert_near(found.Qc, Qc, 1e-7, 1e-9 * Am);
            assert_near(found.Qs, Qs, 1e-7, 1e-9 * Am);
            rows++;
        }
    }
    fclose(file);
    assert_int_equal(rows, 8);
    assert_int_equal(rdg_exit(ctx), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forced_response_meets_the_prototype)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
