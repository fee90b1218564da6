/* Every allocation of a Campbell diagram fails once: no crash and no leak. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"
#include "scratch.h"

#include <ridgewalk/campbell.h>
#include <ridgewalk/jenkins.h>

static rdg_structure *blade_of(rdg_context *ctx, double k)
{
    const double M[4] = {1.0, 0.0, 0.0, 0.0}, K[4] = {k, -1.0, -1.0, 1.0};
    rdg_structure *s = rdg_structure_create(ctx, "blade", 2, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.05, 0.0);
    rdg_name_dof(s, "q", 0);
    rdg_name_dof(s, "next", 1);
    return s;
}

static rdg_hbm *balance(rdg_structure *wave, rdg_index order, double speed, void *data)
{
    (void)speed;
    (void)order;
    (void)data;
    rdg_jenkins_add(wave, &(rdg_jenkins){.at = "q", .kt = 0.2, .limit = 0.1});
    rdg_force_add(wave, "q", 1, 1.0);
    rdg_sensor_add(wave, "A", "q");
    return rdg_hbm_create(wave, RDG_HARMONICS(1));
}

static rdg_context *silent_context(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, scratch_folder);
    return ctx;
}

static rdg_hbm *model(rdg_context *ctx)
{
    return balance(blade_of(ctx, 3.0), 1, 1.0, NULL);
}

static rdg_status draw(rdg_hbm *hb)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    return rdg_campbell(blade_of(ctx, 3.0), "run",
                        &(rdg_campbell_options){.rotor = {.sectors = 6, .left = "q", .right = "next"},
                                                .turning = blade_of(ctx, 3.5),
                                                .turning_speed = 1.0,
                                                .modes = 1,
                                                .n_orders = 1,
                                                .orders = (rdg_index[]){2},
                                                .low = 0.2,
                                                .high = 2.0,
                                                .speeds = 2,
                                                .balance = balance,
                                                .sensor = "A",
                                                .n_amplitudes = 1,
                                                .amplitudes = (double[]){0.02}});
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    static const driver_case all = {.context = silent_context, .model = model, .follow = draw, .least = 100};
    exhaust_driver(&all, false);
    exhaust_driver(&all, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(each_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
