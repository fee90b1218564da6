/* A lumped bladed disk with elastic dry friction between its blades: amplitudes of one sector to all digits
 * of those of the whole ring of 24 and 48 masses, which were computed once with forces and contacts on all of
 * its blades. */
#include "fresh_context.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/run.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/sector.h>

#include <math.h>

enum { DISK, BLADE, NEXT, SIZE };

static void tie(double K[SIZE * SIZE], int a, int b, double k)
{
    K[a + SIZE * a] += k;
    K[b + SIZE * b] += k;
    K[a + SIZE * b] -= k;
    K[b + SIZE * a] -= k;
}

static rdg_hbm *make_wave(rdg_context *ctx, rdg_index sectors, rdg_index order)
{
    double M[SIZE * SIZE] = {0.0}, K[SIZE * SIZE] = {0.0};
    M[DISK + SIZE * DISK] = 1.0; /* kg */
    M[BLADE + SIZE * BLADE] = 0.3;
    K[DISK + SIZE * DISK] = 2e6; /* N/m */
    tie(K, DISK, NEXT, 6e5);
    tie(K, DISK, BLADE, 6e5);
    rdg_structure *s = rdg_structure_create(ctx, "sector", SIZE, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.0, 8e-6);
    rdg_name_dof(s, "disk", DISK);
    rdg_name_dof(s, "blade", BLADE);
    rdg_name_dof(s, "next", NEXT);
    rdg_structure *wave = rdg_sector_wave(
        rdg_sector_create(s, &(rdg_sector_options){.sectors = sectors, .left = "disk", .right = "next"}),
        order);
    rdg_name_across(wave, "shroud", "blade", "blade");
    rdg_jenkins_add(wave, &(rdg_jenkins){.at = "shroud", .kt = 3e5, .limit = 10.0});
    rdg_force_add(wave, "blade", 1, 1.0);
    rdg_sensor_harmonic_add(wave, "A1", "blade", 1);
    rdg_sensor_harmonic_add(wave, "A3", "blade", 3);
    return rdg_hbm_create(wave, RDG_HARMONICS(1, 3, 5));
}

static void amplitudes_of_the_whole_ring(void **state)
{
    rdg_context *ctx = *state;
    static const struct {
        rdg_index sectors, order;
        double A1, A3; /* m, at 215 Hz and 20 N; A3 0: not known */
    } known[2] = {{12, 3, 1.552222303210e-4, 1.195698738532e-6}, {24, 5, 1.398011863718e-4, 0.0}};
    for (int k = 0; k < 2; k++) {
        rdg_problem *p = rdg_hbm_problem(make_wave(ctx, known[k].sectors, known[k].order),
                                         RDG_AT("omega", RDG_HZ(215.0)), RDG_AT("alpha", 0.2));
        assert_ok(ctx, rdg_continue(p, "up", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.2, 20.0),
                                    RDG_NO_TABLE, RDG_IN_MEMORY));
        rdg_run *run = rdg_run_open(ctx, "up");
        const rdg_index last = rdg_run_count(run) - 1;
        assert_near(rdg_run_column(run, "alpha")[last], 20.0, 1e-14, 0.0);
        assert_near(rdg_run_column(run, "A1")[last], known[k].A1, 5e-13, 0.0);
        if (known[k].A3 > 0.0) {
            assert_near(rdg_run_column(run, "A3")[last], known[k].A3, 5e-13, 0.0);
        }
        rdg_run_free(run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(amplitudes_of_the_whole_ring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
