/* Every allocation of a description and of its motions fails in turn: a message and no leak. */
#include "failing_memory.h"

#include "motions.h"

static int over(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    return 0;
}

static void fail_if(rdg_context *ctx, int answer, const rdg_flow *flow)
{
    assert_true(answer == 0 || (rdg_error_status(ctx) == RDG_ERR_NO_MEMORY && *rdg_flow_reason(flow)));
}

static void move(rdg_context *ctx)
{
    rdg_hybrid *h = duffing(ctx);
    rdg_flow *flow = rdg_flow_create(h, NULL);
    rdg_hybrid_set_unit(h, "A", "N");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "wide", .n = 5, .field = {.f = over}});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){.name = "a", .from = "smooth", .to = "smooth", .surface = {.f = over}});
    if (!flow || rdg_error_status(ctx) != RDG_OK) {
        return;
    }
    const double sigma[8] = {1, 0, 0.05, 1, 0.5, 1.2, 0, 5};
    double y[2], dy[16], d2y[64], x[5] = {1, 0};
    rdg_mesh mesh = {0};
    fail_if(ctx, rdg_flow_mesh(flow, 0, sigma, &mesh, y), flow);
    if (rdg_error_status(ctx) == RDG_OK) {
        fail_if(ctx, rdg_flow_segment(flow, 0, &mesh, sigma, y, dy, NULL), flow);
        fail_if(ctx, rdg_flow_second(flow, 0, &mesh, sigma, y, d2y), flow);
        fail_if(ctx, rdg_flow_second_along(flow, 0, &mesh, sigma, y, sigma, d2y), flow);
    }
    if (rdg_error_status(ctx) == RDG_OK) {
        rdg_hybrid_state s = {.x = x};
        const long asked = memory_asked;
        fail_if(ctx, rdg_flow_run(flow, sigma + 2, &s, 30.0, 0, NULL), flow);
        fail_if(ctx, rdg_flow_segment(flow, 0, &mesh, sigma, y, dy, NULL), flow);
        fail_if(ctx, rdg_flow_second(flow, 0, &mesh, sigma, y, d2y), flow);
        fail_if(ctx, rdg_flow_second_along(flow, 0, &mesh, sigma, y, sigma, d2y), flow);
        assert_int_equal(memory_asked, asked); /* none within a call */
    }
    rdg_mesh_release(&mesh);
    rdg_flow_free(flow);
}

static void move_by_both(rdg_context *ctx)
{
    rdg_flow *flow = rdg_flow_create(duffing(ctx), &(rdg_flow_options){.method = RDG_FLOW_MIXED});
    const double p[5] = {0.05, 1, 0.5, 1.2};
    double x[2] = {1, 0};
    rdg_hybrid_state s = {.x = x};
    if (flow) {
        fail_if(ctx, rdg_flow_run(flow, p, &s, 0.5, 0, NULL), flow);
    }
    if (flow && rdg_error_status(ctx) == RDG_OK) {
        const long asked = memory_asked;
        fail_if(ctx, rdg_flow_run(flow, p, &s, 1.5, 0, NULL), flow);
        assert_int_equal(memory_asked, asked); /* none within a second call */
    }
    rdg_flow_free(flow);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    exhaust_memory(move);
    exhaust_memory(move_by_both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
