/* Runs of places do what their list says, number by number. */
#include "problems.h"

#include "runs_impl.h"

enum { COUNT = 200 };

/* Places that stay together for a while, jump, or are left out; each one once. */
static rdg_index draw_places(uint64_t *seed, rdg_index *to)
{
    rdg_index next = 0;
    for (rdg_index k = 0; k < COUNT; k++) {
        const double r = random_signed(seed);
        next += r > 0.8 ? 1 + (rdg_index)(10.0 * (r - 0.8)) : 0;
        to[k] = r < -0.9 ? -1 : next++;
    }
    return next;
}

static void runs_copy_and_add_as_their_list_says(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    uint64_t seed = 71;
    for (int round = 0; round < 100; round++) {
        rdg_index to[COUNT];
        double value[COUNT], copied[3 * COUNT], expected[3 * COUNT];
        const rdg_index size = draw_places(&seed, to);
        for (rdg_index i = 0; i < size; i++) {
            copied[i] = expected[i] = random_signed(&seed);
        }
        for (rdg_index k = 0; k < COUNT; k++) {
            value[k] = random_signed(&seed);
        }
        rdg_runs runs;
        assert_int_equal(rdg_runs_create(ctx, COUNT, to, &runs), RDG_OK);
        assert_true(runs.count < COUNT / 2); /* else they would be of no use */
        rdg_runs_copy(&runs, value, copied);
        rdg_runs_add(&runs, value, copied);
        for (rdg_index k = 0; k < COUNT; k++) {
            if (to[k] >= 0) {
                expected[to[k]] = value[k] + value[k];
            }
        }
        assert_memory_equal(copied, expected, (size_t)size * sizeof *copied);
        rdg_runs_release(&runs);
        assert_int_equal(runs.count, 0);
    }
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_copy_and_add_as_their_list_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
