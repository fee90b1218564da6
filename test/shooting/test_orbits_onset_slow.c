/* Random structures of two masses whose slip ends: the end against the closed form, wherever charts lie.
 * ONSET_SEED: another seed. ONSET_COUNT: so many structures. */
#include "slip_onset.h"

static unsigned long long asked(const char *name, unsigned long long otherwise)
{
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

static pair random_pair(uint64_t *seed)
{
    return (pair){.k1 = 1.6 + 0.7 * random_signed(seed),
                  .k2 = 1.4 + 0.7 * random_signed(seed),
                  .d1 = 0.06 + 0.05 * random_signed(seed),
                  .d2 = 0.06 + 0.04 * random_signed(seed),
                  .R = 1.0,
                  .F = 1.2 + 0.1 * random_signed(seed),
                  .m1 = 1.0 + 0.3 * random_signed(seed)};
}

/* The frequency below resonance where the stuck motion reaches the limit of friction; NaN: none. */
static double least_slip(const pair *q)
{
    const double step = 0.01;
    for (double w = 0.2; w < 3.0; w += step) {
        if (amplitude(q, w) < q->R && amplitude(q, w + step) >= q->R) {
            return onset(q, w, w + step);
        }
    }
    return NAN;
}

static bool has_end(rdg_context *ctx, double at)
{
    bool has = false;
    static const char *const ends[] = {"DU", "GR", "TO", "MX"};
    for (int i = 0; i < 4; i++) {
        has = has || fabs(nearest_at(ctx, "pair", ends[i], "omega", at) / at - 1.0) < 1e-3;
    }
    return has;
}

static void ends_of_random_structures_are_those_in_closed_form(void **state)
{
    (void)state;
    uint64_t seed = asked("ONSET_SEED", 11);
    const unsigned long long structures = asked("ONSET_COUNT", 60);
    int compared = 0, wrong = 0, warned = 0;
    for (unsigned long long k = 0; k < structures; k++) {
        pair q = random_pair(&seed);
        const double at = least_slip(&q), start = at * (1.06 + 0.04 * random_signed(&seed));
        const double h_max = k % 3 == 0 ? 0.0 : pow(10.0, -1.2 + 0.7 * random_signed(&seed));
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const slip_run run = run_to_onset(ctx, &q, start, at, h_max);
        const bool is_end = run.starts && (run.off < 1e-3 || has_end(ctx, at));
        if (is_end && (!(run.off <= 1e-11) || run.turns)) {
            print_error("structure %llu, steps up to %g, omega %.17g: off by %g, turns %d, %ld warnings\n", k,
                        h_max, at, run.off, run.turns, run.warnings);
            wrong++;
        }
        warned += is_end && run.warnings > 0;
        compared += is_end;
        rdg_context_free(ctx);
    }
    print_message("%d of %llu structures compared, %d with warnings\n", compared, structures, warned);
    assert_int_equal(wrong, 0);
    assert_true(compared > (int)(structures / 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_of_random_structures_are_those_in_closed_form)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
