/* Damaged files of measured responses are refused with a message that a terminal can show, or give finite
 * responses; neither takes long or much memory. */
#define _GNU_SOURCE

#include "../mechanics/damaged_matrices.h"
#include "fuzz.h"

#include <ridgewalk/coupled_frf.h>

#include <complex.h>

#define TWO_PI 6.283185307179586476925286766559

/* What is read is finite wherever it is evaluated. True: it was read. */
static bool read_measurements(rdg_context *ctx, const char *path)
{
    static const char *const at[] = {"part.cut", "part.tip"};
    static const double omega[] = {TWO_PI * 100.0, TWO_PI * 137.0, TWO_PI * 200.0};
    double complex H[12] = {0.0};
    rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
    if (rdg_coupled_frf_add_measured(f, "part", path) != RDG_OK) {
        return false;
    }
    if (rdg_coupled_frf_evaluate(f, 2, at, 2, at, 3, omega, H) == RDG_OK) {
        for (int k = 0; k < 12; k++) {
            assert_true(isfinite(creal(H[k])) && isfinite(cimag(H[k])));
        }
    } else {
        assert_true(strlen(rdg_error_message(ctx)) > 20);
    }
    return true;
}

static void damaged_measurements_are_refused_or_finite(void **state)
{
    static char whole[2 * LONGEST_FILE], text[6 * 2 * LONGEST_FILE];
    char path[96];
    uint64_t seed = fuzz_seed(5);
    const int trials = fuzz_inputs(1500);
    int read = 0;
    (void)state;
    const size_t size = take_text("test/data/fuzz/measured.csv", whole);
    snprintf(path, sizeof path, "%s/damaged.csv", scratch_folder);
    for (int trial = 0; trial < trials; trial++) {
        size_t harmed = size;
        memcpy(text, whole, size);
        for (int k = trial % 4; k >= 0 && harmed > 0; k--) {
            harmed = harm_text(text, harmed, &seed);
        }
        put_text(path, text, harmed);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const clock_t begin = clock();
        watch_allocations(0, false);
        const bool is_read = read_measurements(ctx, path);
        leave_allocations();
        assert_true(clock() - begin < CLOCKS_PER_SEC);
        assert_true(most_bytes_held < BYTES_AT_LEAST + BYTES_PER_BYTE * harmed);
        assert_true(is_read || strlen(rdg_error_message(ctx)) > 20);
        for (const char *c = rdg_error_message(ctx); *c; c++) {
            assert_true((unsigned char)*c >= 0x20 && *c != 0x7f);
        }
        read += is_read;
        rdg_context_free(ctx);
    }
    assert_in_range(read, trials / 50, trials - trials / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(damaged_measurements_are_refused_or_finite),
    };
    return cmocka_run_group_tests_name("substructuring: damaged measurements", tests, NULL, NULL);
}
