/* How many threads BLAS takes is the program's affair: results do not depend on it, and it stays as it was.
 */
#include "support.h"

#include <ridgewalk/core.h>
#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <lapacke.h>
#include <pthread.h>

#ifdef OPENBLAS_VERSION
/* large enough for LAPACK's factorisation to be shared out among threads */
enum { SIZE = 260, ROUNDS = 20000 };

static int seen; /* by a function of the problem */

/* y_i = sum_j a_ij u_j + sin(u_i) - la, a dense */
static double entry(rdg_index i, rdg_index j)
{
    return sin(1.0 + (double)(7 * i + 3 * j + i * j)) / SIZE + (i == j ? 2.385 : 0.0);
}

static int dense(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)data;
    seen = openblas_get_num_threads();
    for (rdg_index i = 0; i < m; i++) {
        y[i] = sin(u[i]) - u[n - 1];
        for (rdg_index j = 0; j < m; j++) {
            y[i] += entry(i, j) * u[j];
        }
    }
    return 0;
}

static int dense_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)data;
    for (rdg_index j = 0; j < m; j++) {
        for (rdg_index i = 0; i < m; i++) {
            values[i + m * j] = entry(i, j) + (i == j ? cos(u[i]) : 0.0);
        }
    }
    for (rdg_index i = 0; i < m; i++) {
        values[i + m * (n - 1)] = -1.0;
    }
    return 0;
}

typedef struct trace {
    double u[8][SIZE + 1];
    int count;
} trace;

static bool keep(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    (void)problem;
    trace *t = data;
    if (t->count < 8) {
        memcpy(t->u[t->count++], chart->u, sizeof t->u[0]);
    }
    return false;
}

static void follow(int threads, trace *t)
{
    openblas_set_num_threads(threads);
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = rdg_problem_create(ctx);
    t->count = 0;
    rdg_add_variables(p, "u", SIZE + 1, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "dense", .n = SIZE + 1, .m = SIZE, .f = dense, .df = dense_slope},
                 RDG_ALL);
    rdg_add_parameter(p, "la", "u", SIZE);
    assert_ok(ctx, rdg_continue(p, "curve", RDG_RELEASE("la"), RDG_WINDOW("la", 0.0, 1e3), RDG_MAX_POINTS(6),
                                RDG_DIRECTION(1), RDG_LINEAR_SOLVER(RDG_SOLVER_DENSE), RDG_NO_TABLE,
                                RDG_NO_FOLDER, RDG_OBSERVE(keep, t)));
    assert_int_equal(openblas_get_num_threads(), threads);
    assert_int_equal(seen, threads);
    rdg_context_free(ctx);
}

static void a_run_is_the_same_to_the_last_bit_with_any_number_of_threads(void **state)
{
    (void)state;
    static trace one, many;
    follow(1, &one);
    follow(4, &many);
    assert_true(one.count >= 5);
    assert_int_equal(one.count, many.count);
    assert_memory_equal(one.u, many.u, (size_t)one.count * sizeof one.u[0]);
    openblas_set_num_threads(1);
}

/* The problem is one at which threads would be seen: LAPACK by itself answers other bits. Where it does not,
 * on a machine whose BLAS shares nothing out, the test above says little. */
static void between_begin_and_end_blas_has_one_thread(void **state)
{
    (void)state;
    openblas_set_num_threads(3);
    rdg_blas_begin();
    assert_int_equal(openblas_get_num_threads(), 1);
    rdg_blas_begin();
    assert_int_equal(rdg_blas_end(-17), -17);
    assert_int_equal(openblas_get_num_threads(), 1);
    assert_int_equal(rdg_blas_end(5), 5);
    assert_int_equal(openblas_get_num_threads(), 3);
    openblas_set_num_threads(1);
}

static void *call_often(void *data)
{
    int *wrong = data;
    for (int i = 0; i < ROUNDS; i++) {
        rdg_blas_begin();
        *wrong += openblas_get_num_threads() != 1;
        rdg_blas_end(0);
    }
    return NULL;
}

static void calls_from_several_threads_put_back_what_was_set_before_the_first(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    int wrong[THREADS] = {0};
    openblas_set_num_threads(3);
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(pthread_create(&thread[k], NULL, call_often, &wrong[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(thread[k], NULL);
        assert_int_equal(wrong[k], 0);
    }
    assert_int_equal(openblas_get_num_threads(), 3);
    openblas_set_num_threads(1);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef OPENBLAS_VERSION
        cmocka_unit_test(a_run_is_the_same_to_the_last_bit_with_any_number_of_threads),
        cmocka_unit_test(between_begin_and_end_blas_has_one_thread),
        cmocka_unit_test(calls_from_several_threads_put_back_what_was_set_before_the_first),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
