/* All ridges of the reference problems against 200 whole responses at other levels, and what each costs:
 * no maximum is off a ridge by more than 1e-9, and there are as many of the one as of the other. */
#define _XOPEN_SOURCE 700

#include "../demos/design/bladed_disk.h"
#include "../demos/vibration/models.h"
#include "backbone_cases.h"
#include "ridges_truth.h"
#include "scratch.h"

enum { RESPONSES = 200 };

typedef struct ridges_case {
    const char *name, *sensor;
    double level[2], omega[2]; /* N, rad/s */
} ridges_case;

static void assert_all_are_there(rdg_context *ctx, rdg_hbm *hb, const ridges_case *r)
{
    const rdg_ridges *all =
        rdg_ridges_of(hb, r->name, r->sensor, RDG_WINDOW("alpha", r->level[0], r->level[1]),
                      RDG_WINDOW("omega", r->omega[0], r->omega[1]), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(all);
    const truth t = ridges_truth_within(ctx, hb, all, r->sensor, r->omega[0], r->omega[1], RESPONSES);
    print_message("%s: %td ridges in %.2f s; %d maxima of %d responses in %.2f s, worst %.2g, wrong %d, "
                  "uncertified %d\n",
                  r->name, (ptrdiff_t)all->count, all->seconds, t.maxima, t.levels, t.seconds, t.worst,
                  t.wrong, t.uncertified);
    assert_true(all->certified);
    assert_int_equal(t.levels, RESPONSES);
    assert_int_equal(t.wrong, 0);
    assert_int_equal(t.greater, 0);
    assert_int_equal(t.uncertified, 0);
    assert_true(t.worst < 1e-9);
}

static void beam(void **state)
{
    const ridges_case r = {"beam", "Am", {0.03, 300.0}, {RDG_HZ(200.0), RDG_HZ(340.0)}};
    assert_all_are_there(*state, backbone_model(*state, &beam_1), &r);
}

/* Both modes are in the window. The last one has a kink, half as high as the greatest peak, from 4 to 4.3 N
 * only, which touches no other ridge: a sample shows it. */
static void blades_of_each_damping(void **state)
{
    const ridges_case r = {"blades", "Am", {0.7, 400.0}, {RDG_HZ(190.0), RDG_HZ(230.0)}};
    for (size_t k = 0; k < sizeof blades / sizeof *blades; k++) {
        assert_all_are_there(*state, backbone_model(*state, &blades[k]), &r);
    }
}

static void impact(void **state)
{
    const ridges_case r = {"impact", "A1", {0.01, 0.3}, {0.3, 2.2}};
    assert_all_are_there(*state, p03(*state, 5), &r);
}

static void elastic_friction(void **state)
{
    const ridges_case r = {"slider", "A", {0.02, 20.0}, {0.6, 1.6}};
    assert_all_are_there(*state, p10(*state, 7), &r);
}

static void disk_with_a_ring(void **state)
{
    const ridges_case r = {"disk", "Am", {2.0, 100.0}, {RDG_HZ(190.0), RDG_HZ(220.0)}};
    assert_all_are_there(*state, disk_with_ring(*state, &standard_disk, 4), &r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(beam),   SCRATCH_TEST(blades_of_each_damping), SCRATCH_TEST(elastic_friction),
        SCRATCH_TEST(impact), SCRATCH_TEST(disk_with_a_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
