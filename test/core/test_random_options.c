/* A thousand random lists of options: each is accepted or refused with a message, and nothing crashes. */
#define _XOPEN_SOURCE 700

#include "cusp.h"

enum { LISTS = 1000, MOST = 5 };

static uint64_t seed = 99;

static int dice(int sides)
{
    return (int)((double)sides * 0.5 * (1.0 + random_signed(&seed))) % sides;
}

static const char *any_name(void)
{
    static const char *const name[] = {"ka", "la", "ka", "la", "kappa", "", NULL, "fold"};
    return name[dice(8)];
}

static double any_number(void)
{
    static const double special[] = {0.0, -1.0, 1e-300, 1e300, 1e-3};
    const int kind = dice(12);
    return kind == 0   ? (double)NAN
           : kind == 1 ? (double)INFINITY
           : kind < 5  ? special[dice(5)]
                       : random_signed(&seed);
}

static rdg_option any_option(void)
{
    static const double values[3] = {0.1, 0.5, -0.2};
    rdg_option o = {.kind = (rdg_option_kind)(1 + dice(RDG_OPTION_SAG + 2)),
                    .name = any_name(),
                    .type = dice(3) ? "UZ" : any_name(),
                    .a = any_number(),
                    .b = any_number(),
                    .c = any_number(),
                    .count = dice(6) - 1};
    if (o.kind == RDG_OPTION_EVENTS || o.kind == RDG_OPTION_START || o.kind == RDG_OPTION_SWITCH_AT ||
        o.kind == RDG_OPTION_SWITCH_KNOWN) {
        o.values = dice(4) ? values : NULL;
        o.tangent = dice(4) ? values : NULL;
        o.count = o.kind == RDG_OPTION_EVENTS ? dice(5) - 1 : o.count;
    }
    if (o.kind == RDG_OPTION_MAX_POINTS && o.count > 0) {
        o.count += 10; /* long enough to meet something */
    }
    return o;
}

static void each_list_is_accepted_or_refused_with_a_message(void **state)
{
    rdg_context *ctx = *state;
    int accepted = 0;
    int refused = 0;
    for (int list = 0; list < LISTS; list++) {
        rdg_option options[MOST + 4];
        const int count = dice(MOST + 1);
        int n = 0;
        for (; n < count; n++) {
            options[n] = any_option();
        }
        if (dice(2)) {
            options[n++] = RDG_RELEASE("ka");
        }
        options[n++] = RDG_NO_FOLDER;
        options[n++] = RDG_NO_TABLE;
        options[n] = (rdg_option){.kind = RDG_OPTION_END};
        rdg_problem *p = cusp_problem(ctx);
        const rdg_status status = rdg_continue_list(p, "random", options);
        if (status == RDG_OK) {
            accepted++;
        } else {
            assert_int_equal(rdg_error_status(ctx), status);
            assert_true(strlen(rdg_error_message(ctx)) > 20);
            refused++;
        }
        rdg_error_clear(ctx);
        rdg_problem_free(p);
    }
    print_message("%d accepted, %d refused\n", accepted, refused);
    assert_true(accepted > 50 && refused > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(each_list_is_accepted_or_refused_with_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
