/* link: -Wl,--wrap=rdg_calloc */
/* Each allocation of the calls that follow motions fails in turn: a status, and nothing that leaks. */
#include "sections.h"

#include <ridgewalk/basins.h>
#include <ridgewalk/lyapunov.h>
#include <ridgewalk/simulate.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/zero_one.h>

void *__real_rdg_calloc(size_t count, size_t size);
void *__wrap_rdg_calloc(size_t count, size_t size);

static long left; /* allocations that succeed; < 0: all of them */

void *__wrap_rdg_calloc(size_t count, size_t size)
{
    if (left == 0) {
        return NULL;
    }
    left -= left > 0;
    return __real_rdg_calloc(count, size);
}

typedef rdg_status helper(rdg_hybrid *h);

static rdg_status simulate(rdg_hybrid *h)
{
    return rdg_simulate(
        h,
        &(rdg_simulate_options){
            .x = (double[]){1, 0}, .duration = 20, .path = "/dev/null/no", .events = "/dev/null/no"},
        NULL);
}

static rdg_status sweep(rdg_hybrid *h)
{
    return rdg_sweep(h,
                     &(rdg_sweep_options){.parameter = "v",
                                          .from = 0.2,
                                          .to = 0.3,
                                          .count = 2,
                                          .x = (double[]){1, 0},
                                          .section = RDG_PARAMETERS("catch"),
                                          .transient_returns = 1,
                                          .samples = 2,
                                          .path = "/dev/null/no",
                                          .threads = 2},
                     NULL);
}

static rdg_status basins(rdg_hybrid *h)
{
    return rdg_basins(h,
                      &(rdg_basins_options){.axis = {{0, 0.9, 1, 2}},
                                            .section = RDG_PARAMETERS("catch"),
                                            .transient_returns = 1,
                                            .path = "/dev/null/no",
                                            .threads = 2},
                      NULL);
}

static rdg_status lyapunov(rdg_hybrid *h)
{
    rdg_lyapunov_spectrum s;
    const rdg_status status =
        rdg_lyapunov(h, &(rdg_lyapunov_options){.x = (double[]){1, 0}, .duration = 20}, &s);
    rdg_lyapunov_release(&s);
    return status;
}

static rdg_status largest(rdg_hybrid *h)
{
    rdg_lyapunov_spectrum s;
    const rdg_status status =
        rdg_lyapunov(h, &(rdg_lyapunov_options){.x = (double[]){1, 0}, .duration = 20, .apart = 1e-6}, &s);
    rdg_lyapunov_release(&s);
    return status;
}

static rdg_status zero_one(rdg_hybrid *h)
{
    static double series[200], K;
    for (int j = 0; j < 200; j++) {
        series[j] = sin((double)j);
    }
    return rdg_zero_one(rdg_hybrid_context(h), 200, series, NULL, &K);
}

static void every_allocation_may_fail(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1, 0.5, 0.2, 0});
    helper *const helpers[] = {simulate, sweep, basins, lyapunov, largest, zero_one};
    for (size_t k = 0; k < sizeof helpers / sizeof *helpers; k++) {
        rdg_status status = RDG_ERR_NO_MEMORY;
        for (long i = 0; status == RDG_ERR_NO_MEMORY; i++) {
            assert_in_range(i, 0, 1000);
            left = i;
            status = helpers[k](h);
            left = -1;
            assert_true(status == RDG_OK || *rdg_error_message(ctx));
            rdg_error_clear(ctx);
        }
        /* the files lie in no folder */
        assert_int_equal(status, k < 3 ? RDG_ERR_IO : RDG_OK);
    }
}

int main(void)
{
    left = -1;
    const struct CMUnitTest tests[] = {TEST(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
