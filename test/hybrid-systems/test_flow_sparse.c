/* Derivatives of segments of fields that have few entries, some of which show only on the way, and which
 * refuse at times; with stages that are kept from call to call, and without. */
#include "fresh_context.h"
#include "support.h"

#include <ridgewalk/flow.h>

enum { MASSES = 5, N = 2 * MASSES, NU = N + 3, NS = NU + 1 };

typedef struct chain {
    int refuse;  /* derivatives are refused by the so manieth call */
    long called; /* of the field */
} chain;

/* A chain of masses on cubic springs only: at rest no mass knows of another one. u = (x, v, omega, k, phi) */
static int chain_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    ((chain *)data)->called++;
    for (rdg_index i = 0; i < MASSES; i++) {
        const double d = u[i] - (i > 0 ? u[i - 1] : 0.0);
        y[i] = u[MASSES + i];
        y[MASSES + i] -= 0.1 * u[MASSES + i] + u[N + 1] * d * d * d;
        if (i > 0) {
            y[MASSES + i - 1] += u[N + 1] * d * d * d;
        }
    }
    y[N - 1] += cos(u[n - 1]);
    return 0;
}

static int chain_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    chain *c = data;
    for (rdg_index i = 0; i < MASSES; i++) {
        const double d = u[i] - (i > 0 ? u[i - 1] : 0.0);
        const double by = 3.0 * u[N + 1] * d * d;
        J[i + m * (MASSES + i)] = 1.0;
        J[MASSES + i + m * (MASSES + i)] -= 0.1;
        J[MASSES + i + m * i] -= by;
        J[MASSES + i + m * (N + 1)] -= d * d * d;
        if (i > 0) {
            J[MASSES + i + m * (i - 1)] += by;
            J[MASSES + i - 1 + m * i] += by;
            J[MASSES + i - 1 + m * (i - 1)] -= by;
            J[MASSES + i - 1 + m * (N + 1)] += d * d * d;
        }
    }
    J[N - 1 + m * (n - 1)] = -sin(u[n - 1]);
    return c->refuse > 0 && --c->refuse == 0 ? 1 : 0;
}

static int chain_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < MASSES; i++) {
        const double d = u[i] - (i > 0 ? u[i - 1] : 0.0);
        const double pull = (i > 0 ? lambda[MASSES + i - 1] : 0.0) - lambda[MASSES + i];
        const rdg_index end[2] = {i, i - 1};
        for (int a = 0; a < (i > 0 ? 2 : 1); a++) {
            const double sign = a == 0 ? 1.0 : -1.0, by = sign * 3.0 * pull * d * d;
            for (int b = 0; b < (i > 0 ? 2 : 1); b++) {
                H[end[a] + n * end[b]] += (a == b ? 6.0 : -6.0) * pull * u[N + 1] * d;
            }
            H[end[a] + n * (N + 1)] += by;
            H[N + 1 + n * end[a]] += by;
        }
    }
    H[n - 1 + n * (n - 1)] -= lambda[N - 1] * cos(u[n - 1]);
    return 0;
}

static rdg_hybrid *make(rdg_context *ctx, chain *c)
{
    return rdg_hybrid_smooth(
        ctx, "chain", N, &(rdg_hybrid_function){.f = chain_f, .df = chain_df, .d2f = chain_d2f, .data = c},
        RDG_PARAMETERS("omega", "k"), (double[]){1.0, 1.0}, "omega");
}

static void draw(double *sigma, bool at_rest, uint64_t *seed)
{
    for (rdg_index j = 0; j < NS; j++) {
        sigma[j] = at_rest && j < N ? 0.0 : random_signed(seed);
    }
    sigma[N] = 1.3;
    sigma[N + 1] = 0.8;
    sigma[NS - 1] = 1.5;
}

static double share[4] = {0.1, 0.4, 0.3, 0.2};
static const rdg_mesh mesh = {.steps = 4, .share = share};

static void entries_that_show_on_the_way_count(void **state)
{
    const double h = 1e-3, weight[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
    (void)state;
    uint64_t seed = 71;
    double worst = 0.0;
    for (int k = 0; k < 20; k++) {
        rdg_context *ctx = rdg_context_create();
        chain c = {.refuse = 0};
        rdg_flow *flow = rdg_flow_create(make(ctx, &c), NULL);
        double sigma[NS], y[N], dy[N * NS], a[N], b[N];
        draw(sigma, k % 2 == 0, &seed);
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, y, dy, NULL), 0);
        for (rdg_index j = 0; j < NS; j++) {
            double sum[N] = {0};
            const double before = sigma[j];
            for (int i = 1; i <= 3; i++) {
                sigma[j] = before + i * h;
                assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, a, NULL, NULL), 0);
                sigma[j] = before - i * h;
                assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, b, NULL, NULL), 0);
                sigma[j] = before;
                for (rdg_index r = 0; r < N; r++) {
                    sum[r] += weight[i - 1] * (a[r] - b[r]) / h;
                }
            }
            for (rdg_index r = 0; r < N; r++) {
                worst = fmax(worst, fabs(sum[r] - dy[r + N * j]));
            }
        }
        rdg_context_free(ctx);
    }
    assert_near(worst, 0, 0, 1e-10);
}

/* What one call of each kind answers. */
typedef struct numbers {
    double y[N], dy[N * NS], d2y[NS * NS], along[NS];
} numbers;

static void ask(rdg_flow *flow, int what, const double *sigma, const double *lambda, numbers *out)
{
    memset(out, 0, sizeof *out);
    if (what < 2) {
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, out->y, what ? out->dy : NULL, NULL), 0);
    } else if (what == 2) {
        assert_int_equal(rdg_flow_second(flow, 0, &mesh, sigma, lambda, out->d2y), 0);
    } else {
        assert_int_equal(rdg_flow_second_along(flow, 0, &mesh, sigma, lambda, lambda, out->along), 0);
    }
}

/* In any order, at one of three places. */
static void kept_stages_change_no_bit(void **state)
{
    (void)state;
    uint64_t seed = 5;
    rdg_context *ctx = rdg_context_create();
    chain with = {.refuse = 0}, without = {.refuse = 0};
    rdg_flow *kept = rdg_flow_create(make(ctx, &with), NULL);
    rdg_flow *fresh = rdg_flow_create(make(ctx, &without), NULL);
    double sigma[3][NS], lambda[NS];
    static numbers a, b;
    rdg_flow_keep_stages(kept, 2);
    draw(lambda, false, &seed);
    for (int i = 0; i < 3; i++) {
        draw(sigma[i], i == 0, &seed);
    }
    for (int k = 0; k < 400; k++) {
        const double *s = sigma[(int)(3.0 * fabs(random_signed(&seed))) % 3];
        const int what = (int)(4.0 * fabs(random_signed(&seed))) % 4;
        ask(kept, what, s, lambda, &a);
        ask(fresh, what, s, lambda, &b);
        assert_memory_equal(&a, &b, sizeof a);
        for (rdg_index i = 0; i < N; i++) {
            assert_true(what > 1 || rdg_flow_extent(kept)[i] == rdg_flow_extent(fresh)[i]);
        }
    }
    assert_true(2 * with.called < without.called);
    rdg_flow_keep_stages(kept, 0);
    with.called = 0;
    ask(kept, 0, sigma[0], lambda, &a);
    ask(kept, 1, sigma[0], lambda, &a);
    assert_int_equal(with.called, 2 * 4 * 12);
    rdg_context_free(ctx);
}

static void a_refusal_leaves_nothing_behind(void **state)
{
    (void)state;
    uint64_t seed = 12;
    rdg_context *ctx = rdg_context_create();
    chain c = {.refuse = 0}, never = {.refuse = 0};
    rdg_flow *flow = rdg_flow_create(make(ctx, &c), NULL), *other = rdg_flow_create(make(ctx, &never), NULL);
    double sigma[NS], lambda[NS];
    static numbers a, b;
    rdg_flow_keep_stages(flow, 1);
    draw(sigma, false, &seed);
    draw(lambda, false, &seed);
    for (int k = 1; k < 40; k += 3) {
        sigma[0] += 0.01;
        c.refuse = k;
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, a.y, a.dy, NULL), 1);
        c.refuse = 0;
        ask(flow, 1, sigma, lambda, &a);
        ask(other, 1, sigma, lambda, &b);
        assert_memory_equal(&a, &b, sizeof a);
        sigma[1] += 0.01;
        c.refuse = k;
        assert_int_equal(rdg_flow_second_along(flow, 0, &mesh, sigma, lambda, lambda, a.along), 1);
        c.refuse = 0;
        ask(flow, 2, sigma, lambda, &a);
        ask(other, 2, sigma, lambda, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_that_show_on_the_way_count),
        cmocka_unit_test(kept_stages_change_no_bit),
        cmocka_unit_test(a_refusal_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
