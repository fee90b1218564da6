/* link: -Wl,--wrap=umfpack_dl_symbolic -Wl,--wrap=klu_l_analyze */
/* The loop over points allocates nothing, and matrices are analysed once. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"
#include "harvest.h"
#include "scratch.h"

#include <klu.h>
#include <umfpack.h>

enum { POINTS = 60 };

static int analyses;

int __real_umfpack_dl_symbolic(SuiteSparse_long rows, SuiteSparse_long cols, const SuiteSparse_long *start,
                               const SuiteSparse_long *row, const double *values, void **symbolic,
                               const double *control, double *info);
int __wrap_umfpack_dl_symbolic(SuiteSparse_long rows, SuiteSparse_long cols, const SuiteSparse_long *start,
                               const SuiteSparse_long *row, const double *values, void **symbolic,
                               const double *control, double *info);

int __wrap_umfpack_dl_symbolic(SuiteSparse_long rows, SuiteSparse_long cols, const SuiteSparse_long *start,
                               const SuiteSparse_long *row, const double *values, void **symbolic,
                               const double *control, double *info)
{
    analyses++;
    return __real_umfpack_dl_symbolic(rows, cols, start, row, values, symbolic, control, info);
}

klu_l_symbolic *__real_klu_l_analyze(SuiteSparse_long n, SuiteSparse_long *start, SuiteSparse_long *row,
                                     klu_l_common *common);
klu_l_symbolic *__wrap_klu_l_analyze(SuiteSparse_long n, SuiteSparse_long *start, SuiteSparse_long *row,
                                     klu_l_common *common);

klu_l_symbolic *__wrap_klu_l_analyze(SuiteSparse_long n, SuiteSparse_long *start, SuiteSparse_long *row,
                                     klu_l_common *common)
{
    analyses++;
    return __real_klu_l_analyze(n, start, row, common);
}

/* x_i^3 + x_i = mu (1 + i / n): no special points */
static int chain(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = u[i] * u[i] * u[i] + u[i] - u[m] * (1.0 + (double)i / (double)m);
    }
    return 0;
}

static int chain_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        values[i + m * i] = 3.0 * u[i] * u[i] + 1.0;
        values[i + m * m] = -(1.0 + (double)i / (double)m);
    }
    return 0;
}

typedef struct count {
    long asked[POINTS + 2];
    int analyses[POINTS + 2];
} count;

static bool observe(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    count *c = data;
    if (chart->point >= 0 && chart->point <= POINTS) {
        c->asked[chart->point] = memory_asked;
        c->analyses[chart->point] = analyses;
    }
    return false;
}

static void check(rdg_context *ctx, const rdg_option *extra, size_t n_extra)
{
    count c = {{0}, {0}};
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "x", 9, NULL));
    assert_ok(ctx, rdg_add_variables(p, "mu", 1, NULL));
    assert_ok(ctx,
              rdg_add_zero(p, &(rdg_function){.name = "chain", .n = 10, .m = 9, .f = chain, .df = chain_df},
                           RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "mu", "mu", 0));
    rdg_option options[12] = {RDG_RELEASE("mu"),        RDG_DIRECTION(1), RDG_MAX_POINTS(POINTS),
                              RDG_OBSERVE(observe, &c), RDG_NO_TABLE,     RDG_LABEL_EVERY(0)};
    memcpy(options + 6, extra, n_extra * sizeof *extra);
    options[6 + n_extra] = (rdg_option){.kind = RDG_OPTION_END};
    assert_ok(ctx, rdg_continue_list(p, "chain", options));
    for (int point = 2; point < POINTS; point++) { /* the last one is labelled */
        assert_int_equal(c.asked[point], c.asked[1]);
        assert_int_equal(c.analyses[point], c.analyses[1]);
    }
    rdg_problem_free(p);
}

static void a_run_without_a_folder_allocates_nothing_in_its_loop(void **state)
{
    check(*state, &RDG_NO_FOLDER, 1);
}

static void a_run_with_a_folder_allocates_nothing_in_its_loop(void **state)
{
    check(*state, &RDG_NO_BRANCH_POINTS, 1);
}

static void a_sparse_matrix_is_analysed_once(void **state)
{
    const rdg_option extra[] = {RDG_LINEAR_SOLVER(RDG_SOLVER_SPARSE), RDG_NO_FOLDER};
    analyses = 0;
    check(*state, extra, 2);
    assert_true(analyses >= 1 && analyses <= 2); /* the Newton matrix, and that of fold conditions */
}

/* x cos(mu) = 0: on x = 0 there is a branch point every pi */
static int trivial(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * cos(u[1]);
    return 0;
}

typedef struct met {
    int count, analyses;
    long asked;
} met;

static bool note_branch_point(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    met *m = data;
    if (strcmp(chart->type, "BP") == 0) {
        if (m->count++ > 0) {
            assert_int_equal(analyses, m->analyses);
            assert_int_equal(memory_asked, m->asked);
        }
        m->analyses = analyses;
        m->asked = memory_asked;
    }
    return false;
}

static void only_the_first_branch_point_asks_for_memory_and_an_analysis(void **state)
{
    met m = {0};
    analyses = 0;
    rdg_problem *p = rdg_problem_create(*state);
    assert_ok(*state, rdg_add_variables(p, "x", 1, NULL));
    assert_ok(*state, rdg_add_variables(p, "mu", 1, NULL));
    assert_ok(*state,
              rdg_add_zero(p, &(rdg_function){.name = "trivial", .n = 2, .m = 1, .f = trivial}, RDG_ALL));
    assert_ok(*state, rdg_add_parameter(p, "mu", "mu", 0));
    assert_ok(*state, rdg_continue(p, "trivial", RDG_RELEASE("mu"), RDG_DIRECTION(1), RDG_WINDOW("mu", 0, 15),
                                   RDG_LINEAR_SOLVER(RDG_SOLVER_SPARSE), RDG_OBSERVE(note_branch_point, &m),
                                   RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_int_equal(m.count, 5);
    assert_in_range(m.analyses, 2, 3); /* Newton matrix, fold conditions, branch points */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_run_without_a_folder_allocates_nothing_in_its_loop),
        SCRATCH_TEST(a_run_with_a_folder_allocates_nothing_in_its_loop),
        SCRATCH_TEST(a_sparse_matrix_is_analysed_once),
        SCRATCH_TEST(only_the_first_branch_point_asks_for_memory_and_an_analysis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
