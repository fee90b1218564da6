/* Every allocation of time stepping fails once: no crash, no leak; steps take no memory. */
#define _GNU_SOURCE

#include "failing_memory.h"
#include "mechanisms.h"
#include "rubbed.h"
#include "timestepping/sparse_column.h"

#include <ridgewalk/run_data.h>

static block table = {.k = 1.0, .gravity = {0.0, 9.81}};

static void use_sparse_matrices(rdg_context *ctx)
{
    static const double low[3] = {0.0, 0.0, 0.0}, high[3] = {0.1, 0.2, 0.3};
    sparse_column *c = sparse_column_create(3, 0.5);
    assert_non_null(c);
    rdg_mechanism *m = column_mechanism(ctx, c, true);
    rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 0.1});
    rdg_timestepping_start(ts, 0.0, high, low);
    for (int k = 0; k < 5; k++) {
        rdg_timestepping_step(ts);
    }
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    sparse_column_free(c);
}

static rdg_status use_everything(rdg_context *ctx)
{
    rdg_set_writer(ctx, NULL, NULL);
    rdg_mechanism *m = make_block(ctx, &table, 0.3);
    rdg_mechanism_check(m, 0.0, (double[]){0.1, 0.2}, (double[]){0.3, 0.4}, 0.0);
    rdg_mechanism *of = rubbed(ctx);
    for (int scheme = 0; scheme < SCHEMES; scheme += 3) {
        const rdg_timestepping_options o = scheme_at(scheme, 0.05);
        rdg_timestepping *ts = rdg_timestepping_create(scheme == 3 ? of : m, &o);
        rdg_timestepping_start(ts, 0.0, (double[]){1.0, 0.1}, (double[]){0.0, 0.0});
        rdg_timestepping_run(ts, "motion", &(rdg_timestepping_run_options){.until = 0.4, .in_memory = true});
        rdg_timestepping_restart(ts, "motion", 1);
        rdg_timestepping_free(ts);
    }
    use_sparse_matrices(ctx);
    return rdg_error_status(ctx);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fail_each_allocation(use_everything);
}

static void steps_take_no_memory(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_mechanism *const one[2] = {make_block(ctx, &table, 0.3), rubbed(ctx)};
    for (int k = 0; k < 2 * SCHEMES; k++) {
        const int scheme = k % SCHEMES;
        rdg_mechanism *m = one[k / SCHEMES];
        rdg_timestepping_options o = scheme_at(scheme, 0.05);
        o.project = scheme % 2 == 1;
        rdg_timestepping *ts = rdg_timestepping_create(m, &o);
        const long before = memory_asked;
        assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){1.0, 0.1}, (double[]){0.0, 0.0}));
        for (int i = 0; i < 200; i++) {
            assert_ok(ctx, rdg_timestepping_step(ts));
        }
        assert_int_equal(memory_asked, before);
    }
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail),
                                       cmocka_unit_test(steps_take_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
