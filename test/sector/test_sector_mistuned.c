/* Mistuned wheels in tuned modes against the full wheel with the same blades. */
#include "full_wheel.h"

#include <ridgewalk/modes.h>
#include <ridgewalk/peak.h>

static void wheel_with_all_modes_is_the_full_wheel(void **state)
{
    uint64_t seed = 443;
    for (int trial = 0; trial < 50; trial++) {
        rdg_context *ctx = *state;
        random_sector r = {.sectors = sector_int(&seed, 3, 9), .face = 1 + trial % 2, .own = 4};
        rdg_sector *sector = rotor_of(damped_sector(ctx, &seed, &r), &r);
        double B[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS], deviation[9];
        rdg_index start[MOST_SECTOR_DOFS + 1], row[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS];
        const rdg_sparse blade = random_blades(&seed, &r, 0.3, B, start, row, deviation);
        rdg_structure *made = rdg_sector_mistuned(sector, r.own, &blade, deviation);
        rdg_structure *full = full_wheel(sector, &r, B, deviation);
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_index n = rdg_structure_size(full);
        assert_int_equal(rdg_structure_size(made), n);
        double one[MOST_WHEEL], other[MOST_WHEEL];
        static double x[MOST_WHEEL * MOST_WHEEL], y[MOST_WHEEL * MOST_WHEEL];
        assert_ok(ctx, rdg_structure_modes(made, RDG_NO_SPRINGS, n, one, x));
        assert_ok(ctx, rdg_structure_modes(full, RDG_NO_SPRINGS, n, other, y));
        for (rdg_index k = 0; k < n; k++) {
            assert_near(one[k], other[k], 1e-10, 0.0);
        }
        for (rdg_index j = 0; j < r.sectors; j++) { /* the lowest mode, by names of all sectors */
            char name[32];
            snprintf(name, sizeof name, j == 0 ? "q3" : "sector%d.q3", (int)j);
            assert_near(fabs(at(made, name, x)), fabs(y[j * r.own + 3]), 0.0, 1e-8);
        }
        free_context(state);
        fresh_context(state);
    }
}

static void static_shapes_complete_the_modes(void **state)
{
    uint64_t seed = 448;
    for (int trial = 0; trial < 30; trial++) {
        rdg_context *ctx = *state;
        random_sector r = {.sectors = sector_int(&seed, 2, 9), .face = 1 + trial % 2, .own = 4};
        rdg_structure *s = damped_sector(ctx, &seed, &r);
        rdg_name_set(s, "all", 4, (rdg_index[]){0, 1, 2, 3});
        rdg_sector *sector = rotor_of(s, &r);
        double B[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS], deviation[9];
        rdg_index start[MOST_SECTOR_DOFS + 1], row[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS];
        const rdg_sparse blade = random_blades(&seed, &r, 0.3, B, start, row, deviation);
        rdg_structure *made = rdg_sector_mistuned_wheel(
            sector, &(rdg_mistuning){
                        .modes = 1 + trial % 4, .contacts = "all", .blade = &blade, .deviation = deviation});
        rdg_structure *full = full_wheel(sector, &r, B, deviation);
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_index n = rdg_structure_size(full);
        double one[MOST_WHEEL], other[MOST_WHEEL];
        assert_int_equal(rdg_structure_size(made), n);
        assert_ok(ctx, rdg_structure_frequencies(made, RDG_NO_SPRINGS, n, one));
        assert_ok(ctx, rdg_structure_frequencies(full, RDG_NO_SPRINGS, n, other));
        for (rdg_index k = 0; k < n; k++) {
            assert_near(one[k], other[k], 1e-10, 0.0);
        }
        free_context(state);
        fresh_context(state);
    }
}

/* The greatest maximum of small motions, from `omega`, followed to 0.2 N */
static rdg_peak_point *followed(rdg_context *ctx, rdg_peak_response *response, double omega)
{
    rdg_peak_point *point = rdg_peak_find(response, 0.01, omega);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(rdg_peak_follow(response, point, 0.2), RDG_PEAK_REACHED);
    return point;
}

static double height(rdg_context *ctx, rdg_hbm *hb, double omega)
{
    rdg_peak_response *response = rdg_peak_response_create(hb, "A", 0.5, 3.0, NULL);
    rdg_peak_point *point = followed(ctx, response, omega);
    const double amplitude = point->amplitude;
    rdg_peak_point_free(point);
    rdg_peak_response_free(response);
    return amplitude;
}

/* By all blades of one response; differences are those of full wheels. */
static void compare_sensitivities(rdg_context *ctx, rdg_hbm *hb, rdg_sector *sector, const random_sector *r,
                                  const double *B, double *deviation)
{
    const double omega = greatest(ctx, hb, 0.01).omega;
    char name[9][32];
    rdg_at at[10] = {{0}};
    for (rdg_index j = 0; j < r->sectors; j++) {
        snprintf(name[j], sizeof name[j], "blade%d.stiffness", (int)j);
        at[j] = (rdg_at){name[j], 1.0 + deviation[j]};
    }
    rdg_peak_response *response = rdg_peak_response_create(hb, "A", 0.5, 3.0, at);
    rdg_peak_point *point = followed(ctx, response, omega);
    for (rdg_index j = 0; j < r->sectors; j++) {
        const double step = 1e-5, kept = deviation[j];
        deviation[j] = kept + step;
        const double above = height(ctx, full(sector, r, B, deviation, JENKINS), omega);
        deviation[j] = kept - step;
        const double below = height(ctx, full(sector, r, B, deviation, JENKINS), omega);
        deviation[j] = kept;
        assert_near(rdg_peak_sensitivity(response, point, name[j]), (above - below) / (2.0 * step), 1e-5,
                    1e-5 * point->amplitude);
    }
    rdg_peak_point_free(point);
    rdg_peak_response_free(response);
}

static void peaks_and_sensitivities_to_all_blades_are_the_full_wheels(void **state)
{
    uint64_t seed = 445;
    for (int trial = 0; trial < 12; trial++) {
        rdg_context *ctx = *state;
        random_sector r = {.sectors = 3 + trial % 3, .face = 1, .own = 4};
        rdg_sector *sector = rotor_of(damped_sector(ctx, &seed, &r), &r);
        double B[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS], deviation[9];
        rdg_index start[MOST_SECTOR_DOFS + 1], row[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS];
        const rdg_sparse blade = random_blades(&seed, &r, 0.1, B, start, row, deviation);
        rdg_hbm *hb = compare_greatest(ctx, sector, &r, &blade, B, deviation, JENKINS);
        if (trial % 4 == 0) {
            compare_sensitivities(ctx, hb, sector, &r, B, deviation);
        }
        free_context(state);
        fresh_context(state);
    }
}

static void bad_wheels_are_named(void **state)
{
    const struct {
        rdg_index modes, size;
        double deviation, entry, tilt;
        const char *message;
    } bad[] = {
        {0, 5, 0.1, 0.0, 0.0, "0 modes of \"sector\""},
        {5, 5, 0.1, 0.0, 0.0, "5 modes of \"sector\": each nodal diameter has 1 .. 4"},
        {2, 4, 0.1, 0.0, 0.0, "stiffness is 4 by 4"},
        {2, 5, -1.0, 0.0, 0.0, "deviation -1 of blade 1"},
        {2, 5, NAN, 0.0, 0.0, "of blade 1"},
        {2, 5, 0.1, NAN, 0.0, "is not finite"},
        {2, 5, 0.1, 0.0, 0.01, "is not symmetric"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t seed = 3;
        rdg_context *ctx = *state;
        random_sector r = {.sectors = 3, .face = 1, .own = 4};
        rdg_sector *sector = rotor_of(damped_sector(ctx, &seed, &r), &r);
        double B[25];
        rdg_index start[6], row[25];
        blade_stiffness(&seed, &r, B);
        B[0] = bad[i].entry;
        B[1] += bad[i].tilt;
        const rdg_sparse blade = sparse_of((int)bad[i].size, B, start, row);
        assert_null(
            rdg_sector_mistuned(sector, bad[i].modes, &blade, (double[]){0.0, bad[i].deviation, 0.0}));
        assert_failed(ctx, RDG_ERR_ARGUMENT, bad[i].message);
        free_context(state);
        fresh_context(state);
    }
}

static void parameters_need_a_stiffness_that_is_one(void **state)
{
    for (int which = 0; which < 2; which++) {
        uint64_t seed = 3;
        rdg_context *ctx = *state;
        random_sector r = {.sectors = 3, .face = 1, .own = 4};
        rdg_sector *sector = rotor_of(damped_sector(ctx, &seed, &r), &r);
        double B[25] = {0};
        rdg_index start[6], row[25];
        B[6] = which == 0 ? -1.0 : 0.0;
        const rdg_sparse blade = sparse_of(5, B, start, row);
        assert_null(rdg_sector_mistuned_parameters(sector, 2, &blade, (double[]){0.0, 0.1, 0.0}));
        assert_failed(ctx, RDG_ERR_ARGUMENT,
                      which == 0 ? "is not positive semidefinite" : "is 0 in all modes");
        free_context(state);
        fresh_context(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(wheel_with_all_modes_is_the_full_wheel), TEST(static_shapes_complete_the_modes),
        TEST(peaks_and_sensitivities_to_all_blades_are_the_full_wheels), TEST(bad_wheels_are_named),
        TEST(parameters_need_a_stiffness_that_is_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
