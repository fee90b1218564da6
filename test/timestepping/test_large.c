/* Sparse mechanisms: the dense one's motion, many bodies, runs. */
#include "fresh_context.h"
#include "timestepping/sparse_column.h"

#include <math.h>
#include <string.h>

/* Heights with gaps from 0 to 2 mm */
static void stand(rdg_index n, double *q)
{
    uint64_t seed = 3;
    double y = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        y += 1e-3 * (1.0 + random_signed(&seed));
        q[k] = y;
    }
}

static rdg_timestepping *column_motion(rdg_context *ctx, sparse_column *c, bool sparse, double h)
{
    return rdg_timestepping_create(column_mechanism(ctx, c, sparse), &(rdg_timestepping_options){.h = h});
}

static void a_sparse_column_moves_as_a_dense_one(void **state)
{
    enum { N = 12, STEPS = 300 };
    static const double still[N];
    double q[N];
    sparse_column *c = sparse_column_create(N, 0.4);
    assert_non_null(c);
    stand(N, q);
    rdg_timestepping *few = column_motion(*state, c, false, 2e-4),
                     *many = column_motion(*state, c, true, 2e-4);
    assert_ok(*state, rdg_timestepping_start(few, 0.0, q, still));
    assert_ok(*state, rdg_timestepping_start(many, 0.0, q, still));
    for (int k = 0; k < STEPS; k++) {
        assert_ok(*state, rdg_timestepping_step(few));
        assert_ok(*state, rdg_timestepping_step(many));
        const rdg_motion *a = rdg_timestepping_motion(few), *b = rdg_timestepping_motion(many);
        for (int i = 0; i < N; i++) {
            assert_near(b->q[i], a->q[i], 0.0, 1e-13);
            assert_near(b->v[i], a->v[i], 0.0, 1e-12);
            assert_near(b->impulse[i], a->impulse[i], 0.0, 1e-12);
        }
        assert_near(b->kinetic, a->kinetic, 1e-10, 1e-12);
        assert_near(b->normal_work, a->normal_work, 1e-10, 1e-12);
    }
    assert_true(rdg_timestepping_motion(many)->impacts > 20);
    sparse_column_free(c);
}

/* Drag and a bed of springs that are not linear, and masses that change with the height */
static double hindered(double q, double v, double *mass)
{
    *mass = 1.0 + 0.5 * sin(30.0 * q);
    return -9.81 - 40.0 * v * fabs(v) - 2e3 * sin(3.0 * q);
}

static int hindered_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    const sparse_column *c = data;
    (void)t;
    for (rdg_index k = 0; k < c->n; k++) {
        to->h[k] = hindered(q[k], v[k], &to->M[k]);
    }
    return 0;
}

static int dense_hindered_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to,
                                void *data)
{
    const sparse_column *c = data;
    (void)t;
    for (rdg_index k = 0; k < c->n; k++) {
        to->h[k] = hindered(q[k], v[k], &to->M[k * c->n + k]);
    }
    return 0;
}

/* What is not linear is iterated to the end: upwards and downwards, in contact and apart */
static void a_sparse_column_iterates_as_a_dense_one(void **state)
{
    enum { N = 6, STEPS = 400 };
    double q[N], up[N];
    sparse_column *c = sparse_column_create(N, 0.4);
    assert_non_null(c);
    rdg_timestepping *ts[2];
    for (int k = 0; k < N; k++) {
        q[k] = 0.05 * (k + 1);
        up[k] = k % 2 ? 1.0 : -0.5;
    }
    for (int sparse = 0; sparse < 2; sparse++) {
        rdg_mechanism *m = rdg_mechanism_create(
            *state, &(rdg_mechanism_options){.name = "hindered",
                                             .n = N,
                                             .terms = sparse ? hindered_terms : dense_hindered_terms,
                                             .contacts = N,
                                             .law = c->law,
                                             .geometry = sparse ? column_geometry : dense_column_geometry,
                                             .matrices = sparse ? &c->M : NULL,
                                             .pushes = sparse ? &c->W : NULL,
                                             .data = c});
        ts[sparse] = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-3});
        assert_ok(*state, rdg_timestepping_start(ts[sparse], 0.0, q, up));
    }
    for (int k = 0; k < STEPS; k++) {
        assert_ok(*state, rdg_timestepping_step(ts[0]));
        assert_ok(*state, rdg_timestepping_step(ts[1]));
        for (int i = 0; i < N; i++) {
            assert_near(rdg_timestepping_motion(ts[1])->v[i], rdg_timestepping_motion(ts[0])->v[i], 0.0,
                        1e-9);
        }
    }
    assert_true(rdg_timestepping_motion(ts[1])->impacts > 5);
    sparse_column_free(c);
}

static void ten_thousand_bodies_come_to_rest(void **state)
{
    enum { N = 10000, STEPS = 20 };
    static double q[N], still[N];
    sparse_column *c = sparse_column_create(N, 0.0);
    assert_non_null(c);
    rdg_timestepping *ts = column_motion(*state, c, true, 1e-3);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, q, still));
    for (int k = 0; k < STEPS; k++) {
        assert_ok(*state, rdg_timestepping_step(ts));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        assert_true(at->answer.residual <= 1e-12);
        assert_true(k == 0 || at->answer.iterations == 1); /* the set is known */
    }
    const rdg_motion *at = rdg_timestepping_motion(ts);
    for (int k = 0; k < N; k++) {
        assert_near(at->force[k], 9.81 * (N - k), 1e-11, 0.0);
        assert_near(at->q[k], 0.0, 0.0, 1e-13);
    }
    sparse_column_free(c);
}

static void a_sparse_run_goes_on_bit_for_bit(void **state)
{
    enum { N = 40 };
    static const double still[N];
    double q[N], end[N];
    sparse_column *c = sparse_column_create(N, 0.3);
    assert_non_null(c);
    stand(N, q);
    const rdg_timestepping_run_options run = {
        .until = 0.05, .label_every = 20, .in_memory = true, .silent = true};
    rdg_timestepping *ts = column_motion(*state, c, true, 1e-3),
                     *other = column_motion(*state, c, true, 1e-3);
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, q, still));
    assert_ok(*state, rdg_timestepping_run(ts, "whole", &run));
    memcpy(end, rdg_timestepping_motion(ts)->q, sizeof end);
    assert_ok(*state, rdg_timestepping_restart(other, "whole", 2));
    assert_true(rdg_timestepping_motion(other)->steps < 50);
    assert_ok(*state, rdg_timestepping_run(other, "rest", &run));
    assert_memory_equal(rdg_timestepping_motion(other)->q, end, sizeof end);
    sparse_column_free(c);
}

static void what_sparse_mechanisms_cannot_is_told(void **state)
{
    double matrix[64 * 64];
    static const double still[4], up[4] = {1, 2, 3, 4};
    sparse_column *c = sparse_column_create(4, 0.0);
    assert_non_null(c);
    rdg_mechanism *m = column_mechanism(*state, c, true);
    assert_ok(*state, rdg_mechanism_check(m, 0.0, up, up, 1e-7));
    assert_null(rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-3, .scheme = RDG_BATHE}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "sparse mechanisms are for RDG_MOREAU");
    rdg_error_clear(*state);
    rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-3});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, up, still));
    assert_true(rdg_timestepping_amplification(ts, matrix) != RDG_OK);
    rdg_error_clear(*state);
    assert_null(rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 4,
                                                                      .terms = column_terms,
                                                                      .contacts = 4,
                                                                      .law = c->law,
                                                                      .geometry = column_geometry,
                                                                      .matrices = &c->M}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "belong together");
    rdg_error_clear(*state);
    assert_null(rdg_mechanism_create(*state, &(rdg_mechanism_options){.n = 4,
                                                                      .terms = column_terms,
                                                                      .contacts = 3,
                                                                      .law = c->law,
                                                                      .geometry = column_geometry,
                                                                      .matrices = &c->M,
                                                                      .pushes = &c->W}));
    assert_failed(*state, RDG_ERR_SIZE, "a column for each direction");
    sparse_column_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_sparse_column_moves_as_a_dense_one),  TEST(a_sparse_column_iterates_as_a_dense_one),
        TEST(ten_thousand_bodies_come_to_rest),      TEST(a_sparse_run_goes_on_bit_for_bit),
        TEST(what_sparse_mechanisms_cannot_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
