/* Every allocation of the toolbox fails once: no crash, no leak. */
#include "failing_memory.h"
#include "halves.h"

#include <ridgewalk/complex_modes.h>
#include <ridgewalk/component.h>
#include <ridgewalk/coupled_frf.h>
#include <ridgewalk/coupling.h>
#include <ridgewalk/flutter.h>
#include <ridgewalk/run.h>
#include <ridgewalk/sliding_frf.h>
#include <ridgewalk/sliding_march.h>
#include <ridgewalk/spectrogram.h>

static const char stored[] = "build/test-memory.rdc";
static const char measured[] = "build/test-memory-measured.csv";

typedef rdg_component *(*reduction)(rdg_structure *s, const char *boundary, rdg_component_modes modes);

/* A free bar of four masses with names, reduced in each way and tied to itself */
static rdg_status use_everything(rdg_context *ctx)
{
    static const double M[16] = {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4};
    static const double K[16] = {5, -5, 0, 0, -5, 11, -6, 0, 0, -6, 13, -7, 0, 0, -7, 7};
    const reduction kinds[] = {rdg_component_fixed, rdg_component_rubin, rdg_component_macneal};
    rdg_structure *bar = rdg_structure_create(ctx, "bar", 4, M, NULL, K);
    rdg_name_set(bar, "ends", 2, (rdg_index[]){0, 3});
    rdg_name_dof(bar, "end", 3);
    rdg_name_dof(bar, "first", 0);
    rdg_static_force_add(bar, "first", 1.0);
    rdg_coupling *a = rdg_coupling_create(ctx);
    rdg_coupling_add(a, "bar", bar);
    for (int kind = 0; kind < 3; kind++) {
        rdg_component *c = kinds[kind](bar, "end", RDG_MODES(1));
        rdg_coupling_add(a, (const char *[]){"fixed", "rubin", "macneal"}[kind], rdg_component_structure(c));
    }
    rdg_coupling_tie(a, "bar.end", "fixed.end");
    rdg_coupling_tie(a, "rubin.end", "macneal.end");
    rdg_coupling_primal(a, "all");
    rdg_structure *held = rdg_structure_hold(bar, 1, (rdg_index[]){1});
    rdg_name_set(held, "line", 2, (rdg_index[]){0, 1});
    rdg_sliding *c = rdg_sliding_create(bar, held,
                                        &(rdg_sliding_options){.x = "end",
                                                               .y = "end",
                                                               .target_x = "line",
                                                               .target_y = "line",
                                                               .node_x = (double[]){0, 1},
                                                               .mu = 0.1});
    rdg_sliding_state at;
    double _Complex p[2];
    rdg_sliding_undeformed(c, 0.5, &at);
    rdg_sliding_equilibrium(c, 0.5, &at, NULL);
    rdg_sliding_eigenvalues(c, &at, 1, p);
    rdg_march_eigenvalue(c, &at, RDG_MARCH_EXACT, 1e-3, p);
    rdg_march(c, "march",
              &(rdg_march_options){.h = 1e-3,
                                   .start = 0.5,
                                   .until = 0.01,
                                   .unilateral = true,
                                   .sensors = 1,
                                   .sensor = &(rdg_march_sensor){"end", "end", false},
                                   .in_memory = true},
              NULL);
    rdg_march(c, "rest",
              &(rdg_march_options){.h = 1e-3,
                                   .start = 0.5,
                                   .until = 0.02,
                                   .unilateral = true,
                                   .in_memory = true,
                                   .restart = "march",
                                   .label = 2},
              NULL);
    rdg_spectral_map map;
    if (rdg_spectrogram(ctx, 16, M, 1.0, 4, 2, RDG_WINDOW_HANN, &map) == RDG_OK) {
        rdg_spectral_map_release(&map);
    }
    const double omega = 0.9;
    const rdg_sliding_place end = {"end", false};
    rdg_sliding_frf(c, end, end, 1, &at, 1, &omega, p);
    rdg_sliding_g(c, &at, -1.0, 1.0, p, NULL);
    rdg_complex_modes *modes = rdg_complex_modes_create(c, 1, RDG_DEFORMED);
    rdg_complex_modes_at(modes, 0.5, p);
    rdg_complex_modes_at(modes, 0.6, p);
    rdg_problem *flutter = rdg_flutter_problem(c, RDG_UNDEFORMED, RDG_AT("s", 0.5), RDG_AT("omega", 1.0));
    rdg_continue(flutter, "locus", RDG_RELEASE("mu"), RDG_MAX_POINTS(3), RDG_NO_FOLDER, RDG_NO_TABLE);
    return rdg_error_status(ctx);
}

/* A bar of two masses twice, and something measured */
static rdg_status couple_responses(rdg_context *ctx)
{
    static const double M[4] = {1, 0, 0, 2}, K[4] = {5, -2, -2, 4}, C[4] = {0.1, 0, 0, 0.1}, one = 1,
                        omega = 1;
    static const char *const at[] = {"a.end"}, *const foot[] = {"c.foot"};
    double _Complex H;
    rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
    for (int k = 0; k < 2; k++) {
        rdg_structure *s = rdg_structure_create(ctx, "bar", 2, M, C, K);
        rdg_name_dof(s, "end", 1);
        rdg_coupled_frf_add(f, k ? "b" : "a", s);
    }
    rdg_coupled_frf_add_measured(f, "c", measured);
    rdg_coupled_frf_tie(f, "a.end", "b.end", 0.1);
    rdg_coupled_frf_tie(f, "a.end", "c.foot", 0);
    rdg_coupled_frf_row(f, &(rdg_coupled_row){.n = 1, .at = foot, .weight = &one, .compliance = 3});
    rdg_coupled_frf_evaluate(f, 1, at, 1, at, 1, &omega, &H);
    rdg_coupled_frf_threshold(f, 1e-3);
    rdg_coupled_frf_evaluate(f, 1, at, 1, at, 1, &omega, &H);
    return rdg_error_status(ctx);
}

/* Written and read back */
static rdg_status keep_a_component(rdg_context *ctx)
{
    static const double M[9] = {1, 0, 0, 0, 2, 0, 0, 0, 3}, K[9] = {5, -2, 0, -2, 4, -1, 0, -1, 3};
    rdg_structure *s = rdg_structure_create(ctx, "bar", 3, M, NULL, K);
    rdg_name_dof(s, "end", 2);
    rdg_name_set(s, "ends", 2, (rdg_index[]){0, 2});
    rdg_component *c = rdg_component_fixed(s, "ends", RDG_MODES(1));
    if (rdg_component_write(c, stored) == RDG_OK) {
        rdg_component_free(rdg_component_read(ctx, stored));
    }
    return rdg_error_status(ctx);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fail_each_allocation(use_everything);
    fail_each_allocation(keep_a_component);
    remove(stored);
    FILE *file = fopen(measured, "w");
    assert_non_null(file);
    fputs("f_Hz,output,input,Re_m_N,Im_m_N\n0.1,foot,foot,2,3\n0.2,foot,foot,3,4\n", file);
    fclose(file);
    fail_each_allocation(couple_responses);
    remove(measured);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
