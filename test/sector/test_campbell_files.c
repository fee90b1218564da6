/* Campbell diagrams of sectors with turned frames from files, also without peaks and at engine orders above
 * the number of sectors: each resonance is a mode of its nodal diameter at its speed. */
#define _XOPEN_SOURCE 700

#include "scratch.h"
#include "truss_sector.h"

#include <ridgewalk/campbell.h>
#include <ridgewalk/centrifugal.h>
#include <ridgewalk/run_data.h>

enum { TRUSS_MODES = 3 };

static rdg_structure *read_at(rdg_context *ctx, truss t, double speed)
{
    for (int i = 0; i < DOFS; i++) {
        for (int j = 0; j < DOFS; j++) {
            t.K[i][j] *= 1.0 + 0.2 * speed * speed;
        }
    }
    return truss_read(ctx, &t);
}

static void assert_resonance(rdg_context *ctx, rdg_structure *one, rdg_structure *other,
                             const rdg_sector_options *rotor, rdg_run *run, rdg_index row)
{
    const double speed = rdg_run_column(run, "speed")[row], order = rdg_run_column(run, "order")[row];
    const rdg_index diameter = (rdg_index)rdg_run_column(run, "diameter")[row],
                    mode = (rdg_index)rdg_run_column(run, "mode")[row];
    rdg_sector *sector = rdg_sector_create(rdg_structure_at_speed(one, 0.5, other, 1.5, speed), rotor);
    double omega[TRUSS_MODES];
    assert_ok(ctx, rdg_sector_modes(sector, diameter, TRUSS_MODES, omega, NULL));
    assert_near(omega[mode - 1], order * speed, 1e-10, 0.0);
    assert_near(rdg_run_column(run, "omega")[row], order * speed, 1e-14, 0.0);
}

static void resonances_of_sectors_in_turned_frames(void **state)
{
    rdg_index found = 0;
    for (int sectors = 3; sectors <= 8; sectors++) {
        rdg_context *ctx = *state;
        const truss t = truss_make(sectors, sectors % 3);
        rdg_structure *one = read_at(ctx, t, 0.5), *other = read_at(ctx, t, 1.5);
        const rdg_sector_options rotor = {
            .sectors = sectors, .left = "left", .right = "right", .axis = "xyz"[sectors % 3]};
        const rdg_index orders[4] = {1, sectors / 2, sectors, 2 * sectors + 1};
        assert_ok(ctx, rdg_campbell(one, "truss",
                                    &(rdg_campbell_options){.rotor = rotor,
                                                            .speed = 0.5,
                                                            .turning = other,
                                                            .turning_speed = 1.5,
                                                            .modes = TRUSS_MODES,
                                                            .n_orders = 4,
                                                            .orders = orders,
                                                            .low = 0.02,
                                                            .high = 3.0,
                                                            .speeds = 12}));
        rdg_run *run = rdg_run_open(ctx, "truss");
        for (rdg_index row = 0; row < rdg_run_count(run); row++, found++) {
            assert_resonance(ctx, one, other, &rotor, run, row);
        }
        rdg_run_free(run);
        scratch_teardown(state);
        scratch_setup(state);
    }
    print_message("%lld resonances\n", (long long)found);
    assert_true(found >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(resonances_of_sectors_in_turned_frames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
