/* Options that a toolbox adds: its call finds them, every other one refuses them and says whose they are. */
#define _XOPEN_SOURCE 700

#include "problems.h"
#include "scratch.h"

#include <ridgewalk/diagram.h>
#include <ridgewalk/option_list.h>

static const rdg_option_key color = {.name = "RDG_FENCE_COLOR", .call = "rdg_fence"};
static const rdg_option_key height = {.name = "RDG_FENCE_HEIGHT", .call = "rdg_fence"};
static const rdg_option_key depth = {.name = "RDG_POND_DEPTH", .call = "rdg_pond"};
static const rdg_option_key *const of_fence[] = {&color, &height, NULL};

#define COLOR(value) RDG_OPTION_OF(color, (value))
#define HEIGHT(value) RDG_OPTION_OF(height, (value))
#define DEPTH(value) RDG_OPTION_OF(depth, (value))

/* A call of a toolbox: the circle up to a height, with the options of the user. */
static rdg_status fence(rdg_problem *p, const char *name, double *found, const rdg_option *options)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_status status = rdg_option_list_check(ctx, "rdg_fence", name, options, of_fence);
    if (status != RDG_OK) {
        return status;
    }
    const rdg_option *top = rdg_option_of(options, &height);
    rdg_option_list list = {.ctx = ctx};
    *found = top ? top->a : 0.5;
    rdg_option_list_add(&list, RDG_RELEASE("y"));
    rdg_option_list_add(&list, RDG_WINDOW("y", -*found, *found));
    rdg_option_list_add_rest(&list, options, "y");
    status = rdg_continue_list(p, name, list.item);
    rdg_option_list_release(&list);
    return status;
}

static void the_call_finds_its_options_and_hands_on_the_others(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    rdg_run_summary summary;
    double found = 0;
    const rdg_option rest[] = {RDG_RELEASE("x"), RDG_NO_TABLE, RDG_NO_FOLDER, {.kind = RDG_OPTION_END}};
    assert_ok(ctx,
              fence(p, "a", &found,
                    RDG_OPTIONS(rest[0], HEIGHT(0.25), rest[1], COLOR(3), rest[2], RDG_SUMMARY(&summary))));
    assert_near(found, 0.25, 0, 0);
    assert_near(summary.reached[1], 0.25, 1e-12, 0);
    assert_ok(ctx, fence(p, "a", &found, RDG_OPTIONS(rest[0], rest[1], rest[2])));
    assert_near(found, 0.5, 0, 0);
    assert_null(rdg_option_of(rest, &depth));
    assert_null(rdg_option_of(NULL, &height));
}

/* A key is what it says: a copy of it, as a program may have of a library's object, is the same. */
static void a_key_is_told_by_its_words(void **state)
{
    rdg_context *ctx = *state;
    char name[] = "RDG_FENCE_HEIGHT", call[] = "rdg_fence";
    const rdg_option_key copy = {.name = name, .call = call};
    const rdg_option_key other_call = {.name = name, .call = "rdg_pond"};
    double found = 0;
    assert_ok(ctx, fence(circle_problem(ctx), "a", &found,
                         RDG_OPTIONS(RDG_OPTION_OF(copy, 0.125), RDG_RELEASE("x"), RDG_NO_TABLE)));
    assert_near(found, 0.125, 0, 0);
    fence(circle_problem(ctx), "a", &found, RDG_OPTIONS(RDG_OPTION_OF(other_call, 0.125)));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_fence: run \"a\": option RDG_FENCE_HEIGHT belongs to rdg_pond()");
}

static void options_of_others_are_refused_by_every_call(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    double found = -1;
    fence(p, "a", &found, RDG_OPTIONS(RDG_RELEASE("x"), HEIGHT(0.1), DEPTH(2)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_fence: run \"a\": option RDG_POND_DEPTH belongs to rdg_pond()");
    assert_near(found, -1, 0, 0); /* nothing was done */
    rdg_continue(p, "a", RDG_RELEASE("x"), RDG_RELEASE("y"), HEIGHT(0.1));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_continue: run \"a\": option RDG_FENCE_HEIGHT belongs to rdg_fence()");
    rdg_resume(p, "a", HEIGHT(0.1), RDG_RELEASE("x"), RDG_RELEASE("y"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "option RDG_FENCE_HEIGHT belongs to rdg_fence()");
    rdg_index n = 7;
    rdg_diagram(p, "all", 3, &n, RDG_RELEASE("x"), RDG_RELEASE("y"), DEPTH(1));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_diagram: run \"all\": option RDG_POND_DEPTH belongs to rdg_pond()");
    char path[100];
    snprintf(path, sizeof path, "%s/a", scratch_folder);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void what_cannot_be_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    double found = 0;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    const rdg_option_key no_name = {.call = "rdg_fence"}, no_call = {.name = "RDG_FENCE_GATE"};
    const rdg_option no_key[] = {RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX),
                                 RDG_OPTION_OF(no_name, 1),
                                 RDG_OPTION_OF(no_call, 1),
                                 {.kind = RDG_OPTION_END}};
    fence(p, "a", &found, RDG_OPTIONS(HEIGHT(0.1), RDG_RELEASE("x"), HEIGHT(0.1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_fence: run \"a\": RDG_FENCE_HEIGHT is given twice");
    for (size_t k = 0; k < 3; k++) {
        fence(p, "a", &found, RDG_OPTIONS(COLOR(bad[k])));
        assert_failed(ctx, RDG_ERR_NOT_FINITE, "RDG_FENCE_COLOR is ");
        fence(p, "a", &found, RDG_OPTIONS(RDG_RELEASE("x"), no_key[k]));
        assert_failed(ctx, RDG_ERR_ARGUMENT, "option 1 of the list is one of a toolbox, but has no key");
        rdg_continue(p, "a", RDG_RELEASE("x"), no_key[k]);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "is one of a toolbox, but has no key");
        assert_null(rdg_option_of(no_key, &height));
    }
    /* A key in an option of another kind counts for nothing. */
    rdg_option with_key = RDG_RELEASE("x");
    with_key.key = &depth;
    assert_ok(ctx, fence(p, "a", &found, RDG_OPTIONS(with_key, RDG_NO_TABLE)));
    assert_int_equal(rdg_option_list_check(NULL, "rdg_fence", "a", no_key, of_fence), RDG_ERR_EARLIER);
}

/* Lists of random options: the check agrees with what is to be expected of it. */
static void random_lists_are_judged_rightly(void **state)
{
    rdg_context *ctx = *state;
    uint64_t random = 7;
    int good = 0;
    for (int k = 0; k < 3000; k++) {
        rdg_option list[7];
        int n_own[2] = {0, 0}, n = (int)(6 * fabs(random_signed(&random)));
        bool foreign = false, infinite = false;
        for (int i = 0; i < n; i++) {
            const double which = random_signed(&random);
            const double value = random_signed(&random) > 0.95 ? NAN : random_signed(&random);
            const rdg_option choice[] = {COLOR(value), HEIGHT(value), DEPTH(value), RDG_ANGLE(value)};
            const int c = which < -0.9 ? 2 : which < -0.4 ? 0 : which < 0.1 ? 1 : 3;
            list[i] = choice[c];
            n_own[0] += c == 0;
            n_own[1] += c == 1;
            foreign = foreign || c == 2;
            infinite = infinite || (c < 2 && isnan(value));
        }
        list[n] = (rdg_option){.kind = RDG_OPTION_END};
        const bool right = n_own[0] < 2 && n_own[1] < 2 && !foreign && !infinite;
        good += right;
        assert_int_equal(rdg_option_list_check(ctx, "rdg_fence", "a", list, of_fence) == RDG_OK, right);
        assert_int_equal(rdg_error_status(ctx) == RDG_OK, right);
        rdg_error_clear(ctx);
        assert_int_equal(rdg_option_of(list, &color) != NULL, n_own[0] > 0);
    }
    assert_in_range(good, 500, 2500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_call_finds_its_options_and_hands_on_the_others),
        SCRATCH_TEST(a_key_is_told_by_its_words),
        SCRATCH_TEST(options_of_others_are_refused_by_every_call),
        SCRATCH_TEST(what_cannot_be_is_refused),
        SCRATCH_TEST(random_lists_are_judged_rightly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
