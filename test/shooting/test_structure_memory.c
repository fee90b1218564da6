/* Every allocation of a structure in motion fails in turn: a message and no leak. */
#include "failing_memory.h"

#include "structures.h"

#include <ridgewalk/flow.h>

static void move(rdg_context *ctx)
{
    uint64_t seed = 1;
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    add_contact(s, &seed);
    add_iwan(s, &seed);
    add_smooth(s, &seed);
    add_loads(s);
    rdg_hybrid *h = rdg_error_status(ctx) == RDG_OK
                        ? rdg_hybrid_of(s, RDG_AT("omega", 1.3), RDG_AT("pad.mu", 0.4), RDG_AT("lap.Fs", 0.5),
                                        RDG_AT("twist.a", 0.3), RDG_AT("spring.k3", 0.2))
                        : NULL;
    rdg_flow *flow = rdg_flow_create(h, NULL);
    const char *mode = NULL;
    double x[32], v[DOFS] = {0.3, -0.4, 0.5};
    if (!flow || rdg_hybrid_start(h, NULL, v, 0.1, &mode, x) != RDG_OK) {
        assert_true(rdg_error_status(ctx) == RDG_ERR_NO_MEMORY);
        return;
    }
    rdg_hybrid_state at = {.x = x, .mode = rdg_hybrid_phase_index(h, mode)};
    const int answer = rdg_flow_run(flow, rdg_hybrid_parameters_of(h).value, &at, 6.0, 0, NULL);
    if (answer != 0 && rdg_error_status(ctx) != RDG_ERR_NO_MEMORY) {
        fail_msg("%s", rdg_flow_reason(flow));
    }
    if (answer == 0) {
        assert_true(rdg_hybrid_phases(h) > 8);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    exhaust_memory(move);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
