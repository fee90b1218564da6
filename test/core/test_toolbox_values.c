/* What the calls for authors of toolboxes answer, by value: arrays that grow, what a context finds again,
 * checkpoint data, listeners, linear systems by GMRES, products of matrices. */
#include "fresh_context.h"

#include "memo_impl.h"

#include <ridgewalk/factor_chain.h>
#include <ridgewalk/gmres.h>
#include <ridgewalk/toolbox.h>

static void of_two_numbers_the_larger_one_is_taken(void **state)
{
    (void)state;
    assert_true(rdg_larger(1.0, 2.385) == 2.385);
    assert_true(rdg_larger(2.385, -3.0) == 2.385);
    assert_true(rdg_larger(-1.0, NAN) == -1.0);
}

static void only_three_failures_are_answers(void **state)
{
    rdg_context *ctx = *state;
    const rdg_status answers[] = {RDG_ERR_NO_CONVERGENCE, RDG_ERR_SINGULAR, RDG_ERR_NOT_FINITE};
    const rdg_status others[] = {RDG_OK, RDG_ERR_NO_MEMORY, RDG_ERR_NAME, RDG_ERR_IO, RDG_ERR_ARGUMENT};
    for (int k = 0; k < 3; k++) {
        assert_true(rdg_is_no_solution(answers[k]));
        rdg_fail(ctx, answers[k], "test", "an answer");
        rdg_error_forgive(ctx);
        assert_int_equal(rdg_error_status(ctx), RDG_OK);
    }
    for (int k = 0; k < 5; k++) {
        assert_false(rdg_is_no_solution(others[k]));
    }
    rdg_fail(ctx, RDG_ERR_NAME, "test", "no answer");
    rdg_error_forgive(ctx);
    assert_failed(ctx, RDG_ERR_NAME, "no answer");
}

static void arrays_grow_by_zeros_behind_what_they_hold(void **state)
{
    double *array = NULL;
    assert_ok(*state, rdg_context_grow(*state, (void *)&array, 0, 3, sizeof *array));
    for (int i = 0; i < 3; i++) {
        assert_true(array[i] == 0.0);
        array[i] = 1.5 * i;
    }
    assert_ok(*state, rdg_context_grow(*state, (void *)&array, 3, 1000, sizeof *array));
    for (int i = 0; i < 1003; i++) {
        assert_true(array[i] == (i < 3 ? 1.5 * i : 0.0));
    }
    rdg_index capacity = 1003;
    assert_ok(*state, rdg_context_reserve(*state, (void *)&array, &capacity, 1003, sizeof *array));
    assert_int_equal(capacity, 1003); /* it is long enough */
    assert_ok(*state, rdg_context_reserve(*state, (void *)&array, &capacity, 1010, sizeof *array));
    assert_int_equal(capacity, 2020);
    assert_true(array[2] == 3.0 && array[2019] == 0.0);
    rdg_free(array);
    char *copy = rdg_context_strdup(*state, "omega");
    assert_string_equal(copy, "omega");
    rdg_free(copy);
}

static void free_number(void *object)
{
    rdg_free(object);
}

static void free_other(void *object)
{
    rdg_free(object);
}

static void a_context_finds_the_newest_of_a_kind(void **state)
{
    rdg_context *ctx = *state;
    double *first = rdg_context_calloc(ctx, 1, sizeof *first),
           *second = rdg_context_calloc(ctx, 1, sizeof *second);
    assert_null(rdg_context_find(ctx, free_number));
    assert_ok(ctx, rdg_context_own(ctx, first, free_number));
    assert_ok(ctx, rdg_context_own(ctx, second, free_number));
    assert_null(rdg_context_find(ctx, free_other));
    assert_ptr_equal(rdg_context_find(ctx, free_number), second);
    rdg_context_disown(ctx, second);
    rdg_free(second);
    assert_ptr_equal(rdg_context_find(ctx, free_number), first);
    assert_null(rdg_context_find(NULL, free_number));
}

static void iterations_add_up(void **state)
{
    const long before = rdg_newton_iterations(*state);
    rdg_count_iterations(*state, 7);
    rdg_count_iterations(*state, -2);
    assert_int_equal(rdg_newton_iterations(*state), before + 5);
}

/* --- checkpoint data */

typedef struct kept {
    bool flag;
    int small;
    long large;
    rdg_index place;
    double number, list[3];
    char text[24];
} kept;

static void exchange(rdg_checkpoint *memo, kept *k)
{
    rdg_checkpoint_flag(memo, &k->flag);
    rdg_checkpoint_int(memo, &k->small);
    rdg_checkpoint_long(memo, &k->large);
    rdg_checkpoint_index(memo, &k->place);
    rdg_checkpoint_number(memo, &k->number);
    rdg_checkpoint_numbers(memo, k->list, 3);
    rdg_checkpoint_text(memo, k->text, sizeof k->text);
}

static void what_is_written_to_a_checkpoint_is_read(void **state)
{
    const kept written = {.flag = true,
                          .small = -12345,
                          .large = 4503599627370495,
                          .place = -9007199254740991,
                          .number = -2.385e-300,
                          .list = {1.0 / 3.0, INFINITY, -0.0},
                          .text = "seventeen letters"};
    kept out = written, in = {.flag = false};
    rdg_checkpoint memo = {.ctx = *state};
    rdg_memo_begin(&memo, false);
    assert_false(rdg_checkpoint_reads(&memo));
    exchange(&memo, &out);
    rdg_memo_begin(&memo, true);
    assert_true(rdg_checkpoint_reads(&memo));
    exchange(&memo, &in);
    assert_false(memo.is_broken);
    assert_int_equal(memo.at, memo.n);
    assert_true(in.flag);
    assert_int_equal(in.small, written.small);
    assert_true(in.large == written.large && in.place == written.place && in.number == written.number);
    assert_memory_equal(in.list, written.list, sizeof in.list);
    assert_string_equal(in.text, written.text);
    rdg_memo_release(&memo);
    assert_false(rdg_checkpoint_reads(NULL));
}

/* --- what a context states */

static int heard[2];

static void hear(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    (void)text;
    heard[*(const int *)data]++;
}

static void the_last_listener_hears_and_quiet_parts_are_not_said(void **state)
{
    rdg_context *ctx = *state;
    int which[2] = {0, 1};
    rdg_listener outer = {.hear = hear, .data = &which[0]}, inner = {.hear = hear, .data = &which[1]};
    heard[0] = heard[1] = 0;
    rdg_set_writer(ctx, NULL, NULL);
    rdg_listen(ctx, &outer);
    rdg_write(ctx, RDG_CHANNEL_NOTE, "note: one\n");
    rdg_listen(ctx, &inner);
    rdg_write(ctx, RDG_CHANNEL_NOTE, "note: two\n");
    rdg_listen_no_more(ctx, &inner);
    rdg_write(ctx, RDG_CHANNEL_NOTE, "note: three\n");
    rdg_listen_no_more(ctx, &outer);
    rdg_write(ctx, RDG_CHANNEL_NOTE, "note: four\n");
    assert_int_equal(heard[0], 2);
    assert_int_equal(heard[1], 1);
    const long before = rdg_warnings(ctx);
    rdg_quiet_begin(ctx);
    rdg_warn(ctx, "kind", "not counted");
    rdg_quiet_end(ctx);
    rdg_warn(ctx, "kind", "counted");
    assert_int_equal(rdg_warnings(ctx), before + 1);
}

/* --- linear systems */

enum { N = 12 };

/* 2 on the diagonal, -1 beside it: x_i = (i + 1)(N - i)/2 for b = 1. */
static void second_difference(const double *v, double *w, void *data)
{
    (*(int *)data)++;
    for (int i = 0; i < N; i++) {
        w[i] = 2.0 * v[i] - (i > 0 ? v[i - 1] : 0.0) - (i < N - 1 ? v[i + 1] : 0.0);
    }
}

static void gmres_solves_the_second_difference(void **state)
{
    double b[N], x[N];
    int products = 0;
    rdg_gmres *g = rdg_gmres_create(*state, N, N);
    assert_non_null(g);
    for (int i = 0; i < N; i++) {
        b[i] = 1.0;
    }
    const int counted = rdg_gmres_solve(g, second_difference, &products, 1e-13, b, x);
    assert_int_equal(counted, products);
    assert_in_range(products, N / 2, N); /* b is symmetric: half of the eigenvectors take part */
    for (int i = 0; i < N; i++) {
        assert_near(x[i], 0.5 * (i + 1) * (N - i), 1e-12, 0.0);
    }
    memset(b, 0, sizeof b);
    assert_int_equal(rdg_gmres_solve(g, second_difference, &products, 1e-13, b, x), 0);
    rdg_gmres_free(g);
}

/* The product of two triangular matrices has known eigenvalues, one negative, and exact zeros stay zeros. */
static void multipliers_of_a_chain_are_those_of_the_product(void **state)
{
    const double pi = 3.14159265358979323846;
    rdg_chain chain = {.ctx = *state};
    double log_[2], angle[2];
    assert_ok(*state, rdg_chain_append(&chain, 2, 2, (const double[]){3.0, 0.0, 0.7, -0.25}));
    assert_ok(*state, rdg_chain_append(&chain, 2, 2, (const double[]){2.0, 0.0, -1.3, 0.5}));
    assert_int_equal(rdg_chain_multipliers(&chain, 2, log_, angle), 0);
    assert_near(log_[0], log(6.0), 1e-13, 0.0);
    assert_near(angle[0], 0.0, 0.0, 1e-13);
    assert_near(log_[1], log(0.125), 1e-12, 0.0);
    assert_near(fabs(angle[1]), pi, 1e-13, 0.0);
    rdg_chain_release(&chain);
    /* 0.5 times a rotation by 0.4 */
    assert_ok(*state, rdg_chain_append(
                          &chain, 2, 2,
                          (const double[]){0.5 * cos(0.4), 0.5 * sin(0.4), -0.5 * sin(0.4), 0.5 * cos(0.4)}));
    assert_int_equal(rdg_chain_multipliers(&chain, 2, log_, angle), 0);
    for (int k = 0; k < 2; k++) {
        assert_near(log_[k], log(0.5), 1e-13, 0.0);
        assert_near(fabs(angle[k]), 0.4, 1e-13, 0.0);
    }
    assert_near(angle[0] + angle[1], 0.0, 0.0, 1e-13);
    rdg_chain_release(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_two_numbers_the_larger_one_is_taken),
        TEST(only_three_failures_are_answers),
        TEST(arrays_grow_by_zeros_behind_what_they_hold),
        TEST(a_context_finds_the_newest_of_a_kind),
        TEST(iterations_add_up),
        TEST(what_is_written_to_a_checkpoint_is_read),
        TEST(the_last_listener_hears_and_quiet_parts_are_not_said),
        TEST(gmres_solves_the_second_difference),
        TEST(multipliers_of_a_chain_are_those_of_the_product),
    };
    return cmocka_run_group_tests_name("calls for toolboxes", tests, NULL, NULL);
}
