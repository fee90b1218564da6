/* Modes of nodal diameters: shapes turned from sector to sector are modes of the wheel, also where
 * frequencies of one diameter are equal. */
#include "random_sector.h"

/* (K - omega^2 M) of the wheel times a wave of shapes, relative to K times it */
static double residual(rdg_structure *wheel, rdg_index sectors, rdg_index diameter, double omega, rdg_index n,
                       rdg_index own, const double *shape, double *mass)
{
    rdg_sparse M, K;
    const rdg_index N = own * sectors;
    assert_int_equal(rdg_structure_matrices(wheel, &M, NULL, &K), RDG_OK);
    double *y = calloc((size_t)(2 * N), sizeof *y), *x = y + N, worst = 0.0, size = 0.0;
    *mass = 0.0;
    for (rdg_index j = 0; j < sectors; j++) {
        const double theta = 2.0 * acos(-1.0) * (double)(j * diameter) / (double)sectors;
        for (rdg_index i = 0; i < own; i++) {
            x[own * j + i] = cos(theta) * shape[i] - sin(theta) * shape[n + i];
        }
    }
    for (rdg_index c = 0; c < N; c++) {
        for (rdg_index e = K.pattern.start[c]; e < K.pattern.start[c + 1]; e++) {
            y[K.pattern.row[e]] += (K.values[e] - omega * omega * M.values[e]) * x[c];
            size = fmax(size, fabs(K.values[e] * x[c]));
            *mass += x[K.pattern.row[e]] * M.values[e] * x[c];
        }
    }
    for (rdg_index i = 0; i < N; i++) {
        worst = fmax(worst, fabs(y[i]));
    }
    free(y);
    return worst / size;
}

static void shapes_are_modes_of_the_wheel(void **state)
{
    uint64_t seed = 29;
    for (int trial = 0; trial < 30; trial++) {
        rdg_context *ctx = *state;
        random_sector r = {.sectors = sector_int(&seed, 2, 9), .face = 1 + trial % 2, .own = 4};
        rdg_structure *s = sector_structure(ctx, &seed, &r);
        rdg_sector *sector = rdg_sector_create(
            s, &(rdg_sector_options){.sectors = r.sectors, .left = "left", .right = "right"});
        rdg_structure *wheel = rdg_sector_wheel(rdg_sector_wave(sector, 1));
        const rdg_index n = rdg_structure_size(s);
        double omega[4], shapes[2 * MOST_SECTOR_DOFS * 4], mass = 0.0;
        for (rdg_index d = 0; 2 * d <= r.sectors; d++) {
            assert_ok(ctx, rdg_sector_modes(sector, d, r.own, omega, shapes));
            for (int k = 0; k < r.own; k++) {
                const double *shape = shapes + 2 * n * k;
                assert_true(residual(wheel, r.sectors, d, omega[k], n, r.own, shape, &mass) < 1e-10);
                /* all sectors together; a wave shows half of it at an instant */
                const double share = d == 0 || 2 * d == r.sectors ? 1.0 : 0.5;
                assert_near(mass, share * (double)r.sectors, 1e-9, 0.0);
            }
        }
        free_context(state);
        fresh_context(state);
    }
}

static void equal_frequencies_have_independent_shapes(void **state)
{
    /* two alike rings that do not touch: each frequency of a diameter comes twice */
    rdg_context *ctx = *state;
    const double M[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const double K[16] = {3, 0, -2, 0, 0, 3, 0, -2, -2, 0, 2, 0, 0, -2, 0, 2};
    rdg_structure *s = rdg_structure_create(ctx, "two", 4, M, RDG_UNDAMPED, K);
    assert_ok(ctx, rdg_name_set(s, "left", 2, (rdg_index[]){0, 1}));
    assert_ok(ctx, rdg_name_set(s, "right", 2, (rdg_index[]){2, 3}));
    rdg_sector *sector =
        rdg_sector_create(s, &(rdg_sector_options){.sectors = 5, .left = "left", .right = "right"});
    double omega[2], shapes[16];
    assert_ok(ctx, rdg_sector_modes(sector, 2, 2, omega, shapes));
    const double expected = sqrt(1.0 + 4.0 * (1.0 - cos(2.0 * acos(-1.0) * 2.0 / 5.0)));
    double re = 0.0, im = 0.0;
    for (int k = 0; k < 2; k++) {
        assert_near(omega[k], expected, 1e-12, 0.0);
        re += shapes[k] * shapes[8 + k] + shapes[4 + k] * shapes[12 + k];
        im += shapes[k] * shapes[12 + k] - shapes[4 + k] * shapes[8 + k];
    }
    assert_near(re, 0.0, 0.0, 1e-12);
    assert_near(im, 0.0, 0.0, 1e-12);
    assert_int_equal(rdg_sector_modes(sector, 3, 2, omega, shapes), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has the nodal diameters 0 .. 2 with 1 .. 2 modes, not 3 with 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(shapes_are_modes_of_the_wheel),
                                       TEST(equal_frequencies_have_independent_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
