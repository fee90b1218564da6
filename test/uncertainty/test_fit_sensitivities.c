/* Derivatives of a mode's frequency and damping ratio at given amplitudes by the parameters of a joint,
 * against the table of an independent program. A fit of one parameter in which one value alone has a weight
 * has this derivative as its singular value. */
#define _XOPEN_SOURCE 700

#include "fit_beam.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>

#include <math.h>

enum { POINTS = 12, COLUMNS = 7 };

static const double truth[2] = {2e6, 12.0};
static const char path[] = "test/data/fit_beam_jenkins.csv";

static void read_table(double table[POINTS][COLUMNS])
{
    char line[512];
    int n = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        for (int c = 0; n < POINTS && *line >= '0' && *line <= '9' && c < COLUMNS; c++) {
            table[n][c] = strtod(at, &at);
            at += *at == ',';
        }
        n += *line >= '0' && *line <= '9';
    }
    fclose(file);
    assert_int_equal(n, POINTS);
}

/* |d value/d ln p| of a point: frequency in rad/s, or damping ratio. */
static double derivative(rdg_context *ctx, rdg_measured *m, rdg_index point, int quantity, int parameter)
{
    static const char *const name[2] = {"joint.kt", "joint.limit"};
    rdg_structure *s = fit_beam(ctx);
    rdg_fit_result fit;
    for (int k = RDG_MEASURED_FREQUENCY; k <= RDG_MEASURED_DAMPING; k++) {
        for (rdg_index i = 0; i < m->n; i++) {
            m->error[k][i] = (i == point && k == quantity ? 1e-9 : 0.5) * m->value[k][i];
        }
    }
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "middle", .kt = truth[0], .limit = truth[1]});
    assert_ok(ctx, rdg_fit(rdg_hbm_create(s, RDG_HARMONICS(1)), "one",
                           RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")),
                           RDG_FIT(name[parameter], truth[parameter] * 0.5, truth[parameter] * 2.0),
                           RDG_FIT_RESULT(&fit), RDG_NO_TABLE, RDG_IN_MEMORY));
    return fit.singular[0] * m->error[quantity][point] *
           (quantity == RDG_MEASURED_FREQUENCY ? RDG_HZ(1) : 1.0);
}

static void sensitivities_are_those_of_the_table(void **state)
{
    double table[POINTS][COLUMNS];
    double worst = 0.0;
    rdg_context *ctx = *state;
    read_table(table);
    rdg_measured *m = fit_beam_table(ctx, path);
    fit_beam_set_errors(m);
    for (int i = 0; i < POINTS; i++) {
        for (int c = 0; c < 4; c++) {
            const double expected = fabs(table[i][3 + c]);
            const double found =
                derivative(ctx, m, i, c < 2 ? RDG_MEASURED_FREQUENCY : RDG_MEASURED_DAMPING, c % 2);
            if (expected > 0.0) {
                worst = fmax(worst, fabs(found / expected - 1.0));
                assert_near(found, expected, 1e-6, 0.0);
            } else { /* below the onset of slip; the other points count a little */
                assert_true(found < 1e-4);
            }
        }
    }
    print_message("worst %.1e\n", worst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(sensitivities_are_those_of_the_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
