/* What the file of a run says of its model and its unknowns is true. */
#define _XOPEN_SOURCE 700

#include "run_sql.h"
#include "scratch.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/run_data.h>

static rdg_hbm *model(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(
        ctx, "three masses", 3, (const double[]){1, 0, 0, 0, 2, 0, 0, 0, 1},
        (const double[]){.1, 0, 0, 0, .2, 0, 0, 0, .1}, (const double[]){3, -1, 0, -1, 2, -1, 0, -1, 2});
    rdg_name_dof(s, "left", 0);
    rdg_name_relative(s, "spring", 1, 2);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "left", .k3 = 0.25});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "second", .at = "spring", .k3 = 0.5});
    rdg_force_add(s, "left", 1, 1.0);
    rdg_sensor_add(s, "A", "left");
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3));
}

/* Each unknown of a solution by what the file says of it, against what the harmonic balance says. */
static void unknowns_are_what_the_file_says(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = model(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.3));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.5),
                                RDG_LABEL_EVERY(3), RDG_NO_TABLE));
    char path[160];
    snprintf(path, sizeof path, "%s/frc.db", scratch_folder);
    const rdg_index n = rdg_hbm_unknowns(hb);
    char wanted[24];
    snprintf(wanted, sizeof wanted, "%lld", (long long)n);
    sql_is(path, "select count(distinct i) from coefficient", wanted);
    sql_is(path, "select max(i) + 1 from coefficient", wanted);
    sql_is(path,
           "select count(distinct displacement) from coefficient where displacement in ('left', 'dof 1', "
           "'dof 2')",
           "3");
    double Q[64];
    rdg_run *run = rdg_run_open(ctx, "frc");
    assert_ok(ctx, rdg_run_solution(run, 2, "Q", n, Q, NULL));
    rdg_run_free(run);
    for (int harmonic = 0; harmonic <= 3; harmonic += harmonic ? 2 : 1) {
        double part[2];
        assert_ok(ctx, rdg_hbm_harmonic(hb, "left", harmonic, Q, &part[0], &part[1]));
        for (int k = 0; k < (harmonic ? 2 : 1); k++) {
            char statement[200];
            snprintf(
                statement, sizeof statement,
                "select i from coefficient where displacement = 'left' and harmonic = %d and part = '%s'",
                harmonic,
                !harmonic ? "mean"
                : k       ? "sin"
                          : "cos");
            char place[24];
            rdg_index i = 0;
            while (i < n && Q[i] != part[k]) {
                i++;
            }
            assert_true(i < n);
            snprintf(place, sizeof place, "%lld", (long long)i);
            if (part[k] != 0.0) {
                sql_is(path, statement, place);
            }
        }
    }
}

static void the_model_is_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_hbm_problem(model(ctx), RDG_AT("omega", 0.5), RDG_AT("alpha", 0.3));
    assert_ok(ctx, rdg_continue(rdg_problem_copy(p), "copy", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", 0.5, 1.5), RDG_NO_TABLE));
    char path[160];
    snprintf(path, sizeof path, "%s/copy.db", scratch_folder);
    sql_is(path,
           "select group_concat(name || '.' || key || '=' || value, ' ') from model where part = 'element'",
           "left.type=cubic spring left.at=left left.k=0.0 left.k3=0.25 second.type=cubic spring "
           "second.at=spring "
           "second.k=0.0 second.k3=0.5");
    sql_is(path, "select value || unit from model where part = 'load' and key = 'amplitude'", "1.0N");
    sql_is(path, "select value from model where part = 'sensor' and name = 'A' and key = 'type'",
           "dynamic amplitude");
    sql_is(path, "select value from model where key = 'degrees of freedom'", "3.0");
    sql_is(path, "select value from model where part = 'harmonic balance' and key = 'solver'", "whole");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(unknowns_are_what_the_file_says),
        SCRATCH_TEST(the_model_is_told),
    };
    return cmocka_run_group_tests_name("harmonic balance: contents of runs", tests, NULL, NULL);
}
