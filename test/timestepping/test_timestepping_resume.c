/* link: -Wl,--wrap=rdg_run_store_append */
/* Motions in time that are cut off behind any of their rows and gone on with. */
#define _GNU_SOURCE

#include "../cut_run.h"
#include "mechanisms.h"
#include "rubbed.h"
#include "run_sql.h"

#include <ridgewalk/ridgewalk.h>

#include <string.h>

static int scheme_now;
static bool with_elements;
static rdg_index every = 5;

static rdg_status fall(rdg_context *ctx, const char *name, bool resumes)
{
    const rdg_timestepping_options o = scheme_at(scheme_now, 1e-2);
    block b = {.k = 1.0, .gravity = {0.0, 9.81}};
    rdg_mechanism *m = with_elements ? rubbed(ctx) : make_block(ctx, &b, 0.3);
    rdg_timestepping *ts = rdg_timestepping_create(m, &o);
    const rdg_timestepping_run_options r = {
        .until = 3.0, .every = every, .label_every = 4, .silent = true, .resume = resumes};
    rdg_timestepping_start(ts, 0.0, (double[]){5.0, 0.1}, (double[]){0.0, 0.0});
    return rdg_timestepping_run(ts, name, &r);
}

static void motions_cut_anywhere_are_the_same(void **state)
{
    (void)state;
    for (scheme_now = 0; scheme_now < SCHEMES; scheme_now++) {
        for (int k = 0; k < 2; k++) {
            with_elements = k == 1;
            const cut_case what = {.name = "fall", .go = fall};
            assert_int_equal(cut_everywhere(&what, 1, 13), 0);
        }
    }
}

static void a_motion_says_what_it_is_one_of(void **state)
{
    char path[128];
    const cut_case what = {.name = "fall", .go = fall};
    (void)state;
    scheme_now = 0;
    with_elements = false;
    assert_int_equal(cut_go(&what, "whole", false, 0), RDG_OK);
    snprintf(path, sizeof path, "%s/whole/fall.db", scratch_folder);
    sql_is(path, "select value from model where part = 'mechanism' and key = 'coordinates'", "2.0");
    sql_is(path, "select value from model where part = 'contact' and name = '0' and key = 'mu'", "0.3");
    sql_is(path, "select value from model where part = 'time stepping' and key = 'h'", "0.01");
}

static void a_motion_that_is_complete_is_left_alone(void **state)
{
    const cut_case what = {.name = "fall", .go = fall};
    (void)state;
    scheme_now = 0;
    assert_int_equal(cut_go(&what, "whole", false, 0), RDG_OK);
    assert_int_equal(cut_go(&what, "whole", true, 0), RDG_OK);
    assert_int_equal(cut_written, 0);
}

static void a_motion_with_other_options_is_refused(void **state)
{
    const cut_case what = {.name = "fall", .go = fall};
    (void)state;
    scheme_now = 0;
    cut_go(&what, "cut", false, 20);
    every = 3;
    assert_int_equal(cut_go(&what, "cut", true, 0), RDG_ERR_ARGUMENT);
    every = 5;
    scheme_now = 1;
    assert_int_equal(cut_go(&what, "cut", true, 0), RDG_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(motions_cut_anywhere_are_the_same),
        SCRATCH_TEST(a_motion_says_what_it_is_one_of),
        SCRATCH_TEST(a_motion_that_is_complete_is_left_alone),
        SCRATCH_TEST(a_motion_with_other_options_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
