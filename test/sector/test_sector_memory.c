/* Every allocation of sectors, waves and rings fails once: no crash and no leak. */
#include "failing_memory.h"

#include "random_sector.h"

#include <ridgewalk/mistuning.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/wave_exponents.h>

static void use_everything(rdg_context *ctx)
{
    const double M[9] = {1, 0, 0, 0, 0.3, 0, 0, 0, 0.1};
    const double K[9] = {5, -1, -2, -1, 1, 0, -2, 0, 2};
    rdg_structure *s = rdg_structure_create(ctx, "sector", 3, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.0, 0.01);
    rdg_name_dof(s, "left", 0);
    rdg_name_dof(s, "blade", 1);
    rdg_name_dof(s, "right", 2);
    rdg_name_set(s, "all", 3, (rdg_index[]){0, 1, 2});
    rdg_sector *sector =
        rdg_sector_create(s, &(rdg_sector_options){.sectors = 4, .left = "left", .right = "right"});
    const rdg_sparse blade = {
        .pattern = {.rows = 3, .cols = 3, .start = (rdg_index[]){0, 0, 1, 1}, .row = (rdg_index[]){1}},
        .values = (double[]){0.5}};
    rdg_sector_read_calculix(ctx, "cyclic", "test/data/cyclic/zero", "test/data/cyclic/one", 1, 5);
    rdg_sector_mistuned(sector, 2, &blade, (double[]){0.1, -0.1, 0.2, 0.0});
    rdg_sector_mistuned_parameters(sector, 2, &blade, (double[]){0.1, -0.1, 0.2, 0.0});
    rdg_structure *wheel = rdg_sector_mistuned_wheel(
        sector,
        &(rdg_mistuning){
            .modes = 1, .contacts = "blade", .blade = &blade, .deviation = (double[]){0.1, -0.1, 0.2, 0.0}});
    rdg_name_difference(wheel, "shroud", "blade", "sector1.blade");
    rdg_structure *wave = rdg_sector_wave(sector, 1);
    rdg_name_across(wave, "shroud", "blade", "blade");
    rdg_jenkins_add(wave, &(rdg_jenkins){.at = "shroud", .kt = 0.5, .limit = 0.1});
    rdg_force_add(wave, "left", 1, 1.0);
    rdg_static_force_add(wave, "blade", 0.1);
    rdg_sensor_add(wave, "A", "blade");
    rdg_prestress(wave);
    double omega[2], shapes[12];
    rdg_sector_modes(sector, 1, 2, omega, shapes);
    rdg_structure_rest_frequencies(wave, 2, omega);
    rdg_sector_ring(rdg_structure_copy(wave));
    rdg_sector_wheel(wave);
    rdg_hbm *hb = rdg_hbm_create(wave, RDG_HARMONICS(0, 1, 2));
    rdg_hbm_condense_forces(hb);
    const rdg_function *f = rdg_hbm_function(hb);
    double u[16] = {[5] = 0.1, [15] = 0.0}, y[16];
    if (f) {
        u[f->m] = 1.0;
        u[f->m + 1] = 0.3;
        if (f->f(f->n, u, f->m, y, f->data) != 0 && rdg_error_status(ctx) == RDG_OK) {
            rdg_fail(ctx, RDG_ERR_NO_MEMORY, "test", "the residual");
        }
        double re[2], im[2];
        rdg_hbm_wave_exponents(hb, u, 1.0, 1, 2, re, im);
        rdg_hbm_add_stability(hb, rdg_hbm_problem(hb, RDG_AT("omega", 1.0)), "stability");
    }
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    exhaust_memory(use_everything);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
